//! Conditions: matchers with the circumstances settled, evaluated on one arrangement.

use super::data::{All, Any, FlowersKind, LaidData, Matcher, NumberOr, RunKind, SetKind, StateData, WaitKind, WinIn};
use super::{SHAPE_IDS, Situation, Table};
use crate::rules::data::KindSetData;
use crate::tile::{KindSet, rank, suit};

/// A settled condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cond {
    Never,
    Always,
    Tiles { within: Vec<KindSet>, present: Vec<KindSet>, suits: Option<u8> },
    EachGroup { touch: KindSet, chows: u8 },
    Sets(SetsCond),
    Run(RunCond),
    Copies { groups: u8, at_least: u8 },
    Pair { within: KindSet },
    Counts { vector: Vec<u8>, spare: u8 },
    Melds { chow: (u8, u8), pung: (u8, u8), open_kong: (u8, u8), concealed_kong: (u8, u8), laid: (u8, u8) },
    WinInPair,
    Wait(WaitKind),
    Flowers { which: FlowersKind, n: u8, own: u8 },
    Shape(u8),
    Residual { free: Vec<usize>, limited: Vec<usize>, at_most: u8 },
    AllOf(Vec<Cond>),
    Not(Box<Cond>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SetsCond {
    pub kind: SetKind,
    /// `None`: every set of the hand.
    pub n: Option<u8>,
    pub exact: bool,
    pub within: KindSet,
    pub concealed: Option<bool>,
    pub open: Option<bool>,
    pub distinct: bool,
    pub pair: Option<KindSet>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunCond {
    pub kind: RunKind,
    pub ranks: Vec<u8>,
    pub suits: Option<u8>,
    pub start: Option<u8>,
    pub pair: bool,
    pub twins: bool,
    pub times: u8,
}

impl Cond {
    /// Whether `test` holds of this condition or any part of it.
    pub fn any(&self, test: fn(&Self) -> bool) -> bool {
        test(self)
            || match self {
                Self::AllOf(of) => of.iter().any(|cond| cond.any(test)),
                Self::Not(of) => of.any(test),
                _ => false,
            }
    }

    /// Whether it asks for so many claimed chows, claimed pungs, open kongs and concealed kongs, and no more.
    pub fn fits_melds(&self, [c, p, o, k]: [u8; 4]) -> bool {
        let Self::Melds { chow, pung, open_kong, concealed_kong, laid } = self else { return false };
        [(c, chow), (p, pung), (o, open_kong), (k, concealed_kong), (c + p + o + k, laid)]
            .iter()
            .all(|(count, (low, high))| low <= count && count <= high)
    }
}

/// Of ranks that are not named none is asked for, and of those that there are not there is none.
fn counts(mut vector: Vec<u8>, spare: u8) -> Cond {
    if vector.iter().skip(9).any(|count| *count > 0) {
        return Cond::Never;
    }
    vector.resize(9, 0);
    Cond::Counts { vector, spare }
}

/// Settles a matcher: events become [`Cond::Always`] or [`Cond::Never`], winds get their faces.
pub(crate) fn resolve(matcher: &Matcher, situation: &Situation, table: &Table) -> Cond {
    let set = |data: KindSetData| kind_set(data, situation);
    let range = |range: &Option<[u8; 2]>| range.map_or((0, u8::MAX), |[low, high]| (low, high));
    match matcher {
        Matcher::Tiles { within, present, suits } => Cond::Tiles {
            within: within.iter().map(|data| set(*data)).collect(),
            present: present.iter().map(|data| set(*data)).collect(),
            suits: *suits,
        },
        Matcher::EachGroup { touch, chows } => Cond::EachGroup { touch: set(*touch), chows: *chows },
        Matcher::Sets { kind, n, exact, within, state, laid, distinct, pair } => Cond::Sets(SetsCond {
            kind: *kind,
            n: match n {
                NumberOr::Number(n) => Some(*n),
                NumberOr::Word(All::All) => None,
            },
            exact: *exact,
            within: within.map_or(KindSet::ALL, set),
            concealed: match state {
                StateData::Any => None,
                StateData::Concealed => Some(true),
                StateData::Exposed => Some(false),
            },
            open: match laid {
                LaidData::Any => None,
                LaidData::Open => Some(true),
                LaidData::Concealed => Some(false),
            },
            distinct: *distinct,
            pair: pair.map(set),
        }),
        Matcher::Run { kind, ranks, suits, start, pair, twins, times } => Cond::Run(RunCond {
            kind: *kind,
            ranks: ranks.clone(),
            suits: match suits {
                NumberOr::Number(n) => Some(*n),
                NumberOr::Word(Any::Any) => None,
            },
            start: start.map(|start| start - 1),
            pair: *pair,
            twins: *twins,
            times: *times,
        }),
        Matcher::Copies { groups, at_least } => Cond::Copies { groups: *groups, at_least: *at_least },
        Matcher::Pair { within } => Cond::Pair { within: set(*within) },
        Matcher::Counts { vector, spare } => counts(vector.clone(), *spare),
        Matcher::Melds { chow, pung, open_kong, concealed_kong, laid, win_in } => {
            let melds = Cond::Melds {
                chow: range(chow),
                pung: range(pung),
                open_kong: range(open_kong),
                concealed_kong: range(concealed_kong),
                laid: range(laid),
            };
            match win_in {
                WinIn::Any => melds,
                WinIn::Pair => Cond::AllOf(vec![melds, Cond::WinInPair]),
            }
        }
        Matcher::Wait { kind } => Cond::Wait(*kind),
        Matcher::Flowers { which, n } => {
            Cond::Flowers { which: *which, n: n.unwrap_or(0), own: 0b0001_0001 << situation.seat }
        }
        Matcher::Event(event) => {
            if event.happened(situation) {
                Cond::Always
            } else {
                Cond::Never
            }
        }
        Matcher::Shape { id } => {
            SHAPE_IDS.iter().position(|known| known == id).map_or(Cond::Never, |at| Cond::Shape(at as u8))
        }
        // Added to what counts, not looked for in an arrangement.
        Matcher::Dora { .. } => Cond::Never,
        Matcher::Residual { free, limited, at_most } => {
            let rows = |ids: &[String]| ids.iter().filter_map(|id| table.ids.get(id).copied()).collect::<Vec<_>>();
            let free = rows(free);
            let limited = rows(limited).into_iter().filter(|row| !free.contains(row)).collect();
            Cond::Residual { free, limited, at_most: *at_most }
        }
        Matcher::AllOf { of } => {
            let mut parts: Vec<Cond> = of.iter().map(|part| resolve(part, situation, table)).collect();
            if parts.iter().any(|part| matches!(part, Cond::Never)) {
                return Cond::Never;
            }
            parts.retain(|part| !matches!(part, Cond::Always));
            match parts.len() {
                0 => Cond::Always,
                1 => parts.remove(0),
                _ => Cond::AllOf(parts),
            }
        }
        Matcher::Not { of } => match resolve(of, situation, table) {
            Cond::Never => Cond::Always,
            Cond::Always => Cond::Never,
            cond => Cond::Not(Box::new(cond)),
        },
    }
}

fn kind_set(data: KindSetData, situation: &Situation) -> KindSet {
    let (seat, round) = (KindSet::of(situation.seat_wind()), KindSet::of(situation.round_wind()));
    match data {
        KindSetData::Fixed(set) => set,
        KindSetData::Seat => seat,
        KindSetData::Round => round,
        KindSetData::Guest => KindSet(0b1111 << 27 & !seat.0 & !round.0),
    }
}

/// Whether a number-suit chow, pung or pair at `first` may be the first member of the run, and its base rank.
pub(crate) fn run_base(run: &RunCond, first: u8) -> Option<u8> {
    if suit(first) == 3 {
        return None;
    }
    let base = rank(first).checked_sub(run.ranks[0])?;
    run.start.is_none_or(|start| start == base).then_some(base)
}
