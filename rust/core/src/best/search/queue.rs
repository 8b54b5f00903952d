//! What a search has still to look at, that first which may be worth most; of equals that which was put there last.

use std::collections::BinaryHeap;

/// Entries by what they may be worth at most.
#[derive(Debug)]
pub(crate) struct Queue<T> {
    /// Bound, age, place among the entries.
    order: BinaryHeap<(i32, u32, u32)>,
    entries: Vec<Option<T>>,
    free: Vec<u32>,
    age: u32,
}

impl<T> Queue<T> {
    pub const fn new() -> Self {
        Self { order: BinaryHeap::new(), entries: Vec::new(), free: Vec::new(), age: 0 }
    }

    pub fn push(&mut self, bound: i32, entry: T) {
        let place = if let Some(place) = self.free.pop() {
            self.entries[place as usize] = Some(entry);
            place
        } else {
            self.entries.push(Some(entry));
            self.entries.len() as u32 - 1
        };
        self.order.push((bound, self.age, place));
        self.age += 1;
    }

    pub fn pop(&mut self) -> Option<(i32, T)> {
        let (bound, _, place) = self.order.pop()?;
        self.free.push(place);
        self.entries[place as usize].take().map(|entry| (bound, entry))
    }
}
