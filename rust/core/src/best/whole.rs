//! Bounds on what the whole-hand rows are worth in one hand.

use std::cell::RefCell;
use std::sync::PoisonError;

use super::features::{Demand, Features, KEPT, Key};
use super::instances::{Choice, instances};
use super::suits::FastMap;
use super::view::{Facts, View};
use crate::hand::Winning;
use crate::rules::Situated;
use crate::rules::cond::{Cond, SetsCond};
use crate::rules::data::WaitKind;

/// Bounds on what the whole-hand rows of one hand are worth.
pub(crate) struct Whole<'a> {
    features: &'a Features,
    open: u128,
    worths: Vec<i32>,
    alone: i32,
    key: Key,
    memo: RefCell<FastMap<u128, i32>>,
}

impl<'a> Whole<'a> {
    /// What a hand leaves of the rows in one shape, with the grade that hand-wide patterns reach in it.
    pub fn new(situated: &'a Situated, facts: &Facts, shape: u8, grade: i32) -> Self {
        let features = &situated.features;
        let table = situated.table();
        let sets = table.shapes().sets;
        let exposable = situated.local.exposable;
        let mut open = 0_u128;
        let mut worths = vec![0; features.rows.len()];
        for (index, row) in features.rows.iter().enumerate() {
            let when = &situated.rows[row.active].when;
            if table.rows[row.row].shapes >> shape & 1 == 1
                && row.worth > 0
                && when.iter().any(|(cond, _)| allows(cond, shape, facts, sets, exposable))
            {
                open |= 1 << index;
                worths[index] = row.worth * if row.scaled { grade } else { 1 };
            }
        }
        let residual = situated.rows.iter().filter(|row| row.residual && table.rows[row.row].shapes >> shape & 1 == 1);
        let alone = residual.map(|row| table.rows[row.row].value).max().unwrap_or(i32::MIN);
        let key = (open, grade);
        let mut kept = features.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let memo = kept.iter().position(|(of, _)| *of == key).map(|at| kept.swap_remove(at).1).unwrap_or_default();
        drop(kept);
        Self { features, open, worths, alone, key, memo: RefCell::new(memo) }
    }

    /// What a row is worth that holds where nothing else does.
    pub const fn alone(&self) -> i32 {
        self.alone
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
            let can =
                |demand: &Demand| demand.forbids & mask == 0 && demand.needs & !there == 0 && demand.pungs <= pungs;
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

/// Whether the hand, apart from its arrangement, lets the condition hold.
fn allows(cond: &Cond, shape: u8, facts: &Facts, sets: u8, exposable: bool) -> bool {
    match cond {
        Cond::AllOf(of) => of.iter().all(|member| allows(member, shape, facts, sets, exposable)),
        Cond::Melds { .. } | Cond::Flowers { .. } => holds(cond, facts),
        Cond::Not(of) if of_hand(of) => !holds(of, facts),
        Cond::Shape(only) => *only == shape,
        Cond::Sets(SetsCond { concealed: Some(concealed), n, .. }) => {
            let [chows, pungs, kongs, hidden] = facts.laid;
            let exposed = chows + pungs + kongs + hidden + u8::from(exposable);
            let most = if *concealed { sets - chows - pungs } else { exposed };
            n.unwrap_or(sets) <= most
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
