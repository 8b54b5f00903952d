//! The rows of a situation as a plan of counters.
//!
//! Nearly every condition asks how many groups there are that lie in some way to some set of kinds. An arrangement is
//! then summed up by all those counts at once, its *tally*, which is the sum of what its groups add to it; the conditions
//! are tests on the bits of the tally. A run counts by its instances, which follow from the groups that start on each
//! rank ([`Runs`]); what is asked of the group that the winning tile joined is a fact of that group ([`Won`]).
//!
//! [`Won`]: super::facts::Won

use std::sync::{Arc, PoisonError};

use super::compile::{CLOSED, Chosen, Compiler, OPEN, TAKEN, Tallies};
use super::facts::{Fact, Flags};
use super::judge::{Held, Judge, JudgedRow, Residual, When};
use super::palette::{Numbers, kept};
use super::runs::{InSuit, Runs};
use super::suits::Way;
use super::tally::{Field, Tally};
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

/// Rows and conditions in one word.
const WORD: usize = 64;

/// The groups that a condition uses.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Uses {
    None,
    Sets,
    Whole,
    /// The one that the winning tile joined.
    Won,
    /// Each by itself that adds to a field of the tally.
    Each(Field),
    /// For the condition to say.
    Some,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Plan {
    /// What groups add to a tally, by how they lie, kind and first tile.
    tallies: Tallies,
    /// Runs, and their fields in a tally.
    pub runs: Arc<Runs>,
    pub run_fields: Vec<Field>,
    /// Whether it matters which group a claimed tile has won.
    stated: bool,
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
        let (run_fields, stated) = (compiler.run_fields(), compiler.is_stated());
        let look_at_win = stated || compiler.facts.iter().any(|fact| matches!(fact, Fact::Won(_)));
        let number = || numbers.next_runs();
        let runs =
            kept(&numbers.runs, format!("{:?}", compiler.runs), || Runs::new(&compiler.runs, number()).map(Arc::new))?;
        let suits = [0, 1, 2, 3].map(|number| {
            let of_kind = |of: &[Tally; KINDS]| of[number * 9..number * 9 + ranks_in(number)].to_vec();
            let added = tallies[CLOSED].iter().flat_map(of_kind).collect();
            let added = (added, !runs.is_empty(), look_at_win);
            let mut known = numbers.suits.lock().unwrap_or_else(PoisonError::into_inner);
            let next = known.len() as u32;
            *known.entry(added).or_insert(next)
        });
        let (least, facts) = (compiler.least(), compiler.facts);
        let tests = Tests::new(&clauses)?;
        let chosen = whens.iter().flat_map(|when| &when.chosen);
        let counted = chosen.fold(Tally::default(), |counted, (field, _)| counted | Tally::of(Tally::MOST, *field));
        let key = format!("{clauses:?}{facts:?}{least:?}{whens:?}{judged:?}{residuals:?}{alone}{excluded}");
        let judge = kept(&numbers.judges, key, || {
            let (number, flags) = (numbers.next_judge(), Flags::new(&facts));
            Arc::new(Judge { number, flags, tests, least, counted, whens, rows: judged, residuals, alone, excluded })
        });
        Some(Self { tallies, runs, run_fields, stated, suits, judge, conds })
    }

    /// What one group adds to a tally.
    #[inline]
    pub fn tally(&self, group: Group) -> Tally {
        self.tally_of(group, if is_open(group) { OPEN } else { CLOSED })
    }

    #[inline]
    fn tally_of(&self, group: Group, lies: usize) -> Tally {
        self.tallies[lies][counted_as(group.kind)][group.first as usize]
    }

    /// What changes once a claimed tile has won a group in hand.
    #[inline]
    pub fn taken(&self, group: Group) -> Tally {
        self.tally_of(group, TAKEN).without(self.tally_of(group, CLOSED))
    }

    /// What some groups of a suit add.
    pub fn added(&self, groups: &[Group]) -> Way {
        let tally = groups.iter().map(|group| self.tally(*group)).sum();
        let groups = if self.runs.is_empty() { &[] } else { groups };
        (tally, groups.iter().fold(InSuit::default(), |all, group| all.with(*group)))
    }

    /// Whether it matters which group the winning tile joined, claimed or not.
    #[inline]
    pub fn looks_at_win(&self, taken: bool) -> bool {
        taken && self.stated || self.judge.flags.look_at_win()
    }

    /// Adds the lines of what holds in these groups, the pair last, to those of other hands; `facts` says what is
    /// beside the groups.
    pub fn lines(&self, held: &Held, claimed: bool, of: Arrangement, facts: impl Fn() -> Facts, out: &mut Vec<Line>) {
        let Arrangement { groups, .. } = of;
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
                Uses::Won => out.push(line(of.win.map_or(0, |win| 1 << win))),
                Uses::Each(field) => {
                    let adds = |at: usize| self.tally_of(groups[at], of.lies(at)).get(*field) == 1;
                    out.extend((0..groups.len()).filter(|at| adds(*at)).map(|at| line(1 << at)));
                }
                Uses::Some => {
                    let (mut found, view) = (Vec::new(), View::new(Shape::Standard as u8, groups));
                    instances(cond, &view, &facts(), of.choice(), &mut found);
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

/// An arrangement, the group that the winning tile joined, and whether that tile was claimed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrangement<'a> {
    pub groups: &'a [Group],
    pub win: Option<usize>,
    pub taken: bool,
}

impl Arrangement<'_> {
    /// How a group lies.
    pub fn lies(&self, at: usize) -> usize {
        match self.groups[at] {
            group if is_open(group) => OPEN,
            _ if self.taken && self.win == Some(at) => TAKEN,
            _ => CLOSED,
        }
    }

    fn choice(&self) -> Choice {
        let concealed = (0..self.groups.len()).map(|at| u32::from(self.lies(at) == CLOSED) << at).sum();
        Choice { win: self.win, concealed }
    }
}

const fn is_open(group: Group) -> bool {
    matches!(group.laid, Laid::Claimed | Laid::OpenKong)
}

pub(super) const fn counted_as(kind: GroupKind) -> usize {
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
        Cond::Always
        | Cond::Melds { .. }
        | Cond::Not(_)
        | Cond::WinInPair
        | Cond::Flowers { which: FlowersKind::None, .. } => Uses::None,
        Cond::Wait(_) => Uses::Won,
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
                _ if parts.contains(&Uses::Won) => Uses::Some,
                _ => Uses::Sets,
            }
        }
        _ => Uses::Some,
    }
}
