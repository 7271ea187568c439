//! Operations that may be outstanding at a point of the program.

use super::counters::{COUNTERS, EXPORTS, OF_RESULTS, VM, scalar_counter};
use wavec_gpu_mc::subtarget::Family;
use wavec_gpu_mc::wait_counters::WaitCounter;

/// Kinds of operations on `lgkmcnt`, and FLAT on either counter: operations of more than one kind are unordered.
pub(super) const KIND_LDS: u8 = 1;
pub(super) const KIND_SCALAR: u8 = 2;
pub(super) const KIND_FLAT: u8 = 4;
pub(super) const KIND_VECTOR: u8 = 8;
pub(super) const KIND_MESSAGE: u8 = 16;
/// Beside [`KIND_SCALAR`]: memory that the kernel may store to after the load. The store would not wait for it.
pub(super) const KIND_SCALAR_WRITABLE: u8 = 32;
/// Beside [`KIND_VECTOR`]: filtered by the texture unit. It may write its registers later than loads that follow.
pub(super) const KIND_FILTERED: u8 = 1 << 6;

/// Kinds of exports, by what they are of: each is in order by itself.
pub(super) const KIND_COLOR: u8 = 8;
pub(super) const KIND_POSITION: u8 = 16;
pub(super) const KIND_PARAMETER: u8 = 32;
/// On the counter of exports: a load from LDS without the LDS instructions' unit.
pub(super) const KIND_DIRECT: u8 = 1;
/// All that read registers.
pub(super) const KINDS_OF_EXPORTS: u8 = KIND_COLOR | KIND_POSITION | KIND_PARAMETER;

/// What is outstanding at a point.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct State {
    /// By counter: the largest number that can be waited for.
    pub(super) most: [u32; COUNTERS],
    /// By counter: number of operations that may be outstanding.
    pub(super) outstanding: [u32; COUNTERS],
    /// By counter: their kinds.
    pub(super) kinds: [u8; COUNTERS],
    /// By counter and register unit: 0 if nothing outstanding writes it, else 1 + operations issued after the writer.
    pub(super) age: [Vec<u8>; OF_RESULTS],
    /// The same by register unit that an export reads, or a direct load writes.
    pub(super) exports: Vec<u8>,
    /// Whether waves have no operation outstanding when they wait at a barrier.
    pub(super) waits_at_barriers: bool,
    /// Whether stores have a counter of their own.
    pub(super) counts_stores: bool,
    /// The counter of scalar memory.
    pub(super) scalar: usize,
    /// The same as `age` for loads to LDS, which count as vector memory only: of those that accesses to LDS wait for, of
    /// asynchronous ones, and of the last asynchronous one before each of the latest marks, the last mark first.
    lds_ages: [u8; LDS_AGES],
}

/// Loads to LDS that accesses to it wait for.
const LDS_LOADS: usize = 0;
/// Loads to LDS that only waits for marks wait for.
const ASYNCHRONOUS_LOADS: usize = 1;
const FIRST_MARK: usize = 2;
/// Of more marks, a wait that leaves so many waits for one that is later than needed.
const MARKS: usize = 14;
const LDS_AGES: usize = FIRST_MARK + MARKS;

impl State {
    /// `units` and `exported` are one more than the last unit that a memory operation writes, and that exports access.
    pub(super) fn new(family: &Family, units: usize, exported: usize) -> State {
        let waits = family.waits;
        State {
            most: [
                waits.loads().most(),
                waits.local().most(),
                waits.scalar().most(),
                waits.samples().most(),
                waits.stores.as_ref().map_or(0, WaitCounter::most),
                waits.exports.most(),
            ],
            outstanding: [0; COUNTERS],
            kinds: [0; COUNTERS],
            // Without counters of their own, scalars and samples have no ages there.
            age: match waits.split.is_some() {
                true => [units; OF_RESULTS],
                false => [units, units, 0, 0],
            }
            .map(|units| vec![0; units]),
            exports: vec![0; exported],
            waits_at_barriers: family.waits_at_barriers,
            counts_stores: waits.stores.is_some(),
            scalar: scalar_counter(waits),
            lds_ages: [0; LDS_AGES],
        }
    }

    /// The union of both paths.
    pub(super) fn join(&mut self, other: &State) -> bool {
        let mut changed = false;
        for counter in 0..COUNTERS {
            if other.outstanding[counter] > self.outstanding[counter] {
                self.outstanding[counter] = other.outstanding[counter];
                changed = true;
            }
            if self.kinds[counter] | other.kinds[counter] != self.kinds[counter] {
                self.kinds[counter] |= other.kinds[counter];
                changed = true;
            }
        }
        let of_results = self.age.iter_mut().map(Vec::as_mut_slice);
        let their_results = other.age.iter().map(Vec::as_slice);
        let mine = of_results.chain([self.lds_ages.as_mut_slice(), self.exports.as_mut_slice()]);
        let theirs = their_results.chain([other.lds_ages.as_slice(), other.exports.as_slice()]);
        for (mine, theirs) in mine.zip(theirs) {
            // Without branches, so that the loop is vectorized: it runs on every edge.
            let mut different = 0;
            for (mine, &theirs) in mine.iter_mut().zip(theirs) {
                let joined = younger(*mine, theirs);
                different |= joined ^ *mine;
                *mine = joined;
            }
            changed |= different != 0;
        }
        changed
    }

    /// The ages of what is counted by `counter`, by register unit.
    pub(super) fn ages(&self, counter: usize) -> Option<&Vec<u8>> {
        match counter {
            EXPORTS => Some(&self.exports),
            _ => self.age.get(counter),
        }
    }

    fn ages_mut(&mut self, counter: usize) -> Option<&mut Vec<u8>> {
        match counter {
            EXPORTS => Some(&mut self.exports),
            _ => self.age.get_mut(counter),
        }
    }

    /// Issues an operation on `counter` that will write `units`, or read them if it is an export.
    pub(super) fn issue(&mut self, counter: usize, kind: u8, units: impl Iterator<Item = u16>) {
        let oldest = self.most[counter] as u8 + 1;
        if self.outstanding[counter] > 0
            && let Some(ages) = self.ages_mut(counter)
        {
            // Ages beyond the counter's range are clamped: any wait for them waits for the maximum.
            for age in ages {
                *age = (*age + u8::from(*age != 0)).min(oldest);
            }
            if counter == VM {
                for age in &mut self.lds_ages {
                    *age = (*age + u8::from(*age != 0)).min(oldest);
                }
            }
        }
        self.outstanding[counter] = (self.outstanding[counter] + 1).min(self.most[counter]);
        self.kinds[counter] |= kind;
        let Some(age) = self.ages_mut(counter) else {
            return;
        };
        for unit in units {
            age[usize::from(unit)] = 1;
        }
    }

    /// The program waits until at most `value` operations of `counter` are outstanding.
    pub(super) fn wait(&mut self, counter: usize, value: u32) {
        if value == u32::MAX {
            return;
        }
        if value == 0 {
            self.outstanding[counter] = 0;
            self.kinds[counter] = 0;
            if let Some(age) = self.ages_mut(counter) {
                age.fill(0);
            }
            if counter == VM {
                self.lds_ages = [0; LDS_AGES];
            }
            return;
        }
        self.outstanding[counter] = self.outstanding[counter].min(value);
        if !self.is_ordered(counter) {
            return;
        }
        let (of_units, of_lds): (&mut [u8], &mut [u8]) = match counter {
            VM => (&mut self.age[VM], &mut self.lds_ages),
            EXPORTS => (&mut self.exports, &mut []),
            _ if counter < OF_RESULTS => (&mut self.age[counter], &mut []),
            _ => return,
        };
        for age in of_units.iter_mut().chain(of_lds) {
            if u32::from(*age) > value {
                *age = 0;
            }
        }
    }

    /// The last operation issued on `vmcnt` loads to LDS.
    pub(super) fn issue_load_to_lds(&mut self, is_asynchronous: bool) {
        self.lds_ages[match is_asynchronous {
            true => ASYNCHRONOUS_LOADS,
            false => LDS_LOADS,
        }] = 1;
    }

    /// Marks the asynchronous loads until now.
    pub(super) fn mark(&mut self) {
        self.lds_ages
            .copy_within(FIRST_MARK..LDS_AGES - 1, FIRST_MARK + 1);
        self.lds_ages[FIRST_MARK] = self.lds_ages[ASYNCHRONOUS_LOADS];
    }

    /// The program has waited until at most `left` marks are left.
    pub(super) fn forget_marks(&mut self, left: usize) {
        self.lds_ages[(FIRST_MARK + left).min(LDS_AGES)..].fill(0);
    }

    /// No asynchronous load is outstanding, as far as is known.
    pub(super) fn forget_asynchronous_loads(&mut self) {
        self.lds_ages[ASYNCHRONOUS_LOADS..].fill(0);
    }

    /// Whether an access to LDS waits.
    pub(super) fn has_loads_to_lds(&self) -> bool {
        self.lds_ages[LDS_LOADS] > 0
    }

    /// What an access to LDS waits for, merged into `wait`.
    pub(super) fn need_lds(&self, wait: &mut [u32; COUNTERS]) {
        self.need_age(self.lds_ages[LDS_LOADS], VM, wait);
    }

    /// What a wait until at most `left` marks are left waits for, merged into `wait`. The ages of marks grow from the last
    /// one on.
    pub(super) fn need_marks(&self, left: usize, wait: &mut [u32; COUNTERS]) {
        self.need_age(self.lds_ages[FIRST_MARK + left.min(MARKS - 1)], VM, wait);
    }

    fn is_ordered(&self, counter: usize) -> bool {
        let kinds = self.kinds[counter];
        (kinds & !KIND_FILTERED).count_ones() <= 1 && kinds & (KIND_SCALAR | KIND_FLAT) == 0
    }

    /// Counter values for which `unit` is ready, merged into `wait`.
    #[inline]
    pub(super) fn need(&self, unit: u16, counters: &[usize], wait: &mut [u32; COUNTERS]) {
        for &counter in counters {
            self.need_age(self.age[counter][usize::from(unit)], counter, wait);
        }
    }

    /// What an access to `unit` waits for on the counter of exports, merged into `wait`.
    pub(super) fn need_export(&self, unit: u16, wait: &mut [u32; COUNTERS]) {
        let age = self.exports.get(usize::from(unit)).copied().unwrap_or(0);
        self.need_age(age, EXPORTS, wait);
    }

    /// The value of `counter` for which an operation of this age is complete, merged into `wait`.
    #[inline]
    fn need_age(&self, age: u8, counter: usize, wait: &mut [u32; COUNTERS]) {
        if age > 0 {
            let value = if self.is_ordered(counter) {
                (u32::from(age) - 1).min(self.most[counter] - 1)
            } else {
                0
            };
            wait[counter] = wait[counter].min(value);
        }
    }
}

/// The younger operation needs the longer wait; 0, meaning none, counts as the oldest.
#[inline]
fn younger(a: u8, b: u8) -> u8 {
    a.wrapping_sub(1).min(b.wrapping_sub(1)).wrapping_add(1)
}

#[cfg(test)]
mod tests {
    use super::super::counters::{LGKM, NO_WAIT};
    use super::*;
    use wavec_gpu_mc::Subtarget;

    /// A wait for loads alone.
    fn loads(left: u32) -> [u32; COUNTERS] {
        let mut wait = NO_WAIT;
        wait[VM] = left;
        wait
    }

    #[test]
    fn ages_count_later_operations() {
        let mut state = State::new(Subtarget::default().family, 4, 0);
        state.issue(VM, KIND_VECTOR, [0].into_iter());
        state.issue(VM, KIND_VECTOR, [1].into_iter());
        let mut wait = NO_WAIT;
        state.need(0, &[VM, LGKM], &mut wait);
        assert_eq!(wait, loads(1));
        state.wait(VM, 1);
        wait = NO_WAIT;
        state.need(0, &[VM, LGKM], &mut wait);
        assert_eq!(wait, NO_WAIT);
        state.need(1, &[VM, LGKM], &mut wait);
        assert_eq!(wait, loads(0));
        // A FLAT operation makes both counters unordered.
        state.issue(VM, KIND_FLAT, [2].into_iter());
        wait = NO_WAIT;
        state.need(1, &[VM, LGKM], &mut wait);
        assert_eq!(wait, loads(0));
    }

    #[test]
    fn marks_know_the_loads_before_them() {
        let mut state = State::new(Subtarget::default().family, 1, 0);
        let load = |state: &mut State| {
            state.issue(VM, KIND_VECTOR, std::iter::empty());
            state.issue_load_to_lds(true);
        };
        let left = |state: &State, marks| {
            let mut wait = NO_WAIT;
            state.need_marks(marks, &mut wait);
            wait
        };
        load(&mut state);
        state.mark();
        load(&mut state);
        load(&mut state);
        state.mark();
        // Three loads: the first one before the first mark, all before the second.
        assert_eq!(left(&state, 2), NO_WAIT);
        assert_eq!(left(&state, 1), loads(2));
        assert_eq!(left(&state, 0), loads(0));
        // No access to LDS waits for them.
        assert!(!state.has_loads_to_lds());
        // On another path there is one mark: the last ones are the same.
        let mut other = State::new(Subtarget::default().family, 1, 0);
        load(&mut other);
        other.mark();
        load(&mut other);
        state.join(&other);
        assert_eq!(left(&state, 0), loads(0));
        assert_eq!(left(&state, 1), loads(2));
        state.wait(VM, 2);
        state.forget_marks(1);
        assert_eq!(left(&state, 1), NO_WAIT);
        // Of many marks, a wait that leaves more than are known waits longer than needed.
        for _ in 0..MARKS + 3 {
            load(&mut state);
            state.mark();
        }
        assert_eq!(left(&state, MARKS + 2), loads(MARKS as u32 - 1));
    }
}
