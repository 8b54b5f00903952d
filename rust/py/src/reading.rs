//! One way to read a hand, by number.

use pyo3::prelude::*;

use tingpai_core::best::{Line, Reading as CoreReading};
use tingpai_core::group::{Group, GroupKind, Laid};

use crate::bad;

/// Kind, first tile and how it was laid, as numbers.
pub type GroupTuple = (u8, u8, u8);

/// Row, value, grade, times and groups used.
type LineTuple = (u16, i32, i32, i32, u32);

pub fn group_tuple(group: Group) -> GroupTuple {
    (group.kind as u8, group.first, group.laid as u8)
}

fn group((kind, first, laid): GroupTuple) -> PyResult<Group> {
    let kind = match kind {
        0 => GroupKind::Chow,
        1 => GroupKind::Pung,
        2 => GroupKind::Kong,
        3 => GroupKind::Pair,
        4 => GroupKind::Knitted,
        5 => GroupKind::Single,
        _ => return Err(bad("group kind")),
    };
    let laid = match laid {
        0 => Laid::Hand,
        1 => Laid::Claimed,
        2 => Laid::OpenKong,
        3 => Laid::ConcealedKong,
        _ => return Err(bad("laid")),
    };
    Ok(Group { kind, first, laid })
}

/// One way to read a hand, and what counts in it.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Reading {
    pub reading: CoreReading,
}

#[pymethods]
impl Reading {
    #[new]
    fn new(
        total: i32,
        shape: u8,
        groups: Vec<GroupTuple>,
        concealed: u32,
        win: Option<u8>,
        lines: Vec<LineTuple>,
    ) -> PyResult<Self> {
        let groups = groups.into_iter().map(group).collect::<PyResult<Vec<Group>>>()?;
        let line = |(row, value, grade, times, used)| Line { row, value, grade, times, used };
        let lines = lines.into_iter().map(line).collect();
        Ok(Self { reading: CoreReading { total, shape, groups, concealed, win, lines } })
    }

    #[getter]
    fn total(&self) -> i32 {
        self.reading.total
    }

    #[getter]
    fn shape(&self) -> u8 {
        self.reading.shape
    }

    #[getter]
    fn groups(&self) -> Vec<GroupTuple> {
        self.reading.groups.iter().copied().map(group_tuple).collect()
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
    fn lines(&self) -> Vec<LineTuple> {
        let lines = self.reading.lines.iter();
        lines.map(|line| (line.row, line.value, line.grade, line.times, line.used)).collect()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.reading == other.reading
    }

    fn __hash__(&self) -> u64 {
        self.reading.total.unsigned_abs().into()
    }

    #[expect(clippy::type_complexity)] // The arguments of its constructor.
    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (i32, u8, Vec<GroupTuple>, u32, Option<u8>, Vec<LineTuple>)) {
        let this = slf.get();
        let arguments = (this.total(), this.shape(), this.groups(), this.concealed(), this.win(), this.lines());
        (slf.get_type().into_any().unbind(), arguments)
    }
}
