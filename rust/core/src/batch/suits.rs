//! What one suit says of every shape: a record for each key, computed when it is first met.
//!
//! What is asked of every hand are numbers in one word, so that the words of four suits add up to what the hand says.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::classes::Classes;
use super::screen::{Bounds, IN_DOUBLE, IN_SET, NO_ROOM, PER_PAIR, is_met, keep};
use crate::shapes::Copies;
use crate::shapes::sixteen_unrelated::nearest_trios;
use crate::shapes::thirteen_orphans::{ORPHANS, beyond};
use crate::suit::{KEY_STEP, KEYS, Need, counts_of, is_honours};
use crate::tile::{KINDS, KindSet, kind_at, ranks_in};

/// Sets that cover tiles and suits whose pair spares one of them, as a number to be added up: with at most four suits
/// so many sets and a pair hold all tiles exactly if it is below [`cover_limit`].
pub const PER_SET: u64 = 5;

/// What a cover by so many sets and a pair has to be below.
pub const fn cover_limit(sets: u8) -> u64 {
    PER_SET * (sets as u64 + 1)
}

/// A cover that is as good as any larger one, as a block leaves room for two sets at most.
const NO_COVER: u64 = 4 * PER_SET;

/// A suit of more tiles than a hand has.
const TOO_MANY: u32 = 18;

/// What is added up for the distance, in bytes, from the lowest on: tiles (a sum of at most four times [`TOO_MANY`], so
/// that it says whether the rest can be relied on), pairs, kinds of the sixteen unrelated, terminals and honours by kinds,
/// and what is lacking at least beside a block. From [`ONE_MORE`] on, three of them count suits: those with exactly three
/// of a kind, those with a pair of what can be unrelated, and those with one of orphans. The highest byte is the class of
/// the suit. The class and what is lacking are learnt when they are first asked for; all of it is zero until then.
static NEAR: [AtomicU64; KEYS] = [const { AtomicU64::new(0) }; KEYS];

/// See [`NEAR`].
const ONE_MORE: u8 = 32;

/// What else is known of one suit; all zero in a suit that was not yet met.
struct Record {
    /// The cover beside the tiles that a block takes of the ranks from each start on, twice (see [`in_lanes`]).
    beside: AtomicU64,
    /// What is lacking at least beside those tiles, with those that the block lacks, likewise; learnt like [`NEAR`]'s.
    least: AtomicU64,
    /// Kinds held, those of which there is an odd number, and those of which there are three, nine bits each.
    kinds: AtomicU32,
    /// See [`Classes`]; learnt like those of [`NEAR`].
    classes: AtomicU32,
    /// See [`Hand::room`]: of the whole suit, and beside what a block takes of it from each start on.
    rooms: [AtomicU32; 4],
}

static RECORDS: [Record; KEYS] = [const {
    Record {
        beside: AtomicU64::new(0),
        least: AtomicU64::new(0),
        kinds: AtomicU32::new(0),
        classes: AtomicU32::new(0),
        rooms: [const { AtomicU32::new(0) }; 4],
    }
}; KEYS];

/// A word of [`NEAR`], or of several the sum.
#[derive(Clone, Copy, Debug, Default)]
pub struct Near(u64);

impl Near {
    /// The words of these suits.
    #[inline]
    pub fn of(keys: [usize; 4]) -> [Self; 4] {
        keys.map(|key| Self(NEAR[key].load(Ordering::Acquire)))
    }

    /// The sum of those.
    #[inline]
    pub fn sum([a, b, c, d]: [Self; 4]) -> Self {
        Self(a.0.wrapping_add(b.0).wrapping_add(c.0).wrapping_add(d.0))
    }

    /// The class of one suit, zero where it was not learnt.
    pub const fn class(self) -> u8 {
        (self.0 >> 56) as u8
    }

    /// The bytes of the word.
    pub const fn bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }
}

/// A number that counts suits from [`ONE_MORE`] on without them.
pub const fn number(byte: u8) -> u8 {
    byte % ONE_MORE
}

/// The same and one more, where there is such a suit.
pub const fn with_one_more(byte: u8) -> u8 {
    number(byte) + (byte >= ONE_MORE) as u8
}

/// Keeps what was learnt of a suit: its class, and beside what a block takes of the ranks from each start on what is lacking
/// at least, and classes.
pub fn keep_classes(key: usize, whole: u8, least: [u8; 3], classes: Classes) {
    let [a, b, c] = least;
    RECORDS[key].classes.store(classes.0, Ordering::Relaxed);
    RECORDS[key].least.store(twice([a, b, c]), Ordering::Relaxed);
    NEAR[key].fetch_or(u64::from(whole) << 56 | u64::from(a.min(b).min(c)) << 32, Ordering::Release);
}

/// Four suits that were met.
#[derive(Clone, Copy, Debug)]
pub struct Hand(pub [usize; 4]);

impl Hand {
    fn each(self, of: impl Fn(&Record) -> u32) -> [u32; 4] {
        self.0.map(|key| of(&RECORDS[key]))
    }

    /// The classes, all zero where they were not learnt.
    #[inline]
    pub fn classes(self) -> [Classes; 4] {
        self.each(|record| record.classes.load(Ordering::Relaxed)).map(Classes)
    }

    /// How the tiles beside each knitted block are covered, a byte for each block (see [`BLOCKS`]).
    #[inline]
    pub fn beside_blocks(self) -> u64 {
        in_lanes(self.0.map(|key| RECORDS[key].beside.load(Ordering::Relaxed)))
    }

    /// What is lacking with each knitted block at least (see [`crate::profile::least_limit`]), a byte for each.
    #[inline]
    pub fn least_with_blocks(self) -> u64 {
        in_lanes(self.0.map(|key| RECORDS[key].least.load(Ordering::Relaxed)))
    }

    /// Kinds one more of which sets and a pair still hold, where the suits need one set more than there are: the pair
    /// spares it in so many of them.
    #[inline]
    pub fn room(self, spares: u64) -> KindSet {
        Self::room_of(self.each(|record| record.rooms[0].load(Ordering::Relaxed)), spares)
    }

    /// The same beside a block.
    #[inline]
    pub fn room_beside(self, block: usize, spares: u64) -> KindSet {
        let room = |suit: usize, place: usize| RECORDS[self.0[suit]].rooms[place].load(Ordering::Relaxed);
        let [a, b, c] = BLOCKS[block];
        Self::room_of([room(0, a + 1), room(1, b + 1), room(2, c + 1), room(3, 0)], spares)
    }

    #[inline]
    fn room_of(rooms: [u32; 4], spares: u64) -> KindSet {
        let place = if spares == 1 { 9 } else { 0 };
        by_suit(rooms.map(|room| room >> place))
    }

    /// Kinds held.
    #[inline]
    pub fn held(self) -> KindSet {
        by_suit(self.each(|record| record.kinds.load(Ordering::Relaxed)))
    }

    /// Kinds held, those of which there is an odd number, and those of which there are three.
    #[inline]
    pub fn kinds(self) -> [KindSet; 3] {
        let suits = self.each(|record| record.kinds.load(Ordering::Relaxed));
        [0, 9, 18].map(|place| by_suit(suits.map(|kinds| kinds >> place)))
    }
}

/// The lowest nine bits of each suit as kinds.
fn by_suit(suits: [u32; 4]) -> KindSet {
    let [a, b, c, d] = suits.map(|ranks| u64::from(ranks & 0x1FF));
    KindSet(a | b << 9 | c << 18 | d << 27)
}

/// The knitted blocks by what each number suit gives: three ranks in steps of three from this one on.
pub const BLOCKS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// One in each of six bytes.
const LANES: u64 = 0x0101_0101_0101;

/// The highest bit of each of six bytes.
pub const TOPS: u64 = LANES << 7;

/// Three numbers of each suit, by the first rank of what it gives to a block in a byte each and twice, added up for each
/// of the [`BLOCKS`] in a byte of its own.
///
/// The first three blocks take the suits' numbers in turn one way round, the others the other.
#[inline]
const fn in_lanes([first, second, third, honours]: [u64; 4]) -> u64 {
    const THREE: u64 = 0xFF_FFFF;
    let one_way = ((second >> 8) + (third >> 16)) & THREE;
    let other_way = ((second << 8) + (third << 16)) & (THREE << 24);
    honours + first + one_way + other_way
}

const fn twice([a, b, c]: [u8; 3]) -> u64 {
    u64::from_le_bytes([a, b, c, a, b, c, 0, 0])
}

/// Bytes below a bound of at most 128, as the highest bit of each; no byte is above 127.
#[inline]
pub const fn below(lanes: u64, bound: u64) -> u64 {
    !(lanes + LANES * (0x80 - bound)) & TOPS
}

fn cover(need: Need) -> u64 {
    PER_SET * u64::from(need.sets()) - u64::from(need.pair_spares())
}

/// Meets suits with these keys.
pub fn meet(keys: [usize; 4]) {
    for key in keys {
        if !is_met(key) {
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
    let twice_held = ranks(&|_, copies| copies > 1);
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
    let tiles: u32 = counts.iter().map(|&copies| u32::from(copies)).sum();
    let pairs: u32 = counts.iter().map(|&copies| u32::from(copies / 2)).sum();
    let near = |number: u32, more: bool| u64::from(number) | if more { u64::from(ONE_MORE) } else { 0 };
    let bytes = [
        near(tiles.min(TOO_MANY), false),
        near(pairs, threes != 0),
        near(most.into(), twice_held & members != 0),
        near((held & orphans).count_ones(), twice_held & orphans != 0),
    ];
    let bounds = Bounds {
        cover: cover(whole),
        beside: a.min(b).min(c),
        pairs: PER_PAIR * u64::from(tiles - pairs) - u64::from(threes != 0),
        beyond_orphans: beyond_orphans(&counts, suit),
        beyond_unrelated: if held.count_ones() > most.into() { NO_ROOM } else { u64::from(tiles) - u64::from(most) },
        tiles: tiles.into(),
        fours: counts.contains(&4),
    };
    let record = &RECORDS[key];
    record.kinds.store(u32::from(held) | u32::from(odd) << 9 | u32::from(threes) << 18, Ordering::Relaxed);
    for (place, need) in record.rooms.iter().zip([whole, beside[0], beside[1], beside[2]]) {
        place.store(room(need), Ordering::Relaxed);
    }
    record.beside.store(twice([a, b, c].map(|cover| cover as u8)), Ordering::Relaxed);
    NEAR[key].fetch_or(bytes.iter().rev().fold(0, |word, byte| word << 8 | byte), Ordering::Release);
    keep(key, bounds);
}

/// Ranks one more of which need no further set where the pair spares one in another suit too, and nine bits above, where
/// it does in this alone if at all.
fn room(need: Need) -> u32 {
    let alone = if need.pair_spares() { need.unmoved() & need.sparing() } else { need.unmoved() };
    need.unmoved() | alone << 9
}

/// What takes the tiles of a suit beyond one of each orphan: see [`IN_DOUBLE`].
fn beyond_orphans(counts: &[u8; 9], suit: usize) -> u64 {
    let mut alone = [0; KINDS];
    let ranks = ranks_in(suit);
    alone[9 * suit..9 * suit + ranks].copy_from_slice(&counts[..ranks]);
    let in_double = |is_so: bool| if is_so { IN_DOUBLE } else { 0 };
    let in_set = |is_so: bool| if is_so { IN_SET } else { 0 };
    beyond(Copies::of(&alone)).map_or(NO_ROOM, |(double, set)| in_double(double) + in_set(set))
}
