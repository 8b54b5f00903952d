//! Calls made ready: a hand admitted under a rule set, with all that its answer hangs on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

use tingpai_core::best::{Line, Reading as CoreReading, best, best_flowers};
use tingpai_core::distance::{distance, distance_of};
use tingpai_core::hand::Shapes;
use tingpai_core::rules::{Situated as CoreSituated, Table as CoreTable};
use tingpai_core::shapes::Loose;
use tingpai_core::tile::KindSet;
use tingpai_core::waits::waits;

use crate::hand::Hand;
use crate::reading::Reading;
use crate::result::Result;
use crate::table::{Situated, Table};
use crate::ways::Way;

/// What a rule set says of a win, and the totals that it takes.
#[pyclass(frozen, get_all, module = "tingpai._internal")]
pub struct Terms {
    /// Readings to look for.
    most: usize,
    /// The total at most, and at least where that is asked.
    limit: Option<i32>,
    least: Option<i32>,
    /// Rows that do not count to the least total.
    beside: Vec<u16>,
    /// Why the win is refused, if it is.
    refused: Option<Py<PyString>>,
    /// Shapes that may win, one bit each, and the reason why others may not.
    shapes: u8,
    otherwise: Option<Py<PyString>>,
    /// The reason where there is no reading.
    missing: Py<PyString>,
    /// A win by flowers needs no arrangement.
    by_flowers: bool,
}

#[pymethods]
impl Terms {
    #[new]
    #[pyo3(signature = (*, most, limit, least, beside, refused, shapes, otherwise, missing, by_flowers))]
    #[allow(clippy::too_many_arguments)] // One constructor from Python, by keyword.
    fn new(
        most: usize,
        limit: Option<i32>,
        least: Option<i32>,
        beside: Vec<u16>,
        refused: Option<Py<PyString>>,
        shapes: u8,
        otherwise: Option<Py<PyString>>,
        missing: Py<PyString>,
        by_flowers: bool,
    ) -> Self {
        Self { most, limit, least, beside, refused, shapes, otherwise, missing, by_flowers }
    }
}

/// A call of `score`, made ready.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct ScoreCall {
    /// What the answer is told with; where the package did not make it ready, that is made when it is asked for.
    told_with: PyOnceLock<Py<PyAny>>,
    rules: Option<Py<PyAny>>,
    /// How the rule set answers such calls.
    pub way: Option<Py<Way>>,
    hand: Py<Hand>,
    situated: Arc<CoreSituated>,
    terms: Py<Terms>,
    /// What finds the readings in place of the kernel.
    engine: Option<Py<PyAny>>,
}

#[pymethods]
impl ScoreCall {
    #[new]
    #[pyo3(signature = (call, hand, situated, terms, engine = None, way = None))]
    fn new(
        py: Python<'_>,
        call: Py<PyAny>,
        hand: Py<Hand>,
        situated: &Situated,
        terms: Py<Terms>,
        engine: Option<Py<PyAny>>,
        way: Option<Py<Way>>,
    ) -> Self {
        let (situated, told_with) = (situated.situated.clone(), PyOnceLock::new());
        let _ = told_with.set(py, call);
        Self { told_with, rules: None, way, hand, situated, terms, engine }
    }

    /// The best readings.
    fn find<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.readings(py)?.into_iter().map(|reading| Reading { reading }))
    }

    /// The answer that these readings make.
    fn result<'py>(
        slf: &Bound<'py, Self>,
        hand: &Bound<'py, PyAny>,
        readings: Vec<Py<Reading>>,
    ) -> PyResult<Bound<'py, Result>> {
        let readings = readings.into_iter().map(|reading| reading.get().reading.clone()).collect();
        slf.get().told(slf, hand, readings)
    }
}

impl ScoreCall {
    /// One that goes the way of others.
    pub fn by(py: Python<'_>, way: Py<Way>, rules: Py<PyAny>, hand: Py<Hand>) -> Self {
        let (situated, terms) = (way.get().situated.clone(), way.get().terms.clone_ref(py));
        let told_with = PyOnceLock::new();
        Self { told_with, rules: Some(rules), way: Some(way), hand, situated, terms, engine: None }
    }

    pub fn answer<'py>(slf: &Bound<'py, Self>, hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Result>> {
        slf.get().told(slf, hand, slf.get().readings(hand.py())?)
    }

    /// What its answer on a hand is told with.
    pub fn told_with<'py>(&self, hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = hand.py();
        let make = || {
            let way = self.way.as_ref().map(Py::get);
            let (read, keywords) = way.map(|way| (&way.read, &way.keywords)).unzip();
            let scoring = py.import(intern!(py, "tingpai.scoring"))?.getattr(intern!(py, "Scoring"))?;
            let given = (hand, &self.rules, read, keywords, &self.hand);
            Ok(scoring.call_method1(intern!(py, "by_way"), given)?.unbind())
        };
        self.told_with.get_or_try_init(py, make).map(|made| made.bind(py).clone())
    }

    fn readings(&self, py: Python<'_>) -> PyResult<Vec<CoreReading>> {
        if let Some(engine) = &self.engine {
            let found: Vec<Py<Reading>> = engine.bind(py).call0()?.extract()?;
            return Ok(found.into_iter().map(|reading| reading.get().reading.clone()).collect());
        }
        let (hand, situated) = (self.hand.get(), &*self.situated);
        let terms = self.terms.get();
        if terms.by_flowers {
            return Ok(best_flowers(situated, &hand.tiles, &hand.beside).into_iter().collect());
        }
        let search = || best(situated, &hand.tiles, &hand.beside, terms.most);
        // To give the interpreter back and to get it again takes a tenth of a microsecond.
        Ok(if hand.long { py.detach(search) } else { search() })
    }

    fn told<'py>(
        &self,
        slf: &Bound<'py, Self>,
        hand: &Bound<'py, PyAny>,
        readings: Vec<CoreReading>,
    ) -> PyResult<Bound<'py, Result>> {
        let (py, terms) = (hand.py(), self.terms.get());
        let (total, reason) = match readings.first() {
            None => (0, Some(terms.missing.clone_ref(py))),
            Some(best) => terms.verdict(py, best),
        };
        Bound::new(py, Result::new(slf.clone().unbind(), hand.clone().unbind(), readings, total, reason))
    }
}

impl Terms {
    /// The total within the limit, and why it does not win.
    fn verdict(&self, py: Python<'_>, best: &CoreReading) -> (i32, Option<Py<PyString>>) {
        let total = self.limit.map_or(best.total, |limit| best.total.min(limit));
        let beside = best.lines.iter().filter(|line| self.beside.contains(&line.row));
        let reason = if let Some(refused) = &self.refused {
            Some(refused.clone_ref(py))
        } else if self.shapes >> best.shape & 1 == 0 {
            self.otherwise.as_ref().map(|reason| reason.clone_ref(py))
        } else if self.least.is_some_and(|least| total - beside.map(Line::subtotal).sum::<i32>() < least) {
            Some(intern!(py, "below_minimum").clone().unbind())
        } else {
            None
        };
        (total, reason)
    }
}

/// A call of `waits`, made ready.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct WaitsCall {
    table: Arc<CoreTable>,
    hand: Py<Hand>,
    /// Kinds that are not told of.
    dropped: KindSet,
    /// Whether there are wild tiles to draw.
    wild_tiles: bool,
}

#[pymethods]
impl WaitsCall {
    #[new]
    fn new(table: &Table, hand: Py<Hand>, dropped: u64, wild_tiles: bool) -> Self {
        Self { table: table.table.clone(), hand, dropped: KindSet(dropped), wild_tiles }
    }

    /// What `tingpai.result.waits_of` tells of the kinds that complete the hand.
    pub fn answer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (hand, shapes) = (&self.hand.get().tiles, self.table.shapes());
        let found = waits(hand, shapes);
        let any_tile = found.kinds == KindSet::ALL && (found.by_wild || !self.wild_tiles);
        let by_wild = found.by_wild && self.wild_tiles;
        waits_of(py, (found.kinds.0 & !self.dropped.0, any_tile, by_wild, distance(hand, shapes)))
    }
}

/// Kinds, whether everything completes, whether a wild tile does, and the distance.
type WaitsParts = (u64, bool, bool, i8);

/// Different answers that are kept.
const ANSWERS: usize = 4_096;

/// The answer of these parts. It never changes, so that equal ones are one object.
fn waits_of(py: Python<'_>, parts: WaitsParts) -> PyResult<Bound<'_, PyAny>> {
    static KNOWN: Mutex<Option<HashMap<WaitsParts, Py<PyAny>>>> = Mutex::new(None);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known().get_or_insert_default().get(&parts) {
        return Ok(found.bind(py).clone());
    }
    let made = py.import(intern!(py, "tingpai.result"))?.call_method1(intern!(py, "waits_of"), parts)?;
    let mut known = known();
    let known = known.get_or_insert_default();
    if known.len() >= ANSWERS {
        known.clear();
    }
    known.insert(parts, made.clone().unbind());
    Ok(made)
}

/// A call of `distance`, made ready.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct DistanceCall {
    loose: Loose,
    shapes: Shapes,
}

#[pymethods]
impl DistanceCall {
    #[new]
    fn new(table: &Table, hand: &Hand) -> Self {
        let shapes = table.table.shapes();
        Self { loose: Loose::with_winning(&hand.tiles, shapes), shapes }
    }

    /// Tiles short of ready.
    pub fn answer(&self) -> i8 {
        distance_of(&self.loose, self.shapes)
    }
}
