//! What a hand remembers: for the rule sets and keywords it was asked with, the call made ready.
//!
//! Admitting a hand costs far more than answering, so it is done once. Answers themselves are worked out each time.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};

use crate::calls::{DistanceCall, ScoreCall, WaitsCall};

/// Calls of one sort that a hand keeps ready: those asked last.
const MOST: usize = 64;

/// A call made ready, and what it was asked with.
struct Entry<T> {
    rules: Py<PyAny>,
    keywords: Vec<(Py<PyAny>, Py<PyAny>)>,
    call: Py<T>,
}

impl<T> Entry<T> {
    /// Whether the same was asked, in the same order. Values may be equal and yet not the same: 1 is `True`.
    fn is_of(&self, rules: &Bound<'_, PyAny>, keywords: Option<&Bound<'_, PyDict>>) -> bool {
        let Some(keywords) = keywords else { return self.rules.is(rules) && self.keywords.is_empty() };
        self.rules.is(rules)
            && self.keywords.len() == keywords.len()
            && self.keywords.iter().zip(keywords.iter()).all(|((name, value), (other_name, other))| {
                let py = other.py();
                let alike = |own: &Py<PyAny>, other: &Bound<'_, PyAny>| own.is(other) || same(own.bind(py), other);
                alike(name, &other_name) && alike(value, &other)
            })
    }
}

fn same(value: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> bool {
    value.get_type().is(other.get_type()) && stays(other) && value.eq(other).unwrap_or(false)
}

/// Whether a value is of a type that never changes and whose equals are the same.
fn stays(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyString>()
        || value.is_none()
        || value.is_exact_instance_of::<PyBool>()
        || value.is_exact_instance_of::<PyInt>()
        || value
            .cast_exact::<PyTuple>()
            .is_ok_and(|tuple| tuple.iter().all(|item| item.is_exact_instance_of::<PyString>()))
}

/// Calls of one sort, those asked last in front.
struct Shelf<T>(Mutex<Vec<Entry<T>>>);

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Shelf<T> {
    fn entries(&self) -> MutexGuard<'_, Vec<Entry<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find<'py>(&self, rules: &Bound<'py, PyAny>, keywords: Option<&Bound<'py, PyDict>>) -> Option<Bound<'py, T>> {
        let mut entries = self.entries();
        let at = entries.iter().position(|entry| entry.is_of(rules, keywords))?;
        if at > 0 {
            entries[..=at].rotate_right(1);
        }
        Some(entries[0].call.bind(rules.py()).clone())
    }

    fn keep(&self, rules: &Bound<'_, PyAny>, keywords: Option<&Bound<'_, PyDict>>, call: &Bound<'_, T>) {
        let items = || keywords.iter().flat_map(|keywords| keywords.iter());
        if !items().all(|(name, value)| stays(&name) && stays(&value)) {
            return;
        }
        let keywords = items().map(|(name, value)| (name.unbind(), value.unbind())).collect();
        let entry = Entry { rules: rules.clone().unbind(), keywords, call: call.clone().unbind() };
        let mut entries = self.entries();
        entries.insert(0, entry);
        // What is dropped may run code that asks again.
        let oldest = if entries.len() > MOST { entries.pop() } else { None };
        drop(entries);
        drop(oldest);
    }
}

/// What a hand remembers.
#[pyclass(frozen, module = "tingpai._internal")]
#[derive(Default)]
pub struct Kept {
    scores: Shelf<ScoreCall>,
    waits: Shelf<WaitsCall>,
    distances: Shelf<DistanceCall>,
}

#[pymethods]
impl Kept {
    #[new]
    fn new() -> Self {
        Self::default()
    }
}

/// The call of one sort for a hand, from its memory or else made ready by the function of that name.
fn call<'py, T: pyo3::PyClass + pyo3::PyTypeInfo>(
    shelf: fn(&Kept) -> &Shelf<T>,
    make: &str,
    hand: &Bound<'py, PyAny>,
    rules: &Bound<'py, PyAny>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, T>> {
    let py = hand.py();
    // Whatever is no hand has no memory: making the call ready says so.
    let kept = hand.getattr(intern!(py, "_kept")).ok();
    let known = kept.as_ref().and_then(|kept| kept.cast_exact::<Kept>().ok());
    if let Some(found) = known.and_then(|kept| shelf(kept.get()).find(rules, keywords)) {
        return Ok(found);
    }
    let scoring = py.import(intern!(py, "tingpai.scoring"))?;
    let made = scoring.getattr(make)?.call((hand, rules), keywords)?.cast_into::<T>()?;
    let kept = scoring.call_method1(intern!(py, "kept"), (hand,))?;
    shelf(kept.cast::<Kept>()?.get()).keep(rules, keywords, &made);
    Ok(made)
}

/// What a hand with its winning tile is worth: the greatest total over everything its owner may choose.
///
/// `keywords` are the situation: `by` (required), `seat`, `round`, `indicator` ... as the rule set uses them.
/// `alternatives`: how many of the next-best readings to add. `kernel="reference"` asks the slow engine that checks the
/// fast one. Raises `tingpai.errors.IllegalHandError` with every fault of a hand or situation that cannot be; a win that
/// the rules refuse is an answer with a `reason`.
///
/// >>> import tingpai as tp
/// >>> hand = tp.Hand.parse("123s 45s 789s 22p [789s] [456m] +6s 1f")
/// >>> result = tp.score(hand, tp.rules("baida"), seat="W", indicator="7z", by="self_draw")
/// >>> result.total, result.payments
/// (34, {'E': -40, 'S': -39, 'W': 118, 'N': -39})
#[pyfunction]
#[pyo3(signature = (hand, rules, /, **keywords), text_signature = "(hand, rules, /, *, alternatives=0, kernel='native', **keywords)")]
pub fn score<'py>(
    hand: &Bound<'py, PyAny>,
    rules: &Bound<'py, PyAny>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let call = call(|kept| &kept.scores, "make_score", hand, rules, keywords)?;
    ScoreCall::answer(&call, hand).map(Bound::into_any)
}

/// The natural kinds that complete a hand without its winning tile, in any shape of the rule set.
///
/// `live`: drop kinds of which you hold or see all four. Wild kinds are never listed; `wild_completes` tells of them.
///
/// >>> import tingpai as tp
/// >>> tp.waits(tp.Hand.parse("33344455m34567p"), tp.rules("hongkong"))
/// ('2p', '5p', '8p')
#[pyfunction]
#[pyo3(signature = (hand, rules, /, **keywords), text_signature = "(hand, rules, /, *, live=True, **keywords)")]
pub fn waits<'py>(
    hand: &Bound<'py, PyAny>,
    rules: &Bound<'py, PyAny>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let call = call(|kept| &kept.waits, "make_waits", hand, rules, keywords)?;
    call.get().answer(hand.py())
}

/// Tiles short of ready: -1 complete, 0 ready, 1 and more before that.
///
/// Naturals are drawn, of which four of a kind exist, those in sets counted; wild tiles in hand stand for anything.
///
/// >>> import tingpai as tp
/// >>> tp.distance(tp.Hand.parse("123456789m1111z"), tp.rules("hongkong"))
/// 1
#[pyfunction]
#[pyo3(signature = (hand, rules, /, **keywords), text_signature = "(hand, rules, /, **keywords)")]
pub fn distance<'py>(
    hand: &Bound<'py, PyAny>,
    rules: &Bound<'py, PyAny>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<i8> {
    let call = call(|kept| &kept.distances, "make_distance", hand, rules, keywords)?;
    Ok(call.get().answer())
}
