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
mod suits;
mod weighing;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use super::compile::Clause;
use super::facts::{Fact, Flags};
use super::palette::Numbers;
use super::plan::counted_as;
use crate::group::{Group, GroupKind};
use crate::hand::Shape;
use crate::rules::cond::{Cond, SetsCond};
use crate::rules::situated::ActiveRow;
use crate::rules::{Exclusions, Situated, relation};
use crate::tile::{KINDS, Kind, kind_at, ranks_in, starts_chow};
use lets::{Numbered, Tests};
use literals::Literals;
use part::{Part, Rows};
use settled::Condition;
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

/// A row whose conditions hold once or not at all.
struct SettledRow<'a> {
    active: &'a ActiveRow,
    when: Vec<(i32, literals::Settled)>,
}

impl Parts {
    /// That of a situation, if its rows look at no more.
    pub(super) fn new(situated: &Situated, numbers: &Numbers) -> Option<Self> {
        let table = situated.table();
        let shapes = table.shapes();
        if table.exclusions != Exclusions::Best || !table.dora.is_empty() || !shapes.knows(Shape::Standard) {
            return None;
        }
        let (mut literals, mut settled, mut counted) = (Literals::default(), Vec::new(), Vec::new());
        let mut residuals: Vec<Vec<usize>> = Vec::new();
        for active in
            situated.rows.iter().filter(|active| table.rows[active.row].shapes >> Shape::Standard as u8 & 1 == 1)
        {
            if active.residual {
                for (cond, _) in &active.when {
                    let Cond::Residual { free, limited, .. } = cond else { return None };
                    residuals.push(free.iter().chain(limited).copied().collect());
                }
                continue;
            }
            match settle(active, table.rows[active.row].scaled, &mut literals) {
                Some(when) => settled.push(SettledRow { active, when }),
                None => counted.push(active),
            }
        }
        let bears = |a: usize, b: usize| table.relation(a, b);
        for SettledRow { active, when } in &settled {
            let others = settled.iter().filter(|other| other.active.row != active.row || when.len() > 1);
            let related = others.fold(0, |all, other| all | bears(active.row, other.active.row));
            let plain = when.iter().all(|(_, (_, uses))| uses.is_plain());
            let numbered = when.iter().any(|(_, (_, uses))| uses.number.is_some());
            if !plain && related & (relation::FAMILY | relation::KIND) != 0 || numbered && related & relation::POOL != 0
            {
                return None;
            }
        }
        let shared = &mut *numbers.parts.lock().unwrap_or_else(PoisonError::into_inner);
        // Numbers of the conditions of each settled row.
        let mut numbered: Vec<u128> = Vec::new();
        let (mut tested, mut always) = (Vec::new(), 0);
        for SettledRow { active, when } in &settled {
            let mut mine = 0;
            for (place, (times, (clauses, uses))) in when.iter().enumerate() {
                let condition = Condition { row: active.row as u16, times: *times, uses: *uses, place: place as u8 };
                let number = place_of(&mut shared.conditions, condition);
                if number >= settled::MOST {
                    return None;
                }
                mine |= 1_u128 << number;
                if clauses[..] == [Clause::TRUE] {
                    always |= 1_u128 << number;
                } else {
                    tested.push((number as u8, clauses.clone()));
                }
            }
            numbered.push(mine);
        }
        let tier = |at: usize| table.rows[settled[at].active.row].tier;
        let together = |a: usize, b: usize| {
            a != b
                && (bears(settled[a].active.row, settled[b].active.row) != 0 || tier(a).is_some() && tier(a) == tier(b))
        };
        let (mut bound, mut unbound) = (Vec::new(), 0);
        for component in components(settled.len(), together) {
            let conditions = component.iter().fold(0, |all, at| all | numbered[*at]);
            match component[..] {
                [only] if settled[only].when.len() == 1 => unbound |= conditions,
                _ => bound.push(conditions),
            }
        }
        let stops = |at: &usize| {
            let row = settled[*at].active.row;
            table.rows[row].alone || counted.iter().any(|other| bears(row, other.row) != 0)
        };
        let stop = (0..settled.len()).filter(stops).fold(0, |all, at| all | numbered[at]);
        let mut parts = Vec::new();
        for component in components(counted.len(), |a, b| bears(counted[a].row, counted[b].row) != 0) {
            let rows: Rows = component.iter().map(|at| (counted[*at].row, counted[*at].when.clone())).collect();
            parts.push(part_of(&mut shared.parts, rows, table)?);
        }
        if parts.len() > MOST_PARTS {
            return None;
        }
        let of_rows = |rows: &[usize]| Left {
            settled: settled
                .iter()
                .zip(&numbered)
                .filter(|(row, _)| rows.contains(&row.active.row))
                .fold(0, |all, (_, one)| all | one),
            parts: parts
                .iter()
                .enumerate()
                .map(|(at, part)| u8::from(part.rows.iter().any(|(row, _)| rows.contains(row))) << at)
                .sum(),
        };
        let left = residuals.iter().map(|rows| of_rows(rows)).collect();
        let Literals { groups, facts, numbers } = literals;
        let looks = shared.looks_of(&groups, &parts);
        let flags = kept(&mut shared.flags, facts, |facts| Flags::new(facts));
        let tests = kept(&mut shared.tests, tested, |tested| Tests::new(tested));
        let conditions = shared.conditions.clone();
        Some(Self { looks, each: parts, flags, numbers, tests, conditions, always, bound, unbound, stop, left })
    }

    #[inline]
    fn look(&self, group: Group) -> Look {
        self.looks.of[counted_as(group.kind)][usize::from(group.first)]
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

fn kept<K: PartialEq, V>(known: &mut Vec<(K, Arc<V>)>, key: K, make: impl FnOnce(&K) -> V) -> Arc<V> {
    if let Some((_, found)) = known.iter().find(|(known, _)| *known == key) {
        return found.clone();
    }
    let made = Arc::new(make(&key));
    known.push((key, made.clone()));
    made
}

fn part_of(known: &mut Vec<Arc<Part>>, rows: Rows, table: &crate::rules::Table) -> Option<Arc<Part>> {
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
