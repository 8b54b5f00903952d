//! Rows of dora: worth something for every tile held that an indicator points at.
//!
//! What they are worth hangs on the tiles held, not on how they are arranged, and on what else counts only through a
//! cap. They take no part in the search: they add to what it finds.

use super::data::{Indicators, Matcher, Points, RowData};
use crate::tile::{Kind, next_in_row};

/// A row of dora.
#[derive(Debug)]
pub(crate) struct DoraRow {
    pub row: u16,
    pub value: i32,
    pub shapes: u8,
    /// At most as many tiles count as the rows that count toward the minimum are worth.
    pub capped: bool,
    indicators: Indicators,
    points: Points,
}

impl DoraRow {
    /// The row at a place in the table, if it is one of dora.
    pub fn new(row: u16, data: &RowData, shapes: u8) -> Option<Self> {
        let [when] = &data.when[..] else { return None };
        let Matcher::Dora { indicators, points } = when.matcher else { return None };
        let value = data.value * when.times;
        Some(Self { row, value, shapes, capped: data.capped, indicators, points })
    }

    /// How many of the tiles held count, each once for every indicator that points at it.
    pub fn count(&self, held: impl Fn(Kind) -> u8, dora: &[Kind], ura: &[Kind]) -> i32 {
        let turned = match self.indicators {
            Indicators::Dora => dora,
            Indicators::Ura => ura,
        };
        let pointed = turned.iter().map(|indicator| match self.points {
            Points::Next => next_in_row(*indicator),
            Points::Itself => *indicator,
        });
        pointed.map(|kind| i32::from(held(kind))).sum()
    }
}
