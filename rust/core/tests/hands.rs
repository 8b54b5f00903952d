//! Whole hands against plain definitions.
#![allow(missing_docs)]

mod common;

use common::{
    FIVE_SETS, FIVE_STANDARD, FOUR_SETS, FOUR_STANDARD, Random, hand, kinds, naive_complete, naive_distance, rounds,
};
use tingpai_core::acceptance::acceptance;
use tingpai_core::distance::distance;
use tingpai_core::hand::{Hand, MeldKind, Shapes, Winning};
use tingpai_core::shapes::SHAPES;
use tingpai_core::tile::{KINDS, Kind, KindSet};
use tingpai_core::waits::{Waits, completes, waits};

fn naive_waits(hand: &Hand, shapes: Shapes) -> Waits {
    let completes = |kind: Option<usize>| {
        let (mut counts, mut wilds) = (hand.counts, hand.wilds);
        match kind {
            Some(kind) => counts[kind] += 1,
            None => wilds += 1,
        }
        let melds = hand.melds.len() as u8;
        let natural_melds = hand.melds.iter().any(|meld| meld.naturals[0] < 34);
        SHAPES.into_iter().any(|shape| {
            shapes.knows(shape)
                && !(shape == tingpai_core::hand::Shape::AllWild && natural_melds)
                && naive_complete(&counts, wilds, melds, shape, shapes.sets)
        })
    };
    let kinds = (0..KINDS).filter(|&kind| completes(Some(kind))).map(|kind| 1 << kind).sum();
    Waits { kinds: KindSet(kinds), by_wild: completes(None) }
}

#[test]
fn waits_that_are_known() {
    for (text, shapes, expected) in [
        ("1112345678999m", FOUR_STANDARD, "123456789m"),
        ("1113456666788s", FOUR_STANDARD, "2578s"),
        ("33344455m34567p", FOUR_STANDARD, "258p"),
        ("123456789m1111z", FOUR_STANDARD, "1z"),
        ("19m19p19s1234567z", FOUR_SETS, "19m19p19s1234567z"),
        ("19m19p19s1123456z", FOUR_SETS, "7z"),
        ("19m19p19s123456z ????", FIVE_SETS, "123456789m123456789p123456789s1234567z"),
        ("1122m3344p5566s7711z", FIVE_SETS, "12m34p56s17z"),
        ("147m258p369s 11122z 34z", FIVE_SETS, ""),
        ("147m258p369s 1112233z", FIVE_SETS, "23z"),
        ("147m258p369s1234567z", FIVE_SETS, "147m258p369s1234567z"),
        ("147m258p36s11234567z", FIVE_SETS, "9s"),
        ("147m258p3s ? 11234567z", FIVE_SETS, "69s"),
    ] {
        let found = waits(&hand(text), shapes);
        assert_eq!(found.kinds, kinds(expected), "{text}");
        assert_eq!(found.by_wild, !expected.is_empty(), "{text}");
    }
}

#[test]
fn a_wild_tile_fits_where_naturals_cannot() {
    // 89 + wild is 789, wild tiles alone are sets, and a wild tile may be a fifth copy.
    for (text, shapes) in [
        ("89m?123p123p123s11z", FOUR_STANDARD),
        ("????????????????? ", FIVE_STANDARD),
        ("?????????????????", FIVE_SETS),
        ("1111m?222p333p444p55z", FOUR_STANDARD),
        ("1111222233334444m?", FIVE_STANDARD),
        ("111222333444555m66p", FIVE_STANDARD),
        ("11112222m3333p4444s?", FIVE_SETS),
    ] {
        let hand = hand(text);
        let full = hand.counts.iter().sum::<u8>() + hand.wilds == 3 * shapes.sets + 2;
        let melds = hand.melds.len() as u8;
        let expected = full
            && SHAPES.into_iter().any(|shape| {
                shapes.knows(shape) && naive_complete(&hand.counts, hand.wilds, melds, shape, shapes.sets)
            });
        assert_eq!(completes(&hand, shapes), expected, "{text}");
    }
    assert!(completes(&hand("89m?123p123p123s11z"), FOUR_STANDARD));
    assert!(completes(&hand("?????????????????"), FIVE_STANDARD));
    assert!(completes(&hand("11112222m3333p4444s?"), FIVE_SETS));
    let mut won = hand("123m45s789s22p789s456m");
    assert!(!completes(&won, FIVE_STANDARD));
    won.winning = Winning::Natural(18 + 5);
    assert!(completes(&won, FIVE_STANDARD));
    won.winning = Winning::Wild;
    assert!(completes(&won, FIVE_STANDARD));
}

#[test]
fn distance_knows_that_there_are_four_copies() {
    // The only waiting tile is held four times: some other tile must come first.
    assert_eq!(distance(&hand("123456789m1111z"), FOUR_STANDARD), 1);
    assert_eq!(distance(&hand("123456789m111z?"), FOUR_STANDARD), 0);
    assert_eq!(distance(&hand("19m19p19s1234567z"), FOUR_SETS), 0);
    assert_eq!(distance(&hand("19m19p19s1234567z1z"), FOUR_SETS), -1);
    let mut called = hand("23456789m1z");
    called.wilds = 1;
    called.melds = vec![common::meld(MeldKind::OpenKong, 28)];
    assert_eq!(distance(&called, FOUR_STANDARD), naive_distance(&called, FOUR_STANDARD));
}

#[test]
fn distance_of_random_hands() {
    let mut random = Random(42);
    let mut seen = [0; 9];
    for round in 0..rounds(1_200) {
        let shapes = [FOUR_SETS, FIVE_SETS, FIVE_STANDARD][round % 3];
        let melds = if random.below(2) == 0 { 0 } else { random.below(usize::from(shapes.sets)) as u8 };
        let tiles = 3 * (shapes.sets - melds) + 1;
        let wilds = [0, 0, 0, 1, 1, 2, 3, 5, 8, 16][random.below(10)].min(tiles - 1);
        let among = random.kinds();
        let over = 1 + random.below(2) as u8;
        let hand = random.hand(shapes.sets, over, wilds, melds, among);
        let found = distance(&hand, shapes);
        assert_eq!(found, naive_distance(&hand, shapes), "{hand:?} {shapes:?}");
        seen[usize::try_from(found + 1).unwrap()] += 1;
    }
    assert!(seen[..5].iter().all(|&hands| hands > rounds(20)), "{seen:?}");
}

#[test]
fn waits_of_random_hands() {
    let mut random = Random(4);
    let (mut ready, mut special) = (0usize, 0usize);
    for round in 0..rounds(1_500) {
        let shapes = [FOUR_SETS, FIVE_SETS, FIVE_STANDARD][round % 3];
        let melds = if random.below(2) == 0 { 0 } else { random.below(usize::from(shapes.sets)) as u8 };
        let tiles = 3 * (shapes.sets - melds) + 1;
        let wilds = [0, 1, 2, 3, 4, 5, 6, 8][random.below(8)].min(tiles);
        let among = random.kinds();
        let hand = random.hand(shapes.sets, 1, wilds, melds, among);
        let found = waits(&hand, shapes);
        assert_eq!(found, naive_waits(&hand, shapes), "{hand:?} {shapes:?}");
        ready += usize::from(found.by_wild);
        special += usize::from(found != waits(&hand, Shapes { known: 1, ..shapes }));
    }
    assert!(ready > rounds(300) && special > rounds(30), "{ready} {special}");
}

/// Hands a tile or two away from each special shape.
#[test]
fn special_shapes_nearly_made() {
    let mut random = Random(99);
    let sixteens = common::sixteens();
    let orphans = common::orphans();
    let mut ready = [0usize; 4];
    for round in 0..rounds(800) {
        let mut tiles: Vec<Kind> = match round % 4 {
            0 => sixteens[random.below(sixteens.len())].clone(),
            1 => {
                let set = common::all_sets()[random.below(55)].tiles();
                [orphans.clone(), vec![orphans[random.below(13)]], set].concat()
            }
            2 => (0..8).flat_map(|place| vec![random.below(34) as Kind; if place == 0 { 3 } else { 2 }]).collect(),
            _ => {
                let sets = [common::all_sets()[random.below(55)].tiles(), common::all_sets()[random.below(55)].tiles()];
                let block = tingpai_core::group::knitted(random.below(6) as u8).to_vec();
                [block, sets.concat(), vec![random.below(34) as Kind; 2]].concat()
            }
        };
        let mut hand = hand("");
        for _ in 0..random.below(5) {
            tiles.remove(random.below(tiles.len()));
            hand.wilds += 1;
        }
        for _ in 0..random.below(2) {
            let place = random.below(tiles.len());
            tiles[place] = random.below(34) as Kind;
        }
        for tile in tiles {
            if hand.counts[tile as usize] < 4 {
                hand.counts[tile as usize] += 1;
            } else {
                hand.wilds += 1;
            }
        }
        assert_eq!(distance(&hand, FIVE_SETS), naive_distance(&hand, FIVE_SETS), "{hand:?}");
        let complete = SHAPES.into_iter().any(|shape| naive_complete(&hand.counts, hand.wilds, 0, shape, 5));
        assert_eq!(completes(&hand, FIVE_SETS), complete, "{hand:?}");
        let tile = (0..KINDS).filter(|&kind| hand.counts[kind] > 0).nth(random.below(4)).unwrap();
        hand.counts[tile] -= 1;
        let found = waits(&hand, FIVE_SETS);
        assert_eq!(found, naive_waits(&hand, FIVE_SETS), "{hand:?}");
        assert_eq!(distance(&hand, FIVE_SETS), naive_distance(&hand, FIVE_SETS), "{hand:?}");
        ready[round % 4] += usize::from(found.by_wild);
    }
    assert!(ready.iter().all(|&hands| hands > rounds(50)), "{ready:?}");
}

#[test]
fn acceptance_of_random_hands() {
    let mut random = Random(5);
    for round in 0..rounds(60) {
        let shapes = [FOUR_SETS, FIVE_SETS][round % 2];
        let among = random.kinds();
        let hand = random.hand(shapes.sets, 2, random_wilds(round), (round % 3) as u8, among);
        let found = acceptance(&hand, shapes);
        let held = hand.counts.iter().filter(|&&copies| copies > 0).count() + usize::from(hand.wilds > 0);
        assert_eq!(found.len(), held);
        for line in found {
            let mut kept = hand.clone();
            match line.discard {
                Some(kind) => kept.counts[kind as usize] -= 1,
                None => kept.wilds -= 1,
            }
            assert_eq!(line.distance, distance(&kept, shapes));
            for kind in 0..KINDS {
                let mut drawn = kept.clone();
                drawn.counts[kind] += 1;
                let exists = common::asked(&drawn).iter().all(|&(held, free, _)| held <= free);
                let lowers = exists && distance(&drawn, shapes) < line.distance;
                assert_eq!(line.kinds.contains(kind as Kind), lowers, "{hand:?} {line:?} {kind}");
            }
        }
    }
}

fn random_wilds(round: usize) -> u8 {
    [0, 0, 1, 3][round % 4]
}

/// A ready hand waits for something that exists, and the other way round.
#[test]
fn ready_is_distance_nought() {
    let mut random = Random(11);
    for round in 0..rounds(3_000) {
        let shapes = [FOUR_SETS, FIVE_SETS][round % 2];
        let among = random.kinds();
        let hand = random.hand(shapes.sets, 1, random_wilds(round / 2), (round % 4) as u8, among);
        let free = common::asked(&hand);
        let live = waits(&hand, shapes).kinds.iter().any(|kind| free[kind as usize].0 < free[kind as usize].1);
        assert_eq!(distance(&hand, shapes) == 0, live, "{hand:?}");
    }
}
