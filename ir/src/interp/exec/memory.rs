//! Addresses, stack objects, loads and stores.

use super::super::check::tags;
use super::super::code::{Access, ByValue, Gep, Place};
use super::super::group::StackObject;
use super::super::memory::{Bytes, LOCAL_APERTURE, PRIVATE_APERTURE, Space};
use super::super::value::Cell;
use super::check::Touch;
use super::{Exec, MAX_PRIVATE, Run};
use crate::fold::scalar;

impl Exec<'_, '_> {
    /// Reinterprets cells of `from.0` bits as ones of `to.0` bits. A new cell is made from an object if all of its parts
    /// are, and it may be.
    pub(super) fn reinterpret(
        &mut self,
        (from, from_count): (u32, u32),
        (to, to_count): (u32, u32),
        keeps_objects: bool,
        dst: Place,
        a: Place,
    ) {
        // Both divide the whole into equal parts; iterate over the smaller ones.
        let bit = |this: &Self, index: u64| {
            let cell = this.get(a + (index / u64::from(from)) as u32);
            (cell.bits >> (index % u64::from(from)) & 1, cell.poison)
        };
        let mut out: smallvec::SmallVec<[Cell; 16]> = smallvec::SmallVec::new();
        let step = from.min(to);
        let whole = u64::from(from) * u64::from(from_count);
        for part in 0..u64::from(to_count) {
            let start = part * u64::from(to);
            let first = self.get(a + (start / u64::from(from)) as u32);
            let mut cell = Cell {
                bits: 0,
                poison: false,
                ..first
            };
            if from.is_multiple_of(step) && to.is_multiple_of(step) {
                for offset in (0..to).step_by(step as usize) {
                    let at = start + u64::from(offset);
                    if at >= whole {
                        break;
                    }
                    let source = self.get(a + (at / u64::from(from)) as u32);
                    let bits = source.bits >> (at % u64::from(from)) & scalar::mask(step);
                    if source.poison && !cell.poison {
                        cell = source;
                    }
                    if !cell.poison && (source.tag, source.stray) != (cell.tag, cell.stray) {
                        (cell.tag, cell.stray) = (0, 0);
                    }
                    cell.bits |= bits << offset;
                }
            } else {
                for i in 0..u64::from(to) {
                    let (value, poison) = bit(self, start + i);
                    cell.bits |= value << i;
                    cell.poison |= poison;
                }
            }
            out.push(match cell {
                Cell { poison: true, .. } => Cell::poison(cell.tag),
                _ if keeps_objects => cell,
                _ => Cell::new(cell.bits),
            });
        }
        for (i, cell) in out.into_iter().enumerate() {
            self.set(dst + i as u32, cell);
        }
    }

    pub(super) fn gep(&mut self, gep: &Gep) {
        for lane in 0..gep.lanes {
            let base = self.get(gep.base + if gep.base_is_vector { lane } else { 0 });
            let mut offset = gep.offset;
            let mut poison = base.poison.then_some(base);
            for term in &gep.terms {
                let index = self.get(term.index + if term.is_vector { lane } else { 0 });
                if index.poison {
                    poison = poison.or(Some(index));
                }
                let index = scalar::sign_extend(term.bits, index.bits);
                offset = offset.wrapping_add(index.wrapping_mul(i128::from(term.scale)));
            }
            let offset = scalar::sign_extend(gep.index_bits, offset as u128);
            let address = base.bits.wrapping_add(offset as u128) & scalar::mask(gep.pointer_bits);
            let mut cell = Cell::pointer(address, base.tag);
            cell.stray = base.stray;
            if gep.array != 0 && (offset < 0 || offset >= i128::from(gep.array)) {
                cell.stray = self.stray(offset, gep.array);
            }
            self.set(gep.dst + lane, poison.map_or(cell, |cell| Cell::poison(cell.tag)));
        }
    }

    pub(super) fn alloca(
        &mut self,
        dst: Place,
        size: u64,
        align: u64,
        count: Place,
        generic: bool,
    ) -> Run<()> {
        let count = self.need(count, "the size of a stack object")?;
        let bytes = u128::from(size).saturating_mul(count);
        let object = self.new_object(bytes, align, generic)?;
        self.set(dst, object);
        Ok(())
    }

    /// A pointer to a new stack object.
    fn new_object(&mut self, bytes: u128, align: u64, generic: bool) -> Run<Cell> {
        let first = if self.item.objects.is_empty() {
            self.stack_gap
        } else {
            0
        };
        let start = ((self.item.stack + first) as u64).next_multiple_of(align.clamp(1, 1 << 16));
        let end = u128::from(start) + bytes;
        if end > u128::from(MAX_PRIVATE) {
            return Err("private memory is exhausted".into());
        }
        let (start, end) = (start as usize, end as usize);
        self.item.private.grow(end + self.stack_gap);
        self.item.private.forget(start, end - start);
        let serial = self.item.next_object;
        self.item.next_object = tags::serial(serial + 1);
        let site = if self.is_checked { self.site() } else { 0 };
        self.item.objects.push(StackObject {
            start,
            end,
            serial,
            site,
            declared: 0,
            is_alive: true,
            entry: 0,
        });
        // An access that extends past the end of an object is in none.
        self.item.stack = end + self.stack_gap;
        let aperture = if generic { PRIVATE_APERTURE << 32 } else { 0 };
        let item = self.item.sync.item;
        let address = u128::from(aperture | start as u64);
        Ok(Cell::pointer(address, tags::private(item, serial, site)))
    }

    /// A pointer to a copy of what an argument points to, which lives as long as the callee.
    pub(super) fn copy_argument(&mut self, pointer: Cell, argument: ByValue) -> Run<Cell> {
        let pointer = self.defined(pointer, "an address")?;
        let generic = self.interp.target.spaces().kind(argument.space) == Space::Generic;
        let copy = self.new_object(argument.size.into(), argument.align, generic)?;
        self.copy_bytes((argument.space, copy), (argument.space, pointer), argument.size)?;
        Ok(copy)
    }

    /// Copies bytes of memory; undefined ones stay undefined.
    pub(in super::super) fn copy_bytes(
        &mut self,
        (to_space, to): (u32, Cell),
        (from_space, from): (u32, Cell),
        size: u64,
    ) -> Run<()> {
        if size == 0 {
            return Ok(());
        }
        self.guard(from, &Touch::plain(from_space, size, false))?;
        self.guard(to, &Touch::plain(to_space, size, true))?;
        let (bytes, offset) = self.locate(from_space, from.bits as u64, size, false)?;
        let copy = bytes.extract(offset, size as usize);
        let tags = bytes.extract_tags(offset, size as usize);
        let (bytes, offset) = self.locate(to_space, to.bits as u64, size, true)?;
        bytes.insert(offset, &copy);
        bytes.insert_tags(offset, &tags);
        match self.is_checked {
            true => self.check_copied(from, (to_space, to), &copy),
            false => Ok(()),
        }
    }

    /// The memory that an address of `space` is in, and the address there.
    pub(super) fn segment(&self, space: u32, address: u64) -> (Space, u64) {
        match (self.interp.target.spaces().kind(space), address >> 32) {
            (Space::Generic, LOCAL_APERTURE) => (Space::Local, address & 0xffff_ffff),
            (Space::Generic, PRIVATE_APERTURE) => (Space::Private, address & 0xffff_ffff),
            (Space::Generic, _) => (Space::Global, address),
            (kind, _) => (kind, address),
        }
    }

    /// The bytes of an access and the offset in them.
    pub(in super::super) fn locate(
        &mut self,
        space: u32,
        address: u64,
        size: u64,
        write: bool,
    ) -> Run<(&mut Bytes, usize)> {
        let (kind, address) = self.segment(space, address);
        let end = address.checked_add(size);
        let what = if write { "store" } else { "load" };
        match kind {
            Space::Local => {
                let limit = self.local.data.len();
                if end.is_none_or(|end| end > limit as u64) {
                    return Err(format!(
                        "{what} of {size} bytes at {address:#x} is outside of local memory ({limit} bytes)"
                    )
                    .into());
                }
                Ok((&mut *self.local, address as usize))
            }
            Space::Private => {
                let objects = &self.item.objects;
                let after = objects.partition_point(|object| object.start as u64 <= address);
                let limit = after.checked_sub(1).map_or(0, |index| objects[index].end);
                if size > 0 && end.is_none_or(|end| end > limit as u64) {
                    return Err(format!(
                        "{what} of {size} bytes at {address:#x} is outside of every object in private memory"
                    )
                    .into());
                }
                Ok((&mut self.item.private, (address as usize).min(self.item.stack)))
            }
            _ => Ok(self.interp.memory.access(address, size, write)?),
        }
    }

    /// The pointer of an access.
    pub(super) fn address(&self, pointer: Place, access: &Access) -> Run<Cell> {
        let cell = self.need_cell(pointer, "an address")?;
        let address = cell.bits as u64;
        // Checks say of which object it is an address.
        if !address.is_multiple_of(access.align) && !self.is_checked {
            return Err(format!("address {address:#x} is not aligned to {} bytes", access.align).into());
        }
        Ok(cell)
    }

    pub(super) fn load(&mut self, dst: Place, pointer: Place, access: &Access) -> Run<()> {
        let pointer = self.address(pointer, access)?;
        let layout = &*access.layout;
        if self.is_checked {
            self.guard(pointer, &Touch::of(access, false))?;
        }
        let mut cells: smallvec::SmallVec<[Cell; 8]> =
            smallvec::SmallVec::from_elem(Cell::POISON, layout.leaves.len());
        let (bytes, offset) = self.locate(access.space, pointer.bits as u64, layout.size, false)?;
        bytes.load(offset, layout, &mut cells);
        for (i, cell) in cells.into_iter().enumerate() {
            let cell = if cell.poison {
                self.loaded_poison(cell)
            } else {
                cell
            };
            self.set(dst + i as u32, cell);
        }
        Ok(())
    }

    pub(super) fn store(&mut self, value: Place, pointer: Place, access: &Access) -> Run<()> {
        let count = access.layout.leaves.len() as u32;
        let cells: smallvec::SmallVec<[Cell; 8]> = (0..count).map(|i| self.get(value + i)).collect();
        self.store_cells(&cells, pointer, access)
    }

    pub(super) fn store_cells(&mut self, cells: &[Cell], pointer: Place, access: &Access) -> Run<()> {
        self.store_as(cells, pointer, access, &Touch::of(access, true))
    }

    /// The second half of an operation that reads and writes.
    pub(super) fn store_back(&mut self, cells: &[Cell], pointer: Place, access: &Access) -> Run<()> {
        let touch = Touch {
            compares: false,
            ..Touch::of(access, true)
        };
        self.store_as(cells, pointer, access, &touch)
    }

    fn store_as(&mut self, cells: &[Cell], pointer: Place, access: &Access, touch: &Touch) -> Run<()> {
        let pointer = self.address(pointer, access)?;
        let address = pointer.bits as u64;
        let size = access.layout.size;
        if self.is_checked {
            let race = self.guard(pointer, touch)?;
            self.check_stored(cells, access, address)?;
            if let Some(race) = race {
                return self.store_racing(race, cells, address, access);
            }
        }
        let (bytes, offset) = self.locate(access.space, address, size, true)?;
        bytes.store(offset, &access.layout, cells);
        Ok(())
    }
}
