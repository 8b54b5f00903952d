//! Hands of which there are few arrangements: each is bounded, and evaluated as long as it may matter.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use super::Job;
use super::covers::{Listing, each_choice};
use super::ground::Ground;
use crate::best::arrangement::evaluate::Evaluator;
use crate::best::arrangement::view::view;
use crate::best::bounds::crossing::Crossing;
use crate::best::bounds::earned::Earned;
use crate::best::reading::Collector;
use crate::best::states::States;
use crate::best::suit::classes::Member;
use crate::best::suit::laying::Laying;
use crate::best::suit::valued::Valued;
use crate::group::{Group, GroupKind};
use crate::tile::suit;

/// The covers of each suit, and how many arrangements they make.
pub(crate) struct Few {
    pub listed: [Arc<Listing>; 4],
    pub count: usize,
}

/// An arrangement by the most that it can be worth; of those worth as much that comes first which was listed first.
type Entry = (i32, Reverse<(u16, [u16; 4])>);

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
                evaluator.offer(&view(job.shape, fixed, &covers(chosen)), collector);
            }
        });
        return;
    }
    let completes = completes(listed, job.covers.sets);
    let mut order: Vec<Entry> = Vec::with_capacity(count * faces.len() * all.len());
    for (turn, states) in all.iter().enumerate() {
        let laying = Laying::new(job.melds, job.beside, *states);
        let ground = &Ground::new(job, &faces[0], *states);
        for (at, fixed) in faces.iter().enumerate() {
            let stated = laying.stated(fixed);
            let of_suit = |suit: usize| {
                let books = bounds.local.books(suit);
                books.valued(suit, &job.covers.by_suit[suit], &listed[suit], &on_table(&stated, suit), &bounds)
            };
            let crossing = Crossing::new(&bounds, &stated);
            let number = (turn * faces.len() + at) as u16;
            let bounding = Bounding { listed, completes, valued: [0, 1, 2, 3].map(of_suit), ground, crossing, number };
            bounding.bound_all(job, fixed, &mut order);
        }
    }
    let mut heap = BinaryHeap::from(order);
    while let Some((bound, Reverse((number, chosen)))) = heap.pop() {
        if !collector.wants(bound) {
            break;
        }
        let fixed = &faces[usize::from(number) % faces.len()];
        evaluator.offer(&view(job.shape, fixed, &covers(chosen)), collector);
    }
}

fn on_table(fixed: &[Group], number: usize) -> Vec<Group> {
    let here = |group: &&Group| group.kind != GroupKind::Knitted && suit(group.first) == number;
    fixed.iter().filter(here).copied().collect()
}

/// From each suit on, whether its covers and those of the next can make so many sets, and the pair or not.
type Completes = [[[bool; 2]; 6]; 5];

fn completes(listed: &[Arc<Listing>; 4], sets: u8) -> Completes {
    let mut completes = [[[false; 2]; 6]; 5];
    completes[4][0][0] = true;
    for suit in (0..4).rev() {
        for own in 0..=sets {
            let [alone, with_pair] = [false, true].map(|pair| !listed[suit].of(own, pair).is_empty());
            for rest in 0..=usize::from(sets - own) {
                let [without, with] = completes[suit + 1][rest];
                let all = &mut completes[suit][rest + usize::from(own)];
                *all = [all[0] || alone && without, all[1] || alone && with || with_pair && without];
            }
        }
    }
    completes
}

/// Bounds the arrangements with the same sets on the table.
struct Bounding<'a> {
    listed: &'a [Arc<Listing>; 4],
    completes: Completes,
    valued: [Arc<Valued>; 4],
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
    chosen: [u16; 4],
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
            chosen: [0; 4],
        };
        self.step(0, start, order);
    }

    fn step(&self, suit: usize, so_far: SoFar, order: &mut Vec<Entry>) {
        if suit == 4 {
            let members: [&Member; 4] =
                [0, 1, 2, 3].map(|suit| &self.valued[suit].members[usize::from(so_far.chosen[suit])]);
            let SoFar { mask, pungs, earned, chosen, .. } = so_far;
            let bound = self.ground.bound(mask, pungs, earned, &self.crossing, &members);
            order.push((bound, Reverse((self.number, chosen))));
            return;
        }
        let Valued { members, masks } = &*self.valued[suit];
        for sets in 0..=so_far.sets {
            for pair in [false, true] {
                let left = so_far.sets - sets;
                if pair && !so_far.pair
                    || !self.completes[suit + 1][usize::from(left)][usize::from(so_far.pair != pair)]
                {
                    continue;
                }
                for &at in self.listed[suit].of(sets, pair) {
                    let Member { earned, cover, .. } = &members[usize::from(at)];
                    let mut next = SoFar {
                        sets: left,
                        pair: so_far.pair != pair,
                        mask: so_far.mask | masks[usize::from(at)],
                        pungs: so_far.pungs + cover.pungs.len() as u8,
                        earned: so_far.earned.and(*earned),
                        ..so_far
                    };
                    next.chosen[suit] = at;
                    self.step(suit + 1, next, order);
                }
            }
        }
    }
}
