//! Ways to answer that a rule set remembers: by keywords that were asked with before, a hand that was just read is
//! admitted and answered without the package.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use tingpai_core::rules::Situated as CoreSituated;

use crate::calls::{ScoreCall, Terms};
use crate::kept::{Asked, Words};
use crate::scores::Admission;
use crate::table::Situated;

/// How hands are scored in a situation. It must not hold the rule set, which holds it.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Way {
    admission: Py<Admission>,
    pub situated: Arc<CoreSituated>,
    pub terms: Py<Terms>,
    /// The situation as it was read, and the keywords that were asked with.
    pub read: Py<PyAny>,
    pub keywords: Py<PyDict>,
}

#[pymethods]
impl Way {
    #[new]
    fn new(
        admission: Py<Admission>,
        situated: &Situated,
        terms: Py<Terms>,
        read: Py<PyAny>,
        keywords: Py<PyDict>,
    ) -> Self {
        Self { admission, situated: situated.situated.clone(), terms, read, keywords }
    }
}

/// Ways that are kept; more start afresh.
const MOST: usize = 4_096;

/// By a number of what was asked with.
type Known = HashMap<u64, Vec<(Words, Py<Way>)>>;

/// The ways of a rule set, by what was asked with.
#[pyclass(frozen, module = "tingpai._internal")]
#[derive(Default)]
pub struct Ways(Mutex<Known>);

#[pymethods]
impl Ways {
    #[new]
    fn new() -> Self {
        Self::default()
    }
}

impl Ways {
    /// Those of what may be a rule set.
    fn of<'py>(rules: &Bound<'py, PyAny>) -> Option<Bound<'py, Self>> {
        let py = rules.py();
        let tables = rules.getattr_opt(intern!(py, "_tables")).ok()??;
        tables.getattr(intern!(py, "ways")).ok()?.cast_into().ok()
    }

    fn find<'py>(&self, asked: &Asked<'_, 'py>) -> Option<Bound<'py, Way>> {
        let hash = hash(asked)?;
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let alike = known.get(&hash)?;
        alike.iter().find(|(words, _)| words.are_of(asked)).map(|(_, way)| way.bind(asked.rules.py()).clone())
    }

    fn insert(&self, asked: &Asked<'_, '_>, way: &Py<Way>) {
        let Some(hash) = hash(asked) else { return };
        let (words, way) = (Words::of(asked), way.clone_ref(asked.rules.py()));
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = if known.len() >= MOST { std::mem::take(&mut *known) } else { HashMap::new() };
        known.entry(hash).or_default().push((words, way));
        // What is dropped may run code that asks again.
        drop(known);
        drop(before);
    }
}

/// A number of keywords and their values, where these stay what they are: no others may be remembered.
fn hash(asked: &Asked<'_, '_>) -> Option<u64> {
    if !asked.stays() {
        return None;
    }
    let mut hasher = rustc_hash::FxHasher::default();
    for name in asked.given.names().iter().flat_map(|names| names.iter_borrowed()) {
        name.hash().ok()?.hash(&mut hasher);
    }
    for value in asked.given.values() {
        value.hash().ok()?.hash(&mut hasher);
    }
    Some(hasher.finish())
}

/// The call of a hand that was read from text, where there is a way.
pub fn ready<'py>(asked: &Asked<'_, 'py>, hand: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, ScoreCall>>> {
    let (py, rules) = (hand.py(), asked.rules.to_owned());
    let Some(way) = Ways::of(&rules).and_then(|ways| ways.get().find(asked)) else { return Ok(None) };
    let text = hand.getattr(intern!(py, "_text"))?;
    let Ok(text) = text.cast::<PyString>() else { return Ok(None) };
    let Some(native) = way.get().admission.get().hand(text.to_str()?) else { return Ok(None) };
    Bound::new(py, ScoreCall::by(py, way.unbind(), rules.unbind(), Py::new(py, native)?)).map(Some)
}

/// Keeps the way of a call, if it has one.
pub fn keep(asked: &Asked<'_, '_>, call: &ScoreCall) {
    if let Some(way) = &call.way
        && let Some(ways) = Ways::of(&asked.rules.to_owned())
    {
        ways.get().insert(asked, way);
    }
}
