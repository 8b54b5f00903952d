//! Whether an arrangement has groups on the ranks that a run asks for, told for all places of the run at once.

use super::view::View;
use crate::bits::bits;
use crate::rules::cond::RunCond;
use crate::rules::data::RunKind;
use crate::tile::{rank, suit};

/// Groups that a run may take from one rank, at most.
const MOST: usize = 6;

/// Ranks on which at least one, two, ... groups of one sort start, one bit a rank.
#[derive(Clone, Copy, Debug, Default)]
struct Ladder {
    by_suit: [[u16; MOST]; 3],
    /// In any suits together.
    all: [u16; MOST],
    /// In so many different suits.
    spread: [u16; 3],
}

fn climb(rungs: &mut [u16], mut ranks: u16) {
    for rung in rungs {
        (*rung, ranks) = (*rung | ranks, *rung & ranks);
        if ranks == 0 {
            return;
        }
    }
}

impl Ladder {
    fn of(view: &View, groups: u32) -> Self {
        let mut ladder = Self::default();
        for group in bits(groups) {
            let first = view.groups[group].first;
            if suit(first) < 3 {
                let ranks = 1 << rank(first);
                if ladder.by_suit[suit(first)][0] & ranks == 0 {
                    climb(&mut ladder.spread, ranks);
                }
                climb(&mut ladder.by_suit[suit(first)], ranks);
                climb(&mut ladder.all, ranks);
            }
        }
        ladder
    }
}

/// The ladders of an arrangement's chows, pungs, pairs, and of its pungs and pairs, as far as they were asked for.
#[derive(Debug, Default)]
pub(in crate::best) struct Ladders([Option<Ladder>; 4]);

impl Ladders {
    fn get(&mut self, at: usize, view: &View) -> &Ladder {
        let groups = || [view.chows, view.pungs, view.pairs, view.pungs | view.pairs][at];
        self.0[at].get_or_insert_with(|| Ladder::of(view, groups()))
    }
}

/// The ranks a run asks for.
#[derive(Clone, Debug)]
pub(in crate::best) struct Climb {
    ladder: usize,
    /// Steps from its base, and how many groups start on each.
    steps: Vec<(u8, usize)>,
    /// Bases it may have.
    bases: u16,
    /// Whether all its groups, or those of one rank, are of one suit.
    one_suit: bool,
    twins: bool,
    /// Suits that share the one rank it has.
    spread: Option<usize>,
}

impl Climb {
    pub fn new(run: &RunCond) -> Self {
        let mut steps: Vec<(u8, usize)> = Vec::new();
        for step in &run.ranks {
            match steps.iter_mut().find(|(known, _)| known == step) {
                Some((_, times)) => *times += 1,
                None => steps.push((*step, 1)),
            }
        }
        let spread = run.suits.map(usize::from).filter(|suits| steps.len() == 1 && (1..=3).contains(suits));
        Self {
            ladder: match run.kind {
                RunKind::Chow => 0,
                RunKind::Pung if run.pair => 3,
                RunKind::Pung => 1,
                RunKind::Pair => 2,
            },
            steps,
            bases: run.start.map_or(0x1FF, |start| 1 << start),
            one_suit: run.suits == Some(1),
            twins: run.twins,
            spread,
        }
    }

    /// Whether the groups of an arrangement, which has these ladders, leave the run a chance.
    pub fn may_hold(&self, view: &View, ladders: &mut Ladders) -> bool {
        let Ladder { by_suit, all, spread } = ladders.get(self.ladder, view);
        if self.one_suit {
            return by_suit.iter().any(|suit| self.bases(|rung| suit[rung]) != 0);
        }
        let shared = self.spread.map_or(u16::MAX, |suits| spread[suits - 1]);
        if self.twins {
            return self.bases(|rung| by_suit.iter().fold(0, |ranks, suit| ranks | suit[rung])) & shared != 0;
        }
        self.bases(|rung| all[rung]) & shared != 0
    }

    /// Bases from which all steps are there.
    #[inline]
    fn bases(&self, rung: impl Fn(usize) -> u16) -> u16 {
        self.steps.iter().fold(self.bases, |bases, (step, times)| bases & rung((*times).min(MOST) - 1) >> step)
    }
}
