//! Hands as they come: texts on end, or counts.

use arrow_buffer::Buffer;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyList, PyString};

use tingpai_core::tile::{Counts, KINDS};

use super::reader::{Left, NONE, Printed, Text};
use crate::arrow::bytes;
use crate::bad;

/// Where each text begins, and where the last ends.
enum Offsets {
    Narrow(Vec<i32>),
    Wide(Vec<i64>),
}

impl Offsets {
    fn len(&self) -> usize {
        match self {
            Self::Narrow(offsets) => offsets.len(),
            Self::Wide(offsets) => offsets.len(),
        }
    }

    /// Within data that end there.
    fn get(&self, at: usize, end: usize) -> usize {
        let offset = match self {
            Self::Narrow(offsets) => offsets[at].into(),
            Self::Wide(offsets) => offsets[at],
        };
        offset.clamp(0, end as i64) as usize
    }
}

/// Counts, and what goes with them.
struct Counted {
    counts: Buffer,
    winning: Option<Vec<u8>>,
    wilds: Option<Vec<u8>>,
    sets: Option<Py<Hands>>,
}

enum Form {
    /// Texts read where Python has them, and items that are none, or none that UTF-8 can write.
    List(Vec<Result<PyBackedStr, Py<PyAny>>>),
    /// Texts one after another.
    Column(Buffer, Offsets),
    Counted(Counted),
}

/// The hands of a call: nobody can change them while it works.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Hands {
    rows: usize,
    form: Form,
}

#[pymethods]
impl Hands {
    /// Hands from a list of texts.
    #[staticmethod]
    fn of_list(list: &Bound<'_, PyList>) -> Self {
        let text = |item: Bound<'_, PyAny>| match item.cast::<PyString>().map(|text| text.clone().try_into()) {
            Ok(Ok(text)) => Ok(text),
            _ => Err(item.unbind()),
        };
        let items: Vec<_> = list.iter().map(text).collect();
        Self { rows: items.len(), form: Form::List(items) }
    }

    /// Hands from a text column, bytes and where they part.
    #[staticmethod]
    fn of_column(data: &Bound<'_, PyAny>, offsets: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = data.py();
        let offsets = match PyBuffer::<i32>::get(offsets) {
            Ok(narrow) => Offsets::Narrow(narrow.to_vec(py)?),
            Err(_) => Offsets::Wide(PyBuffer::<i64>::get(offsets)?.to_vec(py)?),
        };
        let rows = offsets.len().checked_sub(1).ok_or_else(|| bad("offsets"))?;
        Ok(Self { rows, form: Form::Column(bytes(data)?, offsets) })
    }

    /// Hands from counts; `sets` are hands of what lies on the table.
    #[staticmethod]
    #[pyo3(signature = (counts, winning, wilds, sets))]
    fn of_counts(
        py: Python<'_>,
        counts: &Bound<'_, PyAny>,
        winning: Option<PyBuffer<u8>>,
        wilds: Option<PyBuffer<u8>>,
        sets: Option<Py<Self>>,
    ) -> PyResult<Self> {
        let column = |column: Option<PyBuffer<u8>>| column.map(|column| column.to_vec(py)).transpose();
        let (counts, winning, wilds) = (bytes(counts)?, column(winning)?, column(wilds)?);
        let rows = counts.len() / KINDS;
        let short = |column: &Option<Vec<u8>>| column.as_ref().is_some_and(|column| column.len() != rows);
        if short(&winning) || short(&wilds) || sets.as_ref().is_some_and(|sets| sets.get().rows != rows) {
            return Err(bad("columns of one length"));
        }
        Ok(Self { rows, form: Form::Counted(Counted { counts, winning, wilds, sets }) })
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    /// The item of a row, if the hands came as a list.
    fn item<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Form::List(items) = &self.form else { return Ok(None) };
        match items.get(row).ok_or_else(|| PyIndexError::new_err("row"))? {
            Ok(text) => Ok(Some(text.into_pyobject(py)?)),
            Err(other) => Ok(Some(other.bind(py).clone())),
        }
    }
}

impl Hands {
    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Counts that are all of their hands but `?`, and those by row.
    pub fn bare(&self) -> Option<(&[Counts], Option<&[u8]>)> {
        match &self.form {
            Form::Counted(Counted { counts, winning: None, wilds, sets: None }) => {
                Some((counts.as_chunks().0, wilds.as_deref()))
            }
            _ => None,
        }
    }

    /// Puts the hand of a row into `printed`.
    pub fn print(&self, row: usize, printed: &mut Printed) -> Result<(), Left> {
        printed.clear();
        self.add(row, printed)
    }

    fn add(&self, row: usize, printed: &mut Printed) -> Result<(), Left> {
        match &self.form {
            Form::List(items) => {
                let text = items[row].as_ref().map_err(|_| Left)?;
                printed.read(Text::of(text.as_bytes()))
            }
            Form::Column(data, offsets) => {
                let [start, end] = [row, row + 1].map(|at| offsets.get(at, data.len()));
                // Offsets that run backwards bound no text: such a row is left, as if it did not read.
                if start > end {
                    return Err(Left);
                }
                printed.read(Text { data, start, end })
            }
            Form::Counted(Counted { counts, winning, wilds, sets }) => {
                printed.put(&counts.as_chunks().0[row])?;
                printed.jokers = wilds.as_ref().map_or(0, |wilds| wilds[row]);
                match winning.as_ref().map_or(NONE, |winning| winning[row]) {
                    NONE => {}
                    tile => printed.win(tile)?,
                }
                sets.as_ref().map_or(Ok(()), |sets| sets.get().add(row, printed))
            }
        }
    }
}
