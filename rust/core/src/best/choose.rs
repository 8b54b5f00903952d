//! Which instances count together: the consistent set worth most, or what unconditional exclusion leaves.

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

/// The instances of one arrangement and their conflicts; what they are worth may change from choice to choice.
#[derive(Debug, Default)]
pub(crate) struct Chooser {
    /// Whether conflicts are looked for: unconditional exclusion has no use for them.
    links: bool,
    all: Vec<Instance>,
    neighbours: Vec<Vec<u16>>,
    component: Vec<u16>,
    seen: Vec<bool>,
    /// Where in the component an instance stands.
    places: Vec<usize>,
    chosen: Vec<bool>,
}

impl Chooser {
    pub fn new(links: bool) -> Self {
        Self { links, ..Self::default() }
    }

    /// Starts afresh for another table.
    pub fn renew(&mut self, links: bool) {
        self.links = links;
        self.all.clear();
    }

    /// Starts afresh with these instances.
    pub fn set(&mut self, table: &Table, all: &[Instance]) {
        self.all.clear();
        self.all.reserve(all.len() + 8);
        for instance in all {
            self.push(table, *instance);
        }
    }

    /// Adds one more instance.
    pub fn push(&mut self, table: &Table, instance: Instance) {
        if self.links {
            self.link(table, &instance);
        }
        self.all.push(instance);
    }

    /// Notes whom the next instance conflicts with.
    fn link(&mut self, table: &Table, instance: &Instance) {
        let at = self.all.len();
        if self.neighbours.len() == at {
            self.neighbours.push(Vec::new());
        }
        self.neighbours[at].clear();
        if table.is_related(instance.row as usize) {
            let relations = table.relations_of(instance.row as usize);
            for (other, against) in self.all.iter().enumerate() {
                if at_odds(relations[against.row as usize], instance, against) {
                    self.neighbours[at].push(other as u16);
                    self.neighbours[other].push(at as u16);
                }
            }
        }
    }

    /// Takes back what was added after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        for at in len..self.all.len().min(self.neighbours.len()) {
            for index in 0..self.neighbours[at].len() {
                let other = self.neighbours[at][index] as usize;
                self.neighbours[other].retain(|neighbour| *neighbour as usize != at);
            }
        }
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
        if let Some((at, instance)) = self.all.iter().enumerate().filter(alone).min_by_key(|(_, instance)| instance.row)
        {
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
        let count = self.all.len();
        self.chosen.clear();
        self.chosen.resize(count, false);
        self.seen.clear();
        for a in 0..count {
            let mine = &self.all[a];
            // Nothing is gained by counting what is worth nothing, and of one pool's instances of one row and tile
            // the first of the best stands for all: they conflict with the same others.
            let idle = mine.worth() <= 0
                || table.rows[mine.row as usize].pooled_only
                    && self.all.iter().enumerate().any(|(b, other)| {
                        other.row == mine.row
                            && other.tag == mine.tag
                            && (other.worth() > mine.worth() || other.worth() == mine.worth() && b < a)
                    });
            self.seen.push(idle);
        }
        let mut total = 0;
        for start in 0..count {
            if self.seen[start] {
                continue;
            }
            self.gather(start);
            if let [only] = self.component[..] {
                self.chosen[only as usize] = true;
                total += self.all[only as usize].worth();
            } else {
                total += self.solve_component();
            }
        }
        total
    }

    /// Collects the component of `start` in ascending order.
    fn gather(&mut self, start: usize) {
        self.component.clear();
        self.component.push(start as u16);
        self.seen[start] = true;
        let mut next = 0;
        while next < self.component.len() {
            let at = self.component[next] as usize;
            next += 1;
            for &other in &self.neighbours[at] {
                if !self.seen[other as usize] {
                    self.seen[other as usize] = true;
                    self.component.push(other);
                }
            }
        }
        let all = &self.all;
        self.component.sort_unstable_by_key(|at| (all[*at as usize].row, *at));
    }

    /// Where all of the component conflict with each other only one can count: the first of the heaviest.
    fn heaviest_of_rivals(&self) -> Option<u16> {
        let others = self.component.len() - 1;
        let rivals = |at: &u16| {
            let neighbours = &self.neighbours[*at as usize];
            neighbours.len() >= others && self.component.iter().all(|other| other == at || neighbours.contains(other))
        };
        if !self.component.iter().all(rivals) {
            return None;
        }
        self.component
            .iter()
            .copied()
            .reduce(|best, at| if self.all[at as usize].worth() > self.all[best as usize].worth() { at } else { best })
    }

    /// The heaviest consistent set of the component; of equal ones that whose rows come first in the table.
    fn solve_component(&mut self) -> i32 {
        if let Some(best) = self.heaviest_of_rivals() {
            self.chosen[best as usize] = true;
            return self.all[best as usize].worth();
        }
        self.places.clear();
        self.places.resize(self.all.len(), usize::MAX);
        let mut all = Bits::default();
        for (index, &member) in self.component.iter().enumerate() {
            self.places[member as usize] = index;
            all.insert(index);
        }
        let mut graph = Graph { worths: Vec::new(), rows: Vec::new(), rivals: Vec::new(), known: FastMap::default() };
        for &member in &self.component {
            let instance = &self.all[member as usize];
            graph.worths.push(instance.worth());
            graph.rows.push(instance.row);
            let mut rivals = Bits::default();
            for other in &self.neighbours[member as usize] {
                let place = self.places[*other as usize];
                if place != usize::MAX {
                    rivals.insert(place);
                }
            }
            graph.rivals.push(rivals);
        }
        let (best, chosen) = graph.heaviest(all);
        for index in chosen.iter() {
            self.chosen[self.component[index] as usize] = true;
        }
        best
    }
}

/// Members of a part whose best is not remembered.
const SMALL: u32 = 6;

/// A component of the conflicts, its members numbered in table order.
struct Graph {
    worths: Vec<i32>,
    rows: Vec<u16>,
    rivals: Vec<Bits>,
    known: FastMap<Bits, (i32, Bits)>,
}

impl Graph {
    fn heaviest(&mut self, of: Bits) -> (i32, Bits) {
        let Some(first) = of.iter().next() else { return (0, of) };
        let part = self.connected(of, first);
        if part != of {
            let (a, b) = (self.heaviest(part), self.heaviest(of.without(&part)));
            return (a.0 + b.0, a.1.union(&b.1));
        }
        let busiest = |index: &usize| (self.rivals[*index].common(&of).len(), std::cmp::Reverse(*index));
        let pick = of.iter().max_by_key(busiest).unwrap_or(first);
        let alone = Bits::of(pick);
        if part == alone {
            return (self.worths[pick], alone);
        }
        if of.len() > SMALL
            && let Some(known) = self.known.get(&of)
        {
            return *known;
        }
        let rest = of.without(&alone);
        let (sum, chosen) = self.heaviest(rest.without(&self.rivals[pick]));
        let with = (sum + self.worths[pick], chosen.union(&alone));
        let without = self.heaviest(rest);
        let rows = |bits: Bits| bits.iter().map(|index| self.rows[index]);
        let better = with.0 > without.0 || with.0 == without.0 && rows(with.1).le(rows(without.1));
        let best = if better { with } else { without };
        // The few subsets of a small part are sooner found anew.
        if of.len() > SMALL {
            self.known.insert(of, best);
        }
        best
    }

    /// The members of `of` that hang together with `first`.
    fn connected(&self, of: Bits, first: usize) -> Bits {
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

/// A set of at most 256 members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Bits([u64; 4]);

impl Bits {
    fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    fn of(index: usize) -> Self {
        let mut bits = Self::default();
        bits.insert(index);
        bits
    }

    fn zip(&self, other: &Self, of: fn(u64, u64) -> u64) -> Self {
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
        self.0 == [0; 4]
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Members in ascending order.
    fn iter(self) -> impl Iterator<Item = usize> {
        (0..4).flat_map(move |word| {
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

/// What holds excludes, whatever it is worth; what is left counts.
fn unconditional(table: &Table, all: &[Instance], chosen: &mut [bool]) -> i32 {
    let mut total = 0;
    for (a, mine) in all.iter().enumerate() {
        let dropped = table.is_related(mine.row as usize)
            && all.iter().enumerate().any(|(b, other)| {
                if a == b {
                    return false;
                }
                let relation = table.relation(mine.row as usize, other.row as usize);
                let shared = mine.used & other.used;
                let better = (other.worth(), a) > (mine.worth(), b);
                relation & relation::EXCLUDED_BY != 0
                    || relation & relation::FAMILY != 0 && shared == mine.used && mine.used != other.used
                    || relation & relation::KIND != 0 && shared != 0 && better
                    || relation & relation::POOL != 0 && mine.tag == other.tag && better
                    || relation & relation::ONCE != 0 && better
            });
        if !dropped {
            chosen[a] = true;
            total += mine.worth();
        }
    }
    total
}
