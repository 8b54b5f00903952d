//! Scores of many hands.
//!
//! Where rows ask how many groups there are of some sort, for runs, or for what the winning tile made whole, a hand without
//! wild tiles needs no search: each suit is looked up once for what it adds to those counts, and all conditions are tests
//! on their sum ([`Palette`]). Where the best consistent set of what holds counts, rows are taken apart into those that bear
//! on one another, and what is known of each part is added up ([`Parts`]). All other hands are searched one by one.

mod compile;
mod facts;
mod judge;
mod known;
mod memory;
mod packed;
mod palette;
mod parts;
mod plan;
mod reading;
mod row;
mod runs;
mod shapes;
mod sheet;
mod side;
mod suits;
mod tally;
mod tests;
mod waits;

use crate::best::{Beside, Line, Reading};
use crate::rules::Situated;

pub use memory::Memory;
pub use packed::Packed;
pub use palette::{Numbers, Palette};
pub use parts::Parts;
pub use row::{MOST_MELDS, Row};
pub use sheet::{NO_SHAPE, Sheet, Wanted};

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
    /// The total within the limit, and why it does not win; so much of the total does not count to the least one.
    fn verdict(&self, total: i32, beside: i32, shape: u8) -> (i32, u8) {
        let total = self.limit.map_or(total, |limit| total.min(limit));
        let reason = if self.refused > 0 {
            self.refused
        } else if self.shapes >> shape & 1 == 0 {
            self.otherwise
        } else {
            // Chosen, not branched to: it cannot be foreseen.
            [0, self.below][usize::from(self.least.is_some_and(|least| total - beside < least))]
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
    /// How the rows look at hands, where that is simple enough.
    pub look: Option<&'a Look>,
}

/// How the rows of a situation look at hands without wild tiles.
#[derive(Debug)]
pub enum Look {
    /// By counts of groups.
    Counts(Palette),
    /// Part by part.
    Parts(Parts),
}

impl Look {
    /// That of a situation, if its rows look at no more; `beside` are rows that do not count to the least total.
    #[must_use]
    pub fn new(situated: &Situated, beside: &[u16], numbers: &Numbers) -> Option<Self> {
        let counts = Palette::new(situated, beside, numbers).map(Self::Counts);
        counts.or_else(|| Parts::new(situated, numbers).map(Self::Parts))
    }
}

/// Rows that are best scored together.
pub const TOGETHER: usize = 16;

/// Scores rows, at most [`TOGETHER`], each in its frame, and takes the answers down; a row without a frame is left blank.
/// The suits of all are looked up first, so that what has to come from memory comes at once.
pub fn score(rows: &[Row], frames: &[Option<Frame>], memory: &mut Memory, sheet: &mut Sheet) {
    memory.make_room();
    let mut in_hand = [const { None }; TOGETHER];
    for (in_hand, (row, frame)) in in_hand.iter_mut().zip(rows.iter().zip(frames)) {
        if let Some(frame @ Frame { look: Some(Look::Counts(palette)), .. }) = frame {
            *in_hand = memory.look_up(frame, palette, row);
        }
    }
    for (in_hand, (row, frame)) in in_hand.iter().zip(rows.iter().zip(frames)) {
        let Some(frame) = frame else {
            sheet.none(0);
            continue;
        };
        match (frame.look, in_hand) {
            (Some(Look::Counts(palette)), Some(in_hand)) => memory.score(frame, palette, row, in_hand, sheet),
            (Some(Look::Parts(parts)), _) => memory.weigh(frame, parts, row, sheet),
            _ => memory.search(frame, row, sheet),
        }
    }
}

impl Frame<'_> {
    /// Takes down the best reading, or that there is none.
    fn tell(&self, found: Option<Reading>, sheet: &mut Sheet) {
        let Some(reading) = found else { return sheet.none(self.terms.missing) };
        let beside = reading.lines.iter().filter(|line| self.terms.beside.contains(&line.row));
        let beside = beside.map(Line::subtotal).sum();
        let (total, reason) = self.terms.verdict(reading.total, beside, reading.shape);
        sheet.reading(&reading, total, reason, self.terms.limit_line);
    }
}
