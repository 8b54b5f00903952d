//! What is remembered from hand to hand.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::row::Row;
use super::sheet::Sheet;
use super::sorts::Palette;
use super::suits::{ELSEWHERE, Suit, Suits};
use super::{Frame, MOST_MELDS};
use crate::best::{FLOWER_SHIFT, Line, Reading};
use crate::decompose::laid_group;
use crate::group::{Group, GroupKind, Laid};
use crate::hand::{Shape, Winning};
use crate::suit::key;
use crate::tile::{Counts, rank, ranks_in, suit};

/// Answers and suits that are kept; more start afresh.
const MOST_ANSWERS: usize = 1 << 18;
const MOST_SUITS: usize = 1 << 18;

/// What an answer hangs on: the classes of the suits, and everything else.
type Key = (u64, u64);

/// An answer in terms of what its hand looked like.
#[derive(Clone, Copy, Debug)]
struct Answer {
    total: i32,
    /// Before the limit.
    full: i32,
    reason: u8,
    /// Of each suit which way to lay it.
    ways: [u8; 4],
    win: u8,
    lines: u8,
    first_line: u32,
    concealed: u32,
}

/// Answers for hands as the rows see them. What is in it changes how long the next hand takes, never its answer.
#[derive(Debug, Default)]
pub struct Memory {
    suits: Suits,
    melds: HashMap<[u16; MOST_MELDS], u32, FxBuildHasher>,
    known: HashMap<Key, Answer, FxBuildHasher>,
    lines: Vec<Line>,
    /// Hands that were remembered, and hands that were searched.
    pub counts: [u64; 2],
}

impl Memory {
    pub(super) fn score(&mut self, frame: &Frame, palette: &Palette, row: &Row, sheet: &mut Sheet) {
        let Winning::Natural(winning) = row.winning else {
            self.counts[1] += 1;
            frame.search(row, sheet);
            return;
        };
        let beside = frame.beside;
        let plain = row.wilds == 0 && row.melds().iter().all(|meld| meld.faces.len() == 1);
        if !plain
            || beside.flowers_wild
            || !beside.dora.is_empty()
            || !beside.ura.is_empty()
            || frame.may_be_special(row)
        {
            self.counts[1] += 1;
            frame.search(row, sheet);
            return;
        }
        if self.suits.len() >= MOST_SUITS || self.known.len() >= MOST_ANSWERS || self.melds.len() >= MOST_ANSWERS {
            // Numbers of classes and sets go with what was learnt under them.
            *self = Self { counts: self.counts, ..Self::default() };
        }
        let mut counts = row.counts;
        counts[winning as usize] += 1;
        let suits = [0, 1, 2, 3].map(|number| {
            let win = if suit(winning) == number { rank(winning) } else { ELSEWHERE };
            self.suits.get(number, key(&counts, number), win, palette)
        });
        let sets = suits.iter().map(|suit| suit.sets as usize).sum::<usize>() + row.melds().len();
        let pairs = suits.iter().filter(|suit| suit.pair).count();
        if pairs != 1 || sets != frame.situated.table().shapes().sets as usize || suits.iter().any(|suit| !suit.fits) {
            sheet.none(frame.terms.missing);
            return;
        }
        match self.key(frame, palette, row, &counts, &suits) {
            None => {
                self.counts[1] += 1;
                frame.search(row, sheet);
            }
            Some(key) => self.answer(key, frame, palette, row, &suits, sheet),
        }
    }

    fn key(&mut self, frame: &Frame, palette: &Palette, row: &Row, counts: &Counts, suits: &[Suit; 4]) -> Option<Key> {
        let mut classes = 0;
        for suit in suits {
            classes = classes << 16 | u64::from(suit.class?);
        }
        let mut laid = [u16::MAX; MOST_MELDS];
        for (meld, laid) in row.melds().iter().zip(&mut laid) {
            let group = laid_group(meld, meld.faces.iter().next()?);
            *laid = palette.sort(group) << 2 | group.laid as u16;
        }
        let next = self.melds.len() as u32;
        let melds = *self.melds.entry(laid).or_insert(next);
        let flowers = if palette.few_flowers { few(row.flowers, seat(frame)) } else { row.flowers };
        let held = if palette.counts.is_empty() { 0 } else { in_counts(palette, row, counts)? };
        let rest = u64::from(melds) << 32 | u64::from(palette.frame) << 16 | u64::from(flowers) << 8 | u64::from(held);
        Some((classes, rest))
    }

    fn answer(&mut self, key: Key, frame: &Frame, palette: &Palette, row: &Row, suits: &[Suit; 4], sheet: &mut Sheet) {
        let Some(answer) = self.known.get(&key) else {
            self.counts[1] += 1;
            if let Some((reading, total, reason)) = frame.search(row, sheet) {
                self.learn(key, palette, suits, &reading, total, reason);
            }
            return;
        };
        self.counts[0] += 1;
        sheet.head(answer.total, answer.reason);
        if sheet.wanted.lines {
            let start = answer.first_line as usize;
            let told = self.lines[start..start + answer.lines as usize].iter().map(|line| {
                let used = if palette.few_flowers { seated(line.used, seat(frame)) } else { line.used };
                Line { used, ..*line }
            });
            sheet.lines(told, answer.full, answer.total, frame.terms.limit_line);
        }
        if sheet.wanted.groups {
            let melds = row.melds().iter().flat_map(|meld| meld.faces.iter().map(|face| laid_group(meld, face)));
            let ways = [0, 1, 2, 3].map(|number| self.suits.way(suits[number], answer.ways[number]));
            let of = |pairs: bool| {
                let groups = ways.into_iter().flatten().copied();
                groups.filter(move |group| (group.kind == GroupKind::Pair) == pairs)
            };
            let win = Some(answer.win);
            sheet.groups(melds.chain(of(false)).chain(of(true)), Shape::Standard as u8, answer.concealed, win);
        }
    }

    /// Keeps an answer in a form that fits all hands that look the same.
    #[cold]
    fn learn(&mut self, key: Key, palette: &Palette, suits: &[Suit; 4], reading: &Reading, total: i32, reason: u8) {
        let Some(win) = reading.win.filter(|_| reading.shape == Shape::Standard as u8) else { return };
        let mut ways = [0; 4];
        for (number, way) in ways.iter_mut().enumerate() {
            let here = |group: &&Group| group.laid == Laid::Hand && suit(group.first) == number;
            let groups: Vec<Group> = reading.groups.iter().filter(here).copied().collect();
            let Some(at) = (0..u8::MAX).find(|at| self.suits.has(suits[number], *at, &groups)) else { return };
            *way = at;
        }
        let first_line = self.lines.len() as u32;
        let few = palette.few_flowers;
        self.lines.extend(
            reading.lines.iter().map(|line| Line { used: if few { unseated(line.used) } else { line.used }, ..*line }),
        );
        let (full, lines, concealed) = (reading.total, reading.lines.len() as u8, reading.concealed);
        self.known.insert(key, Answer { total, full, reason, ways, win, lines, first_line, concealed });
    }
}

const fn seat(frame: &Frame) -> u8 {
    frame.situated.situation.seat
}

const SERIES: u8 = 0b1111;

/// Flowers as rows see them that look at own ones and whole series only: the own one of a series stands first.
const fn few(held: u8, seat: u8) -> u8 {
    let (first, second) = (few_of(held & SERIES, seat), few_of(held >> 4, seat));
    match first | second << 4 {
        0 if held != 0 => 0b10,
        told => told,
    }
}

const fn few_of(held: u8, seat: u8) -> u8 {
    if held == SERIES { SERIES } else { held >> seat & 1 }
}

/// Groups and flowers used by a line, the own flowers put where `few` has them.
const fn unseated(used: u32) -> u32 {
    let first = used >> FLOWER_SHIFT & 0xF;
    let second = used >> (FLOWER_SHIFT + 4) & 0xF;
    let groups = used & ((1 << FLOWER_SHIFT) - 1);
    groups | first_of(first) << FLOWER_SHIFT | first_of(second) << (FLOWER_SHIFT + 4)
}

const fn first_of(series: u32) -> u32 {
    if series == SERIES as u32 || series == 0 { series } else { 1 }
}

/// The same the other way.
const fn seated(used: u32, seat: u8) -> u32 {
    let first = used >> FLOWER_SHIFT & 0xF;
    let second = used >> (FLOWER_SHIFT + 4) & 0xF;
    let groups = used & ((1 << FLOWER_SHIFT) - 1);
    groups | own_of(first, seat) << FLOWER_SHIFT | own_of(second, seat) << (FLOWER_SHIFT + 4)
}

const fn own_of(series: u32, seat: u8) -> u32 {
    if series == 1 { 1 << seat } else { series }
}

/// Which of the counts that rows ask for the hand has, one bit each.
fn in_counts(palette: &Palette, row: &Row, counts: &Counts) -> Option<u8> {
    let mut held = *counts;
    for meld in row.melds() {
        let group = laid_group(meld, meld.faces.iter().next()?);
        for kind in group.kinds().iter() {
            held[kind as usize] += group.copies_of(kind);
        }
    }
    let filled = |number: &usize| held[number * 9..number * 9 + ranks_in(*number)].iter().any(|count| *count > 0);
    let mut suits = (0..4).filter(filled);
    let (Some(number @ 0..3), None) = (suits.next(), suits.next()) else { return Some(0) };
    let mut bits = 0;
    for (at, (vector, spare)) in palette.counts.iter().enumerate() {
        let over = vector
            .iter()
            .zip(&held[number * 9..])
            .try_fold(0, |over, (needed, held)| Some(over + held.checked_sub(*needed)?));
        bits |= if over == Some(*spare) { 1_u8.checked_shl(at as u32)? } else { 0 };
    }
    Some(bits)
}
