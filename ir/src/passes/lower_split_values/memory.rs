//! Loads and stores, part by part, and all accesses through fat pointers.

use super::types::{DIGIT, Leaf, Shape};
use super::values::Operand;
use super::{FatAccess, FatParts, Split, Splitter};
use crate::entities::{Inst, Type, Value};
use crate::inst::{Align, Aux, InstFlags, MemoryAux, Opcode};

/// A location in memory.
#[derive(Clone, Copy)]
enum Place {
    Plain(Value),
    Fat(FatParts),
}

/// An access and its properties.
#[derive(Clone, Copy)]
struct Access {
    inst: Inst,
    place: Place,
    memory: MemoryAux,
    flags: InstFlags,
}

impl Access {
    /// The alignment of an address this many bytes after the location.
    fn align(&self, at: u64) -> Align {
        match at {
            0 => self.memory.align,
            _ => Align::from_bytes(self.memory.align.bytes().min(1 << at.trailing_zeros())),
        }
    }
}

impl Splitter<'_, '_> {
    pub(super) fn access(&mut self, inst: Inst) -> Split<Option<Operand>> {
        let data = self.b.func.inst(inst);
        let (opcode, aux, ty, flags) = (data.opcode, data.aux, data.ty, data.flags);
        let (Aux::Memory(memory) | Aux::AtomicRmw(_, memory) | Aux::CmpXchg(_, memory)) = aux else {
            return Err("an access without an alignment".into());
        };
        let args = self.b.func.args(inst).to_vec();
        let is_store = opcode == Opcode::Store;
        let accessed = if is_store { self.b.func.ty(args[0]) } else { ty };
        let is_split = self.map.contains(self.b.ctx, accessed);
        let is_update = matches!(opcode, Opcode::AtomicRmw | Opcode::CmpXchg);
        if is_split && (memory.is_atomic() || is_update) {
            return Err("an atomic access of a wide integer or a fat buffer pointer is not supported".into());
        }
        let place = match self.operand(args[usize::from(is_store)])? {
            Operand::Whole(address) => Place::Plain(address),
            Operand::Parts(parts) => Place::Fat((parts[0], parts[1])),
        };
        let access = Access {
            inst,
            place,
            memory,
            flags: flags & InstFlags::VOLATILE,
        };
        let Place::Fat(parts) = place else {
            return self.load_or_store(access, &args, accessed);
        };
        let fat = self.map.fat();
        fat.fence(&mut self.b, inst, true);
        let what = match opcode {
            Opcode::AtomicRmw => Some(FatAccess::Rmw(args[1])),
            Opcode::CmpXchg => Some(FatAccess::Exchange(args[1], args[2])),
            _ => None,
        };
        let result = match what {
            Some(what) => fat.access(&mut self.b, inst, parts, what)?.map(Operand::Whole),
            None => self.load_or_store(access, &args, accessed)?,
        };
        fat.fence(&mut self.b, inst, false);
        Ok(result)
    }

    fn load_or_store(&mut self, access: Access, args: &[Value], ty: Type) -> Split<Option<Operand>> {
        if self.b.func.opcode(access.inst) == Opcode::Load {
            return Ok(Some(self.load(access, 0, ty)?));
        }
        let value = self.operand(args[0])?;
        self.store(access, 0, value, ty)?;
        Ok(None)
    }

    /// A value of the type `ty`, `at` bytes after the location.
    fn load(&mut self, access: Access, at: u64, ty: Type) -> Split<Operand> {
        if !self.map.contains(self.b.ctx, ty) {
            return Ok(Operand::Whole(self.load_whole(access, at, ty)?));
        }
        let Some(shape) = self.map.shape(self.b.ctx, ty) else {
            let new = self.map.value(self.b.ctx, ty);
            let mut whole = self.b.poison(new);
            for (index, (member, offset)) in self.members(ty).into_iter().enumerate() {
                let part = self.load(access, at + offset, member)?;
                let part = self.pack(part, member);
                whole = self.b.insert_value(whole, part, &[index as u32]);
            }
            return Ok(Operand::Whole(whole));
        };
        let Shape {
            leaf,
            lanes,
            is_vector,
        } = shape;
        let mut parts = Vec::new();
        match leaf {
            Leaf::Wide(bits) => {
                let all = bits * lanes;
                for (index, ty) in self
                    .map
                    .parts(self.b.ctx, Leaf::Wide(all))
                    .into_iter()
                    .enumerate()
                {
                    let at = at + u64::from(DIGIT / 8) * index as u64;
                    parts.push(self.load_whole(access, at, ty)?);
                }
                if is_vector {
                    let digits = self.digits_of_parts(&parts, all, false);
                    return self.value_of_bits(&digits, ty);
                }
            }
            Leaf::Fat => {
                let bytes = u64::from(self.map.fat_bits(self.b.ctx)) / 8;
                let types = self.map.parts(self.b.ctx, leaf);
                for lane in 0..u64::from(lanes) {
                    let at = at + lane * bytes;
                    let offset = self.load_whole(access, at, Type::I32)?;
                    let wide = self.b.ctx.types.int(128);
                    let resource = self.load_whole(access, at + 4, wide)?;
                    parts.extend([self.b.cast(Opcode::IntToPtr, resource, types[0]), offset]);
                }
            }
        }
        Ok(Operand::Parts(parts))
    }

    fn store(&mut self, access: Access, at: u64, value: Operand, ty: Type) -> Split<()> {
        if !self.map.contains(self.b.ctx, ty) {
            return self.store_whole(access, at, value.whole());
        }
        let Some(Shape {
            leaf,
            lanes,
            is_vector,
        }) = self.map.shape(self.b.ctx, ty)
        else {
            let whole = value.whole();
            for (index, (member, offset)) in self.members(ty).into_iter().enumerate() {
                let part = self.b.extract_value(whole, &[index as u32]);
                let part = self.unpacked(part, member);
                self.store(access, at + offset, part, member)?;
            }
            return Ok(());
        };
        match leaf {
            Leaf::Wide(bits) => {
                let parts = match is_vector {
                    false => value.parts().to_vec(),
                    true => {
                        let digits = self.bits_of(value, ty)?;
                        self.parts_of_digits(&digits, bits * lanes)
                    }
                };
                for (index, part) in parts.into_iter().enumerate() {
                    self.store_whole(access, at + u64::from(DIGIT / 8) * index as u64, part)?;
                }
            }
            Leaf::Fat => {
                let bytes = u64::from(self.map.fat_bits(self.b.ctx)) / 8;
                for (lane, parts) in value.parts().chunks(2).enumerate() {
                    let at = at + lane as u64 * bytes;
                    self.store_whole(access, at, parts[1])?;
                    let wide = self.b.ctx.types.int(128);
                    let resource = self.b.cast(Opcode::PtrToInt, parts[0], wide);
                    self.store_whole(access, at + 4, resource)?;
                }
            }
        }
        Ok(())
    }

    /// Types of members and their offsets in memory.
    fn members(&mut self, ty: Type) -> Vec<(Type, u64)> {
        let memory = self.map.memory(self.b.ctx, ty);
        let (types, layout) = (&self.b.ctx.types, &self.b.ctx.layout);
        if let Some((element, count)) = types.array_parts(ty) {
            let (new, _) = types.array_parts(memory).expect("an array");
            let size = layout.size(types, new);
            return (0..count).map(|index| (element, index * size)).collect();
        }
        let (fields, _) = types.struct_fields(ty).expect("a struct");
        let offset = |index| layout.field_offset(types, memory, index).expect("a field");
        let fields = fields.iter().enumerate();
        fields.map(|(index, &field)| (field, offset(index))).collect()
    }

    fn load_whole(&mut self, access: Access, at: u64, ty: Type) -> Split<Value> {
        match access.place {
            Place::Plain(address) => {
                let address = self.b.byte_offset(address, at as i64);
                let value = self.b.load(ty, address, access.align(at), access.flags);
                let load = self.b.func.def_inst(value).expect("a load");
                self.finish_access(access, load);
                Ok(value)
            }
            Place::Fat(place) => {
                let fat = self.map.fat();
                let value = fat.access(&mut self.b, access.inst, place, FatAccess::Load(ty, at))?;
                Ok(value.expect("what was loaded"))
            }
        }
    }

    fn store_whole(&mut self, access: Access, at: u64, value: Value) -> Split<()> {
        match access.place {
            Place::Plain(address) => {
                let address = self.b.byte_offset(address, at as i64);
                let store = self.b.store(value, address, access.align(at), access.flags);
                self.finish_access(access, store);
                Ok(())
            }
            Place::Fat(place) => {
                let fat = self.map.fat();
                fat.access(&mut self.b, access.inst, place, FatAccess::Store(value, at))?;
                Ok(())
            }
        }
    }

    /// The properties that the access of a part inherits from the whole.
    fn finish_access(&mut self, access: Access, part: Inst) {
        let Some(hint) = self.b.ctx.symbols.find("nontemporal") else {
            return;
        };
        if let Some(node) = self.b.func.attachment(access.inst, hint) {
            self.b.func.set_attachment(part, hint, node);
        }
    }
}
