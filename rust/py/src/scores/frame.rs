//! Situations of rows.

use pyo3::prelude::*;

use tingpai_core::batch::score::{Frame as CoreFrame, Palette, Terms as CoreTerms};
use tingpai_core::best::Beside;
use tingpai_core::tile::{Counts, KINDS, KindSet};

use super::Scorer;
use super::admit::{Asked, Shared};
use crate::bad;
use crate::table::Situated;

/// What `tingpai.batch.frames` says of a situation.
#[derive(FromPyObject)]
#[expect(clippy::struct_excessive_bools)] // Each is asked on its own.
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
    wild_kinds: u64,
    most_wilds: u32,
    elsewhere: Vec<u8>,
    flowers_elsewhere: u8,
    flowers_wild: bool,
    seen: Vec<u8>,
    seen_jokers: u32,
    robs_kong: bool,
    real: bool,
    bare: bool,
    kongs: usize,
    flower: bool,
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
        let counts = |counts: Vec<u8>| -> PyResult<Counts> { counts.try_into().map_err(|_| bad("34 counts")) };
        if facts.dora.iter().chain(&facts.ura).any(|kind| *kind as usize >= KINDS) {
            return Err(bad("indicator"));
        }
        let wild_kinds = KindSet(facts.wild_kinds & KindSet::ALL.0);
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
        let palette = Palette::new(&situated.get().situated, &format!("{terms:?}"), &scorer.numbers);
        let flowers_wild = facts.flowers_wild;
        let beside = Beside { wild_kinds, flowers_wild, dora: facts.dora, ura: facts.ura, ..Beside::default() };
        let asked = Asked {
            wild_kinds,
            most_wilds: facts.most_wilds,
            elsewhere: counts(facts.elsewhere)?,
            flowers_elsewhere: facts.flowers_elsewhere,
            flowers_wild,
            seen: counts(facts.seen)?,
            seen_jokers: facts.seen_jokers,
            robs_kong: facts.robs_kong,
            real: facts.real,
            bare: facts.bare,
            kongs: facts.kongs,
            flower: facts.flower,
        };
        Ok(Self { situated, shared: Shared { terms, beside, palette, asked } })
    }
}

impl Frame {
    pub fn core(&self) -> CoreFrame<'_> {
        let Shared { terms, beside, palette, .. } = &self.shared;
        CoreFrame { situated: &self.situated.get().situated, terms, beside, palette: palette.as_ref() }
    }
}
