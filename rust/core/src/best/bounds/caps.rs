//! What groups of several suits add at most, told from how many chows and pungs each suit has.

use std::cell::RefCell;

use super::brothers::{Pungs, Suits};
use super::gross::{STARTS, Starts};
use super::local::Local;
use crate::best::states::States;
use crate::best::suit::classes::{Bounds, Class, FastMap};
use crate::hand::{Meld, MeldKind};
use crate::rules::Table;
use crate::tile::KindSet;

/// What each suit has, as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Held {
    /// Chows in hand and on the table.
    pub chows: [Starts; 3],
    pub laid: [Starts; 3],
    /// The pungs of the suits that are known.
    pub pungs: [Option<Pungs>; 4],
}

impl Held {
    /// With this class of a suit.
    pub fn take(&mut self, suit: usize, class: &Class) {
        if suit < 3 {
            self.chows[suit] = class.chows;
            self.laid[suit] = class.laid;
        }
        self.pungs[suit] = Some(class.lie);
    }
}

/// What groups of several suits add at most where all suits are known more or less closely.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Across {
    pub held: Held,
    pub most: i32,
}

/// What is to come in the other suits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToCome {
    /// Sets, those on the table too.
    pub sets: u8,
    /// Of these, in hand.
    pub in_hand: u8,
    pub pair: bool,
}

/// Bounds for one hand with its sets on the table.
pub(crate) struct Caps<'a> {
    table: &'a Table,
    local: &'a Local,
    /// Chows on the table, and pungs and kongs that count as exposed.
    chows_laid: u8,
    pungs_laid: u8,
    /// Whether some rows of chows are not scaled.
    flat_chows: bool,
    /// What chows add once so many more of the hand and of the table lie in the suits that are open, where some lie on
    /// the table.
    chows: RefCell<FastMap<u128, i32>>,
    /// Whether the winning group may be a pung of these.
    pungs_won: bool,
}

impl<'a> Caps<'a> {
    pub fn new(bounds: Bounds<'a>, melds: &[Meld], states: States) -> Self {
        let Bounds { table, local, winning, .. } = bounds;
        let chows_laid = melds.iter().filter(|meld| meld.kind == MeldKind::Chow).count() as u8;
        Self {
            table,
            local,
            chows_laid,
            pungs_laid: states.exposed().count_ones() as u8 - chows_laid,
            flat_chows: chows_laid > 0 && local.chows.iter().any(|row| !table.rows[row.row as usize].scaled),
            chows: RefCell::default(),
            pungs_won: local.exposable && winning.meets(KindSet::NUMBERS),
        }
    }

    /// What chows and pungs over several suits add at most.
    pub fn most(&self, held: &Held, to_come: ToCome) -> i32 {
        let exposed = self.pungs_laid - held.pungs.iter().flatten().map(|pungs| pungs.exposed).sum::<u8>();
        let laid = self.chows_laid - held.laid.iter().map(|chows| chows.count).sum::<u8>();
        let chows = |more: u8| self.chows(held, [more, laid]);
        let pungs = |more: u8| self.pungs(held.pungs, exposed, to_come.sets - exposed - laid - more, to_come.pair);
        // More chows leave fewer pungs, which never add more.
        let most_pungs = pungs(0);
        let mut most = chows(0) + most_pungs;
        for more in (1..=to_come.in_hand).rev() {
            let added = chows(more);
            if added + most_pungs > most {
                most = most.max(added + if most_pungs > 0 { pungs(more) } else { 0 });
            }
        }
        most
    }

    /// Lowers the most to what is known of the suits.
    pub fn lower(&self, across: &mut Across) {
        let most = self.chows(&across.held, [0, 0]) + self.pungs(across.held.pungs, 0, 0, false);
        across.most = most.min(across.most);
    }

    /// What chows add at most once so many more of the hand and of the table are there.
    fn chows(&self, held: &Held, more: [u8; 2]) -> i32 {
        let Held { chows, laid, pungs } = *held;
        let open = [0, 1, 2].map(|suit| u8::from(pungs[suit].is_none()));
        let mut most = i32::MIN / 2;
        if self.chows_laid == 0 {
            let cross = self.local.cross(self.table);
            spread(more[0], open, &mut |more| {
                most = most.max(cross.net([0, 1, 2].map(|suit| chows[suit].count + more[suit])));
            });
            return most;
        }
        let key = open.iter().chain(&more).fold(0, |key, number| key << 3 | u128::from(*number));
        let starts = chows.iter().chain(&laid);
        let key = starts.fold(key, |key, of| key << 10 | u128::from(of.count) << 7 | u128::from(of.ranks));
        if let Some(known) = self.chows.borrow().get(&key) {
            return *known;
        }
        let any = |count: u8| Starts { count, ranks: if count > 0 { STARTS } else { 0 } };
        spread(more[0], open, &mut |in_hand| {
            spread(more[1], open, &mut |on_table| {
                let with = |of: [Starts; 3], more: [u8; 3]| [0, 1, 2].map(|suit| of[suit].and(any(more[suit])));
                most = most.max(self.chows_of(with(chows, in_hand), with(laid, on_table)));
            });
        });
        self.chows.borrow_mut().insert(key, most);
        most
    }

    /// What such chows of each suit add, at most, some of them on the table.
    fn chows_of(&self, in_hand: [Starts; 3], laid: [Starts; 3]) -> i32 {
        let gross = self.local.gross(self.table);
        let winning = (0..3).filter(|suit| self.local.exposable && in_hand[*suit].count > 0);
        let with_winning = winning.map(|suit| {
            let mut laid = laid;
            laid[suit] = laid[suit].and(Starts { count: 1, ..in_hand[suit] });
            gross.most(laid)
        });
        let exposable = with_winning.max().unwrap_or(0).max(gross.most(laid));
        let all = [0, 1, 2].map(|suit| in_hand[suit].and(laid[suit]));
        self.graded(gross.most(all), gross.most(in_hand), exposable)
    }

    /// What chows earn that was found concealed for all of them, for those in hand, and for those on the table and the
    /// winning one. Where chows of the hand take part, all are exposed only if no more than the winning one does, and
    /// else mixed; or all are of the hand.
    fn graded(&self, all: i32, in_hand: i32, exposable: i32) -> i32 {
        let [mixed, concealed, exposed] = self.table.grades.map(|grade| grade.max(1));
        let scaled = |gross: i32, grade: i32| (gross * grade + concealed - 1) / concealed;
        let apart = scaled(exposable, exposed) + scaled(in_hand, concealed.max(mixed)) + scaled(all, mixed);
        // What is flat is worth all of its value, whatever grade its groups have.
        let apart = if self.flat_chows { i32::MAX } else { apart };
        scaled(all, self.table.highest_grade()).min(apart)
    }

    /// What pungs over several suits add at most once so many more are there, and the pair perhaps.
    fn pungs(&self, known: [Option<Pungs>; 4], exposed: u8, concealed: u8, pair: bool) -> i32 {
        let [a, b, c, _] = known;
        let suits = Suits { known: [a, b, c], exposed, concealed, pair };
        if let Some(brothers) = &self.local.brothers {
            return brothers.most(suits, self.pungs_won);
        }
        let more = exposed + concealed;
        let pungs = suits.known.map(|pungs| pungs.map_or(more, |pungs| pungs.exposed + pungs.concealed));
        let count = suits.known.iter().flatten().map(|pungs| pungs.exposed + pungs.concealed).sum::<u8>() + more;
        let held = pungs.iter().filter(|pungs| **pungs > 0).count() as u8;
        self.local.cross_pungs(count.into(), held, self.table.highest_grade())
    }
}

/// Visits the ways to lay so many sets into the suits that are open: none if no suit is.
fn spread(sets: u8, open: [u8; 3], visit: &mut impl FnMut([u8; 3])) {
    let most = open.map(|open| open * sets);
    for a in 0..=most[0] {
        for b in 0..=most[1].min(sets - a) {
            let c = sets - a - b;
            if c <= most[2] {
                visit([a, b, c]);
            }
        }
    }
}
