//! What groups earn at most, in one suit and over several.

pub(in crate::best) mod brothers;
pub(in crate::best) mod caps;
pub(in crate::best) mod chow_table;
pub(in crate::best) mod crossing;
pub(in crate::best) mod earned;
pub(in crate::best) mod earnings;
pub(in crate::best) mod gains;
pub(in crate::best) mod known;
pub(in crate::best) mod local;
pub(in crate::best) mod local_tables;
pub(in crate::best) mod part;
pub(in crate::best) mod parts;
pub(in crate::best) mod pung_items;
pub(in crate::best) mod rival;
pub(in crate::best) mod starts;
pub(in crate::best) mod weights;
