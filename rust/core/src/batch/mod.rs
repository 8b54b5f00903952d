//! Many hands in one call: rows of counts in memory, one answer and one fault a row.

mod classes;
mod complete;
mod distance;
mod row;
pub mod score;
mod screen;
mod suits;
mod waits;

use std::thread;

use row::{Row, Tiles};
use screen::Screens;

use crate::distance::UNREACHABLE;
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

    #[inline]
    fn row(&self, row: usize, terms: Terms) -> Row<'a> {
        Row {
            terms,
            sets: 0,
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

/// Answers every row of `least` to `most` tiles by `answer` into `values`, and tells what is wrong with it in `faults`,
/// in their order, on so many threads. The value of a row with a fault is `none`.
fn each<const SIZE: usize>(
    rows: &Rows<'_>,
    terms: Terms,
    (least, most): (u8, u8),
    threads: usize,
    (values, faults): Answers<'_, SIZE>,
    none: [u8; SIZE],
    answer: impl Fn(&Row<'_>, &Tiles) -> [u8; SIZE] + Sync,
) {
    let work = |rows: Rows<'_>, values: &mut [[u8; SIZE]], faults: &mut [u8]| {
        for (index, (value, fault)) in values.iter_mut().zip(faults).enumerate() {
            let mut row = rows.row(index, terms);
            (*value, *fault) = match row.admit(least, most) {
                Ok(tiles) => (answer(&row, &tiles), Fault::None as u8),
                Err(fault) => (none, fault as u8),
            };
        }
    };
    let share = rows.counts.len().div_ceil(threads.max(1)).max(LEAST_SHARE);
    if share >= rows.counts.len() {
        return work(*rows, values, faults);
    }
    thread::scope(|scope| {
        for (part, (values, faults)) in values.chunks_mut(share).zip(faults.chunks_mut(share)).enumerate() {
            let rows = rows.part(part * share, values.len());
            let work = &work;
            scope.spawn(move || work(rows, values, faults));
        }
    });
}

/// Rows that a thread of its own is worth.
const LEAST_SHARE: usize = 4_096;

/// Where the answers of a batch go: a value and a fault for each row.
pub type Answers<'a, const SIZE: usize> = (&'a mut [[u8; SIZE]], &'a mut [u8]);

/// For each row whether it is complete: 1 or 0, also 0 where there is a fault.
pub fn complete(rows: &Rows<'_>, terms: Terms, threads: usize, answers: Answers<'_, 1>) {
    let full = 3 * terms.shapes.sets + 2;
    let screens = Screens::complete(terms);
    let answer = |row: &Row<'_>, tiles: &Tiles| [complete::complete(row, tiles, &screens).into()];
    each(rows, terms, (full, full), threads, answers, [0], answer);
}

/// For each row what completes it, as the bytes of a number: a bit for each kind, [`BY_WILD`] and [`ANY_TILE`]; 0 where
/// there is a fault. Where `live`, kinds of which all four copies are in hand or on the table are left out.
pub fn waits(rows: &Rows<'_>, terms: Terms, live: bool, threads: usize, answers: Answers<'_, 8>) {
    let ready = 3 * terms.shapes.sets + 1;
    let screens = Screens::waits(terms);
    let answer = |row: &Row<'_>, tiles: &Tiles| waits::waits(row, tiles, live, &screens).to_ne_bytes();
    each(rows, terms, (ready, ready), threads, answers, [0; 8], answer);
}

/// For each row its distance; [`UNREACHABLE`] where there is a fault.
pub fn distance(rows: &Rows<'_>, terms: Terms, threads: usize, answers: Answers<'_, 1>) {
    let full = 3 * terms.shapes.sets + 2;
    let answer = |row: &Row<'_>, tiles: &Tiles| distance::distance(row, tiles).to_ne_bytes();
    each(rows, terms, (full - 1, full), threads, answers, UNREACHABLE.to_ne_bytes(), answer);
}
