//! A table in the circumstances of one win.

use std::sync::Arc;

use super::cond::{Cond, resolve};
use super::data::{EventData, Matcher, WaitKind};
use super::{States, Table};
use crate::best::{Circumstances, Features, Local, Screens};
use crate::tile::Kind;

/// Which states the group of the winning tile may take, where states are free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WinState {
    /// Either.
    #[default]
    Free,
    /// Concealed only.
    Concealed,
    /// Exposed only.
    Exposed,
}

/// The circumstances of a win, in the names that the rows use.
#[derive(Clone, Debug, Default)]
pub struct Situation {
    /// How the hand was won.
    pub by: String,
    /// What happened besides.
    pub events: Vec<String>,
    /// Tiles lying in the rivers, where known.
    pub river: Option<u8>,
    /// Seat of the winner: 0 East to 3 North.
    pub seat: u8,
    /// Wind of the round.
    pub round: u8,
    /// States that the group of the winning tile may take.
    pub win_state: WinState,
}

/// What a table looks at in circumstances: it is settled alike for all that are alike in this.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aspect {
    happened: Vec<bool>,
    winds: (u8, u8),
    /// States that the group of the winning tile may take.
    pub(crate) win_state: WinState,
    /// Whether the winning tile was drawn by the winner.
    pub(crate) drawn: bool,
}

impl EventData {
    pub fn happened(&self, situation: &Situation) -> bool {
        self.names.iter().all(|name| situation.events.contains(name))
            && (self.by.is_empty() || self.by.contains(&situation.by))
            && self.river.is_none_or(|most| situation.river.is_some_and(|river| river <= most))
    }
}

impl Table {
    /// What its rows look at in some circumstances.
    #[must_use]
    pub fn aspect(&self, situation: &Situation) -> Aspect {
        Aspect {
            happened: self.events.iter().map(|event| event.happened(situation)).collect(),
            winds: (situation.seat, situation.round),
            win_state: situation.win_state,
            drawn: situation.by == "self_draw",
        }
    }
}

/// The events that a matcher asks for.
pub(super) fn events_of(matcher: &Matcher, found: &mut Vec<EventData>) {
    match matcher {
        Matcher::Event(event) if !found.contains(event) => found.push(event.clone()),
        Matcher::AllOf { of } => of.iter().for_each(|part| events_of(part, found)),
        Matcher::Not { of } => events_of(of, found),
        _ => {}
    }
}

impl Situation {
    pub(crate) const fn seat_wind(&self) -> Kind {
        27 + self.seat
    }

    pub(crate) const fn round_wind(&self) -> Kind {
        27 + self.round
    }
}

/// A row whose conditions are settled as far as the circumstances settle them.
#[derive(Debug)]
pub(crate) struct ActiveRow {
    pub row: usize,
    pub when: Vec<(Cond, i32)>,
    /// Depends on the group of the winning tile.
    pub on_win: bool,
    /// Depends on the states chosen.
    pub on_state: bool,
    /// Depends on what else holds.
    pub residual: bool,
}

/// A table in the circumstances of one win: rows that cannot hold are gone.
#[derive(Debug)]
pub struct Situated {
    pub(crate) table: Arc<Table>,
    pub(crate) aspect: Aspect,
    pub(crate) rows: Vec<ActiveRow>,
    pub(crate) asks_waits: bool,
    /// Rows by the moment their instances are known: from the groups, the winning group, the states.
    pub(crate) screens: Screens,
    pub(crate) residuals: Vec<u16>,
    /// Whether states change what any row is worth.
    pub(crate) grades_matter: bool,
    /// Whether states change anything.
    pub(crate) states_matter: bool,
    pub(crate) features: Features,
    pub(crate) local: Arc<Local>,
}

impl Situated {
    /// Settles `table` for `situation`.
    #[must_use]
    pub fn new(table: Arc<Table>, situation: &Situation) -> Self {
        let mut rows = Vec::new();
        for (index, row) in table.rows.iter().enumerate() {
            let when: Vec<(Cond, i32)> = row
                .when
                .iter()
                .map(|(matcher, times)| (resolve(matcher, situation, &table), *times))
                .filter(|(cond, _)| !matches!(cond, Cond::Never))
                .collect();
            if when.is_empty() {
                continue;
            }
            let any = |test: fn(&Cond) -> bool| when.iter().any(|(cond, _)| cond.any(test));
            rows.push(ActiveRow {
                row: index,
                on_win: any(|cond| matches!(cond, Cond::Wait(_) | Cond::WinInPair)),
                on_state: any(|cond| matches!(cond, Cond::Sets(sets) if sets.concealed.is_some())),
                residual: any(|cond| matches!(cond, Cond::Residual { .. })),
                when,
            });
        }
        let asks_waits = rows.iter().any(|row| {
            row.when.iter().any(|(cond, _)| {
                cond.any(|cond| {
                    matches!(
                        cond,
                        Cond::Wait(WaitKind::Only | WaitKind::Single | WaitKind::TwoPairs | WaitKind::OnlyByShape)
                    )
                })
            })
        });
        let of = |test: fn(&ActiveRow) -> bool| -> Vec<u16> {
            (0..rows.len()).filter(|index| test(&rows[*index])).map(|index| index as u16).collect()
        };
        let stages = [
            of(|row| !row.residual && !row.on_state && !row.on_win),
            of(|row| !row.residual && !row.on_state && row.on_win),
            of(|row| !row.residual && row.on_state),
        ];
        let residuals = of(|row| row.residual);
        let screens = Screens::new(&rows, |row| table.rows[row.row].shapes, &stages);
        let grades_matter = table.grades != [1; 3] && rows.iter().any(|row| table.rows[row.row].scaled);
        let states_matter = grades_matter || !stages[2].is_empty();
        let features = Features::new(&table, &rows);
        let aspect = table.aspect(situation);
        let exposable = match table.states {
            States::Free => aspect.win_state != WinState::Concealed,
            States::AsObtained => !aspect.drawn,
        };
        let circumstances = Circumstances { winds: (situation.seat, situation.round), exposable };
        let local = table.local.get(&table, &rows, &features.covered, circumstances);
        Self { table, aspect, rows, asks_waits, screens, residuals, grades_matter, states_matter, features, local }
    }

    /// Whether the group of the winning tile and the kongs may take either state.
    pub(crate) fn free(&self) -> bool {
        self.table.states == States::Free
    }

    /// The compiled table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }
}
