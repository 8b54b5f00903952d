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

/// Conditions, one bit each, as many as there is room for.
type Lane = u128;
const LANE: usize = Lane::BITS as usize;

/// Shapes, a win by flowers among them.
const SHAPES: usize = 7;

/// One condition of a row that may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Number among the active rows, and of the condition there.
    pub active: u16,
    pub when: u16,
    /// Its place among the runs, if it is one.
    run: u16,
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
    word: u8,
    shift: u8,
    at: u32,
}

/// The conditions of a situation in the order of the table, by stages.
#[derive(Debug)]
pub(crate) struct Screens {
    traits: Traits,
    steps: Vec<Step>,
    /// The first step after each stage.
    ends: [usize; 3],
    /// In lanes: the conditions that each shape lets hold, those that flags do, and those that are runs.
    by_shape: [Vec<Lane>; SHAPES],
    look_ups: Vec<LookUp>,
    lets: Vec<Lane>,
    runs: Vec<Lane>,
    climbs: Vec<Climb>,
}

impl Screens {
    /// For rows with the shapes they count in; `stages` hold the numbers of rows.
    pub fn new(rows: &[ActiveRow], shapes: impl Fn(&ActiveRow) -> u8, stages: &[Vec<u16>; 3]) -> Self {
        let (mut traits, mut steps, mut demands) = (Traits::default(), Vec::new(), Vec::new());
        let (mut climbs, mut runs) = (Vec::new(), Vec::new());
        let mut ends = [0; 3];
        for (numbers, end) in stages.iter().zip(&mut ends) {
            for &active in numbers {
                let row = &rows[active as usize];
                for (when, (cond, _)) in row.when.iter().enumerate() {
                    let mut demand = traits.demand(cond);
                    demand.shapes &= shapes(row);
                    steps.push(Step { active, when: when as u16, run: climbs.len() as u16, uses: demand.uses });
                    if let Cond::Run(run) = cond {
                        climbs.push(Climb::new(run));
                        runs.push(steps.len() - 1);
                    }
                    demands.push(demand);
                }
            }
            *end = steps.len();
        }
        traits.finish();
        let by_shape = std::array::from_fn(|shape| lanes(&demands, |demand| demand.shapes >> shape & 1 == 1));
        let numbers: Vec<usize> = (0..steps.len()).collect();
        let runs = lanes(&numbers, |step| runs.contains(step));
        let (look_ups, lets) = (Vec::new(), Vec::new());
        let mut screens = Self { traits, steps, ends, by_shape, look_ups, lets, runs, climbs };
        screens.look_up(&demands);
        screens
    }

    fn look_up(&mut self, demands: &[Demand]) {
        let width = self.by_shape[0].len();
        for word in 0..WORDS {
            let asked = demands.iter().fold(0, |asked, demand| asked | demand.forbids[word] | demand.needs[word]);
            for shift in (0..u64::BITS as usize).step_by(TOGETHER).filter(|shift| asked >> shift & 0b1111 != 0) {
                let start = self.lets.len();
                self.look_ups.push(LookUp { word: word as u8, shift: shift as u8, at: start as u32 });
                self.lets.resize(start + (width << TOGETHER), Lane::MAX);
                for (at, demand) in demands.iter().enumerate() {
                    let here = |flags: u64| flags >> shift & 0b1111;
                    let (forbids, needs) = (here(demand.forbids[word]), here(demand.needs[word]));
                    if forbids | needs == 0 {
                        continue;
                    }
                    for flags in (0..1 << TOGETHER).filter(|flags| forbids & flags != 0 || needs & !flags != 0) {
                        self.lets[start + flags as usize * width + at / LANE] &= !(1 << (at % LANE));
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
    pub fn look(&self, view: &View, facts: u64, open: &mut Vec<Lane>) {
        let flags = self.traits.look(view, facts);
        open.clone_from(&self.by_shape[view.shape as usize]);
        let lanes = open.len();
        let mut ladders = Ladders::default();
        for (lane, open) in open.iter_mut().enumerate() {
            for LookUp { word, shift, at } in &self.look_ups {
                let here = (flags[*word as usize] >> shift) as usize % (1 << TOGETHER);
                *open &= self.lets[*at as usize + here * lanes + lane];
            }
            for step in members(*open & self.runs[lane]) {
                let climb = &self.climbs[usize::from(self.steps[lane * LANE + step].run)];
                if !climb.may_hold(view, &mut ladders) {
                    *open &= !(1 << step);
                }
            }
        }
    }

    /// The conditions of a stage that an arrangement does not rule out.
    pub fn open<'a>(&'a self, stage: usize, open: &'a [Lane]) -> impl Iterator<Item = &'a Step> + 'a {
        let start = if stage == 0 { 0 } else { self.ends[stage - 1] };
        let end = self.ends[stage];
        let (first, last) = (start / LANE, end.div_ceil(LANE));
        (first..last.max(first)).flat_map(move |lane| {
            let from = if lane == first { Lane::MAX << (start % LANE) } else { Lane::MAX };
            let to = if end / LANE == lane { !(Lane::MAX << (end % LANE)) } else { Lane::MAX };
            members(open[lane] & from & to).map(move |step| &self.steps[lane * LANE + step])
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

/// The items that pass a test, one bit each.
fn lanes<T>(items: &[T], test: impl Fn(&T) -> bool) -> Vec<Lane> {
    let lane = |part: &[T]| part.iter().enumerate().map(|(at, item)| Lane::from(test(item)) << at).sum();
    items.chunks(LANE).map(lane).collect()
}

/// The bits of a lane, ascending.
fn members(mut lane: Lane) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (lane != 0).then(|| {
            let step = lane.trailing_zeros() as usize;
            lane &= lane - 1;
            step
        })
    })
}
