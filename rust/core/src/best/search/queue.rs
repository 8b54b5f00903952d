//! What a search has still to look at: that first which may be worth most; of equals that which was put there last.
//! As long as nothing is found that comes first which is nearest to a whole arrangement: what is found early lets most
//! of the rest be dropped at first sight.

use std::collections::BinaryHeap;

/// Entries by what they may be worth at most.
#[derive(Debug)]
pub(crate) struct Queue<T> {
    /// Depth as long as that counts, bound, age, place among the entries.
    order: BinaryHeap<(u8, i32, u32, u32)>,
    entries: Vec<T>,
    free: Vec<u32>,
    age: u32,
    by_depth: bool,
}

impl<T: Copy> Queue<T> {
    pub const fn new() -> Self {
        Self { order: BinaryHeap::new(), entries: Vec::new(), free: Vec::new(), age: 0, by_depth: true }
    }

    pub fn push(&mut self, depth: u8, bound: i32, entry: T) {
        let place = if let Some(place) = self.free.pop() {
            self.entries[place as usize] = entry;
            place
        } else {
            self.entries.push(entry);
            self.entries.len() as u32 - 1
        };
        self.order.push((if self.by_depth { depth } else { 0 }, bound, self.age, place));
        self.age += 1;
    }

    pub fn pop(&mut self) -> Option<(i32, T)> {
        let (_, bound, _, place) = self.order.pop()?;
        self.free.push(place);
        Some((bound, self.entries[place as usize]))
    }

    /// From now on depth does not count.
    pub fn by_bound(&mut self) {
        if std::mem::take(&mut self.by_depth) {
            self.order = self.order.drain().map(|(_, bound, age, place)| (0, bound, age, place)).collect();
        }
    }
}
