//! Bounds that hold for all arrangements with the same sets on the table, and closer ones for single arrangements.

use super::crossing::Crossing;
use super::instances::{Choice, instances};
use super::local::{Local, reachable};
use super::search::Job;
use super::suits::Member;
use super::view::{Facts, View};
use super::whole::Whole;
use crate::group::{Group, GroupKind, Laid};
use crate::rules::Situated;
use crate::tile::suit;

/// What is the same for all arrangements with the same sets on the table, and bounds on single ones.
pub(crate) struct Ground<'a> {
    pub job: &'a Job<'a>,
    local: &'a Local,
    pub whole: Whole<'a>,
    pub crossing: Crossing<'a>,
    pub mask: u64,
    pub pungs: u8,
    pub pung_suits: u8,
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
        let grade = if melded { reachable(table.grades, concealed, claimed) } else { table.grades[1] };
        let gain = if situated.free() { local.most_gain(facts.winning) } else { 0 };
        let is_pung = |group: &&Group| matches!(group.kind, GroupKind::Pung | GroupKind::Kong);
        Self {
            job,
            local,
            whole: Whole::new(situated, facts, shape, grade),
            crossing: Crossing::new(table, local, fixed),
            mask: fixed.iter().fold(0, |mask, group| mask | situated.features.mask(*group)),
            pungs: fixed.iter().filter(is_pung).count() as u8,
            pung_suits: fixed.iter().filter(is_pung).fold(0, |suits, group| suits | 1 << suit(group.first)),
            constant: local.loose + gain + constants(situated, facts, shape, fixed),
            gain,
        }
    }

    /// The most that one arrangement is worth.
    pub fn bound(&self, members: &[&Member; 4]) -> i32 {
        let features = &self.job.situated.features;
        let mask = members
            .iter()
            .enumerate()
            .fold(self.mask, |mask, (suit, member)| mask | features.mask_of(suit, &member.cover));
        let pungs = members.iter().map(|member| member.cover.pungs.len() as u8).sum::<u8>() + self.pungs;
        let earned: i32 = members.iter().map(|member| member.earned).sum();
        let bare = self.constant + self.whole.bound(mask, 0, pungs) + earned;
        (bare + self.refined(members)).max(self.whole.alone())
    }

    /// What these very groups add to what their suits earn, the winning group's gain put right.
    fn refined(&self, members: &[&Member; 4]) -> i32 {
        self.gain_of(members) - self.gain + self.across_chows(members) + self.across_pungs(members)
    }

    /// What exposing one of these very groups may add.
    pub fn gain_of(&self, members: &[&Member; 4]) -> i32 {
        if self.gain == 0 {
            return 0;
        }
        let groups = members.iter().enumerate().flat_map(|(suit, member)| member.cover.groups(suit));
        self.local.gain(groups, self.job.facts.winning)
    }

    /// What these very chows add across suits.
    pub fn across_chows(&self, members: &[&Member; 4]) -> i32 {
        let alone: i32 = members[..3].iter().map(|member| member.chows).sum();
        self.crossing.exact_chows(&members.map(|member| member.cover)) - alone
    }

    /// What these very pungs and this pair add across suits.
    pub fn across_pungs(&self, members: &[&Member; 4]) -> i32 {
        let covers = members.map(|member| member.cover);
        if !self.crossing.pungs_meet(&covers) {
            return 0;
        }
        let alone: i32 = members[..3].iter().map(|member| member.pungs).sum();
        self.crossing.exact_pungs(&covers) - alone
    }

    /// What the pungs of several suits may add, by how many there are.
    pub fn across_some_pungs(&self, members: &[&Member; 4]) -> i32 {
        let (mut pungs, mut suits) = (self.pungs, self.pung_suits);
        for (suit, member) in members.iter().enumerate().filter(|(_, member)| member.cover.pungs.len() > 0) {
            pungs += member.cover.pungs.len() as u8;
            suits |= 1 << suit;
        }
        self.crossing.pungs(pungs, suits)
    }
}

/// What rows add that look neither at the whole hand nor at groups in hand: flowers one by one, kongs.
pub(crate) fn constants(situated: &Situated, facts: &Facts, shape: u8, fixed: &[Group]) -> i32 {
    let table = situated.table();
    let highest = table.grades.iter().copied().max().unwrap_or(1);
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
