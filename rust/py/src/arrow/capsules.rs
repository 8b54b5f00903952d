//! The C structs of Arrow in capsules, as <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>
//! defines them.  Taking a struct out of its capsule, and lending memory, is all here that the compiler cannot check.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_int, c_void};

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{Array, RecordBatch, RecordBatchOptions, RecordBatchReader, StructArray};
use arrow_buffer::Buffer;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use bytes::Bytes;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyCapsule, PyMemoryView, PyTuple};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

pub fn fault(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The stream that an object gives under `__arrow_c_stream__`.
pub fn take_stream(capsule: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let pointer = capsule.cast::<PyCapsule>()?.pointer_checked(Some(STREAM))?;
    // SAFETY: a capsule of this name holds such a struct.  It is moved out: what stays behind is marked as released.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr().cast()) };
    RecordBatchStreamReader::try_new(stream).map_err(|error| fault(&error))
}

/// The record batch that an object gives under `__arrow_c_array__`.
pub fn take_array(pair: &Bound<'_, PyAny>) -> PyResult<RecordBatch> {
    let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
    let schema = schema.cast::<PyCapsule>()?.pointer_checked(Some(SCHEMA))?;
    let array = array.cast::<PyCapsule>()?.pointer_checked(Some(ARRAY))?;
    // SAFETY: capsules of these names hold such structs, which agree with each other; both are moved out.
    let (field, data) = unsafe {
        let schema = FFI_ArrowSchema::from_raw(schema.as_ptr().cast());
        let array = FFI_ArrowArray::from_raw(array.as_ptr().cast());
        (Field::try_from(&schema), from_ffi(array, &schema))
    };
    let (field, data) = (field.map_err(|error| fault(&error))?, data.map_err(|error| fault(&error))?);
    let DataType::Struct(fields) = field.data_type() else {
        return Err(PyTypeError::new_err(format!("expected columns, found an array of {}", field.data_type())));
    };
    let schema = Schema::new_with_metadata(fields.clone(), field.metadata().clone());
    let rows = RecordBatchOptions::new().with_row_count(Some(data.len()));
    let (_, columns, nulls) = StructArray::from(data).into_parts();
    if nulls.is_some_and(|nulls| nulls.null_count() > 0) {
        return Err(PyValueError::new_err("expected columns, found a struct array in which rows are null"));
    }
    RecordBatch::try_new_with_options(schema.into(), columns, &rows).map_err(|error| fault(&error))
}

pub fn give_schema<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(|error| fault(&error))?;
    PyCapsule::new(py, schema, Some(SCHEMA.into()))
}

pub fn give_array<'py>(py: Python<'py>, batch: &RecordBatch) -> PyResult<Bound<'py, PyTuple>> {
    let schema = give_schema(py, batch.schema_ref())?;
    let array = FFI_ArrowArray::new(&StructArray::from(batch.clone()).into_data());
    PyTuple::new(py, [schema, PyCapsule::new(py, array, Some(ARRAY.into()))?])
}

pub fn give_stream(py: Python<'_>, reader: Box<dyn RecordBatchReader + Send>) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new(py, FFI_ArrowArrayStream::new(reader), Some(STREAM.into()))
}

/// Memory of a column, to read.
pub fn lend(py: Python<'_>, buffer: Buffer) -> PyResult<Bound<'_, PyMemoryView>> {
    PyMemoryView::from(Bound::new(py, ArrowBuffer(buffer))?.as_any())
}

#[pyclass(frozen, module = "tingpai._internal")]
struct ArrowBuffer(Buffer);

#[pymethods]
impl ArrowBuffer {
    unsafe fn __getbuffer__(slf: &Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let buffer = &slf.get().0;
        let (bytes, length) = (buffer.as_ptr().cast_mut().cast::<c_void>(), buffer.len() as isize);
        // SAFETY: Python passes the view, which is marked as read-only and takes a reference to this object; the object
        // never lets go of its buffer.
        let status = unsafe { ffi::PyBuffer_FillInfo(view, slf.as_ptr(), bytes, length, 1, flags) };
        if status == 0 { Ok(()) } else { Err(PyErr::fetch(slf.py())) }
    }
}

/// Bytes to read while the interpreter is away: those of a column and of `bytes` where they lie, others copied, as their
/// owner may change them meanwhile.
pub fn bytes(view: &Bound<'_, PyAny>) -> PyResult<Buffer> {
    let buffer = PyBuffer::<u8>::get(view)?;
    let (start, length) = (buffer.buf_ptr() as usize, buffer.len_bytes());
    if let Ok(owner) = view.getattr("obj")
        && let Some(kept) = kept(&owner)
        && buffer.is_c_contiguous()
        && let Some(offset) = start.checked_sub(kept.as_ptr() as usize)
        && offset + length <= kept.len()
    {
        return Ok(kept.slice_with_length(offset, length));
    }
    Ok(buffer.to_vec(view.py())?.into())
}

/// All bytes of an object that nobody changes.
fn kept(owner: &Bound<'_, PyAny>) -> Option<Buffer> {
    if let Ok(column) = owner.cast::<ArrowBuffer>() {
        return Some(column.get().0.clone());
    }
    let bytes = PyBackedBytes::from(owner.cast_exact::<PyBytes>().ok()?.clone());
    Some(Bytes::from_owner(bytes).into())
}
