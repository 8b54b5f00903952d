//! The best arrangement of sets and a pair: exact, by bounds.
//!
//! An arrangement is one cover of each suit. Its score is at most what the whole-hand rows are worth for the union of
//! the covers' masks, plus what each suit earns alone, plus what chows and pungs of several suits add. Covers alike in
//! all but the second are one class; tuples of classes are searched depth first under that bound, the surviving ones
//! expanded from the top, and only arrangements that may still matter are evaluated.

use std::rc::Rc;

use super::cover::Partial;
use super::covers::{Covers, each_choice};
use super::crossing::{Caps, Crossing};
use super::evaluate::Evaluator;
use super::instances::{Choice, instances};
use super::local::{Local, reachable};
use super::reading::Collector;
use super::suits::{Bounds, FastMap, Member, Suit, members_of};
use super::view::{Facts, View};
use super::whole::Whole;
use crate::group::{Group, GroupKind, Laid};
use crate::rules::Situated;
use crate::tile::suit;

/// Targets tried before the search proper.
const SEEDS: usize = 8;

/// Choices of faces that are searched in the order of their bounds.
const MANY_FACES: usize = 4;

/// One shape of one hand.
pub(crate) struct Job<'a> {
    pub situated: &'a Situated,
    pub facts: &'a Facts,
    pub shape: u8,
    /// What the groups in hand must cover.
    pub covers: &'a Covers,
    /// Groups beside these: sets on the table with their faces, one list for each choice of faces.
    pub fixed: &'a [Vec<Group>],
}

/// Offers `collector` every arrangement that may matter.
pub(crate) fn search(job: &Job, evaluator: &mut Evaluator, collector: &mut Collector) {
    if job.covers.is_empty() {
        return;
    }
    if job.fixed.len() <= MANY_FACES
        && let Some((few, count)) = job.covers.few()
    {
        for fixed in job.fixed {
            offer_few(job, fixed, &few, count, evaluator, collector);
        }
        return;
    }
    let mut suits = SuitsBy::default();
    if job.fixed.len() <= MANY_FACES {
        for fixed in job.fixed {
            Search::new(job, fixed, &mut suits).run(evaluator, collector);
        }
        return;
    }
    let mut order: Vec<(i32, &Vec<Group>)> = Vec::with_capacity(job.fixed.len());
    for fixed in job.fixed {
        let search = Search::new(job, fixed, &mut suits);
        order.extend(search.bound(&search.start, 0).map(|(bound, _)| (bound, fixed)));
    }
    order.sort_by_key(|(bound, _)| std::cmp::Reverse(*bound));
    for (bound, fixed) in order {
        if !collector.wants(bound) {
            break;
        }
        Search::new(job, fixed, &mut suits).run(evaluator, collector);
    }
}

/// Evaluates few arrangements, those first that may be worth most.
fn offer_few(
    job: &Job,
    fixed: &[Group],
    few: &[Vec<Partial>; 4],
    count: usize,
    evaluator: &mut Evaluator,
    collector: &mut Collector,
) {
    let covers = |chosen: [usize; 4]| [0, 1, 2, 3].map(|suit| few[suit][chosen[suit]]);
    let table = job.situated.table();
    let local: &Local = &job.situated.local;
    // Bounds are worth their while only where the tables for them are there already.
    if count == 1 || !local.cross_is_known() {
        each_choice(few, job.covers.sets, &mut |chosen| {
            evaluator.offer(&view(job.shape, fixed, &covers(chosen)), collector);
        });
        return;
    }
    let bounds = Bounds { table, features: &job.situated.features, local };
    let members: [Vec<Member>; 4] =
        [0, 1, 2, 3].map(|suit| members_of(suit, &few[suit], &on_table(fixed, suit), &bounds));
    let ground = Ground::new(job, fixed);
    let mut order: Vec<(i32, [usize; 4])> = Vec::with_capacity(count);
    each_choice(few, job.covers.sets, &mut |chosen| {
        let members = [0, 1, 2, 3].map(|suit| &members[suit][chosen[suit]]);
        order.push((ground.bound(&members), chosen));
    });
    order.sort_by_key(|(bound, _)| std::cmp::Reverse(*bound));
    for (bound, chosen) in order {
        if !collector.wants(bound) {
            break;
        }
        evaluator.offer(&view(job.shape, fixed, &covers(chosen)), collector);
    }
}

fn on_table(fixed: &[Group], number: usize) -> Vec<Group> {
    let here = |group: &&Group| group.kind != GroupKind::Knitted && suit(group.first) == number;
    fixed.iter().filter(here).copied().collect()
}

/// What is the same for all arrangements with the same sets on the table, and bounds on single ones.
struct Ground<'a> {
    job: &'a Job<'a>,
    local: &'a Local,
    whole: Whole<'a>,
    crossing: Crossing<'a>,
    mask: u64,
    pungs: u8,
    pung_suits: u8,
    /// What no choice of groups changes.
    constant: i32,
    /// What exposing the winning group may add; a part of the constant.
    gain: i32,
}

impl<'a> Ground<'a> {
    fn new(job: &'a Job<'a>, fixed: &[Group]) -> Self {
        let Job { situated, facts, shape, covers, .. } = *job;
        let table = situated.table();
        let local: &Local = &situated.local;
        let claimed = fixed.iter().filter(|group| group.laid == Laid::Claimed).count() as u32;
        let melded = fixed.iter().any(|group| group.laid != Laid::Hand);
        let blocks = fixed.iter().filter(|group| group.laid == Laid::Hand).count() as u32;
        let concealed = u32::from(covers.sets) + 1 + blocks;
        let grade = if melded { reachable(table.grades, concealed, claimed) } else { table.grades[1] };
        let gain = if situated.free() { local.most_gain(facts.winning) } else { 0 };
        let is_pung = |group: &&Group| matches!(group.kind, GroupKind::Pung | GroupKind::Kong);
        Self {
            job,
            local,
            whole: Whole::new(situated, facts, shape, grade),
            crossing: Crossing::new(table, local, fixed),
            mask: fixed.iter().fold(0, |mask, group| mask | situated.features.mask(*group)),
            pungs: fixed.iter().filter(is_pung).count() as u8,
            pung_suits: fixed.iter().filter(is_pung).fold(0, |suits, group| suits | 1 << suit(group.first)),
            constant: local.loose + gain + constants(situated, facts, shape, fixed),
            gain,
        }
    }

    /// The most that one arrangement is worth.
    fn bound(&self, members: &[&Member; 4]) -> i32 {
        let features = &self.job.situated.features;
        let mask = members
            .iter()
            .enumerate()
            .fold(self.mask, |mask, (suit, member)| mask | features.mask_of(suit, &member.cover));
        let pungs = members.iter().map(|member| member.cover.pungs.len() as u8).sum::<u8>() + self.pungs;
        let earned: i32 = members.iter().map(|member| member.earned).sum();
        let bare = self.constant + self.whole.bound(mask, 0, pungs) + earned;
        (bare + self.refined(members)).max(self.whole.alone())
    }

    /// What these very groups add to what their suits earn, the winning group's gain put right.
    fn refined(&self, members: &[&Member; 4]) -> i32 {
        self.gain_of(members) - self.gain + self.across_chows(members) + self.across_pungs(members)
    }

    fn gain_of(&self, members: &[&Member; 4]) -> i32 {
        if self.gain == 0 {
            return 0;
        }
        let groups = members.iter().enumerate().flat_map(|(suit, member)| member.cover.groups(suit));
        self.local.gain(groups, self.job.facts.winning)
    }

    fn across_chows(&self, members: &[&Member; 4]) -> i32 {
        let alone: i32 = members[..3].iter().map(|member| member.chows).sum();
        self.crossing.exact_chows(&members.map(|member| member.cover)) - alone
    }

    fn across_pungs(&self, members: &[&Member; 4]) -> i32 {
        let covers = members.map(|member| member.cover);
        if !self.crossing.pungs_meet(&covers) {
            return 0;
        }
        let alone: i32 = members[..3].iter().map(|member| member.pungs).sum();
        self.crossing.exact_pungs(&covers) - alone
    }

    /// What the pungs of several suits may add, by how many there are.
    fn across_some_pungs(&self, members: &[&Member; 4]) -> i32 {
        let (mut pungs, mut suits) = (self.pungs, self.pung_suits);
        for (suit, member) in members.iter().enumerate().filter(|(_, member)| member.cover.pungs.len() > 0) {
            pungs += member.cover.pungs.len() as u8;
            suits |= 1 << suit;
        }
        self.crossing.pungs(pungs, suits)
    }
}

/// Suits already sorted into classes, by number and by what lies of them on the table.
type SuitsBy = FastMap<(usize, Vec<Group>), Rc<Suit>>;

/// The arrangement of fixed groups and covers: fixed ones first, then sets ascending, then the pair.
fn view(shape: u8, fixed: &[Group], chosen: &[Partial; 4]) -> View {
    let mut groups: Vec<Group> = Vec::with_capacity(fixed.len() + 6);
    groups.extend_from_slice(fixed);
    for pairs in [false, true] {
        for (suit, cover) in chosen.iter().enumerate() {
            groups.extend(cover.groups(suit).filter(|group| (group.kind == GroupKind::Pair) == pairs));
        }
    }
    View::new(shape, &groups)
}

/// Suits and classes of one tuple, in the order of the suits.
type Tuple = [u32; 4];

/// What the classes taken so far add up to.
#[derive(Clone, Copy)]
struct Prefix {
    mask: u64,
    earned: i32,
    sets_left: u8,
    pair_left: bool,
    chows: [u8; 3],
    pungs: u8,
    pung_suits: u8,
    /// Whole-hand rows that could still hold before the last class was taken.
    rows: u128,
}

struct Search<'a> {
    job: &'a Job<'a>,
    fixed: &'a [Group],
    ground: Ground<'a>,
    caps: Caps,
    suits: Vec<Rc<Suit>>,
    /// From each level on: the most that is earned with these sets and pair left, and the bits that may come.
    rest: [[[Option<i32>; 2]; 6]; 5],
    coming: [u64; 5],
    start: Prefix,
}

impl<'a> Search<'a> {
    fn new(job: &'a Job<'a>, fixed: &'a [Group], known: &mut SuitsBy) -> Self {
        let bounds =
            Bounds { table: job.situated.table(), features: &job.situated.features, local: &job.situated.local };
        let mut suits: Vec<Rc<Suit>> = (0..4)
            .map(|number| {
                let on_table = on_table(fixed, number);
                let limits = &job.covers.by_suit[number];
                let known = known.entry((number, on_table.clone()));
                known.or_insert_with(|| Rc::new(Suit::new(number, limits, &on_table, &bounds))).clone()
            })
            .collect();
        suits.sort_by_key(|suit| suit.classes.len());
        let ground = Ground::new(job, fixed);
        let mut chows = [0; 3];
        for group in fixed.iter().filter(|group| group.kind == GroupKind::Chow) {
            chows[suit(group.first)] += 1;
        }
        let start = Prefix {
            mask: ground.mask,
            earned: 0,
            sets_left: job.covers.sets,
            pair_left: true,
            chows,
            pungs: ground.pungs,
            pung_suits: ground.pung_suits,
            rows: ground.whole.open(),
        };
        let caps = ground.crossing.caps();
        let mut search = Self { job, fixed, ground, caps, suits, rest: [[[None; 2]; 6]; 5], coming: [0; 5], start };
        search.suffixes();
        search
    }

    /// Searches all arrangements with these sets on the table.
    fn run(&self, evaluator: &mut Evaluator, collector: &mut Collector) {
        match self.bound(&self.start, 0) {
            Some((bound, _)) if collector.wants(bound) => {}
            _ => return,
        }
        self.seeds(evaluator, collector);
        let mut tuples = self.tuples(collector);
        tuples.sort_by_key(|(bound, _)| std::cmp::Reverse(*bound));
        for (bound, tuple) in tuples {
            if !collector.wants(bound) {
                break;
            }
            self.expand(tuple, evaluator, collector);
        }
    }

    fn suffixes(&mut self) {
        self.rest[4][0][0] = Some(0);
        for level in (0..4).rev() {
            let suit = &self.suits[level];
            self.coming[level] = suit.classes.iter().fold(self.coming[level + 1], |bits, class| bits | class.mask);
            for sets in 0..6_u8 {
                for pair in [false, true] {
                    let mut best = None;
                    for own in 0..=sets {
                        for own_pair in [false, true] {
                            if own_pair && !pair {
                                continue;
                            }
                            let after = self.rest[level + 1][usize::from(sets - own)][usize::from(pair && !own_pair)];
                            let first = suit.bucket(own, own_pair).first();
                            if let (Some(after), Some(&first)) = (after, first) {
                                best = best.max(Some(after + suit.classes[first as usize].most));
                            }
                        }
                    }
                    self.rest[level][sets as usize][usize::from(pair)] = best;
                }
            }
        }
    }

    /// What groups of several suits may add, at most.
    fn across(&self, prefix: &Prefix) -> i32 {
        if prefix.sets_left > 0 {
            return self.caps.at_most(prefix.chows.iter().sum(), prefix.pungs, prefix.sets_left);
        }
        let crossing = &self.ground.crossing;
        crossing.chows(prefix.chows) + crossing.pungs(prefix.pungs, prefix.pung_suits)
    }

    fn bound(&self, prefix: &Prefix, level: usize) -> Option<(i32, u128)> {
        let rest = self.rest[level][prefix.sets_left as usize][usize::from(prefix.pair_left)]?;
        let pungs = prefix.pungs + prefix.sets_left;
        let rows = self.ground.whole.possible(prefix.rows, prefix.mask, self.coming[level], pungs);
        let whole = self.ground.whole.worth(rows);
        Some((
            (self.ground.constant + whole + prefix.earned + rest + self.across(prefix)).max(self.ground.whole.alone()),
            rows,
        ))
    }

    fn take(&self, prefix: &Prefix, level: usize, class: u32) -> Prefix {
        let suit = &self.suits[level];
        let class = &suit.classes[class as usize];
        let mut next = *prefix;
        next.mask |= class.mask;
        next.earned += class.most;
        next.sets_left -= class.sets();
        next.pair_left &= !class.pair;
        if suit.suit < 3 {
            next.chows[suit.suit] += class.chows;
        }
        next.pungs += class.pungs;
        next.pung_suits |= u8::from(class.pungs > 0) << suit.suit;
        next
    }

    /// Tuples of classes whose bound may still matter.
    fn tuples(&self, collector: &Collector) -> Vec<(i32, Tuple)> {
        let mut tuples = Vec::new();
        self.descend(0, &self.start, &mut [0; 4], collector, &mut tuples);
        tuples
    }

    fn descend(
        &self,
        level: usize,
        prefix: &Prefix,
        tuple: &mut Tuple,
        collector: &Collector,
        out: &mut Vec<(i32, Tuple)>,
    ) {
        let Some((bound, rows)) = self.bound(prefix, level) else { return };
        let prefix = &Prefix { rows, ..*prefix };
        if !collector.wants(bound) {
            return;
        }
        if level == 4 {
            out.push((bound, *tuple));
            return;
        }
        for sets in 0..=prefix.sets_left {
            for pair in [false, true] {
                if pair && !prefix.pair_left {
                    continue;
                }
                let left =
                    self.rest[level + 1][usize::from(prefix.sets_left - sets)][usize::from(prefix.pair_left && !pair)];
                let Some(left) = left else { continue };
                // Within a bucket classes earn less and less: nothing after the first too poor one can matter.
                let others =
                    bound - self.rest[level][prefix.sets_left as usize][usize::from(prefix.pair_left)].unwrap_or(0);
                for &class in self.suits[level].bucket(sets, pair) {
                    if !collector.wants(
                        (others + self.suits[level].classes[class as usize].most + left).max(self.ground.whole.alone()),
                    ) {
                        break;
                    }
                    tuple[level] = class;
                    self.descend(level + 1, &self.take(prefix, level, class), tuple, collector, out);
                }
            }
        }
    }

    /// Evaluates the members of a tuple's classes, as long as they may matter.
    fn expand(&self, tuple: Tuple, evaluator: &mut Evaluator, collector: &mut Collector) {
        let mut prefix = self.start;
        for (level, class) in tuple.into_iter().enumerate() {
            prefix = self.take(&prefix, level, class);
        }
        let members = [0, 1, 2, 3].map(|level| self.suits[level].members(tuple[level]));
        let mut most = [0; 5];
        for level in (0..4).rev() {
            most[level] = most[level + 1] + members[level][0].earned;
        }
        let bare = self.ground.constant + self.ground.whole.bound(prefix.mask, 0, prefix.pungs);
        let leaves = Leaves { search: self, members, most, bare, across: self.across(&prefix) };
        leaves.step(0, 0, &mut [&NO_MEMBER; 4], evaluator, collector);
    }

    /// Evaluates the top arrangement of promising restrictions, so that the search starts with a good score.
    fn seeds(&self, evaluator: &mut Evaluator, collector: &mut Collector) {
        let mut found: Vec<(i32, Tuple)> = Vec::new();
        for target in self.job.situated.features.targets() {
            if self.start.mask & target != 0 {
                continue;
            }
            if let Some(tuple) = self.aim(target) {
                let mut prefix = self.start;
                for (level, class) in tuple.into_iter().enumerate() {
                    prefix = self.take(&prefix, level, class);
                }
                if let Some((bound, _)) = self.bound(&prefix, 4)
                    && !found.contains(&(bound, tuple))
                {
                    found.push((bound, tuple));
                }
            }
        }
        found.sort_by_key(|(bound, _)| std::cmp::Reverse(*bound));
        for (_, tuple) in found.into_iter().take(SEEDS) {
            let mut chosen = [Partial::default(); 4];
            for (level, class) in tuple.into_iter().enumerate() {
                if let Some(member) = self.suits[level].best_member(class) {
                    chosen[self.suits[level].suit] = member;
                }
            }
            evaluator.offer(&view(self.job.shape, self.fixed, &chosen), collector);
        }
    }

    /// The tuple that earns most without the bits of `forbidden`.
    fn aim(&self, forbidden: u64) -> Option<Tuple> {
        let mut best: [[Option<(i32, Tuple)>; 2]; 6] = Default::default();
        best[0][0] = Some((0, [0; 4]));
        for (level, suit) in self.suits.iter().enumerate() {
            let mut next: [[Option<(i32, Tuple)>; 2]; 6] = Default::default();
            for own in 0..=self.start.sets_left {
                for own_pair in [false, true] {
                    let clean = |class: &&u32| suit.classes[**class as usize].mask & forbidden == 0;
                    let Some(&class) = suit.bucket(own, own_pair).iter().find(clean) else { continue };
                    for have in 0..=self.start.sets_left - own {
                        for have_pair in [false, true] {
                            if own_pair && have_pair {
                                continue;
                            }
                            let Some((earned, mut tuple)) = best[have as usize][usize::from(have_pair)] else {
                                continue;
                            };
                            tuple[level] = class;
                            let candidate = Some((earned + suit.classes[class as usize].most, tuple));
                            let slot = &mut next[usize::from(have + own)][usize::from(have_pair || own_pair)];
                            *slot = (*slot).max(candidate);
                        }
                    }
                }
            }
            best = next;
        }
        best[self.start.sets_left as usize][1].map(|(_, tuple)| tuple)
    }
}

/// The arrangements of one tuple of classes.
struct Leaves<'a> {
    search: &'a Search<'a>,
    members: [&'a [Member]; 4],
    /// From each level on, the most that members earn.
    most: [i32; 5],
    /// What the whole hand is worth, and what no group changes.
    bare: i32,
    /// What groups of several suits may add.
    across: i32,
}

static NO_MEMBER: Member = Member::NONE;

impl<'a> Leaves<'a> {
    fn step(
        &self,
        level: usize,
        earned: i32,
        chosen: &mut [&'a Member; 4],
        evaluator: &mut Evaluator,
        collector: &mut Collector,
    ) {
        let search = self.search;
        let alone = search.ground.whole.alone();
        if level == 4 {
            if self.may_matter(earned, chosen, collector) {
                let covers = chosen.map(|member| member.cover);
                evaluator.offer(&view(search.job.shape, search.fixed, &covers), collector);
            }
            return;
        }
        for member in self.members[level] {
            let bound = self.bare + earned + member.earned + self.most[level + 1] + self.across;
            if !collector.wants(bound.max(alone)) {
                break;
            }
            chosen[search.suits[level].suit] = member;
            self.step(level + 1, earned + member.earned, chosen, evaluator, collector);
        }
    }

    /// Bounds one arrangement ever more closely.
    fn may_matter(&self, earned: i32, chosen: &[&Member; 4], collector: &Collector) -> bool {
        let ground = &self.search.ground;
        let wants = |bound: i32| collector.wants(bound.max(ground.whole.alone()));
        let mut bound = self.bare + earned - ground.gain + ground.gain_of(chosen);
        if !wants(bound + self.across) {
            return false;
        }
        bound += ground.across_chows(chosen);
        wants(bound + ground.across_some_pungs(chosen)) && wants(bound + ground.across_pungs(chosen))
    }
}

/// What rows add that look neither at the whole hand nor at groups in hand: flowers one by one, kongs.
pub(crate) fn constants(situated: &Situated, facts: &Facts, shape: u8, fixed: &[Group]) -> i32 {
    let table = situated.table();
    let highest = table.grades.iter().copied().max().unwrap_or(1);
    let view = View::new(shape, fixed);
    let mut used = Vec::new();
    let mut sum = 0;
    for (active, covered) in situated.rows.iter().zip(&situated.features.covered) {
        let row = &table.rows[active.row];
        if *covered || active.residual || row.shapes >> shape & 1 == 0 {
            continue;
        }
        for (cond, times) in active.when.iter().filter(|(cond, _)| Local::of_hand(cond)) {
            used.clear();
            instances(cond, &view, facts, Choice { win: None, concealed: 0 }, &mut used);
            let worth = row.value.max(row.value_if_claimed) * times * if row.scaled { highest } else { 1 };
            sum += used.len() as i32 * worth.max(0);
        }
    }
    sum
}
