//! Many hands in one call: rows of counts in memory, one answer and one fault a row.
#![allow(clippy::needless_bitwise_bool)] // A jump that is not foreseen costs more than what it spares.

mod block;
mod classes;
mod complete;
mod distance;
mod row;
pub mod score;
mod screen;
mod suits;
mod waits;

use std::thread;

use block::{Block, ROWS, RowSet};
use row::Row;

use crate::hand::Shapes;
use crate::tile::{Counts, KINDS};

/// A small number for each row.
#[derive(Clone, Copy, Debug)]
pub enum Each<'a> {
    /// The same for all.
    All(u8),
    /// One a row.
    Of(&'a [u8]),
}

impl Each<'_> {
    fn at(self, row: usize) -> u8 {
        match self {
            Self::All(number) => number,
            Self::Of(numbers) => numbers[row],
        }
    }

    /// Copies all of them, at most as many as there is room for.
    fn copy_into(self, room: &mut [u8]) {
        match self {
            Self::All(number) => room.fill(number),
            Self::Of(numbers) => room[..numbers.len()].copy_from_slice(numbers),
        }
    }

    fn from(self, first: usize, rows: usize) -> Self {
        match self {
            Self::All(_) => self,
            Self::Of(numbers) => Self::Of(&numbers[first..first + rows]),
        }
    }
}

/// Hands, one a row.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// Natural tiles in hand, the winning tile among them where there is one.
    pub counts: &'a [Counts],
    /// Wild tiles in hand.
    pub wilds: Each<'a>,
    /// Sets on the table.
    pub melds: Each<'a>,
    /// The natural tiles of those sets; without them every set on the table is taken to be of wild tiles.
    pub melded: Option<&'a [Counts]>,
}

impl<'a> Rows<'a> {
    fn part(&self, first: usize, rows: usize) -> Self {
        Self {
            counts: &self.counts[first..first + rows],
            wilds: self.wilds.from(first, rows),
            melds: self.melds.from(first, rows),
            melded: self.melded.map(|melded| &melded[first..first + rows]),
        }
    }

    fn row(&self, row: usize, terms: Terms) -> Row<'a> {
        Row {
            terms,
            sets: terms.shapes.sets.saturating_sub(self.melds.at(row)),
            counts: &self.counts[row],
            wilds: self.wilds.at(row),
            melds: self.melds.at(row),
            melded: self.melded.map(|melded| &melded[row]),
        }
    }
}

/// What a rule set says of hands.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Shapes and number of sets.
    pub shapes: Shapes,
    /// Whether there are wild tiles.
    pub wild_tiles: bool,
}

/// What is wrong with a row, the first that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// Too many or too few tiles for the question.
    TileCount,
    /// More than four natural copies of a kind.
    TooManyCopies,
    /// Wild tiles where there are none.
    NoWildTiles,
    /// Tiles on the table that so many sets do not hold.
    NotAMeld,
}

/// A bit of the answer of [`waits`] above those of the kinds: a wild tile completes the hand.
pub const BY_WILD: u64 = 1 << KINDS;

/// The next bit: whatever tile there is completes the hand.
pub const ANY_TILE: u64 = 1 << (KINDS + 1);

/// How a question is answered.
trait Ask<const SIZE: usize>: Sync {
    /// Fewest and most tiles of a hand that it may be asked of.
    fn tiles(&self) -> (u8, u8);

    /// The value of a row with a fault.
    fn none(&self) -> [u8; SIZE];

    /// Answers rows of a block, and returns those that it does not: all that may have a fault, and all with suits that
    /// were not met before.
    fn together(&self, block: &mut Block<'_>, values: &mut [[u8; SIZE]]) -> RowSet;

    /// Meets the suits of a row without a fault.
    fn meet(&self, row: &Row<'_>);

    /// Answers one row without a fault as a single hand.
    fn alone(&self, row: &Row<'_>) -> [u8; SIZE];
}

/// Answers every row into `values`, and tells what is wrong with it in `faults`, in their order, on so many threads.
fn each<const SIZE: usize>(
    rows: &Rows<'_>,
    terms: Terms,
    threads: usize,
    (values, faults): Answers<'_, SIZE>,
    ask: &impl Ask<SIZE>,
) {
    let share = rows.counts.len().div_ceil(threads.max(1)).next_multiple_of(ROWS).max(LEAST_SHARE);
    if share >= rows.counts.len() {
        return some(rows, terms, (values, faults), ask);
    }
    thread::scope(|scope| {
        for (part, (values, faults)) in values.chunks_mut(share).zip(faults.chunks_mut(share)).enumerate() {
            let rows = rows.part(part * share, values.len());
            scope.spawn(move || some(&rows, terms, (values, faults), ask));
        }
    });
}

/// The same on this thread.
fn some<const SIZE: usize>(rows: &Rows<'_>, terms: Terms, (values, faults): Answers<'_, SIZE>, ask: &impl Ask<SIZE>) {
    let (least, most) = ask.tiles();
    faults.fill(Fault::None as u8);
    let mut block = Block::new(terms, *rows);
    for (part, (values, faults)) in values.chunks_mut(ROWS).zip(faults.chunks_mut(ROWS)).enumerate() {
        let rows = rows.part(part * ROWS, values.len());
        let left = if block.take(rows) { ask.together(&mut block, values) } else { RowSet::first(values.len()) };
        for index in left.rows() {
            let row = rows.row(index, terms);
            let fault = row.fault(least, most);
            faults[index] = fault as u8;
            values[index] = if fault == Fault::None {
                ask.meet(&row);
                ask.alone(&row)
            } else {
                ask.none()
            };
        }
    }
}

/// Rows that a thread of its own is worth.
const LEAST_SHARE: usize = 4_096;

/// Where the answers of a batch go: a value and a fault for each row.
pub type Answers<'a, const SIZE: usize> = (&'a mut [[u8; SIZE]], &'a mut [u8]);

/// For each row whether it is complete: 1 or 0, also 0 where there is a fault.
pub fn complete(rows: &Rows<'_>, terms: Terms, threads: usize, answers: Answers<'_, 1>) {
    each(rows, terms, threads, answers, &complete::Complete::of(terms));
}

/// For each row what completes it, as the bytes of a number: a bit for each kind, [`BY_WILD`] and [`ANY_TILE`]; 0 where
/// there is a fault. Where `live`, kinds of which all four copies are in hand or on the table are left out.
pub fn waits(rows: &Rows<'_>, terms: Terms, live: bool, threads: usize, answers: Answers<'_, 8>) {
    each(rows, terms, threads, answers, &waits::WaitsFor::of(terms, live));
}

/// For each row its distance; [`UNREACHABLE`](crate::distance::UNREACHABLE) where there is a fault.
pub fn distance(rows: &Rows<'_>, terms: Terms, threads: usize, answers: Answers<'_, 1>) {
    each(rows, terms, threads, answers, &distance::Distance::of(terms));
}
