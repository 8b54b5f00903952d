//! What chows earn over several suits, whatever each suit then loses, where each tells how many it has and on which
//! ranks.

use super::chow_table::each_spread;
use super::known::Known;
use super::local::{Local, LocalRow};
use crate::best::suit::classes::FastMap;
use crate::rules::Table;
use crate::rules::cond::Cond;
use crate::tile::KindSet;

/// Ranks on which chows start.
pub(crate) const STARTS: u8 = 0x7F;

/// Of so many choices of chows what they earn is kept; more start afresh.
const KEPT: usize = 1 << 14;

/// Chows of one suit: how many, and the ranks on which they may start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Starts {
    pub count: u8,
    pub ranks: u8,
}

impl Starts {
    /// With so many more.
    pub const fn and(self, other: Self) -> Self {
        Self { count: self.count + other.count, ranks: self.ranks | other.ranks }
    }
}

/// The most that chows earn over several suits, by their ranks.
#[derive(Debug)]
pub(crate) struct Gross {
    /// By how many chows each suit has, most first: the ranks in each suit with what they earn, most first.
    by_counts: FastMap<[u8; 3], Vec<([u8; 3], i32)>>,
    known: Known<[Starts; 3], KEPT>,
}

impl std::hash::Hash for Starts {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u16(u16::from(self.count) << 8 | u16::from(self.ranks));
    }
}

impl Gross {
    pub fn new(local: &Local, table: &Table) -> Self {
        let one_suit = |row: &&LocalRow| matches!(&row.cond, Cond::Run(run) if run.suits == Some(1));
        let across: Vec<LocalRow> = local.chows.iter().filter(|row| !one_suit(row)).cloned().collect();
        let mut by_ranks: FastMap<([u8; 3], [u8; 3]), i32> = FastMap::default();
        each_spread(&mut |spread, counts| {
            let earned = local.heaviest(table, &across, &spread.groups(), KindSet::EMPTY);
            if earned > 0 {
                let ranks = spread.ranks.map(|ranks| ranks.iter().fold(0, |all, rank| all | 1 << rank));
                let most = by_ranks.entry((counts, ranks)).or_default();
                *most = earned.max(*most);
            }
        });
        let mut by_counts: FastMap<[u8; 3], Vec<([u8; 3], i32)>> = FastMap::default();
        for ((counts, ranks), earned) in by_ranks {
            by_counts.entry(counts).or_default().push((ranks, earned));
        }
        for list in by_counts.values_mut() {
            list.sort_unstable_by_key(|(ranks, earned)| (std::cmp::Reverse(*earned), *ranks));
        }
        Self { by_counts, known: Known::default() }
    }

    /// The most that such chows of the three suits earn.
    pub fn most(&self, mut suits: [Starts; 3]) -> i32 {
        // Suits are interchangeable.
        suits.sort_unstable_by(|a, b| b.cmp(a));
        self.known.get(suits, |suits| self.find(*suits))
    }

    fn find(&self, suits: [Starts; 3]) -> i32 {
        let Some(list) = self.by_counts.get(&suits.map(|suit| suit.count)) else { return 0 };
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let alike = |order: &[usize; 3]| (0..3).all(|at| suits[order[at]].count == suits[at].count);
        let fits = |ranks: &[u8; 3]| {
            let within = |order: &[usize; 3]| (0..3).all(|at| ranks[at] & !suits[order[at]].ranks == 0);
            orders.iter().any(|order| alike(order) && within(order))
        };
        list.iter().find(|(ranks, _)| fits(ranks)).map_or(0, |(_, earned)| *earned)
    }
}
