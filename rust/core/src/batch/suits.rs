//! What one suit says of every shape, computed when it is first met.
//!
//! What is asked of every hand are numbers in one word, so that the words of four suits add up to what the hand says.

use std::array;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::classes::{Classes, SUIT_BITS};
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
/// that it says whether the rest can be relied on), pairs, kinds of the sixteen unrelated, and terminals and honours by
/// kinds; then [`Lacking::by_start`]. From [`ONE_MORE`] on, three of them count suits: those with exactly three of a kind,
/// those with a pair of what can be unrelated, and those with one of orphans. The highest bits are the class of the suit. The
/// class and what is lacking are learnt when they are first asked for; all of it is zero until then.
static NEAR: [AtomicU64; KEYS] = [const { AtomicU64::new(0) }; KEYS];

/// See [`NEAR`].
const ONE_MORE: u8 = 32;
const CLASS_AT: u32 = u64::BITS - SUIT_BITS as u32;

// What else is known of one suit is asked of some hands only: tables of their own, so that what is asked for lies dense;
// all zero in a suit that was not yet met.

/// See [`Ranks`].
static RANKS: [AtomicU64; KEYS] = [const { AtomicU64::new(0) }; KEYS];

/// Beside what a block takes of a suit from each start on.
struct Beside {
    /// How the other tiles are covered, a byte for each start.
    covers: AtomicU32,
    /// See [`Ranks::room`].
    rooms: [AtomicU32; 3],
}

static BESIDE: [Beside; KEYS] =
    [const { Beside { covers: AtomicU32::new(0), rooms: [const { AtomicU32::new(0) }; 3] } }; KEYS];

/// See [`Lacking`]; learnt like those of [`NEAR`].
static LACKING: [AtomicU64; KEYS] = [const { AtomicU64::new(0) }; KEYS];

/// What a suit lacks beside what it may give to a block.
#[derive(Clone, Copy, Debug)]
pub struct Lacking {
    /// With the tiles that the block lacks, what is lacking at least (see [`crate::profile::least_limit`]), by the first rank
    /// of what it gives.
    pub least: [u8; 3],
    pub classes: Classes,
}

impl Lacking {
    /// For each start what is lacking at least where one more is lacking there.
    ///
    /// Of three suits only one can give what starts there: with any block the sum of such a byte of all suits is what is
    /// lacking, or less, and one more. The largest of three sums bounds all blocks without a look at each.
    fn by_start(self) -> [u8; 3] {
        array::from_fn(|start| {
            let lacking = self.least.iter().enumerate().map(|(other, &least)| least + u8::from(other == start));
            lacking.min().unwrap_or(0)
        })
    }
}

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
    #[inline]
    pub const fn class(self) -> u32 {
        (self.0 >> CLASS_AT) as u32
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

/// What is lacking, with the bits of the classes above it.
pub const fn lacking(byte: u8) -> u8 {
    byte % (1 << (CLASS_AT % u8::BITS))
}

/// That number and one more, where there is such a suit.
pub const fn with_one_more(byte: u8) -> u8 {
    number(byte) + (byte >= ONE_MORE) as u8
}

/// Keeps what was learnt of a suit: its class, and what it lacks.
pub fn keep_classes(key: usize, whole: usize, lacking: Lacking) {
    LACKING[key].store(three(lacking.least) | u64::from(lacking.classes.0) << 32, Ordering::Relaxed);
    NEAR[key].fetch_or((whole as u64) << CLASS_AT | three(lacking.by_start()) << 32, Ordering::Release);
}

/// Four suits that were met.
#[derive(Clone, Copy, Debug)]
pub struct Hand(pub [usize; 4]);

impl Hand {
    /// Its ranks.
    #[inline]
    pub fn ranks(self) -> Ranks {
        Ranks(self.0.map(|key| RANKS[key].load(Ordering::Relaxed)))
    }

    /// What is lacking with each knitted block at least (see [`crate::profile::least_limit`]), a byte for each, and the
    /// classes, all zero where they were not learnt.
    #[inline]
    pub fn lacking(self) -> (u64, [Classes; 4]) {
        let words = self.0.map(|key| LACKING[key].load(Ordering::Relaxed));
        (in_lanes(words.map(|word| word & THREE)), words.map(|word| Classes((word >> 32) as u32)))
    }

    /// How the tiles beside each knitted block are covered, a byte for each block (see [`BLOCKS`]).
    #[inline]
    pub fn beside_blocks(self) -> u64 {
        in_lanes(self.0.map(|key| BESIDE[key].covers.load(Ordering::Relaxed).into()))
    }

    /// The room beside a block (see [`Ranks::room`]).
    #[inline]
    pub fn room_beside(self, block: usize, spares: u64) -> KindSet {
        let [a, b, c] = BLOCKS[block];
        let [first, second, third, honours] = self.0.map(|key| &BESIDE[key].rooms);
        let rooms = [&first[a], &second[b], &third[c], &honours[0]];
        room_of(rooms.map(|room| room.load(Ordering::Relaxed).into()), spares)
    }
}

/// The ranks of four suits, nine bits each: twice those of [`Ranks::room`], then those held, those of which there is an odd
/// number, and those of which there are three.
#[derive(Clone, Copy, Debug)]
pub struct Ranks([u64; 4]);

impl Ranks {
    /// Kinds held.
    #[inline]
    pub fn held(self) -> KindSet {
        by_suit(self.0, HELD)
    }

    /// Kinds of which there is an odd number.
    #[inline]
    pub fn odd(self) -> KindSet {
        by_suit(self.0.map(|ranks| ranks >> ODD), 0)
    }

    /// Kinds of which there are three.
    #[inline]
    pub fn threes(self) -> KindSet {
        by_suit(self.0.map(|ranks| ranks >> THREES), 0)
    }

    /// Kinds one more of which sets and a pair still hold, where the suits need one set more than there are: the pair
    /// spares it in so many of them.
    #[inline]
    pub fn room(self, spares: u64) -> KindSet {
        room_of(self.0, spares)
    }
}

// Places in a word of [`Ranks`].
const HELD: u32 = 18;
const ODD: u32 = 27;
const THREES: u32 = 36;

#[inline]
fn room_of(rooms: [u64; 4], spares: u64) -> KindSet {
    by_suit(rooms, if spares == 1 { 9 } else { 0 })
}

/// Nine bits of each suit, from a place on that leaves room for those of all suits, as kinds.
#[inline]
fn by_suit(suits: [u64; 4], place: u32) -> KindSet {
    let [a, b, c, d] = suits.map(|ranks| ranks & 0x1FF << place);
    KindSet((a | b << 9 | c << 18 | d << 27) >> place)
}

/// The knitted blocks by what each number suit gives: three ranks in steps of three from this one on.
pub const BLOCKS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// One in each of six bytes.
const LANES: u64 = 0x0101_0101_0101;

/// The highest bit of each of six bytes.
pub const TOPS: u64 = LANES << 7;

/// Three bytes.
const THREE: u64 = 0xFF_FFFF;

/// Three numbers of each suit, by the first rank of what it gives to a block in a byte each, added up for each of the
/// [`BLOCKS`] in a byte of its own.
///
/// The first three blocks take the suits' numbers in turn one way round, the others the other.
#[inline]
const fn in_lanes([first, second, third, honours]: [u64; 4]) -> u64 {
    let (second, third) = (second | second << 24, third | third << 24);
    let one_way = ((second >> 8) + (third >> 16)) & THREE;
    let other_way = ((second << 8) + (third << 16)) & (THREE << 24);
    let both_ways = honours + first;
    (both_ways | both_ways << 24) + one_way + other_way
}

const fn three([a, b, c]: [u8; 3]) -> u64 {
    u64::from_le_bytes([a, b, c, 0, 0, 0, 0, 0])
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
    let ranks = u64::from(held) << HELD | u64::from(odd) << ODD | u64::from(threes) << THREES;
    RANKS[key].store(u64::from(room(whole)) | ranks, Ordering::Relaxed);
    for (place, need) in BESIDE[key].rooms.iter().zip(beside) {
        place.store(room(need), Ordering::Relaxed);
    }
    BESIDE[key].covers.store(three([a, b, c].map(|cover| cover as u8)) as u32, Ordering::Relaxed);
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
