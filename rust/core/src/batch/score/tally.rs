//! Counts of groups, and of runs.

use std::iter::Sum;
use std::ops::{Add, AddAssign, BitAnd, BitOr};

/// Bits of a count.
const COUNT: u32 = 4;

/// Counts in a word.
const IN_WORD: u32 = u64::BITS / COUNT;

/// Words of a tally.
pub(super) const WORDS: usize = 3;

/// Counts in a tally.
pub(super) const FIELDS: usize = WORDS * IN_WORD as usize;

/// The place of a count in a tally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field(u8);

impl Field {
    pub const fn new(at: usize) -> Self {
        Self(at as u8)
    }

    const fn word(self) -> usize {
        (self.0 as u32 / IN_WORD) as usize
    }

    const fn shift(self) -> u32 {
        COUNT * (self.0 as u32 % IN_WORD)
    }
}

/// Counts, four bits each; which they are, the conditions say. The highest bit of each is for tests whether a count is
/// high enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Tally(pub [u64; WORDS]);

impl Tally {
    /// The most that is counted.
    pub const MOST: u64 = (1 << (COUNT - 1)) - 1;

    /// The highest bit of each count.
    #[inline]
    pub fn tops(self) -> Self {
        const TOPS: u64 = 0x8888_8888_8888_8888;
        self & Self([TOPS; WORDS])
    }

    /// Nothing but this count.
    pub const fn of(count: u64, field: Field) -> Self {
        let mut words = [0; WORDS];
        words[field.word()] = count << field.shift();
        Self(words)
    }

    pub const fn get(self, field: Field) -> u8 {
        (self.0[field.word()] >> field.shift()) as u8 & ((1 << COUNT) - 1)
    }

    #[inline]
    fn zip(mut self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = of(*word, other);
        }
        self
    }

    /// What is left without those of another.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }
}

impl Add for Tally {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }
}

impl BitAnd for Tally {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, u64::bitand)
    }
}

impl BitOr for Tally {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, u64::bitor)
    }
}

impl AddAssign for Tally {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Tally {
    #[inline]
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Self::add)
    }
}
