//! Hands without wild tiles: every tile is what it shows, so little is left to choose and each arrangement is looked at.

use crate::best::arrangement::evaluate::Evaluator;
use crate::best::arrangement::view::{Facts, MAX_GROUPS, View};
use crate::best::reading::Collector;
use crate::decompose::laid_group;
use crate::group::{Group, GroupKind, knitted};
use crate::hand::{Hand, Shape, Shapes};
use crate::shapes::Copies;
use crate::tile::{Counts, Kind, starts_chow, suit};

/// Sets and the pair at most.
const MOST: usize = 6;

/// Whether no tile of the hand and its sets is wild.
pub(crate) fn is_plain(hand: &Hand, wilds: u8) -> bool {
    wilds == 0 && hand.melds.iter().all(|meld| meld.faces.len() == 1)
}

/// Offers every arrangement of sets and a pair, and those beside a knitted block.
pub(crate) fn offer(hand: &Hand, facts: &Facts, shapes: Shapes, evaluator: &mut Evaluator, collector: &mut Collector) {
    let Some(sets) = shapes.sets.checked_sub(hand.melds.len() as u8) else { return };
    let mut groups = Groups::default();
    for meld in &hand.melds {
        for face in meld.faces.iter() {
            groups.push(laid_group(meld, face));
        }
    }
    if shapes.knows(Shape::Standard) {
        each_arrangement(&facts.naturals, sets, &groups, &mut |groups| {
            evaluator.offer(&View::new(Shape::Standard as u8, groups), i32::MAX, collector);
        });
    }
    if shapes.knows(Shape::KnittedDragon) && sets >= 3 {
        for permutation in 0..6 {
            let block = knitted(permutation);
            if block.iter().any(|kind| facts.naturals[*kind as usize] == 0) {
                continue;
            }
            let mut naturals = facts.naturals;
            for kind in block {
                naturals[kind as usize] -= 1;
            }
            let mut groups = groups;
            groups.push(Group::in_hand(GroupKind::Knitted, permutation));
            each_arrangement(&naturals, sets - 3, &groups, &mut |groups| {
                evaluator.offer(&View::new(Shape::KnittedDragon as u8, groups), i32::MAX, collector);
            });
        }
    }
}

/// Visits every way to lay the tiles of one suit into `sets` sets and perhaps the pair, in the order in which [`offer`]
/// comes by them while the other suits stay as they are: sets first, then the pair.
pub(crate) fn each_of_suit(tiles: &Counts, sets: u8, pair: bool, visit: &mut impl FnMut(&[Group])) {
    let blank = Group::in_hand(GroupKind::Pair, 0);
    let kinds = Copies::of(tiles).at_least(1).0;
    let fixed = &Groups::default();
    let mut search = Search { counts: *tiles, taken: [blank; MOST], len: 0, pair: blank, fixed };
    search.step(kinds, sets, pair, &mut |groups| visit(&groups[..groups.len() - usize::from(!pair)]));
}

/// A list of groups that needs no memory of its own.
#[derive(Clone, Copy)]
struct Groups {
    list: [Group; MAX_GROUPS],
    len: usize,
}

impl Default for Groups {
    fn default() -> Self {
        Self { list: [Group::in_hand(GroupKind::Single, 0); MAX_GROUPS], len: 0 }
    }
}

impl Groups {
    const fn push(&mut self, group: Group) {
        self.list[self.len] = group;
        self.len += 1;
    }
}

/// Visits every way to lay all tiles into `sets` sets and a pair, each once: the groups of `fixed`, then chows and pungs
/// suit by suit, then the pair.
fn each_arrangement(naturals: &Counts, sets: u8, fixed: &Groups, visit: &mut impl FnMut(&[Group])) {
    let blank = Group::in_hand(GroupKind::Pair, 0);
    let kinds = Copies::of(naturals).at_least(1).0;
    let mut search = Search { counts: *naturals, taken: [blank; MOST], len: 0, pair: blank, fixed };
    search.step(kinds, sets, true, visit);
}

struct Search<'a> {
    /// Tiles not yet laid.
    counts: Counts,
    /// Sets so far, by their first tile.
    taken: [Group; MOST],
    len: usize,
    pair: Group,
    fixed: &'a Groups,
}

impl Search<'_> {
    /// Lays all tiles of the lowest of these kinds, then the others.
    fn step(&mut self, kinds: u64, sets: u8, pair: bool, visit: &mut impl FnMut(&[Group])) {
        if kinds == 0 {
            if sets == 0 && !pair {
                self.show(visit);
            }
            return;
        }
        let (kind, above) = (kinds.trailing_zeros() as usize, kinds & (kinds - 1));
        let count = self.counts[kind];
        if count == 0 {
            self.step(above, sets, pair, visit);
            return;
        }
        let room = match kind as Kind {
            start if starts_chow(start) => self.counts[kind + 1].min(self.counts[kind + 2]),
            _ => 0,
        };
        // What is neither pung nor pair begins chows: the fewest of these first.
        for (pungs, pairs) in [(1, 0), (0, 1), (0, 0)] {
            let Some(chows) = count.checked_sub(3 * pungs + 2 * pairs) else { continue };
            if chows > room || chows + pungs > sets || pairs == 1 && !pair {
                continue;
            }
            let len = self.len;
            self.take(kind, chows, pungs, pairs);
            self.step(above, sets - chows - pungs, pair && pairs == 0, visit);
            self.len = len;
            if chows > 0 {
                self.counts[kind + 1] += chows;
                self.counts[kind + 2] += chows;
            }
        }
    }

    fn take(&mut self, kind: usize, chows: u8, pungs: u8, pairs: u8) {
        if chows > 0 {
            self.counts[kind + 1] -= chows;
            self.counts[kind + 2] -= chows;
        }
        let of = |what| Group::in_hand(what, kind as Kind);
        for _ in 0..chows {
            self.taken[self.len] = of(GroupKind::Chow);
            self.len += 1;
        }
        if pungs > 0 {
            self.taken[self.len] = of(GroupKind::Pung);
            self.len += 1;
        }
        if pairs > 0 {
            self.pair = of(GroupKind::Pair);
        }
    }

    fn show(&self, visit: &mut impl FnMut(&[Group])) {
        let mut groups = *self.fixed;
        // By first tile they stand already: in each suit the chows come to the front.
        for group in &self.taken[..self.len] {
            let mut at = groups.len;
            let goes_before = |other: &Group| {
                group.kind == GroupKind::Chow && other.kind == GroupKind::Pung && suit(other.first) == suit(group.first)
            };
            while at > self.fixed.len && goes_before(&groups.list[at - 1]) {
                groups.list[at] = groups.list[at - 1];
                at -= 1;
            }
            groups.list[at] = *group;
            groups.len += 1;
        }
        groups.push(self.pair);
        visit(&groups.list[..groups.len]);
    }
}
