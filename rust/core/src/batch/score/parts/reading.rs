//! The best reading of a hand by the parts of its situation.

use crate::batch::score::facts::Won;
use crate::batch::score::reading::next;
use crate::best::{FLOWER_SHIFT, Line, Reading};
use crate::bits::bits;
use crate::group::Group;
use crate::hand::Shape;
use crate::rules::Situated;
use crate::tile::{Kind, KindSet};

use super::laying::Laying;
use super::literals::Uses;
use super::part::{Worth, Worths};
use super::settled::{Cases, instance, members};
use super::suits::{Met, Suits, Way};
use super::weighing::{Settled, Weighing};
use super::{MOST_PARTS, Parts};

/// Suits met so far, and what parts and conditions are worth.
#[derive(Debug, Default)]
pub struct Memory {
    pub(super) suits: Suits,
    pub(super) worths: Worths,
    pub(super) cases: Cases,
}

impl Memory {
    /// To be called between hands.
    pub(super) fn make_room(&mut self) {
        self.suits.make_room();
        self.worths.make_room();
    }
}

/// A hand without wild tiles that is sets and a pair.
#[derive(Debug)]
pub(in crate::batch::score) struct Hand<'a> {
    pub situated: &'a Situated,
    pub parts: &'a Parts,
    pub winning: Kind,
    pub melds: &'a [Group],
    pub claimed: bool,
    /// Nothing where flowers are wild tiles.
    pub flowers: Option<u8>,
    /// Facts that hold whatever group the winning tile joined, and what the hand waited for.
    pub facts: u32,
    pub won: Won,
    /// Kinds of which there are as many copies as some part looks at.
    pub many: KindSet,
    pub met: [Met; 4],
}

/// An arrangement with the group that the winning tile joined, the groups that count as concealed, and what counts.
#[derive(Clone, Copy, Debug)]
pub(in crate::batch::score) struct Best {
    pub total: i32,
    pub(super) win: usize,
    pub(super) concealed: u32,
    pub(super) laying: Laying,
    pub(super) settled: Settled,
    pub(super) worths: [Worth; MOST_PARTS],
}

impl Hand<'_> {
    /// The first of the readings worth most whose rows come first; nothing if the hand has to be searched.
    pub fn best(&self, memory: &mut Memory) -> Option<Best> {
        let mut table = Laying::EMPTY;
        for group in self.melds {
            let look = self.parts.look(*group);
            table.push(*group, look.parts);
            table.flags &= look.flags;
        }
        let (mut ways, mut best) = ([0_u16; 4], None);
        loop {
            let laying = self.lay(table, ways, &memory.suits);
            Weighing::new(self, &laying, memory).weigh(memory, &mut best)?;
            if !next(&mut ways, self.met.map(|met| met.ways)) {
                return best;
            }
        }
    }

    /// The sets on the table, those of each suit, and the pair.
    fn lay(&self, mut laying: Laying, ways: [u16; 4], suits: &Suits) -> Laying {
        let mut pair = None;
        for (number, (met, way)) in self.met.iter().zip(ways).enumerate() {
            let Way { groups, len, flags } = &suits.ways(*met)[usize::from(way)];
            laying.flags &= flags;
            let of_suit = |group: Group| Group { first: group.first + 9 * number as Kind, ..group };
            let sets = usize::from(*len) - usize::from(met.has_pair());
            for (group, parts) in &groups[..sets] {
                laying.push(of_suit(*group), *parts);
            }
            if met.has_pair() {
                let (group, parts) = groups[sets];
                pair = Some((of_suit(group), parts));
            }
        }
        if let Some((group, parts)) = pair {
            laying.push(group, parts);
        }
        if self.many != KindSet::EMPTY {
            for (at, _) in self.parts.each.iter().enumerate().filter(|(_, part)| part.copies.is_some()) {
                let holding = laying.groups().iter().map(|group| group.kinds().meets(self.many));
                let holding: u8 = holding.enumerate().map(|(group, holds)| u8::from(holds) << group).sum();
                laying.look_at(at, holding);
            }
        }
        laying
    }

    /// Sets that a number is about.
    pub(super) fn numbered(&self, laying: &Laying, number: usize, concealed: u32) -> u32 {
        let sets = &self.parts.numbers[number];
        laying.sets(sets.kind) & sets.concealed.map_or(u32::MAX, |yes| if yes { concealed } else { !concealed })
    }

    pub(super) fn rows(&self, best: &Best, memory: &Memory) -> Vec<u16> {
        self.lines(best, memory).iter().map(|line| line.row).collect()
    }

    /// What counts, in table order.
    fn lines(&self, best: &Best, memory: &Memory) -> Vec<Line> {
        let Self { situated, parts, .. } = self;
        let Best { laying, .. } = best;
        let mut counting: Vec<usize> = members(best.settled.counting).collect();
        counting.sort_unstable_by_key(|number| parts.conditions[*number].place);
        let settled = counting.into_iter().map(|number| {
            let condition = &parts.conditions[number];
            let uses = condition.uses;
            let used = [
                (Uses::SETS, laying.whole() & !laying.pair()),
                (Uses::PAIR, laying.pair()),
                (Uses::WON, 1 << best.win),
                (Uses::FLOWERS, u32::from(self.flowers.unwrap_or_default()) << FLOWER_SHIFT),
            ];
            let mut used =
                used.into_iter().filter(|(used, _)| uses.has(*used)).fold(0, |all, (_, groups)| all | groups);
            if let Some(number) = uses.number {
                used |= self.numbered(laying, number.into(), best.concealed);
            }
            let one = instance(condition, best.settled.grade, self.claimed, situated.table());
            Line { row: one.row, value: one.value, grade: one.grade, times: one.times, used }
        });
        let mut lines: Vec<Line> = settled.collect();
        for (at, worth) in best.worths.iter().enumerate() {
            let looked_at = laying.looked_at(at);
            let placed = |used: u32| {
                let groups = bits(looked_at).enumerate().filter(|(place, _)| used >> place & 1 == 1);
                groups.map(|(_, group)| 1_u32 << group).sum::<u32>()
            };
            let of_flowers = |used: u32| used >> FLOWER_SHIFT << FLOWER_SHIFT;
            let told = memory.worths.lines(*worth).iter();
            lines.extend(told.map(|line| Line { used: placed(line.used) | of_flowers(line.used), ..*line }));
        }
        lines.sort_by_key(|line| line.row);
        lines
    }

    /// The best reading in full.
    pub fn reading(&self, best: &Best, memory: &Memory) -> Reading {
        let Best { laying, .. } = best;
        Reading {
            total: best.total,
            shape: Shape::Standard as u8,
            groups: laying.groups().to_vec(),
            concealed: best.concealed & laying.whole(),
            win: Some(best.win as u8),
            lines: self.lines(best, memory),
        }
    }
}
