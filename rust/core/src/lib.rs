//! The mahjong kernel: shapes, wild tiles, waits, distance and decomposition, and the best score of a hand under a
//! table of rules. It knows no rule value and no notation.

#![forbid(unsafe_code)]

pub mod acceptance;
pub mod batch;
pub mod best;
mod bits;
pub mod cover;
pub mod decompose;
pub mod distance;
mod entries;
pub mod error;
pub mod group;
pub mod hand;
pub mod profile;
pub mod rules;
pub mod shapes;
pub mod suit;
pub mod tile;
pub mod waits;
