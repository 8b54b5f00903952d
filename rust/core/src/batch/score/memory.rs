//! Hands without wild tiles by the plan of their situation.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::Frame;
use super::palette::Palette;
use super::plan::{Fact, Held, Tally, is_claimed};
use super::row::Row;
use super::sheet::Sheet;
use super::side::{Aside, facts};
use super::suits::{A_PAIR, Suit, Suits};
use crate::best::{Choice, Line, Used, View, instances};
use crate::decompose::laid_group;
use crate::group::{Group, Laid};
use crate::hand::{Shape, Winning};
use crate::suit::key;
use crate::tile::{Counts, Kind, ranks_in, suit};

/// Suits, and flowers beside rows, that are kept; more start afresh.
const MOST_SUITS: usize = 1 << 18;
const MOST_ASIDE: usize = 1 << 16;

/// Suits and flowers met so far. What is in it changes how long the next hand takes, never its answer.
#[derive(Debug, Default)]
pub struct Memory {
    suits: Suits,
    /// By the number of the rows and the flowers.
    aside: HashMap<u32, Aside, FxBuildHasher>,
    groups: Vec<Group>,
    used: Vec<Used>,
    lines: Vec<Line>,
}

/// A hand as a plan looks at it.
struct Hand<'a> {
    row: &'a Row,
    winning: Kind,
    counts: Counts,
    suits: [Suit; 4],
    laid: [u8; 4],
}

/// The best arrangement: which way each suit is laid, and what holds.
struct Best {
    ways: [u16; 4],
    tally: Tally,
    held: Held,
}

impl Memory {
    pub(super) fn score(&mut self, frame: &Frame, palette: &Palette, row: &Row, sheet: &mut Sheet) {
        let beside = frame.beside;
        let plain = row.wilds == 0 && row.melds().iter().all(|meld| meld.faces.0.is_power_of_two());
        let dora = !beside.dora.is_empty() || !beside.ura.is_empty();
        let winning = match row.winning {
            Winning::Natural(winning) if plain && !dora && !beside.flowers_wild => winning,
            _ => return frame.search(row, sheet),
        };
        if self.suits.len() >= MOST_SUITS || self.aside.len() >= MOST_ASIDE {
            *self = Self::default();
        }
        let plan = &*palette.plan;
        let mut counts = row.counts;
        counts[winning as usize] += 1;
        let suits = [0, 1, 2, 3].map(|number| self.suits.get(number, key(&counts, number), plan));
        let sets = u16::from(frame.situated.table().shapes().sets);
        if suits.iter().map(|suit| suit.holds).sum::<u16>() + row.melds().len() as u16 != sets + A_PAIR {
            if frame.may_be_special(row) {
                frame.search(row, sheet);
            } else {
                sheet.none(frame.terms.missing);
            }
            return;
        }
        let (mut tally, mut laid) = (suits.iter().map(|suit| suit.tally).sum::<Tally>(), [0; 4]);
        for meld in row.melds() {
            tally += plan.tally(laid_group(meld, meld.faces.0.trailing_zeros() as Kind));
            laid[meld.kind as usize] += 1;
        }
        let hand = Hand { row, winning, counts, suits, laid };
        let side = &palette.side;
        let aside = side.number << 8 | u32::from(row.flowers);
        let table = frame.situated.table();
        let aside = self.aside.entry(aside).or_insert_with(|| side.with(row.flowers, table));
        let facts = plan.facts.iter().enumerate();
        let facts = facts.fold(0, |bits, (at, fact)| bits | u32::from(hand.holds(fact)) << at);
        let best = hand.best(palette, &self.suits, tally, facts, aside);
        let claimed = is_claimed(laid);
        let Held { total, whens, alone, .. } = best.held;
        let full = total + if alone { 0 } else { aside.total };
        let mut not_counted = if alone { 0 } else { aside.beside };
        if whens & palette.beside != 0 {
            not_counted += if alone { total } else { plan.worth(whens & palette.beside, best.tally, claimed) };
        }
        let (total, reason) = frame.terms.verdict(full, not_counted, Shape::Standard as u8);
        sheet.head(total, reason);
        if !sheet.wanted.lines && !sheet.wanted.groups {
            return;
        }
        hand.lay(best.ways, &self.suits, &mut self.groups);
        if sheet.wanted.lines {
            let facts = facts_of(&hand);
            self.lines.clear();
            plan.lines(&best.held, &self.groups, &facts, &mut self.used, &mut self.lines);
            if !alone && !aside.lines.is_empty() {
                self.lines.extend_from_slice(&aside.lines);
                self.lines.sort_by_key(|line| line.row);
            }
            sheet.lines(self.lines.iter().copied(), full, total, frame.terms.limit_line);
        }
        if sheet.wanted.groups {
            let joined = |group: &Group| group.laid == Laid::Hand && group.kinds().contains(winning);
            let win = self.groups.iter().position(joined);
            let closed = |group: &Group| matches!(group.laid, Laid::Hand | Laid::ConcealedKong);
            let concealed =
                self.groups.iter().enumerate().fold(0, |mask, (at, group)| mask | u32::from(closed(group)) << at);
            let taken = win.filter(|_| palette.taken).map_or(0, |win| 1 << win);
            let win = win.map(|win| win as u8);
            sheet.groups(self.groups.iter().copied(), Shape::Standard as u8, concealed & !taken, win);
        }
    }
}

fn facts_of(hand: &Hand) -> crate::best::Facts {
    facts(Winning::Natural(hand.winning), hand.counts, hand.row.flowers, hand.laid)
}

impl Hand<'_> {
    /// Over all ways to lay the suits: the first of those worth most whose rows come first.
    fn best(&self, palette: &Palette, suits: &Suits, tally: Tally, facts: u32, aside: &Aside) -> Best {
        let plan = &*palette.plan;
        let claimed = is_claimed(self.laid);
        let held = |tally| plan.held(tally, facts, claimed, aside);
        let mut best = Best { ways: [0; 4], tally, held: held(tally) };
        if self.suits.iter().all(|suit| suit.ways == 1) {
            return best;
        }
        let fixed = tally - self.suits.iter().map(|suit| suit.tally).sum::<Tally>();
        let mut ways = [0; 4];
        while self.next(&mut ways) {
            let chosen = self.suits.iter().zip(ways).map(|(suit, way)| suits.tally(*suit, way));
            let tally = fixed + chosen.sum::<Tally>();
            let held = held(tally);
            let worth = |held: &Held| held.total + if held.alone { 0 } else { aside.total };
            let rows = |held: &Held, tally| {
                let lines = aside.lines.iter().filter(|_| !held.alone).map(|line| line.row);
                let mut rows: Vec<u16> = plan.counted(held, tally).chain(lines).collect();
                rows.sort_unstable();
                rows
            };
            let (mine, theirs) = (worth(&held), worth(&best.held));
            if mine > theirs || mine == theirs && rows(&held, tally) < rows(&best.held, best.tally) {
                best = Best { ways, tally, held };
            }
        }
        best
    }

    /// The next ways to lay the suits, those of the last suit first.
    fn next(&self, ways: &mut [u16; 4]) -> bool {
        for (way, suit) in ways.iter_mut().zip(&self.suits).rev() {
            *way += 1;
            if *way < suit.ways {
                return true;
            }
            *way = 0;
        }
        false
    }

    /// The sets laid, those of each suit in its way, and the pair.
    fn lay(&self, ways: [u16; 4], suits: &Suits, groups: &mut Vec<Group>) {
        groups.clear();
        let face = |meld: &crate::hand::Meld| laid_group(meld, meld.faces.0.trailing_zeros() as Kind);
        groups.extend(self.row.melds().iter().map(face));
        let mut pair = None;
        for (number, (suit, way)) in self.suits.iter().zip(ways).enumerate() {
            let size = groups.len() + usize::from(suit.holds & (A_PAIR - 1));
            groups.extend(suits.way(number, *suit, way));
            if groups.len() > size {
                pair = groups.pop();
            }
        }
        groups.extend(pair);
    }

    /// Whether a fact holds.
    fn holds(&self, fact: &Fact) -> bool {
        match fact {
            Fact::Suits(number) => self.number_suits().count_ones() == u32::from(*number),
            Fact::Melds(cond) => cond.fits_melds(self.laid),
            Fact::Flowers(cond) => {
                let (mut found, view) = (Vec::new(), View::new(Shape::Standard as u8, &[]));
                instances(cond, &view, &facts_of(self), Choice { win: None, concealed: 0 }, &mut found);
                !found.is_empty()
            }
            Fact::Counts(vector, spare) => self.counts_are(vector, *spare),
        }
    }

    /// Number suits with tiles, one bit each.
    fn number_suits(&self) -> u8 {
        let filled = self.suits[..3].iter().enumerate().map(|(number, suit)| u8::from(suit.holds > 0) << number);
        let melds = self.row.melds().iter().map(|meld| 1 << suit(meld.faces.0.trailing_zeros() as Kind));
        (filled.sum::<u8>() | melds.fold(0, |suits, suit| suits | suit)) & 0b111
    }

    fn counts_are(&self, vector: &[u8], spare: u8) -> bool {
        let number = match self.number_suits() {
            0b001 => 0,
            0b010 => 1,
            0b100 => 2,
            _ => return false,
        };
        let mut held = self.counts;
        for meld in self.row.melds() {
            let group = laid_group(meld, meld.faces.0.trailing_zeros() as Kind);
            for kind in group.kinds().iter() {
                held[kind as usize] += group.copies_of(kind);
            }
        }
        if held[27..].iter().any(|count| *count > 0) {
            return false;
        }
        let mut ranks = vector.iter().zip(&held[number * 9..number * 9 + ranks_in(number)]);
        ranks.try_fold(0, |over, (needed, held)| Some(over + held.checked_sub(*needed)?)) == Some(spare)
    }
}
