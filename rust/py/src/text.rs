//! Hands read from their notation.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use tingpai_core::tile::KINDS;

use crate::scores::reader::{NONE, Printed, Text, WILD};

/// Loose tiles and those of the flowers sorted, the winning one, and each set as it is written with its 0-based place.
type Pieces<'py> = (Bound<'py, PyTuple>, Vec<(&'py str, usize)>, Bound<'py, PyTuple>, Bound<'py, PyTuple>);

/// Number of the first flower, as Python numbers tiles.
const FIRST_FLOWER: u8 = KINDS as u8;

/// A hand in plain notation, or nothing where the package must read it.
#[pyfunction]
pub fn read_hand<'py>(text: &'py Bound<'py, PyAny>) -> PyResult<Option<Pieces<'py>>> {
    let py = text.py();
    let Some(text) = text.cast_exact::<PyString>().ok().and_then(|text| text.to_str().ok()) else { return Ok(None) };
    let mut printed = Printed::new();
    if printed.read(Text::of(text.as_bytes())).is_err() {
        return Ok(None);
    }
    let hand = printed.hand();
    let naturals = (0..FIRST_FLOWER).flat_map(|kind| (0..hand.get(kind)).map(move |_| kind));
    let loose: Vec<u8> = naturals.chain((0..printed.jokers).map(|_| WILD)).collect();
    let winning: &[u8] = if printed.winning == NONE { &[] } else { &[printed.winning] };
    let flowers: Vec<u8> =
        (0..8).filter(|flower| printed.flowers >> flower & 1 == 1).map(|at| FIRST_FLOWER + at).collect();
    let tuple = |tiles: &[u8]| PyTuple::new(py, tiles);
    Ok(Some((tuple(&loose)?, sets(text), tuple(winning)?, tuple(&flowers)?)))
}

/// The sets in a text that reads, with their declarations.
fn sets(text: &str) -> Vec<(&str, usize)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(['[', '(']).map(|start| from + start) {
        let close = text[start..].find([']', ')']).map_or(text.len(), |close| start + close + 1);
        let rest = text[close..].trim_start_matches(' ');
        let declared = usize::from(rest.starts_with(['c', 't']));
        from = if declared == 1 { text.len() - rest.len() + 1 } else { close };
        found.push((&text[start..from], start));
    }
    found
}
