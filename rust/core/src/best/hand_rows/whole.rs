//! Bounds on what the whole-hand rows are worth in one hand.

use std::cell::RefCell;
use std::sync::PoisonError;

use super::features::{Features, Uses, WholeRow};
use super::gates::Settled;
use crate::best::arrangement::view::Facts;
use crate::best::states::States;
use crate::best::suit::classes::FastMap;
use crate::rules::Situated;

/// What rows are worth at most for hands alike, and sets of rows together.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    pub worths: Vec<i32>,
    pub memo: FastMap<u128, i32>,
}

/// The rows a hand leaves open, the grades of all groups and of all sets, and how many of its pungs are known to count
/// as exposed.
pub(crate) type Key = (u128, i32, i32, u8);

/// Sorts of hands whose bounds are kept.
const KEPT: usize = 64;

/// Bounds on what the whole-hand rows of one hand are worth.
pub(crate) struct Whole<'a> {
    features: &'a Features,
    open: u128,
    /// The row that excludes most of what groups earn.
    rival: u128,
    /// What rows are worth that hold where hardly any other does: the most of those that stand alone, and all others.
    alone: i32,
    left: i32,
    /// Pungs and kongs on the table that count as exposed.
    exposed_pungs: u8,
    key: Key,
    kept: RefCell<Kept>,
}

impl<'a> Whole<'a> {
    /// What a hand leaves of the rows in one shape, with the grade that hand-wide patterns reach in it.
    pub fn new(situated: &'a Situated, facts: &Facts, shape: u8, counted: Counted) -> Self {
        let features = &situated.features;
        let Counted { grade, of_sets, states } = counted;
        let settled = Settled::new(situated, facts, states);
        let open = features.gates[usize::from(shape)].open(situated, facts, shape, &settled);
        let (alone, left) = features.residual[usize::from(shape)];
        let rival =
            situated.local.rival.as_ref().and_then(|rival| features.rows.iter().position(|row| row.row == rival.row));
        let key = (open, grade, of_sets, settled.exposed_pungs);
        Self {
            features,
            open,
            rival: rival.map_or(0, |at| 1 << at),
            alone,
            left,
            exposed_pungs: settled.exposed_pungs,
            key,
            kept: RefCell::new(take(situated, key)),
        }
    }

    /// The same rows with hand-wide patterns of other grades.
    pub fn graded(&self, situated: &Situated, [grade, of_sets]: [i32; 2]) -> Self {
        let key = (self.open, grade, of_sets, self.exposed_pungs);
        Self { key, kept: RefCell::new(take(situated, key)), ..*self }
    }

    /// A bound on all other rows made one on all rows, those included that hold where hardly any other does.
    pub fn with_left(&self, bound: i32) -> i32 {
        (bound + self.left).max(self.alone)
    }

    /// Of the rows of `among` those that can hold for a mask that may still gain the bits of `coming` and pungs up to
    /// `pungs`. What cannot hold now cannot hold later either.
    pub fn possible(&self, among: u128, mask: u64, coming: u64, pungs: u8) -> u128 {
        self.features.sieve.possible(among, mask, mask | coming, (pungs, self.exposed_pungs))
    }

    /// All rows that the hand leaves open.
    pub const fn open(&self) -> u128 {
        self.open
    }

    /// The most that the rows can be worth for a mask that may still gain the bits of `coming` and pungs up to `pungs`.
    pub fn bound(&self, mask: u64, coming: u64, pungs: u8) -> i32 {
        self.worth(self.possible(self.open, mask, coming, pungs))
    }

    /// The most that these rows of the hand can be worth together, where so much of what groups earn is lost if the
    /// rival counts.
    pub fn worth_beside(&self, holding: u128, lost: i32) -> i32 {
        let holding = holding & self.open;
        let all = self.worth(holding);
        let rival = self.rival;
        if lost == 0 || holding & rival == 0 {
            return all;
        }
        self.worth(holding & !rival).max(all - lost)
    }

    /// The most that these rows can be worth together.
    pub fn worth(&self, holding: u128) -> i32 {
        let Kept { worths, memo } = &mut *self.kept.borrow_mut();
        *memo.entry(holding).or_insert_with(|| self.heaviest(holding, worths))
    }

    /// The heaviest set of rows without rivals.
    fn heaviest(&self, rows: u128, worths: &[i32]) -> i32 {
        let mut rows = rows;
        let mut sum = 0;
        loop {
            let mut pick = None;
            let mut most = 0;
            let mut settled = false;
            let mut rest = rows;
            while rest != 0 {
                let index = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let rivals = self.features.conflicts[index] & rows;
                let better = |rival: usize| worths[rival] > worths[index];
                // Without a rival that is worth more than it, a row with one rival or none may be taken.
                if rivals == 0 || rivals.is_power_of_two() && !better(rivals.trailing_zeros() as usize) {
                    sum += worths[index];
                    rows &= !rivals & !(1 << index);
                    rest &= rows;
                    settled = true;
                } else if rivals.count_ones() > most {
                    most = rivals.count_ones();
                    pick = Some(index);
                }
            }
            if settled {
                continue;
            }
            let Some(pick) = pick else { return sum };
            let without = rows & !(1 << pick);
            let with = worths[pick] + self.heaviest(without & !self.features.conflicts[pick], worths);
            return sum + with.max(self.heaviest(without, worths));
        }
    }
}

impl Drop for Whole<'_> {
    /// Hands alike in what they leave open share what was found.
    fn drop(&mut self) {
        let mut kept = self.features.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((self.key, self.kept.take()));
    }
}

/// What was kept of hands alike, if there were any.
fn take(situated: &Situated, key: Key) -> Kept {
    let (_, grade, of_sets, _) = key;
    let mut kept = situated.features.kept.lock().unwrap_or_else(PoisonError::into_inner);
    let known = kept.iter().position(|(of, _)| *of == key).map(|at| kept.swap_remove(at).1);
    drop(kept);
    known.unwrap_or_else(|| Kept { worths: worths(situated, grade, of_sets), ..Kept::default() })
}

/// What each row is worth at most.
fn worths(situated: &Situated, grade: i32, of_sets: i32) -> Vec<i32> {
    let worth = |row: &WholeRow| {
        let grade = match row.uses {
            Uses::All => grade,
            Uses::Sets => of_sets.max(grade),
            Uses::Any => situated.table().highest_grade(),
        };
        row.worth * if row.scaled { grade } else { 1 }
    };
    situated.features.rows.iter().map(worth).collect()
}

/// How hand-wide rows count, and the states that are settled.
#[derive(Clone, Copy)]
pub(crate) struct Counted {
    pub grade: i32,
    /// The grade of all sets, without the pair.
    pub of_sets: i32,
    /// None where no set can lie on the table.
    pub states: Option<States>,
}
