//! Every way to lay one suit's tiles in hand into sets and perhaps the pair, wild tiles filling what lacks.

use std::sync::OnceLock;

use super::multiset::{CHOWS, MAX_SETS, Multiset, PUNGS, Packed, up_to};
use crate::best::bounds::earnings::Numbered;
use crate::group::{Group, GroupKind};
use crate::tile::Kind;

/// The groups in hand of one suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Partial {
    pub chows: Multiset,
    pub pungs: Multiset,
    /// Rank of the pair.
    pub pair: Option<u8>,
}

impl Partial {
    /// No group.
    pub const NONE: Self = Self { chows: Multiset::EMPTY, pungs: Multiset::EMPTY, pair: None };

    pub const fn sets(&self) -> usize {
        self.chows.len() + self.pungs.len()
    }

    pub fn of(cover: Numbered) -> Self {
        Self {
            chows: CHOWS[usize::from(cover.chows)].set,
            pungs: PUNGS[usize::from(cover.pungs)].set,
            pair: cover.pair.checked_sub(1),
        }
    }

    /// Whether the suit has all these ranks: honours have seven.
    pub fn fits(&self, suit: usize) -> bool {
        suit < 3 || self.pungs.ranks().chain(self.pair).all(|rank| rank < 7)
    }

    pub fn numbered(&self) -> Numbered {
        Numbered {
            chows: self.chows.chow_number() as u16,
            pungs: self.pungs.pung_number() as u16,
            pair: self.pair.map_or(0, |rank| rank + 1),
        }
    }

    /// The groups, sets ascending, then the pair.
    pub fn groups(&self, suit: usize) -> impl Iterator<Item = Group> + '_ {
        let of = move |kind, rank: u8| Group::in_hand(kind, (suit * 9) as Kind + rank);
        let chows = self.chows.members().iter().map(move |rank| of(GroupKind::Chow, *rank));
        let pungs = self.pungs.members().iter().map(move |rank| of(GroupKind::Pung, *rank));
        chows.chain(pungs).chain(self.pair.map(|rank| of(GroupKind::Pair, rank)))
    }
}

/// What limits the covers of a suit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Natural tiles by rank.
    pub naturals: [u8; 9],
    /// Nine ranks with chows, or seven without.
    pub ranks: usize,
    /// Sets at most if the pair is elsewhere, or in this suit; negative: not possible.
    pub alone: i8,
    pub with_pair: i8,
    /// Wild tiles at most.
    pub wilds: u8,
}

impl Limits {
    /// What tells limits of one suit apart: naturals, sets at most without the pair and with it, wild tiles at most that
    /// as many sets and a pair leave room for.
    pub fn key(&self) -> (Packed, i8, i8, u8) {
        let held: u8 = self.naturals.iter().sum();
        let room = 3 * self.alone.max(self.with_pair) + 2 - held as i8;
        (Packed::of(self.naturals), self.alone, self.with_pair, self.wilds.min(room.max(0) as u8))
    }
}

/// Every cover of so many sets of a suit without naturals.
pub(crate) fn free_covers(suit: usize, sets: usize) -> &'static [Numbered] {
    static FREE: [[OnceLock<Vec<Numbered>>; MAX_SETS + 1]; 2] =
        [const { [const { OnceLock::new() }; MAX_SETS + 1] }; 2];
    let (ranks, most_chows) = if suit == 3 { (7, 0) } else { (9, sets) };
    FREE[usize::from(suit == 3)][sets].get_or_init(|| {
        let sized = |kinds, size: usize| size.checked_sub(1).map_or(0, |less| up_to(kinds, less))..up_to(kinds, size);
        let mut all = Vec::new();
        for size in 0..=most_chows {
            for chows in sized(7, size) {
                for pungs in sized(9, sets - size) {
                    if PUNGS[pungs].set.ranks().all(|rank| rank < ranks) {
                        let with = |pair| Numbered { chows: chows as u16, pungs: pungs as u16, pair };
                        all.extend((0..=ranks).map(with));
                    }
                }
            }
        }
        all
    })
}

/// Visits every cover of the suit, each multiset of groups once.
pub(crate) fn each_cover(limits: &Limits, visit: &mut impl FnMut(&Partial)) {
    let mut left = [0_u8; 10];
    for rank in (0..9).rev() {
        left[rank] = left[rank + 1] + limits.naturals[rank];
    }
    let search = Cover { limits, left };
    search.step(0, [0, 0], limits.wilds, &Partial::default(), visit);
}

struct Cover<'a> {
    limits: &'a Limits,
    /// Natural tiles at this rank and above.
    left: [u8; 10],
}

impl Cover<'_> {
    /// Decides what starts at `rank`; `running` chows began one and two ranks below, `wilds` are left.
    fn step(&self, rank: usize, running: [u8; 2], wilds: u8, so_far: &Partial, visit: &mut impl FnMut(&Partial)) {
        let mut rank = rank;
        // Where nothing lies and nothing can be filled in, nothing starts.
        if wilds == 0 && running == [0, 0] {
            while rank < self.limits.ranks && self.limits.naturals[rank] == 0 {
                rank += 1;
            }
        }
        let most = self.limits.alone.max(self.limits.with_pair);
        let room = most - so_far.sets() as i8;
        if room < 0 {
            return;
        }
        if rank == self.limits.ranks {
            let limit = if so_far.pair.is_some() { self.limits.with_pair } else { self.limits.alone };
            if so_far.sets() as i8 <= limit {
                visit(so_far);
            }
            return;
        }
        let spare_pair = if so_far.pair.is_none() && self.limits.with_pair >= 0 { 2 } else { 0 };
        let started = running[0] * 2 + running[1];
        if self.left[rank] > started + 3 * room as u8 + spare_pair {
            return;
        }
        let passing = running[0] + running[1];
        let naturals = self.limits.naturals[rank];
        if passing > naturals + wilds {
            return;
        }
        let chows = if self.limits.ranks == 9 && rank < 7 { room } else { 0 };
        let mut with_chows = *so_far;
        for chow in 0..=chows as u8 {
            if chow > 0 {
                with_chows.chows.push(rank as u8);
            }
            let mut with_pungs = with_chows;
            for pung in 0..=(room as u8 - chow) {
                if pung > 0 {
                    with_pungs.pungs.push(rank as u8);
                }
                let demand = passing + chow + 3 * pung;
                if demand > naturals + wilds {
                    break;
                }
                if demand >= naturals {
                    self.step(rank + 1, [chow, running[0]], wilds + naturals - demand, &with_pungs, visit);
                }
                if spare_pair > 0 && demand + 2 >= naturals && demand + 2 <= naturals + wilds {
                    let mut with_pair = with_pungs;
                    with_pair.pair = Some(rank as u8);
                    self.step(rank + 1, [chow, running[0]], wilds + naturals - demand - 2, &with_pair, visit);
                }
            }
        }
    }
}
