//! The best arrangement of sets and a pair: exact, by bounds.
//!
//! An arrangement is one cover of each suit. Its score is at most what the whole-hand rows are worth for the union of
//! the covers' masks, plus what each suit earns alone, plus what chows and pungs of several suits add. Covers alike in
//! all but the second are one class; tuples of classes are searched depth first under that bound, the surviving ones
//! expanded from the top, and only arrangements that may still matter are evaluated.

use std::sync::Arc;

use super::cover::Partial;
use super::covers::{Covers, each_choice};
use super::crossing::Caps;
use super::evaluate::Evaluator;
use super::ground::Ground;
use super::leaves::Leaves;
use super::reading::Collector;
use super::suits::{Bounds, FastMap, Member, Suit, members_of};
use super::view::{Facts, view};
use crate::group::{Group, GroupKind};
use crate::rules::Situated;
use crate::tile::suit;

/// Targets tried before the search proper.
const SEEDS: usize = 8;

/// Up to so many arrangements are evaluated rather than tables built to bound them.
const HANDFUL: usize = 10;

/// Choices of faces that are searched in the order of their bounds.
const MANY_FACES: usize = 4;

/// One shape of one hand.
#[derive(Clone, Copy)]
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
    let local = &job.situated.local;
    // For a handful, bounds are worth their while only where the tables for them are there already.
    if count == 1 || count <= HANDFUL && !local.cross_is_known() {
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

/// Suits already sorted into classes, by number and by what lies of them on the table.
type SuitsBy = FastMap<(usize, Vec<Group>), Arc<Suit>>;

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
    suits: Vec<Arc<Suit>>,
    /// From each level on: the most that is earned with these sets and pair left, and the bits that may come.
    rest: [[[Option<i32>; 2]; 6]; 5],
    coming: [u64; 5],
    start: Prefix,
}

impl<'a> Search<'a> {
    fn new(job: &'a Job<'a>, fixed: &'a [Group], known: &mut SuitsBy) -> Self {
        let bounds =
            Bounds { table: job.situated.table(), features: &job.situated.features, local: &job.situated.local };
        let mut suits: Vec<Arc<Suit>> = (0..4)
            .map(|number| {
                let on_table = on_table(fixed, number);
                let limits = &job.covers.by_suit[number];
                let known = known.entry((number, on_table.clone()));
                let sorted = || match on_table[..] {
                    [] => bounds.local.books(number).suit(number, limits, &bounds),
                    _ => Arc::new(Suit::new(number, limits, &on_table, &bounds)),
                };
                known.or_insert_with(sorted).clone()
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
        if suit.number < 3 {
            next.chows[suit.number] += class.chows;
        }
        next.pungs += class.pungs;
        next.pung_suits |= u8::from(class.pungs > 0) << suit.number;
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
        let bare = self.ground.constant + self.ground.whole.bound(prefix.mask, 0, prefix.pungs);
        let suits: [&Suit; 4] = [0, 1, 2, 3].map(|level| &*self.suits[level]);
        let members = [0, 1, 2, 3].map(|level| suits[level].members(tuple[level]));
        let leaves =
            Leaves::new(&self.ground, self.fixed, suits.map(|suit| suit.number), members, bare, self.across(&prefix));
        leaves.evaluate(evaluator, collector);
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
                    chosen[self.suits[level].number] = member;
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
