//! Counters for `--stats`: what passes did, by pass and event.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Counts events by `(pass, event)`; printed in alphabetical order, so output is deterministic.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    counts: BTreeMap<(&'static str, &'static str), u64>,
}

impl Stats {
    /// No events yet.
    pub fn new() -> Stats {
        Stats::default()
    }

    /// Adds `n` to the event `event` of pass `pass`.
    pub fn add(&mut self, pass: &'static str, event: &'static str, n: u64) {
        if n > 0 {
            *self.counts.entry((pass, event)).or_insert(0) += n;
        }
    }

    /// Adds all counts of `other`.
    pub fn merge(&mut self, other: &Stats) {
        for (&(pass, event), &n) in &other.counts {
            self.add(pass, event, n);
        }
    }

    /// The count of an event; 0 if it never happened.
    pub fn get(&self, pass: &'static str, event: &'static str) -> u64 {
        self.counts.get(&(pass, event)).copied().unwrap_or(0)
    }

    /// A table: count, pass, event.
    pub fn report(&self) -> String {
        let mut out = String::new();
        for ((pass, event), n) in &self.counts {
            let _ = writeln!(out, "{n:>8} {pass} - {event}");
        }
        out
    }
}
