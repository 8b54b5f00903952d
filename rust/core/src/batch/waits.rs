//! What completes a hand.

use super::row::{Row, Tiles};
use super::screen::Screens;
use super::suits::{BLOCKS, Hand, PER_SET, below, cover_limit, needs};
use super::{ANY_TILE, BY_WILD};
use crate::hand::Shape;
use crate::shapes::{knitted_dragon, seven_pairs, sixteen_unrelated, thirteen_orphans};
use crate::suit::Need;
use crate::tile::KindSet;
use crate::waits::Waits;

const ALL: Waits = Waits { kinds: KindSet::ALL, by_wild: true };

/// The bits that tell what completes a hand of one tile fewer than a complete one.
#[inline(always)]
#[allow(clippy::inline_always)] // What a rule set does not know is asked once for all rows.
pub fn waits(row: &Row<'_>, tiles: &Tiles, live: bool, screens: &Screens) -> u64 {
    let screened = screens.of(tiles.keys, row.melds);
    if screened.is_none() {
        return 0;
    }
    // Where a set is left over, it holds any tile.
    let spare_set = screened.is_covered() & (screened.cover() + 2 * PER_SET <= cover_limit(row.sets));
    let found = if spare_set | screened.is_paired() {
        ALL
    } else if screened.is_standard() {
        room(needs(tiles.keys), row.sets)
    } else {
        exactly(*row, *tiles)
    };
    let mut bits = found.kinds.0;
    if live && (tiles.fours || row.melded.is_some()) {
        bits &= !gone(row);
    }
    if row.terms.wild_tiles && found.by_wild {
        bits |= BY_WILD;
    }
    if found.kinds == KindSet::ALL && (found.by_wild || !row.terms.wild_tiles) {
        bits |= ANY_TILE;
    }
    bits
}

/// What completes it in any shape.
#[inline(never)]
fn exactly(row: Row<'_>, tiles: Tiles) -> Waits {
    let hand = Hand::of(tiles.keys);
    let found = if row.knows(Shape::Standard) { room(needs(tiles.keys), row.sets) } else { Waits::default() };
    if row.more_shapes() && found != ALL { in_other_shapes(&row, &hand, tiles.naturals.into(), found) } else { found }
}

/// Kinds of which the hand and its sets hold all four.
fn gone(row: &Row<'_>) -> u64 {
    match row.melded {
        None => row.copies().at_least(4).0,
        Some(melded) => {
            let held = row.counts.iter().zip(melded).map(|(held, laid)| held + laid);
            held.enumerate().fold(0, |kinds, (kind, copies)| kinds | u64::from(copies >= 4) << kind)
        }
    }
}

fn in_other_shapes(row: &Row<'_>, hand: &Hand, naturals: u64, mut found: Waits) -> Waits {
    let all = hand.all;
    if row.is_open(Shape::SevenPairs) && all.pairs_needed() <= row.pairs_at_most(all) {
        found = found.or(seven_pairs(row, hand));
    }
    if found != ALL && row.knows(Shape::KnittedDragon) {
        found = found.or(knitted_dragon(row, hand));
    }
    let unrelated = row.is_open(Shape::SixteenUnrelated) && row.sets == 5;
    if unrelated && all.held() == all.unrelated() && naturals - all.held() <= 1 {
        found = found.or(sixteen_unrelated::waits_for(hand.kinds()[0], naturals > all.held()));
    }
    let spare_orphans = if row.sets == 5 { 4 } else { 1 };
    if row.is_open(Shape::ThirteenOrphans) && naturals - all.orphans() <= spare_orphans && found != ALL {
        found = found.or(thirteen_orphans::waits_of(row.sets, row.copies(), row.wilds));
    }
    found.by_wild |= row.knows(Shape::AllWild) && naturals == 0 && !row.natural_melds();
    found
}

/// Where the hand needs few enough pairs to be ready.
fn seven_pairs(row: &Row<'_>, hand: &Hand) -> Waits {
    let needed = hand.all.pairs_needed();
    if row.sets == 5 && needed <= 7 {
        return ALL;
    }
    let [held, odd, threes] = hand.kinds();
    seven_pairs::waits_for(row.sets - 4, needed as u8, odd, KindSet(held.0 & !odd.0), threes)
}

fn knitted_dragon(row: &Row<'_>, hand: &Hand) -> Waits {
    let mut waits = Waits::default();
    let Some(sets) = row.sets.checked_sub(knitted_dragon::SETS) else {
        return waits;
    };
    let beside = hand.beside_blocks();
    // A set that is left over holds any tile.
    if sets > 0 && below(beside, cover_limit(sets - 1) - 4) != 0 {
        return ALL;
    }
    let mut near = below(beside, cover_limit(sets) + 1);
    let held = if near == 0 { KindSet::EMPTY } else { hand.kinds()[0] };
    while near != 0 {
        let block = near.trailing_zeros() as usize / 8;
        near &= near - 1;
        let room = room(hand.needs_beside(block), sets);
        waits = waits.or(room);
        if room.by_wild {
            waits.kinds.0 |= IN_BLOCK[block] & !held.0;
        }
    }
    waits
}

/// The kinds of each block.
const IN_BLOCK: [u64; 6] = {
    let mut kinds = [0; 6];
    let mut block = 0;
    while block < 6 {
        let [a, b, c] = BLOCKS[block];
        kinds[block] = 0b100_1001 << a | 0b100_1001 << (9 + b) | 0b100_1001 << (18 + c);
        block += 1;
    }
    kinds
};

/// What `sets` sets and a pair of these suits have room for: see [`crate::suit::room_for`], here without a jump.
#[inline]
fn room(needs: [Need; 4], sets: u8) -> Waits {
    let total: u8 = needs.iter().map(|need| need.sets()).sum();
    let spares: u8 = needs.iter().map(|need| u8::from(need.pair_spares())).sum();
    let (mut unmoved, mut sparing) = (0, 0);
    for (suit, need) in needs.into_iter().enumerate() {
        let elsewhere = u64::from(spares > u8::from(need.pair_spares())) * 0x1FF;
        unmoved |= u64::from(need.unmoved()) << (9 * suit);
        sparing |= (u64::from(need.sparing()) | elsewhere) << (9 * suit);
    }
    let one_over = if total == sets + 1 { unmoved & sparing } else { 0 };
    let kinds = if total == sets { unmoved | sparing } else { one_over };
    let kinds = if total < sets { u64::MAX } else { kinds };
    Waits { kinds: KindSet(kinds & KindSet::ALL.0), by_wild: total <= sets + u8::from(spares > 0) }
}
