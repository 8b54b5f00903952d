//! The local bounds of a table: built once for each set of rows that a situation leaves alive.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::local::{Local, Numbers};
use crate::rules::Table;
use crate::rules::situated::ActiveRow;

/// The local bounds of a table, by the rows alive and the winds.
#[derive(Debug, Default)]
pub(crate) struct LocalTables(Mutex<Known>);

/// By the rows alive, and the winds.
#[derive(Debug, Default)]
struct Known {
    numbers: HashMap<Vec<u16>, Arc<Numbers>>,
    locals: HashMap<(Vec<u16>, u8, u8), Arc<Local>>,
}

impl LocalTables {
    pub fn get(&self, table: &Table, active: &[ActiveRow], covered: &[bool], winds: (u8, u8)) -> Arc<Local> {
        let alive: Vec<u16> =
            active.iter().zip(covered).filter(|(_, covered)| !**covered).map(|(row, _)| row.row as u16).collect();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (alive, winds.0, winds.1);
        if let Some(local) = known.locals.get(&key) {
            return local.clone();
        }
        let numbers = known.numbers.entry(key.0.clone()).or_insert_with(|| Arc::new(Numbers::new())).clone();
        let local = Arc::new(Local::new(table, active, covered, numbers));
        known.locals.insert(key, local.clone());
        local
    }
}
