//! One suit, exhausted.
#![allow(missing_docs)]

mod common;

use std::collections::HashSet;

use common::{all_sets, naive_groups, rounds, splits};
use tingpai_core::cover::cover_suit;
use tingpai_core::group::{Group, GroupKind};
use tingpai_core::profile::{Three, by_key, by_ranks};
use tingpai_core::suit::{Need, counts_of, fits, key, needs, room_for};
use tingpai_core::tile::{Counts, KINDS, KindSet};
use tingpai_core::waits::complete;

/// Most tiles of the vectors that are gone through.
const MOST: u8 = if cfg!(debug_assertions) { 6 } else { 8 };

/// Every way to hold at most four of each of `ranks` ranks, at most `most` tiles.
fn vectors(ranks: usize, most: u8) -> Vec<[u8; 9]> {
    let mut all = vec![([0; 9], 0)];
    for rank in 0..ranks {
        let more = |&(counts, tiles): &([u8; 9], u8)| {
            (0..=4u8).filter(move |copies| tiles + copies <= most).map(move |copies| {
                let mut counts = counts;
                counts[rank] = copies;
                (counts, tiles + copies)
            })
        };
        all = all.iter().flat_map(more).collect();
    }
    all.into_iter().map(|(counts, _)| counts).collect()
}

fn in_suit(suit: usize, ranks: &[u8]) -> Counts {
    let mut counts = [0; KINDS];
    let ranks = &ranks[..if suit == 3 { 7 } else { 9 }];
    counts[suit * 9..suit * 9 + ranks.len()].copy_from_slice(ranks);
    counts
}

#[test]
fn keys_are_counts_to_base_five() {
    for suit in 0..4 {
        for counts in vectors(if suit == 3 { 7 } else { 9 }, 4) {
            assert_eq!(counts_of(key(&in_suit(suit, &counts), suit)), counts);
        }
    }
}

#[test]
fn completeness_and_waits_of_one_suit() {
    let mut seen = 0;
    for suit in [1, 3] {
        for ranks in vectors(if suit == 3 { 7 } else { 9 }, MOST) {
            let counts = in_suit(suit, &ranks);
            let naturals: u8 = ranks.iter().sum();
            for wilds in 0..=4 {
                let tiles = naturals + wilds;
                if tiles % 3 == 2 {
                    let sets = tiles / 3;
                    let expected = splits(&counts, wilds, sets, 1, true);
                    assert_eq!(complete(&counts, wilds, sets), expected, "{ranks:?} {wilds}");
                    seen += 1;
                } else if tiles % 3 == 1 && naturals % 2 == 1 {
                    let sets = tiles / 3;
                    let expected = (0..KINDS).filter(|&kind| {
                        let mut counts = counts;
                        counts[kind] += 1;
                        splits(&counts, wilds, sets, 1, true)
                    });
                    let expected = KindSet(expected.map(|kind| 1 << kind).sum());
                    let needs = needs(&counts);
                    assert_eq!(room_for(needs, sets), expected, "{ranks:?} {wilds}");
                    assert_eq!(fits(needs, sets), splits(&counts, wilds + 1, sets, 1, true), "{ranks:?} {wilds}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > if MOST == 8 { 60_000 } else { 6_000 }, "{seen}");
}

#[test]
fn sets_that_cover_a_suit_stay_in_their_bits() {
    let full = in_suit(3, &[4; 9]);
    assert_eq!(Need::of(key(&full, 3)).sets(), 14);
    assert_eq!(Need::of(key(&in_suit(0, &[4; 9]), 0)).sets(), 12);
}

#[test]
fn profiles_are_exact() {
    let mut random = common::Random(7);
    for round in 0..rounds(400) {
        let honours = round % 4 == 0;
        let size = if honours { 7 } else { 9 };
        let mut ranks = [(0u8, 4u8); 9];
        for _ in 0..random.below(5) * (round % 2) {
            let rank = random.below(size);
            ranks[rank].1 = ranks[rank].1.saturating_sub([3, 4, 1, 1][random.below(4)]);
        }
        for _ in 0..random.below(15) {
            let rank = random.below(size);
            ranks[rank].0 = (ranks[rank].0 + 1).min(ranks[rank].1);
        }
        let profile = by_ranks(&ranks[..size]);
        if ranks.iter().all(|rank| rank.1 == 4) {
            let counts = in_suit(if honours { 3 } else { 0 }, &ranks.map(|rank| rank.0));
            assert_eq!(*by_key(key(&counts, if honours { 3 } else { 0 })), *profile);
        }
        let mut asked = vec![(0, 0, 0); 27 * usize::from(honours)];
        asked.extend(ranks[..size].iter().map(|&(held, free)| (held, free, 0)));
        for sets in 0..=5 {
            for pair in 0..=1 {
                for excess in [0, 1, 2, 3, 5, 9, 15] {
                    let expected = naive_groups(&asked, sets, pair, excess, true).unwrap_or(u8::MAX);
                    assert_eq!(profile.missing(sets, pair == 1, excess), expected, "{ranks:?} {sets} {pair} {excess}");
                }
            }
        }
        let empty = by_ranks(&[(0, 4); 9]);
        let honours = by_ranks(&[(0, 4); 7]);
        assert!(Three::of([&profile, &empty, &empty]).missing(&honours, 5, 0).is_some());
    }
}

#[test]
fn covers_of_a_suit_are_all_there_and_each_once() {
    let mut seen = 0;
    for (suit, most) in [(2, 8), (3, 5)] {
        let own: Vec<Group> = all_sets().into_iter().filter(|group| usize::from(group.first / 9) == suit).collect();
        let pairs: Vec<Group> = own
            .iter()
            .filter(|group| group.kind == GroupKind::Pung)
            .map(|group| Group { kind: GroupKind::Pair, ..*group })
            .collect();
        let mut multisets = vec![vec![]];
        for (index, &first) in own.iter().enumerate() {
            multisets.push(vec![first]);
            multisets.extend(own[index..].iter().map(|&second| vec![first, second]));
        }
        for ranks in vectors(if suit == 3 { 7 } else { 9 }, most).into_iter().step_by(if MOST == 8 { 7 } else { 97 }) {
            let counts = in_suit(suit, &ranks);
            let naturals: u8 = ranks.iter().sum();
            for wilds in [0, 2, 5] {
                let mut expected = HashSet::new();
                for sets in &multisets {
                    let with_pair = pairs.iter().map(|pair| [sets.clone(), vec![*pair]].concat());
                    for groups in with_pair.chain([sets.clone()]) {
                        let tiles: Vec<_> = groups.iter().flat_map(|group| group.tiles()).collect();
                        let demand =
                            |kind: usize| tiles.iter().filter(|&&tile| usize::from(tile) == kind).count() as u8;
                        if tiles.len() as u8 <= naturals + wilds && (0..KINDS).all(|kind| counts[kind] <= demand(kind))
                        {
                            expected.insert(sorted(&groups));
                        }
                    }
                }
                let mut found = HashSet::new();
                cover_suit(suit, ranks, 2, true, wilds, &mut |groups| {
                    assert!(found.insert(sorted(groups)), "{groups:?} twice");
                });
                assert_eq!(found, expected, "{ranks:?} {wilds}");
                seen += found.len();
            }
        }
    }
    assert!(seen > if MOST == 8 { 10_000 } else { 1_000 }, "{seen}");
}

fn sorted(groups: &[Group]) -> Vec<Group> {
    let mut groups = groups.to_vec();
    groups.sort();
    groups
}
