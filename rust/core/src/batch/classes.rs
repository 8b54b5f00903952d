//! What suits lack, by class: all suits that lack the same, whatever is asked for, are one class, and so are two suits
//! together. How far a hand is from sets and a pair is four look-ups, two to join suits, and one to join those.

use std::array;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering};
use std::sync::{Mutex, PoisonError};

use super::suits::{BLOCKS, Lacking, keep_classes};
use crate::entries::Entries;
use crate::profile::{Found, Profile, Rank, beside_block, by_key, by_ranks};
use crate::suit::{EMPTY, KEYS, counts_of, is_honours};
use crate::tile::ranks_in;

/// Most sets asked for, and most beside a knitted block.
const SETS: usize = 5;
const BESIDE: usize = 2;

/// Weight of a missing tile against one in excess (see [`crate::profile`]).
const MISSING: u16 = 64;

/// Fewest missing, then least excess, as one number: without and with the pair, by sets.
type Lacks = [[u16; SETS + 1]; 2];

fn lacks(profile: &Profile, most: usize) -> Lacks {
    let mut lacks = [[0; SETS + 1]; 2];
    for (pair, by_sets) in lacks.iter_mut().enumerate() {
        for (sets, lack) in by_sets.iter_mut().enumerate().take(most + 1) {
            let missing = |excess: u8| profile.missing(sets as u8, pair == 1, excess);
            let fewest = missing(15);
            let excess = (0..15).find(|&excess| missing(excess) == fewest).unwrap_or(15);
            *lack = u16::from(fewest) * MISSING + u16::from(excess);
        }
    }
    lacks
}

fn join(a: &Lacks, b: &Lacks, most: usize) -> Lacks {
    let least = |of_a: &[u16], of_b: &[u16], sets: usize| {
        of_a[..=sets].iter().zip(of_b[..=sets].iter().rev()).map(|(a, b)| a + b).min().unwrap_or(u16::MAX)
    };
    let joined = |pair: usize, sets: usize| match pair {
        _ if sets > most => 0,
        0 => least(&a[0], &b[0], sets),
        _ => least(&a[1], &b[0], sets).min(least(&a[0], &b[1], sets)),
    };
    array::from_fn(|pair| array::from_fn(|sets| joined(pair, sets)))
}

/// The answer of two joined classes in a byte: one more than the missing tiles, then the excess, at most [`EXCESSIVE`].
/// Zero where it is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lack(pub u8);

/// An excess of so many or more.
const EXCESSIVE: u8 = 7;

impl Lack {
    fn of(lack: u16) -> Self {
        let excess = (lack % MISSING).min(EXCESSIVE.into()) as u8;
        Self((lack / MISSING + 1) as u8 * 8 + excess)
    }

    /// Whether it was learnt.
    pub const fn is_known(self) -> bool {
        self.0 > 0
    }

    /// The same with so many more missing.
    const fn beside(self, missing: u8) -> Self {
        Self(self.0.wrapping_add(8 * missing))
    }

    /// Tiles that are missing.
    pub const fn missing(self) -> u8 {
        (self.0 >> 3).wrapping_sub(1)
    }

    /// Whether so many wild tiles can surely be what is in excess.
    pub const fn within(self, wilds: u8) -> bool {
        let excess = self.0 & 7;
        (excess == 0) | (excess <= wilds) & (excess < EXCESSIVE)
    }
}

/// Numbers of classes, from one on; zero is not known, and nor is what it is joined to.
#[derive(Default)]
struct Numbers {
    of: HashMap<Lacks, usize>,
    lacks: Vec<Lacks>,
}

impl Numbers {
    /// The number of a class, or zero if there is no room for it.
    fn number(&mut self, lacks: &Lacks, room: usize) -> usize {
        if let Some(&number) = self.of.get(lacks) {
            return number;
        }
        if self.lacks.len() + 1 >= room {
            return 0;
        }
        self.lacks.push(*lacks);
        self.of.insert(*lacks, self.lacks.len());
        self.lacks.len()
    }
}

#[derive(Default)]
struct Known {
    /// Single suits (253 of 17 tiles at most, and some more beside tiles on the table), two suits (429 and more), and either
    /// beside a block (46).
    suits: Numbers,
    twos: Numbers,
    small: Numbers,
}

pub const SUIT_BITS: usize = 9;
const TWO_BITS: usize = 10;
const SMALL_BITS: usize = 6;

static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
static TWOS: [AtomicU16; 1 << (2 * SUIT_BITS)] = [const { AtomicU16::new(0) }; 1 << (2 * SUIT_BITS)];
static HANDS: [[AtomicU8; 1 << (2 * TWO_BITS)]; SETS + 1] =
    [const { [const { AtomicU8::new(0) }; 1 << (2 * TWO_BITS)] }; SETS + 1];
static SMALL_TWOS: [AtomicU8; 1 << (2 * SMALL_BITS)] = [const { AtomicU8::new(0) }; 1 << (2 * SMALL_BITS)];
static SMALL_HANDS: [[AtomicU8; 1 << (2 * SMALL_BITS)]; BESIDE + 1] =
    [const { [const { AtomicU8::new(0) }; 1 << (2 * SMALL_BITS)] }; BESIDE + 1];

/// The classes of one suit beside what it may give to a block, and how much of that it holds: three times six bits, then
/// three times two.
#[derive(Clone, Copy, Debug)]
pub struct Classes(pub u32);

impl Classes {
    const fn beside(self, start: usize) -> usize {
        (self.0 as usize >> (SMALL_BITS * start)) % (1 << SMALL_BITS)
    }

    /// Tiles held of three ranks in steps of three, by the first of them.
    const fn held(self, start: usize) -> u8 {
        (self.0 >> (3 * SMALL_BITS + 2 * start)) as u8 % 4
    }
}

/// Suits with tiles on the table: their classes by both keys.
static BESIDE_LAID: Entries<{ 1 << 17 }> = Entries::new();

fn both(key: usize, laid: usize) -> u64 {
    (key as u64) << KEYS.next_power_of_two().ilog2() | laid as u64
}

/// The class of a suit beside tiles on the table, given the keys of both; zero where it was not learnt.
#[inline]
pub fn class_beside(key: usize, laid: usize) -> u32 {
    BESIDE_LAID.get(both(key, laid)).map_or(0, u32::from)
}

/// The classes of four suits, those of each two in a number.
#[inline]
pub const fn in_twos([a, b, c, d]: [u32; 4]) -> [u32; 2] {
    [a << SUIT_BITS | b, c << SUIT_BITS | d]
}

/// Four suits as two.
#[derive(Clone, Copy, Debug, Default)]
pub struct Twos(u32);

impl Twos {
    /// Joins suits two by two, given as [`in_twos`].
    #[inline]
    pub fn of([first, last]: [u32; 2]) -> Self {
        let two = |classes: u32| u32::from(TWOS[classes as usize % TWOS.len()].load(Ordering::Relaxed));
        Self(two(first) << TWO_BITS | two(last))
    }

    /// What `sets` sets and a pair lack.
    #[inline]
    pub fn lack(self, sets: u8) -> Lack {
        Lack(HANDS[usize::from(sets)][self.0 as usize % HANDS[0].len()].load(Ordering::Relaxed))
    }
}

/// What `sets` sets and a pair lack with the knitted block that leaves the least to be missing, if that is known, of these
/// blocks (the highest bits of bytes, see [`BLOCKS`]).
#[inline]
pub fn nearest_with_block(suits: [Classes; 4], mut blocks: u64, sets: u8) -> Option<Lack> {
    let two = |a: usize, b: usize| usize::from(SMALL_TWOS[a << SMALL_BITS | b].load(Ordering::Relaxed));
    let hands = &SMALL_HANDS[usize::from(sets).min(BESIDE)];
    let [first, second, third, honours] = suits;
    let mut nearest = Lack(u8::MAX);
    while blocks != 0 {
        let [a, b, c] = BLOCKS[blocks.trailing_zeros() as usize / 8];
        blocks &= blocks - 1;
        let twos = [two(first.beside(a), second.beside(b)), two(third.beside(c), honours.beside(0))];
        let lack = Lack(hands[(twos[0] << SMALL_BITS | twos[1]) % hands.len()].load(Ordering::Relaxed));
        if !lack.is_known() {
            return None;
        }
        nearest = nearest.min(lack.beside(9 - first.held(a) - second.held(b) - third.held(c)));
    }
    Some(nearest)
}

/// Learns all that the questions above need for suits with these keys, so many sets, and tiles on the table with those keys.
#[cold]
#[inline(never)]
pub fn learn(keys: [usize; 4], laid: [usize; 4], sets: u8) {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let Known { suits, twos, small } = known.get_or_insert_default();
    let mut wholes = [0; 4];
    let mut of = [Classes(0); 4];
    for (((key, laid), whole), of) in keys.into_iter().zip(laid).zip(&mut wholes).zip(&mut of) {
        *whole = suits.number(&lacks(&by_key(key), SETS), 1 << SUIT_BITS);
        let (mut word, mut least) = (0, [0; 3]);
        for (start, least) in least.iter_mut().enumerate() {
            let (profile, held) = if is_honours(key) {
                (by_key(key), 3)
            } else {
                let held = counts_of(key)[start..].iter().step_by(3).filter(|&&copies| copies > 0).count();
                (beside_block(key, start), held)
            };
            let class = small.number(&lacks(&profile, BESIDE), 1 << SMALL_BITS);
            word |= class << (SMALL_BITS * start) | held << (3 * SMALL_BITS + 2 * start);
            *least = 3 - held as u8 + profile.least();
        }
        *of = Classes(word as u32);
        keep_classes(key, *whole, Lacking { least, classes: *of });
        if laid != EMPTY[usize::from(is_honours(key))] {
            *whole = suits.number(&lacks(&beside_laid(key, laid), SETS), 1 << SUIT_BITS);
            BESIDE_LAID.put(both(key, laid), *whole as u16);
        }
    }
    let mut two = |a: usize, b: usize| {
        if a == 0 || b == 0 {
            return 0;
        }
        let number = twos.number(&join(&suits.lacks[a - 1], &suits.lacks[b - 1], SETS), 1 << TWO_BITS);
        TWOS[a << SUIT_BITS | b].store(number as u16, Ordering::Relaxed);
        number
    };
    let (first, last) = (two(wholes[0], wholes[1]), two(wholes[2], wholes[3]));
    if first > 0 && last > 0 {
        let lack = Lack::of(join(&twos.lacks[first - 1], &twos.lacks[last - 1], SETS)[1][usize::from(sets)]);
        HANDS[usize::from(sets)][first << TWO_BITS | last].store(lack.0, Ordering::Relaxed);
    }
    if let Some(sets) = sets.checked_sub(3) {
        learn_beside(small, of, usize::from(sets));
    }
}

/// How far a suit is from its sets beside such tiles.
fn beside_laid(key: usize, laid: usize) -> Found {
    let mut ranks: [Rank; 9] = [(0, 4); 9];
    for ((rank, held), laid) in ranks.iter_mut().zip(counts_of(key)).zip(counts_of(laid)) {
        *rank = (held, 4 - laid);
    }
    by_ranks(&ranks[..if is_honours(key) { ranks_in(3) } else { ranks_in(0) }])
}

fn learn_beside(small: &mut Numbers, of: [Classes; 4], sets: usize) {
    let mut two = |a: usize, b: usize| {
        if a == 0 || b == 0 {
            return (0, [[0; SETS + 1]; 2]);
        }
        let joined = join(&small.lacks[a - 1], &small.lacks[b - 1], BESIDE);
        let number = small.number(&joined, 1 << SMALL_BITS);
        SMALL_TWOS[a << SMALL_BITS | b].store(number as u8, Ordering::Relaxed);
        (number, joined)
    };
    for [a, b, c] in BLOCKS {
        let (first, of_first) = two(of[0].beside(a), of[1].beside(b));
        let (last, of_last) = two(of[2].beside(c), of[3].beside(0));
        if first > 0 && last > 0 {
            let lack = Lack::of(join(&of_first, &of_last, BESIDE)[1][sets]);
            SMALL_HANDS[sets][first << SMALL_BITS | last].store(lack.0, Ordering::Relaxed);
        }
    }
}
