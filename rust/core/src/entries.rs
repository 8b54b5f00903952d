//! A table of numbers by keys, read and written by many threads at once; old entries may be overwritten.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bits of a number; a key has the others.
const BITS: u32 = 16;

/// Places in which an entry may be.
const PROBES: usize = 8;

/// So many places, a power of two.
pub struct Entries<const PLACES: usize>([AtomicU64; PLACES]);

impl<const PLACES: usize> Entries<PLACES> {
    pub const fn new() -> Self {
        Self([const { AtomicU64::new(0) }; PLACES])
    }

    /// The number of a key that is not zero.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u16> {
        let entries = self.places(key).map(|place| place.load(Ordering::Acquire));
        entries.take_while(|&entry| entry != 0).find(|entry| entry >> BITS == key).map(|entry| entry as u16)
    }

    /// Keeps the number of such a key, in the place of another if none is free.
    pub fn put(&self, key: u64, number: u16) {
        let is_own = |entry: u64| entry == 0 || entry >> BITS == key;
        let free = self.places(key).find(|place| is_own(place.load(Ordering::Relaxed)));
        if let Some(place) = free.or_else(|| self.places(key).next()) {
            place.store(key << BITS | u64::from(number), Ordering::Release);
        }
    }

    #[inline]
    fn places(&self, key: u64) -> impl Iterator<Item = &AtomicU64> {
        let home = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - PLACES.ilog2())) as usize;
        (home..home + PROBES).map(|place| &self.0[place % PLACES])
    }
}
