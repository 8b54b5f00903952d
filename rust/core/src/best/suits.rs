//! The covers of one suit in classes: alike in number of sets and in everything the whole-hand rows ask.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHasher;

use super::cover::{Limits, Partial, each_cover};
use super::features::Features;
use super::local::{Grading, Local};
use crate::group::{Group, GroupKind};
use crate::rules::Table;
use crate::tile::rank;

pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FxHasher>>;

/// Wild tiles a suit may take before its covers are picked out of all there are rather than laid out.
const FEW_WILDS: i8 = 5;

/// What a search knows to bound with.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<'a> {
    pub table: &'a Table,
    pub features: &'a Features,
    pub local: &'a Local,
}

/// Covers that only their earnings tell apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class {
    pub mask: u64,
    pub chows: u8,
    pub pungs: u8,
    pub pair: bool,
    /// The most that a member earns in its suit.
    pub most: i32,
    /// Its number in the book.
    number: u32,
}

impl Class {
    pub const fn sets(&self) -> u8 {
        self.chows + self.pungs
    }
}

/// A cover with what it earns, and what its chows and (but for honours) its pungs and pair earn of that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    pub earned: i32,
    pub chows: i32,
    pub pungs: i32,
    pub cover: Partial,
    /// The tiles it takes, four bits a rank.
    demand: u64,
}

impl Member {
    /// A suit without groups.
    pub const NONE: Self = Self { earned: 0, chows: 0, pungs: 0, cover: Partial::NONE, demand: 0 };
}

/// Covers of one suit sorted into classes, those that earn most first.
#[derive(Debug)]
pub(crate) struct Book {
    classes: Vec<Class>,
    members: Vec<Vec<Member>>,
}

/// The top bit of each rank's four.
const TOPS: u64 = 0x8_8888_8888;

/// Four bits a rank; more than seven tiles are as good as seven.
pub(crate) fn packed(counts: [u8; 9]) -> u64 {
    counts.iter().rev().fold(0, |packed, count| packed << 4 | u64::from((*count).min(7)))
}

const fn covers(demand: u64, naturals: u64) -> bool {
    ((demand | TOPS) - naturals) & TOPS == TOPS
}

impl Book {
    /// Sorts the covers of `suit` into classes; `on_table` are its sets on the table.
    fn new(suit: usize, limits: &Limits, on_table: &[Group], bounds: &Bounds) -> Self {
        let mut earn = Earnings::new(suit, on_table, bounds);
        let mut by_class: FastMap<(u64, u8), u32> = FastMap::default();
        let mut book = Self { classes: Vec::new(), members: Vec::new() };
        each_cover(limits, &mut |cover| {
            let mask = bounds.features.mask_of(suit, cover);
            let (chows, pungs, pair) = (cover.chows.len() as u8, cover.pungs.len() as u8, cover.pair.is_some());
            let member = earn.member(cover);
            let number = *by_class.entry((mask, chows << 4 | pungs << 1 | u8::from(pair))).or_insert_with(|| {
                let number = book.classes.len() as u32;
                book.classes.push(Class { mask, chows, pungs, pair, most: i32::MIN, number });
                book.members.push(Vec::new());
                number
            }) as usize;
            book.classes[number].most = book.classes[number].most.max(member.earned);
            book.members[number].push(member);
        });
        for members in &mut book.members {
            members.sort_by_key(|member| std::cmp::Reverse(member.earned));
        }
        book.classes.sort_by_key(|class| std::cmp::Reverse(class.most));
        book
    }

    /// The most that is earned, by sets and pair.
    pub fn most(&self) -> [[i32; 2]; 6] {
        let mut most = [[i32::MIN / 8; 2]; 6];
        for class in &self.classes {
            let slot = &mut most[class.sets() as usize][usize::from(class.pair)];
            *slot = class.most.max(*slot);
        }
        most
    }

    /// Every way in which a suit without naturals takes at most so many sets.
    pub fn of_empty(suit: usize, sets: i8, bounds: &Bounds) -> Self {
        let ranks = if suit == 3 { 7 } else { 9 };
        Self::new(
            suit,
            &Limits { naturals: [0; 9], ranks, alone: sets, with_pair: sets, wilds: u8::MAX / 2 },
            &[],
            bounds,
        )
    }
}

/// These covers of `suit` with what they earn.
pub(crate) fn members_of(suit: usize, covers: &[Partial], on_table: &[Group], bounds: &Bounds) -> Vec<Member> {
    let mut earn = Earnings::new(suit, on_table, bounds);
    covers.iter().map(|cover| earn.member(cover)).collect()
}

/// One suit of a hand: the classes of its covers.
#[derive(Debug)]
pub(crate) struct Suit {
    /// Which suit: 0 to 3.
    pub number: usize,
    pub classes: Vec<Class>,
    book: Arc<Book>,
    naturals: u64,
    /// Classes by sets and pair, those that earn most first.
    buckets: [[Vec<u32>; 2]; 6],
    /// Members of the classes asked for, those that earn most first.
    members: Vec<OnceLock<Vec<Member>>>,
}

impl Suit {
    /// The covers of `suit` within `limits`; sets of it that lie `on_table` earn with them.
    pub fn new(suit: usize, limits: &Limits, on_table: &[Group], bounds: &Bounds) -> Self {
        let most = limits.alone.max(limits.with_pair);
        let held: u8 = limits.naturals.iter().sum();
        let wilds = (3 * most + 2 - held as i8).min(limits.wilds as i8);
        if !on_table.is_empty() || wilds <= FEW_WILDS {
            return Self::of_book(suit, limits, Arc::new(Book::new(suit, limits, on_table, bounds)), 0);
        }
        Self::of_book(suit, limits, bounds.local.books(suit).book(suit, most, bounds), packed(limits.naturals))
    }

    /// Of the book's classes those with a member that covers the naturals.
    fn of_book(suit: usize, limits: &Limits, book: Arc<Book>, naturals: u64) -> Self {
        let mut classes = Vec::new();
        for class in &book.classes {
            let limit = if class.pair { limits.with_pair } else { limits.alone };
            if class.sets() as i8 > limit {
                continue;
            }
            let members = &book.members[class.number as usize];
            if let Some(first) = members.iter().find(|member| covers(member.demand, naturals)) {
                classes.push(Class { most: first.earned, ..*class });
            }
        }
        classes.sort_by_key(|class| std::cmp::Reverse(class.most));
        let mut buckets: [[Vec<u32>; 2]; 6] = Default::default();
        for (index, class) in classes.iter().enumerate() {
            buckets[class.sets() as usize][usize::from(class.pair)].push(index as u32);
        }
        let members = classes.iter().map(|_| OnceLock::new()).collect();
        Self { number: suit, classes, book, naturals, buckets, members }
    }

    pub fn bucket(&self, sets: u8, pair: bool) -> &[u32] {
        &self.buckets[sets as usize][usize::from(pair)]
    }

    /// Members of a class with what they earn, those that earn most first.
    pub fn members(&self, class: u32) -> &[Member] {
        self.members[class as usize].get_or_init(|| {
            let all = &self.book.members[self.classes[class as usize].number as usize];
            let fits = all.iter().filter(|member| covers(member.demand, self.naturals));
            fits.copied().collect()
        })
    }

    /// The member that earns most.
    pub fn best_member(&self, class: u32) -> Option<Partial> {
        let all = &self.book.members[self.classes[class as usize].number as usize];
        all.iter().find(|member| covers(member.demand, self.naturals)).map(|member| member.cover)
    }
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

    fn member(&mut self, cover: &Partial) -> Member {
        let Bounds { table, local, .. } = *self.bounds;
        let (chows, pungs) = (cover.chows.chow_number(), cover.pungs.pung_number());
        let (chows, pungs) = if self.on_table.is_empty() {
            let pungs = local.pungs(table, self.suit, pungs, cover.pungs.members(), cover.pair);
            (local.chows(table, self.suit, chows), pungs)
        } else {
            let pair = cover.pair.map_or(0, |rank| 1 + u32::from(rank));
            self.beside_table(cover, chows as u32, (pungs * 10) as u32 + pair)
        };
        let demand = cover.demand();
        Member {
            earned: chows + pungs + self.copies(cover, demand),
            chows,
            pungs: if self.suit == 3 { 0 } else { pungs },
            cover: *cover,
            demand: packed(demand),
        }
    }

    fn beside_table(&mut self, cover: &Partial, chows: u32, pungs: u32) -> (i32, i32) {
        let Bounds { table, local, .. } = *self.bounds;
        let mut part = |which: usize, key: u32| {
            *self.memo[which].entry(key).or_insert_with(|| {
                let wanted = |group: &Group| (group.kind == GroupKind::Chow) == (which == 0);
                let mut groups: Vec<Group> = self.on_table.iter().copied().filter(wanted).collect();
                groups.extend(cover.groups(self.suit).filter(wanted));
                local.part(table, which == 0, &groups, Grading::Reachable)
            })
        };
        (part(0, chows), part(1, pungs))
    }

    fn copies(&self, cover: &Partial, demand: [u8; 9]) -> i32 {
        if (0..9).all(|rank| demand[rank] + self.exposed_copies[rank] < 4) {
            return 0;
        }
        let groups = cover.holding();
        let local = self.bounds.local;
        (0..9)
            .filter(|rank| demand[*rank] + self.exposed_copies[*rank] >= 4)
            .map(|rank| local.copies(groups[rank].into(), self.exposed[rank].into(), self.exposed[rank] > 0))
            .sum()
    }
}
