//! Nothing but wild tiles, in hand and on the table.

use super::{Loose, Readings};
use crate::group::Group;
use crate::waits::Waits;

/// Whether every tile is wild.
#[must_use]
pub fn holds(loose: &Loose) -> bool {
    !loose.natural_melds && loose.counts.iter().all(|&copies| copies == 0)
}

/// Naturals, which alone are drawn, never lead to this shape.
#[must_use]
pub fn missing(loose: &Loose, bound: u8) -> u8 {
    if holds(loose) && loose.is_full() { bound.min(loose.wilds) } else { bound }
}

/// Only a wild tile completes the hand.
#[must_use]
pub fn waits(loose: &Loose) -> Waits {
    Waits { by_wild: holds(loose), ..Waits::default() }
}

/// One reading, without groups.
#[must_use]
pub fn readings(loose: &Loose) -> impl Readings + Send + use<> {
    Once(holds(loose))
}

struct Once(bool);

impl Readings for Once {
    fn next(&mut self) -> Option<&[Group]> {
        std::mem::take(&mut self.0).then_some(&[])
    }
}
