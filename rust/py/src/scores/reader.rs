//! Hands in plain notation, read without a word.
//!
//! What this reader takes it reads as the package does; everything else, faulty or merely rare, it leaves to the
//! package, which says what is wrong.

use tingpai_core::batch::score::MOST_MELDS;
use tingpai_core::tile::{Counts, KINDS};

/// A wild tile whose face does not matter, as Python numbers tiles; `NONE`: no tile.
pub const WILD: u8 = 42;
pub const NONE: u8 = 255;

/// A hand that is left to the package.
#[derive(Debug)]
pub struct Left;

/// How a set lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Exposed,
    AddedKong,
    ConcealedKong,
}

/// A set as it was written.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    pub form: Form,
    tiles: [u8; 4],
    len: usize,
    /// `c` or `t`, or 0.
    pub declared: u8,
    /// The feeder's mark, or 0.
    pub mark: u8,
}

impl Set {
    const EMPTY: Self = Self { form: Form::Exposed, tiles: [0; 4], len: 0, declared: 0, mark: 0 };

    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..self.len]
    }
}

/// Longer texts are left: no hand has so many tiles, and counts stay far below their bounds.
const LONGEST: usize = 160;

const ONES: u64 = 0x0101_0101_0101_0101;

/// Tiles by kind, honours that are none, flowers, and places for what is no tile at all.
type Places = [u8; 64];

/// Where the honours end, and where the flowers begin and end.
const NO_HONOURS: usize = 34;
const FLOWERS: usize = 36;
const NO_FLOWER: usize = 44;

/// The places that the bytes of a word take which are no tiles.
const NOWHERE: u64 = 0x3F3E_3D3C_3B3A_3938;

/// A hand as it was written.
#[derive(Clone, Debug)]
pub struct Printed {
    places: Places,
    /// `?` in hand.
    pub jokers: u8,
    pub flowers: u8,
    pub winning: u8,
    sets: [Set; MOST_MELDS],
    len: usize,
}

impl Printed {
    pub const fn new() -> Self {
        let sets = [Set::EMPTY; MOST_MELDS];
        Self { places: [0; 64], jokers: 0, flowers: 0, winning: NONE, sets, len: 0 }
    }

    pub fn clear(&mut self) {
        (self.places, self.jokers, self.flowers, self.winning, self.len) = ([0; 64], 0, 0, NONE, 0);
    }

    pub fn sets(&self) -> &[Set] {
        &self.sets[..self.len]
    }

    /// Tiles in hand by kind.
    pub fn loose(&self) -> &Counts {
        self.places.first_chunk().unwrap_or(&[0; KINDS])
    }

    /// Puts tiles in hand; no more than four of a kind, as there are.
    pub fn put(&mut self, counts: &[u8]) -> Result<(), Left> {
        self.places[..KINDS].copy_from_slice(counts);
        if counts.iter().fold(0, |most, count| most.max(*count)) > 4 { Err(Left) } else { Ok(()) }
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
            if ranks > 0 {
                self.suit(text, &mut at, word, ranks)?;
                continue;
            }
            at += 1;
            match word as u8 {
                b' ' => {}
                b'?' => self.jokers += 1,
                b'+' if self.winning == NONE => self.winning = one_tile(text, &mut at)?,
                open @ (b'[' | b'(') => {
                    let set = set(text, &mut at, open == b'(')?;
                    *self.sets.get_mut(self.len).ok_or(Left)? = set;
                    self.len += 1;
                }
                _ => return Err(Left),
            }
        }
        let mut flowers = [0; 8];
        flowers.copy_from_slice(&self.places[FLOWERS..NO_FLOWER]);
        let flowers = u64::from_le_bytes(flowers);
        let wrong = self.places[NO_HONOURS] | self.places[NO_HONOURS + 1] | self.places[NO_FLOWER];
        if wrong != 0 || flowers & !ONES != 0 {
            return Err(Left);
        }
        // One byte each becomes one bit each.
        self.flowers = (flowers.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
        Ok(())
    }

    /// Ranks and the letter of their suit, where the word begins.
    fn suit(&mut self, text: Text, at: &mut usize, mut word: u64, ranks: usize) -> Result<(), Left> {
        let mut left = ranks;
        if ranks == 8 {
            left += text.data[*at + 8..text.end].iter().take_while(|char| matches!(char, b'1'..=b'9')).count();
        }
        let first = match text.at(*at + left)? {
            b'm' => 0,
            b'p' => 9,
            b's' => 18,
            b'z' => 27,
            b'f' => FLOWERS as u64,
            _ => return Err(Left),
        };
        *at += left + 1;
        let mut next = *at - left - 1;
        loop {
            let here = left.min(8);
            let tiles = u64::MAX >> (64 - 8 * here);
            let tiles = word.wrapping_sub(ONES * 0x31).wrapping_add(ONES * first) & tiles | NOWHERE & !tiles;
            for place in tiles.to_le_bytes() {
                let count = &mut self.places[place as usize % 64];
                *count = count.wrapping_add(1);
            }
            left -= here;
            if left == 0 {
                return Ok(());
            }
            next += 8;
            word = text.word(next);
        }
    }
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

    /// Eight characters, the first lowest; 0 behind the end.
    #[inline]
    fn word(self, at: usize) -> u64 {
        let left = self.end.saturating_sub(at);
        let word = match self.data.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()) {
            Some(bytes) => u64::from_le_bytes(bytes),
            None => self.last(at),
        };
        if left < 8 { word & ((1 << (8 * left)) - 1) } else { word }
    }

    /// The same where all texts end.
    fn last(self, at: usize) -> u64 {
        let bytes = self.data.get(at..).unwrap_or_default();
        bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
    }

    fn at(self, at: usize) -> Result<u8, Left> {
        if at < self.end { Ok(self.data[at]) } else { Err(Left) }
    }
}

/// How many of the first characters are ranks.
#[inline]
const fn digits(word: u64) -> usize {
    // Characters `0` to `?` by their lower half, any other with its highest bit; what is borrowed or carried comes from
    // a character that is no rank, and goes to those behind it.
    let half = word ^ (ONES * 0x30);
    let none = (half.wrapping_add(ONES * 0x76) | half | half.wrapping_sub(ONES)) & (ONES << 7);
    none.trailing_zeros() as usize / 8
}

/// The kind of a 0-based rank and the letter of its suit.
fn kind(rank: u8, letter: u8) -> Result<u8, Left> {
    let first = match letter {
        b'm' => 0,
        b'p' => 9,
        b's' => 18,
        b'z' if rank < 7 => 27,
        _ => return Err(Left),
    };
    Ok(first + rank)
}

fn next(text: Text, at: &mut usize) -> Result<u8, Left> {
    loop {
        let char = text.at(*at)?;
        *at += 1;
        if char != b' ' {
            return Ok(char);
        }
    }
}

/// The winning tile after its `+`.
fn one_tile(text: Text, at: &mut usize) -> Result<u8, Left> {
    match next(text, at)? {
        b'?' => Ok(WILD),
        rank @ b'1'..=b'9' => kind(rank - b'1', next(text, at)?),
        _ => Err(Left),
    }
}

/// A set after its opening bracket, up to its declaration.
fn set(text: Text, at: &mut usize, concealed: bool) -> Result<Set, Left> {
    let mut set = match plain_set(text, at, concealed) {
        Some(set) => set,
        None => any_set(text, at, concealed)?,
    };
    if concealed || matches!(text.at(*at), Err(Left) | Ok(b'[' | b'(' | b'+')) {
        return Ok(set);
    }
    let after = *at;
    match next(text, at) {
        Ok(char @ (b'c' | b't')) => set.declared = char,
        _ => *at = after,
    }
    Ok(set)
}

/// A set of three or four tiles, perhaps with a mark behind the first.
fn plain_set(text: Text, at: &mut usize, concealed: bool) -> Option<Set> {
    let word = text.word(*at);
    let marked = matches!((word >> 8) as u8, b'<' | b'^' | b'>') && !concealed;
    let (mark, word) = if marked { ((word >> 8) as u8, word & 0xFF | word >> 16 << 8) } else { (0, word) };
    let len = digits(word);
    let (letter, close) = ((word >> (8 * len % 64)) as u8, (word >> ((8 * len + 8) % 64)) as u8);
    if !matches!(len, 3 | 4) || close != if concealed { b')' } else { b']' } {
        return None;
    }
    let (first, ranks) = match letter {
        b'm' => (0, 9),
        b'p' => (9, 9),
        b's' => (18, 9),
        b'z' => (27, 7),
        _ => return None,
    };
    let tiles = (word as u32).wrapping_sub(ONES as u32 * 0x31).to_le_bytes();
    if tiles[..len].iter().any(|rank| *rank >= ranks) {
        return None;
    }
    *at += len + 2 + usize::from(marked);
    let form = if concealed { Form::ConcealedKong } else { Form::Exposed };
    Some(Set { form, tiles: tiles.map(|rank| rank.wrapping_add(first)), len, declared: 0, mark })
}

/// Any set that can be read here.
fn any_set(text: Text, at: &mut usize, concealed: bool) -> Result<Set, Left> {
    let mut set = Set::EMPTY;
    set.form = if concealed { Form::ConcealedKong } else { Form::Exposed };
    // The first tile that waits for its suit.
    let mut waiting: Option<usize> = None;
    loop {
        let char = next(text, at)?;
        match char {
            b'1'..=b'9' | b'?' => {
                let is_rank = char != b'?';
                *set.tiles.get_mut(set.len).ok_or(Left)? = if is_rank { char - b'1' } else { WILD };
                if is_rank && waiting.is_none() {
                    waiting = Some(set.len);
                }
                set.len += 1;
            }
            b'm' | b'p' | b's' | b'z' => {
                for tile in &mut set.tiles[waiting.ok_or(Left)?..set.len] {
                    if *tile != WILD {
                        *tile = kind(*tile, char)?;
                    }
                }
                waiting = None;
            }
            b'<' | b'^' | b'>' if !concealed && set.mark == 0 && set.len > 0 && set.form == Form::Exposed => {
                set.mark = char;
            }
            b'+' if set.form == Form::Exposed && set.len == 3 => set.form = Form::AddedKong,
            b']' if !concealed && waiting.is_none() => break,
            b')' if concealed && waiting.is_none() => return Ok(set),
            _ => return Err(Left),
        }
    }
    if set.form == Form::AddedKong && set.len != 4 { Err(Left) } else { Ok(set) }
}
