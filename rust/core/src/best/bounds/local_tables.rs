//! The local bounds of a table: built once for each set of rows that a situation leaves alive.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::local::{Local, Numbers};
use crate::rules::Table;
use crate::rules::situated::ActiveRow;

/// The local bounds of a table, by the rows alive and the circumstances.
#[derive(Debug, Default)]
pub(crate) struct LocalTables(Mutex<Known>);

/// What local bounds depend on beside the rows alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Circumstances {
    /// Seat and round.
    pub winds: (u8, u8),
    /// Whether the winning group may count as exposed.
    pub exposable: bool,
}

/// The local rows alive, whether the winning group may count as exposed, and the hand-wide row that is the rival: what
/// classes lose by it is kept with them, and other hand-wide rows may be alive under other winds.
type NumbersKey = (Vec<u16>, bool, Option<usize>);

#[derive(Debug, Default)]
struct Known {
    numbers: HashMap<NumbersKey, Arc<Numbers>>,
    locals: HashMap<(Vec<u16>, Circumstances), Arc<Local>>,
}

impl LocalTables {
    pub fn get(&self, table: &Table, active: &[ActiveRow], covered: &[bool], of: Circumstances) -> Arc<Local> {
        let alive: Vec<u16> =
            active.iter().zip(covered).filter(|(_, covered)| !**covered).map(|(row, _)| row.row as u16).collect();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { numbers, locals } = &mut *known;
        let key = (alive, of);
        if let Some(local) = locals.get(&key) {
            return local.clone();
        }
        let numbers_of = |rival| numbers.entry((key.0.clone(), of.exposable, rival)).or_default().clone();
        let local = Arc::new(Local::new(table, active, covered, of.exposable, numbers_of));
        locals.insert(key, local.clone());
        local
    }
}
