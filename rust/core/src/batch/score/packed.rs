//! Tiles by kind in four words.

use crate::group::Group;
use crate::tile::{Counts, KINDS, Kind, rank, ranks_in, suit};

/// Bits of a count.
const COUNT: u8 = 4;

/// How many there are of each kind: a word for each suit, four bits for each rank from the lowest on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packed(pub [u64; 4]);

impl Packed {
    /// Of counts below sixteen.
    #[must_use]
    pub fn of(counts: &Counts) -> Self {
        let eight = |start: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&counts[start..start + 8]);
            joined(u64::from_le_bytes(bytes))
        };
        let nine = |start: usize| eight(start) | u64::from(counts[start + 8]) << (8 * COUNT);
        Self([nine(0), nine(9), nine(18), eight(26) >> COUNT])
    }

    /// The same as a list.
    #[must_use]
    pub fn counts(self) -> Counts {
        let mut counts = [0; KINDS];
        for (suit, word) in self.0.into_iter().enumerate() {
            for (rank, count) in counts[9 * suit..].iter_mut().enumerate().take(ranks_in(suit)) {
                *count = count_at(word, rank as u8);
            }
        }
        counts
    }

    /// How many there are of a kind.
    #[must_use]
    #[inline]
    pub const fn get(self, kind: Kind) -> u8 {
        count_at(self.0[suit(kind)], rank(kind))
    }

    /// How many tiles there are.
    #[must_use]
    #[inline]
    pub fn len(self) -> u32 {
        const ODD: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        let sum: u64 = self.0.iter().map(|word| (word & ODD) + (word >> COUNT & ODD)).sum();
        (sum.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether there are no tiles.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether there are no more than four of a kind together with others; of neither more than six.
    #[must_use]
    #[inline]
    pub fn at_most_four_with(self, others: Self) -> bool {
        const ABOVE_FOUR: u64 = 0x3333_3333_3333_3333;
        let sums = self.0.iter().zip(others.0).map(|(some, others)| some + others + ABOVE_FOUR);
        sums.fold(0, |all, sum| all | sum) & 0x8888_8888_8888_8888 == 0
    }

    /// Takes all of a kind away, and says how many they were.
    pub const fn take(&mut self, kind: Kind) -> u8 {
        let count = self.get(kind);
        self.0[suit(kind)] -= (count as u64) << (COUNT * rank(kind));
        count
    }

    /// Adds one of a kind.
    #[inline]
    pub const fn add(&mut self, kind: Kind) {
        self.0[suit(kind)] += 1 << (COUNT * rank(kind));
    }

    /// The same with the tiles of a group.
    pub(super) fn with(mut self, group: Group) -> Self {
        group.tiles().into_iter().for_each(|kind| self.add(kind));
        self
    }
}

const fn count_at(word: u64, rank: u8) -> u8 {
    (word >> (COUNT * rank)) as u8 & 15
}

/// Eight counts, one a byte, joined.
const fn joined(bytes: u64) -> u64 {
    let pairs = (bytes | bytes >> 4) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF;
    (fours | fours >> 16) & 0xFFFF_FFFF
}
