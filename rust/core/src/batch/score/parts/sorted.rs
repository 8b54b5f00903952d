//! The rows of a situation by sort, and their conditions by number.

use crate::batch::score::compile::Clause;
use crate::hand::Shape;
use crate::rules::cond::Cond;
use crate::rules::situated::ActiveRow;
use crate::rules::{Situated, Table, relation};

use super::lets::Numbered;
use super::literals::{self, Literals};
use super::settled::{self, Condition};

/// A row whose conditions hold once or not at all.
pub(super) struct SettledRow<'a> {
    pub active: &'a ActiveRow,
    pub when: Vec<(i32, literals::Settled)>,
}

/// The rows of a situation that may hold in hands of sets and a pair, by sort.
#[derive(Default)]
pub(super) struct Sorted<'a> {
    pub settled: Vec<SettledRow<'a>>,
    pub counted: Vec<&'a ActiveRow>,
    /// Of each residual condition the rows that it looks at.
    pub residuals: Vec<Vec<usize>>,
}

impl<'a> Sorted<'a> {
    pub fn new(situated: &'a Situated, literals: &mut Literals) -> Option<Self> {
        let table = situated.table();
        let here = |active: &&ActiveRow| table.rows[active.row].shapes >> Shape::Standard as u8 & 1 == 1;
        let mut sorted = Self::default();
        for active in situated.rows.iter().filter(here) {
            if active.residual {
                for (cond, _) in &active.when {
                    let Cond::Residual { free, limited, .. } = cond else { return None };
                    sorted.residuals.push(free.iter().chain(limited).copied().collect());
                }
                continue;
            }
            match settle(active, table.rows[active.row].scaled, literals) {
                Some(when) => sorted.settled.push(SettledRow { active, when }),
                None => sorted.counted.push(active),
            }
        }
        Some(sorted)
    }

    /// Whether what settled rows use tells all that they bear on one another.
    pub fn is_told(&self, table: &Table) -> bool {
        self.settled.iter().all(|SettledRow { active, when }| {
            let others = self.settled.iter().filter(|other| other.active.row != active.row || when.len() > 1);
            let related = others.fold(0, |all, other| all | table.relation(active.row, other.active.row));
            let plain = when.iter().all(|(_, (_, uses))| uses.is_plain());
            let numbered = when.iter().any(|(_, (_, uses))| uses.number.is_some());
            (plain || related & (relation::FAMILY | relation::KIND) == 0)
                && (!numbered || related & relation::POOL == 0)
        })
    }
}

/// Settled conditions by their numbers.
#[derive(Default)]
pub(super) struct Conditions {
    /// Those of each settled row.
    of_rows: Vec<u128>,
    pub tested: Vec<Numbered>,
    /// Those that hold whatever the hand.
    pub always: u128,
}

impl Conditions {
    /// Nothing where there are too many.
    pub fn new(settled: &[SettledRow], known: &mut Vec<Condition>) -> Option<Self> {
        let mut new = Self::default();
        for SettledRow { active, when } in settled {
            let mut mine = 0;
            for (place, (times, (clauses, uses))) in when.iter().enumerate() {
                let condition = Condition { row: active.row as u16, times: *times, uses: *uses, place: place as u8 };
                let number = place_of(known, condition);
                if number >= settled::MOST {
                    return None;
                }
                mine |= 1_u128 << number;
                if clauses[..] == [Clause::TRUE] {
                    new.always |= 1_u128 << number;
                } else {
                    new.tested.push((number as u8, clauses.clone()));
                }
            }
            new.of_rows.push(mine);
        }
        Some(new)
    }

    pub fn of(&self, rows: impl Iterator<Item = usize>) -> u128 {
        rows.fold(0, |all, at| all | self.of_rows[at])
    }
}

/// The clauses of a row's conditions, if these hold once at most and scale with the whole hand if at all.
fn settle(active: &ActiveRow, scaled: bool, literals: &mut Literals) -> Option<Vec<(i32, literals::Settled)>> {
    let mut when = Vec::new();
    for (cond, times) in &active.when {
        let settled = literals.compile(cond)?;
        if scaled && !settled.1.is_of_all_or_no_groups() {
            return None;
        }
        when.push((*times, settled));
    }
    Some(when)
}

fn place_of<T: PartialEq>(known: &mut Vec<T>, what: T) -> usize {
    known.iter().position(|known| *known == what).unwrap_or_else(|| {
        known.push(what);
        known.len() - 1
    })
}
