//! The best reading of a hand of sets and a pair.

use super::Frame;
use super::facts::{Laid, Won};
use super::judge::Held;
use super::memory::{InHand, Store, group_of};
use super::palette::Palette;
use super::row::Row;
use super::runs::{InSuit, Met as MetRuns, Starts};
use super::side::{Flowers, Sides};
use super::suits::{A_PAIR, Suit, Suits};
use super::tally::Tally;
use crate::best::{Added, Line};
use crate::group::{self, Group, GroupKind};
use crate::hand::Shape;
use crate::tile::{Kind, KindSet, suit};

/// A hand as a plan looks at it.
pub(super) struct Hand<'a> {
    pub frame: &'a Frame<'a>,
    pub palette: &'a Palette,
    pub row: &'a Row,
    pub own: &'a InHand,
    pub laid: Laid,
    /// Of the sets laid, and with the first way of each suit.
    pub on_table: Tally,
    pub tally: Tally,
    /// Whether a suit has more than one way, or something else is to be looked at than the tally.
    pub many: bool,
    /// Whatever group the winning tile joined.
    pub facts: u32,
    pub waited: Waited,
    pub added: Added,
    pub aside: Flowers,
}

/// What a hand waited for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Waited {
    pub won: Won,
    pub waits: KindSet,
    pub by_shape: KindSet,
    pub last_visible: bool,
}

/// The best reading: which way each suit is laid, the group that the winning tile joined where that matters, and what
/// holds.
pub(super) struct Best {
    pub ways: [u16; 4],
    pub win: Option<Group>,
    tally: Tally,
    pub held: Held,
}

/// What a reading is worth.
pub(super) struct Sum {
    pub total: i32,
    /// What of that does not count to the least total.
    pub not_counted: i32,
    /// What does, before anything was added.
    counted: i32,
}

impl Hand<'_> {
    /// Over all ways to lay the suits and all groups that the winning tile may have joined: the first of those worth
    /// most whose rows come first. Nothing if a plan cannot tell.
    #[inline]
    pub fn best(&self, store: &mut Store) -> Option<Best> {
        if self.many {
            return self.best_of_many(store);
        }
        let left = (self.aside.left, store.sides.left(self.aside));
        let facts = (self.tally, self.facts);
        let held = store.cases.held(&self.palette.plan.judge, facts, self.laid.is_claimed(), left);
        Some(Best { ways: [0; 4], win: None, tally: self.tally, held })
    }

    /// The same where there is something to choose, or there may be runs: apart, so that the other path stays short.
    #[inline(never)]
    fn best_of_many(&self, store: &mut Store) -> Option<Best> {
        let Store { suits, cases, runs, sides } = store;
        let (plan, InHand { winning, met, .. }) = (&self.palette.plan, self.own);
        let of_suits = met.map(|met| suits.suit(met));
        let mut on_table = Starts::default();
        if !plan.runs.is_empty() {
            for group in self.row.melds().iter().map(group_of) {
                on_table.add(suit(group.first), InSuit::default().with(group));
            }
        }
        let left = (self.aside.left, sides.left(self.aside));
        let mut held = |tally, facts| cases.held(&plan.judge, (tally, facts), self.laid.is_claimed(), left);
        let looks_at_win = plan.looks_at_win(self.palette.taken);
        let (mut ways, mut best) = ([0; 4], None);
        loop {
            let tally = self.tally(ways, &of_suits, suits, runs, on_table)?;
            if looks_at_win {
                let number = suit(*winning);
                let mut last = None;
                for group in suits.way(number, met[number], ways[number]) {
                    if joined(group, *winning) && last != Some(group) {
                        last = Some(group);
                        let taken = if self.palette.taken { plan.taken(group) } else { Tally::default() };
                        let (tally, won) = (tally + taken, self.waited.won.with(group, *winning));
                        let held = held(tally, self.facts | plan.judge.flags.of_win(won));
                        self.prefer(Best { ways, win: Some(group), tally, held }, &mut best, sides);
                    }
                }
            } else {
                self.prefer(Best { ways, win: None, tally, held: held(tally, self.facts) }, &mut best, sides);
            }
            if !next(&mut ways, of_suits.map(|suit| suit.ways)) {
                return best;
            }
        }
    }

    /// The tally of an arrangement; nothing if it has more of some run than a tally can tell.
    #[inline]
    fn tally(
        &self,
        ways: [u16; 4],
        of_suits: &[Suit; 4],
        suits: &Suits,
        runs: &mut MetRuns,
        on_table: Starts,
    ) -> Option<Tally> {
        let plan = &self.palette.plan;
        let (mut tally, mut starts) = (self.on_table, on_table);
        for (number, (suit, way)) in of_suits.iter().zip(ways).enumerate() {
            let (added, begun) = suits.added(*suit, way);
            tally += added;
            starts.add(number, begun);
        }
        let runs =
            if plan.runs.is_empty() { Tally::default() } else { runs.tally(&plan.runs, starts, &plan.run_fields)? };
        Some(tally + runs)
    }

    /// Puts a reading in place of the best one if it is better.
    fn prefer(&self, reading: Best, best: &mut Option<Best>, sides: &Sides) {
        let better = best.as_ref().is_none_or(|best| {
            let (mine, theirs) = (self.sum(&reading).total, self.sum(best).total);
            mine > theirs || mine == theirs && self.rows(&reading, sides) < self.rows(best, sides)
        });
        if better {
            *best = Some(reading);
        }
    }

    /// The rows that count, as often as they count, ascending.
    #[cold]
    fn rows(&self, reading: &Best, sides: &Sides) -> Vec<u16> {
        let mut rows: Vec<u16> = self.palette.plan.judge.counted(&reading.held, reading.tally).collect();
        if !reading.held.alone {
            rows.extend(sides.lines(self.aside).iter().map(|line| line.row));
            rows.extend(self.added(reading).map(|line| line.row));
            rows.sort_unstable();
        }
        rows
    }

    /// What a reading is worth.
    #[inline]
    pub fn sum(&self, reading: &Best) -> Sum {
        let Held { total, whens, alone, .. } = reading.held;
        let beside = whens & self.palette.beside;
        if alone {
            return Sum { total, not_counted: if beside == 0 { 0 } else { total }, counted: 0 };
        }
        let mut not_counted = self.aside.beside;
        if beside != 0 {
            not_counted += self.palette.plan.judge.worth(beside, reading.tally, self.laid.is_claimed());
        }
        let total = total + self.aside.total;
        let mut sum = Sum { total, not_counted, counted: total - not_counted };
        if !self.added.is_empty() {
            let minimum = &self.frame.situated.table().to_minimum;
            for line in self.added.lines(sum.counted, Shape::Standard as u8) {
                sum.total += line.subtotal();
                sum.not_counted += if minimum[usize::from(line.row)] { 0 } else { line.subtotal() };
            }
        }
        sum
    }

    /// The lines that are added to a reading of which no row stands alone.
    pub fn added(&self, reading: &Best) -> impl Iterator<Item = Line> + '_ {
        self.added.lines(self.sum(reading).counted, Shape::Standard as u8)
    }

    /// The sets laid, those of each suit in its way, and the pair.
    pub fn lay(&self, ways: [u16; 4], suits: &Suits, groups: &mut Vec<Group>) {
        groups.clear();
        groups.extend(self.row.melds().iter().map(group_of));
        let mut pair = None;
        for (number, (met, way)) in self.own.met.iter().zip(ways).enumerate() {
            let size = groups.len() + usize::from(suits.suit(*met).holds & (A_PAIR - 1));
            groups.extend(suits.way(number, *met, way));
            if groups.len() > size {
                pair = groups.pop();
            }
        }
        groups.extend(pair);
    }
}

/// The next ways to lay the suits, of which each has so many; those of the last suit first.
pub(super) fn next(ways: &mut [u16; 4], of_suits: [u16; 4]) -> bool {
    for (way, of_suit) in ways.iter_mut().zip(of_suits).rev() {
        *way += 1;
        if *way < of_suit {
            return true;
        }
        *way = 0;
    }
    false
}

/// Whether the winning tile may have joined a group.
pub(super) fn joined(group: Group, winning: Kind) -> bool {
    let kinds = if group.kind == GroupKind::Chow { 3 } else { 1 };
    group.laid == group::Laid::Hand && winning.wrapping_sub(group.first) < kinds
}
