//! One arrangement: what it is like, which instances of which rows it has, and what it is worth exactly.

pub(in crate::best) mod choose;
pub(in crate::best) mod evaluate;
pub(in crate::best) mod graph;
pub(in crate::best) mod instances;
pub(in crate::best) mod ladder;
pub(in crate::best) mod screen;
pub(in crate::best) mod traits;
pub(in crate::best) mod view;
