//! How far one suit is from holding given numbers of sets and pairs, for the exact distance.
//!
//! A target demands tiles. Those the hand has no natural for are *missing*; those beyond the copies that
//! exist outside the exposed sets are its *excess* and can only be wild tiles.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::entries::Entries;
use crate::suit::{KEYS, counts_of, is_honours};

/// Most sets a suit can hold.
const SETS: usize = 5;

/// Most sets beside a knitted block.
const BESIDE_BLOCK: usize = 2;

/// What sets and the pair make up for at most in [`Profile::least`], added so that it is not below zero.
const MADE_UP: u8 = (2 * BESIDE_BLOCK + 1) as u8;

/// What the sum of [`Profile::least`] of four suits, and what a block lacks, have to be below for `sets` sets and a pair to
/// be possible beside the block with fewer than so many tiles missing: whatever falls to each suit, what is missing are that
/// sum and what was made up for.
#[must_use]
pub const fn least_limit(missing: u8, sets: u8) -> u8 {
    missing.saturating_add(4 * MADE_UP) - (2 * sets + 1)
}

/// Bounds of the excess that are told apart; no best target exceeds eleven in one suit.
const LEVELS: usize = 16;

/// Weight of a missing tile against an excess tile.
const MISSING: i16 = 64;

/// More than any sum of four suits.
const FAR: i16 = 8_000;

/// Fewest missing tiles for each bound of the excess.
type Levels = [u8; LEVELS];

const UNREACHED: u8 = u8::MAX;

/// Cells by number of sets, eight wide, for no pair and for one.
type Row = [[i16; 8]; 2];

/// What a suit lacks for 0-5 sets, without and with the pair.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Profile {
    /// Fewest missing, then least excess, as `missing * MISSING + excess`; eight cells of padding before each row,
    /// so that a row shifted by some sets is a window.
    best: [[i16; 16]; 2],
    /// Fewest missing within each bound of the excess.
    levels: [[Levels; SETS + 1]; 2],
    /// See [`Profile::least`].
    least: u8,
}

/// A rank: naturals in hand, and copies that are not in exposed sets.
pub type Rank = (u8, u8);

impl Profile {
    /// Works through the ranks, lowest first.
    fn compute(ranks: &[Rank], chows: bool) -> Self {
        let mut cells = Cells::new();
        for (rank, &(held, free)) in ranks.iter().enumerate() {
            cells = cells.step(held, free, chows && rank + 2 < ranks.len());
        }
        let mut best = [[FAR; 16]; 2];
        let mut levels = [[[0; LEVELS]; SETS + 1]; 2];
        for pair in 0..2 {
            for sets in 0..=SETS {
                let cell = cells.0[Cells::at(sets, pair, 0, 0)];
                let fewest = cell[LEVELS - 1];
                let excess: i16 = cell.iter().map(|&missing| i16::from(missing > fewest)).sum();
                best[pair][8 + sets] = i16::from(fewest) * MISSING + excess;
                levels[pair][sets] = cell;
            }
        }
        let made_up =
            |pair: usize, sets: usize| levels[pair][sets][LEVELS - 1].saturating_add(MADE_UP) - (2 * sets + pair) as u8;
        let least = (0..=BESIDE_BLOCK).map(|sets| made_up(0, sets).min(made_up(1, sets))).min().unwrap_or(0);
        Self { best, levels, least }
    }

    /// Fewest missing, over all that may be this suit's of the sets and the pair beside a block, where each set makes up for
    /// two tiles and the pair for one: that is what a tile that stands alone begins. A number to be added up (see
    /// [`least_limit`]).
    #[must_use]
    pub const fn least(&self) -> u8 {
        self.least
    }

    /// Fewest missing for so many sets (at most five) with at most so much excess (at most fifteen).
    #[must_use]
    pub fn missing(&self, sets: u8, pair: bool, excess: u8) -> u8 {
        self.levels[usize::from(pair)][usize::from(sets)][usize::from(excess)]
    }

    fn row(&self) -> Row {
        self.best.map(|padded| std::array::from_fn(|sets| padded[8 + sets]))
    }
}

/// Fewest missing tiles so far, by sets, pair, and chows begun one and two ranks below.
///
/// Three equal chows are three pungs. A second pung without a natural may be any other set, so it needs all four.
struct Cells([Levels; (SETS + 1) * 18]);

impl Cells {
    fn new() -> Self {
        let mut cells = [[UNREACHED; LEVELS]; (SETS + 1) * 18];
        cells[0] = [0; LEVELS];
        Self(cells)
    }

    const fn at(sets: usize, pair: usize, one: usize, two: usize) -> usize {
        sets * 18 + pair * 9 + one * 3 + two
    }

    fn step(&self, held: u8, free: u8, chow: bool) -> Self {
        let mut next = Self([[UNREACHED; LEVELS]; (SETS + 1) * 18]);
        let most_pungs = if held == 4 { 2 } else { 1 };
        for (index, cell) in self.0.iter().enumerate() {
            if cell[LEVELS - 1] == UNREACHED {
                continue;
            }
            let (sets, pair, one, two) = (index / 18, index / 9 % 2, index / 3 % 3, index % 3);
            let cell = Shifts::of(cell);
            let room = SETS - sets;
            for begun in 0..=if chow { room.min(2) } else { 0 } {
                for pungs in 0..=(room - begun).min(most_pungs) {
                    for paired in pair..2 {
                        let demand = (one + two + begun + 3 * pungs + 2 * (paired - pair)) as u8;
                        let missing = demand.saturating_sub(held);
                        let excess = demand.saturating_sub(free);
                        let target = &mut next.0[Self::at(sets + begun + pungs, paired, begun, one)];
                        cell.lower(target, missing, excess as usize);
                    }
                }
            }
        }
        next
    }
}

/// Levels after as much unreached padding, so that those of a greater excess are a window.
struct Shifts([u8; 2 * LEVELS]);

impl Shifts {
    fn of(levels: &Levels) -> Self {
        let mut padded = [UNREACHED; 2 * LEVELS];
        padded[LEVELS..].copy_from_slice(levels);
        Self(padded)
    }

    /// Lowers `target` to these levels with so many more missing and in excess.
    fn lower(&self, target: &mut Levels, missing: u8, excess: usize) {
        let window = &self.0[LEVELS - excess..2 * LEVELS - excess];
        for (level, &before) in target.iter_mut().zip(window) {
            *level = (*level).min(before.saturating_add(missing));
        }
    }
}

/// Different profiles there is room to remember; some six hundred occur.
const CLASSES: usize = 4_096;

static PROFILES: [OnceLock<Box<Profile>>; CLASSES] = [const { OnceLock::new() }; CLASSES];

/// For each key of a suit without exposed sets, one more than the place of its profile, or zero; first for the whole
/// suit, then without 147, 258 and 369.
static BY_KEY: [[AtomicU16; KEYS]; 4] = [const { [const { AtomicU16::new(0) }; KEYS] }; 4];

/// Suits with exposed sets: the same by [`pack`]ed ranks.
static BY_RANKS: Entries<{ 1 << 17 }> = Entries::new();

/// Remembers a profile and returns one more than its place, or `None` if there is no room.
fn intern(profile: &Profile) -> Option<u16> {
    static IDS: Mutex<Option<HashMap<Profile, u16>>> = Mutex::new(None);
    let mut ids = IDS.lock().unwrap_or_else(PoisonError::into_inner);
    let ids = ids.get_or_insert_default();
    if let Some(&id) = ids.get(profile) {
        return Some(id);
    }
    let place = PROFILES.get(ids.len())?;
    place.get_or_init(|| Box::new(profile.clone()));
    let id = ids.len() as u16 + 1;
    ids.insert(profile.clone(), id);
    Some(id)
}

/// A remembered profile, or one there was no room for.
#[derive(Debug)]
pub enum Found {
    /// Remembered for good.
    Shared(&'static Profile),
    /// Computed for this call.
    Own(Box<Profile>),
}

impl Deref for Found {
    type Target = Profile;

    fn deref(&self) -> &Profile {
        match self {
            Self::Shared(profile) => profile,
            Self::Own(profile) => profile,
        }
    }
}

fn recall(id: u16) -> Option<Found> {
    PROFILES[usize::from(id).checked_sub(1)?].get().map(|profile| Found::Shared(profile))
}

/// The profile of a suit of which nothing lies in exposed sets.
#[must_use]
pub fn by_key(key: usize) -> Found {
    find(0, key, |ranks| ranks)
}

/// The same for what is left when three ranks, from `start` in steps of three, are taken by a knitted block.
#[must_use]
pub fn beside_block(key: usize, start: usize) -> Found {
    find(start + 1, key, |ranks| take_block(ranks, start))
}

/// Takes a tile of each of three ranks, out of the hand where it holds one, and out of those that can be natural.
#[must_use]
pub fn take_block(mut ranks: [Rank; 9], start: usize) -> [Rank; 9] {
    for (held, free) in ranks.iter_mut().skip(start).step_by(3) {
        *held = held.saturating_sub(1);
        *free = free.saturating_sub(1);
    }
    ranks
}

fn find(table: usize, key: usize, adapt: impl FnOnce([Rank; 9]) -> [Rank; 9]) -> Found {
    let place = &BY_KEY[table][key];
    recall(place.load(Ordering::Acquire)).unwrap_or_else(|| {
        let ranks = adapt(counts_of(key).map(|held| (held, 4)));
        let profile =
            if is_honours(key) { Profile::compute(&ranks[..7], false) } else { Profile::compute(&ranks, true) };
        if let Some(id) = intern(&profile) {
            place.store(id, Ordering::Release);
        }
        Found::Own(Box::new(profile))
    })
}

/// The profile of any suit: nine ranks with chows, or seven honours without.
#[must_use]
pub fn by_ranks(ranks: &[Rank]) -> Found {
    let packed = pack(ranks);
    BY_RANKS.get(packed).and_then(recall).unwrap_or_else(|| {
        let profile = Profile::compute(ranks, ranks.len() == 9);
        if let Some(id) = intern(&profile) {
            BY_RANKS.put(packed, id);
        }
        Found::Own(Box::new(profile))
    })
}

/// Five bits a rank: naturals held and free. All ones where honours have no rank.
fn pack(ranks: &[Rank]) -> u64 {
    let digit = |&(held, free): &Rank| u64::from(5 * held + free);
    let honours = if ranks.len() == 9 { 0 } else { 0x3FF << 35 };
    ranks.iter().enumerate().fold(honours, |packed, (rank, counts)| packed | digit(counts) << (5 * rank))
}

/// Three suits together, to be seen with a fourth.
#[derive(Clone, Debug)]
pub struct Three<'a> {
    suits: [&'a Profile; 3],
    row: Row,
}

impl<'a> Three<'a> {
    /// These suits.
    #[must_use]
    pub fn of(suits: [&'a Profile; 3]) -> Self {
        let [a, b, c] = suits;
        Self { suits, row: join(&join(&a.row(), b), c) }
    }

    /// Fewest missing tiles of `sets` sets and a pair with a fourth suit whose excess is at most `wilds`,
    /// or `None` if there is no such target.
    #[must_use]
    pub fn missing(&self, fourth: &Profile, sets: u8, wilds: u8) -> Option<u8> {
        let least = self.least(fourth, usize::from(sets));
        if least % MISSING <= i16::from(wilds) {
            return Some((least / MISSING).unsigned_abs() as u8);
        }
        let [a, b, c] = self.suits;
        within([a, b, c, fourth], usize::from(sets), usize::from(wilds).min(LEVELS - 1))
    }

    /// The same if any number of copies existed.
    #[must_use]
    pub fn missing_at_least(&self, fourth: &Profile, sets: u8) -> u8 {
        (self.least(fourth, usize::from(sets)) / MISSING).unsigned_abs() as u8
    }

    fn least(&self, fourth: &Profile, sets: usize) -> i16 {
        let [bare, paired] = self.row;
        let mut least = FAR;
        for (here, (bare, paired)) in bare.into_iter().zip(paired).enumerate().take(sets + 1) {
            let there = 8 + sets - here;
            least = least.min(bare + fourth.best[1][there]).min(paired + fourth.best[0][there]);
        }
        least
    }
}

/// The least of both suits together.
fn join(row: &Row, profile: &Profile) -> Row {
    let mut joined = [[FAR; 8]; 2];
    for (sets, (none, one)) in row[0].into_iter().zip(row[1]).enumerate().take(SETS + 1) {
        let window = 8 - sets..16 - sets;
        let (bare, paired) = (&profile.best[0][window.clone()], &profile.best[1][window]);
        for cell in 0..8 {
            joined[0][cell] = joined[0][cell].min(none + bare[cell]);
            joined[1][cell] = joined[1][cell].min(one + bare[cell]).min(none + paired[cell]);
        }
    }
    joined
}

/// The same where the least missing would take more wild tiles than there are: all bounds of the excess are tried.
fn within(suits: [&Profile; 4], sets: usize, bound: usize) -> Option<u8> {
    let mut joined = [[[UNREACHED; LEVELS]; SETS + 1]; 2];
    joined[0][0] = [0; LEVELS];
    for profile in suits {
        let before = std::mem::replace(&mut joined, [[[UNREACHED; LEVELS]; SETS + 1]; 2]);
        for (pair, paired, below, here) in cells(sets) {
            let target = &mut joined[paired][below + here];
            let levels = Shifts::of(&profile.levels[paired - pair][here]);
            for (excess, &missing) in before[pair][below].iter().enumerate().take(bound + 1) {
                levels.lower(target, missing, excess);
            }
        }
    }
    Some(joined[1][sets][bound]).filter(|&missing| missing != UNREACHED)
}

/// Pair and sets before a suit, and pair with it and sets of it.
fn cells(sets: usize) -> impl Iterator<Item = (usize, usize, usize, usize)> {
    [(0, 0), (0, 1), (1, 1)].into_iter().flat_map(move |(pair, paired)| {
        (0..=sets).flat_map(move |below| (0..=sets - below).map(move |here| (pair, paired, below, here)))
    })
}
