//! How far a hand is from ready.

use super::classes::{Classes, Lack, Twos, beside_blocks, learn};
use super::row::{Row, Tiles};
use super::suits::{Hand, LANES, TOPS, classes, in_lanes};
use crate::distance::from_missing;
use crate::hand::Shape;
use crate::shapes::{knitted_dragon, missing, thirteen_orphans};

/// The distance of a hand that is about to draw or to discard.
#[inline(always)]
#[allow(clippy::inline_always)] // What a rule set does not know is asked once for all rows.
pub fn distance(row: &Row<'_>, tiles: &Tiles) -> i8 {
    let least = match row.melded {
        // Tiles on the table leave fewer copies than the classes count with.
        Some(_) if row.natural_melds() => None,
        _ => least_missing(row, tiles),
    };
    from_missing(least.unwrap_or_else(|| slowly(*row)), row.wilds)
}

#[cold]
#[inline(never)]
fn slowly(row: Row<'_>) -> u8 {
    missing(&row.loose(), row.terms.shapes, u8::MAX)
}

/// Fewest missing tiles in any shape; nothing where that takes more wild tiles than there are, or is not learnt.
#[inline]
fn least_missing(row: &Row<'_>, tiles: &Tiles) -> Option<u8> {
    let mut suits = tiles.keys.map(classes);
    let mut twos = Twos::of(suits);
    let mut lack = twos.lack(row.sets);
    if !lack.is_known() {
        learn(tiles.keys, row.sets);
        suits = tiles.keys.map(classes);
        twos = Twos::of(suits);
        lack = twos.lack(row.sets);
        if !lack.is_known() {
            return None;
        }
    }
    let mut least = u8::MAX;
    if row.knows(Shape::Standard) {
        if !lack.within(row.wilds) {
            return None;
        }
        least = lack.missing();
    }
    // No shape can do with fewer than what is no natural now, and fewer than the wild tiles need not be told apart.
    let floor = row.wilds.max(3 * row.sets + 2 - tiles.naturals.min(3 * row.sets + 2));
    if row.more_shapes() && least > floor {
        least = other_shapes(row, tiles, least);
        if row.knows(Shape::KnittedDragon) && least > floor {
            return beside_any_block(row, tiles, suits, twos, least);
        }
    }
    Some(least)
}

fn other_shapes(row: &Row<'_>, tiles: &Tiles, mut least: u8) -> u8 {
    let all = Hand::of(tiles.keys).all;
    let full = 3 * row.sets + 2;
    if row.knows(Shape::AllWild) && tiles.naturals == 0 && row.wilds == full {
        least = least.min(row.wilds);
    }
    if row.is_open(Shape::SixteenUnrelated) && row.sets == 5 {
        least = least.min(full - all.unrelated() as u8 - u8::from(all.unrelated_twice()));
    }
    if row.is_open(Shape::SevenPairs) {
        least = least.min(full - in_pairs(row, tiles, all.pairs_needed() as u8, all.has_three()));
    }
    if row.is_open(Shape::ThirteenOrphans) {
        let short = 13 - all.orphans() as u8;
        let spare = tiles.naturals - all.orphans() as u8;
        if row.sets == 4 {
            least = least.min(short + u8::from(!all.orphan_twice()));
        } else if short + 4 - spare.min(4) < least {
            least = thirteen_orphans::missing_of(row.sets, row.copies(), least);
        }
    }
    least
}

/// Naturals that seven pairs, and a triplet with five sets, can use.
fn in_pairs(row: &Row<'_>, tiles: &Tiles, needed: u8, three: bool) -> u8 {
    let (pairs, odd) = (tiles.naturals - needed, 2 * needed - tiles.naturals);
    let used = |tripled: u8, pairs: u8, odd: u8| tripled + 2 * pairs.min(7) + odd.min(7 - pairs.min(7));
    if row.sets == 4 || needed == 0 {
        used(0, pairs, odd)
    } else if three {
        used(3, pairs - 1, odd - 1)
    } else if pairs > 0 {
        // A pair as part of the triplet; one tile, or three of four, do as well.
        let fourth_is_lost = pairs == 8 && odd == 0 && row.wilds == 0 && row.copies().exactly(2).is_empty();
        used(2, pairs - 1, odd) - u8::from(fourth_is_lost)
    } else {
        used(1, 0, odd - 1)
    }
}

/// Fewest missing tiles beside a knitted block if fewer than `least`.
fn beside_any_block(row: &Row<'_>, tiles: &Tiles, suits: [Classes; 4], twos: Twos, least: u8) -> Option<u8> {
    let Some(sets) = row.sets.checked_sub(knitted_dragon::SETS) else {
        return Some(least);
    };
    let of_blocks = in_lanes([suits[0].of_blocks(), suits[1].of_blocks(), suits[2].of_blocks()]);
    let beside = twos.lack(sets);
    // Sets and pair beside a block can be no nearer in the tiles that it leaves than in all.
    let enough = if beside.is_known() { (10 + beside.missing()).saturating_sub(least) } else { 0 };
    if (of_blocks + LANES * u64::from(0x80 - enough)) & TOPS == 0 {
        return Some(least);
    }
    let nearest = |lacks: [Lack; 6]| {
        let of_block = |block: usize| 9 - (of_blocks >> (8 * block) & 0xFF) as u8;
        (0..6).map(|block| lacks[block].beside(of_block(block))).min()
    };
    let mut lacks = beside_blocks(suits, sets);
    if lacks.iter().any(|lack| !lack.is_known()) {
        learn(tiles.keys, row.sets);
        lacks = beside_blocks(suits, sets);
        if lacks.iter().any(|lack| !lack.is_known()) {
            return None;
        }
    }
    let nearest = nearest(lacks)?;
    match nearest.missing() {
        missing if missing >= least => Some(least),
        missing => nearest.within(row.wilds).then_some(missing),
    }
}
