//! Rows that count once or not at all, by the conditions that hold.
//!
//! Conditions have numbers that are the same in all situations of a rule set, so that what was found of some that hold
//! together goes for all.

use crate::batch::score::known::{Key, Known, MIXER};
use crate::best::{Chooser, Instance, Mark, UNTAGGED, highest_tiers};
use crate::bits::bits;
use crate::rules::Table;

use super::literals::Uses;

/// Conditions of a rule set, at most.
pub(super) const MOST: usize = u128::BITS as usize;

/// A condition as far as its number tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    pub row: u16,
    pub times: i32,
    pub uses: Uses,
    /// Its place among those of the row that hold in some situation.
    pub place: u8,
}

/// The members of a set of conditions.
pub(super) fn members(set: u128) -> impl Iterator<Item = usize> {
    bits(set as u64).chain(bits((set >> 64) as u64).map(|at| 64 + at))
}

/// Conditions that hold together.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Case {
    holding: u128,
    /// The grade of the whole hand.
    grade: i32,
    claimed: bool,
}

impl Key for Case {
    const NONE: Self = Self { holding: 0, grade: 0, claimed: false };

    #[inline]
    fn mixed(self) -> u64 {
        let beside = (self.grade as u64) << 1 | u64::from(self.claimed);
        let low = (self.holding as u64).wrapping_mul(MIXER).rotate_left(32);
        ((low ^ (self.holding >> 64) as u64).wrapping_mul(MIXER) ^ beside).wrapping_mul(MIXER)
    }
}

/// What counts of conditions that hold, and what it is worth.
pub(super) type Counted = (i32, u128);

/// Cases that are kept; more start afresh.
const MOST_CASES: usize = 1 << 16;

/// Cases met so far.
#[derive(Debug, Default)]
pub(super) struct Cases {
    known: Known<Case, Counted>,
    chooser: Chooser,
}

impl Cases {
    /// Of some conditions, at least one, in a hand of this grade.
    #[inline]
    pub fn get(&mut self, holding: u128, grade: i32, claimed: bool, of: &[Condition], table: &Table) -> Counted {
        let case = Case { holding, grade, claimed };
        self.known.get(case).unwrap_or_else(|| {
            if self.known.len() >= MOST_CASES {
                self.known = Known::default();
            }
            let found = self.find(case, of, table);
            self.known.put(case, found);
            found
        })
    }

    #[cold]
    fn find(&mut self, case: Case, of: &[Condition], table: &Table) -> Counted {
        let mut numbers: Vec<usize> = members(case.holding).collect();
        numbers.sort_by_key(|number| (of[*number].row, of[*number].place));
        let one = |number: usize| (number, instance(&of[number], case.grade, case.claimed, table));
        let mut all: Vec<(usize, Instance)> = numbers.into_iter().map(one).collect();
        let mut instances: Vec<Instance> = all.iter().map(|(_, instance)| *instance).collect();
        highest_tiers(&table.rows, &mut instances);
        all.retain(|(_, instance)| instances.contains(instance));
        self.chooser.set(&instances);
        let total = self.chooser.heaviest(table);
        let counting = self.chooser.marks().iter().zip(&all).filter(|(mark, _)| **mark != Mark::Left);
        (total, counting.map(|(_, (number, _))| 1 << number).sum())
    }
}

/// The one instance of a condition. The groups stand for themselves only as far as [`Uses::is_plain`] goes.
pub(super) fn instance(condition: &Condition, grade: i32, claimed: bool, table: &Table) -> Instance {
    let Condition { row, times, uses, .. } = *condition;
    let of = &table.rows[usize::from(row)];
    let value = of.value_in(claimed);
    let grade = match of.scaled {
        true if uses.is_whole() => grade,
        true => table.grades[0],
        false => 1,
    };
    Instance { row, used: uses.is_whole().into(), tag: UNTAGGED, times, grade, value }
}
