//! Hands of single calls, admitted as those of batches are.

use pyo3::prelude::*;

use tingpai_core::batch::score::Row;
use tingpai_core::best::Beside;
use tingpai_core::hand::Winning;
use tingpai_core::tile::KINDS;

use super::admit::{Allowed, Asked, admit, admit_tiles, tiles};
use super::reader::{NONE, Printed, Text};
use crate::analysis::{dropped, melded};
use crate::bad;
use crate::hand::Hand;

/// What admits hands in a situation.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Admission {
    allowed: Allowed,
    asked: Asked,
    beside: Beside,
}

#[pymethods]
impl Admission {
    #[new]
    fn new(rules: Allowed, asked: Asked, dora: Vec<u8>, ura: Vec<u8>) -> PyResult<Self> {
        if dora.iter().chain(&ura).any(|kind| *kind as usize >= KINDS) {
            return Err(bad("indicator"));
        }
        let Asked { wild_kinds, flowers_wild, .. } = asked;
        let beside = Beside { wild_kinds, flowers_wild, dora, ura, ..Beside::default() };
        Ok(Self { allowed: rules, asked, beside })
    }

    /// The hand of a text, if it surely may be; the package decides on all others.
    pub fn hand(&self, text: &str) -> Option<Hand> {
        let (mut printed, mut row) = (Printed::new(), Row::default());
        printed.read(Text::of(text.as_bytes())).ok()?;
        admit(&printed, self.allowed, &self.asked, &mut row).ok()?;
        Some(Hand::admitted(row.hand(), row.beside(&self.beside)))
    }

    /// The hand of a text that may have its winning tile or not, if it surely may be.
    fn loose(&self, text: &str) -> Option<Hand> {
        let row = self.row(text, true)?;
        Some(Hand::admitted(row.hand(), row.beside(&self.beside)))
    }

    /// The hand of a text before its winning tile, if it surely may be, and the kinds that it cannot wait for; where
    /// `live` those of which all are held or seen.
    fn waiting(&self, text: &str, live: bool) -> Option<(Hand, u64)> {
        let mut row = self.row(text, false)?;
        row.winning = Winning::None;
        let dropped = dropped(&row.tiles.counts(), &melded(&row), &self.asked, live);
        Some((Hand::admitted(row.hand(), row.beside(&self.beside)), dropped))
    }
}

impl Admission {
    /// A hand with as many tiles as before a win or, if the winning one counts, one more.
    fn row(&self, text: &str, with_winning: bool) -> Option<Row> {
        let (mut printed, mut row) = (Printed::new(), Row::default());
        printed.read(Text::of(text.as_bytes())).ok()?;
        let won = with_winning && printed.winning != NONE;
        let (held, n) = (tiles(&printed, &self.asked) + u32::from(won), self.allowed.tiles);
        let fits = held == n || with_winning && held == n + 1;
        (fits && admit_tiles(&printed, self.allowed, &self.asked, &mut row).is_ok()).then_some(row)
    }
}
