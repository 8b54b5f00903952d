//! What one suit needs to fall into sets, looked up by its key and computed when it is first met.
//!
//! Wild tiles fill any gap, so a hand is complete exactly if few enough sets cover its naturals:
//! a suit is summed up by the fewest sets that cover it, and by whether the pair spares one of them.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::tile::{Counts, KindSet, ranks_in};

/// Keys of a number suit.
const NUMBER_KEYS: usize = 5usize.pow(9);

/// Keys of all suits: those of a number suit, then those of the honours.
pub const KEYS: usize = NUMBER_KEYS + 5usize.pow(7);

/// The keys of a number suit and of honours without tiles.
pub const EMPTY: [usize; 2] = [0, NUMBER_KEYS];

/// What a tile of each rank adds to the key of its suit.
pub const KEY_STEP: [usize; 9] = [1, 5, 25, 125, 625, 3_125, 15_625, 78_125, 390_625];

/// The key of a suit: its counts as digits to base five, lowest rank first.
#[must_use]
#[inline]
pub fn key(counts: &Counts, suit: usize) -> usize {
    let eight = |start: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&counts[start..start + 8]);
        u64::from_le_bytes(bytes)
    };
    if suit == 3 {
        NUMBER_KEYS + join_digits(eight(26) >> 8)
    } else {
        join_digits(eight(suit * 9)) + KEY_STEP[8] * counts[suit * 9 + 8] as usize
    }
}

/// The keys of all suits.
#[must_use]
#[inline]
pub fn keys(counts: &Counts) -> [usize; 4] {
    [key(counts, 0), key(counts, 1), key(counts, 2), key(counts, 3)]
}

/// Eight base-five digits, one a byte, joined two by two. Not all by multiplication, of which there is one a cycle.
const fn join_digits(bytes: u64) -> usize {
    let pairs = bytes.wrapping_add((bytes >> 8).wrapping_mul(5)) & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul((1 << 16) + 25);
    (fours >> 16 & 0xFFFF) as usize + 625 * (fours >> 48) as usize
}

/// The counts that have this key (nine ranks; the last two of the honours stay empty).
#[must_use]
pub fn counts_of(key: usize) -> [u8; 9] {
    let digits = if key < NUMBER_KEYS { key } else { key - NUMBER_KEYS };
    KEY_STEP.map(|step| (digits / step % 5) as u8)
}

/// Whether a key belongs to the honours.
#[must_use]
pub const fn is_honours(key: usize) -> bool {
    key >= NUMBER_KEYS
}

/// What a suit needs, in one word: sets, whether the pair spares one, and how a further tile changes both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need(u32);

impl Need {
    const KNOWN: u32 = 1 << 31;
    const RANKS: u32 = 0x1FF;

    fn new((sets, spares): (u8, bool), unmoved: u16, sparing: u16) -> Self {
        Self(
            Self::KNOWN | u32::from(sets) | u32::from(spares) << 4 | u32::from(unmoved) << 5 | u32::from(sparing) << 14,
        )
    }

    /// The fewest sets that cover the suit.
    #[must_use]
    pub const fn sets(self) -> u8 {
        (self.0 & 15) as u8
    }

    /// Whether one set fewer does if the pair is of this suit.
    #[must_use]
    pub const fn pair_spares(self) -> bool {
        self.0 >> 4 & 1 == 1
    }

    /// Ranks of which one more tile needs no further set.
    #[must_use]
    pub const fn unmoved(self) -> u32 {
        self.0 >> 5 & Self::RANKS
    }

    /// Ranks with one more tile of which the pair spares a set.
    #[must_use]
    pub const fn sparing(self) -> u32 {
        self.0 >> 14 & Self::RANKS
    }

    /// The need of the suit with this key.
    #[must_use]
    pub fn of(key: usize) -> Self {
        match NEEDS[key].load(Ordering::Relaxed) {
            0 => {
                let need = compute(key);
                NEEDS[key].store(need.0, Ordering::Relaxed);
                need
            }
            word => Self(word),
        }
    }
}

/// Zero is not yet computed: the table costs nothing until it is used.
static NEEDS: [AtomicU32; KEYS] = [const { AtomicU32::new(0) }; KEYS];

/// Needs of the four suits.
#[must_use]
pub fn needs(counts: &Counts) -> [Need; 4] {
    [0, 1, 2, 3].map(|suit| Need::of(key(counts, suit)))
}

/// Whether `sets` sets and a pair can hold all tiles.
#[must_use]
pub fn fits(needs: [Need; 4], sets: u8) -> bool {
    let total: u8 = needs.iter().map(|need| need.sets()).sum();
    total <= sets + u8::from(needs.iter().any(|need| need.pair_spares()))
}

/// Kinds one more of which can still be held by `sets` sets and a pair.
#[must_use]
pub fn room_for(needs: [Need; 4], sets: u8) -> KindSet {
    let total: u8 = needs.iter().map(|need| need.sets()).sum();
    // The pair is left over.
    if total <= sets {
        return KindSet::ALL;
    }
    if total > sets + 1 {
        return KindSet::EMPTY;
    }
    let sparing_suits: u8 = needs.iter().map(|need| u8::from(need.pair_spares())).sum();
    let mut kinds = 0;
    for (suit, need) in needs.into_iter().enumerate() {
        let elsewhere = sparing_suits > u8::from(need.pair_spares());
        let sparing = if elsewhere { Need::RANKS } else { need.sparing() };
        kinds |= u64::from(need.unmoved() & sparing) << (suit * 9);
    }
    KindSet(kinds & KindSet::ALL.0)
}

/// Fewest sets of some ranks, by whether the pair is among them and by the chows begun one and two ranks below: of the
/// lower ranks so far, or of a rank and those above it.
///
/// Three equal chows are three pungs, so at most two begin on one rank.
type Sets = [[[u8; 3]; 3]; 2];

const UNREACHED: u8 = 99;

/// No ranks at all.
const NOTHING: Sets = {
    let mut sets = [[[UNREACHED; 3]; 3]; 2];
    sets[0][0][0] = 0;
    sets
};

/// A rank, and how many chows may begin there and on the two ranks below.
#[derive(Clone, Copy)]
struct Rank {
    count: u8,
    begin: usize,
    below: [usize; 2],
}

impl Rank {
    /// Visits every way to lay the rank: the pair, the chows from below, those begun, and sets begun.
    fn each(self, visit: &mut impl FnMut(usize, [usize; 3], u8)) {
        for pair in 0..2 {
            for one in 0..=self.below[0] {
                for two in 0..=self.below[1] {
                    for begun in 0..=self.begin {
                        let pungs = self.count.saturating_sub((one + two + begun + 2 * pair) as u8).div_ceil(3);
                        visit(pair, [begun, one, two], begun as u8 + pungs);
                    }
                }
            }
        }
    }

    /// The lower ranks and this one.
    fn after(self, lower: &Sets) -> Sets {
        let mut all = [[[UNREACHED; 3]; 3]; 2];
        self.each(&mut |pair, [begun, one, two], sets| {
            for before in 0..2 - pair {
                let cell = &mut all[before + pair][begun][one];
                *cell = (*cell).min(lower[before][one][two] + sets);
            }
        });
        all
    }

    /// This rank and the higher ones.
    fn before(self, higher: &Sets) -> Sets {
        let mut all = [[[UNREACHED; 3]; 3]; 2];
        self.each(&mut |pair, [begun, one, two], sets| {
            for later in 0..2 - pair {
                let cell = &mut all[pair + later][one][two];
                *cell = (*cell).min(higher[later][begun][one] + sets);
            }
        });
        all
    }
}

/// The fewest sets of all ranks, and whether the pair spares one.
fn joined(lower: &Sets, higher: &Sets) -> (u8, bool) {
    let least = |below: usize, above: usize| {
        let cells = lower[below].iter().flatten().zip(higher[above].iter().flatten());
        cells.map(|(below, above)| below + above).min().unwrap_or(UNREACHED)
    };
    let sets = least(0, 0);
    (sets, least(1, 0).min(least(0, 1)) < sets)
}

fn compute(key: usize) -> Need {
    let counts = counts_of(key);
    let ranks = ranks_in(if is_honours(key) { 3 } else { 0 });
    // A chow more than any of its ranks has tiles is worth no more than a pung, even where one of them gets a tile more.
    let begin = |rank: usize| match &counts[rank..] {
        [a, b, c, ..] if ranks == 9 => usize::from(*a.max(b).max(c)).min(2),
        _ => 0,
    };
    let below = |rank: usize, by: usize| rank.checked_sub(by).map_or(0, begin);
    let at = |rank: usize| Rank { count: counts[rank], begin: begin(rank), below: [1, 2].map(|by| below(rank, by)) };

    let mut lower = [NOTHING; 10];
    let mut higher = [NOTHING; 10];
    for rank in 0..ranks {
        lower[rank + 1] = at(rank).after(&lower[rank]);
    }
    for rank in (0..ranks).rev() {
        higher[rank] = at(rank).before(&higher[rank + 1]);
    }
    let (sets, spares) = joined(&NOTHING, &higher[0]);

    let (mut unmoved, mut sparing) = (0, 0);
    for rank in 0..ranks {
        let more = Rank { count: counts[rank] + 1, ..at(rank) };
        let (more_sets, still_spares) = joined(&lower[rank], &more.before(&higher[rank + 1]));
        unmoved |= u16::from(more_sets == sets) << rank;
        sparing |= u16::from(still_spares) << rank;
    }
    Need::new((sets, spares), unmoved, sparing)
}
