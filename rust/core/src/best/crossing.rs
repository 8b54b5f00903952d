//! What groups of several suits add to what each suit earns alone.

use std::sync::{Arc, Mutex, PoisonError};

use super::brothers::Pungs;
use super::cover::Partial;
use super::local::Local;
use super::states::States;
use super::suits::{Bounds, FastMap, Member};
use crate::group::{Group, GroupKind};
use crate::hand::{Meld, MeldKind};
use crate::rules::Table;
use crate::tile::{KindSet, rank, suit};

/// Bounds by numbers of chows and pungs alone, for one hand with its sets on the table.
pub(crate) struct Caps<'a> {
    table: &'a Table,
    local: &'a Local,
    /// Chows on the table, and pungs and kongs that count as exposed.
    chows_laid: u8,
    pungs_laid: u8,
    /// Whether some rows of chows are not scaled.
    flat_chows: bool,
    chows: [i32; 6],
    /// Whether the winning group may be a pung of these.
    pungs_won: bool,
}

impl<'a> Caps<'a> {
    pub fn new(bounds: Bounds<'a>, melds: &[Meld], states: States) -> Self {
        let Bounds { table, local, winning, .. } = bounds;
        let chows_laid = melds.iter().filter(|meld| meld.kind == MeldKind::Chow).count() as u8;
        let mut caps = Self {
            table,
            local,
            chows_laid,
            pungs_laid: states.exposed().count_ones() as u8 - chows_laid,
            flat_chows: false,
            chows: [0; 6],
            pungs_won: local.exposable && winning.meets(KindSet::NUMBERS),
        };
        let most = |number: u8, of: &[i32; 6]| of[usize::from(number.min(5))];
        if caps.chows_laid == 0 {
            caps.chows = local.most_net(table);
            return caps;
        }
        caps.flat_chows = local.chows.iter().any(|row| !table.rows[row.row as usize].scaled);
        let gross = local.most_gross(table);
        for number in 0..6 {
            let laid = caps.chows_laid.min(number);
            let [all, in_hand] = [number, number - laid].map(|number| most(number, &gross));
            caps.chows[usize::from(number)] =
                caps.graded(all, in_hand, most(number.min(laid + u8::from(local.exposable)), &gross));
        }
        caps
    }

    /// What chows earn that was found concealed for all of them, for those in hand, and for those on the table and the
    /// winning one. Where chows of the hand take part, all are exposed only if no more than the winning one does, and
    /// else mixed; or all are of the hand.
    fn graded(&self, all: i32, in_hand: i32, exposable: i32) -> i32 {
        let [mixed, concealed, exposed] = self.table.grades.map(|grade| grade.max(1));
        let scaled = |gross: i32, grade: i32| (gross * grade + concealed - 1) / concealed;
        let apart = scaled(exposable, exposed) + scaled(in_hand, concealed.max(mixed)) + scaled(all, mixed);
        // What is flat is worth all of its value, whatever grade its groups have.
        let apart = if self.flat_chows { i32::MAX } else { apart };
        scaled(all, self.table.highest_grade()).min(apart)
    }

    /// The most that is added by so many chows and by pungs once `left` more sets are there, of either sort; what suits
    /// have, or nothing where they are to come, and the pair perhaps too.
    pub fn at_most(&self, chows: u8, pungs: [Option<Pungs>; 4], left: u8, pair: bool) -> i32 {
        let chows = |more: u8| self.chows[usize::from(chows + more).min(5)];
        // More pungs never add less.
        let most_pungs = self.pungs(pungs, left, pair);
        let mut most = chows(0) + most_pungs;
        for more in (1..=left).rev().filter(|_| most_pungs > 0) {
            if chows(more) + most_pungs > most {
                most = most.max(chows(more) + self.pungs(pungs, left - more, pair));
            }
        }
        if most_pungs > 0 { most } else { (1..=left).map(chows).fold(most, i32::max) }
    }

    /// What so many chows of each suit add, at most; `laid` of them lie on the table.
    pub fn chows_of(&self, counts: [u8; 3], laid: [u8; 3]) -> i32 {
        if self.chows_laid == 0 {
            return self.local.cross(self.table).net(counts);
        }
        let gross = |counts| self.local.gross(self.table, counts);
        let in_hand = [0, 1, 2].map(|suit| counts[suit] - laid[suit]);
        let winning = (0..3).filter(|suit| self.local.exposable && in_hand[*suit] > 0);
        let with_winning = winning.map(|suit| {
            let mut laid = laid;
            laid[suit] += 1;
            gross(laid)
        });
        let exposable = with_winning.max().unwrap_or(0).max(gross(laid));
        self.graded(gross(counts), gross(in_hand), exposable)
    }

    /// What pungs over several suits add, at most, once `left` more are there, and the pair perhaps.
    pub fn pungs(&self, known: [Option<Pungs>; 4], left: u8, pair: bool) -> i32 {
        let laid = known.iter().flatten().map(|pungs| pungs.exposed).sum::<u8>();
        let to_come = Pungs::any(left.min(self.pungs_laid - laid), left, pair);
        let [a, b, c, _] = known;
        let suits = [a, b, c].map(|pungs| pungs.unwrap_or(to_come));
        let count = [a, b, c].iter().flatten().map(|pungs| pungs.exposed + pungs.concealed).sum::<u8>() + left;
        if let Some(brothers) = &self.local.brothers {
            return brothers.most(suits, count, self.pungs_won);
        }
        let held = suits.iter().filter(|pungs| pungs.exposed + pungs.concealed > 0).count() as u8;
        self.local.cross_pungs(count.into(), held, self.table.highest_grade())
    }
}

/// What groups in hand earn together beside the same sets on the table, by what they are.
#[derive(Debug, Default)]
pub(crate) struct Known(Mutex<FastMap<u64, i32>>);

/// Of so many groups in hand what they earn is kept; more start afresh.
const KEPT: usize = 1 << 12;

impl Known {
    pub fn get(&self, key: u64, compute: impl FnOnce() -> i32) -> i32 {
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return *known;
        }
        let found = compute();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(key, found);
        found
    }
}

/// Groups, and the tiles of which the winning one holds one.
type Won = (Vec<Group>, u64);

/// What groups of several suits earn together.
#[derive(Debug, Default)]
pub(crate) struct Together {
    /// Chows, by those on the table.
    chows: Mutex<FastMap<Won, Arc<Known>>>,
    /// Pungs and the pair.
    pungs: Mutex<FastMap<Won, i32>>,
}

/// So many choices of sets on the table are kept; more start afresh.
const LAID_KEPT: usize = 256;

impl Together {
    fn chows(&self, laid: &[Group], winning: KindSet) -> Arc<Known> {
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

    fn pungs(&self, groups: Won, compute: impl FnOnce(&[Group]) -> i32) -> i32 {
        if let Some(known) = self.pungs.lock().unwrap_or_else(PoisonError::into_inner).get(&groups) {
            return *known;
        }
        let found = compute(&groups.0);
        let mut kept = self.pungs.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(groups, found);
        found
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
    chows_known: Option<Arc<Known>>,
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
        let alone: i32 = members[..3].iter().map(|member| member.chows).sum();
        let numbers = [0, 1, 2].map(|suit| members[suit].cover.chows.chow_number());
        let together = match &self.chows_known {
            None => self.local.chows_together(self.table, numbers),
            Some(known) => known.get(numbers.iter().fold(0, |key, number| key << 10 | *number as u64), || {
                let groups = all(&self.chows_laid, members, |kind| kind == GroupKind::Chow);
                self.local.part(self.table, true, &groups, self.winning)
            }),
        };
        together - alone
    }

    /// What these very pungs and the pair earn over several suits, at most.
    pub fn pungs(&self, members: &[&Member; 4]) -> i32 {
        let mut ranks = self.ranks_laid;
        for (ranks, member) in ranks.iter_mut().zip(members) {
            let Partial { pungs, pair, .. } = &member.cover;
            *ranks = pungs.members().iter().chain(pair).fold(*ranks, |ranks, rank| ranks | 1 << rank);
        }
        let [a, b, c] = ranks;
        // Runs over several suits are of one rank as a rule.
        let meeting = if self.local.level_runs { a & b | a & c | b & c } else { a | b | c };
        if meeting == 0 {
            return 0;
        }
        let mut groups = all(&self.pungs_laid, members, |kind| kind != GroupKind::Chow);
        groups.retain(|group| meeting >> rank(group.first) & 1 == 1);
        let won = if self.pungs_laid.is_empty() { KindSet::EMPTY } else { self.winning };
        self.local.together.pungs((groups, won.0), |groups| self.local.over_suits(self.table, groups, won))
    }
}

/// Groups of the number suits, those that were laid first.
fn all(laid: &[Group], members: &[&Member; 4], wanted: fn(GroupKind) -> bool) -> Vec<Group> {
    let in_hand = members[..3].iter().enumerate().flat_map(|(suit, member)| member.cover.groups(suit));
    laid.iter().copied().chain(in_hand.filter(|group| wanted(group.kind))).collect()
}
