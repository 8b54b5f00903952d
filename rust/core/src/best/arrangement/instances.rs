//! Which groups a condition uses on one arrangement: its instances.

use super::view::{FLOWER_SHIFT, Facts, View};
use crate::bits::bits;
use crate::group::{Group, GroupKind};
use crate::hand::{Shape, Winning};
use crate::rules::cond::{Cond, RunCond, SetsCond, run_base};
use crate::rules::data::{FlowersKind, RunKind, SetKind, WaitKind};
use crate::tile::{KindSet, rank, suit};

/// No tile: the instance may share a pool with any other.
pub(crate) const UNTAGGED: u8 = u8::MAX;

/// A choice still open when a condition is evaluated: the winning group and the states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub win: Option<usize>,
    pub concealed: u32,
}

/// The groups one instance used, and the tile it speaks of where it speaks of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Used {
    pub groups: u32,
    pub tag: u8,
}

impl Used {
    const fn untagged(groups: u32) -> Self {
        Self { groups, tag: UNTAGGED }
    }
}

/// Appends the instances of `cond` to `out`. [`Cond::Residual`] is the caller's affair.
pub(crate) fn instances(cond: &Cond, view: &View, facts: &Facts, choice: Choice, out: &mut Vec<Used>) {
    let start = out.len();
    match cond {
        Cond::Never | Cond::Residual { .. } => {}
        Cond::Always => out.push(Used::untagged(0)),
        Cond::AllOf(of) => {
            out.push(Used::untagged(0));
            for member in of {
                let parts = out.len();
                instances(member, view, facts, choice, out);
                combine(start, parts, out);
                if out.len() == start {
                    return;
                }
            }
        }
        Cond::Not(of) => {
            instances(of, view, facts, choice, out);
            let holds = out.len() > start;
            out.truncate(start);
            if !holds {
                out.push(Used::untagged(0));
            }
        }
        Cond::Sets(cond) => sets(cond, view, choice, out),
        Cond::Run(cond) => run(cond, view, out),
        Cond::Copies { groups, at_least } => copies(u32::from(*groups), *at_least, view, out),
        Cond::Flowers { which, n, own } => flowers(*which, *n, *own, facts, out),
        _ => out.extend(single(cond, view, facts, choice).map(Used::untagged)),
    }
}

/// Puts in place of the instances from `start` and those from `parts` each of the first together with each of the others.
fn combine(start: usize, parts: usize, out: &mut Vec<Used>) {
    let join =
        |a: Used, b: Used| Used { groups: a.groups | b.groups, tag: if a.tag == UNTAGGED { b.tag } else { a.tag } };
    let end = out.len();
    if end == parts + 1 {
        let part = out[parts];
        out.truncate(parts);
        for so_far in &mut out[start..] {
            *so_far = join(*so_far, part);
        }
        return;
    }
    for a in start..parts {
        for b in parts..end {
            out.push(join(out[a], out[b]));
        }
    }
    out.drain(start..end);
}

/// Conditions with one instance at most: the groups it uses.
fn single(cond: &Cond, view: &View, facts: &Facts, choice: Choice) -> Option<u32> {
    match cond {
        Cond::Tiles { within, present, suits } => {
            let holds = (within.is_empty() || within.iter().any(|set| view.faces.within(*set)))
                && present.iter().all(|set| view.faces.meets(*set))
                && suits.is_none_or(|count| suits_of(view.faces) == count);
            holds.then_some(view.whole)
        }
        Cond::EachGroup { touch, chows } => {
            let holds = view.chows.count_ones() >= u32::from(*chows)
                && view.kinds[..view.len].iter().all(|kinds| kinds.meets(*touch));
            holds.then_some(view.whole)
        }
        Cond::Pair { within } => {
            let pair = bits(view.pairs).next()?;
            (view.pairs.is_power_of_two() && view.kinds[pair].within(*within)).then_some(view.pairs)
        }
        Cond::Counts { vector, spare } => counts(vector, *spare, view).then_some(view.whole),
        Cond::Melds { .. } => cond.fits_melds(facts.laid).then_some(0),
        Cond::WinInPair => choice.win.is_some_and(|win| view.pairs >> win & 1 == 1).then_some(0),
        Cond::Wait(kind) => wait(*kind, view, facts, choice.win?),
        Cond::Shape(shape) => (view.shape == *shape).then_some(view.whole),
        _ => None,
    }
}

/// Number suits with tiles among these.
pub(in crate::best) fn suits_of(faces: KindSet) -> u8 {
    (0..3).map(|suit| u8::from(faces.meets(KindSet(0x1FF << (9 * suit))))).sum()
}

fn counts(vector: &[u8], spare: u8, view: &View) -> bool {
    let Some(first) = view.faces.iter().next() else { return false };
    let suit = suit(first);
    if suit == 3 || !view.faces.within(KindSet(0x1FF << (9 * suit))) {
        return false;
    }
    let mut extra = 0;
    for (rank, &needed) in vector.iter().enumerate() {
        let held: u8 = view.groups().iter().map(|group| group.copies_of((suit * 9 + rank) as u8)).sum();
        let Some(over) = held.checked_sub(needed) else { return false };
        extra += over;
    }
    extra == spare
}

fn wait(kind: WaitKind, view: &View, facts: &Facts, win: usize) -> Option<u32> {
    let Winning::Natural(tile) = facts.winning else { return None };
    let standard = view.shape == Shape::Standard as u8;
    let group = view.groups[win];
    let chow = group.kind == GroupKind::Chow;
    let one_sided = chow && group.is_one_sided(tile);
    let holds = match kind {
        WaitKind::Only => facts.waits.len() == 1,
        WaitKind::Single => facts.waits.len() >= 2 && standard && (group.kind == GroupKind::Pair || one_sided),
        WaitKind::TwoPairs => facts.waits.len() >= 2 && group.kind == GroupKind::Pung,
        WaitKind::LastVisible => facts.last_visible,
        WaitKind::OnlyByShape => facts.waits_by_shape.len() == 1,
        WaitKind::TwoSided => chow && !one_sided,
    };
    holds.then_some(if standard { 1 << win } else { view.whole })
}

/// Whether flowers make a condition hold.
pub(in crate::best) fn flowers_hold(which: FlowersKind, n: u8, own: u8, facts: &Facts) -> bool {
    let held = facts.flowers;
    !facts.flowers_wild
        && match which {
            FlowersKind::None => held == 0,
            FlowersKind::Own => held & own != 0,
            FlowersKind::Other => held & !own != 0,
            FlowersKind::Series => held & 0x0F == 0x0F || held & 0xF0 == 0xF0,
            FlowersKind::BothSeriesTouched => held & 0x0F != 0 && held & 0xF0 != 0,
            FlowersKind::Count => held.count_ones() == u32::from(n),
        }
}

fn flowers(which: FlowersKind, n: u8, own: u8, facts: &Facts, out: &mut Vec<Used>) {
    if !flowers_hold(which, n, own, facts) {
        return;
    }
    let held = facts.flowers;
    let shifted = |mask: u8| Used::untagged(u32::from(mask) << FLOWER_SHIFT);
    let each = |mask: u8| bits(mask).map(|flower| 1 << flower);
    match which {
        FlowersKind::None => out.push(Used::untagged(0)),
        FlowersKind::Own => out.extend(each(held & own).map(shifted)),
        FlowersKind::Other => out.extend(each(held & !own).map(shifted)),
        FlowersKind::Series => out.extend([0x0F, 0xF0].into_iter().filter(|of| held & of == *of).map(shifted)),
        FlowersKind::BothSeriesTouched | FlowersKind::Count => out.push(shifted(held)),
    }
}

fn sets(cond: &SetsCond, view: &View, choice: Choice, out: &mut Vec<Used>) {
    let pair = match cond.pair {
        None => 0,
        Some(within) => match bits(view.pairs).find(|pair| view.kinds[*pair].within(within)) {
            Some(pair) if view.pairs.is_power_of_two() => 1 << pair,
            _ => return,
        },
    };
    let mut fit = match cond.kind {
        SetKind::Chow => view.chows,
        SetKind::Pung => view.pungs,
        SetKind::Kong => view.kongs,
        SetKind::Set => view.sets(),
    };
    fit &= cond.concealed.map_or(u32::MAX, |yes| if yes { choice.concealed } else { !choice.concealed });
    fit &= cond.open.map_or(u32::MAX, |yes| if yes { view.open } else { !view.open });
    if cond.within != KindSet::ALL {
        fit &= bits(fit).filter(|set| view.kinds[*set].within(cond.within)).map(|set| 1 << set).sum::<u32>();
    }
    let tag =
        |mask: u32| if mask.is_power_of_two() { view.groups[mask.trailing_zeros() as usize].first } else { UNTAGGED };
    match cond.n {
        None => {
            if fit != 0 && fit == view.sets() {
                out.push(Used::untagged(fit | pair));
            }
        }
        Some(n) if cond.exact => {
            if fit.count_ones() == u32::from(n) {
                out.push(Used { groups: fit | pair, tag: tag(fit) });
            }
        }
        Some(n) => subsets(fit, u32::from(n), &mut |mask| {
            if !cond.distinct || distinct(view, mask | pair) {
                out.push(Used { groups: mask | pair, tag: tag(mask) });
            }
        }),
    }
}

/// Whether the groups are of different kinds, the pair included.
fn distinct(view: &View, mask: u32) -> bool {
    let faces = bits(mask).fold(KindSet::EMPTY, |faces, set| faces.union(KindSet::of(view.groups[set].first)));
    faces.len() == mask.count_ones()
}

/// Visits every subset of `of` with `n` members.
fn subsets(of: u32, n: u32, visit: &mut impl FnMut(u32)) {
    fn step(rest: u32, n: u32, taken: u32, visit: &mut impl FnMut(u32)) {
        if n == 0 {
            visit(taken);
            return;
        }
        let mut rest = rest;
        while rest.count_ones() >= n {
            let lowest = rest & rest.wrapping_neg();
            rest ^= lowest;
            step(rest, n - 1, taken | lowest, visit);
        }
    }
    match of.count_ones() {
        fewer if fewer < n => {}
        just if just == n => visit(of),
        _ if n == 1 => {
            for member in bits(of) {
                visit(1 << member);
            }
        }
        _ => step(of, n, 0, visit),
    }
}

/// Kinds that at least so many of the groups hold: what each holds is counted for all kinds at once, a bit of the count
/// in each of four sets.
fn held_by(least: u32, groups: u32, view: &View) -> KindSet {
    let mut count = [0; 4];
    for group in bits(groups) {
        let mut carry = view.kinds[group].0;
        for bit in &mut count {
            (*bit, carry) = (*bit ^ carry, *bit & carry);
        }
    }
    let (mut more, mut equal) = (0, KindSet::ALL.0);
    for (at, bit) in count.into_iter().enumerate().rev() {
        let wanted = if least >> at & 1 == 1 { u64::MAX } else { 0 };
        more |= equal & bit & !wanted;
        equal &= !(bit ^ wanted);
    }
    KindSet(more | equal)
}

fn copies(groups: u32, at_least: u8, view: &View, out: &mut Vec<Used>) {
    let candidates = view.sets() | view.pairs;
    if candidates.count_ones() < groups {
        return;
    }
    for kind in held_by(groups, candidates, view).iter() {
        let holding: u32 =
            bits(candidates).filter(|group| view.kinds[*group].contains(kind)).map(|group| 1 << group).sum();
        subsets(holding, groups, &mut |mask| {
            let copies: u8 = bits(mask).map(|group| view.groups[group].copies_of(kind)).sum();
            if copies >= at_least {
                out.push(Used { groups: mask, tag: kind });
            }
        });
    }
}

fn run(cond: &RunCond, view: &View, out: &mut Vec<Used>) {
    let candidates = match cond.kind {
        RunKind::Chow => view.chows,
        RunKind::Pung => view.pungs | if cond.pair { view.pairs } else { 0 },
        RunKind::Pair => view.pairs,
    };
    if (candidates.count_ones() as usize) < cond.ranks.len() * cond.times as usize {
        return;
    }
    let bases = bases(cond, view, candidates);
    if bases == 0 {
        return;
    }
    let start = out.len();
    let mut search = RunSearch { cond, view, candidates, found: out };
    for first in bits(candidates) {
        if let Some(base) = run_base(cond, view.groups[first].first)
            && bases >> base & 1 == 1
        {
            search.step(Partial { base, taken: 0, suits: 0, last: first, pairs: 0 }, first, 0);
        }
    }
    if cond.times != 1 {
        let found = out.split_off(start);
        disjoint(&found, usize::from(cond.times), 0, out);
    }
}

/// Ranks from which on every offset of the run is there: in one suit if it must lie in one, else in any.
fn bases(cond: &RunCond, view: &View, candidates: u32) -> u16 {
    let mut by_suit = [0_u16; 4];
    for group in bits(candidates) {
        let tile = view.groups[group].first;
        by_suit[suit(tile)] |= 1 << rank(tile);
    }
    let from = |ranks: u16| cond.ranks.iter().fold(u16::MAX, |bases, offset| bases & ranks >> offset);
    let [a, b, c, _] = by_suit;
    if cond.suits == Some(1) { from(a) | from(b) | from(c) } else { from(a | b | c) }
}

/// Appends the unions of `times` of the instances that share no group.
fn disjoint(found: &[Used], times: usize, taken: u32, out: &mut Vec<Used>) {
    if times == 0 {
        let used = Used::untagged(taken);
        if !out.contains(&used) {
            out.push(used);
        }
        return;
    }
    for (index, Used { groups, .. }) in found.iter().enumerate() {
        if groups & taken == 0 {
            disjoint(&found[index + 1..], times - 1, taken | groups, out);
        }
    }
}

#[derive(Clone, Copy)]
struct Partial {
    base: u8,
    taken: u32,
    suits: u8,
    last: usize,
    pairs: u32,
}

struct RunSearch<'a> {
    cond: &'a RunCond,
    view: &'a View,
    candidates: u32,
    found: &'a mut Vec<Used>,
}

impl RunSearch<'_> {
    /// Takes `group` as member `at`, then looks for the rest.
    fn step(&mut self, mut partial: Partial, group: usize, at: usize) {
        let cond = self.cond;
        let Group { kind, first, .. } = self.view.groups[group];
        partial.taken |= 1 << group;
        partial.suits |= 1 << suit(first);
        partial.pairs += u32::from(cond.pair && kind == GroupKind::Pair);
        partial.last = group;
        if partial.pairs > 1 || cond.suits.is_some_and(|suits| partial.suits.count_ones() > u32::from(suits)) {
            return;
        }
        let next = at + 1;
        if next == cond.ranks.len() {
            let suits = cond.suits.is_none_or(|suits| partial.suits.count_ones() == u32::from(suits));
            if suits && (!cond.pair || partial.pairs == 1) {
                self.found.push(Used::untagged(partial.taken));
            }
            return;
        }
        let twin = cond.ranks[next] == cond.ranks[at];
        let wanted = partial.base + cond.ranks[next];
        for other in bits(self.candidates & !partial.taken) {
            let tile = self.view.groups[other].first;
            // Members at one offset are taken in ascending order, so that each choice is found once.
            if suit(tile) == 3
                || rank(tile) != wanted
                || twin && (other < group || cond.twins && suit(tile) != suit(first))
            {
                continue;
            }
            self.step(partial, other, next);
        }
    }
}
