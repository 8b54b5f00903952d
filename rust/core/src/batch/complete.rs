//! Whether a hand is complete.

use super::block::{Block, ROWS, RowSet};
use super::row::Row;
use super::screen::{ALL_WILD, KNITTED, ORPHANS, PAIRS, STANDARD, Screened, Screens, UNRELATED};
use super::suits::{Hand, below, cover_limit, meet};
use super::{Ask, Terms};
use crate::shapes::knitted_dragon;
use crate::waits::completes_of;

/// Whether hands of as many tiles as a complete one are complete.
pub struct Complete {
    screens: Screens,
    full: u8,
}

/// Shapes that are there where they are possible, and those that have to be looked for.
const SURE: u64 = STANDARD | PAIRS | ORPHANS | UNRELATED;
const UNSURE: u64 = KNITTED | ALL_WILD;

impl Complete {
    pub fn of(terms: Terms) -> Self {
        Self { screens: Screens::of_terms(terms), full: 3 * terms.shapes.sets + 2 }
    }
}

impl Ask<1> for Complete {
    fn tiles(&self) -> (u8, u8) {
        (self.full, self.full)
    }

    fn none(&self) -> [u8; 1] {
        [0]
    }

    fn together(&self, block: &mut Block<'_>, values: &mut [[u8; 1]]) -> RowSet {
        let [mut open, mut left] = [RowSet::default(); 2];
        let mut all = [Screened::default(); ROWS];
        for (row, (value, kept)) in values.iter_mut().zip(&mut all).enumerate() {
            let hand = block.meet(row);
            let screened = self.screens.of(hand.keys, hand.melds);
            let surely = screened.may_be(SURE);
            *kept = screened;
            *value = [u8::from(surely)];
            open.add(row, !surely & screened.may_be(UNSURE) | !screened.is_of(hand.naturals(self.full)));
        }
        for row in open.rows() {
            let hand = block.met(row);
            let sound = all[row].is_of(hand.naturals(self.full));
            values[row] = [u8::from(sound && in_other_shapes(&block.row(row), all[row], Hand(hand.keys)))];
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

/// Whether a hand without a fault is complete in a shape that its screen does not settle.
fn in_other_shapes(row: &Row<'_>, screened: Screened, hand: Hand) -> bool {
    let knitted = |sets: u8| below(hand.beside_blocks(), cover_limit(sets)) != 0;
    screened.may_be(KNITTED) && row.sets.checked_sub(knitted_dragon::SETS).is_some_and(knitted)
        || screened.may_be(ALL_WILD) && !row.natural_melds()
}
