//! Instances and their conflicts, and the heaviest set of them without any.

use std::cmp::Reverse;

use super::choose::{Instance, Mark};
use super::instances::UNTAGGED;
use crate::best::suit::classes::FastMap;
use crate::rules::{RowSet, Table, relation};

/// Whether two instances may not both count, whose rows bear on each other so.
const fn at_odds(relation: u8, a: &Instance, b: &Instance) -> bool {
    let shared = a.used & b.used;
    relation & (relation::EXCLUDES | relation::EXCLUDED_BY | relation::ONCE) != 0
        || relation & relation::FAMILY != 0 && (shared == a.used || shared == b.used)
        || relation & relation::KIND != 0 && shared != 0
        || relation & relation::POOL != 0 && (a.tag == b.tag || a.tag == UNTAGGED || b.tag == UNTAGGED)
}

/// Instances that may count and their conflicts, numbered in table order.
#[derive(Debug, Default)]
pub(in crate::best) struct Graph<const W: usize> {
    worths: Vec<i32>,
    rows: Vec<u16>,
    rivals: Vec<Bits<W>>,
    known: FastMap<Bits<W>, (i32, Bits<W>)>,
}

/// Members from which on what was found for them is remembered.
const WORTH_REMEMBERING: u32 = 6;

impl<const W: usize> Graph<W> {
    pub fn fill(&mut self, table: &Table, all: &[Instance], active: &[u16]) {
        let instance = |at: &u16| &all[usize::from(*at)];
        self.worths.clear();
        self.worths.extend(active.iter().map(|at| instance(at).worth()));
        self.rows.clear();
        self.rows.extend(active.iter().map(|at| instance(at).row));
        self.rivals.clear();
        self.rivals.resize(active.len(), Bits::default());
        self.known.clear();
        let mut present = RowSet::default();
        for (index, row) in self.rows.iter().enumerate() {
            let row = usize::from(*row);
            if table.related(row).meets(&present) {
                let relations = table.relations_of(row);
                for (other, against) in self.rows[..index].iter().enumerate() {
                    let relation = relations[usize::from(*against)];
                    if relation != 0 && at_odds(relation, instance(&active[index]), instance(&active[other])) {
                        self.rivals[index].insert(other);
                        self.rivals[other].insert(index);
                    }
                }
            }
            present.insert(row);
        }
    }

    /// Marks the heaviest consistent set; of equal ones that whose rows come first in the table.
    pub fn solve(&mut self, active: &[u16], marks: &mut [Mark]) -> i32 {
        let mut total = 0;
        let mut open = Bits::default();
        for (index, &at) in active.iter().enumerate() {
            if self.rivals[index].is_empty() {
                marks[at as usize] = Mark::Sure;
                total += self.worths[index];
            } else {
                open.insert(index);
            }
        }
        while let Some(first) = open.iter().next() {
            let (part, (sum, members)) = if let Some((other, better)) = self.pair(first) {
                (Bits::of(first).union(&Bits::of(other)), (self.worths[better], Bits::of(better)))
            } else {
                let part = self.connected(open, first);
                (part, self.heaviest(self.undominated(part)))
            };
            open = open.without(&part);
            total += sum;
            for member in members.iter() {
                marks[active[member] as usize] = Mark::Chosen;
            }
        }
        total
    }

    /// The one rival of what has no other and is that one's only rival, and which of the two is better.
    fn pair(&self, first: usize) -> Option<(usize, usize)> {
        let other = self.rivals[first].only()?;
        self.rivals[other].only()?;
        Some((other, if self.worths[other] > self.worths[first] { other } else { first }))
    }

    /// Leaves out what could always be exchanged for a rival that is worth more and has no other rivals.
    fn undominated(&self, mut of: Bits<W>) -> Bits<W> {
        for member in of.iter() {
            let rivals = self.rivals[member].common(&of);
            let mine = rivals.union(&Bits::of(member));
            let better = |rival: usize| {
                self.worths[rival] > self.worths[member] && self.rivals[rival].common(&of).without(&mine).is_empty()
            };
            if rivals.iter().any(better) {
                of = of.without(&Bits::of(member));
            }
        }
        of
    }

    fn heaviest(&mut self, of: Bits<W>) -> (i32, Bits<W>) {
        let Some(first) = of.iter().next() else { return (0, of) };
        let part = self.connected(of, first);
        if part != of {
            let (a, b) = (self.heaviest(part), self.heaviest(of.without(&part)));
            return (a.0 + b.0, a.1.union(&b.1));
        }
        let busiest = |index: &usize| (self.rivals[*index].common(&of).len(), Reverse(*index));
        let pick = of.iter().max_by_key(busiest).unwrap_or(first);
        let alone = Bits::of(pick);
        if part == alone {
            return (self.worths[pick], alone);
        }
        let remember = of.len() >= WORTH_REMEMBERING;
        if remember && let Some(known) = self.known.get(&of) {
            return *known;
        }
        let rest = of.without(&alone);
        let (sum, chosen) = self.heaviest(rest.without(&self.rivals[pick]));
        let with = (sum + self.worths[pick], chosen.union(&alone));
        let without = self.heaviest(rest);
        // What comes first goes for lists of a part only if it goes for these beside any others: the end of a list comes
        // after every row.
        let rows = |bits: &Bits<W>| bits.iter().map(|index| self.rows[index]).chain([u16::MAX]);
        let better = with.0 > without.0 || with.0 == without.0 && rows(&with.1).le(rows(&without.1));
        let best = if better { with } else { without };
        if remember {
            self.known.insert(of, best);
        }
        best
    }

    /// The members of `of` that hang together with `first`.
    fn connected(&self, of: Bits<W>, first: usize) -> Bits<W> {
        let mut part = Bits::of(first);
        let mut fresh = part;
        while !fresh.is_empty() {
            let reached = fresh.iter().fold(Bits::default(), |bits, index| bits.union(&self.rivals[index]));
            fresh = reached.common(&of).without(&part);
            part = part.union(&fresh);
        }
        part
    }
}

/// A set of at most 64 times `W` members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> Bits<W> {
    fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    fn of(index: usize) -> Self {
        let mut bits = Self::default();
        bits.insert(index);
        bits
    }

    fn zip(&self, other: &Self, of: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| of(self.0[word], other.0[word])))
    }

    fn union(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    fn common(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    fn without(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The only member, where there are no others.
    fn only(&self) -> Option<usize> {
        let mut members = self.iter();
        members.next().filter(|_| members.next().is_none())
    }

    /// Members in ascending order.
    const fn iter(self) -> Members<W> {
        Members { words: self.0, at: 0 }
    }
}

struct Members<const W: usize> {
    /// Those that are left.
    words: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for Members<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while let Some(word) = self.words.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.at * 64 + bit);
            }
            self.at += 1;
        }
        None
    }
}
