//! Situations by columns: which rows share one.

use std::collections::HashMap;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyList, PyTuple};

use crate::bad;

/// The different values of a list and, as int32, which of them each item is; -1 for `None`.
#[pyfunction]
pub fn codes<'py>(list: &Bound<'py, PyList>) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyByteArray>)> {
    let py = list.py();
    let (values, known) = (PyList::empty(py), PyDict::new(py));
    let mut codes = Vec::with_capacity(4 * list.len());
    // Most items are one of few objects.
    let mut objects: HashMap<usize, i32> = HashMap::new();
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
        codes.extend_from_slice(&code.to_ne_bytes());
    }
    Ok((values, PyByteArray::new(py, &codes)))
}

fn code_of(item: &Bound<'_, PyAny>, values: &Bound<'_, PyList>, known: &Bound<'_, PyDict>) -> PyResult<i32> {
    if item.is_none() {
        return Ok(-1);
    }
    let next = values.len() as i32;
    // Values of two types may be equal and yet not the same (1 is True); a list is as good as a tuple.
    let same =
        if item.is_exact_instance_of::<PyList>() { item.cast::<PyList>()?.to_tuple().into_any() } else { item.clone() };
    let key = PyTuple::new(item.py(), [item.get_type().into_any(), same])?;
    // What cannot be hashed is no keyword's value: each is refused on its own.
    if key.hash().is_ok() {
        if let Some(code) = known.get_item(&key)? {
            return code.extract();
        }
        known.set_item(key, next)?;
    }
    values.append(item)?;
    Ok(next)
}

/// As uint32 which situation each row is in, numbered as they come, and the first row of each; `columns` are the codes of the
/// keywords.
#[pyfunction]
#[expect(clippy::needless_pass_by_value)] // Arguments come from Python as values.
pub fn situations<'py>(
    py: Python<'py>,
    columns: Vec<Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyByteArray>, Vec<usize>)> {
    let columns = columns.iter().map(numbers).collect::<PyResult<Vec<Vec<i64>>>>()?;
    let rows = columns.first().map_or(0, Vec::len);
    if columns.iter().any(|column| column.len() != rows) {
        return Err(bad("columns of one length"));
    }
    let (bytes, firsts) = py.detach(|| {
        let (mut ids, mut firsts) = (vec![0_u32; rows], Vec::new());
        for column in &columns {
            (ids, firsts) = joined(&ids, column);
        }
        let bytes: Vec<u8> = ids.into_iter().flat_map(u32::to_ne_bytes).collect();
        (bytes, firsts)
    });
    Ok((PyByteArray::new(py, &bytes), firsts))
}

/// Numbers for the pairs of a number so far and a code, in the order in which they come.
fn joined(ids: &[u32], codes: &[i64]) -> (Vec<u32>, Vec<usize>) {
    let mut known: HashMap<(u32, i64), u32, rustc_hash::FxBuildHasher> = HashMap::default();
    let (mut joined, mut firsts) = (Vec::with_capacity(ids.len()), Vec::new());
    let mut last = None;
    for (row, pair) in ids.iter().copied().zip(codes.iter().copied()).enumerate() {
        match last {
            Some((same, number)) if same == pair => joined.push(number),
            _ => {
                let number = *known.entry(pair).or_insert_with(|| {
                    firsts.push(row);
                    firsts.len() as u32 - 1
                });
                joined.push(number);
                last = Some((pair, number));
            }
        }
    }
    (joined, firsts)
}

/// The least and the greatest of a column of codes; nothing of an empty one.
#[pyfunction]
pub fn code_bounds(codes: &Bound<'_, PyAny>) -> PyResult<Option<(i64, i64)>> {
    let codes = numbers(codes)?;
    Ok(codes.iter().min().copied().zip(codes.iter().max().copied()))
}

fn numbers(column: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    fn of<T: Element + Into<i64>>(column: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
        Ok(PyBuffer::<T>::get(column)?.to_vec(column.py())?.into_iter().map(Into::into).collect())
    }
    of::<i32>(column)
        .or_else(|_| of::<i8>(column))
        .or_else(|_| of::<u8>(column))
        .or_else(|_| of::<i16>(column))
        .or_else(|_| of::<u16>(column))
        .or_else(|_| of::<u32>(column))
        .or_else(|_| of::<i64>(column))
        .map_err(|_| bad("codes"))
}
