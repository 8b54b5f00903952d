//! Classes of one suit that are alike in how much they take.

use super::classes::Class;
use crate::best::bounds::earned::Earned;

/// Classes of so many sets and the pair or not, those that earn most first, and what each or one that follows it
/// earns at most.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bucket {
    pub classes: Vec<u32>,
    pub from: Vec<Earned>,
}

impl Bucket {
    /// An empty one.
    pub const NONE: &Self = &Self { classes: Vec::new(), from: Vec::new() };

    /// For the numbers of these classes.
    pub fn of(numbers: Vec<u32>, classes: &[Class]) -> Self {
        let mut from = vec![Earned::LEAST; numbers.len()];
        let mut most = Earned::LEAST;
        for (number, from) in numbers.iter().zip(&mut from).rev() {
            most = classes[*number as usize].most.or(most);
            *from = most;
        }
        Self { classes: numbers, from }
    }
}

/// The bits that some of several classes have, and those that all have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub some: u64,
    pub all: u64,
}

impl Span {
    pub fn of(classes: &[Class]) -> Self {
        let nothing = Self { some: 0, all: u64::MAX };
        classes.iter().fold(nothing, |span, class| Self { some: span.some | class.mask, all: span.all & class.mask })
    }
}
