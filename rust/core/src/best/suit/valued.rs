//! The covers of one suit with what they are worth.

use super::classes::{Bounds, Member};
use crate::best::bounds::earnings::Earnings;
use crate::best::search::covers::Listing;
use crate::group::Group;

/// Covers in the order in which they were listed.
#[derive(Debug)]
pub(crate) struct Valued {
    pub members: Vec<Member>,
    pub masks: Vec<u64>,
}

impl Valued {
    /// These covers of `suit`; sets of it that lie `on_table` earn with them.
    pub fn new(suit: usize, listing: &Listing, on_table: &[Group], bounds: &Bounds) -> Self {
        let earnings = Earnings::new(suit, on_table, bounds);
        let covers = listing.covers.iter();
        Self {
            members: covers.clone().map(|cover| Member::of(&earnings, bounds, cover)).collect(),
            masks: covers.map(|cover| bounds.features.mask_of(suit, cover)).collect(),
        }
    }

    /// Roughly how many bytes it takes.
    pub fn size(&self) -> usize {
        self.members.len() * size_of::<(Member, u64)>() + size_of::<Self>()
    }
}
