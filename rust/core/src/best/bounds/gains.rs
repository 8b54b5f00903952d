//! What exposing a concealed group can add.

use super::local::{LocalRow, NOTHING};
use crate::best::arrangement::instances::{Choice, instances};
use crate::best::arrangement::view::View;
use crate::best::suit::cover::Partial;
use crate::group::{Group, GroupKind};
use crate::hand::{Shape, Winning};
use crate::rules::Table;
use crate::tile::{KINDS, Kind, starts_chow, suit};

/// Groups that the winning tile may join and expose.
const GROUPS: [GroupKind; 3] = [GroupKind::Chow, GroupKind::Pung, GroupKind::Pair];

/// By how much what a set or the pair earns for itself alone rises when it is exposed.
#[derive(Debug)]
pub(crate) struct Gains {
    /// Of a chow, a pung and a pair by its first tile.
    by_group: [[i32; KINDS]; 3],
    /// Of any group that holds a tile, and of any group.
    by_tile: [i32; KINDS],
    most: i32,
}

impl Default for Gains {
    fn default() -> Self {
        Self { by_group: [[0; KINDS]; 3], by_tile: [0; KINDS], most: 0 }
    }
}

impl Gains {
    /// For the rows of chows, and of pungs and the pair.
    pub fn new(rows: [&[LocalRow]; 2], table: &Table) -> Self {
        let [_, concealed, exposed] = table.grades;
        let mut gains = Self::default();
        let mut used = Vec::new();
        for (at, group) in GROUPS.into_iter().enumerate() {
            for kind in (0..KINDS as Kind).filter(|kind| group != GroupKind::Chow || starts_chow(*kind)) {
                let group = Group::in_hand(group, kind);
                let view = View::new(Shape::Standard as u8, &[group]);
                let mut gain = 0;
                for row in rows.into_iter().flatten().filter(|row| table.rows[row.row as usize].scaled) {
                    used.clear();
                    instances(&row.cond, &view, &NOTHING, Choice { win: None, concealed: 0 }, &mut used);
                    gain += used.len() as i32 * row.value * row.times * (exposed - concealed).max(0);
                }
                gains.by_group[at][kind as usize] = gain;
                gains.most = gain.max(gains.most);
                for tile in group.kinds().iter() {
                    let most = &mut gains.by_tile[tile as usize];
                    *most = gain.max(*most);
                }
            }
        }
        gains
    }

    /// The most that exposing a group of a cover can add, if the winning tile may lie in it.
    pub fn of(&self, number: usize, cover: &Partial, winning: Winning) -> i32 {
        let groups = cover.groups(number);
        match winning {
            Winning::Natural(tile) if suit(tile) != number => 0,
            Winning::Natural(tile) => self.most_of(groups.filter(|group| group.kinds().contains(tile))),
            _ => self.most_of(groups),
        }
    }

    fn most_of(&self, groups: impl Iterator<Item = Group>) -> i32 {
        let of = |group: Group| GROUPS.iter().position(|kind| *kind == group.kind).map(|at| (at, group.first as usize));
        groups.filter_map(of).map(|(at, first)| self.by_group[at][first]).max().unwrap_or(0)
    }

    /// The most that exposing any group can add.
    pub const fn most(&self, winning: Winning) -> i32 {
        match winning {
            Winning::Natural(tile) => self.by_tile[tile as usize],
            _ => self.most,
        }
    }
}
