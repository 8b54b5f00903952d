//! An arrangement with what is looked at of its groups.

use crate::group::{Group, GroupKind, Laid};
use crate::rules::data::SetKind;

use super::suits::MOST_GROUPS;

/// Groups numbered, the pair last; masks have bit `i` for group `i`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laying {
    groups: [Group; MOST_GROUPS],
    len: usize,
    /// A byte for each part: the groups that it looks at.
    looked_at: u64,
    /// Those that all groups leave as they are.
    pub flags: u64,
    chows: u32,
    pungs: u32,
    pub kongs: u32,
    pub in_hand: u32,
    /// Those that are, as long as nothing is chosen.
    pub concealed: u32,
}

impl Laying {
    pub const EMPTY: Self = Self {
        groups: [Group::in_hand(GroupKind::Pair, 0); MOST_GROUPS],
        len: 0,
        looked_at: 0,
        flags: u64::MAX,
        chows: 0,
        pungs: 0,
        kongs: 0,
        in_hand: 0,
        concealed: 0,
    };

    /// Adds a group that these parts look at, a byte each.
    #[inline]
    pub fn push(&mut self, group: Group, parts: u64) {
        let bit = 1 << self.len;
        self.groups[self.len] = group;
        self.looked_at |= parts << self.len;
        self.len += 1;
        match group.kind {
            GroupKind::Chow => self.chows |= bit,
            GroupKind::Pung => self.pungs |= bit,
            GroupKind::Kong => (self.pungs, self.kongs) = (self.pungs | bit, self.kongs | bit),
            GroupKind::Pair | GroupKind::Knitted | GroupKind::Single => {}
        }
        match group.laid {
            Laid::Hand => (self.in_hand, self.concealed) = (self.in_hand | bit, self.concealed | bit),
            Laid::ConcealedKong => self.concealed |= bit,
            Laid::Claimed | Laid::OpenKong => {}
        }
    }

    pub fn groups(&self) -> &[Group] {
        &self.groups[..self.len]
    }

    pub const fn whole(&self) -> u32 {
        (1 << self.len) - 1
    }

    pub const fn pair(&self) -> u32 {
        1 << (self.len - 1)
    }

    /// The sets of a kind.
    pub const fn sets(&self, kind: SetKind) -> u32 {
        match kind {
            SetKind::Chow => self.chows,
            SetKind::Pung => self.pungs,
            SetKind::Kong => self.kongs,
            SetKind::Set => self.chows | self.pungs,
        }
    }

    /// The groups that a part looks at.
    #[inline]
    pub const fn looked_at(&self, part: usize) -> u8 {
        (self.looked_at >> (8 * part)) as u8
    }

    /// Lets a part look at some groups.
    pub fn look_at(&mut self, part: usize, groups: u8) {
        self.looked_at |= u64::from(groups) << (8 * part);
    }
}
