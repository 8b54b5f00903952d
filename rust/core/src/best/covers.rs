//! What limits the covers of a whole hand, and its arrangements one by one where they are few.

use super::cover::{Limits, Partial, each_cover};
use crate::suit::{fits, needs};
use crate::tile::{Counts, in_suit};

/// Up to so many arrangements are looked at one by one.
const FEW: usize = 60;

/// Wild tiles with which arrangements are never few.
const MANY_WILDS: u8 = 4;

/// What limits the covers of the four suits in hand, for some number of sets in hand.
pub(crate) struct Covers {
    pub by_suit: [Limits; 4],
    pub sets: u8,
    possible: bool,
}

impl Covers {
    /// Limits under which each suit leaves the others room.
    pub fn new(naturals: &Counts, sets: u8) -> Self {
        let needs = needs(naturals);
        let total: i8 = needs.iter().map(|need| need.sets() as i8).sum();
        let held: u8 = naturals.iter().sum();
        let wilds = (3 * sets + 2).saturating_sub(held);
        let by_suit = [0, 1, 2, 3].map(|suit| {
            let others = total - needs[suit].sets() as i8;
            let spared = (0..4).any(|other| other != suit && needs[other].pair_spares());
            Limits {
                naturals: in_suit(naturals, suit),
                ranks: if suit == 3 { 7 } else { 9 },
                alone: sets as i8 - others + i8::from(spared),
                with_pair: sets as i8 - others,
                wilds,
            }
        });
        Self { by_suit, sets, possible: fits(needs, sets) }
    }

    pub const fn is_empty(&self) -> bool {
        !self.possible
    }

    /// The covers of each suit and how many arrangements they make, if these are few.
    pub fn few(&self) -> Option<([Vec<Partial>; 4], usize)> {
        // Where wild tiles abound there is no need to count.
        if self.by_suit[0].wilds > MANY_WILDS {
            return None;
        }
        let mut by_suit: [Vec<Partial>; 4] = Default::default();
        for (limits, list) in self.by_suit.iter().zip(&mut by_suit) {
            each_cover(limits, &mut |cover| list.push(*cover));
        }
        let count = count(&by_suit, self.sets);
        (count <= FEW).then_some((by_suit, count))
    }
}

fn count(by_suit: &[Vec<Partial>; 4], sets: u8) -> usize {
    let mut ways = [[0_usize; 2]; 6];
    ways[0][0] = 1;
    for list in by_suit {
        let mut sizes = [[0_usize; 2]; 6];
        for cover in list {
            sizes[cover.sets()][usize::from(cover.pair.is_some())] += 1;
        }
        let mut next = [[0_usize; 2]; 6];
        for have in 0..=sets as usize {
            for more in 0..=sets as usize - have {
                next[have + more][0] += ways[have][0] * sizes[more][0];
                next[have + more][1] += ways[have][1] * sizes[more][0] + ways[have][0] * sizes[more][1];
            }
        }
        ways = next;
    }
    ways[sets as usize][1]
}

/// Visits every choice of one cover of each suit that makes `sets` sets and a pair.
pub(crate) fn each_choice(covers: &[Vec<Partial>; 4], sets: u8, visit: &mut impl FnMut([usize; 4])) {
    step(covers, 0, sets, true, &mut [0; 4], visit);
}

fn step(
    covers: &[Vec<Partial>; 4],
    suit: usize,
    sets: u8,
    pair: bool,
    chosen: &mut [usize; 4],
    visit: &mut impl FnMut([usize; 4]),
) {
    if suit == 4 {
        if sets == 0 && !pair {
            visit(*chosen);
        }
        return;
    }
    for (index, cover) in covers[suit].iter().enumerate() {
        if cover.sets() as u8 <= sets && (pair || cover.pair.is_none()) {
            chosen[suit] = index;
            let pair = pair && cover.pair.is_none();
            step(covers, suit + 1, sets - cover.sets() as u8, pair, chosen, visit);
        }
    }
}
