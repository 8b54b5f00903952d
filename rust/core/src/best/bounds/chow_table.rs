//! What chows of several suits earn together.

use super::local::{Local, in_suit};
use crate::best::suit::classes::FastMap;
use crate::best::suit::multiset::{CHOWS, MAX_SETS, each_multiset};
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

/// Fills in what was found for suits in descending order for every order.
fn by_any_suit(found: &[i32; 216]) -> [i32; 216] {
    std::array::from_fn(|at| {
        let mut counts = [at / 36, at / 6 % 6, at % 6];
        counts.sort_unstable_by(|a, b| b.cmp(a));
        found[counts[0] * 36 + counts[1] * 6 + counts[2]]
    })
}

/// What chows earn together over the three suits, and what that adds, by how many each suit has.
#[derive(Debug)]
pub(crate) struct ChowTable {
    together: FastMap<u32, i32>,
    net: [i32; 216],
}

impl ChowTable {
    pub fn new(local: &Local, table: &Table) -> Self {
        let mut together = FastMap::default();
        let mut net = [0; 216];
        let by_number: Vec<i32> = CHOWS
            .iter()
            .map(|chows| {
                let groups: Vec<Group> = chows.set.ranks().map(|rank| in_suit(GroupKind::Chow, 0, rank)).collect();
                local.heaviest(table, &local.chows, &groups, KindSet::EMPTY)
            })
            .collect();
        each_spread(&mut |spread, counts| {
            let alone = spread.numbers.iter().map(|number| by_number[*number]).sum();
            let sum = match counts {
                [_, 0, 0] => alone,
                _ => local.heaviest(table, &local.chows, &spread.groups(), KindSet::EMPTY),
            };
            together.insert(key(spread.numbers), sum);
            let most = &mut net[at_counts(counts)];
            *most = (sum - alone).max(*most);
        });
        Self { together, net: by_any_suit(&net) }
    }

    /// What these multisets of chows earn together, whatever their suits are called.
    pub fn together(&self, multisets: [usize; 3]) -> i32 {
        self.together.get(&key(multisets)).copied().unwrap_or(i32::MAX / 8)
    }

    /// The most that chows over several suits add to what each suit's earn alone.
    pub fn net(&self, counts: [u8; 3]) -> i32 {
        self.net[at_counts(counts)]
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
