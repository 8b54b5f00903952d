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
    const fn of(self, word: u64) -> u64 {
        word >> self.0 & ((1 << self.1) - 1)
    }

    fn put(self, number: u64) -> u64 {
        debug_assert!(number < 1 << self.1);
        number << self.0
    }
}

/// Here any four suits have room, so that the number of tiles says whether the rest can be relied on.
const TILES: Field = Field(0, 8);
// Here hands of up to 17 tiles have.
const HELD: Field = Field(8, 5);
const ORPHANS_HELD: Field = Field(13, 4);
const ORPHANS_TWICE: Field = Field(17, 3);
const UNRELATED: Field = Field(20, 5);
const UNRELATED_TWICE: Field = Field(25, 3);
const PAIRS_NEEDED: Field = Field(28, 5);
const THREES: Field = Field(33, 3);
/// Three bytes: the cover beside the tiles that a block takes of the ranks from each start on.
const BESIDE: Field = Field(36, 24);

/// One suit. The classes are learnt when they are first asked for, and zero until then, as is everything in a suit that
/// was not yet met.
#[repr(align(32))]
struct Record {
    facts: AtomicU64,
    classes: AtomicU32,
    /// Kinds held, those of which there is an odd number, and those of which there are three, nine bits each.
    kinds: AtomicU32,
    /// Of the whole suit, and beside what a block takes of it from each start on.
    needs: [AtomicU32; 4],
}

static RECORDS: [Record; KEYS] = [const {
    Record {
        facts: AtomicU64::new(0),
        classes: AtomicU32::new(0),
        kinds: AtomicU32::new(0),
        needs: [const { AtomicU32::new(0) }; 4],
    }
}; KEYS];

/// The classes of a suit; all zero where they were not learnt.
#[inline]
pub fn classes(key: usize) -> Classes {
    Classes(RECORDS[key].classes.load(Ordering::Acquire))
}

/// Keeps the classes of a suit.
pub fn keep_classes(key: usize, classes: Classes) {
    RECORDS[key].classes.store(classes.0, Ordering::Release);
}

/// What one suit, or four together, say.
#[derive(Clone, Copy, Debug)]
pub struct Facts(u64);

/// What each suit says and what they say together.
#[derive(Clone, Copy, Debug)]
pub struct Hand {
    keys: [usize; 4],
    suits: [Facts; 4],
    pub all: Facts,
}

impl Hand {
    /// What suits with these keys say.
    #[inline]
    pub fn of(keys: [usize; 4]) -> Self {
        let suits = keys.map(|key| Facts(RECORDS[key].facts.load(Ordering::Acquire)));
        let [a, b, c, d] = suits.map(|suit| suit.0);
        Self { keys, suits, all: Facts(a.wrapping_add(b).wrapping_add(c).wrapping_add(d)) }
    }

    /// How the tiles beside each knitted block are covered, a byte for each block (see [`BLOCKS`]).
    #[inline]
    pub fn beside_blocks(&self) -> u64 {
        let [a, b, c, d] = self.suits.map(|suit| BESIDE.of(suit.0));
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
        const MASK: u64 = 0xFF | 0x1F << HELD.0;
        self.0 & MASK == 16 | 4 << HELD.0
    }

    /// Naturals.
    pub const fn naturals(self) -> u64 {
        TILES.of(self.0)
    }

    /// Kinds.
    pub const fn held(self) -> u64 {
        HELD.of(self.0)
    }

    /// Terminals and honours by kinds.
    pub const fn orphans(self) -> u64 {
        ORPHANS_HELD.of(self.0)
    }

    /// Whether one of those is there twice.
    pub const fn orphan_twice(self) -> bool {
        ORPHANS_TWICE.of(self.0) > 0
    }

    /// Kinds of the sixteen unrelated.
    pub const fn unrelated(self) -> u64 {
        UNRELATED.of(self.0)
    }

    /// Whether a kind that can be one of those is there twice.
    pub const fn unrelated_twice(self) -> bool {
        UNRELATED_TWICE.of(self.0) > 0
    }

    /// Pairs that hold all tiles.
    pub const fn pairs_needed(self) -> u64 {
        PAIRS_NEEDED.of(self.0)
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
    let whole = Need::of(key);
    let beside = [0, 1, 2].map(|start| {
        let taken = (start..9).step_by(3).filter(|&rank| suit < 3 && counts[rank] > 0);
        Need::of(key - taken.map(|rank| KEY_STEP[rank]).sum::<usize>())
    });
    let [a, b, c] = beside.map(|need| cover(need).min(NO_COVER));
    let facts = TILES.put(counts.iter().map(|&copies| u64::from(copies)).sum())
        | HELD.put(held.count_ones().into())
        | ORPHANS_HELD.put((held & orphans).count_ones().into())
        | ORPHANS_TWICE.put((twice & orphans != 0).into())
        | UNRELATED.put(most.into())
        | UNRELATED_TWICE.put((twice & members != 0).into())
        | PAIRS_NEEDED.put(counts.iter().map(|copies| u64::from(copies.div_ceil(2))).sum())
        | THREES.put((threes != 0).into())
        | BESIDE.put(a | b << 8 | c << 16);
    let tiles = TILES.of(facts);
    let bounds = Bounds {
        cover: cover(whole),
        beside: a.min(b).min(c),
        pairs: PAIRS_NEEDED.of(facts),
        pairs_beside_three: PAIRS_NEEDED.of(facts) - THREES.of(facts),
        beyond_orphans: tiles - ORPHANS_HELD.of(facts),
        beyond_unrelated: tiles - UNRELATED.of(facts),
        tiles,
        fours: counts.contains(&4),
    };
    let record = &RECORDS[key];
    record.kinds.store(u32::from(held) | u32::from(odd) << 9 | u32::from(threes) << 18, Ordering::Relaxed);
    for (place, need) in record.needs.iter().zip([whole, beside[0], beside[1], beside[2]]) {
        place.store(need.word(), Ordering::Relaxed);
    }
    record.facts.store(facts, Ordering::Release);
    keep(key, bounds);
}
