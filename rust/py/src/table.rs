//! A compiled rule set, and what it says of hands as they are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use tingpai_core::acceptance::acceptance;
use tingpai_core::decompose::decompose;
use tingpai_core::distance::distance;
use tingpai_core::rules::{Aspect, Situated as CoreSituated, Situation, Table as CoreTable, WinState};
use tingpai_core::waits::{completes, waits};

use crate::bad;
use crate::hand::Hand;
use crate::reading::{GroupTuple, group_tuple};

/// A compiled rule set.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Table {
    pub table: Arc<CoreTable>,
    /// The table as it was settled, by what it looks at in circumstances.
    settled: Mutex<HashMap<Aspect, Arc<CoreSituated>>>,
}

/// Settled tables that are kept; more start afresh.
const SETTLED: usize = 4_096;

#[pymethods]
impl Table {
    #[new]
    fn new(json: &str) -> PyResult<Self> {
        let table = CoreTable::from_json(json).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { table: Arc::new(table), settled: Mutex::default() })
    }

    #[pyo3(signature = (by, events, *, river, seat, round, win_state))]
    fn situate(
        &self,
        by: String,
        events: Vec<String>,
        river: Option<u8>,
        seat: u8,
        round: u8,
        win_state: &str,
    ) -> PyResult<Situated> {
        if seat > 3 || round > 3 {
            return Err(bad("seat"));
        }
        let win_state = match win_state {
            "free" => WinState::Free,
            "concealed" => WinState::Concealed,
            "exposed" => WinState::Exposed,
            _ => return Err(bad("win_state")),
        };
        Ok(Situated { situated: self.settled(&Situation { by, events, river, seat, round, win_state }) })
    }

    /// What a game asks of hands that it holds as numbers: the natural kinds that complete one, and
    /// whether a wild tile does.
    fn waits(&self, hand: &Hand) -> (u64, bool) {
        let waits = waits(&hand.tiles, self.table.shapes());
        (waits.kinds.0, waits.by_wild)
    }

    fn completes(&self, hand: &Hand) -> bool {
        completes(&hand.tiles, self.table.shapes())
    }

    fn distance(&self, hand: &Hand) -> i8 {
        distance(&hand.tiles, self.table.shapes())
    }

    fn acceptance(&self, py: Python<'_>, hand: &Hand) -> Vec<(Option<u8>, i8, u64)> {
        let found = py.detach(|| acceptance(&hand.tiles, self.table.shapes()));
        found.into_iter().map(|entry| (entry.discard, entry.distance, entry.kinds.0)).collect()
    }

    fn decompose(&self, hand: &Hand) -> Decompose {
        Decompose { readings: Mutex::new(decompose(&hand.tiles, self.table.shapes())) }
    }
}

impl Table {
    /// The table in some circumstances, one for all in which it says the same.
    fn settled(&self, situation: &Situation) -> Arc<CoreSituated> {
        let mut settled = self.settled.lock().unwrap_or_else(PoisonError::into_inner);
        if settled.len() >= SETTLED {
            settled.clear();
        }
        let made = || Arc::new(CoreSituated::new(self.table.clone(), situation));
        settled.entry(self.table.aspect(situation)).or_insert_with(made).clone()
    }
}

/// A table in the circumstances of a win.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Situated {
    pub situated: Arc<CoreSituated>,
}

/// The arrangements of a hand, one by one.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Decompose {
    readings: Mutex<tingpai_core::decompose::Decompose>,
}

#[pymethods]
impl Decompose {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self) -> Option<(u8, Vec<GroupTuple>)> {
        let (shape, groups) = self.readings.lock().unwrap_or_else(PoisonError::into_inner).next()?;
        Some((shape as u8, groups.iter().copied().map(group_tuple).collect()))
    }
}
