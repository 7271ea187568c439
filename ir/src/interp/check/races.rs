//! Data races: which accesses happen before which others, and the last accesses to each byte.
//!
//! Each work-item has a clock. The shadow of a byte holds the last write and the last reads as epochs (work-item, clock,
//! place), and an access is a race unless the epochs that conflict with it happened before. Source: C. Flanagan, S. Freund,
//! "FastTrack: Efficient and Precise Dynamic Race Detection", PLDI 2009. Deviations: a barrier orders a whole workgroup, so
//! what a work-item has seen of a workgroup is one clock, not one for each of its work-items; and of unordered accesses
//! (reads, or atomic writes) the last two by different work-items are kept, which is enough for another access to meet one
//! that is not its own.

use fxhash::FxHashMap;

/// Among which work-items an atomic operation or fence orders accesses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// One work-item.
    Item,
    /// The lanes of a wave.
    Wave,
    /// A workgroup.
    Group,
    /// All.
    Device,
}

/// Whose memory an address is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in super::super) enum Spot {
    Global,
    /// That of a workgroup, by number.
    Local(u32),
}

/// The memory that an access is to.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Memory {
    /// Work-items of a workgroup.
    pub group_size: u32,
    pub is_local: bool,
}

/// Whether work-items that meet see each other's accesses to local memory and to global memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ordered {
    /// To local memory.
    pub local: bool,
    /// To global memory.
    pub global: bool,
    /// Those of copies by a workgroup, which go on after their call.
    pub copies: bool,
}

impl Ordered {
    /// To all.
    pub const ALL: Ordered = Ordered {
        local: true,
        global: true,
        copies: true,
    };
}

/// What a work-item knows to have happened.
#[derive(Clone, Default, Debug)]
pub(in super::super) struct View {
    /// Of workgroups everything with a smaller clock.
    groups: FxHashMap<u32, u32>,
    /// Of work-items everything up to a clock.
    items: FxHashMap<u32, u32>,
}

impl View {
    fn join(&mut self, other: &View) {
        for (map, theirs) in [(&mut self.groups, &other.groups), (&mut self.items, &other.items)] {
            for (&key, &clock) in theirs {
                let own = map.entry(key).or_insert(0);
                *own = clock.max(*own);
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.items.is_empty()
    }
}

/// What releases at one address have published, by who may acquire it.
#[derive(Default, Debug)]
pub(in super::super) struct SyncObject {
    device: View,
    groups: FxHashMap<u32, View>,
}

/// A work-item's clock, and what it knows.
#[derive(Clone, Default, Debug)]
pub(in super::super) struct Sync {
    /// Its number in the grid, and that of its workgroup.
    pub item: u32,
    pub group: u32,
    pub clock: u32,
    /// Everything in its workgroup with a smaller clock has happened: to local and to global memory, and by copies.
    phases: [u32; 3],
    seen: View,
    /// What it knew at its last release fence, and whom that concerns.
    released: Option<(Scope, View)>,
    /// What it has read since its last acquire fence.
    pending: View,
    /// Whom its release fences since the last barrier concern.
    fenced: Option<Scope>,
}

impl Sync {
    /// The state at the start of a work-item.
    pub(in super::super) fn start(item: u32, group: u32) -> Sync {
        Sync {
            item,
            group,
            clock: 1,
            phases: [1; 3],
            ..Sync::default()
        }
    }

    fn has_seen(&self, epoch: Epoch, Memory { group_size, is_local }: Memory) -> bool {
        if epoch.clock == 0 || epoch.item == self.item && !epoch.is_copy() {
            return true;
        }
        let group = epoch.item / group_size.max(1);
        if epoch.is_copy() && group == self.group {
            return epoch.clock < self.phases[2];
        }
        group == self.group && epoch.clock < self.phases[usize::from(!is_local)]
            || !self.seen.is_empty()
                && (self
                    .seen
                    .groups
                    .get(&group)
                    .is_some_and(|&clock| epoch.clock < clock)
                    || self
                        .seen
                        .items
                        .get(&epoch.item)
                        .is_some_and(|&clock| epoch.clock <= clock))
    }

    fn view(&self) -> View {
        let mut view = self.seen.clone();
        view.items.insert(self.item, self.clock);
        view.groups.insert(self.group, self.phases[1]);
        view
    }

    /// A fence.
    pub(in super::super) fn fence(&mut self, scope: Scope, acquires: bool, releases: bool) {
        if acquires {
            let pending = std::mem::take(&mut self.pending);
            self.seen.join(&pending);
        }
        if releases {
            self.fenced = self.fenced.max(Some(scope));
            self.released = Some((scope, self.view()));
            self.clock += 1;
        }
    }
}

/// An atomic operation on an object.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Atomic {
    pub scope: Scope,
    pub acquires: bool,
    pub releases: bool,
    pub reads: bool,
    pub writes: bool,
}

impl SyncObject {
    fn publish(&mut self, group: u32, scope: Scope, view: &View) {
        if scope > Scope::Item {
            self.groups.entry(group).or_default().join(view);
        }
        if scope == Scope::Device {
            self.device.join(view);
        }
    }

    /// Whether nothing was published.
    pub(in super::super) fn is_empty(&self) -> bool {
        self.device.is_empty() && self.groups.is_empty()
    }

    /// What an atomic operation publishes here and what it learns. A relaxed store ends what was published before; other
    /// operations continue it.
    pub(in super::super) fn access(&mut self, sync: &mut Sync, atomic: Atomic) {
        if atomic.reads {
            let mut found = self.groups.get(&sync.group).cloned().unwrap_or_default();
            if atomic.scope == Scope::Device {
                found.join(&self.device);
            }
            if atomic.acquires {
                sync.seen.join(&found);
            } else {
                sync.pending.join(&found);
            }
        }
        if atomic.writes {
            if !atomic.reads {
                *self = SyncObject::default();
            }
            if let Some((scope, view)) = &sync.released {
                self.publish(sync.group, atomic.scope.min(*scope), view);
            }
            if atomic.releases {
                self.publish(sync.group, atomic.scope, &sync.view());
                sync.clock += 1;
            }
        }
    }
}

/// Whether an operation on [`SyncObject`]s can be left out: nothing is published and nothing will be.
pub(in super::super) fn is_idle(sync: &Sync, atomic: Atomic) -> bool {
    !atomic.releases && sync.released.is_none()
}

/// Work-items wait for each other. If all have executed a release fence, they also see each other's accesses to the memory
/// that is ordered.
pub(in super::super) fn meet(all: &mut [&mut Sync], scope: Scope, ordered: Ordered) {
    let is_fenced = |sync: &&mut Sync| sync.fenced.is_some_and(|own| own >= scope);
    if !all.iter().all(is_fenced) {
        return;
    }
    let mut seen = View::default();
    let latest = all.iter().map(|sync| sync.clock).max().unwrap_or(0) + 1;
    for sync in all.iter() {
        seen.join(&sync.seen);
        if scope < Scope::Group {
            seen.join(&sync.view());
        }
    }
    for sync in all.iter_mut() {
        sync.clock = latest;
        sync.fenced = None;
        if scope >= Scope::Group && ordered.local {
            sync.phases[0] = latest;
        }
        if scope >= Scope::Group && ordered.global {
            sync.phases[1] = latest;
        }
        if scope >= Scope::Group && ordered.copies {
            sync.phases[2] = latest;
        }
        if !seen.is_empty() {
            sync.seen = seen.clone();
        }
    }
}

/// An access: by whom, when, where. Clock 0 is no access.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in super::super) struct Epoch {
    pub item: u32,
    pub clock: u32,
    /// The operation, with flags.
    site: u32,
}

/// Flags of [`Epoch::site`].
const ATOMIC: u32 = 1 << 31;
const DEVICE: u32 = 1 << 30;
const COPY: u32 = 1 << 29;
const FLAGS: u32 = ATOMIC | DEVICE | COPY;

impl Epoch {
    /// The access of a work-item; atomic ones have a scope.
    pub(in super::super) fn new(sync: &Sync, site: u32, atomic: Option<Scope>) -> Epoch {
        let flags = match atomic {
            None => 0,
            Some(Scope::Device) => ATOMIC | DEVICE,
            Some(_) => ATOMIC,
        };
        Epoch {
            item: sync.item,
            clock: sync.clock,
            site: site & !FLAGS | flags,
        }
    }

    /// The operation.
    pub(in super::super) fn site(self) -> u32 {
        self.site & !FLAGS
    }

    /// The same of a copy by a workgroup, which may happen at any time until it is waited for.
    pub(in super::super) fn by_copy(mut self) -> Epoch {
        self.site |= COPY;
        self
    }

    /// Whether a copy by a workgroup does it.
    pub(in super::super) fn is_copy(self) -> bool {
        self.site & COPY != 0
    }

    pub(in super::super) fn is_atomic(self) -> bool {
        self.site & ATOMIC != 0
    }

    /// Whether both are atomic and see each other.
    fn excludes(self, other: Epoch, group_size: u32) -> bool {
        let group = |epoch: Epoch| epoch.item / group_size.max(1);
        self.site & other.site & ATOMIC != 0
            && (self.site & other.site & DEVICE != 0 || group(self) == group(other))
    }
}

/// The last accesses to a byte.
#[derive(Clone, Copy, Default, Debug)]
struct Cell {
    writes: [Epoch; 2],
    reads: [Epoch; 2],
}

/// An access that races with the current one.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Conflict {
    pub other: Epoch,
    pub other_writes: bool,
    /// The byte, counted from the start of the access.
    pub at: u64,
}

const PAGE: usize = 256;

/// The last accesses to the bytes of an object; pages are made when they are accessed.
#[derive(Clone, Default, Debug)]
pub(in super::super) struct Shadow {
    pages: Vec<Option<Box<[Cell; PAGE]>>>,
}

impl Shadow {
    /// Forgets all accesses.
    pub(in super::super) fn clear(&mut self) {
        self.pages.clear();
    }

    /// Records an access to `size` bytes at `at`; gives what it races with.
    pub(in super::super) fn access(
        &mut self,
        (at, size): (usize, usize),
        epoch: Epoch,
        writes: bool,
        sync: &Sync,
        memory: Memory,
    ) -> Option<Conflict> {
        let mut conflict = None;
        let last = (at + size).div_ceil(PAGE);
        if self.pages.len() < last {
            self.pages.resize(last, None);
        }
        for byte in at..at + size {
            let page = self.pages[byte / PAGE].get_or_insert_with(|| Box::new([Cell::default(); PAGE]));
            let cell = &mut page[byte % PAGE];
            let races =
                |other: Epoch| !sync.has_seen(other, memory) && !epoch.excludes(other, memory.group_size);
            if conflict.is_none() {
                let first = |list: [Epoch; 2]| list.into_iter().find(|&other| races(other));
                let write = first(cell.writes).map(|write| (write, true));
                let read = || first(cell.reads).map(|read| (read, false));
                let found = if writes { write.or_else(read) } else { write };
                conflict = found.map(|(other, other_writes)| Conflict {
                    other,
                    other_writes,
                    at: (byte - at) as u64,
                });
            }
            if writes {
                cell.reads = [Epoch::default(); 2];
                remember(&mut cell.writes, epoch, sync, memory);
            } else {
                remember(&mut cell.reads, epoch, sync, memory);
            }
        }
        conflict
    }
}

/// Adds an access in place of one that happened before it, or else of the older one.
fn remember([first, second]: &mut [Epoch; 2], epoch: Epoch, sync: &Sync, memory: Memory) {
    if sync.has_seen(*first, memory) {
        *first = epoch;
    } else if sync.has_seen(*second, memory) {
        *second = epoch;
    } else {
        *first = std::mem::replace(second, epoch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(count: u32) -> Vec<Sync> {
        (0..count).map(|item| Sync::start(item, item / 4)).collect()
    }

    fn access(shadow: &mut Shadow, sync: &Sync, writes: bool, atomic: Option<Scope>) -> bool {
        let epoch = Epoch::new(sync, 1, atomic);
        let memory = Memory {
            group_size: 4,
            is_local: true,
        };
        shadow.access((8, 4), epoch, writes, sync, memory).is_some()
    }

    fn barrier(group: &mut [Sync], ordered: Ordered) {
        for sync in group.iter_mut() {
            sync.fence(Scope::Group, true, true);
        }
        meet(&mut group.iter_mut().collect::<Vec<_>>(), Scope::Group, ordered);
    }

    #[test]
    fn barriers_order_a_workgroup_only() {
        let mut items = items(8);
        let mut shadow = Shadow::default();
        assert!(!access(&mut shadow, &items[0], true, None));
        assert!(access(&mut shadow.clone(), &items[1], false, None));
        let only_global = Ordered {
            local: false,
            global: true,
            copies: false,
        };
        barrier(&mut items[..4], only_global);
        assert!(access(&mut shadow.clone(), &items[1], false, None));
        barrier(&mut items[..4], Ordered::ALL);
        assert!(!access(&mut shadow.clone(), &items[1], false, None));
        assert!(access(&mut shadow, &items[4], false, None));
    }

    #[test]
    fn copies_are_waited_for() {
        let mut items = items(4);
        let mut shadow = Shadow::default();
        let memory = Memory {
            group_size: 4,
            is_local: true,
        };
        let epoch = Epoch::new(&items[0], 1, None).by_copy();
        assert!(shadow.access((8, 4), epoch, true, &items[0], memory).is_none());
        assert!(access(&mut shadow.clone(), &items[0], false, None));
        let no_copies = Ordered {
            copies: false,
            ..Ordered::ALL
        };
        barrier(&mut items, no_copies);
        assert!(access(&mut shadow.clone(), &items[0], false, None));
        assert!(access(&mut shadow.clone(), &items[1], false, None));
        barrier(&mut items, Ordered::ALL);
        assert!(!access(&mut shadow.clone(), &items[0], true, None));
        assert!(!access(&mut shadow, &items[1], true, None));
    }

    #[test]
    fn a_barrier_without_fence_orders_nothing() {
        let mut items = items(2);
        let mut shadow = Shadow::default();
        access(&mut shadow, &items[0], true, None);
        meet(
            &mut items.iter_mut().collect::<Vec<_>>(),
            Scope::Group,
            Ordered::ALL,
        );
        assert!(access(&mut shadow, &items[1], false, None));
    }

    #[test]
    fn a_write_meets_reads_of_others() {
        let items = items(3);
        let mut shadow = Shadow::default();
        for sync in &items {
            assert!(!access(&mut shadow, sync, false, None));
        }
        assert!(access(&mut shadow.clone(), &items[2], true, None));
        assert!(access(&mut shadow, &items[0], true, None));
    }

    #[test]
    fn atomics_do_not_race_within_their_scope() {
        let items = items(8);
        let mut shadow = Shadow::default();
        assert!(!access(&mut shadow, &items[0], true, Some(Scope::Group)));
        assert!(!access(&mut shadow, &items[1], true, Some(Scope::Group)));
        assert!(access(&mut shadow.clone(), &items[4], true, Some(Scope::Device)));
        assert!(access(&mut shadow.clone(), &items[2], false, None));
        // One's own operation does not hide that of another.
        assert!(access(&mut shadow, &items[1], false, None));
    }

    #[test]
    fn releases_are_acquired() {
        let mut items = items(8);
        let mut shadow = Shadow::default();
        let mut object = SyncObject::default();
        let operation = |releases: bool, scope| Atomic {
            scope,
            acquires: !releases,
            releases,
            reads: !releases,
            writes: releases,
        };
        access(&mut shadow, &items[0], true, None);
        object.access(&mut items[0], operation(true, Scope::Device));
        object.access(&mut items[4], operation(false, Scope::Device));
        assert!(!access(&mut shadow.clone(), &items[4], false, None));
        // What follows the release is not ordered by it, and another workgroup does not see a release to this one.
        access(&mut shadow, &items[0], true, None);
        assert!(access(&mut shadow.clone(), &items[4], false, None));
        object.access(&mut items[0], operation(true, Scope::Group));
        object.access(&mut items[5], operation(false, Scope::Device));
        assert!(access(&mut shadow, &items[5], false, None));
    }

    #[test]
    fn fences_order_relaxed_operations() {
        let mut items = items(8);
        let mut shadow = Shadow::default();
        let mut object = SyncObject::default();
        let relaxed = |reads: bool| Atomic {
            scope: Scope::Device,
            acquires: false,
            releases: false,
            reads,
            writes: !reads,
        };
        access(&mut shadow, &items[0], true, None);
        items[0].fence(Scope::Device, false, true);
        object.access(&mut items[0], relaxed(false));
        object.access(&mut items[4], relaxed(true));
        assert!(access(&mut shadow.clone(), &items[4], false, None));
        items[4].fence(Scope::Device, true, false);
        assert!(!access(&mut shadow, &items[4], false, None));
    }
}
