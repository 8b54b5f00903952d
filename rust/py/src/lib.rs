//! The kernel as a Python module: converts in, makes one call, converts out.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use tingpai_core::acceptance::acceptance;
use tingpai_core::best::{Beside, best, best_flowers};
use tingpai_core::decompose::decompose;
use tingpai_core::distance::distance;
use tingpai_core::group::Group;
use tingpai_core::hand::{Meld, MeldKind, Winning};
use tingpai_core::rules::{Situated as CoreSituated, Situation, Table as CoreTable, WinState};
use tingpai_core::tile::{KINDS, KindSet};
use tingpai_core::waits::{completes, waits};

/// A wild winning tile, as Python numbers tiles.
const WILD: u8 = 42;

/// No tiles.
const NONE: &[u8] = &[];

fn bad(message: &str) -> PyErr {
    PyValueError::new_err(message.to_owned())
}

/// An admitted hand with what belongs to it.
#[pyclass(frozen, module = "tingpai._internal")]
struct Hand {
    tiles: tingpai_core::hand::Hand,
    beside: Beside,
    /// Whether any of its tiles is wild.
    wild: bool,
}

#[pymethods]
impl Hand {
    #[new]
    #[pyo3(signature = (counts, wilds, winning, melds, *, flowers = 0, flowers_wild = false, wild_kinds = 0, seen = 0,
        dora = NONE, ura = NONE))]
    #[allow(clippy::too_many_arguments)] // One constructor from Python, by keyword.
    fn new(
        counts: &[u8],
        wilds: u8,
        winning: Option<u8>,
        melds: Vec<(u8, u64, Vec<u8>)>,
        flowers: u8,
        flowers_wild: bool,
        wild_kinds: u64,
        seen: u8,
        dora: &[u8],
        ura: &[u8],
    ) -> PyResult<Self> {
        let counts = counts.try_into().map_err(|_| bad("34 counts"))?;
        let winning = match winning {
            None => Winning::None,
            Some(WILD) => Winning::Wild,
            Some(kind) if (kind as usize) < KINDS => Winning::Natural(kind),
            Some(_) => return Err(bad("winning tile")),
        };
        let melds = melds.into_iter().map(meld).collect::<PyResult<Vec<Meld>>>()?;
        let hand = tingpai_core::hand::Hand { counts, wilds, winning, melds };
        if dora.iter().chain(ura).any(|kind| *kind as usize >= KINDS) {
            return Err(bad("indicator"));
        }
        let (dora, ura) = (dora.to_vec(), ura.to_vec());
        let beside = Beside { flowers, flowers_wild, wild_kinds: KindSet(wild_kinds), seen, dora, ura };
        check(&hand)?;
        let open = hand.melds.iter().any(|meld| meld.faces.len() > 1);
        let wild = hand.complete().1 > 0 || open;
        Ok(Self { tiles: hand, beside, wild })
    }
}

fn meld((kind, faces, held): (u8, u64, Vec<u8>)) -> PyResult<Meld> {
    let kind = match kind {
        0 => MeldKind::Chow,
        1 => MeldKind::Pung,
        2 => MeldKind::OpenKong,
        3 => MeldKind::ConcealedKong,
        _ => return Err(bad("meld kind")),
    };
    let faces = KindSet(faces);
    if faces.is_empty() || !faces.within(KindSet::ALL) || held.len() > 4 {
        return Err(bad("meld"));
    }
    let starts = faces.iter().all(|face| face < 27 && face % 9 < 7);
    if kind == MeldKind::Chow && !starts {
        return Err(bad("chow"));
    }
    let mut naturals = [u8::MAX; 4];
    naturals[..held.len()].copy_from_slice(&held);
    Ok(Meld { kind, faces, naturals })
}

/// The kernel takes hands that can be; Python admits them. This keeps a mistake there from becoming a panic here.
fn check(hand: &tingpai_core::hand::Hand) -> PyResult<()> {
    let (counts, wilds) = hand.complete();
    let tiles: usize = counts.iter().map(|count| *count as usize).sum::<usize>() + wilds as usize;
    if counts.iter().any(|count| *count > 4) || hand.melds.len() > 5 || tiles > 17 {
        return Err(bad("hand"));
    }
    Ok(())
}

/// Kind, first tile and how it was laid, as numbers.
type GroupTuple = (u8, u8, u8);

fn group_tuple(group: Group) -> GroupTuple {
    (group.kind as u8, group.first, group.laid as u8)
}

/// A compiled rule set.
#[pyclass(frozen, module = "tingpai._internal")]
struct Table {
    table: Arc<CoreTable>,
}

#[pymethods]
impl Table {
    #[new]
    fn new(json: &str) -> PyResult<Self> {
        let table = CoreTable::from_json(json).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { table: Arc::new(table) })
    }

    #[pyo3(signature = (by, events, *, river, seat, round, win_state))]
    fn situate(
        &self,
        by: String,
        events: Vec<String>,
        river: Option<u8>,
        seat: u8,
        round: u8,
        win_state: &str,
    ) -> PyResult<Situated> {
        if seat > 3 || round > 3 {
            return Err(bad("seat"));
        }
        let win_state = match win_state {
            "free" => WinState::Free,
            "concealed" => WinState::Concealed,
            "exposed" => WinState::Exposed,
            _ => return Err(bad("win_state")),
        };
        let situation = Situation { by, events, river, seat, round, win_state };
        Ok(Situated { situated: CoreSituated::new(self.table.clone(), situation) })
    }

    fn ready(&self, hand: Py<Hand>) -> Ready {
        Ready { table: self.table.clone(), hand }
    }

    fn completes(&self, hand: &Hand) -> bool {
        completes(&hand.tiles, self.table.shapes())
    }

    fn waits(&self, hand: &Hand) -> (u64, bool) {
        let waits = waits(&hand.tiles, self.table.shapes());
        (waits.kinds.0, waits.by_wild)
    }

    fn acceptance(&self, py: Python<'_>, hand: &Hand) -> Vec<(Option<u8>, i8, u64)> {
        let found = py.detach(|| acceptance(&hand.tiles, self.table.shapes()));
        found.into_iter().map(|entry| (entry.discard, entry.distance, entry.kinds.0)).collect()
    }

    fn decompose(&self, hand: &Hand) -> Decompose {
        Decompose { readings: Mutex::new(decompose(&hand.tiles, self.table.shapes())) }
    }
}

/// A hand with the table it is asked about, ready to answer.
#[pyclass(frozen, module = "tingpai._internal")]
struct Ready {
    table: Arc<CoreTable>,
    hand: Py<Hand>,
}

#[pymethods]
impl Ready {
    fn distance(&self) -> i8 {
        distance(&self.hand.get().tiles, self.table.shapes())
    }
}

/// A table in the circumstances of a win.
#[pyclass(frozen, module = "tingpai._internal")]
struct Situated {
    situated: CoreSituated,
}

#[pymethods]
impl Situated {
    #[pyo3(signature = (hand, most = 1))]
    fn best(&self, py: Python<'_>, hand: &Hand, most: usize) -> Vec<Reading> {
        let search = || best(&self.situated, &hand.tiles, &hand.beside, most);
        // Without wild tiles the search is over sooner than the interpreter would be back.
        let readings = if hand.wild { py.detach(search) } else { search() };
        readings.into_iter().map(|reading| Reading { reading }).collect()
    }

    fn best_flowers(&self, hand: &Hand) -> Option<Reading> {
        best_flowers(&self.situated, &hand.tiles, &hand.beside).map(|reading| Reading { reading })
    }
}

/// One way to read a hand, and what counts in it.
#[pyclass(frozen, module = "tingpai._internal")]
struct Reading {
    reading: tingpai_core::best::Reading,
}

#[pymethods]
impl Reading {
    #[getter]
    fn total(&self) -> i32 {
        self.reading.total
    }

    #[getter]
    fn shape(&self) -> u8 {
        self.reading.shape
    }

    #[getter]
    fn concealed(&self) -> u32 {
        self.reading.concealed
    }

    #[getter]
    fn win(&self) -> Option<u8> {
        self.reading.win
    }

    #[getter]
    fn groups(&self) -> Vec<GroupTuple> {
        self.reading.groups.iter().copied().map(group_tuple).collect()
    }

    #[getter]
    fn lines(&self) -> Vec<(u16, i32, i32, i32, u32)> {
        let lines = self.reading.lines.iter();
        lines.map(|line| (line.row, line.value, line.grade, line.times, line.used)).collect()
    }
}

/// The arrangements of a hand, one by one.
#[pyclass(frozen, module = "tingpai._internal")]
struct Decompose {
    readings: Mutex<tingpai_core::decompose::Decompose>,
}

#[pymethods]
impl Decompose {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self) -> Option<(u8, Vec<GroupTuple>)> {
        let (shape, groups) = self.readings.lock().unwrap_or_else(PoisonError::into_inner).next()?;
        Some((shape as u8, groups.iter().copied().map(group_tuple).collect()))
    }
}

/// The kernel of tingpai.
#[pymodule]
fn _internal(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Hand>()?;
    module.add_class::<Table>()?;
    module.add_class::<Ready>()?;
    module.add_class::<Situated>()?;
    module.add_class::<Reading>()?;
    module.add_class::<Decompose>()
}
