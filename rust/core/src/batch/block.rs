//! Rows that are worked on together, step by step: what one row looks up does not wait for another's, and no jump is
//! taken by what comes out of one. Rows that a step does not settle are listed, for another step.

use super::row::Row;
use super::{Rows, Terms};
use crate::bits::bits;
use crate::shapes::low_bits;
use crate::suit::keys;

/// Tiles of a hand, at most.
const MOST_TILES: u8 = 17;

/// Rows that are worked on together, at most.
pub const ROWS: usize = 64;

/// A number of each row.
pub type Bytes = [u8; ROWS];

/// Such rows, none of which has a fault but for the number of its tiles, and what is worked out of them beforehand.
pub struct Block<'a> {
    pub rows: Rows<'a>,
    pub terms: Terms,
    /// By suit.
    keys: [[u32; ROWS]; 4],
    pub wilds: Bytes,
    pub melds: Bytes,
    /// Naturals on the table.
    pub laid: Bytes,
}

/// One of them.
#[derive(Clone, Copy)]
pub struct Keyed {
    /// The keys of its suits.
    pub keys: [usize; 4],
    pub wilds: u8,
    pub melds: u8,
}

impl Keyed {
    /// Naturals that there are if there are so many tiles in all; more than there can be where wild tiles and sets are
    /// too many.
    #[inline]
    pub const fn naturals(self, tiles: u8) -> u8 {
        tiles.wrapping_sub(self.wilds).wrapping_sub(3 * self.melds)
    }
}

impl<'a> Block<'a> {
    pub const fn new(terms: Terms, rows: Rows<'a>) -> Self {
        Self { rows, terms, keys: [[0; ROWS]; 4], wilds: [0; ROWS], melds: [0; ROWS], laid: [0; ROWS] }
    }

    /// Takes these rows, and tells whether none has a fault but for the number of its tiles.
    pub fn take(&mut self, rows: Rows<'a>) -> bool {
        self.rows = rows;
        rows.wilds.copy_into(&mut self.wilds);
        rows.melds.copy_into(&mut self.melds);
        let most_wilds = if self.terms.wild_tiles { MOST_TILES } else { 0 };
        if most(&self.wilds) > most_wilds || most(&self.melds) > self.terms.shapes.sets || !self.counts_can_be() {
            return false;
        }
        true
    }

    /// Whether there are at most four of a kind, and no more tiles on the table than the sets can have.
    fn counts_can_be(&mut self) -> bool {
        let counts = self.rows.counts.as_flattened();
        let Some(melded) = self.rows.melded else {
            return most(counts) <= 4;
        };
        let both = counts.iter().zip(melded.as_flattened());
        let most = both.fold(0, |most, (&held, &laid)| held.saturating_add(laid).max(most));
        for (all, laid) in self.laid.iter_mut().zip(melded) {
            *all = laid.iter().sum();
        }
        most <= 4 && self.laid.iter().zip(&self.melds).take(melded.len()).all(|(&laid, &melds)| laid <= 4 * melds)
    }

    #[inline]
    pub fn row(&self, row: usize) -> Row<'a> {
        self.rows.row(row, self.terms)
    }

    /// One row, its keys worked out and kept.
    #[inline(always)]
    #[allow(clippy::inline_always)] // The keys are then in registers.
    pub fn meet(&mut self, row: usize) -> Keyed {
        let keys = keys(&self.rows.counts[row]);
        for (kept, key) in self.keys.iter_mut().zip(keys) {
            kept[row] = key as u32;
        }
        Keyed { keys, wilds: self.wilds[row], melds: self.melds[row] }
    }

    /// One row that was met.
    #[inline]
    pub fn met(&self, row: usize) -> Keyed {
        let keys = self.keys.each_ref().map(|keys| keys[row] as usize);
        Keyed { keys, wilds: self.wilds[row], melds: self.melds[row] }
    }
}

fn most(numbers: &[u8]) -> u8 {
    numbers.iter().fold(0, |most, &number| number.max(most))
}

/// Some rows of a block, a bit each.
#[derive(Clone, Copy, Default)]
pub struct RowSet(u64);

impl RowSet {
    /// So many rows, from the first on.
    pub const fn first(rows: usize) -> Self {
        Self(u64::MAX >> (ROWS - rows))
    }

    /// Those of the first rows for which that is so.
    pub fn of(is_so: &[bool; ROWS], rows: usize) -> Self {
        let eights = is_so.as_chunks().0.iter().rev();
        let all = eights.fold(0, |rows, eight| rows << 8 | low_bits(u64::from_le_bytes(eight.map(u8::from))));
        Self(all & Self::first(rows).0)
    }

    /// Adds a row where that is so, without a jump.
    #[inline]
    pub fn add(&mut self, row: usize, so: bool) {
        self.0 |= u64::from(so) << row;
    }

    pub fn rows(self) -> impl Iterator<Item = usize> {
        bits(self.0)
    }
}
