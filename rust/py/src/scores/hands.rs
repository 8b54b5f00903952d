//! Hands as they come: texts on end, or counts.

use std::collections::BTreeMap;

use arrow_buffer::Buffer;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
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

    /// An offset; one below 0 is beyond all data.
    fn get(&self, at: usize) -> usize {
        match self {
            Self::Narrow(offsets) => offsets[at] as usize,
            Self::Wide(offsets) => offsets[at] as usize,
        }
    }

    /// The text of a row. Offsets that run backwards or leave the data bound none: such a row is left, as if it did not
    /// read.
    fn text<'a>(&self, data: &'a [u8], row: usize) -> Result<Text<'a>, Left> {
        let [start, end] = [row, row + 1].map(|at| self.get(at));
        if start <= end && end <= data.len() { Ok(Text { data, start, end }) } else { Err(Left) }
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
    /// Texts one after another, and by their rows items of a list that are none, or none that UTF-8 can write.
    Texts(Buffer, Offsets, BTreeMap<usize, Py<PyAny>>),
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
    /// Hands from a list of texts, which are copied: they lie anywhere in memory, where every look at them is waited for,
    /// and so they are looked at once.
    #[staticmethod]
    fn of_list(list: &Bound<'_, PyList>) -> Self {
        let (mut data, mut offsets, mut others) =
            (Vec::<u8>::new(), Vec::with_capacity(list.len() + 1), BTreeMap::new());
        offsets.push(0);
        for (row, item) in list.iter().enumerate() {
            if let Ok(Ok(text)) = item.cast::<PyString>().map(|text| text.to_str()) {
                data.extend_from_slice(text.as_bytes());
            } else {
                // Left to the package like any text that does not read.
                data.push(b'!');
                others.insert(row, item.unbind());
            }
            offsets.push(data.len() as i64);
        }
        Self { rows: offsets.len() - 1, form: Form::Texts(data.into(), Offsets::Wide(offsets), others) }
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
        Ok(Self { rows, form: Form::Texts(bytes(data)?, offsets, BTreeMap::new()) })
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

    /// The text of a row, or what a list has in its place.
    fn item<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyAny>> {
        let Form::Texts(data, offsets, others) = &self.form else { return Err(bad("texts")) };
        if row >= self.rows {
            return Err(PyIndexError::new_err("row"));
        }
        if let Some(other) = others.get(&row) {
            return Ok(other.bind(py).clone());
        }
        let text = offsets.text(data, row).map_err(|_| bad("offsets"))?;
        Ok(PyString::new(py, str::from_utf8(&data[text.start..text.end])?).into_any())
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
        let text = self.begin(row, printed)?;
        printed.read(text)
    }

    /// Puts what is counted of the hand of a row into `printed`; says what is still to be read.
    pub fn begin(&self, row: usize, printed: &mut Printed) -> Result<Text<'_>, Left> {
        match &self.form {
            Form::Texts(data, offsets, _) => offsets.text(data, row),
            Form::Counted(Counted { counts, winning, wilds, sets }) => {
                printed.put(&counts.as_chunks().0[row])?;
                printed.jokers = wilds.as_ref().map_or(0, |wilds| wilds[row]);
                match winning.as_ref().map_or(NONE, |winning| winning[row]) {
                    NONE => {}
                    tile => printed.win(tile)?,
                }
                sets.as_ref().map_or(Ok(Text::of(&[])), |sets| sets.get().begin(row, printed))
            }
        }
    }
}
