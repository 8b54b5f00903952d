//! Classes of one suit that are alike in how much they take.

use super::classes::Class;
use super::multiset::{MAX_SETS, Packed};
use crate::best::bounds::earned::Earned;
use crate::best::bounds::starts::Starts;

/// Bits of masks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bits {
    /// Those that some choices have, and those that all have.
    pub some: u64,
    pub all: u64,
}

impl Bits {
    /// Of no choice.
    const NONE: Self = Self { some: 0, all: u64::MAX };

    /// With other choices beside.
    pub const fn and(self, beside: Self) -> Self {
        Self { some: self.some | beside.some, all: self.all | beside.all }
    }

    /// Of either choices.
    pub const fn or(self, other: Self) -> Self {
        Self { some: self.some | other.some, all: self.all & other.all }
    }
}

/// Classes of so many sets and the pair or not, those that earn most first, and what each or one that follows it
/// earns at most.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    pub classes: Vec<u32>,
    pub from: Vec<Earned>,
    pub bits: Bits,
}

impl Bucket {
    /// An empty one.
    pub const NONE: &Self = &Self { classes: Vec::new(), from: Vec::new(), bits: Bits::NONE };

    /// For the numbers of these classes.
    pub fn of(numbers: Vec<u32>, classes: &[Class]) -> Self {
        let mut from = vec![Earned::LEAST; numbers.len()];
        let mut most = Earned::LEAST;
        for (number, from) in numbers.iter().zip(&mut from).rev() {
            most = classes[*number as usize].most.or(most);
            *from = most;
        }
        let of = |number: &u32| classes[*number as usize].mask;
        let bits = numbers.iter().map(of).fold(Bits::NONE, |bits, mask| bits.or(Bits { some: mask, all: mask }));
        Self { classes: numbers, from, bits }
    }
}

/// The chows that some of several classes have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChowSpan {
    /// Where those in hand and on the table may start.
    pub hand: Packed,
    pub laid: Packed,
    /// How many lie on the table, at least and at most.
    pub count: [u8; 2],
    /// What their bounds must allow for, at most, by how many are in hand.
    pub slack: [i32; MAX_SETS + 1],
}

impl ChowSpan {
    /// Of no class.
    const NONE: Self = Self { hand: Packed::NONE, laid: Packed::NONE, count: [u8::MAX, 0], slack: [0; MAX_SETS + 1] };

    pub fn of(classes: &[Class]) -> Self {
        classes.iter().fold(Self::NONE, Self::or)
    }

    /// Of any that have none on the table.
    pub fn in_hand() -> Self {
        Self { hand: Starts::any(MAX_SETS as u8).most, count: [0, 0], ..Self::NONE }
    }

    fn or(self, class: &Class) -> Self {
        let [least, most] = self.count;
        let mut slack = self.slack;
        let of_as_many = &mut slack[usize::from(class.chows.count)];
        *of_as_many = class.slack.max(*of_as_many);
        Self {
            hand: self.hand.or(class.chows.most),
            laid: self.laid.or(class.laid.most),
            count: [least.min(class.laid.count), most.max(class.laid.count)],
            slack,
        }
    }
}
