//! The groups that each line used, in an arrangement of which it is known what counts.

use super::Frame;
use super::row::Row;
use super::sorts::Palette;
use crate::best::{Choice, Facts, Line, View, instances};
use crate::group::{Group, Laid};
use crate::hand::Shape;
use crate::rules::cond::Cond;
use crate::tile::KindSet;

/// Fills in what the lines used. False if rows hold more often than they count: which of them counts is then for the
/// search to say.
pub(super) fn fill_in(lines: &mut [Line], frame: &Frame, palette: &Palette, row: &Row, groups: &[Group]) -> bool {
    let view = View::new(Shape::Standard as u8, groups);
    let mut laid = [0; 4];
    for meld in row.melds() {
        laid[meld.kind as usize] += 1;
    }
    let facts = Facts {
        winning: row.winning,
        naturals: row.counts,
        flowers: row.flowers,
        flowers_wild: false,
        waits: KindSet::EMPTY,
        waits_by_shape: KindSet::EMPTY,
        last_visible: false,
        laid,
    };
    let closed = |group: &Group| matches!(group.laid, Laid::Hand | Laid::ConcealedKong);
    let concealed = groups.iter().enumerate().map(|(at, group)| u32::from(closed(group)) << at).sum();
    let choice = Choice { win: None, concealed };
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(&Line { row: number, .. }) = lines.get(at) {
        let Some(active) = palette.active[number as usize] else { return false };
        for (cond, times) in &frame.situated.rows[active as usize].when {
            if matches!(cond, Cond::Residual { .. }) {
                let Some(line) = lines.get_mut(at) else { return false };
                line.used = view.whole;
                at += 1;
                continue;
            }
            found.clear();
            instances(cond, &view, &facts, choice, &mut found);
            for used in &found {
                match lines.get_mut(at) {
                    Some(line) if line.row == number && line.times == *times => line.used = used.groups,
                    _ => return false,
                }
                at += 1;
            }
        }
        // Whatever counts more often than it holds was not understood.
        if at == 0 || lines.get(at).is_some_and(|line| line.row == number) || lines[at - 1].row != number {
            return false;
        }
    }
    true
}
