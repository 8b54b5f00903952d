//! Plain definitions to compare the kernel with: no tables, no suits, everything tried.
#![allow(dead_code, missing_docs)]

use std::collections::HashMap;
use std::sync::OnceLock;

use tingpai_core::group::{Group, GroupKind, knitted};
use tingpai_core::hand::{Hand, Meld, MeldKind, Shape, Shapes, Winning};
use tingpai_core::tile::{Counts, KINDS, Kind, KindSet};

pub const FIVE_SETS: Shapes = Shapes { sets: 5, known: 0b11_1111 };
pub const FOUR_SETS: Shapes = Shapes { sets: 4, known: 0b00_1001 };
pub const FIVE_STANDARD: Shapes = Shapes { sets: 5, known: 1 };
pub const FOUR_STANDARD: Shapes = Shapes { sets: 4, known: 1 };

/// A hand without sets: `123m 45z ??`.
pub fn hand(text: &str) -> Hand {
    let (mut counts, mut wilds, mut digits) = ([0; KINDS], 0, Vec::new());
    for letter in text.chars() {
        match letter {
            '?' => wilds += 1,
            '1'..='9' => digits.push(letter as u8 - b'1'),
            'm' | 'p' | 's' | 'z' => {
                let first = "mpsz".find(letter).unwrap_or(0) * 9;
                digits.drain(..).for_each(|rank| counts[first + rank as usize] += 1);
            }
            _ => {}
        }
    }
    Hand { counts, wilds, winning: Winning::None, melds: Vec::new() }
}

pub fn kinds(text: &str) -> KindSet {
    let counts = hand(text).counts;
    KindSet((0..KINDS).filter(|&kind| counts[kind] > 0).map(|kind| 1 << kind).sum())
}

pub fn meld(kind: MeldKind, first: Kind) -> Meld {
    let naturals = match kind {
        MeldKind::Chow => [first, first + 1, first + 2, 255],
        MeldKind::Pung => [first, first, first, 255],
        _ => [first; 4],
    };
    Meld { kind, faces: KindSet::of(first), naturals }
}

/// xorshift64*.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    /// `tiles` tiles, of which `wilds` are wild and `melds` sets on the table. The fewer kinds, the nearer to ready.
    pub fn hand(&mut self, sets: u8, tiles_over: u8, wilds: u8, melds: u8, among: KindSet) -> Hand {
        let among: Vec<Kind> = among.iter().collect();
        let mut held = [0u8; KINDS];
        let mut hand = Hand { counts: [0; KINDS], wilds, winning: Winning::None, melds: Vec::new() };
        while hand.melds.len() < melds as usize {
            let first = among[self.below(among.len())];
            let kind = [MeldKind::Chow, MeldKind::Pung, MeldKind::OpenKong][self.below(3)];
            if kind == MeldKind::Chow && (first >= 27 || first % 9 > 6) {
                continue;
            }
            let meld = meld(kind, first);
            let mut more = held;
            meld.naturals.iter().filter(|&&tile| tile < 34).for_each(|&tile| more[tile as usize] += 1);
            if more.iter().all(|&copies| copies <= 4) {
                held = more;
                hand.melds.push(meld);
            }
        }
        let naturals = 3 * (sets - melds) + tiles_over - wilds;
        let mut left = naturals;
        while left > 0 {
            let mut kind = among[self.below(among.len())] as usize;
            if held[kind] == 4 {
                kind = self.below(KINDS);
            }
            if held[kind] < 4 {
                held[kind] += 1;
                hand.counts[kind] += 1;
                left -= 1;
            }
        }
        hand
    }

    /// A random choice of kinds to draw a hand from.
    pub fn kinds(&mut self) -> KindSet {
        match self.below(6) {
            0 => KindSet::ALL,
            1 => KindSet(0x1FF << (9 * self.below(3)) | KindSet::HONOURS.0),
            2 => KindSet(0x1FF << (9 * self.below(3))),
            3 => KindSet((0..12).map(|_| 1 << self.below(KINDS)).fold(0, |kinds, kind: u64| kinds | kind)),
            4 => KindSet(0x0001_FE04_0203_0181 & KindSet::ALL.0 | KindSet::HONOURS.0),
            _ => KindSet(knitted(self.below(6) as u8).iter().map(|&kind| 1 << kind).sum::<u64>() | 0x1C1),
        }
    }
}

pub fn all_sets() -> Vec<Group> {
    let chows = (0..27).filter(|kind| kind % 9 < 7).map(|kind| Group::in_hand(GroupKind::Chow, kind));
    chows.chain((0..34).map(|kind| Group::in_hand(GroupKind::Pung, kind))).collect()
}

pub fn all_pairs() -> Vec<Group> {
    (0..34).map(|kind| Group::in_hand(GroupKind::Pair, kind)).collect()
}

pub fn orphans() -> Vec<Kind> {
    (0..34).filter(|kind| *kind >= 27 || kind % 9 == 0 || kind % 9 == 8).collect()
}

pub fn trios() -> Vec<[Kind; 3]> {
    let mut trios = Vec::new();
    for low in 0..9 {
        for middle in low + 3..9 {
            for high in middle + 3..9 {
                trios.push([low, middle, high]);
            }
        }
    }
    trios
}

/// Whether tiles and wild tiles are so many sets and pairs exactly: the lowest tile goes into any group that holds it.
pub fn splits(counts: &Counts, wilds: u8, sets: u8, pairs: u8, chows: bool) -> bool {
    let Some(lowest) = (0..KINDS as Kind).find(|&kind| counts[kind as usize] > 0) else {
        return wilds == 3 * sets + 2 * pairs;
    };
    let begun = (lowest.saturating_sub(2)..=lowest).filter(|&first| chows && first < 27 && first % 9 < 7);
    let chows_there = begun.map(|first| Group::in_hand(GroupKind::Chow, first));
    let pung = Group::in_hand(GroupKind::Pung, lowest);
    let pair = Group::in_hand(GroupKind::Pair, lowest);
    let with_set = |group: Group| {
        sets > 0
            && group.kinds().contains(lowest)
            && without(counts, wilds, group).is_some_and(|(left, wilds)| splits(&left, wilds, sets - 1, pairs, chows))
    };
    chows_there.chain([pung]).any(with_set)
        || pairs > 0
            && without(counts, wilds, pair).is_some_and(|(left, wilds)| splits(&left, wilds, sets, pairs - 1, chows))
}

/// What a group leaves, its gaps filled by wild tiles.
pub fn without(counts: &Counts, wilds: u8, group: Group) -> Option<(Counts, u8)> {
    let (mut left, mut wilds) = (*counts, wilds);
    for tile in group.tiles() {
        match left[tile as usize].checked_sub(1) {
            Some(fewer) => left[tile as usize] = fewer,
            None => wilds = wilds.checked_sub(1)?,
        }
    }
    Some((left, wilds))
}

/// Naturals in hand, copies not on the table, and tiles already asked for of one kind.
pub type Asked = (u8, u8, u8);

pub fn asked(hand: &Hand) -> Vec<Asked> {
    let (counts, _) = hand.complete();
    let on_table = |kind: usize| {
        hand.melds.iter().flat_map(|meld| meld.naturals).filter(|&tile| usize::from(tile) == kind).count() as u8
    };
    (0..KINDS).map(|kind| (counts[kind], 4 - on_table(kind), 0)).collect()
}

fn asking(hand: &[Asked], tiles: impl IntoIterator<Item = Kind>) -> Vec<Asked> {
    let mut hand = hand.to_vec();
    tiles.into_iter().for_each(|tile| hand[tile as usize].2 += 1);
    hand
}

type State = (usize, u8, u8, u8, u8, u8);

/// Fewest missing tiles over all targets of so many sets and pairs with at most `excess` in excess.
pub fn naive_groups(hand: &[Asked], sets: u8, pairs: u8, excess: u8, chows: bool) -> Option<u8> {
    fn go(hand: &[Asked], state: State, chows: bool, known: &mut HashMap<State, Option<u8>>) -> Option<u8> {
        let (kind, sets, pairs, one, two, excess) = state;
        if kind == hand.len() {
            return (sets == 0 && pairs == 0).then_some(0);
        }
        if let Some(&known) = known.get(&state) {
            return known;
        }
        let (held, free, base) = hand[kind];
        let most_begun = if chows && kind < 27 && kind % 9 < 7 { sets } else { 0 };
        let mut least: Option<u8> = None;
        for begun in 0..=most_begun {
            for pungs in 0..=sets - begun {
                for paired in 0..=pairs {
                    let demand = base + one + two + begun + 3 * pungs + 2 * paired;
                    let Some(left) = excess.checked_sub(demand.saturating_sub(free)) else {
                        continue;
                    };
                    let above = (kind + 1, sets - begun - pungs, pairs - paired, begun, one, left);
                    if let Some(rest) = go(hand, above, chows, known) {
                        let missing = rest + demand.saturating_sub(held);
                        least = Some(least.map_or(missing, |least| least.min(missing)));
                    }
                }
            }
        }
        known.insert(state, least);
        least
    }
    go(hand, (0, sets, pairs, 0, 0, excess), chows, &mut HashMap::new())
}

fn naive_exact(hand: &[Asked], wilds: u8) -> Option<u8> {
    let excess: u8 = hand.iter().map(|&(_, free, base)| base.saturating_sub(free)).sum();
    (excess <= wilds).then(|| hand.iter().map(|&(held, _, base)| base.saturating_sub(held)).sum())
}

/// No kind is asked for more than twice, so nothing is in excess.
fn naive_unrelated(hand: &[Asked], choice: &[Kind]) -> u8 {
    let (&twice, once) = choice.split_last().unwrap();
    let absent = once.iter().filter(|&&kind| hand[kind as usize].0 == 0).count() as u8;
    absent + u8::from(hand[twice as usize].0 < 2)
}

/// Rounds of a random test: fewer where nothing is optimised.
pub const fn rounds(most: usize) -> usize {
    if cfg!(debug_assertions) { most / 8 } else { most }
}

/// Fewest missing tiles in one shape.
pub fn naive_missing(hand: &Hand, shape: Shape, total_sets: u8) -> Option<u8> {
    let (_, wilds) = hand.complete();
    let tiles = asked(hand);
    let melds = hand.melds.len() as u8;
    let sets = total_sets - melds;
    match shape {
        Shape::Standard => naive_groups(&tiles, sets, 1, wilds, true),
        Shape::KnittedDragon if sets >= 3 => {
            (0..6).filter_map(|block| naive_groups(&asking(&tiles, knitted(block)), sets - 3, 1, wilds, true)).min()
        }
        Shape::SevenPairs if melds == 0 => naive_groups(&tiles, sets - 4, 7, wilds, false),
        Shape::ThirteenOrphans if melds == 0 => {
            let further = if sets == 5 { all_sets().iter().map(|group| group.tiles()).collect() } else { vec![vec![]] };
            let doubled = orphans().into_iter().map(|tile| asking(&tiles, orphans().into_iter().chain([tile])));
            doubled
                .flat_map(|hand| {
                    further
                        .iter()
                        .filter_map(move |set| naive_exact(&asking(&hand, set.clone()), wilds))
                        .collect::<Vec<_>>()
                })
                .min()
        }
        Shape::SixteenUnrelated if melds == 0 && sets == 5 => {
            sixteens().iter().map(|choice| naive_unrelated(&tiles, choice)).min()
        }
        _ => None,
    }
}

/// All sixteen thousand targets of the unrelated shape.
pub fn sixteens() -> &'static [Vec<Kind>] {
    static ALL: OnceLock<Vec<Vec<Kind>>> = OnceLock::new();
    ALL.get_or_init(all_sixteens)
}

fn all_sixteens() -> Vec<Vec<Kind>> {
    let mut all = Vec::new();
    for first in trios() {
        for second in trios() {
            for third in trios() {
                let numbers = first.into_iter().chain(second.map(|rank| 9 + rank)).chain(third.map(|rank| 18 + rank));
                let tiles: Vec<Kind> = numbers.chain(27..34).collect();
                all.extend(tiles.iter().map(|&twice| [tiles.clone(), vec![twice]].concat()));
            }
        }
    }
    all
}

pub const SHAPES: [Shape; 5] =
    [Shape::Standard, Shape::KnittedDragon, Shape::SevenPairs, Shape::ThirteenOrphans, Shape::SixteenUnrelated];

pub fn naive_distance(hand: &Hand, shapes: Shapes) -> i8 {
    let known = SHAPES.into_iter().filter(|&shape| shapes.knows(shape));
    let least = known.filter_map(|shape| naive_missing(hand, shape, shapes.sets)).min().unwrap();
    i8::try_from(least.saturating_sub(hand.complete().1)).unwrap() - 1
}

/// Whether a hand with so many tiles is complete in one shape, copies ignored.
pub fn naive_complete(counts: &Counts, wilds: u8, melds: u8, shape: Shape, total_sets: u8) -> bool {
    let sets = total_sets - melds;
    let rest = |counts: &Counts, wilds: u8, tiles: &[Kind]| {
        tiles.iter().try_fold((*counts, wilds), |(counts, wilds), &tile| {
            without(&counts, wilds, Group::in_hand(GroupKind::Single, tile))
        })
    };
    match shape {
        Shape::Standard => splits(counts, wilds, sets, 1, true),
        Shape::KnittedDragon => {
            sets >= 3
                && (0..6).any(|block| {
                    rest(counts, wilds, &knitted(block))
                        .is_some_and(|(counts, wilds)| splits(&counts, wilds, sets - 3, 1, true))
                })
        }
        Shape::SevenPairs => melds == 0 && splits(counts, wilds, sets - 4, 7, false),
        Shape::ThirteenOrphans => {
            melds == 0
                && orphans().into_iter().any(|twice| {
                    let tiles: Vec<Kind> = orphans().into_iter().chain([twice]).collect();
                    rest(counts, wilds, &tiles).is_some_and(|(counts, wilds)| splits(&counts, wilds, sets - 4, 0, true))
                })
        }
        Shape::SixteenUnrelated => {
            let held =
                |least: u8| KindSet((0..KINDS).filter(|&kind| counts[kind] >= least).map(|kind| 1 << kind).sum());
            let (once, twice) = (held(1), held(2));
            let fits = |tiles: &Vec<Kind>| {
                let all = KindSet(tiles[..16].iter().map(|&kind| 1 << kind).sum());
                once.within(all) && twice.within(KindSet::of(tiles[16]))
            };
            melds == 0 && sets == 5 && held(3).is_empty() && twice.len() < 2 && sixteens().iter().any(fits)
        }
        Shape::AllWild => counts.iter().all(|&copies| copies == 0),
    }
}
