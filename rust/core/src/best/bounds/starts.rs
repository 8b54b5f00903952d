//! Chows of one suit by how many there are, and on what ranks they may start.

use crate::best::suit::multiset::{Listed, Packed};

/// Chows of one suit: how many, and of each rank at most how many start there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Starts {
    pub count: u8,
    pub most: Packed,
}

impl Starts {
    const NONE: Self = Self { count: 0, most: Packed::NONE };

    /// Those of a multiset.
    pub const fn of(chows: &Listed) -> Self {
        Self { count: chows.set.len() as u8, most: chows.starts }
    }

    /// So many on any ranks.
    pub fn any(count: u8) -> Self {
        Self { count, most: Packed::of([count; 9]) }
    }

    /// So many of these.
    pub const fn within(count: u8, most: Packed) -> Self {
        if count == 0 { Self::NONE } else { Self { count, most } }
    }

    /// One of these.
    pub const fn one(self) -> Self {
        Self { count: 1, most: self.most.ones() }
    }

    /// With others beside.
    pub const fn and(self, other: Self) -> Self {
        Self { count: self.count + other.count, most: self.most.plus(other.most) }
    }

    /// As many, of either.
    pub const fn or(self, other: Self) -> Self {
        Self { count: self.count, most: self.most.or(other.most) }
    }

    /// Without one of these.
    pub const fn less_one(self) -> Self {
        Self::within(self.count - 1, self.most)
    }
}
