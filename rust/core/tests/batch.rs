//! Batches beside the single calls: every suit, and seeded hands of every shape, size and number of wild tiles.

use tingpai_core::batch::{ANY_TILE, BY_WILD, Each, Rows, Terms, complete, distance, waits};
use tingpai_core::distance::distance_of;
use tingpai_core::hand::Shapes;
use tingpai_core::shapes::Loose;
use tingpai_core::suit::{KEYS, counts_of, is_honours};
use tingpai_core::tile::{Counts, KINDS, Kind, KindSet};
use tingpai_core::waits::{completes_of, waits_of};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % bound
    }

    /// Tiles of a wall in which kinds of one choice come first more or less surely.
    fn hand(&mut self, tiles: usize) -> Counts {
        let mut wall: Vec<Kind> = (0..KINDS as Kind).flat_map(|kind| [kind; 4]).collect();
        for place in (1..wall.len()).rev() {
            wall.swap(place, self.below(place + 1));
        }
        let lean = self.below(6);
        let turn = self.below(3) as u8;
        let first = |kind: Kind| match lean {
            0 => false,
            1 => kind / 9 == turn,
            2 => kind >= 27 || matches!(kind % 9, 0 | 8),
            3 => kind < 27 && (kind + kind / 9) % 3 == turn,
            4 => kind % 5 == turn,
            _ => kind >= 27 || (kind + kind / 9) % 3 == turn,
        };
        let surely = self.below(4);
        wall.sort_by_cached_key(|&kind| !first(kind) && self.below(4) <= surely);
        if lean == 4 && self.below(2) == 0 {
            wall.dedup_by_key(|kind| (*kind, self.below(3)));
        }
        let mut counts = [0; KINDS];
        for &kind in wall.iter().take(tiles) {
            counts[kind as usize] += 1;
        }
        counts
    }
}

/// Asks for all rows, in one batch each, what the single calls say of each alone: twice, as suits are met by being asked.
fn compare(shapes: Shapes, rows: &[(Counts, u8, u8)]) {
    compare_once(shapes, rows);
    compare_once(shapes, rows);
}

fn compare_once(shapes: Shapes, rows: &[(Counts, u8, u8)]) {
    let counts: Vec<Counts> = rows.iter().map(|row| row.0).collect();
    let wilds: Vec<u8> = rows.iter().map(|row| row.1).collect();
    let melds: Vec<u8> = rows.iter().map(|row| row.2).collect();
    let batch = Rows { counts: &counts, wilds: Each::Of(&wilds), melds: Each::Of(&melds), melded: None };
    let terms = Terms { shapes, wild_tiles: true };
    let (mut whether, mut far, mut what) = (vec![[9]; rows.len()], vec![[9]; rows.len()], vec![[9; 8]; rows.len()]);
    let mut faults = vec![[9; 3]; rows.len()];
    let mut fault = vec![9; rows.len()];
    complete(&batch, terms, 1, (&mut whether, &mut fault));
    faults.iter_mut().zip(&fault).for_each(|(faults, &fault)| faults[0] = fault);
    distance(&batch, terms, 1, (&mut far, &mut fault));
    faults.iter_mut().zip(&fault).for_each(|(faults, &fault)| faults[1] = fault);
    waits(&batch, terms, false, 1, (&mut what, &mut fault));
    faults.iter_mut().zip(&fault).for_each(|(faults, &fault)| faults[2] = fault);
    for (row, &(counts, wilds, melds)) in rows.iter().enumerate() {
        let loose = Loose::beside(counts, wilds, shapes.sets - melds, [0; KINDS], melds > 0);
        let hand = (row, shapes, counts, wilds, melds);
        assert_eq!(far[row], distance_of(&loose, shapes).to_ne_bytes(), "distance of {hand:?}");
        if loose.is_full() {
            assert_eq!(faults[row], [0, 0, 1], "faults of {hand:?}");
            assert_eq!(whether[row], [u8::from(completes_of(&loose, shapes))], "whether complete: {hand:?}");
        } else {
            assert_eq!(faults[row], [1, 0, 0], "faults of {hand:?}");
            let found = waits_of(&loose, shapes);
            for kind in KindSet::ALL.iter().filter(|&kind| counts[kind as usize] < 4) {
                let completes = completes_of(&loose.plus(kind), shapes);
                assert_eq!(found.kinds.contains(kind), completes, "kind {kind} with {hand:?}");
            }
            let mut bits = found.kinds.0 | if found.by_wild { BY_WILD } else { 0 };
            if found.by_wild && found.kinds == KindSet::ALL {
                bits |= ANY_TILE;
            }
            assert_eq!(u64::from_ne_bytes(what[row]), bits, "waits of {hand:?}");
        }
    }
}

#[test]
fn a_batch_says_what_the_single_calls_say() {
    let mut random = Random(88_172_645_463_325_252);
    for sets in [4, 5] {
        for known in (1..64).chain([1, 9, 5, 63, 63, 63, 63, 63]) {
            let mut rows = Vec::new();
            for wilds in 0..=16 {
                for _ in 0..30 {
                    let tiles = 3 * sets + 1 + random.below(2) as u8;
                    let melds = if random.below(3) == 0 { random.below(usize::from(sets) + 1) as u8 } else { 0 };
                    let wilds = wilds.min(tiles - 3 * melds);
                    rows.push((random.hand(usize::from(tiles - 3 * melds - wilds)), wilds, melds));
                }
            }
            compare(Shapes { sets, known }, &rows);
        }
    }
}

/// Suits with these keys, each as part of a hand whose other tiles are wild or drawn.
fn compare_suits(keys: impl Iterator<Item = usize>, rows: &mut Vec<(Counts, u8, u8)>) {
    let mut random = Random(1_234_567);
    for key in keys {
        let ranks = counts_of(key);
        let held: u8 = ranks.iter().sum();
        if held > 16 {
            continue;
        }
        let first = if is_honours(key) { 27 } else { 9 * random.below(3) };
        let others = random.below(usize::from(17 - held));
        let mut counts = random.hand(others);
        counts[first..first + if first == 27 { 7 } else { 9 }].fill(0);
        counts[first..].iter_mut().zip(ranks).for_each(|(count, rank)| *count = rank);
        let naturals: u8 = counts.iter().sum();
        rows.push((counts, 16 + random.below(2) as u8 - naturals, 0));
    }
    compare(Shapes { sets: 5, known: 63 }, rows);
}

/// Number suits here and there, and all honours; `exhausted.rs` has all of both, alone with wild tiles.
#[test]
fn suits_in_hands_are_read_right() {
    let mut rows = Vec::new();
    compare_suits((0..KEYS).filter(|key| key % 29 == 0 || is_honours(*key)), &mut rows);
    assert!(rows.len() > 10_000);
}

/// `cargo test --release -p tingpai-core --test batch -- --ignored`: three minutes of a processor.
#[test]
#[ignore = "minutes"]
fn every_suit_in_a_hand_is_read_right() {
    let mut rows = Vec::new();
    compare_suits(0..KEYS, &mut rows);
    assert_eq!(rows.len(), 768_820);
}
