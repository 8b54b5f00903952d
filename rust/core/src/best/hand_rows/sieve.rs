//! Which whole-hand rows a mask leaves a chance, told for all rows of one demand at once.

use super::features::{Demand, WholeRow};
use crate::bits::bits;

/// Bits of a mask.
const BITS: usize = 64;

/// More pungs than these no row demands.
const MOST_PUNGS: usize = 8;

/// Rows by what they demand.
#[derive(Debug)]
pub(crate) struct Sieve {
    /// Rows that hold whatever the mask.
    always: u128,
    /// By bit, rows that forbid it and that need it; which bits any row does.
    forbidding: [u128; BITS],
    needing: [u128; BITS],
    forbidden: u64,
    needed: u64,
    /// By number of pungs, rows that demand more of them; those that demand concealed ones apart.
    short: [[u128; MOST_PUNGS]; 2],
    concealed: u128,
    /// Rows that can hold in several ways.
    several: Vec<(u128, Vec<Demand>)>,
}

impl Sieve {
    pub fn new(rows: &[WholeRow]) -> Self {
        let mut sieve = Self {
            always: 0,
            forbidding: [0; BITS],
            needing: [0; BITS],
            forbidden: 0,
            needed: 0,
            short: [[0; MOST_PUNGS]; 2],
            concealed: 0,
            several: Vec::new(),
        };
        for (index, WholeRow { demands, .. }) in rows.iter().enumerate() {
            match &demands[..] {
                all if all.contains(&Demand::default()) => sieve.always |= 1 << index,
                [only] => sieve.demand(1 << index, only),
                all => sieve.several.push((1 << index, all.to_vec())),
            }
        }
        sieve
    }

    fn demand(&mut self, row: u128, demand: &Demand) {
        for bit in 0..BITS {
            self.forbidding[bit] |= if demand.forbids >> bit & 1 == 1 { row } else { 0 };
            self.needing[bit] |= if demand.needs >> bit & 1 == 1 { row } else { 0 };
        }
        self.forbidden |= demand.forbids;
        self.needed |= demand.needs;
        self.concealed |= if demand.concealed { row } else { 0 };
        for short in &mut self.short[usize::from(demand.concealed)][..usize::from(demand.pungs).min(MOST_PUNGS)] {
            *short |= row;
        }
    }

    /// Of these rows those that can hold for a mask with all bits that may be `there` in the end, and for so many pungs,
    /// of which some are exposed for sure.
    pub fn possible(&self, among: u128, mask: u64, there: u64, (pungs, exposed): (u8, u8)) -> u128 {
        let short = |concealed: usize, pungs: u8| self.short[concealed].get(usize::from(pungs)).copied().unwrap_or(0);
        let mut lost = short(0, pungs) | pungs.checked_sub(exposed).map_or(self.concealed, |hidden| short(1, hidden));
        for bit in bits(mask & self.forbidden) {
            lost |= self.forbidding[bit];
        }
        for bit in bits(self.needed & !there) {
            lost |= self.needing[bit];
        }
        for (row, demands) in self.several.iter().filter(|(row, _)| among & row != 0) {
            let can = |demand: &Demand| {
                let elsewhere = if demand.concealed { exposed } else { 0 };
                demand.forbids & mask == 0 && demand.needs & !there == 0 && demand.pungs + elsewhere <= pungs
            };
            lost |= if demands.iter().any(can) { 0 } else { *row };
        }
        among & (self.always | !lost)
    }
}
