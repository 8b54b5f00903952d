//! What the groups of one suit earn among themselves, filled in as it is asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use super::earned::Earned;
use super::local::in_suit;
use crate::best::suit::classes::Bounds;
use crate::best::suit::multiset::{CHOWS, MAX_SETS, Multiset, PUNGS, Packed, up_to};
use crate::group::{Group, GroupKind, Laid};
use crate::tile::{KindSet, rank};

const UNKNOWN: u16 = u16::MAX;

/// What chows of one suit, or its pungs and pair, earn together with some of their sort on the table: by multiset.
#[derive(Debug)]
pub(crate) struct Cells {
    on_table: Vec<Group>,
    /// Tiles of which the winning group holds one, if it may be one of them.
    won: KindSet,
    known: Vec<AtomicU16>,
}

impl Cells {
    /// For chows, or for pungs; `on_table` are all of that sort.
    pub fn new(chows: bool, on_table: Vec<Group>, won: KindSet) -> Self {
        let sets = MAX_SETS.saturating_sub(on_table.len());
        let size = if chows { up_to(7, sets) } else { up_to(9, sets) * 10 };
        Self { on_table, won, known: (0..size).map(|_| AtomicU16::new(UNKNOWN)).collect() }
    }

    /// How much it holds.
    pub const fn len(&self) -> usize {
        self.known.len()
    }

    fn chows(&self, bounds: &Bounds, suit: usize, multiset: usize) -> i32 {
        self.get(multiset, || {
            let in_hand = CHOWS[multiset].set.ranks().map(|rank| in_suit(GroupKind::Chow, suit, rank));
            let groups: Vec<Group> = self.on_table.iter().copied().chain(in_hand).collect();
            bounds.local.part(bounds.table, true, &groups, self.won)
        })
    }

    /// `pair` is one more than its rank, or zero.
    fn pungs(&self, bounds: &Bounds, suit: usize, multiset: usize, pair: u8) -> i32 {
        self.get(multiset * 10 + usize::from(pair), || {
            bounds.local.pungs_of_suit(bounds.table, suit, &self.groups(suit, multiset, pair), self.won)
        })
    }

    /// Those pungs and the pair with the ones on the table.
    fn groups(&self, suit: usize, multiset: usize, pair: u8) -> Vec<Group> {
        let in_hand = PUNGS[multiset].set.ranks().map(|rank| in_suit(GroupKind::Pung, suit, rank));
        let pair = pair.checked_sub(1).map(|rank| in_suit(GroupKind::Pair, suit, rank));
        self.on_table.iter().copied().chain(in_hand).chain(pair).collect()
    }

    fn get(&self, at: usize, compute: impl FnOnce() -> i32) -> i32 {
        let slot = &self.known[at];
        let known = slot.load(Ordering::Relaxed);
        if known != UNKNOWN {
            return i32::from(known);
        }
        let value = compute();
        // Larger bounds are not remembered, only computed again.
        if let Ok(small) = u16::try_from(value)
            && small != UNKNOWN
        {
            slot.store(small, Ordering::Relaxed);
        }
        value
    }
}

/// What covers of a suit earn together with the sets on the table there.
#[derive(Clone, Debug)]
pub(crate) struct Earnings {
    /// The suit that it earns like.
    pub like: usize,
    /// The sets on the table, as if they were of that suit.
    pub beside: Vec<Group>,
    chows: Arc<Cells>,
    pungs: Arc<Cells>,
    /// The same if the winning group may be one of them, where that makes a difference, and ranks of which it holds one.
    won: Option<([Arc<Cells>; 2], u16)>,
    /// Tiles on the table.
    tiles: Packed,
    /// Sets on the table by the ranks they hold: those that count as exposed, and the others.
    exposed: Packed,
    concealed: Packed,
}

/// A cover by its multisets and one more than the rank of its pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Numbered {
    pub chows: u16,
    pub pungs: u16,
    pub pair: u8,
}

impl Numbered {
    /// Ranks of the pungs and of the pair.
    pub fn ranks(self) -> u16 {
        PUNGS[usize::from(self.pungs)].ranks | self.pair.checked_sub(1).map_or(0, |rank| 1 << rank)
    }

    /// Tiles by rank.
    pub fn tiles(self) -> Packed {
        let sets = CHOWS[usize::from(self.chows)].tiles.plus(PUNGS[usize::from(self.pungs)].tiles);
        self.pair.checked_sub(1).map_or(sets, |rank| sets.and(rank, 2))
    }

    fn groups(self) -> Packed {
        let sets = CHOWS[usize::from(self.chows)].groups.plus(PUNGS[usize::from(self.pungs)].groups);
        self.pair.checked_sub(1).map_or(sets, |rank| sets.and(rank, 1))
    }
}

impl Earnings {
    /// For what lies of a suit on the table.
    pub fn new(suit: usize, on_table: &[Group], bounds: &Bounds) -> Self {
        let like = bounds.local.like(suit);
        let books = bounds.local.books(like);
        let shift = (9 * (suit - like)) as u8;
        let mut beside: Vec<Group> =
            on_table.iter().map(|group| Group { first: group.first - shift, ..*group }).collect();
        beside.sort_unstable();
        let (chows, pungs): (Vec<Group>, Vec<Group>) = beside.iter().partition(|group| group.kind == GroupKind::Chow);
        let [mut tiles, mut exposed, mut concealed] = [Packed::default(); 3];
        for group in on_table {
            let groups = if group.laid == Laid::Hand { &mut concealed } else { &mut exposed };
            for kind in group.kinds().iter() {
                tiles = tiles.and(rank(kind), group.copies_of(kind).into());
                *groups = groups.and(rank(kind), 1);
            }
        }
        let won = winning_ranks(suit, on_table, bounds);
        let won = (won != 0).then(|| {
            let tiles = KindSet(u64::from(won) << (9 * like));
            ([(true, &chows), (false, &pungs)].map(|(of, laid)| books.cells(of, laid.clone(), tiles)), won)
        });
        Self {
            like,
            beside,
            chows: books.cells(true, chows, KindSet::EMPTY),
            pungs: books.cells(false, pungs, KindSet::EMPTY),
            won,
            tiles,
            exposed,
            concealed,
        }
    }

    /// What the chows of a cover earn.
    pub fn chows(&self, bounds: &Bounds, cover: Numbered) -> i32 {
        self.chows.chows(bounds, self.like, cover.chows.into())
    }

    /// What the pungs and the pair of a cover earn.
    pub fn pungs(&self, bounds: &Bounds, cover: Numbered) -> i32 {
        self.pungs.pungs(bounds, self.like, cover.pungs.into(), cover.pair)
    }

    /// What the pungs and the pair of a cover earn less if the rival counts.
    pub fn lost(&self, bounds: &Bounds, cover: Numbered) -> i32 {
        let won = self.won.as_ref().map_or(KindSet::EMPTY, |([_, pungs], _)| pungs.won);
        bounds.local.lost(bounds.table, &self.pungs.groups(self.like, cover.pungs.into(), cover.pair), won)
    }

    /// What the bound of these chows with those on the table may be above what they earn, as [`Weights`] tells.
    pub fn slack(&self, bounds: &Bounds, cover: Numbered) -> i32 {
        let weights = &bounds.local.weights;
        let cross = bounds.local.cross(bounds.table);
        let hand = CHOWS[usize::from(cover.chows)].starts;
        let laid = self.chows.on_table.iter().fold(Packed::default(), |laid, chow| laid.and(rank(chow.first), 1));
        let sum = |laid: Packed, hand: Packed| {
            weights.sum([laid.plus(hand), laid, hand].map(|chows| cross.alone(Multiset::of(chows))))
        };
        let resting = sum(laid, hand) - weights.unit * self.chows(bounds, cover);
        let Some(([chows_won, _], won)) = &self.won else { return resting };
        let winners = (0..7).filter(|rank| hand.at(*rank) > 0 && won >> rank & 0b111 != 0);
        let with_winner = winners.map(|rank| sum(laid.and(rank, 1), hand.less(rank, 1))).max();
        let exposed = |sum| sum - weights.unit * chows_won.chows(bounds, self.like, cover.chows.into());
        resting.max(with_winner.map_or(resting, exposed))
    }

    /// Ranks of which the winning group holds one, where that makes a difference.
    pub fn won_ranks(&self) -> u16 {
        self.won.as_ref().map_or(0, |(_, ranks)| *ranks)
    }

    /// All that a cover earns.
    pub fn all(&self, bounds: &Bounds, cover: Numbered) -> Earned {
        let groups = cover.groups().plus(self.concealed);
        let fours = cover.tiles().plus(self.tiles).fours();
        let copies =
            |rank: u8, moved: usize| bounds.local.copies(groups.at(rank) - moved, self.exposed.at(rank) + moved);
        let [chows, pungs] = [self.chows(bounds, cover), self.pungs(bounds, cover)];
        let Some(([chows_won, pungs_won], won)) = &self.won else {
            return Earned::of(chows + pungs + fours.map(|rank| copies(rank, 0)).sum::<i32>());
        };
        let mut sum = 0;
        // What copies gain by rank if one of the groups in hand that hold it is exposed.
        let mut gains = [0; 9];
        for rank in fours {
            sum += copies(rank, 0);
            if groups.at(rank) > 0 {
                gains[usize::from(rank)] = copies(rank, 1) - copies(rank, 0);
            }
        }
        let of_chow = |rank: u8| {
            let wins = won >> rank & 0b111 != 0;
            wins.then(|| gains[usize::from(rank)..usize::from(rank) + 3].iter().sum::<i32>())
        };
        let chow = CHOWS[usize::from(cover.chows)].set.ranks().filter_map(of_chow).max();
        let ranks = PUNGS[usize::from(cover.pungs)].set.ranks().chain(cover.pair.checked_sub(1));
        let pung = ranks.filter(|rank| won >> rank & 1 == 1).map(|rank| gains[usize::from(rank)]).max();
        let by_chow = chow.map(|gain| chows_won.chows(bounds, self.like, cover.chows.into()) + pungs + gain);
        let by_pung =
            pung.map(|gain| pungs_won.pungs(bounds, self.like, cover.pungs.into(), cover.pair) + chows + gain);
        let resting = chows + pungs;
        Earned { resting: resting + sum, won: by_chow.max(by_pung).unwrap_or(resting).max(resting) + sum }
    }
}

/// Ranks of a suit of which the winning group holds one, if exposing it there completes what is exposed already.
pub(crate) fn winning_ranks(suit: usize, on_table: &[Group], bounds: &Bounds) -> u16 {
    if !bounds.local.exposable || on_table.iter().all(|group| group.laid == Laid::Hand) {
        return 0;
    }
    (bounds.winning.0 >> (9 * suit) & 0x1FF) as u16
}
