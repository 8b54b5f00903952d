//! Answers by columns.

use crate::best::{Line, Reading};
use crate::group::Group;

/// No shape: the hand is not complete.
pub const NO_SHAPE: u8 = u8::MAX;

/// What is written down of each answer, beside its total and why it does not win.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// What counted.
    pub lines: bool,
    /// The groups.
    pub groups: bool,
}

/// Answers row by row; the lines and groups of all rows stand one after another.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// What is written down.
    pub wanted: Wanted,
    /// After the limit.
    pub totals: Vec<i32>,
    /// A number from the terms; 0 wins.
    pub reasons: Vec<u8>,
    /// Lines of each row.
    pub line_counts: Vec<u16>,
    /// What counted; what the limit takes away last.
    pub lines: Vec<Line>,
    /// Shapes of the rows.
    pub shapes: Vec<u8>,
    /// Groups of each row.
    pub group_counts: Vec<u8>,
    /// Groups, whether each counts as concealed, and whether the winning tile joined it.
    pub groups: Vec<(Group, bool, bool)>,
}

impl Sheet {
    /// An empty one.
    #[must_use]
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Takes everything off.
    pub fn clear(&mut self) {
        self.totals.clear();
        self.reasons.clear();
        self.line_counts.clear();
        self.lines.clear();
        self.shapes.clear();
        self.group_counts.clear();
        self.groups.clear();
    }

    /// Takes down a row without a reading.
    pub fn none(&mut self, reason: u8) {
        self.head(0, reason);
        if self.wanted.lines {
            self.line_counts.push(0);
        }
        if self.wanted.groups {
            self.shapes.push(NO_SHAPE);
            self.group_counts.push(0);
        }
    }

    /// Takes down a reading that is worth `total` after the limit; `limit` is the number of the line of what that takes
    /// away.
    pub fn reading(&mut self, reading: &Reading, total: i32, reason: u8, limit: u16) {
        self.head(total, reason);
        if self.wanted.lines {
            let start = self.lines.len();
            self.lines.extend_from_slice(&reading.lines);
            self.end_lines(start, reading.total, total, limit);
        }
        if self.wanted.groups {
            let told = |(at, group): (usize, &Group)| {
                (*group, reading.concealed >> at & 1 == 1, reading.win == Some(at as u8))
            };
            self.groups(reading.groups.iter().enumerate().map(told), reading.shape);
        }
    }

    pub(super) fn head(&mut self, total: i32, reason: u8) {
        self.totals.push(total);
        self.reasons.push(reason);
    }

    /// The lines from a place on are those of a row, which is worth so much before the limit and after.
    pub(super) fn end_lines(&mut self, start: usize, before: i32, total: i32, limit: u16) {
        if total != before {
            self.lines.push(Line { row: limit, value: total - before, grade: 1, times: 1, used: 0 });
        }
        self.line_counts.push((self.lines.len() - start) as u16);
    }

    pub(super) fn groups(&mut self, groups: impl Iterator<Item = (Group, bool, bool)>, shape: u8) {
        let start = self.groups.len();
        self.groups.extend(groups);
        self.shapes.push(shape);
        self.group_counts.push((self.groups.len() - start) as u8);
    }
}
