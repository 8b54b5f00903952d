//! Suits in hand by what rows can tell of them.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::sorts::{Palette, Tally};
use crate::best::each_of_suit;
use crate::group::Group;
use crate::suit::counts_of;
use crate::tile::KINDS;

/// The tiles of a suit in hand, and the ways to lay them into sets and perhaps the pair as far as rows can tell these
/// apart: of ways that look alike the first, for it comes first among the best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suit {
    /// Its groups, where there is but one way.
    pub tally: Tally,
    /// A number for its ways where there are several, from 1 on; `MANY` if all numbers are taken.
    pub choice: u16,
    /// Whether there is a way at all.
    pub fits: bool,
    pub pair: bool,
    /// Sets in each way.
    pub sets: u8,
    /// Where the groups of the first way stand.
    start: u32,
}

/// Numbers of choices are below it.
pub(super) const MANY: u16 = 1 << 13;

/// Suits met so far.
#[derive(Debug, Default)]
pub(super) struct Suits {
    known: HashMap<u64, Suit, FxBuildHasher>,
    choices: HashMap<Vec<Tally>, u16, FxBuildHasher>,
    /// As if they lay in the first suit.
    groups: Vec<Group>,
}

impl Suits {
    /// The suit with this key.
    pub fn get(&mut self, number: usize, key: usize, palette: &Palette) -> Suit {
        let at = (key as u64) << 16 | u64::from(palette.suits[number]);
        match self.known.get(&at) {
            Some(suit) => *suit,
            None => self.meet(at, number, key, palette),
        }
    }

    #[cold]
    fn meet(&mut self, at: u64, number: usize, key: usize, palette: &Palette) -> Suit {
        let ranks = counts_of(key);
        let held: u8 = ranks.iter().sum();
        let (sets, pair) = (held / 3, held % 3 == 2);
        let start = self.groups.len() as u32;
        let mut suit = Suit { tally: 0, choice: 0, fits: false, pair, sets, start };
        if held % 3 != 1 {
            let mut counts = [0; KINDS];
            for (rank, count) in ranks.into_iter().enumerate().filter(|(_, count)| *count > 0) {
                counts[number * 9 + rank] = count;
            }
            let mut ways: Vec<Tally> = Vec::new();
            each_of_suit(&counts, sets, pair, &mut |groups| {
                let tally = groups.iter().map(|group| palette.tally(*group)).sum();
                if !ways.contains(&tally) {
                    ways.push(tally);
                    let moved = |group: &Group| Group { first: group.first - number as u8 * 9, ..*group };
                    self.groups.extend(groups.iter().map(moved));
                }
            });
            suit.fits = !ways.is_empty();
            if let [only] = ways[..] {
                suit.tally = only;
            } else if suit.fits {
                let next = (self.choices.len() as u16 + 1).min(MANY);
                suit.choice = *self.choices.entry(ways).or_insert(next);
            }
        }
        self.known.insert(at, suit);
        suit
    }

    /// The groups of one way, sets first.
    pub fn way(&self, number: usize, suit: Suit, way: u8) -> impl Iterator<Item = Group> + '_ {
        let size = suit.sets as usize + usize::from(suit.pair);
        let start = suit.start as usize + way as usize * size;
        let groups = self.groups.get(start..start + size).unwrap_or_default();
        groups.iter().map(move |group| Group { first: group.first + number as u8 * 9, ..*group })
    }

    pub fn len(&self) -> usize {
        self.known.len()
    }
}
