//! Answers on their way back.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use tingpai_core::batch::score::{Sheet, Wanted};
use tingpai_core::best::Reading as CoreReading;

use super::block::{BAD, Block, written};
use crate::reading::Reading;

/// The answers of some rows on end.
pub enum Chunk {
    /// To all of them.
    Whole(Block),
    /// Some rows were left.
    Open(Sheet, Vec<usize>),
}

impl Chunk {
    pub fn new(sheet: &Sheet, left: Vec<usize>) -> Self {
        if left.is_empty() { Self::Whole(Block::of(sheet)) } else { Self::Open(sheet.clone(), left) }
    }

    const fn rows(&self) -> usize {
        match self {
            Self::Whole(block) => block.rows,
            Self::Open(sheet, _) => sheet.totals.len(),
        }
    }
}

/// An answer that the package worked out.
struct Told {
    total: i32,
    reason: u8,
    reading: Option<CoreReading>,
}

/// The answers for all rows; those that were left are told afterwards.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Answers {
    chunks: Vec<Chunk>,
    wanted: Wanted,
    told: Mutex<BTreeMap<usize, Told>>,
}

impl Answers {
    pub fn new(chunks: Vec<Chunk>, wanted: Wanted) -> Self {
        Self { chunks, wanted, told: Mutex::default() }
    }
}

#[pymethods]
impl Answers {
    /// Rows that were left, ascending.
    fn left(&self) -> Vec<usize> {
        let left = |chunk| match chunk {
            &Chunk::Whole(_) => &[][..],
            Chunk::Open(_, left) => left,
        };
        self.chunks.iter().flat_map(left).copied().collect()
    }

    /// Tells the answer of a row that was left.
    #[pyo3(signature = (row, total, reason, reading))]
    fn tell(&self, row: usize, total: i32, reason: u8, reading: Option<&Reading>) {
        let reading = reading.map(|reading| reading.reading.clone());
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.insert(row, Told { total, reason, reading });
    }

    /// Tells that a row that was left is bad.
    fn tell_bad(&self, row: usize) {
        self.tell(row, 0, BAD, None);
    }

    /// The columns by name, in native byte order; `limit_line` is the number of the line of what the limit takes away.
    fn columns<'py>(&self, py: Python<'py>, limit_line: u16) -> PyResult<Bound<'py, PyDict>> {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let mut start = 0;
        let mended: Vec<Option<Block>> = self
            .chunks
            .iter()
            .map(|chunk| {
                let rows = start..start + chunk.rows();
                start = rows.end;
                let Chunk::Open(sheet, _) = chunk else { return None };
                let further: Vec<(usize, &Told)> =
                    told.range(rows.clone()).map(|(row, told)| (row - rows.start, told)).collect();
                Some(Block::of(&mended(sheet, &further, limit_line)))
            })
            .collect();
        let blocks = self.chunks.iter().zip(&mended);
        let blocks: Vec<&Block> = blocks
            .filter_map(|(chunk, mended)| match chunk {
                Chunk::Whole(block) => Some(block),
                Chunk::Open(..) => mended.as_ref(),
            })
            .collect();
        written(py, &blocks, self.wanted)
    }
}

/// The sheet with answers put in for rows that have none.
fn mended(sheet: &Sheet, further: &[(usize, &Told)], limit_line: u16) -> Sheet {
    let mut mended = Sheet::new(sheet.wanted);
    let mut further = further.iter().peekable();
    let (mut line, mut group) = (0, 0);
    for row in 0..sheet.totals.len() {
        let lines = sheet.line_counts.get(row).map_or(0, |count| usize::from(*count));
        let groups = sheet.group_counts.get(row).map_or(0, |count| usize::from(*count));
        match further.next_if(|(at, _)| *at == row) {
            Some((_, Told { total, reason, reading: Some(reading) })) => {
                mended.reading(reading, *total, *reason, limit_line);
            }
            Some((_, Told { reason, .. })) => mended.none(*reason),
            None => {
                mended.totals.push(sheet.totals[row]);
                mended.reasons.push(sheet.reasons[row]);
                mended.line_counts.extend(sheet.line_counts.get(row));
                mended.lines.extend_from_slice(&sheet.lines[line..line + lines]);
                mended.shapes.extend(sheet.shapes.get(row));
                mended.group_counts.extend(sheet.group_counts.get(row));
                mended.groups.extend_from_slice(&sheet.groups[group..group + groups]);
            }
        }
        line += lines;
        group += groups;
    }
    mended
}
