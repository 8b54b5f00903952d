//! The rows of a situation as a plan of counters.
//!
//! As long as no condition compares groups tile by tile, and none looks at the group of the winning tile, every condition
//! asks how many groups there are that lie in some way to some set of kinds. An arrangement is then summed up by all
//! those counts at once, its *tally*, which is the sum of what its groups add to it; the conditions are tests on the
//! bits of the tally.

use std::sync::{Arc, PoisonError};

use super::compile::{Chosen, Compiler, Tallies};
use super::facts::Flags;
use super::judge::{Held, Judge, JudgedRow, Residual, When};
use super::palette::{Numbers, kept};
use super::tests::Tests;
use crate::best::{Choice, Facts, Line, View, instances};
use crate::bits::bits;
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

/// The groups that a condition uses.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Uses {
    None,
    Sets,
    Whole,
    /// Each by itself that adds to a field of the tally.
    Each(u32),
    /// For the condition to say.
    Some,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Plan {
    /// What groups add to a tally, by whether they are open, kind and first tile.
    tallies: Tallies,
    /// A number for what the groups of each suit add while in hand.
    pub suits: [u32; 4],
    pub judge: Arc<Judge>,
    /// The conditions of the judge, and what they use.
    conds: Vec<(Cond, Uses)>,
}

impl Plan {
    pub fn new(situated: &Situated, rows: &[&ActiveRow], numbers: &Numbers) -> Option<Self> {
        let table = situated.table();
        let mut compiler = Compiler::default();
        let (mut whens, mut clauses, mut residuals) = (Vec::new(), Vec::new(), Vec::new());
        let (mut judged, mut conds) = (Vec::new(), Vec::new());
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
                    of = uses(cond, &chosen);
                }
                clauses.push(alternatives);
                whens.push(When { row: at as u8, worth, times: *times, chosen });
                conds.push((cond.clone(), of));
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
            judged.push(JudgedRow { row: active.row as u16, values, once, excluded_by, whens });
            if judged.len() > WORD || first + mine.len() > WORD {
                return None;
            }
        }
        for residual in &mut residuals {
            let of = |rows: &[usize]| {
                let here = judged.iter().filter(|row| rows.contains(&usize::from(row.row)));
                here.fold(0, |whens, row| whens | row.whens)
            };
            (residual.free_whens, residual.limited_whens) = (of(&residual.free), of(&residual.limited));
        }
        let of = |holds: &dyn Fn(usize) -> bool| (0..judged.len()).map(|at| bit(holds(at), at)).sum();
        let alone = of(&|at| table.rows[rows[at].row].alone);
        let excluded = of(&|at| judged[at].excluded_by != 0);
        let tallies = compiler.tallies();
        let suits = [0, 1, 2, 3].map(|number| {
            let of_kind = |of: &[Tally; KINDS]| of[number * 9..number * 9 + ranks_in(number)].to_vec();
            let added = tallies[0].iter().flat_map(of_kind).collect();
            let mut known = numbers.suits.lock().unwrap_or_else(PoisonError::into_inner);
            let next = known.len() as u32;
            *known.entry(added).or_insert(next)
        });
        let (least, facts) = (compiler.least(), compiler.facts);
        let tests = Tests::new(&clauses)?;
        let chosen = whens.iter().flat_map(|when| &when.chosen);
        let counted = chosen.fold(0, |counted, (field, _)| counted | 0b0111 << field);
        let key = format!("{clauses:?}{facts:?}{least}{whens:?}{judged:?}{residuals:?}{alone}{excluded}");
        let judge = kept(&numbers.judges, key, || {
            let (number, flags) = (numbers.next_judge(), Flags::new(&facts));
            Arc::new(Judge { number, flags, tests, least, counted, whens, rows: judged, residuals, alone, excluded })
        });
        Some(Self { tallies, suits, judge, conds })
    }

    /// What one group adds.
    #[inline]
    pub fn tally(&self, group: Group) -> Tally {
        self.tallies[usize::from(is_open(group))][counted_as(group.kind)][group.first as usize]
    }

    /// Adds the lines of what holds in these groups, the pair last, to those of other hands; `facts` says what is
    /// beside the groups.
    pub fn lines(&self, held: &Held, claimed: bool, groups: &[Group], facts: impl Fn() -> Facts, out: &mut Vec<Line>) {
        let whole = (1 << groups.len()) - 1;
        let start = out.len();
        for at in bits(held.whens) {
            let When { row, times, .. } = &self.judge.whens[at];
            let row = &self.judge.rows[usize::from(*row)];
            let value = row.values[usize::from(claimed)];
            let line = |used| Line { row: row.row, value, grade: 1, times: *times, used };
            let (cond, uses) = &self.conds[at];
            let first = out.len();
            match uses {
                Uses::None => out.push(line(0)),
                Uses::Sets => out.push(line(whole >> 1)),
                Uses::Whole => out.push(line(whole)),
                Uses::Each(field) => {
                    let adds = |group: &Group| self.tally(*group) >> field & 1 == 1;
                    let adding = groups.iter().enumerate().filter(|(_, group)| adds(group));
                    out.extend(adding.map(|(at, _)| line(1 << at)));
                }
                Uses::Some => {
                    let (mut found, view) = (Vec::new(), View::new(Shape::Standard as u8, groups));
                    instances(cond, &view, &facts(), choice_of(groups), &mut found);
                    out.extend(found.iter().map(|used| line(used.groups)));
                }
            }
            if held.alone || row.once {
                out.truncate(first + 1);
            }
            // The first of the best.
            if row.once && first > start && out.len() > first && out[first - 1].row == row.row {
                let worse = if out[first].subtotal() > out[first - 1].subtotal() { first - 1 } else { first };
                out.remove(worse);
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

pub(super) fn bit(holds: bool, at: usize) -> u64 {
    u64::from(holds) << (at % WORD)
}

/// What a condition uses of which so much is chosen.
fn uses(cond: &Cond, chosen: &[Chosen]) -> Uses {
    match cond {
        Cond::Always | Cond::Melds { .. } | Cond::Not(_) | Cond::Flowers { which: FlowersKind::None, .. } => Uses::None,
        Cond::Tiles { .. } | Cond::EachGroup { .. } | Cond::Counts { .. } | Cond::Shape(_) => Uses::Whole,
        Cond::Sets(sets) if sets.n.is_none() && sets.pair.is_none() => Uses::Sets,
        Cond::Sets(sets) if sets.pair.is_none() && matches!(chosen, [(_, 1)]) => Uses::Each(chosen[0].0),
        Cond::AllOf(of) => {
            let parts: Vec<Uses> = of.iter().map(|part| uses(part, &[])).filter(|uses| *uses != Uses::None).collect();
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
