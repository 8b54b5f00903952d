//! Which hands surely are, or are not, what is asked: bounds for every shape, added up over the suits in one word.
//!
//! Each byte is a number that a shape lets be so large at most, and its highest bit stays free. What is added to the sum
//! sets that bit exactly in bytes that are larger, so that one comparison screens all shapes.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Terms;
use super::suits::cover_limit;
use crate::hand::Shape;
use crate::shapes::knitted_dragon;
use crate::suit::KEYS;

/// What a suit says to each screen; all zero in a suit that was not yet met.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// How sets and a pair cover the tiles (see [`cover_limit`]), and at least beside any knitted block.
    pub cover: u64,
    /// See `cover`.
    pub beside: u64,
    /// Pairs that hold all tiles, and at least where a triplet may stand beside them.
    pub pairs: u64,
    /// See `pairs`.
    pub pairs_beside_three: u64,
    /// Tiles beyond one of each terminal and honour, and beyond what the sixteen unrelated take.
    pub beyond_orphans: u64,
    /// See `beyond_orphans`.
    pub beyond_unrelated: u64,
    /// Tiles.
    pub tiles: u64,
    /// Whether there are four of a kind.
    pub fours: bool,
}

const GUARDS: u64 = 0x8080_8080_8080_8080;
const SURELY_PAIRS: u64 = 0x80 << 48;
const KNOWN: u64 = 0x80 << 56;

/// Sets and a pair.
pub const STANDARD: u64 = 0x80;
/// Seven pairs.
pub const PAIRS: u64 = 0x80 << 8;
/// The knitted dragon.
pub const KNITTED: u64 = 0x80 << 32;
/// Every other shape.
pub const OTHERS: u64 = 0x80 << 16 | 0x80 << 24 | 0x80 << 40;

/// Suits that were met, as the highest byte, and below them those that hold four of a kind.
const MET: u64 = 16 << 56;
const FOURS: u64 = 1 << 56;

static BOUNDS: [AtomicU64; KEYS] = [const { AtomicU64::new(0) }; KEYS];

/// Keeps what a suit says.
pub fn keep(key: usize, bounds: Bounds) {
    let Bounds { cover, beside, pairs, pairs_beside_three, beyond_orphans, beyond_unrelated, tiles, fours } = bounds;
    let bytes = [cover, pairs_beside_three, beyond_orphans, beyond_unrelated, beside, tiles, pairs];
    let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | byte);
    BOUNDS[key].store(word | MET | if fours { FOURS } else { 0 }, Ordering::Release);
}

/// What one question lets the bytes be, by the number of sets on the table.
#[derive(Clone, Copy, Debug)]
pub struct Screens([u64; 8]);

impl Screens {
    /// For hands that are complete; eight pairs or seven surely are.
    pub fn complete(terms: Terms) -> Self {
        Self::new(terms, 1, [7, 8])
    }

    /// For hands that something completes. Seven pairs beside which a triplet is missing wait for anything.
    pub fn waits(terms: Terms) -> Self {
        Self::new(terms, 0, [-1, 7])
    }

    /// Covers of sets and a pair have to be so much below the limit; with four sets and with five, so many pairs settle
    /// the question.
    fn new(terms: Terms, below: u64, sure: [i64; 2]) -> Self {
        let of = |melds: usize| {
            let Some(sets) = terms.shapes.sets.checked_sub(melds as u8) else { return GUARDS };
            let most = |shape: Shape, open: bool, most: i64| if terms.shapes.knows(shape) && open { most } else { -1 };
            let covered = |sets: u8| (cover_limit(sets) - below) as i64;
            let bare = melds == 0;
            let beside = sets.saturating_sub(knitted_dragon::SETS);
            let bytes = [
                most(Shape::Standard, true, covered(sets)),
                most(Shape::SevenPairs, bare, if sets == 4 { 7 } else { 8 }),
                most(Shape::ThirteenOrphans, bare, if sets == 4 { 1 } else { 4 }),
                most(Shape::SixteenUnrelated, bare && sets == 5, 1),
                most(Shape::KnittedDragon, sets >= knitted_dragon::SETS, covered(beside)),
                most(Shape::AllWild, true, 0),
                most(Shape::SevenPairs, bare, sure[usize::from(sets == 5)]),
            ];
            bytes.iter().rev().fold(128 - 4 * (MET >> 56), |word, most| word << 8 | (127 - most) as u64)
        };
        Self([0, 1, 2, 3, 4, 5, 6, 7].map(of))
    }

    /// What they say of four suits.
    #[inline]
    pub fn of(&self, keys: [usize; 4], melds: u8) -> Screened {
        let [a, b, c, d] = keys.map(|key| BOUNDS[key].load(Ordering::Acquire));
        let sum = a.wrapping_add(b).wrapping_add(c).wrapping_add(d);
        Screened { sum, over: sum.wrapping_add(self.0[usize::from(melds & 7)]) & GUARDS }
    }
}

/// What screens say of a hand.
#[derive(Clone, Copy, Debug)]
pub struct Screened {
    sum: u64,
    over: u64,
}

impl Screened {
    /// Whether every suit was met, and no shape is possible.
    pub const fn is_none(self) -> bool {
        self.over == GUARDS
    }

    /// Whether one of these shapes is possible.
    pub const fn may_be(self, shapes: u64) -> bool {
        self.over & shapes != shapes
    }

    /// Whether every suit was met, and no shape but sets and a pair is possible.
    pub const fn is_standard(self) -> bool {
        self.over | STANDARD == GUARDS
    }

    /// Whether every suit was met, and the cover by sets and a pair is within the bound.
    pub const fn is_covered(self) -> bool {
        self.over & (KNOWN | STANDARD) == KNOWN
    }

    /// Whether every suit was met, and there are as few pairs as settle the question.
    pub const fn is_paired(self) -> bool {
        self.over & (KNOWN | SURELY_PAIRS) == KNOWN
    }

    /// Whether the hand has so many naturals, and every suit was met.
    pub const fn is_of(self, naturals: u8) -> bool {
        (self.over & KNOWN != 0) & ((self.sum >> 40) as u8 == naturals)
    }

    /// Whether there are four of a kind, in suits that were met.
    pub const fn has_fours(self) -> bool {
        self.sum >> 56 & 15 > 0
    }

    /// How sets and a pair cover the tiles.
    pub const fn cover(self) -> u64 {
        self.sum & 0xFF
    }
}
