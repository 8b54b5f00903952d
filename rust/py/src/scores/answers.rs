//! Answers on their way back.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};

use tingpai_core::batch::score::{Sheet, Wanted};
use tingpai_core::best::Reading as CoreReading;

use super::Chunk;
use crate::bad;
use crate::reading::Reading;

/// In place of a reason: the row is bad.
const BAD: u8 = u8::MAX;

/// An answer that the package worked out.
struct Told {
    total: i32,
    reason: u8,
    reading: Option<CoreReading>,
}

/// The answers for all rows; those that were left are told afterwards.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Answers {
    chunks: Vec<Chunk>,
    wanted: Wanted,
    told: Mutex<BTreeMap<usize, Told>>,
}

impl Answers {
    pub fn new(chunks: Vec<Chunk>, wanted: Wanted) -> Self {
        Self { chunks, wanted, told: Mutex::default() }
    }
}

#[pymethods]
impl Answers {
    /// Rows that were left, ascending.
    fn left(&self) -> Vec<usize> {
        self.chunks.iter().flat_map(|chunk| &chunk.left).copied().collect()
    }

    /// Tells the answer of a row that was left.
    #[pyo3(signature = (row, total, reason, reading))]
    fn tell(&self, row: usize, total: i32, reason: u8, reading: Option<&Reading>) {
        let reading = reading.map(|reading| reading.reading.clone());
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.insert(row, Told { total, reason, reading });
    }

    /// Tells that a row that was left is bad.
    fn tell_bad(&self, row: usize) {
        self.tell(row, 0, BAD, None);
    }

    /// The columns by name, in native byte order; `limit_line` is the number of the line of what the limit takes away.
    fn columns<'py>(&self, py: Python<'py>, limit_line: u16) -> PyResult<Bound<'py, PyDict>> {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let mut start = 0;
        let mut sheets = Vec::with_capacity(self.chunks.len());
        for chunk in &self.chunks {
            let rows = chunk.sheet.totals.len();
            let further: Vec<(usize, &Told)> =
                told.range(start..start + rows).map(|(row, told)| (row - start, told)).collect();
            sheets.push(if further.is_empty() { None } else { Some(mended(&chunk.sheet, &further, limit_line)) });
            start += rows;
        }
        let sheets: Vec<&Sheet> =
            sheets.iter().zip(&self.chunks).map(|(mended, chunk)| mended.as_ref().unwrap_or(&chunk.sheet)).collect();
        let out = Columns { dict: PyDict::new(py), sheets };
        out.head()?;
        if self.wanted.lines {
            out.lines(self.wanted.groups)?;
        }
        if self.wanted.groups {
            out.groups()?;
        }
        Ok(out.dict)
    }
}

/// The sheet with answers put in for rows that have none.
fn mended(sheet: &Sheet, further: &[(usize, &Told)], limit_line: u16) -> Sheet {
    let mut mended = Sheet::new(sheet.wanted);
    let mut further = further.iter().peekable();
    let (mut line, mut group) = (0, 0);
    for row in 0..sheet.totals.len() {
        let lines = sheet.line_counts.get(row).map_or(0, |count| usize::from(*count));
        let groups = sheet.group_counts.get(row).map_or(0, |count| usize::from(*count));
        match further.next_if(|(at, _)| *at == row) {
            Some((_, Told { total, reason, reading: Some(reading) })) => {
                mended.reading(reading, *total, *reason, limit_line);
            }
            Some((_, Told { reason, .. })) => mended.none(*reason),
            None => {
                mended.totals.push(sheet.totals[row]);
                mended.reasons.push(sheet.reasons[row]);
                mended.line_counts.extend(sheet.line_counts.get(row));
                mended.lines.extend_from_slice(&sheet.lines[line..line + lines]);
                mended.shapes.extend(sheet.shapes.get(row));
                mended.group_counts.extend(sheet.group_counts.get(row));
                mended.groups.extend_from_slice(&sheet.groups[group..group + groups]);
            }
        }
        line += lines;
        group += groups;
    }
    mended
}

/// Columns as they are written.
struct Columns<'a, 'py> {
    dict: Bound<'py, PyDict>,
    sheets: Vec<&'a Sheet>,
}

impl<'a> Columns<'a, '_> {
    /// Writes one column: `of` the entries of a sheet, `bytes` of each of them.
    fn put<T: 'a, const N: usize>(
        &self,
        name: &str,
        of: impl Fn(&'a Sheet) -> &'a [T],
        bytes: impl Fn(&T) -> [u8; N],
    ) -> PyResult<()> {
        let entries: usize = self.sheets.iter().map(|sheet| of(sheet).len()).sum();
        let column = PyByteArray::new_with(self.dict.py(), entries * N, |mut out| {
            for sheet in &self.sheets {
                let entries = of(sheet);
                let (here, rest) = out.split_at_mut(entries.len() * N);
                for (place, entry) in here.chunks_exact_mut(N).zip(entries) {
                    place.copy_from_slice(&bytes(entry));
                }
                out = rest;
            }
            Ok(())
        })?;
        self.dict.set_item(name, column)
    }

    /// Writes where the entries of each row start, and where the last end.
    fn starts<T: 'a + Copy + Into<u32>>(&self, name: &str, of: impl Fn(&'a Sheet) -> &'a [T]) -> PyResult<()> {
        let rows: usize = self.sheets.iter().map(|sheet| of(sheet).len()).sum();
        let column = PyByteArray::new_with(self.dict.py(), (rows + 1) * 4, |out| {
            let mut places = out.chunks_exact_mut(4);
            let mut end = 0_u32;
            let mut write = |end: u32| places.next().map(|place| place.copy_from_slice(&end.to_ne_bytes()));
            write(0);
            for count in self.sheets.iter().flat_map(|sheet| of(sheet)) {
                end = end.checked_add((*count).into()).ok_or_else(|| bad("more than four billion entries"))?;
                write(end);
            }
            Ok(())
        })?;
        self.dict.set_item(name, column)
    }

    fn head(&self) -> PyResult<()> {
        self.put("total", |sheet| &sheet.totals, |total| total.to_ne_bytes())?;
        self.put("wins", |sheet| &sheet.reasons, |reason| [u8::from(*reason == 0)])?;
        self.put("bad", |sheet| &sheet.reasons, |reason| [u8::from(*reason == BAD)])?;
        self.put("reason", |sheet| &sheet.reasons, |reason| [if *reason == BAD { 0 } else { *reason }])
    }

    fn lines(&self, used: bool) -> PyResult<()> {
        self.starts("line_starts", |sheet| &sheet.line_counts)?;
        self.put("line_row", |sheet| &sheet.lines, |line| line.row.to_ne_bytes())?;
        self.put("line_value", |sheet| &sheet.lines, |line| line.value.to_ne_bytes())?;
        self.put("line_grade", |sheet| &sheet.lines, |line| line.grade.to_ne_bytes())?;
        self.put("line_times", |sheet| &sheet.lines, |line| line.times.to_ne_bytes())?;
        self.put("line_subtotal", |sheet| &sheet.lines, |line| line.subtotal().to_ne_bytes())?;
        if used {
            self.put("line_used", |sheet| &sheet.lines, |line| line.used.to_ne_bytes())?;
        }
        Ok(())
    }

    fn groups(&self) -> PyResult<()> {
        self.put("shape", |sheet| &sheet.shapes, |shape| [*shape])?;
        self.starts("group_starts", |sheet| &sheet.group_counts)?;
        self.put("group_kind", |sheet| &sheet.groups, |(group, ..)| [group.kind as u8])?;
        self.put("group_first", |sheet| &sheet.groups, |(group, ..)| [group.first])?;
        self.put("group_laid", |sheet| &sheet.groups, |(group, ..)| [group.laid as u8])?;
        self.put("group_concealed", |sheet| &sheet.groups, |(_, concealed, _)| [u8::from(*concealed)])?;
        self.put("group_winning", |sheet| &sheet.groups, |(.., winning)| [u8::from(*winning)])
    }
}
