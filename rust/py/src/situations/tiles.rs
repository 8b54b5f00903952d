//! Tiles that lie beside a hand, as keywords name them: added to what a situation asks, row by row.

use pyo3::prelude::*;

use tingpai_core::tile::{Counts, KINDS, KindSet};

use crate::bad;
use crate::scores::{Asked, WILD};

/// More copies than any hand leaves room for.
const MANY: u8 = 99;

/// The keyword that names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Indicator,
    Dora,
    Ura,
    Seen,
    Prize,
}

impl Role {
    pub fn of(keyword: &str) -> PyResult<Self> {
        match keyword {
            "indicator" => Ok(Self::Indicator),
            "dora" => Ok(Self::Dora),
            "ura" => Ok(Self::Ura),
            "seen" => Ok(Self::Seen),
            "prize" => Ok(Self::Prize),
            _ => Err(bad("a keyword that names tiles")),
        }
    }
}

/// What an indicator makes wild.
#[derive(Clone, Copy, Debug, FromPyObject)]
pub struct Wild {
    kinds: u64,
    /// Wild tiles at most, the indicator among them.
    most: u32,
    flowers: bool,
}

/// The tiles of a value.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Tiles {
    pub len: usize,
    /// Those with kinds, as they come.
    pub kinds: Vec<u8>,
    pub counts: Counts,
    /// One bit each, and whether one of them is there twice.
    flowers: u8,
    twice: bool,
    pub jokers: u32,
    wild: Option<Wild>,
}

#[pymethods]
impl Tiles {
    #[new]
    #[pyo3(signature = (tiles, wild = None))]
    fn new(tiles: Vec<u8>, wild: Option<Wild>) -> PyResult<Self> {
        let (kinds, counts) = (Vec::new(), [0; KINDS]);
        let mut made = Self { len: tiles.len(), kinds, counts, flowers: 0, twice: false, jokers: 0, wild };
        for tile in tiles {
            match tile {
                WILD => made.jokers += 1,
                kind if (kind as usize) < KINDS => {
                    made.kinds.push(kind);
                    made.counts[kind as usize] = (made.counts[kind as usize] + 1).min(MANY);
                }
                flower if flower < WILD => {
                    let bit = 1 << (flower as usize - KINDS);
                    made.twice |= made.flowers & bit != 0;
                    made.flowers |= bit;
                }
                _ => return Err(bad("tile")),
            }
        }
        Ok(made)
    }
}

impl Tiles {
    /// Adds them to what is asked of a hand; false where a flower is there twice.
    pub fn lay(&self, asked: &mut Asked) -> bool {
        for (all, own) in asked.elsewhere.iter_mut().zip(&self.counts) {
            *all = (*all + own).min(MANY);
        }
        let twice = self.twice || asked.flowers_elsewhere & self.flowers != 0;
        asked.flowers_elsewhere |= self.flowers;
        if let Some(Wild { kinds, most, flowers }) = self.wild {
            (asked.wild_kinds, asked.most_wilds, asked.flowers_wild) = (KindSet(kinds), most, flowers);
        }
        !twice
    }
}
