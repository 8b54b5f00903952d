//! Hands of which there are few arrangements: each is bounded, and evaluated as long as it may matter.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use super::Job;
use super::covers::{Listing, Size, each_choice};
use super::ground::{Ground, Worth};
use crate::best::arrangement::evaluate::Evaluator;
use crate::best::arrangement::view::view;
use crate::best::bounds::crossing::Crossing;
use crate::best::bounds::earned::Earned;
use crate::best::reading::Collector;
use crate::best::states::States;
use crate::best::suit::classes::{FastMap, Member};
use crate::best::suit::valued::Valued;
use crate::group::{Group, GroupKind};
use crate::tile::suit;

/// The covers of each suit, and how many arrangements they make.
pub(crate) struct Few {
    pub listed: [Arc<Listing>; 4],
    pub count: usize,
}

/// An arrangement by the most that it can be worth; of those worth as much that comes first which was listed first. Then
/// the most with the winning group exposed.
type Entry = (i32, Reverse<(u16, [u16; 4])>, i32);

/// Evaluates the arrangements of a hand with any of these faces on the table, those first that may be worth most.
pub(crate) fn offer(
    job: &Job,
    all: &[States],
    faces: &[Vec<Group>],
    few: &Few,
    evaluator: &mut Evaluator,
    collector: &mut Collector,
) {
    let Few { listed, count } = few;
    let covers = |chosen: [u16; 4]| [0, 1, 2, 3].map(|suit| listed[suit].covers[usize::from(chosen[suit])]);
    let bounds = job.bounds();
    if *count == 1 {
        each_choice(listed, job.covers.sets, &mut |chosen| {
            for fixed in faces {
                evaluator.offer(&view(job.shape, fixed, &covers(chosen)), i32::MAX, collector);
            }
        });
        return;
    }
    // The suit with most covers comes last, so that little is chosen before.
    let mut suits = [0, 1, 2, 3];
    suits.sort_by_key(|suit| listed[*suit].covers.len());
    let completes = completes(suits.map(|suit| &*listed[suit]), job.covers.sets);
    let mut order: Vec<Entry> = Vec::with_capacity(count * faces.len() * all.len());
    for (turn, states) in all.iter().enumerate() {
        let ground = &Ground::new(job, &faces[0], *states);
        for (at, fixed) in faces.iter().enumerate() {
            let stated = states.stated_all(fixed);
            let of_suit = |suit: usize| {
                let books = bounds.local.books(suit);
                books.valued(suit, &job.covers.by_suit[suit], &listed[suit], &on_table(&stated, suit), &bounds)
            };
            let crossing = Crossing::new(&bounds, &stated);
            let number = (turn * faces.len() + at) as u16;
            let valued = [0, 1, 2, 3].map(of_suit);
            let gains = [0, 1, 2, 3].map(|suit| ground.gains(suit, &valued[suit].members));
            let bounding = Bounding { listed, suits, completes, valued, gains, ground, crossing, number };
            bounding.bound_all(job, fixed, &mut order);
        }
    }
    let mut heap = BinaryHeap::from(order);
    while let Some((bound, Reverse((number, chosen)), exposed)) = heap.pop() {
        if !collector.wants(bound) {
            break;
        }
        let fixed = &faces[usize::from(number) % faces.len()];
        evaluator.offer(&view(job.shape, fixed, &covers(chosen)), exposed, collector);
    }
}

fn on_table(fixed: &[Group], number: usize) -> Vec<Group> {
    let here = |group: &&Group| group.kind != GroupKind::Knitted && suit(group.first) == number;
    fixed.iter().filter(here).copied().collect()
}

/// From each suit on, in the order in which they are chosen, whether its covers and those of the next can make so many
/// sets, and the pair or not.
type Completes = [[[bool; 2]; 6]; 5];

fn completes(listed: [&Listing; 4], sets: u8) -> Completes {
    let mut completes = [[[false; 2]; 6]; 5];
    completes[4][0][0] = true;
    for (at, listing) in listed.into_iter().enumerate().rev() {
        for Size { sets: own, pair, .. } in &listing.by_size {
            for rest in 0..=usize::from(sets.saturating_sub(*own)) {
                let [without, with] = completes[at + 1][rest];
                let all = &mut completes[at][rest + usize::from(*own)];
                *all = if *pair { [all[0], all[1] || without] } else { [all[0] || without, all[1] || with] };
            }
        }
    }
    completes
}

/// Bounds the arrangements with the same sets on the table.
struct Bounding<'a> {
    listed: &'a [Arc<Listing>; 4],
    /// The suits in the order in which they are chosen.
    suits: [usize; 4],
    completes: Completes,
    valued: [Arc<Valued>; 4],
    /// What exposing a group of each cover may add.
    gains: [Vec<i32>; 4],
    ground: &'a Ground<'a>,
    crossing: Crossing<'a>,
    /// Which states, and which faces of the sets on the table.
    number: u16,
}

/// What the covers chosen so far add up to.
#[derive(Clone, Copy)]
struct SoFar {
    sets: u8,
    pair: bool,
    mask: u64,
    pungs: u8,
    earned: Earned,
    gain: i32,
    chosen: [u16; 4],
}

/// The bounds found so far, and what rows are worth for the masks and numbers of pungs that were met.
struct Found<'a> {
    order: &'a mut Vec<Entry>,
    worths: FastMap<(u64, u8), Worth>,
}

impl Bounding<'_> {
    fn bound_all(&self, job: &Job, fixed: &[Group], order: &mut Vec<Entry>) {
        let features = &job.situated.features;
        let start = SoFar {
            sets: job.covers.sets,
            pair: true,
            mask: fixed.iter().fold(0, |mask, group| mask | features.mask(*group)),
            pungs: fixed.iter().filter(|group| matches!(group.kind, GroupKind::Pung | GroupKind::Kong)).count() as u8,
            earned: Earned::of(0),
            gain: 0,
            chosen: [0; 4],
        };
        self.step(0, &start, &mut Found { order, worths: FastMap::default() });
    }

    fn step(&self, at: usize, so_far: &SoFar, found: &mut Found) {
        let suit = self.suits[at];
        let completes = &self.completes[at + 1];
        for Size { sets, pair, covers } in &self.listed[suit].by_size {
            let Some(left) = so_far.sets.checked_sub(*sets) else { break };
            let pair_left = so_far.pair && !pair;
            if *pair && !so_far.pair || !completes[usize::from(left)][usize::from(pair_left)] {
                continue;
            }
            for &number in covers {
                let next = self.with(so_far, suit, number, (left, pair_left));
                if at + 1 < self.suits.len() {
                    self.step(at + 1, &next, found);
                } else {
                    self.bound(&next, found);
                }
            }
        }
    }

    /// What was chosen and one cover more, which leaves sets and perhaps the pair.
    fn with(&self, so_far: &SoFar, suit: usize, number: u16, (sets, pair): (u8, bool)) -> SoFar {
        let Valued { members, masks } = &*self.valued[suit];
        let index = usize::from(number);
        let Member { earned, cover, .. } = &members[index];
        let mut next = SoFar {
            sets,
            pair,
            mask: so_far.mask | masks[index],
            pungs: so_far.pungs + cover.pungs.len() as u8,
            earned: so_far.earned.and(*earned),
            gain: self.gains[suit].get(index).map_or(0, |gain| so_far.gain.max(*gain)),
            chosen: so_far.chosen,
        };
        next.chosen[suit] = number;
        next
    }

    fn bound(&self, chosen: &SoFar, found: &mut Found) {
        let SoFar { mask, pungs, earned, gain, chosen, .. } = *chosen;
        let members = [0, 1, 2, 3].map(|suit| &self.valued[suit].members[usize::from(chosen[suit])]);
        let worth = *found.worths.entry((mask, pungs)).or_insert_with(|| self.ground.worth_of(mask, pungs));
        let groups = earned.won + self.crossing.added(&members);
        let [most, exposed] =
            [worth.with(gain), worth.exposed_with(gain)].map(|of| self.ground.whole.with_left(of + groups));
        found.order.push((most, Reverse((self.number, chosen)), exposed));
    }
}
