//! Shapes without sets on the table. Their rows look at the whole hand alone, so of arrangements with one mask as many as
//! are asked for are enough, and a mask that is too poor already need not be completed.

use super::ground::constants;
use crate::best::arrangement::evaluate::Evaluator;
use crate::best::arrangement::view::{Facts, View};
use crate::best::hand_rows::told::worth_at_most;
use crate::best::hand_rows::whole::{Counted, Whole};
use crate::best::reading::Collector;
use crate::best::suit::classes::FastMap;
use crate::group::{Group, GroupKind};
use crate::hand::{Hand, MeldKind, Shape};
use crate::rules::Situated;
use crate::rules::cond::Cond;
use crate::rules::data::RunKind;
use crate::shapes::thirteen_orphans::ORPHANS;
use crate::shapes::{Copies, Loose, visit};
use crate::tile::{KINDS, KindSet};

/// Pairs in the shape of seven pairs.
pub(crate) const PAIRS: u8 = 7;

/// Whether every tile of the hand and of its sets is wild.
pub(crate) fn all_wild(hand: &Hand) -> bool {
    let (naturals, _) = hand.complete();
    naturals.iter().all(|count| *count == 0)
        && hand.melds.iter().all(|meld| {
            matches!(meld.kind, MeldKind::Chow | MeldKind::Pung)
                && meld.naturals.iter().all(|kind| *kind as usize >= KINDS)
        })
}

/// Offers the arrangements of the special shapes that may matter. The hand has no set on the table.
pub(crate) fn search(
    situated: &Situated,
    facts: &Facts,
    hand: &Hand,
    evaluator: &mut Evaluator,
    collector: &mut Collector,
) {
    let shapes = situated.table().shapes();
    let loose = Loose::with_winning(hand, shapes);
    let kinds = loose.copies().at_least(1).len() as u8;
    for (shape, singles) in [(Shape::ThirteenOrphans, 13), (Shape::SixteenUnrelated, 16)] {
        // The singles are of as many kinds.
        if shapes.knows(shape)
            && kinds + loose.wilds >= singles
            && crate::shapes::missing(&loose, only(shapes, shape), loose.wilds + 1) <= loose.wilds
        {
            one_by_one(situated, facts, shape, &loose, sure(situated, shape), evaluator, collector);
        }
    }
    if shapes.knows(Shape::SevenPairs) {
        if situated.features.unseen[Shape::SevenPairs as usize].is_some() {
            one_by_one(situated, facts, Shape::SevenPairs, &loose, 0, evaluator, collector);
        } else {
            seven_pairs(situated, facts, evaluator, collector, shapes.sets - 4);
        }
    }
}

/// Offers the arrangements of a shape that may matter, all of which have the bits of `sure`.
fn one_by_one(
    situated: &Situated,
    facts: &Facts,
    shape: Shape,
    loose: &Loose,
    sure: u64,
    evaluator: &mut Evaluator,
    collector: &mut Collector,
) {
    let limits = Limits::new(situated, facts, shape, u64::MAX);
    if !limits.may_matter(sure, collector) {
        return;
    }
    let told = situated.features.unseen[shape as usize].is_none();
    let mut masks: FastMap<u64, usize> = FastMap::default();
    visit(shape, loose, &mut |groups| {
        let mask = groups.iter().fold(0, |mask, group| mask | situated.features.mask(*group));
        // Of arrangements that are alike to all rows a few are enough.
        if (!told || few_yet(masks.entry(mask).or_default(), collector)) && collector.wants(limits.bound(mask, 0)) {
            evaluator.offer(&View::new(shape as u8, groups), i32::MAX, collector);
        }
    });
}

/// Bits that every arrangement of a shape of singles has.
fn sure(situated: &Situated, shape: Shape) -> u64 {
    let single = |kind| situated.features.mask(Group::in_hand(GroupKind::Single, kind));
    let all = |kinds: KindSet| kinds.iter().fold(0, |mask, kind| mask | single(kind));
    if shape == Shape::ThirteenOrphans {
        return all(ORPHANS);
    }
    // Some ranks of each suit, whichever.
    let suits = (0..3).map(|suit| (0..9).fold(u64::MAX, |mask, rank| mask & single(suit * 9 + rank)));
    suits.fold(all(KindSet::HONOURS), |mask, suit| mask | suit)
}

const fn only(shapes: crate::hand::Shapes, shape: Shape) -> crate::hand::Shapes {
    crate::hand::Shapes { sets: shapes.sets, known: 1 << shape as u8 }
}

/// Counts one more arrangement with a mask; as many as are asked for are enough.
fn few_yet(count: &mut usize, collector: &Collector) -> bool {
    *count += 1;
    *count <= collector.most()
}

/// Up to so many kinds beside those held are tried for what they bring, before arrangements are.
const FEW_OTHERS: u8 = 2;

/// Bits that kinds bring as pairs as well as triplets, and that they bring as one of these.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Brought {
    surely: u64,
    perhaps: u64,
}

impl Brought {
    const fn and(self, other: Self) -> Self {
        Self { surely: self.surely | other.surely, perhaps: self.perhaps | other.perhaps }
    }
}

/// The masks of the pair and of the triplet of each kind.
type Masks = [[u64; 2]; KINDS];

/// Pairs and triplets so far, and how they were come by.
#[derive(Clone, Copy)]
struct Step {
    mask: u64,
    pairs: u8,
    triplets: u8,
    from: u32,
    taken: (u8, u8),
}

fn seven_pairs(situated: &Situated, facts: &Facts, evaluator: &mut Evaluator, collector: &mut Collector, triplets: u8) {
    let shape = Shape::SevenPairs as u8;
    // Naturals need that many pairs at least, of which a triplet spares some.
    let pairs = |count: u8| count.div_ceil(2);
    let needed: u8 = facts.naturals.iter().map(|count| pairs(*count)).sum();
    let spared = facts.naturals.iter().map(|count| pairs(*count) - pairs(count.saturating_sub(3))).max().unwrap_or(0);
    if needed > PAIRS + spared * triplets {
        return;
    }
    let held = Copies::of(&facts.naturals).at_least(1);
    let masks: Masks = std::array::from_fn(|kind| {
        [GroupKind::Pair, GroupKind::Pung].map(|group| situated.features.mask(Group::in_hand(group, kind as u8)))
    });
    // A triplet may lack what only pairs have, so only what both have is sure to be there.
    let mut kinds = masks.map(|[pair, triplet]| Brought { surely: pair & triplet, perhaps: pair | triplet }).to_vec();
    let all = |kinds: &[Brought]| kinds.iter().fold(Brought::default(), |all, kind| all.and(*kind));
    let of_held = held.iter().fold(Brought::default(), |all, kind| all.and(kinds[usize::from(kind)]));
    let limits = Limits::new(situated, facts, Shape::SevenPairs, all(&kinds).perhaps);
    for suit in (0..3).filter(|suit| held.within(KindSet(0x1FF << (9 * suit)))) {
        in_a_row(situated, facts, suit, &limits, evaluator, collector, triplets);
    }
    if !limits.may_matter(of_held.surely, collector) {
        return;
    }
    kinds.sort_unstable();
    kinds.dedup();
    let others = PAIRS + spared * triplets - needed;
    if others <= FEW_OTHERS && !limits.may_matter_beside(&kinds, of_held, others, collector) {
        return;
    }
    let levels = levels(&masks, facts, &limits, triplets, collector);
    let Some(last) = levels.last().filter(|_| levels.len() == KINDS + 1) else { return };
    let mut order: Vec<usize> =
        (0..last.len()).filter(|at| last[*at].pairs == PAIRS && last[*at].triplets == triplets).collect();
    order.sort_by_key(|at| std::cmp::Reverse(limits.bound(last[*at].mask, 0)));
    for at in order {
        if !collector.wants(limits.bound(last[at].mask, 0)) {
            break;
        }
        evaluator.offer(&View::new(shape, &trace(&levels, at)), i32::MAX, collector);
    }
}

/// The most that arrangements of one shape can be worth.
struct Limits<'a> {
    whole: Whole<'a>,
    /// For what is no matter of masks.
    constant: i32,
    /// Bits that its groups may bring.
    coming: u64,
}

impl<'a> Limits<'a> {
    fn new(situated: &'a Situated, facts: &Facts, shape: Shape, coming: u64) -> Self {
        let table = situated.table();
        let whole = Whole::new(
            situated,
            facts,
            shape as u8,
            Counted { grade: table.grades[1], of_sets: table.grades[1], states: None },
        );
        let unseen = situated.features.unseen[shape as usize].unwrap_or(0);
        Self { whole, constant: constants(situated, facts, shape as u8, &[], 0).saturating_add(unseen), coming }
    }

    /// For a mask that may still gain the bits of `coming`.
    fn bound(&self, mask: u64, coming: u64) -> i32 {
        self.whole.with_left(self.constant.saturating_add(self.whole.bound(mask, coming, 1)))
    }

    fn may_matter(&self, mask: u64, collector: &Collector) -> bool {
        collector.wants(self.bound(mask, self.coming))
    }

    /// Whether arrangements may matter whose kinds bring so much and up to so many more of these kinds the rest.
    fn may_matter_beside(&self, kinds: &[Brought], brought: Brought, more: u8, collector: &Collector) -> bool {
        let news = |kind: &&Brought| kind.perhaps & !brought.perhaps != 0;
        let with = |kind: &Brought| self.may_matter_beside(kinds, brought.and(*kind), more - 1, collector);
        collector.wants(self.bound(brought.surely, brought.perhaps))
            || more > 0 && self.may_matter(brought.surely, collector) && kinds.iter().filter(news).any(with)
    }
}

/// For each kind in turn what the kinds so far can make, each mask once.
fn levels(masks: &Masks, facts: &Facts, limits: &Limits, triplets: u8, collector: &Collector) -> Vec<Vec<Step>> {
    // Pairs that the kinds from each on need without a triplet, which spares two of them at most.
    let mut needed = [0; KINDS + 1];
    for kind in (0..KINDS).rev() {
        needed[kind] = needed[kind + 1] + facts.naturals[kind].div_ceil(2);
    }
    // Masks by whether they may matter: nothing is collected meanwhile.
    let mut matter: FastMap<u64, bool> = FastMap::default();
    let mut known: FastMap<(u64, u8, u8), usize> = FastMap::default();
    let mut levels = vec![vec![Step { mask: 0, pairs: 0, triplets: 0, from: 0, taken: (0, 0) }]];
    for kind in 0..KINDS {
        let [pair, triplet] = masks[kind];
        let mut next: Vec<Step> = Vec::new();
        known.clear();
        for (from, step) in levels[kind].iter().enumerate() {
            for threes in 0..=triplets - step.triplets {
                let least = facts.naturals[kind].saturating_sub(3 * threes).div_ceil(2);
                let spared = 2 * (triplets - step.triplets - threes);
                let most = (PAIRS - step.pairs + spared).saturating_sub(needed[kind + 1]).min(PAIRS - step.pairs);
                for pairs in least..=most {
                    let mut mask = step.mask;
                    mask |= if pairs > 0 { pair } else { 0 };
                    mask |= if threes > 0 { triplet } else { 0 };
                    let made = (mask, step.pairs + pairs, step.triplets + threes);
                    let matters = *matter.entry(mask).or_insert_with(|| limits.may_matter(mask, collector));
                    if matters && few_yet(known.entry(made).or_default(), collector) {
                        let (mask, all_pairs, all_threes) = made;
                        next.push(Step {
                            mask,
                            pairs: all_pairs,
                            triplets: all_threes,
                            from: from as u32,
                            taken: (pairs, threes),
                        });
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        levels.push(next);
    }
    levels
}

fn trace(levels: &[Vec<Step>], at: usize) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut at = at;
    for kind in (0..KINDS).rev() {
        let step = levels[kind + 1][at];
        let (pairs, threes) = step.taken;
        groups.extend((0..pairs).map(|_| Group::in_hand(GroupKind::Pair, kind as u8)));
        groups.extend((0..threes).map(|_| Group::in_hand(GroupKind::Pung, kind as u8)));
        at = step.from as usize;
    }
    groups.reverse();
    groups
}

/// The most that runs of pairs are worth together in the shape of seven pairs.
fn worth_of_runs(situated: &Situated) -> i32 {
    let runs = |cond: &Cond| cond.any(|cond| matches!(cond, Cond::Run(run) if run.kind == RunKind::Pair));
    let table = situated.table();
    let here = situated.rows.iter().filter(|active| table.rows[active.row].shapes >> Shape::SevenPairs as u8 & 1 == 1);
    here.map(|active| worth_at_most(table, active, runs)).fold(0, i32::saturating_add)
}

/// Offers seven pairs of one suit in a row and any triplet of that suit, which is what rows about runs of pairs look
/// for.
fn in_a_row(
    situated: &Situated,
    facts: &Facts,
    suit: u8,
    limits: &Limits,
    evaluator: &mut Evaluator,
    collector: &mut Collector,
    triplets: u8,
) {
    let runs = worth_of_runs(situated);
    let of = |kind, rank| Group::in_hand(kind, suit * 9 + rank);
    let beside: Vec<Option<Group>> =
        if triplets == 0 { vec![None] } else { (0..9).map(|rank| Some(of(GroupKind::Pung, rank))).collect() };
    let coming = beside.iter().flatten().fold(0, |coming, triplet| coming | situated.features.mask(*triplet));
    for start in 0..3 {
        let pairs = (start..start + PAIRS).map(|rank| of(GroupKind::Pair, rank));
        let mask = pairs.clone().fold(0, |mask, pair| mask | situated.features.mask(pair));
        if runs == 0 || !collector.wants(limits.bound(mask, coming).saturating_add(runs)) {
            continue;
        }
        for triplet in &beside {
            let groups: Vec<Group> = pairs.clone().chain(*triplet).collect();
            let holds = facts.naturals.iter().enumerate().all(|(kind, count)| {
                let demand: u8 = groups.iter().map(|group| group.copies_of(kind as u8)).sum();
                demand >= *count
            });
            if holds {
                evaluator.offer(&View::new(Shape::SevenPairs as u8, &groups), i32::MAX, collector);
            }
        }
    }
}
