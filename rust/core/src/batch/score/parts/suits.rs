//! Suits in hand: the ways to lay them, with what is looked at of their groups.

use crate::batch::score::known::Known;
use crate::batch::score::packed::Packed;
use crate::batch::score::suits::{A_PAIR, Tiles, UNFIT};
use crate::best::each_of_suit;
use crate::group::{Group, GroupKind};
use crate::tile::rank;

use super::Parts;

/// Groups of an arrangement at most: five sets and the pair.
pub(super) const MOST_GROUPS: usize = 6;

/// What is looked at of a group: the flags that it leaves as they are, and the parts that look at it, a byte each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Look {
    pub flags: u64,
    pub parts: u64,
}

/// One way to lay a suit, the pair last. Suits are alike: their first tiles are those of the first suit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub groups: [(Group, u64); MOST_GROUPS],
    pub len: u8,
    pub flags: u64,
}

/// A suit by its tiles: where its ways stand and how many they are, and what it holds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Met {
    pub start: u32,
    pub ways: u16,
    /// See [`crate::batch::score::suits::Suit`].
    pub holds: u16,
}

impl Met {
    pub const fn has_pair(self) -> bool {
        self.holds & A_PAIR != 0
    }
}

/// Suits met so far, by how they are looked at, then by their tiles.
#[derive(Debug, Default)]
pub(super) struct Suits {
    met: Vec<Known<Tiles, Met>>,
    ways: Vec<Way>,
}

/// Ways that are kept; more start afresh.
const MOST_WAYS: usize = 1 << 18;

impl Suits {
    /// To be called between hands.
    pub fn make_room(&mut self) {
        if self.ways.len() >= MOST_WAYS {
            *self = Self::default();
        }
    }

    #[inline]
    pub fn get(&mut self, number: usize, tiles: u64, parts: &Parts) -> Met {
        let (of, key) = (parts.looks.suits[number] as usize, Tiles::of(tiles, false));
        let known = self.met.get(of).and_then(|known| known.get(key));
        known.unwrap_or_else(|| {
            let met = meet(number, tiles, parts, &mut self.ways);
            if self.met.len() <= of {
                self.met.resize_with(of + 1, Known::default);
            }
            self.met[of].put(key, met);
            met
        })
    }

    pub fn ways(&self, met: Met) -> &[Way] {
        &self.ways[met.start as usize..][..usize::from(met.ways)]
    }
}

#[cold]
fn meet(number: usize, tiles: u64, parts: &Parts, ways: &mut Vec<Way>) -> Met {
    let mut in_suit = Packed::default();
    in_suit.0[number] = tiles;
    let counts = in_suit.counts();
    let held: u8 = counts.iter().sum();
    let (sets, pair) = (held / 3, held % 3 == 2);
    let start = ways.len();
    if held % 3 != 1 && usize::from(sets) + usize::from(pair) <= MOST_GROUPS {
        each_of_suit(&counts, sets, pair, &mut |groups| {
            let mut way =
                Way { groups: [(Group::in_hand(GroupKind::Pair, 0), 0); MOST_GROUPS], len: 0, flags: u64::MAX };
            for (place, group) in way.groups.iter_mut().zip(groups) {
                let look = parts.look(*group);
                *place = (Group { first: rank(group.first), ..*group }, look.parts);
                way.flags &= look.flags;
            }
            way.len = groups.len() as u8;
            ways.push(way);
        });
    }
    let count = ways.len() - start;
    let fit = if count == 0 { UNFIT } else { 0 };
    let holds = u16::from(sets) | if pair { A_PAIR } else { 0 } | fit;
    Met { start: start as u32, ways: count as u16, holds }
}
