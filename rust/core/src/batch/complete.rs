//! Whether a hand is complete.

use super::row::{Row, Tiles};
use super::screen::Screens;
use super::suits::{Hand, below, cover_limit};
use crate::hand::Shape;
use crate::shapes::{knitted_dragon, thirteen_orphans};

/// Whether a hand of as many tiles as a complete one is complete.
#[inline(always)]
#[allow(clippy::inline_always)] // What a rule set does not know is asked once for all rows.
pub fn complete(row: &Row<'_>, tiles: &Tiles, screens: &Screens) -> bool {
    let screened = screens.of(tiles.keys, row.melds);
    let surely = screened.is_covered() | screened.is_paired();
    if surely | screened.is_standard() { surely } else { exactly(*row, *tiles) }
}

/// The same without a screen.
///
/// All shapes are asked: what comes out differs from hand to hand, and a jump not foreseen costs more than the question.
#[inline(never)]
#[allow(clippy::needless_bitwise_bool)] // As said.
fn exactly(row: Row<'_>, tiles: Tiles) -> bool {
    let hand = Hand::of(tiles.keys);
    let standard = row.knows(Shape::Standard) & (hand.all.cover() < cover_limit(row.sets));
    if !row.more_shapes() {
        return standard;
    }
    let (all, naturals) = (hand.all, u64::from(tiles.naturals));
    let pairs = row.is_open(Shape::SevenPairs) & (all.pairs_needed() <= row.pairs_at_most(all));
    let unrelated = row.is_open(Shape::SixteenUnrelated)
        & (row.sets == 5)
        & (all.held() == all.unrelated())
        & (naturals - all.held() <= 1);
    let all_wild = row.knows(Shape::AllWild) && naturals == 0 && !row.natural_melds();
    let found = standard | pairs | unrelated | all_wild | in_knitted_dragon(&row, &hand);
    let spare = naturals - all.orphans();
    if row.sets == 4 {
        return found | (row.is_open(Shape::ThirteenOrphans) & (spare <= u64::from(all.orphan_twice())));
    }
    found
        || row.is_open(Shape::ThirteenOrphans)
            && spare <= 4
            && thirteen_orphans::missing_of(row.sets, row.copies(), row.wilds + 1) <= row.wilds
}

fn in_knitted_dragon(row: &Row<'_>, hand: &Hand) -> bool {
    if !row.knows(Shape::KnittedDragon) || row.sets < knitted_dragon::SETS {
        return false;
    }
    below(hand.beside_blocks(), cover_limit(row.sets - knitted_dragon::SETS)) != 0
}
