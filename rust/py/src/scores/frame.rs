//! Situations of rows.

use pyo3::prelude::*;

use tingpai_core::batch::score::{Frame as CoreFrame, Palette, Terms as CoreTerms};
use tingpai_core::best::Beside;
use tingpai_core::tile::KINDS;

use super::Scorer;
use super::admit::{Asked, Shared};
use crate::bad;
use crate::table::Situated;

/// What `tingpai.batch.frames` says of a situation.
#[derive(FromPyObject)]
struct Facts {
    limit: Option<i32>,
    least: Option<i32>,
    beside: Vec<u16>,
    refused: u8,
    shapes: u8,
    otherwise: u8,
    below: u8,
    missing: u8,
    limit_line: u16,
    asked: Asked,
    dora: Vec<u8>,
    ura: Vec<u8>,
}

/// The situation of some rows.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Frame {
    situated: Py<Situated>,
    pub shared: Shared,
}

#[pymethods]
impl Frame {
    #[new]
    fn new(scorer: &Scorer, situated: Py<Situated>, facts: Facts) -> PyResult<Self> {
        if facts.dora.iter().chain(&facts.ura).any(|kind| *kind as usize >= KINDS) {
            return Err(bad("indicator"));
        }
        let terms = CoreTerms {
            limit: facts.limit,
            least: facts.least,
            beside: facts.beside,
            refused: facts.refused,
            shapes: facts.shapes,
            otherwise: facts.otherwise,
            below: facts.below,
            missing: facts.missing,
            limit_line: facts.limit_line,
        };
        let palette = Palette::new(&situated.get().situated, &terms.beside, &scorer.numbers);
        let Asked { wild_kinds, flowers_wild, .. } = facts.asked;
        let beside = Beside { wild_kinds, flowers_wild, dora: facts.dora, ura: facts.ura, ..Beside::default() };
        Ok(Self { situated, shared: Shared { terms, beside, palette, asked: facts.asked } })
    }

    /// Whether hands without wild tiles are scored by a plan instead of searched.
    #[getter]
    const fn planned(&self) -> bool {
        self.shared.palette.is_some()
    }
}

impl Frame {
    pub fn core(&self) -> CoreFrame<'_> {
        let Shared { terms, beside, palette, .. } = &self.shared;
        CoreFrame { situated: &self.situated.get().situated, terms, beside, palette: palette.as_ref() }
    }
}
