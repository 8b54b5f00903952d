//! What runs of pungs over several suits add, by number.

use super::part::{Part, part_of};
use crate::rules::cond::Cond;
use crate::rules::situated::ActiveRow;
use crate::rules::{Table, relation};

/// A run of pungs over several suits: how many sets it takes, whether it takes the pair, what it is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PungItem {
    pub sets: u8,
    pub pair: bool,
    pub suits: u8,
    pub worth: i32,
}

/// The most that so many pungs over so many suits add, and perhaps a pair.
pub(crate) fn pack(items: &[PungItem], pungs: usize, suits: u8, pair: bool) -> i32 {
    let fits = |item: &&PungItem| usize::from(item.sets) <= pungs && item.suits <= suits && (pair || !item.pair);
    let rest = |item: &PungItem| pack(items, pungs - usize::from(item.sets), suits, pair && !item.pair);
    items.iter().filter(fits).filter(|item| item.worth > 0).map(|item| item.worth + rest(item)).max().unwrap_or(0)
}

/// Whether a condition asks for groups of several suits, or may.
pub(crate) fn over_suits(cond: &Cond) -> bool {
    matches!(cond, Cond::Run(run) if run.suits != Some(1))
}

/// Whether runs of pungs over several suits never share a set, which [`pack`] takes for granted.
pub(crate) fn runs_apart(table: &Table, active: &[ActiveRow]) -> bool {
    let is_run = |cond: &Cond| matches!(part_of(cond), (Part::Pungs, main) if over_suits(main));
    let runs: Vec<usize> =
        active.iter().filter(|row| row.when.iter().any(|(cond, _)| is_run(cond))).map(|row| row.row).collect();
    let apart = relation::KIND | relation::POOL;
    runs.iter()
        .all(|a| runs.iter().all(|b| table.relation(*a, *b) & (apart | if a == b { relation::ONCE } else { 0 }) != 0))
}
