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

    fn together(&self, block: &Block<'_>, values: &mut [[u8; 1]]) -> List {
        let (mut open, mut left) = (List::new(), List::new());
        for (row, value) in values.iter_mut().enumerate() {
            let screened = self.screens.of(block.keys(row), block.rows.melds.at(row));
            let surely = screened.is_covered() | screened.is_paired();
            let settled = surely | screened.is_standard();
            let sound = screened.is_of(block.naturals(row, self.full));
            *value = [u8::from(surely)];
            open.add(row, sound & !settled);
            left.add(row, !sound);
        }
        for row in open.rows() {
            values[row] = [in_other_shapes(&block.row(row), &Hand::of(block.keys(row))).into()];
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
        & (all.held() == all.unrelated())
        & (naturals - all.held() <= 1);
    let all_wild = row.knows(Shape::AllWild) && naturals == 0 && !row.natural_melds();
    let found = pairs | unrelated | all_wild | in_knitted_dragon(row, hand);
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
