//! What groups of several suits add to what each suit earns alone.

use std::cell::RefCell;

use super::cover::Partial;
use super::local::{Grading, Local};
use super::suits::FastMap;
use crate::group::{Group, GroupKind};
use crate::rules::Table;
use crate::tile::suit;

/// The most that up to so many chows, or pungs, add.
pub(crate) struct Caps {
    chows: [i32; 6],
    pungs: [i32; 6],
}

impl Caps {
    /// The most that is added once `left` more sets are there, chows or pungs.
    pub fn at_most(&self, chows: u8, pungs: u8, left: u8) -> i32 {
        let with = |more: u8| {
            self.chows[usize::from(chows + more).min(5)] + self.pungs[usize::from(pungs + left - more).min(5)]
        };
        (0..=left).map(with).max().unwrap_or(0)
    }
}

/// Bounds for one hand with its sets on the table.
pub(crate) struct Crossing<'a> {
    table: &'a Table,
    local: &'a Local,
    /// Chows on the table, and pungs and kongs of number suits there.
    chows_laid: Vec<Group>,
    pungs_laid: Vec<Group>,
    /// What chows, and pungs with the pair, earn together, by what they are.
    chows_known: RefCell<FastMap<u64, i32>>,
    pungs_known: RefCell<FastMap<u64, i32>>,
}

impl<'a> Crossing<'a> {
    pub fn new(table: &'a Table, local: &'a Local, fixed: &[Group]) -> Self {
        let laid = |wanted: &dyn Fn(&Group) -> bool| fixed.iter().copied().filter(|group| wanted(group)).collect();
        Self {
            table,
            local,
            chows_laid: laid(&|group| group.kind == GroupKind::Chow),
            pungs_laid: laid(&|group| matches!(group.kind, GroupKind::Pung | GroupKind::Kong) && suit(group.first) < 3),
            chows_known: RefCell::default(),
            pungs_known: RefCell::default(),
        }
    }

    /// The most that chows and pungs add by their number alone.
    pub fn caps(&self) -> Caps {
        let mut caps = Caps { chows: [0; 6], pungs: [0; 6] };
        for a in 0..6_u8 {
            for b in 0..6 - a {
                for c in 0..6 - a - b {
                    let slot = &mut caps.chows[usize::from(a + b + c)];
                    *slot = self.chows([a, b, c]).max(*slot);
                }
            }
        }
        for pungs in 0..6 {
            caps.pungs[pungs] = self.pungs(pungs as u8, 0b111);
        }
        for at in 1..6 {
            caps.chows[at] = caps.chows[at].max(caps.chows[at - 1]);
            caps.pungs[at] = caps.pungs[at].max(caps.pungs[at - 1]);
        }
        caps
    }

    /// What so many chows of each suit add, at most.
    pub fn chows(&self, counts: [u8; 3]) -> i32 {
        if self.chows_laid.is_empty() {
            return self.local.cross(self.table).net(counts);
        }
        // What was found concealed is worth at most so much more in any state.
        let [_, concealed, _] = self.table.grades.map(|grade| grade.max(1));
        (self.local.gross(self.table, counts) * self.highest() + concealed - 1) / concealed
    }

    /// What so many pungs over these suits add, at most.
    pub fn pungs(&self, pungs: u8, suits: u8) -> i32 {
        let grade = if self.pungs_laid.is_empty() { self.table.grades[1] } else { self.highest() };
        self.local.cross_pungs(pungs.into(), (suits & 0b111).count_ones() as u8, true, grade)
    }

    fn highest(&self) -> i32 {
        self.table.grades.iter().copied().max().unwrap_or(1)
    }

    /// What these very chows earn together, at most.
    pub fn exact_chows(&self, covers: &[Partial; 4]) -> i32 {
        let numbers = [0, 1, 2].map(|suit| covers[suit].chows.chow_number());
        if self.chows_laid.is_empty() {
            return self.local.cross(self.table).together(numbers);
        }
        let key = numbers.iter().fold(0, |key, number| key << 10 | *number as u64);
        *self.chows_known.borrow_mut().entry(key).or_insert_with(|| {
            let groups = all(&self.chows_laid, covers, |kind| kind == GroupKind::Chow);
            self.local.part(self.table, true, &groups, Grading::Reachable)
        })
    }

    /// Whether pungs or the pair of different suits can earn together at all. Runs over suits are of one rank as a rule.
    pub fn pungs_meet(&self, covers: &[Partial; 4]) -> bool {
        if !self.pungs_laid.is_empty() || !self.local.level_runs {
            return true;
        }
        let [a, b, c] = [0, 1, 2].map(|suit| {
            let Partial { pungs, pair, .. } = &covers[suit];
            pungs.members().iter().chain(pair).fold(0_u16, |ranks, rank| ranks | 1 << rank)
        });
        a & b | a & c | b & c != 0
    }

    /// What these very pungs and the pair earn together, honours apart, at most.
    pub fn exact_pungs(&self, covers: &[Partial; 4]) -> i32 {
        let key = covers[..3].iter().fold(0, |key, cover| {
            key << 15 | (cover.pungs.pung_number() as u64) << 4 | cover.pair.map_or(0, |rank| u64::from(rank) + 1)
        });
        *self.pungs_known.borrow_mut().entry(key).or_insert_with(|| {
            let groups = all(&self.pungs_laid, covers, |kind| kind != GroupKind::Chow);
            let grading = if self.pungs_laid.is_empty() { Grading::Concealed } else { Grading::Reachable };
            self.local.part(self.table, false, &groups, grading)
        })
    }
}

/// Groups of the number suits, those that were laid first.
fn all(laid: &[Group], covers: &[Partial; 4], wanted: fn(GroupKind) -> bool) -> Vec<Group> {
    let in_hand = covers[..3].iter().enumerate().flat_map(|(suit, cover)| cover.groups(suit));
    laid.iter().copied().chain(in_hand.filter(|group| wanted(group.kind))).collect()
}
