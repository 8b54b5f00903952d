//! Hands in plain notation, read without a word.
//!
//! What this reader takes it reads as the package does; everything else, faulty or merely rare, it leaves to the
//! package, which says what is wrong.

use tingpai_core::batch::score::{MOST_MELDS, Packed};
use tingpai_core::tile::{Counts, KINDS};

use super::sets::{Set, set};

/// A wild tile whose face does not matter, as Python numbers tiles; `NONE`: no tile.
pub const WILD: u8 = 42;
pub const NONE: u8 = 255;

/// A hand that is left to the package.
#[derive(Debug)]
pub struct Left;

/// Longer texts are left: no hand has so many tiles.
const LONGEST: usize = 160;

pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// The letters of the suits and the flowers.
const SUITS: [u8; 5] = *b"mpszf";
pub(super) const HONOURS: usize = 3;
pub(super) const HONOUR_BITS: u32 = 28;
pub(super) const FLOWERS: usize = 4;

/// In place of the number of a suit: a feeder's mark, and any other character.
pub(super) const MARK: u8 = SUITS.len() as u8;
const NEITHER: u8 = MARK + 1;

/// The number of a suit by its letter.
pub(super) const NUMBERS: [u8; 256] = {
    let mut numbers = [NEITHER; 256];
    (numbers[b'<' as usize], numbers[b'^' as usize], numbers[b'>' as usize]) = (MARK, MARK, MARK);
    let mut suit = 0;
    while suit < SUITS.len() {
        numbers[SUITS[suit] as usize] = suit as u8;
        suit += 1;
    }
    numbers
};

/// What two ranks add to the word of their suit, by the lower halves of their characters; 0 adds nothing.
const PAIRS: [u64; 256] = {
    let (mut pairs, mut pair) = ([0; 256], 0);
    while pair < pairs.len() {
        let halves = [pair & 15, pair >> 4];
        let mut at = 0;
        while at < halves.len() {
            if matches!(halves[at], 1..=9) {
                pairs[pair] += tile(halves[at] as u8 - 1);
            }
            at += 1;
        }
        pair += 1;
    }
    pairs
};

/// What a tile of a 0-based rank adds to the word of its suit.
const fn tile(rank: u8) -> u64 {
    1 << (4 * rank)
}

/// More than a count of at most four, less than one of five, from its highest bit.
const ABOVE_FOUR: u64 = 0x3_3333_3333;
const FIVE_OR_MORE: u64 = 0x8_8888_8888;

/// A hand as it was written.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Tiles in hand as [`Packed`] has them, and flowers.
    hand: [u64; SUITS.len()],
    /// The winning tile and the sets, at last with the hand.
    all: [u64; SUITS.len()],
    /// Its highest bits tell where there were more than four of a kind.
    many: u64,
    /// `?` in hand, and those in sets and won by.
    pub jokers: u8,
    pub other_jokers: u8,
    pub flowers: u8,
    pub winning: u8,
    sets: [Set; MOST_MELDS],
    len: usize,
}

impl Printed {
    pub const fn new() -> Self {
        let (hand, all, sets) = ([0; SUITS.len()], [0; SUITS.len()], [Set::EMPTY; MOST_MELDS]);
        Self { hand, all, many: 0, jokers: 0, other_jokers: 0, flowers: 0, winning: NONE, sets, len: 0 }
    }

    pub fn clear(&mut self) {
        (self.hand, self.all, self.many) = ([0; SUITS.len()], [0; SUITS.len()], 0);
        (self.jokers, self.other_jokers, self.flowers, self.winning, self.len) = (0, 0, 0, NONE, 0);
    }

    pub fn sets(&self) -> &[Set] {
        &self.sets[..self.len]
    }

    /// Natural tiles in hand.
    pub const fn hand(&self) -> Packed {
        let [m, p, s, z, _] = self.hand;
        Packed([m, p, s, z])
    }

    /// Natural tiles in hand, in sets and won by; no more than four of a kind.
    pub const fn all(&self) -> Packed {
        let [m, p, s, z, _] = self.all;
        Packed([m, p, s, z])
    }

    /// Puts tiles in hand; no more than four of a kind, as there are.
    pub fn put(&mut self, counts: &Counts) -> Result<(), Left> {
        if counts.iter().fold(0, |most, count| most.max(*count)) > 4 {
            return Err(Left);
        }
        let Packed([m, p, s, z]) = Packed::of(counts);
        self.hand = [m, p, s, z, 0];
        Ok(())
    }

    /// Says which tile won: a natural one or `?`.
    pub fn win(&mut self, tile: u8) -> Result<(), Left> {
        if self.winning != NONE {
            return Err(Left);
        }
        self.winning = tile;
        match tile {
            WILD => self.other_jokers += 1,
            _ if usize::from(tile) < KINDS => self.add(usize::from(tile / 9), self::tile(tile % 9)),
            _ => return Err(Left),
        }
        Ok(())
    }

    /// Adds what a text says.
    pub fn read(&mut self, text: Text) -> Result<(), Left> {
        let mut at = text.start;
        if text.end - at > LONGEST {
            return Err(Left);
        }
        while at < text.end {
            let word = text.word(at);
            let ranks = digits(word);
            at += if ranks > 0 { self.suit(text, at, word, ranks)? } else { self.piece(text, at, word)? };
            // Most pieces stand apart.
            at += usize::from(at < text.end && text.data[at] == b' ');
        }
        // A piece that goes on behind the end is none.
        if at > text.end {
            return Err(Left);
        }
        self.sum_up()
    }

    /// Puts together what all pieces add.
    fn sum_up(&mut self) -> Result<(), Left> {
        for (all, hand) in self.all.iter_mut().zip(self.hand) {
            *all += hand;
            self.many |= *all + ABOVE_FOUR;
        }
        let (honours, flowers) = (self.all[HONOURS], self.hand[FLOWERS]);
        let many = self.many & FIVE_OR_MORE != 0;
        if many || honours >> HONOUR_BITS != 0 || flowers & !0x1111_1111 != 0 {
            return Err(Left);
        }
        // Four bits each become one bit each.
        let pairs = (flowers | flowers >> 3) & 0x0303_0303;
        let fours = (pairs | pairs >> 6) & 0x000F_000F;
        self.flowers = (fours | fours >> 12) as u8;
        Ok(())
    }

    /// Ranks and the letter of their suit, where the word begins; says how long they are.
    fn suit(&mut self, text: Text, at: usize, word: u64, ranks: usize) -> Result<usize, Left> {
        if ranks == 8 {
            return self.many_of_suit(text, at, word);
        }
        let suit = usize::from(NUMBERS[usize::from((word >> (8 * ranks)) as u8)]);
        if suit >= SUITS.len() {
            return Err(Left);
        }
        self.add_in_hand(suit, tiles(word, ranks));
        Ok(ranks + 1)
    }

    /// The same of eight ranks and perhaps more.
    #[inline(never)]
    fn many_of_suit(&mut self, text: Text, at: usize, word: u64) -> Result<usize, Left> {
        let more = text.word(at + 8);
        let ranks = digits(more);
        let suit = usize::from(NUMBERS[usize::from(text.at(at + 8 + ranks)?)]);
        if suit >= SUITS.len() {
            return Err(Left);
        }
        self.add_in_hand(suit, tiles(word, 8));
        if ranks > 0 {
            self.add_in_hand(suit, tiles(more, ranks));
        }
        Ok(8 + ranks + 1)
    }

    /// Anything but tiles of a suit, where the word begins; says how long it is.
    fn piece(&mut self, text: Text, at: usize, word: u64) -> Result<usize, Left> {
        let mut end = at + 1;
        match word as u8 {
            b'[' | b'(' => {
                let set = set(text, &mut end, word)?;
                self.lay(set)?;
            }
            b'+' => {
                let tile = one_tile(text, &mut end, word >> 8)?;
                self.win(tile)?;
            }
            b'?' => self.jokers += 1,
            b' ' => {}
            _ => return Err(Left),
        }
        Ok(end - at)
    }

    /// Adds at most eight tiles to those beside the hand.
    fn add(&mut self, suit: usize, tiles: u64) {
        added(&mut self.all[suit], &mut self.many, tiles);
    }

    /// Adds at most eight tiles to the hand.
    fn add_in_hand(&mut self, suit: usize, tiles: u64) {
        added(&mut self.hand[suit], &mut self.many, tiles);
    }

    /// Adds a set.
    fn lay(&mut self, set: Set) -> Result<(), Left> {
        *self.sets.get_mut(self.len).ok_or(Left)? = set;
        self.len += 1;
        if let Some((suit, tiles)) = set.added() {
            self.add(suit, tiles);
            return Ok(());
        }
        for tile in set.tiles() {
            match *tile {
                WILD => self.other_jokers += 1,
                tile => self.add(usize::from(tile / 9), self::tile(tile % 9)),
            }
        }
        Ok(())
    }
}

/// Adds at most eight tiles to those of their suit, and notes whether those are too many.
fn added(all: &mut u64, many: &mut u64, tiles: u64) {
    *all += tiles;
    *many |= *all + ABOVE_FOUR;
    // Where there were too many they need not be counted any more.
    *all &= !FIVE_OR_MORE;
}

/// The first ranks of a word as tiles, one at least.
fn tiles(word: u64, ranks: usize) -> u64 {
    let halves = word << (u64::BITS as usize - 8 * ranks) & (ONES * 0x0F);
    let pairs = halves | halves >> 4;
    [0, 16, 32, 48].into_iter().map(|at| PAIRS[usize::from((pairs >> at) as u8)]).sum()
}

/// A text within others.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    pub data: &'a [u8],
    pub start: usize,
    pub end: usize,
}

impl<'a> Text<'a> {
    pub const fn of(data: &'a [u8]) -> Self {
        Self { data, start: 0, end: data.len() }
    }

    /// Eight characters, the first lowest, be they behind the end; 0 behind the last text.
    #[inline]
    pub(super) fn word(self, at: usize) -> u64 {
        let bytes = self.data.get(at..).and_then(|bytes| bytes.first_chunk());
        bytes.map_or_else(|| self.last(at), |bytes| u64::from_le_bytes(*bytes))
    }

    /// The same where the data end: what stands before is shifted out.
    #[cold]
    fn last(self, at: usize) -> u64 {
        let before = (at + 8).saturating_sub(self.data.len());
        if let Some(bytes) = self.data.last_chunk() {
            u64::from_le_bytes(*bytes).checked_shr(8 * before as u32).unwrap_or(0)
        } else {
            let bytes = self.data.get(at..).unwrap_or_default();
            bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
        }
    }

    pub(super) fn at(self, at: usize) -> Result<u8, Left> {
        if at < self.end { Ok(self.data[at]) } else { Err(Left) }
    }
}

/// How many of the first characters are ranks.
#[inline]
pub(super) const fn digits(word: u64) -> usize {
    // Characters `0` to `?` by their lower half, any other with its highest bit; what is borrowed or carried comes from
    // a character that is no rank, and goes to those behind it.
    let half = word ^ (ONES * 0x30);
    let none = (half.wrapping_add(ONES * 0x76) | half | half.wrapping_sub(ONES)) & (ONES << 7);
    none.trailing_zeros() as usize / 8
}

/// The kind of a 0-based rank and the letter of its suit.
pub(super) fn kind(rank: u8, letter: u8) -> Result<u8, Left> {
    let first = match letter {
        b'm' => 0,
        b'p' => 9,
        b's' => 18,
        b'z' if rank < 7 => 27,
        _ => return Err(Left),
    };
    Ok(first + rank)
}

pub(super) fn next(text: Text, at: &mut usize) -> Result<u8, Left> {
    loop {
        let char = text.at(*at)?;
        *at += 1;
        if char != b' ' {
            return Ok(char);
        }
    }
}

/// The winning tile after its `+`; the next seven characters are in the word.
fn one_tile(text: Text, at: &mut usize, word: u64) -> Result<u8, Left> {
    if let Some(tile) = natural(word) {
        *at += 2;
        return Ok(tile);
    }
    match next(text, at)? {
        b'?' => Ok(WILD),
        rank @ b'1'..=b'9' => kind(rank - b'1', next(text, at)?),
        _ => Err(Left),
    }
}

/// The tile of the first two characters, a rank and the letter of its suit.
fn natural(word: u64) -> Option<u8> {
    let (suit, rank) = (NUMBERS[usize::from((word >> 8) as u8)], (word as u8).wrapping_sub(b'1'));
    (rank < 9 && usize::from(suit) <= HONOURS).then_some(9 * suit + rank)
}
