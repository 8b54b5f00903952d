//! What is asked of hands beside their groups, by tables.

use super::packed::Packed;
use super::side::facts;
use crate::best::{Choice, View, instances};
use crate::hand::{MeldKind, Shape, Winning};
use crate::rules::cond::Cond;
use crate::tile::KINDS;

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
    /// The flag, what the counts are at least, and how many more there are.
    counts: Vec<(u32, Vec<u8>, u8)>,
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
            counts: counts.collect(),
        }
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
    let (mut found, view) = (Vec::new(), View::new(Shape::Standard as u8, &[]));
    let facts = facts(Winning::None, [0; KINDS], flowers, [0; 4]);
    instances(cond, &view, &facts, Choice { win: None, concealed: 0 }, &mut found);
    !found.is_empty()
}
