//! Numbers that were worked out before.

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use crate::best::suit::classes::FastMap;

/// What is known by its key; of more than so many it starts afresh.
#[derive(Debug)]
pub(crate) struct Known<K, const MOST: usize>(Mutex<FastMap<K, i32>>);

impl<K, const MOST: usize> Default for Known<K, MOST> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, const MOST: usize> Known<K, MOST> {
    /// What is known, or else is worked out, for which nobody else waits.
    pub fn get(&self, key: K, compute: impl FnOnce(&K) -> i32) -> i32 {
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return *known;
        }
        let found = compute(&key);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(key, found);
        found
    }
}
