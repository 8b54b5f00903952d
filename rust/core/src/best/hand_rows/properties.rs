//! Properties of groups, each of them one bit.

use crate::group::{Group, GroupKind};
use crate::rules::data::SetKind;
use crate::tile::{KINDS, KindSet, starts_chow};

/// Groups whose masks are kept.
const TABLED: [GroupKind; 4] = [GroupKind::Chow, GroupKind::Pung, GroupKind::Pair, GroupKind::Single];

/// A property of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    /// It holds a tile of the set.
    Holds(KindSet),
    /// It holds no tile of the set.
    Misses(KindSet),
    /// It is a set that is not of this sort, or not within these kinds.
    OtherSet(SetKind, KindSet),
    /// It is a pair outside these kinds.
    OtherPair(KindSet),
    /// It is a chow.
    Chow,
}

impl Property {
    fn of(self, group: Group) -> bool {
        let kinds = group.kinds();
        match self {
            Self::Holds(set) => kinds.meets(set),
            Self::Misses(set) => !kinds.meets(set),
            Self::OtherSet(kind, within) => group.is_set() && !(fits(kind, group.kind) && kinds.within(within)),
            Self::OtherPair(within) => group.kind == GroupKind::Pair && !kinds.within(within),
            Self::Chow => group.kind == GroupKind::Chow,
        }
    }
}

fn fits(kind: SetKind, group: GroupKind) -> bool {
    match kind {
        SetKind::Chow => group == GroupKind::Chow,
        SetKind::Pung => matches!(group, GroupKind::Pung | GroupKind::Kong),
        SetKind::Kong => group == GroupKind::Kong,
        SetKind::Set => true,
    }
}

/// Properties by their bits, and the masks of groups.
#[derive(Clone, Debug)]
pub(crate) struct Properties {
    named: Vec<Property>,
    /// Masks of chows, pungs, pairs and singles by their first tile.
    pub masks: [[u64; KINDS]; TABLED.len()],
}

impl Default for Properties {
    fn default() -> Self {
        Self { named: Vec::new(), masks: [[0; KINDS]; TABLED.len()] }
    }
}

impl Properties {
    pub const fn len(&self) -> usize {
        self.named.len()
    }

    /// The bit of a property; none if there are no more bits.
    pub fn bit(&mut self, property: Property) -> u64 {
        let at = self.named.iter().position(|known| *known == property).unwrap_or(self.named.len());
        let bit = 1_u64.checked_shl(at as u32).unwrap_or(0);
        if at == self.named.len() {
            self.named.push(property);
            for (kind, masks) in TABLED.into_iter().zip(&mut self.masks) {
                for (first, mask) in masks.iter_mut().enumerate() {
                    let first = first as u8;
                    let is_group = kind != GroupKind::Chow || starts_chow(first);
                    if is_group && property.of(Group::in_hand(kind, first)) {
                        *mask |= bit;
                    }
                }
            }
        }
        bit
    }

    /// The mask of one group.
    pub fn mask(&self, group: Group) -> u64 {
        if let Some(at) = TABLED.iter().position(|kind| *kind == group.kind) {
            return self.masks[at][group.first as usize];
        }
        let bits = self.named.iter().enumerate().filter(|(_, property)| property.of(group));
        bits.map(|(index, _)| 1 << index).sum()
    }
}
