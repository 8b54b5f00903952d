//! Whether a hand is complete.

use super::block::{Block, List};
use super::row::Row;
use super::screen::Screens;
use super::suits::{Hand, below, cover_limit, meet};
use super::{Ask, Terms};
use crate::hand::Shape;
use crate::shapes::{knitted_dragon, thirteen_orphans};
use crate::waits::completes_of;

/// Whether hands of as many tiles as a complete one are complete.
pub struct Complete {
    screens: Screens,
    full: u8,
}

impl Complete {
    pub fn of(terms: Terms) -> Self {
        Self { screens: Screens::complete(terms), full: 3 * terms.shapes.sets + 2 }
    }
}

impl Ask<1> for Complete {
    fn tiles(&self) -> (u8, u8) {
        (self.full, self.full)
    }

    fn none(&self) -> [u8; 1] {
        [0]
    }

    fn together(&self, block: &mut Block<'_>, values: &mut [[u8; 1]]) -> List {
        let [mut open, mut left] = [const { List::new() }; 2];
        for (row, value) in values.iter_mut().enumerate() {
            let hand = block.meet(row);
            let screened = self.screens.of(hand.keys, hand.melds);
            let surely = screened.is_covered() | screened.is_paired();
            *value = [u8::from(surely)];
            open.add(row, !(surely | screened.is_standard()) | !screened.is_of(hand.naturals(self.full)));
        }
        for row in open.rows() {
            let hand = block.met(row);
            let sound = self.screens.of(hand.keys, hand.melds).is_of(hand.naturals(self.full));
            values[row] = [u8::from(sound && in_other_shapes(&block.row(row), &Hand::of(hand.keys)))];
            left.add(row, !sound);
        }
        left
    }

    fn meet(&self, keys: [usize; 4], _: u8) {
        meet(keys);
    }

    fn alone(&self, row: &Row<'_>) -> [u8; 1] {
        [completes_of(&row.loose(), row.terms.shapes).into()]
    }
}

fn in_other_shapes(row: &Row<'_>, hand: &Hand) -> bool {
    let (all, naturals) = (hand.all, hand.all.naturals());
    let pairs = row.is_open(Shape::SevenPairs) & (all.pairs_needed() <= row.pairs_at_most(all));
    let unrelated = row.is_open(Shape::SixteenUnrelated)
        & (row.sets == 5)
        & (hand.held() == all.unrelated())
        & (naturals - hand.held() <= 1);
    let all_wild = row.knows(Shape::AllWild) && naturals == 0 && !row.natural_melds();
    let found = pairs | unrelated | all_wild | in_knitted_dragon(row, hand);
    let spare = naturals - all.orphans();
    if row.sets == 4 {
        return found | (row.is_open(Shape::ThirteenOrphans) & (spare <= u8::from(all.orphan_twice())));
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
