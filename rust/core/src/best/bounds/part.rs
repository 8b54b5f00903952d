//! Which groups a condition uses, and so in which table its row is bounded.

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
        Cond::Copies { .. } => (Part::Copies, cond),
        Cond::AllOf(of) => of.iter().map(part_of).find(|(part, _)| *part != Part::Hand).unwrap_or((Part::Hand, cond)),
        Cond::Flowers { .. } | Cond::Melds { .. } | Cond::Always | Cond::Never | Cond::Not(_) | Cond::Wait(_) => {
            (Part::Hand, cond)
        }
        _ => (Part::Loose, cond),
    }
}

/// Whether all the kinds are of one suit.
pub(crate) fn one_suit(kinds: KindSet) -> bool {
    (0..4).any(|suit| kinds.within(KindSet(0x1FF << (9 * suit))))
}
