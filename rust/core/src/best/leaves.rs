//! The arrangements of one tuple of classes, those first that earn most.

use super::evaluate::Evaluator;
use super::ground::Ground;
use super::reading::Collector;
use super::suits::Member;
use super::view::view;
use crate::group::Group;

/// The arrangements of one tuple of classes.
pub(crate) struct Leaves<'a> {
    ground: &'a Ground<'a>,
    fixed: &'a [Group],
    /// Which suit each level is.
    suits: [usize; 4],
    members: [&'a [Member]; 4],
    /// From each level on, the most that members earn.
    most: [i32; 5],
    /// What the whole hand is worth, and what no group changes.
    bare: i32,
    /// What groups of several suits may add.
    across: i32,
}

static NO_MEMBER: Member = Member::NONE;

impl<'a> Leaves<'a> {
    pub fn new(
        ground: &'a Ground<'a>,
        fixed: &'a [Group],
        suits: [usize; 4],
        members: [&'a [Member]; 4],
        bare: i32,
        across: i32,
    ) -> Self {
        let mut most = [0; 5];
        for level in (0..4).rev() {
            most[level] = most[level + 1] + members[level][0].earned;
        }
        Self { ground, fixed, suits, members, most, bare, across }
    }

    /// Offers those that may matter.
    pub fn evaluate(&self, evaluator: &mut Evaluator, collector: &mut Collector) {
        self.step(0, 0, &mut [&NO_MEMBER; 4], evaluator, collector);
    }

    fn step(
        &self,
        level: usize,
        earned: i32,
        chosen: &mut [&'a Member; 4],
        evaluator: &mut Evaluator,
        collector: &mut Collector,
    ) {
        if level == 4 {
            if self.may_matter(earned, chosen, collector) {
                let covers = chosen.map(|member| member.cover);
                evaluator.offer(&view(self.ground.job.shape, self.fixed, &covers), collector);
            }
            return;
        }
        let alone = self.ground.whole.alone();
        for member in self.members[level] {
            let bound = self.bare + earned + member.earned + self.most[level + 1] + self.across;
            if !collector.wants(bound.max(alone)) {
                break;
            }
            chosen[self.suits[level]] = member;
            self.step(level + 1, earned + member.earned, chosen, evaluator, collector);
        }
    }

    /// Bounds one arrangement ever more closely.
    fn may_matter(&self, earned: i32, chosen: &[&Member; 4], collector: &Collector) -> bool {
        let ground = self.ground;
        let wants = |bound: i32| collector.wants(bound.max(ground.whole.alone()));
        let mut bound = self.bare + earned - ground.gain + ground.gain_of(chosen);
        if !wants(bound + self.across) {
            return false;
        }
        bound += ground.across_chows(chosen);
        wants(bound + ground.across_some_pungs(chosen)) && wants(bound + ground.across_pungs(chosen))
    }
}
