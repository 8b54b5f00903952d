//! Conditions made into tests on the counts of a tally: of groups, and of runs.

use super::facts::Fact;
use super::tally::{FIELDS, Field, Tally};
use crate::group::{Group, GroupKind, Laid};
use crate::hand::Shape;
use crate::rules::cond::{Cond, RunCond, SetsCond};
use crate::rules::data::{FlowersKind, RunKind, SetKind};
use crate::tile::{KINDS, Kind, KindSet, starts_chow};

/// Facts that a plan has room for.
const FACTS: usize = 32;

/// Groups in a hand are fewer.
const MOST_GROUPS: u8 = 7;

/// Alternatives that a condition may have.
const MOST_CLAUSES: usize = 8;

/// Kinds of groups with tallies.
const COUNTED: [GroupKind; 4] = [GroupKind::Chow, GroupKind::Pung, GroupKind::Kong, GroupKind::Pair];
const CHOW: u8 = 0b0001;
const SETS: u8 = 0b0111;
const PAIR: u8 = 0b1000;
const ALL: u8 = 0b1111;

/// How a group lies: closed, open on the table, or in hand and won by a tile that was claimed.
pub(super) const LIES: usize = 3;
pub(super) const CLOSED: usize = 0;
pub(super) const OPEN: usize = 1;
pub(super) const TAKEN: usize = 2;

/// What groups add to a tally, by how they lie, kind and first tile.
pub(super) type Tallies = Box<[[[Tally; KINDS]; COUNTED.len()]; LIES]>;

/// Which groups are counted: of the kinds `of`, those that fit, or those that do not.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Counter {
    of: u8,
    fitting: bool,
    kinds: u8,
    open: Option<bool>,
    concealed: Option<bool>,
    /// Whether they are to touch the set instead of lying within it.
    touching: bool,
    set: KindSet,
}

impl Counter {
    const fn within(of: u8, set: KindSet) -> Self {
        Self { of, fitting: true, kinds: ALL, open: None, concealed: None, touching: false, set }
    }

    const fn touching(set: KindSet) -> Self {
        Self { touching: true, ..Self::within(ALL, set) }
    }

    const fn not(self) -> Self {
        Self { fitting: !self.fitting, ..self }
    }

    fn counts(&self, kind: usize, lies: usize, group: Group) -> bool {
        let kinds = group.kinds();
        let on_set = if self.touching { kinds.meets(self.set) } else { kinds.within(self.set) };
        let as_wanted = self.open.is_none_or(|open| open == (lies == OPEN))
            && self.concealed.is_none_or(|concealed| concealed == (lies == CLOSED));
        let fits = self.kinds >> kind & 1 == 1 && as_wanted && on_set;
        self.of >> kind & 1 == 1 && fits == self.fitting
    }

    /// Whether a group counts otherwise once a claimed tile has won it.
    const fn is_stated(&self) -> bool {
        self.concealed.is_some()
    }
}

/// What a field counts.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Counted {
    Groups(Counter),
    /// A run by its number.
    Run(usize),
}

/// Flags that have to be as wanted: one of each field, which says that its count is high enough, then one of each fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    pub mask: u128,
    pub want: u128,
}

impl Clause {
    pub(super) const TRUE: Self = Self { mask: 0, want: 0 };

    pub(super) const fn of(flag: usize) -> Self {
        Self { mask: 1 << flag, want: 1 << flag }
    }

    /// Whether it can hold at all.
    pub const fn possible(self) -> bool {
        self.want & !self.mask == 0
    }

    /// Both; nothing if they are at odds.
    pub(super) fn and(self, other: Self) -> Option<Self> {
        let fits = (self.want ^ other.want) & self.mask & other.mask == 0;
        fits.then_some(Self { mask: self.mask | other.mask, want: self.want | other.want })
    }

    /// What has one flag otherwise.
    pub(super) fn not(self) -> Vec<Self> {
        let flags = (0..u128::BITS).map(|flag| 1 << flag).filter(|flag| self.mask & flag != 0);
        flags.map(|mask| Self { mask, want: !self.want & mask }).collect()
    }
}

/// A field, and how many of the groups that it counts are chosen.
pub(super) type Chosen = (Field, u8);

/// Alternatives, and what is chosen: the condition holds once for each choice.
pub(super) type Compiled = (Vec<Clause>, Vec<Chosen>);

/// Makes conditions into clauses; all conditions of a plan by one of these.
#[derive(Debug, Default)]
pub(super) struct Compiler {
    /// What each field counts, and how many are asked for.
    fields: Vec<(Counted, u8)>,
    pub facts: Vec<Fact>,
    pub runs: Vec<RunCond>,
}

impl Compiler {
    /// Nothing if the condition looks at more than tallies.
    pub fn compile(&mut self, cond: &Cond) -> Option<Compiled> {
        let mut chosen = Vec::new();
        let clauses = match cond {
            Cond::Always => vec![Clause::TRUE],
            Cond::Shape(shape) if *shape == Shape::Standard as u8 => vec![Clause::TRUE],
            Cond::Never | Cond::Shape(_) => Vec::new(),
            Cond::Tiles { within, present, suits } => {
                let mut clauses = if within.is_empty() { vec![Clause::TRUE] } else { Vec::new() };
                for set in within {
                    clauses.push(self.fewer(Counter::within(ALL, *set).not(), 1)?);
                }
                for set in present {
                    clauses = both(&clauses, &[self.at_least(Counter::touching(*set), 1)?])?;
                }
                match suits {
                    Some(suits) => both(&clauses, &[self.fact(Fact::Suits(*suits))?])?,
                    None => clauses,
                }
            }
            Cond::EachGroup { touch, chows } => {
                let each = self.fewer(Counter::touching(*touch).not(), 1)?;
                both(&[each], &[self.at_least(Counter::within(CHOW, KindSet::ALL), *chows)?])?
            }
            Cond::Sets(sets) => {
                let (clauses, field) = self.sets(sets)?;
                chosen.extend(field);
                clauses
            }
            Cond::Pair { within } => vec![self.at_least(Counter::within(PAIR, *within), 1)?],
            Cond::Counts { vector, spare } => vec![self.fact(Fact::Counts(vector.clone(), *spare))?],
            Cond::Melds { .. } => vec![self.fact(Fact::Melds(cond.clone()))?],
            Cond::Flowers { which, .. } => match which {
                FlowersKind::None | FlowersKind::BothSeriesTouched | FlowersKind::Count => {
                    vec![self.fact(Fact::Flowers(cond.clone()))?]
                }
                FlowersKind::Own | FlowersKind::Other | FlowersKind::Series => return None,
            },
            Cond::AllOf(of) => {
                let mut clauses = vec![Clause::TRUE];
                for part in of {
                    let (part, fields) = self.compile(part)?;
                    clauses = both(&clauses, &part)?;
                    chosen.extend(fields);
                }
                clauses
            }
            Cond::Not(of) => {
                let (of, _) = self.compile(of)?;
                of.into_iter().try_fold(vec![Clause::TRUE], |clauses, clause| both(&clauses, &clause.not()))?
            }
            Cond::Run(run) => {
                let clause = self.run(run)?;
                chosen.push((field_of(clause), 1));
                vec![clause]
            }
            Cond::Wait(_) | Cond::WinInPair => vec![self.fact(Fact::Won(cond.clone()))?],
            Cond::Copies { .. } | Cond::Residual { .. } => return None,
        };
        Some((clauses, chosen))
    }

    /// Sets, and the field of which some are chosen.
    fn sets(&mut self, cond: &SetsCond) -> Option<(Vec<Clause>, Option<Chosen>)> {
        if cond.distinct {
            return None;
        }
        let kinds = match cond.kind {
            SetKind::Chow => CHOW,
            SetKind::Pung => 0b0110,
            SetKind::Kong => 0b0100,
            SetKind::Set => SETS,
        };
        let SetsCond { open, concealed, within, .. } = *cond;
        let fitting = Counter { kinds, open, concealed, ..Counter::within(SETS, within) };
        let mut chosen = None;
        let clause = match cond.n {
            None => self.fewer(fitting.not(), 1)?,
            Some(n) if cond.exact => self.at_least(fitting, n)?.and(self.fewer(fitting, n + 1)?)?,
            Some(n) => {
                let clause = self.at_least(fitting, n)?;
                chosen = (n > 0).then(|| (field_of(clause), n));
                clause
            }
        };
        let pair = match cond.pair {
            Some(pair) => self.at_least(Counter::within(PAIR, pair), 1)?,
            None => Clause::TRUE,
        };
        Some((both(&[clause], &[pair])?, chosen))
    }

    /// That there is a run.
    fn run(&mut self, run: &RunCond) -> Option<Clause> {
        // There is one pair.
        if run.kind == RunKind::Pair {
            return None;
        }
        let number = self.runs.iter().position(|known| known == run).unwrap_or(self.runs.len());
        if number == self.runs.len() {
            self.runs.push(run.clone());
        }
        self.counted((Counted::Run(number), 1))
    }

    /// That so many groups are counted, or more.
    fn at_least(&mut self, counter: Counter, count: u8) -> Option<Clause> {
        if count == 0 {
            return Some(Clause::TRUE);
        }
        // No hand has more groups, so that this is never met.
        self.counted((Counted::Groups(counter), count.min(MOST_GROUPS)))
    }

    fn counted(&mut self, wanted: (Counted, u8)) -> Option<Clause> {
        let at = self.fields.iter().position(|known| *known == wanted).unwrap_or(self.fields.len());
        if at == self.fields.len() {
            self.fields.push(wanted);
        }
        (at < FIELDS).then(|| Clause::of(at))
    }

    fn fewer(&mut self, counter: Counter, count: u8) -> Option<Clause> {
        let at_least = self.at_least(counter, count)?;
        Some(Clause { want: 0, ..at_least })
    }

    fn fact(&mut self, fact: Fact) -> Option<Clause> {
        let at = self.facts.iter().position(|known| *known == fact).unwrap_or(self.facts.len());
        if at == self.facts.len() {
            self.facts.push(fact);
        }
        (at < FACTS).then(|| Clause::of(FIELDS + at))
    }

    /// What makes the highest bit of each field say that its count is high enough.
    pub fn least(&self) -> Tally {
        let fields = self.fields.iter().enumerate();
        fields.map(|(at, (_, count))| Tally::of(8 - u64::from(*count), Field::new(at))).sum()
    }

    /// The fields of the runs.
    pub fn run_fields(&self) -> Vec<Field> {
        let field = |run| self.fields.iter().position(|(counted, _)| *counted == Counted::Run(run));
        (0..self.runs.len()).filter_map(field).map(Field::new).collect()
    }

    /// Whether it matters which group a claimed tile has won.
    pub fn is_stated(&self) -> bool {
        self.fields.iter().any(|(counted, _)| matches!(counted, Counted::Groups(counter) if counter.is_stated()))
    }

    pub fn tallies(&self) -> Tallies {
        let mut tallies = Box::new([[[Tally::default(); KINDS]; COUNTED.len()]; LIES]);
        for (lies, tallies) in tallies.iter_mut().enumerate() {
            for (number, (kind, tallies)) in COUNTED.into_iter().zip(tallies).enumerate() {
                for first in (0..KINDS as Kind).filter(|first| kind != GroupKind::Chow || starts_chow(*first)) {
                    let group = Group { kind, first, laid: Laid::Hand };
                    let counts = |(counted, _): &(Counted, u8)| match counted {
                        Counted::Groups(counter) => counter.counts(number, lies, group),
                        Counted::Run(_) => false,
                    };
                    let fields = self.fields.iter().enumerate().filter(|(_, field)| counts(field));
                    tallies[first as usize] = fields.map(|(at, _)| Tally::of(1, Field::new(at))).sum();
                }
            }
        }
        tallies
    }
}

/// The field that a clause tests.
const fn field_of(clause: Clause) -> Field {
    Field::new(clause.mask.trailing_zeros() as usize)
}

/// Every alternative of one with every one of the other; nothing if that is too many.
pub(super) fn both(some: &[Clause], others: &[Clause]) -> Option<Vec<Clause>> {
    let all: Vec<Clause> = some.iter().flat_map(|one| others.iter().filter_map(|other| one.and(*other))).collect();
    (all.len() <= MOST_CLAUSES).then_some(all)
}
