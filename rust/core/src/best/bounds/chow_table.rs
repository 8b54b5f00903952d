//! What chows of several suits earn together.

use std::cmp::Reverse;

use super::known::Known;
use super::local::{Local, in_suit};
use super::starts::Starts;
use crate::best::suit::classes::FastMap;
use crate::best::suit::multiset::{CHOWS, MAX_SETS, Multiset, Packed, each_multiset};
use crate::group::{Group, GroupKind};
use crate::rules::Table;
use crate::tile::KindSet;

/// Chows over the three suits: their multisets, no suit with more of them than the one before.
pub(crate) struct Spread<'a> {
    numbers: [usize; 3],
    pub ranks: [&'a [u8]; 3],
}

impl Spread<'_> {
    pub fn groups(&self) -> Vec<Group> {
        let of = |(suit, ranks): (usize, &&[u8])| -> Vec<Group> {
            ranks.iter().map(|rank| in_suit(GroupKind::Chow, suit, *rank)).collect()
        };
        self.ranks.iter().enumerate().flat_map(of).collect()
    }
}

/// Visits all chows over three suits, suits interchangeable, with how many each has. Runs know suits only as same or
/// different.
pub(crate) fn each_spread(visit: &mut impl FnMut(Spread, [u8; 3])) {
    let mut by_size: [Vec<(usize, Vec<u8>)>; MAX_SETS + 1] = Default::default();
    for (size, list) in by_size.iter_mut().enumerate() {
        each_multiset(7, size, &mut |set| list.push((set.chow_number(), set.members().to_vec())));
    }
    for a in 0..=MAX_SETS {
        for b in 0..=a.min(MAX_SETS - a) {
            for c in 0..=b.min(MAX_SETS - a - b) {
                for (first, in_first) in &by_size[a] {
                    for (second, in_second) in by_size[b].iter().filter(|(number, _)| number <= first) {
                        for (third, in_third) in by_size[c].iter().filter(|(number, _)| number <= second) {
                            let numbers = [*first, *second, *third];
                            visit(
                                Spread { numbers, ranks: [in_first, in_second, in_third] },
                                [a as u8, b as u8, c as u8],
                            );
                        }
                    }
                }
            }
        }
    }
}

fn at_counts(counts: [u8; 3]) -> usize {
    let [a, b, c] = counts.map(usize::from);
    a * 36 + b * 6 + c
}

/// Orders of three suits.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Of so many choices of chows what they add is kept; more start afresh.
const KEPT: usize = 1 << 15;

/// What chows earn together over the three suits, and what that adds to what each suit's earn alone.
#[derive(Debug)]
pub(crate) struct ChowTable {
    together: FastMap<u32, i32>,
    /// By multiset.
    alone: Vec<i32>,
    /// By how many chows each suit has, most first: the chows of each suit with what they add, most first.
    by_counts: FastMap<[u8; 3], Vec<([Packed; 3], i32)>>,
    /// The most that is added, by how many chows each suit has.
    net: [i32; 216],
    known: Known<[Starts; 3], KEPT>,
}

impl ChowTable {
    pub fn new(local: &Local, table: &Table) -> Self {
        let mut together = FastMap::default();
        let mut by_counts: FastMap<[u8; 3], Vec<([Packed; 3], i32)>> = FastMap::default();
        let alone: Vec<i32> = CHOWS
            .iter()
            .map(|chows| {
                let groups: Vec<Group> = chows.set.ranks().map(|rank| in_suit(GroupKind::Chow, 0, rank)).collect();
                local.heaviest(table, &local.chows, &groups, KindSet::EMPTY)
            })
            .collect();
        each_spread(&mut |spread, counts| {
            let apart = spread.numbers.iter().map(|number| alone[*number]).sum();
            let sum = match counts {
                [_, 0, 0] => apart,
                _ => local.heaviest(table, &local.chows, &spread.groups(), KindSet::EMPTY),
            };
            together.insert(key(spread.numbers), sum);
            by_counts.entry(counts).or_default().push((spread.numbers.map(|number| CHOWS[number].starts), sum - apart));
        });
        for list in by_counts.values_mut() {
            list.sort_unstable_by_key(|(chows, added)| (Reverse(*added), *chows));
        }
        let mut net = [0; 216];
        for (counts, list) in &by_counts {
            for order in ORDERS {
                net[at_counts(order.map(|at| counts[at]))] = list[0].1;
            }
        }
        Self { together, alone, by_counts, net, known: Known::default() }
    }

    /// What these multisets of chows earn together, whatever their suits are called.
    pub fn together(&self, multisets: [usize; 3]) -> i32 {
        self.together.get(&key(multisets)).copied().unwrap_or(i32::MAX / 8)
    }

    /// What chows of one suit earn.
    pub fn alone(&self, chows: Multiset) -> i32 {
        self.alone[chows.chow_number()]
    }

    /// The most that one chow earns.
    pub fn single(&self) -> i32 {
        self.alone[1..=7].iter().copied().max().unwrap_or(0)
    }

    /// The most that so many chows of the three suits add to what each suit's earn alone.
    pub fn net(&self, counts: [u8; 3]) -> i32 {
        self.net[at_counts(counts)]
    }

    /// The same for chows of which more is known.
    pub fn within(&self, mut suits: [Starts; 3]) -> i32 {
        // Suits are interchangeable.
        suits.sort_unstable_by(|a, b| b.cmp(a));
        self.known.get(suits, |suits| self.find(*suits))
    }

    fn find(&self, suits: [Starts; 3]) -> i32 {
        let Some(list) = self.by_counts.get(&suits.map(|suit| suit.count)) else { return 0 };
        let alike = |order: &&[usize; 3]| (0..3).all(|at| suits[order[at]].count == suits[at].count);
        let orders: Vec<[Packed; 3]> =
            ORDERS.iter().filter(alike).map(|order| order.map(|at| suits[at].most)).collect();
        let fits = |chows: &[Packed; 3]| orders.iter().any(|most| (0..3).all(|suit| most[suit].covers(chows[suit])));
        list.iter().find(|(chows, _)| fits(chows)).map_or(0, |(_, added)| *added)
    }
}

/// What these multisets of chows earn together, found by itself.
pub(crate) fn together(local: &Local, table: &Table, mut multisets: [usize; 3]) -> i32 {
    multisets.sort_unstable_by(|a, b| b.cmp(a));
    let sets = multisets.map(|number| CHOWS[number].set);
    let spread = Spread { numbers: multisets, ranks: [sets[0].members(), sets[1].members(), sets[2].members()] };
    local.heaviest(table, &local.chows, &spread.groups(), KindSet::EMPTY)
}

/// Multisets are numbered by size first, so that the larger number is never the smaller multiset.
pub(crate) fn key(mut multisets: [usize; 3]) -> u32 {
    multisets.sort_unstable_by(|a, b| b.cmp(a));
    let [a, b, c] = multisets;
    (a << 20 | b << 10 | c) as u32
}
