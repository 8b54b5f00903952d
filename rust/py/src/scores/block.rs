//! Answers of rows on end as columns.

use arrow_buffer::Buffer;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use tingpai_core::batch::score::{Sheet, Wanted};

use crate::arrow::lend;
use crate::bad;

/// In place of a reason: the row is bad.
pub const BAD: u8 = u8::MAX;

/// What the entries of a column are of.
#[derive(Clone, Copy, Debug)]
enum Of {
    Rows,
    Lines,
    Groups,
}

/// Columns that are there, those with lines, those with groups, and the one with both.
const HEAD: [(&str, Of); 4] = [("total", Of::Rows), ("wins", Of::Rows), ("bad", Of::Rows), ("reason", Of::Rows)];
const OF_LINES: [(&str, Of); 5] = [
    ("line_row", Of::Lines),
    ("line_value", Of::Lines),
    ("line_grade", Of::Lines),
    ("line_times", Of::Lines),
    ("line_subtotal", Of::Lines),
];
const OF_GROUPS: [(&str, Of); 6] = [
    ("shape", Of::Rows),
    ("group_kind", Of::Groups),
    ("group_first", Of::Groups),
    ("group_laid", Of::Groups),
    ("group_concealed", Of::Groups),
    ("group_winning", Of::Groups),
];
const OF_BOTH: [(&str, Of); 1] = [("line_used", Of::Lines)];

#[derive(Debug)]
struct Column {
    name: &'static str,
    of: Of,
    /// Bytes of an entry.
    width: usize,
    /// In native order.
    bytes: Vec<u8>,
}

/// The answers of some rows on end.
#[derive(Debug)]
pub struct Block {
    columns: Vec<Column>,
    /// Where the lines of each row end, behind the 0 where the first begin.
    lines: Vec<u32>,
    /// The same of its groups.
    groups: Vec<u32>,
}

impl Block {
    pub fn new(wanted: Wanted) -> Self {
        let of = |columns: &'static [_], asked: bool| columns.iter().filter(move |_| asked);
        let both = of(&OF_BOTH, wanted.lines && wanted.groups);
        let columns = of(&HEAD, true).chain(of(&OF_LINES, wanted.lines)).chain(of(&OF_GROUPS, wanted.groups));
        let column = |(name, of): &(&'static str, Of)| Column { name, of: *of, width: 0, bytes: Vec::new() };
        Self { columns: columns.chain(both).map(column).collect(), lines: vec![0], groups: vec![0] }
    }

    /// Takes the answers of a sheet in place of its own.
    pub fn take(&mut self, sheet: &Sheet) {
        let Sheet { wanted, totals, reasons, lines, groups, shapes, .. } = sheet;
        let columns = &mut self.columns.iter_mut();
        put(columns, totals, |total| total.to_ne_bytes());
        put(columns, reasons, |reason| [u8::from(*reason == 0)]);
        put(columns, reasons, |reason| [u8::from(*reason == BAD)]);
        put(columns, reasons, |reason| [if *reason == BAD { 0 } else { *reason }]);
        if wanted.lines {
            put(columns, lines, |line| line.row.to_ne_bytes());
            put(columns, lines, |line| line.value.to_ne_bytes());
            put(columns, lines, |line| line.grade.to_ne_bytes());
            put(columns, lines, |line| line.times.to_ne_bytes());
            put(columns, lines, |line| line.subtotal().to_ne_bytes());
        }
        if wanted.groups {
            put(columns, shapes, |shape| [*shape]);
            put(columns, groups, |(group, ..)| [group.kind as u8]);
            put(columns, groups, |(group, ..)| [group.first]);
            put(columns, groups, |(group, ..)| [group.laid as u8]);
            put(columns, groups, |(_, concealed, _)| [u8::from(*concealed)]);
            put(columns, groups, |(.., winning)| [u8::from(*winning)]);
        }
        if wanted.lines && wanted.groups {
            put(columns, lines, |line| line.used.to_ne_bytes());
        }
        self.lines.truncate(1);
        add_ends(&mut self.lines, sheet.line_counts.iter().map(|count| u32::from(*count)));
        self.groups.truncate(1);
        add_ends(&mut self.groups, sheet.group_counts.iter().map(|count| u32::from(*count)));
    }

    /// Adds the answers of further rows.
    pub fn append(&mut self, further: &Self) {
        for (column, further) in self.columns.iter_mut().zip(&further.columns) {
            column.width = further.width;
            column.bytes.extend_from_slice(&further.bytes);
        }
        add_ends(&mut self.lines, counts(&further.lines));
        add_ends(&mut self.groups, counts(&further.groups));
    }

    /// Puts answers in for rows that have none, ascending.
    pub fn mend(&mut self, rows: &[usize], told: &Self) {
        for (column, told_column) in self.columns.iter_mut().zip(&told.columns) {
            let (width, bytes) = (column.width, &told_column.bytes);
            match column.of {
                Of::Rows => {
                    for (row, entry) in rows.iter().zip(bytes.chunks_exact(width)) {
                        column.bytes[row * width..][..width].copy_from_slice(entry);
                    }
                }
                Of::Lines => column.bytes = mended(&column.bytes, bytes, width, rows, &self.lines, &told.lines),
                Of::Groups => column.bytes = mended(&column.bytes, bytes, width, rows, &self.groups, &told.groups),
            }
        }
        mend_ends(&mut self.lines, rows, &told.lines);
        mend_ends(&mut self.groups, rows, &told.groups);
    }

    /// The columns by name.
    pub fn written(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let dict = PyDict::new(py);
        let has = |name: &str| self.columns.iter().any(|column| column.name == name);
        for (of, name, ends) in [("line_row", "line_starts", self.lines), ("group_kind", "group_starts", self.groups)] {
            if has(of) {
                dict.set_item(name, lend(py, Buffer::from_vec(ends))?)?;
            }
        }
        for Column { name, width, bytes, .. } in self.columns {
            if bytes.len() > width * u32::MAX as usize {
                return Err(bad("more than four billion entries"));
            }
            dict.set_item(name, lend(py, Buffer::from_vec(bytes))?)?;
        }
        Ok(dict)
    }
}

/// Puts the bytes of each entry into the next of some columns, in place of what was there.
fn put<'a, T, const N: usize>(
    columns: &mut impl Iterator<Item = &'a mut Column>,
    entries: &[T],
    bytes: impl Fn(&T) -> [u8; N],
) {
    let Some(column) = columns.next() else { return };
    column.width = N;
    column.bytes.resize(N * entries.len(), 0);
    for (place, entry) in column.bytes.as_chunks_mut().0.iter_mut().zip(entries) {
        *place = bytes(entry);
    }
}

/// How many entries each row has, by where they end.
fn counts(ends: &[u32]) -> impl Iterator<Item = u32> {
    ends.windows(2).map(|ends| ends[1].wrapping_sub(ends[0]))
}

/// Adds where the entries of further rows end. What does not fit is noticed in the end.
fn add_ends(ends: &mut Vec<u32>, counts: impl Iterator<Item = u32>) {
    let mut end = ends.last().copied().unwrap_or_default();
    ends.extend(counts.map(|count| {
        end = end.wrapping_add(count);
        end
    }));
}

/// A column with the entries that were told of some rows put in, `ends` and `told_ends` those before.
fn mended(column: &[u8], told: &[u8], width: usize, rows: &[usize], ends: &[u32], told_ends: &[u32]) -> Vec<u8> {
    let mut all = Vec::with_capacity(column.len() + told.len());
    let (mut rest, mut at, mut told) = (column, 0, told);
    for (row, count) in rows.iter().zip(counts(told_ends)) {
        let (before, behind) = rest.split_at(ends[*row] as usize * width - at);
        let (own, others) = told.split_at(count as usize * width);
        all.extend_from_slice(before);
        all.extend_from_slice(own);
        (rest, at, told) = (behind, at + before.len(), others);
    }
    all.extend_from_slice(rest);
    all
}

/// Where the entries of each row end when those told of some rows are there.
fn mend_ends(ends: &mut Vec<u32>, rows: &[usize], told_ends: &[u32]) {
    let mut told = rows.iter().zip(counts(told_ends)).peekable();
    let all = counts(ends).enumerate().map(|(row, count)| match told.next_if(|(told, _)| **told == row) {
        Some((_, told)) => told,
        None => count,
    });
    let mut mended = vec![0];
    add_ends(&mut mended, all);
    *ends = mended;
}
