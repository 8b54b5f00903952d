//! The slowest hands known take no more work than they did: counted, so that no machine and no load changes it.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Deserialize;
use tingpai_core::best::{Beside, best_with_work};
use tingpai_core::hand::{Hand, Meld, MeldKind, Winning};
use tingpai_core::rules::{Situated, Situation, Table, WinState};
use tingpai_core::tile::KindSet;

/// The rule sets of the golden hands.
const RULES: &str = include_str!("../../../tests/data/kernel.json");

/// Hands that `examples/wilds.rs` found by climbing (`climb`) and among seeded ones (`work`), with what it recorded of
/// them (`record`).
const SLOW: &str = include_str!("../../../tests/data/slow_hands.json");

/// By how many hundredths a count may rise.
const RISE: u64 = 10;

#[derive(Deserialize)]
struct Rules {
    rules: HashMap<String, serde_json::Value>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    rules: String,
    counts: Vec<u8>,
    wilds: u8,
    winning: u8,
    melds: Vec<(usize, u64, Vec<u8>)>,
    flowers: u8,
    flowers_wild: bool,
    wild_kinds: u64,
    seen: u8,
    by: String,
    events: Vec<String>,
    river: Option<u8>,
    seat: u8,
    round: u8,
    win_tile_state: String,
    total: i32,
    /// Prefixes bounded, arrangements bounded, arrangements evaluated.
    work: [u64; 3],
}

impl Case {
    fn hand(&self) -> Hand {
        let kinds = [MeldKind::Chow, MeldKind::Pung, MeldKind::OpenKong, MeldKind::ConcealedKong];
        let meld = |(kind, faces, held): &(usize, u64, Vec<u8>)| {
            let mut naturals = [u8::MAX; 4];
            naturals[..held.len()].copy_from_slice(held);
            Meld { kind: kinds[*kind], faces: KindSet(*faces), naturals }
        };
        Hand {
            counts: self.counts.clone().try_into().unwrap(),
            wilds: self.wilds,
            winning: if self.winning == 42 { Winning::Wild } else { Winning::Natural(self.winning) },
            melds: self.melds.iter().map(meld).collect(),
        }
    }

    fn situation(&self) -> Situation {
        let win_state = match self.win_tile_state.as_str() {
            "concealed" => WinState::Concealed,
            "exposed" => WinState::Exposed,
            _ => WinState::Free,
        };
        let Self { by, events, river, seat, round, .. } = self;
        Situation { by: by.clone(), events: events.clone(), river: *river, seat: *seat, round: *round, win_state }
    }

    fn beside(&self) -> Beside {
        Beside {
            flowers: self.flowers,
            flowers_wild: self.flowers_wild,
            wild_kinds: KindSet(self.wild_kinds),
            seen: self.seen,
            ..Beside::default()
        }
    }
}

#[test]
fn slow_hands_take_no_more_work() {
    let Rules { rules } = serde_json::from_str(RULES).unwrap();
    let cases: Vec<Case> = serde_json::from_str(SLOW).unwrap();
    let tables: HashMap<&String, Arc<Table>> =
        rules.iter().map(|(id, data)| (id, Arc::new(Table::from_json(&data.to_string()).unwrap()))).collect();
    assert!(cases.len() >= 20);
    for case in &cases {
        let situated = Situated::new(tables[&case.rules].clone(), case.situation());
        let (found, work) = best_with_work(&situated, &case.hand(), &case.beside(), 1);
        assert_eq!(found.first().map(|reading| reading.total), Some(case.total), "{}", case.id);
        let counted = [work.nodes, work.bounded, work.evaluated];
        for (count, recorded) in counted.into_iter().zip(case.work) {
            assert!(count * 100 <= recorded * (100 + RISE), "{}: {counted:?}, recorded {:?}", case.id, case.work);
        }
    }
}
