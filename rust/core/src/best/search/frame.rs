//! What a search knows of the four suits: their classes, and what those from each suit on can be worth.

use super::Job;
use crate::best::bounds::caps::Caps;
use crate::best::bounds::earned::Earned;
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

/// The suits of one hand, those first that leave least to choose, the sets on the table counting in one way.
pub(crate) struct Frame<'a> {
    pub laying: Laying<'a>,
    pub caps: Caps<'a>,
    pub levels: Vec<Level>,
    /// Sets in hand.
    sets: u8,
    /// From each level on: the most that is earned with this left, and the bits that may come.
    rest: [Vec<Option<Earned>>; 5],
    pub coming: [u64; 5],
    /// Of these, those that are sure to come.
    pub sure: [u64; 5],
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
        let chows = [0, 1, 2].map(|suit| levels[suit].span().chows);
        levels.sort_by_key(|level| level.classes().len());
        let mut frame = Self {
            caps: Caps::new(bounds, job.melds, laying.states, chows),
            levels,
            sets: job.covers.sets,
            rest: std::array::from_fn(|_| vec![None; uses * 12]),
            coming: [0; 5],
            sure: [0; 5],
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

    /// The most that is earned from a level on, if that completes the hand.
    pub fn rest(&self, at: usize, left: Left) -> Option<Earned> {
        self.rest[at][left.index()]
    }

    fn suffixes(&mut self) {
        self.rest[4][0] = Some(Earned::of(0));
        let levels = std::mem::take(&mut self.levels);
        for (at, level) in levels.iter().enumerate().rev() {
            let span = level.span();
            self.coming[at] = span.some | self.coming[at + 1];
            self.sure[at] = span.all | self.sure[at + 1];
            // The most of each bucket.
            let most = |uses, sets, pair| level.bucket(uses, sets, pair).from.first().copied();
            let mosts: Vec<[[Option<Earned>; 2]; 6]> = (0..self.fitting.len())
                .map(|uses| [0, 1, 2, 3, 4, 5].map(|sets| [false, true].map(|pair| most(uses, sets, pair))))
                .collect();
            for uses in 0..self.fitting.len() {
                for sets in 0..=self.sets {
                    let [without, with] = self.most_from(at, &mosts, uses, sets);
                    self.rest[at][Left { uses, sets, pair: false }.index()] = without;
                    self.rest[at][Left { uses, sets, pair: true }.index()] = with;
                }
            }
        }
        self.levels = levels;
    }

    /// The most that is earned from a level on, whose buckets earn so much: with so much left without the pair, and with
    /// it.
    fn most_from(&self, at: usize, mosts: &[[[Option<Earned>; 2]; 6]], uses: usize, sets: u8) -> [Option<Earned>; 2] {
        let mut best = [None; 2];
        let mut add = |pair: bool, own: Option<Earned>, rest: Option<Earned>| {
            if let (Some(own), Some(rest)) = (own, rest) {
                let best: &mut Option<Earned> = &mut best[usize::from(pair)];
                *best = Some(best.map_or(own.and(rest), |best| best.or(own.and(rest))));
            }
        };
        for &own in &self.fitting[uses] {
            for more in 0..=sets {
                let [alone, with_pair] = mosts[own][usize::from(more)];
                let left = |pair| Left { uses: uses - own, sets: sets - more, pair };
                let [without, with] = [false, true].map(|pair| self.rest(at + 1, left(pair)));
                add(false, alone, without);
                add(true, alone, with);
                add(true, with_pair, without);
            }
        }
        best
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
