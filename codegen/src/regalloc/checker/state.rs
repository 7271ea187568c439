//! The state of the abstract machine: pairs of a location and a value that it surely holds, as sorted sets.

use super::chunked::Chunked;
use super::{Place, Value};
use smallvec::SmallVec;

/// Which locations hold which values, in both directions.
#[derive(Clone, PartialEq)]
pub(super) struct State {
    pub(super) held: Chunked<SmallVec<[Value; 2]>>,
    pub(super) places: Chunked<SmallVec<[Place; 2]>>,
    pub(super) undefined: Chunked<bool>,
    /// The repeatable instruction (and lane) that computes the value, 0 if none.
    pub(super) constant: Chunked<u32>,
}

/// Adds to a sorted set.
fn insert(set: &mut SmallVec<[u32; 2]>, element: u32) {
    if let Err(at) = set.binary_search(&element) {
        set.insert(at, element);
    }
}

impl State {
    /// Nothing is defined yet.
    pub(super) fn new(num_places: usize, num_values: usize) -> State {
        State {
            held: Chunked::new(SmallVec::new(), num_places),
            places: Chunked::new(SmallVec::new(), num_values),
            undefined: Chunked::new(true, num_values),
            constant: Chunked::new(0, num_values),
        }
    }

    pub(super) fn clear_place(&mut self, place: Place) {
        if self.held[place as usize].is_empty() {
            return;
        }
        for value in std::mem::take(self.held.entry(place as usize)) {
            self.places.entry(value as usize).retain(|other| *other != place);
        }
    }

    pub(super) fn clear_value(&mut self, value: Value) {
        if !self.places[value as usize].is_empty() {
            for place in std::mem::take(self.places.entry(value as usize)) {
                self.held.entry(place as usize).retain(|other| *other != value);
            }
        }
        self.undefined.set(value as usize, false);
        self.constant.set(value as usize, 0);
    }

    pub(super) fn add(&mut self, place: Place, value: Value) {
        if !self.held[place as usize].contains(&value) {
            insert(self.held.entry(place as usize), value);
            insert(self.places.entry(value as usize), place);
        }
    }

    pub(super) fn holds(&self, place: Place, value: Value) -> bool {
        self.undefined[value as usize] || self.held[place as usize].contains(&value)
    }

    /// The intersection of both.
    pub(super) fn meet(&self, other: &State) -> State {
        // The locations of a value and the values of a location are intersected separately, by the same rule.
        let sets = |mine: &SmallVec<[u32; 2]>,
                    others: &SmallVec<[u32; 2]>,
                    mine_undefined: &dyn Fn(u32) -> bool,
                    other_undefined: &dyn Fn(u32) -> bool| {
            let mut met: SmallVec<[u32; 2]> = SmallVec::new();
            for &element in mine {
                if other_undefined(element) || others.contains(&element) {
                    insert(&mut met, element);
                }
            }
            for &element in others {
                if mine_undefined(element) {
                    insert(&mut met, element);
                }
            }
            met
        };
        State {
            held: self.held.merge(&other.held, |_, mine, others| {
                sets(mine, others, &|value| self.undefined[value as usize], &|value| {
                    other.undefined[value as usize]
                })
            }),
            places: self.places.merge(&other.places, |value, mine, others| {
                sets(mine, others, &|_| self.undefined[value], &|_| {
                    other.undefined[value]
                })
            }),
            undefined: self.undefined.merge(&other.undefined, |_, a, b| *a && *b),
            constant: self.constant.merge(&other.constant, |value, &a, &b| {
                match (self.undefined[value], other.undefined[value]) {
                    (true, _) => b,
                    (_, true) => a,
                    _ if a == b => a,
                    _ => 0,
                }
            }),
        }
    }
}
