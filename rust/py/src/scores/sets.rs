//! Sets as they are written.

use tingpai_core::hand::MeldKind;
use tingpai_core::tile::Kind;

use super::reader::{FLOWERS, HONOUR_BITS, HONOURS, Left, MARK, NUMBERS, ONES, Text, WILD, digits, kind, next, tiles};

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
    /// What it is, and its lowest tile, where it is a set without `?`.
    pub plain: Option<(MeldKind, Kind)>,
}

impl Set {
    pub const EMPTY: Self = Self { form: Form::Exposed, tiles: [0; 4], len: 0, declared: 0, mark: 0, plain: None };

    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..self.len]
    }

    /// What it adds to the word of its suit, if it is [`plain`](Set::plain).
    pub fn added(&self) -> Option<(usize, u64)> {
        let (kind, first) = self.plain?;
        Some((usize::from(first / 9), ADDED[kind as usize] << (4 * (first % 9))))
    }
}

/// What sets of the lowest ranks add to the word of their suit.
const CHOW: u64 = 0x111;
const PUNG: u64 = 3;
const KONG: u64 = 4;
/// By the kind of the set.
const ADDED: [u64; 4] = [CHOW, PUNG, KONG, KONG];

/// By how they lie what they are: neither set, a chow, a pung or a kong.
const KINDS: [[Option<MeldKind>; 4]; 3] = [
    [None, Some(MeldKind::Chow), Some(MeldKind::Pung), Some(MeldKind::OpenKong)],
    [None, None, None, Some(MeldKind::OpenKong)],
    [None, None, None, Some(MeldKind::ConcealedKong)],
];

/// Reads a set after its opening bracket, up to its declaration, into its place; the next seven characters are in the
/// word.
#[inline]
pub fn set(text: Text, at: &mut usize, word: u64, concealed: bool, set: &mut Set) -> Result<(), Left> {
    if !plain_set(word, at, concealed, set) {
        *set = any_set(text, at, concealed)?;
    }
    let behind = text.word(*at);
    let (char, second) = (behind as u8, (behind >> 8) as u8);
    if concealed || !matches!((char, second), (b'c' | b't', _) | (b' ', b' ' | b'c' | b't')) {
        return Ok(());
    }
    let after = *at;
    match next(text, at) {
        Ok(char @ (b'c' | b't')) => set.declared = char,
        _ => *at = after,
    }
    Ok(())
}

/// A set of three or four tiles, perhaps with a mark behind the first; false if it is none.
#[inline]
fn plain_set(word: u64, at: &mut usize, concealed: bool, set: &mut Set) -> bool {
    let second = (word >> 8) as u8;
    let marked = NUMBERS[usize::from(second)] == MARK && !concealed;
    // What may be either way is worked out, not asked for.
    let (mark, word) = (second * u8::from(marked), word & 0xFF | word >> (8 << u32::from(marked)) << 8);
    let len = digits(word);
    let (letter, close) = ((word >> (8 * len % 64)) as u8, (word >> ((8 * len + 8) % 64)) as u8);
    let suit = NUMBERS[usize::from(letter)];
    if !matches!(len, 3 | 4) || usize::from(suit) >= FLOWERS || close != if concealed { b')' } else { b']' } {
        return false;
    }
    let tiles = tiles(word, len);
    if usize::from(suit) == HONOURS && tiles >> HONOUR_BITS != 0 {
        return false;
    }
    *at += len + 2 + usize::from(marked);
    let first = 9 * suit;
    let ranks = (word as u32).wrapping_sub(ONES as u32 * 0x31).to_le_bytes();
    let form = if concealed { Form::ConcealedKong } else { Form::Exposed };
    let plain = plain(tiles, suit, form);
    *set = Set { form, tiles: ranks.map(|rank| rank.wrapping_add(first)), len, declared: 0, mark, plain };
    true
}

/// What tiles of one suit are and the lowest of them, if they are a set that may lie so.
fn plain(tiles: u64, suit: u8, form: Form) -> Option<(MeldKind, Kind)> {
    let rank = tiles.trailing_zeros() / 4;
    let shape = tiles >> (4 * rank);
    let chow = shape == CHOW && usize::from(suit) != HONOURS;
    let number = usize::from(chow) + 2 * usize::from(shape == PUNG) + 3 * usize::from(shape == KONG);
    KINDS[form as usize][number].map(|kind| (kind, 9 * suit + rank as Kind))
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
