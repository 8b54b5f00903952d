//! Hands without wild tiles by the parts of their situation.

use crate::batch::score::facts::Laid;
use crate::batch::score::memory::{Memory, group_of};
use crate::batch::score::packed::Packed;
use crate::batch::score::reading::Waited;
use crate::batch::score::row::Row;
use crate::batch::score::shapes::{may_be_both, may_be_neither};
use crate::batch::score::sheet::Sheet;
use crate::batch::score::suits::A_PAIR;
use crate::batch::score::{Frame, MOST_MELDS};
use crate::bits::bits;
use crate::group::{Group, GroupKind};
use crate::hand::{Shape, Winning};
use crate::tile::{KindSet, rank, suit};

use super::Parts;
use super::part::MOST_COPIES;
use super::reading::Hand;
use super::suits::Met;

/// The lowest bit of each count of a suit.
const ONES: u64 = 0x1_1111_1111;

impl Memory {
    pub(in crate::batch::score) fn weigh(&mut self, frame: &Frame, parts: &Parts, row: &Row, sheet: &mut Sheet) {
        let winning = match row.winning {
            Winning::Natural(winning) if row.is_plain() => winning,
            _ => return self.search(frame, row, sheet),
        };
        let mut tiles = row.tiles;
        tiles.add(winning);
        self.parts.make_room();
        let met = [0, 1, 2, 3].map(|number| self.parts.suits.get(number, tiles.0[number], parts));
        let (shapes, laid) = (frame.situated.table().shapes(), row.melds().len());
        let holds: u16 = met.iter().map(|met: &Met| met.holds).sum::<u16>() + laid as u16;
        let standard = holds == u16::from(shapes.sets) + A_PAIR;
        if may_be_both(shapes, laid, tiles, 0) || !standard && may_be_neither(shapes, laid, tiles, 0) {
            return self.search(frame, row, sheet);
        }
        if !standard {
            return sheet.none(frame.terms.missing);
        }
        let mut melds = [Group::in_hand(GroupKind::Pair, 0); MOST_MELDS];
        let mut counted = Laid::default();
        let mut suits = tiles.0[..3].iter().enumerate().fold(0, |all, (at, suit)| all | u8::from(*suit != 0) << at);
        for (group, meld) in melds.iter_mut().zip(row.melds()) {
            *group = group_of(meld);
            counted.add(meld.kind);
            suits |= 1 << suit(group.first);
        }
        let melds = &melds[..laid];
        let all = || melds.iter().fold(tiles, |all, group| all.with(*group));
        let flowers = (!frame.beside.flowers_wild).then_some(row.flowers);
        let facts = parts.flags.of(suits & 0b111, counted, flowers.unwrap_or_default(), all);
        let waited = if parts.flags.look_at_win() { self.waited(frame, row, winning) } else { Waited::default() };
        let hand = Hand {
            situated: frame.situated,
            parts,
            winning,
            melds,
            claimed: counted.is_claimed(),
            flowers,
            facts: if flowers.is_some() { facts } else { parts.flags.without_flowers(facts) },
            won: waited.won,
            many: many(tiles, melds, parts),
            met,
        };
        let Some(best) = hand.best(&mut self.parts) else { return self.search(frame, row, sheet) };
        if sheet.wanted.lines || sheet.wanted.groups || !frame.terms.beside.is_empty() {
            return frame.tell(Some(hand.reading(&best, &self.parts)), sheet);
        }
        let (total, reason) = frame.terms.verdict(best.total, 0, Shape::Standard as u8);
        sheet.head(total, reason);
    }
}

/// Kinds of which there are as many copies as some part looks at.
fn many(tiles: Packed, melds: &[Group], parts: &Parts) -> KindSet {
    let Some(least) = parts.each.iter().filter_map(|part| part.copies).min() else { return KindSet::EMPTY };
    let mut all = tiles;
    for group in melds {
        for kind in group.kinds().iter() {
            let room = MOST_COPIES - all.get(kind).min(MOST_COPIES);
            all.0[suit(kind)] += u64::from(group.copies_of(kind).min(room)) << (4 * rank(kind));
        }
    }
    let mut many = KindSet::EMPTY;
    for (number, counts) in all.0.into_iter().enumerate() {
        let enough = (counts + ONES * u64::from(MOST_COPIES + 1 - least)) & (ONES * u64::from(MOST_COPIES + 1));
        for at in bits(enough) {
            many.0 |= 1 << (9 * number + at / 4);
        }
    }
    many
}
