//! Every way to cover naturals with sets and pairs, one at a time and each once.
//!
//! The kinds are gone through in order; at each it is chosen how many chows begin there and how many pungs and
//! pairs there are of it. A table of the sets that the kinds above need at least keeps the search from dead ends.

use crate::group::{Group, GroupKind};
use crate::shapes::Readings;
use crate::tile::{Counts, KINDS, Kind, kind_at, ranks_in, starts_chow};

/// Chows that may run on from the two kinds below, as `one * CARRY + two`.
const CARRY: usize = 6;

const UNREACHABLE: u8 = 99;

/// A search in progress.
#[derive(Clone, Debug)]
pub struct Cover {
    counts: Counts,
    /// First kind, and the one after the last.
    kinds: (usize, usize),
    chows: bool,
    most_pairs: usize,
    /// For each kind, chows run on and pairs left: the fewest sets from there up.
    least: Vec<u8>,
    /// Kinds decided on, the last of them to be decided anew.
    frames: Vec<Frame>,
    sets: Vec<Group>,
    pairs: Vec<Group>,
    groups: Vec<Group>,
}

/// What was left to place when a kind was come to, and what was chosen there.
#[derive(Clone, Copy, Debug)]
struct Frame {
    sets: u8,
    pairs: u8,
    /// Chows begun one and two kinds below.
    one: u8,
    two: u8,
    chosen: Option<Choice>,
}

/// Pairs and pungs of a kind, and chows begun on it.
#[derive(Clone, Copy, Debug)]
struct Choice {
    pairs: u8,
    pungs: u8,
    chows: u8,
}

impl Cover {
    /// Covers of the naturals of a hand with exactly so many sets and pairs.
    #[must_use]
    pub fn of_hand(counts: &Counts, sets: u8, pairs: u8, chows: bool) -> Self {
        let mut cover = Self::prepare(*counts, (0, KINDS), (sets, pairs), chows);
        cover.start(sets, pairs);
        cover
    }

    /// No cover.
    #[must_use]
    pub fn none() -> Self {
        Self::prepare([0; KINDS], (0, 0), (0, 0), false)
    }

    fn prepare(counts: Counts, kinds: (usize, usize), (sets, pairs): (u8, u8), chows: bool) -> Self {
        let most_chows = if chows { usize::from(sets) } else { 0 };
        assert!(most_chows < CARRY, "at most five sets");
        let mut cover = Self {
            counts,
            kinds,
            chows,
            most_pairs: usize::from(pairs),
            least: Vec::new(),
            frames: Vec::with_capacity(kinds.1 - kinds.0),
            sets: Vec::with_capacity(usize::from(sets)),
            pairs: Vec::with_capacity(usize::from(pairs)),
            groups: Vec::with_capacity(usize::from(sets + pairs)),
        };
        let cells = CARRY * CARRY * (cover.most_pairs + 1);
        cover.least = vec![UNREACHABLE; (kinds.1 - kinds.0) * cells];
        cover.least.resize((kinds.1 - kinds.0 + 1) * cells, 0);
        for kind in (kinds.0..kinds.1).rev() {
            for one in 0..=most_chows {
                for two in 0..=most_chows - one {
                    for pairs in 0..=cover.most_pairs {
                        let place = cover.place(kind, one, two, pairs);
                        cover.least[place] = cover.least_from(kind, (one, two), pairs, most_chows);
                    }
                }
            }
        }
        cover
    }

    fn place(&self, kind: usize, one: usize, two: usize, pairs: usize) -> usize {
        (((kind - self.kinds.0) * CARRY + one) * CARRY + two) * (self.most_pairs + 1) + pairs
    }

    /// Three equal chows are three pungs: for the least number two are enough.
    fn least_from(&self, kind: usize, (one, two): (usize, usize), pairs: usize, most_chows: usize) -> u8 {
        let mut least = UNREACHABLE;
        for begun in 0..=if self.may_begin(kind) { (most_chows - one).min(2) } else { 0 } {
            for paired in 0..=pairs {
                let held = one + two + begun + 2 * paired;
                let pungs = self.counts[kind].saturating_sub(held as u8).div_ceil(3);
                let above = self.least[self.place(kind + 1, begun, one, pairs - paired)];
                least = least.min(above + begun as u8 + pungs);
            }
        }
        least
    }

    fn may_begin(&self, kind: usize) -> bool {
        self.chows && starts_chow(kind as Kind)
    }

    /// Begins anew with exactly so many sets and pairs, at most those prepared for.
    fn start(&mut self, sets: u8, pairs: u8) {
        self.frames.clear();
        self.sets.clear();
        self.pairs.clear();
        if self.least[self.place(self.kinds.0, 0, 0, usize::from(pairs))] <= sets {
            self.frames.push(Frame { sets, pairs, one: 0, two: 0, chosen: None });
        }
    }

    /// The next choice at a kind from which the rest can be covered.
    fn choose(&self, kind: usize, frame: Frame) -> Option<Choice> {
        let last = kind + 1 == self.kinds.1;
        let mut from = match frame.chosen {
            None => Choice { pairs: 0, pungs: 0, chows: 0 },
            Some(choice) => Choice { chows: choice.chows + 1, ..choice },
        };
        while from.pairs <= frame.pairs {
            while from.pungs <= frame.sets {
                let most = if self.may_begin(kind) { frame.sets - from.pungs } else { 0 };
                while from.chows <= most {
                    let held = frame.one + frame.two + from.chows + 3 * from.pungs + 2 * from.pairs;
                    let (sets, pairs) = (frame.sets - from.pungs - from.chows, frame.pairs - from.pairs);
                    let above = self.place(kind + 1, from.chows.into(), frame.one.into(), pairs.into());
                    if held >= self.counts[kind] && self.least[above] <= sets && (!last || sets + pairs == 0) {
                        return Some(from);
                    }
                    from.chows += 1;
                }
                from = Choice { pungs: from.pungs + 1, chows: 0, ..from };
            }
            from = Choice { pairs: from.pairs + 1, pungs: 0, chows: 0 };
        }
        None
    }
}

impl Readings for Cover {
    fn next(&mut self) -> Option<&[Group]> {
        loop {
            let kind = self.kinds.0 + self.frames.len().checked_sub(1)?;
            let frame = *self.frames.last()?;
            if let Some(before) = frame.chosen {
                self.sets.truncate(self.sets.len() - usize::from(before.pungs + before.chows));
                self.pairs.truncate(self.pairs.len() - usize::from(before.pairs));
            }
            let Some(choice) = self.choose(kind, frame) else {
                self.frames.pop();
                continue;
            };
            if let Some(frame) = self.frames.last_mut() {
                frame.chosen = Some(choice);
            }
            let group = |what| Group::in_hand(what, kind as Kind);
            self.sets.extend((0..choice.chows).map(|_| group(GroupKind::Chow)));
            self.sets.extend((0..choice.pungs).map(|_| group(GroupKind::Pung)));
            self.pairs.extend((0..choice.pairs).map(|_| group(GroupKind::Pair)));
            let (sets, pairs) = (frame.sets - choice.pungs - choice.chows, frame.pairs - choice.pairs);
            if sets + pairs > 0 {
                self.frames.push(Frame { sets, pairs, one: choice.chows, two: frame.one, chosen: None });
                continue;
            }
            self.groups.clear();
            self.groups.extend_from_slice(&self.sets);
            self.groups.extend_from_slice(&self.pairs);
            return Some(&self.groups);
        }
    }
}

/// Calls `visit` with every way to cover one suit's naturals with at most `max_sets` sets, a pair if `may_pair`, and
/// at most `max_wilds` wild tiles: sets ascending, then the pair.
pub fn cover_suit(
    suit: usize,
    counts: [u8; 9],
    max_sets: u8,
    may_pair: bool,
    max_wilds: u8,
    visit: &mut dyn FnMut(&[Group]),
) {
    let first = usize::from(kind_at(suit, 0));
    let kinds = (first, first + ranks_in(suit));
    let mut hand = [0; KINDS];
    hand[first..kinds.1].copy_from_slice(&counts[..ranks_in(suit)]);
    let naturals: u8 = hand.iter().sum();
    let max_pairs = u8::from(may_pair);
    let mut cover = Cover::prepare(hand, kinds, (max_sets, max_pairs), true);
    for sets in 0..=max_sets {
        for pairs in 0..=max_pairs {
            let tiles = 3 * sets + 2 * pairs;
            if tiles < naturals || tiles > naturals + max_wilds {
                continue;
            }
            if tiles == 0 {
                visit(&[]);
                continue;
            }
            cover.start(sets, pairs);
            while let Some(groups) = cover.next() {
                visit(groups);
            }
        }
    }
}
