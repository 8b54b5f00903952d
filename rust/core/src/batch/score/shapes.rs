//! Whether hands without wild tiles may be of another shape than sets and a pair, told from their tiles at once.

use super::packed::Packed;
use crate::hand::{Shape, Shapes};

/// The lowest bit of each count of a suit.
const ONES: u64 = 0x1_1111_1111;

/// The ranks 1, 4 and 7.
const THIRDS: u64 = 0x100_1001;

/// Whether tiles may be a shape that may be sets and a pair as well, where so many more are still to come: with none
/// they are whole, with one they wait.
#[inline]
pub(super) fn may_be_both(shapes: Shapes, laid: usize, tiles: Packed, to_come: u32) -> bool {
    let pairs = || {
        let odd: u32 = tiles.0.iter().map(|suit| (suit & ONES).count_ones()).sum();
        odd <= u32::from(shapes.sets.saturating_sub(4)) + to_come
    };
    let knitted = || {
        let third = |suit: usize, third: usize| (present(tiles.0[suit]) & THIRDS << (4 * third)).count_ones();
        let most = crate::group::KNITTED.iter().map(|[a, b, c]| {
            let suits = [*a, *b, *c].map(usize::from);
            suits.into_iter().enumerate().map(|(at, suit)| third(suit, at)).sum::<u32>()
        });
        most.max().unwrap_or_default() + to_come >= 9
    };
    shapes.knows(Shape::SevenPairs) && laid == 0 && pairs()
        || shapes.knows(Shape::KnittedDragon) && laid + 3 <= usize::from(shapes.sets) && knitted()
}

/// The same of a shape that is never sets and a pair.
pub(super) fn may_be_neither(shapes: Shapes, laid: usize, tiles: Packed, to_come: u32) -> bool {
    let kinds = || tiles.0.iter().map(|suit| present(*suit).count_ones()).sum::<u32>();
    let orphans = shapes.knows(Shape::ThirteenOrphans) && present(tiles.0[3]).count_ones() + to_come >= 7;
    laid == 0 && (orphans || shapes.knows(Shape::SixteenUnrelated) && kinds() + to_come >= 16)
}

/// A bit for each rank of which there is a tile.
const fn present(suit: u64) -> u64 {
    (suit | suit >> 1 | suit >> 2 | suit >> 3) & ONES
}
