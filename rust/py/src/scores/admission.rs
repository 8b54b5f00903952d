//! Hands of single calls, admitted as those of batches are.

use pyo3::prelude::*;

use tingpai_core::batch::score::Row;
use tingpai_core::best::Beside;
use tingpai_core::tile::KINDS;

use super::admit::{Allowed, Asked, admit};
use super::reader::{Printed, Text};
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
    fn hand(&self, text: &str) -> Option<Hand> {
        let (mut printed, mut row) = (Printed::new(), Row::default());
        printed.read(Text::of(text.as_bytes())).ok()?;
        admit(&printed, self.allowed, &self.asked, &mut row).ok()?;
        Some(Hand::admitted(row.hand(), row.beside(&self.beside)))
    }
}
