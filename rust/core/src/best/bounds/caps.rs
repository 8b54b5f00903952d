//! What groups of several suits add at most, told from how many chows and pungs each suit has.

use std::cell::RefCell;

use super::brothers::{Pungs, Suits};
use super::local::Local;
use super::starts::Starts;
use crate::best::states::States;
use crate::best::suit::bucket::ChowSpan;
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
    /// What bounds of the chows of suits that are known must allow for.
    slack: [i32; 3],
}

impl Held {
    /// With this class of a suit.
    pub fn take(&mut self, suit: usize, class: &Class) {
        if suit < 3 {
            self.chows[suit] = class.chows;
            self.laid[suit] = class.laid;
            self.slack[suit] = class.slack;
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

/// What tells choices of chows apart: chows of the suits that are known, those on the table, and what must be allowed
/// for them; which suits are open, and how many more of the hand and of the table lie there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    chows: [Starts; 3],
    laid: [Starts; 3],
    slack: i32,
    open: [bool; 3],
    more: [u8; 2],
}

/// Bounds for one hand with its sets on the table.
pub(crate) struct Caps<'a> {
    table: &'a Table,
    local: &'a Local,
    /// Chows on the table, and pungs and kongs that count as exposed.
    chows_laid: u8,
    pungs_laid: u8,
    /// What chows each suit may have.
    spans: [ChowSpan; 3],
    /// What chows add where some lie on the table.
    chows: RefCell<FastMap<Key, i32>>,
    /// Whether the winning group may be a pung of these.
    pungs_won: bool,
}

impl<'a> Caps<'a> {
    /// For the chows that each suit may have.
    pub fn new(bounds: Bounds<'a>, melds: &[Meld], states: States, spans: [ChowSpan; 3]) -> Self {
        let Bounds { table, local, winning, .. } = bounds;
        let chows_laid = melds.iter().filter(|meld| meld.kind == MeldKind::Chow).count() as u8;
        Self {
            table,
            local,
            chows_laid,
            pungs_laid: states.exposed().count_ones() as u8 - chows_laid,
            spans,
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
        let Held { chows, laid, pungs, slack } = *held;
        let open = [0, 1, 2].map(|suit| pungs[suit].is_none());
        let of_open = |of: &dyn Fn(&ChowSpan) -> [u8; 2]| {
            [0, 1, 2].map(|suit| if open[suit] { of(&self.spans[suit]) } else { [0, 0] })
        };
        let of_hand = of_open(&|_| [0, more[0]]);
        let mut most = i32::MIN / 2;
        if self.chows_laid == 0 {
            let cross = self.local.cross(self.table);
            spread(more[0], of_hand, &mut |more| {
                most = most.max(cross.net([0, 1, 2].map(|suit| chows[suit].count + more[suit])));
            });
            return most;
        }
        let slack = slack.iter().sum();
        let key = Key { chows, laid, slack, open, more };
        if let Some(known) = self.chows.borrow().get(&key) {
            return *known;
        }
        spread(more[0], of_hand, &mut |in_hand| {
            spread(more[1], of_open(&|span| span.count), &mut |on_table| {
                let chows = [0, 1, 2].map(|suit| chows[suit].and(Starts::within(in_hand[suit], self.spans[suit].hand)));
                let laid = [0, 1, 2].map(|suit| laid[suit].and(Starts::within(on_table[suit], self.spans[suit].laid)));
                let meeting = (0..3).filter(|suit| on_table[*suit] > 0);
                let slack: i32 = meeting.map(|suit| self.spans[suit].slack[usize::from(in_hand[suit])]).sum();
                most = most.max(self.chows_of(chows, laid) + slack);
            });
        });
        let most = self.local.weights.whole(most + slack);
        self.chows.borrow_mut().insert(key, most);
        most
    }

    /// What such chows of each suit add, at most, in parts, some of them on the table.
    fn chows_of(&self, in_hand: [Starts; 3], laid: [Starts; 3]) -> i32 {
        let weights = &self.local.weights;
        let cross = self.local.cross(self.table);
        let all = cross.within([0, 1, 2].map(|suit| in_hand[suit].and(laid[suit])));
        let sum = |laid, in_hand| weights.sum([all, cross.within(laid), cross.within(in_hand)]);
        let with_winning = |suit: usize| {
            let [mut laid, mut in_hand] = [laid, in_hand];
            let alone = if laid[suit].count == 0 { weights.exposing(cross.single()) } else { 0 };
            laid[suit] = laid[suit].and(in_hand[suit].one());
            in_hand[suit] = in_hand[suit].less_one();
            sum(laid, in_hand) + alone
        };
        let winning = (0..3).filter(|suit| self.local.exposable && in_hand[*suit].count > 0);
        winning.map(with_winning).max().unwrap_or(i32::MIN).max(sum(laid, in_hand))
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

/// Visits the ways to lay so many sets into the suits, of which each takes so many at least and at most.
fn spread(sets: u8, [a, b, c]: [[u8; 2]; 3], visit: &mut impl FnMut([u8; 3])) {
    for in_a in a[0]..=a[1].min(sets) {
        for in_b in b[0]..=b[1].min(sets - in_a) {
            let in_c = sets - in_a - in_b;
            if (c[0]..=c[1]).contains(&in_c) {
                visit([in_a, in_b, in_c]);
            }
        }
    }
}
