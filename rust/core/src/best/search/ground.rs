//! Bounds that hold for all arrangements with the same sets on the table, and closer ones for single arrangements.

use super::Job;
use crate::best::arrangement::instances::{Choice, Used, instances};
use crate::best::arrangement::view::{Facts, View};
use crate::best::bounds::local::Local;
use crate::best::hand_rows::whole::{Counted, Whole};
use crate::best::states::{States, Win};
use crate::best::suit::classes::Member;
use crate::group::{Group, GroupKind};
use crate::rules::Situated;

/// What the whole hand is worth at most: with the winning group concealed, and with it exposed, apart from what that
/// gains the group itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    resting: i32,
    exposed: i32,
}

impl Worth {
    /// Where exposing gains so much.
    pub fn with(self, gain: i32) -> i32 {
        self.resting.max(self.exposed_with(gain))
    }

    /// The same with the winning group exposed.
    pub const fn exposed_with(self, gain: i32) -> i32 {
        self.exposed + gain
    }
}

/// What is the same for all arrangements with the same sets on the table, and bounds on single ones.
pub(crate) struct Ground<'a> {
    pub job: &'a Job<'a>,
    local: &'a Local,
    pub whole: Whole<'a>,
    /// The same if the winning group is exposed, where that alone adds the gain.
    if_exposed: Option<Whole<'a>>,
    /// Bits of the groups that lie in no suit.
    pub mask: u64,
    /// What no choice of groups changes.
    pub constant: i32,
    /// What exposing the winning group may add.
    pub gain: i32,
}

impl<'a> Ground<'a> {
    pub fn new(job: &'a Job<'a>, fixed: &[Group], states: States) -> Self {
        let Job { situated, facts, shape, covers, .. } = *job;
        let table = situated.table();
        let local: &Local = &situated.local;
        let groups = u32::from(covers.sets) + 1 + fixed.len() as u32;
        let grades = |states: States| [groups, groups - 1].map(|groups| states.grade(table, groups));
        let [grade, of_sets] = grades(states);
        let whole = Whole::new(situated, facts, shape, Counted { grade, of_sets, states: Some(states) });
        let gain = if states.win == Win::Concealed { 0 } else { local.gains.most(facts.winning) };
        let beside = fixed.iter().filter(|group| group.kind == GroupKind::Knitted);
        Self {
            job,
            local,
            if_exposed: (gain > 0 && states.exposed() == 0 && states.win == Win::Either)
                .then(|| whole.graded(situated, grades(states.with(Win::Exposed)))),
            whole,
            mask: beside.fold(0, |mask, group| mask | situated.features.mask(*group)),
            constant: local.loose + constants(situated, facts, shape, fixed, states.exposed()),
            gain,
        }
    }

    /// The most that the whole hand can be worth whose groups have these bits and so many pungs.
    pub fn worth_of(&self, mask: u64, pungs: u8) -> Worth {
        self.worth(self.whole.possible(self.whole.open(), mask, 0, pungs), 0)
    }

    /// The most that these rows can be worth, and what no choice of groups changes.
    pub fn worth(&self, rows: u128, lost: i32) -> Worth {
        let resting = self.constant + self.whole.worth_beside(rows, lost);
        let exposed = |whole: &Whole| self.constant + whole.worth_beside(rows, lost);
        Worth { resting, exposed: self.if_exposed.as_ref().map_or(resting, exposed) }
    }

    /// What exposing one of these very groups may add.
    pub fn gain_of(&self, members: &[&Member; 4]) -> i32 {
        if self.gain == 0 {
            return 0;
        }
        members.iter().enumerate().map(|(suit, member)| self.gain_in(suit, member)).max().unwrap_or(0)
    }

    /// The same for each of these covers of a suit: nothing where it never adds anything.
    pub fn gains(&self, suit: usize, members: &[Member]) -> Vec<i32> {
        let members = if self.gain == 0 { &[] } else { members };
        members.iter().map(|member| self.gain_in(suit, member)).collect()
    }

    fn gain_in(&self, suit: usize, member: &Member) -> i32 {
        self.local.gains.of(suit, &member.cover, self.job.facts.winning)
    }
}

/// What rows add that look neither at the whole hand nor at groups in hand: flowers one by one, kongs.
/// Of the fixed groups some count as exposed.
pub(crate) fn constants(situated: &Situated, facts: &Facts, shape: u8, fixed: &[Group], exposed: u32) -> i32 {
    let table = situated.table();
    let [mixed, all_concealed, all_exposed] = table.grades;
    let view = View::new(shape, fixed);
    let mut used = Vec::new();
    let mut sum = 0;
    for &(active, when) in &situated.features.of_hand {
        let active = &situated.rows[usize::from(active)];
        let row = &table.rows[active.row];
        if row.shapes >> shape & 1 == 0 {
            continue;
        }
        let (cond, times) = &active.when[usize::from(when)];
        used.clear();
        instances(cond, &view, facts, Choice { win: None, concealed: 0 }, &mut used);
        let worth = row.value.max(row.value_if_claimed) * times;
        let grade = |used: &Used| match used.groups & view.whole {
            _ if !row.scaled => 1,
            0 => mixed,
            groups if groups & exposed == 0 => all_concealed,
            groups if groups & !exposed == 0 => all_exposed,
            _ => mixed,
        };
        sum += used.iter().map(|used| (worth * grade(used)).max(0)).sum::<i32>();
    }
    sum
}
