//! Which instances count together: the consistent set worth most, or what unconditional exclusion leaves.

use super::instances::UNTAGGED;
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

/// Whether two instances may not both count.
pub(crate) fn conflict(table: &Table, a: &Instance, b: &Instance) -> bool {
    let relation = table.relation(a.row as usize, b.row as usize);
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
    all: Vec<Instance>,
    neighbours: Vec<Vec<u16>>,
    component: Vec<u16>,
    seen: Vec<bool>,
    blocked: Vec<u16>,
    taken: Vec<bool>,
    best_taken: Vec<bool>,
    rest: Vec<i32>,
    chosen: Vec<bool>,
}

impl Chooser {
    /// Starts afresh with these instances.
    pub fn set(&mut self, table: &Table, all: &[Instance]) {
        self.all.clear();
        for instance in all {
            self.push(table, *instance);
        }
    }

    /// Adds one more instance.
    pub fn push(&mut self, table: &Table, instance: Instance) {
        let at = self.all.len();
        if self.neighbours.len() == at {
            self.neighbours.push(Vec::new());
        }
        self.neighbours[at].clear();
        if table.is_related(instance.row as usize) {
            for (other, against) in self.all.iter().enumerate() {
                if conflict(table, against, &instance) {
                    self.neighbours[at].push(other as u16);
                    self.neighbours[other].push(at as u16);
                }
            }
        }
        self.all.push(instance);
    }

    /// Takes back what was added after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        for at in len..self.all.len() {
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

    /// The instances that count, in table order.
    pub fn chosen(&self) -> Vec<Instance> {
        let counted = self.all.iter().zip(&self.chosen).filter(|(_, chosen)| **chosen);
        let mut counted: Vec<Instance> = counted.map(|(instance, _)| *instance).collect();
        counted.sort_by_key(|instance| instance.row);
        counted
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

    /// Include-first in table order: the first optimum found is the one whose rows come first.
    fn solve_component(&mut self) -> i32 {
        let size = self.component.len();
        self.rest.clear();
        self.rest.resize(size + 1, 0);
        for at in (0..size).rev() {
            self.rest[at] = self.rest[at + 1] + self.all[self.component[at] as usize].worth();
        }
        self.blocked.clear();
        self.blocked.resize(self.all.len(), 0);
        // What is out of the running blocks nothing and is blocked from the start.
        for (at, idle) in self.seen.iter().enumerate() {
            self.blocked[at] = u16::from(*idle);
        }
        for &member in &self.component {
            self.blocked[member as usize] = 0;
        }
        self.taken.clear();
        self.taken.resize(size, false);
        self.best_taken.clear();
        self.best_taken.resize(size, false);
        let mut best = 0;
        self.descend(0, 0, &mut best);
        for at in 0..size {
            if self.best_taken[at] {
                self.chosen[self.component[at] as usize] = true;
            }
        }
        best
    }

    fn descend(&mut self, at: usize, sum: i32, best: &mut i32) {
        if sum > *best {
            *best = sum;
            self.best_taken.copy_from_slice(&self.taken);
        }
        let mut at = at;
        while at < self.component.len() && self.blocked[self.component[at] as usize] > 0 {
            at += 1;
        }
        if at == self.component.len() || sum + self.rest[at] <= *best {
            return;
        }
        let instance = self.component[at] as usize;
        let later = (self.all[instance].row, instance as u16);
        let free = !self.neighbours[instance]
            .iter()
            .any(|&other| self.blocked[other as usize] == 0 && (self.all[other as usize].row, other) > later);
        self.block(instance, true);
        self.taken[at] = true;
        let worth = self.all[instance].worth();
        self.descend(at + 1, sum + worth, best);
        self.taken[at] = false;
        self.block(instance, false);
        // What conflicts with nothing that is left is never better left out.
        if !free {
            self.descend(at + 1, sum, best);
        }
    }

    fn block(&mut self, instance: usize, up: bool) {
        for index in 0..self.neighbours[instance].len() {
            let other = self.neighbours[instance][index] as usize;
            if up {
                self.blocked[other] += 1;
            } else {
                self.blocked[other] -= 1;
            }
        }
    }
}

/// What holds excludes, whatever it is worth; what is left counts.
fn unconditional(table: &Table, all: &[Instance], chosen: &mut [bool]) -> i32 {
    let mut total = 0;
    for (a, mine) in all.iter().enumerate() {
        let dropped = all.iter().enumerate().any(|(b, other)| {
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
