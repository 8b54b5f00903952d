//! What completes a hand.

use super::block::{Block, List};
use super::row::Row;
use super::screen::Screens;
use super::suits::{BLOCKS, Hand, PER_SET, below, cover_limit, meet, needs};
use super::{ANY_TILE, Ask, BY_WILD, Terms};
use crate::hand::Shape;
use crate::shapes::{knitted_dragon, seven_pairs, sixteen_unrelated, thirteen_orphans};
use crate::suit::Need;
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
        Self { screens: Screens::waits(terms), sets: terms.shapes.sets, wild_tiles: terms.wild_tiles, live }
    }

    /// Those of what completes a hand.
    #[inline]
    fn bits(&self, found: Waits) -> u64 {
        let by_wild = if self.wild_tiles & found.by_wild { BY_WILD } else { 0 };
        let whatever = (found.kinds == KindSet::ALL) & (found.by_wild | !self.wild_tiles);
        found.kinds.0 | by_wild | if whatever { ANY_TILE } else { 0 }
    }
}

impl Ask<8> for WaitsFor {
    fn tiles(&self) -> (u8, u8) {
        let ready = 3 * self.sets + 1;
        (ready, ready)
    }

    fn none(&self) -> [u8; 8] {
        [0; 8]
    }

    fn together(&self, block: &Block<'_>, values: &mut [[u8; 8]]) -> List {
        let (all, ready) = (self.bits(ALL), self.tiles().0);
        let [mut standard, mut open, mut live, mut left] = [const { List::new() }; 4];
        for (row, value) in values.iter_mut().enumerate() {
            let melds = block.rows.melds.at(row);
            let screened = self.screens.of(block.keys(row), melds);
            // Where a set is left over, it holds any tile.
            let sets = self.sets.wrapping_sub(melds);
            let spare_set = screened.is_covered() & (screened.cover() + 2 * PER_SET <= cover_limit(sets));
            let surely = spare_set | screened.is_paired();
            let settled = surely | screened.is_standard();
            let sound = screened.is_of(block.naturals(row, ready));
            *value = if surely { all } else { 0 }.to_ne_bytes();
            standard.add(row, sound & settled & !(surely | screened.is_none()));
            open.add(row, sound & !settled);
            live.add(row, self.live & screened.has_fours());
            left.add(row, !sound);
        }
        for row in standard.rows() {
            let room = room(needs(block.keys(row)), self.sets - block.rows.melds.at(row));
            values[row] = self.bits(room).to_ne_bytes();
        }
        for row in open.rows() {
            values[row] = self.bits(in_any_shape(&block.row(row), block.keys(row))).to_ne_bytes();
        }
        let live = if self.live && block.rows.melded.is_some() { List::all(values.len()) } else { live };
        for row in live.rows() {
            let gone = gone(&block.row(row));
            values[row] = (u64::from_ne_bytes(values[row]) & !gone).to_ne_bytes();
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

fn in_any_shape(row: &Row<'_>, keys: [usize; 4]) -> Waits {
    let hand = Hand::of(keys);
    let found = if row.knows(Shape::Standard) { room(needs(keys), row.sets) } else { Waits::default() };
    if found == ALL { ALL } else { in_other_shapes(row, &hand, hand.all.naturals(), found) }
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

fn in_other_shapes(row: &Row<'_>, hand: &Hand, naturals: u64, mut found: Waits) -> Waits {
    let all = hand.all;
    if row.is_open(Shape::SevenPairs) && all.pairs_needed() <= row.pairs_at_most(all) {
        found = found.or(seven_pairs(row, hand));
    }
    if found != ALL && row.knows(Shape::KnittedDragon) {
        found = found.or(knitted_dragon(row, hand));
    }
    let unrelated = row.is_open(Shape::SixteenUnrelated) && row.sets == 5;
    if unrelated && all.held() == all.unrelated() && naturals - all.held() <= 1 {
        found = found.or(sixteen_unrelated::waits_for(hand.kinds()[0], naturals > all.held()));
    }
    let spare_orphans = if row.sets == 5 { 4 } else { 1 };
    if row.is_open(Shape::ThirteenOrphans) && naturals - all.orphans() <= spare_orphans && found != ALL {
        found = found.or(thirteen_orphans::waits_of(row.sets, row.copies(), row.wilds));
    }
    found.by_wild |= row.knows(Shape::AllWild) && naturals == 0 && !row.natural_melds();
    found
}

/// Where the hand needs few enough pairs to be ready.
fn seven_pairs(row: &Row<'_>, hand: &Hand) -> Waits {
    let needed = hand.all.pairs_needed();
    if row.sets == 5 && needed <= 7 {
        return ALL;
    }
    let [held, odd, threes] = hand.kinds();
    seven_pairs::waits_for(row.sets - 4, needed as u8, odd, KindSet(held.0 & !odd.0), threes)
}

fn knitted_dragon(row: &Row<'_>, hand: &Hand) -> Waits {
    let mut waits = Waits::default();
    let Some(sets) = row.sets.checked_sub(knitted_dragon::SETS) else {
        return waits;
    };
    let beside = hand.beside_blocks();
    // A set that is left over holds any tile.
    if sets > 0 && below(beside, cover_limit(sets - 1) - 4) != 0 {
        return ALL;
    }
    let mut near = below(beside, cover_limit(sets) + 1);
    let held = if near == 0 { KindSet::EMPTY } else { hand.kinds()[0] };
    while near != 0 {
        let block = near.trailing_zeros() as usize / 8;
        near &= near - 1;
        let room = room(hand.needs_beside(block), sets);
        waits = waits.or(room);
        if room.by_wild {
            waits.kinds.0 |= IN_BLOCK[block] & !held.0;
        }
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

/// What `sets` sets and a pair of these suits have room for: see [`crate::suit::room_for`], here without a jump.
#[inline]
fn room(needs: [Need; 4], sets: u8) -> Waits {
    let total: u8 = needs.iter().map(|need| need.sets()).sum();
    let spares: u8 = needs.iter().map(|need| u8::from(need.pair_spares())).sum();
    let (mut unmoved, mut sparing) = (0, 0);
    for (suit, need) in needs.into_iter().enumerate() {
        let elsewhere = u64::from(spares > u8::from(need.pair_spares())) * 0x1FF;
        unmoved |= u64::from(need.unmoved()) << (9 * suit);
        sparing |= (u64::from(need.sparing()) | elsewhere) << (9 * suit);
    }
    let one_over = if total == sets + 1 { unmoved & sparing } else { 0 };
    let kinds = if total == sets { unmoved | sparing } else { one_over };
    let kinds = if total < sets { u64::MAX } else { kinds };
    Waits { kinds: KindSet(kinds & KindSet::ALL.0), by_wild: total <= sets + u8::from(spares > 0) }
}
