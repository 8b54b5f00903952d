//! Rows that may count several times over, by the groups that they look at.
//!
//! Rows whose instances bear on one another's make a part. What counts of a part is told by the groups that it looks at,
//! which are few, and by how these lie: that is worked out once for each case and kept.

use crate::batch::score::known::{Key, Known, MIXER};
use crate::batch::score::plan::counted_as;
use crate::batch::score::side::facts;
use crate::best::{Choice, Chooser, Instance, Line, View, grade_of, instances};
use crate::group::{Group, GroupKind, Laid};
use crate::hand::{Shape, Winning};
use crate::rules::Table;
use crate::rules::cond::Cond;
use crate::rules::data::RunKind;
use crate::tile::{KINDS, KindSet, suit};

use super::literals::kinds_of;
use super::suits::MOST_GROUPS;

/// Rows with their conditions, and how often each counts.
pub(super) type Rows = Vec<(usize, Vec<(Cond, i32)>)>;

/// See the module.
#[derive(Debug)]
pub(super) struct Part {
    /// To be told from others of the rule set, from 1 on.
    pub number: u32,
    pub rows: Rows,
    /// Groups that make an instance, at least.
    pub least: u32,
    /// Copies of one tile that groups have together to be looked at, where it is about those.
    pub copies: Option<u8>,
    /// Whether it looks at flowers, and at nothing else.
    pub flowers: bool,
    /// Whether the states of groups matter.
    pub scaled: bool,
    /// Whether suits are told apart but not looked at.
    suits_alike: bool,
}

impl Part {
    /// Nothing if some condition looks at more.
    pub fn new(number: u32, rows: Rows, table: &Table) -> Option<Self> {
        let conds = || rows.iter().flat_map(|(_, when)| when).map(|(cond, _)| cond);
        let flowers = conds().all(|cond| matches!(cond, Cond::Flowers { .. }));
        if !conds().all(|cond| if flowers { true } else { is_of_groups(cond) }) {
            return None;
        }
        let of_row = |(row, _): &(usize, Vec<(Cond, i32)>)| &table.rows[*row];
        let many = conds().filter_map(copies).any(|least| least == 0 || least > MOST_COPIES);
        if many || rows.iter().map(of_row).any(|row| row.alone || row.tier.is_some()) {
            return None;
        }
        Some(Self {
            number,
            least: conds().map(least).min().unwrap_or_default(),
            copies: conds().filter_map(copies).min(),
            flowers,
            scaled: rows.iter().map(of_row).any(|row| row.scaled),
            suits_alike: conds().all(|cond| matches!(cond, Cond::Run(_))),
            rows,
        })
    }

    /// Whether it looks at a group whatever the others are.
    pub fn looks_at(&self, group: Group) -> bool {
        let kind = 1_u8 << counted_as(group.kind);
        let starts_run = suit(group.first) < 3;
        self.rows.iter().flat_map(|(_, when)| when).any(|(cond, _)| match cond {
            Cond::Run(run) => {
                let sort = match run.kind {
                    RunKind::Chow => group.kind == GroupKind::Chow,
                    RunKind::Pung => matches!(group.kind, GroupKind::Pung | GroupKind::Kong),
                    RunKind::Pair => false,
                };
                starts_run && (sort || group.kind == GroupKind::Pair && (run.pair || run.kind == RunKind::Pair))
            }
            Cond::Sets(sets) => {
                let wanted = |pair: KindSet| group.kind == GroupKind::Pair && group.kinds().within(pair);
                kinds_of(sets.kind) & kind != 0 && group.kinds().within(sets.within) || sets.pair.is_some_and(wanted)
            }
            Cond::Pair { within } => group.kind == GroupKind::Pair && group.kinds().within(*within),
            _ => false,
        })
    }

    /// The groups, and those of them that are concealed, as one number.
    #[inline]
    pub fn key(&self, groups: impl Iterator<Item = (Group, bool)>) -> u64 {
        let (mut key, mut names, mut named) = (0, [0; 4], 0);
        for (group, concealed) in groups {
            let number = suit(group.first);
            let mut first = u64::from(group.first);
            if self.suits_alike {
                // Named as they come.
                if names[number] == 0 {
                    named += 1;
                    names[number] = named;
                }
                first = first - 9 * number as u64 + 9 * (names[number] - 1);
            }
            let open = matches!(group.laid, Laid::Claimed | Laid::OpenKong);
            let lies = u64::from(open) << 1 | u64::from(concealed && self.scaled);
            key = key << BITS | (first + 1) << 4 | (counted_as(group.kind) as u64) << 2 | lies;
        }
        key
    }
}

/// Copies of a tile that are told apart.
pub(super) const MOST_COPIES: u8 = 7;

/// Bits of a group in a key: six for its first tile, two for its kind, two for how it lies.
const BITS: u32 = 10;

/// Of every group the bit that says whether it is concealed.
const CONCEALED: u64 = 0x4_0100_4010_0401;

/// Whether a condition looks at groups that are told one by one.
fn is_of_groups(cond: &Cond) -> bool {
    match cond {
        Cond::Run(_) | Cond::Copies { .. } | Cond::Pair { .. } => true,
        Cond::Sets(sets) => sets.n.is_some() && sets.concealed.is_none(),
        _ => false,
    }
}

fn least(cond: &Cond) -> u32 {
    match cond {
        Cond::Run(run) => run.ranks.len() as u32 * u32::from(run.times),
        Cond::Copies { groups, .. } => u32::from(*groups),
        Cond::Sets(sets) => u32::from(sets.n.unwrap_or_default()) + u32::from(sets.pair.is_some()),
        Cond::Pair { .. } => 1,
        _ => 0,
    }
}

const fn copies(cond: &Cond) -> Option<u8> {
    match cond {
        Cond::Copies { at_least, .. } => Some(*at_least),
        _ => None,
    }
}

/// What counts of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Worth {
    pub total: i32,
    /// Whether any instance was there, whatever came of it.
    pub any: bool,
    /// For each group that it looks at the most that the part gains where this group is exposed as well.
    rises: [u8; MOST_GROUPS],
    /// Where the lines begin and end.
    lines: [u32; 2],
}

impl Worth {
    /// The most that the part gains where a group is exposed as well; nothing if that is too much to be told.
    pub fn rise(&self, group: usize) -> Option<i32> {
        let rise = self.rises[group];
        (rise < u8::MAX).then_some(rise.into())
    }
}

/// A part in a case.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Case {
    looked_at: u64,
    part: u32,
    claimed: bool,
}

impl Key for Case {
    const NONE: Self = Self { looked_at: 0, part: 0, claimed: false };

    #[inline]
    fn mixed(self) -> u64 {
        let part = u64::from(self.part) << 1 | u64::from(self.claimed);
        (self.looked_at.wrapping_mul(MIXER).rotate_left(32) ^ part).wrapping_mul(MIXER)
    }
}

/// Cases that are kept; more start afresh.
const MOST_CASES: usize = 1 << 18;

/// Cases met so far.
#[derive(Debug, Default)]
pub(super) struct Worths {
    known: Known<Case, Worth>,
    /// Where the instances stand that there are however the groups lie.
    found: Known<Case, [u32; 2]>,
    instances: Vec<Instance>,
    lines: Vec<Line>,
    chooser: Chooser,
}

impl Worths {
    /// To be called between hands, for what was told of one refers to what is kept.
    pub fn make_room(&mut self) {
        if self.known.len() >= MOST_CASES {
            *self = Self::default();
        }
    }

    /// What a part is worth whose groups have this key; `groups` are those, and which of them are concealed.
    #[inline]
    pub fn get(
        &mut self,
        part: &Part,
        key: u64,
        claimed: bool,
        table: &Table,
        of: impl FnOnce() -> (Vec<Group>, u32, u8),
    ) -> Worth {
        let case = Case { looked_at: key, part: part.number, claimed };
        self.known.get(case).unwrap_or_else(|| {
            let (groups, concealed, flowers) = of();
            let worth = self.find(part, case, table, (&groups, concealed, flowers));
            self.known.put(case, worth);
            worth
        })
    }

    #[cold]
    fn find(&mut self, part: &Part, case: Case, table: &Table, of: (&[Group], u32, u8)) -> Worth {
        let (groups, concealed, flowers) = of;
        let view = View::new(Shape::Standard as u8, groups);
        let resting = Case { looked_at: case.looked_at & if part.flowers { u64::MAX } else { !CONCEALED }, ..case };
        let [first, end] = self.found.get(resting).unwrap_or_else(|| {
            let first = self.instances.len() as u32;
            add_instances(part, case.claimed, table, &view, flowers, &mut self.instances);
            let found = [first, self.instances.len() as u32];
            self.found.put(resting, found);
            found
        });
        let grade = |one: &Instance, concealed: u32| {
            let scaled = table.rows[usize::from(one.row)].scaled;
            if scaled { grade_of(table.grades, view.whole, one.used, concealed) } else { 1 }
        };
        let all = &self.instances[first as usize..end as usize];
        let all: Vec<Instance> = all.iter().map(|one| Instance { grade: grade(one, concealed), ..*one }).collect();
        self.chooser.set(&all);
        let total = self.chooser.heaviest(table);
        let start = self.lines.len() as u32;
        self.lines.extend(self.chooser.chosen());
        let rises = std::array::from_fn(|group| {
            let exposed = concealed & !(1 << group);
            if exposed == concealed {
                return 0;
            }
            let rise =
                |one: &Instance| (Instance { grade: grade(one, exposed), ..*one }.worth() - one.worth().max(0)).max(0);
            all.iter().map(rise).sum::<i32>().try_into().unwrap_or(u8::MAX)
        });
        Worth { total, any: !all.is_empty(), rises, lines: [start, self.lines.len() as u32] }
    }

    /// The lines of what counts; the groups that they use are numbered as they were told.
    pub fn lines(&self, worth: Worth) -> &[Line] {
        &self.lines[worth.lines[0] as usize..worth.lines[1] as usize]
    }
}

/// Adds the instances of a part's rows, ungraded.
fn add_instances(part: &Part, claimed: bool, table: &Table, view: &View, flowers: u8, all: &mut Vec<Instance>) {
    let facts = facts(Winning::None, [0; KINDS], flowers, [0; 4]);
    let mut used = Vec::new();
    for (at, when) in &part.rows {
        let row = &table.rows[*at];
        let value = row.value_in(claimed);
        for (cond, times) in when {
            used.clear();
            instances(cond, view, &facts, Choice { win: None, concealed: 0 }, &mut used);
            all.extend(used.iter().map(|used| Instance {
                row: *at as u16,
                used: used.groups,
                tag: used.tag,
                times: *times,
                grade: 1,
                value,
            }));
        }
    }
}
