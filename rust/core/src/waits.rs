//! What a ready hand waits for.

use crate::hand::{Hand, Shape, Shapes};
use crate::shapes::{self, Loose, SHAPES};
use crate::suit::{fits, needs};
use crate::tile::{Counts, KindSet};

/// What completes a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Waits {
    /// Natural kinds, whether or not a copy is left.
    pub kinds: KindSet,
    /// Whether a wild tile does.
    pub by_wild: bool,
}

impl Waits {
    /// What either completes.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self { kinds: self.kinds.union(other.kinds), by_wild: self.by_wild || other.by_wild }
    }
}

/// What completes the hand, its winning tile left out, in any shape.
#[must_use]
pub fn waits(hand: &Hand, shapes: Shapes) -> Waits {
    waits_of(&Loose::before_win(hand, shapes), shapes)
}

/// What completes the tiles in hand, in any shape.
#[must_use]
pub fn waits_of(loose: &Loose, shapes: Shapes) -> Waits {
    let all = Waits { kinds: KindSet::ALL, by_wild: true };
    let mut waits = Waits::default();
    for shape in SHAPES {
        if shapes.knows(shape) && waits != all {
            waits = waits.or(shapes::waits(shape, loose));
        }
    }
    waits
}

/// Whether the tiles are `sets` sets and a pair.
#[must_use]
pub fn complete(counts: &Counts, wilds: u8, sets: u8) -> bool {
    counts.iter().sum::<u8>() + wilds == 3 * sets + 2 && fits(needs(counts), sets)
}

/// Whether the hand with its winning tile is complete in any shape.
#[must_use]
pub fn completes(hand: &Hand, shapes: Shapes) -> bool {
    completes_of(&Loose::with_winning(hand, shapes), shapes)
}

/// Whether the tiles in hand are complete in any shape.
#[must_use]
pub fn completes_of(loose: &Loose, shapes: Shapes) -> bool {
    let others = Shapes { known: shapes.known & !(1 << Shape::Standard as u8), ..shapes };
    loose.is_full()
        && (shapes.knows(Shape::Standard) && fits(needs(&loose.counts), loose.sets)
            || shapes::missing(loose, others, loose.wilds + 1) <= loose.wilds)
}
