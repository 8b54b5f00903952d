//! One hand of a batch.

use super::{Fault, Terms};
use crate::shapes::{Copies, Loose};
use crate::suit::keys;
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

    /// The keys of what is on the table.
    pub fn laid(&self) -> [usize; 4] {
        keys(self.melded.unwrap_or(&[0; KINDS]))
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
