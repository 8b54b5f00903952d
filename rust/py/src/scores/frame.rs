//! Situations of rows.

use std::sync::Arc;

use pyo3::prelude::*;

use tingpai_core::batch::score::{Frame as CoreFrame, Look, Terms as CoreTerms};
use tingpai_core::best::Beside;
use tingpai_core::rules::Situated as CoreSituated;

use super::Scorer;
use super::admit::Asked;
use crate::situations::Situations;
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
}

/// What the hands of such situations share.
pub struct Shared {
    situated: Arc<CoreSituated>,
    terms: CoreTerms,
    /// What lies beside them all, and what is asked of them where no tiles are named.
    pub beside: Beside,
    look: Option<Arc<Look>>,
    pub asked: Asked,
}

/// What situations of one class come to.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Frame {
    pub shared: Arc<Shared>,
}

#[pymethods]
impl Frame {
    #[new]
    #[expect(clippy::needless_pass_by_value)] // They come from Python.
    fn new(scorer: &Scorer, situated: Py<Situated>, facts: Facts, asked: Asked) -> Self {
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
        let situated = situated.get().situated.clone();
        let look = scorer.look(&situated, &terms.beside);
        let beside = Beside { wild_kinds: asked.wild_kinds, flowers_wild: asked.flowers_wild, ..Beside::default() };
        Self { shared: Arc::new(Shared { situated, terms, beside, look, asked }) }
    }

    /// Whether hands without wild tiles are scored by a plan instead of searched.
    #[getter]
    fn planned(&self) -> bool {
        self.shared.look.is_some()
    }
}

impl Shared {
    /// What is asked of the hand of a row and lies beside it; nothing if its tiles cannot be. `laid` is what that is put
    /// into, where tiles are named at all.
    pub fn with_tiles<'a>(
        &'a self,
        situations: &Situations,
        row: usize,
        laid: &'a mut Option<(Asked, Beside)>,
    ) -> Option<(&'a Asked, &'a Beside)> {
        if !situations.lay_tiles() {
            return Some((&self.asked, &self.beside));
        }
        let (asked, beside) = laid.get_or_insert_with(|| (self.asked.clone(), Beside::default()));
        asked.clone_from(&self.asked);
        beside.dora.clear();
        beside.ura.clear();
        if !situations.lay(row, asked, &mut beside.dora, &mut beside.ura) {
            return None;
        }
        (beside.wild_kinds, beside.flowers_wild) = (asked.wild_kinds, asked.flowers_wild);
        Some((asked, beside))
    }

    /// The frame of a row beside which this lies.
    pub fn core<'a>(&'a self, beside: &'a Beside) -> CoreFrame<'a> {
        CoreFrame { situated: &self.situated, terms: &self.terms, beside, look: self.look.as_deref() }
    }
}
