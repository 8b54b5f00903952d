//! Which instances count together: the consistent set worth most, or what unconditional exclusion leaves.

use std::cmp::Reverse;

use super::instances::UNTAGGED;
use super::reading::Line;
use super::suits::FastMap;
use crate::rules::{Exclusions, Table, relation};

/// One way in which a row holds, with what it would be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instance {
    pub row: u16,
    pub used: u32,
    pub tag: u8,
    pub times: i32,
    pub grade: i32,
    /// Value of the row, without multiplier and grade.
    pub value: i32,
}

impl Instance {
    pub const fn worth(&self) -> i32 {
        self.value * self.times * self.grade
    }
}

/// Whether two instances may not both count, whose rows bear on each other so.
const fn at_odds(relation: u8, a: &Instance, b: &Instance) -> bool {
    if relation == 0 {
        return false;
    }
    let shared = a.used & b.used;
    relation & (relation::EXCLUDES | relation::EXCLUDED_BY | relation::ONCE) != 0
        || relation & relation::FAMILY != 0 && (shared == a.used || shared == b.used)
        || relation & relation::KIND != 0 && shared != 0
        || relation & relation::POOL != 0 && (a.tag == b.tag || a.tag == UNTAGGED || b.tag == UNTAGGED)
}

/// The instances of one arrangement; what they are worth may change from choice to choice.
#[derive(Debug, Default)]
pub(crate) struct Chooser {
    all: Vec<Instance>,
    chosen: Vec<bool>,
    /// Instances that may count, in table order.
    active: Vec<u16>,
    /// The best of each tile of one row that is a matter of a pool alone, by tag.
    tops: Vec<(u8, u16)>,
    graph: Graph<1>,
}

impl Chooser {
    /// Starts afresh with these instances.
    pub fn set(&mut self, all: &[Instance]) {
        self.all.clear();
        self.all.extend_from_slice(all);
    }

    /// Adds one more instance.
    pub fn push(&mut self, instance: Instance) {
        self.all.push(instance);
    }

    /// Takes back what was added after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.all.truncate(len);
    }

    pub fn all(&self) -> &[Instance] {
        &self.all
    }

    pub fn grade(&mut self, index: usize, grade: i32) {
        self.all[index].grade = grade;
    }

    /// What counts, in table order.
    pub fn chosen(&self) -> Vec<Line> {
        let mut lines = Vec::with_capacity(self.chosen.iter().filter(|chosen| **chosen).count());
        for (instance, _) in self.all.iter().zip(&self.chosen).filter(|(_, chosen)| **chosen) {
            let Instance { row, value, grade, times, used, .. } = *instance;
            lines.push(Line { row, value, grade, times, used });
        }
        lines.sort_by_key(|line| line.row);
        lines
    }

    /// Chooses what counts and returns the sum.
    pub fn choose(&mut self, table: &Table) -> i32 {
        self.chosen.clear();
        self.chosen.resize(self.all.len(), false);
        let alone = |(_, instance): &(usize, &Instance)| table.rows[instance.row as usize].alone;
        let first = |(_, instance): &(usize, &Instance)| (instance.row, Reverse(instance.worth()));
        if let Some((at, instance)) = self.all.iter().enumerate().filter(alone).min_by_key(first) {
            self.chosen[at] = true;
            return instance.worth();
        }
        match table.exclusions {
            Exclusions::Best => self.heaviest(table),
            Exclusions::Unconditional => unconditional(table, &self.all, &mut self.chosen),
        }
    }

    /// The consistent set worth most, whatever the table does with exclusions.
    pub fn heaviest(&mut self, table: &Table) -> i32 {
        self.chosen.clear();
        self.chosen.resize(self.all.len(), false);
        self.list_active(table);
        match self.active.len() {
            0..=64 => {
                self.graph.fill(table, &self.all, &self.active);
                self.graph.solve(&self.active, &mut self.chosen)
            }
            65..=256 => self.solve_many::<4>(table),
            _ => self.solve_many::<32>(table),
        }
    }

    fn solve_many<const W: usize>(&mut self, table: &Table) -> i32 {
        let mut graph = Graph::<W>::default();
        graph.fill(table, &self.all, &self.active);
        graph.solve(&self.active, &mut self.chosen)
    }

    /// Nothing is gained by counting what is worth nothing, and of one pool's instances of one row and tile the first
    /// of the best stands for all: they conflict with the same others.
    fn list_active(&mut self, table: &Table) {
        self.active.clear();
        let mut at = 0;
        while at < self.all.len() {
            let row = self.all[at].row;
            let end = at + self.all[at..].iter().take_while(|instance| instance.row == row).count();
            if table.rows[row as usize].pooled_only {
                self.tops.clear();
                for (index, instance) in self.all.iter().enumerate().take(end).skip(at) {
                    if instance.worth() > 0 {
                        match self.tops.iter_mut().rev().find(|(tag, _)| *tag == instance.tag) {
                            Some((_, top)) if self.all[*top as usize].worth() < instance.worth() => *top = index as u16,
                            Some(_) => {}
                            None => self.tops.push((instance.tag, index as u16)),
                        }
                    }
                }
                self.active.extend(self.tops.iter().map(|(_, top)| *top));
            } else {
                self.active.extend((at..end).filter(|index| self.all[*index].worth() > 0).map(|index| index as u16));
            }
            at = end;
        }
        let all = &self.all;
        self.active.sort_unstable_by_key(|at| (all[*at as usize].row, *at));
    }
}

/// Instances that may count and their conflicts, numbered in table order.
#[derive(Debug, Default)]
struct Graph<const W: usize> {
    worths: Vec<i32>,
    rows: Vec<u16>,
    rivals: Vec<Bits<W>>,
    known: FastMap<Bits<W>, (i32, Bits<W>)>,
}

/// Members from which on what was found for them is remembered.
const WORTH_REMEMBERING: u32 = 6;

impl<const W: usize> Graph<W> {
    fn fill(&mut self, table: &Table, all: &[Instance], active: &[u16]) {
        self.worths.clear();
        self.rows.clear();
        self.rivals.clear();
        self.known.clear();
        for (index, &at) in active.iter().enumerate() {
            let instance = &all[at as usize];
            let mut rivals = Bits::default();
            if table.is_related(instance.row as usize) {
                let relations = table.relations_of(instance.row as usize);
                for (other, &against) in active[..index].iter().enumerate() {
                    let against = &all[against as usize];
                    if at_odds(relations[against.row as usize], instance, against) {
                        rivals.insert(other);
                        self.rivals[other].insert(index);
                    }
                }
            }
            self.worths.push(instance.worth());
            self.rows.push(instance.row);
            self.rivals.push(rivals);
        }
    }

    /// Marks the heaviest consistent set; of equal ones that whose rows come first in the table.
    fn solve(&mut self, active: &[u16], chosen: &mut [bool]) -> i32 {
        let mut total = 0;
        let mut open = Bits::default();
        for (index, &at) in active.iter().enumerate() {
            if self.rivals[index].is_empty() {
                chosen[at as usize] = true;
                total += self.worths[index];
            } else {
                open.insert(index);
            }
        }
        while let Some(first) = open.iter().next() {
            let part = self.connected(open, first);
            open = open.without(&part);
            let (sum, members) = self.heaviest(self.undominated(part));
            total += sum;
            for member in members.iter() {
                chosen[active[member] as usize] = true;
            }
        }
        total
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
        let rows = |bits: &Bits<W>| bits.iter().map(|index| self.rows[index]);
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

    /// Members in ascending order.
    fn iter(self) -> impl Iterator<Item = usize> {
        (0..W).flat_map(move |word| {
            let mut rest = self.0[word];
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    word * 64 + bit
                })
            })
        })
    }
}

/// What holds excludes, whatever it is worth; what is left counts, of a row that counts once and of a pool the best.
pub(crate) fn unconditional(table: &Table, all: &[Instance], chosen: &mut [bool]) -> i32 {
    let relation = |at: usize, other: usize| table.relation(all[at].row as usize, all[other].row as usize);
    let pooled =
        |relation: u8, at: usize, other: usize| relation & relation::POOL != 0 && all[at].tag == all[other].tag;
    let dropped = |at: usize, other: usize| {
        let (relation, used) = (relation(at, other), all[at].used);
        relation & relation::EXCLUDED_BY != 0
            || relation & relation::FAMILY != 0 && used & all[other].used == used && used != all[other].used
            || pooled(relation, at, other) && all[other].worth() > all[at].worth()
    };
    // Of equals the first in the table.
    let order = |at: usize| (Reverse(all[at].worth()), all[at].row, at);
    let outdone = |at: usize, other: usize| {
        let relation = relation(at, other);
        (relation & relation::ONCE != 0 || pooled(relation, at, other)) && order(other) < order(at)
    };
    let others = |at: usize| {
        let related = table.is_related(all[at].row as usize);
        (0..if related { all.len() } else { 0 }).filter(move |other| *other != at)
    };
    let left = |at: usize| !others(at).any(|other| dropped(at, other));
    let mut total = 0;
    for (at, instance) in all.iter().enumerate() {
        chosen[at] = left(at) && !others(at).any(|other| outdone(at, other) && left(other));
        total += if chosen[at] { instance.worth() } else { 0 };
    }
    total
}
