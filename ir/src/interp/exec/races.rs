//! Races of one work-item with others: its accesses, atomic operations and fences in the order that `check/races.rs`
//! keeps.

use super::super::check::Kind;
use super::super::check::races::{self, Atomic, Conflict, Epoch, Memory, Scope, Shadow, Spot};
use super::super::code::Access;
use super::super::memory::Space;
use super::super::value::Cell;
use super::check::{Found, Touch};
use super::{Exec, Run};
use crate::inst::Ordering;

impl Exec<'_, '_> {
    /// Orders an atomic access with others of the same memory.
    pub(super) fn synchronize(
        &mut self,
        (space, address): (Space, u64),
        ordering: Ordering,
        scope: Scope,
        touch: &Touch,
    ) {
        let Some(checker) = &mut self.interp.checker else {
            return;
        };
        let sync = &mut self.item.sync;
        let spot = match space {
            Space::Local => Spot::Local(sync.group),
            _ => Spot::Global,
        };
        // A read-modify-write operation loads and then stores: each does its half.
        let atomic = Atomic {
            scope,
            acquires: ordering.is_acquire() && !touch.writes,
            releases: ordering.is_release() && touch.writes,
            reads: !touch.writes || !touch.compares,
            writes: touch.writes,
        };
        let key = (spot, address);
        if races::is_idle(sync, atomic) && !checker.sync.contains_key(&key) {
            return;
        }
        let object = checker.sync.entry(key).or_default();
        object.access(sync, atomic);
        if object.is_empty() {
            checker.sync.remove(&key);
        }
    }

    /// Records an access to shared memory. A race between two writes is returned if the caller wants to compare their
    /// values, other races are reported.
    pub(super) fn race(
        &mut self,
        (space, address): (Space, u64),
        touch: &Touch,
        found: &Found,
    ) -> Run<Option<Conflict>> {
        let site = self.site();
        let Some(checker) = &mut self.interp.checker else {
            return Ok(None);
        };
        let sync = &self.item.sync;
        let (shadow, offset): (&mut Shadow, u64) = match space {
            Space::Local => (&mut self.local.shadow, address),
            _ => match self.interp.memory.region_near(address) {
                Some(region) if region.writable && !region.may_race => {
                    let offset = address - region.base;
                    (&mut region.bytes.shadow, offset)
                }
                _ => return Ok(None),
            },
        };
        let epoch = Epoch::new(sync, site, touch.atomic.map(|(_, scope)| scope));
        let epoch = if self.code.is_copy { epoch.by_copy() } else { epoch };
        let range = (offset as usize, touch.size as usize);
        let memory = Memory {
            group_size: checker.group_size,
            is_local: space == Space::Local,
        };
        let conflict = shadow.access(range, epoch, touch.writes, sync, memory);
        let Some(conflict) = conflict else {
            return Ok(None);
        };
        let is_plain = touch.atomic.is_none() && !conflict.other.is_atomic();
        let is_uniform_possible = touch.compares && conflict.other_writes && is_plain;
        if is_uniform_possible && !checker.options.uniform_writes {
            return Ok(Some(conflict));
        }
        self.report_race(conflict, address - found.start, &found.label, touch.writes)?;
        Ok(None)
    }

    fn report_race(&mut self, conflict: Conflict, offset: u64, label: &str, writes: bool) -> Run<()> {
        let Conflict {
            other,
            other_writes,
            at,
        } = conflict;
        let group_size = self.checker().group_size;
        let work_item = self.info.numbered(other.item, group_size);
        let mut place = self.interp.sites.place(other.site());
        if let Some(place) = &mut place {
            place.work_item = Some(work_item);
        }
        let is_same_group = other.item / group_size.max(1) == self.item.sync.group;
        let word = |writes, atomic| match (writes, atomic) {
            (true, true) => "an atomic write",
            (true, false) => "a write",
            (false, true) => "an atomic read",
            (false, false) => "a read",
        };
        let among = match is_same_group {
            true => "of the same work-group",
            false => "of another work-group",
        };
        let own = if writes { "write" } else { "read" };
        let until = match other.is_copy() {
            true => ", a copy that is not waited for",
            false => "",
        };
        let [x, y, z] = work_item;
        let message = format!(
            "{own} of byte {} of {label} races with {} by work-item ({x}, {y}, {z}) {among}{until}",
            offset + at,
            word(other_writes, other.is_atomic()),
        );
        self.report(Kind::DataRace, || {
            (message, vec![("the other access is here".into(), place)])
        })
    }

    /// A store that races with another: it is reported unless it changes nothing.
    pub(super) fn store_racing(
        &mut self,
        race: Conflict,
        cells: &[Cell],
        address: u64,
        access: &Access,
    ) -> Run<()> {
        let size = access.layout.size;
        let (bytes, offset) = self.locate(access.space, address, size, true)?;
        let before = bytes.extract(offset, size as usize);
        bytes.store(offset, &access.layout, cells);
        if before == bytes.extract(offset, size as usize) {
            return Ok(());
        }
        let (space, address) = self.segment(access.space, address);
        let (start, label) = match space {
            Space::Local => {
                let objects = &self.interp.local_objects;
                let object = objects
                    .iter()
                    .find(|object| object.start <= address && address < object.end);
                object.map_or((0, "local memory".into()), |object| {
                    (object.start, object.label.clone())
                })
            }
            _ => {
                let region = self.interp.memory.region_near(address);
                region.map_or((0, String::new()), |region| (region.base, region.label.clone()))
            }
        };
        self.report_race(race, address - start, &label, true)
    }

    /// A fence.
    pub(super) fn fence(&mut self, ordering: Ordering, scope: Scope) {
        self.item
            .sync
            .fence(scope, ordering.is_acquire(), ordering.is_release());
    }
}
