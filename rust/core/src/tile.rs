//! Tiles by kind: 0..=8 characters, 9..=17 dots, 18..=26 bamboo, 27..=33 honours.

use crate::bits::bits;

/// A kind of tile, below [`KINDS`].
pub type Kind = u8;

/// Number of kinds.
pub const KINDS: usize = 34;

/// How many of each kind.
pub type Counts = [u8; KINDS];

/// The suit of a kind: 0, 1, 2 for number suits and 3 for honours.
#[must_use]
pub const fn suit(kind: Kind) -> usize {
    (kind / 9) as usize
}

/// The 0-based rank of a kind in its suit.
#[must_use]
pub const fn rank(kind: Kind) -> u8 {
    kind % 9
}

/// Whether a chow may start with a kind.
#[must_use]
pub const fn starts_chow(kind: Kind) -> bool {
    suit(kind) < 3 && rank(kind) < 7
}

/// Kinds in a suit: nine ranks, or seven honours.
#[must_use]
pub const fn ranks_in(suit: usize) -> usize {
    if suit == 3 { 7 } else { 9 }
}

/// The kind of a suit and 0-based rank.
#[must_use]
pub const fn kind_at(suit: usize, rank: u8) -> Kind {
    suit as u8 * 9 + rank
}

/// The kind after this one: 9 is followed by 1, north by east, and the dragons go red, green, white.
#[must_use]
pub const fn next_in_row(kind: Kind) -> Kind {
    match kind {
        0..27 => kind - rank(kind) + (rank(kind) + 1) % 9,
        27..31 => 27 + (kind - 27 + 1) % 4,
        31 => 33,
        _ => kind - 1,
    }
}

/// The counts of one suit by rank; honours leave the last two places empty.
#[must_use]
pub fn in_suit(counts: &Counts, suit: usize) -> [u8; 9] {
    let mut ranks = [0; 9];
    let held = &counts[suit * 9..suit * 9 + ranks_in(suit)];
    ranks[..held.len()].copy_from_slice(held);
    ranks
}

/// A set of kinds, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindSet(pub u64);

impl KindSet {
    /// No kind.
    pub const EMPTY: Self = Self(0);
    /// Every kind.
    pub const ALL: Self = Self((1 << KINDS) - 1);
    /// The three number suits.
    pub const NUMBERS: Self = Self((1 << 27) - 1);
    /// Winds and dragons.
    pub const HONOURS: Self = Self(0x7F << 27);

    /// The set of one kind.
    #[must_use]
    pub const fn of(kind: Kind) -> Self {
        Self(1 << kind)
    }

    /// Whether `kind` is a member.
    #[must_use]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind & 1 == 1
    }

    /// Whether every member of `self` is one of `other`.
    #[must_use]
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the sets share a kind.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Kinds in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Number of members.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no member.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Members in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        bits(self.0).map(|kind| kind as Kind)
    }
}
