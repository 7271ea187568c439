//! Wall time by pass, for `--time-passes`.

use fxhash::FxHashMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Accumulates time by name, in the order in which names were first seen. Off by default, when it costs only a branch.
#[derive(Debug, Default)]
pub struct Timing {
    enabled: bool,
    entries: Vec<(&'static str, Duration, u32)>,
    index: FxHashMap<&'static str, usize>,
}

impl Timing {
    /// A recorder; it records only if `enabled`.
    pub fn new(enabled: bool) -> Timing {
        Timing {
            enabled,
            ..Timing::default()
        }
    }

    /// Whether it records.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Runs `work` and adds its time to `name`.
    pub fn time<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        if !self.enabled {
            return work();
        }
        let start = Instant::now();
        let result = work();
        self.add(name, start.elapsed());
        result
    }

    /// Adds `elapsed` to `name`.
    pub fn add(&mut self, name: &'static str, elapsed: Duration) {
        if !self.enabled {
            return;
        }
        let entries = &mut self.entries;
        let index = *self.index.entry(name).or_insert_with(|| {
            entries.push((name, Duration::ZERO, 0));
            entries.len() - 1
        });
        self.entries[index].1 += elapsed;
        self.entries[index].2 += 1;
    }

    /// Adds all times of `other`.
    pub fn merge(&mut self, other: &Timing) {
        for &(name, elapsed, runs) in &other.entries {
            self.add(name, elapsed);
            if let Some(&index) = self.index.get(name) {
                self.entries[index].2 += runs.saturating_sub(1);
            }
        }
    }

    /// A table: microseconds, share, runs, name.
    pub fn report(&self) -> String {
        let total: Duration = self.entries.iter().map(|e| e.1).sum();
        let mut out = String::from("  time (us)   share    runs  pass\n");
        for &(name, elapsed, runs) in &self.entries {
            let share = 100.0 * elapsed.as_secs_f64() / total.as_secs_f64().max(1e-12);
            let _ = writeln!(
                out,
                "{:>11.1}  {share:>5.1}%  {runs:>6}  {name}",
                elapsed.as_secs_f64() * 1e6
            );
        }
        let _ = writeln!(out, "{:>11.1}  100.0%          total", total.as_secs_f64() * 1e6);
        out
    }
}
