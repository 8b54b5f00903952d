//! The faces that sets on the table may take.
//!
//! A set with wild tiles has a few faces, one of wild tiles alone every face. Where that makes too many choices to
//! look at, those are laid aside early that cannot come near what the best of a few good ones is worth.

use std::cell::RefCell;

use super::evaluate::Evaluator;
use super::ground::constants;
use super::local::Local;
use super::reading::Collector;
use super::search::{Job, search};
use super::suits::{Bounds, FastMap};
use super::whole::Whole;
use crate::decompose::laid_group;
use crate::group::{Group, GroupKind};
use crate::hand::Meld;
use crate::tile::{KINDS, Kind, rank, suit};

/// Up to so many choices of faces are looked at one by one.
const MANY: usize = 1200;

/// Sets of a hand at most.
const SETS: usize = 5;

/// Offers every arrangement that may matter, over all choices of faces. `beside` are groups that all have.
pub(crate) fn search_faces(
    job: &Job,
    melds: &[Meld],
    beside: &[Group],
    evaluator: &mut Evaluator,
    collector: &mut Collector,
) {
    if job.covers.is_empty() {
        return;
    }
    let choices: usize = melds.iter().map(|meld| meld.faces.len() as usize).product();
    let mut fixed = Vec::new();
    if choices <= MANY {
        each_choice(melds, &mut Vec::new(), &mut |_| true, &mut |choice| fixed.push(choice.to_vec()));
    } else {
        let first: Vec<Vec<Group>> = (0..KINDS as Kind).map(|kind| alike(melds, kind)).collect();
        offer(job, &first, beside, evaluator, collector);
        let ceiling = Ceiling::new(job, melds);
        let worth_it = &mut |so_far: &[Group]| collector.wants(ceiling.of(job, so_far));
        each_choice(melds, &mut Vec::new(), worth_it, &mut |choice| fixed.push(choice.to_vec()));
    }
    offer(job, &fixed, beside, evaluator, collector);
}

fn offer(job: &Job, choices: &[Vec<Group>], beside: &[Group], evaluator: &mut Evaluator, collector: &mut Collector) {
    let mut fixed = choices.to_vec();
    for choice in &mut fixed {
        choice.extend_from_slice(beside);
    }
    search(&Job { fixed: &fixed, ..*job }, evaluator, collector);
}

/// Visits the choices of faces whose every beginning passes; sets alike in everything take ascending faces.
fn each_choice(
    melds: &[Meld],
    so_far: &mut Vec<Group>,
    passes: &mut impl FnMut(&[Group]) -> bool,
    visit: &mut impl FnMut(&[Group]),
) {
    let at = so_far.len();
    let Some(meld) = melds.get(at) else {
        visit(so_far);
        return;
    };
    let twin = melds[..at].iter().rposition(|other| other == meld).map(|twin| so_far[twin].first);
    for face in meld.faces.iter().filter(|face| twin.is_none_or(|twin| twin <= *face)) {
        so_far.push(laid_group(meld, face));
        if passes(so_far) {
            each_choice(melds, so_far, passes, visit);
        }
        so_far.pop();
    }
}

/// Every set as near to one kind as it may be.
fn alike(melds: &[Meld], kind: Kind) -> Vec<Group> {
    let near = |face: &Kind| if suit(*face) == suit(kind) { face.abs_diff(kind) } else { u8::MAX };
    let group = |meld: &Meld| laid_group(meld, meld.faces.iter().min_by_key(near).unwrap_or(kind));
    melds.iter().map(group).collect()
}

/// What arrangements can be worth at most, whatever faces are still to be chosen.
struct Ceiling<'a> {
    whole: Whole<'a>,
    /// The most that anything but the whole hand is worth.
    rest: i32,
    /// Bits that the naturals in hand are sure to bring.
    sure: u64,
    /// The most that each suit earns alone and concealed, by sets and pair.
    suits: [[[i32; 2]; SETS + 1]; 4],
    /// The most that chows add across suits.
    gross: i32,
    /// The highest grade, and that of concealed groups.
    grades: (i32, i32),
    /// What the suits earn, by how many sets of each are chosen.
    alone: RefCell<FastMap<[usize; 4], i32>>,
}

impl<'a> Ceiling<'a> {
    fn new(job: &'a Job<'a>, melds: &[Meld]) -> Self {
        let situated = job.situated;
        let (table, features) = (situated.table(), &situated.features);
        let local: &Local = &situated.local;
        let bounds = Bounds { table, features, local };
        let highest = table.grades.iter().copied().max().unwrap_or(1).max(1);
        let suits = [0, 1, 2, 3].map(|suit| local.books(suit).book(suit, SETS as i8, &bounds).most());
        let laid: Vec<Group> = melds
            .iter()
            .filter(|meld| meld.faces.len() == 1)
            .flat_map(|meld| meld.faces.iter().map(|face| laid_group(meld, face)))
            .collect();
        let rest = local.cross_pungs(SETS, 3, true, highest)
            + local.loose
            + local.most_gain(job.facts.winning)
            + constants(situated, job.facts, job.shape, &laid);
        let held = (0..KINDS as Kind).filter(|kind| job.facts.naturals[*kind as usize] > 0);
        let sure =
            held.fold(0, |mask, kind| mask | holding(kind).fold(u64::MAX, |all, group| all & features.mask(group)));
        Self {
            whole: Whole::new(situated, job.facts, job.shape, highest),
            rest,
            sure,
            suits,
            gross: local.most_gross(table),
            grades: (highest, table.grades[1].max(1)),
            alone: RefCell::default(),
        }
    }

    fn of(&self, job: &Job, groups: &[Group]) -> i32 {
        let features = &job.situated.features;
        let mask = groups.iter().fold(self.sure, |mask, group| mask | features.mask(*group));
        let mut sets = [0; 4];
        for group in groups {
            sets[suit(group.first)] += 1;
        }
        let alone = *self.alone.borrow_mut().entry(sets).or_insert_with(|| self.alone_with(sets));
        (self.rest + alone + self.whole.bound(mask, u64::MAX, SETS as u8)).max(self.whole.alone())
    }

    /// The most that suits earn with at least so many sets each.
    fn alone_with(&self, least: [usize; 4]) -> i32 {
        let mut most = [[i32::MIN / 8; 2]; SETS + 1];
        most[0][0] = 0;
        for (suit, least) in self.suits.iter().zip(least) {
            let mut next = [[i32::MIN / 8; 2]; SETS + 1];
            for have in 0..=SETS {
                for own in least..=SETS.saturating_sub(have) {
                    for (pair, own_pair) in [(0, 0), (0, 1), (1, 0)] {
                        let sum = &mut next[have + own][pair + own_pair];
                        *sum = (most[have][pair] + suit[own][own_pair]).max(*sum);
                    }
                }
            }
            most = next;
        }
        // What was found concealed is worth at most so much more in any state.
        let (highest, concealed) = self.grades;
        ((most[SETS][0].max(most[SETS][1]).max(0) + self.gross) * highest + concealed - 1) / concealed
    }
}

/// Every group in hand that holds a kind.
fn holding(kind: Kind) -> impl Iterator<Item = Group> {
    let same = [GroupKind::Pung, GroupKind::Pair].map(|of| Group::in_hand(of, kind));
    let steps = (0..3).filter(move |step| suit(kind) < 3 && rank(kind) >= *step && rank(kind) - step < 7);
    same.into_iter().chain(steps.map(move |step| Group::in_hand(GroupKind::Chow, kind - step)))
}
