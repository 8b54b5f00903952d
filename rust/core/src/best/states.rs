//! The states that a search takes as settled: where they are free, every choice is searched for itself, so that
//! its bounds know how the groups on the table count.

use crate::group::{Group, GroupKind, Laid};
use crate::hand::{Meld, MeldKind};
use crate::rules::{Situated, Table, WinState};

/// Whether the group of the winning tile counts as exposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Win {
    Concealed,
    Exposed,
    /// It may be either: bounds take what is more.
    Either,
}

/// A choice of states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct States {
    /// Sets on the table that count as exposed, one bit each.
    exposed: u8,
    pub win: Win,
}

impl States {
    /// All choices of each kong; the winning group may be either where it is free.
    pub fn all(situated: &Situated, melds: &[Meld], beside: &[Group]) -> Vec<Self> {
        let mask = |wanted: fn(MeldKind) -> bool| {
            melds.iter().enumerate().map(|(at, meld)| u8::from(wanted(meld.kind)) << at).sum::<u8>()
        };
        let claimed = mask(|kind| matches!(kind, MeldKind::Chow | MeldKind::Pung));
        let open = mask(|kind| kind != MeldKind::ConcealedKong);
        let exposable = situated.local.exposable;
        if !situated.free() || !situated.states_matter {
            let win = if exposable { Win::Either } else { Win::Concealed };
            return vec![Self { exposed: open, win }];
        }
        let kongs = mask(|kind| matches!(kind, MeldKind::OpenKong | MeldKind::ConcealedKong));
        let win = match situated.aspect.win_state {
            WinState::Concealed => Win::Concealed,
            // What holds a knitted block never counts as exposed.
            WinState::Exposed if beside.is_empty() => Win::Exposed,
            _ => Win::Either,
        };
        let choices = (0..=kongs).filter(|choice| choice & !kongs == 0).map(|choice| claimed | choice);
        choices.map(|exposed| Self { exposed, win }).collect()
    }

    /// The same with the winning group settled.
    pub const fn with(self, win: Win) -> Self {
        Self { win, ..self }
    }

    /// A group on the table as bounds look at it: with those in hand, or claimed.
    pub const fn stated(self, at: usize, group: Group) -> Group {
        let laid = if self.exposed >> at & 1 == 1 { Laid::Claimed } else { Laid::Hand };
        Group { laid, ..group }
    }

    /// The groups of a hand that do not lie in hand: those on the table, in their order, then any beside.
    pub fn stated_all(self, fixed: &[Group]) -> Vec<Group> {
        let stated = |(at, group): (usize, &Group)| match group.kind {
            GroupKind::Knitted => *group,
            _ => self.stated(at, *group),
        };
        fixed.iter().enumerate().map(stated).collect()
    }

    /// Groups on the table that count as exposed.
    pub const fn exposed(self) -> u32 {
        self.exposed as u32
    }

    /// The grade of so many groups together, those on the table among them.
    pub fn grade(self, table: &Table, groups: u32) -> i32 {
        let [mixed, all_concealed, all_exposed] = table.grades;
        let of = |exposed: u32| match exposed {
            0 => all_concealed,
            _ if exposed == groups => all_exposed,
            _ => mixed,
        };
        let laid = self.exposed.count_ones();
        match self.win {
            Win::Concealed => of(laid),
            Win::Exposed => of(laid + 1),
            Win::Either => of(laid).max(of(laid + 1)),
        }
    }
}
