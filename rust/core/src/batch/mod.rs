//! Many hands at once.

pub mod score;
