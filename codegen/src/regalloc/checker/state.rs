//! What the abstract machine surely holds: pairs of a place and a value, as a sorted set.

use super::{Place, Value};
use smallvec::SmallVec;

/// Which places hold which values; both directions.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) held: Vec<SmallVec<[Value; 2]>>,
    pub(super) places: Vec<SmallVec<[Place; 2]>>,
    pub(super) undefined: Vec<bool>,
    /// The repeatable instruction (and lane) that computes the value, 0 if none.
    pub(super) constant: Vec<u32>,
}

impl State {
    pub(super) fn clear_place(&mut self, place: Place) {
        for value in std::mem::take(&mut self.held[place as usize]) {
            self.places[value as usize].retain(|other| *other != place);
        }
    }

    pub(super) fn clear_value(&mut self, value: Value) {
        for place in std::mem::take(&mut self.places[value as usize]) {
            self.held[place as usize].retain(|other| *other != value);
        }
        self.undefined[value as usize] = false;
        self.constant[value as usize] = 0;
    }

    pub(super) fn add(&mut self, place: Place, value: Value) {
        if !self.held[place as usize].contains(&value) {
            self.held[place as usize].push(value);
            self.places[value as usize].push(place);
        }
    }

    pub(super) fn holds(&self, place: Place, value: Value) -> bool {
        self.undefined[value as usize] || self.held[place as usize].contains(&value)
    }

    pub(super) fn normalize(&mut self) {
        for list in &mut self.held {
            list.sort_unstable();
        }
        for list in &mut self.places {
            list.sort_unstable();
        }
    }

    /// What both hold.
    pub(super) fn meet(&self, other: &State) -> State {
        let mut met = State {
            held: vec![SmallVec::new(); self.held.len()],
            places: vec![SmallVec::new(); self.places.len()],
            undefined: (0..self.undefined.len())
                .map(|value| self.undefined[value] && other.undefined[value])
                .collect(),
            constant: (0..self.undefined.len())
                .map(|value| match (self.undefined[value], other.undefined[value]) {
                    (true, _) => other.constant[value],
                    (_, true) => self.constant[value],
                    _ if self.constant[value] == other.constant[value] => self.constant[value],
                    _ => 0,
                })
                .collect(),
        };
        for place in 0..self.held.len() {
            for (a, b) in [(self, other), (other, self)] {
                for &value in &a.held[place] {
                    if b.holds(place as Place, value) {
                        met.add(place as Place, value);
                    }
                }
            }
        }
        met.normalize();
        met
    }
}
