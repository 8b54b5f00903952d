//! What the answers to all questions have: columns of their input that are kept, those that are made, and errors.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use pyo3::prelude::*;

use super::capsules::fault;
use super::reader::{ArrowBatch, ArrowSchema};

/// What is wrong with a row: a code, a sentence, a column of the text.
type RowError = (String, String, Option<i32>);

/// Those of the rows that have one.
pub type Errors = HashMap<usize, RowError>;

/// The columns of an answer around those that are made.
pub struct Answer {
    /// Told beside the columns: the rule set and its unit.
    metadata: HashMap<String, String>,
    /// Columns of the input that are told again.
    keep: Vec<usize>,
    made: Vec<Field>,
}

impl Answer {
    pub fn new(metadata: HashMap<String, String>, keep: Vec<usize>, made: Vec<(&str, DataType)>) -> Self {
        let made = made.into_iter().map(|(name, of)| Field::new(name, of, true)).collect();
        Self { metadata, keep, made }
    }

    pub fn schema(&self, input: &ArrowSchema) -> ArrowSchema {
        ArrowSchema { schema: self.fields(&input.schema) }
    }

    fn fields(&self, input: &Schema) -> SchemaRef {
        let mut fields: Vec<Field> = self.keep.iter().map(|&column| input.field(column).clone()).collect();
        fields.extend(self.made.iter().cloned());
        fields.push(Field::new("error", DataType::Struct(error_fields()), true));
        Arc::new(Schema::new_with_metadata(fields, self.metadata.clone()))
    }

    /// The rows of `input` answered by the columns `made`.
    pub fn batch(&self, input: &ArrowBatch, made: Vec<ArrayRef>, errors: &Errors) -> PyResult<ArrowBatch> {
        let (rows, input) = (input.batch.num_rows(), &input.batch);
        let mut columns: Vec<ArrayRef> = self.keep.iter().map(|&column| input.column(column).clone()).collect();
        columns.extend(made);
        columns.push(errors_of(rows, errors));
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(self.fields(input.schema_ref()), columns, &options);
        Ok(ArrowBatch { batch: batch.map_err(|error| fault(&error))? })
    }
}

/// Which of the rows are good.
pub fn valid(rows: usize, errors: &Errors) -> NullBuffer {
    (0..rows).map(|row| !errors.contains_key(&row)).collect::<Vec<_>>().into()
}

fn error_fields() -> Fields {
    let (text, number) = (DataType::Utf8, DataType::Int32);
    [("code", text.clone()), ("message", text), ("column", number)]
        .into_iter()
        .map(|(name, of)| Field::new(name, of, true))
        .collect()
}

fn errors_of(rows: usize, errors: &Errors) -> ArrayRef {
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
    Arc::new(StructArray::new(error_fields(), columns, Some(nulls.into())))
}
