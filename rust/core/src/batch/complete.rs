//! Whether a hand is complete.

use super::block::{Block, ROWS, RowSet};
use super::row::Row;
use super::screen::{ALL_WILD, KNITTED, ORPHANS, PAIRS, STANDARD, Screened, Screens, Sum, Told, UNRELATED};
use super::suits::{Hand, below, cover_limit, meet};
use super::{Ask, Terms};
use crate::shapes::knitted_dragon;
use crate::suit::keys;
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
        let rows = values.len();
        let naturals = block.naturals(self.full);
        let (mut sums, mut open, mut told) = ([Sum::default(); ROWS], [false; ROWS], Told::default());
        let kept = sums.iter_mut().zip(&mut open).zip(block.rows.counts).zip(values.iter_mut());
        for (row, (((sum, open), counts), value)) in kept.enumerate() {
            *sum = Sum::of(block.meet(row, counts));
            let screened = self.screens.of(*sum, block.melds[row]);
            let surely = screened.may_be(SURE);
            *value = [u8::from(surely)];
            *open = !surely & screened.may_be(UNSURE);
            told.add(sum.told(naturals[row]));
        }
        let all_told = sums.iter().zip(naturals).take(rows).map(|(sum, naturals)| sum.told(naturals));
        let left = RowSet::of_few(all_told, told.is_unsound(), Told::is_unsound);
        for row in RowSet::of(&open, rows).without(left).rows() {
            let screened = self.screens.of(sums[row], block.melds[row]);
            values[row] = [in_other_shapes(&block.row(row), screened, Hand(block.met(row))).into()];
        }
        left
    }

    fn meet(&self, row: &Row<'_>) {
        meet(keys(row.counts));
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
