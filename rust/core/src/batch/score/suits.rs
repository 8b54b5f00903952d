//! Suits in hand by what rows can tell of them.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::sorts::Palette;
use crate::best::each_of_suit;
use crate::group::Group;
use crate::suit::counts_of;
use crate::tile::{KINDS, Kind};

/// The tiles of a suit in hand with all ways to lay them into sets and perhaps the pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suit {
    /// Suits of one class have the same ways as far as rows can tell. There are only so many numbers of classes.
    pub class: Option<u16>,
    /// Whether there is a way at all.
    pub fits: bool,
    pub pair: bool,
    /// Sets in each way.
    pub sets: u8,
    /// Where the groups of the first way stand.
    start: u32,
}

/// No winning tile in the suit.
pub(super) const ELSEWHERE: u8 = 15;

/// Suits met so far.
#[derive(Debug, Default)]
pub(super) struct Suits {
    known: HashMap<u64, Suit, FxBuildHasher>,
    classes: HashMap<Vec<u16>, u16, FxBuildHasher>,
    groups: Vec<Group>,
}

impl Suits {
    /// The suit with this key; `win` is the rank of the winning tile, which is among its tiles.
    pub fn get(&mut self, number: usize, key: usize, win: u8, palette: &Palette) -> Suit {
        let at = (key as u64) << 24 | u64::from(win) << 20 | (number as u64) << 16 | u64::from(palette.suits[number]);
        match self.known.get(&at) {
            Some(suit) => *suit,
            None => self.meet(at, number, key, win, palette),
        }
    }

    #[cold]
    fn meet(&mut self, at: u64, number: usize, key: usize, win: u8, palette: &Palette) -> Suit {
        let ranks = counts_of(key);
        let held: u8 = ranks.iter().sum();
        let (sets, pair) = (held / 3, held % 3 == 2);
        let start = self.groups.len() as u32;
        let mut suit = Suit { class: None, fits: false, pair, sets, start };
        if held % 3 != 1 {
            let mut counts = [0; KINDS];
            for (rank, count) in ranks.into_iter().enumerate().filter(|(_, count)| *count > 0) {
                counts[number * 9 + rank] = count;
            }
            let winning = (number * 9) as Kind + win;
            let mut seen = Vec::new();
            each_of_suit(&counts, sets, pair, &mut |groups| {
                self.groups.extend_from_slice(groups);
                let joined = |group: &Group| u16::from(win != ELSEWHERE && group.kinds().contains(winning));
                seen.extend(groups.iter().map(|group| palette.sort(*group) << 1 | joined(group)));
            });
            if held == 0 || !seen.is_empty() {
                // Suits of one class are alike in shape too, or a class would not say where the pair is.
                seen.extend([u16::MAX, u16::from(sets), u16::from(pair)]);
                suit.fits = true;
                let next = u16::try_from(self.classes.len()).ok();
                suit.class = self.classes.get(&seen).copied().or_else(|| {
                    let next = next?;
                    self.classes.insert(seen, next);
                    Some(next)
                });
            }
        }
        self.known.insert(at, suit);
        suit
    }

    /// The groups of one way, sets first.
    pub fn way(&self, suit: Suit, way: u8) -> &[Group] {
        let size = suit.sets as usize + usize::from(suit.pair);
        let start = suit.start as usize + way as usize * size;
        &self.groups[start..start + size]
    }

    /// Whether a way has just these groups.
    pub fn has(&self, suit: Suit, way: u8, groups: &[Group]) -> bool {
        let size = suit.sets as usize + usize::from(suit.pair);
        let start = suit.start as usize + way as usize * size;
        self.groups.get(start..start + size) == Some(groups)
    }

    pub fn len(&self) -> usize {
        self.known.len()
    }
}
