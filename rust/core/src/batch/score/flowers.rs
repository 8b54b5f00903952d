//! Flowers as rows see them that look at own ones and at whole series only.

const SERIES: u8 = 0b1111;

/// The own flower of a series stands first; flowers that are neither own nor a series are all alike.
pub(super) const fn few(held: u8, seat: u8) -> u8 {
    let (first, second) = (few_of(held & SERIES, seat), few_of(held >> 4, seat));
    match first | second << 4 {
        0 if held != 0 => 0b10,
        told => told,
    }
}

const fn few_of(held: u8, seat: u8) -> u8 {
    if held == SERIES { SERIES } else { held >> seat & 1 }
}
