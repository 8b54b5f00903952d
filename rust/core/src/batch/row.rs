//! One hand of a batch.

use super::suits::Facts;
use super::{Fault, Terms};
use crate::hand::Shape;
use crate::shapes::{Copies, Loose};
use crate::tile::{Counts, KINDS};

/// One hand.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    pub counts: &'a Counts,
    pub wilds: u8,
    pub melds: u8,
    pub melded: Option<&'a Counts>,
    pub terms: Terms,
    /// Sets still to be made, if there is no fault.
    pub sets: u8,
}

impl Row<'_> {
    /// What is wrong with the hand, where it has to have at least `least` and at most `most` tiles.
    pub fn fault(&self, least: u8, most: u8) -> Fault {
        let sum = |counts: &Counts| counts.iter().map(|&copies| u16::from(copies)).sum::<u16>();
        let tiles = sum(self.counts) + u16::from(self.wilds) + 3 * u16::from(self.melds);
        if tiles < least.into() || tiles > most.into() {
            return Fault::TileCount;
        }
        let none = [0; KINDS];
        let melded = self.melded.unwrap_or(&none);
        if self.counts.iter().zip(melded).any(|(&held, &laid)| u16::from(held) + u16::from(laid) > 4) {
            return Fault::TooManyCopies;
        }
        if self.wilds > 0 && !self.terms.wild_tiles {
            return Fault::NoWildTiles;
        }
        if sum(melded) > 4 * u16::from(self.melds) {
            return Fault::NotAMeld;
        }
        Fault::None
    }

    /// Whether hands may take this shape.
    #[inline]
    pub const fn knows(&self, shape: Shape) -> bool {
        self.terms.shapes.knows(shape)
    }

    /// Whether this one may, where the shape admits no sets on the table.
    #[inline]
    pub const fn is_open(&self, shape: Shape) -> bool {
        self.melds == 0 && self.knows(shape)
    }

    /// Pairs that may be needed, in hands of seven and perhaps a triplet.
    #[inline]
    pub const fn pairs_at_most(&self, all: Facts) -> u8 {
        match self.sets {
            4 => 7,
            _ if all.has_three() => 9,
            _ => 8,
        }
    }

    /// Whether a tile on the table is natural.
    #[inline]
    pub fn natural_melds(&self) -> bool {
        self.melded.is_some_and(|melded| melded.iter().any(|&copies| copies > 0))
    }

    /// The form that the shapes take.
    pub fn loose(&self) -> Loose {
        let melded = self.melded.copied().unwrap_or([0; KINDS]);
        Loose::beside(*self.counts, self.wilds, self.sets, melded, self.melds > 0)
    }

    /// Kinds by their counts.
    pub fn copies(&self) -> Copies {
        Copies::of(self.counts)
    }
}
