//! Sets and a pair. What is missing is worked out by suits, see [`Three`](crate::profile::Three).

use super::Loose;
use crate::cover::Cover;
use crate::suit::{fits, needs, room_for};
use crate::waits::Waits;

/// What completes the hand.
#[must_use]
pub fn waits(loose: &Loose) -> Waits {
    let needs = needs(&loose.counts);
    Waits { kinds: room_for(needs, loose.sets), by_wild: fits(needs, loose.sets) }
}

/// All sets and pairs that hold the naturals: sets ascending, then the pair.
#[must_use]
pub fn readings(loose: &Loose) -> Cover {
    Cover::of_hand(&loose.counts, loose.sets, 1, true)
}
