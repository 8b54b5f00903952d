//! What was met so far.

/// What things are known by.
pub(super) trait Key: Copy + PartialEq {
    /// No key of anything.
    const NONE: Self;

    /// A number that differs in its highest bits where keys differ.
    fn mixed(self) -> u64;
}

/// Odd, its bits without a pattern.
pub(super) const MIXER: u64 = 0x9E37_79B9_7F4A_7C15;

/// Values by keys, in places that follow from the keys, at most half of them taken.
#[derive(Debug)]
pub(super) struct Known<K, V> {
    places: Vec<(K, V)>,
    shift: u32,
    taken: usize,
}

const FIRST_BITS: u32 = 8;

impl<K: Key, V: Copy + Default> Default for Known<K, V> {
    fn default() -> Self {
        Self { places: vec![(K::NONE, V::default()); 1 << FIRST_BITS], shift: u64::BITS - FIRST_BITS, taken: 0 }
    }
}

impl<K: Key, V: Copy + Default> Known<K, V> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // Suits are looked up side by side.
    pub fn get(&self, key: K) -> Option<V> {
        let mut at = self.place(key);
        loop {
            let (known, value) = &self.places[at];
            if *known == key {
                return Some(*value);
            }
            if *known == K::NONE {
                return None;
            }
            at = (at + 1) & (self.places.len() - 1);
        }
    }

    /// Puts down what was not known.
    pub fn put(&mut self, key: K, value: V) {
        if 2 * self.taken >= self.places.len() {
            let more = vec![(K::NONE, V::default()); 2 * self.places.len()];
            self.shift -= 1;
            let known = std::mem::replace(&mut self.places, more);
            known.into_iter().filter(|(key, _)| *key != K::NONE).for_each(|(key, value)| self.place_in(key, value));
        }
        self.taken += 1;
        self.place_in(key, value);
    }

    pub const fn len(&self) -> usize {
        self.taken
    }

    #[inline]
    fn place(&self, key: K) -> usize {
        (key.mixed() >> self.shift) as usize
    }

    fn place_in(&mut self, key: K, value: V) {
        let mut at = self.place(key);
        while self.places[at].0 != K::NONE {
            at = (at + 1) & (self.places.len() - 1);
        }
        self.places[at] = (key, value);
    }
}
