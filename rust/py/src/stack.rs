//! Functions whose arguments stay where the interpreter laid them: no tuple and no dictionary is made for a call.
//!
//! pyo3 calls functions so that name all of their keywords. Those here take whatever keywords there are; what the
//! compiler cannot check of that is all in this file.
#![allow(unsafe_code)]

use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

use pyo3::exceptions::PyTypeError;
use pyo3::panic::PanicException;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{Borrowed, ffi};

/// A function of the module.
pub trait Function {
    const NAME: &'static CStr;
    /// Its signature and what it does, as `__text_signature__` and `__doc__` are found in it.
    const ABOUT: &'static CStr;

    fn call<'py>(given: &Given<'_, 'py>) -> PyResult<Bound<'py, PyAny>>;
}

/// The arguments of a call: those by position, then the values of the keywords.
pub struct Given<'a, 'py> {
    py: Python<'py>,
    values: &'a [*mut ffi::PyObject],
    by_position: usize,
    names: Option<Borrowed<'a, 'py, PyTuple>>,
}

impl<'a, 'py> Given<'a, 'py> {
    pub const fn py(&self) -> Python<'py> {
        self.py
    }

    /// The names of the keywords.
    pub const fn names(&self) -> Option<Borrowed<'a, 'py, PyTuple>> {
        self.names
    }

    /// The values of the keywords.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Borrowed<'a, 'py, PyAny>> {
        self.values[self.by_position..].iter().map(|value| self.borrow(*value))
    }

    /// The arguments by position, of which there must be two.
    pub fn pair(&self, name: &CStr) -> PyResult<[Borrowed<'a, 'py, PyAny>; 2]> {
        if let [first, second] = self.values[..self.by_position] {
            return Ok([first, second].map(|value| self.borrow(value)));
        }
        let (name, found) = (name.to_string_lossy(), self.by_position);
        Err(PyTypeError::new_err(format!("{name}() takes 2 positional arguments but {found} were given")))
    }

    /// The keywords as a dictionary.
    pub fn keywords(&self) -> PyResult<Bound<'py, PyDict>> {
        let keywords = PyDict::new(self.py);
        for (name, value) in self.names.iter().flat_map(|names| names.iter_borrowed()).zip(self.values()) {
            keywords.set_item(name, value)?;
        }
        Ok(keywords)
    }

    fn borrow(&self, value: *mut ffi::PyObject) -> Borrowed<'a, 'py, PyAny> {
        // SAFETY: the caller holds the arguments until the call is over, and `'a` is no longer than that.
        unsafe { Borrowed::from_ptr(self.py, value) }
    }
}

/// Adds a function to the module.
pub fn add<F: Function>(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // The interpreter keeps the pointer as long as the function lives, which may be to its end.
    let definition = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: F::NAME.as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: enter::<F> },
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        ml_doc: F::ABOUT.as_ptr(),
    }));
    let name = module.name()?;
    // SAFETY: the definition stays, its flags say what its function takes, and both objects are alive.
    let function = unsafe {
        let made = ffi::PyCFunction_NewEx(definition, module.as_ptr(), name.as_ptr());
        Bound::from_owned_ptr_or_err(module.py(), made)?
    };
    module.add(F::NAME.to_str()?, function)
}

/// What the interpreter calls.
unsafe extern "C" fn enter<F: Function>(
    _module: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    by_position: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    Python::attach(|py| {
        let call = || {
            // SAFETY: `names` is null or a tuple, and the arguments lie on end: those by position, then one for each name.
            let given = unsafe {
                let names = Borrowed::from_ptr_or_opt(py, names).map(|names| names.cast_unchecked::<PyTuple>());
                let by_position = by_position as usize;
                let count = by_position + names.map_or(0, |names| names.len());
                let values = if count == 0 { &[] } else { std::slice::from_raw_parts(arguments, count) };
                Given { py, values, by_position, names }
            };
            F::call(&given)
        };
        let answer = catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            Err(PanicException::new_err(text.unwrap_or("panic").to_owned()))
        });
        answer.map_or_else(
            |error| {
                error.restore(py);
                null_mut()
            },
            Bound::into_ptr,
        )
    })
}
