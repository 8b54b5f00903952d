//! Seven honours, three ranks of each suit at least three apart, and one of the sixteen twice.

use super::{Copies, Loose, Readings};
use crate::group::{Group, GroupKind};
use crate::tile::{Kind, KindSet, kind_at};
use crate::waits::Waits;

const TILES: u8 = 17;

/// The ten trios of ranks that are at least three apart, one bit a rank.
pub const TRIOS: [u16; 10] = trios();

const fn trios() -> [u16; 10] {
    let (mut trios, mut found) = ([0; 10], 0);
    let mut low = 0;
    while low < 3 {
        let mut middle = low + 3;
        while middle < 6 {
            let mut high = middle + 3;
            while high < 9 {
                trios[found] = 1 << low | 1 << middle | 1 << high;
                found += 1;
                high += 1;
            }
            middle += 1;
        }
        low += 1;
    }
    trios
}

/// For a set of ranks: ranks of the trios that hold most of it, and how many they hold.
#[must_use]
pub const fn nearest_trios(ranks: u16) -> (u16, u8) {
    let nearest = NEAREST[ranks as usize];
    (nearest & 0x1FF, (nearest >> 9) as u8)
}

/// For every set of ranks: ranks of the trios that hold most of it, and how many they hold in the bits above.
const NEAREST: [u16; 512] = nearest();

const fn nearest() -> [u16; 512] {
    let mut table = [0; 512];
    let mut ranks = 0;
    while ranks < 512 {
        let (mut most, mut members, mut trio) = (0, 0, 0);
        while trio < 10 {
            let held = (TRIOS[trio] & ranks as u16).count_ones() as u16;
            if held > most {
                (most, members) = (held, 0);
            }
            if held == most {
                members |= TRIOS[trio];
            }
            trio += 1;
        }
        table[ranks] = members | most << 9;
        ranks += 1;
    }
    table
}

/// Whether the hand can be of this shape.
const fn open(loose: &Loose) -> bool {
    !loose.melds && loose.sets == 5
}

fn ranks(kinds: KindSet, suit: usize) -> u16 {
    (kinds.0 >> (9 * suit) & 0x1FF) as u16
}

/// Kinds of the best trios and the honours, and how many different ones of a choice are held.
fn candidates(copies: Copies) -> (KindSet, u8) {
    let held = copies.at_least(1);
    let (mut kinds, mut number) = (KindSet::HONOURS, (held.0 & KindSet::HONOURS.0).count_ones() as u8);
    for suit in 0..3 {
        let nearest = NEAREST[usize::from(ranks(held, suit))];
        kinds.0 |= u64::from(nearest & 0x1FF) << (9 * suit);
        number += (nearest >> 9) as u8;
    }
    (kinds, number)
}

/// Fewest missing tiles, or `bound` if that is fewer.
#[must_use]
pub fn missing(loose: &Loose, copies: Copies, bound: u8) -> u8 {
    if !open(loose) {
        return bound;
    }
    let (kinds, number) = candidates(copies);
    let twice = copies.at_least(2).meets(kinds);
    bound.min(TILES - number - u8::from(twice))
}

/// What completes the hand.
#[must_use]
pub fn waits(loose: &Loose) -> Waits {
    if !open(loose) {
        return Waits::default();
    }
    let copies = loose.copies();
    let held = copies.at_least(1);
    let twice = copies.at_least(2).len();
    if twice > 1 || !copies.at_least(3).is_empty() {
        return Waits::default();
    }
    let (kinds, number) = candidates(copies);
    if u32::from(number) < held.len() {
        return Waits::default();
    }
    let kinds = if twice == 0 { kinds.0 } else { kinds.0 & !held.0 };
    Waits { kinds: KindSet(kinds), by_wild: true }
}

/// What completes a hand that holds no other kinds than one choice has, and one of them twice or none.
#[must_use]
pub fn waits_for(held: KindSet, twice: bool) -> Waits {
    let kinds = (0..3)
        .fold(KindSet::HONOURS.0, |kinds, suit| kinds | u64::from(nearest_trios(ranks(held, suit)).0) << (9 * suit));
    Waits { kinds: KindSet(if twice { kinds & !held.0 } else { kinds }), by_wild: true }
}

/// All choices that hold the naturals: singles ascending, then the pair.
#[must_use]
pub fn readings(loose: &Loose) -> impl Readings + Send + use<> {
    let copies = loose.copies();
    let held = copies.at_least(1);
    let twice = copies.at_least(2);
    let possible = open(loose) && twice.len() <= 1 && copies.at_least(3).is_empty();
    let trios = [0, 1, 2].map(|suit| {
        let fits = |trio: &u16| possible && ranks(held, suit) & !trio == 0;
        TRIOS.into_iter().filter(fits).collect()
    });
    Choices { trios, twice, next: 0, groups: Vec::with_capacity(16) }
}

struct Choices {
    /// Trios that hold the naturals of each suit.
    trios: [Vec<u16>; 3],
    twice: KindSet,
    /// Number of the next choice, the doubled tile changing fastest.
    next: usize,
    groups: Vec<Group>,
}

impl Readings for Choices {
    fn next(&mut self) -> Option<&[Group]> {
        loop {
            let mut index = self.next / 16;
            let mut kinds = KindSet::HONOURS;
            for (suit, choices) in self.trios.iter().enumerate() {
                let trio = *choices.get(index % choices.len().max(1))?;
                index /= choices.len();
                kinds.0 |= u64::from(trio) << kind_at(suit, 0);
            }
            if index > 0 {
                return None;
            }
            let doubled = kinds.iter().nth(self.next % 16)?;
            self.next += 1;
            if self.twice.within(KindSet::of(doubled)) {
                self.groups.clear();
                self.groups.extend(singles(kinds, doubled));
                return Some(&self.groups);
            }
        }
    }
}

/// Each kind once, and the doubled one as a pair at the end.
pub(super) fn singles(kinds: KindSet, doubled: Kind) -> impl Iterator<Item = Group> {
    let once = kinds.iter().filter(move |&kind| kind != doubled);
    once.map(|kind| Group::in_hand(GroupKind::Single, kind)).chain([Group::in_hand(GroupKind::Pair, doubled)])
}
