//! Rows that are worked on together, step by step: what one row looks up does not wait for another's, and no jump is
//! taken by what comes out of one. Rows that a step does not settle are listed, for another step.

use std::array;

use super::row::Row;
use super::{Rows, Terms};
use crate::bits::bits;
use crate::shapes::low_bits;
use crate::suit::keys;
use crate::tile::Counts;

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

    /// The keys of the suits of a row with these counts, which are kept.
    #[inline(always)]
    #[allow(clippy::inline_always)] // The keys are then in registers.
    pub fn meet(&mut self, row: usize, counts: &Counts) -> [usize; 4] {
        let keys = keys(counts);
        for (kept, key) in self.keys.iter_mut().zip(keys) {
            kept[row] = key as u32;
        }
        keys
    }

    /// Those of a row that was met.
    #[inline]
    pub fn met(&self, row: usize) -> [usize; 4] {
        self.keys.each_ref().map(|keys| keys[row] as usize)
    }

    /// How many naturals each row has if there are so many tiles in all; more than there can be where wild tiles and sets
    /// are too many.
    pub fn naturals(&self, tiles: u8) -> Bytes {
        array::from_fn(|row| tiles.wrapping_sub(self.wilds[row]).wrapping_sub(3 * self.melds[row]))
    }
}

fn most(numbers: &[u8]) -> u8 {
    numbers.iter().fold(0, |most, &number| number.max(most))
}

/// The first bytes of all rows, then the second ones, and so on: all are halved three times, many in one instruction.
pub fn by_place(rows: &[[u8; 8]; ROWS]) -> [Bytes; 8] {
    fn halves<const ALL: usize, const HALF: usize>(bytes: &[u8; ALL]) -> [[u8; HALF]; 2] {
        let mut halves = [[0; HALF]; 2];
        let [even, odd] = &mut halves;
        for ((even, odd), two) in even.iter_mut().zip(odd).zip(bytes.as_chunks::<2>().0) {
            let two = u16::from_le_bytes(*two);
            (*even, *odd) = (two as u8, (two >> 8) as u8);
        }
        halves
    }
    let mut all = [0; 8 * ROWS];
    all.copy_from_slice(rows.as_flattened());
    let [even, odd]: [[u8; 4 * ROWS]; 2] = halves(&all);
    let [[zero, four], [two, six]] = halves(&even).map(|half: [u8; 2 * ROWS]| halves(&half));
    let [[one, five], [three, seven]] = halves(&odd).map(|half: [u8; 2 * ROWS]| halves(&half));
    [zero, one, two, three, four, five, six, seven]
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

    /// Those of the first rows for which that is so of what belongs to them; none is looked at if it is so of none.
    pub fn of_few<T: Copy>(of_rows: impl Iterator<Item = T>, any: bool, is_so: impl Fn(T) -> bool) -> Self {
        let mut found = Self::default();
        if any {
            of_rows.enumerate().for_each(|(row, of_row)| found.add(row, is_so(of_row)));
        }
        found
    }

    /// Without those.
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
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
