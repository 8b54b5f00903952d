//! Conditions that hold once or not at all, made into tests on flags: what no group of the arrangement is like, what is
//! known of the hand, and how many sets lie in some state.

use crate::batch::score::compile::{Clause, both};
use crate::batch::score::facts::Fact;
use crate::batch::score::plan::counted_as;
use crate::group::Group;
use crate::hand::Shape;
use crate::rules::cond::{Cond, SetsCond};
use crate::rules::data::{FlowersKind, SetKind};
use crate::tile::KindSet;

/// The first flags of facts, and of numbers of sets; those of groups come before.
pub(super) const FACTS: usize = 64;
pub(super) const NUMBERS: usize = 96;
const END: usize = 128;

const CHOW: u8 = 0b0001;
const SETS: u8 = 0b0111;
const PAIR: u8 = 0b1000;
const ALL: u8 = 0b1111;

/// Groups as a flag is about them: it says that of these kinds there is none whose tiles lie so to the set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NoneSuch {
    of: u8,
    /// Whether they touch the set, or else lie within it; and whether that is wanted.
    touching: bool,
    fitting: bool,
    set: KindSet,
}

impl NoneSuch {
    const fn within(of: u8, set: KindSet) -> Self {
        Self { of, touching: false, fitting: true, set }
    }

    const fn touching(set: KindSet) -> Self {
        Self { of: ALL, touching: true, fitting: true, set }
    }

    const fn not(self) -> Self {
        Self { fitting: !self.fitting, ..self }
    }

    /// Whether a group leaves the flag as it is.
    pub fn spared_by(&self, group: Group) -> bool {
        let kinds = group.kinds();
        let fits = if self.touching { kinds.meets(self.set) } else { kinds.within(self.set) };
        self.of >> counted_as(group.kind) & 1 == 0 || fits != self.fitting
    }
}

/// What an instance uses: groups and flowers, and the sets that one of the numbers is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Uses {
    used: u8,
    pub number: Option<u8>,
}

impl Uses {
    pub const SETS: u8 = 1;
    pub const PAIR: u8 = 2;
    /// The group that the winning tile joined.
    pub const WON: u8 = 4;
    pub const FLOWERS: u8 = 8;
    const WHOLE: u8 = Self::SETS | Self::PAIR;

    const fn of(used: u8) -> Self {
        Self { used, number: None }
    }

    pub const fn has(self, used: u8) -> bool {
        self.used & used == used
    }

    /// Both; nothing if that is two numbers.
    fn and(self, other: Self) -> Option<Self> {
        let one = self.number.is_none() || other.number.is_none();
        one.then(|| Self { used: self.used | other.used, number: self.number.or(other.number) })
    }

    pub const fn is_whole(self) -> bool {
        self.has(Self::WHOLE)
    }

    pub const fn is_of_all_or_no_groups(self) -> bool {
        self.is_whole() || self.used & !Self::FLOWERS == 0 && self.number.is_none()
    }

    /// Whether it is of all groups or none, and of nothing else.
    pub fn is_plain(self) -> bool {
        self.number.is_none() && matches!(self.used, 0 | Self::WHOLE)
    }
}

/// Alternatives, and what the instance uses.
pub(super) type Settled = (Vec<Clause>, Uses);

/// Makes conditions into clauses.
#[derive(Debug, Default)]
pub(super) struct Literals {
    pub groups: Vec<NoneSuch>,
    pub facts: Vec<Fact>,
    pub numbers: Vec<SetsCond>,
}

impl Literals {
    /// Nothing if the condition may hold more than once, or looks at more than flags.
    pub fn compile(&mut self, cond: &Cond) -> Option<Settled> {
        let mut uses = Uses::default();
        let clauses = match cond {
            Cond::Always => vec![Clause::TRUE],
            Cond::Never => Vec::new(),
            Cond::Shape(shape) => {
                uses = Uses::of(Uses::WHOLE);
                if *shape == Shape::Standard as u8 { vec![Clause::TRUE] } else { Vec::new() }
            }
            Cond::Tiles { within, present, suits } => {
                uses = Uses::of(Uses::WHOLE);
                let mut clauses = if within.is_empty() { vec![Clause::TRUE] } else { Vec::new() };
                for set in within {
                    clauses.push(self.none(NoneSuch::within(ALL, *set).not())?);
                }
                for set in present {
                    clauses = both(&clauses, &[self.some(NoneSuch::touching(*set))?])?;
                }
                match suits {
                    Some(suits) => both(&clauses, &[self.fact(Fact::Suits(*suits))?])?,
                    None => clauses,
                }
            }
            Cond::EachGroup { touch, chows } => {
                uses = Uses::of(Uses::WHOLE);
                let each = self.none(NoneSuch::touching(*touch).not())?;
                match chows {
                    0 => vec![each],
                    1 => both(&[each], &[self.some(NoneSuch::within(CHOW, KindSet::ALL))?])?,
                    _ => return None,
                }
            }
            Cond::Sets(sets) => {
                let mut used = if sets.pair.is_some() { Uses::PAIR } else { 0 };
                let mut of_number = None;
                let clause = match sets.n {
                    None if sets.open.is_none() && sets.concealed.is_none() => {
                        used |= Uses::SETS;
                        let others = NoneSuch::within(SETS & !kinds_of(sets.kind), KindSet::ALL);
                        let outside = NoneSuch::within(SETS, sets.within).not();
                        self.none(others)?.and(self.none(outside)?)?
                    }
                    Some(_) if sets.exact => {
                        let (number, clause) = self.number(SetsCond { pair: None, ..sets.clone() })?;
                        of_number = Some(number);
                        clause
                    }
                    _ => return None,
                };
                uses = Uses { used, number: of_number };
                match sets.pair {
                    Some(pair) => both(&[clause], &[self.some(NoneSuch::within(PAIR, pair))?])?,
                    None => vec![clause],
                }
            }
            Cond::Pair { within } => {
                uses = Uses::of(Uses::PAIR);
                vec![self.some(NoneSuch::within(PAIR, *within))?]
            }
            Cond::Counts { vector, spare } => {
                uses = Uses::of(Uses::WHOLE);
                vec![self.fact(Fact::Counts(vector.clone(), *spare))?]
            }
            Cond::Melds { .. } => vec![self.fact(Fact::Melds(cond.clone()))?],
            Cond::Flowers { which, .. } => {
                match which {
                    FlowersKind::None => {}
                    FlowersKind::BothSeriesTouched | FlowersKind::Count => {
                        uses = Uses::of(Uses::FLOWERS);
                    }
                    FlowersKind::Own | FlowersKind::Other | FlowersKind::Series => return None,
                }
                vec![self.fact(Fact::Flowers(cond.clone()))?]
            }
            Cond::AllOf(of) => {
                let mut clauses = vec![Clause::TRUE];
                for part in of {
                    let (part, used) = self.compile(part)?;
                    clauses = both(&clauses, &part)?;
                    uses = uses.and(used)?;
                }
                clauses
            }
            Cond::Not(of) => {
                let of = self.whether(of)?;
                of.into_iter().try_fold(vec![Clause::TRUE], |clauses, clause| both(&clauses, &clause.not()))?
            }
            Cond::Wait(_) => {
                uses = Uses::of(Uses::WON);
                vec![self.fact(Fact::Won(cond.clone()))?]
            }
            Cond::WinInPair => vec![self.fact(Fact::Won(cond.clone()))?],
            Cond::Run(_) | Cond::Copies { .. } | Cond::Residual { .. } => return None,
        };
        Some((clauses, uses))
    }

    /// Whether a condition holds, however often.
    fn whether(&mut self, cond: &Cond) -> Option<Vec<Clause>> {
        match cond {
            Cond::Sets(SetsCond { kind, n: Some(1), exact: false, within, concealed: None, open: None, .. })
                if !matches!(cond, Cond::Sets(SetsCond { pair: Some(_), .. })) =>
            {
                Some(vec![self.some(NoneSuch::within(kinds_of(*kind), *within))?])
            }
            _ => Some(self.compile(cond)?.0),
        }
    }

    fn none(&mut self, such: NoneSuch) -> Option<Clause> {
        flag(&mut self.groups, such, 0..FACTS).map(|(_, clause)| clause)
    }

    fn some(&mut self, such: NoneSuch) -> Option<Clause> {
        self.none(such).map(|none| Clause { want: 0, ..none })
    }

    fn fact(&mut self, fact: Fact) -> Option<Clause> {
        flag(&mut self.facts, fact, FACTS..NUMBERS).map(|(_, clause)| clause)
    }

    /// That so many sets of a kind, in hand or on the table, are in some state.
    fn number(&mut self, sets: SetsCond) -> Option<(u8, Clause)> {
        let plain = sets.within == KindSet::ALL && sets.open.is_none() && !sets.distinct;
        if !plain {
            return None;
        }
        flag(&mut self.numbers, sets, NUMBERS..END)
    }
}

/// The flag of something, which is told of it from now on, and its number there.
fn flag<T: PartialEq>(known: &mut Vec<T>, what: T, flags: std::ops::Range<usize>) -> Option<(u8, Clause)> {
    let at = known.iter().position(|known| *known == what).unwrap_or(known.len());
    let flag = flags.start + at;
    if flag >= flags.end {
        return None;
    }
    if at == known.len() {
        known.push(what);
    }
    Some((at as u8, Clause::of(flag)))
}

/// Kinds of groups, one bit each as they are counted.
pub(super) const fn kinds_of(kind: SetKind) -> u8 {
    match kind {
        SetKind::Chow => CHOW,
        SetKind::Pung => 0b0110,
        SetKind::Kong => 0b0100,
        SetKind::Set => SETS,
    }
}
