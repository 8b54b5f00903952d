//! Hands without wild tiles by the plan of their situation.

use super::Frame;
use super::facts::Laid;
use super::judge::Held;
use super::known::{Key, Known, MIXER};
use super::packed::Packed;
use super::palette::Palette;
use super::plan::Tally;
use super::row::Row;
use super::sheet::Sheet;
use super::side::{Flowers, Sides, facts};
use super::suits::{A_PAIR, Met, Suit, Suits};
use crate::best::Line;
use crate::decompose::laid_group;
use crate::group::{self, Group, GroupKind};
use crate::hand::{Meld, Shape, Winning};
use crate::tile::{Kind, suit};

/// Suits, and what was found of tallies, that are kept; more start afresh.
const MOST_SUITS: usize = 1 << 18;
const MOST_CASES: usize = 1 << 16;

/// Suits, tallies and flowers met so far. What is in it changes how long the next hand takes, never its answer.
#[derive(Debug, Default)]
pub struct Memory {
    suits: Suits,
    cases: Known<Case, Held>,
    sides: Sides,
    groups: Vec<Group>,
}

/// What decides what holds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Case {
    deciding: Tally,
    judge: u32,
    facts: u32,
    /// Number of what is left beside the plan, and whether a set was claimed.
    left: u32,
    claimed: bool,
}

impl Key for Case {
    const NONE: Self = Self { deciding: 0, judge: 0, facts: 0, left: 0, claimed: false };

    #[inline]
    fn mixed(self) -> u64 {
        let beside = u64::from(self.judge) << 1 | u64::from(self.claimed);
        let beside = beside << 40 ^ u64::from(self.left) << 32 ^ u64::from(self.facts);
        let tally = (self.deciding as u64).wrapping_mul(MIXER).rotate_left(32) ^ (self.deciding >> 64) as u64;
        (tally.wrapping_mul(MIXER) ^ beside).wrapping_mul(MIXER)
    }
}

/// A hand as a plan looks at it.
struct Hand<'a> {
    row: &'a Row,
    winning: Kind,
    /// Tiles in hand, the winning tile among them.
    tiles: Packed,
    met: &'a [Met; 4],
    suits: &'a [Suit; 4],
    laid: Laid,
    facts: u32,
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
        let dora = !beside.dora.is_empty() || !beside.ura.is_empty();
        let winning = match row.winning {
            Winning::Natural(winning) if row.is_plain() && !dora && !beside.flowers_wild => winning,
            _ => return frame.search(row, sheet),
        };
        if self.suits.len() >= MOST_SUITS {
            self.suits = Suits::default();
        }
        let plan = &*palette.plan;
        let mut tiles = row.tiles;
        tiles.add(winning);
        let mut met = [Met::default(); 4];
        for (number, met) in met.iter_mut().enumerate() {
            *met = self.suits.get(number, tiles.0[number], plan);
        }
        let suits = met.map(|met| self.suits.suit(met));
        let holds: u16 = suits.iter().map(|suit| suit.holds).sum::<u16>() + row.melds().len() as u16;
        if holds != u16::from(frame.situated.table().shapes().sets) + A_PAIR {
            if frame.may_be_special(row) {
                frame.search(row, sheet);
            } else {
                sheet.none(frame.terms.missing);
            }
            return;
        }
        let mut tally = suits.iter().map(|suit| suit.tally).sum();
        let number_suits = tiles.0[..3].iter().enumerate();
        let mut number_suits = number_suits.fold(0, |all, (at, suit)| all | u8::from(*suit != 0) << at);
        let mut laid = Laid::default();
        for meld in row.melds() {
            let group = group_of(meld);
            tally += plan.tally(group);
            laid.add(meld.kind);
            number_suits |= 1 << suit(group.first);
        }
        let all = || row.melds().iter().fold(tiles, |all, meld| all.with(group_of(meld)));
        let facts = plan.judge.flags.of(number_suits & 0b111, laid, row.flowers, all);
        let hand = Hand { row, winning, tiles, met: &met, suits: &suits, laid, facts };
        let aside = self.sides.get(frame, palette, row.flowers);
        let best = if suits.iter().all(|suit| suit.ways == 1) {
            Best { ways: [0; 4], tally, held: self.held(palette, &hand, tally, aside) }
        } else {
            hand.best(palette, &self.suits, &self.sides, tally, aside)
        };
        let Held { total, whens, alone, .. } = best.held;
        let full = total + if alone { 0 } else { aside.total };
        let mut not_counted = if alone { 0 } else { aside.beside };
        if whens & palette.beside != 0 {
            let worth = || plan.judge.worth(whens & palette.beside, best.tally, laid.is_claimed());
            not_counted += if alone { total } else { worth() };
        }
        let (total, reason) = frame.terms.verdict(full, not_counted, Shape::Standard as u8);
        sheet.head(total, reason);
        if sheet.wanted.lines || sheet.wanted.groups {
            self.explain(frame, palette, &hand, &best, aside, (full, total), sheet);
        }
    }

    /// What holds where there is no other way to lay the suits.
    #[inline]
    fn held(&mut self, palette: &Palette, hand: &Hand, tally: Tally, aside: Flowers) -> Held {
        let judge = &palette.plan.judge;
        let claimed = hand.laid.is_claimed();
        let deciding = judge.deciding(tally);
        let case = Case { deciding, judge: judge.number, facts: hand.facts, left: aside.left, claimed };
        self.cases.get(case).unwrap_or_else(|| {
            if self.cases.len() >= MOST_CASES {
                self.cases = Known::default();
            }
            let held = judge.held(tally, hand.facts, claimed, self.sides.left(aside));
            self.cases.put(case, held);
            held
        })
    }

    /// Takes down the lines and groups of the best arrangement, worth so much before the limit and after.
    #[expect(clippy::too_many_arguments)] // All of it was found on the way to the total.
    fn explain(
        &mut self,
        frame: &Frame,
        palette: &Palette,
        hand: &Hand,
        best: &Best,
        aside: Flowers,
        (full, total): (i32, i32),
        sheet: &mut Sheet,
    ) {
        hand.lay(best.ways, &self.suits, &mut self.groups);
        if sheet.wanted.lines {
            let (row, winning, laid) = (hand.row, hand.winning, hand.laid);
            let facts = || facts(Winning::Natural(winning), hand.tiles.counts(), row.flowers, laid.counts());
            let start = sheet.lines.len();
            palette.plan.lines(&best.held, laid.is_claimed(), &self.groups, facts, &mut sheet.lines);
            let beside = if best.held.alone { &[] } else { self.sides.lines(aside) };
            for line in beside {
                place_in(&mut sheet.lines, start, *line);
            }
            sheet.end_lines(start, full, total, frame.terms.limit_line);
        }
        if sheet.wanted.groups {
            let win = self.groups.iter().position(|group| joined(*group, hand.winning));
            let told = self.groups.iter().enumerate().map(|(at, group)| {
                let won = win == Some(at);
                let closed = matches!(group.laid, group::Laid::Hand | group::Laid::ConcealedKong);
                (*group, closed && !(won && palette.taken), won)
            });
            sheet.groups(told, Shape::Standard as u8);
        }
    }
}

/// Puts a line among those from a place on, which are in the order of their rows.
fn place_in(lines: &mut Vec<Line>, start: usize, line: Line) {
    let behind = lines[start..].iter().rev().take_while(|other| other.row > line.row).count();
    lines.insert(lines.len() - behind, line);
}

/// Whether the winning tile may have joined a group.
fn joined(group: Group, winning: Kind) -> bool {
    let kinds = if group.kind == GroupKind::Chow { 3 } else { 1 };
    group.laid == group::Laid::Hand && winning.wrapping_sub(group.first) < kinds
}

/// The group of a set without wild tiles.
fn group_of(meld: &Meld) -> Group {
    laid_group(meld, meld.faces.0.trailing_zeros() as Kind)
}

impl Hand<'_> {
    /// Over all ways to lay the suits: the first of those worth most whose rows come first.
    #[cold]
    fn best(&self, palette: &Palette, suits: &Suits, sides: &Sides, tally: Tally, aside: Flowers) -> Best {
        let (judge, beside) = (&palette.plan.judge, sides.lines(aside));
        let held = |tally| judge.held(tally, self.facts, self.laid.is_claimed(), sides.left(aside));
        let mut best = Best { ways: [0; 4], tally, held: held(tally) };
        let fixed = tally - self.suits.iter().map(|suit| suit.tally).sum::<Tally>();
        let mut ways = [0; 4];
        while self.next(&mut ways) {
            let chosen = self.suits.iter().zip(ways).map(|(suit, way)| suits.tally(*suit, way));
            let tally = fixed + chosen.sum::<Tally>();
            let held = held(tally);
            let worth = |held: &Held| held.total + if held.alone { 0 } else { aside.total };
            let rows = |held: &Held, tally| {
                let lines = beside.iter().filter(|_| !held.alone).map(|line| line.row);
                let mut rows: Vec<u16> = judge.counted(held, tally).chain(lines).collect();
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
        for (way, suit) in ways.iter_mut().zip(self.suits).rev() {
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
        groups.extend(self.row.melds().iter().map(group_of));
        let mut pair = None;
        for (number, (met, way)) in self.met.iter().zip(ways).enumerate() {
            let size = groups.len() + usize::from(self.suits[number].holds & (A_PAIR - 1));
            groups.extend(suits.way(number, *met, way));
            if groups.len() > size {
                pair = groups.pop();
            }
        }
        groups.extend(pair);
    }
}
