//! Nanoseconds a call, least of fifteen passes over seeded random hands: `cargo run --release --example speed`.

use std::hint::black_box;
use std::time::Instant;

use tingpai_core::acceptance::acceptance;
use tingpai_core::decompose::decompose;
use tingpai_core::distance::distance;
use tingpai_core::hand::{Hand, Meld, MeldKind, Shapes, Winning};
use tingpai_core::tile::{KINDS, Kind, KindSet};
use tingpai_core::waits::{complete, completes, waits};

const HANDS: u32 = 10_000;

fn random(state: &mut u64, bound: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 20) as usize % bound
}

/// Hands of `tiles` tiles drawn from a wall, the last `melds` pungs of it on the table.
fn hands(tiles: u8, wilds: u8, melds: u8) -> Vec<Hand> {
    let mut state = 88_172_645_463_325_252;
    let mut one = || {
        let mut wall: Vec<Kind> = (0..KINDS as Kind).flat_map(|kind| [kind; 4]).collect();
        let mut hand = Hand { counts: [0; KINDS], wilds, winning: Winning::None, melds: Vec::new() };
        for _ in 0..melds {
            let kind = wall[random(&mut state, wall.len())];
            if hand.melds.iter().all(|meld| !meld.faces.contains(kind)) {
                wall.retain(|&tile| tile != kind);
                wall.push(kind);
                let naturals = [kind, kind, kind, 255];
                hand.melds.push(Meld { kind: MeldKind::Pung, faces: KindSet::of(kind), naturals });
            }
        }
        for _ in wilds..tiles - 3 * hand.melds.len() as u8 {
            let place = random(&mut state, wall.len());
            hand.counts[wall.swap_remove(place) as usize] += 1;
        }
        hand
    };
    (0..HANDS).map(|_| one()).collect()
}

fn time<T>(name: &str, hands: &[Hand], call: impl Fn(&Hand) -> T) {
    let mut passes = [0.0; 16];
    for pass in &mut passes {
        let begun = Instant::now();
        for hand in hands {
            black_box(call(black_box(hand)));
        }
        *pass = begun.elapsed().as_secs_f64() * 1e9 / hands.iter().map(|_| 1.0).sum::<f64>();
    }
    let cold = passes[0];
    passes[1..].sort_by(f64::total_cmp);
    println!("{name:44} {:9.1}   first pass {cold:9.1}", passes[1]);
}

fn main() {
    let standard = |sets| Shapes { sets, known: 1 };
    let all = Shapes { sets: 5, known: 0b11_1111 };
    let orphans = Shapes { sets: 4, known: 0b00_1001 };
    for wilds in [0, 1, 2, 4, 8] {
        let (ready, full) = (hands(16, wilds, 0), hands(17, wilds, 0));
        println!("five sets, {wilds} wild");
        time("  complete", &full, |hand| complete(&hand.counts, hand.wilds, 5));
        time("  completes, all shapes", &full, |hand| completes(hand, all));
        time("  waits", &ready, |hand| waits(hand, standard(5)));
        time("  waits, all shapes", &ready, |hand| waits(hand, all));
        time("  distance of 17", &full, |hand| distance(hand, standard(5)));
        time("  distance of 17, all shapes", &full, |hand| distance(hand, all));
        time("  distance of 16, two sets on the table", &hands(16, wilds, 2), |hand| distance(hand, standard(5)));
        time("  the same, all shapes", &hands(16, wilds, 2), |hand| distance(hand, all));
    }
    let (ready, full) = (hands(13, 0, 0), hands(14, 0, 0));
    println!("four sets");
    time("  complete", &full, |hand| complete(&hand.counts, hand.wilds, 4));
    time("  waits", &ready, |hand| waits(hand, standard(4)));
    time("  distance of 14", &full, |hand| distance(hand, standard(4)));
    time("  waits, thirteen orphans too", &ready, |hand| waits(hand, orphans));
    time("  distance of 14, thirteen orphans too", &full, |hand| distance(hand, orphans));
    time("  acceptance", &full[..200], |hand| acceptance(hand, standard(4)));
    time("  acceptance of 17, all shapes", &hands(17, 2, 0)[..200], |hand| acceptance(hand, all));
    let rich = hands(17, 16, 0);
    time("first 20 readings of 17 with 16 wild", &rich[..200], |hand| decompose(hand, all).take(20).count());
    let begun = Instant::now();
    assert_eq!(decompose(&rich[0], all).take(2_000_000).count(), 2_000_000);
    println!("{:44} {:9.1}", "a further reading", begun.elapsed().as_secs_f64() * 1e9 / 2e6);
}
