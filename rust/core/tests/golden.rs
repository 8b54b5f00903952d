//! The golden hands on the bare crate, as a game in Rust would score them.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Deserialize;
use tingpai_core::best::{Beside, best};
use tingpai_core::hand::{Hand, Meld, MeldKind, Winning};
use tingpai_core::rules::{Situated, Situation, Table, WinState};
use tingpai_core::tile::KindSet;

/// What `tests/kernel_fixture.py` wrote.
const FIXTURE: &str = include_str!("../../../tests/data/kernel.json");

#[derive(Deserialize)]
struct Fixture {
    rules: HashMap<String, serde_json::Value>,
    hands: Vec<Case>,
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
    dora: Vec<u8>,
    ura: Vec<u8>,
    by: String,
    events: Vec<String>,
    river: Option<u8>,
    seat: u8,
    round: u8,
    win_tile_state: String,
    total: Option<i32>,
}

fn hand(case: &Case) -> Hand {
    let kinds = [MeldKind::Chow, MeldKind::Pung, MeldKind::OpenKong, MeldKind::ConcealedKong];
    let meld = |(kind, faces, held): &(usize, u64, Vec<u8>)| {
        let mut naturals = [u8::MAX; 4];
        naturals[..held.len()].copy_from_slice(held);
        Meld { kind: kinds[*kind], faces: KindSet(*faces), naturals }
    };
    Hand {
        counts: case.counts.clone().try_into().unwrap(),
        wilds: case.wilds,
        winning: if case.winning == 42 { Winning::Wild } else { Winning::Natural(case.winning) },
        melds: case.melds.iter().map(meld).collect(),
    }
}

#[test]
fn golden_hands() {
    let fixture: Fixture = serde_json::from_str(FIXTURE).unwrap();
    let table = |rules: &serde_json::Value| Arc::new(Table::from_json(&rules.to_string()).unwrap());
    let tables: HashMap<&String, Arc<Table>> = fixture.rules.iter().map(|(id, rules)| (id, table(rules))).collect();
    assert!(fixture.hands.len() > 200);
    for case in &fixture.hands {
        let win_state = match case.win_tile_state.as_str() {
            "concealed" => WinState::Concealed,
            "exposed" => WinState::Exposed,
            _ => WinState::Free,
        };
        let situation = Situation {
            by: case.by.clone(),
            events: case.events.clone(),
            river: case.river,
            seat: case.seat,
            round: case.round,
            win_state,
        };
        let situated = Situated::new(tables[&case.rules].clone(), situation);
        let beside = Beside {
            flowers: case.flowers,
            flowers_wild: case.flowers_wild,
            wild_kinds: KindSet(case.wild_kinds),
            seen: case.seen,
            dora: case.dora.clone(),
            ura: case.ura.clone(),
        };
        let found = best(&situated, &hand(case), &beside, 1);
        assert_eq!(found.first().map(|reading| reading.total), case.total, "{}", case.id);
    }
}

#[test]
fn tables_that_do_not_compile() {
    for text in ["", "{}", "[]", "{\"sets\": 9}"] {
        assert!(Table::from_json(text).is_err());
    }
}
