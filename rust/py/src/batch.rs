//! Many hands in one call: buffers of counts in, one allocation with the answers out, the interpreter let go meanwhile.

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use tingpai_core::batch::{self, Each, Terms};
use tingpai_core::tile::{Counts, KINDS};

use crate::bad;
use crate::table::Table;

/// A number for all rows, or one a row.
#[derive(FromPyObject)]
pub enum Numbers {
    All(u8),
    Of(PyBuffer<u8>),
}

/// Hands as they were when the call was made: nobody can change them while it works.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Rows {
    counts: Vec<u8>,
    wilds: Column,
    melds: Column,
    melded: Option<Vec<u8>>,
}

enum Column {
    All(u8),
    Of(Vec<u8>),
}

impl Column {
    fn take(py: Python<'_>, numbers: Numbers, rows: usize) -> PyResult<Self> {
        match numbers {
            Numbers::All(number) => Ok(Self::All(number)),
            Numbers::Of(buffer) if buffer.item_count() == rows => Ok(Self::Of(buffer.to_vec(py)?)),
            Numbers::Of(_) => Err(bad("one number a row")),
        }
    }

    fn each(&self) -> Each<'_> {
        match self {
            Self::All(number) => Each::All(*number),
            Self::Of(numbers) => Each::Of(numbers),
        }
    }
}

fn counts_of(bytes: &[u8]) -> &[Counts] {
    bytes.as_chunks().0
}

#[pymethods]
impl Rows {
    #[new]
    fn new(
        py: Python<'_>,
        counts: &Bound<'_, PyAny>,
        wilds: Numbers,
        melds: Numbers,
        melded: Option<PyBuffer<u8>>,
    ) -> PyResult<Self> {
        let counts: PyBuffer<u8> = PyBuffer::get(counts)?;
        let rows = counts.item_count() / KINDS;
        let as_many = |melded: &PyBuffer<u8>| melded.item_count() == counts.item_count();
        if !counts.item_count().is_multiple_of(KINDS) || !melded.as_ref().is_none_or(as_many) {
            return Err(bad("34 counts a row"));
        }
        Ok(Self {
            wilds: Column::take(py, wilds, rows)?,
            melds: Column::take(py, melds, rows)?,
            melded: melded.map(|melded| melded.to_vec(py)).transpose()?,
            counts: counts.to_vec(py)?,
        })
    }

    fn complete(&self, py: Python<'_>, table: &Table, wild_tiles: bool, threads: usize) -> PyResult<Py<PyByteArray>> {
        let terms = terms(table, wild_tiles);
        self.answered(py, |rows, answers| batch::complete(rows, terms, threads, answers))
    }

    fn waits(
        &self,
        py: Python<'_>,
        table: &Table,
        wild_tiles: bool,
        live: bool,
        threads: usize,
    ) -> PyResult<Py<PyByteArray>> {
        let terms = terms(table, wild_tiles);
        self.answered(py, |rows, answers| batch::waits(rows, terms, live, threads, answers))
    }

    fn distance(&self, py: Python<'_>, table: &Table, wild_tiles: bool, threads: usize) -> PyResult<Py<PyByteArray>> {
        let terms = terms(table, wild_tiles);
        self.answered(py, |rows, answers| batch::distance(rows, terms, threads, answers))
    }
}

fn terms(table: &Table, wild_tiles: bool) -> Terms {
    Terms { shapes: table.table.shapes(), wild_tiles }
}

impl Rows {
    /// A value of so many bytes for each row, then a fault for each.
    fn answered<const SIZE: usize>(
        &self,
        py: Python<'_>,
        answer: impl FnOnce(&batch::Rows<'_>, batch::Answers<'_, SIZE>) + Send,
    ) -> PyResult<Py<PyByteArray>> {
        let rows = batch::Rows {
            counts: counts_of(&self.counts),
            wilds: self.wilds.each(),
            melds: self.melds.each(),
            melded: self.melded.as_deref().map(counts_of),
        };
        let count = rows.counts.len();
        let out = PyByteArray::new_with(py, count * (SIZE + 1), |bytes| {
            let (values, faults) = bytes.split_at_mut(count * SIZE);
            py.detach(|| answer(&rows, (values.as_chunks_mut().0, faults)));
            Ok(())
        })?;
        Ok(out.unbind())
    }
}

/// For each mask the lowest 34 bits, a byte each.
#[pyfunction]
pub fn expand(py: Python<'_>, masks: &Bound<'_, PyAny>) -> PyResult<Py<PyByteArray>> {
    let masks: Vec<u64> = PyBuffer::get(masks)?.to_vec(py)?;
    let out = PyByteArray::new_with(py, masks.len() * KINDS, |bytes| {
        for (kinds, mask) in bytes.chunks_exact_mut(KINDS).zip(masks) {
            for (kind, bit) in kinds.iter_mut().enumerate() {
                *bit = (mask >> kind & 1) as u8;
            }
        }
        Ok(())
    })?;
    Ok(out.unbind())
}
