//! What limits the covers of a whole hand, and its arrangements one by one where they are few.

use std::sync::Arc;

use super::few::Few;
use crate::best::bounds::local::Local;
use crate::best::suit::cover::{Limits, Partial, each_cover};
use crate::suit::{fits, needs};
use crate::tile::{Counts, in_suit};

/// Up to so many arrangements are looked at one by one.
const FEW: usize = 250;

/// Wild tiles with which arrangements are never few.
const MANY_WILDS: u8 = 6;

/// What limits the covers of the four suits in hand, for some number of sets in hand.
pub(crate) struct Covers {
    pub by_suit: [Limits; 4],
    pub sets: u8,
    possible: bool,
}

impl Covers {
    /// Limits under which each suit leaves the others room.
    pub fn new(naturals: &Counts, sets: u8) -> Self {
        let needs = needs(naturals);
        let total: i8 = needs.iter().map(|need| need.sets() as i8).sum();
        let held: u8 = naturals.iter().sum();
        let wilds = (3 * sets + 2).saturating_sub(held);
        let by_suit = [0, 1, 2, 3].map(|suit| {
            let others = total - needs[suit].sets() as i8;
            let spared = (0..4).any(|other| other != suit && needs[other].pair_spares());
            Limits {
                naturals: in_suit(naturals, suit),
                ranks: if suit == 3 { 7 } else { 9 },
                alone: sets as i8 - others + i8::from(spared),
                with_pair: sets as i8 - others,
                wilds,
            }
        });
        Self { by_suit, sets, possible: fits(needs, sets) }
    }

    pub const fn is_empty(&self) -> bool {
        !self.possible
    }

    /// The covers of each suit, if they make few arrangements.
    pub fn few(&self, local: &Local) -> Option<Few> {
        // Where wild tiles abound there is no need to count.
        if self.by_suit[0].wilds > MANY_WILDS {
            return None;
        }
        let listed = [0, 1, 2, 3].map(|suit| local.books(suit).listed(&self.by_suit[suit]));
        let count = count(&listed, self.sets);
        (count <= FEW).then_some(Few { listed, count })
    }
}

/// The covers of one suit.
#[derive(Debug)]
pub(crate) struct Listing {
    pub covers: Vec<Partial>,
    pub by_size: Vec<Size>,
}

/// The numbers of the covers with so many sets, and with the pair or without it.
#[derive(Debug)]
pub(crate) struct Size {
    pub sets: u8,
    pub pair: bool,
    pub covers: Vec<u16>,
}

impl Listing {
    pub fn new(limits: &Limits) -> Self {
        let mut listing = Self { covers: Vec::new(), by_size: Vec::new() };
        each_cover(limits, &mut |cover| {
            let (sets, pair) = (cover.sets() as u8, cover.pair.is_some());
            let number = listing.covers.len() as u16;
            listing.covers.push(*cover);
            match listing.by_size.iter_mut().find(|size| (size.sets, size.pair) == (sets, pair)) {
                Some(size) => size.covers.push(number),
                None => listing.by_size.push(Size { sets, pair, covers: vec![number] }),
            }
        });
        listing.by_size.sort_by_key(|size| (size.sets, size.pair));
        listing
    }

    /// Roughly how many bytes it takes.
    pub fn size(&self) -> usize {
        self.covers.len() * size_of::<(Partial, u16)>() + size_of::<Self>()
    }
}

/// How many arrangements of so many sets and a pair the covers make.
fn count(listed: &[Arc<Listing>; 4], sets: u8) -> usize {
    let sets = usize::from(sets);
    let mut ways = [[0_usize; 2]; 6];
    ways[0][0] = 1;
    for listing in listed {
        let mut next = [[0_usize; 2]; 6];
        for Size { sets: more, pair, covers } in &listing.by_size {
            let more = usize::from(*more);
            for have in 0..=sets.saturating_sub(more) {
                let [without, with] = ways[have];
                let all = &mut next[have + more];
                let [same, gained] = if *pair { [0, without] } else { [without, with] };
                all[0] += same * covers.len();
                all[1] += gained * covers.len();
            }
        }
        ways = next;
    }
    ways[sets][1]
}

/// Visits every choice of one cover of each suit that makes `sets` sets and a pair.
pub(crate) fn each_choice(listed: &[Arc<Listing>; 4], sets: u8, visit: &mut impl FnMut([u16; 4])) {
    step(listed, 0, sets, true, &mut [0; 4], visit);
}

fn step(
    listed: &[Arc<Listing>; 4],
    suit: usize,
    sets: u8,
    pair: bool,
    chosen: &mut [u16; 4],
    visit: &mut impl FnMut([u16; 4]),
) {
    if suit == 4 {
        if sets == 0 && !pair {
            visit(*chosen);
        }
        return;
    }
    for (index, cover) in listed[suit].covers.iter().enumerate() {
        if cover.sets() as u8 <= sets && (pair || cover.pair.is_none()) {
            chosen[suit] = index as u16;
            let pair = pair && cover.pair.is_none();
            step(listed, suit + 1, sets - cover.sets() as u8, pair, chosen, visit);
        }
    }
}
