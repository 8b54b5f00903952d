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
    /// Pairs that hold all tiles, and whether there are exactly three of a kind, as a number: [`PER_PAIR`] for each pair,
    /// less one.
    pub pairs: u64,
    /// What takes the tiles beyond one of each terminal and honour (see [`ORPHANS_ROOM`]).
    pub beyond_orphans: u64,
    /// Tiles beyond what the sixteen unrelated take; [`NO_ROOM`] where that leaves another kind.
    pub beyond_unrelated: u64,
    /// Tiles.
    pub tiles: u64,
    /// Whether there are four of a kind.
    pub fours: bool,
}

/// What the tiles of a suit beyond one of each orphan take: the place of the doubled one, the set or both. The hand has the
/// first alone with four sets, and both with five. As the set has room for what may be a double, two doubles fit too; three
/// do not, nor two sets, nor both beside either, as these numbers say.
pub const IN_DOUBLE: u64 = 2;
/// See [`IN_DOUBLE`].
pub const IN_SET: u64 = 3;
const ORPHANS_ROOM: [i64; 2] = [IN_DOUBLE as i64, (IN_DOUBLE + IN_SET) as i64];

/// See [`Bounds::pairs`].
pub const PER_PAIR: u64 = 5;

/// So many pairs, and no three of a kind.
pub const EIGHT_PAIRS: u64 = 8 * PER_PAIR;

/// Nine pairs, and three of a kind, which a triplet takes instead of two of them.
const NINE_WITH_THREE: i64 = (9 * PER_PAIR - 1) as i64;

/// More than any shape has room for, and little enough to be added up.
pub const NO_ROOM: u64 = 20;

const GUARDS: u64 = 0x8080_8080_8080_8080;
const KNOWN: u64 = 0x80 << 56;

/// Sets and a pair.
pub const STANDARD: u64 = 0x80;
/// Seven pairs.
pub const PAIRS: u64 = 0x80 << 8;
/// So few pairs that they wait for any tile.
pub const SPARE_PAIR: u64 = 0x80 << 48;
/// The knitted dragon, perhaps.
pub const KNITTED: u64 = 0x80 << 32;
/// The thirteen orphans.
pub const ORPHANS: u64 = 0x80 << 16;
/// The sixteen unrelated.
pub const UNRELATED: u64 = 0x80 << 24;
/// No natural in hand.
pub const ALL_WILD: u64 = 0x80 << 40;

/// Suits that were met, as the highest byte, and below them those that hold four of a kind.
const MET: u64 = 16 << 56;
const FOURS: u64 = 1 << 56;

static BOUNDS: [AtomicU64; KEYS] = [const { AtomicU64::new(0) }; KEYS];

/// Keeps what a suit says.
pub fn keep(key: usize, bounds: Bounds) {
    let Bounds { cover, beside, pairs, beyond_orphans, beyond_unrelated, tiles, fours } = bounds;
    let bytes = [cover, pairs, beyond_orphans, beyond_unrelated, beside, tiles, pairs];
    let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | byte);
    BOUNDS[key].store(word | MET | if fours { FOURS } else { 0 }, Ordering::Release);
}

/// Whether something was kept of a suit.
pub fn is_met(key: usize) -> bool {
    BOUNDS[key].load(Ordering::Acquire) != 0
}

/// What shapes let the bytes be, by the number of sets on the table.
#[derive(Clone, Copy, Debug)]
pub struct Screens([u64; 8]);

impl Screens {
    /// For full hands, and for those with a tile less: either may be of a shape that has room for all their naturals.
    pub fn of_terms(terms: Terms) -> Self {
        let of = |melds: usize| {
            let Some(sets) = terms.shapes.sets.checked_sub(melds as u8) else { return GUARDS };
            let most = |shape: Shape, open: bool, most: i64| if terms.shapes.knows(shape) && open { most } else { -1 };
            let covered = |sets: u8| cover_limit(sets) as i64 - 1;
            let bare = melds == 0;
            let beside = sets.saturating_sub(knitted_dragon::SETS);
            let bytes = [
                most(Shape::Standard, true, covered(sets)),
                most(Shape::SevenPairs, bare, if sets == 4 { (7 * PER_PAIR) as i64 } else { NINE_WITH_THREE }),
                most(Shape::ThirteenOrphans, bare, ORPHANS_ROOM[usize::from(sets == 5)]),
                most(Shape::SixteenUnrelated, bare && sets == 5, 1),
                most(Shape::KnittedDragon, sets >= knitted_dragon::SETS, covered(beside)),
                most(Shape::AllWild, true, 0),
                most(Shape::SevenPairs, bare, if sets == 4 { 6 * PER_PAIR } else { EIGHT_PAIRS - 1 } as i64),
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
#[derive(Clone, Copy, Debug, Default)]
pub struct Screened {
    sum: u64,
    over: u64,
}

impl Screened {
    /// Whether one of these shapes is possible, if every suit was met.
    pub const fn may_be(self, shapes: u64) -> bool {
        self.over & shapes != shapes
    }

    /// Whether the hand has so many naturals, and every suit was met.
    pub const fn is_of(self, naturals: u8) -> bool {
        (self.over & KNOWN != 0) & (self.naturals() == naturals)
    }

    /// Naturals.
    pub const fn naturals(self) -> u8 {
        (self.sum >> 40) as u8
    }

    /// Whether there are four of a kind, in suits that were met.
    pub const fn has_fours(self) -> bool {
        self.sum >> 56 & 15 > 0
    }

    /// How sets and a pair cover the tiles.
    pub const fn cover(self) -> u64 {
        self.sum & 0xFF
    }

    /// Pairs that hold all tiles (see [`Bounds::pairs`]).
    pub const fn pairs(self) -> u64 {
        self.sum >> 48 & 0xFF
    }
}
