//! Which rows an arrangement leaves no chance, told from its groups at once.
//!
//! Every row says which traits some group must have and which none may have. A trait is one bit, the groups of an
//! arrangement add up to a mask, and two comparisons lay most rows aside before they are looked at.

use super::ladder::{Climb, Ladders};
use super::view::View;
use crate::group::{Group, GroupKind, KNITTED};
use crate::rules::cond::{Cond, RunCond, SetsCond};
use crate::rules::data::{RunKind, SetKind};
use crate::rules::situated::ActiveRow;
use crate::tile::{KINDS, Kind, KindSet, kind_at};

/// Kinds of groups, see [`GroupKind`].
const GROUP_KINDS: [GroupKind; 6] =
    [GroupKind::Chow, GroupKind::Pung, GroupKind::Kong, GroupKind::Pair, GroupKind::Knitted, GroupKind::Single];

/// Traits that masks tell apart; rows that ask for more are not screened by these.
const WIDTH: usize = 64;

/// How the tiles of a group lie to a set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lies {
    Within,
    Outside,
    Touching,
    Apart,
    /// Its first tile is in the set.
    Starting,
}

/// What may be said of a group: it is of some kind, and lies so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Trait {
    /// One bit for each [`GroupKind`].
    kinds: u8,
    lies: Lies,
    set: KindSet,
}

impl Trait {
    fn of(self, group: Group) -> bool {
        let tiles = group.kinds();
        self.kinds >> group.kind as u8 & 1 == 1
            && match self.lies {
                Lies::Within => tiles.within(self.set),
                Lies::Outside => !tiles.within(self.set),
                Lies::Touching => tiles.meets(self.set),
                Lies::Apart => !tiles.meets(self.set),
                Lies::Starting => self.set.contains(group.first),
            }
    }
}

const ANY: u8 = 0b11_1111;
const CHOW: u8 = 1 << GroupKind::Chow as u8;
const PAIR: u8 = 1 << GroupKind::Pair as u8;
const SETS: u8 = of_sets(SetKind::Set);

const fn of_sets(kind: SetKind) -> u8 {
    match kind {
        SetKind::Chow => CHOW,
        SetKind::Pung => 1 << GroupKind::Pung as u8 | 1 << GroupKind::Kong as u8,
        SetKind::Kong => 1 << GroupKind::Kong as u8,
        SetKind::Set => of_sets(SetKind::Chow) | of_sets(SetKind::Pung),
    }
}

/// What a condition demands: without it there is no instance.
#[derive(Clone, Copy, Debug, Default)]
struct Screen {
    forbids: u64,
    needs: u64,
}

/// One condition of a row that may hold, with its screen.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Number among the active rows, and of the condition there.
    active: u16,
    when: u16,
    /// Shapes the row counts in.
    shapes: u8,
    screen: Screen,
    /// The run that the condition is.
    climb: Option<Climb>,
}

/// What screens look at in an arrangement.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sight {
    shape: u8,
    /// The traits that its groups have.
    mask: u64,
    ladders: Ladders,
}

/// The conditions of a situation in the order of the table, by stages.
#[derive(Debug)]
pub(crate) struct Screens {
    traits: Vec<Trait>,
    /// Masks of groups by kind and first tile.
    masks: [[u64; KINDS]; GROUP_KINDS.len()],
    stages: [Vec<Step>; 3],
    /// Whether any condition is a run.
    runs: bool,
}

impl Screens {
    /// For rows with the shapes they count in; `stages` hold the numbers of rows.
    pub fn new(rows: &[ActiveRow], shapes: impl Fn(&ActiveRow) -> u8, stages: &[Vec<u16>; 3]) -> Self {
        let masks = [[0; KINDS]; GROUP_KINDS.len()];
        let mut screens = Self { traits: Vec::new(), masks, stages: Default::default(), runs: false };
        for (stage, numbers) in stages.iter().enumerate() {
            for &active in numbers {
                let row = &rows[active as usize];
                for (when, (cond, _)) in row.when.iter().enumerate() {
                    let screen = screens.screen(cond);
                    let climb = match cond {
                        Cond::Run(run) => Some(Climb::new(run)),
                        _ => None,
                    };
                    screens.runs |= climb.is_some();
                    screens.stages[stage].push(Step { active, when: when as u16, shapes: shapes(row), screen, climb });
                }
            }
        }
        for (kind, masks) in GROUP_KINDS.into_iter().zip(&mut screens.masks) {
            let firsts = match kind {
                GroupKind::Chow => KindSet(0x7F | 0x7F << 9 | 0x7F << 18),
                GroupKind::Knitted => KindSet((1 << KNITTED.len()) - 1),
                _ => KindSet::ALL,
            };
            for first in firsts.iter() {
                let group = Group::in_hand(kind, first);
                let mask = screens.traits.iter().enumerate().map(|(bit, of)| u64::from(of.of(group)) << bit);
                masks[first as usize] = mask.sum();
            }
        }
        screens
    }

    /// Looks at an arrangement.
    pub fn look(&self, view: &View) -> Sight {
        let mask = |mask, group: &Group| mask | self.masks[group.kind as usize][group.first as usize];
        Sight {
            shape: view.shape,
            mask: view.groups().iter().fold(0, mask),
            ladders: if self.runs { Ladders::of(view) } else { Ladders::default() },
        }
    }

    /// The conditions of a stage that an arrangement does not rule out, as numbers of an active row and of the condition
    /// there.
    pub fn open<'a>(&'a self, stage: usize, sight: &'a Sight) -> impl Iterator<Item = (usize, usize)> + 'a {
        let chance = |step: &&Step| {
            step.shapes >> sight.shape & 1 == 1
                && sight.mask & step.screen.forbids == 0
                && !sight.mask & step.screen.needs == 0
                && step.climb.as_ref().is_none_or(|climb| climb.may_hold(&sight.ladders))
        };
        self.stages[stage].iter().filter(chance).map(|step| (step.active.into(), step.when.into()))
    }

    /// Whether a stage has no condition.
    pub const fn is_empty(&self, stage: usize) -> bool {
        self.stages[stage].is_empty()
    }

    fn bit(&mut self, kinds: u8, lies: Lies, set: KindSet) -> u64 {
        let wanted = Trait { kinds, lies, set };
        match self.traits.iter().position(|known| *known == wanted) {
            Some(at) => 1 << at,
            None if self.traits.len() == WIDTH => 0,
            None => {
                self.traits.push(wanted);
                1 << (self.traits.len() - 1)
            }
        }
    }

    fn screen(&mut self, cond: &Cond) -> Screen {
        let mut screen = Screen::default();
        match cond {
            Cond::Tiles { within, present, .. } => {
                if let [set] = within[..] {
                    screen.forbids |= self.bit(ANY, Lies::Outside, set);
                }
                for set in present {
                    screen.needs |= self.bit(ANY, Lies::Touching, *set);
                }
            }
            Cond::EachGroup { touch, chows } => {
                screen.forbids |= self.bit(ANY, Lies::Apart, *touch);
                if *chows > 0 {
                    screen.needs |= self.bit(CHOW, Lies::Within, KindSet::ALL);
                }
            }
            Cond::Sets(cond) => self.sets(cond, &mut screen),
            Cond::Run(cond) => screen.needs |= self.run(cond),
            Cond::Pair { within } => screen.needs |= self.bit(PAIR, Lies::Within, *within),
            Cond::Counts { .. } => screen.forbids |= self.bit(ANY, Lies::Touching, KindSet::HONOURS),
            Cond::AllOf(of) => {
                for part in of {
                    let part = self.screen(part);
                    screen.forbids |= part.forbids;
                    screen.needs |= part.needs;
                }
            }
            _ => {}
        }
        screen
    }

    fn sets(&mut self, cond: &SetsCond, screen: &mut Screen) {
        let kinds = of_sets(cond.kind);
        if cond.n != Some(0) {
            screen.needs |= self.bit(kinds, Lies::Within, cond.within);
        }
        if cond.n.is_none() {
            screen.forbids |= self.bit(SETS & !kinds, Lies::Within, KindSet::ALL);
            screen.forbids |= self.bit(kinds, Lies::Outside, cond.within);
        }
        if let Some(pair) = cond.pair {
            screen.needs |= self.bit(PAIR, Lies::Within, pair);
        }
    }

    /// A run that starts where it likes needs groups of its sort; one that must start on some rank needs each of its
    /// ranks. A pung may be the pair instead.
    fn run(&mut self, cond: &RunCond) -> u64 {
        let kinds = match cond.kind {
            RunKind::Chow => CHOW,
            RunKind::Pung => of_sets(SetKind::Pung) | if cond.pair { PAIR } else { 0 },
            RunKind::Pair => PAIR,
        };
        let Some(start) = cond.start else { return self.bit(kinds, Lies::Starting, KindSet::NUMBERS) };
        let at = |rank: u8| KindSet((0..3).map(|suit| 1 << kind_at(suit, rank) as Kind).sum());
        let ranks = cond.ranks.iter().map(|step| start + step).filter(|rank| *rank < 9);
        ranks.fold(0, |bits, rank| bits | self.bit(kinds, Lies::Starting, at(rank)))
    }
}
