//! Arrangements: all of them, each once, and lazily.
#![allow(missing_docs)]

mod common;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use common::{FIVE_SETS, FIVE_STANDARD, FOUR_SETS, FOUR_STANDARD, Random, all_pairs, all_sets, hand, meld, rounds};
use tingpai_core::decompose::decompose;
use tingpai_core::group::{Group, GroupKind, Laid, knitted};
use tingpai_core::hand::{Hand, Meld, MeldKind, Shape, Shapes, Winning};
use tingpai_core::tile::{Kind, KindSet};
use tingpai_core::waits::completes;

type Reading = (Shape, Vec<Group>);

fn found(hand: &Hand, shapes: Shapes) -> HashSet<Reading> {
    let mut found = HashSet::new();
    for (shape, mut groups) in decompose(hand, shapes) {
        groups.sort();
        assert!(found.insert((shape, groups.clone())), "{groups:?} twice");
    }
    found
}

fn covers(hand: &Hand, groups: &[Group]) -> bool {
    let mut left = hand.complete().0;
    groups
        .iter()
        .flat_map(|group| group.tiles())
        .for_each(|tile| left[tile as usize] = left[tile as usize].saturating_sub(1));
    left.iter().all(|&copies| copies == 0)
}

/// All readings of hands with at most two sets in hand, or one for the knitted block, by trying every group.
fn expected(hand: &Hand, shapes: Shapes) -> HashSet<Reading> {
    let sets = shapes.sets - hand.melds.len() as u8;
    let mut in_hand: Vec<Reading> = multisets(&all_sets(), sets)
        .into_iter()
        .flat_map(|sets| all_pairs().into_iter().map(move |pair| [sets.clone(), vec![pair]].concat()))
        .filter(|groups| covers(hand, groups))
        .map(|groups| (Shape::Standard, groups))
        .collect();
    let mut all = HashSet::new();
    let mut laid = vec![vec![]];
    for meld in &hand.melds {
        laid = laid
            .into_iter()
            .flat_map(|groups: Vec<Group>| {
                meld.faces
                    .iter()
                    .map(move |face| [groups.clone(), vec![tingpai_core::decompose::laid_group(meld, face)]].concat())
            })
            .collect();
    }
    for (shape, groups) in in_hand.drain(..) {
        for laid in &laid {
            let mut groups = [groups.clone(), laid.clone()].concat();
            groups.sort();
            all.insert((shape, groups));
        }
    }
    all
}

fn multisets(from: &[Group], number: u8) -> Vec<Vec<Group>> {
    if number == 0 {
        return vec![vec![]];
    }
    let with_first = |index: usize| {
        multisets(&from[index..], number - 1).into_iter().map(move |rest| [vec![from[index]], rest].concat())
    };
    (0..from.len()).flat_map(with_first).collect()
}

fn floating(kind: MeldKind, faces: &[Kind], natural: Kind) -> Meld {
    Meld { kind, faces: KindSet(faces.iter().map(|face| 1 << face).sum()), naturals: [natural, 255, 255, 255] }
}

#[test]
fn readings_of_hands_with_sets_on_the_table() {
    let mut random = Random(3);
    let mut seen = 0;
    for round in 0..40u8 {
        let shapes = [FOUR_STANDARD, FIVE_STANDARD][usize::from(round % 2)];
        let melds = shapes.sets - 1 - round / 2 % 2;
        let among = KindSet(0b11_1111 << (9 * random.below(3)));
        let tiles = 3 * (shapes.sets - melds) + 2;
        let mut hand = hand("");
        hand.wilds = (1 + random.below(4) as u8).min(tiles);
        hand.melds = vec![
            floating(MeldKind::Chow, &[3, 4, 5], 5),
            floating(MeldKind::Chow, &[4, 5], 5),
            floating(MeldKind::Pung, &[7], 7),
            meld(MeldKind::ConcealedKong, 30),
        ];
        hand.melds.truncate(usize::from(melds));
        for _ in hand.wilds..tiles {
            let kinds: Vec<Kind> = among.iter().filter(|&kind| hand.counts[kind as usize] < 4).collect();
            hand.counts[kinds[random.below(kinds.len())] as usize] += 1;
        }
        let readings = found(&hand, shapes);
        assert_eq!(readings, expected(&hand, shapes), "{hand:?}");
        assert_eq!(!readings.is_empty(), completes(&hand, shapes));
        seen += readings.len();
    }
    assert!(seen > 1_000, "{seen}");
}

#[test]
fn sets_come_in_order() {
    let mut hand = hand("123s45s789s22p");
    hand.winning = Winning::Natural(18 + 5);
    hand.melds = vec![meld(MeldKind::Pung, 33), floating(MeldKind::Chow, &[3, 4], 5)];
    let readings: Vec<Reading> = decompose(&hand, FIVE_SETS).collect();
    let chow = |first| Group::in_hand(GroupKind::Chow, first);
    for ((shape, groups), face) in readings.iter().zip([3, 4]) {
        assert_eq!(*shape, Shape::Standard);
        assert_eq!(groups[0], Group { kind: GroupKind::Pung, first: 33, laid: Laid::Claimed });
        assert_eq!(groups[1], Group { kind: GroupKind::Chow, first: face, laid: Laid::Claimed });
        assert_eq!(groups[2..], [chow(18), chow(21), chow(24), Group::in_hand(GroupKind::Pair, 10)]);
    }
    assert_eq!(readings.len(), 2);
}

#[test]
fn nothing_but_wild_tiles() {
    let all_wild = hand("?????????????????");
    assert_eq!(decompose(&all_wild, FIVE_SETS).collect::<Vec<_>>(), [(Shape::AllWild, vec![])]);
    // Two sets in hand: 55 sets in pairs with repetition, times 34 pairs.
    let mut short = hand("????????");
    short.melds = vec![meld(MeldKind::Pung, 5), meld(MeldKind::Pung, 6), meld(MeldKind::Pung, 7)];
    assert_eq!(decompose(&short, FIVE_SETS).count(), 55 * 56 / 2 * 34);
}

#[test]
fn the_first_readings_of_millions_come_at_once() {
    for text in ["1m????????????????", "19p???????????????"] {
        let begun = Instant::now();
        assert_eq!(decompose(&hand(text), FIVE_SETS).take(20).count(), 20);
        assert!(begun.elapsed() < Duration::from_secs(1));
    }
}

#[test]
fn floating_sets_laid_alike_are_one_reading() {
    let mut hand = hand("11z");
    let all = KindSet::ALL.iter().collect::<Vec<_>>();
    hand.melds = vec![floating(MeldKind::Pung, &all, 255); 3];
    hand.melds.push(floating(MeldKind::Chow, &[0, 1, 2], 2));
    assert_eq!(decompose(&hand, FOUR_SETS).count(), 3 * 34 * 35 * 36 / 6);
}

fn count(hand: &Hand, shape: Shape) -> usize {
    found(hand, Shapes { sets: 5, known: 1 << shape as u8 })
        .into_iter()
        .filter(|(_, groups)| covers(hand, groups))
        .count()
}

#[test]
fn readings_of_special_shapes() {
    // All doubles and all sets; all trios and doubles.
    assert_eq!(count(&hand("?????????????????"), Shape::ThirteenOrphans), 13 * 55);
    assert_eq!(count(&hand("?????????????????"), Shape::SixteenUnrelated), 16_000);
    assert_eq!(count(&hand("19m19p19s1234567z11z789s"), Shape::ThirteenOrphans), 0);
    assert_eq!(count(&hand("19m19p19s1234567z1z789s"), Shape::ThirteenOrphans), 1);
    assert_eq!(count(&hand("19m19p19s1234567z111z9s"), Shape::ThirteenOrphans), 1);
    assert_eq!(count(&hand("19m19p19s1234567z1z78s?"), Shape::ThirteenOrphans), 2);
    assert_eq!(count(&hand("147m258p369s12345677z"), Shape::SixteenUnrelated), 1);
    assert_eq!(count(&hand("147m258p369s1234567z?"), Shape::SixteenUnrelated), 16);
    assert_eq!(count(&hand("147m258p36s12345677z?"), Shape::SixteenUnrelated), 1);
    assert_eq!(count(&hand("147m258p3s12345677z??"), Shape::SixteenUnrelated), 1);
    assert_eq!(count(&hand("11223344556677m888p"), Shape::SevenPairs), 1);
    // Eight pairs and a wild tile: any of them the triplet, also as the third, fourth and fifth of a kind.
    assert_eq!(count(&hand("1111m?223344556677m"), Shape::SevenPairs), 7);
    assert_eq!(count(&hand("1122334455667m888p?"), Shape::SevenPairs), 1);
    assert_eq!(count(&hand("1122334455667788m?"), Shape::SevenPairs), 8);
    assert_eq!(count(&hand("147m258p369s11122233z"), Shape::KnittedDragon), 1);
    assert_eq!(count(&hand("147m258p369s1112233z?"), Shape::KnittedDragon), 2);
    let block: Vec<Kind> = knitted(2).to_vec();
    let mut wild = hand("????????");
    for tile in block {
        wild.counts[tile as usize] += 1;
    }
    assert_eq!(count(&wild, Shape::KnittedDragon), 55 * 56 / 2 * 34);
}

#[test]
fn readings_exist_exactly_of_complete_hands() {
    let mut random = Random(77);
    let mut seen = 0;
    for round in 0..rounds(3_000) {
        let shapes = [FOUR_SETS, FIVE_SETS][round % 2];
        let among = random.kinds();
        let hand = random.hand(shapes.sets, 2, [2, 4, 5, 6][round / 2 % 4], (round % 3) as u8, among);
        let first = decompose(&hand, shapes).next();
        assert_eq!(first.is_some(), completes(&hand, shapes), "{hand:?}");
        for (_, groups) in decompose(&hand, shapes).take(50) {
            let tiles: usize = groups.iter().map(|group| group.tiles().len()).sum();
            let kongs = groups.iter().filter(|group| group.kind == GroupKind::Kong).count();
            assert_eq!(tiles - kongs, usize::from(3 * shapes.sets + 2), "{hand:?} {groups:?}");
            assert!(covers(&hand, &groups[hand.melds.len()..]));
            seen += 1;
        }
    }
    assert!(seen > rounds(3_000), "{seen}");
}
