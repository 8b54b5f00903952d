//! How chows count where some are exposed and some are not.
//!
//! What chows earn on a table is found for concealed ones ([`super::chow_table`]). Rows that use exposed chows alone
//! are worth more, and rows that use both are worth less. The three sorts together use chows that may count together,
//! so that what all chows earn bounds the three, what the exposed ones earn bounds the first, and so on: each is worth
//! what all are as mixed ones, and what its sort is beyond that.

use super::local::LocalRow;
use crate::rules::Table;

/// Weights of what all chows earn, the exposed ones, and those in hand, each found as if concealed.
#[derive(Debug, Default)]
pub(crate) struct Weights {
    of: [i32; 3],
    /// What they are parts of.
    pub unit: i32,
}

impl Weights {
    pub fn new(table: &Table, chows: &[LocalRow]) -> Self {
        let [mixed, concealed, exposed] = table.grades;
        let unit = concealed.max(1);
        // What no grade scales counts in full whatever it uses.
        let flat = chows.iter().any(|row| !table.rows[row.row as usize].scaled);
        let base = if flat { unit } else { mixed.min(unit) };
        Self { of: [base, (exposed - base).max(0), unit - base], unit }
    }

    /// What chows are worth at most, in parts, where all, the exposed ones, and those in hand earn so much.
    pub fn sum(&self, earned: [i32; 3]) -> i32 {
        self.of.into_iter().zip(earned).map(|(weight, earned)| weight * earned).sum()
    }

    /// What exposing a chow adds that earns so much alone, in parts.
    pub fn exposing(&self, earned: i32) -> i32 {
        self.of[1] * earned
    }

    /// Of so many parts, rounded up.
    pub fn whole(&self, parts: i32) -> i32 {
        (parts + self.unit - 1).div_euclid(self.unit)
    }
}
