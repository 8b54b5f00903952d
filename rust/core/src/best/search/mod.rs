//! The best arrangement of sets and a pair: exact, by bounds.
//!
//! An arrangement is for each suit what lies of it on the table and a cover of what is in hand. Its score is at most
//! what the whole-hand rows are worth for the union of the groups' masks, plus what each suit earns alone, plus what
//! chows and pungs of several suits add. All that is alike but for the second is one class; tuples of classes are
//! searched depth first under that bound, those first that may be worth most, and only arrangements that may still
//! matter are evaluated.

pub(in crate::best) mod block;
pub(in crate::best) mod covers;
pub(in crate::best) mod few;
pub(in crate::best) mod frame;
pub(in crate::best) mod ground;
pub(in crate::best) mod leaves;
pub(in crate::best) mod plain;
pub(in crate::best) mod queue;
pub(in crate::best) mod special;

use crate::best::arrangement::evaluate::Evaluator;
use crate::best::arrangement::view::Facts;
use crate::best::bounds::caps::{Across, Held, ToCome};
use crate::best::bounds::earned::Earned;
use crate::best::reading::Collector;
use crate::best::states::States;
use crate::best::suit::bucket::{Bits, Bucket};
use crate::best::suit::classes::Bounds;
use crate::best::suit::laying::{Laying, few_faces};
use crate::best::suit::level::Part;
use crate::group::Group;
use crate::hand::{Meld, Winning};
use crate::rules::Situated;
use crate::tile::KindSet;
use covers::Covers;
use frame::{Frame, Left};
use ground::{Ground, Worth};
use leaves::{Band, Leaves};
use queue::Queue;

/// Choices of faces up to which arrangements may be looked at one by one.
const FEW_FACES: usize = 4;

/// How far below the bound of a tuple of classes its arrangements are looked for at first.
const REACH: i32 = 4;

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
        let winning = match self.facts.winning {
            Winning::Natural(tile) => KindSet::of(tile),
            _ => KindSet::ALL,
        };
        Bounds { winning, table: self.situated.table(), features, local }
    }
}

/// Offers `collector` every arrangement that may matter.
pub(crate) fn search(job: &Job, evaluator: &mut Evaluator, collector: &mut Collector) {
    if job.covers.is_empty() {
        return;
    }
    let all = States::all(job.situated, job.melds, job.beside);
    if let Some(few) = job.covers.few(&job.situated.local)
        && let Some(faces) = few_faces(job.melds, job.beside, FEW_FACES)
    {
        few::offer(job, &all, &faces, &few, evaluator, collector);
        return;
    }
    let mut frames: Vec<Frame> = Vec::new();
    let mut grounds: Vec<Ground> = Vec::new();
    for states in all {
        let frame = Frame::new(job, Laying::new(job.melds, job.beside, states));
        grounds.push(Ground::new(job, &frame.laying.any(), states));
        frames.push(frame);
    }
    let of = |(number, (frame, ground))| Search { number: number as u32, job, frame, ground };
    let searches: Vec<Search> = frames.iter().zip(&grounds).enumerate().map(of).collect();
    run(&searches, evaluator, collector);
}

/// What is still to be looked at.
#[derive(Clone, Copy)]
enum Open {
    Bucket(Branch),
    /// Arrangements of a tuple of classes below a bound; those above were looked at.
    Tuple {
        search: u32,
        tuple: Tuple,
        ceiling: i32,
        reach: i32,
    },
}

/// Classes of one bucket from one on, after a prefix.
#[derive(Clone, Copy)]
struct Branch {
    /// Which of the prefixes.
    prefix: u32,
    own: Left,
    after: Left,
    next: u32,
    /// The most that any of them can be worth beside what suits earn from here on.
    others: i32,
}

/// What is still to be looked at, and the prefixes that it follows.
struct Pending {
    queue: Queue<Open>,
    prefixes: Vec<Prefix>,
}

/// Looks at what may be worth most, until that cannot matter.
fn run(searches: &[Search], evaluator: &mut Evaluator, collector: &mut Collector) {
    let mut pending = Pending { queue: Queue::new(), prefixes: Vec::new() };
    for search in searches {
        search.open(search.start(), i32::MAX, collector, &mut pending);
    }
    loop {
        if !collector.is_empty() {
            pending.queue.by_bound();
        }
        let Some((bound, open)) = pending.queue.pop().filter(|(bound, _)| collector.wants(*bound)) else { break };
        match open {
            Open::Bucket(branch) => {
                let prefix = &pending.prefixes[branch.prefix as usize];
                searches[prefix.search as usize].branch(branch, bound, collector, &mut pending);
            }
            Open::Tuple { search, tuple, ceiling, reach } => {
                let mut band = Band { floor: bound - reach, ceiling, below: None };
                searches[search as usize].expand(tuple, &mut band, evaluator, collector);
                if let Some(below) = band.below.filter(|below| collector.wants(*below)) {
                    pending.queue.push(
                        LEVELS,
                        below,
                        Open::Tuple { search, tuple, ceiling: band.floor, reach: 2 * reach },
                    );
                }
            }
        }
    }
}

/// Suits.
const LEVELS: u8 = 4;

/// A class of each level.
type Tuple = [u32; LEVELS as usize];

/// Classes of the first levels, and what they add up to.
#[derive(Clone, Copy)]
struct Prefix {
    /// Which of the searches of a hand, how many levels, and the classes.
    search: u32,
    at: u8,
    tuple: Tuple,
    mask: u64,
    earned: Earned,
    left: Left,
    held: Held,
    pungs: u8,
    /// What they lose of that if the row counts that excludes most.
    lost: i32,
    /// Before the last class was taken: whole-hand rows that could still hold, what groups of several suits might add.
    rows: u128,
    across: i32,
}

/// The search with the states settled in one way.
struct Search<'a> {
    /// Which of the searches of a hand.
    number: u32,
    job: &'a Job<'a>,
    frame: &'a Frame<'a>,
    ground: &'a Ground<'a>,
}

impl Search<'_> {
    fn start(&self) -> Prefix {
        Prefix {
            search: self.number,
            at: 0,
            tuple: [0; LEVELS as usize],
            mask: self.ground.mask,
            earned: Earned::of(0),
            left: self.frame.all(),
            held: Held::default(),
            pungs: 0,
            lost: 0,
            rows: self.ground.whole.open(),
            across: i32::MAX / 4,
        }
    }

    /// Sets that are still to be taken, in hand or on the table.
    fn to_come(&self, prefix: &Prefix) -> u8 {
        let all = self.job.covers.sets + self.job.melds.len() as u8;
        all - prefix.held.chows.iter().chain(&prefix.held.laid).map(|chows| chows.count).sum::<u8>() - prefix.pungs
    }

    /// What groups of several suits may add, at most.
    fn across(&self, prefix: &Prefix) -> i32 {
        let Left { sets, pair, .. } = prefix.left;
        self.frame.caps.most(&prefix.held, ToCome { sets: self.to_come(prefix), in_hand: sets, pair })
    }

    /// The rows that can hold where these bits come, and what they are worth at most.
    fn rows(&self, prefix: &Prefix, coming: Bits) -> (u128, i32) {
        let pungs = prefix.pungs + self.to_come(prefix);
        let rows = self.ground.whole.possible(prefix.rows, prefix.mask | coming.all, coming.some, pungs);
        (rows, self.ground.worth(rows, prefix.lost).with(self.ground.gain))
    }

    fn take(&self, prefix: &Prefix, after: Left, class: u32) -> Prefix {
        let at = usize::from(prefix.at);
        let level = &self.frame.levels[at];
        let mut next = Prefix { at: prefix.at + 1, left: after, ..*prefix };
        next.tuple[at] = class;
        let class = &level.classes()[class as usize];
        next.mask |= class.mask;
        next.earned = next.earned.and(class.most);
        next.held.take(level.number, class);
        next.pungs += class.pungs;
        next.lost += class.lost;
        next
    }

    /// The next class of a branch, and the most that it can be worth after the prefix.
    fn next(&self, prefix: &Prefix, branch: &Branch) -> Option<(u32, i32)> {
        let Branch { own, after, next, others, .. } = *branch;
        let at = usize::from(prefix.at);
        let bucket = self.frame.levels[at].bucket(own.uses, own.sets, own.pair);
        let class = *bucket.classes.get(next as usize)?;
        let rest = self.frame.rest(at + 1, after)?;
        let most = others + prefix.earned.and(bucket.from[next as usize]).and(rest.earned).won;
        Some((class, self.ground.whole.with_left(most)))
    }

    /// Takes the classes of a branch that may be worth so much: within a bucket they earn less and less.
    fn branch(&self, mut branch: Branch, bound: i32, collector: &Collector, pending: &mut Pending) {
        loop {
            let prefix = &pending.prefixes[branch.prefix as usize];
            let Some((class, most)) = self.next(prefix, &branch) else { return };
            if most < bound {
                if collector.wants(most) {
                    pending.queue.push(prefix.at, most, Open::Bucket(branch));
                }
                return;
            }
            self.open(self.take(prefix, branch.after, class), bound, collector, pending);
            branch.next += 1;
        }
    }

    /// Bounds what may follow a prefix that is worth so much at most, and puts it into the queue as far as it may matter.
    fn open(&self, prefix: Prefix, most: i32, collector: &Collector, pending: &mut Pending) {
        collector.work.node();
        let whole = &self.ground.whole;
        let Some(rest) = self.frame.rest(prefix.at.into(), prefix.left) else { return };
        let (rows, worth) = self.rows(&prefix, rest.bits);
        let sum = worth + prefix.earned.and(rest.earned).won;
        // Most do not matter even with what was added before.
        if !collector.wants(whole.with_left(sum + prefix.across)) {
            return;
        }
        let across = self.across(&prefix).min(prefix.across);
        let bound = whole.with_left(sum + across).min(most);
        if !collector.wants(bound) {
            return;
        }
        if prefix.at == LEVELS {
            let tuple = Open::Tuple { search: self.number, tuple: prefix.tuple, ceiling: i32::MAX, reach: REACH };
            pending.queue.push(LEVELS, bound, tuple);
            return;
        }
        let prefix = Prefix { rows, across, ..prefix };
        let (number, queue) = (pending.prefixes.len() as u32, &mut pending.queue);
        self.frame.each_bucket(prefix.left, &mut |own, after| {
            let mut branch = Branch { prefix: number, own, after, next: 0, others: worth + across };
            let may_matter = |branch: &Branch| self.next(&prefix, branch).filter(|(_, most)| collector.wants(*most));
            if may_matter(&branch).is_none() {
                return;
            }
            let at = usize::from(prefix.at);
            let Bucket { classes, bits, .. } = self.frame.levels[at].bucket(own.uses, own.sets, own.pair);
            // What all of several classes have rules out many rows at once.
            if classes.len() > 1 {
                collector.work.node();
                let coming = self.frame.rest(at + 1, after).map_or(*bits, |rest| bits.and(rest.bits));
                branch.others = self.rows(&prefix, coming).1 + across;
            }
            if let Some((_, most)) = may_matter(&branch) {
                queue.push(prefix.at, most.min(bound), Open::Bucket(branch));
            }
        });
        pending.prefixes.push(prefix);
    }

    /// Evaluates the arrangements of a tuple of classes, as long as they may matter.
    fn expand(&self, tuple: Tuple, band: &mut Band, evaluator: &mut Evaluator, collector: &mut Collector) {
        let mut prefix = self.start();
        let mut rest = [Earned::of(0); 5];
        for class in tuple {
            prefix = self.take(&prefix, Left::NOTHING, class);
        }
        for at in (0..4).rev() {
            rest[at] = rest[at + 1].and(self.frame.levels[at].classes()[tuple[at] as usize].most);
        }
        let whole = &self.ground.whole;
        let rows = whole.possible(whole.open(), prefix.mask, 0, prefix.pungs);
        let bare = self.ground.worth(rows, prefix.lost);
        let across = self.across(&prefix);
        let tuple = &Expanded { tuple, bare, rest };
        let across = Across { held: prefix.held, most: across };
        let chosen = Chosen { parts: [Part::default(); 4], across };
        self.choose_parts(tuple, 0, chosen, band, evaluator, collector);
    }

    /// Chooses what lies on the table of each suit, then looks at the covers beside.
    fn choose_parts(
        &self,
        tuple: &Expanded,
        at: usize,
        chosen: Chosen,
        band: &mut Band,
        evaluator: &mut Evaluator,
        collector: &mut Collector,
    ) {
        let Chosen { mut parts, across } = chosen;
        if at == 4 {
            let variants = [0, 1, 2, 3].map(|at| &self.frame.levels[at].variants()[parts[at].variant as usize]);
            let mut choices = [&variants[0].choice; 4];
            for (level, variant) in self.frame.levels.iter().zip(variants) {
                choices[level.number] = &variant.choice;
            }
            let fixed = self.frame.laying.fixed(choices);
            let stated = self.frame.laying.states.stated_all(&fixed);
            let suits = variants.map(|variant| &*variant.suit);
            let classes = parts.map(|part| part.class);
            Leaves::new(self.ground, [&fixed, &stated], suits, classes, tuple.bare, across.most)
                .evaluate(band, evaluator, collector);
            return;
        }
        let bare = tuple.bare.with(self.ground.gain);
        let level = &self.frame.levels[at];
        let so_far = parts[..at].iter().fold(Earned::of(0), |earned, part| earned.and(part.most));
        let mut index = 0;
        while let Some(part) = level.part(tuple.tuple[at], index) {
            let bound = bare + so_far.and(part.from).and(tuple.rest[at + 1]).won;
            if !band.admits(self.ground.whole.with_left(bound + across.most), collector) {
                break;
            }
            index += 1;
            let mut across = across;
            if level.variants().len() > 1 {
                let class = &level.variants()[part.variant as usize].suit.classes[part.class as usize];
                across.held.take(level.number, class);
                self.frame.caps.lower(&mut across);
                let bound = bare + so_far.and(part.most).and(tuple.rest[at + 1]).won + across.most;
                if !band.admits(self.ground.whole.with_left(bound), collector) {
                    continue;
                }
            }
            parts[at] = part;
            self.choose_parts(tuple, at + 1, Chosen { parts, across }, band, evaluator, collector);
        }
    }
}

/// What was chosen on the table of each suit, and what groups of several suits then add at most.
#[derive(Clone, Copy)]
struct Chosen {
    parts: [Part; 4],
    across: Across,
}

/// A tuple of classes with what all its arrangements share.
struct Expanded {
    tuple: Tuple,
    /// What the whole hand is worth, and what no group changes.
    bare: Worth,
    /// From each level on, the most that is earned.
    rest: [Earned; 5],
}
