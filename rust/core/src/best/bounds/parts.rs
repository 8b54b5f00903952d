//! Which pungs of one suit, and the pair, bear on each other in what they earn, told from their ranks: what they earn
//! in all is the sum of what each part earns that bears on no other.

use super::known::Known;
use super::local::{Local, LocalRow};
use crate::group::{Group, GroupKind, Laid};
use crate::rules::cond::Cond;
use crate::rules::{Table, relation};
use crate::tile::{KindSet, rank};

/// Sets of ranks of a suit.
const RANK_SETS: usize = 1 << 9;

/// Every rank of a suit.
const RANKS: u16 = RANK_SETS as u16 - 1;

/// What ties ranks together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    /// These, if all of them are there.
    All(u16),
    /// Those of these that are there.
    Any(u16),
}

impl Link {
    /// The ranks that it ties together of those that are there.
    const fn of(self, there: u16) -> u16 {
        match self {
            Self::All(ranks) if ranks & !there == 0 => ranks,
            Self::All(_) => 0,
            Self::Any(ranks) => ranks & there,
        }
    }
}

/// Of so many parts what they earn is kept; more start afresh.
const KEPT: usize = 1 << 16;

/// What parts earn, by their groups and the ranks of which the winning group holds one.
pub(crate) type PartSums = Known<u64, KEPT>;

/// How ranks of one suit fall into parts.
#[derive(Debug)]
pub(crate) struct Parts {
    /// Rows that may hold in the suit.
    rows: Vec<LocalRow>,
    /// By the ranks that are there: those that bear on the lowest, itself among them.
    of_lowest: Vec<u16>,
}

impl Parts {
    /// For rows of pungs and the pair.
    pub fn new(rows: &[LocalRow], table: &Table, suit: usize) -> Self {
        let rows: Vec<LocalRow> = rows.iter().filter(|row| ranks(&row.cond, suit) != 0).cloned().collect();
        let mut links: Vec<Link> = rows.iter().flat_map(|row| links(&row.cond, suit)).collect();
        // Rows that are against each other wherever they hold.
        let against = relation::EXCLUDES | relation::EXCLUDED_BY | relation::ONCE | relation::POOL;
        for (a, b) in rows.iter().flat_map(|a| rows.iter().map(move |b| (a, b))) {
            if table.relation(a.row.into(), b.row.into()) & against != 0 {
                links.push(Link::Any(ranks(&a.cond, suit) | ranks(&b.cond, suit)));
            }
        }
        let part = |there: u16| {
            let mut part = there & there.wrapping_neg();
            loop {
                let linked = links.iter().map(|link| link.of(there)).filter(|link| link & part != 0);
                let more = linked.fold(part, |part, link| part | link);
                if more == part {
                    return part;
                }
                part = more;
            }
        };
        Self { of_lowest: (0..RANK_SETS as u16).map(part).collect(), rows }
    }

    /// The parts of these ranks.
    pub fn of(&self, there: u16) -> impl Iterator<Item = u16> {
        let mut rest = there;
        std::iter::from_fn(move || {
            let part = self.of_lowest[usize::from(rest)];
            rest &= !part;
            (part != 0).then_some(part)
        })
    }
}

impl Local {
    /// What pungs and the pair of one suit earn; one of them that holds a tile of `won` may count as exposed.
    pub fn pungs_of_suit(&self, table: &Table, suit: usize, groups: &[Group], won: KindSet) -> i32 {
        let won = (won.0 >> (9 * suit)) as u16 & RANKS;
        let there = groups.iter().fold(0, |there, group| there | 1 << rank(group.first));
        let (mut resting, mut gained) = (0, 0);
        let parts = self.parts(table, suit);
        for part in parts.of(there) {
            let here = |group: &&Group| part >> rank(group.first) & 1 == 1;
            let earns = |won: u16| {
                let key = groups.iter().filter(here).fold(won.into(), |key, group| key << 8 | byte(*group, won));
                self.books(suit).parts.get(key, |_| {
                    let groups: Vec<Group> = groups.iter().filter(here).copied().collect();
                    self.heaviest(table, &parts.rows, &groups, KindSet(u64::from(won) << (9 * suit)))
                })
            };
            let rests = earns(0);
            resting += rests;
            // Exposing the winning group completes only what is exposed beside it.
            if won & part != 0 && groups.iter().filter(here).any(|group| group.laid != Laid::Hand) {
                gained = gained.max(earns(won & part) - rests);
            }
        }
        resting + gained
    }
}

/// A number for a pung, a kong or a pair of one suit: pungs and kongs are alike but for who may win.
fn byte(group: Group, won: u16) -> u64 {
    let kind = match group.kind {
        GroupKind::Pair => 1,
        GroupKind::Kong if won != 0 => 2,
        _ => 3,
    };
    kind << 6 | u64::from(group.laid != Laid::Hand) << 4 | u64::from(rank(group.first))
}

/// The ranks of a suit on which the groups may lie that a condition uses: none if it cannot hold there.
fn ranks(cond: &Cond, suit: usize) -> u16 {
    let there = |kinds: KindSet| (kinds.0 >> (9 * suit)) as u16 & RANKS;
    match cond {
        Cond::Run(_) => links(cond, suit).iter().fold(0, |ranks, link| ranks | link.of(RANKS)),
        Cond::Sets(sets) => there(sets.within) | sets.pair.map_or(0, there),
        Cond::Pair { within } => there(*within),
        _ => RANKS,
    }
}

/// The ranks whose groups a condition may use together.
fn links(cond: &Cond, suit: usize) -> Vec<Link> {
    match cond {
        Cond::Run(run) if suit == 3 || run.suits.is_some_and(|suits| suits > 1) => Vec::new(),
        Cond::Run(run) => {
            let of = |base: u8| run.ranks.iter().fold(0, |ranks, offset| ranks | 1_u32 << (base + offset));
            let bases = (0..9).filter(|base| run.start.is_none_or(|start| start == *base));
            let runs = bases.map(of).filter_map(|ranks| u16::try_from(ranks).ok().filter(|ranks| ranks & !RANKS == 0));
            if run.times == 1 { runs.map(Link::All).collect() } else { vec![Link::Any(runs.fold(0, |a, b| a | b))] }
        }
        Cond::Sets(sets) if sets.n == Some(1) && sets.pair.is_none() => Vec::new(),
        Cond::Pair { .. } => Vec::new(),
        // Every set of the hand may be asked for.
        Cond::Sets(sets) if sets.n.is_none() => vec![Link::Any(RANKS)],
        _ => vec![Link::Any(ranks(cond, suit))],
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::Value;

    use super::*;
    use crate::rules::{Situated, Situation};

    /// The rule sets of the golden hands.
    const RULES: &str = include_str!("../../../../../tests/data/kernel.json");

    fn random(state: &mut u64, bound: u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % bound
    }

    /// Some sets of a suit, those on the table first, and perhaps the pair.
    fn groups(suit: usize, state: &mut u64) -> Vec<Group> {
        let ranks = if suit == 3 { 7 } else { 9 };
        let mut of = |kind, laid| Group { kind, first: (9 * suit as u64 + random(state, ranks)) as u8, laid };
        let mut all: Vec<Group> = Vec::new();
        let laid = [(GroupKind::Kong, Laid::Claimed), (GroupKind::Pung, Laid::Claimed), (GroupKind::Kong, Laid::Hand)];
        all.extend(laid.map(|(kind, laid)| of(kind, laid)));
        all.extend([(); 2].map(|()| of(GroupKind::Pung, Laid::Hand)));
        all.push(of(GroupKind::Pair, Laid::Hand));
        all.retain(|_| random(state, 4) > 0);
        all
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let data: Value = serde_json::from_str(RULES).unwrap();
        let mut tables: Vec<Value> = data["rules"].as_object().unwrap().values().cloned().collect();
        // Rows that are against each other on whatever ranks.
        let mut once = data["rules"]["baida"].clone();
        once["rows"].as_array_mut().unwrap().iter_mut().for_each(|row| row["repeat"] = "once".into());
        tables.push(once);
        let (mut state, mut several) = (1, 0);
        for table in tables {
            let table = Arc::new(Table::from_json(&table.to_string()).unwrap());
            let of = Situated::new(table, &Situation { by: "self_draw".into(), ..Situation::default() });
            let (local, table) = (&of.local, of.table());
            for _ in 0..4000 {
                let suit = random(&mut state, 4) as usize;
                let groups = groups(suit, &mut state);
                let there = groups.iter().fold(0, |there, group| there | 1 << rank(group.first));
                several += usize::from(local.parts(table, suit).of(there).count() > 1);
                for won in [KindSet::EMPTY, KindSet(0x1FF << (9 * suit)), KindSet(0b10_0100 << (9 * suit))] {
                    let whole = local.part(table, false, &groups, won);
                    assert_eq!(local.pungs_of_suit(table, suit, &groups, won), whole, "{groups:?} {won:?}");
                }
            }
        }
        assert!(several > 10_000);
    }
}
