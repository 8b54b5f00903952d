//! The best arrangement of sets and a pair: exact, by bounds.
//!
//! An arrangement is for each suit what lies of it on the table and a cover of what is in hand. Its score is at most
//! what the whole-hand rows are worth for the union of the groups' masks, plus what each suit earns alone, plus what
//! chows and pungs of several suits add. All that is alike but for the second is one class; tuples of classes are
//! searched depth first under that bound, those first that may be worth most, and only arrangements that may still
//! matter are evaluated.

use super::cover::Partial;
use super::covers::{Covers, each_choice};
use super::crossing::{Caps, Crossing};
use super::evaluate::Evaluator;
use super::ground::Ground;
use super::laying::Laying;
use super::leaves::{Band, Leaves};
use super::level::{Level, Part};
use super::reading::Collector;
use super::suits::{Bounds, Member, members_of};
use super::view::{Facts, view};
use crate::group::{Group, GroupKind};
use crate::hand::Meld;
use crate::rules::Situated;
use crate::tile::suit;

/// Up to so many arrangements are evaluated rather than tables built to bound them.
const HANDFUL: usize = 10;

/// Choices of faces up to which arrangements may be looked at one by one.
const FEW_FACES: usize = 4;

/// How far below the highest bound arrangements are looked for at first.
const REACH: i32 = 8;

/// One shape of one hand.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub situated: &'a Situated,
    pub facts: &'a Facts,
    pub shape: u8,
    /// What the groups in hand must cover.
    pub covers: &'a Covers,
    /// Sets on the table.
    pub melds: &'a [Meld],
    /// Groups in hand that all arrangements have beside.
    pub beside: &'a [Group],
}

impl<'a> Job<'a> {
    pub fn bounds(&self) -> Bounds<'a> {
        let Situated { features, local, .. } = self.situated;
        Bounds { table: self.situated.table(), features, local }
    }
}

/// Offers `collector` every arrangement that may matter.
pub(crate) fn search(job: &Job, evaluator: &mut Evaluator, collector: &mut Collector) {
    if job.covers.is_empty() {
        return;
    }
    let laying = Laying::new(job.melds, job.beside);
    if let Some((few, count)) = job.covers.few()
        && let Some(faces) = laying.few(FEW_FACES)
    {
        offer_few(job, &faces, &few, count, evaluator, collector);
        return;
    }
    Search::new(job, &laying).run(evaluator, collector);
}

/// Evaluates few arrangements, those first that may be worth most.
fn offer_few(
    job: &Job,
    faces: &[Vec<Group>],
    few: &[Vec<Partial>; 4],
    count: usize,
    evaluator: &mut Evaluator,
    collector: &mut Collector,
) {
    let covers = |chosen: [usize; 4]| [0, 1, 2, 3].map(|suit| few[suit][chosen[suit]]);
    let bounds = job.bounds();
    // For a handful, bounds are worth their while only where the tables for them are there already.
    if count == 1 || count <= HANDFUL && !bounds.local.cross_is_known() {
        each_choice(few, job.covers.sets, &mut |chosen| {
            for fixed in faces {
                evaluator.offer(&view(job.shape, fixed, &covers(chosen)), collector);
            }
        });
        return;
    }
    let ground = Ground::new(job, &faces[0]);
    let mut order: Vec<(i32, usize, [usize; 4])> = Vec::with_capacity(count * faces.len());
    for (at, fixed) in faces.iter().enumerate() {
        let members: [Vec<Member>; 4] =
            [0, 1, 2, 3].map(|suit| members_of(suit, &few[suit], &on_table(fixed, suit), &bounds));
        let crossing = Crossing::new(bounds.table, bounds.local, fixed);
        each_choice(few, job.covers.sets, &mut |chosen| {
            let members = [0, 1, 2, 3].map(|suit| &members[suit][chosen[suit]]);
            order.push((ground.bound(fixed, &crossing, &members), at, chosen));
        });
    }
    order.sort_by_key(|(bound, ..)| std::cmp::Reverse(*bound));
    for (bound, at, chosen) in order {
        if !collector.wants(bound) {
            break;
        }
        evaluator.offer(&view(job.shape, &faces[at], &covers(chosen)), collector);
    }
}

fn on_table(fixed: &[Group], number: usize) -> Vec<Group> {
    let here = |group: &&Group| group.kind != GroupKind::Knitted && suit(group.first) == number;
    fixed.iter().filter(here).copied().collect()
}

/// A class of each level.
type Tuple = [u32; 4];

/// What may still be taken: a number of what is used of the sets on the table, sets in hand, the pair.
#[derive(Clone, Copy)]
struct Left {
    uses: usize,
    sets: u8,
    pair: bool,
}

impl Left {
    const fn index(self) -> usize {
        (self.uses * 6 + self.sets as usize) * 2 + self.pair as usize
    }
}

/// What the classes taken so far add up to.
#[derive(Clone, Copy)]
struct Prefix {
    mask: u64,
    earned: i32,
    left: Left,
    chows: [u8; 3],
    /// Of these, on the table.
    laid: [u8; 3],
    pungs: u8,
    /// Number suits with pungs.
    pung_suits: u8,
    /// Whole-hand rows that could still hold before the last class was taken.
    rows: u128,
}

struct Search<'a> {
    job: &'a Job<'a>,
    laying: &'a Laying<'a>,
    ground: Ground<'a>,
    caps: Caps<'a>,
    levels: Vec<Level>,
    /// From each level on: the most that is earned with this left, and the bits that may come.
    rest: [Vec<Option<i32>>; 5],
    coming: [u64; 5],
    /// Of these, those that are sure to come.
    sure: [u64; 5],
    /// What may be used where so much is left.
    fitting: Vec<Vec<usize>>,
}

impl<'a> Search<'a> {
    fn new(job: &'a Job<'a>, laying: &'a Laying<'a>) -> Self {
        let bounds = job.bounds();
        let uses = laying.uses();
        let mut levels: Vec<Level> = (0..4)
            .map(|number| Level::new(number, laying.choices(number), uses, &job.covers.by_suit[number], &bounds))
            .collect();
        levels.sort_by_key(|level| level.classes().len());
        let mut search = Self {
            job,
            laying,
            ground: Ground::new(job, &laying.any()),
            caps: Caps::new(bounds.table, bounds.local, job.melds),
            levels,
            rest: std::array::from_fn(|_| vec![None; uses * 12]),
            coming: [0; 5],
            sure: [0; 5],
            fitting: (0..uses).map(|left| (0..=left).filter(|used| laying.fits(*used, left)).collect()).collect(),
        };
        search.suffixes();
        search
    }

    fn start(&self) -> Prefix {
        Prefix {
            mask: self.ground.mask,
            earned: 0,
            left: Left { uses: self.fitting.len() - 1, sets: self.job.covers.sets, pair: true },
            chows: [0; 3],
            laid: [0; 3],
            pungs: 0,
            pung_suits: 0,
            rows: self.ground.whole.open(),
        }
    }

    /// Looks for the best arrangements ever further below the highest bound.
    fn run(&self, evaluator: &mut Evaluator, collector: &mut Collector) {
        let Some((highest, _)) = self.bound(&self.start(), 0) else { return };
        let mut reach = REACH;
        let mut band = Band { floor: highest - reach, ceiling: i32::MAX, more: false };
        loop {
            let mut tuples = Vec::new();
            self.descend(0, &self.start(), &mut [0; 4], &mut band, collector, &mut tuples);
            tuples.sort_by_key(|(bound, _)| std::cmp::Reverse(*bound));
            for (bound, tuple) in tuples {
                if !collector.wants(bound) {
                    break;
                }
                self.expand(tuple, &mut band, evaluator, collector);
            }
            if !band.more || !collector.wants(band.floor - 1) {
                return;
            }
            reach += reach / 2;
            band = Band { floor: band.floor - reach, ceiling: band.floor, more: false };
        }
    }

    fn suffixes(&mut self) {
        self.rest[4][0] = Some(0);
        let levels = std::mem::take(&mut self.levels);
        for (at, level) in levels.iter().enumerate().rev() {
            self.coming[at] = level.classes().iter().fold(self.coming[at + 1], |bits, class| bits | class.mask);
            self.sure[at] = level.classes().iter().fold(u64::MAX, |bits, class| bits & class.mask) | self.sure[at + 1];
            for uses in 0..self.fitting.len() {
                for sets in 0..=self.job.covers.sets {
                    for pair in [false, true] {
                        let left = Left { uses, sets, pair };
                        self.rest[at][left.index()] = self.most_from(at, level, left);
                    }
                }
            }
        }
        self.levels = levels;
    }

    /// The most that is earned from a level on.
    fn most_from(&self, at: usize, level: &Level, left: Left) -> Option<i32> {
        let mut best = None;
        self.each_bucket(left, &mut |own, after| {
            let first = level.bucket(own.uses, own.sets, own.pair).first();
            if let (Some(after), Some(&first)) = (self.rest[at + 1][after.index()], first) {
                best = best.max(Some(after + level.classes()[first as usize].most));
            }
        });
        best
    }

    /// Visits what one suit may take where so much is left, and what is left then.
    fn each_bucket(&self, left: Left, visit: &mut impl FnMut(Left, Left)) {
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

    /// Sets that are still to be taken, in hand or on the table.
    fn to_come(&self, prefix: &Prefix) -> u8 {
        let all = self.job.covers.sets + self.job.melds.len() as u8;
        all - prefix.chows.iter().sum::<u8>() - prefix.pungs
    }

    /// What groups of several suits may add, at most.
    fn across(&self, prefix: &Prefix) -> i32 {
        match self.to_come(prefix) {
            0 => self.caps.chows_of(prefix.chows, prefix.laid) + self.caps.pungs_over(prefix.pungs, prefix.pung_suits),
            left => self.caps.at_most(prefix.chows.iter().sum(), prefix.pungs, left),
        }
    }

    fn bound(&self, prefix: &Prefix, level: usize) -> Option<(i32, u128)> {
        let rest = self.rest[level][prefix.left.index()]?;
        let pungs = prefix.pungs + self.to_come(prefix);
        let whole = &self.ground.whole;
        let rows = whole.possible(prefix.rows, prefix.mask | self.sure[level], self.coming[level], pungs);
        let sum = self.ground.constant + whole.worth(rows) + prefix.earned + rest + self.across(prefix);
        Some((sum.max(whole.alone()), rows))
    }

    fn take(&self, prefix: &Prefix, at: usize, after: Left, class: u32) -> Prefix {
        let level = &self.levels[at];
        let class = &level.classes()[class as usize];
        let mut next = Prefix { left: after, ..*prefix };
        next.mask |= class.mask;
        next.earned += class.most;
        if level.number < 3 {
            next.chows[level.number] = class.chows;
            next.laid[level.number] = class.laid;
            next.pung_suits += u8::from(class.pungs > 0);
        }
        next.pungs += class.pungs;
        next
    }

    fn descend(
        &self,
        at: usize,
        prefix: &Prefix,
        tuple: &mut Tuple,
        band: &mut Band,
        collector: &Collector,
        out: &mut Vec<(i32, Tuple)>,
    ) {
        let Some((bound, rows)) = self.bound(prefix, at) else { return };
        if !band.admits(bound, collector) {
            return;
        }
        if at == 4 {
            out.push((bound, *tuple));
            return;
        }
        let prefix = &Prefix { rows, ..*prefix };
        let level = &self.levels[at];
        let others = bound - self.rest[at][prefix.left.index()].unwrap_or(0);
        self.each_bucket(prefix.left, &mut |own, after| {
            let Some(left) = self.rest[at + 1][after.index()] else { return };
            // Within a bucket classes earn less and less: nothing after the first too poor one can matter.
            for &class in level.bucket(own.uses, own.sets, own.pair) {
                let most = others + level.classes()[class as usize].most + left;
                if !band.admits(most.max(self.ground.whole.alone()), collector) {
                    break;
                }
                tuple[at] = class;
                self.descend(at + 1, &self.take(prefix, at, after, class), tuple, band, collector, out);
            }
        });
    }

    /// Evaluates the arrangements of a tuple of classes, as long as they may matter.
    fn expand(&self, tuple: Tuple, band: &mut Band, evaluator: &mut Evaluator, collector: &mut Collector) {
        let mut prefix = self.start();
        let mut rest = [0; 5];
        for (at, class) in tuple.into_iter().enumerate() {
            prefix = self.take(&prefix, at, prefix.left, class);
        }
        for at in (0..4).rev() {
            rest[at] = rest[at + 1] + self.levels[at].classes()[tuple[at] as usize].most;
        }
        let bare = self.ground.constant + self.ground.whole.bound(prefix.mask, 0, prefix.pungs);
        let across = self.across(&prefix);
        let tuple = &Expanded { tuple, bare, across, rest };
        self.choose_parts(tuple, 0, &mut [Part::default(); 4], band, evaluator, collector);
    }

    /// Chooses what lies on the table of each suit, then looks at the covers beside.
    fn choose_parts(
        &self,
        tuple: &Expanded,
        at: usize,
        parts: &mut [Part; 4],
        band: &mut Band,
        evaluator: &mut Evaluator,
        collector: &mut Collector,
    ) {
        if at == 4 {
            let variants = [0, 1, 2, 3].map(|at| &self.levels[at].variants[parts[at].variant as usize]);
            let mut choices = [&variants[0].choice; 4];
            for (level, variant) in self.levels.iter().zip(variants) {
                choices[level.number] = &variant.choice;
            }
            let fixed = self.laying.fixed(choices);
            let suits = variants.map(|variant| &*variant.suit);
            let classes = parts.map(|part| part.class);
            Leaves::new(&self.ground, &fixed, suits, classes, tuple.bare, tuple.across)
                .evaluate(band, evaluator, collector);
            return;
        }
        let so_far = tuple.bare + tuple.across + parts[..at].iter().map(|part| part.most).sum::<i32>();
        let mut index = 0;
        while let Some(part) = self.levels[at].part(tuple.tuple[at], index) {
            let bound = so_far + part.most + tuple.rest[at + 1];
            if !band.admits(bound.max(self.ground.whole.alone()), collector) {
                break;
            }
            parts[at] = part;
            self.choose_parts(tuple, at + 1, parts, band, evaluator, collector);
            index += 1;
        }
    }
}

/// A tuple of classes with what all its arrangements share.
struct Expanded {
    tuple: Tuple,
    /// What the whole hand is worth, and what no group changes.
    bare: i32,
    /// What groups of several suits may add.
    across: i32,
    /// From each level on, the most that is earned.
    rest: [i32; 5],
}
