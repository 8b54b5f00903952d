//! What hands of sets and a pair waited for, suit by suit.

use super::known::Known;
use super::packed::Packed;
use super::row::Row;
use super::shapes::{may_be_both, may_be_neither};
use super::suits::Tiles;
use crate::hand::{Shape, Shapes};
use crate::tile::{KindSet, ranks_in};
use crate::waits::waits;

/// What is known of a suit: the ranks one more of which make it sets and perhaps the pair, whether it is that already,
/// and how many tiles it has more than sets.
#[derive(Clone, Copy, Debug, Default)]
struct Suit(u16);

impl Suit {
    const WHOLE: u16 = 1 << 9;
    const OVER: u32 = 10;

    const fn completing(self) -> u64 {
        (self.0 & 0x1FF) as u64
    }

    const fn is_whole(self) -> bool {
        self.0 & Self::WHOLE != 0
    }

    const fn over(self) -> u16 {
        self.0 >> Self::OVER
    }
}

/// Suits met so far.
#[derive(Debug, Default)]
pub(super) struct Waits(Known<Tiles, Suit>);

/// Suits that are kept; more start afresh.
const MOST_SUITS: usize = 1 << 16;

impl Waits {
    /// Kinds that completed a hand without wild tiles, in any shape.
    pub fn of_row(&mut self, row: &Row, shapes: Shapes) -> KindSet {
        let laid = row.melds().len();
        let special = may_be_both(shapes, laid, row.tiles, 1) || may_be_neither(shapes, laid, row.tiles, 1);
        let full = row.tiles.len() as usize + 3 * laid == 3 * usize::from(shapes.sets) + 1;
        if special || !full || !shapes.knows(Shape::Standard) {
            return waits(&row.hand(), shapes).kinds;
        }
        self.of(row.tiles)
    }

    /// Kinds that complete these tiles, one fewer than sets and a pair have.
    fn of(&mut self, tiles: Packed) -> KindSet {
        let mut suits = [Suit::default(); 4];
        for (number, (suit, word)) in suits.iter_mut().zip(tiles.0).enumerate() {
            *suit = self.suit(number, word);
        }
        let whole = suits.iter().filter(|suit| suit.is_whole()).count();
        let pairs = suits.iter().filter(|suit| suit.over() == 2).count();
        let mut kinds = 0;
        for (number, suit) in suits.into_iter().enumerate() {
            let others_whole = whole - usize::from(suit.is_whole()) == 3;
            let pairs = pairs - usize::from(suit.over() == 2) + usize::from(suit.over() == 1);
            if others_whole && pairs == 1 {
                kinds |= suit.completing() << (9 * number);
            }
        }
        KindSet(kinds)
    }

    fn suit(&mut self, number: usize, word: u64) -> Suit {
        let key = Tiles::of(word, number == 3);
        self.0.get(key).unwrap_or_else(|| {
            if self.0.len() >= MOST_SUITS {
                self.0 = Known::default();
            }
            let met = met(number, word);
            self.0.put(key, met);
            met
        })
    }
}

#[cold]
fn met(number: usize, word: u64) -> Suit {
    let ranks = ranks_in(number);
    let mut tiles = Packed::default();
    tiles.0[number] = word;
    let counts = tiles.counts();
    let held: [u8; 9] = std::array::from_fn(|rank| if rank < ranks { counts[9 * number + rank] } else { 0 });
    let completing = (0..ranks).map(|rank| {
        let mut more = held;
        more[rank] += 1;
        u16::from(is_whole(more, number == 3)) << rank
    });
    let whole = if is_whole(held, number == 3) { Suit::WHOLE } else { 0 };
    Suit(completing.sum::<u16>() | whole | u16::from(held.iter().sum::<u8>() % 3) << Suit::OVER)
}

/// Whether the tiles of a suit are sets, and the pair if they are two more.
fn is_whole(counts: [u8; 9], honours: bool) -> bool {
    match counts.iter().sum::<u8>() % 3 {
        0 => are_sets(counts, honours),
        2 => (0..9).filter(|rank| counts[*rank] >= 2).any(|rank| {
            let mut others = counts;
            others[rank] -= 2;
            are_sets(others, honours)
        }),
        _ => false,
    }
}

/// From the lowest rank on: three chows alike are three pungs.
fn are_sets(mut counts: [u8; 9], honours: bool) -> bool {
    for rank in 0..9 {
        let chows = counts[rank] % 3;
        if chows > 0 {
            if honours || rank > 6 {
                return false;
            }
            for higher in &mut counts[rank + 1..rank + 3] {
                let Some(left) = higher.checked_sub(chows) else { return false };
                *higher = left;
            }
        }
    }
    true
}
