//! What one arrangement is worth: over the groups that the winning tile may have joined and the states that may be
//! chosen.

use crate::batch::score::reading::joined;
use crate::best::grade_of;
use crate::bits::{bits, submasks};
use crate::rules::WinState;

use super::MOST_PARTS;
use super::laying::Laying;
use super::literals::{FACTS, NUMBERS};
use super::part::Worth;
use super::reading::{Best, Hand, Memory};
use super::settled::{instance, members};

/// What counts of the settled conditions, and what that is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Settled {
    pub total: i32,
    pub counting: u128,
    pub grade: i32,
}

/// An arrangement that is looked at.
pub(super) struct Weighing<'a> {
    hand: &'a Hand<'a>,
    laying: &'a Laying,
    /// Conditions that its groups let hold.
    of_groups: u128,
    /// What the parts are worth while these groups are concealed.
    concealed: u32,
    worths: [Worth; MOST_PARTS],
    /// Parts that have an instance, one bit each.
    any: u8,
}

impl<'a> Weighing<'a> {
    pub fn new(hand: &'a Hand, laying: &'a Laying, memory: &mut Memory) -> Self {
        let kongs = if hand.situated.free() { laying.kongs } else { 0 };
        let concealed = laying.concealed | kongs;
        let of_groups = hand.parts.tests.of_groups(laying.flags);
        let mut new = Self { hand, laying, of_groups, concealed, worths: [Worth::default(); MOST_PARTS], any: 0 };
        for at in 0..hand.parts.each.len() {
            new.worths[at] = new.worth(at, concealed, memory);
            new.any |= u8::from(new.worths[at].any) << at;
        }
        new
    }

    /// Puts the best choice in place of the best so far if it is better; nothing if the hand has to be searched.
    pub fn weigh(&self, memory: &mut Memory, best: &mut Option<Best>) -> Option<()> {
        let Self { hand, laying, .. } = *self;
        let situated = hand.situated;
        let free = situated.free();
        let (kongs, movable) = if free { (laying.kongs, laying.whole()) } else { (0, 0) };
        let at_will = match situated.aspect.win_state {
            _ if !situated.states_matter => 0,
            WinState::Free => movable,
            _ => kongs,
        };
        let taken = !free && !situated.aspect.drawn || free && situated.aspect.win_state == WinState::Exposed;
        let mut before = 0_u32;
        for win in bits(laying.in_hand).filter(|group| joined(laying.groups()[*group], hand.winning)) {
            if bits(before).any(|other| laying.groups()[other] == laying.groups()[win]) {
                continue;
            }
            before |= 1 << win;
            let rest = if taken { self.concealed & !(1 << win) } else { self.concealed };
            let at_rest = self.look(win, rest, None, memory, best)?;
            let moves = at_will & (kongs | 1 << win);
            for exposed in submasks(moves).filter(|exposed| *exposed != 0) {
                self.look(win, rest & !exposed, Some(at_rest), memory, best)?;
            }
        }
        Some(())
    }

    /// Looks at one choice; `at_rest` is what is settled while nothing is exposed that need not be.
    fn look(
        &self,
        win: usize,
        concealed: u32,
        at_rest: Option<Settled>,
        memory: &mut Memory,
        best: &mut Option<Best>,
    ) -> Option<Settled> {
        let settled = self.settled(win, concealed, memory)?;
        let moved = self.concealed ^ concealed;
        if let (Some(at_rest), Some(best)) = (at_rest, &*best)
            && moved.is_power_of_two()
            && let Some((most, rises)) = self.most(moved)
        {
            let most = most + settled.total;
            // What counts at rest comes first among what is worth as much, where nothing is worth more than at rest.
            let no_better = !rises
                && (settled.total < at_rest.total
                    || settled.total == at_rest.total && settled.counting == at_rest.counting);
            if most < best.total || no_better {
                return Some(settled);
            }
        }
        let mut worths = self.worths;
        for (at, part) in self.hand.parts.each.iter().enumerate() {
            if part.scaled && u32::from(self.laying.looked_at(at)) & moved != 0 {
                worths[at] = self.worth(at, concealed, memory);
            }
        }
        let total = settled.total + worths.iter().map(|worth| worth.total).sum::<i32>();
        let reading = || Best { total, win, concealed, laying: *self.laying, settled, worths };
        let better = match best {
            None => true,
            Some(best) if best.total == total => {
                let alike = best.settled.counting == settled.counting && best.worths == worths;
                !alike && self.hand.rows(&reading(), memory) < self.hand.rows(best, memory)
            }
            Some(best) => best.total < total,
        };
        if better {
            *best = Some(reading());
        }
        Some(settled)
    }

    /// The most that the parts are worth once this group is exposed, and whether anything in them is worth more then;
    /// nothing where that is not known.
    fn most(&self, group: u32) -> Option<(i32, bool)> {
        let (mut most, mut rises) = (0, false);
        for (at, worth) in self.worths.iter().enumerate() {
            let looked_at = u32::from(self.laying.looked_at(at));
            most += worth.total;
            if looked_at & group != 0 {
                let rise = worth.rise((looked_at & (group - 1)).count_ones() as usize)?;
                most += rise;
                rises |= rise > 0;
            }
        }
        Some((most, rises))
    }

    /// The settled conditions that hold, and which of them count; nothing if there is more to look at.
    fn settled(&self, win: usize, concealed: u32, memory: &mut Memory) -> Option<Settled> {
        let Self { hand, laying, .. } = *self;
        let (parts, table) = (hand.parts, hand.situated.table());
        let mut facts = hand.facts;
        if parts.flags.look_at_win() {
            facts |= parts.flags.of_win(hand.won.with(laying.groups()[win], hand.winning));
        }
        let mut others = u64::from(facts);
        for (at, sets) in parts.numbers.iter().enumerate() {
            let count = self.hand.numbered(laying, at, concealed).count_ones();
            others |= u64::from(Some(count) == sets.n.map(u32::from)) << (NUMBERS - FACTS + at);
        }
        let holding = parts.tests.holding(self.of_groups, laying.flags, others) | parts.always;
        let left = parts.left.iter().any(|left| holding & !left.settled == 0 && self.any & !left.parts == 0);
        if holding & parts.stop != 0 || left {
            return None;
        }
        let grade = grade_of(table.grades, laying.whole(), laying.whole(), concealed);
        let (mut total, mut counting) = (0, 0);
        for number in members(holding & parts.unbound) {
            let worth = instance(&parts.conditions[number], grade, hand.claimed, table).worth();
            if worth > 0 {
                total += worth;
                counting |= 1 << number;
            }
        }
        for bound in &parts.bound {
            let held = holding & bound;
            if held != 0 {
                let (worth, counted) = memory.cases.get(held, grade, hand.claimed, &parts.conditions, table);
                total += worth;
                counting |= counted;
            }
        }
        Some(Settled { total, counting, grade })
    }

    /// What a part is worth.
    fn worth(&self, at: usize, concealed: u32, memory: &mut Memory) -> Worth {
        let Self { hand, laying, .. } = *self;
        let (part, table) = (&hand.parts.each[at], hand.situated.table());
        let looked_at = laying.looked_at(at);
        if part.flowers {
            let of =
                |flowers: u8| memory.worths.get(part, flowers.into(), hand.claimed, table, || (Vec::new(), 0, flowers));
            return hand.flowers.map(of).unwrap_or_default();
        }
        if looked_at.count_ones() < part.least {
            return Worth::default();
        }
        let lying = || bits(looked_at).map(|group| (laying.groups()[group], concealed >> group & 1 == 1));
        let of = || {
            let concealed = lying().enumerate().map(|(at, (_, concealed))| u32::from(concealed) << at).sum();
            (lying().map(|(group, _)| group).collect(), concealed, 0)
        };
        memory.worths.get(part, part.key(lying()), hand.claimed, table, of)
    }
}
