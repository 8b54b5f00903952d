//! Scores of many hands: buffers in, columns out, the interpreter detached in between.

mod admission;
mod admit;
mod answers;
mod block;
mod frame;
mod hands;
pub mod reader;
mod sets;

use std::array::from_fn;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;

use tingpai_core::batch::score::{Look, Memory, Numbers, Row, Sheet, TOGETHER, Wanted, score};
use tingpai_core::rules::Situated as CoreSituated;

use admit::admit;
use answers::{Chunk, Gathered};
use frame::Shared;

use crate::bad;
use crate::situations::{Key, Known, Situations, find};

pub use admission::Admission;
pub use admit::{Allowed, Asked, admit_tiles, tiles};
pub use answers::Answers;
pub use frame::Frame;
pub use hands::Hands;
pub use reader::{Left, NONE, Printed, WILD};

/// Rows that are worked through in one go.
const CHUNK: usize = 1024;

/// Looks that are kept; more start afresh.
const LOOKS: usize = 4_096;

/// A settled table that is kept, and how its rows look at hands.
type Looked = (Arc<CoreSituated>, Option<Arc<Look>>);

/// Scores hands under one rule set; what it remembers of them makes the next ones faster.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Scorer {
    numbers: Numbers,
    allowed: Allowed,
    memories: Mutex<Vec<Memory>>,
    /// By where the settled table stands, and the rows that do not count to the least total.
    looks: Mutex<HashMap<(usize, Vec<u16>), Looked>>,
    frames: Known<Arc<Shared>>,
}

#[pymethods]
impl Scorer {
    #[new]
    fn new(rules: Allowed) -> Self {
        Self {
            numbers: Numbers::default(),
            allowed: rules,
            memories: Mutex::default(),
            looks: Mutex::default(),
            frames: Known::default(),
        }
    }

    /// Scores hands in their situations; `frame` makes the frame of a row, or nothing. Rows left over are the caller's.
    #[pyo3(signature = (hands, situations, frame, *, threads, lines, groups))]
    #[expect(clippy::too_many_arguments)] // They come from Python, by keyword.
    fn score(
        &self,
        py: Python<'_>,
        hands: &Hands,
        situations: &Situations,
        frame: &Bound<'_, PyAny>,
        threads: usize,
        lines: bool,
        groups: bool,
    ) -> PyResult<Answers> {
        if hands.len() != situations.len() {
            return Err(bad("a situation for each row"));
        }
        let wanted = Wanted { lines, groups };
        let gathered = Mutex::new(Gathered::new(wanted));
        let batch = Batch { scorer: self, hands, situations, wanted, gathered, missing: Mutex::default() };
        self.frames.make_room();
        loop {
            py.detach(|| batch.run(threads));
            let missing = std::mem::take(&mut *batch.missing.lock().unwrap_or_else(PoisonError::into_inner));
            if missing.is_empty() {
                break;
            }
            for (key, row) in missing {
                let made: Option<Py<Frame>> = frame.call1((row,))?.extract()?;
                self.frames.insert(key, made.map(|frame| frame.get().shared.clone()));
            }
        }
        Ok(Answers::new(batch.gathered.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Lets go of what is remembered of hands.
    fn forget(&self) {
        self.memories.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Scorer {
    /// How the rows of a settled table look at hands, if that is simple enough.
    fn look(&self, situated: &Arc<CoreSituated>, beside: &[u16]) -> Option<Arc<Look>> {
        let mut looks = self.looks.lock().unwrap_or_else(PoisonError::into_inner);
        if looks.len() >= LOOKS {
            looks.clear();
        }
        let made = || (situated.clone(), Look::new(situated, beside, &self.numbers).map(Arc::new));
        looks.entry((Arc::as_ptr(situated) as usize, beside.to_vec())).or_insert_with(made).1.clone()
    }
}

/// A call.
struct Batch<'a> {
    scorer: &'a Scorer,
    hands: &'a Hands,
    situations: &'a Situations,
    wanted: Wanted,
    gathered: Mutex<Gathered>,
    /// Classes of situations that have to be known before the rest can be done, each with a row.
    missing: Mutex<HashMap<Key, usize>>,
}

impl Batch<'_> {
    /// Does what is not done yet.
    fn run(&self, threads: usize) {
        let (next, chunks) = (AtomicUsize::new(0), self.hands.len().div_ceil(CHUNK));
        let gathered = || self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || {
            let memories = || self.scorer.memories.lock().unwrap_or_else(PoisonError::into_inner);
            let mut memory = memories().pop().unwrap_or_default();
            let (mut sheet, mut block) = (Sheet::new(self.wanted), gathered().spare());
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= chunks {
                    break;
                }
                if gathered().has(at) {
                    continue;
                }
                let rows = at * CHUNK..self.hands.len().min((at + 1) * CHUNK);
                if let Some(left) = self.chunk(rows, &mut memory, &mut sheet) {
                    block.take(&sheet);
                    block = gathered().add(at, Chunk { block, left });
                }
            }
            memories().push(memory);
        };
        let helpers = threads.min(chunks).saturating_sub(1);
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(work);
            }
            work();
        });
    }

    /// Writes down the answers of some rows on end, if all of their situations are known; says which rows are left.
    fn chunk(&self, rows: Range<usize>, memory: &mut Memory, sheet: &mut Sheet) -> Option<Vec<usize>> {
        let known = self.scorer.frames.read();
        let frames = find(self.situations, &known, rows.clone(), &self.missing)?;
        let mut left = Vec::new();
        sheet.clear();
        let mut printed = Printed::new();
        let mut admitted: [Row; TOGETHER] = from_fn(|_| Row::default());
        let mut laid = [const { None }; TOGETHER];
        for (start, frames) in rows.step_by(TOGETHER).zip(frames.chunks(TOGETHER)) {
            let mut cores = [const { None }; TOGETHER];
            let places = cores.iter_mut().zip(&mut admitted).zip(&mut laid);
            for ((at, frame), ((core, row), laid)) in (start..).zip(frames).zip(places) {
                *core = frame.and_then(|frame| {
                    let (asked, beside) = frame.with_tiles(self.situations, at, laid)?;
                    self.hands.print(at, &mut printed).ok()?;
                    admit(&printed, self.scorer.allowed, asked, row).ok()?;
                    Some(frame.core(beside))
                });
                if core.is_none() {
                    left.push(at);
                }
            }
            score(&admitted, &cores[..frames.len()], memory, sheet);
        }
        Some(left)
    }
}
