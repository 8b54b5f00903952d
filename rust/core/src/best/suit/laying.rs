//! The faces that sets on the table may take, suit by suit.
//!
//! A set with natural tiles lies in one suit, whatever its face; one of wild tiles alone may lie in any. So each suit
//! has a list of what may lie there of it, and a hand is one choice for each suit that uses every set once.

use crate::best::states::States;
use crate::decompose::laid_group;
use crate::group::Group;
use crate::hand::Meld;
use crate::tile::{Kind, KindSet, suit};

/// Where a set may lie.
#[derive(Clone, Copy, Debug)]
enum Home {
    /// In this suit; which of those of the suit it is.
    Suit(usize, usize),
    /// In any; which sort of such sets it is.
    Any(usize),
}

/// Sets that may lie in any suit and are alike in everything.
#[derive(Debug)]
struct Sort<'a> {
    meld: &'a Meld,
    count: usize,
    /// What one of them adds to the number of what is used.
    stride: usize,
}

/// The sets on the table.
#[derive(Debug)]
pub(crate) struct Laying<'a> {
    pub melds: &'a [Meld],
    /// Groups that all arrangements have beside.
    pub beside: &'a [Group],
    /// How the sets count.
    pub states: States,
    homes: Vec<Home>,
    sorts: Vec<Sort<'a>>,
}

/// What may lie on the table of one suit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    /// Faces of the sets that lie in this suit in any case.
    own: Vec<Kind>,
    /// Faces of sets that might lie elsewhere, by sort.
    moved: Vec<Vec<Kind>>,
    /// How many of each sort, as one number: those of several suits add up.
    pub used: usize,
    /// The groups as they count, ascending.
    pub groups: Vec<Group>,
}

impl<'a> Laying<'a> {
    pub fn new(melds: &'a [Meld], beside: &'a [Group], states: States) -> Self {
        let mut sorts: Vec<Sort> = Vec::new();
        let mut own = [0; 4];
        let mut home = |meld: &'a Meld| {
            let suits = (0..4).filter(|suit| meld.faces.meets(KindSet(0x1FF << (9 * suit))));
            if let [only] = suits.collect::<Vec<usize>>()[..] {
                own[only] += 1;
                return Home::Suit(only, own[only] - 1);
            }
            let known = sorts.iter().position(|sort| sort.meld == meld);
            let at = known.unwrap_or(sorts.len());
            if known.is_none() {
                sorts.push(Sort { meld, count: 0, stride: 0 });
            }
            sorts[at].count += 1;
            Home::Any(at)
        };
        let homes = melds.iter().map(&mut home).collect();
        let mut stride = 1;
        for sort in &mut sorts {
            sort.stride = stride;
            stride *= sort.count + 1;
        }
        Self { melds, beside, states, homes, sorts }
    }

    /// Numbers of what may be used: all sets that may lie in any suit are used by the last.
    pub fn uses(&self) -> usize {
        self.sorts.iter().map(|sort| sort.count + 1).product()
    }

    /// How many sets of each sort a number of what is used stands for.
    fn digits(&self, used: usize) -> impl Iterator<Item = usize> {
        self.sorts.iter().map(move |sort| used / sort.stride % (sort.count + 1))
    }

    /// Whether as much may be used where `left` is left.
    pub fn fits(&self, used: usize, left: usize) -> bool {
        self.digits(used).zip(self.digits(left)).all(|(used, left)| used <= left)
    }

    /// Whether there is no choice of what lies on the table of a suit.
    pub fn is_settled(&self, number: usize) -> bool {
        self.part(number).iter().all(|(meld, _)| meld.faces.len() == 1)
    }

    /// The sets that may lie on the table of a suit, and whether they count as exposed.
    pub fn part(&self, number: usize) -> Vec<(Meld, bool)> {
        let here = |home: &Home| !matches!(home, Home::Suit(suit, _) if *suit != number);
        let sets = self.melds.iter().zip(&self.homes).enumerate().filter(|(_, (_, home))| here(home));
        sets.map(|(at, (meld, _))| (*meld, self.states.exposed() >> at & 1 == 1)).collect()
    }

    /// All that may lie on the table of a suit, each choice of groups once.
    pub fn choices(&self, number: usize) -> Vec<Choice> {
        let mut all = vec![Choice { moved: vec![Vec::new(); self.sorts.len()], ..Choice::default() }];
        let mut own: Vec<&Meld> = Vec::new();
        for (at, (meld, home)) in self.melds.iter().zip(&self.homes).enumerate() {
            if matches!(home, Home::Suit(suit, _) if *suit == number) {
                let twin = own.iter().rposition(|other| *other == meld);
                all = all
                    .iter()
                    .flat_map(|choice| choice.with_own(meld, twin, |group| self.states.stated(at, group)))
                    .collect();
                own.push(meld);
            }
        }
        for (at, sort) in self.sorts.iter().enumerate() {
            let faces: Vec<Kind> = sort.meld.faces.iter().filter(|face| suit(*face) == number).collect();
            let mut fresh = all.clone();
            for _ in 0..sort.count {
                fresh = fresh.iter().flat_map(|choice| choice.with_moved(at, sort, &faces)).collect();
                all.extend_from_slice(&fresh);
            }
        }
        for choice in &mut all {
            choice.groups.sort_unstable();
        }
        all.sort_by(|a, b| (a.used, &a.groups).cmp(&(b.used, &b.groups)));
        all.dedup_by(|a, b| (a.used, &a.groups) == (b.used, &b.groups));
        all
    }

    /// The groups of a choice for each suit, in the order in which they were laid, and those beside.
    pub fn fixed(&self, chosen: [&Choice; 4]) -> Vec<Group> {
        let moved: Vec<Vec<Kind>> = (0..self.sorts.len())
            .map(|sort| chosen.iter().flat_map(|choice| &choice.moved[sort]).copied().collect())
            .collect();
        let mut taken = vec![0; self.sorts.len()];
        let face = |home: &Home| match *home {
            Home::Suit(suit, at) => chosen[suit].own[at],
            Home::Any(sort) => {
                taken[sort] += 1;
                moved[sort][taken[sort] - 1]
            }
        };
        let faces = self.homes.iter().map(face);
        let laid = self.melds.iter().zip(faces).map(|(meld, face)| laid_group(meld, face));
        laid.chain(self.beside.iter().copied()).collect()
    }

    /// Any choice of faces for the whole hand.
    pub fn any(&self) -> Vec<Group> {
        let first = |meld: &Meld| meld.faces.iter().next().map(|face| laid_group(meld, face));
        self.melds.iter().filter_map(first).chain(self.beside.iter().copied()).collect()
    }
}

/// All choices of faces for sets on the table, with what lies beside, if they are no more than that.
pub(crate) fn few_faces(melds: &[Meld], beside: &[Group], most: usize) -> Option<Vec<Vec<Group>>> {
    let number: usize = melds.iter().map(|meld| meld.faces.len() as usize).product();
    if number > most {
        return None;
    }
    let mut all = vec![Vec::with_capacity(melds.len() + beside.len())];
    for meld in melds {
        let faces: Vec<Group> = meld.faces.iter().map(|face| laid_group(meld, face)).collect();
        if let [only] = faces[..] {
            for so_far in &mut all {
                so_far.push(only);
            }
        } else {
            let with_each = |so_far: &Vec<Group>| {
                let so_far = so_far.clone();
                faces.iter().map(move |face| [&so_far[..], &[*face]].concat())
            };
            all = all.iter().flat_map(with_each).collect();
        }
    }
    for choice in &mut all {
        choice.extend_from_slice(beside);
    }
    Some(all)
}

impl Choice {
    /// With each face of one more set that lies in this suit; of sets alike the later has no lower face.
    fn with_own(&self, meld: &Meld, twin: Option<usize>, stated: impl Fn(Group) -> Group) -> Vec<Self> {
        let least = twin.map_or(0, |twin| self.own[twin]);
        let with = |face| {
            let mut choice = self.clone();
            choice.own.push(face);
            choice.groups.push(stated(laid_group(meld, face)));
            choice
        };
        meld.faces.iter().filter(|face| *face >= least).map(with).collect()
    }

    /// With one more set of a sort, its face no lower than those of that sort so far.
    fn with_moved(&self, at: usize, sort: &Sort, faces: &[Kind]) -> Vec<Self> {
        let least = self.moved[at].last().copied().unwrap_or(0);
        let with = |face: &Kind| {
            let mut choice = self.clone();
            choice.moved[at].push(*face);
            choice.used += sort.stride;
            choice.groups.push(laid_group(sort.meld, *face));
            choice
        };
        faces.iter().filter(|face| **face >= least).map(with).collect()
    }
}
