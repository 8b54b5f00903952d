//! Suits in hand by what they add to a tally.

use rustc_hash::FxHashMap;

use super::known::{Key, Known, MIXER};
use super::packed::Packed;
use super::plan::Plan;
use super::runs::InSuit as Begun;
use super::tally::Tally;
use crate::best::each_of_suit;
use crate::group::{Group, GroupKind};
use crate::tile::{kind_at, rank};

/// Groups in a suit at most: five sets and the pair.
const MOST_GROUPS: usize = 6;

/// What the ways to lay the tiles of a suit into sets and perhaps the pair add, as far as a plan can tell the ways apart:
/// of those that look alike the first, for it comes first among the best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suit {
    /// What its first way adds.
    pub tally: Tally,
    /// Where its ways stand in `added`.
    start: u32,
    /// How many ways there are.
    pub ways: u16,
    /// Sets, [`A_PAIR`], and [`UNFIT`] if there is no way at all.
    pub holds: u16,
}

pub(super) const A_PAIR: u16 = 1 << 8;
pub(super) const UNFIT: u16 = 1 << 12;

/// A suit by its tiles.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Met {
    /// Its number in `kept`; many are alike.
    suit: u32,
    /// Where its ways stand in `groups`.
    start: u32,
}

/// The tiles of a suit, marked to be told from no key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tiles(u64);

impl Tiles {
    #[inline]
    pub const fn of(suit: u64, honours: bool) -> Self {
        Self(suit | 1 << 63 | (honours as u64) << 62)
    }
}

impl Key for Tiles {
    const NONE: Self = Self(0);

    #[inline]
    fn mixed(self) -> u64 {
        self.0.wrapping_mul(MIXER)
    }
}

/// Suits met so far.
#[derive(Debug, Default)]
pub(super) struct Suits {
    /// By the number that the plan has for the suit, then by the tiles.
    met: Vec<Known<Tiles, Met>>,
    known: usize,
    kept: Vec<Suit>,
    added: Vec<Way>,
    /// Numbers of suits by what they hold and what their ways add.
    alike: FxHashMap<(u16, Vec<Way>), u32>,
    /// The groups of each way.
    groups: Vec<[InSuit; MOST_GROUPS]>,
}

/// What one way adds: to a tally, and to the groups that start on each rank where runs are asked for.
pub(super) type Way = (Tally, Begun);

/// A group in hand, whatever its suit: the rank of its first tile, and what it is.
#[derive(Clone, Copy, Debug, Default)]
struct InSuit(u8);

impl InSuit {
    const KINDS: [GroupKind; 4] = [GroupKind::Chow, GroupKind::Pung, GroupKind::Kong, GroupKind::Pair];

    fn of(group: Group) -> Self {
        let kind = Self::KINDS.iter().position(|kind| *kind == group.kind).unwrap_or_default();
        Self((kind as u8) << 4 | rank(group.first))
    }

    const fn group(self, suit: usize) -> Group {
        Group::in_hand(Self::KINDS[(self.0 >> 4) as usize % 4], kind_at(suit, self.0 & 15))
    }
}

impl Suits {
    /// The suit of these tiles.
    #[inline(always)]
    #[allow(clippy::inline_always)] // Four suits are looked up side by side.
    pub fn get(&mut self, number: usize, tiles: u64, plan: &Plan) -> Met {
        let key = Tiles::of(tiles, false);
        let known = self.met.get(plan.suits[number] as usize).and_then(|known| known.get(key));
        known.unwrap_or_else(|| self.meet(key, number, tiles, plan))
    }

    pub fn suit(&self, met: Met) -> Suit {
        self.kept[met.suit as usize]
    }

    #[cold]
    #[inline(never)]
    fn meet(&mut self, key: Tiles, number: usize, tiles: u64, plan: &Plan) -> Met {
        let mut in_suit = Packed::default();
        in_suit.0[number] = tiles;
        let counts = in_suit.counts();
        let held: u8 = counts.iter().sum();
        let (sets, pair) = (held / 3, held % 3 == 2);
        let (start, mut ways) = (self.groups.len(), Vec::new());
        if held % 3 != 1 && usize::from(sets) + usize::from(pair) <= MOST_GROUPS {
            each_of_suit(&counts, sets, pair, &mut |groups| {
                let added = plan.added(groups);
                // The winning tile may join another group in each way.
                if plan.looks_at_win(true) || !ways.contains(&added) {
                    ways.push(added);
                    let mut way = [InSuit::default(); MOST_GROUPS];
                    for (place, group) in way.iter_mut().zip(groups) {
                        *place = InSuit::of(*group);
                    }
                    self.groups.push(way);
                }
            });
        }
        let fit = if ways.is_empty() { UNFIT } else { 0 };
        let holds = u16::from(sets) | if pair { A_PAIR } else { 0 } | fit;
        let met = Met { suit: self.number(holds, ways), start: start as u32 };
        let of_plan = plan.suits[number] as usize;
        if self.met.len() <= of_plan {
            self.met.resize_with(of_plan + 1, Known::default);
        }
        self.met[of_plan].put(key, met);
        self.known += 1;
        met
    }

    fn number(&mut self, holds: u16, ways: Vec<Way>) -> u32 {
        let (kept, all) = (&mut self.kept, &mut self.added);
        *self.alike.entry((holds, ways)).or_insert_with_key(|(_, ways)| {
            let (tally, _) = ways.first().copied().unwrap_or_default();
            kept.push(Suit { tally, start: all.len() as u32, ways: ways.len() as u16, holds });
            all.extend_from_slice(ways);
            kept.len() as u32 - 1
        })
    }

    /// What a way of a suit adds.
    pub fn added(&self, suit: Suit, way: u16) -> Way {
        self.added[suit.start as usize + way as usize]
    }

    /// The groups of one way, sets first.
    pub fn way(&self, number: usize, met: Met, way: u16) -> impl Iterator<Item = Group> + '_ {
        let groups = &self.groups[met.start as usize + way as usize];
        let holds = self.suit(met).holds;
        let size = usize::from(holds & (A_PAIR - 1)) + usize::from(holds & A_PAIR != 0);
        groups[..size].iter().map(move |group| group.group(number))
    }

    pub const fn len(&self) -> usize {
        self.known
    }
}
