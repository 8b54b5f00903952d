//! One hand of a batch, in a form that needs no memory of its own.

use super::packed::Packed;
use crate::best::Beside;
use crate::hand::{Hand, Meld, MeldKind, Winning};
use crate::tile::{Kind, KindSet};

/// Sets on the table at most.
pub const MOST_MELDS: usize = 5;

/// An admitted hand.
#[derive(Clone, Debug)]
pub struct Row {
    /// Natural tiles in hand, without the winning tile.
    pub tiles: Packed,
    /// Wild tiles in hand, without the winning tile.
    pub wilds: u8,
    /// The winning tile.
    pub winning: Winning,
    /// Flowers held, one bit each.
    pub flowers: u8,
    /// The winning tile's copies that lie open elsewhere.
    pub seen: u8,
    melds: [Meld; MOST_MELDS],
    laid: usize,
    /// Whether the wild tiles of a set leave it more than one face.
    open: bool,
}

impl Default for Row {
    fn default() -> Self {
        let blank = Meld { kind: MeldKind::Chow, faces: KindSet::EMPTY, naturals: [Kind::MAX; 4] };
        Self {
            tiles: Packed::default(),
            wilds: 0,
            winning: Winning::None,
            flowers: 0,
            seen: 0,
            melds: [blank; MOST_MELDS],
            laid: 0,
            open: false,
        }
    }
}

impl Row {
    /// Takes all tiles off.
    #[inline]
    pub fn clear(&mut self) {
        (self.tiles, self.wilds, self.winning) = (Packed::default(), 0, Winning::None);
        (self.flowers, self.seen, self.laid, self.open) = (0, 0, 0, false);
    }

    /// Lays a set down; false if there is no room for one more.
    #[inline]
    pub fn lay(&mut self, meld: Meld) -> bool {
        let room = self.laid < MOST_MELDS;
        if room {
            self.melds[self.laid] = meld;
            self.open |= !meld.faces.0.is_power_of_two();
            self.laid += 1;
        }
        room
    }

    /// Whether no tile is wild but in sets that have one face all the same.
    pub(super) const fn is_plain(&self) -> bool {
        self.wilds == 0 && !self.open
    }

    /// Sets on the table.
    #[must_use]
    #[inline]
    pub fn melds(&self) -> &[Meld] {
        &self.melds[..self.laid]
    }

    /// The hand by itself.
    #[must_use]
    pub fn hand(&self) -> Hand {
        let (counts, melds) = (self.tiles.counts(), self.melds().to_vec());
        Hand { counts, wilds: self.wilds, winning: self.winning, melds }
    }

    /// What is beside it, in a situation that has this for all hands.
    #[must_use]
    pub fn beside(&self, shared: &Beside) -> Beside {
        Beside { flowers: self.flowers, seen: self.seen, ..shared.clone() }
    }
}
