//! Every way to hold up to seventeen tiles of one suit, with wild tiles beside them.
#![allow(missing_docs)]

use tingpai_core::batch::{self, BY_WILD, Each, Rows, Terms};
use tingpai_core::hand::Shapes;
use tingpai_core::suit::{KEY_STEP, needs, room_for};
use tingpai_core::tile::{Counts, KINDS, KindSet};
use tingpai_core::waits::complete;

const MOST_TILES: u8 = 17;
const MOST_WILDS: u8 = 4;
const MOST_SETS: u8 = 5;
/// Numbers of wild tiles, each with a pair or without.
const STATES: usize = 2 * (MOST_TILES as usize + 1);

/// Whether tiles of one suit and wild tiles are sets, and a pair where one is asked for: the lowest tile goes into any
/// group that can hold it, wild tiles fill what is missing. Outcomes are remembered, by tiles left and wild tiles left.
struct Naive {
    ranks: usize,
    chows: bool,
    known: Vec<u8>,
}

impl Naive {
    const YES: u8 = 1;
    const NO: u8 = 2;

    fn of_suit() -> Self {
        Self { ranks: 9, chows: true, known: vec![0; 5usize.pow(9) * STATES] }
    }

    fn of_honours() -> Self {
        Self { ranks: 7, chows: false, known: vec![0; 5usize.pow(7) * STATES] }
    }

    fn splits(&mut self, held: &[u8; 9], wilds: u8, pair: bool) -> bool {
        let Some(lowest) = held.iter().position(|&copies| copies > 0) else {
            let in_sets = if pair { wilds.checked_sub(2) } else { Some(wilds) };
            return in_sets.is_some_and(|tiles| tiles % 3 == 0);
        };
        let key: usize = held.iter().zip(KEY_STEP).map(|(&copies, step)| usize::from(copies) * step).sum();
        let place = key * STATES + usize::from(wilds) * 2 + usize::from(pair);
        if self.known[place] == 0 {
            let found = self.tries(held, lowest, wilds, pair);
            self.known[place] = if found { Self::YES } else { Self::NO };
        }
        self.known[place] == Self::YES
    }

    fn tries(&mut self, held: &[u8; 9], lowest: usize, wilds: u8, pair: bool) -> bool {
        let chows = lowest.saturating_sub(2)..if self.chows { self.ranks - 2 } else { 0 };
        chows.take_while(|&first| first <= lowest).any(|first| {
            let chow = [first, first + 1, first + 2];
            self.without(held, &chow, wilds, pair)
        }) || self.without(held, &[lowest; 3], wilds, pair)
            || pair && self.without(held, &[lowest; 2], wilds, false)
    }

    fn without(&mut self, held: &[u8; 9], group: &[usize], mut wilds: u8, pair: bool) -> bool {
        let mut left = *held;
        for &rank in group {
            match (left[rank], wilds) {
                (0, 0) => return false,
                (0, _) => wilds -= 1,
                _ => left[rank] -= 1,
            }
        }
        self.splits(&left, wilds, pair)
    }
}

/// Calls `visit` with every choice of at most four of each rank, at most `most` tiles, and how many tiles that is.
fn each_vector(ranks: usize, most: u8, visit: &mut impl FnMut(&[u8; 9], u8)) {
    fn go(held: &mut [u8; 9], rank: usize, ranks: usize, tiles: u8, most: u8, visit: &mut impl FnMut(&[u8; 9], u8)) {
        if rank == ranks {
            return visit(held, tiles);
        }
        for copies in 0..=4.min(most - tiles) {
            held[rank] = copies;
            go(held, rank + 1, ranks, tiles + copies, most, visit);
        }
        held[rank] = 0;
    }
    go(&mut [0; 9], 0, ranks, 0, most, visit);
}

/// Vectors of at most fourteen and at most seventeen tiles, hands compared, and those of them that are complete.
#[derive(Default)]
struct Seen {
    fourteen: usize,
    seventeen: usize,
    hands: usize,
    complete: usize,
    waits: usize,
}

fn compare(mut naive: Naive, suit_of: impl Fn(usize) -> usize) -> Seen {
    let mut seen = Seen::default();
    each_vector(naive.ranks, MOST_TILES, &mut |held, tiles| {
        let first = 9 * suit_of(seen.seventeen);
        seen.seventeen += 1;
        seen.fourteen += usize::from(tiles <= 14);
        let mut counts: Counts = [0; KINDS];
        counts[first..first + naive.ranks].copy_from_slice(&held[..naive.ranks]);
        for wilds in 0..=MOST_WILDS {
            let (sets, over) = ((tiles + wilds) / 3, (tiles + wilds) % 3);
            if tiles + wilds > MOST_TILES {
                break;
            }
            if over == 2 {
                let expected = naive.splits(held, wilds, true);
                assert_eq!(complete(&counts, wilds, sets), expected, "{held:?} {wilds}");
                seen.hands += 1;
                seen.complete += usize::from(expected);
            } else if over == 1 {
                let room = room_for(needs(&counts), sets);
                for rank in (0..naive.ranks).filter(|&rank| held[rank] < 4) {
                    let mut more = *held;
                    more[rank] += 1;
                    let expected = naive.splits(&more, wilds, true);
                    assert_eq!(room.contains((first + rank) as u8), expected, "{held:?} {wilds} {rank}");
                    seen.waits += usize::from(expected);
                }
            }
        }
    });
    seen
}

/// Hands of one suit and wild tiles, with each number of sets on the table, as the rows of a batch.
#[derive(Default)]
struct Hands {
    counts: Vec<Counts>,
    wilds: Vec<u8>,
    melds: Vec<u8>,
}

impl Hands {
    /// Every vector that leaves so many tiles of a complete hand to be wild, or more.
    fn of(ranks: usize, first: impl Fn(usize) -> usize, lacking: u8) -> Self {
        let mut hands = Self::default();
        let mut number = 0;
        each_vector(ranks, MOST_TILES - lacking, &mut |held, tiles| {
            let mut counts: Counts = [0; KINDS];
            let first = first(number);
            counts[first..first + ranks].copy_from_slice(&held[..ranks]);
            number += 1;
            for melds in 0..=MOST_SETS {
                if let Some(wilds) = (MOST_TILES - lacking).checked_sub(tiles + 3 * melds) {
                    hands.counts.push(counts);
                    hands.wilds.push(wilds);
                    hands.melds.push(melds);
                }
            }
        });
        hands
    }

    /// Asks for all of them, and tells of each the first kind of its suit, its tiles by rank, its wild tiles and the
    /// answer; none is at fault.
    fn ask<const SIZE: usize>(
        &self,
        ask: impl Fn(&Rows<'_>, Terms, batch::Answers<'_, SIZE>),
        ranks: usize,
        mut visit: impl FnMut(usize, [u8; 9], u8, [u8; SIZE]),
    ) {
        let (counts, melds) = (&*self.counts, Each::Of(&self.melds));
        let rows = Rows { counts, wilds: Each::Of(&self.wilds), melds, melded: None };
        let terms = Terms { shapes: Shapes { sets: MOST_SETS, known: 1 }, wild_tiles: true };
        let (mut values, mut faults) = (vec![[0; SIZE]; counts.len()], vec![9; counts.len()]);
        ask(&rows, terms, (&mut values, &mut faults));
        assert!(faults.iter().all(|&fault| fault == 0));
        for ((counts, &wilds), value) in counts.iter().zip(&self.wilds).zip(values) {
            let first = counts.iter().position(|&copies| copies > 0).map_or(0, |kind| kind / 9 * 9);
            let first = if ranks == 7 { 27 } else { first };
            let mut held = [0; 9];
            held[..ranks].copy_from_slice(&counts[first..first + ranks]);
            visit(first, held, wilds, value);
        }
    }
}

/// The batches beside the naive search: rows asked whether they are complete and what they wait for, and those that
/// are complete.
fn compare_batches(mut naive: Naive, first: impl Fn(usize) -> usize + Copy) -> [usize; 3] {
    let ranks = naive.ranks;
    let mut seen = [0; 3];
    Hands::of(ranks, first, 0).ask(
        |rows, terms, answers| batch::complete(rows, terms, 1, answers),
        ranks,
        |_, held, wilds, [answer]| {
            let expected = naive.splits(&held, wilds, true);
            assert_eq!(answer == 1, expected, "{held:?} {wilds}");
            seen[0] += 1;
            seen[2] += usize::from(expected);
        },
    );
    Hands::of(ranks, first, 1).ask(
        |rows, terms, answers| batch::waits(rows, terms, false, 1, answers),
        ranks,
        |first, held, wilds, answer| {
            let found = u64::from_ne_bytes(answer);
            assert_eq!(found & BY_WILD != 0, naive.splits(&held, wilds + 1, true), "{held:?} {wilds}");
            // A tile of another suit is one of a set or of the pair, all others of which are wild.
            let in_set = wilds >= 2 && naive.splits(&held, wilds - 2, true);
            let elsewhere = in_set || wilds >= 1 && naive.splits(&held, wilds - 1, false);
            for kind in 0..KINDS {
                let rank = kind.wrapping_sub(first);
                let expected = match held.get(rank) {
                    Some(4) if rank < ranks => continue,
                    Some(_) if rank < ranks => {
                        let mut more = held;
                        more[rank] += 1;
                        naive.splits(&more, wilds, true)
                    }
                    _ => elsewhere,
                };
                assert_eq!(KindSet(found).contains(kind as u8), expected, "{held:?} {wilds} {kind}");
            }
            seen[1] += 1;
        },
    );
    seen
}

#[test]
fn batches_of_every_number_suit() {
    let seen = compare_batches(Naive::of_suit(), |number| 9 * (number % 3));
    assert_eq!(seen, [1_439_403, 1_083_291, 922_517]);
}

#[test]
fn batches_of_all_honours() {
    let seen = compare_batches(Naive::of_honours(), |_| 27);
    assert_eq!(seen, [133_726, 110_583, 50_602]);
}

#[test]
fn every_vector_of_a_number_suit() {
    let seen = compare(Naive::of_suit(), |number| number % 3);
    assert_eq!((seen.fourteen, seen.seventeen), (405_350, 886_400));
    assert_eq!((seen.hands, seen.complete, seen.waits), (1_199_132, 682_246, 4_253_702));
}

#[test]
fn every_vector_of_the_honours() {
    let seen = compare(Naive::of_honours(), |_| 3);
    assert_eq!((seen.fourteen, seen.seventeen), (43_130, 64_200));
    assert_eq!((seen.hands, seen.complete, seen.waits), (95_695, 17_676, 78_071));
}

/// Fewest naturals to be drawn to sets and a pair, by wild tiles, sets and vector, beside tiles of other suits.
///
/// What it takes is read off the naive search alone: a vector that holds a complete one takes nothing, any other one more
/// than the best that a further tile makes of it.
struct Draws {
    ranks: usize,
    to: Vec<Vec<u8>>,
}

const SETS_AND_NONE: usize = MOST_SETS as usize + 1;

impl Draws {
    const MOST_WILDS: u8 = 3;

    fn of(mut naive: Naive) -> Self {
        let ranks = naive.ranks;
        let keys = 5usize.pow(ranks as u32);
        let mut to = vec![vec![u8::MAX; keys]; (Self::MOST_WILDS as usize + 1) * SETS_AND_NONE];
        for here in 0..=MOST_SETS {
            for (pair, spent) in
                [false, true].into_iter().flat_map(|pair| (0..=Self::MOST_WILDS).map(move |w| (pair, w)))
            {
                let Some(tiles) = (3 * here + 2 * u8::from(pair)).checked_sub(spent) else { continue };
                let draws = Self::within(&mut naive, tiles, spent, pair);
                for wilds in spent..=Self::MOST_WILDS {
                    for sets in here..=MOST_SETS {
                        let elsewhere = 3 * (sets - here) + 2 * u8::from(!pair);
                        let more = elsewhere.saturating_sub(wilds - spent);
                        let least = &mut to[usize::from(wilds) * SETS_AND_NONE + usize::from(sets)];
                        least
                            .iter_mut()
                            .zip(&draws)
                            .for_each(|(least, draws)| *least = draws.saturating_add(more).min(*least));
                    }
                }
            }
        }
        Self { ranks, to }
    }

    /// The same within the suit, to all of what so many naturals and wild tiles can be.
    fn within(naive: &mut Naive, tiles: u8, wilds: u8, pair: bool) -> Vec<u8> {
        let ranks = naive.ranks;
        let mut draws = vec![u8::MAX; 5usize.pow(ranks as u32)];
        each_vector(ranks, tiles, &mut |held, held_tiles| {
            if held_tiles == tiles && naive.splits(held, wilds, pair) {
                draws[key_of(held)] = 0;
            }
        });
        let digit = |key: usize, rank: usize| key / KEY_STEP[rank] % 5;
        for key in 0..draws.len() {
            let holds = (0..ranks).any(|rank| digit(key, rank) > 0 && draws[key - KEY_STEP[rank]] == 0);
            if holds {
                draws[key] = 0;
            }
        }
        for key in (0..draws.len()).rev().filter(|&key| draws[key] > 0).collect::<Vec<_>>() {
            let next = (0..ranks).filter(|&rank| digit(key, rank) < 4).map(|rank| draws[key + KEY_STEP[rank]]);
            draws[key] = next.min().map_or(u8::MAX, |draws| draws.saturating_add(1));
        }
        draws
    }

    /// Asks for the distance of all vectors of so many tiles with wild tiles, twice, as suits are met by being asked.
    fn compare(&self, first: impl Fn(usize) -> usize, most: u8) -> usize {
        let mut hands = Hands::default();
        let mut expected = Vec::new();
        each_vector(self.ranks, most, &mut |held, tiles| {
            let mut counts: Counts = [0; KINDS];
            let first = first(hands.counts.len());
            counts[first..first + self.ranks].copy_from_slice(&held[..self.ranks]);
            for wilds in (0..=Self::MOST_WILDS).filter(|wilds| (tiles + wilds) % 3 > 0 && tiles + wilds <= MOST_TILES) {
                let sets = (tiles + wilds) / 3;
                hands.counts.push(counts);
                hands.wilds.push(wilds);
                hands.melds.push(MOST_SETS - sets);
                let draws = self.to[usize::from(wilds) * SETS_AND_NONE + usize::from(sets)][key_of(held)];
                expected.push(draws as i8 - 1);
            }
        });
        for _ in 0..2 {
            let mut at = 0;
            hands.ask(
                |rows, terms, answers| batch::distance(rows, terms, 1, answers),
                self.ranks,
                |_, held, wilds, answer| {
                    assert_eq!(i8::from_ne_bytes(answer), expected[at], "{held:?} {wilds}");
                    at += 1;
                },
            );
        }
        expected.len()
    }
}

fn key_of(held: &[u8; 9]) -> usize {
    held.iter().zip(KEY_STEP).map(|(&copies, step)| usize::from(copies) * step).sum()
}

#[test]
fn distances_of_number_suits_of_ten_tiles() {
    assert_eq!(Draws::of(Naive::of_suit()).compare(|number| 9 * (number % 3), 10), 200_245);
}

/// `cargo test --release -p tingpai-core --test exhausted -- --ignored`: a minute of a processor.
#[test]
#[ignore = "takes a minute"]
fn distances_of_every_number_suit() {
    assert!(Draws::of(Naive::of_suit()).compare(|number| 9 * (number % 3), MOST_TILES) > 1_000_000);
}

#[test]
fn distances_of_all_honours() {
    assert_eq!(Draws::of(Naive::of_honours()).compare(|_| 27, MOST_TILES), 153_840);
}
