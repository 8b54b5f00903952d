//! How far a hand is from ready.

use std::array;

use super::block::{Block, Bytes, ROWS, RowSet, by_place};
use super::classes::{Lack, Twos, class_beside, in_twos, nearest_with_block};
use super::row::Row;
use super::suits::{Hand, Near, TOPS, below, lacking, meet, number, with_one_more};
use super::{Ask, Terms, classes};
use crate::distance::{UNREACHABLE, distance_of, from_missing};
use crate::hand::{Shape, Shapes};
use crate::profile::least_limit;
use crate::shapes::{knitted_dragon, thirteen_orphans};
use crate::suit::{EMPTY, is_honours, keys};

/// How far hands are that are about to draw or to discard.
pub struct Distance {
    shapes: Shapes,
}

/// The highest bit of what is missing from a shape that hands may not take: more than is missing from any that they may.
const FAR: u8 = 128;

impl Distance {
    pub const fn of(terms: Terms) -> Self {
        Self { shapes: terms.shapes }
    }

    /// What is missing from a shape, where hands may take it.
    const fn far_if_unknown(&self, shape: Shape) -> u8 {
        if self.shapes.knows(shape) { 0 } else { FAR }
    }
}

/// What is said of every row of a block, many rows in one instruction.
struct Nearest {
    /// Fewest missing tiles of all shapes that few steps tell.
    missing: Bytes,
    /// Whether the row may have a fault, or a suit that was not met.
    left: [bool; ROWS],
    /// Whether it has neither, and has to be looked at alone.
    alone: [bool; ROWS],
    /// Whether thirteen orphans and a set may be nearer, or a knitted block.
    with_set: [bool; ROWS],
    with_block: [bool; ROWS],
}

impl Distance {
    /// By what the suits of each row say together, and what its sets and pair lack.
    ///
    /// A row has to be looked at alone where the nearest sets ask for copies that no wild tile can be.
    fn nearest(&self, block: &Block<'_>, suits: &[[u8; 8]; ROWS], lacks: &Bytes) -> Nearest {
        let full = self.tiles().1;
        let five = self.shapes.sets == 5;
        let [standard, pairs, unrelated, orphans] =
            [Shape::Standard, Shape::SevenPairs, Shape::SixteenUnrelated, Shape::ThirteenOrphans]
                .map(|shape| self.far_if_unknown(shape));
        let unrelated = if five { unrelated } else { FAR };
        // With five sets the set beside the orphans is looked at by itself.
        let (orphans, orphans_and_set) = if five { (FAR, orphans) } else { (orphans, FAR) };
        // The triplet takes a pair, or two where it takes three of three.
        let (least_pairs, three) = if five { (8, u8::MAX) } else { (7, 0) };
        let all_wild = self.shapes.knows(Shape::AllWild);
        let knitted = self.shapes.knows(Shape::KnittedDragon);
        let mut found = Nearest {
            missing: [0; ROWS],
            left: [false; ROWS],
            alone: [false; ROWS],
            with_set: [false; ROWS],
            with_block: [false; ROWS],
        };
        let [naturals, of_pairs, of_unrelated, of_orphans, first, second, third, _] = by_place(suits);
        for row in 0..ROWS {
            let (wilds, melds, naturals) = (block.wilds[row], block.melds[row], naturals[row]);
            let sets = self.shapes.sets.wrapping_sub(melds);
            let lack = Lack(lacks[row]);
            let paired = least_pairs + (with_one_more(of_pairs[row]) & three | number(of_pairs[row]) & !three);
            let short = (3 * sets + 2).wrapping_sub(naturals);
            let if_bare = if melds == 0 { 0 } else { FAR };
            let concealed = (full.wrapping_sub(paired) | pairs)
                .min(full.wrapping_sub(with_one_more(of_unrelated[row])) | unrelated)
                .min(full.wrapping_sub(with_one_more(of_orphans[row])) | orphans)
                | if_bare;
            let missing = (lack.missing() | standard).min(concealed).min(FAR).max(short);
            // Of four kinds four times the last tile is in no pair beside the triplet.
            let fours = (naturals == 16) & (paired == 16) & (pairs == 0);
            let sound = (short.wrapping_sub(wilds) <= 1) & lack.is_known();
            let known = lack.within(wilds) & !(all_wild & (naturals == 0)) & !fours;
            let open = sound & known;
            let far = open & (missing > short);
            found.missing[row] = missing;
            found.left[row] = !sound;
            found.alone[row] = sound & !known;
            let with_set = 14u8.wrapping_sub(with_one_more(of_orphans[row])) | orphans_and_set | if_bare;
            found.with_set[row] = far & (with_set < missing);
            let limit = least_limit(missing, sets.saturating_sub(knitted_dragon::SETS));
            let with_block = first[row].max(second[row]).max(lacking(third[row]));
            found.with_block[row] = far & knitted & (sets >= knitted_dragon::SETS) & (with_block <= limit);
        }
        found
    }
}

/// The classes of four suits beside tiles on the table, given the keys of both.
fn classes_of(keys: [usize; 4], laid: [usize; 4]) -> [u32; 4] {
    let near = Near::of(keys);
    array::from_fn(|suit| match laid[suit] {
        laid if laid == EMPTY[usize::from(is_honours(laid))] => near[suit].class(),
        laid => class_beside(keys[suit], laid),
    })
}

impl Ask<1> for Distance {
    fn tiles(&self) -> (u8, u8) {
        (3 * self.shapes.sets + 1, 3 * self.shapes.sets + 2)
    }

    fn none(&self) -> [u8; 1] {
        UNREACHABLE.to_ne_bytes()
    }

    fn together(&self, block: &mut Block<'_>, values: &mut [[u8; 1]]) -> RowSet {
        let rows = values.len();
        // In steps, so that many hands wait for memory at once.
        let (mut suits, mut of_twos, mut lacks) = ([[0; 8]; ROWS], [[0; 2]; ROWS], [0; ROWS]);
        let counts = block.rows.counts.iter();
        for (row, ((suits, of_twos), counts)) in suits.iter_mut().zip(&mut of_twos).zip(counts).enumerate() {
            let near = Near::of(block.meet(row, counts));
            *suits = Near::sum(near).bytes();
            *of_twos = in_twos(near.map(Near::class));
        }
        let is_laid = block.laid.map(|tiles| tiles > 0);
        for row in RowSet::of(&is_laid, rows).rows() {
            of_twos[row] = in_twos(classes_of(block.met(row), block.row(row).laid()));
        }
        for ((lack, of_twos), melds) in lacks[..rows].iter_mut().zip(&of_twos).zip(&block.melds) {
            *lack = Twos::of(*of_twos).lack(self.shapes.sets - melds).0;
        }
        let Nearest { mut missing, left, alone, with_set, with_block } = self.nearest(block, &suits, &lacks);
        for row in RowSet::of(&with_set, rows).rows() {
            missing[row] = thirteen_orphans::missing_of(self.shapes.sets, block.row(row).copies(), missing[row]);
        }
        let mut left = RowSet::of(&left, rows);
        for row in RowSet::of(&with_block, rows).rows() {
            let sets = self.shapes.sets - block.melds[row] - knitted_dragon::SETS;
            let (least, classes) = Hand(block.met(row)).lacking();
            let blocks = below(least, least_limit(missing[row], sets).min(FAR).into());
            let nearest = nearest_with_block(classes, blocks, sets);
            // Beside tiles on the table it is a bound.
            let is_sure = |nearest: Lack| !is_laid[row] && nearest.within(block.wilds[row]);
            let is_known = |nearest: Lack| nearest.missing() >= missing[row] || is_sure(nearest);
            left.add(row, !nearest.is_some_and(is_known));
            missing[row] = nearest.map_or(missing[row], |nearest| nearest.missing().min(missing[row]));
        }
        let mut far = [0; ROWS];
        for ((far, missing), wilds) in far.iter_mut().zip(missing).zip(block.wilds) {
            *far = from_missing(missing, wilds) as u8;
        }
        values.as_flattened_mut().copy_from_slice(&far[..rows]);
        for row in RowSet::of(&alone, rows).rows() {
            values[row] = self.alone(&block.row(row));
        }
        left
    }

    fn meet(&self, row: &Row<'_>) {
        let (keys, laid, sets) = (keys(row.counts), row.laid(), row.sets);
        meet(keys);
        let known = Twos::of(in_twos(classes_of(keys, laid))).lack(sets).is_known();
        let with_block = |sets: u8| nearest_with_block(Hand(keys).lacking().1, TOPS, sets).is_some();
        if !known || !sets.checked_sub(knitted_dragon::SETS).is_none_or(with_block) {
            classes::learn(keys, laid, sets);
        }
    }

    fn alone(&self, row: &Row<'_>) -> [u8; 1] {
        distance_of(&row.loose(), row.terms.shapes).to_ne_bytes()
    }
}
