//! The covers of one suit in classes: alike in number of sets and in everything the whole-hand rows ask.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rustc_hash::FxHasher;

use super::cover::Partial;
use super::features::Features;
use super::local::{Grading, Local};
use crate::group::{Group, GroupKind};
use crate::rules::Table;
use crate::tile::{rank, suit as suit_of};

pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FxHasher>>;

/// Covers that only their earnings tell apart.
#[derive(Debug)]
pub(crate) struct Class {
    pub mask: u64,
    pub chows: u8,
    pub pungs: u8,
    pub pair: bool,
    /// The most that a member earns in its suit.
    pub most: i32,
    members: Vec<(i32, u32)>,
    sorted: bool,
}

impl Class {
    pub const fn sets(&self) -> u8 {
        self.chows + self.pungs
    }
}

/// The classes of one suit.
#[derive(Debug)]
pub(crate) struct Suit {
    pub suit: usize,
    pub covers: Vec<Partial>,
    pub classes: Vec<Class>,
    /// Classes by sets and pair, those that earn most first.
    buckets: [[Vec<u32>; 2]; 6],
    /// Whether sets of this suit lie on the table.
    pub melded: bool,
}

impl Suit {
    /// Sorts the covers of `suit` into classes; `fixed` lie on the table.
    pub fn new(suit: usize, covers: Vec<Partial>, fixed: &[Group], bounds: &Bounds) -> Self {
        let on_table: Vec<Group> = fixed
            .iter()
            .copied()
            .filter(|group| group.kind != GroupKind::Knitted && suit_of(group.first) == suit)
            .collect();
        let mut earn = Earnings::new(suit, &on_table, bounds);
        let mut by_class: FastMap<(u64, u8), u32> = FastMap::default();
        let mut classes: Vec<Class> = Vec::new();
        for (index, cover) in covers.iter().enumerate() {
            let mask = bounds.features.mask_of(suit, cover);
            let (chows, pungs, pair) = (cover.chows.len() as u8, cover.pungs.len() as u8, cover.pair.is_some());
            let earned = earn.of(cover);
            let at = *by_class.entry((mask, chows << 4 | pungs << 1 | u8::from(pair))).or_insert_with(|| {
                classes.push(Class { mask, chows, pungs, pair, most: i32::MIN, members: Vec::new(), sorted: false });
                classes.len() as u32 - 1
            });
            let class = &mut classes[at as usize];
            class.most = class.most.max(earned);
            class.members.push((earned, index as u32));
        }
        let mut buckets: [[Vec<u32>; 2]; 6] = Default::default();
        for (index, class) in classes.iter().enumerate() {
            buckets[class.sets() as usize][usize::from(class.pair)].push(index as u32);
        }
        for bucket in buckets.iter_mut().flatten() {
            bucket.sort_by_key(|class| std::cmp::Reverse(classes[*class as usize].most));
        }
        Self { suit, covers, classes, buckets, melded: !on_table.is_empty() }
    }

    pub fn bucket(&self, sets: u8, pair: bool) -> &[u32] {
        &self.buckets[sets as usize][usize::from(pair)]
    }

    /// Members of a class, those that earn most first.
    pub fn members(&mut self, class: u32) -> &[(i32, u32)] {
        let class = &mut self.classes[class as usize];
        if !class.sorted {
            class.members.sort_unstable_by_key(|(earned, index)| (std::cmp::Reverse(*earned), *index));
            class.sorted = true;
        }
        &class.members
    }
}

/// What a search knows to bound with.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<'a> {
    pub table: &'a Table,
    pub features: &'a Features,
    pub local: &'a Local,
}

/// What a cover earns in its suit together with the sets on the table there.
struct Earnings<'a> {
    bounds: &'a Bounds<'a>,
    suit: usize,
    on_table: &'a [Group],
    exposed: [u8; 9],
    exposed_copies: [u8; 9],
    /// By multiset of chows, and of pungs with the pair, where sets on the table take part.
    memo: [FastMap<u32, i32>; 2],
}

impl<'a> Earnings<'a> {
    fn new(suit: usize, on_table: &'a [Group], bounds: &'a Bounds<'a>) -> Self {
        let mut exposed = [0; 9];
        let mut exposed_copies = [0; 9];
        for group in on_table {
            for kind in group.kinds().iter() {
                exposed[rank(kind) as usize] += 1;
                exposed_copies[rank(kind) as usize] += group.copies_of(kind);
            }
        }
        Self { bounds, suit, on_table, exposed, exposed_copies, memo: Default::default() }
    }

    fn of(&mut self, cover: &Partial) -> i32 {
        let Bounds { table, local, .. } = *self.bounds;
        let (chows, pungs) = (cover.chows.chow_number(), cover.pungs.pung_number());
        let sets = if self.on_table.is_empty() {
            local.chows(table, self.suit, chows)
                + local.pungs(table, self.suit, pungs, cover.pungs.members(), cover.pair)
        } else {
            self.beside_table(
                cover,
                chows as u32,
                (pungs * 10) as u32 + cover.pair.map_or(0, |rank| 1 + u32::from(rank)),
            )
        };
        sets + self.copies(cover)
    }

    fn beside_table(&mut self, cover: &Partial, chows: u32, pungs: u32) -> i32 {
        let Bounds { table, local, .. } = *self.bounds;
        let mut part = |which: usize, key: u32| {
            *self.memo[which].entry(key).or_insert_with(|| {
                let wanted = |group: &Group| (group.kind == GroupKind::Chow) == (which == 0);
                let mut groups: Vec<Group> = self.on_table.iter().copied().filter(wanted).collect();
                groups.extend(cover.groups(self.suit).filter(wanted));
                local.part(table, which == 0, &groups, Grading::Reachable)
            })
        };
        part(0, chows) + part(1, pungs)
    }

    fn copies(&self, cover: &Partial) -> i32 {
        let mut groups = [0_u8; 9];
        let mut copies = self.exposed_copies;
        for &start in cover.chows.members() {
            for rank in start..start + 3 {
                groups[rank as usize] += 1;
                copies[rank as usize] += 1;
            }
        }
        for &rank in cover.pungs.members() {
            groups[rank as usize] += 1;
            copies[rank as usize] += 3;
        }
        if let Some(rank) = cover.pair {
            groups[rank as usize] += 1;
            copies[rank as usize] += 2;
        }
        let local = self.bounds.local;
        (0..9)
            .filter(|rank| copies[*rank] >= 4)
            .map(|rank| {
                let exposed = self.exposed[rank];
                local.copies(groups[rank].into(), exposed.into(), exposed > 0)
            })
            .sum()
    }
}
