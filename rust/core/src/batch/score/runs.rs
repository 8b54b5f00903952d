//! Runs of an arrangement, told from how many groups of each sort start on each rank of the number suits.

use super::known::{Key, Known, MIXER};
use super::side::facts;
use super::tally::{Field, Tally};
use crate::best::{Choice, View, instances};
use crate::group::{Group, GroupKind};
use crate::hand::{Shape, Winning};
use crate::rules::cond::{Cond, RunCond};
use crate::rules::data::RunKind;
use crate::tile::{KINDS, rank, suit};

/// Bits of a count: no hand has more than five sets.
const COUNT: u32 = 3;

/// Where a suit has its pairs, a bit for each rank, and bits of a suit.
const PAIRS: u32 = 9 * COUNT;
const SUIT: u32 = PAIRS + 9;

/// Bits of the number of instances of a run.
const INSTANCES: u32 = 4;

/// In place of instances that are too many.
const TOO_MANY: u64 = u64::MAX;

/// How many chows start on each rank of one number suit, and how many pungs and pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct InSuit {
    chows: u64,
    pungs: u64,
}

impl InSuit {
    /// The same with one more group; honours start nothing.
    #[must_use]
    pub const fn with(self, group: Group) -> Self {
        let Self { mut chows, mut pungs } = self;
        let rank = rank(group.first) as u32;
        match group.kind {
            _ if suit(group.first) == 3 => {}
            GroupKind::Chow => chows += 1 << (COUNT * rank),
            GroupKind::Pung | GroupKind::Kong => pungs += 1 << (COUNT * rank),
            GroupKind::Pair => pungs += 1 << (PAIRS + rank),
            GroupKind::Knitted | GroupKind::Single => {}
        }
        Self { chows, pungs }
    }
}

/// The same of all suits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Starts {
    chows: u128,
    pungs: u128,
}

impl Starts {
    #[inline]
    pub fn add(&mut self, suit: usize, begun: InSuit) {
        let at = SUIT * (suit as u32 % 3);
        self.chows += u128::from(begun.chows) << at;
        self.pungs += u128::from(begun.pungs) << at;
    }

    /// Groups that start so, whatever they are else.
    fn groups(self) -> Vec<Group> {
        let mut groups = Vec::new();
        for kind in 0..27 {
            let (suit, rank) = (SUIT * suit(kind) as u32, u32::from(rank(kind)));
            let counted = |counts: u128| (counts >> (suit + COUNT * rank)) as usize % (1 << COUNT);
            let pairs = (self.pungs >> (suit + PAIRS + rank)) as usize % 2;
            let there = [(GroupKind::Chow, counted(self.chows)), (GroupKind::Pung, counted(self.pungs))];
            for (what, count) in there.into_iter().chain([(GroupKind::Pair, pairs)]) {
                groups.extend((0..count).map(|_| Group::in_hand(what, kind)));
            }
        }
        groups
    }
}

/// The runs that a plan asks for.
#[derive(Debug)]
pub(super) struct Runs {
    /// To be told from others of the rule set, from 1 on.
    number: u32,
    of_chows: Vec<(usize, Cond)>,
    of_pungs: Vec<(usize, Cond)>,
}

impl Runs {
    /// Nothing if they are too many.
    pub fn new(runs: &[RunCond], number: u32) -> Option<Self> {
        let of = |kind: RunKind| {
            let runs = runs.iter().enumerate().filter(|(_, run)| run.kind == kind);
            runs.map(|(at, run)| (at, Cond::Run(run.clone()))).collect()
        };
        let fit = runs.len() < (u64::BITS / INSTANCES) as usize;
        fit.then(|| Self { number, of_chows: of(RunKind::Chow), of_pungs: of(RunKind::Pung) })
    }

    pub const fn is_empty(&self) -> bool {
        self.of_chows.is_empty() && self.of_pungs.is_empty()
    }
}

/// Groups of one sort, as some runs look at them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Case {
    counts: u128,
    /// Number of the runs, and whether they are those of chows.
    of: u32,
}

impl Key for Case {
    const NONE: Self = Self { counts: 0, of: 0 };

    #[inline]
    fn mixed(self) -> u64 {
        let low = (self.counts as u64).wrapping_mul(MIXER).rotate_left(32);
        ((low ^ (self.counts >> 64) as u64).wrapping_mul(MIXER) ^ u64::from(self.of)).wrapping_mul(MIXER)
    }
}

/// What was met that is kept; more starts afresh.
const MOST_CASES: usize = 1 << 16;

/// Instances of runs by the groups that there are, as they were met.
#[derive(Debug, Default)]
pub(super) struct Met(Known<Case, u64>);

impl Met {
    /// What the runs add to a tally that has a field for each; nothing if that is more than it can tell.
    #[inline]
    pub fn tally(&mut self, runs: &Runs, starts: Starts, fields: &[Field]) -> Option<Tally> {
        let mut found = 0;
        if !runs.of_chows.is_empty() {
            found |= self.found(&runs.of_chows, runs.number << 1 | 1, Starts { pungs: 0, ..starts });
        }
        if !runs.of_pungs.is_empty() {
            found |= self.found(&runs.of_pungs, runs.number << 1, Starts { chows: 0, ..starts });
        }
        if found == TOO_MANY {
            return None;
        }
        let mut tally = Tally::default();
        while found != 0 {
            let run = found.trailing_zeros() / INSTANCES;
            let count = found >> (INSTANCES * run) & ((1 << INSTANCES) - 1);
            found ^= count << (INSTANCES * run);
            tally += Tally::of(count, fields[run as usize]);
        }
        Some(tally)
    }

    #[inline]
    fn found(&mut self, runs: &[(usize, Cond)], of: u32, starts: Starts) -> u64 {
        let counts = starts.chows | starts.pungs;
        let case = Case { counts, of };
        self.0.get(case).unwrap_or_else(|| {
            if self.0.len() >= MOST_CASES {
                self.0 = Known::default();
            }
            let found = all_of(runs, starts);
            self.0.put(case, found);
            found
        })
    }
}

/// The instances of each run.
#[cold]
fn all_of(runs: &[(usize, Cond)], starts: Starts) -> u64 {
    let groups = starts.groups();
    let (view, facts) = (View::new(Shape::Standard as u8, &groups), facts(Winning::None, [0; KINDS], 0, [0; 4]));
    let mut found = 0;
    for (at, run) in runs {
        let mut used = Vec::new();
        instances(run, &view, &facts, Choice { win: None, concealed: 0 }, &mut used);
        if used.len() as u64 > Tally::MOST {
            return TOO_MANY;
        }
        found |= (used.len() as u64) << (INSTANCES * *at as u32);
    }
    found
}
