//! Small multisets of ranks by number: at most five of nine pungs, or of seven chows.
//!
//! Members in ascending order `m0 <= m1 <= ..` get the number `offset(size) + sum C(m_i + i, i + 1)`, so that a member
//! added on top adds one term.

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

    pub fn push(&mut self, rank: u8) {
        let at = self.len as usize;
        self.members[at] = rank;
        self.sum += TERMS[at][rank as usize];
        self.len += 1;
    }

    pub fn members(&self) -> &[u8] {
        &self.members[..self.len as usize]
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

/// The members of a multiset of chows.
pub(crate) fn chows_of(number: usize) -> impl Iterator<Item = u8> {
    let size = (0..=MAX_SETS).rev().find(|size| usize::from(CHOW_OFFSETS[*size]) <= number).unwrap_or(0);
    let mut rest = number - usize::from(CHOW_OFFSETS[size]);
    let mut members = [0_u8; MAX_SETS];
    for at in (0..size).rev() {
        let rank = (0..7).rev().find(|rank| usize::from(TERMS[at][*rank]) <= rest).unwrap_or(0);
        members[at] = rank as u8;
        rest -= usize::from(TERMS[at][rank]);
    }
    members.into_iter().take(size)
}

/// Visits the multisets of `size` of `kinds` (seven) ranks with their chow numbers.
pub(crate) fn each_multiset(kinds: u8, size: usize, visit: &mut impl FnMut(usize, &[u8])) {
    fn step(kinds: u8, size: usize, from: u8, so_far: Multiset, visit: &mut impl FnMut(usize, &[u8])) {
        if so_far.len() == size {
            visit(so_far.chow_number(), so_far.members());
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
        let mut seen = vec![false; CHOW_SETS];
        for size in 0..=MAX_SETS {
            each_multiset(7, size, &mut |number, members| {
                assert!(!seen[number]);
                seen[number] = true;
                assert_eq!(chows_of(number).collect::<Vec<_>>(), members);
            });
        }
        assert!(seen.iter().all(|seen| *seen));
        assert_eq!(usize::from(PUNG_OFFSETS[MAX_SETS + 1]), PUNG_SETS);
    }
}
