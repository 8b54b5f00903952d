//! Sets and a pair beside a knitted block.

use super::covers::Covers;
use super::ground::Ground;
use super::{Job, search};
use crate::best::arrangement::evaluate::Evaluator;
use crate::best::arrangement::view::Facts;
use crate::best::bounds::caps::{Caps, Held, ToCome};
use crate::best::bounds::earnings::Earnings;
use crate::best::bounds::local::Local;
use crate::best::reading::Collector;
use crate::best::states::States;
use crate::best::suit::bucket::ChowSpan;
use crate::best::suit::classes::Bounds;
use crate::best::suit::cover::free_covers;
use crate::group::{Group, GroupKind};
use crate::hand::{Meld, Shape};
use crate::rules::Situated;
use crate::shapes::Copies;
use crate::tile::KindSet;

/// Offers the arrangements of so many sets and a pair beside each block that may matter.
pub(crate) fn offer(
    situated: &Situated,
    melds: &[Meld],
    facts: &Facts,
    sets: u8,
    evaluator: &mut Evaluator,
    collector: &mut Collector,
) {
    let held: u8 = facts.naturals.iter().sum();
    let there = Copies::of(&facts.naturals).at_least(1);
    let shape = Shape::KnittedDragon as u8;
    let any = Job {
        situated,
        facts,
        shape,
        covers: &Covers::new(&facts.naturals, sets),
        melds,
        beside: &[Group::in_hand(GroupKind::Knitted, 0)],
    };
    let mut limit: Option<Limit> = None;
    for permutation in 0..6 {
        let beside = &[Group::in_hand(GroupKind::Knitted, permutation)];
        let block = beside[0].kinds();
        // What the block lacks is wild, and so is what the sets and the pair beside it lack.
        if held + KindSet(block.0 & !there.0).len() as u8 > 3 * sets + 2 + block.len() as u8 {
            continue;
        }
        let mut naturals = facts.naturals;
        for kind in block.iter() {
            naturals[kind as usize] = naturals[kind as usize].saturating_sub(1);
        }
        let covers = Covers::new(&naturals, sets);
        if covers.is_empty() {
            continue;
        }
        // Sets on the table earn with those in hand, which the limit knows nothing of.
        let limited = melds.is_empty() && situated.local.cross_is_known();
        if limited && !limit.get_or_insert_with(|| Limit::new(&any)).may_matter(beside[0], collector) {
            continue;
        }
        search(&Job { covers: &covers, beside, ..any }, evaluator, collector);
    }
}

/// What a block with anything beside it can be worth.
struct Limit<'a> {
    ground: Ground<'a>,
    /// The most that the groups beside it earn.
    earned: i32,
}

impl<'a> Limit<'a> {
    fn new(job: &'a Job<'a>) -> Self {
        let (bounds, sets) = (job.bounds(), job.covers.sets);
        let states = States::all(job.situated, job.melds, job.beside)[0];
        let to_come = ToCome { sets, in_hand: sets, pair: true };
        let across = Caps::new(bounds, job.melds, states, [ChowSpan::in_hand(); 3]).most(&Held::default(), to_come);
        Self { ground: Ground::new(job, job.beside, states), earned: bounds.local.most_free(&bounds, sets) + across }
    }

    fn may_matter(&self, block: Group, collector: &Collector) -> bool {
        let Ground { whole, job, gain, .. } = &self.ground;
        let mask = job.situated.features.mask(block);
        let rows = whole.possible(whole.open(), mask, u64::MAX, job.covers.sets);
        collector.wants(whole.with_left(self.ground.worth(rows, 0).with(*gain) + self.earned))
    }
}

impl Local {
    /// The most that so many sets and a pair earn, whatever the naturals: none of them on the table.
    fn most_free(&self, bounds: &Bounds, sets: u8) -> i32 {
        let sets = usize::from(sets);
        *self.free[sets].get_or_init(|| {
            let mut most = vec![[i32::MIN / 2; 2]; sets + 1];
            most[0][0] = 0;
            for suit in 0..4 {
                let earnings = Earnings::new(suit, &[], bounds);
                let mut next = vec![[i32::MIN / 2; 2]; sets + 1];
                for own in 0..=sets {
                    let earned = self.books(earnings.like).free(&earnings, own, bounds);
                    let mut best = [i32::MIN / 2; 2];
                    for (cover, earned) in free_covers(earnings.like, own).iter().zip(&*earned) {
                        let best = &mut best[usize::from(cover.pair > 0)];
                        *best = earned.won.max(*best);
                    }
                    for have in 0..=sets - own {
                        let [without, with] = most[have];
                        let all = &mut next[have + own];
                        *all = [all[0].max(without + best[0]), all[1].max(with + best[0]).max(without + best[1])];
                    }
                }
                most = next;
            }
            most[sets][1]
        })
    }
}
