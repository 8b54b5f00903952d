//! Hands without wild tiles by the plan of their situation.

use super::Frame;
use super::facts::{Laid, Won};
use super::judge::{Held, Judge, LeftBeside};
use super::known::{Key, Known, MIXER};
use super::packed::Packed;
use super::palette::Palette;
use super::plan::Arrangement;
use super::reading::{Best, Hand, Waited, joined};
use super::row::Row;
use super::runs::Met as MetRuns;
use super::shapes::{may_be_both, may_be_neither};
use super::sheet::Sheet;
use super::side::{Sides, facts};
use super::suits::{A_PAIR, Met, Suits};
use super::tally::{Tally, WORDS};
use super::waits::Waits;
use crate::best::{Added, Facts, Line, best_of_waits};
use crate::decompose::laid_group;
use crate::group::{self, Group};
use crate::hand::{Meld, MeldKind, Shape, Winning};
use crate::tile::{Kind, KindSet, suit};

/// Suits, and what was found of tallies, that are kept; more start afresh.
const MOST_SUITS: usize = 1 << 18;
const MOST_CASES: usize = 1 << 16;

/// Suits, tallies and flowers met so far. What is in it changes how long the next hand takes, never its answer.
#[derive(Debug, Default)]
pub struct Memory {
    store: Store,
    waits: Waits,
    groups: Vec<Group>,
    pub(super) parts: super::parts::Memory,
}

/// What a reading is put together from.
#[derive(Debug, Default)]
pub(super) struct Store {
    pub suits: Suits,
    pub cases: Cases,
    pub runs: MetRuns,
    pub sides: Sides,
}

/// What a row has in hand: its winning tile, all tiles with that, and their suits.
#[derive(Clone, Copy, Debug)]
pub(super) struct InHand {
    pub winning: Kind,
    pub tiles: Packed,
    pub met: [Met; 4],
}

/// What decides what holds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Case {
    deciding: Tally,
    judge: u32,
    facts: u32,
    /// Number of what is left beside the plan, and whether a set was claimed.
    left: u32,
    claimed: bool,
}

impl Key for Case {
    const NONE: Self = Self { deciding: Tally([0; WORDS]), judge: 0, facts: 0, left: 0, claimed: false };

    #[inline]
    fn mixed(self) -> u64 {
        let beside = u64::from(self.judge) << 1 | u64::from(self.claimed);
        let beside = beside << 40 ^ u64::from(self.left) << 32 ^ u64::from(self.facts);
        let tally =
            self.deciding.0.iter().fold(0_u64, |mixed, word| (mixed.rotate_left(32) ^ word).wrapping_mul(MIXER));
        (tally ^ beside).wrapping_mul(MIXER)
    }
}

/// What holds, as it was met.
#[derive(Debug, Default)]
pub(super) struct Cases(Known<Case, Held>);

impl Cases {
    /// What holds of a tally and facts; `left` is the number of what is left beside the plan.
    #[inline]
    pub fn held(
        &mut self,
        judge: &Judge,
        (tally, facts): (Tally, u32),
        claimed: bool,
        left: (u32, &LeftBeside),
    ) -> Held {
        let deciding = judge.deciding(tally);
        let case = Case { deciding, judge: judge.number, facts, left: left.0, claimed };
        self.0.get(case).unwrap_or_else(|| {
            if self.0.len() >= MOST_CASES {
                self.0 = Known::default();
            }
            let held = judge.held(tally, facts, claimed, left.1);
            self.0.put(case, held);
            held
        })
    }
}

impl Memory {
    /// Makes room for the suits of further rows.
    pub(super) fn make_room(&mut self) {
        if self.store.suits.len() >= MOST_SUITS {
            self.store.suits = Suits::default();
        }
    }

    /// The suits of a row, if a plan may tell what it is worth.
    #[inline]
    pub(super) fn look_up(&mut self, frame: &Frame, palette: &Palette, row: &Row) -> Option<InHand> {
        let winning = match row.winning {
            Winning::Natural(winning) if row.is_plain() && !frame.beside.flowers_wild => winning,
            _ => return None,
        };
        let mut tiles = row.tiles;
        tiles.add(winning);
        let mut met = [Met::default(); 4];
        for (number, met) in met.iter_mut().enumerate() {
            *met = self.store.suits.get(number, tiles.0[number], &palette.plan);
        }
        Some(InHand { winning, tiles, met })
    }

    /// Scores a row by its suits.
    pub(super) fn score(&mut self, frame: &Frame, palette: &Palette, row: &Row, own: &InHand, sheet: &mut Sheet) {
        let plan = &*palette.plan;
        let InHand { winning, tiles, met } = *own;
        let (melds, shapes) = (row.melds(), frame.situated.table().shapes());
        let (mut holds, mut ways, mut in_suits) = (melds.len() as u16, 0, Tally::default());
        for met in met {
            let suit = self.store.suits.suit(met);
            holds += suit.holds;
            ways |= suit.ways;
            in_suits += suit.tally;
        }
        let whole = holds == u16::from(shapes.sets) + A_PAIR;
        if may_be_both(shapes, melds.len(), tiles, 0) || !whole && may_be_neither(shapes, melds.len(), tiles, 0) {
            return self.search(frame, row, sheet);
        }
        if !whole {
            return sheet.none(frame.terms.missing);
        }
        let number_suits = tiles.0[..3].iter().enumerate();
        let mut number_suits = number_suits.fold(0, |all, (at, suit)| all | u8::from(*suit != 0) << at);
        let (mut laid, mut on_table) = (Laid::default(), Tally::default());
        for meld in melds {
            let group = group_of(meld);
            on_table += plan.tally(group);
            laid.add(meld.kind);
            number_suits |= 1 << suit(group.first);
        }
        let all = || melds.iter().fold(tiles, |all, meld| all.with(group_of(meld)));
        let facts = plan.judge.flags.of(number_suits & 0b111, laid, row.flowers, all);
        let waited = if plan.judge.flags.look_at_win() { self.waited(frame, row, winning) } else { Waited::default() };
        let (added, aside) = (added(frame, row, winning), self.store.sides.get(frame, palette, row.flowers));
        let many = ways > 1 || !plan.runs.is_empty() || plan.looks_at_win(palette.taken);
        let tally = on_table + in_suits;
        let hand = Hand { frame, palette, row, own, laid, on_table, tally, many, facts, waited, added, aside };
        let Some(best) = hand.best(&mut self.store) else {
            return self.search(frame, row, sheet);
        };
        let sum = hand.sum(&best);
        let (total, reason) = frame.terms.verdict(sum.total, sum.not_counted, Shape::Standard as u8);
        sheet.head(total, reason);
        if sheet.wanted.lines || sheet.wanted.groups {
            self.explain(&hand, &best, (sum.total, total), sheet);
        }
    }

    /// Searches for the best reading and takes it down.
    pub(super) fn search(&mut self, frame: &Frame, row: &Row, sheet: &mut Sheet) {
        let (hand, shapes) = (row.hand(), frame.situated.table().shapes());
        let waits = || {
            if row.is_plain() { self.waits.of_row(row, shapes) } else { crate::waits::waits(&hand, shapes).kinds }
        };
        let (mut found, _) = best_of_waits(frame.situated, &hand, &row.beside(frame.beside), 1, waits);
        frame.tell(found.pop(), sheet);
    }

    /// What the hand waited for.
    #[inline(never)]
    pub(super) fn waited(&mut self, frame: &Frame, row: &Row, winning: Kind) -> Waited {
        let (mut waits, mut by_shape) = (KindSet::EMPTY, KindSet::EMPTY);
        if frame.situated.asks_waits {
            let kinds = self.waits.of_row(row, frame.situated.table().shapes());
            by_shape = KindSet(kinds.0 & !frame.beside.wild_kinds.0);
            waits = KindSet(by_shape.iter().filter(|kind| held(row, *kind) < 4).map(|kind| 1 << kind).sum());
        }
        let open = row.melds().iter().filter(|meld| meld.kind != MeldKind::ConcealedKong);
        let own: u8 = open.map(|meld| naturals(meld, winning)).sum();
        let last_visible = own + row.seen >= 3;
        Waited { won: Won::of(waits, by_shape, last_visible), waits, by_shape, last_visible }
    }

    /// Takes down the lines and groups of the best arrangement, worth so much before the limit and after.
    fn explain(&mut self, hand: &Hand, best: &Best, (full, total): (i32, i32), sheet: &mut Sheet) {
        let Hand { frame, palette, row, own: &InHand { winning, tiles, .. }, laid, .. } = *hand;
        hand.lay(best.ways, &self.store.suits, &mut self.groups);
        let won = |group: &Group| best.win.map_or_else(|| joined(*group, winning), |win| *group == win);
        let win = self.groups.iter().position(won);
        let arrangement = Arrangement { groups: &self.groups, win, taken: palette.taken };
        if sheet.wanted.lines {
            let Waited { waits, by_shape, last_visible, .. } = hand.waited;
            let facts = || Facts {
                waits,
                waits_by_shape: by_shape,
                last_visible,
                ..facts(Winning::Natural(winning), tiles.counts(), row.flowers, laid.counts())
            };
            let start = sheet.lines.len();
            palette.plan.lines(&best.held, laid.is_claimed(), arrangement, facts, &mut sheet.lines);
            if !best.held.alone {
                for line in self.store.sides.lines(hand.aside) {
                    place_in(&mut sheet.lines, start, *line);
                }
                if !hand.added.is_empty() {
                    hand.added(best).for_each(|line| place_in(&mut sheet.lines, start, line));
                }
            }
            sheet.end_lines(start, full, total, frame.terms.limit_line);
        }
        if sheet.wanted.groups {
            let told = self.groups.iter().enumerate().map(|(at, group)| {
                let won = win == Some(at);
                let closed = matches!(group.laid, group::Laid::Hand | group::Laid::ConcealedKong);
                (*group, closed && !(won && palette.taken), won)
            });
            sheet.groups(told, Shape::Standard as u8);
        }
    }
}

/// Puts a line among those from a place on, which are in the order of their rows.
fn place_in(lines: &mut Vec<Line>, start: usize, line: Line) {
    let behind = lines[start..].iter().rev().take_while(|other| other.row > line.row).count();
    lines.insert(lines.len() - behind, line);
}

/// What dora adds.
#[inline]
fn added(frame: &Frame, row: &Row, winning: Kind) -> Added {
    if frame.beside.dora.is_empty() && frame.beside.ura.is_empty() {
        return Added::default();
    }
    Added::new(frame.situated.table(), |kind| held(row, kind) + u8::from(kind == winning), frame.beside)
}

/// Natural tiles of a kind in hand and on the table, without the winning tile.
fn held(row: &Row, kind: Kind) -> u8 {
    row.tiles.get(kind) + row.melds().iter().map(|meld| naturals(meld, kind)).sum::<u8>()
}

fn naturals(meld: &Meld, kind: Kind) -> u8 {
    meld.naturals.iter().map(|natural| u8::from(*natural == kind)).sum()
}

/// The group of a set without wild tiles.
pub(super) fn group_of(meld: &Meld) -> Group {
    laid_group(meld, meld.faces.0.trailing_zeros() as Kind)
}
