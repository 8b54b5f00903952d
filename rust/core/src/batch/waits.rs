//! What completes a hand.

use super::block::{Block, ROWS, RowSet};
use super::row::Row;
use super::screen::{
    ALL_WILD, ANY_SHAPE, EIGHT_PAIRS, KNITTED, ORPHANS, PAIRS, PER_PAIR, STANDARD, Screened, Screens, Sum, Told,
    UNRELATED,
};
use super::suits::{BLOCKS, Hand, PER_SET, below, cover_limit, meet};
use super::{ANY_TILE, Ask, BY_WILD, Terms};
use crate::shapes::{knitted_dragon, seven_pairs, sixteen_unrelated, thirteen_orphans};
use crate::suit::keys;
use crate::tile::KindSet;
use crate::waits::{Waits, waits_of};

const ALL: Waits = Waits { kinds: KindSet::ALL, by_wild: true };

/// The bits that tell what completes hands of one tile fewer than a complete one.
pub struct WaitsFor {
    screens: Screens,
    sets: u8,
    /// [`BY_WILD`] where there are wild tiles.
    by_wild: u64,
    live: bool,
}

impl WaitsFor {
    pub fn of(terms: Terms, live: bool) -> Self {
        let by_wild = if terms.wild_tiles { BY_WILD } else { 0 };
        Self { screens: Screens::of_terms(terms), sets: terms.shapes.sets, by_wild, live }
    }

    /// The bits of what completes a hand.
    #[inline]
    fn bits(&self, found: Waits) -> u64 {
        let by_wild = self.by_wild & mask(found.by_wild);
        let whatever = (found.kinds == KindSet::ALL) & (by_wild == self.by_wild);
        found.kinds.0 | by_wild | ANY_TILE & mask(whatever)
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
        let rows = values.len();
        let (any, naturals) = (self.bits(ALL), block.naturals(self.tiles().0));
        let (mut sums, mut open, mut told) = ([Sum::default(); ROWS], [false; ROWS], Told::default());
        let kept = sums.iter_mut().zip(&mut open).zip(block.rows.counts).zip(values.iter_mut());
        for (row, (((sum, open), counts), value)) in kept.enumerate() {
            *sum = Sum::of(block.meet(row, counts));
            let screened = self.screens.of(*sum, block.melds[row]);
            let is_whatever = screened.is_whatever();
            *value = if is_whatever { any } else { 0 }.to_ne_bytes();
            *open = !is_whatever & screened.may_be(ANY_SHAPE);
            told.add(sum.told(naturals[row]));
        }
        let all_told = sums.iter().zip(naturals).take(rows).map(|(sum, naturals)| sum.told(naturals));
        let left = RowSet::of_few(all_told.clone(), told.is_unsound(), Told::is_unsound);
        let [mut knitted, mut others] = [RowSet::default(); 2];
        for row in RowSet::of(&open, rows).without(left).rows() {
            let (sum, sets) = (sums[row], self.sets - block.melds[row]);
            let screened = self.screens.of(sum, block.melds[row]);
            // What most of them are is worked out for all, without a jump. None of that is any tile: seven kinds of honours
            // are more than so many sets hold.
            let standard = screened.may_be(STANDARD);
            let pairs = screened.may_be(PAIRS);
            let eight = pairs & (sum.pairs() == EIGHT_PAIRS);
            let ranks = Hand(block.met(row)).ranks();
            let room = ranks.room(cover_limit(sets).wrapping_sub(sum.cover())).0 & mask(standard);
            let kinds = room | ranks.held().0 & mask(eight);
            values[row] = (kinds | self.by_wild & mask(standard | eight)).to_ne_bytes();
            knitted.add(row, screened.may_be(KNITTED));
            others.add(row, pairs & !eight | screened.may_be(OTHERS));
        }
        let (mut all_beside, mut blocks) = ([0; ROWS], RowSet::default());
        for row in knitted.rows() {
            let beside = Hand(block.met(row)).beside_blocks();
            all_beside[row] = beside;
            blocks.add(row, below(beside, cover_beside(self.sets - block.melds[row])) != 0);
        }
        for row in blocks.rows() {
            let limit = cover_beside(self.sets - block.melds[row]);
            let found = knitted_dragon(limit, all_beside[row], Hand(block.met(row)));
            self.add(&mut values[row], found);
        }
        for row in others.rows() {
            let screened = self.screens.of(sums[row], block.melds[row]);
            let found = in_other_shapes(&block.row(row), sums[row], screened, Hand(block.met(row)));
            self.add(&mut values[row], found);
        }
        if self.live {
            let with_fours = || RowSet::of_few(all_told, told.has_fours(), Told::has_fours);
            let live = if block.rows.melded.is_some() { RowSet::first(rows) } else { with_fours() };
            for row in live.rows() {
                let gone = gone(&block.row(row));
                values[row] = (u64::from_ne_bytes(values[row]) & !gone).to_ne_bytes();
            }
        }
        left
    }

    fn meet(&self, row: &Row<'_>) {
        meet(keys(row.counts));
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
fn in_other_shapes(row: &Row<'_>, sum: Sum, screened: Screened, hand: Hand) -> Waits {
    let mut found = Waits::default();
    if screened.may_be(PAIRS) {
        let ranks = hand.ranks();
        let (odd, threes) = (ranks.odd(), ranks.threes());
        let (held, needed) = (ranks.held(), sum.pairs().div_ceil(PER_PAIR) as u8);
        found = found.or(seven_pairs::waits_for(row.sets - 4, needed, odd, KindSet(held.0 & !odd.0), threes));
    }
    if screened.may_be(ORPHANS) {
        found = found.or(thirteen_orphans::waits_of(row.sets, row.copies(), row.wilds));
    }
    if screened.may_be(UNRELATED) {
        let held = hand.ranks().held();
        found = found.or(sixteen_unrelated::waits_for(held, u32::from(sum.naturals()) > held.len()));
    }
    found.by_wild |= screened.may_be(ALL_WILD) && !row.natural_melds();
    found
}

/// What a cover beside a block has to be below, of a hand with so many sets still to be made, the block among them.
const fn cover_beside(sets: u8) -> u64 {
    cover_limit(sets - knitted_dragon::SETS)
}

/// The waits of a hand with the covers beside each block, one of them below that limit.
fn knitted_dragon(limit: u64, beside: u64, hand: Hand) -> Waits {
    // As of all tiles: where sets alone hold the others, the pair holds any.
    if below(beside, limit - PER_SET + 1) != 0 {
        return ALL;
    }
    let mut waits = Waits { by_wild: true, ..Waits::default() };
    let (mut near, held) = (below(beside, limit), hand.ranks().held());
    while near != 0 {
        let block = near.trailing_zeros() as usize / 8;
        near &= near - 1;
        let spares = limit - (beside >> (8 * block) & 0xFF);
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
