//! One suit of a hand: its covers and what may lie of it on the table, in classes.

pub(in crate::best) mod books;
pub(in crate::best) mod bucket;
pub(in crate::best) mod classes;
pub(in crate::best) mod cover;
pub(in crate::best) mod laying;
pub(in crate::best) mod level;
pub(in crate::best) mod multiset;
pub(in crate::best) mod valued;
