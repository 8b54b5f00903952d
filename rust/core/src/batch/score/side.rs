//! Rows that hang on flowers and events alone and bear on no others: what they are worth is added to any arrangement.

use crate::best::{Choice, Facts, Instance, Line, View, instances, unconditional};
use crate::hand::{Shape, Winning};
use crate::rules::Table;
use crate::rules::cond::Cond;
use crate::rules::situated::ActiveRow;
use crate::tile::{KINDS, KindSet};

/// Such rows of a situation.
#[derive(Debug)]
pub(super) struct Side {
    /// To be told from others of the rule set.
    pub number: u32,
    rows: Vec<(usize, Vec<(Cond, i32)>)>,
    /// Rows that do not count to the least total.
    beside: Vec<u16>,
    /// Rows that may hold where a condition is about what is left, and rows that may hold so often.
    left: Vec<(Vec<usize>, Vec<usize>)>,
}

/// What those rows are worth with some flowers.
#[derive(Clone, Debug, Default)]
pub(super) struct Aside {
    /// The number of the rows.
    pub of: u32,
    pub total: i32,
    /// What of that does not count to the least total.
    pub beside: i32,
    pub lines: Vec<Line>,
    /// For each condition about what is left: whether no row holds that may not, and how many that may so often.
    pub left: Vec<(bool, u8)>,
}

impl Side {
    pub fn new(rows: &[&ActiveRow], beside: &[u16], left: Vec<(Vec<usize>, Vec<usize>)>, number: u32) -> Self {
        let rows = rows.iter().map(|active| (active.row, active.when.clone())).collect();
        Self { number, rows, beside: beside.to_vec(), left }
    }

    pub fn with(&self, flowers: u8, table: &Table) -> Aside {
        let view = View::new(Shape::Standard as u8, &[]);
        let facts = facts(Winning::None, [0; KINDS], flowers, [0; 4]);
        let (mut used, mut all) = (Vec::new(), Vec::new());
        for (row, when) in &self.rows {
            for (cond, times) in when {
                used.clear();
                instances(cond, &view, &facts, Choice { win: None, concealed: 0 }, &mut used);
                all.extend(used.iter().map(|used| Instance {
                    row: *row as u16,
                    used: used.groups,
                    tag: used.tag,
                    times: *times,
                    grade: 1,
                    value: table.rows[*row].value,
                }));
            }
        }
        let mut lines = Vec::new();
        let total = unconditional(table, &all, |at| {
            let Instance { row, used, times, grade, value, .. } = all[at];
            lines.push(Line { row, value, grade, times, used });
        });
        let beside = lines.iter().filter(|line| self.beside.contains(&line.row)).map(Line::subtotal).sum();
        let left = self.left.iter().map(|(free, limited)| {
            let rows = || all.iter().map(|instance| usize::from(instance.row));
            let only = rows().all(|row| free.contains(&row) || limited.contains(&row));
            (only, rows().filter(|row| limited.contains(row)).count() as u8)
        });
        Aside { of: self.number, total, beside, lines, left: left.collect() }
    }
}

/// What a hand without wild tiles says beside its groups, where nothing asks for waits.
pub(super) const fn facts(winning: Winning, naturals: [u8; KINDS], flowers: u8, laid: [u8; 4]) -> Facts {
    Facts {
        winning,
        naturals,
        flowers,
        flowers_wild: false,
        waits: KindSet::EMPTY,
        waits_by_shape: KindSet::EMPTY,
        last_visible: false,
        laid,
    }
}
