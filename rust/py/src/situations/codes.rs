//! Columns by codes: which of the values of a keyword each row has.

use std::collections::HashMap;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::bad;
use crate::kept::stays;

/// For each row the place of its value: 0 for none, or one more than its code.
#[derive(Debug)]
pub struct Places {
    of_rows: Of,
    values: usize,
}

#[derive(Debug)]
enum Of {
    Few(Vec<u8>),
    Many(Vec<u32>),
}

impl Places {
    fn new<T: Copy + Into<i64>>(codes: &[T], values: usize) -> Self {
        let places = codes.iter().map(|code| (*code).into() + 1);
        let of_rows = if values <= u8::MAX.into() {
            Of::Few(places.map(|place| place as u8).collect())
        } else {
            Of::Many(places.map(|place| place as u32).collect())
        };
        Self { of_rows, values }
    }

    /// How many values there are.
    pub const fn values(&self) -> usize {
        self.values
    }

    pub const fn len(&self) -> usize {
        match &self.of_rows {
            Of::Few(places) => places.len(),
            Of::Many(places) => places.len(),
        }
    }

    pub fn get(&self, row: usize) -> usize {
        match &self.of_rows {
            Of::Few(places) => places[row].into(),
            Of::Many(places) => places[row] as usize,
        }
    }

    /// Visits an item for each row from one on, with the place of that row.
    #[inline]
    pub fn each<T>(&self, start: usize, items: &mut [T], mut visit: impl FnMut(&mut T, usize)) {
        match &self.of_rows {
            Of::Few(places) => items.iter_mut().zip(&places[start..]).for_each(|(item, at)| visit(item, (*at).into())),
            Of::Many(places) => items.iter_mut().zip(&places[start..]).for_each(|(item, at)| visit(item, *at as usize)),
        }
    }
}

/// The codes of a keyword as they were when the call was made.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Codes {
    pub places: Places,
}

#[pymethods]
impl Codes {
    /// Those of a buffer of whole numbers, -1 for none; nothing if there are not as many values.
    #[staticmethod]
    fn of_buffer(buffer: &Bound<'_, PyAny>, values: usize) -> PyResult<Option<Self>> {
        of::<i8>(buffer, values)
            .or_else(|_| of::<u8>(buffer, values))
            .or_else(|_| of::<i16>(buffer, values))
            .or_else(|_| of::<u16>(buffer, values))
            .or_else(|_| of::<i32>(buffer, values))
            .or_else(|_| of::<u32>(buffer, values))
            .or_else(|_| of::<i64>(buffer, values))
            .map_err(|_| bad("codes"))
    }

    /// The different values of a list, `None` apart, and which of them each item is.
    #[staticmethod]
    fn of_list<'py>(list: &Bound<'py, PyList>) -> PyResult<(Bound<'py, PyList>, Self)> {
        let py = list.py();
        let (values, known) = (PyList::empty(py), PyDict::new(py));
        let mut codes = Vec::with_capacity(list.len());
        // Most items are one of few objects.
        let mut objects: HashMap<usize, i64, rustc_hash::FxBuildHasher> = HashMap::default();
        let (mut last, mut code) = (0, -1);
        for item in list {
            let object = item.as_ptr() as usize;
            if object != last {
                code = if let Some(code) = objects.get(&object) {
                    *code
                } else {
                    let code = code_of(&item, &values, &known)?;
                    objects.insert(object, code);
                    code
                };
                last = object;
            }
            codes.push(code);
        }
        let places = Places::new(&codes, values.len());
        Ok((values, Self { places }))
    }

    fn __len__(&self) -> usize {
        self.places.len()
    }

    /// The code of a row.
    fn __getitem__(&self, row: usize) -> PyResult<i64> {
        if row >= self.places.len() {
            return Err(PyIndexError::new_err("row"));
        }
        Ok(self.places.get(row) as i64 - 1)
    }
}

fn of<T: Element + Copy + Ord + Into<i64>>(buffer: &Bound<'_, PyAny>, values: usize) -> PyResult<Option<Codes>> {
    let codes = PyBuffer::<T>::get(buffer)?.to_vec(buffer.py())?;
    // No early end, and no wider than they are: so many at a time are looked at together.
    let ends = codes
        .first()
        .map(|first| codes.iter().fold((*first, *first), |(least, most), code| (least.min(*code), most.max(*code))));
    let fits = ends.is_none_or(|(least, most)| least.into() >= -1 && most.into() < values as i64);
    Ok(fits.then(|| Codes { places: Places::new(&codes, values) }))
}

fn code_of(item: &Bound<'_, PyAny>, values: &Bound<'_, PyList>, known: &Bound<'_, PyDict>) -> PyResult<i64> {
    if item.is_none() {
        return Ok(-1);
    }
    let next = values.len() as i64;
    let value = item.cast_exact::<PyList>().map_or_else(|_| item.clone(), |list| list.to_tuple().into_any());
    // Others may be equal and yet not the same, as 0.0 is -0.0: each is read on its own.
    if stays(&value) {
        // Nor are values of two types the same: 1 is True.
        let key = PyTuple::new(item.py(), [item.get_type().into_any(), value])?;
        if let Some(code) = known.get_item(&key)? {
            return code.extract();
        }
        known.set_item(key, next)?;
    }
    values.append(item)?;
    Ok(next)
}
