//! How far a hand is from ready.

use super::block::{Block, Keyed, List, ROWS};
use super::classes::{Classes, Lack, Twos, beside_blocks, learn};
use super::row::Row;
use super::suits::{Facts, LANES, Near, TOPS, in_lanes, meet, near};
use super::{Ask, Terms};
use crate::distance::{UNREACHABLE, distance_of, from_missing};
use crate::hand::{Shape, Shapes};
use crate::shapes::{knitted_dragon, thirteen_orphans};

/// How far hands are that are about to draw or to discard.
pub struct Distance {
    shapes: Shapes,
}

/// Added to what is missing from a shape that hands may not take: more than is missing from any that they may.
const FAR: u8 = 128;

impl Distance {
    pub const fn of(terms: Terms) -> Self {
        Self { shapes: terms.shapes }
    }

    /// What is missing from a shape, where hands may take it.
    #[inline]
    const fn in_shape(&self, shape: Shape, missing: u8) -> u8 {
        if self.shapes.knows(shape) { missing } else { FAR }
    }

    /// Fewest missing tiles of the shapes that admit no sets on the table, but for the thirteen orphans and a set; or
    /// fewer than what is no natural now, which is no bound for them.
    #[inline]
    fn concealed(&self, all: Facts, melds: u8) -> u8 {
        let missing = |shape, used: u8| self.in_shape(shape, self.tiles().1.wrapping_sub(used));
        let (pairs, singles) = if self.shapes.sets == 4 {
            (7 + all.pairs(), missing(Shape::ThirteenOrphans, all.orphans() + u8::from(all.orphan_twice())))
        } else {
            // The triplet takes a pair, or two where it takes three of three.
            let unrelated = all.unrelated() + u8::from(all.unrelated_twice());
            (8 + u8::from(all.has_three()) + all.pairs(), missing(Shape::SixteenUnrelated, unrelated))
        };
        if melds == 0 { missing(Shape::SevenPairs, pairs).min(singles) } else { FAR }
    }
}

impl Ask<1> for Distance {
    fn tiles(&self) -> (u8, u8) {
        (3 * self.shapes.sets + 1, 3 * self.shapes.sets + 2)
    }

    fn none(&self) -> [u8; 1] {
        UNREACHABLE.to_ne_bytes()
    }

    /// Counts with four copies of every kind: a row is left where tiles on the table leave fewer, and where the nearest
    /// sets ask for a fifth that no wild tile can be.
    fn together(&self, block: &mut Block<'_>, values: &mut [[u8; 1]]) -> List {
        let full = self.tiles().1;
        let more = self.shapes.known != 1 << Shape::Standard as u8;
        let knitted = self.shapes.knows(Shape::KnittedDragon);
        let orphans = self.shapes.knows(Shape::ThirteenOrphans) && self.shapes.sets == 5;
        let [mut with_set, mut beside_block, mut left] = [const { List::new() }; 3];
        // In steps, so that many hands wait for memory at once.
        let (mut suits_of, mut twos_of) = ([[Near::default(); 4]; ROWS], [Twos::default(); ROWS]);
        for (row, suits) in suits_of.iter_mut().enumerate().take(values.len()) {
            *suits = near(block.meet(row).keys);
        }
        for (twos, suits) in twos_of.iter_mut().zip(&suits_of).take(values.len()) {
            *twos = Twos::of(suits.map(Near::classes));
        }
        for (row, (value, (suits, &twos))) in values.iter_mut().zip(suits_of.iter().zip(&twos_of)).enumerate() {
            let hand = block.met(row);
            let (sets, all) = (self.shapes.sets - hand.melds, Near::facts(*suits));
            let lack = twos.lack(sets);
            let naturals = all.naturals();
            let sound = hand.naturals(full).wrapping_sub(naturals) <= 1;
            let known = lack.is_known() & lack.within(hand.wilds);
            let mut least = self.in_shape(Shape::Standard, lack.missing());
            let mut open = sound & known & !block.natural_melds(row);
            if more {
                // Of four kinds four times the last tile is in no pair beside the triplet; no natural at all may be a shape.
                open &= !(all.is_of_fours() | (naturals == 0));
                let short = (3 * sets + 2).wrapping_sub(naturals);
                least = least.min(self.concealed(all, hand.melds)).max(short);
                let far = open & (least > short);
                with_set.add(row, far & orphans & (hand.melds == 0) & (13u8.wrapping_sub(all.orphans()) < least));
                if knitted && sets >= knitted_dragon::SETS {
                    beside_block.add(row, far & may_be_nearer(suits.map(Near::classes), twos, sets, least));
                }
            }
            *value = [least];
            left.add(row, !open);
        }
        for row in with_set.rows() {
            let copies = block.row(row).copies();
            values[row] = [thirteen_orphans::missing_of(self.shapes.sets, copies, values[row][0])];
        }
        for row in beside_block.rows() {
            let Keyed { wilds, melds, .. } = block.met(row);
            let nearest = nearest_beside_block(suits_of[row].map(Near::classes), self.shapes.sets - melds);
            let known = nearest.is_some_and(|nearest| nearest.missing() >= values[row][0] || nearest.within(wilds));
            left.add(row, !known);
            values[row] = [nearest.map_or(FAR, Lack::missing).min(values[row][0])];
        }
        for (row, value) in values.iter_mut().enumerate() {
            *value = from_missing(value[0], block.met(row).wilds).to_ne_bytes();
        }
        left
    }

    fn meet(&self, keys: [usize; 4], sets: u8) {
        meet(keys);
        let suits = near(keys).map(Near::classes);
        let known = Twos::of(suits).lack(sets).is_known();
        if !known || sets >= knitted_dragon::SETS && nearest_beside_block(suits, sets).is_none() {
            learn(keys, sets);
        }
    }

    fn alone(&self, row: &Row<'_>) -> [u8; 1] {
        distance_of(&row.loose(), row.terms.shapes).to_ne_bytes()
    }
}

/// Whether sets and pair beside a block may lack fewer than that.
#[inline]
fn may_be_nearer(suits: [Classes; 4], twos: Twos, sets: u8, least: u8) -> bool {
    let beside = twos.lack(sets - knitted_dragon::SETS);
    // They can be no nearer in the tiles that the block leaves than in all.
    let enough = if beside.is_known() { (10 + beside.missing()).saturating_sub(least) } else { 0 };
    (held_of_blocks(suits) + LANES * u64::from(0x80 - enough)) & TOPS != 0
}

/// Tiles held of each block, a byte for each.
#[inline]
fn held_of_blocks(suits: [Classes; 4]) -> u64 {
    in_lanes([suits[0].of_blocks(), suits[1].of_blocks(), suits[2].of_blocks()])
}

/// What is lacking with the knitted block that leaves the least to be missing, if it is known.
#[inline]
fn nearest_beside_block(suits: [Classes; 4], sets: u8) -> Option<Lack> {
    let lacks = beside_blocks(suits, sets - knitted_dragon::SETS);
    let held = held_of_blocks(suits);
    let with = |block: usize| lacks[block].beside(9 - (held >> (8 * block)) as u8);
    let nearest = (0..6).map(with).min()?;
    lacks.iter().all(|lack| lack.is_known()).then_some(nearest)
}
