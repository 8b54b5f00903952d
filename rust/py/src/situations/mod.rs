//! The situations of rows.
//!
//! What a situation asks is worked out by the package, once for all that are of one class: tiles that keywords name are
//! no part of it but their number, and lie beside each row. A class is known by a key, a byte for each keyword.

mod codes;
mod numbers;
mod tiles;

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use pyo3::prelude::*;

use crate::bad;
use crate::scores::Asked;

pub use codes::Codes;
pub use numbers::situations;
use tiles::Role;
pub use tiles::Tiles;

/// Keywords that a key has room for.
const PLACES: usize = 24;

/// Places in a word.
const WORD: usize = size_of::<u64>();

/// The class of a value that has none of its own: its rows are the package's.
const NO_CLASS: u8 = u8::MAX;

/// A class of situations, in words that are mixed and compared as such.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Key([u64; PLACES / WORD]);

impl Key {
    /// Puts a class into a place that is empty.
    #[inline]
    const fn put(&mut self, place: usize, class: u8) {
        self.0[place / WORD] |= (class as u64) << (u8::BITS as usize * (place % WORD));
    }

    /// Whether all values have classes of their own.
    fn is_whole(self) -> bool {
        !self.0.into_iter().flat_map(u64::to_ne_bytes).any(|class| class == NO_CLASS)
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|word| state.write_u64(*word));
    }
}

/// What `tingpai.batch.frames` says of a keyword.
#[derive(FromPyObject)]
struct Given {
    /// Its place in the key.
    place: usize,
    /// Which value each row has; all have the first where that is missing.
    codes: Option<Py<Codes>>,
    /// The classes of its values, that of none before them.
    classes: Vec<u8>,
    /// Its name and the tiles of its values, where it names any.
    tiles: Option<(String, Vec<Option<Py<Tiles>>>)>,
}

/// The keywords of a call, by rows.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Situations {
    rows: usize,
    given: Vec<Given>,
    /// Keywords that name tiles, by their number in `given`.
    laid: Vec<(usize, Role)>,
    /// What is the same in all rows.
    common: Key,
}

#[pymethods]
impl Situations {
    #[new]
    fn new(given: Vec<Given>, rows: usize) -> PyResult<Self> {
        let (mut common, mut laid) = (Key::default(), Vec::new());
        for (at, Given { place, codes, classes, tiles }) in given.iter().enumerate() {
            let values = codes.as_ref().map_or(1, |codes| codes.get().places.values());
            let as_many = tiles.as_ref().is_none_or(|(_, tiles)| tiles.len() == classes.len());
            let fits = codes.as_ref().is_none_or(|codes| codes.get().places.len() == rows);
            if *place >= PLACES || classes.len() <= values || !as_many || !fits {
                return Err(bad("classes of values"));
            }
            if codes.is_none() {
                common.put(*place, classes[1]);
            }
            if let Some((keyword, _)) = tiles {
                laid.push((at, Role::of(keyword)?));
            }
        }
        Ok(Self { rows, given, laid, common })
    }
}

impl Situations {
    /// The classes of some rows.
    fn keys(&self, rows: Range<usize>, keys: &mut Vec<Key>) {
        keys.clear();
        keys.resize(rows.len(), self.common);
        for Given { place, codes, classes, .. } in &self.given {
            if let Some(codes) = codes {
                codes.get().places.each(rows.start, keys, |key, value| key.put(*place, classes[value]));
            }
        }
    }

    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Whether any keyword names tiles.
    pub const fn lay_tiles(&self) -> bool {
        !self.laid.is_empty()
    }

    /// Adds the tiles of a row to what is asked of its hand, and its indicators; false where they cannot all be.
    pub fn lay(&self, row: usize, asked: &mut Asked, dora: &mut Vec<u8>, ura: &mut Vec<u8>) -> bool {
        let (mut turned, mut under) = (0, 0);
        let fits = self.laid.iter().all(|(at, role)| {
            let Given { codes, tiles, .. } = &self.given[*at];
            let value = codes.as_ref().map_or(1, |codes| codes.get().places.get(row));
            let Some(tiles) = tiles.as_ref().and_then(|(_, tiles)| tiles[value].as_ref()) else { return true };
            let tiles = tiles.get();
            match role {
                Role::Dora => {
                    turned = tiles.len;
                    dora.extend_from_slice(&tiles.kinds);
                }
                Role::Ura => {
                    under = tiles.len;
                    ura.extend_from_slice(&tiles.kinds);
                }
                Role::Seen => (asked.seen, asked.seen_jokers) = (tiles.counts, tiles.jokers),
                Role::Prize | Role::Indicator => {}
            }
            tiles.lay(asked)
        });
        fits && (turned == 0 || under <= turned)
    }
}

/// Classes that are kept; more start afresh.
const MOST: usize = 1 << 16;

/// What is known of classes of situations; nothing where hands are the package's.
pub struct Known<T>(RwLock<Classes<T>>);

/// Each with what is known of it.
pub type Classes<T> = HashMap<Key, Option<T>, rustc_hash::FxBuildHasher>;

impl<T> Default for Known<T> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<T> Known<T> {
    /// Starts afresh if too many are kept. Not while a call goes on, which may need all of its own at once.
    pub fn make_room(&self) {
        let mut classes = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if classes.len() >= MOST {
            classes.clear();
        }
    }

    pub fn read(&self) -> RwLockReadGuard<'_, Classes<T>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn insert(&self, key: Key, known: Option<T>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(key, known);
    }
}

/// What is known of each of some rows, if that is so of all; of classes that are not known a row, among `missing`.
pub fn find<'a, T>(
    situations: &Situations,
    known: &'a Classes<T>,
    rows: Range<usize>,
    missing: &Mutex<HashMap<Key, usize>>,
) -> Option<Vec<Option<&'a T>>> {
    let (mut keys, start) = (Vec::new(), rows.start);
    situations.keys(rows, &mut keys);
    let mut unknown = Vec::new();
    let mut found: Vec<Option<&T>> = Vec::with_capacity(keys.len());
    for (at, key) in keys.iter().enumerate() {
        found.push(if at > 0 && keys[at - 1] == *key {
            found[at - 1]
        } else if let Some(of_class) = known.get(key) {
            of_class.as_ref()
        } else {
            unknown.extend(key.is_whole().then_some((*key, start + at)));
            None
        });
    }
    if unknown.is_empty() {
        return Some(found);
    }
    missing.lock().unwrap_or_else(PoisonError::into_inner).extend(unknown);
    None
}
