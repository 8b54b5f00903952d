//! Readings of a hand, and the best few of them.

use super::added::Added;
use super::work::Counter;
use crate::group::Group;

/// One counted instance of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// Number of the row in its table.
    pub row: u16,
    /// The row's value.
    pub value: i32,
    /// Multiplier for the states of the groups used.
    pub grade: i32,
    /// Multiplier of the matcher that held.
    pub times: i32,
    /// Groups used, by bit; flowers from bit 24.
    pub used: u32,
}

impl Line {
    /// What the line adds to the total.
    #[must_use]
    pub const fn subtotal(&self) -> i32 {
        self.value * self.grade * self.times
    }
}

/// One arrangement with one choice of everything that was free, and what counts in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Sum of the lines.
    pub total: i32,
    /// The shape, as an index of [`crate::rules::SHAPE_IDS`].
    pub shape: u8,
    /// The groups.
    pub groups: Vec<Group>,
    /// Groups that count as concealed, by bit.
    pub concealed: u32,
    /// The group that the winning tile joined.
    pub win: Option<u8>,
    /// What counts, in table order.
    pub lines: Vec<Line>,
}

impl Reading {
    /// The better of two readings comes first: by total, then by the rows counted, in table order.
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        fn rows(reading: &Reading) -> impl Iterator<Item = u16> {
            reading.lines.iter().map(|line| line.row)
        }
        other.total.cmp(&self.total).then_with(|| rows(self).cmp(rows(other)))
    }

    /// Whether the two are one arrangement, states and winning group apart.
    fn same_groups(&self, other: &Self) -> bool {
        let same = |a: &[Group], b: &[Group]| {
            let times = |list: &[Group], group: &Group| list.iter().filter(|other| *other == group).count();
            a == b || a.len() == b.len() && a.iter().all(|group| times(a, group) == times(b, group))
        };
        self.shape == other.shape && same(&self.groups, &other.groups)
    }
}

/// Keeps the best readings, at most one of each arrangement.
#[derive(Debug)]
pub(crate) struct Collector {
    most: usize,
    added: Added,
    best: Vec<Reading>,
    pub work: Counter,
}

impl Collector {
    pub fn new(most: usize, added: Added) -> Self {
        Self { most, added, best: Vec::new(), work: Counter::default() }
    }

    /// How many readings are kept.
    pub const fn most(&self) -> usize {
        self.most
    }

    /// Whether nothing was found so far.
    pub const fn is_empty(&self) -> bool {
        self.best.is_empty()
    }

    /// What is added to every reading.
    pub const fn added(&self) -> &Added {
        &self.added
    }

    /// Whether a reading of this total, before anything is added, could still matter: a tie does, its rows may come
    /// first.
    pub fn wants(&self, total: i32) -> bool {
        self.best.len() < self.most
            || self.best.last().is_some_and(|last| total.saturating_add(self.added.most(total)) >= last.total)
    }

    pub fn offer(&mut self, reading: Reading) {
        if let Some(at) = self.best.iter().position(|kept| kept.same_groups(&reading)) {
            if reading.order(&self.best[at]).is_ge() {
                return;
            }
            self.best.remove(at);
        }
        let at = self.best.partition_point(|kept| kept.order(&reading).is_le());
        self.best.insert(at, reading);
        self.best.truncate(self.most);
    }

    pub fn into_readings(self) -> Vec<Reading> {
        self.best
    }
}
