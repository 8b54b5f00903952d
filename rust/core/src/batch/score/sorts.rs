//! What the rows of a table can tell of a group.
//!
//! Groups are of one *sort* if every condition that may hold in sets and a pair sees them alike: they are of one kind,
//! lie alike to the kind sets that are asked about, and are both open or both not where that is asked. As long as no
//! condition compares groups tile by tile, and none looks at the group of the winning tile, what an arrangement is worth
//! hangs on how many groups of each sort it has, and on nothing else of them.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use crate::group::{Group, GroupKind, Laid};
use crate::hand::Shape;
use crate::rules::cond::Cond;
use crate::rules::data::{FlowersKind, SetKind};
use crate::rules::{Exclusions, Situated, relation};
use crate::tile::{KINDS, Kind, KindSet, rank, ranks_in, suit};

/// Kinds of groups with sorts, as [`GroupKind`] numbers them.
const SORTED: [GroupKind; 4] = [GroupKind::Chow, GroupKind::Pung, GroupKind::Kong, GroupKind::Pair];

/// Sorts that one [`Tally`] tells apart.
const MOST_SORTS: usize = 42;

/// How many groups of each sort, three bits for each.
pub(super) type Tally = u128;

/// A sort, to be told from others of its frame: kind of group, how it lies to the kind sets, whether it is open.
type Sort = (u8, Vec<u64>, bool);

/// Frames, sorts and palettes of a rule set, numbered as they are met.
#[derive(Debug, Default)]
pub struct Numbers {
    frames: Mutex<HashMap<String, u16>>,
    sorts: Mutex<HashMap<u16, HashMap<Sort, usize>>>,
    suits: Mutex<HashMap<Vec<u8>, u16>>,
}

fn number<K: Eq + std::hash::Hash>(known: &Mutex<HashMap<K, u16>>, key: K, most: usize) -> Option<u16> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    let next = known.len();
    if next < most { Some(*known.entry(key).or_insert(next as u16)) } else { known.get(&key).copied() }
}

/// How the rows of a situation look at hands of sets and a pair.
#[derive(Debug)]
pub struct Palette {
    /// Numbers of the sorts of closed and of open groups, by kind and first tile.
    sorts: [[[u8; KINDS]; SORTED.len()]; 2],
    /// A number for the sorts of each suit.
    pub(super) suits: [u16; 4],
    /// A number for all else: situations with one number score hands of the same sorts alike.
    pub(super) frame: u16,
    /// Counts that a suit may have to have, with the tiles to spare.
    pub(super) counts: Vec<(Vec<u8>, u8)>,
    /// Whether of flowers only the own ones and whole series matter.
    pub(super) few_flowers: bool,
    /// What rows ask of the sets laid: how many of each sort, and in all.
    pub(super) melds: Vec<Cond>,
    /// Whether it matters that any set was claimed.
    pub(super) claims: bool,
    /// Whether the group of the winning tile is open because it was claimed.
    pub(super) taken: bool,
    /// Where each row stands among those of the situation.
    pub(super) active: Vec<Option<u16>>,
}

/// Frames that are told apart; further ones have no palette.
const MOST_FRAMES: usize = 1 << 12;

impl Palette {
    /// That of a situation, if sorts are all that its rows look at; `terms` is what else its answers hang on.
    #[must_use]
    pub fn new(situated: &Situated, terms: &str, numbers: &Numbers) -> Option<Self> {
        let table = situated.table();
        let simple = [Shape::Standard, Shape::ThirteenOrphans, Shape::AllWild];
        let known = table.shapes().known & !simple.iter().map(|shape| 1 << *shape as u8).sum::<u8>();
        // Where groups may be either open or not, or that is worth something in itself, there is more to look at.
        let drawn = situated.situation.by == "self_draw";
        let stated = situated.states_matter && !drawn;
        if known != 0 || situated.free() || stated || table.grades != [1; 3] || table.exclusions == Exclusions::Best {
            return None;
        }
        let standard = |row: usize| table.rows[row].shapes >> Shape::Standard as u8 & 1 == 1;
        let rows = || situated.rows.iter().filter(|active| standard(active.row));
        let mut look = Look { few_flowers: true, ..Look::default() };
        for active in rows() {
            let pooled = rows().any(|other| table.relation(active.row, other.row) & relation::POOL != 0);
            let row = &table.rows[active.row];
            look.claims |= row.value != row.value_if_claimed;
            for (cond, _) in &active.when {
                look.at(cond, pooled)?;
            }
        }
        let mut frame = format!("{terms} {}", situated.situation.by);
        for active in rows() {
            let _ = write!(frame, "|{}", active.row);
            for (cond, times) in &active.when {
                let _ = write!(frame, "*{times}");
                told(cond, look.few_flowers, &mut frame);
            }
        }
        let frame = number(&numbers.frames, frame, MOST_FRAMES)?;
        let sorts = look.sorts(frame, numbers)?;
        let mut suits = [0; 4];
        for (at, palette) in suits.iter_mut().enumerate() {
            let of_suit = |sorts: &[u8; KINDS]| sorts[at * 9..at * 9 + ranks_in(at)].to_vec();
            *palette = number(&numbers.suits, sorts[0].iter().flat_map(of_suit).collect(), usize::from(u16::MAX))?;
        }
        let active = |row| situated.rows.iter().position(|active| active.row == row).map(|at| at as u16);
        let Look { counts, few_flowers, melds, claims, .. } = look;
        let active = (0..table.rows.len()).map(active).collect();
        Some(Self { sorts, suits, frame, counts, few_flowers, melds, claims, taken: !drawn, active })
    }

    /// One group, counted.
    pub(super) const fn tally(&self, group: Group) -> Tally {
        let kind = match group.kind {
            GroupKind::Chow => 0,
            GroupKind::Pung => 1,
            GroupKind::Kong => 2,
            _ => 3,
        };
        let open = matches!(group.laid, Laid::Claimed | Laid::OpenKong) as usize;
        1 << (3 * self.sorts[open][kind][group.first as usize])
    }
}

/// One question about groups of some kinds, a bit for each: whether they lie within a set, or touch it.
type Question = (u8, bool, KindSet);

const ALL: u8 = 0b1111;

const fn sets_of(kind: SetKind) -> u8 {
    match kind {
        SetKind::Chow => 0b0001,
        SetKind::Pung => 0b0110,
        SetKind::Kong => 0b0100,
        SetKind::Set => 0b0111,
    }
}

/// What conditions look at.
#[derive(Default)]
struct Look {
    questions: Vec<Question>,
    /// Kinds of which open groups are told from others, a bit for each.
    open: u8,
    claims: bool,
    melds: Vec<Cond>,
    counts: Vec<(Vec<u8>, u8)>,
    few_flowers: bool,
}

impl Look {
    /// Takes in a condition; nothing if it looks at more than sorts.
    fn at(&mut self, cond: &Cond, pooled: bool) -> Option<()> {
        match cond {
            Cond::Never | Cond::Always | Cond::Shape(_) | Cond::Residual { .. } => {}
            Cond::Melds { .. } => self.melds.push(cond.clone()),
            Cond::Tiles { within, present, .. } => {
                self.questions.extend(within.iter().map(|set| (ALL, false, *set)));
                self.questions.extend(present.iter().map(|set| (ALL, true, *set)));
            }
            Cond::EachGroup { touch, .. } => self.questions.push((ALL, true, *touch)),
            Cond::Sets(sets) => {
                // Instances of one tile are told apart by it where they share a pool.
                if sets.distinct || pooled {
                    return None;
                }
                if sets.open.is_some() || sets.concealed.is_some() {
                    self.open |= sets_of(sets.kind);
                }
                self.questions.push((sets_of(sets.kind), false, sets.within));
                self.questions.extend(sets.pair.map(|pair| (0b1000, false, pair)));
            }
            Cond::Pair { within } => self.questions.push((0b1000, false, *within)),
            Cond::Counts { vector, spare } => self.counts.push((vector.clone(), *spare)),
            Cond::Flowers { which, .. } => {
                let few = matches!(which, FlowersKind::None | FlowersKind::Own | FlowersKind::Series);
                self.few_flowers &= few;
            }
            Cond::AllOf(of) => of.iter().try_for_each(|part| self.at(part, pooled))?,
            Cond::Not(of) => self.at(of, pooled)?,
            Cond::Run(_) | Cond::Copies { .. } | Cond::Wait(_) | Cond::WinInPair => return None,
        }
        Some(())
    }

    /// Numbers of the sorts of a frame.
    fn sorts(&self, frame: u16, numbers: &Numbers) -> Option<[[[u8; KINDS]; SORTED.len()]; 2]> {
        let mut all = numbers.sorts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.entry(frame).or_default();
        let mut sorts = [[[0; KINDS]; SORTED.len()]; 2];
        for (open, sorts) in sorts.iter_mut().enumerate() {
            for (number, (kind, sorts)) in SORTED.into_iter().zip(sorts).enumerate() {
                for first in (0..KINDS as Kind).filter(|first| kind != GroupKind::Chow || starts_chow(*first)) {
                    let answers = self.answers(number, Group::in_hand(kind, first));
                    let next = known.len();
                    let sort = *known
                        .entry((number as u8, answers, self.open >> number & 1 == 1 && open == 1))
                        .or_insert(next);
                    if sort >= MOST_SORTS {
                        return None;
                    }
                    sorts[first as usize] = sort as u8;
                }
            }
        }
        Some(sorts)
    }

    fn answers(&self, number: usize, group: Group) -> Vec<u64> {
        let kinds = group.kinds();
        let asked = |(of, touching, set): &Question| {
            of >> number & 1 == 1 && if *touching { kinds.meets(*set) } else { kinds.within(*set) }
        };
        let chunk = |of: &[Question]| of.iter().enumerate().map(|(at, of)| u64::from(asked(of)) << at).sum();
        self.questions.chunks(64).map(chunk).collect()
    }
}

const fn starts_chow(first: Kind) -> bool {
    suit(first) < 3 && rank(first) < 7
}

/// Writes a condition down without its kind sets, which the sorts speak of in the same order.
fn told(cond: &Cond, few_flowers: bool, out: &mut String) {
    let _ = match cond {
        Cond::Tiles { within, present, suits } => write!(out, "T{},{},{suits:?}", within.len(), present.len()),
        Cond::EachGroup { chows, .. } => write!(out, "E{chows}"),
        Cond::Pair { .. } => write!(out, "P"),
        Cond::Sets(sets) => {
            let (kind, n, exact, concealed, open) = (sets.kind, sets.n, sets.exact, sets.concealed, sets.open);
            write!(out, "S{kind:?}{n:?}{exact}{concealed:?}{open:?}{}", sets.pair.is_some())
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
