//! Rows that hang on flowers and events alone and bear on no others: what they are worth is added to any arrangement.

use std::collections::HashMap;

use super::Frame;
use super::judge::LeftBeside;
use super::palette::Palette;
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
struct Aside {
    total: i32,
    /// What of that does not count to the least total.
    beside: i32,
    lines: Vec<Line>,
    left: LeftBeside,
}

impl Side {
    pub fn new(rows: &[&ActiveRow], beside: &[u16], left: Vec<(Vec<usize>, Vec<usize>)>, number: u32) -> Self {
        let rows = rows.iter().map(|active| (active.row, active.when.clone())).collect();
        Self { number, rows, beside: beside.to_vec(), left }
    }

    fn with(&self, flowers: u8, table: &Table) -> Aside {
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
        Aside { total, beside, lines, left: left.collect() }
    }
}

/// The same as it is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Flowers {
    pub total: i32,
    pub beside: i32,
    /// The number of what is left.
    pub left: u32,
    /// Where the lines begin and end.
    lines: [u32; 2],
}

/// Sets of flowers.
const FLOWERS: usize = 1 << 8;

/// Rows that are told apart; further ones take their places.
const MOST_SIDES: usize = 1 << 12;

/// Rows met so far, with the flowers they were met with.
#[derive(Debug, Default)]
pub(super) struct Sides {
    /// Numbers of the rows that have the places, from 1 on.
    owners: Vec<u32>,
    /// By the place of the rows, then by the flowers: the number of what that is worth, from 1 on.
    met: Vec<u16>,
    worth: Vec<Flowers>,
    numbers: HashMap<Flowers, u16>,
    lines: Vec<Line>,
    /// Where lines stand that were met before.
    known: HashMap<Vec<Line>, [u32; 2]>,
    left: Vec<LeftBeside>,
}

impl Sides {
    /// What the rows beside a plan are worth.
    #[inline]
    pub fn get(&mut self, frame: &Frame, palette: &Palette, flowers: u8) -> Flowers {
        let number = palette.side.number;
        let place = number as usize % MOST_SIDES;
        match (self.owners.get(place), self.met.get(FLOWERS * place + usize::from(flowers))) {
            (Some(owner), Some(met)) if *owner == number + 1 && *met > 0 => self.worth[usize::from(*met) - 1],
            _ => self.meet(place, frame, palette, flowers),
        }
    }

    #[cold]
    #[inline(never)]
    fn meet(&mut self, place: usize, frame: &Frame, palette: &Palette, flowers: u8) -> Flowers {
        let Aside { total, beside, lines, left } = palette.side.with(flowers, frame.situated.table());
        // Few differ in what is left.
        let known = self.left.iter().position(|other| *other == left);
        let known = known.unwrap_or_else(|| {
            self.left.push(left);
            self.left.len() - 1
        });
        let all = &mut self.lines;
        let lines = *self.known.entry(lines).or_insert_with_key(|lines| {
            let start = all.len() as u32;
            all.extend_from_slice(lines);
            [start, all.len() as u32]
        });
        let found = Flowers { total, beside, left: known as u32, lines };
        if self.worth.len() >= usize::from(u16::MAX) {
            self.worth.clear();
            self.numbers.clear();
            self.met.fill(0);
        }
        let worth = &mut self.worth;
        let number = *self.numbers.entry(found).or_insert_with(|| {
            worth.push(found);
            worth.len() as u16
        });
        if self.owners.len() <= place {
            self.owners.resize(place + 1, 0);
            self.met.resize(FLOWERS * (place + 1), 0);
        }
        let owner = palette.side.number + 1;
        let met = &mut self.met[FLOWERS * place..][..FLOWERS];
        if std::mem::replace(&mut self.owners[place], owner) != owner {
            met.fill(0);
        }
        met[usize::from(flowers)] = number;
        found
    }

    /// The lines of those that count.
    pub fn lines(&self, flowers: Flowers) -> &[Line] {
        let [start, end] = flowers.lines;
        &self.lines[start as usize..end as usize]
    }

    /// What is left beside the plan.
    pub fn left(&self, flowers: Flowers) -> &LeftBeside {
        &self.left[flowers.left as usize]
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
