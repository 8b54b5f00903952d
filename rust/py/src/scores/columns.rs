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
    let columns = columns.iter().map(numbers).collect::<PyResult<Vec<Vec<i32>>>>()?;
    let rows = columns.first().map_or(0, Vec::len);
    if columns.iter().any(|column| column.len() != rows || column.iter().any(|code| *code < -1)) {
        return Err(bad("columns of one length, their codes from -1 on"));
    }
    let (bytes, firsts) = py.detach(|| {
        let (mut ids, mut firsts) = (vec![0_u32; rows], vec![0]);
        for column in &columns {
            firsts = joined(&mut ids, firsts.len(), column);
        }
        let bytes: Vec<u8> = ids.into_iter().flat_map(u32::to_ne_bytes).collect();
        (bytes, firsts)
    });
    Ok((PyByteArray::new(py, &bytes), firsts))
}

/// Pairs of a number so far and a code up to which a plain table holds their numbers.
const TABLED: usize = 1 << 16;

/// Numbers for the pairs of a number so far (`known` of them) and a code, in the order in which they come.
fn joined(ids: &mut [u32], known: usize, codes: &[i32]) -> Vec<usize> {
    let width = codes.iter().max().map_or(1, |most| *most as usize + 2);
    let mut firsts = Vec::new();
    let mut next = |row| {
        firsts.push(row);
        firsts.len() as u32 - 1
    };
    if known.saturating_mul(width) <= TABLED {
        let mut table = vec![u32::MAX; known * width];
        for (row, (id, code)) in ids.iter_mut().zip(codes).enumerate() {
            let number = &mut table[*id as usize * width + (code + 1) as usize];
            if *number == u32::MAX {
                *number = next(row);
            }
            *id = *number;
        }
    } else {
        let mut numbers: HashMap<(u32, i32), u32, rustc_hash::FxBuildHasher> = HashMap::default();
        for (row, (id, code)) in ids.iter_mut().zip(codes).enumerate() {
            *id = *numbers.entry((*id, *code)).or_insert_with(|| next(row));
        }
    }
    firsts
}

/// The least and the greatest of a column of codes; nothing of an empty one.
#[pyfunction]
pub fn code_bounds(codes: &Bound<'_, PyAny>) -> PyResult<Option<(i32, i32)>> {
    let codes = numbers(codes)?;
    Ok(codes.iter().min().copied().zip(codes.iter().max().copied()))
}

/// Codes, which are -1 or more; greater ones than any column has values for are as good as the greatest.
fn numbers(column: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    fn of<T: Element + Into<i64>>(column: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
        let buffer = PyBuffer::<T>::get(column)?;
        let codes = buffer.as_slice(column.py()).ok_or_else(|| bad("codes on end"))?;
        Ok(codes.iter().map(|code| code.get().into().clamp(-2, i32::MAX.into()) as i32).collect())
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
