//! Which whole-hand rows a hand leaves open, whatever its arrangement.

use super::features::WholeRow;
use crate::best::arrangement::instances::flowers_hold;
use crate::best::arrangement::view::Facts;
use crate::best::states::{States, Win};
use crate::hand::Winning;
use crate::rules::cond::{Cond, SetsCond};
use crate::rules::data::{SetKind, WaitKind};
use crate::rules::situated::ActiveRow;
use crate::rules::{Situated, Table};

/// The whole-hand rows of one shape.
#[derive(Debug)]
pub(crate) struct Gates {
    /// Those that every hand leaves open.
    open: u128,
    /// Those that ask something of the hand.
    asking: Vec<u16>,
}

impl Gates {
    pub fn new(table: &Table, active: &[ActiveRow], rows: &[WholeRow], shape: u8) -> Self {
        let mut gates = Self { open: 0, asking: Vec::new() };
        for (index, row) in rows.iter().enumerate() {
            if table.rows[row.row].shapes >> shape & 1 == 0 || row.worth <= 0 {
                continue;
            }
            let told = |(cond, _): &(Cond, i32)| told_by_shape(cond, shape);
            let when = &active[row.active].when;
            if when.iter().any(|way| told(way) == Some(true)) {
                gates.open |= 1 << index;
            } else if when.iter().any(|way| told(way).is_none()) {
                gates.asking.push(index as u16);
            }
        }
        gates
    }

    /// The rows that the hand leaves open.
    pub fn open(&self, situated: &Situated, facts: &Facts, shape: u8, settled: &Settled) -> u128 {
        let rows = &situated.features.rows;
        let opens = |index: &&u16| {
            let when = &situated.rows[rows[usize::from(**index)].active].when;
            when.iter().any(|(cond, _)| allows(cond, shape, facts, settled))
        };
        self.asking.iter().filter(opens).fold(self.open, |open, index| open | 1 << index)
    }
}

/// Whether a hand of this shape lets the condition hold, where no hand decides that.
fn told_by_shape(cond: &Cond, shape: u8) -> Option<bool> {
    match cond {
        Cond::AllOf(of) => {
            let told: Vec<Option<bool>> = of.iter().map(|member| told_by_shape(member, shape)).collect();
            if told.contains(&Some(false)) { Some(false) } else { told.iter().all(Option::is_some).then_some(true) }
        }
        Cond::Shape(only) => Some(*only == shape),
        Cond::Not(of) if !of_hand(of) => Some(true),
        Cond::Melds { .. }
        | Cond::Flowers { .. }
        | Cond::Wait(_)
        | Cond::Not(_)
        | Cond::Sets(SetsCond { concealed: Some(_), .. }) => None,
        _ => Some(true),
    }
}

/// How many groups can count as concealed or exposed.
pub(crate) struct Settled {
    sets: u8,
    /// Claimed chows, and pungs and kongs that count as exposed.
    exposed_chows: u8,
    pub exposed_pungs: u8,
    /// One if the winning group may count as exposed.
    winning: u8,
}

impl Settled {
    pub fn new(situated: &Situated, facts: &Facts, states: Option<States>) -> Self {
        let [exposed_chows, ..] = facts.laid;
        let exposed = states.map_or(0, |states| states.exposed().count_ones() as u8);
        Self {
            sets: situated.table().shapes().sets,
            exposed_chows,
            exposed_pungs: exposed - exposed_chows,
            winning: u8::from(states.map_or(situated.local.exposable, |states| states.win != Win::Concealed)),
        }
    }

    const fn concealed(&self) -> u8 {
        self.sets - self.exposed_chows - self.exposed_pungs
    }

    const fn exposed(&self, kind: SetKind) -> u8 {
        self.winning
            + match kind {
                SetKind::Chow => self.exposed_chows,
                SetKind::Pung | SetKind::Kong => self.exposed_pungs,
                SetKind::Set => self.exposed_chows + self.exposed_pungs,
            }
    }
}

/// Whether the hand, apart from its arrangement, lets the condition hold.
fn allows(cond: &Cond, shape: u8, facts: &Facts, settled: &Settled) -> bool {
    match cond {
        Cond::AllOf(of) => of.iter().all(|member| allows(member, shape, facts, settled)),
        Cond::Melds { .. } | Cond::Flowers { .. } => holds(cond, facts),
        Cond::Not(of) if of_hand(of) => !holds(of, facts),
        Cond::Shape(only) => *only == shape,
        Cond::Sets(SetsCond { concealed: Some(concealed), kind, n, .. }) => {
            n.unwrap_or(settled.sets) <= if *concealed { settled.concealed() } else { settled.exposed(*kind) }
        }
        Cond::Wait(kind) => {
            matches!(facts.winning, Winning::Natural(_))
                && match kind {
                    WaitKind::Only => facts.waits.len() == 1,
                    WaitKind::Single | WaitKind::TwoPairs => facts.waits.len() >= 2,
                    WaitKind::LastVisible => facts.last_visible,
                    WaitKind::OnlyByShape => facts.waits_by_shape.len() == 1,
                    WaitKind::TwoSided => true,
                }
        }
        _ => true,
    }
}

fn of_hand(cond: &Cond) -> bool {
    match cond {
        Cond::Melds { .. } | Cond::Flowers { .. } | Cond::Always | Cond::Never => true,
        Cond::AllOf(of) => of.iter().all(of_hand),
        Cond::Not(of) => of_hand(of),
        _ => false,
    }
}

fn holds(cond: &Cond, facts: &Facts) -> bool {
    match cond {
        Cond::Always => true,
        Cond::Melds { .. } => cond.fits_melds(facts.laid),
        Cond::Flowers { which, n, own } => flowers_hold(*which, *n, *own, facts),
        Cond::AllOf(of) => of.iter().all(|member| holds(member, facts)),
        Cond::Not(of) => !holds(of, facts),
        _ => false,
    }
}
