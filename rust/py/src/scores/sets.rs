//! Sets as they are written.

use tingpai_core::hand::MeldKind;
use tingpai_core::tile::Kind;

use super::reader::{FLOWERS, HONOURS, Left, MARK, NUMBERS, ONES, Text, WILD, kind, next};

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

/// Reads a set after its opening bracket, up to its declaration; its first eight characters are in the word.
#[inline]
pub fn set(text: Text, at: &mut usize, word: u64) -> Result<Set, Left> {
    let concealed = word as u8 == b'(';
    let mut set = if let Some((set, length)) = plain_set(word) {
        *at += length - 1;
        set
    } else {
        any_set(text, at, concealed)?
    };
    let behind = text.word(*at);
    let (char, second) = (behind as u8, (behind >> 8) as u8);
    if concealed || !matches!((char, second), (b'c' | b't', _) | (b' ', b' ' | b'c' | b't')) {
        return Ok(set);
    }
    let after = *at;
    match next(text, at) {
        Ok(char @ (b'c' | b't')) => set.declared = char,
        _ => *at = after,
    }
    Ok(set)
}

/// A set as nearly all are written, the tiles of a chow ascending, perhaps with a mark behind the first tile, and how
/// long it is from its bracket on. What may be either way is worked out, not asked for.
#[inline]
fn plain_set(word: u64) -> Option<(Set, usize)> {
    let concealed = word as u8 == b'(';
    let second = (word >> 16) as u8;
    let marked = !concealed && NUMBERS[usize::from(second)] == MARK;
    let tiles = word >> 8 & 0xFF | word >> (16 + 8 * u32::from(marked)) << 8;
    let rank = (tiles as u8).wrapping_sub(b'1');
    let behind_first = (tiles as u32).wrapping_sub(ONES as u32 * u32::from(tiles as u8));
    let (kong, third) = (behind_first == 0, behind_first & 0xFF_FFFF);
    let chow = third == 0x02_0100;
    let number = usize::from(chow) + 2 * usize::from(third == 0) + usize::from(kong);
    let len = 3 + usize::from(kong);
    let (letter, close) = ((tiles >> (8 * len)) as u8, (tiles >> (8 * len + 8)) as u8);
    let suit = NUMBERS[usize::from(letter)];
    let honours = usize::from(suit) == HONOURS;
    let (form, bracket) = [(Form::Exposed, b']'), (Form::ConcealedKong, b')')][usize::from(concealed)];
    let kind = KINDS[form as usize][number]?;
    let ranks = if chow || honours { 7 } else { 9 };
    if usize::from(suit) >= FLOWERS || rank >= ranks || chow && honours || close != bracket {
        return None;
    }
    let first = 9 * suit;
    let written = (tiles as u32).wrapping_sub(ONES as u32 * 0x31).to_le_bytes();
    let tiles = written.map(|rank| rank.wrapping_add(first));
    let mark = second * u8::from(marked);
    let set = Set { form, tiles, len, declared: 0, mark, plain: Some((kind, first + rank)) };
    Some((set, 1 + usize::from(marked) + len + 2))
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
