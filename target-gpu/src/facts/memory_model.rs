//! The form of a memory model: cache policies of accesses, and cache operations around them, by synchronization scope.

use wavec_gpu_mc::Subtarget;
use wavec_mc::Opcode;

/// Synchronization scopes, from what sees least of the others to what sees all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// One lane.
    SingleThread,
    /// A wave.
    Wavefront,
    /// A work-group.
    Workgroup,
    /// The device.
    Agent,
    /// Everything.
    System,
}

impl Scope {
    /// The scope that IR names `name`. The `-one-as` forms order one address space only, which is a weaker demand: they are
    /// treated as the full ones.
    pub fn of_name(name: &str) -> Scope {
        match name.trim_end_matches("one-as").trim_end_matches('-') {
            "singlethread" => Scope::SingleThread,
            "wavefront" => Scope::Wavefront,
            "workgroup" => Scope::Workgroup,
            "agent" => Scope::Agent,
            _ => Scope::System,
        }
    }

    /// Its number in memory operands.
    pub fn number(self) -> u8 {
        Scope::System as u8 - self as u8
    }

    /// The scope of a number of memory operands.
    pub fn of_number(number: u8) -> Scope {
        match number {
            4 => Scope::SingleThread,
            3 => Scope::Wavefront,
            2 => Scope::Workgroup,
            1 => Scope::Agent,
            _ => Scope::System,
        }
    }
}

/// Something for each scope, in their order.
#[derive(Clone, Copy, Debug)]
pub struct ByScope<T>(pub [T; 5]);

impl<T: Copy> ByScope<T> {
    /// What holds for a scope on a processor. A work-group on one compute unit has one first cache, as a wave has.
    pub fn at(&self, scope: Scope, subtarget: &Subtarget) -> T {
        let scope = match scope {
            Scope::Workgroup if subtarget.is_compute_unit_mode => Scope::Wavefront,
            _ => scope,
        };
        self.0[scope as usize]
    }
}

/// An instruction that writes back or invalidates caches.
#[derive(Clone, Copy, Debug)]
pub struct CacheOperation {
    /// The instruction.
    pub opcode: Opcode,
    /// Its cache policy operand, if it has one.
    pub policy: Option<i64>,
}

/// In the cache policy of a load into LDS until waits are inserted: only waits for marks wait for it.
pub const ASYNCHRONOUS: i64 = 1 << 30;

/// Cache policies are bits of the operand of that name (`cpol`).
#[derive(Debug)]
pub struct MemoryModel {
    /// Whether the waves of a work-group share the first cache and the order of their accesses.
    pub work_groups_share_caches: bool,
    /// Policy of atomic loads.
    pub load: ByScope<i64>,
    /// Policy of atomic stores.
    pub store: ByScope<i64>,
    /// Policy of read-modify-writes, besides what says that they return the old value.
    pub read_modify_write: ByScope<i64>,
    /// Policy of volatile loads.
    pub volatile_load: i64,
    /// Policy of volatile stores.
    pub volatile_store: i64,
    /// Policy of loads of data that is not used again soon.
    pub non_temporal_load: i64,
    /// The same of stores.
    pub non_temporal_store: i64,
    /// What makes earlier writes visible, before a release.
    pub write_back: ByScope<&'static [CacheOperation]>,
    /// What drops data that may be stale, after an acquire.
    pub invalidate: ByScope<&'static [CacheOperation]>,
}

#[cfg(test)]
mod tests {
    use super::Scope;

    #[test]
    fn scopes_by_name_and_number() {
        for (name, scope) in [
            ("", Scope::System),
            ("one-as", Scope::System),
            ("agent-one-as", Scope::Agent),
            ("workgroup", Scope::Workgroup),
            ("wavefront", Scope::Wavefront),
            ("singlethread-one-as", Scope::SingleThread),
        ] {
            assert_eq!(Scope::of_name(name), scope, "{name}");
            assert_eq!(Scope::of_number(scope.number()), scope, "{name}");
        }
    }
}
