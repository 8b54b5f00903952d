//! What pungs of one rank in several suits add, where each suit tells how many pungs it has and on which ranks.

use super::known::Known;
use super::pung_items::PungItem;
use crate::bits::bits;
use crate::group::{Group, GroupKind, Laid};
use crate::tile::rank;

/// Of so many choices of pungs what they add is kept; more start afresh.
const KEPT: usize = 1 << 14;

/// Ranks of a number suit.
const RANKS: u16 = 0x1FF;

/// The ranks of a suit, each in four bits.
const SPREAD: [u64; RANKS as usize + 1] = {
    let mut all = [0; RANKS as usize + 1];
    let mut ranks = 1;
    while ranks < all.len() {
        let first = ranks.trailing_zeros();
        all[ranks] = all[ranks & (ranks - 1)] | 1 << (4 * first);
        ranks += 1;
    }
    all
};

const fn spread(ranks: u16) -> u64 {
    SPREAD[ranks as usize]
}

/// For each set of four members the multiple that puts so many bits as far apart for each member.
const fn apart(bits: usize) -> [u64; 16] {
    let mut all = [0; 16];
    let mut members = 1_usize;
    while members < 16 {
        let first = members.trailing_zeros() as usize;
        all[members] = all[members & (members - 1)] | 1 << (bits * first);
        members += 1;
    }
    all
}

const APART_4: [u64; 16] = apart(4);
const APART_16: [u64; 16] = apart(16);

/// Pungs and kongs of one suit, and the ranks on which they and the pair may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pungs {
    /// How many count as exposed, the winning one apart.
    pub exposed: u8,
    pub concealed: u8,
    exposed_ranks: u16,
    concealed_ranks: u16,
    pair_ranks: u16,
}

impl Pungs {
    /// Of these groups on the table.
    pub fn of(groups: &[Group]) -> Self {
        let mut pungs = Self::default();
        for group in groups.iter().filter(|group| matches!(group.kind, GroupKind::Pung | GroupKind::Kong)) {
            let ranks = 1 << rank(group.first);
            if group.laid == Laid::Hand {
                pungs.concealed += 1;
                pungs.concealed_ranks |= ranks;
            } else {
                pungs.exposed += 1;
                pungs.exposed_ranks |= ranks;
            }
        }
        pungs
    }

    /// With so many more in hand and perhaps the pair.
    pub const fn and(self, pungs: u8, ranks: u16, pair: Option<u8>) -> Self {
        let pair_ranks = match pair {
            Some(rank) => 1 << rank,
            None => 0,
        };
        Self {
            concealed: self.concealed + pungs,
            concealed_ranks: self.concealed_ranks | ranks,
            pair_ranks: self.pair_ranks | pair_ranks,
            ..self
        }
    }

    /// As many, on ranks of either.
    pub const fn or(self, other: Self) -> Self {
        Self {
            exposed_ranks: self.exposed_ranks | other.exposed_ranks,
            concealed_ranks: self.concealed_ranks | other.concealed_ranks,
            pair_ranks: self.pair_ranks | other.pair_ranks,
            ..self
        }
    }

    /// For each rank, four bits each, what a set of one suit may take there: nothing, an exposed pung, a concealed one,
    /// the pair.
    const fn by_rank(self) -> u64 {
        let exposed = if self.exposed > 0 { self.exposed_ranks } else { 0 };
        let concealed = if self.concealed > 0 { self.concealed_ranks } else { 0 };
        spread(RANKS) | spread(exposed) << EXPOSED | spread(concealed) << CONCEALED | spread(self.pair_ranks) << PAIR
    }
}

/// The pungs of the three suits: known ones, and those that are to come in the others together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suits {
    pub known: [Option<Pungs>; 3],
    pub exposed: u8,
    pub concealed: u8,
    pub pair: bool,
}

/// How many pungs each suit has, exposed and concealed, and which of them may lie on one rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Meeting {
    counts: [[u8; 2]; 4],
    /// Which of the four each suit has its pungs from: the last is what is to come.
    from: [u8; 3],
    /// What may be taken from each suit at once, one bit for each number of two bits a suit.
    may: u64,
    /// Whether the winning group may be one of these.
    won: bool,
}

/// What is taken of each suit: nothing, an exposed pung, a concealed one, the pair.
const fn taken(at: usize) -> [usize; 3] {
    [at & 3, at >> 2 & 3, at >> 4 & 3]
}

const EXPOSED: usize = 1;
const CONCEALED: usize = 2;
const PAIR: usize = 3;

/// Choices of which one takes the pair.
const WITH_PAIR: u64 = choices(1);

/// Choices that take this of that suit.
const TAKING: [[u64; 4]; 3] = {
    let mut taking = [[0; 4]; 3];
    let mut at = 0;
    while at < 64 {
        let all = taken(at);
        let mut suit = 0;
        while suit < 3 {
            taking[suit][all[suit]] |= 1 << at;
            suit += 1;
        }
        at += 1;
    }
    taking
};

/// Choices that take from two suits at least, and of these the pair at most so often and that often at least.
const fn choices(pairs: usize) -> u64 {
    let mut choices = 0;
    let mut at = 0;
    while at < 64 {
        let [a, b, c] = taken(at);
        let suits = (a > 0) as usize + (b > 0) as usize + (c > 0) as usize;
        let of = (a == PAIR) as usize + (b == PAIR) as usize + (c == PAIR) as usize;
        if suits > 1 && of == pairs {
            choices |= 1 << at;
        }
        at += 1;
    }
    choices
}

impl Suits {
    fn meeting(mut self, won: bool) -> Meeting {
        // Suits are interchangeable.
        self.known.sort_unstable();
        let to_come = Pungs {
            exposed: self.exposed,
            concealed: self.concealed,
            exposed_ranks: RANKS,
            concealed_ranks: RANKS,
            pair_ranks: if self.pair { RANKS } else { 0 },
        };
        let [a, b, c] = self.known.map(|pungs| pungs.unwrap_or(to_come).by_rank());
        let mut may = 0;
        for rank in 0..9 {
            let at = |ranks: u64| (ranks >> (4 * rank)) as usize & 0b1111;
            may |= (at(a) as u64 * APART_4[at(b)]) * APART_16[at(c)];
        }
        may &= choices(0) | WITH_PAIR;
        let mut met = [0; 4];
        for (suit, known) in self.known.iter().enumerate() {
            let meets = |of: &usize| may & TAKING[suit][*of] != 0;
            let of = [EXPOSED, CONCEALED].into_iter().filter(meets).map(|of| 1 << of);
            met[if known.is_some() { suit } else { 3 }] |= of.sum::<u8>();
        }
        let held = [self.known[0], self.known[1], self.known[2], Some(to_come)].map(Option::unwrap_or_default);
        // What meets nothing need not be told apart.
        let count = |at: usize, of: usize, count: u8| if met[at] >> of & 1 == 1 { count } else { 0 };
        let counts =
            [0, 1, 2, 3].map(|at| [count(at, EXPOSED, held[at].exposed), count(at, CONCEALED, held[at].concealed)]);
        Meeting {
            counts,
            from: [0, 1, 2].map(|suit| if self.known[suit].is_some() { suit as u8 } else { 3 }),
            may,
            won,
        }
    }
}

impl std::hash::Hash for Meeting {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // Five sets and three suits at most.
        let counts =
            self.counts.as_flattened().iter().fold(u64::from(self.won), |all, count| all << 3 | u64::from(*count));
        state.write_u64(self.from.iter().fold(counts, |all, from| all << 2 | u64::from(*from)));
        state.write_u64(self.may);
    }
}

impl Meeting {
    /// What is left, if as much is there.
    fn without(mut self, taken: [usize; 3]) -> Option<Self> {
        for (of, from) in taken.into_iter().zip(self.from) {
            if of == EXPOSED || of == CONCEALED {
                let count = &mut self.counts[usize::from(from)][of - 1];
                *count = count.checked_sub(1)?;
            }
        }
        Some(self)
    }
}

/// What such pungs are worth by how many they are, alone and with the pair, at the grades of a table.
#[derive(Debug)]
pub(crate) struct Brothers {
    worths: [[i32; 2]; 4],
    grades: [i32; 3],
    known: Known<Meeting, KEPT>,
}

impl Brothers {
    /// Nothing if some of the runs are no pungs of one rank, each of its own suit.
    pub fn new(items: &[PungItem], level: bool, grades: [i32; 3]) -> Option<Self> {
        let mut worths = [[0; 2]; 4];
        for item in items {
            if !level || item.sets != item.suits || item.sets > 3 {
                return None;
            }
            let worth = &mut worths[usize::from(item.sets)][usize::from(item.pair)];
            *worth = item.worth.max(*worth);
        }
        Some(Self { worths, grades, known: Known::default() })
    }

    /// The most that these pungs add; one in hand or the pair may count as exposed if it is `won`.
    pub fn most(&self, suits: Suits, won: bool) -> i32 {
        let meeting = suits.meeting(won);
        if meeting.may == 0 {
            return 0;
        }
        self.known.get(meeting, |meeting| self.find(*meeting))
    }

    fn find(&self, meeting: Meeting) -> i32 {
        let mut best = 0;
        for at in bits(meeting.may) {
            let taken = taken(at);
            let number = |of| taken.iter().filter(|taken| **taken == of).count();
            let [exposed, concealed, pair] = [EXPOSED, CONCEALED, PAIR].map(number);
            let worth = self.worths[exposed + concealed][pair];
            if worth > 0
                && let Some(mut rest) = meeting.without(taken)
            {
                let (grade, won) = self.grade(exposed, concealed + pair, meeting.won);
                rest.won = won;
                rest.may &= if pair > 0 { !WITH_PAIR } else { u64::MAX };
                best = best.max(worth * grade + self.find(rest));
            }
        }
        best
    }

    /// The grade of so many exposed and concealed groups, and whether the winning one is still to be had.
    fn grade(&self, exposed: usize, hidden: usize, won: bool) -> (i32, bool) {
        let [mixed, all_concealed, all_exposed] = self.grades;
        match (exposed, hidden) {
            (0, _) => (all_concealed, won),
            (_, 0) => (all_exposed, won),
            (_, 1) if won && all_exposed > mixed => (all_exposed, false),
            _ => (mixed, won),
        }
    }
}
