//! One arrangement as the conditions look at it: groups numbered, sets of groups as bits.

use crate::best::suit::cover::Partial;
use crate::bits::bits;
use crate::group::{Group, GroupKind, Laid};
use crate::hand::Winning;
use crate::tile::{Counts, KindSet};

/// Groups an arrangement may have: sixteen singles and a pair at most.
pub(crate) const MAX_GROUPS: usize = 17;

/// The first bit of flowers in a set of used groups.
pub(crate) const FLOWER_SHIFT: u32 = 24;

/// An arrangement with its groups numbered; masks have bit `i` for group `i`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub shape: u8,
    pub len: usize,
    pub groups: [Group; MAX_GROUPS],
    pub kinds: [KindSet; MAX_GROUPS],
    pub whole: u32,
    pub chows: u32,
    pub pungs: u32,
    pub kongs: u32,
    pub pairs: u32,
    pub in_hand: u32,
    /// Claimed sets and open kongs.
    pub open: u32,
    pub faces: KindSet,
}

impl View {
    pub fn new(shape: u8, groups: &[Group]) -> Self {
        let blank = Group::in_hand(GroupKind::Single, 0);
        let mut view = Self {
            shape,
            len: groups.len(),
            groups: [blank; MAX_GROUPS],
            kinds: [KindSet::EMPTY; MAX_GROUPS],
            whole: (1 << groups.len()) - 1,
            chows: 0,
            pungs: 0,
            kongs: 0,
            pairs: 0,
            in_hand: 0,
            open: 0,
            faces: KindSet::EMPTY,
        };
        for (index, &group) in groups.iter().enumerate() {
            let bit = 1 << index;
            view.groups[index] = group;
            view.kinds[index] = group.kinds();
            view.faces = view.faces.union(view.kinds[index]);
            match group.kind {
                GroupKind::Chow => view.chows |= bit,
                GroupKind::Pung => view.pungs |= bit,
                GroupKind::Kong => {
                    view.pungs |= bit;
                    view.kongs |= bit;
                }
                GroupKind::Pair => view.pairs |= bit,
                GroupKind::Knitted | GroupKind::Single => {}
            }
            match group.laid {
                Laid::Hand => view.in_hand |= bit,
                Laid::Claimed | Laid::OpenKong => view.open |= bit,
                Laid::ConcealedKong => {}
            }
        }
        view
    }

    pub const fn sets(&self) -> u32 {
        self.chows | self.pungs
    }

    pub fn groups(&self) -> &[Group] {
        &self.groups[..self.len]
    }
}

/// The arrangement of fixed groups and covers: fixed ones first, then sets ascending, then the pair.
pub(crate) fn view(shape: u8, fixed: &[Group], chosen: &[Partial; 4]) -> View {
    let mut groups: Vec<Group> = Vec::with_capacity(fixed.len() + 6);
    groups.extend_from_slice(fixed);
    for pairs in [false, true] {
        for (suit, cover) in chosen.iter().enumerate() {
            groups.extend(cover.groups(suit).filter(|group| (group.kind == GroupKind::Pair) == pairs));
        }
    }
    View::new(shape, &groups)
}

/// What the hand and its circumstances say beside the arrangement.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub winning: Winning,
    /// Natural tiles in hand, the winning tile among them.
    pub naturals: Counts,
    pub flowers: u8,
    pub flowers_wild: bool,
    /// Kinds that completed the hand, those left out of which four are held.
    pub waits: KindSet,
    /// Kinds that completed the hand by shape.
    pub waits_by_shape: KindSet,
    /// The other three copies of the winning tile lie open.
    pub last_visible: bool,
    /// Claimed chows, claimed pungs, open kongs, concealed kongs.
    pub laid: [u8; 4],
}

/// The groups that the winning tile may have joined.
pub(crate) fn winners(view: &View, facts: &Facts) -> u32 {
    bits(view.in_hand)
        .filter(|group| match facts.winning {
            Winning::Natural(tile) => view.kinds[*group].contains(tile),
            Winning::Wild => has_wild(view, facts, *group),
            Winning::None => false,
        })
        .map(|group| 1 << group)
        .sum()
}

/// Whether some tile of a hand group can be a wild one.
fn has_wild(view: &View, facts: &Facts, group: usize) -> bool {
    view.kinds[group].iter().any(|kind| {
        let demand: u8 = bits(view.in_hand).map(|other| view.groups[other].copies_of(kind)).sum();
        demand > facts.naturals[kind as usize]
    })
}
