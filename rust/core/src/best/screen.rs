//! Which rows an arrangement leaves no chance, told from its groups at once.
//!
//! Every condition says which flags an arrangement must have and which it may not have ([`Traits`]). For four flags that
//! lie together a table says which conditions they let hold, one bit each: some dozen look-ups lay most aside before
//! they are looked at, and settle many.

use super::ladder::{Climb, Ladders};
use super::traits::{Demand, Traits, Uses, WORDS};
use super::view::{Facts, View};
use crate::rules::cond::Cond;
use crate::rules::situated::ActiveRow;

/// Flags that are looked up together.
const TOGETHER: usize = 4;

/// Shapes, a win by flowers among them.
const SHAPES: usize = 7;

/// One condition of a row that may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Number among the active rows, and of the condition there.
    pub active: u16,
    pub when: u16,
    /// What its one instance uses, where it holds if it is not ruled out.
    uses: Option<Uses>,
}

impl Step {
    /// The groups that its one instance uses, where nothing has to be asked any more.
    pub fn used(self, view: &View) -> Option<u32> {
        self.uses.map(|uses| match uses {
            Uses::Nothing => 0,
            Uses::Sets => view.sets(),
            Uses::All => view.whole,
        })
    }
}

/// Which flags are looked up, and where it stands what they let hold.
#[derive(Debug)]
struct LookUp {
    word: usize,
    shift: usize,
    at: usize,
}

/// The conditions of a situation in the order of the table, by stages.
#[derive(Debug)]
pub(crate) struct Screens {
    traits: Traits,
    steps: Vec<Step>,
    /// The first step after each stage.
    ends: [usize; 3],
    /// Conditions in words, one bit each: those that each shape lets hold, those that flags do.
    by_shape: [Vec<u64>; SHAPES],
    look_ups: Vec<LookUp>,
    lets: Vec<u64>,
    /// Runs, by the number of their step.
    climbs: Vec<(usize, Climb)>,
}

impl Screens {
    /// For rows with the shapes they count in; `stages` hold the numbers of rows.
    pub fn new(rows: &[ActiveRow], shapes: impl Fn(&ActiveRow) -> u8, stages: &[Vec<u16>; 3]) -> Self {
        let (mut traits, mut steps, mut demands, mut climbs) = (Traits::default(), Vec::new(), Vec::new(), Vec::new());
        let mut ends = [0; 3];
        for (numbers, end) in stages.iter().zip(&mut ends) {
            for &active in numbers {
                let row = &rows[active as usize];
                for (when, (cond, _)) in row.when.iter().enumerate() {
                    let mut demand = traits.demand(cond);
                    demand.shapes &= shapes(row);
                    if let Cond::Run(run) = cond {
                        climbs.push((steps.len(), Climb::new(run)));
                    }
                    steps.push(Step { active, when: when as u16, uses: demand.uses });
                    demands.push(demand);
                }
            }
            *end = steps.len();
        }
        traits.finish();
        let by_shape = std::array::from_fn(|shape| words(&demands, |demand| demand.shapes >> shape & 1 == 1));
        let mut screens = Self { traits, steps, ends, by_shape, look_ups: Vec::new(), lets: Vec::new(), climbs };
        screens.look_up(&demands);
        screens
    }

    fn look_up(&mut self, demands: &[Demand]) {
        let width = self.by_shape[0].len();
        for word in 0..WORDS {
            let asked = demands.iter().fold(0, |asked, demand| asked | demand.forbids[word] | demand.needs[word]);
            for shift in (0..u64::BITS as usize).step_by(TOGETHER).filter(|shift| asked >> shift & 0b1111 != 0) {
                let start = self.lets.len();
                self.look_ups.push(LookUp { word, shift, at: start });
                self.lets.resize(start + (width << TOGETHER), u64::MAX);
                for (at, demand) in demands.iter().enumerate() {
                    let here = |flags: u64| flags >> shift & 0b1111;
                    let (forbids, needs) = (here(demand.forbids[word]), here(demand.needs[word]));
                    if forbids | needs == 0 {
                        continue;
                    }
                    for flags in (0..1 << TOGETHER).filter(|flags| forbids & flags != 0 || needs & !flags != 0) {
                        self.lets[start + flags as usize * width + at / 64] &= !(1 << (at % 64));
                    }
                }
            }
        }
    }

    /// The facts of a hand, whatever its arrangement.
    pub fn facts(&self, facts: &Facts) -> u64 {
        self.traits.facts(facts)
    }

    /// Looks at an arrangement of a hand with these facts: leaves in `open` the conditions that it does not rule out.
    pub fn look(&self, view: &View, facts: u64, open: &mut Vec<u64>) {
        let flags = self.traits.look(view, facts);
        open.clone_from(&self.by_shape[view.shape as usize]);
        for LookUp { word, shift, at } in &self.look_ups {
            let here = (flags[*word] >> shift) as usize % (1 << TOGETHER);
            for (open, lets) in open.iter_mut().zip(&self.lets[at + here * self.by_shape[0].len()..]) {
                *open &= lets;
            }
        }
        let mut ladders = Ladders::default();
        for (step, climb) in &self.climbs {
            if open[step / 64] >> (step % 64) & 1 == 1 && !climb.may_hold(view, &mut ladders) {
                open[step / 64] &= !(1 << (step % 64));
            }
        }
    }

    /// The conditions of a stage that an arrangement does not rule out.
    pub fn open<'a>(&'a self, stage: usize, open: &'a [u64]) -> impl Iterator<Item = &'a Step> + 'a {
        let start = if stage == 0 { 0 } else { self.ends[stage - 1] };
        let end = self.ends[stage];
        let (first, last) = (start / 64, end.div_ceil(64));
        (first..last.max(first)).flat_map(move |word| {
            let from = if word == first { u64::MAX << (start % 64) } else { u64::MAX };
            let to = if end / 64 == word { !(u64::MAX << (end % 64)) } else { u64::MAX };
            let mut rest = open[word] & from & to;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let step = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    &self.steps[word * 64 + step]
                })
            })
        })
    }

    /// Whether a stage has no condition.
    pub const fn is_empty(&self, stage: usize) -> bool {
        match stage {
            0 => self.ends[0] == 0,
            _ => self.ends[stage] == self.ends[stage - 1],
        }
    }
}

/// The demands that pass a test, one bit each.
fn words(demands: &[Demand], test: impl Fn(&Demand) -> bool) -> Vec<u64> {
    let word = |part: &[Demand]| part.iter().enumerate().map(|(at, demand)| u64::from(test(demand)) << at).sum();
    demands.chunks(64).map(word).collect()
}
