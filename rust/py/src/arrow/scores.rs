//! Scores as Arrow columns.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, StringBuilder};
use arrow_array::{Array, ArrayRef, BooleanArray, Int32Array, RecordBatch, RecordBatchOptions, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::capsules::fault;
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
    metadata: HashMap<String, String>,
    /// Columns of the input that are told again.
    keep: Vec<usize>,
    reasons: Words,
    lines: Option<Lines>,
    arrangements: Option<Arrangements>,
    payments: bool,
}

/// What is wrong with a row: a code, a sentence, a column of the text.
type RowError = (String, String, Option<i32>);

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
        Ok(Self {
            metadata: told.metadata,
            keep,
            reasons: Words::new(told.reasons),
            lines: lines.then(|| Lines::new(&told.rows, arrangement.then(|| tiles.clone()))),
            arrangements: arrangement.then(|| Arrangements::new(told.shapes, told.kinds, told.laid, tiles)),
            payments,
        })
    }

    /// The columns that are kept, and those of the scores.
    fn schema(&self, input: &ArrowSchema) -> ArrowSchema {
        ArrowSchema { schema: self.fields(&input.schema) }
    }

    /// The same columns filled: `scores` of the rows of `input`, but where `errors` has a row.
    fn batch(&self, input: &ArrowBatch, scores: &Bound<'_, PyAny>, errors: &Bound<'_, PyDict>) -> PyResult<ArrowBatch> {
        let errors: HashMap<usize, RowError> = errors.extract()?;
        let rows = input.batch.num_rows();
        let valid: NullBuffer = (0..rows).map(|row| !errors.contains_key(&row)).collect::<Vec<_>>().into();
        let mut columns: Vec<ArrayRef> = self.keep.iter().map(|&column| input.batch.column(column).clone()).collect();
        let total = values::<i32>(scores, "total")?;
        let wins: Vec<bool> = flags(scores, "wins")?;
        let wins_of = BooleanArray::new(wins.iter().copied().collect(), Some(valid.clone()));
        columns.push(Arc::new(Int32Array::new(total.into(), Some(valid.clone()))));
        columns.push(Arc::new(wins_of));
        columns.push(self.reasons.coded(values::<u8>(scores, "reason")?.into_iter(), Some(&valid)));
        if let Some(lines) = &self.lines {
            columns.push(lines.column(scores, &valid)?);
        }
        if let Some(arrangements) = &self.arrangements {
            columns.push(arrangements.column(scores, &valid)?);
        }
        if self.payments {
            columns.push(payments(&values::<i32>(scores, "payments")?, &wins, &valid));
        }
        columns.push(errors_of(rows, &errors));
        let schema = self.fields(input.batch.schema_ref());
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(schema, columns, &options).map_err(|error| fault(&error))?;
        Ok(ArrowBatch { batch })
    }
}

impl ArrowScores {
    fn fields(&self, input: &Schema) -> SchemaRef {
        let mut fields: Vec<Field> = self.keep.iter().map(|&column| input.field(column).clone()).collect();
        fields.push(Field::new("total", DataType::Int32, true));
        fields.push(Field::new("wins", DataType::Boolean, true));
        fields.push(Field::new("reason", Words::data_type(), true));
        if let Some(lines) = &self.lines {
            fields.push(Field::new("lines", lines.data_type(), true));
        }
        if self.arrangements.is_some() {
            fields.push(Field::new("arrangement", Arrangements::data_type(), true));
        }
        if self.payments {
            fields.push(Field::new("payments", DataType::Struct(payment_fields()), true));
        }
        fields.push(Field::new("error", DataType::Struct(error_fields()), true));
        Arc::new(Schema::new_with_metadata(fields, self.metadata.clone()))
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

fn error_fields() -> Fields {
    let (text, number) = (DataType::Utf8, DataType::Int32);
    [("code", text.clone()), ("message", text), ("column", number)]
        .into_iter()
        .map(|(name, of)| Field::new(name, of, true))
        .collect()
}

fn errors_of(rows: usize, errors: &HashMap<usize, RowError>) -> ArrayRef {
    let (mut codes, mut sentences, mut columns) = (StringBuilder::new(), StringBuilder::new(), Int32Builder::new());
    for row in 0..rows {
        let error = errors.get(&row);
        codes.append_option(error.map(|error| &error.0));
        sentences.append_option(error.map(|error| &error.1));
        columns.append_option(error.and_then(|error| error.2));
    }
    let nulls: Vec<bool> = (0..rows).map(|row| errors.contains_key(&row)).collect();
    let columns: Vec<ArrayRef> =
        vec![Arc::new(codes.finish()), Arc::new(sentences.finish()), Arc::new(columns.finish())];
    Arc::new(StructArray::new(error_fields(), columns, Some(nulls.into()))) as Arc<dyn Array>
}
