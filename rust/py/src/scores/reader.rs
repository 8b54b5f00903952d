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

/// A hand as it was written.
#[derive(Clone, Debug)]
pub struct Printed {
    pub loose: Counts,
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
        Self { loose: [0; KINDS], jokers: 0, flowers: 0, winning: NONE, sets, len: 0 }
    }

    pub fn clear(&mut self) {
        (self.loose, self.jokers, self.flowers, self.winning, self.len) = ([0; KINDS], 0, 0, NONE, 0);
    }

    pub fn sets(&self) -> &[Set] {
        &self.sets[..self.len]
    }

    /// Adds what a text says.
    pub fn read(&mut self, text: &[u8]) -> Result<(), Left> {
        let mut at = 0;
        // Ranks that wait for their suit, and whether the last tile is one of them.
        let (mut ranks, mut waiting, mut last) = ([0_u8; 20], 0, false);
        while let Some(&char) = text.get(at) {
            at += 1;
            match char {
                b'1'..=b'9' => {
                    *ranks.get_mut(waiting).ok_or(Left)? = char - b'1';
                    waiting += 1;
                    last = true;
                }
                b'm' | b'p' | b's' | b'z' | b'f' => {
                    if !last {
                        return Err(Left);
                    }
                    self.settle(&ranks[..waiting], char)?;
                    (waiting, last) = (0, false);
                }
                b' ' => {}
                b'?' => {
                    self.jokers = self.jokers.checked_add(1).ok_or(Left)?;
                    last = false;
                }
                _ if waiting > 0 => return Err(Left),
                b'+' => {
                    if self.winning != NONE {
                        return Err(Left);
                    }
                    self.winning = one_tile(text, &mut at)?;
                }
                b'[' | b'(' => {
                    let set = set(text, &mut at, char == b'(')?;
                    *self.sets.get_mut(self.len).ok_or(Left)? = set;
                    self.len += 1;
                }
                _ => return Err(Left),
            }
        }
        if waiting > 0 { Err(Left) } else { Ok(()) }
    }

    fn settle(&mut self, ranks: &[u8], letter: u8) -> Result<(), Left> {
        if letter == b'f' {
            for &rank in ranks {
                if rank > 7 || self.flowers >> rank & 1 == 1 {
                    return Err(Left);
                }
                self.flowers |= 1 << rank;
            }
            return Ok(());
        }
        for &rank in ranks {
            let count = &mut self.loose[kind(rank, letter)? as usize];
            *count = count.checked_add(1).ok_or(Left)?;
        }
        Ok(())
    }
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

fn next(text: &[u8], at: &mut usize) -> Result<u8, Left> {
    loop {
        let char = *text.get(*at).ok_or(Left)?;
        *at += 1;
        if char != b' ' {
            return Ok(char);
        }
    }
}

/// The winning tile after its `+`.
fn one_tile(text: &[u8], at: &mut usize) -> Result<u8, Left> {
    match next(text, at)? {
        b'?' => Ok(WILD),
        rank @ b'1'..=b'9' => kind(rank - b'1', next(text, at)?),
        _ => Err(Left),
    }
}

/// A set after its opening bracket, up to its declaration.
fn set(text: &[u8], at: &mut usize, concealed: bool) -> Result<Set, Left> {
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
    if set.form == Form::AddedKong && set.len != 4 {
        return Err(Left);
    }
    let after = *at;
    match next(text, at) {
        Ok(char @ (b'c' | b't')) => set.declared = char,
        _ => *at = after,
    }
    Ok(set)
}
