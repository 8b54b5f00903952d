//! The rows of a situation as a plan of counters.
//!
//! As long as no condition compares groups tile by tile, and none looks at the group of the winning tile, every condition
//! asks how many groups there are that lie in some way to some set of kinds. An arrangement is then summed up by all
//! those counts at once, its *tally*, which is the sum of what its groups add to it; the conditions are tests on the
//! bits of the tally.

use std::cmp::Reverse;
use std::sync::PoisonError;

use super::compile::{Chosen, Compiler, Tallies};
use super::palette::Numbers;
use super::side::Aside;
use super::tests::Tests;
use crate::best::{Choice, Facts, Line, UNTAGGED, Used, View, instances};
use crate::group::{Group, GroupKind, Laid};
use crate::hand::Shape;
use crate::rules::cond::Cond;
use crate::rules::data::FlowersKind;
use crate::rules::situated::ActiveRow;
use crate::rules::{Situated, relation};
use crate::tile::{KINDS, ranks_in};

/// Counts of groups, four bits each; which they are, the conditions say.
pub(super) type Tally = u128;

/// Rows and conditions in one word.
const WORD: usize = 64;

/// What is asked of the hand beside its groups.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fact {
    /// It has tiles of so many number suits.
    Suits(u8),
    /// Its tiles, all in one number suit, are these and so many more.
    Counts(Vec<u8>, u8),
    /// A condition on the sets laid.
    Melds(Cond),
    /// A condition on the flowers that holds once at most.
    Flowers(Cond),
}

/// One condition of a row.
#[derive(Debug)]
struct When {
    row: u8,
    /// What it is worth in a hand without claimed sets, and in one with some.
    worth: [i32; 2],
    times: i32,
    /// It holds once for each choice.
    chosen: Vec<Chosen>,
    cond: Cond,
    uses: Uses,
}

/// The groups that a condition uses.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Uses {
    None,
    Sets,
    Whole,
    /// For the condition to say.
    Some,
}

/// A row of a plan.
#[derive(Debug)]
pub(super) struct PlanRow {
    pub row: u16,
    values: [i32; 2],
    /// At most one of its instances counts.
    once: bool,
    /// Rows that exclude it, one bit each.
    excluded_by: u64,
    /// Its conditions, one bit each.
    whens: u64,
}

/// A condition that holds where hardly any other does.
#[derive(Debug)]
pub(super) struct Residual {
    when: u8,
    /// Rows that may hold, and those that may hold so often.
    pub free: Vec<usize>,
    pub limited: Vec<usize>,
    at_most: u8,
    /// The conditions of either, one bit each.
    free_whens: u64,
    limited_whens: u64,
}

/// What holds in an arrangement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub total: i32,
    /// Conditions that hold of rows that count, one bit each.
    pub whens: u64,
    /// Whether just one row counts, because it stands alone.
    pub alone: bool,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Plan {
    /// What groups add to a tally, by whether they are open, kind and first tile.
    tallies: Tallies,
    /// A number for what the groups of each suit add while in hand.
    pub suits: [u32; 4],
    least: Tally,
    /// At most as many as a word of flags has room for.
    pub facts: Vec<Fact>,
    tests: Tests,
    whens: Vec<When>,
    pub rows: Vec<PlanRow>,
    pub residuals: Vec<Residual>,
    /// Rows that stand alone, and rows that others exclude, one bit each.
    alone: u64,
    excluded: u64,
}

impl Plan {
    pub fn new(situated: &Situated, rows: &[&ActiveRow], numbers: &Numbers) -> Option<Self> {
        let table = situated.table();
        let mut compiler = Compiler::default();
        let (mut whens, mut clauses, mut residuals) = (Vec::new(), Vec::new(), Vec::new());
        let mut plan_rows = Vec::new();
        for (at, active) in rows.iter().enumerate() {
            let row = &table.rows[active.row];
            let first = whens.len();
            for (cond, times) in &active.when {
                let when = whens.len() as u8;
                let worth = [row.value * times, row.value_if_claimed * times];
                let (mut chosen, mut of, mut alternatives) = (Vec::new(), Uses::Whole, Vec::new());
                if let Cond::Residual { free, limited, at_most } = cond {
                    let (free, limited) = (free.clone(), limited.clone());
                    let [free_whens, limited_whens] = [0; 2];
                    residuals.push(Residual { when, free, limited, at_most: *at_most, free_whens, limited_whens });
                } else {
                    (alternatives, chosen) = compiler.compile(cond)?;
                    of = uses(cond);
                }
                clauses.push(alternatives);
                whens.push(When { row: at as u8, worth, times: *times, chosen, cond: cond.clone(), uses: of });
            }
            let mine = &whens[first..];
            let mut excluded_by = 0;
            for (other, against) in rows.iter().enumerate() {
                let relation = table.relation(active.row, against.row);
                let of_groups = relation & (relation::FAMILY | relation::KIND | relation::POOL);
                // The instances of one condition with one choice use as many groups each: none lies within another.
                let alike = of_groups == relation::FAMILY && matches!(mine, [only] if only.chosen.len() <= 1);
                let own = at == other;
                if of_groups != 0 && !(own && alike) || own && relation & relation::EXCLUDES != 0 {
                    return None;
                }
                excluded_by |= bit(relation & relation::EXCLUDED_BY != 0, other);
            }
            let once = table.relation(active.row, active.row) & relation::ONCE != 0;
            let whens = (first..whens.len()).map(|when| bit(true, when)).sum();
            let values = [row.value, row.value_if_claimed];
            plan_rows.push(PlanRow { row: active.row as u16, values, once, excluded_by, whens });
            if plan_rows.len() > WORD || first + mine.len() > WORD {
                return None;
            }
        }
        for residual in &mut residuals {
            let of = |rows: &[usize]| {
                let here = plan_rows.iter().filter(|row| rows.contains(&usize::from(row.row)));
                here.fold(0, |whens, row| whens | row.whens)
            };
            (residual.free_whens, residual.limited_whens) = (of(&residual.free), of(&residual.limited));
        }
        let of = |holds: &dyn Fn(usize) -> bool| (0..plan_rows.len()).map(|at| bit(holds(at), at)).sum();
        let alone = of(&|at| table.rows[rows[at].row].alone);
        let excluded = of(&|at| plan_rows[at].excluded_by != 0);
        let tallies = compiler.tallies();
        let suits = [0, 1, 2, 3].map(|number| {
            let of_kind = |of: &[Tally; KINDS]| of[number * 9..number * 9 + ranks_in(number)].to_vec();
            let added = tallies[0].iter().flat_map(of_kind).collect();
            let mut known = numbers.suits.lock().unwrap_or_else(PoisonError::into_inner);
            let next = known.len() as u32;
            *known.entry(added).or_insert(next)
        });
        let tests = Tests::new(&clauses)?;
        let (least, facts) = (compiler.least(), compiler.facts);
        Some(Self { tallies, suits, least, facts, tests, whens, rows: plan_rows, residuals, alone, excluded })
    }

    /// What one group adds.
    #[inline]
    pub fn tally(&self, group: Group) -> Tally {
        self.tallies[usize::from(is_open(group))][counted_as(group.kind)][group.first as usize]
    }

    /// What holds in an arrangement; `facts` is a bit for each, `aside` what is worth something beside.
    pub fn held(&self, tally: Tally, facts: u32, claimed: bool, aside: &Aside) -> Held {
        let mut whens = self.tests.holding(tally.wrapping_add(self.least), facts);
        if !self.residuals.is_empty() {
            let before = whens;
            for (residual, (only, few)) in self.residuals.iter().zip(&aside.left) {
                let limited =
                    bits(before & residual.limited_whens).map(|when| self.instances(when, tally)).sum::<i32>();
                let only = *only && before & !(residual.free_whens | residual.limited_whens) == 0;
                whens |= bit(only && limited + i32::from(*few) <= i32::from(residual.at_most), residual.when.into());
            }
        }
        let present = bits(whens).fold(0, |rows, when| rows | 1 << self.whens[when].row);
        let alone = present & self.alone;
        if alone != 0 {
            let row = alone.trailing_zeros() as usize;
            // The first of those worth most.
            let worth = |when: &usize| self.whens[*when].worth[usize::from(claimed)];
            let of_row = bits(whens & self.rows[row].whens);
            let best = of_row.min_by_key(|when| Reverse(worth(when))).unwrap_or_default();
            return Held { total: worth(&best), whens: bit(true, best), alone: true };
        }
        for row in bits(present & self.excluded) {
            if self.rows[row].excluded_by & present != 0 {
                whens &= !self.rows[row].whens;
            }
        }
        Held { total: self.worth(whens, tally, claimed), whens, alone: false }
    }

    /// What conditions that hold are worth.
    pub fn worth(&self, whens: u64, tally: Tally, claimed: bool) -> i32 {
        let mut total = 0;
        for at in bits(whens) {
            let When { row, worth, .. } = &self.whens[at];
            let row = &self.rows[*row as usize];
            let worth = worth[usize::from(claimed)];
            total += if row.once {
                let others = bits(whens & row.whens).map(|when| self.whens[when].worth[usize::from(claimed)]);
                if whens & row.whens & ((1 << at) - 1) == 0 { others.max().unwrap_or(worth) } else { 0 }
            } else {
                worth * self.instances(at, tally)
            };
        }
        total
    }

    /// How often a condition holds that does.
    fn instances(&self, when: usize, tally: Tally) -> i32 {
        self.whens[when].chosen.iter().map(|(field, of)| choices((tally >> field) as i32 & 15, (*of).into())).product()
    }

    /// The conditions of some rows.
    pub fn whens_of(&self, rows: u64) -> u64 {
        bits(rows).fold(0, |whens, row| whens | self.rows[row].whens)
    }

    /// The numbers of the rows that count, as often as they count, ascending.
    pub fn counted(&self, held: &Held, tally: Tally) -> impl Iterator<Item = u16> {
        let of_when = move |when: usize| {
            let row = &self.rows[self.whens[when].row as usize];
            let single = held.alone || row.once;
            let often = match held.whens & row.whens & ((1 << when) - 1) {
                0 if single => 1,
                _ if single => 0,
                _ => self.instances(when, tally),
            };
            (0..often).map(|_| row.row)
        };
        bits(held.whens).flat_map(of_when)
    }

    /// Writes down the lines of what holds in these groups, the pair last.
    pub fn lines(&self, held: &Held, groups: &[Group], facts: &Facts, found: &mut Vec<Used>, out: &mut Vec<Line>) {
        let whole = (1 << groups.len()) - 1;
        let claimed = usize::from(is_claimed(facts.laid));
        let mut view = None;
        for at in bits(held.whens) {
            let When { row, times, cond, uses, .. } = &self.whens[at];
            let row = &self.rows[*row as usize];
            found.clear();
            let sole = |groups| Used { groups, tag: UNTAGGED };
            match uses {
                Uses::None => found.push(sole(0)),
                Uses::Sets => found.push(sole(whole >> 1)),
                Uses::Whole => found.push(sole(whole)),
                Uses::Some => {
                    let view = view.get_or_insert_with(|| View::new(Shape::Standard as u8, groups));
                    instances(cond, view, facts, choice_of(groups), found);
                }
            }
            if held.alone {
                found.truncate(1);
            }
            let line = |used: &Used| Line {
                row: row.row,
                value: row.values[claimed],
                grade: 1,
                times: *times,
                used: used.groups,
            };
            if row.once {
                // The first of the best.
                found.truncate(1);
                let so_far = out.last().filter(|last| last.row == row.row).map(Line::subtotal);
                match (so_far, found.first().map(line)) {
                    (Some(worth), Some(line)) if line.subtotal() > worth => {
                        out.pop();
                        out.push(line);
                    }
                    (None, Some(line)) => out.push(line),
                    _ => {}
                }
            } else {
                out.extend(found.iter().map(line));
            }
        }
    }
}

fn choice_of(groups: &[Group]) -> Choice {
    let concealed = groups.iter().enumerate().map(|(at, group)| u32::from(!is_open(*group)) << at).sum();
    Choice { win: None, concealed }
}

const fn is_open(group: Group) -> bool {
    matches!(group.laid, Laid::Claimed | Laid::OpenKong)
}

const fn counted_as(kind: GroupKind) -> usize {
    match kind {
        GroupKind::Chow => 0,
        GroupKind::Pung => 1,
        GroupKind::Kong => 2,
        _ => 3,
    }
}

/// Whether any of the sets laid was claimed.
pub(super) fn is_claimed(laid: [u8; 4]) -> bool {
    laid[..3] != [0; 3]
}

fn choices(of: i32, chosen: i32) -> i32 {
    (0..chosen).fold(1, |ways, step| ways * (of - step) / (step + 1))
}

pub(super) fn bit(holds: bool, at: usize) -> u64 {
    u64::from(holds) << (at % WORD)
}

/// Members of a set, ascending.
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let at = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            at
        })
    })
}

fn uses(cond: &Cond) -> Uses {
    match cond {
        Cond::Always | Cond::Melds { .. } | Cond::Not(_) | Cond::Flowers { which: FlowersKind::None, .. } => Uses::None,
        Cond::Tiles { .. } | Cond::EachGroup { .. } | Cond::Counts { .. } | Cond::Shape(_) => Uses::Whole,
        Cond::Sets(sets) if sets.n.is_none() && sets.pair.is_none() => Uses::Sets,
        Cond::AllOf(of) => {
            let parts: Vec<Uses> = of.iter().map(uses).filter(|uses| *uses != Uses::None).collect();
            match parts[..] {
                [] => Uses::None,
                [only] => only,
                _ if parts.contains(&Uses::Some) => Uses::Some,
                _ if parts.contains(&Uses::Whole) => Uses::Whole,
                _ => Uses::Sets,
            }
        }
        _ => Uses::Some,
    }
}
