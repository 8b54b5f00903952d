//! Hands without wild tiles by the plan of their situation.

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

/// Suits, and rows beside which flowers are met, that are kept; more start afresh.
const MOST_SUITS: usize = 1 << 18;
const MOST_SIDES: usize = 1 << 12;

/// Sets of flowers.
const FLOWERS: usize = 1 << 8;

/// Suits and flowers met so far. What is in it changes how long the next hand takes, never its answer.
#[derive(Debug, Default)]
pub struct Memory {
    suits: Suits,
    /// Where what was met first stands in `aside`, from 1 on, by the number of the rows and the flowers; 0 if it was not.
    sides: Vec<u32>,
    aside: Vec<Aside>,
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
        if self.suits.len() >= MOST_SUITS {
            self.suits = Suits::default();
        }
        let plan = &*palette.plan;
        let mut counts = row.counts;
        counts[winning as usize] += 1;
        let mut suits = [Suit::default(); 4];
        let (mut tally, mut holds) = (0, row.melds().len() as u16);
        for (number, suit) in suits.iter_mut().enumerate() {
            *suit = self.suits.get(number, key(&counts, number), plan);
            tally += suit.tally;
            holds += suit.holds;
        }
        if holds != u16::from(frame.situated.table().shapes().sets) + A_PAIR {
            if frame.may_be_special(row) {
                frame.search(row, sheet);
            } else {
                sheet.none(frame.terms.missing);
            }
            return;
        }
        let mut laid = [0; 4];
        for meld in row.melds() {
            tally += plan.tally(laid_group(meld, meld.faces.0.trailing_zeros() as Kind));
            laid[meld.kind as usize] += 1;
        }
        let hand = Hand { row, winning, counts, suits, laid };
        let aside = self.aside(frame, palette, row.flowers);
        let aside = &self.aside[aside];
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

impl Memory {
    /// Where it stands what the flowers are worth.
    fn aside(&mut self, frame: &Frame, palette: &Palette, flowers: u8) -> usize {
        let number = palette.side.number as usize % MOST_SIDES;
        let at = FLOWERS * number + flowers as usize;
        match self.sides.get(at) {
            Some(&place) if place > 0 && self.aside[place as usize - 1].of == palette.side.number => place as usize - 1,
            _ => self.meet(at, frame, palette, flowers),
        }
    }

    #[cold]
    #[inline(never)]
    fn meet(&mut self, at: usize, frame: &Frame, palette: &Palette, flowers: u8) -> usize {
        let found = palette.side.with(flowers, frame.situated.table());
        if self.sides.len() <= at {
            self.sides.resize(at + 1, 0);
        }
        let place = match self.sides[at] {
            0 => self.aside.len(),
            taken => taken as usize - 1,
        };
        if place == self.aside.len() {
            self.aside.push(found);
        } else {
            self.aside[place] = found;
        }
        self.sides[at] = place as u32 + 1;
        place
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
