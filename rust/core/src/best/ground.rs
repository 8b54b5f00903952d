//! Bounds that hold for all arrangements with the same sets on the table, and closer ones for single arrangements.

use super::crossing::Crossing;
use super::instances::{Choice, instances};
use super::local::Local;
use super::search::Job;
use super::suits::Member;
use super::view::{Facts, View};
use super::whole::Whole;
use crate::group::{Group, GroupKind, Laid};
use crate::rules::Situated;

/// What is the same for all arrangements with the same sets on the table, and bounds on single ones.
pub(crate) struct Ground<'a> {
    pub job: &'a Job<'a>,
    local: &'a Local,
    pub whole: Whole<'a>,
    /// Bits of the groups that lie in no suit.
    pub mask: u64,
    /// What no choice of groups changes.
    pub constant: i32,
    /// What exposing the winning group may add; a part of the constant.
    pub gain: i32,
}

impl<'a> Ground<'a> {
    pub fn new(job: &'a Job<'a>, fixed: &[Group]) -> Self {
        let Job { situated, facts, shape, covers, .. } = *job;
        let table = situated.table();
        let local: &Local = &situated.local;
        let claimed = fixed.iter().filter(|group| group.laid == Laid::Claimed).count() as u32;
        let melded = fixed.iter().any(|group| group.laid != Laid::Hand);
        let blocks = fixed.iter().filter(|group| group.laid == Laid::Hand).count() as u32;
        let concealed = u32::from(covers.sets) + 1 + blocks;
        let grade = if melded { local.reachable(concealed, claimed) } else { table.grades[1] };
        let gain = if local.exposable { local.most_gain(facts.winning) } else { 0 };
        let beside = fixed.iter().filter(|group| group.kind == GroupKind::Knitted);
        Self {
            job,
            local,
            whole: Whole::new(situated, facts, shape, grade),
            mask: beside.fold(0, |mask, group| mask | situated.features.mask(*group)),
            constant: local.loose + gain + constants(situated, facts, shape, fixed),
            gain,
        }
    }

    /// The most that one arrangement is worth.
    pub fn bound(&self, fixed: &[Group], crossing: &Crossing, members: &[&Member; 4]) -> i32 {
        let features = &self.job.situated.features;
        let laid = fixed.iter().fold(0, |mask, group| mask | features.mask(*group));
        let mask =
            members.iter().enumerate().fold(laid, |mask, (suit, member)| mask | features.mask_of(suit, &member.cover));
        let in_hand = members.iter().map(|member| member.cover.pungs.len() as u8).sum::<u8>();
        let pungs = in_hand + fixed.iter().filter(|group| is_pung(**group)).count() as u8;
        let earned: i32 = members.iter().map(|member| member.earned).sum();
        let bare = self.constant + self.whole.bound(mask, 0, pungs) + earned;
        let refined = self.gain_of(members) - self.gain + crossing.added(members);
        (bare + refined).max(self.whole.alone())
    }

    /// What exposing one of these very groups may add.
    pub fn gain_of(&self, members: &[&Member; 4]) -> i32 {
        if self.gain == 0 {
            return 0;
        }
        let groups = members.iter().enumerate().flat_map(|(suit, member)| member.cover.groups(suit));
        self.local.gain(groups, self.job.facts.winning)
    }
}

const fn is_pung(group: Group) -> bool {
    matches!(group.kind, GroupKind::Pung | GroupKind::Kong)
}

/// What rows add that look neither at the whole hand nor at groups in hand: flowers one by one, kongs.
pub(crate) fn constants(situated: &Situated, facts: &Facts, shape: u8, fixed: &[Group]) -> i32 {
    let table = situated.table();
    let highest = table.highest_grade();
    let view = View::new(shape, fixed);
    let mut used = Vec::new();
    let mut sum = 0;
    for (active, covered) in situated.rows.iter().zip(&situated.features.covered) {
        let row = &table.rows[active.row];
        if *covered || active.residual || row.shapes >> shape & 1 == 0 {
            continue;
        }
        for (cond, times) in active.when.iter().filter(|(cond, _)| Local::of_hand(cond)) {
            used.clear();
            instances(cond, &view, facts, Choice { win: None, concealed: 0 }, &mut used);
            let worth = row.value.max(row.value_if_claimed) * times * if row.scaled { highest } else { 1 };
            sum += used.len() as i32 * worth.max(0);
        }
    }
    sum
}
