//! What must be so for a condition to hold, as flags of an arrangement: what some of its groups are like, how many
//! of them are, and what is known of the hand as a whole.

use super::instances::{flowers_hold, suits_of};
use super::view::{Facts, View};
use crate::bits::bits;
use crate::group::{Group, GroupKind, KNITTED};
use crate::rules::cond::{Cond, RunCond, SetsCond};
use crate::rules::data::{FlowersKind, RunKind, SetKind, WaitKind};
use crate::tile::{KINDS, KindSet, kind_at};

/// Kinds of groups, see [`GroupKind`].
const GROUP_KINDS: [GroupKind; 6] =
    [GroupKind::Chow, GroupKind::Pung, GroupKind::Kong, GroupKind::Pair, GroupKind::Knitted, GroupKind::Single];

/// Numbers of groups with a trait, or with a tile in common, that are told apart.
const LEVELS: usize = 6;

/// Words of flags: one of facts, then for each number from one on the traits that so many groups have.
pub(in crate::best) const WORDS: usize = 1 + LEVELS;

/// See [`WORDS`].
pub(in crate::best) type Flags = [u64; WORDS];

// The first facts: the number of suits, a tile shared by so many groups, what waits there were.
const SUITS: usize = 0;
const SHARED: usize = 4;
const WAITS: usize = SHARED + LEVELS;
const OF_HAND: usize = WAITS + 6;

/// How the tiles of a group lie to a set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lies {
    Within,
    Outside,
    Touching,
    Apart,
    /// Its first tile is in the set.
    Starting,
}

/// What may be said of a group: it is of some kind, and lies so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Trait {
    /// One bit for each [`GroupKind`].
    kinds: u8,
    lies: Lies,
    set: KindSet,
}

impl Trait {
    /// Of a group with these tiles.
    fn of(self, group: Group, tiles: KindSet) -> bool {
        self.kinds >> group.kind as u8 & 1 == 1
            && match self.lies {
                Lies::Within => tiles.within(self.set),
                Lies::Outside => !tiles.within(self.set),
                Lies::Touching => tiles.meets(self.set),
                Lies::Apart => !tiles.meets(self.set),
                Lies::Starting => self.set.contains(group.first),
            }
    }
}

const ANY: u8 = 0b11_1111;
const CHOW: u8 = 1 << GroupKind::Chow as u8;
const PAIR: u8 = 1 << GroupKind::Pair as u8;
const SETS: u8 = of_sets(SetKind::Set);

const fn of_sets(kind: SetKind) -> u8 {
    match kind {
        SetKind::Chow => CHOW,
        SetKind::Pung => 1 << GroupKind::Pung as u8 | 1 << GroupKind::Kong as u8,
        SetKind::Kong => 1 << GroupKind::Kong as u8,
        SetKind::Set => of_sets(SetKind::Chow) | of_sets(SetKind::Pung),
    }
}

/// The groups that an instance uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::best) enum Uses {
    Nothing,
    Sets,
    All,
}

/// What a condition demands: without it there is no instance.
#[derive(Clone, Copy, Debug)]
pub(in crate::best) struct Demand {
    /// Shapes, one bit each.
    pub shapes: u8,
    pub forbids: Flags,
    pub needs: Flags,
    /// Whether the condition holds wherever the demand is met.
    enough: bool,
    /// What its one instance uses then, where nothing else has to be asked.
    pub uses: Option<Uses>,
}

impl Demand {
    const NONE: Self =
        Self { shapes: u8::MAX, forbids: [0; WORDS], needs: [0; WORDS], enough: true, uses: Some(Uses::Nothing) };
    /// Nothing that is known beforehand.
    const OPEN: Self = Self { enough: false, uses: None, ..Self::NONE };

    const fn using(uses: Uses) -> Self {
        Self { uses: Some(uses), ..Self::NONE }
    }

    fn and(mut self, other: Self) -> Self {
        self.shapes &= other.shapes;
        for word in 0..WORDS {
            self.forbids[word] |= other.forbids[word];
            self.needs[word] |= other.needs[word];
        }
        self.enough &= other.enough;
        self.uses = self.uses.zip(other.uses).map(|(one, other)| one.max(other));
        self
    }

    fn demand(&mut self, wanted: bool, flag: Option<(usize, u64)>) {
        match flag {
            Some((word, flag)) if wanted => self.needs[word] |= flag,
            Some((word, flag)) => self.forbids[word] |= flag,
            None => (self.enough, self.uses) = (false, None),
        }
    }

    /// The contrary, where that is a demand too.
    fn not(self) -> Self {
        let flags = self.forbids.iter().chain(&self.needs).map(|flags| flags.count_ones()).sum::<u32>();
        if self.enough && self.shapes == u8::MAX && flags == 1 {
            Self { forbids: self.needs, needs: self.forbids, ..Self::NONE }
        } else {
            Self::OPEN
        }
    }
}

/// What the conditions of a situation ask about arrangements.
#[derive(Debug, Default)]
pub(in crate::best) struct Traits {
    of_groups: Vec<Trait>,
    /// Masks of groups by kind and first tile.
    masks: Vec<[u64; KINDS]>,
    /// Conditions on the sets laid and on flowers.
    of_hand: Vec<Cond>,
    /// The most groups with a trait that are asked for.
    levels: usize,
    /// Whether anything is asked about tiles that groups share.
    shared: bool,
}

impl Traits {
    /// What a condition demands.
    pub fn demand(&mut self, cond: &Cond) -> Demand {
        match cond {
            Cond::Always => Demand::NONE,
            Cond::Tiles { within, present, suits } => self.tiles(within, present, *suits),
            Cond::EachGroup { touch, chows } => {
                let mut demand = Demand::using(Uses::All);
                demand.demand(false, self.flag(ANY, Lies::Apart, *touch, 1));
                if *chows > 0 {
                    demand.demand(true, self.flag(CHOW, Lies::Within, KindSet::ALL, (*chows).into()));
                }
                demand
            }
            Cond::Sets(cond) => self.sets(cond),
            Cond::Run(cond) => self.run(cond),
            Cond::Pair { within } => {
                let mut demand = Demand::OPEN;
                demand.demand(true, self.flag(PAIR, Lies::Within, *within, 1));
                demand
            }
            Cond::Counts { .. } => {
                let mut demand = Demand::OPEN;
                demand.demand(true, Some((0, 1 << (SUITS + 1))));
                demand.demand(false, self.flag(ANY, Lies::Touching, KindSet::HONOURS, 1));
                demand
            }
            Cond::Copies { groups, .. } => {
                self.shared = true;
                let level = usize::from(*groups).min(LEVELS);
                let needs = if level > 0 { 1 << (SHARED + level - 1) } else { 0 };
                let mut demand = Demand::OPEN;
                demand.demand(true, Some((0, needs)));
                demand
            }
            Cond::Wait(kind) => {
                let mut demand = Demand::OPEN;
                demand.demand(true, Some((0, 1 << (WAITS + *kind as usize))));
                demand
            }
            Cond::Melds { .. } | Cond::Flowers { .. } => {
                let once = matches!(cond, Cond::Melds { .. } | Cond::Flowers { which: FlowersKind::None, .. });
                let mut demand = if once { Demand::NONE } else { Demand { uses: None, ..Demand::NONE } };
                demand.demand(true, self.of_hand(cond));
                demand
            }
            Cond::Shape(shape) => Demand { shapes: 1 << shape, ..Demand::using(Uses::All) },
            Cond::AllOf(of) => of.iter().fold(Demand::NONE, |demand, part| demand.and(self.demand(part))),
            Cond::Not(of) => self.demand(of).not(),
            Cond::Never | Cond::WinInPair | Cond::Residual { .. } => Demand::OPEN,
        }
    }

    fn tiles(&mut self, within: &[KindSet], present: &[KindSet], suits: Option<u8>) -> Demand {
        let mut demand = Demand::using(Uses::All);
        if !within.is_empty() {
            let all = within.iter().fold(KindSet::EMPTY, |all, set| all.union(*set));
            demand.demand(false, self.flag(ANY, Lies::Outside, all, 1));
        }
        for set in present {
            demand.demand(true, self.flag(ANY, Lies::Touching, *set, 1));
        }
        if let Some(suits) = suits {
            demand.demand(true, (suits < 4).then(|| (0, 1 << (SUITS + suits as usize))));
        }
        if within.len() > 1 { Demand { enough: false, uses: None, ..demand } } else { demand }
    }

    fn sets(&mut self, cond: &SetsCond) -> Demand {
        let stated = cond.concealed.is_some() || cond.open.is_some();
        let plain = !stated && !cond.distinct;
        let mut demand = Demand { enough: plain, uses: None, ..Demand::NONE };
        let kinds = of_sets(cond.kind);
        match cond.n.map(usize::from) {
            None => {
                demand.demand(true, self.flag(kinds, Lies::Within, cond.within, 1));
                if kinds != SETS {
                    demand.demand(false, self.flag(SETS & !kinds, Lies::Within, KindSet::ALL, 1));
                }
                demand.demand(false, self.flag(kinds, Lies::Outside, cond.within, 1));
                if demand.enough && cond.pair.is_none() {
                    demand.uses = Some(Uses::Sets);
                }
            }
            Some(n) => {
                if n > 0 {
                    demand.demand(true, self.flag(kinds, Lies::Within, cond.within, n));
                }
                if cond.exact && !stated {
                    demand.demand(false, self.flag(kinds, Lies::Within, cond.within, n + 1));
                }
            }
        }
        if let Some(pair) = cond.pair {
            demand.demand(true, self.flag(PAIR, Lies::Within, pair, 1));
            demand.demand(false, self.flag(PAIR, Lies::Within, KindSet::ALL, 2));
        }
        demand
    }

    /// A run that starts where it likes needs groups of its sort; one that must start on some rank needs each of its
    /// ranks. A pung may be the pair instead.
    fn run(&mut self, cond: &RunCond) -> Demand {
        let kinds = match cond.kind {
            RunKind::Chow => CHOW,
            RunKind::Pung => of_sets(SetKind::Pung) | if cond.pair { PAIR } else { 0 },
            RunKind::Pair => PAIR,
        };
        let mut demand = Demand::OPEN;
        let times = usize::from(cond.times.max(1));
        demand.demand(true, self.flag(kinds, Lies::Starting, KindSet::NUMBERS, cond.ranks.len() * times));
        let mut times_at = [0; 9];
        for rank in cond.start.into_iter().flat_map(|start| cond.ranks.iter().map(move |step| start + step)) {
            if let Some(at) = times_at.get_mut(rank as usize) {
                *at += times;
            }
        }
        for (rank, times) in times_at.into_iter().enumerate().filter(|(_, times)| *times > 0) {
            let at = KindSet((0..3).map(|suit| 1 << kind_at(suit, rank as u8)).sum());
            demand.demand(true, self.flag(kinds, Lies::Starting, at, times));
        }
        demand
    }

    /// The flag that says that so many groups have a trait; nothing if there are flags enough.
    fn flag(&mut self, kinds: u8, lies: Lies, set: KindSet, level: usize) -> Option<(usize, u64)> {
        if level > LEVELS {
            return None;
        }
        let wanted = Trait { kinds, lies, set };
        let at = self.of_groups.iter().position(|known| *known == wanted).unwrap_or(self.of_groups.len());
        if at == u64::BITS as usize {
            return None;
        }
        if at == self.of_groups.len() {
            self.of_groups.push(wanted);
        }
        self.levels = self.levels.max(level);
        Some((level, 1 << at))
    }

    fn of_hand(&mut self, cond: &Cond) -> Option<(usize, u64)> {
        let at = self.of_hand.iter().position(|known| known == cond).unwrap_or(self.of_hand.len());
        if OF_HAND + at == u64::BITS as usize {
            return None;
        }
        if at == self.of_hand.len() {
            self.of_hand.push(cond.clone());
        }
        Some((0, 1 << (OF_HAND + at)))
    }

    /// To be called when all has been asked.
    pub fn finish(&mut self) {
        for kind in GROUP_KINDS {
            let firsts = match kind {
                GroupKind::Chow => KindSet(0x7F | 0x7F << 9 | 0x7F << 18),
                GroupKind::Knitted => KindSet((1 << KNITTED.len()) - 1),
                _ => KindSet::ALL,
            };
            let mut masks = [0; KINDS];
            for first in firsts.iter() {
                let group = Group::in_hand(kind, first);
                let tiles = group.kinds();
                let flags = self.of_groups.iter().enumerate().map(|(bit, of)| u64::from(of.of(group, tiles)) << bit);
                masks[first as usize] = flags.sum();
            }
            self.masks.push(masks);
        }
    }

    /// The facts of a hand, whatever its arrangement.
    pub fn facts(&self, facts: &Facts) -> u64 {
        let holds = |cond: &Cond| match cond {
            Cond::Flowers { which, n, own } => flowers_hold(*which, *n, *own, facts),
            _ => cond.fits_melds(facts.laid),
        };
        let known = self.of_hand.iter().enumerate().map(|(at, cond)| u64::from(holds(cond)) << (OF_HAND + at));
        let waits = [
            (WaitKind::Only, facts.waits.len() == 1),
            (WaitKind::Single, facts.waits.len() >= 2),
            (WaitKind::TwoPairs, facts.waits.len() >= 2),
            (WaitKind::LastVisible, facts.last_visible),
            (WaitKind::OnlyByShape, facts.waits_by_shape.len() == 1),
            (WaitKind::TwoSided, true),
        ];
        known.sum::<u64>() | waits.map(|(kind, may)| u64::from(may) << (WAITS + kind as usize)).iter().sum::<u64>()
    }

    /// The flags of an arrangement, of a hand with these facts.
    pub fn look(&self, view: &View, facts: u64) -> Flags {
        let mut flags = [0; WORDS];
        for group in view.groups() {
            climb(&mut flags[1..=self.levels], self.masks[group.kind as usize][group.first as usize]);
        }
        flags[0] = facts | 1 << (SUITS + suits_of(view.faces) as usize);
        if self.shared {
            let mut held = [0; LEVELS];
            for group in bits(view.sets() | view.pairs) {
                climb(&mut held, view.kinds[group].0);
            }
            let by = held.iter().enumerate().map(|(level, kinds)| u64::from(*kinds != 0) << (SHARED + level));
            flags[0] |= by.sum::<u64>();
        }
        flags
    }
}

/// Counts one more of each bit.
fn climb(rungs: &mut [u64], mut bits: u64) {
    for rung in rungs {
        (*rung, bits) = (*rung | bits, *rung & bits);
        if bits == 0 {
            return;
        }
    }
}
