//! What the groups of one suit earn among themselves: tables of bounds, filled on demand.
//!
//! Rows that are no matter of the whole hand use chows, or pungs and the pair, or the copies of one tile. Each of the
//! three parts is bounded by its own heaviest consistent set; what only chows of several suits earn is the difference
//! that [`ChowTable`] holds.

use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, OnceLock};

use super::books::Books;
use super::choose::{Chooser, Instance};
use super::chow_table::{ChowTable, at_counts, gross};
use super::instances::{Choice, Used, instances};
use super::multiset::{CHOW_SETS, MAX_SETS, PUNG_SETS, chows_of};
use super::part::{Part, part_of};
use super::view::{Facts, View, bits};
use crate::group::{Group, GroupKind, Laid};
use crate::hand::{Shape, Winning};
use crate::rules::Table;
use crate::rules::cond::Cond;
use crate::rules::situated::ActiveRow;
use crate::tile::{KINDS, Kind, KindSet, suit};

/// A row that looks at few groups, without what only the hand or its circumstances tell.
#[derive(Clone, Debug)]
pub(crate) struct LocalRow {
    row: u16,
    value: i32,
    times: i32,
    pub cond: Cond,
}

/// Grades that a set of groups can reach at best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grading {
    /// Everything in hand and concealed; the winning group's gain is accounted for elsewhere.
    Concealed,
    /// The best that the groups used can reach.
    Reachable,
}

/// The most that groups can reach: `concealed` in hand, `exposed` claimed, kongs apart.
pub(crate) fn reachable(grades: [i32; 3], concealed: u32, exposed: u32) -> i32 {
    let [mixed, all_concealed, all_exposed] = grades;
    let mut best = 0;
    if exposed == 0 {
        best = best.max(all_concealed);
    }
    if concealed <= 1 {
        best = best.max(all_exposed);
    }
    if concealed + exposed != 1 {
        best = best.max(mixed);
    }
    best
}

/// Bounds for one set of local rows: shared by all situations that leave these rows alive.
#[derive(Debug)]
pub(crate) struct Local {
    grades: [i32; 3],
    pub chows: Vec<LocalRow>,
    pungs: Vec<LocalRow>,
    /// By number of groups that hold a tile, and by number of groups an instance uses.
    copies: [i32; MAX_SETS + 2],
    copies_share_a_pool: bool,
    /// Rows without a better bound.
    pub loose: i32,
    /// What exposing a concealed chow, pung or pair can add, by its first tile.
    gains: [[i32; KINDS]; 3],
    numbers: Arc<Numbers>,
    honours: Vec<AtomicU16>,
    honour_books: Books,
    pung_items: Vec<PungItem>,
    /// Whether runs of pungs over several suits are of one rank.
    pub level_runs: bool,
}

/// Bounds for the number suits, which no wind changes.
#[derive(Debug)]
pub(crate) struct Numbers {
    chows: [Vec<AtomicU16>; 3],
    pungs: [Vec<AtomicU16>; 3],
    cross: OnceLock<ChowTable>,
    gross: OnceLock<[i32; 216]>,
    books: [Books; 3],
}

impl Numbers {
    pub fn new() -> Self {
        Self {
            chows: [0; 3].map(|_| unknown(CHOW_SETS)),
            pungs: [0; 3].map(|_| unknown(PUNG_SETS * 10)),
            cross: OnceLock::new(),
            gross: OnceLock::new(),
            books: Default::default(),
        }
    }
}

/// A run of pungs over several suits: how many sets it takes, whether it takes the pair, what it is worth.
#[derive(Clone, Copy, Debug)]
struct PungItem {
    sets: u8,
    pair: bool,
    suits: u8,
    worth: i32,
}

/// Groups that the winning tile may join and expose.
const GROUPS: [GroupKind; 3] = [GroupKind::Chow, GroupKind::Pung, GroupKind::Pair];

const UNKNOWN: u16 = u16::MAX;

fn unknown(len: usize) -> Vec<AtomicU16> {
    (0..len).map(|_| AtomicU16::new(UNKNOWN)).collect()
}

impl Local {
    pub fn new(table: &Table, active: &[ActiveRow], covered: &[bool], numbers: Arc<Numbers>) -> Self {
        let mut local = Self {
            grades: table.grades,
            chows: Vec::new(),
            pungs: Vec::new(),
            copies: [0; MAX_SETS + 2],
            copies_share_a_pool: true,
            loose: 0,
            gains: [[0; KINDS]; 3],
            numbers,
            honours: unknown(PUNG_SETS * 10),
            honour_books: Books::default(),
            pung_items: Vec::new(),
            level_runs: true,
        };
        let highest = table.grades.iter().copied().max().unwrap_or(1);
        let mut pools: Vec<(u16, u8)> = Vec::new();
        for (row, _) in active.iter().zip(covered).filter(|(_, covered)| !**covered) {
            let data = &table.rows[row.row];
            if data.shapes & 1 == 0 || row.residual {
                continue;
            }
            let value = data.value.max(data.value_if_claimed);
            for (cond, times) in &row.when {
                let (part, main) = part_of(cond);
                let local_row = || LocalRow { row: row.row as u16, value, times: *times, cond: main.clone() };
                match part {
                    Part::Hand => {}
                    Part::Chows => local.chows.push(local_row()),
                    Part::Pungs => {
                        if let Cond::Run(run) = main
                            && run.suits != Some(1)
                        {
                            local.level_runs &= run.ranks.iter().all(|rank| *rank == run.ranks[0]) && run.times == 1;
                            local.pung_items.push(PungItem {
                                sets: (run.ranks.len() * usize::from(run.times)) as u8 - u8::from(run.pair),
                                pair: run.pair,
                                suits: run.suits.unwrap_or(2) - u8::from(run.pair),
                                worth: (value * times).max(0) * i32::from(data.scaled),
                            });
                            if !data.scaled {
                                local.loose += (value * times).max(0) * 10;
                            }
                        }
                        local.pungs.push(local_row());
                    }
                    Part::Copies => {
                        let Cond::Copies { groups, .. } = main else { continue };
                        let grade = i32::from(data.scaled);
                        if let Some(slot) = local.copies.get_mut(usize::from(*groups)) {
                            *slot = (*slot).max(value * times * grade);
                        }
                        if !data.scaled {
                            local.loose += (value * times).max(0) * 20;
                        }
                        pools.push((row.row as u16, *groups));
                    }
                    Part::Loose => local.loose += (value * times).max(0) * highest * 20,
                }
            }
        }
        local.copies_share_a_pool = pools.iter().all(|(a, _)| {
            pools.iter().all(|(b, _)| table.relation(*a as usize, *b as usize) & crate::rules::relation::POOL != 0)
        });
        local.gains = local.gains(table);
        local
    }

    /// By how much what a set or the pair earns for itself alone rises when it is exposed.
    fn gains(&self, table: &Table) -> [[i32; KINDS]; 3] {
        let [_, concealed, exposed] = self.grades;
        let mut gains = [[0; KINDS]; 3];
        let mut used = Vec::new();
        for (group, gains) in GROUPS.into_iter().zip(&mut gains) {
            for kind in (0..KINDS as Kind).filter(|kind| group != GroupKind::Chow || suit(*kind) < 3 && kind % 9 < 7) {
                let view = View::new(Shape::Standard as u8, &[Group::in_hand(group, kind)]);
                for row in self.chows.iter().chain(&self.pungs).filter(|row| table.rows[row.row as usize].scaled) {
                    used.clear();
                    instances(&row.cond, &view, &NOTHING, Choice { win: None, concealed: 0 }, &mut used);
                    gains[kind as usize] += used.len() as i32 * row.value * row.times * (exposed - concealed).max(0);
                }
            }
        }
        gains
    }

    /// The most that exposing one of these groups can add, if the winning tile may lie in it.
    pub fn gain(&self, groups: impl Iterator<Item = Group>, winning: Winning) -> i32 {
        let may = |group: &Group| match winning {
            Winning::Natural(tile) => group.kinds().contains(tile),
            _ => true,
        };
        groups.filter(may).map(|group| self.gain_of(group)).max().unwrap_or(0)
    }

    fn gain_of(&self, group: Group) -> i32 {
        GROUPS.iter().position(|kind| *kind == group.kind).map_or(0, |at| self.gains[at][group.first as usize])
    }

    /// The most that exposing any group can add.
    pub fn most_gain(&self, winning: Winning) -> i32 {
        let all = GROUPS.into_iter().flat_map(|kind| (0..KINDS as Kind).map(move |first| Group::in_hand(kind, first)));
        self.gain(all, winning)
    }

    /// The heaviest consistent set of the instances of `rows` on these groups.
    pub fn heaviest(&self, table: &Table, rows: &[LocalRow], groups: &[Group], grading: Grading) -> i32 {
        if rows.is_empty() || groups.is_empty() {
            return 0;
        }
        let view = View::new(Shape::Standard as u8, groups);
        let mut used: Vec<Used> = Vec::new();
        let mut all: Vec<Instance> = Vec::new();
        for row in rows {
            used.clear();
            instances(&row.cond, &view, &NOTHING, Choice { win: None, concealed: 0 }, &mut used);
            let scaled = table.rows[row.row as usize].scaled;
            all.extend(used.iter().map(|used| {
                let concealed = (used.groups & view.in_hand).count_ones();
                let claimed = bits(used.groups & view.open & !view.kongs).count() as u32;
                let grade = match grading {
                    _ if !scaled => 1,
                    Grading::Concealed => self.grades[1],
                    Grading::Reachable => reachable(self.grades, concealed, claimed),
                };
                Instance { row: row.row, used: used.groups, tag: used.tag, times: row.times, grade, value: row.value }
            }));
        }
        let mut chooser = Chooser::new(true);
        chooser.set(table, &all);
        chooser.heaviest(table)
    }

    /// Whether a row with this condition depends on no group in hand.
    pub fn of_hand(cond: &Cond) -> bool {
        part_of(cond).0 == Part::Hand
    }

    /// What the concealed chows of one suit earn, by their multiset; honours have none.
    pub fn chows(&self, table: &Table, suit: usize, multiset: usize) -> i32 {
        let Some(table_of_suit) = self.numbers.chows.get(suit) else { return 0 };
        remember(&table_of_suit[multiset], || {
            let groups: Vec<Group> = chows_of(multiset).map(|rank| in_suit(GroupKind::Chow, suit, rank)).collect();
            self.heaviest(table, &self.chows, &groups, Grading::Concealed)
        })
    }

    /// What is kept of a suit.
    pub fn books(&self, suit: usize) -> &Books {
        self.numbers.books.get(suit).unwrap_or(&self.honour_books)
    }

    /// What the concealed pungs of one suit and its pair earn; `pungs` are ranks, ascending, and `multiset` names them.
    pub fn pungs(&self, table: &Table, suit: usize, multiset: usize, pungs: &[u8], pair: Option<u8>) -> i32 {
        let at = multiset * 10 + pair.map_or(0, |rank| rank as usize + 1);
        let known = self.numbers.pungs.get(suit).unwrap_or(&self.honours);
        remember(&known[at], || {
            let mut groups: Vec<Group> = pungs.iter().map(|rank| in_suit(GroupKind::Pung, suit, *rank)).collect();
            groups.extend(pair.map(|rank| in_suit(GroupKind::Pair, suit, rank)));
            self.heaviest(table, &self.pungs, &groups, Grading::Concealed)
        })
    }

    /// What chows, or pungs and the pair, of one suit earn where some lie on the table.
    pub fn part(&self, table: &Table, chows: bool, groups: &[Group], grading: Grading) -> i32 {
        self.heaviest(table, if chows { &self.chows } else { &self.pungs }, groups, grading)
    }

    /// What the copies of one tile earn that `concealed` groups in hand and `exposed` ones hold.
    pub fn copies(&self, concealed: usize, exposed: usize, melded: bool) -> i32 {
        let touching = concealed + exposed;
        let worth = |groups: usize| {
            let grade = if melded {
                let [mixed, all_concealed, all_exposed] = self.grades;
                let mut grade = mixed;
                if groups <= concealed {
                    grade = grade.max(all_concealed);
                }
                if groups <= exposed + 1 {
                    grade = grade.max(all_exposed);
                }
                grade
            } else {
                self.grades[1]
            };
            self.copies[groups] * grade
        };
        let sizes = 1..=touching.min(MAX_SETS + 1);
        if self.copies_share_a_pool {
            sizes.map(worth).max().unwrap_or(0).max(0)
        } else {
            sizes.map(|groups| worth(groups).max(0) * choose(touching, groups)).sum()
        }
    }

    /// Whether the table of chows over several suits is there already.
    pub fn cross_is_known(&self) -> bool {
        self.numbers.cross.get().is_some()
    }

    /// Chows over several suits.
    pub fn cross(&self, table: &Table) -> &ChowTable {
        self.numbers.cross.get_or_init(|| ChowTable::new(self, table))
    }

    /// The most that chows earn across suits, whatever the suits then lose, by how many each suit has.
    pub fn gross(&self, table: &Table, counts: [u8; 3]) -> i32 {
        self.numbers.gross.get_or_init(|| gross(self, table))[at_counts(counts)]
    }

    /// The most that chows earn across suits.
    pub fn most_gross(&self, table: &Table) -> i32 {
        let counts = (0..6_u8).flat_map(|a| (0..6 - a).flat_map(move |b| (0..6 - a - b).map(move |c| [a, b, c])));
        counts.map(|counts| self.gross(table, counts)).max().unwrap_or(0)
    }

    /// What pungs of several suits can add: `pungs` of them over `suits` suits, and perhaps a pair.
    pub fn cross_pungs(&self, pungs: usize, suits: u8, pair: bool, grade: i32) -> i32 {
        fn pack(items: &[PungItem], pungs: usize, suits: u8, pair: bool) -> i32 {
            let fits =
                |item: &&PungItem| usize::from(item.sets) <= pungs && item.suits <= suits && (pair || !item.pair);
            let rest = |item: &PungItem| pack(items, pungs - usize::from(item.sets), suits, pair && !item.pair);
            items
                .iter()
                .filter(fits)
                .filter(|item| item.worth > 0)
                .map(|item| item.worth + rest(item))
                .max()
                .unwrap_or(0)
        }
        pack(&self.pung_items, pungs, suits, pair) * grade
    }
}

fn choose(n: usize, k: usize) -> i32 {
    (0..k).fold(1, |product, step| product * (n - step) / (step + 1)) as i32
}

fn remember(slot: &AtomicU16, compute: impl FnOnce() -> i32) -> i32 {
    let known = slot.load(Ordering::Relaxed);
    if known != UNKNOWN {
        return i32::from(known);
    }
    let value = compute();
    // Larger bounds are not remembered, only computed again.
    if let Ok(small) = u16::try_from(value)
        && small != UNKNOWN
    {
        slot.store(small, Ordering::Relaxed);
    }
    value
}

pub(crate) const fn in_suit(kind: GroupKind, suit: usize, rank: u8) -> Group {
    Group { kind, first: suit as u8 * 9 + rank, laid: Laid::Hand }
}

/// Facts for conditions that look at groups alone.
static NOTHING: Facts = Facts {
    winning: Winning::None,
    naturals: [0; KINDS],
    flowers: 0,
    flowers_wild: false,
    waits: KindSet::EMPTY,
    waits_by_shape: KindSet::EMPTY,
    last_visible: false,
    laid: [0; 4],
};
