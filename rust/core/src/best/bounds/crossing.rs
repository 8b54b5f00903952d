//! What groups of several suits add to what each suit earns alone.

use std::sync::{Arc, Mutex, PoisonError};

use super::known::Known;
use super::local::Local;
use crate::best::suit::classes::{Bounds, FastMap, Member};
use crate::group::{Group, GroupKind};
use crate::rules::Table;
use crate::tile::{KindSet, rank, suit};

/// Of so many groups in hand what they earn is kept; more start afresh.
const KEPT: usize = 1 << 12;

/// What groups earn together, by a number of what they are.
pub(crate) type Sums = Known<u64, KEPT>;

/// Groups, and the tiles of which the winning one holds one.
type Won<G> = (G, u64);

/// What groups of several suits earn together.
#[derive(Debug, Default)]
pub(crate) struct Together {
    /// Chows, by those on the table.
    chows: Mutex<FastMap<Won<Vec<Group>>, Arc<Sums>>>,
    /// Pungs and the pair, by what [`packed`] makes of them.
    pungs: Known<Won<u64>, KEPT>,
}

/// So many choices of sets on the table are kept; more start afresh.
const LAID_KEPT: usize = 256;

impl Together {
    fn chows(&self, laid: &[Group], winning: KindSet) -> Arc<Sums> {
        let key = (laid.to_vec(), winning.0);
        let mut kept = self.chows.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(&key) {
            return known.clone();
        }
        if kept.len() >= LAID_KEPT {
            kept.clear();
        }
        kept.entry(key).or_default().clone()
    }
}

/// Bounds for single arrangements with the same sets on the table, as they count.
pub(crate) struct Crossing<'a> {
    table: &'a Table,
    local: &'a Local,
    /// Tiles of which the winning group holds one.
    winning: KindSet,
    /// Chows on the table, and pungs and kongs of number suits there.
    chows_laid: Vec<Group>,
    pungs_laid: Vec<Group>,
    /// Ranks of those, by suit.
    ranks_laid: [u16; 3],
    /// What chows earn together, by what they are.
    chows_known: Option<Arc<Sums>>,
}

impl<'a> Crossing<'a> {
    pub fn new(bounds: &Bounds<'a>, fixed: &[Group]) -> Self {
        let Bounds { table, local, winning, .. } = *bounds;
        let laid = |wanted: &dyn Fn(&Group) -> bool| {
            let mut laid: Vec<Group> = fixed.iter().copied().filter(|group| wanted(group)).collect();
            laid.sort_unstable();
            laid
        };
        let chows_laid = laid(&|group| group.kind == GroupKind::Chow);
        let pungs_laid =
            laid(&|group| matches!(group.kind, GroupKind::Pung | GroupKind::Kong) && suit(group.first) < 3);
        let chows_known = (!chows_laid.is_empty()).then(|| local.together.chows(&chows_laid, winning));
        let mut ranks_laid = [0; 3];
        for group in &pungs_laid {
            ranks_laid[suit(group.first)] |= 1 << rank(group.first);
        }
        Self { table, local, winning, chows_laid, pungs_laid, ranks_laid, chows_known }
    }

    /// What these very groups add to what their suits earn, at most.
    pub fn added(&self, members: &[&Member; 4]) -> i32 {
        self.chows(members) + self.pungs(members)
    }

    /// What these very chows add, at most.
    pub fn chows(&self, members: &[&Member; 4]) -> i32 {
        let chows = members[..3].iter().filter(|member| member.cover.chows.len() > 0);
        if self.chows_laid.is_empty() && chows.count() < 2 {
            return 0;
        }
        let alone: i32 = members[..3].iter().map(|member| member.chows).sum();
        let numbers = [0, 1, 2].map(|suit| members[suit].cover.chows.chow_number());
        let together = match &self.chows_known {
            None => self.local.chows_together(self.table, numbers),
            Some(known) => known.get(numbers.iter().fold(0, |key, number| key << 10 | *number as u64), |_| {
                let groups = all(&self.chows_laid, members, |kind| kind == GroupKind::Chow);
                self.local.part(self.table, true, &groups.collect::<Vec<_>>(), self.winning)
            }),
        };
        together - alone
    }

    /// What these very pungs and the pair earn over several suits, at most.
    pub fn pungs(&self, members: &[&Member; 4]) -> i32 {
        let mut ranks = self.ranks_laid;
        for (ranks, member) in ranks.iter_mut().zip(members) {
            *ranks |= member.ranks;
        }
        let [a, b, c] = ranks;
        // Runs over several suits are of one rank as a rule.
        let meeting = if self.local.level_runs { a & b | a & c | b & c } else { a | b | c };
        if meeting == 0 {
            return 0;
        }
        let groups = || {
            all(&self.pungs_laid, members, |kind| kind != GroupKind::Chow)
                .filter(|group| meeting >> rank(group.first) & 1 == 1)
        };
        let won = if self.pungs_laid.is_empty() { KindSet::EMPTY } else { self.winning };
        self.local
            .together
            .pungs
            .get((packed(groups()), won.0), |_| self.local.over_suits(self.table, &groups().collect::<Vec<_>>(), won))
    }
}

/// Groups of the number suits, those that were laid first.
fn all<'a>(
    laid: &'a [Group],
    members: &'a [&Member; 4],
    wanted: fn(GroupKind) -> bool,
) -> impl Iterator<Item = Group> + 'a {
    let in_hand = members[..3].iter().enumerate().flat_map(|(suit, member)| member.cover.groups(suit));
    laid.iter().copied().chain(in_hand.filter(move |group| wanted(group.kind)))
}

/// Sets and the pair of the number suits as a number, nine bits each.
fn packed(groups: impl Iterator<Item = Group>) -> u64 {
    groups
        .fold(0, |key, Group { kind, first, laid }| key << 9 | u64::from(first) << 4 | (kind as u64) << 2 | laid as u64)
}
