//! Rows that look at the whole hand: which are open, and what they can be worth.

pub(in crate::best) mod features;
pub(in crate::best) mod gates;
pub(in crate::best) mod properties;
pub(in crate::best) mod sieve;
pub(in crate::best) mod told;
pub(in crate::best) mod whole;
