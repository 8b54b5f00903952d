//! What the rows of a table can tell of a group.
//!
//! Two groups are of one *sort* if every condition that may hold in sets and a pair sees them alike: of one kind, and
//! inside, outside or touching the same kind sets. An arrangement's score hangs on the sorts of its groups and on
//! nothing else of them, as long as no condition compares groups tile by tile.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use crate::group::{Group, GroupKind};
use crate::hand::Shape;
use crate::rules::cond::Cond;
use crate::rules::data::FlowersKind;
use crate::rules::{Situated, relation};
use crate::tile::{KINDS, KindSet, rank, ranks_in, suit};

/// Kinds of groups with sorts, see [`GroupKind`].
const SORTED: [GroupKind; 4] = [GroupKind::Chow, GroupKind::Pung, GroupKind::Kong, GroupKind::Pair];

/// Sorts, palettes and frames of a rule set, numbered as they are met.
#[derive(Debug, Default)]
pub struct Numbers {
    sorts: Mutex<HashMap<(u8, Vec<u64>), u16>>,
    palettes: Mutex<HashMap<Vec<u16>, u16>>,
    frames: Mutex<HashMap<String, u16>>,
}

fn number<K: Eq + std::hash::Hash>(known: &Mutex<HashMap<K, u16>>, key: K) -> Option<u16> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    let next = u16::try_from(known.len()).ok().filter(|next| *next < u16::MAX)?;
    Some(*known.entry(key).or_insert(next))
}

/// How the rows of a situation look at hands of sets and a pair.
#[derive(Debug)]
pub struct Palette {
    /// Sorts by kind of group and first tile.
    pub(super) sorts: [[u16; KINDS]; SORTED.len()],
    /// A number for the sorts of each suit.
    pub(super) suits: [u16; 4],
    /// A number for all else: situations with one number score hands of the same sorts alike.
    pub(super) frame: u16,
    /// Counts that a suit may have to have, with the tiles to spare.
    pub(super) counts: Vec<(Vec<u8>, u8)>,
    /// Whether of flowers only the own ones and whole series matter.
    pub(super) few_flowers: bool,
}

impl Palette {
    /// That of a situation, if sorts are all that its rows look at; `terms` is what else its answers hang on.
    #[must_use]
    pub fn new(situated: &Situated, terms: &str, numbers: &Numbers) -> Option<Self> {
        let table = situated.table();
        let standard = |row: usize| table.rows[row].shapes >> Shape::Standard as u8 & 1 == 1;
        let known = table.shapes().known;
        let simple = [Shape::Standard, Shape::ThirteenOrphans, Shape::AllWild];
        if known & !simple.iter().map(|shape| 1 << *shape as u8).sum::<u8>() != 0 {
            return None;
        }
        let mut look = Look { few_flowers: true, ..Look::default() };
        let rows = || situated.rows.iter().filter(|active| standard(active.row));
        for active in rows() {
            let pooled = rows().any(|other| table.relation(active.row, other.row) & relation::POOL != 0);
            for (cond, _) in &active.when {
                look.at(cond, pooled)?;
            }
        }
        let mut frame = format!("{terms} {:?} {}", situated.situation.win_state, situated.situation.by);
        for active in rows() {
            let _ = write!(frame, "|{}", active.row);
            for (cond, times) in &active.when {
                let _ = write!(frame, "*{times}");
                told(cond, look.few_flowers, &mut frame);
            }
        }
        let mut sorts = [[0; KINDS]; SORTED.len()];
        for (kind, sorts) in SORTED.into_iter().zip(&mut sorts) {
            for first in 0..KINDS as u8 {
                if kind != GroupKind::Chow || suit(first) < 3 && rank(first) < 7 {
                    let seen = look.of(Group::in_hand(kind, first));
                    sorts[first as usize] = number(&numbers.sorts, (kind as u8, seen))?;
                }
            }
        }
        let mut suits = [0; 4];
        for (at, palette) in suits.iter_mut().enumerate() {
            let of_suit = |sorts: &[u16; KINDS]| sorts[at * 9..at * 9 + ranks_in(at)].to_vec();
            *palette = number(&numbers.palettes, sorts.iter().flat_map(of_suit).collect())?;
        }
        let frame = number(&numbers.frames, frame)?;
        Some(Self { sorts, suits, frame, counts: look.counts, few_flowers: look.few_flowers })
    }

    pub(super) const fn sort(&self, group: Group) -> u16 {
        let kind = match group.kind {
            GroupKind::Chow => 0,
            GroupKind::Pung => 1,
            GroupKind::Kong => 2,
            _ => 3,
        };
        self.sorts[kind][group.first as usize]
    }
}

/// The kind sets that conditions look at.
#[derive(Default)]
struct Look {
    sets: Vec<KindSet>,
    counts: Vec<(Vec<u8>, u8)>,
    few_flowers: bool,
}

impl Look {
    /// Takes in a condition; nothing if it looks at more than sorts.
    fn at(&mut self, cond: &Cond, pooled: bool) -> Option<()> {
        match cond {
            Cond::Never
            | Cond::Always
            | Cond::Melds { .. }
            | Cond::WinInPair
            | Cond::Shape(_)
            | Cond::Residual { .. } => {}
            Cond::Tiles { within, present, suits } => {
                self.sets.extend(within);
                self.sets.extend(present);
                if suits.is_some() {
                    self.sets.extend((0..3).map(|suit| KindSet(0x1FF << (9 * suit))));
                }
            }
            Cond::EachGroup { touch, .. } => self.sets.push(*touch),
            Cond::Sets(sets) => {
                // Instances of one tile are told apart by it where they share a pool.
                if sets.distinct || pooled {
                    return None;
                }
                self.sets.push(sets.within);
                self.sets.extend(sets.pair);
            }
            Cond::Pair { within } => self.sets.push(*within),
            Cond::Counts { vector, spare } => self.counts.push((vector.clone(), *spare)),
            Cond::Flowers { which, .. } => {
                let few = matches!(which, FlowersKind::None | FlowersKind::Own | FlowersKind::Series);
                self.few_flowers &= few;
            }
            Cond::AllOf(of) => of.iter().try_for_each(|part| self.at(part, pooled))?,
            Cond::Not(of) => self.at(of, pooled)?,
            Cond::Run(_) | Cond::Copies { .. } | Cond::Wait(_) => return None,
        }
        Some(())
    }

    /// How a group lies to each of the sets.
    fn of(&self, group: Group) -> Vec<u64> {
        let kinds = group.kinds();
        let lies = self.sets.iter().flat_map(|set| [kinds.within(*set), kinds.meets(*set)]);
        let bits: Vec<bool> = lies.collect();
        bits.chunks(64).map(|chunk| chunk.iter().enumerate().map(|(at, bit)| u64::from(*bit) << at).sum()).collect()
    }
}

/// Writes a condition down without its kind sets, which the sorts speak of in the same order.
fn told(cond: &Cond, few_flowers: bool, out: &mut String) {
    let _ = match cond {
        Cond::Tiles { within, present, suits } => write!(out, "T{},{},{suits:?}", within.len(), present.len()),
        Cond::EachGroup { chows, .. } => write!(out, "E{chows}"),
        Cond::Pair { .. } => write!(out, "P"),
        Cond::Sets(sets) => {
            let whole = sets.within == KindSet::ALL;
            let (kind, n, exact, concealed, open) = (sets.kind, sets.n, sets.exact, sets.concealed, sets.open);
            write!(out, "S{kind:?}{n:?}{exact}{concealed:?}{open:?}{whole}{}", sets.pair.is_some())
        }
        Cond::Flowers { which, n, .. } if few_flowers => write!(out, "F{which:?}{n}"),
        Cond::AllOf(of) => {
            let _ = write!(out, "A(");
            for part in of {
                told(part, few_flowers, out);
            }
            write!(out, ")")
        }
        Cond::Not(of) => {
            let _ = write!(out, "N");
            told(of, few_flowers, out);
            Ok(())
        }
        _ => write!(out, "{cond:?}"),
    };
}
