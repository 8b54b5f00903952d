//! Which groups a condition uses, and so in which table its row is bounded.

use super::local::choose;
use crate::best::search::special::PAIRS;
use crate::best::suit::multiset::MAX_SETS;
use crate::rules::cond::Cond;
use crate::rules::data::{RunKind, SetKind};
use crate::tile::KindSet;

/// The groups that a row uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Chows,
    Pungs,
    Copies,
    /// Nothing that depends on the arrangement.
    Hand,
    /// Bounded by a constant.
    Loose,
}

/// The part a condition belongs to, and the member that says so.
pub(crate) fn part_of(cond: &Cond) -> (Part, &Cond) {
    match cond {
        Cond::Run(run) => match run.kind {
            RunKind::Chow => (Part::Chows, cond),
            RunKind::Pung => (Part::Pungs, cond),
            RunKind::Pair => (Part::Loose, cond),
        },
        Cond::Sets(sets) if sets.concealed.is_none() && sets.open.is_none() && !sets.exact => match sets.kind {
            SetKind::Chow | SetKind::Pung if sets.n == Some(1) || one_suit(sets.within) => {
                (if sets.kind == SetKind::Chow { Part::Chows } else { Part::Pungs }, cond)
            }
            _ => (Part::Loose, cond),
        },
        Cond::Sets(sets) if sets.kind == SetKind::Kong && sets.n == Some(1) => (Part::Hand, cond),
        Cond::Pair { .. } => (Part::Pungs, cond),
        // The tables of copies look at tiles of which there are four.
        Cond::Copies { at_least, .. } if *at_least >= 4 => (Part::Copies, cond),
        Cond::AllOf(of) => {
            let (hand, other): (Vec<_>, Vec<_>) = of.iter().partition(|member| part_of(member).0 == Part::Hand);
            match other[..] {
                [] => (Part::Hand, cond),
                // Where members have several instances each of one goes with each of the others.
                [one] if hand.iter().all(|member| most_instances(member) <= 1) => part_of(one),
                _ => (Part::Loose, cond),
            }
        }
        Cond::Flowers { .. } | Cond::Melds { .. } | Cond::Always | Cond::Never | Cond::Not(_) | Cond::Wait(_) => {
            (Part::Hand, cond)
        }
        _ => (Part::Loose, cond),
    }
}

/// Instances that a condition can have at most on five sets and a pair, or on seven pairs.
pub(crate) fn most_instances(cond: &Cond) -> i32 {
    let of_groups = |n: usize| choose(MAX_SETS + 1, n);
    match cond {
        Cond::Never => 0,
        Cond::Sets(sets) if !sets.exact => sets.n.map_or(1, |n| of_groups(n.into())),
        // Members at one offset that do not stand together are found in every order.
        Cond::Run(run) => {
            let groups = if run.kind == RunKind::Pair { PAIRS.into() } else { MAX_SETS + 1 };
            choose(groups, run.ranks.len()).max(1) * if run.ranks.is_sorted() { 1 } else { 6 }
        }
        // Five equal chows, and the pair on one of their ranks: so many twos or threes of groups hold a tile together.
        Cond::Copies { .. } => 40,
        Cond::Flowers { .. } => 8,
        Cond::AllOf(of) => of.iter().map(most_instances).fold(1, i32::saturating_mul),
        _ => 1,
    }
}

/// Whether all the kinds are of one suit.
pub(crate) fn one_suit(kinds: KindSet) -> bool {
    (0..4).any(|suit| kinds.within(KindSet(0x1FF << (9 * suit))))
}
