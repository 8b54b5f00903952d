//! What the groups of one suit earn among themselves: tables of bounds, filled on demand.
//!
//! Rows that are no matter of the whole hand use chows, or pungs and the pair, or the copies of one tile. Each of the
//! three parts is bounded by its own heaviest consistent set; what only chows of several suits earn is the difference
//! that [`ChowTable`] holds.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use super::brothers::Brothers;
use super::chow_table::{ChowTable, key, together};
use super::crossing::{Sums, Together};
use super::gains::Gains;
use super::part::{Part, most_instances, part_of};
use super::parts::Parts;
use super::pung_items::{PungItem, over_suits, pack, runs_apart};
use super::rival::Rival;
use super::weights::Weights;
use crate::best::arrangement::choose::{Chooser, Instance};
use crate::best::arrangement::instances::{Choice, Used, instances};
use crate::best::arrangement::view::{Facts, View};
use crate::best::suit::books::Books;
use crate::best::suit::multiset::MAX_SETS;
use crate::bits::bits;
use crate::group::{Group, GroupKind, Laid};
use crate::hand::{Shape, Winning};
use crate::rules::cond::Cond;
use crate::rules::situated::ActiveRow;
use crate::rules::{Table, relation};
use crate::tile::{KINDS, KindSet};

/// A row that looks at few groups, without what only the hand or its circumstances tell.
#[derive(Clone, Debug)]
pub(crate) struct LocalRow {
    pub row: u16,
    pub value: i32,
    pub times: i32,
    pub cond: Cond,
}

/// The most that rows without a better bound are taken to be worth: no sum overflows, and nothing is worth more.
const MOST_LOOSE: i32 = 1 << 28;

/// Bounds for one set of local rows: shared by all situations that leave these rows alive.
#[derive(Debug)]
pub(crate) struct Local {
    grades: [i32; 3],
    /// Whether the winning group may count as exposed.
    pub exposable: bool,
    pub chows: Vec<LocalRow>,
    pub weights: Weights,
    pungs: Vec<LocalRow>,
    pungs_over_suits: Vec<LocalRow>,
    /// How pungs of each suit fall into parts.
    parts: [OnceLock<Parts>; 4],
    /// The hand-wide row that excludes most of what pungs and the pair earn.
    pub rival: Option<Rival>,
    /// By number of groups that hold a tile, and by number of groups an instance uses.
    copies: [i32; MAX_SETS + 2],
    copies_share_a_pool: bool,
    /// What copies of a tile earn by the concealed and the exposed groups that hold it.
    copies_earned: [[i32; MAX_SETS + 2]; MAX_SETS + 2],
    /// Rows without a better bound.
    pub loose: i32,
    /// What exposing a concealed group can add.
    pub gains: Gains,
    numbers: Arc<Numbers>,
    honour_books: Books,
    pub together: Together,
    pung_items: Vec<PungItem>,
    /// Nothing if runs of pungs over several suits are of other sorts.
    pub brothers: Option<Brothers>,
    /// What runs of pungs over several suits add at most, by how many pungs there are and over how many suits.
    pung_packs: [[i32; 4]; MAX_SETS + 1],
    /// Whether runs of pungs over several suits are of one rank.
    pub level_runs: bool,
    /// For each suit the one that earns alike.
    alike: [usize; 4],
    /// The most that so many sets and a pair in hand earn, found when it is asked for.
    pub free: [OnceLock<i32>; MAX_SETS + 1],
}

/// Bounds for the number suits, which no wind changes.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    cross: OnceLock<ChowTable>,
    /// What chows over several suits earn, as long as there is no such table.
    spreads: Sums,
    books: [Books; 3],
}

thread_local! {
    /// What [`Local::heaviest`] works with.
    static SCRATCH: Cell<(Vec<Used>, Vec<Instance>, Chooser)> = Cell::default();
}

impl Local {
    /// `numbers` gives what is kept of the number suits beside this rival.
    pub fn new(
        table: &Table,
        active: &[ActiveRow],
        covered: &[bool],
        exposable: bool,
        numbers: impl FnOnce(Option<usize>) -> Arc<Numbers>,
    ) -> Self {
        let mut local = Self {
            grades: table.grades,
            exposable,
            chows: Vec::new(),
            weights: Weights::default(),
            pungs: Vec::new(),
            pungs_over_suits: Vec::new(),
            parts: Default::default(),
            rival: None,
            copies: [0; MAX_SETS + 2],
            copies_share_a_pool: true,
            copies_earned: [[0; MAX_SETS + 2]; MAX_SETS + 2],
            loose: 0,
            gains: Gains::default(),
            numbers: Arc::default(),
            honour_books: Books::default(),
            together: Together::default(),
            pung_items: Vec::new(),
            brothers: None,
            pung_packs: [[0; 4]; MAX_SETS + 1],
            level_runs: true,
            alike: [0, 1, 2, 3],
            free: Default::default(),
        };
        let highest = table.highest_grade();
        let mut pools: Vec<(u16, u8)> = Vec::new();
        // What an instance is worth at most, and all rows together.
        let mut copies = [[0; 2]; MAX_SETS + 2];
        let apart = runs_apart(table, active);
        for (row, _) in active.iter().zip(covered).filter(|(_, covered)| !**covered) {
            let data = &table.rows[row.row];
            if data.shapes & 1 == 0 || row.residual {
                continue;
            }
            let value = data.value.max(data.value_if_claimed);
            for (cond, times) in &row.when {
                let (part, main) = match part_of(cond) {
                    (Part::Pungs, main) if !apart && over_suits(main) => (Part::Loose, main),
                    // What chows of several suits earn is kept for suits that are interchangeable.
                    (Part::Chows, main) if !suit_blind(main) => (Part::Loose, main),
                    part => part,
                };
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
                        if let Some(slot) = copies.get_mut(usize::from(*groups)) {
                            let worth = (value * times * grade).max(0);
                            *slot = [(*slot)[0].max(worth), (*slot)[1] + worth];
                        }
                        if !data.scaled {
                            local.loose += (value * times).max(0) * most_instances(main);
                        }
                        pools.push((row.row as u16, *groups));
                    }
                    Part::Loose => {
                        let most = (value * times).max(0).saturating_mul(highest).saturating_mul(most_instances(cond));
                        local.loose = local.loose.saturating_add(most).min(MOST_LOOSE);
                    }
                }
            }
        }
        local.copies_share_a_pool = pools
            .iter()
            .all(|(a, _)| pools.iter().all(|(b, _)| table.relation(*a as usize, *b as usize) & relation::POOL != 0));
        local.copies = copies.map(|[most, sum]| if local.copies_share_a_pool { most } else { sum });
        local.copies_earned =
            std::array::from_fn(|concealed| std::array::from_fn(|exposed| local.earn_copies(concealed, exposed)));
        if local.chows.iter().chain(&local.pungs).all(|row| suit_blind(&row.cond)) {
            local.alike = [0, 0, 0, 3];
        }
        local.pungs_over_suits = local.pungs.iter().filter(|row| over_suits(&row.cond)).cloned().collect();
        local.pung_packs =
            std::array::from_fn(|pungs| std::array::from_fn(|suits| pack(&local.pung_items, pungs, suits as u8, true)));
        local.brothers = Brothers::new(&local.pung_items, local.level_runs, table.grades);
        local.weights = Weights::new(table, &local.chows);
        local.gains = Gains::new([&local.chows, &local.pungs], table);
        local.rival = Rival::new(&local.pungs, table, active, covered);
        local.numbers = numbers(local.rival.as_ref().map(|rival| rival.row));
        local
    }

    /// The heaviest consistent set of the instances of `rows` on these groups, of which one that holds a tile of `won`
    /// may count as exposed.
    pub fn heaviest(&self, table: &Table, rows: &[LocalRow], groups: &[Group], won: KindSet) -> i32 {
        if rows.is_empty() || groups.is_empty() {
            return 0;
        }
        let view = View::new(Shape::Standard as u8, groups);
        let (mut used, mut all, mut chooser) = SCRATCH.take();
        all.clear();
        let [mixed, all_concealed, all_exposed] = self.grades;
        for row in rows {
            used.clear();
            instances(&row.cond, &view, &NOTHING, Choice { win: None, concealed: 0 }, &mut used);
            let scaled = table.rows[row.row as usize].scaled;
            all.extend(used.iter().map(|used| {
                let grade = match used.groups & !view.in_hand {
                    _ if !scaled => 1,
                    // What exposing the winning group gains is accounted for elsewhere.
                    0 if used.groups.is_power_of_two() => all_concealed,
                    0 => all_concealed.max(mixed),
                    exposed if exposed == used.groups => all_exposed,
                    _ => mixed,
                };
                Instance { row: row.row, used: used.groups, tag: used.tag, times: row.times, grade, value: row.value }
            }));
        }
        chooser.set(&all);
        let mut sum = chooser.heaviest(table);
        // Beside what is exposed already the winning group may complete what counts as exposed all through.
        let winning = if self.exposable && view.open != 0 { view.in_hand & !view.kongs } else { 0 };
        for win in bits(winning).filter(|win| view.kinds[*win].meets(won)) {
            let completes = |instance: &Instance| {
                let rest = instance.used & view.in_hand;
                rest == 1 << win && instance.used != rest && table.rows[instance.row as usize].scaled
            };
            if !all.iter().any(completes) {
                continue;
            }
            for (index, instance) in all.iter().enumerate() {
                chooser.grade(index, if completes(instance) { all_exposed } else { instance.grade });
            }
            sum = chooser.heaviest(table).max(sum);
        }
        SCRATCH.set((used, all, chooser));
        sum
    }

    /// What is kept of a suit.
    pub fn books(&self, suit: usize) -> &Books {
        self.numbers.books.get(suit).unwrap_or(&self.honour_books)
    }

    /// The suit that earns what this one earns.
    pub const fn like(&self, suit: usize) -> usize {
        self.alike[suit]
    }

    /// How pungs and the pair of a suit fall into parts that bear on no other.
    pub fn parts(&self, table: &Table, suit: usize) -> &Parts {
        self.parts[suit].get_or_init(|| Parts::new(&self.pungs, table, suit))
    }

    /// What chows, or pungs and the pair, of one suit earn where some lie on the table.
    pub fn part(&self, table: &Table, chows: bool, groups: &[Group], won: KindSet) -> i32 {
        self.heaviest(table, if chows { &self.chows } else { &self.pungs }, groups, won)
    }

    /// What pungs and the pair earn over several suits.
    pub fn over_suits(&self, table: &Table, groups: &[Group], won: KindSet) -> i32 {
        self.heaviest(table, &self.pungs_over_suits, groups, won)
    }

    /// What the copies of one tile earn that so many concealed and exposed groups hold.
    pub fn copies(&self, concealed: usize, exposed: usize) -> i32 {
        self.copies_earned[concealed][exposed]
    }

    fn earn_copies(&self, concealed: usize, exposed: usize) -> i32 {
        let touching = concealed + exposed;
        let worth = |groups: usize| {
            let [mixed, all_concealed, all_exposed] = self.grades;
            let mut grade = if groups <= concealed { all_concealed } else { 0 };
            if groups > 1 {
                grade = grade.max(mixed);
            }
            if exposed > 0 && groups <= exposed {
                grade = grade.max(all_exposed);
            }
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

    /// What these multisets of chows earn together, whatever their suits are called.
    pub fn chows_together(&self, table: &Table, multisets: [usize; 3]) -> i32 {
        match self.numbers.cross.get() {
            Some(cross) => cross.together(multisets),
            None => self.numbers.spreads.get(key(multisets).into(), |_| together(self, table, multisets)),
        }
    }

    /// What pungs of several suits can add: `pungs` of them over `suits` suits, and perhaps a pair.
    pub fn cross_pungs(&self, pungs: usize, suits: u8, grade: i32) -> i32 {
        self.pung_packs[pungs.min(MAX_SETS)][usize::from(suits)] * grade
    }
}

/// Whether a condition on chows, pungs or the pair of one suit asks of all number suits the same.
fn suit_blind(cond: &Cond) -> bool {
    let even = |set: KindSet| (0..3).all(|suit| set.0 >> (9 * suit) & 0x1FF == set.0 & 0x1FF);
    match cond {
        Cond::Run(_) => true,
        Cond::Sets(sets) => even(sets.within) && sets.pair.is_none_or(even),
        Cond::Pair { within } => even(*within),
        _ => false,
    }
}

/// Choices of k out of n.
pub(crate) fn choose(n: usize, k: usize) -> i32 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |product, step| product * (n - step) / (step + 1)) as i32
}

pub(crate) const fn in_suit(kind: GroupKind, suit: usize, rank: u8) -> Group {
    Group { kind, first: suit as u8 * 9 + rank, laid: Laid::Hand }
}

/// Facts for conditions that look at groups alone.
pub(crate) static NOTHING: Facts = Facts {
    winning: Winning::None,
    naturals: [0; KINDS],
    flowers: 0,
    flowers_wild: false,
    waits: KindSet::EMPTY,
    waits_by_shape: KindSet::EMPTY,
    last_visible: false,
    laid: [0; 4],
};
