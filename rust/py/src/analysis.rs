//! Completeness, waits and distance of hands as they come: each admitted, then answered by the batches of the kernel.

use std::ops::{Range, RangeInclusive};
use std::panic::resume_unwind;
use std::thread;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use tingpai_core::batch::score::Row;
use tingpai_core::batch::{self, Each, Rows, Terms};
use tingpai_core::hand::Winning;
use tingpai_core::tile::{Counts, KINDS};

use crate::bad;
use crate::scores::{Allowed, Asked, Hands, Left, NONE, Printed, admit_tiles, tiles};
use crate::table::Table;

/// What is asked of every hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Complete,
    Waits,
    Distance,
}

impl FromPyObject<'_, '_> for Question {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match &*name.extract::<String>()? {
            "complete" => Ok(Self::Complete),
            "waits" => Ok(Self::Waits),
            "distance" => Ok(Self::Distance),
            other => Err(PyValueError::new_err(format!("no question: {other}"))),
        }
    }
}

/// What all rows share.
struct Call<'a> {
    hands: &'a Hands,
    allowed: Allowed,
    /// Tiles that a hand may have in all, and whether the winning one is among them.
    tiles: RangeInclusive<u32>,
    with_winning: bool,
    asked: Vec<Option<Asked>>,
    numbers: Option<Vec<u32>>,
    live: bool,
    threads: usize,
}

/// Rows that are worked through in one go, and those that a thread of its own is worth.
const BLOCK: usize = 1024;
const LEAST_SHARE: usize = 4 * BLOCK;

/// For each row its answer: a truth, a wait mask without the kinds that are wild or, where `live`, all gone, or a
/// distance; and which rows are left to the caller. Row `i` is in the situation `asked[numbers[i]]`, or in the first.
#[pyfunction]
#[pyo3(signature = (hands, question, table, rules, asked, numbers, *, live, threads))]
#[expect(clippy::too_many_arguments)] // They come from Python, by keyword.
pub fn analyse(
    py: Python<'_>,
    hands: &Hands,
    question: Question,
    table: &Table,
    rules: Allowed,
    asked: Vec<Option<Asked>>,
    numbers: Option<PyBuffer<u32>>,
    live: bool,
    threads: usize,
) -> PyResult<(Py<PyByteArray>, Vec<usize>)> {
    let numbers = numbers.map(|numbers| numbers.to_vec(py)).transpose()?;
    let of_all = |numbers: &Vec<u32>| numbers.iter().all(|&number| (number as usize) < asked.len());
    if asked.is_empty() || numbers.as_ref().is_some_and(|numbers| numbers.len() != hands.len() || !of_all(numbers)) {
        return Err(bad("a situation for each row"));
    }
    let terms = Terms { shapes: table.table.shapes(), wild_tiles: rules.wild_tiles };
    let n = rules.tiles;
    let (tiles, with_winning) = match question {
        Question::Complete => (n + 1..=n + 1, true),
        Question::Waits => (n..=n, false),
        Question::Distance => (n..=n + 1, true),
    };
    let call = Call { hands, allowed: rules, tiles, with_winning, asked, numbers, live, threads };
    match question {
        Question::Complete => call.answered(py, |rows, _, answers| batch::complete(rows, terms, 1, answers)),
        Question::Distance => call.answered(py, |rows, _, answers| batch::distance(rows, terms, 1, answers)),
        Question::Waits => call.answered(py, |rows, dropped, (values, faults)| {
            batch::waits(rows, terms, live && dropped.is_none(), 1, (values, faults));
            for (value, dropped) in values.iter_mut().zip(dropped.unwrap_or_default()) {
                *value = (u64::from_ne_bytes(*value) & !dropped).to_ne_bytes();
            }
        }),
    }
}

impl Call<'_> {
    /// Answers by `ask`, which is given some rows, and of each the kinds that cannot be waited for; if not, only what
    /// its rows tell themselves is in the way.
    fn answered<const SIZE: usize>(
        &self,
        py: Python<'_>,
        ask: impl Fn(&Rows<'_>, Option<&[u64]>, batch::Answers<'_, SIZE>) + Sync,
    ) -> PyResult<(Py<PyByteArray>, Vec<usize>)> {
        let mut left = Vec::new();
        let out = PyByteArray::new_with(py, self.hands.len() * SIZE, |bytes| {
            let values = bytes.as_chunks_mut().0;
            let share = values.len().div_ceil(self.threads.max(1)).next_multiple_of(LEAST_SHARE);
            let work = |first: usize, values: &mut [[u8; SIZE]]| {
                let mut left = Vec::new();
                for (block, values) in values.chunks_mut(BLOCK).enumerate() {
                    self.block(first + block * BLOCK, values, &mut left, &ask);
                }
                left
            };
            left = py.detach(|| {
                thread::scope(|scope| {
                    let mut parts = values.chunks_mut(share.max(1)).enumerate();
                    let first = parts.next();
                    let work = &work;
                    let others: Vec<_> =
                        parts.map(|(part, values)| scope.spawn(move || work(part * share, values))).collect();
                    let mut left = first.map(|(_, values)| work(0, values)).unwrap_or_default();
                    for other in others {
                        left.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
                    }
                    left
                })
            });
            Ok(())
        })?;
        Ok((out.unbind(), left))
    }

    fn block<const SIZE: usize>(
        &self,
        first: usize,
        values: &mut [[u8; SIZE]],
        left: &mut Vec<usize>,
        ask: &impl Fn(&Rows<'_>, Option<&[u64]>, batch::Answers<'_, SIZE>),
    ) {
        let rows = first..first + values.len();
        let mut faults = vec![0; rows.len()];
        match (self.hands.bare(), &*self.asked) {
            (Some((counts, wilds)), [Some(asked)]) if asked.nothing() => {
                let wilds = wilds.map_or(Each::All(0), |wilds| Each::Of(&wilds[rows.clone()]));
                let counts = &counts[rows.clone()];
                let bare = Rows { counts, wilds, melds: Each::All(0), melded: None };
                ask(&bare, None, (values, &mut faults));
            }
            _ => {
                let block = Block::of(self, rows.clone());
                ask(&block.rows(), Some(&block.dropped), (values, &mut faults));
            }
        }
        left.extend(rows.zip(faults).filter(|&(_, fault)| fault != 0).map(|(row, _)| row));
    }

    /// Puts a hand into `row`, if it surely may be.
    fn admit(&self, at: usize, printed: &mut Printed, row: &mut Row) -> Result<&Asked, Left> {
        let number = self.numbers.as_ref().map_or(0, |numbers| numbers[at] as usize);
        let asked = self.asked[number].as_ref().ok_or(Left)?;
        self.hands.print(at, printed)?;
        let won = self.with_winning && printed.winning != NONE;
        if !self.tiles.contains(&(tiles(printed, asked) + u32::from(won))) {
            return Err(Left);
        }
        admit_tiles(printed, self.allowed, asked, row)?;
        if self.with_winning {
            match row.winning {
                Winning::None => {}
                Winning::Wild => row.wilds += 1,
                Winning::Natural(kind) => row.tiles.add(kind),
            }
        }
        Ok(asked)
    }
}

/// Naturals in the sets on the table.
pub fn melded(row: &Row) -> Counts {
    let mut melded = [0; KINDS];
    for &kind in row.melds().iter().flat_map(|meld| &meld.naturals) {
        if let Some(copies) = melded.get_mut(usize::from(kind)) {
            *copies += 1;
        }
    }
    melded
}

/// Kinds that are not waited for: those that are wild and, where `live`, those of which all are held, laid or seen.
pub fn dropped(held: &Counts, melded: &Counts, asked: &Asked, live: bool) -> u64 {
    let known = held.iter().zip(melded).zip(&asked.seen).map(|((held, laid), seen)| held + laid + seen);
    let gone = known.enumerate().fold(0, |kinds, (kind, copies)| kinds | u64::from(copies >= 4) << kind);
    asked.wild_kinds.0 | if live { gone } else { 0 }
}

/// Hands as the kernel's batches take them. One that is not admitted has no tiles, which no question admits.
#[derive(Default)]
struct Block {
    counts: Vec<Counts>,
    wilds: Vec<u8>,
    melds: Vec<u8>,
    melded: Vec<Counts>,
    dropped: Vec<u64>,
}

impl Block {
    fn of(call: &Call<'_>, rows: Range<usize>) -> Self {
        let mut block = Self::default();
        let (mut printed, mut row) = (Printed::new(), Row::default());
        for at in rows {
            let Ok(asked) = call.admit(at, &mut printed, &mut row) else {
                block.push([0; KINDS], 0, 0, [0; KINDS], 0);
                continue;
            };
            let (counts, melded) = (row.tiles.counts(), melded(&row));
            let dropped = dropped(&counts, &melded, asked, call.live);
            block.push(counts, row.wilds, row.melds().len() as u8, melded, dropped);
        }
        block
    }

    fn push(&mut self, counts: Counts, wilds: u8, melds: u8, melded: Counts, dropped: u64) {
        self.counts.push(counts);
        self.wilds.push(wilds);
        self.melds.push(melds);
        self.melded.push(melded);
        self.dropped.push(dropped);
    }

    fn rows(&self) -> Rows<'_> {
        let laid = self.melds.iter().any(|&melds| melds > 0);
        Rows {
            counts: &self.counts,
            wilds: Each::Of(&self.wilds),
            melds: Each::Of(&self.melds),
            melded: laid.then_some(&*self.melded),
        }
    }
}
