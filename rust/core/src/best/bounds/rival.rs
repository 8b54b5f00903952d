//! The hand-wide row that stands most in the way of what groups earn.
//!
//! Bounds add what hand-wide rows are worth to what groups earn, as if none excluded another. Where such a row excludes
//! rows worth a great deal, a bound that counts both is far too high; so for one row, the worst, what is lost is known.

use super::local::{Local, LocalRow};
use crate::group::Group;
use crate::rules::situated::ActiveRow;
use crate::rules::{Table, relation};
use crate::tile::KindSet;

/// A hand-wide row that excludes rows of pungs.
#[derive(Debug)]
pub(crate) struct Rival {
    pub row: usize,
    /// Rows of pungs that it leaves.
    pungs: Vec<LocalRow>,
}

impl Rival {
    /// The hand-wide row that excludes the row of pungs worth most.
    pub fn new(pungs: &[LocalRow], table: &Table, active: &[ActiveRow], covered: &[bool]) -> Option<Self> {
        let excluded = |row: usize, local: &LocalRow| table.relation(row, local.row.into()) & relation::EXCLUDES != 0;
        let wide = active.iter().zip(covered).filter(|(_, covered)| **covered).map(|(row, _)| row.row);
        let worth = |row: usize| {
            let worths = pungs.iter().filter(|local| excluded(row, local)).map(|local| local.value * local.times);
            worths.max().unwrap_or(0)
        };
        let row = wide.max_by_key(|row| worth(*row)).filter(|row| worth(*row) > 0)?;
        Some(Self { row, pungs: pungs.iter().filter(|local| !excluded(row, local)).cloned().collect() })
    }
}

impl Local {
    /// What these pungs and the pair of one suit earn less at least if the rival counts.
    pub fn lost(&self, table: &Table, groups: &[Group], won: KindSet) -> i32 {
        let Some(rival) = &self.rival else { return 0 };
        let lost = |won| self.part(table, false, groups, won) - self.heaviest(table, &rival.pungs, groups, won);
        if won.is_empty() { lost(won) } else { lost(won).min(lost(KindSet::EMPTY)) }
    }
}
