//! What the rows of a situation come to: a plan for those that look at groups, and what is worth something beside.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::judge::Judge;
use super::parts;
use super::plan::{Plan, bit};
use super::runs::Runs;
use super::side::Side;
use super::tally::Tally;
use crate::hand::Shape;
use crate::rules::cond::Cond;
use crate::rules::situated::ActiveRow;
use crate::rules::{Exclusions, Situated};

/// How a plan looks at a suit.
type Looks = (Vec<Tally>, bool, bool);

/// Plans and what they share, kept for a rule set.
#[derive(Debug, Default)]
pub struct Numbers {
    plans: Mutex<HashMap<String, Option<Arc<Plan>>>>,
    /// By what the groups of a suit add while in hand, and whether runs and the winning group are looked at.
    pub(super) suits: Mutex<HashMap<Looks, u32>>,
    pub(super) runs: Mutex<HashMap<String, Option<Arc<Runs>>>>,
    pub(super) judges: Mutex<HashMap<String, Arc<Judge>>>,
    sides: Mutex<HashMap<String, Arc<Side>>>,
    pub(super) parts: Mutex<parts::Shared>,
    next_side: AtomicU32,
    next_judge: AtomicU32,
    next_runs: AtomicU32,
}

impl Numbers {
    /// The number of the next judge, from 1 on.
    pub(super) fn next_judge(&self) -> u32 {
        self.next_judge.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The number of the next runs, from 1 on.
    pub(super) fn next_runs(&self) -> u32 {
        self.next_runs.fetch_add(1, Ordering::Relaxed) + 1
    }
}

/// Plans that are kept for a rule set; further ones are made for each situation anew.
const MOST_PLANS: usize = 1 << 12;

pub(super) fn kept<T: Clone>(known: &Mutex<HashMap<String, T>>, key: String, make: impl FnOnce() -> T) -> T {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.get(&key) {
        return found.clone();
    }
    let made = make();
    if known.len() < MOST_PLANS {
        known.insert(key, made.clone());
    }
    made
}

/// How the rows of a situation look at hands of sets and a pair.
#[derive(Debug)]
pub struct Palette {
    pub(super) plan: Arc<Plan>,
    pub(super) side: Arc<Side>,
    /// Whether the group of the winning tile is open because it was claimed.
    pub(super) taken: bool,
    /// Conditions of rows that do not count to the least total, one bit each.
    pub(super) beside: u64,
}

impl Palette {
    /// That of a situation, if tallies are all that its rows look at; `beside` are rows that do not count to the least
    /// total.
    #[must_use]
    pub fn new(situated: &Situated, beside: &[u16], numbers: &Numbers) -> Option<Self> {
        let table = situated.table();
        // Where groups may be either open or not, or that is worth something in itself, there is more to look at.
        let standard = table.shapes().knows(Shape::Standard);
        if !standard || situated.free() || table.grades != [1; 3] || table.exclusions == Exclusions::Best {
            return None;
        }
        // What counts to the least total caps dora.
        let uncounted = (0..table.len()).filter(|row| !table.to_minimum[*row]);
        if !table.dora.is_empty() && !uncounted.eq(beside.iter().map(|row| usize::from(*row))) {
            return None;
        }
        let standard = |active: &&ActiveRow| table.rows[active.row].shapes >> Shape::Standard as u8 & 1 == 1;
        let rows: Vec<&ActiveRow> = situated.rows.iter().filter(standard).collect();
        if rows.iter().any(|active| table.rows[active.row].tier.is_some()) {
            return None;
        }
        let aside = aside(situated, &rows);
        let part = |of: bool| -> Vec<&ActiveRow> {
            rows.iter().zip(&aside).filter(|(_, aside)| **aside == of).map(|(active, _)| *active).collect()
        };
        let (main, side) = (part(false), part(true));
        let plan = kept(&numbers.plans, described(&main), || Plan::new(situated, &main, numbers).map(Arc::new))?;
        let left =
            plan.judge.residuals.iter().map(|residual| (residual.free.clone(), residual.limited.clone())).collect();
        let key = format!("{}{beside:?}{left:?}", described(&side));
        let side = kept(&numbers.sides, key, || {
            let number = numbers.next_side.fetch_add(1, Ordering::Relaxed);
            Arc::new(Side::new(&side, beside, left, number))
        });
        let beside = plan.judge.rows.iter().enumerate().map(|(at, row)| bit(beside.contains(&row.row), at)).sum();
        let beside = plan.judge.whens_of(beside);
        Some(Self { plan, side, taken: !situated.aspect.drawn, beside })
    }
}

fn described(rows: &[&ActiveRow]) -> String {
    rows.iter().fold(String::new(), |mut text, active| {
        let _ = write!(text, "|{}{:?}", active.row, active.when);
        text
    })
}

/// Which rows hang on flowers and events alone, and bear on no others: what they are worth is added.
fn aside(situated: &Situated, rows: &[&ActiveRow]) -> Vec<bool> {
    fn no_groups(cond: &Cond) -> bool {
        match cond {
            Cond::Always | Cond::Flowers { .. } => true,
            Cond::AllOf(of) => of.iter().all(no_groups),
            Cond::Not(of) => no_groups(of),
            _ => false,
        }
    }
    let table = situated.table();
    let apart = |active: &&ActiveRow| {
        let row = &table.rows[active.row];
        active.when.iter().all(|(cond, _)| no_groups(cond)) && row.value == row.value_if_claimed && !row.alone
    };
    let mut aside: Vec<bool> = rows.iter().map(apart).collect();
    loop {
        let bears = |at: usize| {
            let others = (0..rows.len()).filter(|other| !aside[*other]);
            others.map(|other| table.relation(rows[at].row, rows[other].row)).any(|relation| relation != 0)
        };
        let Some(drawn_in) = (0..rows.len()).find(|at| aside[*at] && bears(*at)) else { return aside };
        aside[drawn_in] = false;
    }
}
