//! The answer of `score`.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};

use tingpai_core::best::Reading as CoreReading;

use crate::calls::ScoreCall;
use crate::reading::Reading;

/// What `tingpai.score` answers.
///
/// `wins`, `reason` (`None`, or why it does not win: incomplete, `below_minimum`, `self_draw_only`, `not_robbable`,
/// `no_flower_win`), `total` in the `unit` of the rule set, after the limit. `lines` and `arrangement` explain the best
/// reading; `alternatives` are further ones, the best first. `payments` says who pays, `None` for a hand that does not
/// win. An incomplete hand tells its `distance` and `waits`. All but the total, reason and unit is put into words when
/// it is read.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Result {
    /// The call that it answers.
    call: Py<ScoreCall>,
    hand: Py<PyAny>,
    readings: Vec<CoreReading>,
    #[pyo3(get)]
    total: i32,
    #[pyo3(get)]
    reason: Option<Py<PyString>>,
    told: PyOnceLock<Py<PyTuple>>,
    paid: PyOnceLock<Option<Py<PyDict>>>,
    awaited: PyOnceLock<Py<PyAny>>,
}

impl Result {
    pub fn new(
        call: Py<ScoreCall>,
        hand: Py<PyAny>,
        readings: Vec<CoreReading>,
        total: i32,
        reason: Option<Py<PyString>>,
    ) -> Self {
        let (told, paid, awaited) = (PyOnceLock::new(), PyOnceLock::new(), PyOnceLock::new());
        Self { call, hand, readings, total, reason, told, paid, awaited }
    }

    /// The readings in words.
    fn told<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let tell = || Ok(slf.get().ask(slf, intern!(py, "readings"))?.cast_into()?.unbind());
        slf.get().told.get_or_try_init(py, tell).map(|told| told.bind(py).clone())
    }

    /// What the call says of this answer.
    fn ask<'py>(&self, slf: &Bound<'py, Self>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        self.told_with(slf.py())?.call_method1(name, (slf,))
    }

    /// What it is told with.
    fn told_with<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.call.get().told_with(self.hand.bind(py))
    }

    fn rule_set<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.told_with(py)?.getattr(intern!(py, "rules"))
    }

    fn is_incomplete(&self, py: Python<'_>) -> bool {
        self.reason.as_ref().is_some_and(|reason| reason.bind(py) == "incomplete")
    }
}

#[pymethods]
impl Result {
    #[getter(_call)]
    fn call<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.told_with(py)
    }

    #[getter]
    const fn wins(&self) -> bool {
        self.reason.is_none()
    }

    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.rule_set(py)
    }

    #[getter]
    fn unit<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.rule_set(py)?.getattr(intern!(py, "unit"))
    }

    /// The readings by number.
    #[getter(_found)]
    fn found(&self) -> Vec<Reading> {
        self.readings.iter().map(|reading| Reading { reading: reading.clone() }).collect()
    }

    #[getter]
    fn lines<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if slf.get().readings.is_empty() {
            return Ok(PyTuple::empty(py).into_any());
        }
        Self::told(slf)?.get_item(0)?.getattr(intern!(py, "lines"))
    }

    #[getter]
    fn arrangement<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if slf.get().readings.is_empty() {
            return Ok(None);
        }
        Self::told(slf)?.get_item(0)?.getattr(intern!(slf.py(), "arrangement")).map(Some)
    }

    #[getter]
    fn alternatives<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let told = Self::told(slf)?;
        Ok(told.get_slice(1, told.len()))
    }

    #[getter]
    fn payments<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let py = slf.py();
        let pay = || -> PyResult<Option<Py<PyDict>>> { Ok(slf.get().ask(slf, intern!(py, "payments"))?.extract()?) };
        let paid = slf.get().paid.get_or_try_init(py, pay)?;
        paid.as_ref().map(|paid| paid.bind(py).copy()).transpose()
    }

    #[getter]
    fn distance<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Self::waits(slf)?.map(|waits| waits.getattr(intern!(slf.py(), "distance"))).transpose()
    }

    #[getter]
    fn waits<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = slf.py();
        if !slf.get().is_incomplete(py) {
            return Ok(None);
        }
        let wait = || slf.get().ask(slf, intern!(py, "waits")).map(Bound::unbind);
        slf.get().awaited.get_or_try_init(py, wait).map(|waits| Some(waits.bind(py).clone()))
    }

    /// The JSON object of the command line.
    fn to_data<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().ask(slf, intern!(slf.py(), "to_data"))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = self.rule_set(py)?;
        let (id, unit) = (rules.getattr(intern!(py, "id"))?, rules.getattr(intern!(py, "unit"))?);
        let outcome = self.reason.as_ref().map_or("wins".into(), |reason| reason.bind(py).to_string());
        Ok(format!("<Result {id}: {} {unit}, {outcome}>", self.total))
    }

    /// Two answers are equal that say the same of one hand under one rule set.
    fn __eq__(&self, other: &Bound<'_, Self>) -> PyResult<bool> {
        let (py, other) = (other.py(), other.get());
        Ok(self.total == other.total
            && self.readings == other.readings
            && self.hand.bind(py).eq(&other.hand)?
            && self.told_with(py)?.getattr(intern!(py, "asked"))?.eq(other.told_with(py)?.getattr("asked")?)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.hand.bind(py).hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let again = py.import("tingpai.scoring")?.getattr("restored")?;
        let asked = this.told_with(py)?.getattr(intern!(py, "asked"))?;
        Ok((again, (this.hand.bind(py), asked, this.found()).into_pyobject(py)?))
    }

    /// An answer never changes.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}
