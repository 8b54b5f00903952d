//! Answers on their way back.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use tingpai_core::batch::score::{Sheet, Wanted};
use tingpai_core::best::Reading as CoreReading;

use super::block::{BAD, Block};
use crate::reading::Reading;

/// The answers of a chunk, and its rows that have none.
pub struct Chunk {
    pub block: Block,
    pub left: Vec<usize>,
}

/// Chunks put together in their order, whichever is done first.
pub struct Gathered {
    /// Those of the chunks so far.
    all: Chunk,
    chunks: usize,
    /// Later ones, by their number.
    waiting: BTreeMap<usize, Chunk>,
    /// Blocks that are free.
    spare: Vec<Block>,
    wanted: Wanted,
}

impl Gathered {
    pub fn new(wanted: Wanted) -> Self {
        let all = Chunk { block: Block::new(wanted), left: Vec::new() };
        Self { all, chunks: 0, waiting: BTreeMap::new(), spare: Vec::new(), wanted }
    }

    /// Whether a chunk is here.
    pub fn has(&self, at: usize) -> bool {
        at < self.chunks || self.waiting.contains_key(&at)
    }

    /// Takes a chunk, and gives a block that is free.
    pub fn add(&mut self, at: usize, chunk: Chunk) -> Block {
        self.waiting.insert(at, chunk);
        while let Some(Chunk { block, left }) = self.waiting.remove(&self.chunks) {
            self.all.block.append(&block);
            self.all.left.extend(left);
            self.spare.push(block);
            self.chunks += 1;
        }
        self.spare()
    }

    /// A block that is free.
    pub fn spare(&mut self) -> Block {
        self.spare.pop().unwrap_or_else(|| Block::new(self.wanted))
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
    wanted: Wanted,
    left: Vec<usize>,
    told: Mutex<BTreeMap<usize, Told>>,
    /// Until they are given away.
    block: Mutex<Option<Block>>,
}

impl Answers {
    pub fn new(Gathered { all: Chunk { block, left }, wanted, .. }: Gathered) -> Self {
        Self { wanted, left, told: Mutex::default(), block: Mutex::new(Some(block)) }
    }
}

#[pymethods]
impl Answers {
    /// Rows that were left, ascending.
    fn left(&self) -> Vec<usize> {
        self.left.clone()
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

    /// Gives the columns away, by name and in native byte order; `limit_line` is the number of the line of what the limit
    /// takes away.
    fn columns<'py>(&self, py: Python<'py>, limit_line: u16) -> PyResult<Bound<'py, PyDict>> {
        let block = self.block.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut block = block.unwrap_or_else(|| Block::new(self.wanted));
        let told = std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner));
        if !told.is_empty() {
            let mut sheet = Sheet::new(self.wanted);
            for Told { total, reason, reading } in told.values() {
                match reading {
                    Some(reading) => sheet.reading(reading, *total, *reason, limit_line),
                    None => sheet.none(*reason),
                }
            }
            let mut further = Block::new(self.wanted);
            further.take(&sheet);
            block.mend(&told.into_keys().collect::<Vec<_>>(), &further);
        }
        block.written(py)
    }
}
