//! Scores as Arrow columns.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Int32Array};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::answer::{Answer, Errors, valid};
use super::lines::{Arrangements, Lines, Words, of_fields};
use super::reader::{ArrowBatch, ArrowSchema};

const SEATS: [&str; 4] = ["E", "S", "W", "N"];

/// What the words of the columns are, in the order of their numbers.
#[derive(FromPyObject)]
struct Vocabulary {
    /// Told beside the columns: the rule set and its unit.
    metadata: HashMap<String, String>,
    reasons: Vec<Option<String>>,
    /// Of each row its id, Chinese name, English name and clause.
    rows: Vec<[String; 4]>,
    shapes: Vec<String>,
    kinds: Vec<String>,
    laid: Vec<String>,
    /// The tiles of the groups of every kind, 34 to a kind, and then the flowers.
    tiles: Vec<Option<String>>,
}

/// Which columns are made, and of which words.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct ArrowScores {
    answer: Answer,
    reasons: Words,
    lines: Option<Lines>,
    arrangements: Option<Arrangements>,
    payments: bool,
}

#[pymethods]
impl ArrowScores {
    #[new]
    #[pyo3(signature = (vocabulary, keep, *, lines, arrangement, payments))]
    fn new(
        vocabulary: &Bound<'_, PyAny>,
        keep: Vec<usize>,
        lines: bool,
        arrangement: bool,
        payments: bool,
    ) -> PyResult<Self> {
        let told: Vocabulary = vocabulary.extract()?;
        let tiles = Words::new(told.tiles);
        let lines = lines.then(|| Lines::new(&told.rows, arrangement.then(|| tiles.clone())));
        let arrangements = arrangement.then(|| Arrangements::new(told.shapes, told.kinds, told.laid, tiles));
        let mut made = vec![("total", DataType::Int32), ("wins", DataType::Boolean), ("reason", Words::data_type())];
        made.extend(lines.as_ref().map(|lines| ("lines", lines.data_type())));
        made.extend(arrangements.as_ref().map(|_| ("arrangement", Arrangements::data_type())));
        made.extend(payments.then(|| ("payments", DataType::Struct(payment_fields()))));
        let answer = Answer::new(told.metadata, keep, made);
        Ok(Self { answer, reasons: Words::new(told.reasons), lines, arrangements, payments })
    }

    /// The columns that are kept, and those of the scores.
    fn schema(&self, input: &ArrowSchema) -> ArrowSchema {
        self.answer.schema(input)
    }

    /// The same columns filled: `scores` of the rows of `input`, but where `errors` has a row.
    fn batch(&self, input: &ArrowBatch, scores: &Bound<'_, PyAny>, errors: &Bound<'_, PyDict>) -> PyResult<ArrowBatch> {
        let errors: Errors = errors.extract()?;
        let valid = valid(input.batch.num_rows(), &errors);
        let total = values::<i32>(scores, "total")?;
        let wins: Vec<bool> = flags(scores, "wins")?;
        let mut made: Vec<ArrayRef> = vec![
            Arc::new(Int32Array::new(total.into(), Some(valid.clone()))),
            Arc::new(BooleanArray::new(wins.iter().copied().collect(), Some(valid.clone()))),
            self.reasons.coded(values::<u8>(scores, "reason")?.into_iter(), Some(&valid)),
        ];
        if let Some(lines) = &self.lines {
            made.push(lines.column(scores, &valid)?);
        }
        if let Some(arrangements) = &self.arrangements {
            made.push(arrangements.column(scores, &valid)?);
        }
        if self.payments {
            made.push(payments(&values::<i32>(scores, "payments")?, &wins, &valid));
        }
        self.answer.batch(input, made, &errors)
    }
}

/// The numbers that an object holds under a name.
pub fn values<T: Element>(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<T>> {
    let held = object.getattr(name)?;
    // Where no numbers are is no place that must be aligned.
    if held.len()? == 0 { Ok(Vec::new()) } else { PyBuffer::<T>::get(&held)?.to_vec(object.py()) }
}

/// The same of truths, a byte each.
pub fn flags(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<bool>> {
    let bytes = object.getattr(name)?.call_method1("cast", ("B",))?; // a buffer of truths has no numbers
    Ok(PyBuffer::<u8>::get(&bytes)?.to_vec(object.py())?.into_iter().map(|byte| byte != 0).collect())
}

fn payment_fields() -> Fields {
    SEATS.iter().map(|seat| Field::new(*seat, DataType::Int32, true)).collect()
}

/// Who gets how much, where somebody wins.
fn payments(amounts: &[i32], wins: &[bool], valid: &NullBuffer) -> ArrayRef {
    let paid: NullBuffer = wins.iter().zip(valid).map(|(&wins, valid)| wins && valid).collect::<Vec<_>>().into();
    let column = |seat: usize| Arc::new(amounts.iter().skip(seat).step_by(4).copied().collect::<Int32Array>());
    let columns = (0..SEATS.len()).map(|seat| column(seat) as ArrayRef).collect();
    of_fields(payment_fields(), columns, Some(paid))
}
