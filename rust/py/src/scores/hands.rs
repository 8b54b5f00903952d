//! Hands as they come: texts on end, or counts.

use arrow_buffer::Buffer;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use tingpai_core::tile::{Counts, KINDS};

use super::reader::{Left, NONE, Printed, Text};
use crate::arrow::bytes;
use crate::bad;

/// Texts one after another.
struct Texts {
    data: Buffer,
    /// Where each begins, and where the last ends.
    offsets: Vec<usize>,
}

impl Texts {
    fn of_list(list: &Bound<'_, PyList>) -> Self {
        let (mut data, mut offsets) = (Vec::<u8>::new(), Vec::with_capacity(list.len() + 1));
        offsets.push(0);
        for item in list {
            // What is no text, or none that UTF-8 can write, is left to the package like any text that does not read.
            match item.cast::<PyString>().map(|text| text.to_str()) {
                Ok(Ok(text)) => data.extend_from_slice(text.as_bytes()),
                _ => data.push(b'!'),
            }
            offsets.push(data.len());
        }
        Self { data: data.into(), offsets }
    }

    fn of_column(data: &Bound<'_, PyAny>, offsets: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, data) = (data.py(), bytes(data)?);
        let offsets: Vec<i64> = match PyBuffer::<i32>::get(offsets) {
            Ok(narrow) => narrow.to_vec(py)?.into_iter().map(i64::from).collect(),
            Err(_) => PyBuffer::<i64>::get(offsets)?.to_vec(py)?,
        };
        let end = data.len() as i64;
        // Offsets that run backwards bound no text: such a row is left, as if it did not read.
        let offsets = offsets.into_iter().map(|offset| offset.clamp(0, end) as usize).collect();
        Ok(Self { data, offsets })
    }

    fn get(&self, row: usize) -> Result<Text<'_>, Left> {
        let (start, end) = (self.offsets[row], self.offsets[row + 1]);
        if start <= end { Ok(Text { data: &self.data, start, end }) } else { Err(Left) }
    }
}

/// Counts, and what goes with them.
struct Counted {
    counts: Buffer,
    winning: Option<Vec<u8>>,
    wilds: Option<Vec<u8>>,
    sets: Option<Texts>,
}

enum Form {
    Texts(Texts),
    Counted(Counted),
}

/// The hands of a call.
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
        Self { rows: list.len(), form: Form::Texts(Texts::of_list(list)) }
    }

    /// Hands from a text column, bytes and where they part.
    #[staticmethod]
    fn of_column(data: &Bound<'_, PyAny>, offsets: &Bound<'_, PyAny>) -> PyResult<Self> {
        let texts = Texts::of_column(data, offsets)?;
        Ok(Self { rows: texts.offsets.len().checked_sub(1).ok_or_else(|| bad("offsets"))?, form: Form::Texts(texts) })
    }

    /// Hands from counts; `sets` are hands of what lies on the table.
    #[staticmethod]
    #[pyo3(signature = (counts, winning, wilds, sets))]
    fn of_counts(
        py: Python<'_>,
        counts: &Bound<'_, PyAny>,
        winning: Option<PyBuffer<u8>>,
        wilds: Option<PyBuffer<u8>>,
        sets: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let sets = match sets {
            None => None,
            Some(given) => Some(if let Ok(list) = given.cast::<PyList>() {
                Texts::of_list(list)
            } else {
                let (data, offsets): (Bound<'_, PyAny>, Bound<'_, PyAny>) = given.extract()?;
                Texts::of_column(&data, &offsets)?
            }),
        };
        let column = |column: Option<PyBuffer<u8>>| column.map(|column| column.to_vec(py)).transpose();
        let (counts, winning, wilds) = (bytes(counts)?, column(winning)?, column(wilds)?);
        let rows = counts.len() / KINDS;
        let short = |column: &Option<Vec<u8>>| column.as_ref().is_some_and(|column| column.len() != rows);
        if short(&winning) || short(&wilds) || sets.as_ref().is_some_and(|sets| sets.offsets.len() != rows + 1) {
            return Err(bad("columns of one length"));
        }
        Ok(Self { rows, form: Form::Counted(Counted { counts, winning, wilds, sets }) })
    }

    fn __len__(&self) -> usize {
        self.rows
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
        match &self.form {
            Form::Texts(texts) => printed.read(texts.get(row)?),
            Form::Counted(Counted { counts, winning, wilds, sets }) => {
                printed.put(&counts.as_chunks().0[row])?;
                printed.jokers = wilds.as_ref().map_or(0, |wilds| wilds[row]);
                match winning.as_ref().map_or(NONE, |winning| winning[row]) {
                    NONE => {}
                    tile => printed.win(tile)?,
                }
                sets.as_ref().map_or(Ok(()), |sets| printed.read(sets.get(row)?))
            }
        }
    }
}
