//! What completes a hand.

use super::block::{Block, ROWS, RowSet};
use super::row::Row;
use super::screen::{
    ALL_WILD, EIGHT_PAIRS, KNITTED, ORPHANS, PAIRS, PER_PAIR, SPARE_PAIR, STANDARD, Screened, Screens, UNRELATED,
};
use super::suits::{BLOCKS, Hand, PER_SET, below, cover_limit, meet};
use super::{ANY_TILE, Ask, BY_WILD, Terms};
use crate::shapes::{knitted_dragon, seven_pairs, sixteen_unrelated, thirteen_orphans};
use crate::tile::KindSet;
use crate::waits::{Waits, waits_of};

const ALL: Waits = Waits { kinds: KindSet::ALL, by_wild: true };

/// The bits that tell what completes hands of one tile fewer than a complete one.
pub struct WaitsFor {
    screens: Screens,
    sets: u8,
    wild_tiles: bool,
    live: bool,
}

impl WaitsFor {
    pub fn of(terms: Terms, live: bool) -> Self {
        Self { screens: Screens::of_terms(terms), sets: terms.shapes.sets, wild_tiles: terms.wild_tiles, live }
    }

    /// Whether any tile completes a hand that the screen says that of, and so many sets are still to be made.
    #[inline]
    const fn is_whatever(screened: Screened, sets: u8) -> bool {
        // Where sets alone hold all tiles, the pair holds any other.
        let spare_pair = screened.may_be(STANDARD) & (screened.cover() + PER_SET <= cover_limit(sets));
        spare_pair | screened.may_be(SPARE_PAIR)
    }

    /// The bits of what completes a hand.
    #[inline]
    fn bits(&self, found: Waits) -> u64 {
        let by_wild = if self.wild_tiles & found.by_wild { BY_WILD } else { 0 };
        let whatever = (found.kinds == KindSet::ALL) & (found.by_wild | !self.wild_tiles);
        found.kinds.0 | by_wild | if whatever { ANY_TILE } else { 0 }
    }

    /// Adds what completes a hand to such bits.
    #[inline]
    fn add(&self, bits: &mut [u8; 8], found: Waits) {
        let before = u64::from_ne_bytes(*bits);
        let before = Waits { kinds: KindSet(before & KindSet::ALL.0), by_wild: before & BY_WILD != 0 };
        *bits = self.bits(found.or(before)).to_ne_bytes();
    }
}

/// The shapes that few hands come near.
const OTHERS: u64 = ORPHANS | UNRELATED | ALL_WILD;

/// All the bits or none.
const fn mask(is_so: bool) -> u64 {
    (is_so as u64).wrapping_neg()
}

impl Ask<8> for WaitsFor {
    fn tiles(&self) -> (u8, u8) {
        let ready = 3 * self.sets + 1;
        (ready, ready)
    }

    fn none(&self) -> [u8; 8] {
        [0; 8]
    }

    fn together(&self, block: &mut Block<'_>, values: &mut [[u8; 8]]) -> RowSet {
        let any = self.bits(ALL);
        let [mut open, mut left, mut live, mut knitted, mut others] = [RowSet::default(); 5];
        let mut all = [Screened::default(); ROWS];
        for (row, (value, kept)) in values.iter_mut().zip(&mut all).enumerate() {
            let hand = block.meet(row);
            let screened = self.screens.of(hand.keys, hand.melds);
            let is_whatever = Self::is_whatever(screened, self.sets - hand.melds);
            *kept = screened;
            *value = if is_whatever { any } else { 0 }.to_ne_bytes();
            let settled = (is_whatever | !screened.may_be(STANDARD | PAIRS | KNITTED | OTHERS))
                & screened.is_of(hand.naturals(self.tiles().0));
            open.add(row, !settled | self.live & screened.has_fours());
        }
        for row in open.rows() {
            let (met, screened) = (block.met(row), all[row]);
            let (hand, sets) = (Hand(met.keys), self.sets - met.melds);
            let sound = screened.is_of(met.naturals(self.tiles().0));
            let asked = sound & !Self::is_whatever(screened, sets);
            // What most of them are is worked out for all, without a jump.
            let standard = asked & screened.may_be(STANDARD);
            let pairs = asked & screened.may_be(PAIRS);
            let eight = pairs & (screened.pairs() == EIGHT_PAIRS);
            let room = hand.room(cover_limit(sets).wrapping_sub(screened.cover())).0 & mask(standard);
            let kinds = KindSet(room | hand.held().0 & mask(eight));
            self.add(&mut values[row], Waits { kinds, by_wild: standard | eight });
            knitted.add(row, asked & screened.may_be(KNITTED));
            others.add(row, pairs & !eight | asked & screened.may_be(OTHERS));
            live.add(row, screened.has_fours());
            left.add(row, !sound);
        }
        for row in knitted.rows() {
            let met = block.met(row);
            self.add(&mut values[row], knitted_dragon(self.sets - met.melds, Hand(met.keys)));
        }
        for row in others.rows() {
            let found = in_other_shapes(&block.row(row), all[row], Hand(block.met(row).keys));
            self.add(&mut values[row], found);
        }
        if self.live {
            let live = if block.rows.melded.is_some() { RowSet::first(values.len()) } else { live };
            for row in live.rows() {
                let gone = gone(&block.row(row));
                values[row] = (u64::from_ne_bytes(values[row]) & !gone).to_ne_bytes();
            }
        }
        left
    }

    fn meet(&self, keys: [usize; 4], _: u8) {
        meet(keys);
    }

    fn alone(&self, row: &Row<'_>) -> [u8; 8] {
        let gone = if self.live { gone(row) } else { 0 };
        (self.bits(waits_of(&row.loose(), row.terms.shapes)) & !gone).to_ne_bytes()
    }
}

/// Kinds of which the hand and its sets hold all four.
fn gone(row: &Row<'_>) -> u64 {
    match row.melded {
        None => row.copies().at_least(4).0,
        Some(melded) => {
            let held = row.counts.iter().zip(melded).map(|(held, laid)| held + laid);
            held.enumerate().fold(0, |kinds, (kind, copies)| kinds | u64::from(copies >= 4) << kind)
        }
    }
}

/// What completes a hand in the shapes that few hands come near, where its screen lets it be of them.
fn in_other_shapes(row: &Row<'_>, screened: Screened, hand: Hand) -> Waits {
    let mut found = Waits::default();
    if screened.may_be(PAIRS) {
        let [held, odd, threes] = hand.kinds();
        let needed = screened.pairs().div_ceil(PER_PAIR) as u8;
        found = found.or(seven_pairs::waits_for(row.sets - 4, needed, odd, KindSet(held.0 & !odd.0), threes));
    }
    if screened.may_be(ORPHANS) {
        found = found.or(thirteen_orphans::waits_of(row.sets, row.copies(), row.wilds));
    }
    if screened.may_be(UNRELATED) {
        let held = hand.held();
        found = found.or(sixteen_unrelated::waits_for(held, u32::from(screened.naturals()) > held.len()));
    }
    found.by_wild |= screened.may_be(ALL_WILD) && !row.natural_melds();
    found
}

/// The waits of a hand that has so many sets still to be made, if it is open for this shape.
fn knitted_dragon(sets: u8, hand: Hand) -> Waits {
    let sets = sets - knitted_dragon::SETS;
    let beside = hand.beside_blocks();
    // As of all tiles: where sets alone hold the others, the pair holds any.
    if below(beside, cover_limit(sets) - PER_SET + 1) != 0 {
        return ALL;
    }
    let mut near = below(beside, cover_limit(sets));
    let mut waits = Waits { by_wild: near != 0, ..Waits::default() };
    let held = if near == 0 { KindSet::EMPTY } else { hand.held() };
    while near != 0 {
        let block = near.trailing_zeros() as usize / 8;
        near &= near - 1;
        let spares = cover_limit(sets) - (beside >> (8 * block) & 0xFF);
        waits.kinds.0 |= hand.room_beside(block, spares).0 | IN_BLOCK[block] & !held.0;
    }
    waits
}

/// The kinds of each block.
const IN_BLOCK: [u64; 6] = {
    let mut kinds = [0; 6];
    let mut block = 0;
    while block < 6 {
        let [a, b, c] = BLOCKS[block];
        kinds[block] = 0b100_1001 << a | 0b100_1001 << (9 + b) | 0b100_1001 << (18 + c);
        block += 1;
    }
    kinds
};
