//! Scores of many hands.
//!
//! Random hands differ, but what rows can tell of them often does not: where no row compares groups tile by tile, a hand
//! is summed up by how many groups of each sort it has ([`Palette`]). The answer for each such sum is worked out once by
//! the full search and remembered. Where a suit leaves a choice, the ways to lay it are part of the sum, in their order,
//! so that the groups of the answer are those of the very hand. All other hands are searched one by one.

mod flowers;
mod memory;
mod row;
mod sheet;
mod sorts;
mod suits;
mod used;

use crate::best::{Beside, Line, Reading, best};
use crate::hand::{Shape, Winning};
use crate::rules::Situated;

pub use memory::Memory;
pub use row::{MOST_MELDS, Row};
pub use sheet::{NO_SHAPE, Sheet, Wanted};
pub use sorts::{Numbers, Palette};

/// What a rule set says of a win. Reasons why a hand does not win are numbers, 0 stands for none.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The total at most, and at least where that is asked.
    pub limit: Option<i32>,
    /// See `limit`.
    pub least: Option<i32>,
    /// Rows that do not count to the least total.
    pub beside: Vec<u16>,
    /// Why the win is refused, if it is.
    pub refused: u8,
    /// Shapes that may win, one bit each, and the reason why others may not.
    pub shapes: u8,
    /// See `shapes`.
    pub otherwise: u8,
    /// The reason of too low a total.
    pub below: u8,
    /// The reason where there is no reading.
    pub missing: u8,
    /// The number of the line of what the limit takes away.
    pub limit_line: u16,
}

impl Terms {
    /// The total within the limit, and why it does not win.
    fn verdict(&self, reading: &Reading) -> (i32, u8) {
        let total = self.limit.map_or(reading.total, |limit| reading.total.min(limit));
        let beside = reading.lines.iter().filter(|line| self.beside.contains(&line.row));
        let reason = if self.refused > 0 {
            self.refused
        } else if self.shapes >> reading.shape & 1 == 0 {
            self.otherwise
        } else if self.least.is_some_and(|least| total - beside.map(Line::subtotal).sum::<i32>() < least) {
            self.below
        } else {
            0
        };
        (total, reason)
    }
}

/// What the rows of one situation share.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The table in the situation.
    pub situated: &'a Situated,
    /// What the rule set says of such a win.
    pub terms: &'a Terms,
    /// What lies beside the hands, their flowers apart.
    pub beside: &'a Beside,
    /// How the rows look at hands, where remembering is worth while.
    pub palette: Option<&'a Palette>,
}

impl Frame<'_> {
    /// Scores a row and takes the answer down.
    pub fn score(&self, row: &Row, memory: &mut Memory, sheet: &mut Sheet) {
        match self.palette {
            Some(palette) => memory.score(self, palette, row, sheet),
            None => drop(self.search(row, sheet)),
        }
    }

    /// Searches for the best reading, takes it down and returns it with its total after the limit and the reason.
    fn search(&self, row: &Row, sheet: &mut Sheet) -> Option<(Reading, i32, u8)> {
        let found = best(self.situated, &row.hand(), &row.beside(self.beside), 1).pop();
        let Some(reading) = found else {
            sheet.none(self.terms.missing);
            return None;
        };
        let (total, reason) = self.terms.verdict(&reading);
        sheet.reading(&reading, total, reason, self.terms.limit_line);
        Some((reading, total, reason))
    }

    /// Whether a hand without wild tiles may be of another shape than sets and a pair.
    fn may_be_special(&self, row: &Row) -> bool {
        self.situated.table().shapes().knows(Shape::ThirteenOrphans)
            && row.melds().is_empty()
            && (27..34).all(|kind| row.counts[kind] > 0 || row.winning == Winning::Natural(kind as u8))
    }
}
