//! Seven pairs, with five sets also a triplet. Pairs may be alike, and one kind may be pairs and the triplet.

use super::{Copies, Loose};
use crate::cover::Cover;
use crate::tile::KindSet;
use crate::waits::Waits;

const PAIRS: u8 = 7;

/// Triplets beside the pairs, if the hand can be of this shape.
const fn triplets(loose: &Loose) -> Option<u8> {
    if loose.melds { None } else { loose.sets.checked_sub(4) }
}

/// Fewest missing tiles, or `bound` if that is fewer.
#[must_use]
pub fn missing(loose: &Loose, copies: Copies, bound: u8) -> u8 {
    let Some(triplets) = triplets(loose) else {
        return bound;
    };
    let (pairs, odd) = (copies.pairs(), copies.odd().len() as u8);
    // Naturals used: so many in the triplet, then pairs and odd tiles in what pairs there are.
    let used = |tripled: u8, pairs: u8, odd: u8| {
        let whole = pairs.min(PAIRS);
        tripled + 2 * whole + odd.min(PAIRS - whole)
    };
    let mut most = used(0, pairs, odd);
    if triplets == 1 {
        if !copies.exactly(1).is_empty() {
            most = most.max(used(1, pairs, odd - 1));
        }
        if !copies.exactly(2).is_empty() {
            most = most.max(used(2, pairs - 1, odd));
        }
        if !copies.exactly(3).is_empty() {
            most = most.max(used(3, pairs - 1, odd - 1));
        }
        if !copies.exactly(4).is_empty() {
            // The fourth in a pair makes that a fifth copy, which only a wild tile can be.
            let fourth = u8::from(loose.wilds > 0);
            most = most.max(used(3, pairs - 2, odd + fourth));
        }
    }
    bound.min(2 * PAIRS + 3 * triplets - most)
}

/// What completes the hand.
#[must_use]
pub fn waits(loose: &Loose) -> Waits {
    let Some(triplets) = triplets(loose) else {
        return Waits::default();
    };
    let copies = loose.copies();
    let (odd, threes) = (copies.odd(), copies.exactly(3));
    let needed = copies.pairs() + odd.len() as u8;
    waits_for(triplets, needed, odd, copies.exactly(2).union(copies.exactly(4)), threes)
}

/// What completes a hand that needs so many pairs without a triplet, by its kinds of which there is an odd number, two
/// or four, and three.
#[must_use]
pub fn waits_for(triplets: u8, needed: u8, odd: KindSet, even: KindSet, threes: KindSet) -> Waits {
    // A triplet spares two pairs where it takes an odd number of three or more, else one.
    let spared_now = match triplets {
        0 => 0,
        _ if !threes.is_empty() => 2,
        _ => u8::from(needed > 0),
    };
    let sparing_two = match threes.len() {
        0 => even,
        1 => KindSet(!threes.0),
        _ => KindSet::ALL,
    };
    let sparing = |least: u8| match least {
        0 => KindSet::ALL,
        1 if triplets == 1 => KindSet::ALL,
        2 if triplets == 1 => sparing_two,
        _ => KindSet::EMPTY,
    };
    let kinds =
        odd.0 & sparing(needed.saturating_sub(PAIRS)).0 | !odd.0 & sparing((needed + 1).saturating_sub(PAIRS)).0;
    Waits { kinds: KindSet(kinds & KindSet::ALL.0), by_wild: needed <= PAIRS + spared_now }
}

/// All triplets and pairs that hold the naturals: the triplet, then pairs ascending.
#[must_use]
pub fn readings(loose: &Loose) -> Cover {
    match triplets(loose) {
        Some(triplets) => Cover::of_hand(&loose.counts, triplets, PAIRS, false),
        None => Cover::none(),
    }
}
