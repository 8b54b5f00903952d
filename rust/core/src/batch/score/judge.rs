//! What holds where a tally is known, and what that is worth.
//!
//! Which groups a tally counts is not looked at: situations that only differ in their winds share a judge.

use std::cmp::Reverse;

use super::compile::Chosen;
use super::facts::Flags;
use super::plan::bit;
use super::tally::Tally;
use super::tests::Tests;
use crate::bits::bits;

/// One condition of a row.
#[derive(Debug)]
pub(super) struct When {
    pub row: u8,
    /// What it is worth in a hand without claimed sets, and in one with some.
    pub worth: [i32; 2],
    pub times: i32,
    /// It holds once for each choice.
    pub chosen: Vec<Chosen>,
}

/// A row that counts as its conditions say.
#[derive(Debug)]
pub(super) struct JudgedRow {
    pub row: u16,
    pub values: [i32; 2],
    /// At most one of its instances counts.
    pub once: bool,
    /// Rows that exclude it, one bit each.
    pub excluded_by: u64,
    /// Its conditions, one bit each.
    pub whens: u64,
}

/// A condition that holds where hardly any other does.
#[derive(Debug)]
pub(super) struct Residual {
    pub when: u8,
    /// Rows that may hold, and those that may hold so often.
    pub free: Vec<usize>,
    pub limited: Vec<usize>,
    pub at_most: u8,
    /// The conditions of either, one bit each.
    pub free_whens: u64,
    pub limited_whens: u64,
}

/// For each residual whether no row holds beside the plan that may not, and how many do that may so often.
pub(super) type LeftBeside = Vec<(bool, u8)>;

/// What holds in an arrangement.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    pub total: i32,
    /// Conditions that hold of rows that count, one bit each.
    pub whens: u64,
    /// Whether just one row counts, because it stands alone.
    pub alone: bool,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Judge {
    /// To be told from others of the rule set; 0 is none.
    pub number: u32,
    pub flags: Flags,
    pub tests: Tests,
    /// What makes the highest bit of each field of a tally say that its count is high enough.
    pub least: Tally,
    /// The fields in which conditions count what may be chosen, without their highest bits.
    pub counted: Tally,
    pub whens: Vec<When>,
    pub rows: Vec<JudgedRow>,
    pub residuals: Vec<Residual>,
    /// Rows that stand alone, and rows that others exclude, one bit each.
    pub alone: u64,
    pub excluded: u64,
}

impl Judge {
    /// What of a tally decides what holds: which of its counts are high enough, and those of what may be chosen.
    #[inline]
    pub fn deciding(&self, tally: Tally) -> Tally {
        (tally + self.least).tops() | tally & self.counted
    }

    /// What holds in an arrangement; `facts` is a bit for each.
    pub fn held(&self, tally: Tally, facts: u32, claimed: bool, beside: &LeftBeside) -> Held {
        let mut whens = self.tests.holding(tally + self.least, facts);
        if !self.residuals.is_empty() {
            let before = whens;
            for (residual, (only, few)) in self.residuals.iter().zip(beside) {
                let limited =
                    bits(before & residual.limited_whens).map(|when| self.instances(when, tally)).sum::<i32>();
                let only = *only && before & !(residual.free_whens | residual.limited_whens) == 0;
                whens |= bit(only && limited + i32::from(*few) <= i32::from(residual.at_most), residual.when.into());
            }
        }
        let present = bits(whens).fold(0, |rows, when| rows | 1 << self.whens[when].row);
        let alone = present & self.alone;
        if alone != 0 {
            let row = alone.trailing_zeros() as usize;
            // The first of those worth most.
            let worth = |when: &usize| self.whens[*when].worth[usize::from(claimed)];
            let of_row = bits(whens & self.rows[row].whens);
            let best = of_row.min_by_key(|when| Reverse(worth(when))).unwrap_or_default();
            return Held { total: worth(&best), whens: bit(true, best), alone: true };
        }
        for row in bits(present & self.excluded) {
            if self.rows[row].excluded_by & present != 0 {
                whens &= !self.rows[row].whens;
            }
        }
        Held { total: self.worth(whens, tally, claimed), whens, alone: false }
    }

    /// What conditions that hold are worth.
    pub fn worth(&self, whens: u64, tally: Tally, claimed: bool) -> i32 {
        let mut total = 0;
        for at in bits(whens) {
            let When { row, worth, .. } = &self.whens[at];
            let row = &self.rows[*row as usize];
            let worth = worth[usize::from(claimed)];
            total += if row.once {
                let others = bits(whens & row.whens).map(|when| self.whens[when].worth[usize::from(claimed)]);
                if whens & row.whens & ((1 << at) - 1) == 0 { others.max().unwrap_or(worth) } else { 0 }
            } else {
                worth * self.instances(at, tally)
            };
        }
        total
    }

    /// How often a condition holds that does.
    fn instances(&self, when: usize, tally: Tally) -> i32 {
        self.whens[when].chosen.iter().map(|(field, of)| choices(tally.get(*field).into(), (*of).into())).product()
    }

    /// The conditions of some rows.
    pub fn whens_of(&self, rows: u64) -> u64 {
        bits(rows).fold(0, |whens, row| whens | self.rows[row].whens)
    }

    /// The numbers of the rows that count, as often as they count, ascending.
    pub fn counted(&self, held: &Held, tally: Tally) -> impl Iterator<Item = u16> {
        let of_when = move |when: usize| {
            let row = &self.rows[self.whens[when].row as usize];
            let single = held.alone || row.once;
            let often = match held.whens & row.whens & ((1 << when) - 1) {
                0 if single => 1,
                _ if single => 0,
                _ => self.instances(when, tally),
            };
            (0..often).map(|_| row.row)
        };
        bits(held.whens).flat_map(of_when)
    }
}

fn choices(of: i32, chosen: i32) -> i32 {
    (0..chosen).fold(1, |ways, step| ways * (of - step) / (step + 1))
}
