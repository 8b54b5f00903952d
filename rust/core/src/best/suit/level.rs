//! One suit of a search: the classes of what may lie of it in hand and on the table.

use std::sync::Arc;

use super::bucket::{Bucket, ChowSpan};
use super::classes::{Bounds, Class, FastMap, Suit};
use super::cover::Limits;
use super::laying::{Choice, Laying};
use crate::best::bounds::earned::Earned;

/// What lies of the suit on the table, and the covers beside.
#[derive(Debug)]
pub(crate) struct Variant {
    pub choice: Choice,
    pub suit: Arc<Suit>,
}

/// A class of one variant.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Part {
    pub most: Earned,
    /// The most that it or one that follows it in its class earns.
    pub from: Earned,
    pub variant: u32,
    pub class: u32,
}

/// One suit of a search.
#[derive(Debug)]
pub(crate) struct Level {
    /// Which suit: 0 to 3.
    pub number: usize,
    of: Of,
}

#[derive(Debug)]
enum Of {
    /// What lies on the table leaves no choice.
    One(Variant),
    Several(Arc<Merged>),
}

/// What may lie on the table of one suit, with the classes of all of it, those alike taken together.
#[derive(Debug)]
pub(crate) struct Merged {
    variants: Vec<Variant>,
    classes: Vec<Class>,
    chows: ChowSpan,
    /// By what is used, by sets and pair: classes that earn most first.
    buckets: Vec<[[Bucket; 2]; 6]>,
    /// Class by class, those that earn most first.
    parts: Vec<Part>,
    starts: Vec<u32>,
}

impl Level {
    /// For the sets on the table.
    pub fn new(number: usize, laying: &Laying, limits: &Limits, bounds: &Bounds) -> Self {
        let books = bounds.local.books(number);
        let variant = |choice: Choice| {
            let suit = books.suit(number, limits, &choice.groups, bounds);
            Variant { choice, suit }
        };
        let of = if laying.is_settled(number) {
            Of::One(laying.choices(number).pop().map(variant).expect("one choice"))
        } else {
            let make = || Merged::new(laying.choices(number).into_iter().map(variant).collect(), laying.uses());
            Of::Several(books.merged(number, limits, laying.part(number), bounds, make))
        };
        Self { number, of }
    }

    /// What may lie of the suit on the table, with the covers beside.
    pub fn variants(&self) -> &[Variant] {
        match &self.of {
            Of::One(variant) => std::slice::from_ref(variant),
            Of::Several(merged) => &merged.variants,
        }
    }

    pub fn classes(&self) -> &[Class] {
        match &self.of {
            Of::One(variant) => &variant.suit.classes,
            Of::Several(merged) => &merged.classes,
        }
    }

    /// The chows that its classes have.
    pub fn chows(&self) -> ChowSpan {
        match &self.of {
            Of::One(variant) => variant.suit.chows,
            Of::Several(merged) => merged.chows,
        }
    }

    /// Classes that use so much, with so many sets in hand and the pair or not, those that earn most first.
    pub fn bucket(&self, used: usize, sets: u8, pair: bool) -> &Bucket {
        match &self.of {
            Of::Several(merged) => &merged.buckets[used][sets as usize][usize::from(pair)],
            Of::One(variant) if used == 0 => variant.suit.bucket(sets, pair),
            Of::One(_) => Bucket::NONE,
        }
    }

    /// What a class is made of, those first that earn most.
    pub fn part(&self, class: u32, at: usize) -> Option<Part> {
        match &self.of {
            Of::Several(merged) => {
                let [start, end] = [class, class + 1].map(|class| merged.starts[class as usize] as usize);
                merged.parts[start..end].get(at).copied()
            }
            Of::One(variant) => (at == 0).then(|| {
                let most = variant.suit.classes[class as usize].most;
                Part { most, from: most, variant: 0, class }
            }),
        }
    }
}

impl Merged {
    /// Roughly how many bytes it takes.
    pub fn size(&self) -> usize {
        let suits: usize = self.variants.iter().map(|variant| variant.suit.size() + size_of::<Variant>()).sum();
        self.classes.len() * size_of::<Class>() + self.parts.len() * size_of::<Part>() + suits
    }

    fn new(variants: Vec<Variant>, uses: usize) -> Self {
        let mut by_class: FastMap<(u64, [u8; 5], usize), u32> = FastMap::default();
        let mut classes: Vec<(Class, usize)> = Vec::new();
        let mut all: Vec<(u32, Part)> = Vec::new();
        for (at, variant) in variants.iter().enumerate() {
            let used = variant.choice.used;
            for (number, class) in variant.suit.classes.iter().enumerate() {
                let alike = [class.chows.count, class.pungs, class.laid.count, class.sets, class.pair.into()];
                let merged = *by_class.entry((class.mask, alike, used)).or_insert_with(|| {
                    classes.push((*class, used));
                    classes.len() as u32 - 1
                });
                let (known, _) = &mut classes[merged as usize];
                known.most = class.most.or(known.most);
                known.lost = class.lost.min(known.lost);
                known.lie = class.lie.or(known.lie);
                known.chows = class.chows.or(known.chows);
                known.laid = class.laid.or(known.laid);
                known.slack = class.slack.max(known.slack);
                let part = Part { most: class.most, from: class.most, variant: at as u32, class: number as u32 };
                all.push((merged, part));
            }
        }
        // The class that earns most comes first.
        let mut order: Vec<u32> = (0..classes.len() as u32).collect();
        order.sort_by_key(|class| std::cmp::Reverse(classes[*class as usize].0.most.resting));
        let mut place = vec![0; order.len()];
        let mut buckets: Vec<[[Vec<u32>; 2]; 6]> = vec![Default::default(); uses];
        for (at, class) in order.iter().enumerate() {
            place[*class as usize] = at as u32;
            let (class, used) = &classes[*class as usize];
            buckets[*used][class.sets as usize][usize::from(class.pair)].push(at as u32);
        }
        let classes: Vec<Class> = order.iter().map(|class| classes[*class as usize].0).collect();
        let of_classes = |numbers| Bucket::of(numbers, &classes);
        let buckets = buckets.into_iter().map(|by_size| by_size.map(|by_pair| by_pair.map(of_classes))).collect();
        all.sort_unstable_by_key(|(class, part)| {
            (place[*class as usize], std::cmp::Reverse(part.most.resting), part.variant, part.class)
        });
        let mut from = (u32::MAX, Earned::LEAST);
        for (class, part) in all.iter_mut().rev() {
            from = (*class, if from.0 == *class { part.most.or(from.1) } else { part.most });
            part.from = from.1;
        }
        let mut starts = vec![0; classes.len() + 1];
        for (class, _) in &all {
            starts[place[*class as usize] as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Self {
            variants,
            chows: ChowSpan::of(&classes),
            classes,
            buckets,
            parts: all.into_iter().map(|(_, part)| part).collect(),
            starts,
        }
    }
}
