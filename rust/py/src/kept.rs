//! What a hand remembers: for the rule sets and keywords it was asked with, the call made ready.
//!
//! Admitting a hand costs far more than answering, so it is done once. Answers themselves are worked out each time.

use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};
use pyo3::{Borrowed, PyClass, PyTypeInfo, intern};

use crate::calls::{DistanceCall, ScoreCall, WaitsCall};
use crate::result::Result as Answer;

/// Calls of one sort that a hand keeps ready: those asked last.
const MOST: usize = 64;

/// A keyword of a call, if it was given: `None` is a value like any other.
pub struct Given<'py>(Option<Bound<'py, PyAny>>);

impl<'py> FromPyObject<'_, 'py> for Given<'py> {
    type Error = Infallible;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Infallible> {
        Ok(Self(Some(value.to_owned())))
    }
}

/// What a call is asked with: the keywords that most calls have, each in its place, and any others.
struct Asked<'a, 'py> {
    rules: &'a Bound<'py, PyAny>,
    known: [Given<'py>; NAMES.len()],
    others: Option<&'a Bound<'py, PyDict>>,
}

impl<'py> Asked<'_, 'py> {
    /// As they were given.
    fn keywords(&self) -> PyResult<Bound<'py, PyDict>> {
        let keywords = PyDict::new(self.rules.py());
        for (name, value) in NAMES.iter().zip(&self.known) {
            if let Given(Some(value)) = value {
                keywords.set_item(name, value)?;
            }
        }
        self.others.map_or(Ok(()), |others| keywords.update(others.as_mapping()))?;
        Ok(keywords)
    }

    fn items(&self) -> impl Iterator<Item = (Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        self.others.iter().flat_map(|others| others.iter())
    }

    /// Whether the values will be the same whenever they are asked with again.
    fn stays(&self) -> bool {
        self.known.iter().all(|given| given.0.as_ref().is_none_or(stays))
            && self.items().all(|(name, value)| stays(&name) && stays(&value))
    }
}

/// Whether a value is of a type that never changes and whose equals are the same.
fn stays(value: &Bound<'_, PyAny>) -> bool {
    let texts = |tuple: &Bound<'_, PyTuple>| tuple.iter().all(|item| item.is_exact_instance_of::<PyString>());
    value.is_exact_instance_of::<PyString>()
        || value.is_none()
        || value.is_exact_instance_of::<PyBool>()
        || value.is_exact_instance_of::<PyInt>()
        || value.cast_exact::<PyTuple>().is_ok_and(texts)
}

/// A call made ready, and what it was asked with.
struct Entry<T> {
    rules: Py<PyAny>,
    known: [Option<Py<PyAny>>; NAMES.len()],
    others: Vec<(Py<PyAny>, Py<PyAny>)>,
    call: Py<T>,
}

impl<T> Entry<T> {
    /// Whether the same was asked, the others in the same order.
    fn is_of(&self, asked: &Asked) -> bool {
        self.rules.is(asked.rules)
            && self.others.len() == asked.others.map_or(0, PyDictMethods::len)
            && self.known.iter().zip(&asked.known).all(|(own, Given(other))| match (own, other) {
                (None, None) => true,
                (Some(own), Some(other)) => same(own, other),
                _ => false,
            })
            && self
                .others
                .iter()
                .zip(asked.items())
                .all(|(own, other)| same(&own.0, &other.0) && same(&own.1, &other.1))
    }
}

/// Whether two values are the same, which equal ones need not be: 1 is `True`.
fn same(own: &Py<PyAny>, other: &Bound<'_, PyAny>) -> bool {
    let own = own.bind(other.py());
    own.is(other) || own.get_type().is(other.get_type()) && stays(other) && own.eq(other).unwrap_or(false)
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

    fn find<'py>(&self, asked: &Asked<'_, 'py>) -> Option<Bound<'py, T>> {
        let mut entries = self.entries();
        let at = entries.iter().position(|entry| entry.is_of(asked))?;
        if at > 0 {
            entries[..=at].rotate_right(1);
        }
        Some(entries[0].call.bind(asked.rules.py()).clone())
    }

    fn keep(&self, asked: &Asked<'_, '_>, call: &Bound<'_, T>) {
        if !asked.stays() {
            return;
        }
        let known = asked.known.each_ref().map(|given| given.0.as_ref().map(|value| value.clone().unbind()));
        let others = asked.items().map(|(name, value)| (name.unbind(), value.unbind())).collect();
        let entry = Entry { rules: asked.rules.clone().unbind(), known, others, call: call.clone().unbind() };
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

/// A function of `tingpai.scoring`, looked up once.
struct Maker(PyOnceLock<Py<PyAny>>);

impl Maker {
    const fn new() -> Self {
        Self(PyOnceLock::new())
    }

    fn of<'py>(&self, py: Python<'py>, name: &str) -> PyResult<&Bound<'py, PyAny>> {
        self.0.import(py, "tingpai.scoring", name)
    }
}

/// `kept`, which gives a hand its memory.
static KEEPER: Maker = Maker::new();

/// The call of one sort for a hand, from its memory or else made ready by the function of that name.
fn call<'py, T: PyClass + PyTypeInfo>(
    shelf: fn(&Kept) -> &Shelf<T>,
    (maker, make): (&Maker, &str),
    hand: &Bound<'py, PyAny>,
    asked: &Asked<'_, 'py>,
) -> PyResult<Bound<'py, T>> {
    let py = hand.py();
    // Whatever is no hand has no memory: making the call ready says so.
    let kept = hand.getattr(intern!(py, "_kept")).ok();
    let known = kept.as_ref().and_then(|kept| kept.cast_exact::<Kept>().ok());
    if let Some(found) = known.and_then(|kept| shelf(kept.get()).find(asked)) {
        return Ok(found);
    }
    let made = maker.of(py, make)?.call((hand, asked.rules), Some(&asked.keywords()?))?.cast_into::<T>()?;
    let kept = KEEPER.of(py, "kept")?.call1((hand,))?;
    shelf(kept.cast::<Kept>()?.get()).keep(asked, &made);
    Ok(made)
}

/// A function of the package by its name, how its arguments are shown, and how it answers. The keywords that most calls
/// have are parameters of their own, which costs less than a dictionary.
macro_rules! asking {
    (@names; $($keyword:ident)*) => {
        /// Their names.
        const NAMES: [&str; [$(stringify!($keyword)),*].len()] = [$(stringify!($keyword)),*];
    };
    ($(#[$about:meta])* $name:ident, $make:literal, $shown:literal, $of:ty, |$hand:ident, $asked:ident, $maker:ident| $answer:expr; $($keyword:ident)*) => {
        $(#[$about])*
        #[pyfunction]
        #[pyo3(signature = (hand, rules, /, *, $($keyword = Given(None),)* **others), text_signature = $shown)]
        #[allow(clippy::too_many_arguments)] // One for each keyword.
        pub fn $name<'py>(
            hand: &Bound<'py, PyAny>,
            rules: &Bound<'py, PyAny>,
            $($keyword: Given<'py>,)*
            others: Option<&Bound<'py, PyDict>>,
        ) -> PyResult<$of> {
            static MAKER: Maker = Maker::new();
            let ($hand, $asked, $maker) = (hand, &Asked { rules, known: [$($keyword),*], others }, (&MAKER, $make));
            $answer
        }
    };
}

/// These keywords, for each of the functions.
macro_rules! with_keywords {
    ($($ask:tt)*) => {
        asking! { $($ask)*;
            by seat round discarder indicator replacement last_tile first_turn seen alternatives kernel live
        }
    };
}

with_keywords! { @names }

with_keywords! {
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
    score, "make_score", "(hand, rules, /, *, alternatives=0, kernel='native', **keywords)", Bound<'py, Answer>,
    |hand, asked, maker| ScoreCall::answer(&call(|kept| &kept.scores, maker, hand, asked)?, hand)
}

with_keywords! {
/// The natural kinds that complete a hand without its winning tile, in any shape of the rule set.
///
/// `live`: drop kinds of which you hold or see all four. Wild kinds are never listed; `wild_completes` tells of them.
///
/// >>> import tingpai as tp
/// >>> tp.waits(tp.Hand.parse("33344455m34567p"), tp.rules("hongkong"))
/// ('2p', '5p', '8p')
    waits, "make_waits", "(hand, rules, /, *, live=True, **keywords)", Bound<'py, PyAny>,
    |hand, asked, maker| call(|kept| &kept.waits, maker, hand, asked)?.get().answer(hand.py())
}

with_keywords! {
/// Tiles short of ready: -1 complete, 0 ready, 1 and more before that.
///
/// Naturals are drawn, of which four of a kind exist, those in sets counted; wild tiles in hand stand for anything.
///
/// >>> import tingpai as tp
/// >>> tp.distance(tp.Hand.parse("123456789m1111z"), tp.rules("hongkong"))
/// 1
    distance, "make_distance", "(hand, rules, /, **keywords)", i8,
    |hand, asked, maker| Ok(call(|kept| &kept.distances, maker, hand, asked)?.get().answer())
}
