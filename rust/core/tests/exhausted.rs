//! Every way to hold up to seventeen tiles of one suit, with up to four wild tiles beside them.
#![allow(missing_docs)]

use tingpai_core::suit::{KEY_STEP, needs, room_for};
use tingpai_core::tile::{Counts, KINDS};
use tingpai_core::waits::complete;

const MOST_TILES: u8 = 17;
const MOST_WILDS: u8 = 4;

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
        Self { ranks: 9, chows: true, known: vec![0; 5usize.pow(9) * 10] }
    }

    fn of_honours() -> Self {
        Self { ranks: 7, chows: false, known: vec![0; 5usize.pow(7) * 10] }
    }

    fn splits(&mut self, held: &[u8; 9], wilds: u8, pair: bool) -> bool {
        let Some(lowest) = held.iter().position(|&copies| copies > 0) else {
            let in_sets = if pair { wilds.checked_sub(2) } else { Some(wilds) };
            return in_sets.is_some_and(|tiles| tiles % 3 == 0);
        };
        let key: usize = held.iter().zip(KEY_STEP).map(|(&copies, step)| usize::from(copies) * step).sum();
        let place = key * 10 + usize::from(wilds) * 2 + usize::from(pair);
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
