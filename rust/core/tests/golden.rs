//! The golden hands on the bare crate, as a game in Rust would score them.

#[path = "common/case.rs"]
mod case;

use case::{Fixture, compiled};
use tingpai_core::best::best;
use tingpai_core::rules::Table;

/// What `tests/kernel_fixture.py` wrote.
const FIXTURE: &str = include_str!("../../../tests/data/kernel.json");

#[test]
fn golden_hands() {
    let fixture: Fixture = serde_json::from_str(FIXTURE).unwrap();
    let tables = compiled(&fixture.rules);
    assert!(fixture.hands.len() > 200);
    for case in &fixture.hands {
        let found = best(&case.situated(&tables), &case.hand(), &case.beside(), 1);
        assert_eq!(found.first().map(|reading| reading.total), case.total, "{}", case.id);
    }
}

#[test]
fn tables_that_do_not_compile() {
    for text in ["", "{}", "[]", "{\"sets\": 9}"] {
        assert!(Table::from_json(text).is_err());
    }
}

#[test]
fn kinds_need_exclusions_that_choose() {
    let fixture: Fixture = serde_json::from_str(FIXTURE).unwrap();
    let mut rules = fixture.rules["baida"].clone();
    assert!(rules["rows"].as_array().unwrap().iter().any(|row| row["kinds"] != serde_json::json!([])));
    assert!(Table::from_json(&rules.to_string()).is_ok());
    rules["exclusions"] = "unconditional".into();
    assert!(Table::from_json(&rules.to_string()).unwrap_err().to_string().contains("kinds"));
}
