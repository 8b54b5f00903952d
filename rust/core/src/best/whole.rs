//! Bounds on what the whole-hand rows are worth in one hand.

use std::cell::RefCell;
use std::sync::PoisonError;

use super::features::{Demand, Features, KEPT, Key, Uses};
use super::instances::{Choice, instances};
use super::states::{States, Win};
use super::suits::FastMap;
use super::view::{Facts, View};
use crate::hand::Winning;
use crate::rules::Situated;
use crate::rules::cond::{Cond, SetsCond};
use crate::rules::data::{SetKind, WaitKind};

/// Bounds on what the whole-hand rows of one hand are worth.
pub(crate) struct Whole<'a> {
    features: &'a Features,
    open: u128,
    /// The row that excludes most of what groups earn.
    rival: u128,
    worths: Vec<i32>,
    /// What rows are worth that hold where hardly any other does: the most of those that stand alone, and all others.
    alone: i32,
    left: i32,
    /// Pungs and kongs on the table that count as exposed.
    exposed_pungs: u8,
    key: Key,
    memo: RefCell<FastMap<u128, i32>>,
}

impl<'a> Whole<'a> {
    /// What a hand leaves of the rows in one shape, with the grade that hand-wide patterns reach in it.
    pub fn new(situated: &'a Situated, facts: &Facts, shape: u8, counted: Counted) -> Self {
        let features = &situated.features;
        let table = situated.table();
        let Counted { grade, of_sets, states } = counted;
        let settled = Settled::new(situated, facts, states);
        let mut open = 0_u128;
        let mut worths = vec![0; features.rows.len()];
        for (index, row) in features.rows.iter().enumerate() {
            let when = &situated.rows[row.active].when;
            if table.rows[row.row].shapes >> shape & 1 == 1
                && row.worth > 0
                && when.iter().any(|(cond, _)| allows(cond, shape, facts, &settled))
            {
                open |= 1 << index;
                let grade = match row.uses {
                    Uses::All => grade,
                    Uses::Sets => of_sets.max(grade),
                    Uses::Any => table.highest_grade(),
                };
                worths[index] = row.worth * if row.scaled { grade } else { 1 };
            }
        }
        let (mut alone, mut left) = (i32::MIN, 0);
        let of_shape = situated.rows.iter().filter(|row| table.rows[row.row].shapes >> shape & 1 == 1);
        for active in of_shape.filter(|row| row.residual) {
            let row = &table.rows[active.row];
            let grade = if row.scaled { table.highest_grade() } else { 1 };
            let worth = row.value.max(row.value_if_claimed) * grade;
            let times = active.when.iter().map(|(_, times)| *times);
            if row.alone {
                alone = alone.max(worth * times.max().unwrap_or(0));
            } else {
                left += worth * times.sum::<i32>();
            }
        }
        let key = (open, grade, of_sets, settled.exposed_pungs);
        let mut kept = features.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let memo = kept.iter().position(|(of, _)| *of == key).map(|at| kept.swap_remove(at).1).unwrap_or_default();
        drop(kept);
        let rival =
            situated.local.rival.as_ref().and_then(|rival| features.rows.iter().position(|row| row.row == rival.row));
        let rival = rival.map_or(0, |at| 1 << at);
        Self {
            features,
            open,
            rival,
            worths,
            alone,
            left,
            exposed_pungs: settled.exposed_pungs,
            key,
            memo: RefCell::new(memo),
        }
    }

    /// A bound on all other rows made one on all rows, those included that hold where hardly any other does.
    pub fn with_left(&self, bound: i32) -> i32 {
        (bound + self.left).max(self.alone)
    }

    /// Of the rows of `among` those that can hold for a mask that may still gain the bits of `coming` and pungs up to
    /// `pungs`. What cannot hold now cannot hold later either.
    pub fn possible(&self, among: u128, mask: u64, coming: u64, pungs: u8) -> u128 {
        let mut rest = among & !self.features.always;
        let mut possible = among & self.features.always;
        let there = mask | coming;
        while rest != 0 {
            let index = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let can = |demand: &Demand| {
                let elsewhere = if demand.concealed { self.exposed_pungs } else { 0 };
                demand.forbids & mask == 0 && demand.needs & !there == 0 && demand.pungs + elsewhere <= pungs
            };
            if self.features.rows[index].demands.iter().any(can) {
                possible |= 1 << index;
            }
        }
        possible
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
        if lost == 0 || holding & self.rival == 0 {
            return all;
        }
        self.worth(holding & !self.rival).max(all - lost)
    }

    /// The most that these rows can be worth together.
    pub fn worth(&self, holding: u128) -> i32 {
        if let Some(&known) = self.memo.borrow().get(&holding) {
            return known;
        }
        let bound = self.heaviest(holding);
        self.memo.borrow_mut().insert(holding, bound);
        bound
    }

    /// The heaviest set of rows without rivals.
    fn heaviest(&self, rows: u128) -> i32 {
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
                let better = |rival: usize| self.worths[rival] > self.worths[index];
                // Without a rival that is worth more than it, a row with one rival or none may be taken.
                if rivals == 0 || rivals.is_power_of_two() && !better(rivals.trailing_zeros() as usize) {
                    sum += self.worths[index];
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
            let with = self.worths[pick] + self.heaviest(without & !self.features.conflicts[pick]);
            return sum + with.max(self.heaviest(without));
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
        kept.push((self.key, self.memo.take()));
    }
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

/// How many groups can count as concealed or exposed.
struct Settled {
    sets: u8,
    /// Claimed chows, and pungs and kongs that count as exposed.
    exposed_chows: u8,
    exposed_pungs: u8,
    /// One if the winning group may count as exposed.
    winning: u8,
}

impl Settled {
    fn new(situated: &Situated, facts: &Facts, states: Option<States>) -> Self {
        let [exposed_chows, ..] = facts.laid;
        let exposed = states.map_or(0, |states| states.exposed().count_ones() as u8);
        Self {
            sets: situated.table().shapes().sets,
            exposed_chows,
            exposed_pungs: exposed - exposed_chows,
            winning: u8::from(states.map_or(situated.local.exposable, |states| states.win != Win::Concealed)),
        }
    }

    const fn concealed(&self) -> u8 {
        self.sets - self.exposed_chows - self.exposed_pungs
    }

    const fn exposed(&self, kind: SetKind) -> u8 {
        self.winning
            + match kind {
                SetKind::Chow => self.exposed_chows,
                SetKind::Pung | SetKind::Kong => self.exposed_pungs,
                SetKind::Set => self.exposed_chows + self.exposed_pungs,
            }
    }
}

/// Whether the hand, apart from its arrangement, lets the condition hold.
fn allows(cond: &Cond, shape: u8, facts: &Facts, settled: &Settled) -> bool {
    match cond {
        Cond::AllOf(of) => of.iter().all(|member| allows(member, shape, facts, settled)),
        Cond::Melds { .. } | Cond::Flowers { .. } => holds(cond, facts),
        Cond::Not(of) if of_hand(of) => !holds(of, facts),
        Cond::Shape(only) => *only == shape,
        Cond::Sets(SetsCond { concealed: Some(concealed), kind, n, .. }) => {
            n.unwrap_or(settled.sets) <= if *concealed { settled.concealed() } else { settled.exposed(*kind) }
        }
        Cond::Wait(kind) => {
            matches!(facts.winning, Winning::Natural(_))
                && match kind {
                    WaitKind::Only => facts.waits.len() == 1,
                    WaitKind::Single | WaitKind::TwoPairs => facts.waits.len() >= 2,
                    WaitKind::LastVisible => facts.last_visible,
                    WaitKind::OnlyByShape => facts.waits_by_shape.len() == 1,
                    WaitKind::TwoSided => true,
                }
        }
        _ => true,
    }
}

fn of_hand(cond: &Cond) -> bool {
    match cond {
        Cond::Melds { .. } | Cond::Flowers { .. } | Cond::Always | Cond::Never => true,
        Cond::AllOf(of) => of.iter().all(of_hand),
        Cond::Not(of) => of_hand(of),
        _ => false,
    }
}

fn holds(cond: &Cond, facts: &Facts) -> bool {
    let mut used = Vec::new();
    instances(cond, &View::new(0, &[]), facts, Choice { win: None, concealed: 0 }, &mut used);
    !used.is_empty()
}
