//! Groups of an arrangement, and how they were laid.

use crate::tile::{Kind, KindSet, rank};

/// What a group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroupKind {
    /// Three consecutive ranks of one suit.
    Chow,
    /// Three of a kind.
    Pung,
    /// Four of a kind, laid down.
    Kong,
    /// Two of a kind.
    Pair,
    /// 147, 258 and 369, each of another suit; `first` is the [`knitted`] permutation.
    Knitted,
    /// One tile of an unconnected shape.
    Single,
}

/// How a group came to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Laid {
    /// In hand.
    Hand,
    /// A chow or pung that used a claimed tile.
    Claimed,
    /// A kong from a discard, or one added to a claimed pung.
    OpenKong,
    /// Four face down.
    ConcealedKong,
}

/// One group with its faces resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Group {
    /// What it is.
    pub kind: GroupKind,
    /// Its tile, the lowest of a chow, or the permutation of a knitted block.
    pub first: Kind,
    /// How it came to lie.
    pub laid: Laid,
}

/// Which suit holds 147, 258 and 369, in each of the six knitted blocks.
pub const KNITTED: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The nine kinds of each knitted block.
const BLOCKS: [[Kind; 9]; 6] = {
    let mut blocks = [[0; 9]; 6];
    let mut at = 0;
    while at < 9 * KNITTED.len() {
        let (permutation, tile) = (at / 9, at % 9);
        let rank = tile / 3 + 3 * (tile % 3);
        blocks[permutation][tile] = 9 * KNITTED[permutation][tile / 3] + rank as Kind;
        at += 1;
    }
    blocks
};

/// The same as sets.
const BLOCK_KINDS: [KindSet; 6] = {
    let mut sets = [KindSet::EMPTY; 6];
    let mut at = 0;
    while at < 9 * KNITTED.len() {
        sets[at / 9].0 |= 1 << BLOCKS[at / 9][at % 9];
        at += 1;
    }
    sets
};

/// The nine kinds of a knitted block.
#[must_use]
pub const fn knitted(permutation: u8) -> [Kind; 9] {
    BLOCKS[permutation as usize]
}

impl Group {
    /// A group in hand.
    #[must_use]
    pub const fn in_hand(kind: GroupKind, first: Kind) -> Self {
        Self { kind, first, laid: Laid::Hand }
    }

    /// Its tiles, in ascending order (a knitted block: 147, 258, 369).
    #[must_use]
    pub fn tiles(self) -> Vec<Kind> {
        let first = self.first;
        match self.kind {
            GroupKind::Chow => vec![first, first + 1, first + 2],
            GroupKind::Pung => vec![first; 3],
            GroupKind::Kong => vec![first; 4],
            GroupKind::Pair => vec![first; 2],
            GroupKind::Single => vec![first],
            GroupKind::Knitted => knitted(first).to_vec(),
        }
    }

    /// The kinds it holds.
    #[must_use]
    pub fn kinds(self) -> KindSet {
        match self.kind {
            GroupKind::Chow => KindSet(0b111 << self.first),
            GroupKind::Knitted => BLOCK_KINDS[self.first as usize],
            _ => KindSet::of(self.first),
        }
    }

    /// Copies of `kind` in it.
    #[must_use]
    pub fn copies_of(self, kind: Kind) -> u8 {
        if !self.kinds().contains(kind) {
            return 0;
        }
        match self.kind {
            GroupKind::Chow | GroupKind::Knitted | GroupKind::Single => 1,
            GroupKind::Pair => 2,
            GroupKind::Pung => 3,
            GroupKind::Kong => 4,
        }
    }

    /// Whether no other tile than this one would have made a chow of the other two.
    pub(crate) const fn is_one_sided(self, tile: Kind) -> bool {
        tile == self.first + 1
            || (tile == self.first + 2 && rank(self.first) == 0)
            || (tile == self.first && rank(self.first) == 6)
    }

    /// Chow, pung or kong.
    #[must_use]
    pub const fn is_set(self) -> bool {
        matches!(self.kind, GroupKind::Chow | GroupKind::Pung | GroupKind::Kong)
    }
}
