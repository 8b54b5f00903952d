//! 147, 258 and 369 over three suits, in hand, with sets and a pair of the rest.

use super::{Copies, Loose, Readings};
use crate::cover::Cover;
use crate::group::{Group, GroupKind, KNITTED};
use crate::profile::{Three, beside_block, by_key, least_limit};
use crate::suit::{KEY_STEP, Need, fits, keys, room_for};
use crate::tile::{Kind, KindSet};
use crate::waits::Waits;

/// Sets whose place the block takes.
pub(crate) const SETS: u8 = 3;

/// The kinds of each block.
const KINDS_OF: [KindSet; 6] = kinds_of();

const fn kinds_of() -> [KindSet; 6] {
    let mut kinds = [KindSet::EMPTY; 6];
    let mut block = 0;
    while block < 6 {
        let mut start = 0;
        while start < 3 {
            kinds[block].0 |= 0b100_1001 << (start as u8 + KNITTED[block][start] * 9);
            start += 1;
        }
        block += 1;
    }
    kinds
}

/// Fewest missing tiles, or `bound` if that is fewer; `rest` is known to be missing beside any block.
#[must_use]
pub fn missing(loose: &Loose, copies: Copies, rest: u8, bound: u8) -> u8 {
    let Some(sets) = loose.sets.checked_sub(SETS) else {
        return bound;
    };
    let held = copies.at_least(1);
    let honours = loose.profile(3, None);
    let keys = keys(&loose.counts);
    let mut least = bound;
    for (kinds, suits) in KINDS_OF.into_iter().zip(KNITTED) {
        let short = 9 - (held.0 & kinds.0).count_ones() as u8;
        // What lies on the table only makes more missing.
        let surely = || {
            let suits = [0, 1, 2].map(|start| beside_block(keys[usize::from(suits[start])], start).least());
            short + by_key(keys[3]).least() + suits.iter().sum::<u8>()
        };
        if short + rest >= least || surely() >= least_limit(least, sets) {
            continue;
        }
        // A tile of the block whose four copies are on the table can only be wild.
        let gone = if loose.melds { kinds.iter().filter(|&kind| loose.free(kind) == 0).count() as u8 } else { 0 };
        let Some(wilds) = loose.wilds.checked_sub(gone) else {
            continue;
        };
        let [a, b, c] = [0, 1, 2].map(|start| loose.profile(usize::from(suits[start]), Some(start)));
        if let Some(rest) = Three::of([&a, &b, &c]).missing(&honours, sets, wilds) {
            least = least.min(short + rest);
        }
    }
    least
}

/// What completes the hand.
#[must_use]
pub fn waits(loose: &Loose) -> Waits {
    let mut waits = Waits::default();
    let Some(sets) = loose.sets.checked_sub(SETS) else {
        return waits;
    };
    let held = loose.copies().at_least(1);
    let all_keys = keys(&loose.counts);
    for (kinds, suits) in KINDS_OF.into_iter().zip(KNITTED) {
        let absent = kinds.0 & !held.0;
        if absent.count_ones() > u32::from(loose.wilds) + 1 {
            continue;
        }
        let mut keys = all_keys;
        for (start, suit) in suits.into_iter().enumerate() {
            for rank in (start..9).step_by(3) {
                let kind = usize::from(suit) * 9 + rank;
                keys[usize::from(suit)] -= KEY_STEP[rank] * usize::from(held.contains(kind as Kind));
            }
        }
        let needs = keys.map(Need::of);
        waits.kinds.0 |= room_for(needs, sets).0;
        if fits(needs, sets) {
            waits.by_wild = true;
            waits.kinds.0 |= absent;
        }
    }
    waits
}

/// All blocks, and sets and pairs that hold the other naturals: the block, sets ascending, then the pair.
#[must_use]
pub fn readings(loose: &Loose) -> impl Readings + Send + use<> {
    let possible = loose.sets >= SETS;
    Blocks { loose: loose.clone(), left: if possible { 0..6 } else { 0..0 }, rest: Cover::none(), groups: Vec::new() }
}

struct Blocks {
    loose: Loose,
    /// Blocks not yet taken.
    left: std::ops::Range<u8>,
    /// Covers of what the block leaves.
    rest: Cover,
    /// The block and one cover.
    groups: Vec<Group>,
}

impl Readings for Blocks {
    fn next(&mut self) -> Option<&[Group]> {
        loop {
            if let Some(rest) = self.rest.next() {
                self.groups.truncate(1);
                self.groups.extend_from_slice(rest);
                return Some(&self.groups);
            }
            let block = self.left.next()?;
            let mut counts = self.loose.counts;
            for kind in KINDS_OF[usize::from(block)].iter() {
                counts[kind as usize] = counts[kind as usize].saturating_sub(1);
            }
            self.groups = vec![Group::in_hand(GroupKind::Knitted, block)];
            self.rest = Cover::of_hand(&counts, self.loose.sets - SETS, 1, true);
        }
    }
}
