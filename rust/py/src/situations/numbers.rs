//! Rows that share a situation, by number.

use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use super::codes::{Codes, Places};
use crate::bad;

/// As uint32 which situation each row is in, numbered as they come, and the first row of each; `columns` are the codes of the
/// keywords.
#[pyfunction]
#[expect(clippy::needless_pass_by_value)] // Arguments come from Python as values.
pub fn situations(py: Python<'_>, columns: Vec<Py<Codes>>) -> PyResult<(Bound<'_, PyByteArray>, Vec<usize>)> {
    let columns: Vec<&Places> = columns.iter().map(|column| &column.get().places).collect();
    let rows = columns.first().map_or(0, |column| column.len());
    if columns.iter().any(|column| column.len() != rows) {
        return Err(bad("columns of one length"));
    }
    let (bytes, firsts) = py.detach(|| {
        let (mut ids, mut firsts) = (vec![0_u32; rows], vec![0]);
        for column in columns {
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
fn joined(ids: &mut [u32], known: usize, codes: &Places) -> Vec<usize> {
    let width = codes.values() + 1;
    let (mut firsts, mut row) = (Vec::new(), 0);
    if known.saturating_mul(width) <= TABLED {
        let mut table = vec![u32::MAX; known * width];
        codes.each(0, ids, |id, place| {
            let number = &mut table[*id as usize * width + place];
            if *number == u32::MAX {
                *number = next(&mut firsts, row);
            }
            *id = *number;
            row += 1;
        });
    } else {
        let mut numbers: HashMap<(u32, usize), u32, rustc_hash::FxBuildHasher> = HashMap::default();
        codes.each(0, ids, |id, place| {
            *id = *numbers.entry((*id, place)).or_insert_with(|| next(&mut firsts, row));
            row += 1;
        });
    }
    firsts
}

/// The number of a situation that is met first in this row.
fn next(firsts: &mut Vec<usize>, row: usize) -> u32 {
    firsts.push(row);
    firsts.len() as u32 - 1
}
