//! Hands against the rules and their situation: those that surely may be.

use tingpai_core::batch::score::{Packed, Row};
use tingpai_core::hand::{Meld, MeldKind, Winning};
use tingpai_core::tile::{Counts, KINDS, Kind, KindSet, rank, suit};

use pyo3::prelude::*;

use super::reader::{Left, NONE, Printed, WILD};
use super::sets::{Form, Set};

/// What a rule set allows in a hand.
#[derive(Clone, Copy, Debug, FromPyObject)]
pub struct Allowed {
    /// Tiles in hand, a set for three.
    #[pyo3(attribute("tiles_in_hand"))]
    pub tiles: u32,
    pub wild_tiles: bool,
    pub flowers: bool,
    pub chow_claims: bool,
}

/// What a situation asks of its hands, as `tingpai.asked` says it.
#[derive(Clone, Debug, FromPyObject)]
#[expect(clippy::struct_excessive_bools)] // Each is asked on its own.
pub struct Asked {
    #[pyo3(from_py_with = kinds)]
    pub wild_kinds: KindSet,
    /// Wild tiles at most, the indicator apart.
    pub most_wilds: u32,
    /// Copies known to lie elsewhere, and of them those seen.
    pub elsewhere: Counts,
    pub seen: Counts,
    /// Flowers that lie elsewhere, one bit each.
    pub flowers_elsewhere: u8,
    /// Flowers are wild tiles.
    pub flowers_wild: bool,
    /// `?` seen elsewhere.
    pub seen_jokers: u32,
    /// The other three of the winning tile were laid before.
    pub robs_kong: bool,
    /// The winning tile is a real one.
    pub real: bool,
    /// No set was claimed.
    pub unclaimed: bool,
    /// No kong was laid from the hand.
    pub no_concealed_kong: bool,
    /// Kongs at least.
    pub kongs: usize,
    /// There is a flower.
    pub flower: bool,
    /// The latest kong from a discard is there, and was fed as is said.
    pub fed: Option<Fed>,
}

/// What is known of the kong whose replacement won.
#[derive(Clone, Copy, Debug, FromPyObject)]
pub struct Fed {
    /// The mark that names its feeder.
    pub mark: u8,
    /// Whether concealed kongs may have come after it.
    pub chained: bool,
}

impl Fed {
    /// Whether the kong may be so.
    fn fits(self, sets: &[Set]) -> bool {
        let Some(at) = sets.iter().rposition(|set| set.form == Form::Exposed && set.tiles().len() == 4) else {
            return false;
        };
        let after = sets[at + 1..].iter().all(|set| self.chained && set.form == Form::ConcealedKong);
        after && (sets[at].mark == 0 || sets[at].mark == self.mark)
    }
}

fn kinds(mask: &Bound<'_, PyAny>) -> PyResult<KindSet> {
    Ok(KindSet(mask.extract::<u64>()? & KindSet::ALL.0))
}

impl Asked {
    /// Whether a hand may be as it is: no more is wild than `?`, and nothing lies elsewhere.
    pub fn nothing(&self) -> bool {
        let Self { wild_kinds, elsewhere, seen, seen_jokers, flowers_wild, kongs, flower, fed, .. } = self;
        let none = |counts: &Counts| counts.iter().all(|&copies| copies == 0);
        let any_sets = !self.unclaimed && !self.no_concealed_kong && *kongs == 0 && fed.is_none();
        let open = !flowers_wild && !flower && any_sets;
        open && wild_kinds.is_empty() && *seen_jokers == 0 && none(elsewhere) && none(seen)
    }
}

/// Puts an admitted hand with its winning tile into `row`.
pub fn admit(printed: &Printed, allowed: Allowed, asked: &Asked, row: &mut Row) -> Result<(), Left> {
    let right = printed.winning != NONE && tiles(printed, asked) == allowed.tiles;
    if right { admit_tiles(printed, allowed, asked, row) } else { Err(Left) }
}

/// Tiles in hand without the winning one, a set for three.
pub fn tiles(printed: &Printed, asked: &Asked) -> u32 {
    let wild_flowers = if asked.flowers_wild { printed.flowers.count_ones() } else { 0 };
    printed.hand().len() + u32::from(printed.jokers) + wild_flowers + 3 * printed.sets().len() as u32
}

/// The same of a hand that has as many tiles as it may, with or without a winning one.
pub fn admit_tiles(printed: &Printed, allowed: Allowed, asked: &Asked, row: &mut Row) -> Result<(), Left> {
    let refuse_if = |fault: bool| if fault { Err(Left) } else { Ok(()) };
    let wild = |tile: u8| tile == WILD || (tile as usize) < KINDS && asked.wild_kinds.contains(tile);
    let winning = printed.winning;
    let sets = printed.sets();
    let wild_flowers = if asked.flowers_wild { printed.flowers.count_ones() } else { 0 };
    refuse_if(printed.flowers & asked.flowers_elsewhere != 0)?;
    refuse_if(printed.flowers != 0 && !allowed.flowers || asked.flower && printed.flowers == 0)?;
    refuse_if(asked.fed.is_some_and(|fed| !fed.fits(sets)))?;
    if asked.unclaimed || asked.no_concealed_kong {
        let may_not =
            |set: &Set| if set.form == Form::ConcealedKong { asked.no_concealed_kong } else { asked.unclaimed };
        refuse_if(sets.iter().any(may_not))?;
    }
    refuse_if(asked.real && wild(winning))?;
    let own = printed.all();
    let jokers = u32::from(printed.jokers) + u32::from(printed.other_jokers);
    refuse_if(jokers > 0 && !allowed.wild_tiles)?;
    // Mostly nothing lies elsewhere.
    let any = asked.elsewhere.iter().fold(0, |any, copies| any | copies) != 0;
    let elsewhere = if any { Packed::of(&asked.elsewhere.map(|copies| copies.min(5))) } else { Packed::default() };
    refuse_if(any && !own.at_most_four_with(elsewhere))?;
    if asked.robs_kong && (winning as usize) < KINDS {
        let seen = asked.seen[winning as usize];
        refuse_if(own.get(winning) + elsewhere.get(winning) + 3_u8.saturating_sub(seen) > 4)?;
    }
    if allowed.wild_tiles {
        let printed: u32 = asked.wild_kinds.iter().map(|kind| u32::from(own.get(kind))).sum();
        let elsewhere: u32 = asked.wild_kinds.iter().map(|kind| u32::from(asked.elsewhere[kind as usize])).sum();
        let flowers = wild_flowers + if asked.flowers_wild { asked.flowers_elsewhere.count_ones() } else { 0 };
        refuse_if(jokers + asked.seen_jokers + printed + elsewhere + flowers > asked.most_wilds)?;
    }
    row.clear();
    let mut kongs = 0;
    for set in sets {
        let meld = match set.plain {
            Some((kind, first)) if asked.wild_kinds.is_empty() && set.declared == 0 => {
                // Which kind it is cannot be foreseen: both are worked out.
                refuse_if((kind == MeldKind::Chow) & !chow_may_lie(set, allowed))?;
                plain_meld(kind, first)
            }
            _ => meld(set, allowed, &wild)?,
        };
        kongs += usize::from(matches!(meld.kind, MeldKind::OpenKong | MeldKind::ConcealedKong));
        row.lay(meld);
    }
    refuse_if(kongs < asked.kongs)?;
    row.tiles = printed.hand();
    row.wilds = printed.jokers + wild_flowers as u8;
    for kind in asked.wild_kinds.iter() {
        row.wilds += row.tiles.take(kind);
    }
    row.winning = match winning {
        NONE => Winning::None,
        _ if wild(winning) => Winning::Wild,
        _ => Winning::Natural(winning),
    };
    row.seen = if let Winning::Natural(kind) = row.winning { asked.seen[kind as usize] } else { 0 };
    row.flowers = if asked.flowers_wild { 0 } else { printed.flowers };
    Ok(())
}

/// Whether a chow may be claimed, and was by the one who may.
const fn chow_may_lie(set: &Set, allowed: Allowed) -> bool {
    allowed.chow_claims && matches!(set.mark, 0 | b'<')
}

/// By the kind of a set how far its further tiles are from the first; a fourth that is none is out of reach.
const BEHIND: [[u8; 3]; 4] = [[1, 2, Kind::MAX], [0, 0, Kind::MAX], [0; 3], [0; 3]];

/// A set without wild tiles.
const fn plain_meld(kind: MeldKind, first: Kind) -> Meld {
    let [second, third, fourth] = BEHIND[kind as usize];
    let naturals = [first, first + second, first + third, fourth.saturating_add(first)];
    Meld { kind, faces: KindSet::of(first), naturals }
}

fn meld(set: &Set, allowed: Allowed, wild: &impl Fn(u8) -> bool) -> Result<Meld, Left> {
    let mut naturals = [Kind::MAX; 4];
    let mut held = 0;
    for tile in set.tiles().iter().filter(|tile| !wild(**tile)) {
        naturals[held] = *tile;
        held += 1;
    }
    naturals[..held].sort_unstable();
    let of = |kind, faces| Meld { kind, faces, naturals };
    let tiles = set.tiles().len();
    if set.form != Form::Exposed || tiles == 4 {
        if held != 4 || naturals[0] != naturals[3] || set.declared != 0 {
            return Err(Left);
        }
        let kind = if set.form == Form::ConcealedKong { MeldKind::ConcealedKong } else { MeldKind::OpenKong };
        return Ok(of(kind, KindSet::of(naturals[0])));
    }
    if tiles != 3 {
        return Err(Left);
    }
    let (chows, pungs) = (chows(&naturals[..held]), pungs(&naturals[..held]));
    let chow = match set.declared {
        0 if held < 2 => return Err(Left),
        0 => !chows.is_empty(),
        declared => declared == b'c',
    };
    let faces = if chow { chows } else { pungs };
    if faces.is_empty() || chow && !chow_may_lie(set, allowed) {
        return Err(Left);
    }
    Ok(of(if chow { MeldKind::Chow } else { MeldKind::Pung }, faces))
}

/// The first tiles of every chow that has these naturals, ascending, and wild tiles for the rest.
fn chows(naturals: &[Kind]) -> KindSet {
    const STARTS: KindSet = KindSet(0x7F | 0x7F << 9 | 0x7F << 18);
    let (Some(&low), Some(&high)) = (naturals.first(), naturals.last()) else { return STARTS };
    if suit(high) == 3 || naturals.windows(2).any(|pair| pair[0] == pair[1]) {
        return KindSet::EMPTY;
    }
    let starts = high.saturating_sub(2)..=low;
    let fits = |first: &Kind| suit(*first) == suit(low) && suit(*first) == suit(high) && rank(*first) < 7;
    KindSet(starts.filter(fits).map(|first| 1 << first).sum())
}

fn pungs(naturals: &[Kind]) -> KindSet {
    match naturals {
        [] => KindSet::ALL,
        [first, rest @ ..] if rest.iter().all(|tile| tile == first) => KindSet::of(*first),
        _ => KindSet::EMPTY,
    }
}
