//! An admitted hand in the form that the kernel takes.

use pyo3::prelude::*;

use tingpai_core::best::Beside;
use tingpai_core::hand::{Meld, MeldKind, Winning};
use tingpai_core::tile::{KINDS, KindSet};

use crate::bad;

/// A wild winning tile, as Python numbers tiles.
const WILD: u8 = 42;

/// No tiles.
const NONE: &[u8] = &[];

/// Wild tiles up to which other threads may wait for a search.
const FEW_WILDS: u8 = 2;

/// An admitted hand with what belongs to it.
#[pyclass(frozen, module = "tingpai._internal")]
pub struct Hand {
    pub tiles: tingpai_core::hand::Hand,
    pub beside: Beside,
    /// Whether a search of it may take long: with few wild tiles and none in its sets it is a matter of microseconds.
    pub long: bool,
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
        Ok(Self::admitted(hand, beside))
    }
}

impl Hand {
    pub fn admitted(tiles: tingpai_core::hand::Hand, beside: Beside) -> Self {
        let open = tiles.melds.iter().any(|meld| meld.faces.len() > 1);
        let long = tiles.complete().1 > FEW_WILDS || open;
        Self { tiles, beside, long }
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
