//! Times the best score of hands written out as numbers, lists their readings, or looks for slow ones:
//! `cargo run --release --example wilds -- time FILE`, `list FILE [MOST]`, `work FILE`, `record FILE`,
//! `run FILE [TIMES]`, or `climb FILE [SECONDS]`.
//!
//! A file holds rule sets and hands as `tests/kernel_fixture.py` writes them, perhaps with a `group` to sum up by.

#[path = "../tests/common/case.rs"]
mod case;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Instant;

use case::{Case, Fixture, Tables, compiled};
use tingpai_core::best::{Work, best, best_with_work};
use tingpai_core::rules::Situated;

/// Microseconds that this process had a processor so far, where the system tells; else of the clock.
fn processor(begun: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.as_ref().and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| begun.elapsed().as_secs_f64() * 1e6, |nanoseconds| nanoseconds / 1e3)
}

/// Microseconds: the shortest of some runs; of a long one the processor time.
fn warm(run: impl Fn()) -> f64 {
    let begun = Instant::now();
    let before = processor(begun);
    let mut least = f64::MAX;
    for _ in 0..15 {
        let start = Instant::now();
        run();
        least = least.min(start.elapsed().as_secs_f64() * 1e6);
        if begun.elapsed().as_millis() > 5 {
            break;
        }
    }
    if least > 20_000.0 { processor(begun) - before } else { least }
}

/// The time that so many of a hundred stay below, of times in ascending order.
fn percentile(times: &[f64], of: usize) -> f64 {
    times[(times.len() * of / 100).min(times.len() - 1)]
}

/// Times of hands that belong together.
#[derive(Default)]
struct Group<'a> {
    first: Vec<f64>,
    again: Vec<f64>,
    worst: &'a str,
    slowest: f64,
}

fn time(fixture: &Fixture, tables: &Tables) {
    let mut groups: BTreeMap<&str, Group> = BTreeMap::new();
    let mut known: HashMap<(String, String), Arc<Situated>> = HashMap::new();
    for case in &fixture.hands {
        let situation = case.situation();
        let key = (case.rules.clone(), format!("{situation:?}"));
        let situated = known
            .entry(key)
            .or_insert_with(|| Arc::new(Situated::new(tables[&case.rules].clone(), &situation)))
            .clone();
        let (hand, beside) = (case.hand(), case.beside());
        let start = Instant::now();
        let before = processor(start);
        let _ = best(&situated, &hand, &beside, 1);
        let cold = start.elapsed().as_secs_f64() * 1e6;
        let cold = if cold > 20_000.0 { processor(start) - before } else { cold };
        let again = warm(|| {
            let _ = best(&situated, &hand, &beside, 1);
        });
        let group = groups.entry(&case.group).or_default();
        group.first.push(cold);
        group.again.push(again);
        if again > group.slowest {
            (group.worst, group.slowest) = (&case.id, again);
        }
    }
    println!("{:12} {:>5} | first p50      max | again p50      p90      p99      max", "group", "hands");
    for (name, Group { first: mut cold, mut again, worst, .. }) in groups {
        cold.sort_by(f64::total_cmp);
        again.sort_by(f64::total_cmp);
        println!(
            "{name:12} {:5} | {:9.1} {:8.0} | {:9.1} {:8.1} {:8.1} {:8.1}  {worst}",
            cold.len(),
            percentile(&cold, 50),
            percentile(&cold, 100),
            percentile(&again, 50),
            percentile(&again, 90),
            percentile(&again, 99),
            percentile(&again, 100),
        );
    }
}

fn list(fixture: &Fixture, tables: &Tables, most: usize) {
    for case in &fixture.hands {
        let situated = case.situated(tables);
        let found = best(&situated, &case.hand(), &case.beside(), most);
        let all: Vec<String> = found
            .iter()
            .map(|reading| {
                let rows: Vec<String> =
                    reading.lines.iter().map(|line| format!("{}*{}", line.row, line.subtotal())).collect();
                format!("{} {}", reading.total, rows.join(" "))
            })
            .collect();
        println!("{} {}", case.id, all.join(" | "));
    }
}

/// What it takes to find the best of each hand.
fn work(fixture: &Fixture, tables: &Tables) {
    for case in &fixture.hands {
        let (total, work) = worked(case, tables);
        println!("{} {} {total} {work:?}", case.group, case.id);
    }
}

/// The hands with their totals and what it takes to find these: what `tests/work.rs` reads.
fn record(fixture: &Fixture, tables: &Tables) {
    let line = |case: &Case| {
        let (total, work) = worked(case, tables);
        let mut line = serde_json::to_value(case).expect("numbers and text");
        line["total"] = total.into();
        line["work"] = vec![work.nodes, work.bounded, work.evaluated].into();
        line.to_string()
    };
    let lines: Vec<String> = fixture.hands.iter().map(line).collect();
    println!("[\n{}\n]", lines.join(",\n"));
}

fn worked(case: &Case, tables: &Tables) -> (i32, Work) {
    let situated = case.situated(tables);
    let (found, work) = best_with_work(&situated, &case.hand(), &case.beside(), 1);
    (found.first().map_or(0, |reading| reading.total), work)
}

/// Scores every hand so many times, with nothing measured: for profilers.
fn run(fixture: &Fixture, tables: &Tables, times: usize) {
    let mut known: HashMap<(String, String), Arc<Situated>> = HashMap::new();
    for _ in 0..times {
        for case in &fixture.hands {
            let situation = case.situation();
            let key = (case.rules.clone(), format!("{situation:?}"));
            let situated = known
                .entry(key)
                .or_insert_with(|| Arc::new(Situated::new(tables[&case.rules].clone(), &situation)))
                .clone();
            let _ = best(&situated, &case.hand(), &case.beside(), 1);
        }
    }
}

fn random(state: &mut u64, bound: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 20) as usize % bound
}

/// Slow hands kept of each number of sets on the table.
const WORST: usize = 4;

/// Wild tiles that a game can deal at most.
const WILDS: usize = 18;

const ANY_PUNG: u64 = (1 << 34) - 1;
const ANY_CHOW: u64 = 0x7F | 0x7F << 9 | 0x7F << 18;

/// The hand with something changed: a tile for another or for a wild one, a claimed set for one of wild tiles.
fn changed(case: &Case, state: &mut u64) -> Case {
    let mut case = case.clone();
    let kind = random(state, 34);
    match random(state, 4) {
        0 if case.wilds > 0 => {
            case.wilds -= 1;
            case.counts[kind] += 1;
        }
        1 if case.counts[kind] > 0 => {
            case.wilds += 1;
            case.counts[kind] -= 1;
        }
        2 if case.counts[kind] > 0 => {
            case.counts[kind] -= 1;
            case.counts[random(state, 34)] += 1;
        }
        _ if !case.melds.is_empty() => {
            let at = random(state, case.melds.len());
            let (suit, rank) = (random(state, 3), random(state, 7));
            let tile = (9 * suit + rank) as u8;
            let near = (rank.saturating_sub(2)..=rank).map(|first| 1 << (9 * suit + first)).sum();
            case.melds[at] = match random(state, 4) {
                0 => (1, ANY_PUNG, vec![]),
                1 => (0, ANY_CHOW, vec![]),
                2 => (0, near, vec![tile]),
                _ => (1, 1 << kind, vec![kind as u8; 2]),
            };
        }
        _ => {}
    }
    case
}

/// Whether tiles and wild tiles are no more than there are.
fn is_possible(case: &Case) -> bool {
    let mut held = case.counts.clone();
    let mut wilds = usize::from(case.wilds);
    for (_, _, naturals) in &case.melds {
        wilds += 3_usize.saturating_sub(naturals.len());
        for tile in naturals {
            held[usize::from(*tile)] += 1;
        }
    }
    if case.winning < 34 {
        held[usize::from(case.winning)] += 1;
    }
    wilds <= WILDS && held.iter().all(|copies| *copies <= 4)
}

/// How slow a hand is, told from counted work: roughly in tenths of a microsecond.
fn slowness(case: &Case, tables: &Tables) -> u64 {
    let (_, work) = worked(case, tables);
    work.nodes + work.bounded + 20 * work.evaluated
}

/// Changes hands for as long as they get slower, and prints the slowest of each number of sets on the table, as a list
/// of hands for a file.
fn climb(fixture: &Fixture, tables: &Tables, seconds: u64) {
    let mut state = 88_172_645_463_325_252;
    let mut worst: BTreeMap<usize, Vec<(u64, Case)>> = BTreeMap::new();
    let begun = Instant::now();
    while begun.elapsed().as_secs() < seconds {
        let mut case = fixture.hands[random(&mut state, fixture.hands.len())].clone();
        let mut slow = slowness(&case, tables);
        let mut tries = 0;
        while tries < 30 && begun.elapsed().as_secs() < seconds {
            let next = changed(&case, &mut state);
            let work = if is_possible(&next) { slowness(&next, tables) } else { 0 };
            tries += 1;
            if work > slow {
                (case, slow, tries) = (next, work, 0);
            }
        }
        let known = worst.entry(case.melds.len()).or_default();
        known.push((slow, case));
        known.sort_by_key(|(slow, _)| std::cmp::Reverse(*slow));
        known.truncate(WORST);
    }
    let mut lines = Vec::new();
    for (melds, cases) in worst {
        for (at, (_, case)) in cases.into_iter().enumerate() {
            let case = Case { id: format!("{melds} sets {at}"), group: format!("climbed {melds}"), ..case };
            lines.push(serde_json::to_string(&case).expect("numbers and text"));
        }
    }
    println!("[\n{}\n]", lines.join(",\n"));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, file, most @ ..] = &arguments[..] else { panic!("time, list, work, record, run or climb, and a FILE") };
    let text = std::fs::read_to_string(file).expect("the file is read");
    let fixture: Fixture = serde_json::from_str(&text).expect("rule sets and hands");
    let tables = compiled(&fixture.rules);
    let number = |usual| most.first().and_then(|number| number.parse().ok()).unwrap_or(usual);
    match what.as_str() {
        "time" => time(&fixture, &tables),
        "work" => work(&fixture, &tables),
        "record" => record(&fixture, &tables),
        "run" => run(&fixture, &tables, number(1)),
        "climb" => climb(&fixture, &tables, number(60) as u64),
        _ => list(&fixture, &tables, number(1)),
    }
}
