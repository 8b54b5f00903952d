//! Covers of one suit sorted into classes, kept from hand to hand.

use std::sync::{Arc, Mutex, PoisonError};

use super::cover::Limits;
use super::suits::{Book, Bounds, FastMap, Suit, packed};

/// What is kept of one suit.
#[derive(Debug, Default)]
pub(crate) struct Books {
    /// The suit without naturals, by most sets and by the properties that classes tell apart.
    books: Mutex<FastMap<(i8, usize), Arc<Book>>>,
    /// The suit without sets on the table as hands had it.
    suits: Mutex<FastMap<SuitKey, Arc<Suit>>>,
}

/// Naturals, sets at most without and with the pair, wild tiles, properties.
type SuitKey = (u64, i8, i8, u8, usize);

/// Suits kept; more start afresh.
const SUITS_KEPT: usize = 256;

impl Books {
    /// Every way in which a suit without naturals takes at most so many sets.
    pub fn book(&self, suit: usize, sets: i8, bounds: &Bounds) -> Arc<Book> {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let book = books.entry((sets, bounds.features.properties()));
        book.or_insert_with(|| Arc::new(Book::of_empty(suit, sets, bounds))).clone()
    }

    /// The covers of a suit without sets on the table.
    pub fn suit(&self, suit: usize, limits: &Limits, bounds: &Bounds) -> Arc<Suit> {
        let Limits { naturals, alone, with_pair, wilds, .. } = *limits;
        let key = (packed(naturals), alone, with_pair, wilds, bounds.features.properties());
        if let Some(known) = self.suits.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let sorted = Arc::new(Suit::new(suit, limits, &[], bounds));
        let mut kept = self.suits.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= SUITS_KEPT {
            kept.clear();
        }
        kept.insert(key, sorted.clone());
        sorted
    }
}
