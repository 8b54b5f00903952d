//! A hand that was admitted: counts that are possible, sets that are sets.

use crate::tile::{Counts, Kind, KindSet};

/// What was laid down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeldKind {
    /// A claimed chow.
    Chow,
    /// A claimed pung.
    Pung,
    /// A kong from a discard or added to a pung.
    OpenKong,
    /// A kong laid face down.
    ConcealedKong,
}

/// A set that lies on the table. Its wild tiles may leave its face open until the win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meld {
    /// What it was declared as.
    pub kind: MeldKind,
    /// The faces it may take: its tile, or the lowest tile of the chow.
    pub faces: KindSet,
    /// Its natural tiles, by kind: at most four, unused places are 255.
    pub naturals: [Kind; 4],
}

/// The winning tile as it lies there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Winning {
    /// The hand has not won (yet).
    #[default]
    None,
    /// A natural tile.
    Natural(Kind),
    /// A wild tile.
    Wild,
}

/// The shapes a rule set knows, and the number of sets in its standard hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shapes {
    /// Sets beside the pair: 4 or 5.
    pub sets: u8,
    /// One bit per [`Shape`].
    pub known: u8,
}

/// A winning shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// Sets and a pair.
    Standard,
    /// 147 258 369 over three suits, two further sets and a pair (five sets only).
    KnittedDragon,
    /// Seven pairs and a triplet (five sets only).
    SevenPairs,
    /// The thirteen terminals and honours, one of them twice, and with five sets any chow or pung.
    ThirteenOrphans,
    /// Seven honours, three far ranks of each suit, one of the sixteen twice (five sets only).
    SixteenUnrelated,
    /// Nothing but wild tiles.
    AllWild,
}

impl Shapes {
    /// Whether hands may take this shape.
    #[must_use]
    pub const fn knows(self, shape: Shape) -> bool {
        self.known >> shape as u8 & 1 == 1
    }
}

/// An admitted hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    /// Natural tiles in hand, without the winning tile.
    pub counts: Counts,
    /// Wild tiles in hand, without the winning tile.
    pub wilds: u8,
    /// The winning tile.
    pub winning: Winning,
    /// Sets on the table, in the order they were laid.
    pub melds: Vec<Meld>,
}

impl Hand {
    /// Counts and wild tiles in hand, the winning tile among them.
    #[must_use]
    pub fn complete(&self) -> (Counts, u8) {
        let mut counts = self.counts;
        match self.winning {
            Winning::None => (counts, self.wilds),
            Winning::Natural(kind) => {
                counts[kind as usize] += 1;
                (counts, self.wilds)
            }
            Winning::Wild => (counts, self.wilds + 1),
        }
    }
}
