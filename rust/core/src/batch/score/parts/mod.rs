//! The rows of a situation in parts that do not bear on one another, where the best consistent set of what holds counts.
//!
//! Most rows hold once or not at all ([`settled`]): whether they do is told by flags of the groups and of the hand. The
//! others hold as often as groups allow and bear on few others, those of one family mostly: what counts of such a
//! [`part`] hangs on the few groups that it looks at. Either is kept as it was met, so that an arrangement is worth the sum of
//! what is known. Where a row of one sort bears on one of the other and holds, the hand is searched.

mod laying;
mod lets;
mod literals;
mod part;
mod reading;
mod score;
mod settled;
mod sorted;
mod suits;
mod weighing;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use super::facts::{Fact, Flags};
use super::palette::Numbers;
use super::plan::counted_as;
use crate::group::{Group, GroupKind};
use crate::hand::Shape;
use crate::rules::cond::SetsCond;
use crate::rules::situated::ActiveRow;
use crate::rules::{Exclusions, Situated, Table};
use crate::tile::{KINDS, Kind, kind_at, ranks_in, starts_chow};
use lets::{Numbered, Tests};
use literals::Literals;
use part::{Part, Rows};
use settled::Condition;
use sorted::{Conditions, Sorted};
use suits::Look;

pub(super) use reading::Memory;

/// Parts of a plan, a byte of a word each.
const MOST_PARTS: usize = 8;

/// A residual condition: the settled conditions that may hold, and the parts of which some row may count.
#[derive(Debug)]
struct Left {
    settled: u128,
    parts: u8,
}

/// What is looked at of every group, and a number for each suit.
#[derive(Debug)]
struct Looks {
    of: [[Look; KINDS]; 4],
    suits: [u32; 4],
}

/// What the plans of a rule set share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    conditions: Vec<Condition>,
    parts: Vec<Arc<Part>>,
    looks: HashMap<Vec<Look>, Arc<Looks>>,
    suits: HashMap<Vec<Look>, u32>,
    flags: Vec<(Vec<Fact>, Arc<Flags>)>,
    tests: Vec<(Vec<Numbered>, Arc<Tests>)>,
}

/// See the module.
#[derive(Debug)]
pub struct Parts {
    looks: Arc<Looks>,
    /// The parts of rows that may count several times.
    each: Vec<Arc<Part>>,
    flags: Arc<Flags>,
    /// Numbers of sets that are asked for.
    numbers: Vec<SetsCond>,
    tests: Arc<Tests>,
    /// The conditions by their numbers; those of other situations may be among them.
    conditions: Vec<Condition>,
    /// Those that hold whatever the hand.
    always: u128,
    /// Those that bear on one another, and those that bear on none.
    bound: Vec<u128>,
    unbound: u128,
    /// Those beside which there is more to look at.
    stop: u128,
    left: Vec<Left>,
}

impl Parts {
    /// That of a situation, if its rows look at no more.
    pub(super) fn new(situated: &Situated, numbers: &Numbers) -> Option<Self> {
        let table = situated.table();
        if table.exclusions != Exclusions::Best || !table.dora.is_empty() || !table.shapes().knows(Shape::Standard) {
            return None;
        }
        let mut literals = Literals::default();
        let sorted = Sorted::new(situated, &mut literals)?;
        if !sorted.is_told(table) {
            return None;
        }
        let Sorted { settled, counted, residuals } = sorted;
        let shared = &mut *numbers.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let conditions = Conditions::new(&settled, &mut shared.conditions)?;
        let bears = |a: &ActiveRow, b: &ActiveRow| table.relation(a.row, b.row) != 0;
        let (mut bound, mut unbound) = (Vec::new(), 0);
        let tier = |at: usize| table.rows[settled[at].active.row].tier;
        let together = |a: usize, b: usize| {
            a != b && (bears(settled[a].active, settled[b].active) || tier(a).is_some() && tier(a) == tier(b))
        };
        for component in components(settled.len(), together) {
            let alone = matches!(component[..], [only] if settled[only].when.len() == 1);
            let of_component = conditions.of(component.into_iter());
            if alone { unbound |= of_component } else { bound.push(of_component) }
        }
        let stops = |at: &usize| {
            let row = settled[*at].active;
            table.rows[row.row].alone || counted.iter().any(|other| bears(row, other))
        };
        let stop = conditions.of((0..settled.len()).filter(stops));
        let mut parts = Vec::new();
        for component in components(counted.len(), |a, b| bears(counted[a], counted[b])) {
            let rows: Rows = component.iter().map(|at| (counted[*at].row, counted[*at].when.clone())).collect();
            parts.push(part_of(&mut shared.parts, rows, table)?);
        }
        if parts.len() > MOST_PARTS {
            return None;
        }
        let left = residuals.iter().map(|rows| Left {
            settled: conditions.of((0..settled.len()).filter(|at| rows.contains(&settled[*at].active.row))),
            parts: parts
                .iter()
                .enumerate()
                .fold(0, |all, (at, part)| all | u8::from(part.rows.iter().any(|(row, _)| rows.contains(row))) << at),
        });
        let left = left.collect();
        let Literals { groups, facts, numbers } = literals;
        let looks = shared.looks_of(&groups, &parts);
        let flags = kept(&mut shared.flags, facts, |facts| Flags::new(facts));
        let Conditions { tested, always, .. } = conditions;
        let tests = kept(&mut shared.tests, tested, |tested| Tests::new(tested));
        let conditions = shared.conditions.clone();
        Some(Self { looks, each: parts, flags, numbers, tests, conditions, always, bound, unbound, stop, left })
    }

    #[inline]
    fn look(&self, group: Group) -> Look {
        self.looks.of[counted_as(group.kind)][usize::from(group.first)]
    }
}

fn kept<K: PartialEq, V>(known: &mut Vec<(K, Arc<V>)>, key: K, make: impl FnOnce(&K) -> V) -> Arc<V> {
    if let Some((_, found)) = known.iter().find(|(known, _)| *known == key) {
        return found.clone();
    }
    let made = Arc::new(make(&key));
    known.push((key, made.clone()));
    made
}

fn part_of(known: &mut Vec<Arc<Part>>, rows: Rows, table: &Table) -> Option<Arc<Part>> {
    if let Some(found) = known.iter().find(|part| part.rows == rows) {
        return Some(found.clone());
    }
    let made = Arc::new(Part::new(known.len() as u32 + 1, rows, table)?);
    known.push(made.clone());
    Some(made)
}

/// Items that hang together.
fn components(count: usize, together: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for item in 0..count {
        let (mut mine, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|other: &Vec<usize>| other.iter().any(|other| together(item, *other)));
        let mut joined: Vec<usize> = mine.drain(..).flatten().collect();
        joined.push(item);
        joined.sort_unstable();
        all = others;
        all.push(joined);
    }
    all
}

impl Shared {
    fn looks_of(&mut self, flags: &[literals::NoneSuch], parts: &[Arc<Part>]) -> Arc<Looks> {
        const COUNTED: [GroupKind; 4] = [GroupKind::Chow, GroupKind::Pung, GroupKind::Kong, GroupKind::Pair];
        let look = |group: Group| Look {
            flags: flags.iter().enumerate().map(|(at, flag)| u64::from(flag.spared_by(group)) << at).sum(),
            parts: parts.iter().enumerate().map(|(at, part)| u64::from(part.looks_at(group)) << (8 * at)).sum(),
        };
        let mut of = [[Look::default(); KINDS]; 4];
        for (kind, looks) in COUNTED.into_iter().zip(&mut of) {
            for first in (0..KINDS as Kind).filter(|first| kind != GroupKind::Chow || starts_chow(*first)) {
                looks[usize::from(first)] = look(Group::in_hand(kind, first));
            }
        }
        let Self { looks, suits, .. } = self;
        let known = looks.entry(of.concat()).or_insert_with(|| {
            let suits = [0, 1, 2, 3].map(|number| {
                let first = usize::from(kind_at(number, 0));
                let of_suit = of.iter().flat_map(|looks| looks[first..first + ranks_in(number)].to_vec()).collect();
                let next = suits.len() as u32;
                *suits.entry(of_suit).or_insert(next)
            });
            Arc::new(Looks { of, suits })
        });
        known.clone()
    }
}
