//! What rows of dora add to a reading, and at most could.

use super::Beside;
use super::reading::Line;
use crate::rules::Table;
use crate::tile::Kind;

/// One row of dora with the tiles of the hand that it counts.
#[derive(Clone, Copy, Debug)]
struct Part {
    row: u16,
    value: i32,
    shapes: u8,
    capped: bool,
    tiles: i32,
}

/// What is added to the readings of one hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Added(Vec<Part>);

impl Added {
    /// For a hand that holds so many of each kind.
    pub fn new(table: &Table, held: impl Fn(Kind) -> u8, beside: &Beside) -> Self {
        let parts = table.dora.iter().map(|row| Part {
            row: row.row,
            value: row.value,
            shapes: row.shapes,
            capped: row.capped,
            tiles: row.count(&held, &beside.dora, &beside.ura),
        });
        Self(parts.filter(|part| part.tiles > 0).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lines added where the rows that count toward the minimum are worth so much.
    pub fn lines(&self, counting: i32, shape: u8) -> impl Iterator<Item = Line> {
        self.counted(counting, 1 << shape).map(|(part, tiles)| Line {
            row: part.row,
            value: part.value,
            grade: 1,
            times: tiles,
            used: 0,
        })
    }

    /// The most that is added where all rows are worth so much.
    pub fn most(&self, total: i32) -> i32 {
        self.counted(total, u8::MAX).map(|(part, tiles)| part.value * tiles).sum()
    }

    /// Rows with the tiles that count; the cap is on all capped rows together, those first that stand first.
    fn counted(&self, counting: i32, shapes: u8) -> impl Iterator<Item = (&Part, i32)> {
        let mut left = counting.max(0);
        self.0.iter().filter(move |part| part.shapes & shapes != 0).filter_map(move |part| {
            let tiles = if part.capped { part.tiles.min(left) } else { part.tiles };
            left -= if part.capped { tiles } else { 0 };
            (tiles > 0).then_some((part, tiles))
        })
    }
}
