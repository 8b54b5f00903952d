//! The benches whose instructions `benches/instructions.py` counts; by itself it prints their names and how many hands
//! each is of.
//!
//! Whatever is done in [`measured`] counts, one bench after another, and nothing else does. Every bench has been run once
//! before, so that the tables of suits and rule sets stand and buffers have grown; what that takes is counted by benches
//! of their own (`met first`).

#[path = "../tests/common/case.rs"]
mod case;
#[path = "../tests/common/dealt.rs"]
mod dealt;

use std::hint::black_box;

use case::{Case, Fixture, Tables, compiled};
use dealt::dealt;
use tingpai_core::batch::score::{
    self, Frame, Look, Memory, Numbers, Packed, Row, Sheet, TOGETHER, Terms as WinTerms, Wanted,
};
use tingpai_core::batch::{Each, Rows, Terms, complete, distance, waits};
use tingpai_core::best::{Beside, best};
use tingpai_core::hand::{Hand, Shapes};
use tingpai_core::rules::Situated;
use tingpai_core::tile::Counts;

/// The rule sets of the golden hands.
const RULES: &str = include_str!("../../../tests/data/kernel.json");

/// Hands by group, as `benches/instructions.py --deal` writes them.
const HANDS: &str = include_str!("../../../benches/counted_hands.json");

/// The group of hands that are scored as a batch.
const BATCH: &str = "batch";

/// Hands of each batch of counts.
const ROWS: u16 = 200;

/// What rule sets know, and the numbers of wild tiles that are counted.
const KNOWN: [(Shapes, &[u8]); 2] =
    [(Shapes { sets: 4, known: 0b00_1001 }, &[0]), (Shapes { sets: 5, known: 0b11_1111 }, &[0, 4, 12])];

/// Where callgrind counts. The sum keeps the call from becoming a jump, which would never be left.
#[inline(never)]
fn measured(work: &mut dyn FnMut() -> usize) -> usize {
    black_box(work()) + 1
}

fn count(name: &str, hands: usize, work: &mut dyn FnMut() -> usize) {
    measured(work);
    println!("{hands}\t{name}");
}

/// The same after everything has been met.
fn count_again(name: &str, hands: usize, work: &mut dyn FnMut() -> usize) {
    work();
    count(name, hands, work);
}

// Batches of counts ----------------------------------------------------------------------------------------------

/// One rule set's hands with so many wild tiles, full and a tile short.
struct Batch {
    terms: Terms,
    wilds: u8,
    full: Vec<Counts>,
    ready: Vec<Counts>,
}

impl Batch {
    fn all() -> Vec<Self> {
        let of = |&(shapes, numbers): &(Shapes, &'static [u8])| {
            let tiles = 3 * shapes.sets + 2;
            numbers.iter().map(move |&wilds| Self {
                terms: Terms { shapes, wild_tiles: true },
                wilds,
                full: dealt(tiles - wilds, ROWS as usize),
                ready: dealt(tiles - 1 - wilds, ROWS as usize),
            })
        };
        KNOWN.iter().flat_map(of).collect()
    }

    fn named(&self, what: &str) -> String {
        format!("{what}, {} tiles, {} wild", 3 * self.terms.shapes.sets + 2, self.wilds)
    }

    fn rows<'a>(&self, counts: &'a [Counts]) -> Rows<'a> {
        Rows { counts, wilds: Each::All(self.wilds), melds: Each::All(0), melded: None }
    }

    fn complete(&self) -> usize {
        let (mut values, mut faults) = ([[0; 1]; ROWS as usize], [0; ROWS as usize]);
        complete(&self.rows(&self.full), self.terms, 1, (&mut values, &mut faults));
        black_box(&values).len()
    }

    fn waits(&self) -> usize {
        let (mut values, mut faults) = ([[0; 8]; ROWS as usize], [0; ROWS as usize]);
        waits(&self.rows(&self.ready), self.terms, true, 1, (&mut values, &mut faults));
        black_box(&values).len()
    }

    fn distance(&self) -> usize {
        let (mut values, mut faults) = ([[0; 1]; ROWS as usize], [0; ROWS as usize]);
        distance(&self.rows(&self.full), self.terms, 1, (&mut values, &mut faults));
        black_box(&values).len()
    }
}

fn batches_of_counts() {
    let batches = Batch::all();
    let all = |batch: &Batch| batch.complete() + batch.waits() + batch.distance();
    count("suits met first", batches.len() * usize::from(ROWS), &mut || batches.iter().map(all).sum());
    for batch in &batches {
        let rows = usize::from(ROWS);
        count_again(&batch.named("complete"), rows, &mut || batch.complete());
        count_again(&batch.named("waits"), rows, &mut || batch.waits());
        count_again(&batch.named("distance"), rows, &mut || batch.distance());
    }
}

// Best scores ----------------------------------------------------------------------------------------------------

/// A hand in its situation.
struct Win {
    situated: Situated,
    hand: Hand,
    beside: Beside,
}

impl Win {
    fn of(case: &Case, tables: &Tables) -> Self {
        Self { situated: case.situated(tables), hand: case.hand(), beside: case.beside() }
    }

    fn score(&self) -> usize {
        black_box(best(&self.situated, &self.hand, &self.beside, 1)).len()
    }
}

fn best_scores(groups: &[(&str, Vec<Win>)]) {
    let hands = groups.iter().map(|(_, wins)| wins.len()).sum();
    let every = &mut || groups.iter().flat_map(|(_, wins)| wins).map(Win::score).sum();
    count("best score, tables met first", hands, every);
    for (group, wins) in groups {
        count_again(&format!("best score, {group}"), wins.len(), &mut || wins.iter().map(Win::score).sum());
    }
}

// Batches of scores ----------------------------------------------------------------------------------------------

/// What a frame borrows.
struct Framed {
    win: Win,
    shared: Beside,
    look: Option<Look>,
}

impl Framed {
    fn of(win: Win, terms: &WinTerms, numbers: &Numbers) -> Self {
        let shared = Beside { flowers: 0, seen: 0, ..win.beside.clone() };
        let look = Look::new(&win.situated, &terms.beside, numbers);
        Self { win, shared, look }
    }

    fn frame<'a>(&'a self, terms: &'a WinTerms) -> Frame<'a> {
        Frame { situated: &self.win.situated, terms, beside: &self.shared, look: self.look.as_ref() }
    }

    fn row(&self) -> Row {
        let (Win { hand, beside, .. }, mut row) = (&self.win, Row::default());
        (row.tiles, row.wilds, row.winning) = (Packed::of(&hand.counts), hand.wilds, hand.winning);
        (row.flowers, row.seen) = (beside.flowers, beside.seen);
        assert!(hand.melds.iter().all(|meld| row.lay(*meld)));
        row
    }
}

fn batches_of_scores(wins: Vec<Win>) {
    let numbers = Numbers::default();
    let terms = WinTerms { shapes: u8::MAX, ..WinTerms::default() };
    let framed: Vec<Framed> = wins.into_iter().map(|win| Framed::of(win, &terms, &numbers)).collect();
    let rows: Vec<Row> = framed.iter().map(Framed::row).collect();
    let frames: Vec<Option<Frame>> = framed.iter().map(|framed| Some(framed.frame(&terms))).collect();
    let score = |memory: &mut Memory, all: bool| {
        let mut sheet = Sheet::new(Wanted { lines: all, groups: all });
        for (rows, frames) in rows.chunks(TOGETHER).zip(frames.chunks(TOGETHER)) {
            score::score(rows, frames, memory, &mut sheet);
        }
        black_box(&sheet).totals.len()
    };
    count_again("batch score, met first", rows.len(), &mut || score(&mut Memory::default(), true));
    let mut memory = Memory::default();
    count_again("batch score, totals", rows.len(), &mut || score(&mut memory, false));
    count_again("batch score, explained", rows.len(), &mut || score(&mut memory, true));
}

fn main() {
    let Fixture { rules, .. } = serde_json::from_str(RULES).expect("rule sets");
    let cases: Vec<Case> = serde_json::from_str(HANDS).expect("hands");
    let tables = compiled(&rules);
    let mut groups: Vec<(&str, Vec<Win>)> = Vec::new();
    for case in &cases {
        if groups.last().is_none_or(|(group, _)| *group != case.group) {
            groups.push((&case.group, Vec::new()));
        }
        groups.last_mut().expect("a group").1.push(Win::of(case, &tables));
    }
    let at = groups.iter().position(|(group, _)| *group == BATCH).expect("hands for a batch");
    let (_, batch) = groups.remove(at);
    batches_of_counts();
    best_scores(&groups);
    batches_of_scores(batch);
}
