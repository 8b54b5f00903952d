//! Answers of some rows as columns.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};

use tingpai_core::batch::score::{Sheet, Wanted};

use crate::bad;

/// In place of a reason: the row is bad.
pub const BAD: u8 = u8::MAX;

/// Columns that are there, those with lines, those with groups, and the one with both.
const HEAD: [&str; 4] = ["total", "wins", "bad", "reason"];
const OF_LINES: [&str; 5] = ["line_row", "line_value", "line_grade", "line_times", "line_subtotal"];
const OF_GROUPS: [&str; 6] = ["shape", "group_kind", "group_first", "group_laid", "group_concealed", "group_winning"];
const OF_BOTH: [&str; 1] = ["line_used"];

/// The columns that are asked for, in the order in which blocks have them.
fn names(wanted: Wanted) -> impl Iterator<Item = &'static str> {
    let of = |names: &'static [&str], asked: bool| names.iter().filter(move |_| asked).copied();
    let both = of(&OF_BOTH, wanted.lines && wanted.groups);
    of(&HEAD, true).chain(of(&OF_LINES, wanted.lines)).chain(of(&OF_GROUPS, wanted.groups)).chain(both)
}

/// The answers of some rows on end.
pub struct Block {
    pub rows: usize,
    /// Lines of each row, and groups.
    lines: Vec<u16>,
    groups: Vec<u8>,
    /// Bytes in native order.
    columns: Vec<Vec<u8>>,
}

impl Block {
    pub fn of(sheet: &Sheet) -> Self {
        let Sheet { wanted, totals, reasons, lines, groups, shapes, .. } = sheet;
        let mut columns = vec![
            column(totals, |total| total.to_ne_bytes()),
            column(reasons, |reason| [u8::from(*reason == 0)]),
            column(reasons, |reason| [u8::from(*reason == BAD)]),
            column(reasons, |reason| [if *reason == BAD { 0 } else { *reason }]),
        ];
        if wanted.lines {
            columns.extend([
                column(lines, |line| line.row.to_ne_bytes()),
                column(lines, |line| line.value.to_ne_bytes()),
                column(lines, |line| line.grade.to_ne_bytes()),
                column(lines, |line| line.times.to_ne_bytes()),
                column(lines, |line| line.subtotal().to_ne_bytes()),
            ]);
        }
        if wanted.groups {
            columns.extend([
                column(shapes, |shape| [*shape]),
                column(groups, |(group, ..)| [group.kind as u8]),
                column(groups, |(group, ..)| [group.first]),
                column(groups, |(group, ..)| [group.laid as u8]),
                column(groups, |(_, concealed, _)| [u8::from(*concealed)]),
                column(groups, |(.., winning)| [u8::from(*winning)]),
            ]);
        }
        if wanted.lines && wanted.groups {
            columns.push(column(lines, |line| line.used.to_ne_bytes()));
        }
        let (lines, groups) = (sheet.line_counts.clone(), sheet.group_counts.clone());
        Self { rows: totals.len(), lines, groups, columns }
    }
}

/// The bytes of each entry, one after another.
fn column<T, const N: usize>(entries: &[T], bytes: impl Fn(&T) -> [u8; N]) -> Vec<u8> {
    let mut column = vec![0; N * entries.len()];
    for (place, entry) in column.as_chunks_mut().0.iter_mut().zip(entries) {
        *place = bytes(entry);
    }
    column
}

/// The columns of all blocks by name, one block after another.
pub fn written<'py>(py: Python<'py>, blocks: &[&Block], wanted: Wanted) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (at, name) in names(wanted).enumerate() {
        let bytes = blocks.iter().map(|block| block.columns[at].len()).sum();
        let column = PyByteArray::new_with(py, bytes, |mut out| {
            for block in blocks {
                let (here, rest) = out.split_at_mut(block.columns[at].len());
                here.copy_from_slice(&block.columns[at]);
                out = rest;
            }
            Ok(())
        })?;
        dict.set_item(name, column)?;
    }
    if wanted.lines {
        dict.set_item("line_starts", starts(py, blocks, |block| &block.lines)?)?;
    }
    if wanted.groups {
        dict.set_item("group_starts", starts(py, blocks, |block| &block.groups)?)?;
    }
    Ok(dict)
}

/// Where the entries of each row start, and where the last end.
fn starts<'a, 'py, T: 'a + Copy + Into<u32>>(
    py: Python<'py>,
    blocks: &[&'a Block],
    counts: impl Fn(&'a Block) -> &'a [T],
) -> PyResult<Bound<'py, PyByteArray>> {
    let rows: usize = blocks.iter().map(|block| block.rows).sum();
    PyByteArray::new_with(py, 4 * (rows + 1), |out| {
        let mut end = 0_u32;
        let counts = blocks.iter().flat_map(|block| counts(block));
        for (place, count) in out.as_chunks_mut().0.iter_mut().skip(1).zip(counts) {
            end = end.checked_add((*count).into()).ok_or_else(|| bad("more than four billion entries"))?;
            *place = end.to_ne_bytes();
        }
        Ok(())
    })
}
