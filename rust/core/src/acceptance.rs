//! What each discard leaves to hope for.

use crate::distance::from_missing;
use crate::hand::{Hand, Shape, Shapes};
use crate::profile::Three;
use crate::shapes::{Loose, missing};
use crate::tile::{KINDS, Kind, KindSet, kind_at, ranks_in};

/// A discard and what it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Acceptance {
    /// The discard, `None` for a wild tile.
    pub discard: Option<Kind>,
    /// The distance of what is left.
    pub distance: i8,
    /// Kinds a further natural of which lowers it; never one of which the hand and its sets keep all four.
    pub kinds: KindSet,
}

/// All discards of a hand that is about to discard, by kind, a wild tile last.
#[must_use]
pub fn acceptance(hand: &Hand, shapes: Shapes) -> Vec<Acceptance> {
    let full = Loose::with_winning(hand, shapes);
    let kinds = (0..KINDS as Kind).filter(|&kind| full.counts[kind as usize] > 0).map(Some);
    kinds.chain((full.wilds > 0).then_some(None)).map(|discard| after(&full, discard, shapes)).collect()
}

fn after(full: &Loose, discard: Option<Kind>, shapes: Shapes) -> Acceptance {
    let mut kept = full.clone();
    match discard {
        Some(kind) => kept.counts[kind as usize] -= 1,
        None => kept.wilds -= 1,
    }
    let least = missing(&kept, shapes, u8::MAX);
    let distance = from_missing(least, kept.wilds);
    let kinds = if least == u8::MAX { KindSet::EMPTY } else { lowering(&kept, shapes, least) };
    Acceptance { discard, distance, kinds }
}

/// Kinds of which one more leaves fewer than the `least` missing.
///
/// A tile takes away one missing tile at most: a shape that is further away cannot become the nearest.
fn lowering(kept: &Loose, shapes: Shapes, least: u8) -> KindSet {
    let live = |&kind: &Kind| kept.counts[kind as usize] < kept.free(kind);
    let mut kinds = KindSet::EMPTY;
    if shapes.knows(Shape::Standard) {
        let profiles = kept.profiles();
        for suit in 0..4 {
            let [a, b, c] = [1, 2, 3].map(|step| &*profiles[(suit + step) % 4]);
            let three = Three::of([a, b, c]);
            let lowers = |&kind: &Kind| {
                let more = kept.plus(kind).profile(suit, None);
                three.missing(&more, kept.sets, kept.wilds).is_some_and(|missing| missing < least)
            };
            let first = kind_at(suit, 0);
            let nearest = three.missing(&profiles[suit], kept.sets, kept.wilds) == Some(least);
            let of_suit = (first..first + ranks_in(suit) as Kind).filter(|_| nearest);
            kinds.0 |= of_suit.filter(live).filter(lowers).map(|kind| 1 << kind).sum::<u64>();
        }
    }
    let others = Shapes { known: shapes.known & !(1 << Shape::Standard as u8), ..shapes };
    if missing(kept, others, least + 1) == least {
        let lowers = |&kind: &Kind| missing(&kept.plus(kind), others, least) < least;
        kinds.0 |= KindSet::ALL
            .iter()
            .filter(live)
            .filter(lowers)
            .map(|kind| 1 << kind)
            .fold(0, |kinds, kind: u64| kinds | kind);
    }
    kinds
}
