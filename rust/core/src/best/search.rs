//! The best arrangement of sets and a pair: exact, by bounds.
//!
//! An arrangement is one cover of each suit. Its score is at most what the whole-hand rows are worth for the union of
//! the covers' masks, plus what each suit earns alone, plus what chows and pungs of several suits add. Covers alike in
//! all but the second are one class; tuples of classes are searched depth first under that bound, the surviving ones
//! expanded from the top, and only arrangements that may still matter are evaluated.

use std::cell::RefCell;

use super::cover::{Limits, Partial, each_cover};
use super::evaluate::Evaluator;
use super::features::Whole;
use super::instances::{Choice, instances};
use super::local::{Local, reachable};
use super::reading::Collector;
use super::suits::{Bounds, FastMap, Suit};
use super::view::{Facts, View};
use crate::group::{Group, GroupKind, Laid};
use crate::hand::Winning;
use crate::rules::Situated;
use crate::suit::needs;
use crate::tile::{Counts, in_suit, suit};

/// Up to so many arrangements are simply evaluated.
const FEW: usize = 10;

/// Targets tried before the search proper.
const SEEDS: usize = 8;

/// The covers of the four suits in hand, for some number of sets in hand.
pub(crate) struct Covers {
    by_suit: [Vec<Partial>; 4],
    sets: u8,
    /// Arrangements they make.
    count: usize,
}

impl Covers {
    /// All covers of these naturals that leave the other suits room.
    pub fn new(naturals: &Counts, sets: u8) -> Self {
        let needs = needs(naturals);
        let total: i8 = needs.iter().map(|need| need.sets() as i8).sum();
        let mut by_suit: [Vec<Partial>; 4] = Default::default();
        for (suit, list) in by_suit.iter_mut().enumerate() {
            let others = total - needs[suit].sets() as i8;
            let spared = (0..4).any(|other| other != suit && needs[other].pair_spares());
            let limits = Limits {
                naturals: in_suit(naturals, suit),
                ranks: if suit == 3 { 7 } else { 9 },
                alone: sets as i8 - others + i8::from(spared),
                with_pair: sets as i8 - others,
            };
            each_cover(&limits, &mut |cover| list.push(*cover));
        }
        let count = count(&by_suit, sets);
        Self { by_suit, sets, count }
    }

    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }
}

fn count(by_suit: &[Vec<Partial>; 4], sets: u8) -> usize {
    let mut ways = [[0_usize; 2]; 6];
    ways[0][0] = 1;
    for list in by_suit {
        let mut sizes = [[0_usize; 2]; 6];
        for cover in list {
            sizes[cover.sets()][usize::from(cover.pair.is_some())] += 1;
        }
        let mut next = [[0_usize; 2]; 6];
        for have in 0..=sets as usize {
            for more in 0..=sets as usize - have {
                next[have + more][0] += ways[have][0] * sizes[more][0];
                next[have + more][1] += ways[have][1] * sizes[more][0] + ways[have][0] * sizes[more][1];
            }
        }
        ways = next;
    }
    ways[sets as usize][1]
}

/// Offers `collector` every arrangement that may matter: `fixed` groups beside one of the covers.
pub(crate) fn search(
    situated: &Situated,
    facts: &Facts,
    evaluator: &mut Evaluator,
    collector: &mut Collector,
    shape: u8,
    fixed: &[Group],
    covers: &Covers,
) {
    if covers.is_empty() {
        return;
    }
    if covers.count <= FEW {
        let mut chosen = [Partial::default(); 4];
        each_arrangement(covers, 0, covers.sets, true, &mut chosen, &mut |chosen| {
            evaluator.offer(&view(shape, fixed, chosen), collector);
        });
        return;
    }
    let mut search = Search::new(situated, facts, shape, fixed, covers);
    search.seeds(evaluator, collector);
    let mut tuples = search.tuples(collector);
    tuples.sort_by_key(|(bound, _)| std::cmp::Reverse(*bound));
    for (bound, tuple) in tuples {
        if !collector.wants(bound) {
            break;
        }
        search.expand(tuple, evaluator, collector);
    }
}

fn each_arrangement(
    covers: &Covers,
    suit: usize,
    sets: u8,
    pair: bool,
    chosen: &mut [Partial; 4],
    visit: &mut impl FnMut(&[Partial; 4]),
) {
    if suit == 4 {
        if sets == 0 && !pair {
            visit(chosen);
        }
        return;
    }
    for cover in &covers.by_suit[suit] {
        if cover.sets() as u8 <= sets && (pair || cover.pair.is_none()) {
            chosen[suit] = *cover;
            let pair = pair && cover.pair.is_none();
            each_arrangement(covers, suit + 1, sets - cover.sets() as u8, pair, chosen, visit);
        }
    }
}

/// The arrangement of fixed groups and covers: fixed ones first, then sets ascending, then the pair.
fn view(shape: u8, fixed: &[Group], chosen: &[Partial; 4]) -> View {
    let mut groups: Vec<Group> = Vec::with_capacity(fixed.len() + 6);
    groups.extend_from_slice(fixed);
    for pairs in [false, true] {
        for (suit, cover) in chosen.iter().enumerate() {
            groups.extend(cover.groups(suit).filter(|group| (group.kind == GroupKind::Pair) == pairs));
        }
    }
    View::new(shape, &groups)
}

/// Suits and classes of one tuple, in the order of the suits.
type Tuple = [u32; 4];

/// What the classes taken so far add up to.
#[derive(Clone, Copy)]
struct Prefix {
    mask: u64,
    earned: i32,
    sets_left: u8,
    pair_left: bool,
    chows: [u8; 3],
    pungs: u8,
    pung_suits: u8,
}

struct Search<'a> {
    /// What exposing the winning group may add.
    gain: i32,
    winning: Winning,
    /// What pungs of several suits add, by what they are.
    pungs: RefCell<FastMap<u64, i32>>,
    local: &'a Local,
    whole: Whole<'a>,
    situated: &'a Situated,
    shape: u8,
    fixed: &'a [Group],
    suits: Vec<Suit>,
    /// From each level on: the most that is earned with these sets and pair left, and the bits that may come.
    rest: [[[Option<i32>; 2]; 6]; 5],
    coming: [u64; 5],
    start: Prefix,
    /// What no choice of groups changes.
    constant: i32,
    /// Factors on what groups earn across suits.
    across: i32,
    melded: bool,
    chow_cap: [i32; 6],
    pung_cap: [i32; 6],
}

impl<'a> Search<'a> {
    fn new(situated: &'a Situated, facts: &Facts, shape: u8, fixed: &'a [Group], covers: &Covers) -> Self {
        let table = situated.table();
        let local: &Local = &situated.local;
        let features = &situated.features;
        let bounds = Bounds { table, features, local };
        let mut suits: Vec<Suit> =
            (0..4).map(|suit| Suit::new(suit, covers.by_suit[suit].clone(), fixed, &bounds)).collect();
        suits.sort_by_key(|suit| suit.classes.len());
        let claimed = fixed.iter().filter(|group| group.laid == Laid::Claimed).count() as u32;
        let melded = fixed.iter().any(|group| group.laid != Laid::Hand);
        let concealed =
            u32::from(covers.sets) + 1 + fixed.iter().filter(|group| group.laid == Laid::Hand).count() as u32;
        let grade = if melded { reachable(table.grades, concealed, claimed) } else { table.grades[1] };
        let whole = features.for_hand(&situated.rows, table, shape, facts, grade);
        let mut start = Prefix {
            mask: fixed.iter().fold(0, |mask, group| mask | features.mask(*group)),
            earned: 0,
            sets_left: covers.sets,
            pair_left: true,
            chows: [0; 3],
            pungs: 0,
            pung_suits: 0,
        };
        for group in fixed {
            match group.kind {
                GroupKind::Chow => start.chows[suit(group.first)] += 1,
                GroupKind::Pung | GroupKind::Kong => {
                    start.pungs += 1;
                    start.pung_suits |= 1 << suit(group.first);
                }
                _ => {}
            }
        }
        let highest = table.grades.iter().copied().max().unwrap_or(1);
        let across = if melded { highest } else { table.grades[1] };
        let gain = if situated.free() { local.most_gain(facts.winning) } else { 0 };
        let mut search = Self {
            gain,
            winning: facts.winning,
            pungs: RefCell::default(),
            local,
            whole,
            situated,
            shape,
            fixed,
            suits,
            rest: [[[None; 2]; 6]; 5],
            coming: [0; 5],
            start,
            constant: local.loose + gain + constants(situated, facts, shape, fixed, highest),
            across,
            melded,
            chow_cap: [0; 6],
            pung_cap: [0; 6],
        };
        search.suffixes();
        search.caps();
        search
    }

    fn suffixes(&mut self) {
        self.rest[4][0][0] = Some(0);
        for level in (0..4).rev() {
            let suit = &self.suits[level];
            self.coming[level] = suit.classes.iter().fold(self.coming[level + 1], |bits, class| bits | class.mask);
            for sets in 0..6_u8 {
                for pair in [false, true] {
                    let mut best = None;
                    for own in 0..=sets {
                        for own_pair in [false, true] {
                            if own_pair && !pair {
                                continue;
                            }
                            let after = self.rest[level + 1][usize::from(sets - own)][usize::from(pair && !own_pair)];
                            let first = suit.bucket(own, own_pair).first();
                            if let (Some(after), Some(&first)) = (after, first) {
                                best = best.max(Some(after + suit.classes[first as usize].most));
                            }
                        }
                    }
                    self.rest[level][sets as usize][usize::from(pair)] = best;
                }
            }
        }
    }

    /// The most that so many chows, or pungs, may add across suits.
    fn caps(&mut self) {
        for a in 0..6_u8 {
            for b in 0..6 - a {
                for c in 0..6 - a - b {
                    let counts = [a, b, c];
                    let cap = self.crossing_chows(counts);
                    let slot = &mut self.chow_cap[usize::from(a + b + c)];
                    *slot = (*slot).max(cap);
                }
            }
        }
        for pungs in 0..6 {
            self.pung_cap[pungs] = self.local.cross_pungs(pungs, 3, true, self.across);
        }
        for at in 1..6 {
            self.chow_cap[at] = self.chow_cap[at].max(self.chow_cap[at - 1]);
            self.pung_cap[at] = self.pung_cap[at].max(self.pung_cap[at - 1]);
        }
    }

    /// What groups of several suits may add, at most.
    fn crossing(&self, prefix: &Prefix) -> i32 {
        if prefix.sets_left > 0 {
            let chows: u8 = prefix.chows.iter().sum();
            let left = prefix.sets_left;
            // Sets left are chows or pungs, not both.
            return (0..=left)
                .map(|more| {
                    self.chow_cap[usize::from((chows + more).min(5))]
                        + self.pung_cap[usize::from((prefix.pungs + left - more).min(5))]
                })
                .max()
                .unwrap_or(0);
        }
        self.crossing_chows(prefix.chows) + self.crossing_pungs(prefix)
    }

    fn crossing_chows(&self, counts: [u8; 3]) -> i32 {
        let table = self.situated.table();
        // What was found concealed is worth at most so much more in any state.
        if self.melded {
            let grade = table.grades[1].max(1);
            (self.local.gross(table, counts) * self.across + grade - 1) / grade
        } else {
            self.local.cross(table).net(counts)
        }
    }

    fn crossing_pungs(&self, prefix: &Prefix) -> i32 {
        let suits = (prefix.pung_suits & 0b111).count_ones() as u8;
        self.local.cross_pungs(prefix.pungs.into(), suits, true, self.across)
    }

    /// What exposing one of these very groups may add.
    fn gain_of(&self, chosen: &[Partial; 4]) -> i32 {
        if self.gain == 0 {
            return 0;
        }
        self.local.gain(chosen.iter().enumerate().flat_map(|(suit, cover)| cover.groups(suit)), self.winning)
    }

    /// What these very pungs and this pair add across suits.
    fn crossing_pungs_exact(&self, chosen: &[Partial; 4]) -> i32 {
        if self.melded {
            return i32::MAX / 8;
        }
        let table = self.situated.table();
        let mut key = 0;
        for cover in &chosen[..3] {
            key =
                key << 15 | (cover.pungs.pung_number() as u64) << 4 | cover.pair.map_or(0, |rank| u64::from(rank) + 1);
        }
        *self.pungs.borrow_mut().entry(key).or_insert_with(|| {
            let alone: i32 = (0..3)
                .map(|suit| {
                    let Partial { pungs, pair, .. } = &chosen[suit];
                    self.local.pungs(table, suit, pungs.pung_number(), pungs.members(), *pair)
                })
                .sum();
            let groups =
                (0..3).flat_map(|suit| chosen[suit].groups(suit)).filter(|group| group.kind != GroupKind::Chow);
            self.local.pungs_together(table, &groups.collect::<Vec<_>>()) - alone
        })
    }

    fn bound(&self, prefix: &Prefix, level: usize) -> Option<i32> {
        let rest = self.rest[level][prefix.sets_left as usize][usize::from(prefix.pair_left)]?;
        let pungs = prefix.pungs + prefix.sets_left;
        let whole = self.whole.bound(prefix.mask, self.coming[level], pungs);
        Some((self.constant + whole + prefix.earned + rest + self.crossing(prefix)).max(self.whole.alone()))
    }

    fn take(&self, prefix: &Prefix, level: usize, class: u32) -> Prefix {
        let suit = &self.suits[level];
        let class = &suit.classes[class as usize];
        let mut next = *prefix;
        next.mask |= class.mask;
        next.earned += class.most;
        next.sets_left -= class.sets();
        next.pair_left &= !class.pair;
        if suit.suit < 3 {
            next.chows[suit.suit] += class.chows;
        }
        next.pungs += class.pungs;
        next.pung_suits |= u8::from(class.pungs > 0) << suit.suit;
        next
    }

    /// Tuples of classes whose bound may still matter.
    fn tuples(&self, collector: &Collector) -> Vec<(i32, Tuple)> {
        let mut tuples = Vec::new();
        self.descend(0, &self.start, &mut [0; 4], collector, &mut tuples);
        tuples
    }

    fn descend(
        &self,
        level: usize,
        prefix: &Prefix,
        tuple: &mut Tuple,
        collector: &Collector,
        out: &mut Vec<(i32, Tuple)>,
    ) {
        let Some(bound) = self.bound(prefix, level) else { return };
        if !collector.wants(bound) {
            return;
        }
        if level == 4 {
            out.push((bound, *tuple));
            return;
        }
        for sets in 0..=prefix.sets_left {
            for pair in [false, true] {
                if pair && !prefix.pair_left {
                    continue;
                }
                let left =
                    self.rest[level + 1][usize::from(prefix.sets_left - sets)][usize::from(prefix.pair_left && !pair)];
                let Some(left) = left else { continue };
                // Within a bucket classes earn less and less: nothing after the first too poor one can matter.
                let others =
                    bound - self.rest[level][prefix.sets_left as usize][usize::from(prefix.pair_left)].unwrap_or(0);
                for &class in self.suits[level].bucket(sets, pair) {
                    if !collector
                        .wants((others + self.suits[level].classes[class as usize].most + left).max(self.whole.alone()))
                    {
                        break;
                    }
                    tuple[level] = class;
                    self.descend(level + 1, &self.take(prefix, level, class), tuple, collector, out);
                }
            }
        }
    }

    /// Evaluates the members of a tuple's classes, as long as they may matter.
    fn expand(&mut self, tuple: Tuple, evaluator: &mut Evaluator, collector: &mut Collector) {
        let mut prefix = self.start;
        for (level, class) in tuple.into_iter().enumerate() {
            prefix = self.take(&prefix, level, class);
        }
        let crossing_pungs = self.crossing_pungs(&prefix);
        let bare = self.constant + self.whole.bound(prefix.mask, 0, prefix.pungs) + crossing_pungs;
        let members: Vec<Vec<(i32, u32)>> =
            (0..4).map(|level| self.suits[level].members(tuple[level]).to_vec()).collect();
        let mut most = [0; 5];
        for level in (0..4).rev() {
            most[level] = most[level + 1] + members[level][0].0;
        }
        let crossing = self.crossing_chows(prefix.chows);
        let leaves = Leaves { search: self, members: &members, most, bare, crossing, crossing_pungs };
        leaves.step(0, 0, &mut [Partial::default(); 4], evaluator, collector);
    }

    /// Evaluates the top arrangement of promising restrictions, so that the search starts with a good score.
    fn seeds(&mut self, evaluator: &mut Evaluator, collector: &mut Collector) {
        let mut found: Vec<(i32, Tuple)> = Vec::new();
        for target in self.situated.features.targets() {
            if self.start.mask & target != 0 {
                continue;
            }
            if let Some(tuple) = self.aim(target) {
                let mut prefix = self.start;
                for (level, class) in tuple.into_iter().enumerate() {
                    prefix = self.take(&prefix, level, class);
                }
                if let Some(bound) = self.bound(&prefix, 4)
                    && !found.contains(&(bound, tuple))
                {
                    found.push((bound, tuple));
                }
            }
        }
        found.sort_by_key(|(bound, _)| std::cmp::Reverse(*bound));
        for (_, tuple) in found.into_iter().take(SEEDS) {
            let mut chosen = [Partial::default(); 4];
            for (level, class) in tuple.into_iter().enumerate() {
                let (_, member) = self.suits[level].members(class)[0];
                chosen[self.suits[level].suit] = self.suits[level].covers[member as usize];
            }
            evaluator.offer(&view(self.shape, self.fixed, &chosen), collector);
        }
    }

    /// The tuple that earns most without the bits of `forbidden`.
    fn aim(&self, forbidden: u64) -> Option<Tuple> {
        let mut best: [[Option<(i32, Tuple)>; 2]; 6] = Default::default();
        best[0][0] = Some((0, [0; 4]));
        for (level, suit) in self.suits.iter().enumerate() {
            let mut next: [[Option<(i32, Tuple)>; 2]; 6] = Default::default();
            for own in 0..=self.start.sets_left {
                for own_pair in [false, true] {
                    let clean = |class: &&u32| suit.classes[**class as usize].mask & forbidden == 0;
                    let Some(&class) = suit.bucket(own, own_pair).iter().find(clean) else { continue };
                    for have in 0..=self.start.sets_left - own {
                        for have_pair in [false, true] {
                            if own_pair && have_pair {
                                continue;
                            }
                            let Some((earned, mut tuple)) = best[have as usize][usize::from(have_pair)] else {
                                continue;
                            };
                            tuple[level] = class;
                            let candidate = Some((earned + suit.classes[class as usize].most, tuple));
                            let slot = &mut next[usize::from(have + own)][usize::from(have_pair || own_pair)];
                            *slot = (*slot).max(candidate);
                        }
                    }
                }
            }
            best = next;
        }
        best[self.start.sets_left as usize][1].map(|(_, tuple)| tuple)
    }
}

/// The arrangements of one tuple of classes.
struct Leaves<'a> {
    search: &'a Search<'a>,
    members: &'a [Vec<(i32, u32)>],
    /// From each level on, the most that members earn.
    most: [i32; 5],
    bare: i32,
    crossing: i32,
    crossing_pungs: i32,
}

impl Leaves<'_> {
    fn step(
        &self,
        level: usize,
        earned: i32,
        chosen: &mut [Partial; 4],
        evaluator: &mut Evaluator,
        collector: &mut Collector,
    ) {
        let alone = self.search.whole.alone();
        if level == 4 {
            let search = self.search;
            let bound = self.bare + earned + self.crossing_exact(chosen) - search.gain + search.gain_of(chosen);
            if collector.wants(bound.max(alone))
                && collector.wants(
                    (bound - self.crossing_pungs + search.crossing_pungs_exact(chosen).min(self.crossing_pungs))
                        .max(alone),
                )
            {
                evaluator.offer(&view(search.shape, search.fixed, chosen), collector);
            }
            return;
        }
        let suit = &self.search.suits[level];
        for &(own, member) in &self.members[level] {
            let bound = self.bare + earned + own + self.most[level + 1] + self.crossing;
            if !collector.wants(bound.max(alone)) {
                break;
            }
            chosen[suit.suit] = suit.covers[member as usize];
            self.step(level + 1, earned + own, chosen, evaluator, collector);
        }
    }

    /// What these very chows add across suits.
    fn crossing_exact(&self, chosen: &[Partial; 4]) -> i32 {
        if self.search.melded {
            return self.crossing;
        }
        let table = self.search.situated.table();
        let numbers = [0, 1, 2].map(|suit| chosen[suit].chows.chow_number());
        let alone: i32 = (0..3).map(|suit| self.search.local.chows(table, suit, numbers[suit])).sum();
        self.search.local.cross(table).together(numbers) - alone
    }
}

/// What rows add that look neither at the whole hand nor at groups in hand: flowers one by one, kongs.
pub(crate) fn constants(situated: &Situated, facts: &Facts, shape: u8, fixed: &[Group], highest: i32) -> i32 {
    let table = situated.table();
    let view = View::new(shape, fixed);
    let mut used = Vec::new();
    let mut sum = 0;
    for (active, covered) in situated.rows.iter().zip(&situated.features.covered) {
        let row = &table.rows[active.row];
        if *covered || active.residual || row.shapes >> shape & 1 == 0 {
            continue;
        }
        for (cond, times) in active.when.iter().filter(|(cond, _)| Local::of_hand(cond)) {
            used.clear();
            instances(cond, &view, facts, Choice { win: None, concealed: 0 }, &mut used);
            let worth = row.value.max(row.value_if_claimed) * times * if row.scaled { highest } else { 1 };
            sum += used.len() as i32 * worth.max(0);
        }
    }
    sum
}
