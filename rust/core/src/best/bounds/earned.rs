//! What groups earn at most: while the winning group rests, and if it is one of theirs and counts as exposed.

/// What some groups of a hand earn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Earned {
    /// If the winning group is none of them, or is concealed.
    pub resting: i32,
    /// If it may be one of them, and exposed: never less.
    pub won: i32,
}

impl Earned {
    /// Less than anything.
    pub const LEAST: Self = Self { resting: i32::MIN / 2, won: i32::MIN / 2 };

    /// Where it makes no difference.
    pub const fn of(resting: i32) -> Self {
        Self { resting, won: resting }
    }

    /// With other groups beside: there is one winning group.
    pub fn and(self, beside: Self) -> Self {
        Self { resting: self.resting + beside.resting, won: (self.won + beside.resting).max(self.resting + beside.won) }
    }

    /// The most that either may be.
    pub fn or(self, other: Self) -> Self {
        Self { resting: self.resting.max(other.resting), won: self.won.max(other.won) }
    }
}
