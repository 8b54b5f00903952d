//! Every reading of a complete hand, one at a time.

use crate::group::{Group, GroupKind, Laid};
use crate::hand::{Hand, Meld, MeldKind, Shape, Shapes};
use crate::shapes::{Loose, Readings, SHAPES, all_wild, readings};
use crate::tile::{Kind, KindSet};

/// The group of a set on the table with this face.
#[must_use]
pub const fn laid_group(meld: &Meld, face: Kind) -> Group {
    let (kind, laid) = match meld.kind {
        MeldKind::Chow => (GroupKind::Chow, Laid::Claimed),
        MeldKind::Pung => (GroupKind::Pung, Laid::Claimed),
        MeldKind::OpenKong => (GroupKind::Kong, Laid::OpenKong),
        MeldKind::ConcealedKong => (GroupKind::Kong, Laid::ConcealedKong),
    };
    Group { kind, first: face, laid }
}

/// Readings of a hand, see [`decompose`].
pub struct Decompose {
    loose: Loose,
    melds: Vec<Meld>,
    /// Shapes not yet taken.
    left: Vec<Shape>,
    shape: Shape,
    readings: Option<Box<dyn Readings + Send>>,
    /// Groups in hand of the current reading.
    in_hand: Vec<Group>,
    /// Faces of the melds in the last arrangement, `None` if the current reading was not yet combined with any.
    faces: Option<Vec<Kind>>,
}

/// Every arrangement of a hand with its winning tile over all known shapes, each multiset of groups once; none if the
/// hand is not complete.
///
/// Sets on the table come first, in the order they were laid, with the faces their wild tiles take, then the groups
/// in hand. A hand of nothing but wild tiles has no other reading where that shape is known.
#[must_use]
pub fn decompose(hand: &Hand, shapes: Shapes) -> Decompose {
    let loose = Loose::with_winning(hand, shapes);
    let only_wild = shapes.knows(Shape::AllWild) && all_wild::holds(&loose);
    let fits = |shape: &Shape| loose.is_full() && shapes.knows(*shape) && (!only_wild || *shape == Shape::AllWild);
    let left = SHAPES.into_iter().rev().filter(fits).collect();
    let melds = if only_wild { Vec::new() } else { hand.melds.clone() };
    Decompose { loose, melds, left, shape: Shape::Standard, readings: None, in_hand: Vec::new(), faces: None }
}

impl Iterator for Decompose {
    type Item = (Shape, Vec<Group>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.readings.is_none() {
                self.shape = self.left.pop()?;
                self.readings = Some(readings(self.shape, &self.loose));
                self.faces = None;
                if !self.next_reading() {
                    continue;
                }
            }
            if self.next_faces() {
                let faces = self.faces.iter().flatten();
                let laid = self.melds.iter().zip(faces).map(|(meld, &face)| laid_group(meld, face));
                return Some((self.shape, laid.chain(self.in_hand.iter().copied()).collect()));
            }
            self.next_reading();
        }
    }
}

impl Decompose {
    /// Takes the next groups in hand.
    fn next_reading(&mut self) -> bool {
        self.faces = None;
        if let Some(groups) = self.readings.as_mut().and_then(|readings| readings.next()) {
            self.in_hand.clear();
            self.in_hand.extend_from_slice(groups);
            return true;
        }
        self.readings = None;
        false
    }

    /// Takes the next faces of the melds, the last changing fastest.
    fn next_faces(&mut self) -> bool {
        let lowest = |meld: &Meld| meld.faces.iter().next();
        let Some(faces) = &mut self.faces else {
            self.faces = self.melds.iter().map(lowest).collect();
            return self.faces.is_some();
        };
        loop {
            let above = |place: &usize| next_face(self.melds[*place].faces, faces[*place]);
            let Some((place, face)) = (0..faces.len()).rev().find_map(|place| Some((place, above(&place)?))) else {
                return false;
            };
            faces[place] = face;
            for (face, meld) in faces.iter_mut().zip(&self.melds).skip(place + 1) {
                *face = lowest(meld).unwrap_or(*face);
            }
            if is_first(&self.melds, faces) {
                return true;
            }
        }
    }
}

fn next_face(faces: KindSet, face: Kind) -> Option<Kind> {
    faces.iter().find(|&other| other > face)
}

/// Whether these faces come first of all ways to give them to melds laid alike, so that each multiset is met once.
fn is_first(melds: &[Meld], faces: &[Kind]) -> bool {
    let mut given = Vec::with_capacity(faces.len());
    first_assignment(melds, faces, &mut given);
    given.iter().zip(faces).all(|(&from, &face)| faces[from] == face)
}

/// Gives each meld the lowest face, by its place, that leaves faces for all others.
fn first_assignment(melds: &[Meld], faces: &[Kind], given: &mut Vec<usize>) -> bool {
    let Some(meld) = melds.get(given.len()) else {
        return true;
    };
    let fits =
        |&from: &usize| !given.contains(&from) && melds[from].kind == meld.kind && meld.faces.contains(faces[from]);
    let mut places: Vec<usize> = (0..faces.len()).filter(fits).collect();
    places.sort_by_key(|&from| faces[from]);
    for from in places {
        given.push(from);
        if first_assignment(melds, faces, given) {
            return true;
        }
        given.pop();
    }
    false
}
