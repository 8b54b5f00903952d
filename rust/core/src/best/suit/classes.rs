//! The covers of one suit in classes: alike in number of sets and in everything the whole-hand rows ask.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHasher;

use super::bucket::{Bucket, ChowSpan};
use super::cover::{Limits, Partial, each_cover, free_covers};
use super::multiset::{CHOWS, Listed, PUNGS, Packed, up_to};
use crate::best::bounds::brothers::Pungs;
use crate::best::bounds::earned::Earned;
use crate::best::bounds::earnings::{Earnings, Numbered};
use crate::best::bounds::local::Local;
use crate::best::bounds::starts::Starts;
use crate::best::hand_rows::features::Features;
use crate::group::{Group, GroupKind};
use crate::rules::Table;
use crate::tile::{KindSet, rank};

pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FxHasher>>;

/// Wild tiles a suit may take before its covers are picked out of all there are rather than laid out.
const FEW_WILDS: i8 = 5;

/// What a search knows to bound with.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<'a> {
    /// Tiles of which the winning group holds one.
    pub winning: KindSet,
    pub table: &'a Table,
    pub features: &'a Features,
    pub local: &'a Local,
}

/// Covers that only their earnings tell apart, with what lies of their suit on the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class {
    pub mask: u64,
    /// Chows in hand and on the table, where those of any member start.
    pub chows: Starts,
    pub laid: Starts,
    /// What bounds of chows of several suits must allow for, at most.
    pub slack: i32,
    /// Pungs, those on the table too.
    pub pungs: u8,
    /// How these lie, on what ranks of any member.
    pub lie: Pungs,
    /// Sets in hand.
    pub sets: u8,
    pub pair: bool,
    /// The most that a member earns in its suit.
    pub most: Earned,
    /// What each member loses of that at least if the rival counts.
    pub lost: i32,
    /// Its number before the classes were sorted.
    number: u16,
}

/// A cover with what it earns, and what its chows earn of that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    pub earned: Earned,
    /// The most that it or one that follows it in its class earns.
    pub from: Earned,
    pub chows: i32,
    pub cover: Partial,
    /// Ranks of its pungs and its pair.
    pub ranks: u16,
}

impl Member {
    /// A suit without groups.
    pub const NONE: Self =
        Self { earned: Earned::of(0), from: Earned::of(0), chows: 0, cover: Partial::NONE, ranks: 0 };

    pub fn of(earnings: &Earnings, bounds: &Bounds, cover: &Partial) -> Self {
        let numbered = cover.numbered();
        let earned = earnings.all(bounds, numbered);
        Self { earned, from: earned, chows: earnings.chows(bounds, numbered), cover: *cover, ranks: numbered.ranks() }
    }
}

/// The class of covers that a suit does not admit.
const NO_CLASS: u16 = u16::MAX;

/// Covers sorted into classes.
struct Builder<'a> {
    earnings: &'a Earnings,
    bounds: &'a Bounds<'a>,
    suit: usize,
    /// The row that excludes most.
    rival: Option<usize>,
    /// Mask, chows and pungs of what lies on the table.
    laid: (u64, Starts, Pungs),
    by_class: FastMap<(u64, u8), u16>,
    classes: Vec<Class>,
    /// What bounds of chows must allow for, by the chows in hand.
    slack: FastMap<u16, i32>,
}

impl<'a> Builder<'a> {
    fn new(suit: usize, on_table: &[Group], earnings: &'a Earnings, bounds: &'a Bounds<'a>) -> Self {
        let Bounds { features, local, .. } = *bounds;
        let mask = on_table.iter().fold(0, |mask, group| mask | features.mask(*group));
        let chows = on_table.iter().filter(|group| group.kind == GroupKind::Chow);
        let chows =
            chows.fold(Starts::default(), |all, chow| all.and(Starts::of(&CHOWS[1 + usize::from(rank(chow.first))])));
        let laid = (mask, chows, Pungs::of(on_table));
        let rival = local.rival.as_ref().map(|rival| rival.row);
        Self {
            earnings,
            bounds,
            suit,
            rival,
            laid,
            by_class: FastMap::default(),
            classes: Vec::new(),
            slack: FastMap::default(),
        }
    }

    /// The class of a cover with its mask.
    fn add(&mut self, mask: u64, cover: Numbered, earned: Earned) -> u16 {
        let Self { earnings, bounds, .. } = *self;
        let Listed { set, ranks, .. } = PUNGS[usize::from(cover.pungs)];
        let in_hand = Starts::of(&CHOWS[usize::from(cover.chows)]);
        let [chows, pungs] = [in_hand.count, set.len() as u8];
        let pair = cover.pair > 0;
        let (laid_mask, laid, lie) = self.laid;
        let lie = lie.and(pungs, ranks, cover.pair.checked_sub(1));
        let classes = &mut self.classes;
        let number = *self.by_class.entry((mask, chows << 4 | pungs << 1 | u8::from(pair))).or_insert_with(|| {
            let number = classes.len() as u16;
            classes.push(Class {
                mask: mask | laid_mask,
                chows: in_hand,
                laid,
                slack: 0,
                pungs: lie.exposed + lie.concealed,
                lie,
                sets: chows + pungs,
                pair,
                most: Earned::LEAST,
                lost: i32::MAX,
                number,
            });
            number
        });
        let class = &mut classes[usize::from(number)];
        class.most = earned.or(class.most);
        class.lie = class.lie.or(lie);
        class.chows = class.chows.or(in_hand);
        if class.lost > 0 {
            let rival = self.rival.filter(|row| pungs > 0 && bounds.features.admits(*row, class.mask));
            class.lost = rival.map_or(0, |_| earnings.lost(bounds, cover)).min(class.lost);
        }
        if laid.count > 0 {
            let slack = self.slack.entry(cover.chows).or_insert_with(|| earnings.slack(bounds, cover));
            class.slack = class.slack.max(*slack);
        }
        number
    }

    /// The covers of up to so many sets out of [`free_covers`].
    fn add_all_free(&mut self, most: i8, limits: &Limits) -> Source {
        let Self { earnings, bounds, .. } = *self;
        let of = |sets| {
            let earned = bounds.local.books(earnings.like).free(earnings, sets, bounds);
            let classes = self.add_free(sets, limits, &earned);
            (earned, classes)
        };
        Source::Free((0..=usize::try_from(most).unwrap_or(0)).map(of).collect())
    }

    /// The classes of the covers of so many sets within limits, wild tiles apart, in the order of [`free_covers`].
    fn add_free(&mut self, sets: usize, limits: &Limits, earned: &[Earned]) -> Vec<u16> {
        let mask = |cover: Numbered| match Partial::of(cover) {
            cover if cover.fits(self.suit) => self.bounds.features.mask_of(self.suit, &cover),
            _ => 0,
        };
        let number_of = |kinds| 0..up_to(kinds, sets) as u16;
        let chows: Vec<u64> = number_of(7).map(|chows| mask(Numbered { chows, ..Numbered::default() })).collect();
        let pungs: Vec<u64> = number_of(9).map(|pungs| mask(Numbered { pungs, ..Numbered::default() })).collect();
        let pairs: [u64; 10] = std::array::from_fn(|pair| mask(Numbered { pair: pair as u8, ..Numbered::default() }));
        let naturals = Packed::of(limits.naturals);
        let covers = free_covers(self.suit, sets);
        let admitted = [limits.alone, limits.with_pair].map(|limit| sets as i8 <= limit);
        let class = |(cover, earned): (&Numbered, &Earned)| {
            let pair = cover.pair > 0;
            if !admitted[usize::from(pair)] || !cover.tiles().covers(naturals) {
                return NO_CLASS;
            }
            let (chow, pung) = (usize::from(cover.chows), usize::from(cover.pungs));
            let mask = chows[chow] | pungs[pung] | pairs[usize::from(cover.pair)];
            self.add(mask, *cover, *earned)
        };
        covers.iter().zip(earned).map(class).collect()
    }
}

/// One suit of a hand: the classes of its covers.
#[derive(Debug)]
pub(crate) struct Suit {
    /// Those that earn most first.
    pub classes: Vec<Class>,
    /// The chows that they have.
    pub chows: ChowSpan,
    pub number: usize,
    earnings: Earnings,
    source: Source,
    /// Classes by sets and pair, those that earn most first.
    buckets: [[Bucket; 2]; 6],
    /// Members of the classes asked for, those that earn most first.
    members: Vec<OnceLock<Vec<Kept>>>,
}

/// A cover with what it earns, and what it or one that follows in its class does at most.
#[derive(Clone, Copy, Debug)]
struct Kept {
    earned: Earned,
    from: Earned,
    cover: Numbered,
}

impl Kept {
    const fn new(earned: Earned, cover: Numbered) -> Self {
        Self { earned, from: earned, cover }
    }

    /// Those that earn most first.
    fn sort(all: &mut [Self]) {
        all.sort_by_key(|kept| std::cmp::Reverse(kept.earned.resting));
        let mut from = Earned::LEAST;
        for kept in all.iter_mut().rev() {
            from = kept.earned.or(from);
            kept.from = from;
        }
    }
}

/// Where the members of classes are found.
#[derive(Debug)]
enum Source {
    /// All covers, with their classes.
    Own(Vec<(u16, Kept)>),
    /// What the covers of [`free_covers`] earn, and their classes, by number of sets.
    Free(Vec<(Arc<Vec<Earned>>, Vec<u16>)>),
    /// The suit without naturals, of whose members those that cover these count.
    Book(Arc<Suit>, Packed),
}

impl Suit {
    /// The covers of `suit` within `limits`; sets of it that lie `on_table` earn with them.
    pub fn new(suit: usize, limits: &Limits, on_table: &[Group], bounds: &Bounds) -> Self {
        let most = limits.alone.max(limits.with_pair);
        let held: u8 = limits.naturals.iter().sum();
        let wilds = (3 * most + 2 - held as i8).min(limits.wilds as i8);
        if wilds > FEW_WILDS && on_table.is_empty() {
            return Self::of_book(limits, bounds.local.books(suit).book(suit, most, bounds));
        }
        let earnings = Earnings::new(suit, on_table, bounds);
        let mut builder = Builder::new(suit, on_table, &earnings, bounds);
        let source = if wilds <= FEW_WILDS {
            let mut all = Vec::new();
            each_cover(limits, &mut |cover| {
                let numbered = cover.numbered();
                let earned = earnings.all(bounds, numbered);
                let mask = bounds.features.mask_of(suit, cover);
                let class = builder.add(mask, numbered, earned);
                all.push((class, Kept::new(earned, numbered)));
            });
            Source::Own(all)
        } else {
            builder.add_all_free(most, limits)
        };
        let classes = builder.classes;
        Self::sorted(suit, classes, earnings, source)
    }

    /// Every way in which a suit without naturals takes at most so many sets, none of it on the table.
    pub fn book(suit: usize, sets: i8, bounds: &Bounds) -> Self {
        let earnings = Earnings::new(suit, &[], bounds);
        let mut builder = Builder::new(suit, &[], &earnings, bounds);
        let limits = Limits { naturals: [0; 9], ranks: 9, alone: sets, with_pair: sets, wilds: u8::MAX };
        let source = builder.add_all_free(sets, &limits);
        let classes = builder.classes;
        let book = Self::sorted(suit, classes, earnings, source);
        book.find_all();
        book
    }

    /// Of the book's classes those with a member that covers the naturals.
    fn of_book(limits: &Limits, book: Arc<Self>) -> Self {
        let naturals = Packed::of(limits.naturals);
        let covering = |(number, class): (usize, &Class)| {
            let limit = if class.pair { limits.with_pair } else { limits.alone };
            if class.sets as i8 > limit {
                return None;
            }
            let first = book.kept(number as u32).iter().find(|kept| kept.cover.tiles().covers(naturals));
            first.map(|kept| Class { most: kept.earned, number: number as u16, ..*class })
        };
        let classes = book.classes.iter().enumerate().filter_map(covering).collect();
        Self::sorted(book.number, classes, book.earnings.clone(), Source::Book(book, naturals))
    }

    fn sorted(suit: usize, mut classes: Vec<Class>, earnings: Earnings, source: Source) -> Self {
        classes.sort_by_key(|class| std::cmp::Reverse(class.most.resting));
        let mut buckets: [[Vec<u32>; 2]; 6] = Default::default();
        for (index, class) in classes.iter().enumerate() {
            buckets[class.sets as usize][usize::from(class.pair)].push(index as u32);
        }
        let buckets = buckets.map(|by_pair| by_pair.map(|numbers| Bucket::of(numbers, &classes)));
        let members = classes.iter().map(|_| OnceLock::new()).collect();
        Self { chows: ChowSpan::of(&classes), classes, number: suit, earnings, source, buckets, members }
    }

    pub fn bucket(&self, sets: u8, pair: bool) -> &Bucket {
        &self.buckets[sets as usize][usize::from(pair)]
    }

    /// Roughly how many bytes it takes.
    pub fn size(&self) -> usize {
        let covers = match &self.source {
            Source::Own(all) => all.len() * size_of::<(u16, Kept)>(),
            Source::Free(by_sets) => by_sets.iter().map(|(_, classes)| classes.len() * size_of::<u16>()).sum(),
            Source::Book(..) => 0,
        };
        covers + self.classes.len() * (size_of::<Class>() + size_of::<OnceLock<Vec<Kept>>>()) + size_of::<Self>()
    }

    /// Members of a class with what they earn, those that earn most first.
    pub fn members<'a>(&'a self, class: u32, bounds: &'a Bounds) -> impl Iterator<Item = Member> + 'a {
        self.kept(class).iter().map(|kept| Member {
            earned: kept.earned,
            from: kept.from,
            chows: self.earnings.chows(bounds, kept.cover),
            cover: Partial::of(kept.cover),
            ranks: kept.cover.ranks(),
        })
    }

    fn kept(&self, class: u32) -> &[Kept] {
        self.members[class as usize].get_or_init(|| self.find(&self.classes[class as usize]))
    }

    /// Finds the members of all classes at once.
    fn find_all(&self) {
        let Source::Free(by_sets) = &self.source else { return };
        let mut found: Vec<Vec<Kept>> = vec![Vec::new(); self.classes.len()];
        for (sets, (earned, classes)) in by_sets.iter().enumerate() {
            for ((class, earned), cover) in classes.iter().zip(earned.iter()).zip(free_covers(self.number, sets)) {
                if *class != NO_CLASS {
                    found[usize::from(*class)].push(Kept::new(*earned, *cover));
                }
            }
        }
        for (class, members) in self.classes.iter().zip(&self.members) {
            let mut found = std::mem::take(&mut found[usize::from(class.number)]);
            Kept::sort(&mut found);
            found.shrink_to_fit();
            members.get_or_init(|| found);
        }
    }

    fn find(&self, class: &Class) -> Vec<Kept> {
        let mut found: Vec<Kept> = match &self.source {
            Source::Own(all) => all.iter().filter(|(of, _)| *of == class.number).map(|(_, kept)| *kept).collect(),
            Source::Free(by_sets) => {
                let (earned, classes) = &by_sets[usize::from(class.sets)];
                let covers = free_covers(self.number, class.sets.into()).iter();
                let of_class =
                    classes.iter().zip(earned.iter()).zip(covers).filter(|((of, _), _)| **of == class.number);
                of_class.map(|((_, earned), cover)| Kept::new(*earned, *cover)).collect()
            }
            Source::Book(book, naturals) => {
                let all = book.kept(class.number.into()).iter();
                return all.filter(|kept| kept.cover.tiles().covers(*naturals)).copied().collect();
            }
        };
        Kept::sort(&mut found);
        found
    }
}
