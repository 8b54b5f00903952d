//! What is remembered from hand to hand.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::Frame;
use super::flowers::few;
use super::row::Row;
use super::sheet::Sheet;
use super::sorts::{Palette, Tally};
use super::suits::{MANY, Suit, Suits};
use super::used::fill_in;
use crate::best::{Line, Reading};
use crate::decompose::laid_group;
use crate::group::{Group, GroupKind, Laid};
use crate::hand::{Shape, Winning};
use crate::rules::cond::Cond;
use crate::suit::key;
use crate::tile::{Counts, Kind, ranks_in, suit};

/// Answers and suits that are kept; more start afresh.
const MOST_ANSWERS: usize = 1 << 18;
const MOST_SUITS: usize = 1 << 18;

/// What an answer hangs on: the groups that are certain, and everything else.
type Key = (Tally, u64);

/// An answer in terms of what its hand looked like.
#[derive(Clone, Copy, Debug)]
struct Answer {
    total: i32,
    /// Before the limit.
    full: i32,
    first_line: u32,
    lines: u8,
    reason: u8,
    /// Which way to lay the suits that leave a choice.
    ways: [u8; 2],
}

/// Answers for hands as the rows see them. What is in it changes how long the next hand takes, never its answer.
#[derive(Debug, Default)]
pub struct Memory {
    suits: Suits,
    known: HashMap<Key, Answer, FxBuildHasher>,
    lines: Vec<Line>,
    groups: Vec<Group>,
    told: Vec<Line>,
    /// Hands that were remembered, and hands that were searched.
    pub counts: [u64; 2],
}

impl Memory {
    pub(super) fn score(&mut self, frame: &Frame, palette: &Palette, row: &Row, sheet: &mut Sheet) {
        let beside = frame.beside;
        let plain = row.wilds == 0 && row.melds().iter().all(|meld| meld.faces.len() == 1);
        let dora = !beside.dora.is_empty() || !beside.ura.is_empty();
        let winning = match row.winning {
            Winning::Natural(winning) if plain && !dora && !beside.flowers_wild && !frame.may_be_special(row) => {
                winning
            }
            _ => return self.search(frame, row, sheet),
        };
        if self.suits.len() >= MOST_SUITS || self.known.len() >= MOST_ANSWERS {
            // Numbers of choices go with what was learnt under them.
            *self = Self { counts: self.counts, ..Self::default() };
        }
        let mut counts = row.counts;
        counts[winning as usize] += 1;
        let suits = [0, 1, 2, 3].map(|number| self.suits.get(number, key(&counts, number), palette));
        let sets = suits.iter().map(|suit| suit.sets as usize).sum::<usize>() + row.melds().len();
        let pairs = suits.iter().filter(|suit| suit.pair).count();
        if pairs != 1 || sets != frame.situated.table().shapes().sets as usize || suits.iter().any(|suit| !suit.fits) {
            sheet.none(frame.terms.missing);
            return;
        }
        let Some(key) = key_of(frame, palette, row, &counts, &suits) else {
            return self.search(frame, row, sheet);
        };
        match self.known.get(&key) {
            None => {
                self.counts[1] += 1;
                if let Some((reading, total, reason)) = frame.search(row, sheet) {
                    self.learn(key, &suits, &reading, total, reason);
                }
            }
            Some(answer) => {
                let answer = *answer;
                self.counts[0] += 1;
                self.tell(&answer, frame, palette, row, winning, &suits, sheet);
            }
        }
    }

    fn search(&mut self, frame: &Frame, row: &Row, sheet: &mut Sheet) {
        self.counts[1] += 1;
        frame.search(row, sheet);
    }

    #[expect(clippy::too_many_arguments)] // All that is known of the hand.
    fn tell(
        &mut self,
        answer: &Answer,
        frame: &Frame,
        palette: &Palette,
        row: &Row,
        winning: Kind,
        suits: &[Suit; 4],
        sheet: &mut Sheet,
    ) {
        let lines = answer.first_line as usize..answer.first_line as usize + answer.lines as usize;
        let (full, total, limit) = (answer.full, answer.total, frame.terms.limit_line);
        if !sheet.wanted.groups {
            sheet.head(total, answer.reason);
            if sheet.wanted.lines {
                sheet.lines(self.lines[lines].iter().copied(), full, total, limit);
            }
            return;
        }
        self.lay(answer, row, suits);
        let groups = &self.groups;
        let joined = |group: &Group| group.laid == Laid::Hand && group.kinds().contains(winning);
        let Some(win) = groups.iter().position(joined) else { return self.search(frame, row, sheet) };
        if sheet.wanted.lines {
            self.told.clear();
            self.told.extend_from_slice(&self.lines[lines]);
            if !fill_in(&mut self.told, frame, palette, row, groups) {
                return self.search(frame, row, sheet);
            }
            sheet.lines(self.told.iter().copied(), full, total, limit);
        }
        sheet.head(total, answer.reason);
        let closed =
            groups.iter().enumerate().filter(|(_, group)| matches!(group.laid, Laid::Hand | Laid::ConcealedKong));
        let closed = closed.fold(0, |mask, (at, _)| mask | 1 << at);
        let concealed = if palette.taken { closed & !(1 << win) } else { closed };
        sheet.groups(groups.iter().copied(), Shape::Standard as u8, concealed, Some(win as u8));
    }

    /// Lays the very tiles of the hand as the answer has it.
    fn lay(&mut self, answer: &Answer, row: &Row, suits: &[Suit; 4]) {
        self.groups.clear();
        let faces = row.melds().iter().flat_map(|meld| meld.faces.iter().map(|face| laid_group(meld, face)));
        self.groups.extend(faces);
        let mut choice = 0;
        let mut pair = None;
        for (number, suit) in suits.iter().enumerate() {
            let way = if suit.choice > 0 { answer.ways[choice] } else { 0 };
            choice += usize::from(suit.choice > 0);
            for group in self.suits.way(number, *suit, way) {
                if group.kind == GroupKind::Pair { pair = Some(group) } else { self.groups.push(group) }
            }
        }
        self.groups.extend(pair);
    }

    /// Keeps an answer in a form that fits all hands that look the same.
    #[cold]
    fn learn(&mut self, key: Key, suits: &[Suit; 4], reading: &Reading, total: i32, reason: u8) {
        if reading.shape != Shape::Standard as u8 {
            return;
        }
        let mut ways = [0; 2];
        let choices = (0..4).filter(|number| suits[*number].choice > 0);
        for (number, way) in choices.zip(&mut ways) {
            let here = |group: &&Group| group.laid == Laid::Hand && suit(group.first) == number;
            let is_it =
                |at: &u8| self.suits.way(number, suits[number], *at).eq(reading.groups.iter().filter(here).copied());
            let Some(at) = (0..u8::MAX).find(is_it) else { return };
            *way = at;
        }
        let first_line = self.lines.len() as u32;
        self.lines.extend_from_slice(&reading.lines);
        let lines = reading.lines.len() as u8;
        self.known.insert(key, Answer { total, full: reading.total, first_line, lines, reason, ways });
    }
}

/// What the answer hangs on, if it can be told in few words.
fn key_of(frame: &Frame, palette: &Palette, row: &Row, counts: &Counts, suits: &[Suit; 4]) -> Option<Key> {
    let (mut tally, mut choices, mut left) = (0, 0_u64, 2);
    for suit in suits {
        tally += suit.tally;
        if suit.choice > 0 {
            if suit.choice == MANY || left == 0 {
                return None;
            }
            choices = choices << 13 | u64::from(suit.choice);
            left -= 1;
        }
    }
    let mut filled = [0, 1, 2].map(|number| suits[number].sets > 0 || suits[number].pair);
    let mut laid = [0; 4];
    for meld in row.melds() {
        let group = laid_group(meld, meld.faces.iter().next()?);
        tally += palette.tally(group);
        laid[meld.kind as usize] += 1;
        if let Some(filled) = filled.get_mut(suit(group.first)) {
            *filled = true;
        }
    }
    let number_suits = filled.iter().map(|filled| u64::from(*filled)).sum::<u64>();
    let flowers = if palette.few_flowers { few(row.flowers, frame.situated.situation.seat) } else { row.flowers };
    let held = if palette.counts.is_empty() { 0 } else { in_counts(palette, row, counts)? };
    let laid = met(palette, laid)?;
    let parts = [(u64::from(palette.frame), 12), (flowers.into(), 8), (held.into(), 4), (number_suits, 2), (laid, 12)];
    Some((tally, parts.iter().fold(choices, |key, (part, bits)| key << bits | part)))
}

/// Which of the questions about sets laid are answered yes, and whether any was claimed if that matters.
fn met(palette: &Palette, laid: [u8; 4]) -> Option<u64> {
    let claimed = palette.claims && laid[..3] != [0; 3];
    let holds = |bits: u64, cond: &Cond| bits << 1 | u64::from(cond.fits_melds(laid));
    (palette.melds.len() < 12).then(|| palette.melds.iter().fold(u64::from(claimed), holds))
}

/// Which of the counts that rows ask for the hand has, one bit each.
fn in_counts(palette: &Palette, row: &Row, counts: &Counts) -> Option<u8> {
    let filled = |counts: &Counts, number: usize| {
        counts[number * 9..number * 9 + ranks_in(number)] != [0; 9][..ranks_in(number)]
    };
    let only = |counts: &Counts| {
        let mut suits = (0..4).filter(|number| filled(counts, *number));
        suits.next().filter(|number| *number < 3 && suits.next().is_none())
    };
    // Tiles in two suits in hand already are in no such counts.
    let Some(_) = only(counts) else { return Some(0) };
    let mut held = *counts;
    for meld in row.melds() {
        let group = laid_group(meld, meld.faces.iter().next()?);
        for kind in group.kinds().iter() {
            held[kind as usize] += group.copies_of(kind);
        }
    }
    let Some(number) = only(&held) else { return Some(0) };
    let mut bits = 0;
    for (at, (vector, spare)) in palette.counts.iter().enumerate() {
        let ranks = vector.iter().zip(&held[number * 9..]);
        let over = ranks.into_iter().try_fold(0, |over, (needed, held)| Some(over + held.checked_sub(*needed)?));
        bits |= if over == Some(*spare) { u8::from(at < 4) << at } else { 0 };
    }
    (palette.counts.len() <= 4).then_some(bits)
}
