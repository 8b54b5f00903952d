//! Hands as `tests/kernel_fixture.py` writes them: rule sets and situations in numbers.
#![allow(dead_code, missing_docs)] // Each user takes a part.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tingpai_core::best::Beside;
use tingpai_core::hand::{Hand, Meld, MeldKind, Winning};
use tingpai_core::rules::{Situated, Situation, Table, WinState};
use tingpai_core::tile::KindSet;

#[derive(Deserialize)]
pub struct Fixture {
    pub rules: HashMap<String, serde_json::Value>,
    pub hands: Vec<Case>,
}

pub type Tables = HashMap<String, Arc<Table>>;

/// The rule sets of a file, compiled.
pub fn compiled(rules: &HashMap<String, serde_json::Value>) -> Tables {
    let table = |data: &serde_json::Value| Arc::new(Table::from_json(&data.to_string()).expect("a table"));
    rules.iter().map(|(id, data)| (id.clone(), table(data))).collect()
}

#[derive(Clone, Deserialize, Serialize)]
pub struct Case {
    pub id: String,
    #[serde(default)]
    pub group: String,
    pub rules: String,
    pub counts: Vec<u8>,
    pub wilds: u8,
    pub winning: u8,
    pub melds: Vec<(usize, u64, Vec<u8>)>,
    pub flowers: u8,
    pub flowers_wild: bool,
    pub wild_kinds: u64,
    pub seen: u8,
    #[serde(default)]
    pub dora: Vec<u8>,
    #[serde(default)]
    pub ura: Vec<u8>,
    pub by: String,
    pub events: Vec<String>,
    pub river: Option<u8>,
    pub seat: u8,
    pub round: u8,
    pub win_tile_state: String,
    #[serde(default, skip_serializing)]
    pub total: Option<i32>,
}

impl Case {
    pub fn hand(&self) -> Hand {
        let kinds = [MeldKind::Chow, MeldKind::Pung, MeldKind::OpenKong, MeldKind::ConcealedKong];
        let meld = |(kind, faces, held): &(usize, u64, Vec<u8>)| {
            let mut naturals = [u8::MAX; 4];
            naturals[..held.len()].copy_from_slice(held);
            Meld { kind: kinds[*kind], faces: KindSet(*faces), naturals }
        };
        Hand {
            counts: self.counts.clone().try_into().expect("34 counts"),
            wilds: self.wilds,
            winning: if self.winning == 42 { Winning::Wild } else { Winning::Natural(self.winning) },
            melds: self.melds.iter().map(meld).collect(),
        }
    }

    pub fn situation(&self) -> Situation {
        let win_state = match self.win_tile_state.as_str() {
            "concealed" => WinState::Concealed,
            "exposed" => WinState::Exposed,
            _ => WinState::Free,
        };
        let Self { by, events, river, seat, round, .. } = self;
        Situation { by: by.clone(), events: events.clone(), river: *river, seat: *seat, round: *round, win_state }
    }

    pub fn situated(&self, tables: &Tables) -> Situated {
        Situated::new(tables[&self.rules].clone(), &self.situation())
    }

    pub fn beside(&self) -> Beside {
        Beside {
            flowers: self.flowers,
            flowers_wild: self.flowers_wild,
            wild_kinds: KindSet(self.wild_kinds),
            seen: self.seen,
            dora: self.dora.clone(),
            ura: self.ura.clone(),
        }
    }
}
