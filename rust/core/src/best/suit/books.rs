//! What is kept of one suit from hand to hand.

use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use super::classes::{Bounds, FastMap, Suit};
use super::cover::{Limits, free_covers};
use super::level::Merged;
use super::multiset::Packed;
use super::valued::Valued;
use crate::best::bounds::earned::Earned;
use crate::best::bounds::earnings::{Cells, Earnings, winning_ranks};
use crate::best::bounds::parts::PartSums;
use crate::best::search::covers::Listing;
use crate::group::Group;
use crate::hand::Meld;
use crate::tile::KindSet;

/// Things kept by what they were made of, until they are too many: then it starts afresh.
#[derive(Debug)]
struct Shelf<K, V>(Mutex<(FastMap<K, Arc<V>>, usize)>);

impl<K, V> Default for Shelf<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Hash + Eq, V> Shelf<K, V> {
    /// What is kept for `key`, or what `make` makes; `size` tells how much of the `room` there is it takes.
    fn get(&self, key: K, room: usize, size: impl FnOnce(&V) -> usize, make: impl FnOnce() -> V) -> Arc<V> {
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).0.get(&key) {
            return known.clone();
        }
        let made = Arc::new(make());
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.1 += size(&made);
        if kept.1 > room {
            *kept = (FastMap::default(), 0);
        }
        kept.0.insert(key, made.clone());
        made
    }
}

/// What is kept of one suit.
#[derive(Debug, Default)]
pub(crate) struct Books {
    cells: Shelf<(bool, Vec<Group>, u64), Cells>,
    /// What parts of its pungs earn.
    pub parts: PartSums,
    /// The suit without naturals, by most sets and the properties that classes tell apart.
    full: Shelf<(i8, usize), Suit>,
    free: Shelf<(usize, Vec<Group>, u16), Vec<Earned>>,
    /// The covers that hands had, and what they are worth.
    listed: Shelf<(Packed, i8, i8, u8), Listing>,
    valued: Shelf<SuitKey, Valued>,
    /// The suit as hands had it.
    suits: Shelf<SuitKey, Suit>,
    /// What hands had of the suit where sets on the table left a choice.
    merged: Shelf<MergedKey, Merged>,
}

/// Naturals, sets at most without and with the pair, wild tiles, properties, sets on the table, ranks of which the
/// winning group holds one.
type SuitKey = ((Packed, i8, i8, u8), usize, Vec<Group>, u16);

fn suit_key(suit: usize, limits: &Limits, on_table: &[Group], bounds: &Bounds) -> SuitKey {
    (limits.key(), bounds.features.properties(), on_table.to_vec(), winning_ranks(suit, on_table, bounds))
}

/// Naturals, sets at most without and with the pair, wild tiles, properties, sets that may lie on the table of the suit
/// and whether they count as exposed, tiles of which the winning group holds one.
type MergedKey = ((Packed, i8, i8, u8), usize, Vec<(Meld, bool)>, u64);

/// Earnings kept.
const CELLS_KEPT: usize = 1 << 19;

/// Covers of which earnings are kept.
const EARNED_KEPT: usize = 1 << 20;

/// Books kept.
const BOOKS_KEPT: usize = 12;

/// Bytes of lists kept.
const LISTS_KEPT: usize = 1 << 21;

/// Bytes of suits kept.
const BYTES_KEPT: usize = 1 << 23;

impl Books {
    /// What chows, or pungs, earn together with those on the table, the winning group perhaps among them.
    pub fn cells(&self, chows: bool, on_table: Vec<Group>, won: KindSet) -> Arc<Cells> {
        self.cells.get((chows, on_table.clone(), won.0), CELLS_KEPT, Cells::len, || Cells::new(chows, on_table, won))
    }

    /// What the covers of [`free_covers`] earn; `earnings` are those beside what lies of the suit on the table.
    pub fn free(&self, earnings: &Earnings, sets: usize, bounds: &Bounds) -> Arc<Vec<Earned>> {
        self.free.get((sets, earnings.beside.clone(), earnings.won_ranks()), EARNED_KEPT, Vec::len, || {
            free_covers(earnings.like, sets).iter().map(|cover| earnings.all(bounds, *cover)).collect()
        })
    }

    /// Every way in which a suit without naturals takes at most so many sets, none of it on the table.
    pub fn book(&self, suit: usize, sets: i8, bounds: &Bounds) -> Arc<Suit> {
        let key = (sets, bounds.features.properties());
        self.full.get(key, BOOKS_KEPT, |_| 1, || Suit::book(suit, sets, bounds))
    }

    /// The covers within limits.
    pub fn listed(&self, limits: &Limits) -> Arc<Listing> {
        self.listed.get(limits.key(), LISTS_KEPT, Listing::size, || Listing::new(limits))
    }

    /// What these covers are worth beside sets of the suit on the table.
    pub fn valued(
        &self,
        suit: usize,
        limits: &Limits,
        listing: &Listing,
        on_table: &[Group],
        bounds: &Bounds,
    ) -> Arc<Valued> {
        let key = suit_key(suit, limits, on_table, bounds);
        self.valued.get(key, LISTS_KEPT, Valued::size, || Valued::new(suit, listing, on_table, bounds))
    }

    /// The covers of a suit beside its sets on the table.
    pub fn suit(&self, suit: usize, limits: &Limits, on_table: &[Group], bounds: &Bounds) -> Arc<Suit> {
        let key = suit_key(suit, limits, on_table, bounds);
        self.suits.get(key, BYTES_KEPT, Suit::size, || Suit::new(suit, limits, on_table, bounds))
    }

    /// What may lie of a suit on the table where that leaves a choice; told from the sets that may lie there.
    pub fn merged(
        &self,
        suit: usize,
        limits: &Limits,
        laid: Vec<(Meld, bool)>,
        bounds: &Bounds,
        make: impl FnOnce() -> Merged,
    ) -> Arc<Merged> {
        let winning = bounds.winning.0 & 0x1FF << (9 * suit);
        let key = (limits.key(), bounds.features.properties(), laid, winning);
        self.merged.get(key, BYTES_KEPT, Merged::size, make)
    }
}
