//! Record batches from any source, and streams to whoever asks.

use std::sync::{Mutex, PoisonError};

use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyMemoryView, PyTuple};

use super::capsules::{fault, give_array, give_schema, give_stream, lend, take_array, take_stream};
use super::columns::{Value, codes, counts, kind, texts};

/// Names and types of columns.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct ArrowSchema {
    pub schema: SchemaRef,
}

#[pymethods]
impl ArrowSchema {
    /// Of each column its name, what it can be read as, and its type in words.
    fn columns(&self) -> Vec<(String, &'static str, String)> {
        let fields = self.schema.fields().iter();
        fields.map(|field| (field.name().clone(), kind(field.data_type()), field.data_type().to_string())).collect()
    }

    /// No rows.
    fn empty(&self) -> ArrowBatch {
        ArrowBatch { batch: RecordBatch::new_empty(self.schema.clone()) }
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        give_schema(py, &self.schema)
    }
}

type Lent<'py> = Bound<'py, PyMemoryView>;

/// Rows in columns.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct ArrowBatch {
    pub batch: RecordBatch,
}

#[pymethods]
impl ArrowBatch {
    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn texts<'py>(&self, py: Python<'py>, column: usize) -> PyResult<(Lent<'py>, Lent<'py>, Vec<usize>)> {
        let (data, offsets, nulls) = texts(self.batch.column(column))?;
        Ok((lend(py, data)?, lend(py, offsets)?, nulls))
    }

    fn counts<'py>(&self, py: Python<'py>, column: usize) -> PyResult<(Lent<'py>, Vec<usize>)> {
        let (counts, nulls) = counts(self.batch.column(column))?;
        Ok((lend(py, counts)?, nulls))
    }

    fn codes<'py>(&self, py: Python<'py>, column: usize) -> PyResult<(Vec<Value>, Lent<'py>)> {
        let (values, codes) = codes(self.batch.column(column))?;
        Ok((values, lend(py, codes)?))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        give_schema(py, self.batch.schema_ref())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        drop(requested_schema); // a wish that need not be met
        give_array(py, &self.batch)
    }
}

/// The batches of an Arrow object, cut into pieces of so many rows at most.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct ArrowReader {
    schema: SchemaRef,
    source: Mutex<Source>,
    most: usize,
}

struct Source {
    reader: Box<dyn RecordBatchReader + Send>,
    /// What is left of the batch last read.
    rest: Option<RecordBatch>,
}

#[pymethods]
impl ArrowReader {
    #[new]
    fn new(data: &Bound<'_, PyAny>, most: usize) -> PyResult<Self> {
        let reader: Box<dyn RecordBatchReader + Send> = if data.hasattr("__arrow_c_stream__")? {
            Box::new(take_stream(&data.call_method0("__arrow_c_stream__")?)?)
        } else if data.hasattr("__arrow_c_array__")? {
            let batch = take_array(&data.call_method0("__arrow_c_array__")?)?;
            let schema = batch.schema();
            Box::new(RecordBatchIterator::new([Ok(batch)], schema))
        } else {
            let found = data.get_type().name()?.to_string();
            return Err(PyTypeError::new_err(format!("expected columns in Arrow's form, found {found}")));
        };
        Ok(Self { schema: reader.schema(), source: Mutex::new(Source { reader, rest: None }), most: most.max(1) })
    }

    #[getter]
    fn schema(&self) -> ArrowSchema {
        ArrowSchema { schema: self.schema.clone() }
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<ArrowBatch>> {
        let read = || self.source.lock().unwrap_or_else(PoisonError::into_inner).next(self.most);
        let batch = py.detach(read).map_err(|error| fault(&error))?;
        Ok(batch.map(|batch| ArrowBatch { batch }))
    }
}

impl Source {
    fn next(&mut self, most: usize) -> Result<Option<RecordBatch>, ArrowError> {
        let batch = match self.rest.take() {
            Some(rest) => rest,
            None => loop {
                match self.reader.next().transpose()? {
                    None => return Ok(None),
                    Some(batch) if batch.num_rows() == 0 => {}
                    Some(batch) => break batch,
                }
            },
        };
        let rows = batch.num_rows();
        if rows <= most {
            return Ok(Some(batch));
        }
        self.rest = Some(batch.slice(most, rows - most));
        Ok(Some(batch.slice(0, most)))
    }
}

/// A stream of the batches that an iterator makes, one at a time, when they are asked for.
#[pyfunction]
pub fn arrow_stream<'py>(schema: &Bound<'py, ArrowSchema>, batches: Py<PyAny>) -> PyResult<Bound<'py, PyCapsule>> {
    give_stream(schema.py(), Box::new(Made { schema: schema.get().schema.clone(), batches }))
}

struct Made {
    schema: SchemaRef,
    batches: Py<PyAny>,
}

impl Iterator for Made {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        Python::attach(|py| {
            let batch = self.batches.bind(py).try_iter().and_then(|mut batches| batches.next().transpose());
            let batch = batch
                .and_then(|batch| batch.map(|batch| Ok(batch.cast::<ArrowBatch>()?.get().batch.clone())).transpose());
            batch.map_err(|error| ArrowError::ExternalError(Box::new(error))).transpose()
        })
    }
}

impl RecordBatchReader for Made {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
