//! Answers of [`crate::analysis`] as Arrow columns.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Int8Array};
use arrow_buffer::BooleanBuffer;
use arrow_schema::DataType;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use tingpai_core::batch::{ANY_TILE, BY_WILD};
use tingpai_core::tile::{KINDS, KindSet};

use super::answer::{Answer, Errors, valid};
use super::lines::{Words, list_of, lists};
use super::reader::{ArrowBatch, ArrowSchema};
use crate::analysis::Question;

/// The columns that answer a question.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct ArrowAnalysis {
    answer: Answer,
    question: Question,
    tiles: Words,
}

#[pymethods]
impl ArrowAnalysis {
    /// `tiles` are the texts of the kinds.
    #[new]
    fn new(question: Question, metadata: HashMap<String, String>, tiles: Vec<String>, keep: Vec<usize>) -> Self {
        let made = match question {
            Question::Complete => vec![("complete", DataType::Boolean)],
            Question::Waits => vec![
                ("waits", list_of(Words::data_type())),
                ("wild_completes", DataType::Boolean),
                ("any_tile", DataType::Boolean),
            ],
            Question::Distance => vec![("distance", DataType::Int8)],
        };
        Self { answer: Answer::new(metadata, keep, made), question, tiles: Words::all(tiles) }
    }

    /// The columns that are kept, and those of the answer.
    fn schema(&self, input: &ArrowSchema) -> ArrowSchema {
        self.answer.schema(input)
    }

    /// The same columns filled: `values` for the rows of `input`, but where `errors` has a row.
    fn batch(&self, input: &ArrowBatch, values: &Bound<'_, PyAny>, errors: &Bound<'_, PyDict>) -> PyResult<ArrowBatch> {
        let errors: Errors = errors.extract()?;
        let nulls = Some(valid(input.batch.num_rows(), &errors));
        let bytes: Vec<u8> = PyBuffer::get(values)?.to_vec(values.py())?;
        let flags = |flags: BooleanBuffer| -> ArrayRef { Arc::new(BooleanArray::new(flags, nulls.clone())) };
        let made: Vec<ArrayRef> = match self.question {
            Question::Complete => vec![flags(bytes.iter().map(|&byte| byte != 0).collect())],
            Question::Distance => {
                let distances: Vec<i8> = bytes.iter().map(|&byte| byte.cast_signed()).collect();
                vec![Arc::new(Int8Array::new(distances.into(), nulls))]
            }
            Question::Waits => {
                let masks: Vec<u64> = bytes.as_chunks().0.iter().map(|&mask| u64::from_ne_bytes(mask)).collect();
                let bit = |bit: u64| flags(masks.iter().map(|mask| mask & bit != 0).collect());
                let (by_wild, any_tile) = (bit(BY_WILD), bit(ANY_TILE));
                vec![self.kinds(&masks, nulls), by_wild, any_tile]
            }
        };
        self.answer.batch(input, made, &errors)
    }
}

impl ArrowAnalysis {
    /// The kinds of each mask, lists of the texts of tiles.
    fn kinds(&self, masks: &[u64], nulls: Option<arrow_buffer::NullBuffer>) -> ArrayRef {
        let (mut starts, mut kinds) = (vec![0], Vec::new());
        for mask in masks {
            kinds.extend(KindSet(mask & KindSet::ALL.0).iter());
            starts.push(kinds.len() as u32);
        }
        debug_assert!(kinds.iter().all(|&kind| usize::from(kind) < KINDS));
        lists(&starts, self.tiles.coded(kinds.into_iter(), None), nulls)
    }
}
