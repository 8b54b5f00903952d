//! What one suit says of every shape: a record for each key, computed when it is first met.
//!
//! Its facts are numbers in one word, so that the words of four suits add up to what the hand says.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::classes::Classes;
use super::screen::{Bounds, keep};
use crate::shapes::sixteen_unrelated::nearest_trios;
use crate::shapes::thirteen_orphans::ORPHANS;
use crate::suit::{KEY_STEP, KEYS, Need, counts_of, is_honours};
use crate::tile::{KindSet, kind_at};

/// Sets that cover tiles and suits whose pair spares one of them, as a number to be added up: with at most four suits
/// so many sets and a pair hold all tiles exactly if it is below [`cover_limit`].
pub const PER_SET: u64 = 5;

/// What a cover by so many sets and a pair has to be below.
pub const fn cover_limit(sets: u8) -> u64 {
    PER_SET * (sets as u64 + 1)
}

/// A cover that is as good as any larger one, as a block leaves room for two sets at most.
const NO_COVER: u64 = 4 * PER_SET;

/// The place of a number in the word: its lowest bit, and its bits.
#[derive(Clone, Copy)]
struct Field(u32, u32);

impl Field {
    const fn of(self, word: u32) -> u8 {
        (word >> self.0 & ((1 << self.1) - 1)) as u8
    }

    /// As much of a number as there is room for.
    fn put(self, number: u32) -> u32 {
        number.min((1 << self.1) - 1) << self.0
    }
}

/// Here any four suits have room, each of at most [`TOO_MANY`], so that the number of tiles says whether the rest can be
/// relied on.
const TILES: Field = Field(0, 7);
// Here hands of up to 17 tiles have.
const PAIRS: Field = Field(7, 4);
const ORPHANS_HELD: Field = Field(11, 4);
const ORPHANS_TWICE: Field = Field(15, 3);
const UNRELATED: Field = Field(18, 5);
const UNRELATED_TWICE: Field = Field(23, 3);
const THREES: Field = Field(26, 3);
const NOT_FOURS: Field = Field(29, 3);

const TOO_MANY: u32 = 18;

/// The facts of a suit, and in the upper half its classes, which are learnt when they are first asked for. All of it is
/// zero until then.
static NEAR: [AtomicU64; KEYS] = [const { AtomicU64::new(0) }; KEYS];

/// What else is known of one suit; all zero in a suit that was not yet met.
struct Record {
    /// Three bytes: the cover beside the tiles that a block takes of the ranks from each start on. Then kinds held.
    beside: AtomicU32,
    /// Kinds held, those of which there is an odd number, and those of which there are three, nine bits each.
    kinds: AtomicU32,
    /// Of the whole suit, and beside what a block takes of it from each start on.
    needs: [AtomicU32; 4],
}

static RECORDS: [Record; KEYS] =
    [const { Record { beside: AtomicU32::new(0), kinds: AtomicU32::new(0), needs: [const { AtomicU32::new(0) }; 4] } };
        KEYS];

/// Such a word.
#[derive(Clone, Copy, Debug, Default)]
pub struct Near(u64);

impl Near {
    /// The classes, all zero where they were not learnt.
    pub const fn classes(self) -> Classes {
        Classes((self.0 >> 32) as u32)
    }

    /// The facts of four suits.
    #[inline]
    pub fn facts(suits: [Self; 4]) -> Facts {
        Facts(suits.iter().fold(0, |facts, suit| facts.wrapping_add(suit.0 as u32)))
    }
}

/// The words of these suits.
#[inline]
pub fn near(keys: [usize; 4]) -> [Near; 4] {
    keys.map(|key| Near(NEAR[key].load(Ordering::Acquire)))
}

/// Keeps the classes of a suit.
pub fn keep_classes(key: usize, classes: Classes) {
    NEAR[key].fetch_or(u64::from(classes.0) << 32, Ordering::Release);
}

/// What one suit, or four together, say.
#[derive(Clone, Copy, Debug)]
pub struct Facts(u32);

/// What each suit says and what they say together.
#[derive(Clone, Copy, Debug)]
pub struct Hand {
    keys: [usize; 4],
    beside: [u32; 4],
    pub all: Facts,
}

impl Hand {
    /// What suits with these keys say.
    #[inline]
    pub fn of(keys: [usize; 4]) -> Self {
        let beside = keys.map(|key| RECORDS[key].beside.load(Ordering::Relaxed));
        Self { keys, beside, all: Near::facts(near(keys)) }
    }

    /// Kinds held.
    #[inline]
    pub fn held(&self) -> u8 {
        self.beside.iter().map(|word| (word >> 24) as u8).sum()
    }

    /// How the tiles beside each knitted block are covered, a byte for each block (see [`BLOCKS`]).
    #[inline]
    pub fn beside_blocks(&self) -> u64 {
        let [a, b, c, d] = self.beside.map(|word| u64::from(word & 0xFF_FFFF));
        in_lanes([a, b, c]) + (d | d << 24)
    }

    /// What the suits need beside a knitted block.
    #[inline]
    pub fn needs_beside(&self, block: usize) -> [Need; 4] {
        let [a, b, c] = BLOCKS[block];
        let [first, second, third, honours] = self.keys;
        [need(first, a + 1), need(second, b + 1), need(third, c + 1), need(honours, 0)]
    }

    /// Kinds held, those of which there is an odd number, and those of which there are three.
    #[inline]
    pub fn kinds(&self) -> [KindSet; 3] {
        let suits = self.keys.map(|key| u64::from(RECORDS[key].kinds.load(Ordering::Relaxed)));
        [0, 9, 18].map(|place| {
            let ranks = suits.map(|kinds| kinds >> place & 0x1FF);
            KindSet(ranks[0] | ranks[1] << 9 | ranks[2] << 18 | ranks[3] << 27)
        })
    }
}

/// What suits with these keys need, if they were met.
#[inline]
pub fn needs(keys: [usize; 4]) -> [Need; 4] {
    keys.map(|key| need(key, 0))
}

#[inline]
fn need(key: usize, place: usize) -> Need {
    Need::from_word(RECORDS[key].needs[place].load(Ordering::Relaxed))
}

/// The knitted blocks by what each number suit gives: three ranks in steps of three from this one on.
pub const BLOCKS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// One in each of six bytes.
pub const LANES: u64 = 0x0101_0101_0101;

/// The highest bit of each of six bytes.
pub const TOPS: u64 = LANES << 7;

/// Three numbers of each suit, by the first rank of what it gives to a block in a byte each, added up for each of the
/// [`BLOCKS`] in a byte of its own.
///
/// The first three blocks take the suits' numbers in turn one way round, the others the other.
#[inline]
pub const fn in_lanes(numbers: [u64; 3]) -> u64 {
    const THREE: u64 = 0xFF_FFFF;
    let [first, second, third] =
        [numbers[0] | numbers[0] << 24, numbers[1] | numbers[1] << 24, numbers[2] | numbers[2] << 24];
    let one_way = (second >> 8 & THREE) + (third >> 16 & THREE);
    let other_way = (second >> 16 & THREE) + (third >> 8 & THREE);
    first + (one_way | other_way << 24)
}

/// Bytes below a bound of at most 128, as the highest bit of each; no byte is above 127.
#[inline]
pub const fn below(lanes: u64, bound: u64) -> u64 {
    !(lanes + LANES * (0x80 - bound)) & TOPS
}

impl Facts {
    /// Whether the hand is sixteen naturals of four kinds.
    pub const fn is_of_fours(self) -> bool {
        TILES.of(self.0) == 16 && NOT_FOURS.of(self.0) == 0
    }

    /// Naturals.
    pub const fn naturals(self) -> u8 {
        TILES.of(self.0)
    }

    /// Terminals and honours by kinds.
    pub const fn orphans(self) -> u8 {
        ORPHANS_HELD.of(self.0)
    }

    /// Whether one of those is there twice.
    pub const fn orphan_twice(self) -> bool {
        ORPHANS_TWICE.of(self.0) > 0
    }

    /// Kinds of the sixteen unrelated.
    pub const fn unrelated(self) -> u8 {
        UNRELATED.of(self.0)
    }

    /// Whether a kind that can be one of those is there twice.
    pub const fn unrelated_twice(self) -> bool {
        UNRELATED_TWICE.of(self.0) > 0
    }

    /// Pairs that can be taken out of the tiles.
    pub const fn pairs(self) -> u8 {
        PAIRS.of(self.0)
    }

    /// Pairs that hold all tiles.
    pub const fn pairs_needed(self) -> u8 {
        self.naturals() - self.pairs()
    }

    /// Whether there are exactly three of a kind.
    pub const fn has_three(self) -> bool {
        THREES.of(self.0) > 0
    }
}

fn cover(need: Need) -> u64 {
    PER_SET * u64::from(need.sets()) - u64::from(need.pair_spares())
}

/// Meets suits with these keys.
pub fn meet(keys: [usize; 4]) {
    for key in keys {
        if RECORDS[key].needs[0].load(Ordering::Relaxed) == 0 {
            compute(key);
        }
    }
}

/// Fills the record of a suit.
fn compute(key: usize) {
    let counts = counts_of(key);
    let suit = if is_honours(key) { 3 } else { 0 };
    let ranks = |holds: &dyn Fn(usize, u8) -> bool| {
        let holding = (0..9).filter(|&rank| holds(rank, counts[rank]));
        holding.fold(0u16, |ranks, rank| ranks | 1 << rank)
    };
    let held = ranks(&|_, copies| copies > 0);
    let twice = ranks(&|_, copies| copies > 1);
    let threes = ranks(&|_, copies| copies == 3);
    let odd = ranks(&|_, copies| copies % 2 == 1);
    let orphans = ranks(&|rank, _| (suit < 3 || rank < 7) && ORPHANS.contains(kind_at(suit, rank as u8)));
    let (members, most) = if suit == 3 { (0x7F, held.count_ones() as u8) } else { nearest_trios(held) };
    let not_fours = ranks(&|_, copies| copies % 4 > 0);
    let whole = Need::of(key);
    let beside = [0, 1, 2].map(|start| {
        let taken = (start..9).step_by(3).filter(|&rank| suit < 3 && counts[rank] > 0);
        Need::of(key - taken.map(|rank| KEY_STEP[rank]).sum::<usize>())
    });
    let [a, b, c] = beside.map(|need| cover(need).min(NO_COVER));
    let tiles: u32 = counts.iter().map(|&copies| u32::from(copies)).sum();
    let pairs: u32 = counts.iter().map(|&copies| u32::from(copies / 2)).sum();
    let orphans_held = (held & orphans).count_ones();
    let facts = TILES.put(tiles.min(TOO_MANY))
        | PAIRS.put(pairs)
        | ORPHANS_HELD.put(orphans_held)
        | ORPHANS_TWICE.put((twice & orphans != 0).into())
        | UNRELATED.put(most.into())
        | UNRELATED_TWICE.put((twice & members != 0).into())
        | THREES.put((threes != 0).into())
        | NOT_FOURS.put((not_fours != 0).into());
    let needed = u64::from(tiles - pairs);
    let bounds = Bounds {
        cover: cover(whole),
        beside: a.min(b).min(c),
        pairs: needed,
        pairs_beside_three: needed - u64::from(threes != 0),
        beyond_orphans: (tiles - orphans_held).into(),
        beyond_unrelated: (tiles - u32::from(most)).into(),
        tiles: tiles.into(),
        fours: counts.contains(&4),
    };
    let record = &RECORDS[key];
    record.kinds.store(u32::from(held) | u32::from(odd) << 9 | u32::from(threes) << 18, Ordering::Relaxed);
    for (place, need) in record.needs.iter().zip([whole, beside[0], beside[1], beside[2]]) {
        place.store(need.word(), Ordering::Relaxed);
    }
    let beside = [a as u8, b as u8, c as u8, held.count_ones() as u8];
    record.beside.store(u32::from_le_bytes(beside), Ordering::Relaxed);
    NEAR[key].fetch_or(facts.into(), Ordering::Release);
    keep(key, bounds);
}
