//! Rows that are worked on together, step by step: what one row looks up does not wait for another's, and no jump is
//! taken by what comes out of one. Rows that a step does not settle are listed, for another step.

use super::row::Row;
use super::{Each, Rows, Terms};
use crate::suit::keys;
use crate::tile::{Counts, KINDS};

/// Rows that are worked on together, at most.
pub const ROWS: usize = 64;

/// Such rows, none of which has a fault but for the number of its tiles, with the keys of their suits.
pub struct Block<'a> {
    pub rows: Rows<'a>,
    pub terms: Terms,
    keys: [[u32; 4]; ROWS],
}

impl<'a> Block<'a> {
    /// These rows, if none has a fault but for the number of its tiles.
    pub fn of(rows: Rows<'a>, terms: Terms) -> Option<Self> {
        let counts = rows.counts.as_flattened();
        let most = match rows.melded {
            None => counts.iter().fold(0, |most, &copies| copies.max(most)),
            Some(melded) => {
                let held = counts.iter().zip(melded.as_flattened());
                held.fold(0, |most, (&held, &laid)| held.saturating_add(laid).max(most))
            }
        };
        let wilds = (0..rows.counts.len()).all(|row| terms.wild_tiles || rows.wilds.at(row) == 0);
        if most > 4 || !wilds || rows.melded.is_some_and(|melded| !are_melds(melded, rows.melds)) {
            return None;
        }
        let mut block = Self { rows, terms, keys: [[0; 4]; ROWS] };
        for (keys_of, counts) in block.keys.iter_mut().zip(rows.counts) {
            let [a, b, c, d] = keys(counts);
            *keys_of = [a as u32, b as u32, c as u32, d as u32];
        }
        Some(block)
    }

    #[inline]
    pub fn row(&self, row: usize) -> Row<'a> {
        self.rows.row(row, self.terms)
    }

    /// The keys of the suits of a row.
    #[inline]
    pub fn keys(&self, row: usize) -> [usize; 4] {
        self.keys[row].map(|key| key as usize)
    }

    /// Whether a tile on the table is natural.
    #[inline]
    pub fn natural_melds(&self, row: usize) -> bool {
        self.rows.melded.is_some_and(|melded| melded[row] != [0; KINDS])
    }

    /// Naturals that a row has if it has so many tiles in all, and nothing where it cannot.
    #[inline]
    pub fn naturals(&self, row: usize, tiles: u8) -> i32 {
        let (wilds, melds) = (i32::from(self.rows.wilds.at(row)), i32::from(self.rows.melds.at(row)));
        i32::from(tiles) - wilds - 3 * melds
    }
}

/// Whether no row has more tiles on the table than its sets can have.
fn are_melds(melded: &[Counts], melds: Each<'_>) -> bool {
    let tiles = |laid: &Counts| laid.iter().sum::<u8>();
    melded.iter().enumerate().all(|(row, laid)| u16::from(tiles(laid)) <= 4 * u16::from(melds.at(row)))
}

/// Some rows of a block.
pub struct List {
    rows: [u8; ROWS],
    number: usize,
}

impl List {
    pub const fn new() -> Self {
        Self { rows: [0; ROWS], number: 0 }
    }

    /// So many rows, from the first on.
    pub fn all(rows: usize) -> Self {
        Self { rows: std::array::from_fn(|row| row as u8), number: rows }
    }

    /// Adds a row where that is so, without a jump.
    #[inline]
    pub fn add(&mut self, row: usize, so: bool) {
        self.rows[self.number % ROWS] = row as u8;
        self.number += usize::from(so);
    }

    pub fn rows(&self) -> impl Iterator<Item = usize> {
        self.rows[..self.number].iter().map(|&row| usize::from(row))
    }
}
