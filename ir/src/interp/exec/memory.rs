//! Addresses, stack objects, loads and stores.

use super::super::code::{Access, Gep, Place};
use super::super::memory::{Bytes, LOCAL_APERTURE, PRIVATE_APERTURE, Space};
use super::super::value::Cell;
use super::{Exec, MAX_PRIVATE, Run};
use crate::fold::scalar;

impl Exec<'_, '_> {
    pub(super) fn reinterpret(
        &mut self,
        from: u32,
        from_count: u32,
        to: u32,
        to_count: u32,
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
            let mut cell = Cell::new(0);
            if from.is_multiple_of(step) && to.is_multiple_of(step) {
                for offset in (0..to).step_by(step as usize) {
                    let at = start + u64::from(offset);
                    if at >= whole {
                        break;
                    }
                    let source = self.get(a + (at / u64::from(from)) as u32);
                    let bits = source.bits >> (at % u64::from(from)) & scalar::mask(step);
                    cell.poison |= source.poison;
                    cell.bits |= bits << offset;
                }
            } else {
                for i in 0..u64::from(to) {
                    let (value, poison) = bit(self, start + i);
                    cell.bits |= value << i;
                    cell.poison |= poison;
                }
            }
            out.push(if cell.poison { Cell::POISON } else { cell });
        }
        for (i, cell) in out.into_iter().enumerate() {
            self.set(dst + i as u32, cell);
        }
    }

    pub(super) fn gep(&mut self, gep: &Gep) {
        for lane in 0..gep.lanes {
            let base = self.get(gep.base + if gep.base_is_vector { lane } else { 0 });
            let mut offset = gep.offset;
            let mut poison = base.poison;
            for term in &gep.terms {
                let index = self.get(term.index + if term.is_vector { lane } else { 0 });
                poison |= index.poison;
                let index = scalar::sign_extend(term.bits, index.bits);
                offset = offset.wrapping_add(index.wrapping_mul(i128::from(term.scale)));
            }
            let offset = scalar::sign_extend(gep.index_bits, offset as u128);
            let address = base.bits.wrapping_add(offset as u128) & scalar::mask(gep.pointer_bits);
            self.set(
                gep.dst + lane,
                if poison { Cell::POISON } else { Cell::new(address) },
            );
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
        let first = if self.item.objects.is_empty() {
            self.stack_gap
        } else {
            0
        };
        let start = ((self.item.stack + first) as u64).next_multiple_of(align.clamp(1, 1 << 16));
        let bytes = u128::from(size).saturating_mul(count);
        let end = u128::from(start) + bytes;
        if end > u128::from(MAX_PRIVATE) {
            return Err("private memory is exhausted".into());
        }
        let (start, end) = (start as usize, end as usize);
        self.item.private.grow(end + self.stack_gap);
        self.item.private.forget(start, end - start);
        self.item.objects.push((start, end));
        // An access that extends past the end of an object is in none.
        self.item.stack = end + self.stack_gap;
        let aperture = if generic { PRIVATE_APERTURE << 32 } else { 0 };
        self.set(dst, Cell::new(u128::from(aperture | start as u64)));
        Ok(())
    }

    /// The bytes of an access and the offset in them.
    pub(in super::super) fn locate(
        &mut self,
        space: u32,
        address: u64,
        size: u64,
        write: bool,
    ) -> Run<(&mut Bytes, usize)> {
        let mut kind = self.interp.target.spaces().kind(space);
        let mut address = address;
        if kind == Space::Generic {
            kind = match address >> 32 {
                LOCAL_APERTURE => Space::Local,
                PRIVATE_APERTURE => Space::Private,
                _ => Space::Global,
            };
            if kind != Space::Global {
                address &= 0xffff_ffff;
            }
        }
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
                let after = objects.partition_point(|&(start, _)| start as u64 <= address);
                let limit = after.checked_sub(1).map_or(0, |index| objects[index].1);
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

    pub(super) fn address(&self, pointer: Place, access: &Access) -> Run<u64> {
        let address = self.need(pointer, "an address")? as u64;
        if !address.is_multiple_of(access.align) {
            return Err(format!("address {address:#x} is not aligned to {} bytes", access.align).into());
        }
        Ok(address)
    }

    pub(super) fn load(&mut self, dst: Place, pointer: Place, access: &Access) -> Run<()> {
        let address = self.address(pointer, access)?;
        let layout = &*access.layout;
        let mut cells: smallvec::SmallVec<[Cell; 8]> =
            smallvec::SmallVec::from_elem(Cell::POISON, layout.leaves.len());
        let (bytes, offset) = self.locate(access.space, address, layout.size, false)?;
        bytes.load(offset, layout, &mut cells);
        for (i, cell) in cells.into_iter().enumerate() {
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
        let address = self.address(pointer, access)?;
        let (bytes, offset) = self.locate(access.space, address, access.layout.size, true)?;
        bytes.store(offset, &access.layout, cells);
        Ok(())
    }
}
