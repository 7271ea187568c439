//! Arithmetic on fat pointers: offsets change, resources do not.

use super::values::Operand;
use super::{Split, Splitter};
use crate::entities::{Inst, Type, Value};
use crate::inst::{Aux, InstFlags, IntPredicate, Opcode};

impl Splitter<'_, '_> {
    pub(super) fn fat_scalar(
        &mut self,
        inst: Inst,
        ty: Type,
        arg_types: &[Type],
        args: &[Operand],
    ) -> Split<Operand> {
        match self.b.func.opcode(inst) {
            Opcode::GetElementPtr => self.element(inst, args),
            Opcode::ICmp => self.compare_pointers(inst, args),
            Opcode::PtrToAddr => {
                let offset = args[0].parts()[1];
                self.resized_whole(offset, ty)
            }
            Opcode::PtrToInt => {
                let digits = self.digits_of_pointer(args[0].parts());
                self.value_of_bits(&digits, ty)
            }
            Opcode::IntToPtr => {
                let digits = self.bits_of(args[0].clone(), arg_types[0])?;
                Ok(Operand::Parts(self.pointer_of_digits(&digits)))
            }
            Opcode::AddrSpaceCast => {
                let from = self.b.ctx.types.address_space(arg_types[0]);
                if from == Some(self.map.fat().resource_space()) && !matches!(args[0], Operand::Parts(_)) {
                    let zero = self.b.zero(Type::I32);
                    return Ok(Operand::Parts(vec![args[0].whole(), zero]));
                }
                Err("a cast of a fat buffer pointer to or from this address space is not supported".into())
            }
            Opcode::Call => {
                let args: Vec<Result<(Value, Value), Value>> = args
                    .iter()
                    .map(|arg| match arg {
                        Operand::Parts(parts) => Ok((parts[0], parts[1])),
                        Operand::Whole(value) => Err(*value),
                    })
                    .collect();
                match self.map.fat().call(&mut self.b, inst, &args) {
                    // An empty value has no parts.
                    Some(parts) if ty == Type::VOID || self.map.shape(self.b.ctx, ty).is_some() => {
                        Ok(Operand::Parts(parts))
                    }
                    Some(parts) => Ok(Operand::Whole(parts[0])),
                    None => Err(self.refused_call(inst, "fat buffer pointers")),
                }
            }
            opcode => Err(format!(
                "{} of fat buffer pointers is not supported",
                opcode.name()
            )),
        }
    }

    /// Offsets are added as `getelementptr` adds them to a 32-bit pointer.
    fn element(&mut self, inst: Inst, args: &[Operand]) -> Split<Operand> {
        let data = self.b.func.inst(inst);
        let (Aux::SourceType(source), flags) = (data.aux, data.flags) else {
            return Err("getelementptr without a type".into());
        };
        let indices: Vec<Value> = args[1..]
            .iter()
            .map(|index| match index {
                Operand::Whole(index) => *index,
                Operand::Parts(parts) => parts[0],
            })
            .collect();
        if self.enters_split_vector(source, &indices) {
            return Err("an index into a vector of wide integers in memory is not supported".into());
        }
        let source = self.map.memory(self.b.ctx, source);
        match &args[0] {
            Operand::Whole(base) => Ok(Operand::Whole(self.b.gep(source, *base, &indices, flags))),
            Operand::Parts(base) => {
                let narrow = self.b.ctx.types.ptr(3);
                let zero = self.b.zero(narrow);
                let moved = self.b.gep(source, zero, &indices, InstFlags::empty());
                let distance = self.b.cast(Opcode::PtrToInt, moved, Type::I32);
                let offset = self.b.binary(Opcode::Add, base[1], distance);
                Ok(Operand::Parts(vec![base[0], offset]))
            }
        }
    }

    /// Whether indices, the first of which steps over whole objects, lead into a split vector.
    fn enters_split_vector(&mut self, source: Type, indices: &[Value]) -> bool {
        let mut ty = source;
        for &index in indices.iter().skip(1) {
            if self.map.memory(self.b.ctx, ty) != ty && self.map.shape(self.b.ctx, ty).is_some() {
                return true;
            }
            let index = self.b.func.as_int(index, self.b.ctx).unwrap_or(0);
            match self.b.ctx.types.member(ty, index as u64) {
                Some(member) => ty = member,
                // Past the end of an array, whose members are all alike.
                None => match self.b.ctx.types.member(ty, 0) {
                    Some(member) => ty = member,
                    None => return false,
                },
            }
        }
        false
    }

    /// Pointers are equal if both parts are; offsets alone determine the order.
    fn compare_pointers(&mut self, inst: Inst, args: &[Operand]) -> Split<Operand> {
        let Aux::IntPredicate(predicate) = self.b.func.inst(inst).aux else {
            return Err("icmp without a predicate".into());
        };
        let (a, c) = (args[0].parts(), args[1].parts());
        let offsets = self.b.icmp(predicate, a[1], c[1]);
        if !matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) {
            return Ok(Operand::Whole(offsets));
        }
        let wide = self.b.ctx.types.int(128);
        let numbers = [a[0], c[0]].map(|resource| self.b.cast(Opcode::PtrToInt, resource, wide));
        let resources = self.b.icmp(predicate, numbers[0], numbers[1]);
        let joined = match predicate {
            IntPredicate::Eq => Opcode::And,
            _ => Opcode::Or,
        };
        Ok(Operand::Whole(self.b.binary(joined, resources, offsets)))
    }

    /// The bits of a pointer: the offset is the low word, the resource the bits above it.
    pub(super) fn digits_of_pointer(&mut self, parts: &[Value]) -> Vec<Value> {
        let wide = self.b.ctx.types.int(128);
        let resource = self.b.cast(Opcode::PtrToInt, parts[0], wide);
        let resource = self.digits_of_whole(resource, false);
        let offset = self.b.cast(Opcode::ZExt, parts[1], Type::I64);
        let mut digits = self.shift_up(&resource, 32, 3);
        digits[0] = self.b.binary(Opcode::Or, digits[0], offset);
        digits
    }

    pub(super) fn pointer_of_digits(&mut self, digits: &[Value]) -> Vec<Value> {
        let bits = self.map.fat_bits(self.b.ctx);
        let digits = self.resized(digits, bits, false);
        let offset = self.b.cast(Opcode::Trunc, digits[0], Type::I32);
        let resource = self.shift_down(&digits, 32, None);
        let wide = self.b.ctx.types.int(128);
        let resource = self.whole_of_digits(&resource, wide);
        let ty = self.b.ctx.types.ptr(self.map.fat().resource_space());
        vec![self.b.cast(Opcode::IntToPtr, resource, ty), offset]
    }

    /// An integer as another type of integer, zero-extended.
    fn resized_whole(&mut self, value: Value, ty: Type) -> Split<Operand> {
        let digits = self.digits_of_whole(value, false);
        self.value_of_bits(&digits, ty)
    }
}
