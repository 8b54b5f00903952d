//! Batches beside the limit of the machine: `cargo run --release --example batch`.
//!
//! The limit is a loop that makes four keys to base five out of the counts of a hand and looks each up in a table of one
//! byte a key, which settles completeness with any number of wild tiles if there are sets and a pair only. Nanoseconds
//! a hand, the least of many passes taken in turn, and their ratio to the limit's.

#[path = "../tests/common/dealt.rs"]
mod dealt;

use std::hint::black_box;
use std::time::Instant;

use dealt::dealt;
use tingpai_core::batch::{Each, Rows, Terms, complete, distance, waits};
use tingpai_core::hand::Shapes;
use tingpai_core::suit::{KEYS, Need, key};
use tingpai_core::tile::Counts;

const HANDS: u32 = 10_000;
const PASSES: usize = 41;

/// For the suits of these hands five for each set that they need, one less where the pair spares one.
fn fill(table: &mut [u8], hands: &[Counts]) {
    for counts in hands {
        for key in [0, 1, 2, 3].map(|suit| key(counts, suit)) {
            table[key] = 5 * Need::of(key).sets() - u8::from(Need::of(key).pair_spares());
        }
    }
}

fn limit(table: &[u8], hands: &[Counts], values: &mut [[u8; 1]]) {
    for (counts, value) in hands.iter().zip(values) {
        let cover: u8 = [0, 1, 2, 3].into_iter().map(|suit| table[key(counts, suit)]).sum();
        *value = [u8::from(cover < 30)];
    }
}

/// The least time of a pass of each of these, taken in turn, in nanoseconds a hand.
fn least<const N: usize>(calls: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut least = [f64::MAX; N];
    let mut calls = calls;
    for _ in 0..PASSES {
        for (least, call) in least.iter_mut().zip(&mut calls) {
            let begun = Instant::now();
            call();
            *least = least.min(begun.elapsed().as_secs_f64() * 1e9 / f64::from(HANDS));
        }
    }
    least
}

/// The names of what rule sets know, their shapes and numbers of wild tiles.
const KNOWN: [(&str, Shapes, &[u8]); 5] = [
    ("four sets", Shapes { sets: 4, known: 0b00_0001 }, &[0, 2, 4, 8]),
    ("four sets, thirteen orphans", Shapes { sets: 4, known: 0b00_1001 }, &[0]),
    ("five sets", Shapes { sets: 5, known: 0b00_0001 }, &[0, 2, 4, 8]),
    ("five sets, seven pairs", Shapes { sets: 5, known: 0b00_0101 }, &[0]),
    ("five sets, every shape", Shapes { sets: 5, known: 0b11_1111 }, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16]),
];

fn main() {
    let mut table = vec![0; KEYS];
    println!("{:28} {:>5} {:>6}  complete      waits         distance", "", "wilds", "limit");
    for (name, shapes, numbers) in KNOWN {
        for &wilds in numbers {
            let full = 3 * shapes.sets + 2;
            let (hands, ready) = (dealt(full - wilds, HANDS as usize), dealt(full - 1 - wilds, HANDS as usize));
            fill(&mut table, &hands);
            let rows = |counts| Rows { counts, wilds: Each::All(wilds), melds: Each::All(0), melded: None };
            let terms = Terms { shapes, wild_tiles: true };
            let (mut faults, mut values) = (vec![0; HANDS as usize], vec![[0; 1]; HANDS as usize]);
            let (mut at_limit, mut masks) = (values.clone(), vec![[0; 8]; HANDS as usize]);
            let (mut far, mut more, mut others) = (values.clone(), faults.clone(), faults.clone());
            let times = least([
                &mut || limit(&table, black_box(&hands), &mut at_limit),
                &mut || complete(&rows(black_box(&hands)), terms, 1, (&mut values, &mut faults)),
                &mut || waits(&rows(black_box(&ready)), terms, true, 1, (&mut masks, &mut more)),
                &mut || distance(&rows(black_box(&hands)), terms, 1, (&mut far, &mut others)),
            ]);
            black_box((&at_limit, &values, &masks, &far));
            print!("{name:28} {wilds:5} {:6.1}", times[0]);
            for time in &times[1..] {
                print!("  {time:5.1} {:4.1}x", time / times[0]);
            }
            println!();
        }
    }
}
