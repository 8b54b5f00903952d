//! What runs of pungs over several suits add, by number.

/// A run of pungs over several suits: how many sets it takes, whether it takes the pair, what it is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PungItem {
    pub sets: u8,
    pub pair: bool,
    pub suits: u8,
    pub worth: i32,
}

/// The most that so many pungs over so many suits add, and perhaps a pair.
pub(crate) fn pack(items: &[PungItem], pungs: usize, suits: u8, pair: bool) -> i32 {
    let fits = |item: &&PungItem| usize::from(item.sets) <= pungs && item.suits <= suits && (pair || !item.pair);
    let rest = |item: &PungItem| pack(items, pungs - usize::from(item.sets), suits, pair && !item.pair);
    items.iter().filter(fits).filter(|item| item.worth > 0).map(|item| item.worth + rest(item)).max().unwrap_or(0)
}
