//! One hand of a batch.

use super::suits::Facts;
use super::{Fault, Terms};
use crate::hand::Shape;
use crate::shapes::{Copies, Loose};
use crate::suit::{KEY_STEP, NUMBER_KEYS, join_digits};
use crate::tile::{Counts, KINDS};

/// One hand.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    pub counts: &'a Counts,
    pub wilds: u8,
    pub melds: u8,
    pub melded: Option<&'a Counts>,
    pub terms: Terms,
    /// Sets still to be made; set by [`Row::admit`].
    pub sets: u8,
}

/// More than a byte of at most four, less than one of five, from the highest bit.
const ABOVE_FOUR: u64 = 0x7B7B_7B7B_7B7B_7B7B;

const ONES: u64 = 0x0101_0101_0101_0101;

impl Row<'_> {
    /// The keys of the suits, and whether there are four of a kind, if the hand can be and has as many tiles as these.
    #[inline(always)]
    #[allow(clippy::inline_always)] // What is not asked for is then not worked out.
    pub fn admit(&mut self, least: u8, most: u8) -> Result<Tiles, Fault> {
        let eight = |start: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&self.counts[start..start + 8]);
            u64::from_le_bytes(bytes)
        };
        let words = [eight(0), eight(9), eight(18), eight(26) >> 8];
        let ninths = [8, 17, 26].map(|kind| u64::from(self.counts[kind]));
        let mut many = (ninths[0] | ninths[1] << 8 | ninths[2] << 16) + (ABOVE_FOUR >> 40);
        let (mut sum, mut fours) = (0u64, 0);
        for word in words {
            many |= word | word.wrapping_add(ABOVE_FOUR);
            sum = word.wrapping_add(sum);
            fours |= word;
        }
        let naturals = ((sum.wrapping_mul(ONES) >> 56) + ninths.iter().sum::<u64>()) as u16;
        let tiles = naturals + u16::from(self.wilds) + 3 * u16::from(self.melds);
        let few = tiles < least.into() || tiles > most.into();
        if many & (ONES << 7) != 0 || few || self.wilds > 0 && !self.terms.wild_tiles || self.melded.is_some() {
            let fault = self.fault(least, most);
            if fault != Fault::None {
                return Err(fault);
            }
        }
        self.sets = self.terms.shapes.sets - self.melds;
        let mut keys = [0; 4];
        for (suit, (key, word)) in keys.iter_mut().zip(words).enumerate() {
            *key = join_digits(word);
            match ninths.get(suit) {
                Some(&ninth) => *key += KEY_STEP[8] * ninth as usize,
                None => *key += NUMBER_KEYS,
            }
        }
        let fours = (fours | ninths[0] | ninths[1] | ninths[2]) & (ONES << 2) != 0;
        Ok(Tiles { keys, naturals: naturals as u8, fours })
    }

    /// What is wrong with the hand, where it has to have at least `least` and at most `most` tiles.
    #[cold]
    #[inline(never)]
    fn fault(self, least: u8, most: u8) -> Fault {
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

    /// Whether hands may take a shape that is no sets and a pair.
    #[inline]
    pub const fn more_shapes(&self) -> bool {
        self.terms.shapes.known & !(1 << Shape::Standard as u8) != 0
    }

    /// Pairs that may be needed, in hands of seven and perhaps a triplet.
    #[inline]
    pub const fn pairs_at_most(&self, all: Facts) -> u64 {
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

/// What is read off the counts of a hand.
#[derive(Clone, Copy, Debug)]
pub struct Tiles {
    /// The key of each suit.
    pub keys: [usize; 4],
    /// Natural tiles in hand.
    pub naturals: u8,
    /// Whether there are four of a kind.
    pub fours: bool,
}
