//! All conditions of a plan tested at once.

use super::compile::Clause;
use super::plan::bit;
use super::tally::{FIELDS, Tally};

/// Flags that are looked up together.
const TOGETHER: usize = 4;

/// Clauses that one word has room for.
const WORD: usize = 64;

/// For every value of the flags that are looked up together the clauses that these let hold.
type Lookup = [u64; 1 << TOGETHER];

/// The conditions of a plan.
#[derive(Debug)]
pub(super) struct Tests {
    fields: [Lookup; FIELDS / TOGETHER],
    facts: Vec<Lookup>,
    /// Those that are conditions, by their number.
    conditions: u64,
    /// Further alternatives, and of which conditions.
    further: Vec<(u8, u8)>,
}

impl Tests {
    /// Of conditions by their alternatives; nothing if these are too many.
    pub fn new(conditions: &[Vec<Clause>]) -> Option<Self> {
        let never = Clause { mask: 0, want: 1 };
        let mut clauses: Vec<Clause> = conditions.iter().map(|of| of.first().copied().unwrap_or(never)).collect();
        let mut further = Vec::new();
        for (at, of) in conditions.iter().enumerate() {
            for clause in of.iter().skip(1) {
                further.push((clauses.len() as u8, at as u8));
                clauses.push(*clause);
            }
        }
        if clauses.len() > WORD {
            return None;
        }
        let lookup = |first: usize| -> Lookup {
            std::array::from_fn(|flags| {
                let (flags, here) = ((flags as u128) << first, 0b1111 << first);
                let lets = |clause: &Clause| (flags ^ clause.want) & clause.mask & here == 0 && clause.possible();
                clauses.iter().enumerate().map(|(at, clause)| bit(lets(clause), at)).sum()
            })
        };
        let asked = clauses.iter().fold(0, |mask, clause| mask | clause.mask >> FIELDS);
        let facts = (0..FIELDS).step_by(TOGETHER).take_while(|first| asked >> first != 0);
        let facts = facts.map(|first| lookup(FIELDS + first)).collect();
        let fields = std::array::from_fn(|at| lookup(TOGETHER * at));
        let conditions = (0..conditions.len()).map(|at| bit(true, at)).sum();
        Some(Self { fields, facts, conditions, further })
    }

    /// The conditions that hold, one bit each. The highest bit of each field is its flag, `facts` are the others.
    #[inline]
    pub fn holding(&self, fields: Tally, facts: u32) -> u64 {
        let mut holding = u64::MAX;
        for (word, lookups) in fields.tops().0.into_iter().zip(self.fields.chunks(TOGETHER)) {
            // The flags of four fields come to lie together.
            let flags = word >> 3;
            let flags = flags | flags >> 3;
            let flags = flags | flags >> 6;
            for (lookup, at) in lookups.iter().zip([0, 16, 32, 48]) {
                holding &= lookup[(flags >> at) as usize % lookup.len()];
            }
        }
        for (at, lookup) in self.facts.iter().enumerate() {
            holding &= lookup[(facts >> (TOGETHER * at)) as usize % lookup.len()];
        }
        let mut conditions = holding & self.conditions;
        for (clause, condition) in &self.further {
            conditions |= (holding >> clause & 1) << condition;
        }
        conditions
    }
}
