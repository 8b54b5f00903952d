//! Suits in hand by what they add to a tally.

use super::plan::{Plan, Tally};
use crate::best::each_of_suit;
use crate::group::{Group, GroupKind};
use crate::suit::counts_of;
use crate::tile::KINDS;

/// Groups in a suit at most: five sets and the pair.
const MOST_GROUPS: usize = 6;

/// The tiles of a suit in hand, and the ways to lay them into sets and perhaps the pair as far as tallies can tell these
/// apart: of ways that look alike the first, for it comes first among the best.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Suit {
    /// What its first way adds.
    pub tally: Tally,
    /// Tiles and plan; 0 where there is no suit.
    key: u64,
    /// Where its ways stand.
    start: u32,
    /// How many ways there are.
    pub ways: u16,
    /// Sets, [`A_PAIR`], and [`UNFIT`] if there is no way at all.
    pub holds: u16,
}

pub(super) const A_PAIR: u16 = 1 << 8;
pub(super) const UNFIT: u16 = 1 << 12;

/// Suits met so far.
#[derive(Debug)]
pub(super) struct Suits {
    /// By their keys, at most half of the places taken.
    slots: Vec<Suit>,
    shift: u32,
    taken: usize,
    /// What each way adds, and its groups as if they lay in the first suit.
    ways: Vec<(Tally, [Group; MOST_GROUPS])>,
}

const FIRST_BITS: u32 = 12;

impl Default for Suits {
    fn default() -> Self {
        let slots = vec![Suit::default(); 1 << FIRST_BITS];
        Self { slots, shift: u64::BITS - FIRST_BITS, taken: 0, ways: Vec::new() }
    }
}

impl Suits {
    /// The suit with this key.
    #[inline(always)]
    #[allow(clippy::inline_always)] // Four suits are looked up side by side.
    pub fn get(&mut self, number: usize, key: usize, plan: &Plan) -> Suit {
        let key = (u64::from(plan.suits[number]) + 1) << 32 | key as u64;
        let mut at = self.place(key);
        loop {
            let suit = self.slots[at];
            if suit.key == key {
                return suit;
            }
            if suit.key == 0 {
                return self.meet(key, number, plan);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    #[inline]
    const fn place(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    #[cold]
    #[inline(never)]
    fn meet(&mut self, key: u64, number: usize, plan: &Plan) -> Suit {
        let ranks = counts_of(key as u32 as usize);
        let held: u8 = ranks.iter().sum();
        let (sets, pair) = (held / 3, held % 3 == 2);
        let start = self.ways.len();
        if held % 3 != 1 && usize::from(sets) + usize::from(pair) <= MOST_GROUPS {
            let mut counts = [0; KINDS];
            for (rank, count) in ranks.into_iter().enumerate().filter(|(_, count)| *count > 0) {
                counts[number * 9 + rank] = count;
            }
            each_of_suit(&counts, sets, pair, &mut |groups| {
                let tally = groups.iter().map(|group| plan.tally(*group)).sum();
                if self.ways[start..].iter().all(|(known, _)| *known != tally) {
                    let mut moved = [Group::in_hand(GroupKind::Single, 0); MOST_GROUPS];
                    for (moved, group) in moved.iter_mut().zip(groups) {
                        *moved = Group { first: group.first - number as u8 * 9, ..*group };
                    }
                    self.ways.push((tally, moved));
                }
            });
        }
        let ways = (self.ways.len() - start) as u16;
        let holds = u16::from(sets) | if pair { A_PAIR } else { 0 } | if ways == 0 { UNFIT } else { 0 };
        let tally = self.ways.get(start).map_or(0, |(tally, _)| *tally);
        let suit = Suit { tally, key, start: start as u32, ways, holds };
        self.put(suit);
        suit
    }

    fn put(&mut self, suit: Suit) {
        if 2 * self.taken >= self.slots.len() {
            let more = vec![Suit::default(); 2 * self.slots.len()];
            self.shift -= 1;
            for known in std::mem::replace(&mut self.slots, more).into_iter().filter(|known| known.key != 0) {
                self.place_in(known);
            }
        }
        self.taken += 1;
        self.place_in(suit);
    }

    fn place_in(&mut self, suit: Suit) {
        let mut at = self.place(suit.key);
        while self.slots[at].key != 0 {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = suit;
    }

    /// What a way of a suit adds.
    pub fn tally(&self, suit: Suit, way: u16) -> Tally {
        self.ways[suit.start as usize + way as usize].0
    }

    /// The groups of one way, sets first.
    pub fn way(&self, number: usize, suit: Suit, way: u16) -> impl Iterator<Item = Group> + '_ {
        let groups = &self.ways[suit.start as usize + way as usize].1;
        let size = usize::from(suit.holds & (A_PAIR - 1)) + usize::from(suit.holds & A_PAIR != 0);
        groups[..size].iter().map(move |group| Group { first: group.first + number as u8 * 9, ..*group })
    }

    pub const fn len(&self) -> usize {
        self.taken
    }
}
