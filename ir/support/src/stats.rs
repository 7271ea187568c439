//! Counters for `--stats`: what passes did, by pass and event.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ptr;

/// Counts events by `(pass, event)`; printed in alphabetical order, so output is deterministic.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// By the addresses of the names, of which there are few: equal names may have several addresses.
    counts: Vec<Count>,
}

#[derive(Clone, Copy, Debug)]
struct Count {
    pass: &'static str,
    event: &'static str,
    n: u64,
}

impl Stats {
    /// No events yet.
    pub fn new() -> Stats {
        Stats::default()
    }

    /// Adds `n` to the event `event` of pass `pass`.
    pub fn add(&mut self, pass: &'static str, event: &'static str, n: u64) {
        if n == 0 {
            return;
        }
        let is_same = |known: &&mut Count| ptr::eq(known.event, event) && ptr::eq(known.pass, pass);
        match self.counts.iter_mut().find(is_same) {
            Some(known) => known.n += n,
            None => self.counts.push(Count { pass, event, n }),
        }
    }

    /// Adds all counts of `other`.
    pub fn merge(&mut self, other: &Stats) {
        for count in &other.counts {
            self.add(count.pass, count.event, count.n);
        }
    }

    /// The count of an event; 0 if it never happened.
    pub fn get(&self, pass: &'static str, event: &'static str) -> u64 {
        let is_meant = |count: &&Count| (count.pass, count.event) == (pass, event);
        self.counts.iter().filter(is_meant).map(|count| count.n).sum()
    }

    /// A table: count, pass, event.
    pub fn report(&self) -> String {
        let mut sums: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for count in &self.counts {
            *sums.entry((count.pass, count.event)).or_insert(0) += count.n;
        }
        let mut out = String::new();
        for ((pass, event), n) in sums {
            let _ = writeln!(out, "{n:>8} {pass} - {event}");
        }
        out
    }
}
