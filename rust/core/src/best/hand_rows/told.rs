//! Rows of which the mask of an arrangement tells all there is to tell.

use crate::best::bounds::part::most_instances;
use crate::best::search::special::PAIRS;
use crate::rules::Table;
use crate::rules::cond::Cond;
use crate::rules::data::{RunKind, WaitKind};
use crate::rules::situated::ActiveRow;

/// What rows of a shape may be worth of which masks do not tell all; nothing where there are none but of seven pairs in a
/// row, which are looked for by themselves.
pub(crate) fn unseen(table: &Table, active: &[ActiveRow], covered: &[bool], shape: u8) -> Option<i32> {
    let here = active.iter().zip(covered).filter(|(active, _)| table.rows[active.row].shapes >> shape & 1 == 1);
    let told = |cond: &Cond, covered| told_by_shape(cond) || covered && told_by_masks(cond);
    let unseen: Vec<&ActiveRow> = here
        .filter(|(active, covered)| !active.when.iter().all(|(cond, _)| told(cond, **covered)))
        .map(|(active, _)| active)
        .collect();
    let looked_for = |active: &&ActiveRow| active.when.iter().all(|(cond, _)| asks_pairs_in_a_row(cond));
    let worth = unseen.iter().map(|active| worth_at_most(table, active, |_| true)).fold(0, i32::saturating_add);
    (!unseen.iter().all(looked_for)).then_some(worth)
}

/// The most that a row can be worth by such of its conditions.
pub(crate) fn worth_at_most(table: &Table, active: &ActiveRow, of: impl Fn(&Cond) -> bool) -> i32 {
    let row = &table.rows[active.row];
    let grade = if row.scaled { table.highest_grade() } else { 1 };
    let most = active.when.iter().filter(|(cond, _)| of(cond));
    let times = most.map(|(cond, times)| times.saturating_mul(most_instances(cond))).fold(0, i32::saturating_add);
    row.value.max(row.value_if_claimed).max(0).saturating_mul(grade).saturating_mul(times)
}

/// Whether arrangements of one shape with one mask are alike to a condition that masks look at.
fn told_by_masks(cond: &Cond) -> bool {
    match cond {
        Cond::Tiles { .. } | Cond::EachGroup { .. } | Cond::Residual { .. } => true,
        Cond::AllOf(of) => of.iter().all(told_by_masks),
        _ => told_by_shape(cond),
    }
}

/// Whether all arrangements of one shape are alike to a condition.
fn told_by_shape(cond: &Cond) -> bool {
    match cond {
        Cond::Always | Cond::Never | Cond::Shape(_) | Cond::Flowers { .. } => true,
        Cond::Wait(kind) => matches!(kind, WaitKind::Only | WaitKind::OnlyByShape | WaitKind::LastVisible),
        Cond::Not(of) => told_by_shape(of),
        Cond::AllOf(of) => of.iter().all(told_by_shape),
        _ => false,
    }
}

/// Whether a condition asks for seven pairs in a row and no other suit.
fn asks_pairs_in_a_row(cond: &Cond) -> bool {
    let Cond::AllOf(of) = cond else { return false };
    let in_a_row = |cond: &Cond| matches!(cond, Cond::Run(run) if run.kind == RunKind::Pair && run.ranks.iter().copied().eq(0..PAIRS));
    let of_one_suit = |cond: &Cond| matches!(cond, Cond::Tiles { suits: Some(1), .. });
    of.iter().any(in_a_row) && of.iter().any(of_one_suit) && of.iter().all(|cond| in_a_row(cond) || told_by_masks(cond))
}
