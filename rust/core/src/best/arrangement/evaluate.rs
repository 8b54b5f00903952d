//! The exact value of one arrangement: over the groups the winning tile may have joined, the states that may be
//! chosen, and the consistent sets of instances.

use std::cell::Cell;

use super::choose::{Chooser, Instance, Mark};
use super::instances::{Choice, UNTAGGED, Used, instances};
use super::view::{Facts, MAX_GROUPS, View, winners};
use crate::best::added::Added;
use crate::best::reading::{Collector, Line, Reading};
use crate::bits::{bits, submasks};
use crate::group::Laid;
use crate::hand::Shape;
use crate::rules::cond::Cond;
use crate::rules::{Exclusions, Situated, Ties, WinState};

/// What evaluation works with, kept from one hand to the next.
#[derive(Default)]
pub(crate) struct Buffers {
    chooser: Chooser,
    used: Vec<Used>,
    settled: Vec<Instance>,
    /// Whether the chooser holds the settled instances, before any others.
    settled_first: bool,
    /// Instances that hang on the winning group or on states.
    chosen_on: Vec<Instance>,
    /// The instances while the winning group and the kongs rest, and what became of them.
    base: Vec<(Instance, Mark)>,
    /// Whether more instances never make an arrangement worth less.
    only_adds: bool,
    /// The instances that hung on the winning group when it last rested.
    rested: Vec<Instance>,
    /// Conditions that the arrangement at hand does not rule out.
    open: Vec<u128>,
}

thread_local! {
    static BUFFERS: Cell<Option<Box<Buffers>>> = const { Cell::new(None) };
}

impl Buffers {
    /// Calls `work` with the buffers of this thread, or new ones.
    pub fn lend<T>(work: impl FnOnce(&mut Self) -> T) -> T {
        let mut buffers = BUFFERS.take().unwrap_or_default();
        let found = work(&mut buffers);
        BUFFERS.set(Some(buffers));
        found
    }
}

/// Evaluates arrangements of one hand.
pub(crate) struct Evaluator<'a> {
    situated: &'a Situated,
    facts: &'a Facts,
    claimed: bool,
    /// What screens know of the hand.
    known: u64,
    buffers: &'a mut Buffers,
}

impl<'a> Evaluator<'a> {
    pub fn new(situated: &'a Situated, facts: &'a Facts, buffers: &'a mut Buffers) -> Self {
        let claimed = facts.laid[..3].iter().any(|count| *count > 0);
        Self { situated, facts, claimed, known: situated.screens.facts(facts), buffers }
    }

    /// Offers every reading of the arrangement that may matter to `collector`. Where there are no kongs it is worth
    /// `exposed` at most if the group of the winning tile counts as exposed although it need not.
    pub fn offer(&mut self, view: &View, exposed: i32, collector: &mut Collector) {
        collector.work.evaluate();
        self.settle(view);
        let choosable = self.situated.free() && view.shape <= Shape::KnittedDragon as u8;
        let kongs = if choosable { view.kongs } else { 0 };
        let movable = if choosable { view.pungs | view.chows | view.pairs } else { 0 };
        // Groups that may be exposed at will, if they won.
        let at_will = match self.situated.aspect.win_state {
            _ if !self.situated.states_matter => 0,
            WinState::Free => kongs | movable,
            _ => kongs,
        };
        let may_expose = |collector: &Collector| at_will != 0 && (kongs != 0 || collector.wants(exposed));
        let mut done = [usize::MAX; MAX_GROUPS];
        let mut rested: Option<(u32, i32)> = None;
        let alike = !self.situated.states_matter && self.situated.screens.is_empty(Stage::OnWin as usize);
        for (turn, win) in bits(self.winners(view)).enumerate() {
            if done.iter().any(|other| *other < view.len && view.groups[*other] == view.groups[win]) {
                continue;
            }
            done[turn] = win;
            self.collect(view, Choice { win: Some(win), concealed: 0 }, Stage::OnWin);
            let free = movable >> win & 1 == 1;
            let rest = self.resting_state(view, win) | kongs;
            let base = match self.situated.aspect.win_state {
                WinState::Exposed if free => rest & !(1 << win),
                _ => rest,
            };
            // Where nothing hangs on the group, all groups are alike as long as they rest.
            let total = match rested {
                Some((state, total)) if (state == base || !self.situated.states_matter) && self.rests_alike() => total,
                _ => {
                    let total = self.offer_state(view, win, base, collector);
                    self.buffers.only_adds = self.only_adds();
                    // Even if this group may not be exposed: another that rests alike may.
                    if may_expose(collector) {
                        self.keep_base();
                    }
                    self.buffers.rested.clone_from(&self.buffers.chosen_on);
                    rested = Some((base, total));
                    total
                }
            };
            let moves = if may_expose(collector) { at_will & (kongs | 1 << win) } else { 0 };
            for moved in submasks(moves).filter(|moved| *moved != 0) {
                let state = base & !moved;
                if let Some(gain) = self.gain(view, Choice { win: Some(win), concealed: state })
                    && collector.wants(total.saturating_add(gain))
                {
                    self.offer_state(view, win, state, collector);
                }
            }
            if alike {
                break;
            }
        }
    }

    /// The groups that the winning tile may have joined.
    fn winners(&self, view: &View) -> u32 {
        let all = winners(view, self.facts);
        let looked_at = || self.situated.features.unseen[usize::from(view.shape)].is_some();
        if view.shape <= Shape::KnittedDragon as u8 || all != 0 && looked_at() {
            return all;
        }
        // No group may be exposed at will and no row looks at it: the first will do, also where there are no groups.
        bits(all).next().map_or(1, |first| 1 << first)
    }

    /// Offers a win without an arrangement.
    pub fn offer_flowers(&mut self, view: &View, collector: &mut Collector) {
        self.settle(view);
        self.buffers.chosen_on.clear();
        self.offer_state(view, usize::MAX, 0, collector);
    }

    fn settle(&mut self, view: &View) {
        self.situated.screens.look(view, self.known, &mut self.buffers.open);
        self.collect(view, Choice { win: None, concealed: 0 }, Stage::Settled);
        let (table, buffers) = (&self.situated.table, &mut *self.buffers);
        if table.tiered {
            highest_tiers(&table.rows, &mut buffers.settled);
        }
        buffers.chooser.set(&buffers.settled);
        buffers.settled_first = true;
    }

    /// Whether just the rows hang on the winning group that did when the groups last rested, or fewer where that cannot
    /// be more.
    fn rests_alike(&self) -> bool {
        let (rows, Buffers { rested, chosen_on, only_adds, .. }) = (&self.situated.table.rows, &*self.buffers);
        let same = |a: &Instance, b: &Instance| {
            a.row == b.row && a.worth() == b.worth() && (a.used == b.used || rows[a.row as usize].ties != Ties::Groups)
        };
        let mut rest = rested.iter();
        (*only_adds || rested.len() == chosen_on.len())
            && chosen_on.iter().all(|one| rest.any(|other| same(one, other)))
    }

    /// Concealed groups where nothing is chosen.
    fn resting_state(&self, view: &View, win: usize) -> u32 {
        let concealed_kongs = bits(view.kongs).filter(|kong| view.groups[*kong].laid == Laid::ConcealedKong);
        let concealed = view.in_hand | concealed_kongs.map(|kong| 1 << kong).sum::<u32>();
        let taken = !self.situated.free() && !self.situated.aspect.drawn;
        if taken { concealed & !(1 << win) } else { concealed }
    }

    /// Keeps the instances of the resting state.
    fn keep_base(&mut self) {
        let Buffers { chooser, base, .. } = &mut *self.buffers;
        base.clear();
        base.extend(chooser.all().iter().copied().zip(chooser.marks().iter().copied()));
    }

    /// Whether more instances than the settled ones, of those that were chosen from, never make the arrangement worth
    /// less: where rows exclude whatever they are worth, or what is left may become a row, they may.
    fn only_adds(&self) -> bool {
        let (table, Buffers { chooser, settled, settled_first, .. }) = (&self.situated.table, &*self.buffers);
        let alone = |instance: &Instance| table.rows[instance.row as usize].alone;
        *settled_first
            && table.exclusions == Exclusions::Best
            && !chooser.all().iter().any(alone)
            && !may_be_left(self.situated, settled)
    }

    /// The most that another state may add to the resting one, or nothing if no worth rises.
    fn gain(&mut self, view: &View, choice: Choice) -> Option<i32> {
        if !self.buffers.only_adds {
            return Some(i32::MAX);
        }
        let on_win = self.buffers.chosen_on.len();
        if self.has_state_rows() {
            self.collect(view, choice, Stage::OnState);
        }
        let Buffers { base, settled, chosen_on, .. } = &*self.buffers;
        let table = &self.situated.table;
        let worth = |instance: &Instance| {
            let scaled = table.rows[instance.row as usize].scaled;
            let grade = if scaled { grade_of(table.grades, view.whole, instance.used, choice.concealed) } else { 1 };
            instance.value * instance.times * grade
        };
        let (mut gain, mut rises) = (0, false);
        for (at, (instance, mark)) in base.iter().enumerate() {
            let before = instance.worth();
            // What hangs on choices is told anew.
            let after = if at < settled.len() { worth(instance) } else { 0 };
            rises |= after > before;
            // What nothing is against counts in either state.
            gain += if *mark == Mark::Sure { after.max(0) - before } else { (after - before).max(0) };
        }
        for (at, instance) in chosen_on.iter().enumerate() {
            let worth = worth(instance);
            // A flat row of the winning group is worth what it was while that rested.
            rises |= worth > 0 && (at >= on_win || table.rows[instance.row as usize].scaled);
            gain += worth.max(0);
        }
        self.buffers.chosen_on.truncate(on_win);
        rises.then_some(gain)
    }

    const fn has_state_rows(&self) -> bool {
        !self.situated.screens.is_empty(Stage::OnState as usize)
    }

    /// Fills the list of a stage with the instances of its rows.
    fn collect(&mut self, view: &View, choice: Choice, stage: Stage) {
        let Buffers { used, settled, chosen_on, open, .. } = &mut *self.buffers;
        let list = if stage == Stage::Settled { settled } else { chosen_on };
        if stage != Stage::OnState {
            list.clear();
        }
        for step in self.situated.screens.open(stage as usize, open) {
            let active = &self.situated.rows[usize::from(step.active)];
            let (cond, times) = &active.when[usize::from(step.when)];
            let row = &self.situated.table.rows[active.row];
            let value = row.value_in(self.claimed);
            let (row, times) = (active.row as u16, *times);
            let one = |Used { groups, tag }| Instance { row, used: groups, tag, times, grade: 1, value };
            if let Some(groups) = step.used(view) {
                list.push(one(Used { groups, tag: UNTAGGED }));
                continue;
            }
            used.clear();
            instances(cond, view, self.facts, choice, used);
            list.extend(used.iter().copied().map(one));
        }
    }

    fn grade(&mut self, view: &View, concealed: u32) {
        let table = &self.situated.table;
        let chooser = &mut self.buffers.chooser;
        for index in 0..chooser.all().len() {
            let instance = chooser.all()[index];
            if table.rows[instance.row as usize].scaled {
                chooser.grade(index, grade_of(table.grades, view.whole, instance.used, concealed));
            }
        }
    }

    /// Values one full choice and offers it. Returns its total, before anything is added.
    fn offer_state(&mut self, view: &View, win: usize, concealed: u32, collector: &mut Collector) -> i32 {
        let choice = Choice { win: (win < view.len).then_some(win), concealed };
        let on_win = self.buffers.chosen_on.len();
        if self.has_state_rows() {
            self.collect(view, choice, Stage::OnState);
        }
        self.load(view);
        self.buffers.chosen_on.truncate(on_win);
        if self.situated.grades_matter {
            self.grade(view, concealed);
        }
        let total = self.buffers.chooser.choose(&self.situated.table);
        if collector.wants(total) {
            let lines = self.lines(view, collector.added());
            collector.offer(Reading {
                total: lines.iter().map(Line::subtotal).sum(),
                shape: view.shape,
                groups: view.groups().to_vec(),
                concealed: concealed & view.whole,
                win: choice.win.map(|win| win as u8),
                lines,
            });
        }
        total
    }

    /// The lines of what was chosen and what is added to it: nothing to a row that stands alone.
    fn lines(&self, view: &View, added: &Added) -> Vec<Line> {
        let table = &self.situated.table;
        let mut lines = self.buffers.chooser.chosen();
        if !added.is_empty() && !lines.iter().any(|line| table.rows[line.row as usize].alone) {
            let counting = lines.iter().filter(|line| table.to_minimum[line.row as usize]).map(Line::subtotal).sum();
            lines.extend(added.lines(counting, view.shape));
            lines.sort_by_key(|line| line.row);
        }
        lines
    }

    /// Gives the chooser the settled instances and those of this choice.
    fn load(&mut self, view: &View) {
        let table = &self.situated.table;
        let Buffers { chooser, settled, chosen_on, settled_first, .. } = &mut *self.buffers;
        // Rows of a tier that hang on choices may outdo settled ones.
        if chosen_on.iter().any(|instance| table.rows[instance.row as usize].tier.is_some()) {
            let mut all: Vec<Instance> = settled.iter().chain(&*chosen_on).copied().collect();
            highest_tiers(&table.rows, &mut all);
            chooser.set(&all);
            *settled_first = false;
        } else {
            if !*settled_first {
                chooser.set(settled);
                *settled_first = true;
            }
            chooser.truncate(settled.len());
            for instance in chosen_on {
                chooser.push(*instance);
            }
        }
        self.add_residuals(view);
    }

    fn add_residuals(&mut self, view: &View) {
        let before = self.buffers.chooser.all().len();
        for index in &self.situated.residuals {
            let active = &self.situated.rows[*index as usize];
            let row = &self.situated.table.rows[active.row];
            if row.shapes >> view.shape & 1 == 0 {
                continue;
            }
            for (cond, times) in &active.when {
                let Cond::Residual { free, limited, at_most } = cond else { continue };
                let mut few = 0;
                let only = self.buffers.chooser.all()[..before].iter().all(|instance| {
                    let row = instance.row as usize;
                    few += u8::from(limited.contains(&row));
                    free.contains(&row) || limited.contains(&row)
                });
                if only && few <= *at_most {
                    let chosen = Instance {
                        row: active.row as u16,
                        used: view.whole,
                        tag: UNTAGGED,
                        times: *times,
                        grade: 1,
                        value: row.value_in(self.claimed),
                    };
                    self.buffers.chooser.push(chosen);
                }
            }
        }
    }
}

/// Whether these instances leave a row of what is left a chance.
fn may_be_left(situated: &Situated, instances: &[Instance]) -> bool {
    let conditions = situated.residuals.iter().flat_map(|active| &situated.rows[*active as usize].when);
    conditions.into_iter().any(|(cond, _)| {
        let Cond::Residual { free, limited, .. } = cond else { return false };
        instances.iter().map(|instance| instance.row as usize).all(|row| free.contains(&row) || limited.contains(&row))
    })
}

/// Leaves of each tier only the rows worth most.
pub(crate) fn highest_tiers(rows: &[crate::rules::Row], all: &mut Vec<Instance>) {
    let tops: Vec<(usize, i32)> =
        all.iter().filter_map(|instance| Some((rows[instance.row as usize].tier?, instance.value))).collect();
    if !tops.is_empty() {
        all.retain(|instance| {
            let tier = rows[instance.row as usize].tier;
            !tops.iter().any(|(of, top)| Some(*of) == tier && *top > instance.value)
        });
    }
}

/// The multiplier of what uses some groups of a hand with these.
pub(crate) fn grade_of([mixed, all_concealed, all_exposed]: [i32; 3], whole: u32, used: u32, concealed: u32) -> i32 {
    let groups = used & whole;
    match groups & concealed {
        _ if groups == 0 => mixed,
        inside if inside == groups => all_concealed,
        0 => all_exposed,
        _ => mixed,
    }
}

/// When the instances of a row are known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Settled,
    OnWin,
    OnState,
}
