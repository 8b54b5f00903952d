//! Rule tables: rows of data compiled once, evaluated many times.
//!
//! A [`Table`] is what a rule set says; [`Situated`] is the same table once the circumstances of a win are known
//! (its events are settled, its winds have faces), ready for any number of hands.

pub(crate) mod cond;
pub(crate) mod data;
pub(crate) mod dora;
pub(crate) mod situated;

use std::collections::HashMap;

use crate::error::TableError;
use crate::hand::{Shape, Shapes};
use data::{EventData, Matcher, Repeat, RowData, RuleSetData, Scaling};
use dora::DoraRow;

pub use data::{Exclusions, States};
pub use situated::{Aspect, Situated, Situation, WinState};

/// At most this many rows fit a table.
pub const MAX_ROWS: usize = 255;

/// The shape a flower win is scored in: no arrangement at all.
pub(crate) const FLOWERS_SHAPE_BIT: u8 = 6;

/// The ids of the shapes, by [`Shape`].
pub const SHAPE_IDS: [&str; 7] =
    ["standard", "knitted_dragon", "seven_pairs", "thirteen_orphans", "sixteen_unrelated", "all_wild", "flowers"];

/// Every shape, in the order of [`SHAPE_IDS`].
pub const SHAPES: [Shape; 6] = [
    Shape::Standard,
    Shape::KnittedDragon,
    Shape::SevenPairs,
    Shape::ThirteenOrphans,
    Shape::SixteenUnrelated,
    Shape::AllWild,
];

fn shape_bit(id: &str) -> Result<u8, TableError> {
    SHAPE_IDS
        .iter()
        .position(|known| *known == id)
        .map(|at| at as u8)
        .ok_or_else(|| TableError(format!("unknown shape: {id}")))
}

/// What of an instance tells, beside its row, which others it may not count with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// Nothing.
    Row,
    /// The tile it speaks of: the row is in a pool.
    Tile,
    /// The groups it uses: the row has a family or kinds.
    Groups,
}

/// One row, its references to other rows resolved.
#[derive(Debug)]
pub(crate) struct Row {
    pub value: i32,
    pub value_if_claimed: i32,
    pub scaled: bool,
    pub shapes: u8,
    pub tier: Option<usize>,
    pub ties: Ties,
    pub alone: bool,
    pub when: Vec<(Matcher, i32)>,
}

impl Row {
    /// In a hand with claimed sets, or without.
    pub(crate) const fn value_in(&self, claimed: bool) -> i32 {
        if claimed { self.value_if_claimed } else { self.value }
    }
}

/// How two rows bear on each other, as bits of [`Table::relation`].
pub(crate) mod relation {
    pub const EXCLUDES: u8 = 1;
    pub const EXCLUDED_BY: u8 = 2;
    pub const FAMILY: u8 = 4;
    pub const KIND: u8 = 8;
    pub const POOL: u8 = 16;
    pub const ONCE: u8 = 32;
}

/// A set of rows of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowSet([u64; MAX_ROWS.div_ceil(64)]);

impl RowSet {
    pub const fn insert(&mut self, row: usize) {
        self.0[row / 64] |= 1 << (row % 64);
    }

    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(mine, others)| mine & others != 0)
    }
}

/// A compiled rule table.
#[derive(Debug)]
pub struct Table {
    pub(crate) shapes: Shapes,
    pub(crate) exclusions: Exclusions,
    pub(crate) states: States,
    pub(crate) grades: [i32; 3],
    pub(crate) rows: Vec<Row>,
    pub(crate) ids: HashMap<String, usize>,
    /// The events that its rows ask for.
    events: Vec<EventData>,
    relations: Vec<u8>,
    related: Vec<RowSet>,
    pub(crate) tiered: bool,
    /// Whether each row counts toward the minimum, and so toward what capped rows may add.
    pub(crate) to_minimum: Vec<bool>,
    /// Rows that add to what counts, in table order.
    pub(crate) dora: Vec<DoraRow>,
    pub(crate) local: crate::best::LocalTables,
    /// Those that rows asked of in whatever situation so far.
    pub(crate) properties: std::sync::Mutex<crate::best::Properties>,
}

impl Table {
    /// Compiles the JSON form of a rule set.
    ///
    /// # Errors
    /// When the text is not that form, names a row, shape or kind set that is not there, or has rows with `kinds`
    /// under unconditional exclusions, which choose nothing.
    pub fn from_json(text: &str) -> Result<Self, TableError> {
        let data: RuleSetData = serde_json::from_str(text).map_err(|error| TableError(error.to_string()))?;
        if data.rows.len() > MAX_ROWS {
            return Err(TableError(format!("more than {MAX_ROWS} rows")));
        }
        if !matches!(data.sets, 4 | 5) {
            return Err(TableError(format!("hands of {} sets", data.sets)));
        }
        let mut known = 0;
        for id in &data.shapes {
            known |= 1 << shape_bit(id)?;
        }
        let ids: HashMap<String, usize> =
            data.rows.iter().enumerate().map(|(index, row)| (row.id.clone(), index)).collect();
        if ids.len() != data.rows.len() {
            return Err(TableError("two rows bear one id".into()));
        }
        if data.exclusions == Exclusions::Unconditional
            && let Some(row) = data.rows.iter().find(|row| !row.kinds.is_empty())
        {
            return Err(TableError(format!("{}: kinds under unconditional exclusions", row.id)));
        }
        let relations = relations(&data.rows, &ids)?;
        let mut tiers: HashMap<String, usize> = HashMap::new();
        let mut rows = Vec::with_capacity(data.rows.len());
        let to_minimum = data.rows.iter().map(|row| row.counts_to_min).collect();
        let (mut dora, mut events) = (Vec::new(), Vec::new());
        for row in data.rows {
            row.when.iter().for_each(|when| situated::events_of(&when.matcher, &mut events));
            let mut shapes = 0;
            for id in &row.shapes {
                shapes |= 1 << shape_bit(id)?;
            }
            dora.extend(DoraRow::new(rows.len() as u16, &row, shapes));
            let next = tiers.len();
            let ties = match &row.pool {
                _ if row.family.is_some() || !row.kinds.is_empty() => Ties::Groups,
                Some(_) => Ties::Tile,
                None => Ties::Row,
            };
            rows.push(Row {
                value: row.value,
                value_if_claimed: row.value_if_claimed.unwrap_or(row.value),
                scaled: row.scaling == Scaling::Scaled,
                shapes,
                tier: row.tier.map(|tier| *tiers.entry(tier).or_insert(next)),
                ties,
                alone: row.alone,
                when: row.when.into_iter().map(|when| (when.matcher, when.times)).collect(),
            });
        }
        let related = relations.chunks(rows.len().max(1)).map(|row| {
            let mut others = RowSet::default();
            for other in (0..row.len()).filter(|other| row[*other] != 0) {
                others.insert(other);
            }
            others
        });
        let related = related.collect();
        let tiered = rows.iter().any(|row: &Row| row.tier.is_some());
        let shapes = Shapes { sets: data.sets, known };
        let local = crate::best::LocalTables::default();
        Ok(Self {
            shapes,
            exclusions: data.exclusions,
            states: data.states,
            grades: data.grades,
            rows,
            ids,
            events,
            relations,
            related,
            tiered,
            to_minimum,
            dora,
            local,
            properties: std::sync::Mutex::default(),
        })
    }

    /// The shapes a hand may win in.
    #[must_use]
    pub const fn shapes(&self) -> Shapes {
        self.shapes
    }

    /// Number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the table has no row.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows whose instances ever bear on those of this one.
    pub(crate) fn related(&self, row: usize) -> &RowSet {
        &self.related[row]
    }

    /// How one row bears on each.
    pub(crate) fn relations_of(&self, row: usize) -> &[u8] {
        &self.relations[row * self.rows.len()..(row + 1) * self.rows.len()]
    }

    /// The highest multiplier that a state brings.
    pub(crate) fn highest_grade(&self) -> i32 {
        let [mixed, concealed, exposed] = self.grades;
        mixed.max(concealed).max(exposed).max(1)
    }

    pub(crate) fn relation(&self, a: usize, b: usize) -> u8 {
        self.relations[a * self.rows.len() + b]
    }
}

fn relations(rows: &[RowData], ids: &HashMap<String, usize>) -> Result<Vec<u8>, TableError> {
    let count = rows.len();
    let mut relations = vec![0; count * count];
    for (a, row) in rows.iter().enumerate() {
        for id in &row.excludes {
            let b = *ids.get(id).ok_or_else(|| TableError(format!("unknown row: {id}")))?;
            relations[a * count + b] |= relation::EXCLUDES;
            relations[b * count + a] |= relation::EXCLUDED_BY;
        }
        for (b, other) in rows.iter().enumerate() {
            let beside = row.beside.contains(&other.id) && other.beside.contains(&row.id);
            let relation = &mut relations[a * count + b];
            if row.family.is_some() && row.family == other.family && !beside {
                *relation |= relation::FAMILY;
            }
            if row.kinds.iter().any(|kind| other.kinds.contains(kind)) {
                *relation |= relation::KIND;
            }
            if row.pool.is_some() && row.pool == other.pool {
                *relation |= relation::POOL;
            }
            if a == b && row.repeat == Repeat::Once {
                *relation |= relation::ONCE;
            }
        }
    }
    Ok(relations)
}
