//! What is asked of hands beside their groups, by tables.

use super::packed::Packed;
use super::side::facts;
use crate::best::{Choice, Facts, View, instances};
use crate::group::{Group, GroupKind};
use crate::hand::{MeldKind, Shape, Winning};
use crate::rules::cond::Cond;
use crate::tile::{KINDS, Kind, KindSet};

/// What is asked of the hand beside its groups.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fact {
    /// It has tiles of so many number suits.
    Suits(u8),
    /// Its tiles, all in one number suit, are these and so many more.
    Counts(Vec<u8>, u8),
    /// A condition on the sets laid.
    Melds(Cond),
    /// A condition on the flowers that holds once at most.
    Flowers(Cond),
    /// A condition on the group that the winning tile joined and on what the hand waited for.
    Won(Cond),
}

/// What such conditions look at, in one number: the sort of group, and what is known of the waits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Won(u8);

impl Won {
    const PAIR: u8 = 0;
    const CLOSED_CHOW: u8 = 1;
    const TWO_SIDED_CHOW: u8 = 2;
    const PUNG: u8 = 3;
    const SORTS: u8 = 4;
    const ALL: usize = 1 << 6;

    /// Of a hand that waited so; any group.
    pub fn of(waits: KindSet, by_shape: KindSet, last_visible: bool) -> Self {
        let flags = [waits.len() == 1, waits.len() >= 2, by_shape.len() == 1, last_visible];
        Self(flags.iter().rev().fold(0, |all, flag| all << 1 | u8::from(*flag)) * Self::SORTS)
    }

    /// The same with this group won by this tile.
    pub fn with(self, group: Group, tile: Kind) -> Self {
        let sort = match group.kind {
            GroupKind::Pair => Self::PAIR,
            GroupKind::Chow if group.is_one_sided(tile) => Self::CLOSED_CHOW,
            GroupKind::Chow => Self::TWO_SIDED_CHOW,
            _ => Self::PUNG,
        };
        Self(self.0 + sort)
    }

    /// Whether a condition holds.
    fn fits(self, cond: &Cond) -> bool {
        let (kind, first, tile) = match self.0 % Self::SORTS {
            Self::PAIR => (GroupKind::Pair, 0, 0),
            Self::CLOSED_CHOW => (GroupKind::Chow, 0, 1),
            Self::TWO_SIDED_CHOW => (GroupKind::Chow, 0, 0),
            _ => (GroupKind::Pung, 0, 0),
        };
        let flag = |at: u8| (self.0 / Self::SORTS) >> at & 1 == 1;
        let kinds = |one: bool, several: bool| KindSet(u64::from(one) | (0b11 * u64::from(several)));
        let known = Facts {
            waits: kinds(flag(0), flag(1)),
            waits_by_shape: kinds(flag(2), false),
            last_visible: flag(3),
            ..facts(Winning::Natural(tile), [0; KINDS], 0, [0; 4])
        };
        let view = View::new(Shape::Standard as u8, &[Group::in_hand(kind, first)]);
        holds(cond, &view, &known, Choice { win: Some(0), concealed: 0 })
    }
}

/// How many sets were laid of each kind, in one number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Laid(u16);

impl Laid {
    /// Of each kind up to five.
    const BASE: u16 = 6;
    const ALL: usize = Self::BASE.pow(4) as usize;

    /// Those of concealed kongs last.
    #[inline]
    pub const fn add(&mut self, kind: MeldKind) {
        self.0 += match kind {
            MeldKind::Chow => 1,
            MeldKind::Pung => Self::BASE,
            MeldKind::OpenKong => Self::BASE.pow(2),
            MeldKind::ConcealedKong => Self::BASE.pow(3),
        };
    }

    /// Whether any was claimed.
    #[inline]
    pub const fn is_claimed(self) -> bool {
        !self.0.is_multiple_of(Self::BASE.pow(3))
    }

    /// By kind.
    pub fn counts(self) -> [u8; 4] {
        [0, 1, 2, 3].map(|kind| (self.0 / Self::BASE.pow(kind) % Self::BASE) as u8)
    }
}

/// Flags of facts, one bit each, by what they hang on.
#[derive(Debug)]
pub(super) struct Flags {
    /// By the number suits that there are, one bit each.
    suits: [u32; 1 << 3],
    laid: Vec<u32>,
    flowers: Vec<u32>,
    /// All that hang on flowers.
    of_flowers: u32,
    /// The flag, what the counts are at least, and how many more there are.
    counts: Vec<(u32, Vec<u8>, u8)>,
    /// By [`Won`]; none where nothing looks at that.
    won: Vec<u32>,
}

impl Flags {
    /// At most as many facts as a word has room for.
    pub fn new(facts: &[Fact]) -> Self {
        let of = |holds: &dyn Fn(&Fact) -> bool| {
            facts.iter().enumerate().map(|(at, fact)| u32::from(holds(fact)) << at).sum::<u32>()
        };
        let suits =
            |suits: usize| of(&|fact| matches!(fact, Fact::Suits(number) if suits.count_ones() == u32::from(*number)));
        let laid = |laid: usize| {
            let laid = Laid(laid as u16).counts();
            of(&|fact| matches!(fact, Fact::Melds(cond) if cond.fits_melds(laid)))
        };
        let flowers =
            |flowers: usize| of(&|fact| matches!(fact, Fact::Flowers(cond) if flowers_fit(cond, flowers as u8)));
        let counts = facts.iter().enumerate().filter_map(|(at, fact)| match fact {
            Fact::Counts(vector, spare) => Some((1 << at, vector.clone(), *spare)),
            _ => None,
        });
        Self {
            suits: std::array::from_fn(suits),
            laid: (0..Laid::ALL).map(laid).collect(),
            flowers: (0..1 << u8::BITS).map(flowers).collect(),
            of_flowers: of(&|fact| matches!(fact, Fact::Flowers(_))),
            counts: counts.collect(),
            won: if facts.iter().any(|fact| matches!(fact, Fact::Won(_))) {
                let won = |won: usize| of(&|fact| matches!(fact, Fact::Won(cond) if Won(won as u8).fits(cond)));
                (0..Won::ALL).map(won).collect()
            } else {
                Vec::new()
            },
        }
    }

    /// Whether anything hangs on the group that the winning tile joined, or on the waits.
    pub const fn look_at_win(&self) -> bool {
        !self.won.is_empty()
    }

    /// Those of a group won, and of the waits.
    #[inline]
    pub fn of_win(&self, won: Won) -> u32 {
        self.won.get(usize::from(won.0)).copied().unwrap_or_default()
    }

    /// Those of a hand with tiles of these number suits; `all` are all its tiles.
    #[inline]
    pub fn of(&self, suits: u8, laid: Laid, flowers: u8, all: impl FnOnce() -> Packed) -> u32 {
        let mut flags =
            self.suits[usize::from(suits)] | self.laid[usize::from(laid.0)] | self.flowers[usize::from(flowers)];
        if !self.counts.is_empty() && suits.is_power_of_two() {
            flags |= self.counted(suits.trailing_zeros() as usize, &all());
        }
        flags
    }

    /// What is left of them where flowers are wild tiles.
    pub const fn without_flowers(&self, flags: u32) -> u32 {
        flags & !self.of_flowers
    }

    fn counted(&self, suit: usize, all: &Packed) -> u32 {
        if all.0[3] != 0 {
            return 0;
        }
        let held = &all.counts()[9 * suit..9 * suit + 9];
        let fits = |vector: &[u8], spare: u8| {
            let over = |over: u8, (needed, held): (&u8, &u8)| Some(over + held.checked_sub(*needed)?);
            vector.iter().zip(held).try_fold(0, over) == Some(spare)
        };
        self.counts.iter().filter(|(_, vector, spare)| fits(vector, *spare)).map(|(flag, ..)| flag).sum()
    }
}

fn flowers_fit(cond: &Cond, flowers: u8) -> bool {
    let facts = facts(Winning::None, [0; KINDS], flowers, [0; 4]);
    holds(cond, &View::new(Shape::Standard as u8, &[]), &facts, Choice { win: None, concealed: 0 })
}

fn holds(cond: &Cond, view: &View, facts: &Facts, choice: Choice) -> bool {
    let mut found = Vec::new();
    instances(cond, view, facts, choice, &mut found);
    !found.is_empty()
}
