//! How far a hand is from ready.

use super::block::{Block, List};
use super::classes::{Classes, Lack, Twos, beside_blocks, learn};
use super::row::Row;
use super::suits::{Facts, Hand, LANES, TOPS, classes, in_lanes, meet};
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

    /// Fewest missing tiles of the shapes that admit no sets on the table, but for the thirteen orphans and a set.
    #[inline]
    fn concealed(&self, all: Facts, short: u8, wilds: u8) -> u8 {
        let needed = all.pairs_needed() as u8;
        if self.shapes.sets == 4 {
            let orphans = 13 - all.orphans() as u8 + u8::from(!all.orphan_twice());
            let pairs = short + needed.saturating_sub(7);
            return self.in_shape(Shape::SevenPairs, pairs).min(self.in_shape(Shape::ThirteenOrphans, orphans));
        }
        // The triplet takes a pair, or two where it takes three of three; three of four leave one that is in no pair,
        // unless a wild tile is there to be with it.
        let in_triplet = 1 + u8::from(all.has_three());
        let fourth = all.held() == 4 && all.naturals() == 16 && wilds == 0;
        let pairs = short + needed.saturating_sub(7 + in_triplet) + u8::from(fourth);
        let unrelated = (17 - all.unrelated() as u8).wrapping_sub(all.unrelated_twice().into());
        self.in_shape(Shape::SevenPairs, pairs).min(self.in_shape(Shape::SixteenUnrelated, unrelated))
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
    fn together(&self, block: &Block<'_>, values: &mut [[u8; 1]]) -> List {
        let [mut with_set, mut beside_block, mut left] = [const { List::new() }; 3];
        for (row, value) in values.iter_mut().enumerate() {
            let keys = block.keys(row);
            let (suits, all) = (keys.map(classes), Hand::of(keys).all);
            let (wilds, melds) = (block.rows.wilds.at(row), block.rows.melds.at(row));
            let (twos, sets) = (Twos::of(suits), self.shapes.sets.saturating_sub(melds));
            let lack = twos.lack(sets);
            let full = block.naturals(row, self.tiles().1);
            let sound = (all.are_of(full) | all.are_of(full - 1)) & lack.is_known() & lack.within(wilds);
            let bare = sound & (all.naturals() == 0) & self.shapes.knows(Shape::AllWild);
            left.add(row, !sound | bare | block.natural_melds(row));

            let short = (3 * sets + 2).wrapping_sub(all.naturals() as u8);
            let mut least = self.in_shape(Shape::Standard, lack.missing());
            least = least.min(self.concealed(all, short, wilds) | if melds == 0 { 0 } else { FAR });
            *value = [least];
            if self.shapes.sets == 5 && self.shapes.knows(Shape::ThirteenOrphans) {
                let spare = (all.naturals() - all.orphans()) as u8;
                with_set.add(row, sound & (melds == 0) & (17 - (all.orphans() as u8) < least + spare.min(4)));
            }
            if self.shapes.knows(Shape::KnittedDragon) {
                let nearer = sets >= knitted_dragon::SETS && may_be_nearer(suits, twos, sets, least);
                beside_block.add(row, sound & nearer & (least > short));
            }
        }
        for row in with_set.rows() {
            let copies = block.row(row).copies();
            values[row] = [thirteen_orphans::missing_of(self.shapes.sets, copies, values[row][0])];
        }
        for row in beside_block.rows() {
            let sets = self.shapes.sets - block.rows.melds.at(row);
            let nearest = nearest_beside_block(block.keys(row).map(classes), sets);
            let known = nearest
                .is_some_and(|nearest| nearest.missing() >= values[row][0] || nearest.within(block.rows.wilds.at(row)));
            left.add(row, !known);
            values[row] = [nearest.map_or(FAR, Lack::missing).min(values[row][0])];
        }
        for (row, value) in values.iter_mut().enumerate() {
            *value = from_missing(value[0], block.rows.wilds.at(row)).to_ne_bytes();
        }
        left
    }

    fn meet(&self, keys: [usize; 4], sets: u8) {
        meet(keys);
        let suits = keys.map(classes);
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
