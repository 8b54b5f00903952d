//! What pungs of one rank in several suits add, where each suit tells how many pungs it has and on which ranks.

use std::sync::{Mutex, PoisonError};

use super::pung_items::PungItem;
use super::suits::FastMap;
use crate::group::{Group, GroupKind, Laid};
use crate::tile::rank;

/// Of so many choices of pungs what they add is kept; more start afresh.
const KEPT: usize = 1 << 14;

/// Ranks of a number suit.
const RANKS: u16 = 0x1FF;

/// Pungs and kongs of one suit, and the ranks on which they and the pair may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pungs {
    /// How many count as exposed, the winning one apart.
    pub exposed: u8,
    pub concealed: u8,
    exposed_ranks: u16,
    concealed_ranks: u16,
    pair_ranks: u16,
}

impl Pungs {
    /// Any, at most so many of each.
    pub fn any(exposed: u8, concealed: u8, pair: bool) -> Self {
        let pair_ranks = if pair { RANKS } else { 0 };
        Self { exposed, concealed, exposed_ranks: RANKS, concealed_ranks: RANKS, pair_ranks }
    }

    /// Of these groups on the table.
    pub fn of(groups: &[Group]) -> Self {
        let mut pungs = Self::default();
        for group in groups.iter().filter(|group| matches!(group.kind, GroupKind::Pung | GroupKind::Kong)) {
            let ranks = 1 << rank(group.first);
            if group.laid == Laid::Hand {
                pungs.concealed += 1;
                pungs.concealed_ranks |= ranks;
            } else {
                pungs.exposed += 1;
                pungs.exposed_ranks |= ranks;
            }
        }
        pungs
    }

    /// With so many more in hand and perhaps the pair.
    pub const fn and(self, pungs: u8, ranks: u16, pair: Option<u8>) -> Self {
        let pair_ranks = match pair {
            Some(rank) => 1 << rank,
            None => 0,
        };
        Self {
            concealed: self.concealed + pungs,
            concealed_ranks: self.concealed_ranks | ranks,
            pair_ranks: self.pair_ranks | pair_ranks,
            ..self
        }
    }

    /// As many, on ranks of either.
    pub const fn or(self, other: Self) -> Self {
        Self {
            exposed_ranks: self.exposed_ranks | other.exposed_ranks,
            concealed_ranks: self.concealed_ranks | other.concealed_ranks,
            pair_ranks: self.pair_ranks | other.pair_ranks,
            ..self
        }
    }
}

/// What such pungs are worth by how many they are, alone and with the pair, at the grades of a table.
#[derive(Debug)]
pub(crate) struct Brothers {
    worths: [[i32; 2]; 4],
    grades: [i32; 3],
    known: Mutex<FastMap<u128, i32>>,
}

impl Brothers {
    /// Nothing if some of the runs are no pungs of one rank, each of its own suit.
    pub fn new(items: &[PungItem], level: bool, grades: [i32; 3]) -> Option<Self> {
        let mut worths = [[0; 2]; 4];
        for item in items {
            if !level || item.sets != item.suits || item.sets > 3 {
                return None;
            }
            let worth = &mut worths[usize::from(item.sets)][usize::from(item.pair)];
            *worth = item.worth.max(*worth);
        }
        Some(Self { worths, grades, known: Mutex::default() })
    }

    /// The most that at most so many of these pungs add; one in hand or the pair may count as exposed if it is `won`.
    pub fn most(&self, suits: [Pungs; 3], left: u8, won: bool) -> i32 {
        let held = |pungs: &&Pungs| pungs.exposed + pungs.concealed > 0;
        if left == 0 || suits.iter().filter(held).count() + usize::from(suits.iter().any(|of| of.pair_ranks != 0)) < 2 {
            return 0;
        }
        let key = suits.iter().fold(u128::from(left) << 1 | u128::from(won), |key, of| {
            let ranks =
                u128::from(of.exposed_ranks) << 18 | u128::from(of.concealed_ranks) << 9 | u128::from(of.pair_ranks);
            (key << 6 | u128::from(of.exposed << 3 | of.concealed)) << 27 | ranks
        });
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return *known;
        }
        let found = self.find(suits, left, won);
        let mut kept = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(key, found);
        found
    }

    fn find(&self, suits: [Pungs; 3], left: u8, won: bool) -> i32 {
        let mut best = 0;
        for taken in (1..8_u8).filter(|taken| taken.count_ones() <= left.into()) {
            // Which of the suits give an exposed one.
            for exposed in (0..=taken).filter(|exposed| exposed & !taken == 0) {
                let Some((ranks, rest)) = take(suits, taken, exposed) else { continue };
                let count = taken.count_ones();
                let mut add = |with_pair: bool, rest: [Pungs; 3]| {
                    let worth = self.worths[count as usize][usize::from(with_pair)];
                    if worth > 0 {
                        let hidden = count - exposed.count_ones() + u32::from(with_pair);
                        let (grade, still) = self.grade(exposed.count_ones(), hidden, won);
                        best = best.max(worth * grade + self.most(rest, left - count as u8, still));
                    }
                };
                add(false, rest);
                let pair = |suit: &usize| taken >> suit & 1 == 0 && suits[*suit].pair_ranks & ranks != 0;
                if (0..3).any(|suit| pair(&suit)) {
                    add(true, rest.map(|of| Pungs { pair_ranks: 0, ..of }));
                }
            }
        }
        best
    }

    /// The grade of so many exposed and concealed groups, and whether the winning one is still to be had.
    fn grade(&self, exposed: u32, hidden: u32, won: bool) -> (i32, bool) {
        let [mixed, all_concealed, all_exposed] = self.grades;
        match (exposed, hidden) {
            (0, _) => (all_concealed, won),
            (_, 0) => (all_exposed, won),
            (_, 1) if won && all_exposed > mixed => (all_exposed, false),
            _ => (mixed, won),
        }
    }
}

/// The ranks that one pung of each of these suits may share, and what is left without them.
fn take(suits: [Pungs; 3], taken: u8, exposed: u8) -> Option<(u16, [Pungs; 3])> {
    let mut ranks = RANKS;
    let mut rest = suits;
    for (suit, of) in rest.iter_mut().enumerate().filter(|(suit, _)| taken >> suit & 1 == 1) {
        let (count, on) = if exposed >> suit & 1 == 1 {
            (&mut of.exposed, of.exposed_ranks)
        } else {
            (&mut of.concealed, of.concealed_ranks)
        };
        *count = count.checked_sub(1)?;
        ranks &= on;
    }
    (ranks != 0).then_some((ranks, rest))
}
