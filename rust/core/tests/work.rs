//! The slowest hands known take no more work than they did: counted, so that no machine and no load changes it.

#[path = "common/case.rs"]
mod case;

use case::{Case, Fixture, compiled};
use serde::Deserialize;
use tingpai_core::best::best_with_work;

/// The rule sets of the golden hands.
const RULES: &str = include_str!("../../../tests/data/kernel.json");

/// Hands that `examples/wilds.rs` found by climbing (`climb`) and among seeded ones (`work`), with what it recorded of
/// them (`record`).
const SLOW: &str = include_str!("../../../tests/data/slow_hands.json");

/// By how many hundredths a count may rise.
const RISE: u64 = 10;

#[derive(Deserialize)]
struct Slow {
    #[serde(flatten)]
    case: Case,
    /// Prefixes bounded, arrangements bounded, arrangements evaluated.
    work: [u64; 3],
}

#[test]
fn slow_hands_take_no_more_work() {
    let Fixture { rules, .. } = serde_json::from_str(RULES).unwrap();
    let slow: Vec<Slow> = serde_json::from_str(SLOW).unwrap();
    let tables = compiled(&rules);
    assert!(slow.len() >= 20);
    for Slow { case, work: recorded } in &slow {
        assert!(case.total.is_some(), "{}", case.id);
        let (found, work) = best_with_work(&case.situated(&tables), &case.hand(), &case.beside(), 1);
        assert_eq!(found.first().map(|reading| reading.total), case.total, "{}", case.id);
        let counted = [work.nodes, work.bounded, work.evaluated];
        for (count, most) in counted.into_iter().zip(recorded) {
            assert!(count * 100 <= most * (100 + RISE), "{}: {counted:?}, recorded {recorded:?}", case.id);
        }
    }
}
