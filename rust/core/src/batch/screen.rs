//! Which hands surely are, or are not, what is asked: bounds for every shape, added up over the suits in one word.
//!
//! Each byte is a number that a shape lets be so large at most, and its highest bit stays free. What is added to the sum
//! sets that bit exactly in bytes that are larger, so that one comparison screens all shapes.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Terms;
use super::suits::{PER_SET, cover_limit};
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

/// Sets and a pair.
pub const STANDARD: u64 = 0x80;
/// Seven pairs.
pub const PAIRS: u64 = 0x80 << 8;
/// The knitted dragon, perhaps.
pub const KNITTED: u64 = 0x80 << 32;
/// The thirteen orphans.
pub const ORPHANS: u64 = 0x80 << 16;
/// The sixteen unrelated.
pub const UNRELATED: u64 = 0x80 << 24;
/// No natural in hand.
pub const ALL_WILD: u64 = 0x80 << 40;
/// Any shape.
pub const ANY_SHAPE: u64 = 0x8080_8080_8080;
/// Those that wait for any tile where there is room for one more.
const SPARE: u64 = STANDARD | PAIRS;

/// Suits that were met, as the highest byte, and below them those that hold four of a kind.
const MET: u64 = 16 << 56;
const FOURS: u64 = 1 << 56;

/// Place of the number of naturals.
const NATURALS_AT: u32 = 40;

static BOUNDS: [AtomicU64; KEYS] = [const { AtomicU64::new(0) }; KEYS];

/// Keeps what a suit says.
pub fn keep(key: usize, bounds: Bounds) {
    let Bounds { cover, beside, pairs, beyond_orphans, beyond_unrelated, tiles, fours } = bounds;
    let bytes = [cover, pairs, beyond_orphans, beyond_unrelated, beside, tiles, 0];
    let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | byte);
    BOUNDS[key].store(word | MET | if fours { FOURS } else { 0 }, Ordering::Release);
}

/// Whether something was kept of a suit.
pub fn is_met(key: usize) -> bool {
    BOUNDS[key].load(Ordering::Acquire) != 0
}

/// What is added to the sum of four suits to screen it: what shapes let the bytes be, and what they let them be where they
/// wait for any tile.
#[derive(Clone, Copy, Debug)]
struct Screen {
    shapes: u64,
    spare: u64,
}

/// Screens by the number of sets on the table.
#[derive(Clone, Copy, Debug)]
pub struct Screens([Screen; 8]);

impl Screens {
    /// For full hands, and for those with a tile less: either may be of a shape that has room for all their naturals.
    pub fn of_terms(terms: Terms) -> Self {
        let of = |melds: usize| {
            let Some(sets) = terms.shapes.sets.checked_sub(melds as u8) else {
                return Screen { shapes: GUARDS, spare: GUARDS };
            };
            let most = |shape: Shape, open: bool, most: i64| if terms.shapes.knows(shape) && open { most } else { -1 };
            let covered = |sets: u8| cover_limit(sets) as i64 - 1;
            let bare = melds == 0;
            let beside = sets.saturating_sub(knitted_dragon::SETS);
            let shapes = [
                most(Shape::Standard, true, covered(sets)),
                most(Shape::SevenPairs, bare, if sets == 4 { (7 * PER_PAIR) as i64 } else { NINE_WITH_THREE }),
                most(Shape::ThirteenOrphans, bare, ORPHANS_ROOM[usize::from(sets == 5)]),
                most(Shape::SixteenUnrelated, bare && sets == 5, 1),
                most(Shape::KnittedDragon, sets >= knitted_dragon::SETS, covered(beside)),
                most(Shape::AllWild, true, 0),
            ];
            // Where sets alone hold all tiles, the pair holds any other; so few pairs have a place for one.
            let spare = [
                most(Shape::Standard, true, (cover_limit(sets) - PER_SET) as i64),
                most(Shape::SevenPairs, bare, if sets == 4 { 6 * PER_PAIR } else { EIGHT_PAIRS - 1 } as i64),
            ];
            let word = |most: &[i64]| most.iter().rev().fold(0, |word, most| word << 8 | (127 - most) as u64);
            Screen { shapes: word(&shapes), spare: word(&spare) }
        };
        Self([0, 1, 2, 3, 4, 5, 6, 7].map(of))
    }

    /// What they say of a hand with so many sets on the table.
    #[inline]
    pub const fn of(&self, sum: Sum, melds: u8) -> Screened {
        let Screen { shapes, spare } = self.0[(melds & 7) as usize];
        Screened { over: sum.0.wrapping_add(shapes), over_spare: sum.0.wrapping_add(spare) }
    }
}

/// What four suits say together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum(u64);

impl Sum {
    /// Of the suits with these keys.
    #[inline]
    pub fn of(keys: [usize; 4]) -> Self {
        let [a, b, c, d] = keys.map(|key| BOUNDS[key].load(Ordering::Acquire));
        Self(a.wrapping_add(b).wrapping_add(c).wrapping_add(d))
    }

    /// What is told of a hand that has to have so many naturals.
    #[inline]
    pub const fn told(self, naturals: u8) -> Told {
        const ALL_MET: u64 = (4 * MET) >> NATURALS_AT;
        Told(self.0 >> NATURALS_AT ^ (ALL_MET | naturals as u64))
    }

    /// Naturals.
    pub const fn naturals(self) -> u8 {
        (self.0 >> NATURALS_AT) as u8
    }

    /// How sets and a pair cover the tiles.
    pub const fn cover(self) -> u64 {
        self.0 & 0xFF
    }

    /// Pairs that hold all tiles (see [`Bounds::pairs`]).
    pub const fn pairs(self) -> u64 {
        self.0 >> 8 & 0xFF
    }
}

/// What is seldom so of a hand: added up over many, it need not be looked for in each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told(u64);

impl Told {
    /// Adds what is so of another hand.
    #[inline]
    pub const fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Whether the number of naturals is another one, or a suit was not met.
    pub const fn is_unsound(self) -> bool {
        const DIFFERS: u64 = 0xFF | !(MET - 1) >> NATURALS_AT;
        self.0 & DIFFERS > 0
    }

    /// Whether there are four of a kind, in suits that were met.
    pub const fn has_fours(self) -> bool {
        self.0 & (MET - FOURS) >> NATURALS_AT > 0
    }
}

/// What screens say of a hand whose suits were all met.
#[derive(Clone, Copy, Debug, Default)]
pub struct Screened {
    over: u64,
    over_spare: u64,
}

impl Screened {
    /// Whether one of these shapes is possible.
    pub const fn may_be(self, shapes: u64) -> bool {
        self.over & shapes != shapes
    }

    /// Whether any tile completes the hand in one of the shapes that are told by that.
    pub const fn is_whatever(self) -> bool {
        self.over_spare & SPARE != SPARE
    }
}
