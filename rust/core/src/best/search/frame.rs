//! What a search knows of the four suits: their classes, and what those from each suit on can be worth.

use super::Job;
use crate::best::bounds::caps::Caps;
use crate::best::bounds::earned::Earned;
use crate::best::suit::bucket::{Bits, Bucket};
use crate::best::suit::laying::Laying;
use crate::best::suit::level::Level;

/// What may still be taken: a number of what is used of the sets on the table, sets in hand, the pair.
#[derive(Clone, Copy)]
pub(crate) struct Left {
    pub uses: usize,
    pub sets: u8,
    pub pair: bool,
}

impl Left {
    pub const NOTHING: Self = Self { uses: 0, sets: 0, pair: false };

    const fn index(self) -> usize {
        (self.uses * 6 + self.sets as usize) * 2 + self.pair as usize
    }
}

/// What suits may bring.
#[derive(Clone, Copy)]
pub(crate) struct Rest {
    /// The most that they earn.
    pub earned: Earned,
    pub bits: Bits,
}

impl Rest {
    fn and(self, beside: Self) -> Self {
        Self { earned: self.earned.and(beside.earned), bits: self.bits.and(beside.bits) }
    }

    fn or(self, other: Self) -> Self {
        Self { earned: self.earned.or(other.earned), bits: self.bits.or(other.bits) }
    }
}

/// The suits of one hand, those first that leave least to choose, the sets on the table counting in one way.
pub(crate) struct Frame<'a> {
    pub laying: Laying<'a>,
    pub caps: Caps<'a>,
    pub levels: Vec<Level>,
    /// Sets in hand.
    sets: u8,
    /// From each level on, what may come with this left.
    rest: [Vec<Option<Rest>>; 5],
    /// What may be used where so much is left.
    fitting: Vec<Vec<usize>>,
}

impl<'a> Frame<'a> {
    pub fn new(job: &Job<'a>, laying: Laying<'a>) -> Self {
        let bounds = job.bounds();
        let uses = laying.uses();
        let limits = &job.covers.by_suit;
        let mut levels: Vec<Level> =
            (0..4).map(|number| Level::new(number, &laying, &limits[number], &bounds)).collect();
        let chows = [0, 1, 2].map(|suit| levels[suit].chows());
        levels.sort_by_key(|level| level.classes().len());
        let mut frame = Self {
            caps: Caps::new(bounds, job.melds, laying.states, chows),
            levels,
            sets: job.covers.sets,
            rest: std::array::from_fn(|_| vec![None; uses * 12]),
            fitting: (0..uses).map(|left| (0..=left).filter(|used| laying.fits(*used, left)).collect()).collect(),
            laying,
        };
        frame.suffixes();
        frame
    }

    /// All that is to be taken.
    pub const fn all(&self) -> Left {
        Left { uses: self.fitting.len() - 1, sets: self.sets, pair: true }
    }

    /// What may come from a level on, if that completes the hand.
    pub fn rest(&self, at: usize, left: Left) -> Option<Rest> {
        self.rest[at][left.index()]
    }

    fn suffixes(&mut self) {
        self.rest[4][0] = Some(Rest { earned: Earned::of(0), bits: Bits::default() });
        let levels = std::mem::take(&mut self.levels);
        for (at, level) in levels.iter().enumerate().rev() {
            let own = |uses, sets, pair| {
                let Bucket { from, bits, .. } = level.bucket(uses, sets, pair);
                from.first().map(|earned| Rest { earned: *earned, bits: *bits })
            };
            let buckets: Vec<[[Option<Rest>; 2]; 6]> = (0..self.fitting.len())
                .map(|uses| [0, 1, 2, 3, 4, 5].map(|sets| [false, true].map(|pair| own(uses, sets, pair))))
                .collect();
            for uses in 0..self.fitting.len() {
                for sets in 0..=self.sets {
                    let [without, with] = self.rest_from(at, &buckets, uses, sets);
                    self.rest[at][Left { uses, sets, pair: false }.index()] = without;
                    self.rest[at][Left { uses, sets, pair: true }.index()] = with;
                }
            }
        }
        self.levels = levels;
    }

    /// What may come from a level on that has these buckets: with so much left without the pair, and with it.
    fn rest_from(&self, at: usize, buckets: &[[[Option<Rest>; 2]; 6]], uses: usize, sets: u8) -> [Option<Rest>; 2] {
        let mut all = [None; 2];
        let mut add = |pair: bool, own: Option<Rest>, rest: Option<Rest>| {
            if let (Some(own), Some(rest)) = (own, rest) {
                let all: &mut Option<Rest> = &mut all[usize::from(pair)];
                *all = Some(all.map_or(own.and(rest), |all| all.or(own.and(rest))));
            }
        };
        for &own in &self.fitting[uses] {
            for more in 0..=sets {
                let [alone, with_pair] = buckets[own][usize::from(more)];
                let left = |pair| Left { uses: uses - own, sets: sets - more, pair };
                let [without, with] = [false, true].map(|pair| self.rest(at + 1, left(pair)));
                add(false, alone, without);
                add(true, alone, with);
                add(true, with_pair, without);
            }
        }
        all
    }

    /// Visits what one suit may take where so much is left, and what is left then.
    pub fn each_bucket(&self, left: Left, visit: &mut impl FnMut(Left, Left)) {
        for &uses in &self.fitting[left.uses] {
            for sets in 0..=left.sets {
                for pair in [false, true] {
                    if left.pair || !pair {
                        let after = Left { uses: left.uses - uses, sets: left.sets - sets, pair: left.pair && !pair };
                        visit(Left { uses, sets, pair }, after);
                    }
                }
            }
        }
    }
}
