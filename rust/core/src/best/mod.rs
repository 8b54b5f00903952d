//! The exact best score of a hand: over its arrangements, what its wild tiles stand for, the group that the winning
//! tile joins, the states that may be chosen, and the sets of rows that may count together.

mod added;
mod arrangement;
mod bounds;
mod hand_rows;
mod reading;
mod search;
mod states;
mod suit;
mod work;

use crate::hand::{Hand, MeldKind, Shape, Winning};
use crate::rules::{FLOWERS_SHAPE_BIT, Situated};
use crate::tile::{Counts, KINDS, Kind, KindSet};
use arrangement::evaluate::{Buffers, Evaluator};
pub(crate) use arrangement::evaluate::{grade_of, highest_tiers};
pub(crate) use arrangement::view::{FLOWER_SHIFT, Facts, View};
use reading::Collector;
use search::covers::Covers;
use search::{Job, block, plain, search, special};

pub(crate) use added::Added;
pub(crate) use arrangement::choose::{Chooser, Instance, Mark, unconditional};
pub(crate) use arrangement::instances::{Choice, UNTAGGED, instances};
pub(crate) use arrangement::screen::Screens;
pub(crate) use bounds::local::Local;
pub(crate) use bounds::local_tables::{Circumstances, LocalTables};
pub(crate) use hand_rows::features::Features;
pub(crate) use hand_rows::properties::Properties;
pub use reading::{Line, Reading};
pub(crate) use search::plain::each_of_suit;
pub use work::Work;

/// What a score depends on beside the hand and the circumstances.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Flowers held, one bit each.
    pub flowers: u8,
    /// Whether flowers are wild tiles in this hand.
    pub flowers_wild: bool,
    /// Kinds whose every tile is wild.
    pub wild_kinds: KindSet,
    /// The winning tile's copies that lie open elsewhere.
    pub seen: u8,
    /// Indicators turned up: what they point at is dora.
    pub dora: Vec<Kind>,
    /// Indicators under those, for the winners who may look.
    pub ura: Vec<Kind>,
}

/// The best readings of a hand, at most `most` of them, the best first: none if the hand is not complete.
///
/// # Panics
/// Never: hands are admitted before they come here.
#[must_use]
pub fn best(situated: &Situated, hand: &Hand, beside: &Beside, most: usize) -> Vec<Reading> {
    best_with_work(situated, hand, beside, most).0
}

/// The best readings of a hand, as [`best`] gives them, and what it took to find them.
#[must_use]
pub fn best_with_work(situated: &Situated, hand: &Hand, beside: &Beside, most: usize) -> (Vec<Reading>, Work) {
    best_of_waits(situated, hand, beside, most, || crate::waits::waits(hand, situated.table().shapes()).kinds)
}

/// The same for a caller that knows more quickly what completed the hand.
pub(crate) fn best_of_waits(
    situated: &Situated,
    hand: &Hand,
    beside: &Beside,
    most: usize,
    waits: impl FnOnce() -> KindSet,
) -> (Vec<Reading>, Work) {
    let facts = facts(situated, hand, beside, waits);
    let mut collector = Collector::new(most.max(1), added(situated, hand, beside));
    Buffers::lend(|buffers| {
        search_shapes(situated, hand, &facts, &mut Evaluator::new(situated, &facts, buffers), &mut collector);
    });
    let work = collector.work.get();
    (collector.into_readings(), work)
}

fn search_shapes(
    situated: &Situated,
    hand: &Hand,
    facts: &Facts,
    evaluator: &mut Evaluator,
    collector: &mut Collector,
) {
    let shapes = situated.table().shapes();
    if shapes.knows(Shape::AllWild) && special::all_wild(hand) {
        evaluator.offer(&View::new(Shape::AllWild as u8, &[]), i32::MAX, collector);
        return;
    }
    let sets = (shapes.sets as usize).checked_sub(hand.melds.len());
    if plain::is_plain(hand, hand.complete().1) {
        plain::offer(hand, facts, shapes, evaluator, collector);
    } else if let Some(sets) = sets {
        if shapes.knows(Shape::Standard) {
            let covers = &Covers::new(&facts.naturals, sets as u8);
            let job = Job { situated, facts, shape: Shape::Standard as u8, covers, melds: &hand.melds, beside: &[] };
            search(&job, evaluator, collector);
        }
        if shapes.knows(Shape::KnittedDragon) && sets >= 3 {
            block::offer(situated, &hand.melds, facts, sets as u8 - 3, evaluator, collector);
        }
    }
    if hand.melds.is_empty() {
        special::search(situated, facts, hand, evaluator, collector);
    }
}

/// The reading of a win by flowers, which needs no arrangement.
#[must_use]
pub fn best_flowers(situated: &Situated, hand: &Hand, beside: &Beside) -> Option<Reading> {
    let waits = || crate::waits::waits(hand, situated.table().shapes()).kinds;
    let facts = facts(situated, hand, beside, waits);
    let mut collector = Collector::new(1, Added::default());
    Buffers::lend(|buffers| {
        let view = View::new(FLOWERS_SHAPE_BIT, &[]);
        Evaluator::new(situated, &facts, buffers).offer_flowers(&view, &mut collector);
    });
    collector.into_readings().pop().filter(|reading| !reading.lines.is_empty())
}

/// What rows of dora add to any reading of the hand: natural tiles count, the winning tile among them.
fn added(situated: &Situated, hand: &Hand, beside: &Beside) -> Added {
    if beside.dora.is_empty() && beside.ura.is_empty() {
        return Added::default();
    }
    let mut held = held(hand);
    if let Winning::Natural(tile) = hand.winning {
        held[tile as usize] += 1;
    }
    Added::new(situated.table(), |kind| held[kind as usize], beside)
}

/// Natural tiles held in hand and on the table, without the winning tile.
fn held(hand: &Hand) -> Counts {
    let mut held = hand.counts;
    for meld in &hand.melds {
        for kind in meld.naturals.into_iter().filter(|kind| (*kind as usize) < KINDS) {
            held[kind as usize] += 1;
        }
    }
    held
}

fn facts(situated: &Situated, hand: &Hand, beside: &Beside, waits: impl FnOnce() -> KindSet) -> Facts {
    let mut laid = [0; 4];
    for meld in &hand.melds {
        laid[meld.kind as usize] += 1;
    }
    let (naturals, _) = hand.complete();
    let mut facts = Facts {
        winning: hand.winning,
        naturals,
        flowers: beside.flowers,
        flowers_wild: beside.flowers_wild,
        waits: KindSet::EMPTY,
        waits_by_shape: KindSet::EMPTY,
        last_visible: false,
        laid,
    };
    if let Winning::Natural(tile) = hand.winning {
        let open = hand.melds.iter().filter(|meld| meld.kind != MeldKind::ConcealedKong);
        let own = open.flat_map(|meld| meld.naturals).filter(|kind| *kind == tile).count() as u8;
        facts.last_visible = own + beside.seen >= 3;
        if situated.asks_waits {
            let held = held(hand);
            facts.waits_by_shape = KindSet(waits().0 & !beside.wild_kinds.0);
            let free = facts.waits_by_shape.iter().filter(|kind| held[*kind as usize] < 4);
            facts.waits = KindSet(free.map(|kind| 1 << kind).sum());
        }
    }
    facts
}
