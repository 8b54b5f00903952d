//! The winning shapes, one a file, and what they share.
//!
//! Every shape tells how many tiles a hand is `missing`, which tiles a ready hand `waits` for, and its `readings`.

pub mod all_wild;
pub mod knitted_dragon;
pub mod seven_pairs;
pub mod sixteen_unrelated;
pub mod standard;
pub mod thirteen_orphans;

use crate::group::Group;
use crate::hand::{Hand, Shape, Shapes};
use crate::profile::{Found, Rank, Three, beside_block, by_key, by_ranks, take_block};
use crate::suit::key;
use crate::tile::{Counts, KINDS, Kind, KindSet, ranks_in};
use crate::waits::Waits;

/// The tiles in hand, and the sets still to be made of them.
#[derive(Clone, Debug)]
pub struct Loose {
    /// Natural tiles.
    pub counts: Counts,
    /// Wild tiles.
    pub wilds: u8,
    /// Sets of the standard shape that are not on the table.
    pub sets: u8,
    /// Naturals in the sets on the table.
    pub melded: Counts,
    /// Whether any set is on the table.
    pub melds: bool,
    /// Whether a tile on the table is natural.
    natural_melds: bool,
}

impl Loose {
    /// The hand without its winning tile.
    #[must_use]
    pub fn before_win(hand: &Hand, shapes: Shapes) -> Self {
        Self::new(hand, (hand.counts, hand.wilds), shapes)
    }

    /// The hand with its winning tile.
    #[must_use]
    pub fn with_winning(hand: &Hand, shapes: Shapes) -> Self {
        Self::new(hand, hand.complete(), shapes)
    }

    fn new(hand: &Hand, (counts, wilds): (Counts, u8), shapes: Shapes) -> Self {
        let mut melded = [0; KINDS];
        let mut natural_melds = false;
        for kind in hand.melds.iter().flat_map(|meld| meld.naturals) {
            if let Some(copies) = melded.get_mut(usize::from(kind)) {
                *copies += 1;
                natural_melds = true;
            }
        }
        let sets = shapes.sets.saturating_sub(hand.melds.len() as u8);
        Self { counts, wilds, sets, melded, melds: !hand.melds.is_empty(), natural_melds }
    }

    /// Tiles in hand, and so many sets still to be made of them beside sets on the table with these naturals.
    #[must_use]
    pub fn beside(counts: Counts, wilds: u8, sets: u8, melded: Counts, melds: bool) -> Self {
        let natural_melds = melded.iter().any(|&copies| copies > 0);
        Self { counts, wilds, sets, melded, melds, natural_melds }
    }

    /// Number of tiles in hand.
    #[must_use]
    pub fn tiles(&self) -> u8 {
        self.counts.iter().sum::<u8>() + self.wilds
    }

    /// Whether the tiles are as many as a complete hand has.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.tiles() == 3 * self.sets + 2
    }

    /// Copies of a kind that can be natural in hand.
    #[must_use]
    pub fn free(&self, kind: Kind) -> u8 {
        4 - self.melded[kind as usize].min(4)
    }

    /// How far the suits are from their sets.
    #[must_use]
    pub fn profiles(&self) -> [Found; 4] {
        [0, 1, 2, 3].map(|suit| self.profile(suit, None))
    }

    /// How far a suit is from its sets, beside the tiles of a knitted block that starts at this rank.
    #[must_use]
    pub fn profile(&self, suit: usize, block: Option<usize>) -> Found {
        let kinds = suit * 9..suit * 9 + ranks_in(suit);
        if !self.natural_melds || self.melded[kinds.clone()].iter().all(|&copies| copies == 0) {
            let key = key(&self.counts, suit);
            return block.map_or_else(|| by_key(key), |start| beside_block(key, start));
        }
        let mut ranks: [Rank; 9] = [(0, 4); 9];
        for (rank, kind) in ranks.iter_mut().zip(kinds) {
            *rank = (self.counts[kind], self.free(kind as Kind));
        }
        if let Some(start) = block {
            ranks = take_block(ranks, start);
        }
        by_ranks(&ranks[..ranks_in(suit)])
    }

    /// Kinds by number of naturals in hand.
    #[must_use]
    pub fn copies(&self) -> Copies {
        Copies::of(&self.counts)
    }

    /// The same with one more natural.
    #[must_use]
    pub fn plus(&self, kind: Kind) -> Self {
        let mut more = self.clone();
        more.counts[kind as usize] += 1;
        more
    }
}

/// The binary digits of the counts, a set of kinds each.
#[derive(Clone, Copy, Debug)]
pub struct Copies {
    one: u64,
    two: u64,
    four: u64,
}

impl Copies {
    /// Kinds by their counts.
    #[must_use]
    pub fn of(counts: &Counts) -> Self {
        let mut digits = Self { one: 0, two: 0, four: 0 };
        for (place, chunk) in counts.chunks(8).enumerate() {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            let bytes = u64::from_le_bytes(bytes);
            digits.one |= low_bits(bytes) << (8 * place);
            digits.two |= low_bits(bytes >> 1) << (8 * place);
            digits.four |= low_bits(bytes >> 2) << (8 * place);
        }
        digits
    }

    /// Kinds of which there is an odd number.
    #[must_use]
    pub const fn odd(self) -> KindSet {
        KindSet(self.one)
    }

    /// Kinds of which there are exactly so many (below six).
    #[must_use]
    pub const fn exactly(self, count: u8) -> KindSet {
        let one = if count & 1 == 1 { self.one } else { !self.one };
        let two = if count & 2 == 2 { self.two } else { !self.two };
        let four = if count & 4 == 4 { self.four } else { !self.four };
        KindSet(one & two & four & KindSet::ALL.0)
    }

    /// Kinds of which there are at least so many (one to five).
    #[must_use]
    pub const fn at_least(self, count: u8) -> KindSet {
        KindSet(match count {
            1 => self.one | self.two | self.four,
            2 => self.two | self.four,
            3 => self.one & self.two | self.four,
            4 => self.four,
            _ => self.four & (self.one | self.two),
        })
    }

    /// Pairs that can be taken out of them.
    #[must_use]
    pub const fn pairs(self) -> u8 {
        (self.two.count_ones() + 2 * self.four.count_ones()) as u8
    }
}

/// The lowest bits of eight bytes, first byte lowest.
pub(crate) const fn low_bits(bytes: u64) -> u64 {
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The readings of a hand in one shape, lent one by one: groups in hand only.
pub trait Readings {
    /// The next reading.
    fn next(&mut self) -> Option<&[Group]>;
}

/// Every shape, in the order of preference between readings that are worth the same.
pub const SHAPES: [Shape; 6] = [
    Shape::Standard,
    Shape::KnittedDragon,
    Shape::SevenPairs,
    Shape::ThirteenOrphans,
    Shape::SixteenUnrelated,
    Shape::AllWild,
];

/// Fewest missing tiles of any shape, if fewer than `bound`, else `bound`.
///
/// Stops early once all naturals are used, or what is missing is wild.
#[must_use]
pub fn missing(loose: &Loose, shapes: Shapes, bound: u8) -> u8 {
    let mut least = bound;
    // Sets and pair beside a knitted block can be no nearer in the tiles that the block leaves than in all.
    let mut beside_block = 0;
    if shapes.knows(Shape::Standard) {
        let [a, b, c, d] = loose.profiles();
        let three = Three::of([&a, &b, &c]);
        least = three.missing(&d, loose.sets, loose.wilds).map_or(bound, |missing| missing.min(bound));
        beside_block = three.missing_at_least(&d, loose.sets.saturating_sub(knitted_dragon::SETS));
    }
    if shapes.known == 1 << Shape::Standard as u8 || least <= loose.wilds {
        return least;
    }
    let naturals: u8 = loose.counts.iter().sum();
    let floor = loose.wilds.max((3 * loose.sets + 2).saturating_sub(naturals));
    let copies = loose.copies();
    // The dearest last.
    for shape in
        [Shape::AllWild, Shape::SixteenUnrelated, Shape::SevenPairs, Shape::ThirteenOrphans, Shape::KnittedDragon]
    {
        if least > floor && shapes.knows(shape) {
            least = match shape {
                Shape::AllWild => all_wild::missing(loose, least),
                Shape::SixteenUnrelated => sixteen_unrelated::missing(loose, copies, least),
                Shape::SevenPairs => seven_pairs::missing(loose, copies, least),
                Shape::ThirteenOrphans => thirteen_orphans::missing(loose, copies, least),
                Shape::KnittedDragon => knitted_dragon::missing(loose, copies, beside_block, least),
                Shape::Standard => least,
            };
        }
    }
    least
}

/// What completes a ready hand in one shape.
#[must_use]
pub fn waits(shape: Shape, loose: &Loose) -> Waits {
    match shape {
        Shape::Standard => standard::waits(loose),
        Shape::KnittedDragon => knitted_dragon::waits(loose),
        Shape::SevenPairs => seven_pairs::waits(loose),
        Shape::ThirteenOrphans => thirteen_orphans::waits(loose),
        Shape::SixteenUnrelated => sixteen_unrelated::waits(loose),
        Shape::AllWild => all_wild::waits(loose),
    }
}

/// The readings of a full hand in one shape, each multiset of groups once.
#[must_use]
pub fn readings(shape: Shape, loose: &Loose) -> Box<dyn Readings + Send> {
    match shape {
        Shape::Standard => Box::new(standard::readings(loose)),
        Shape::KnittedDragon => Box::new(knitted_dragon::readings(loose)),
        Shape::SevenPairs => Box::new(seven_pairs::readings(loose)),
        Shape::ThirteenOrphans => Box::new(thirteen_orphans::readings(loose)),
        Shape::SixteenUnrelated => Box::new(sixteen_unrelated::readings(loose)),
        Shape::AllWild => Box::new(all_wild::readings(loose)),
    }
}

/// Calls `visit` with every reading of a full hand in one shape.
pub fn visit(shape: Shape, loose: &Loose, visit: &mut dyn FnMut(&[Group])) {
    let mut readings = readings(shape, loose);
    while let Some(groups) = readings.next() {
        visit(groups);
    }
}
