//! Conditions tested all at once: for four flags that lie together a table says which conditions they let hold.

use crate::batch::score::compile::Clause;

use super::literals::FACTS;

/// Flags that are looked up together.
const TOGETHER: usize = 4;

/// A condition by its number, and its alternatives.
pub(super) type Numbered = (u8, Vec<Clause>);

/// Conditions by their numbers, one bit each.
type Lets = [u128; 1 << TOGETHER];

/// The conditions that are not settled beforehand.
#[derive(Debug, Default)]
pub(super) struct Tests {
    /// By the first of the flags, those of groups first.
    look_ups: Vec<(u8, Lets)>,
    of_groups: usize,
    tested: u128,
    /// Further alternatives.
    further: Vec<(Clause, u8)>,
}

impl Tests {
    /// Of these conditions.
    pub fn new(conditions: &[Numbered]) -> Self {
        let first = || conditions.iter().filter_map(|(number, clauses)| Some((*number, *clauses.first()?)));
        let asked = first().fold(0, |asked, (_, clause)| asked | clause.mask);
        let here = |shift: usize| 0b1111_u128 << shift;
        let shifts = (0..u128::BITS as usize).step_by(TOGETHER).filter(|shift| asked & here(*shift) != 0);
        let look_up = |shift: usize| {
            let lets = std::array::from_fn(|flags| {
                let against = |clause: Clause| ((flags as u128) << shift ^ clause.want) & clause.mask & here(shift);
                first().filter(|(_, clause)| against(*clause) == 0).map(|(number, _)| 1 << number).sum()
            });
            (shift as u8, lets)
        };
        let look_ups: Vec<(u8, Lets)> = shifts.map(look_up).collect();
        let others = |(number, clauses): &Numbered| {
            let number = *number;
            clauses.iter().skip(1).map(move |clause| (*clause, number)).collect::<Vec<_>>()
        };
        Self {
            of_groups: look_ups.iter().filter(|(shift, _)| usize::from(*shift) < FACTS).count(),
            look_ups,
            tested: first().map(|(number, _)| 1 << number).sum(),
            further: conditions.iter().flat_map(others).collect(),
        }
    }

    /// Those that flags of groups let hold.
    #[inline]
    pub fn of_groups(&self, flags: u64) -> u128 {
        let of = |(shift, lets): &(u8, Lets)| lets[(flags >> shift) as usize % (1 << TOGETHER)];
        self.look_ups[..self.of_groups].iter().map(of).fold(self.tested, |holding, lets| holding & lets)
    }

    /// Those of them that hold with these other flags.
    #[inline]
    pub fn holding(&self, of_groups: u128, groups: u64, others: u64) -> u128 {
        let of =
            |(shift, lets): &(u8, Lets)| lets[(others >> (usize::from(*shift) - FACTS)) as usize % (1 << TOGETHER)];
        let mut holding =
            self.look_ups[self.of_groups..].iter().map(of).fold(of_groups, |holding, lets| holding & lets);
        if !self.further.is_empty() {
            let flags = u128::from(groups) | u128::from(others) << FACTS;
            for (clause, number) in &self.further {
                holding |= u128::from((flags ^ clause.want) & clause.mask == 0) << number;
            }
        }
        holding
    }
}
