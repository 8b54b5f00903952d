//! The thirteen terminals and honours, one of them twice, and with five sets any chow or pung.

use super::sixteen_unrelated::singles;
use super::{Copies, Loose, Readings};
use crate::group::{Group, GroupKind};
use crate::tile::{Counts, KINDS, Kind, KindSet};
use crate::waits::Waits;

/// Terminals and honours.
pub const ORPHANS: KindSet = KindSet(0b1_0000_0001 | 0b1_0000_0001 << 9 | 0b1_0000_0001 << 18 | 0x7F << 27);

/// The lowest tiles of chows.
const CHOW_STARTS: u64 = 0x7F | 0x7F << 9 | 0x7F << 18;

/// Whether the hand can be of this shape.
const fn open(loose: &Loose) -> bool {
    !loose.melds && loose.sets >= 4
}

/// Fewest missing tiles, or `bound` if that is fewer.
///
/// No best choice asks for a fifth copy: a pung of the doubled kind can do no more than another kind doubled.
#[must_use]
pub fn missing(loose: &Loose, copies: Copies, bound: u8) -> u8 {
    if open(loose) { missing_of(loose.sets, copies, bound) } else { bound }
}

/// The same of a hand without sets on the table.
#[must_use]
pub fn missing_of(sets: u8, copies: Copies, bound: u8) -> u8 {
    let short = 13 - (copies.at_least(1).0 & ORPHANS.0).count_ones() as u8;
    let spare = Spare::of(copies);
    let doubles = KindSet(spare.0[0] & ORPHANS.0);
    if sets == 4 {
        return bound.min(short + u8::from(doubles.is_empty()));
    }
    if short >= bound {
        return bound;
    }
    let with_double = doubles.iter().map(|kind| 1 + spare.without(kind).most_in_a_set());
    let used = with_double.fold(spare.most_in_a_set(), u8::max);
    bound.min(short + 4 - used)
}

/// Kinds of which one to four tiles are left when each orphan is taken once.
#[derive(Clone, Copy)]
struct Spare([u64; 4]);

impl Spare {
    fn of(copies: Copies) -> Self {
        Self([1, 2, 3, 4].map(|left| copies.at_least(left).0 & !ORPHANS.0 | copies.at_least(left + 1).0 & ORPHANS.0))
    }

    /// With one tile of a kind fewer.
    fn without(self, kind: Kind) -> Self {
        let [one, two, three, four] = self.0;
        let tile = 1 << kind;
        Self([one & (!tile | two), two & (!tile | three), three & (!tile | four), four & !tile])
    }

    /// Tiles to spare.
    fn len(self) -> u32 {
        self.0.iter().map(|kinds| kinds.count_ones()).sum()
    }

    /// Whether one chow or pung can hold all of these tiles.
    fn in_a_set(self) -> bool {
        self.len() == u32::from(self.most_in_a_set())
    }

    /// Kinds one more of which a chow or pung and one of the orphans twice still hold.
    fn joining(self, doubles: KindSet) -> u64 {
        let beside_a_double = |kind: Kind| self.without(kind).joining_a_set();
        let joining = doubles.iter().map(beside_a_double).fold(self.joining_a_set(), |kinds, more| kinds | more);
        joining | if self.in_a_set() { ORPHANS.0 } else { 0 }
    }

    /// Kinds one more of which one chow or pung still holds.
    fn joining_a_set(self) -> u64 {
        let [one, two, ..] = self.0;
        let starts = |kinds: u64, step: u32| kinds >> step & CHOW_STARTS;
        match self.len() {
            0 => KindSet::ALL.0,
            // A tile, and the chows that hold it.
            1 => {
                let chows = starts(one, 0) | starts(one, 1) | starts(one, 2);
                one | chows | chows << 1 | chows << 2
            }
            2 if two != 0 => two,
            2 => {
                let chows = [(0, 1), (0, 2), (1, 2)].map(|(a, b)| starts(one, a) & starts(one, b));
                let chows = chows[0] | chows[1] | chows[2];
                (chows | chows << 1 | chows << 2) & !one
            }
            _ => 0,
        }
    }

    /// The most of these tiles that one chow or pung can hold.
    fn most_in_a_set(self) -> u8 {
        let [one, two, three, _] = self.0;
        let (next, after) = (one >> 1, one >> 2);
        if (three | one & next & after & CHOW_STARTS) != 0 {
            3
        } else if (two | (one & next | one & after | next & after) & CHOW_STARTS) != 0 {
            2
        } else {
            u8::from(one != 0)
        }
    }
}

/// Whether the tiles beyond one of each orphan take the doubled one, and whether they take the set, if those can hold
/// them; where either can hold a tile, the doubled one does.
#[must_use]
pub fn beyond(copies: Copies) -> Option<(bool, bool)> {
    let spare = Spare::of(copies);
    let doubles = KindSet(spare.0[0] & ORPHANS.0);
    match spare.len() {
        0 => Some((false, false)),
        1 if !doubles.is_empty() => Some((true, false)),
        _ if spare.in_a_set() => Some((false, true)),
        _ if doubles.iter().any(|kind| spare.without(kind).in_a_set()) => Some((true, true)),
        _ => None,
    }
}

/// What completes the hand.
#[must_use]
pub fn waits(loose: &Loose) -> Waits {
    if open(loose) { waits_of(loose.sets, loose.copies(), loose.wilds) } else { Waits::default() }
}

/// What completes a hand without sets on the table.
#[must_use]
pub fn waits_of(sets: u8, copies: Copies, wilds: u8) -> Waits {
    if missing_of(sets, copies, wilds + 2) > wilds + 1 {
        return Waits::default();
    }
    let held = copies.at_least(1).0;
    let spare = Spare::of(copies);
    let doubles = KindSet(spare.0[0] & ORPHANS.0);
    // The first of each orphan takes its place among the thirteen; another tile joins those that are to spare.
    let new = ORPHANS.0 & !held;
    let more = if sets == 4 { if doubles.is_empty() { ORPHANS.0 } else { 0 } } else { spare.joining(doubles) };
    Waits { kinds: KindSet(new | more & !new), by_wild: true }
}

/// All choices that hold the naturals: the set, singles ascending, then the pair.
#[must_use]
pub fn readings(loose: &Loose) -> impl Readings + Send + use<> {
    let spare = loose.counts.iter().sum::<u8>() - (loose.copies().at_least(1).0 & ORPHANS.0).count_ones() as u8;
    let sets = match loose.sets {
        _ if !open(loose) || spare > 4 => Vec::new(),
        4 => vec![None],
        _ => all_sets().map(Some).collect(),
    };
    Choices { counts: loose.counts, sets, next: 0, groups: Vec::with_capacity(14) }
}

/// Every chow and pung.
fn all_sets() -> impl Iterator<Item = Group> {
    let chows = KindSet(CHOW_STARTS).iter().map(|kind| Group::in_hand(GroupKind::Chow, kind));
    chows.chain(KindSet::ALL.iter().map(|kind| Group::in_hand(GroupKind::Pung, kind)))
}

struct Choices {
    counts: Counts,
    sets: Vec<Option<Group>>,
    /// Number of the next choice, the doubled tile changing fastest.
    next: usize,
    groups: Vec<Group>,
}

impl Readings for Choices {
    fn next(&mut self) -> Option<&[Group]> {
        loop {
            let set = *self.sets.get(self.next / 13)?;
            let doubled = ORPHANS.iter().nth(self.next % 13)?;
            self.next += 1;
            let demand = |kind: Kind| {
                u8::from(ORPHANS.contains(kind))
                    + u8::from(kind == doubled)
                    + set.map_or(0, |group| group.copies_of(kind))
            };
            if (0..KINDS as Kind).all(|kind| self.counts[kind as usize] <= demand(kind)) {
                self.groups.clear();
                self.groups.extend(set);
                self.groups.extend(singles(ORPHANS, doubled));
                return Some(&self.groups);
            }
        }
    }
}
