//! What completes a hand.

use super::block::{Block, Keyed, List};
use super::row::Row;
use super::screen::{self, Screens};
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

    #[inline]
    fn screened(&self, hand: Keyed) -> Screened {
        let bounds = self.screens.of(hand.keys, hand.melds);
        // Where a set is left over, it holds any tile.
        let spare_set = bounds.is_covered() & (bounds.cover() + 2 * PER_SET <= cover_limit(self.sets - hand.melds));
        Screened {
            bounds,
            is_sound: bounds.is_of(hand.naturals(self.tiles().0)),
            is_whatever: spare_set | bounds.is_paired(),
        }
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

/// What is known of a hand from the bounds of its suits.
struct Screened {
    bounds: screen::Screened,
    /// Whether there is no fault, and every suit was met.
    is_sound: bool,
    /// Whether any tile completes the hand, if it is sound.
    is_whatever: bool,
}

impl Ask<8> for WaitsFor {
    fn tiles(&self) -> (u8, u8) {
        let ready = 3 * self.sets + 1;
        (ready, ready)
    }

    fn none(&self) -> [u8; 8] {
        [0; 8]
    }

    fn together(&self, block: &mut Block<'_>, values: &mut [[u8; 8]]) -> List {
        let all = self.bits(ALL);
        let [mut open, mut left, mut live] = [const { List::new() }; 3];
        for (row, value) in values.iter_mut().enumerate() {
            let screened = self.screened(block.meet(row));
            *value = if screened.is_whatever { all } else { 0 }.to_ne_bytes();
            let settled = screened.is_whatever | screened.bounds.is_none();
            open.add(row, !(settled & screened.is_sound) | self.live & screened.bounds.has_fours());
        }
        let [mut standard, mut pairs, mut knitted, mut others] = [const { List::new() }; 4];
        for row in open.rows() {
            let screened = self.screened(block.met(row));
            let asked = screened.is_sound & !screened.is_whatever;
            standard.add(row, asked & screened.bounds.may_be(screen::STANDARD));
            pairs.add(row, asked & screened.bounds.may_be(screen::PAIRS));
            knitted.add(row, asked & screened.bounds.may_be(screen::KNITTED));
            others.add(row, asked & screened.bounds.may_be(screen::OTHERS));
            live.add(row, self.live & screened.bounds.has_fours());
            left.add(row, !screened.is_sound);
        }
        for row in standard.rows() {
            let hand = block.met(row);
            self.add(&mut values[row], room(needs(hand.keys), self.sets - hand.melds));
        }
        for row in pairs.rows() {
            self.add(&mut values[row], seven_pairs(self.sets, &Hand::of(block.met(row).keys)));
        }
        for row in knitted.rows() {
            let hand = block.met(row);
            self.add(&mut values[row], knitted_dragon(self.sets - hand.melds, &Hand::of(hand.keys)));
        }
        for row in others.rows() {
            self.add(&mut values[row], in_other_shapes(&block.row(row), &Hand::of(block.met(row).keys)));
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

fn seven_pairs(sets: u8, hand: &Hand) -> Waits {
    let [held, odd, threes] = hand.kinds();
    seven_pairs::waits_for(sets - 4, hand.all.pairs_needed(), odd, KindSet(held.0 & !odd.0), threes)
}

/// The shapes that few hands come near.
fn in_other_shapes(row: &Row<'_>, hand: &Hand) -> Waits {
    let (all, mut found) = (hand.all, Waits::default());
    let naturals = all.naturals();
    let unrelated = row.is_open(Shape::SixteenUnrelated) && row.sets == 5;
    if unrelated && hand.held() == all.unrelated() && naturals - hand.held() <= 1 {
        found = found.or(sixteen_unrelated::waits_for(hand.kinds()[0], naturals > hand.held()));
    }
    let spare_orphans = if row.sets == 5 { 4 } else { 1 };
    if row.is_open(Shape::ThirteenOrphans) && naturals - all.orphans() <= spare_orphans {
        found = found.or(thirteen_orphans::waits_of(row.sets, row.copies(), row.wilds));
    }
    found.by_wild |= row.knows(Shape::AllWild) && naturals == 0 && !row.natural_melds();
    found
}

fn knitted_dragon(sets: u8, hand: &Hand) -> Waits {
    let mut waits = Waits::default();
    let sets = sets - knitted_dragon::SETS;
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
