//! What a hand remembers: for the rule sets and keywords it was asked with, the call made ready.
//!
//! Admitting a hand costs far more than answering, so it is done once. Answers themselves are worked out each time.

use std::ffi::CStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};
use pyo3::{Borrowed, PyClass, PyTypeInfo};

use crate::calls::{DistanceCall, ScoreCall, WaitsCall};
use crate::stack::{Function, Given, add};
use crate::ways;

/// Calls of one sort that a hand keeps ready: those asked last.
const MOST: usize = 64;

/// What a call is asked with.
pub struct Asked<'a, 'py> {
    pub rules: Borrowed<'a, 'py, PyAny>,
    pub given: &'a Given<'a, 'py>,
}

impl Asked<'_, '_> {
    /// Whether the values will be the same whenever they are asked with again.
    pub fn stays(&self) -> bool {
        self.given.values().all(|value| stays(&value))
    }
}

/// Whether a value is of a type that never changes and whose equals are the same.
pub fn stays(value: &Bound<'_, PyAny>) -> bool {
    let texts = |tuple: &Bound<'_, PyTuple>| tuple.iter().all(|item| item.is_exact_instance_of::<PyString>());
    value.is_exact_instance_of::<PyString>()
        || value.is_none()
        || value.is_exact_instance_of::<PyBool>()
        || value.is_exact_instance_of::<PyInt>()
        || value.cast_exact::<PyTuple>().is_ok_and(texts)
}

/// Keywords as they were given.
pub struct Words {
    names: Option<Py<PyTuple>>,
    /// Each name with its value.
    keywords: Vec<(Py<PyAny>, Py<PyAny>)>,
}

impl Words {
    pub fn of(asked: &Asked<'_, '_>) -> Self {
        let names = asked.given.names();
        let keywords = names.iter().flat_map(|names| names.iter()).zip(asked.given.values());
        Self {
            names: names.map(|names| names.to_owned().unbind()),
            keywords: keywords.map(|(name, value)| (name.unbind(), value.to_owned().unbind())).collect(),
        }
    }

    /// Whether the same was given, in the same order.
    pub fn are_of(&self, asked: &Asked<'_, '_>) -> bool {
        let values = asked.given.values();
        self.keywords.len() == values.len()
            && self.keywords.iter().zip(values).all(|((_, own), other)| same(own, &other))
            && self.has_names(asked.given.names())
    }

    /// A line of a program gives the very same names each time.
    fn has_names(&self, names: Option<Borrowed<'_, '_, PyTuple>>) -> bool {
        let (Some(own), Some(names)) = (&self.names, names) else { return true };
        own.is(names) || self.keywords.iter().zip(names.iter_borrowed()).all(|((own, _), name)| same(own, &name))
    }
}

/// A call made ready, and what it was asked with.
struct Entry<T> {
    rules: Py<PyAny>,
    words: Words,
    call: Py<T>,
}

impl<T> Entry<T> {
    fn is_of(&self, asked: &Asked) -> bool {
        self.rules.is(asked.rules) && self.words.are_of(asked)
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
        let (rules, words) = (asked.rules.to_owned().unbind(), Words::of(asked));
        let entry = Entry { rules, words, call: call.clone().unbind() };
        let mut entries = self.entries();
        entries.insert(0, entry);
        // What is dropped may run code that asks again.
        let oldest = if entries.len() > MOST { entries.pop() } else { None };
        drop(entries);
        drop(oldest);
    }
}

/// What a hand remembers: a hand of the package is one of these.
#[pyclass(frozen, subclass, module = "tingpai._internal")]
#[derive(Default)]
pub struct Kept {
    scores: Shelf<ScoreCall>,
    waits: Shelf<WaitsCall>,
    distances: Shelf<DistanceCall>,
}

#[pymethods]
impl Kept {
    /// Takes what the constructor of a hand takes, and remembers nothing.
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords))]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self::default()
    }
}

/// A call of one sort, and what rule sets remember of such calls.
trait Call: PyClass + PyTypeInfo {
    /// The call of a hand that is asked for the first time, where the rule set knows a way.
    fn ready<'py>(_asked: &Asked<'_, 'py>, _hand: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Self>>> {
        Ok(None)
    }

    /// Lets the rule set remember how the package made it ready.
    fn remember(_made: &Bound<'_, Self>, _asked: &Asked<'_, '_>) {}
}

impl Call for ScoreCall {
    fn ready<'py>(asked: &Asked<'_, 'py>, hand: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Self>>> {
        ways::ready(asked, hand)
    }

    fn remember(made: &Bound<'_, Self>, asked: &Asked<'_, '_>) {
        ways::keep(asked, made.get());
    }
}

impl Call for WaitsCall {}

impl Call for DistanceCall {}

/// A function of `tingpai.scoring` that makes calls ready, looked up once.
struct Maker {
    name: &'static str,
    found: PyOnceLock<Py<PyAny>>,
}

impl Maker {
    const fn new(name: &'static str) -> Self {
        Self { name, found: PyOnceLock::new() }
    }

    /// Answers with the call of one sort, from the hand's memory or else made ready.
    fn answer<'py, T: Call>(
        &self,
        name: &CStr,
        shelf: fn(&Kept) -> &Shelf<T>,
        given: &Given<'_, 'py>,
        answer: impl FnOnce(&Bound<'py, T>, &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let [hand, rules] = given.pair(name)?;
        let asked = Asked { rules, given };
        // Whatever is no hand has no memory: making the call ready says so.
        let kept = hand.cast::<Kept>().ok();
        let shelf = kept.as_ref().map(|kept| shelf(kept.get()));
        let call = if let Some(found) = shelf.and_then(|shelf| shelf.find(&asked)) {
            found
        } else if let Some(ready) = kept.as_ref().map(|_| T::ready(&asked, &hand)).transpose()?.flatten() {
            if let Some(shelf) = shelf {
                shelf.keep(&asked, &ready);
            }
            ready
        } else {
            let maker = self.found.import(given.py(), "tingpai.scoring", self.name)?;
            let made = maker.call((hand, rules), Some(&given.keywords()?))?.cast_into::<T>()?;
            T::remember(&made, &asked);
            if let Some(shelf) = shelf {
                shelf.keep(&asked, &made);
            }
            made
        };
        answer(&call, &hand)
    }
}

struct Score;

impl Function for Score {
    const NAME: &'static CStr = c"score";
    const ABOUT: &'static CStr = cr#"score(hand, rules, /, *, alternatives=0, kernel='native', **keywords)
--

What a hand with its winning tile is worth: the greatest total over everything its owner may choose.

`keywords` are the situation: `by` (required), `seat`, `round`, `indicator` ... as the rule set uses them.
`alternatives`: how many of the next-best readings to add. `kernel="reference"` asks the slow engine that checks the
fast one. Raises `tingpai.errors.IllegalHandError` with every fault of a hand or situation that cannot be; a win that
the rules refuse is an answer with a `reason`.

>>> import tingpai as tp
>>> hand = tp.Hand.parse("123s 45s 789s 22p [789s] [456m] +6s 1f")
>>> result = tp.score(hand, tp.rules("baida"), seat="W", indicator="7z", by="self_draw")
>>> result.total, result.payments
(34, {'E': -40, 'S': -39, 'W': 118, 'N': -39})"#;

    fn call<'py>(given: &Given<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        static MAKER: Maker = Maker::new("make_score");
        MAKER.answer(
            Self::NAME,
            |kept| &kept.scores,
            given,
            |call, hand| ScoreCall::answer(call, hand).map(Bound::into_any),
        )
    }
}

struct Waits;

impl Function for Waits {
    const NAME: &'static CStr = c"waits";
    const ABOUT: &'static CStr = cr#"waits(hand, rules, /, *, live=True, **keywords)
--

The natural kinds that complete a hand without its winning tile, in any shape of the rule set.

`live`: drop kinds of which you hold or see all four. Wild kinds are never listed; `wild_completes` tells of them.

>>> import tingpai as tp
>>> tp.waits(tp.Hand.parse("33344455m34567p"), tp.rules("hongkong"))
('2p', '5p', '8p')"#;

    fn call<'py>(given: &Given<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        static MAKER: Maker = Maker::new("make_waits");
        MAKER.answer(Self::NAME, |kept| &kept.waits, given, |call, hand| call.get().answer(hand.py()))
    }
}

struct Distance;

impl Function for Distance {
    const NAME: &'static CStr = c"distance";
    const ABOUT: &'static CStr = cr#"distance(hand, rules, /, **keywords)
--

Tiles short of ready: -1 complete, 0 ready, 1 and more before that.

Naturals are drawn, of which four of a kind exist, those in sets counted; wild tiles in hand stand for anything.

>>> import tingpai as tp
>>> tp.distance(tp.Hand.parse("123456789m1111z"), tp.rules("hongkong"))
1"#;

    fn call<'py>(given: &Given<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        static MAKER: Maker = Maker::new("make_distance");
        let answer = |call: &Bound<'py, DistanceCall>, hand: &Bound<'py, PyAny>| {
            Ok(call.get().answer().into_pyobject(hand.py())?.into_any())
        };
        MAKER.answer(Self::NAME, |kept| &kept.distances, given, answer)
    }
}

/// Adds the calls to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add::<Score>(module)?;
    add::<Waits>(module)?;
    add::<Distance>(module)
}
