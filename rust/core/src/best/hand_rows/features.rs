//! Rows that look at the whole hand, as functions of a mask.
//!
//! Each such row asks whether some group has a property ("lies outside this set", "is no pung", "holds a dragon").
//! Every property in use is one bit; the mask of an arrangement is the union of the masks of its groups. A row
//! then holds if none of the bits it forbids is there and all of those it needs are. Bits only ever come, so a
//! partial arrangement bounds what its completions can be worth.

use std::sync::{Mutex, PoisonError};

use super::gates::Gates;
use super::properties::{Properties, Property};
use super::sieve::Sieve;
use super::told::unseen;
use super::whole::{Kept, Key};
use crate::best::bounds::part::{Part, one_suit, part_of};
use crate::best::suit::cover::Partial;
use crate::group::Group;
use crate::rules::cond::{Cond, SetsCond};
use crate::rules::data::{FlowersKind, SetKind};
use crate::rules::situated::ActiveRow;
use crate::rules::{SHAPE_IDS, Table, relation};
use crate::tile::KindSet;

/// Whole-hand rows that masks can tell apart; a table with more of them has looser bounds.
const WIDTH: usize = 128;

/// One way for a whole-hand row to hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Demand {
    pub forbids: u64,
    pub needs: u64,
    /// Pungs at least, all of them concealed or not.
    pub pungs: u8,
    pub concealed: bool,
}

/// Groups that an instance uses in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Uses {
    /// Whichever.
    #[default]
    Any,
    /// Every set.
    Sets,
    All,
}

/// A row whose bound is a function of the mask (or of nothing at all).
#[derive(Debug)]
pub(crate) struct WholeRow {
    pub active: usize,
    pub row: usize,
    pub demands: Vec<Demand>,
    /// Value times multiplier, grade apart.
    pub worth: i32,
    pub scaled: bool,
    /// The groups it uses in any case.
    pub uses: Uses,
    /// What it counts exactly.
    exact: Vec<SetsCond>,
}

impl WholeRow {
    /// Whether no hand has as many sets as both count exactly: they count the same, or sets in one state and sets in the
    /// other, of which there are not enough.
    fn at_odds(&self, other: &Self, sets: u8) -> bool {
        let at_odds = |a: &SetsCond, b: &SetsCond| {
            let [many, others] = [a, b].map(|cond| cond.n.unwrap_or(sets));
            let apart = a.concealed.zip(b.concealed).is_some_and(|(a, b)| a != b);
            many != others && SetsCond { n: b.n, ..a.clone() } == *b || apart && many + others > sets
        };
        self.exact.iter().any(|a| other.exact.iter().any(|b| at_odds(a, b)))
    }
}

/// What a row counts exactly, whichever way it holds.
fn exactly(when: &[(Cond, i32)]) -> Vec<SetsCond> {
    fn of(cond: &Cond) -> Vec<SetsCond> {
        match cond {
            Cond::Sets(sets) if sets.exact => vec![sets.clone()],
            Cond::AllOf(parts) => parts.iter().flat_map(of).collect(),
            _ => Vec::new(),
        }
    }
    if let [(only, _)] = when { of(only) } else { Vec::new() }
}

/// The whole-hand rows of a situated table.
#[derive(Debug)]
pub(crate) struct Features {
    properties: Properties,
    pub rows: Vec<WholeRow>,
    /// For each row, the rows that cannot count beside it.
    pub conflicts: Vec<u128>,
    /// Active rows bounded here; the others are bounded group by group.
    pub covered: Vec<bool>,
    /// Rows by what they demand.
    pub sieve: Sieve,
    /// By shape, which rows hands leave open, and what rows are worth that hold where hardly any other does: the most of
    /// those that stand alone, and all others.
    pub gates: Vec<Gates>,
    pub residual: Vec<(i32, i32)>,
    /// By shape, what rows may be worth that masks do not tell.
    pub unseen: Vec<Option<i32>>,
    /// Conditions of rows that are no matter of groups in hand, as numbers of an active row and of the condition there.
    pub of_hand: Vec<(u16, u16)>,
    /// Bounds found for hands before.
    pub kept: Mutex<Vec<(Key, Kept)>>,
}

impl Features {
    pub fn new(table: &Table, active: &[ActiveRow]) -> Self {
        // Properties keep their bits from one situation to the next, so that what hangs on them can be kept.
        let mut known = table.properties.lock().unwrap_or_else(PoisonError::into_inner);
        let mut features = Self {
            properties: known.clone(),
            rows: Vec::new(),
            conflicts: Vec::new(),
            covered: vec![false; active.len()],
            sieve: Sieve::new(&[]),
            gates: Vec::new(),
            residual: Vec::new(),
            unseen: Vec::new(),
            of_hand: Vec::new(),
            kept: Mutex::default(),
        };
        for (index, row) in active.iter().enumerate() {
            let mut demands = Vec::new();
            let mut worth = 0;
            let mut whole = true;
            for (cond, times) in &row.when {
                match features.demands(cond, table.shapes.sets) {
                    Some(of) => demands.extend(of),
                    None => whole = false,
                }
                worth = worth.max(table.rows[row.row].value.max(table.rows[row.row].value_if_claimed) * times);
            }
            // Flowers one by one are counted exactly elsewhere.
            let each = row.when.iter().any(|(cond, _)| {
                cond.any(|cond| {
                    matches!(
                        cond,
                        Cond::Flowers { which: FlowersKind::Own | FlowersKind::Other | FlowersKind::Series, .. }
                    )
                })
            });
            if !whole || each || row.residual || features.rows.len() == WIDTH || features.properties.len() > 60 {
                continue;
            }
            features.covered[index] = true;
            features.rows.push(WholeRow {
                active: index,
                row: row.row,
                demands,
                worth,
                scaled: table.rows[row.row].scaled,
                uses: row.when.iter().map(|(cond, _)| uses(cond)).min().unwrap_or_default(),
                exact: exactly(&row.when),
            });
        }
        known.clone_from(&features.properties);
        drop(known);
        features.conflicts = features.rows.iter().map(|a| features.rivals(table, a)).collect();
        features.settle(table, active);
        features
    }

    /// Works out what hands look up.
    fn settle(&mut self, table: &Table, active: &[ActiveRow]) {
        self.sieve = Sieve::new(&self.rows);
        for shape in 0..SHAPE_IDS.len() as u8 {
            self.gates.push(Gates::new(table, active, &self.rows, shape));
            self.residual.push(residual(table, active, shape));
            self.unseen.push(unseen(table, active, &self.covered, shape));
        }
        for (at, (row, covered)) in active.iter().zip(&self.covered).enumerate() {
            let of_hand = |(_, (cond, _)): &(usize, &(Cond, i32))| part_of(cond).0 == Part::Hand;
            if !covered && !row.residual {
                let when = row.when.iter().enumerate().filter(of_hand);
                self.of_hand.extend(when.map(|(when, _)| (at as u16, when as u16)));
            }
        }
    }

    fn rivals(&self, table: &Table, a: &WholeRow) -> u128 {
        let rival = |b: &WholeRow| {
            let related = table.relation(a.row, b.row)
                & (relation::EXCLUDES | relation::EXCLUDED_BY | relation::POOL | relation::ONCE);
            let [one, other] = [&table.rows[a.row], &table.rows[b.row]];
            // Of a tier those stand together that are worth as much.
            let apart = one.value != other.value && one.value_if_claimed != other.value_if_claimed;
            let tier = one.tier.is_some() && one.tier == other.tier && apart;
            a.row != b.row && (related != 0 || tier || a.at_odds(b, table.shapes.sets))
        };
        self.rows.iter().enumerate().filter(|(_, b)| rival(b)).map(|(index, _)| 1 << index).sum()
    }

    fn bit(&mut self, property: Property) -> u64 {
        self.properties.bit(property)
    }

    /// The ways in which a condition can hold as far as masks can tell, or nothing if it is no matter of the whole
    /// hand. Parts that masks cannot tell are taken to hold.
    fn demands(&mut self, cond: &Cond, sets: u8) -> Option<Vec<Demand>> {
        let always = vec![Demand::default()];
        match cond {
            Cond::Always
            | Cond::Shape(_)
            | Cond::Counts { .. }
            | Cond::Melds { .. }
            | Cond::Flowers { .. }
            | Cond::WinInPair
            | Cond::Wait(_)
            | Cond::Not(_) => Some(always),
            Cond::Tiles { within, present, suits } => Some(self.tiles(within, present, *suits)),
            Cond::EachGroup { touch, chows } => {
                let forbids = self.bit(Property::Misses(*touch));
                let needs = if *chows > 0 { self.bit(Property::Chow) } else { 0 };
                Some(vec![Demand { forbids, needs, ..Demand::default() }])
            }
            Cond::Sets(cond) => self.sets(cond, sets),
            Cond::Pair { .. } | Cond::Run(_) | Cond::Copies { .. } | Cond::Residual { .. } | Cond::Never => None,
            Cond::AllOf(of) => {
                let mut product = always;
                for member in of {
                    // A pair that must lie somewhere is a matter of the whole hand when it stands beside one.
                    let part = match member {
                        Cond::Pair { within } => {
                            vec![Demand { forbids: self.bit(Property::OtherPair(*within)), ..Demand::default() }]
                        }
                        _ => self.demands(member, sets)?,
                    };
                    product = product.iter().flat_map(|a| part.iter().map(|b| a.and(*b))).collect();
                }
                Some(product)
            }
        }
    }

    fn tiles(&mut self, within: &[KindSet], present: &[KindSet], suits: Option<u8>) -> Vec<Demand> {
        let mut needs = 0;
        for set in present {
            needs |= self.bit(Property::Holds(*set));
        }
        let outside = |set: KindSet| Property::Holds(KindSet(KindSet::ALL.0 & !set.0));
        let mut demands: Vec<Demand> =
            within.iter().map(|set| Demand { forbids: self.bit(outside(*set)), needs, ..Demand::default() }).collect();
        if demands.is_empty() {
            demands.push(Demand { needs, ..Demand::default() });
        }
        let Some(count) = suits else { return demands };
        let suit_bits: Vec<u64> = (0..3).map(|suit| self.bit(Property::Holds(KindSet(0x1FF << (9 * suit))))).collect();
        let choices = (0..8_usize).filter(|choice| choice.count_ones() == u32::from(count));
        choices
            .flat_map(|choice| {
                let bits = |inside: bool| {
                    (0..3).filter(|suit| (choice >> suit & 1 == 1) == inside).map(|suit| suit_bits[suit]).sum::<u64>()
                };
                let suits = Demand { forbids: bits(false), needs: bits(true), ..Demand::default() };
                demands.iter().map(move |demand| demand.and(suits)).collect::<Vec<_>>()
            })
            .collect()
    }

    fn sets(&mut self, cond: &SetsCond, sets: u8) -> Option<Vec<Demand>> {
        // Sets within one suit are bounded there, beside the rows that share them.
        let all = cond.n.is_none_or(|n| n == sets && !one_suit(cond.within));
        let pung = matches!(cond.kind, SetKind::Pung | SetKind::Kong);
        let concealed = cond.concealed == Some(true);
        if all {
            let mut forbids = self.bit(Property::OtherSet(cond.kind, cond.within));
            if let Some(pair) = cond.pair {
                forbids |= self.bit(Property::OtherPair(pair));
            }
            Some(vec![Demand { forbids, needs: 0, pungs: if pung { sets } else { 0 }, concealed }])
        } else if cond.exact && cond.within == KindSet::ALL {
            Some(vec![Demand { pungs: if pung { cond.n.unwrap_or(0) } else { 0 }, concealed, ..Demand::default() }])
        } else {
            None
        }
    }

    /// Whether groups with this mask leave a row a chance.
    pub fn admits(&self, row: usize, mask: u64) -> bool {
        let demands = self.rows.iter().filter(|whole| whole.row == row).flat_map(|whole| &whole.demands);
        demands.into_iter().any(|demand| demand.forbids & mask == 0)
    }

    /// How many properties masks tell apart.
    pub const fn properties(&self) -> usize {
        self.properties.len()
    }

    /// The mask of a suit's groups in hand.
    pub fn mask_of(&self, suit: usize, cover: &Partial) -> u64 {
        let [chows, pungs, pairs, _] = &self.properties.masks;
        let base = suit * 9;
        let mut mask = cover.pair.map_or(0, |rank| pairs[base + rank as usize]);
        for rank in cover.chows.members() {
            mask |= chows[base + *rank as usize];
        }
        for rank in cover.pungs.members() {
            mask |= pungs[base + *rank as usize];
        }
        mask
    }

    /// The mask of one group.
    pub fn mask(&self, group: Group) -> u64 {
        self.properties.mask(group)
    }
}

/// What rows of what is left are worth in a shape: the most of those that stand alone, and all others.
fn residual(table: &Table, active: &[ActiveRow], shape: u8) -> (i32, i32) {
    let (mut alone, mut left) = (i32::MIN, 0);
    for active in active.iter().filter(|row| row.residual && table.rows[row.row].shapes >> shape & 1 == 1) {
        let row = &table.rows[active.row];
        let grade = if row.scaled { table.highest_grade() } else { 1 };
        let worth = row.value.max(row.value_if_claimed) * grade;
        let times = active.when.iter().map(|(_, times)| *times);
        if row.alone {
            alone = alone.max(worth * times.max().unwrap_or(0));
        } else {
            left += worth * times.sum::<i32>();
        }
    }
    (alone, left)
}

/// What an instance uses at least.
fn uses(cond: &Cond) -> Uses {
    match cond {
        Cond::Tiles { .. } | Cond::EachGroup { .. } | Cond::Counts { .. } | Cond::Shape(_) => Uses::All,
        Cond::Sets(SetsCond { n: None, pair, .. }) => pair.map_or(Uses::Sets, |_| Uses::All),
        Cond::AllOf(of) => {
            let most = of.iter().map(uses).max().unwrap_or_default();
            let pair = of.iter().any(|member| matches!(member, Cond::Pair { .. }));
            if most == Uses::Sets && pair { Uses::All } else { most }
        }
        _ => Uses::Any,
    }
}

impl Demand {
    const fn and(self, other: Self) -> Self {
        Self {
            forbids: self.forbids | other.forbids,
            needs: self.needs | other.needs,
            pungs: if self.pungs > other.pungs { self.pungs } else { other.pungs },
            // Of two demands the weaker stands where either may be meant.
            concealed: match (self.pungs, other.pungs) {
                (_, 0) => self.concealed,
                (0, _) => other.concealed,
                _ => self.concealed && other.concealed,
            },
        }
    }
}
