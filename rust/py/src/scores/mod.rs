//! Scores of many hands: buffers in, columns out, the interpreter detached in between.

mod admission;
mod admit;
mod answers;
mod columns;
mod frame;
mod hands;
pub mod reader;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;

use tingpai_core::batch::score::{Frame as CoreFrame, Memory, Numbers, Row, Sheet, Wanted};

use admit::admit;

use crate::bad;

pub use admission::Admission;
pub use admit::{Allowed, Asked, admit_tiles, tiles};
pub use answers::Answers;
pub use columns::{code_bounds, codes, situations};
pub use frame::Frame;
pub use hands::Hands;
pub use reader::{Left, NONE, Printed};

/// Rows that are worked through in one go.
const CHUNK: usize = 1024;

/// Scores hands under one rule set; what it remembers of them makes the next ones faster.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Scorer {
    numbers: Numbers,
    allowed: Allowed,
    memories: Mutex<Vec<Memory>>,
}

#[pymethods]
impl Scorer {
    #[new]
    fn new(rules: Allowed) -> Self {
        Self { numbers: Numbers::default(), allowed: rules, memories: Mutex::default() }
    }

    /// Scores hands; row `i` is in the situation `frames[numbers[i]]`, or in the first. Rows left over are the caller's.
    #[pyo3(signature = (hands, frames, numbers, *, threads, lines, groups))]
    #[expect(clippy::too_many_arguments, clippy::needless_pass_by_value)] // They come from Python, by keyword.
    fn score(
        &self,
        py: Python<'_>,
        hands: &Hands,
        frames: Vec<Option<Py<Frame>>>,
        numbers: Option<PyBuffer<u32>>,
        threads: usize,
        lines: bool,
        groups: bool,
    ) -> PyResult<Answers> {
        let numbers = numbers.map(|numbers| numbers.to_vec(py)).transpose()?;
        let of_all = |numbers: &Vec<u32>| numbers.iter().all(|number| (*number as usize) < frames.len());
        if frames.is_empty() || numbers.as_ref().is_some_and(|numbers| numbers.len() != hands.len() || !of_all(numbers))
        {
            return Err(bad("a situation for each row"));
        }
        let frames: Vec<Option<&Frame>> = frames.iter().map(|frame| frame.as_ref().map(Py::get)).collect();
        let wanted = Wanted { lines, groups };
        let chunks = py.detach(|| self.run(hands, &frames, numbers.as_deref(), threads, wanted));
        Ok(Answers::new(chunks, wanted))
    }

    /// Lets go of what is remembered of hands.
    fn forget(&self) {
        self.memories.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// The answers of some rows on end, and which of the rows were left.
pub struct Chunk {
    pub sheet: Sheet,
    pub left: Vec<usize>,
}

impl Scorer {
    fn run(
        &self,
        hands: &Hands,
        frames: &[Option<&Frame>],
        numbers: Option<&[u32]>,
        threads: usize,
        wanted: Wanted,
    ) -> Vec<Chunk> {
        let rows = hands.len();
        let number_of_chunks = rows.div_ceil(CHUNK);
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::with_capacity(number_of_chunks));
        let frames: Vec<Option<(CoreFrame, &Frame)>> =
            frames.iter().map(|frame| frame.map(|frame| (frame.core(), frame))).collect();
        let work = || {
            let mut memory = self.borrow_memory();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= number_of_chunks {
                    break;
                }
                let chunk =
                    self.chunk(hands, &frames, numbers, at * CHUNK..rows.min((at + 1) * CHUNK), wanted, &mut memory);
                done.lock().unwrap_or_else(PoisonError::into_inner).push((at, chunk));
            }
            self.memories.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
        };
        let helpers = threads.min(number_of_chunks).saturating_sub(1);
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(work);
            }
            work();
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_unstable_by_key(|(at, _)| *at);
        done.into_iter().map(|(_, chunk)| chunk).collect()
    }

    fn borrow_memory(&self) -> Memory {
        self.memories.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    fn chunk(
        &self,
        hands: &Hands,
        frames: &[Option<(CoreFrame, &Frame)>],
        numbers: Option<&[u32]>,
        rows: std::ops::Range<usize>,
        wanted: Wanted,
        memory: &mut Memory,
    ) -> Chunk {
        let (mut sheet, mut left) = (Sheet::new(wanted), Vec::new());
        let (mut printed, mut row) = (Printed::new(), Row::default());
        for at in rows {
            let frame = numbers.map_or(0, |numbers| numbers[at] as usize);
            let admitted = frames[frame].as_ref().filter(|(_, frame)| {
                hands.print(at, &mut printed).is_ok()
                    && admit(&printed, self.allowed, &frame.shared.asked, &mut row).is_ok()
            });
            if let Some((frame, _)) = admitted {
                frame.score(&row, memory, &mut sheet);
            } else {
                left.push(at);
                sheet.none(0);
            }
        }
        Chunk { sheet, left }
    }
}
