//! The arrangements of one tuple of classes, those first that earn most.

use super::ground::{Ground, Worth};
use crate::best::arrangement::evaluate::Evaluator;
use crate::best::arrangement::view::view;
use crate::best::bounds::crossing::Crossing;
use crate::best::bounds::earned::Earned;
use crate::best::reading::Collector;
use crate::best::suit::classes::{Bounds, Member, Suit};
use crate::group::Group;

/// Bounds between which arrangements are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Band {
    pub floor: i32,
    /// From here on all were looked at before.
    pub ceiling: i32,
    /// The most that what was left for a lower band can be worth, if it may matter.
    pub below: Option<i32>,
}

impl Band {
    /// Whether what is worth so much at most is to be looked at now.
    pub fn admits(&mut self, bound: i32, collector: &Collector) -> bool {
        let wanted = collector.wants(bound);
        if wanted && bound < self.floor {
            self.below = self.below.max(Some(bound));
        }
        wanted && bound >= self.floor
    }
}

/// The arrangements of one tuple of classes.
pub(crate) struct Leaves<'a> {
    ground: &'a Ground<'a>,
    crossing: Crossing<'a>,
    fixed: &'a [Group],
    suits: [&'a Suit; 4],
    tuple: [u32; 4],
    bounds: Bounds<'a>,
    /// From each level on, the most that members earn.
    most: [Earned; 5],
    /// What the whole hand is worth, and what no group changes.
    bare: Worth,
    /// What groups of several suits may add.
    across: i32,
}

impl<'a> Leaves<'a> {
    /// For fixed groups as they lie, and as they count.
    pub fn new(
        ground: &'a Ground<'a>,
        [fixed, stated]: [&'a [Group]; 2],
        suits: [&'a Suit; 4],
        tuple: [u32; 4],
        bare: Worth,
        across: i32,
    ) -> Self {
        let mut most = [Earned::of(0); 5];
        for level in (0..4).rev() {
            most[level] = most[level + 1].and(suits[level].classes[tuple[level] as usize].most);
        }
        let bounds = ground.job.bounds();
        let crossing = Crossing::new(&bounds, stated);
        Self { ground, crossing, fixed, suits, tuple, bounds, most, bare, across }
    }

    /// Offers those that may matter.
    pub fn evaluate(&self, band: &mut Band, evaluator: &mut Evaluator, collector: &mut Collector) {
        self.step(0, Earned::of(0), &mut [Member::NONE; 4], band, evaluator, collector);
    }

    fn step(
        &self,
        level: usize,
        earned: Earned,
        chosen: &mut [Member; 4],
        band: &mut Band,
        evaluator: &mut Evaluator,
        collector: &mut Collector,
    ) {
        if level == 4 {
            collector.work.bound();
            if let Some(exposed) = self.may_matter(earned.won, &chosen.each_ref(), band, collector) {
                let covers = chosen.map(|member| member.cover);
                evaluator.offer(&view(self.ground.job.shape, self.fixed, &covers), exposed, collector);
            }
            return;
        }
        let whole = &self.ground.whole;
        let most = self.bare.with(self.ground.gain);
        for member in self.suits[level].members(self.tuple[level], &self.bounds) {
            let bound = most + earned.and(member.from).and(self.most[level + 1]).won + self.across;
            if !band.admits(whole.with_left(bound), collector) {
                break;
            }
            chosen[self.suits[level].number] = member;
            self.step(level + 1, earned.and(member.earned), chosen, band, evaluator, collector);
        }
    }

    /// Bounds one arrangement ever more closely. If it may matter, tells the most that it is worth with the winning group
    /// exposed.
    fn may_matter(&self, earned: i32, chosen: &[&Member; 4], band: &mut Band, collector: &Collector) -> Option<i32> {
        let (ground, whole) = (self.ground, &self.ground.whole);
        let gain = ground.gain_of(chosen);
        let bound = self.bare.with(gain) + earned;
        if !band.admits(whole.with_left(bound + self.across), collector) {
            return None;
        }
        // Never above what let the arrangement come here: a band takes what is above it for looked at.
        let added = self.crossing.added(chosen).min(self.across);
        let bound = whole.with_left(bound + added);
        let exposed = whole.with_left(self.bare.exposed_with(gain) + earned + added);
        (band.admits(bound, collector) && bound < band.ceiling).then_some(exposed)
    }
}
