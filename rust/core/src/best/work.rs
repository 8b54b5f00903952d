//! How much a search did.

use std::cell::Cell;

/// What a search took, counted: the same for the same hand on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Beginnings of tuples of classes that were bounded, one by one or those of a bucket together.
    pub nodes: u64,
    /// Arrangements that were bounded.
    pub bounded: u64,
    /// Arrangements that were evaluated.
    pub evaluated: u64,
}

/// Counts as it goes.
#[derive(Debug, Default)]
pub(crate) struct Counter(Cell<Work>);

impl Counter {
    pub fn node(&self) {
        self.0.update(|work| Work { nodes: work.nodes + 1, ..work });
    }

    pub fn bound(&self) {
        self.0.update(|work| Work { bounded: work.bounded + 1, ..work });
    }

    pub fn evaluate(&self) {
        self.0.update(|work| Work { evaluated: work.evaluated + 1, ..work });
    }

    pub const fn get(&self) -> Work {
        self.0.get()
    }
}
