//! Small multisets of ranks by number: at most five of nine pungs, or of seven chows.
//!
//! Members in ascending order `m0 <= m1 <= ..` get the number `offset(size) + sum C(m_i + i, i + 1)`, so that a member
//! added on top adds one term.

use std::sync::LazyLock;

/// At most this many sets in a hand.
pub(crate) const MAX_SETS: usize = 5;

/// Multisets of at most five of nine.
pub(crate) const PUNG_SETS: usize = 2002;

/// Multisets of at most five of seven, as [`PUNG_SETS`] numbers them.
pub(crate) const CHOW_SETS: usize = 792;

/// `C(n, k)` for what is needed here.
const fn binomial(n: usize, k: usize) -> usize {
    if k > n {
        return 0;
    }
    let mut product = 1;
    let mut step = 0;
    while step < k {
        product = product * (n - step) / (step + 1);
        step += 1;
    }
    product
}

/// What member `rank` adds at place `at`.
const TERMS: [[u16; 9]; MAX_SETS] = {
    let mut terms = [[0; 9]; MAX_SETS];
    let mut at = 0;
    while at < MAX_SETS {
        let mut rank = 0;
        while rank < 9 {
            terms[at][rank] = binomial(rank + at, at + 1) as u16;
            rank += 1;
        }
        at += 1;
    }
    terms
};

/// Where the multisets of each size start, for `kinds` kinds.
const fn offsets(kinds: usize) -> [u16; MAX_SETS + 2] {
    let mut offsets = [0; MAX_SETS + 2];
    let mut size = 0;
    while size <= MAX_SETS {
        offsets[size + 1] = offsets[size] + binomial(kinds + size - 1, size) as u16;
        size += 1;
    }
    offsets
}

const CHOW_OFFSETS: [u16; MAX_SETS + 2] = offsets(7);
const PUNG_OFFSETS: [u16; MAX_SETS + 2] = offsets(9);

/// A multiset under construction, members ascending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Multiset {
    len: u8,
    sum: u16,
    members: [u8; MAX_SETS],
}

impl Multiset {
    pub const EMPTY: Self = Self { len: 0, sum: 0, members: [0; MAX_SETS] };

    /// So many of each rank.
    pub fn of(counts: Packed) -> Self {
        let mut set = Self::EMPTY;
        for rank in 0..9 {
            for _ in 0..counts.at(rank) {
                set.push(rank);
            }
        }
        set
    }

    pub fn push(&mut self, rank: u8) {
        let at = self.len as usize;
        self.members[at] = rank;
        self.sum += TERMS[at][rank as usize];
        self.len += 1;
    }

    pub fn members(&self) -> &[u8] {
        &self.members[..self.len as usize]
    }

    pub fn ranks(self) -> impl Iterator<Item = u8> {
        self.members.into_iter().take(self.len.into())
    }

    pub const fn len(self) -> usize {
        self.len as usize
    }

    pub const fn chow_number(self) -> usize {
        (CHOW_OFFSETS[self.len as usize] + self.sum) as usize
    }

    pub const fn pung_number(self) -> usize {
        (PUNG_OFFSETS[self.len as usize] + self.sum) as usize
    }
}

/// All multisets of chows and of pungs by their numbers, with the tiles they take and the groups that hold each rank.
pub(crate) static CHOWS: LazyLock<Vec<Listed>> =
    LazyLock::new(|| listed(7, CHOW_SETS, Multiset::chow_number, [(0, 1, 1), (1, 1, 1), (2, 1, 1)]));
pub(crate) static PUNGS: LazyLock<Vec<Listed>> =
    LazyLock::new(|| listed(9, PUNG_SETS, Multiset::pung_number, [(0, 3, 1); 1]));

/// A multiset with what it takes, packed by rank.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Listed {
    pub set: Multiset,
    /// Tiles.
    pub tiles: Packed,
    /// Groups that hold a rank.
    pub groups: Packed,
    /// Members by rank, and the ranks they have.
    pub starts: Packed,
    pub ranks: u16,
}

fn listed<const N: usize>(
    kinds: u8,
    count: usize,
    number: fn(Multiset) -> usize,
    takes: [(u8, u64, u64); N],
) -> Vec<Listed> {
    let mut all = vec![Listed::default(); count];
    for size in 0..=MAX_SETS {
        each_multiset(kinds, size, &mut |set| {
            let slot = &mut all[number(set)];
            slot.set = set;
            for rank in set.members() {
                slot.starts = slot.starts.and(*rank, 1);
                slot.ranks |= 1 << rank;
                for (step, tiles, groups) in takes {
                    slot.tiles = slot.tiles.and(rank + step, tiles);
                    slot.groups = slot.groups.and(rank + step, groups);
                }
            }
        });
    }
    all
}

/// How many multisets there are of at most so many of `kinds` (seven or nine).
pub(crate) const fn up_to(kinds: usize, size: usize) -> usize {
    (if kinds == 7 { CHOW_OFFSETS } else { PUNG_OFFSETS })[size + 1] as usize
}

/// A small number for each rank, six bits each; never more than 31.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Packed(u64);

impl Packed {
    pub const NONE: Self = Self(0);
    /// The top bit of each rank's six.
    const TOPS: u64 = 0o40_40_40_40_40_40_40_40_40;
    /// Bits of which one is set from four on.
    const FOURS: u64 = 0o34_34_34_34_34_34_34_34_34;

    pub fn of(counts: [u8; 9]) -> Self {
        Self(counts.iter().rev().fold(0, |packed, count| packed << 6 | u64::from(*count)))
    }

    /// With so many more of a rank.
    pub const fn and(self, rank: u8, more: u64) -> Self {
        Self(self.0 + (more << (6 * rank)))
    }

    /// With so many fewer of a rank.
    pub const fn less(self, rank: u8, fewer: u64) -> Self {
        Self(self.0 - (fewer << (6 * rank)))
    }

    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Whether there are at least as many of each rank.
    pub const fn covers(self, other: Self) -> bool {
        ((self.0 | Self::TOPS) - other.0) & Self::TOPS == Self::TOPS
    }

    /// The more of each rank.
    pub const fn or(self, other: Self) -> Self {
        let more = ((self.0 | Self::TOPS) - other.0) & Self::TOPS;
        let of_self = more - (more >> 5);
        Self(self.0 & of_self | other.0 & !of_self)
    }

    /// Of each rank one, if there is any: of no more than seven.
    pub const fn ones(self) -> Self {
        Self((self.0 | self.0 >> 1 | self.0 >> 2) & Self::TOPS >> 5)
    }

    /// Ranks of which there are four or more.
    pub fn fours(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0 & Self::FOURS;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let rank = rest.trailing_zeros() / 6;
                rest &= !(0o77 << (6 * rank));
                rank as u8
            })
        })
    }

    pub const fn at(self, rank: u8) -> usize {
        (self.0 >> (6 * rank) & 0o77) as usize
    }
}

/// Visits the multisets of `size` of so many ranks.
pub(crate) fn each_multiset(kinds: u8, size: usize, visit: &mut impl FnMut(Multiset)) {
    fn step(kinds: u8, size: usize, from: u8, so_far: Multiset, visit: &mut impl FnMut(Multiset)) {
        if so_far.len() == size {
            visit(so_far);
            return;
        }
        for rank in from..kinds {
            let mut next = so_far;
            next.push(rank);
            step(kinds, size, rank, next, visit);
        }
    }
    step(kinds, size, 0, Multiset::default(), visit);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_a_bijection() {
        for (kinds, all, number) in
            [(7, &*CHOWS, Multiset::chow_number as fn(Multiset) -> usize), (9, &*PUNGS, Multiset::pung_number)]
        {
            let mut seen = vec![false; all.len()];
            for size in 0..=MAX_SETS {
                each_multiset(kinds, size, &mut |set| {
                    assert!(!std::mem::replace(&mut seen[number(set)], true));
                    assert_eq!(all[number(set)].set, set);
                    assert!(number(set) < up_to(kinds.into(), size));
                });
            }
            assert!(seen.iter().all(|seen| *seen));
        }
    }

    #[test]
    fn packed_numbers() {
        let held = Packed::of([0, 4, 0, 1, 31, 3, 0, 0, 16]);
        assert_eq!(held.fours().collect::<Vec<_>>(), [1, 4, 8]);
        assert_eq!(held.and(3, 2).at(3), 3);
        assert!(held.covers(Packed::of([0, 3, 0, 1, 0, 3, 0, 0, 16])));
        assert!(!held.covers(Packed::of([0, 0, 1, 0, 0, 0, 0, 0, 0])));
        let other = Packed::of([1, 3, 0, 2, 31, 3, 0, 0, 17]);
        assert_eq!(held.or(other), Packed::of([1, 4, 0, 2, 31, 3, 0, 0, 17]));
        assert_eq!(Packed::of([0, 4, 0, 1, 5, 3, 0, 7, 2]).ones(), Packed::of([0, 1, 0, 1, 1, 1, 0, 1, 1]));
    }
}
