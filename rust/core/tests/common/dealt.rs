//! Hands dealt for the examples that count and time batches: the same ones wherever they run.

use tingpai_core::tile::{Counts, KINDS, Kind};

/// So many hands of so many naturals, each dealt from a wall of its own.
pub fn dealt(naturals: u8, hands: usize) -> Vec<Counts> {
    let mut state = 88_172_645_463_325_252;
    let mut deal = || {
        let mut wall: Vec<Kind> = (0..KINDS as Kind).flat_map(|kind| [kind; 4]).collect();
        let mut counts = [0; KINDS];
        for _ in 0..naturals {
            let place = random(&mut state, wall.len());
            counts[wall.swap_remove(place) as usize] += 1;
        }
        counts
    };
    (0..hands).map(|_| deal()).collect()
}

fn random(state: &mut u64, bound: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 20) as usize % bound
}
