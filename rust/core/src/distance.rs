//! How far a hand is from ready.

use crate::hand::{Hand, Shapes};
use crate::shapes::{Loose, missing};

/// More than the distance of any hand that can be completed.
pub const UNREACHABLE: i8 = i8::MAX;

/// Natural tiles to draw until the hand is ready: -1 if it is complete, 0 if it is ready, for hands that are about
/// to draw or to discard, over all known shapes.
///
/// Of every kind four copies exist, those in hand and on the table among them; wild tiles in hand stand for any tile,
/// also a fifth copy.
#[must_use]
pub fn distance(hand: &Hand, shapes: Shapes) -> i8 {
    distance_of(&Loose::with_winning(hand, shapes), shapes)
}

/// The distance of the tiles in hand.
#[must_use]
pub fn distance_of(loose: &Loose, shapes: Shapes) -> i8 {
    from_missing(missing(loose, shapes, u8::MAX), loose.wilds)
}

/// The distance of a hand that so many tiles are missing from.
#[must_use]
pub fn from_missing(missing: u8, wilds: u8) -> i8 {
    let short = missing.min(i8::MAX as u8).saturating_sub(wilds) as i8;
    if missing > i8::MAX as u8 { UNREACHABLE } else { short - 1 }
}
