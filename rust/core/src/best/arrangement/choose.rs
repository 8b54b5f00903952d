//! Which instances count together: the consistent set worth most, or what unconditional exclusion leaves.

use std::cmp::Reverse;

use super::graph::Graph;
use crate::best::reading::Line;
use crate::rules::{Exclusions, RowSet, Table, Ties, relation};

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

/// What became of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It does not count.
    Left,
    Chosen,
    /// It counts, and nothing else that might is against it.
    Sure,
}

/// The instances of one arrangement; what they are worth may change from choice to choice.
#[derive(Debug, Default)]
pub(crate) struct Chooser {
    all: Vec<Instance>,
    marks: Vec<Mark>,
    /// Instances that may count, in table order.
    active: Vec<u16>,
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
        let mut lines = Vec::with_capacity(self.marks.iter().filter(|mark| **mark != Mark::Left).count());
        for (instance, _) in self.all.iter().zip(&self.marks).filter(|(_, mark)| **mark != Mark::Left) {
            let Instance { row, value, grade, times, used, .. } = *instance;
            lines.push(Line { row, value, grade, times, used });
        }
        lines.sort_by_key(|line| line.row);
        lines
    }

    /// What became of the instances, in their order.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Chooses what counts and returns the sum.
    pub fn choose(&mut self, table: &Table) -> i32 {
        let alone = |(_, instance): &(usize, &Instance)| table.rows[instance.row as usize].alone;
        let first = |(_, instance): &(usize, &Instance)| (instance.row, Reverse(instance.worth()));
        if let Some((at, instance)) = self.all.iter().enumerate().filter(alone).min_by_key(first) {
            let worth = instance.worth();
            self.leave_all();
            self.marks[at] = Mark::Chosen;
            return worth;
        }
        match table.exclusions {
            Exclusions::Best => self.heaviest(table),
            Exclusions::Unconditional => {
                self.leave_all();
                unconditional(table, &self.all, |at| self.marks[at] = Mark::Chosen)
            }
        }
    }

    fn leave_all(&mut self) {
        self.marks.clear();
        self.marks.resize(self.all.len(), Mark::Left);
    }

    /// The consistent set worth most, whatever the table does with exclusions.
    pub fn heaviest(&mut self, table: &Table) -> i32 {
        self.leave_all();
        self.list_active(table);
        match self.active.len() {
            0..=64 => {
                self.graph.fill(table, &self.all, &self.active);
                self.graph.solve(&self.active, &mut self.marks)
            }
            65..=256 => self.solve_many::<4>(table),
            _ => self.solve_many::<32>(table),
        }
    }

    fn solve_many<const W: usize>(&mut self, table: &Table) -> i32 {
        let mut graph = Graph::<W>::default();
        graph.fill(table, &self.all, &self.active);
        graph.solve(&self.active, &mut self.marks)
    }

    /// Nothing is gained by counting what is worth nothing, and of one pool's instances of one row and tile the first
    /// of the best stands for all: they conflict with the same others.
    fn list_active(&mut self, table: &Table) {
        let Self { all, active, .. } = self;
        active.clear();
        for (at, instance) in all.iter().enumerate() {
            let worth = instance.worth();
            if worth <= 0 {
                continue;
            }
            let row = |other: &u16| all[usize::from(*other)].row;
            // Instances come in table order, but for those of choices, which come after all others.
            let mut place = active.len();
            if active.last().is_some_and(|last| row(last) > instance.row) {
                place = active.partition_point(|other| row(other) <= instance.row);
            }
            if table.rows[usize::from(instance.row)].ties == Ties::Tile {
                let own = active[..place].iter().rev().take_while(|other| row(other) == instance.row);
                let alike = |other: &u16| all[usize::from(*other)].tag == instance.tag;
                if let Some(known) = own.copied().position(|other| alike(&other)) {
                    let known = place - 1 - known;
                    if all[usize::from(active[known])].worth() < worth {
                        active.remove(known);
                        active.insert(place - 1, at as u16);
                    }
                    continue;
                }
            }
            active.insert(place, at as u16);
        }
    }
}

/// What holds excludes, whatever it is worth; what is left counts, of a row that counts once and of a pool the best.
/// `chosen` is told what counts, in order.
pub(crate) fn unconditional(table: &Table, all: &[Instance], mut chosen: impl FnMut(usize)) -> i32 {
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
    let mut present = RowSet::default();
    for instance in all {
        present.insert(instance.row as usize);
    }
    let others = |at: usize| {
        let related = table.related(all[at].row as usize).meets(&present);
        (0..if related { all.len() } else { 0 }).filter(move |other| *other != at)
    };
    let left = |at: usize| !others(at).any(|other| dropped(at, other));
    let mut total = 0;
    for (at, instance) in all.iter().enumerate() {
        if left(at) && !others(at).any(|other| outdone(at, other) && left(other)) {
            chosen(at);
            total += instance.worth();
        }
    }
    total
}
