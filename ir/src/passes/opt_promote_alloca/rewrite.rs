//! Rewrites accesses to an object as accesses to elements of its vector.

use super::{Access, Kind, Object, Shape};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{MetadataId, Symbol, Type, Value};
use crate::function::Function;
use crate::inst::{Align, InstFlags, Opcode};
use crate::passes::opt_sroa::{convert, fill_value, transfer_address};

/// The vector in memory, which is loaded and stored whole.
struct Vector<'a> {
    shape: &'a Shape,
    ty: Type,
    slot: Value,
    align: Align,
    /// The attachment of accesses inside of the vector.
    in_bounds: (Symbol, MetadataId),
}

/// Replaces the object by a vector. Copies become accesses of the other side. Accesses at an index that `is_uniform` are
/// marked by the attachment `in_bounds`.
pub(super) fn rewrite(
    func: &mut Function,
    ctx: &mut Context,
    object: &Object,
    shape: &Shape,
    is_uniform: &dyn Fn(&Function, &Access) -> bool,
    in_bounds: (Symbol, MetadataId),
) {
    let ty = ctx.types.vector(shape.element, shape.count);
    let align = Align::from_bytes(ctx.layout.align(&ctx.types, ty));
    let slot = Builder::before(func, ctx, object.alloca).alloca(ty, align);
    let vector = Vector {
        shape,
        ty,
        slot,
        align,
        in_bounds,
    };
    for access in &object.accesses {
        let is_uniform = is_uniform(func, access);
        let mut b = Builder::before(func, ctx, access.inst);
        match access.kind {
            Kind::Load => {
                let value = vector.read(&mut b, access, is_uniform);
                let result = b.func.result(access.inst).expect("a load has a result");
                func.replace_uses_with_alias(result, value);
            }
            Kind::Store => {
                let value = b.func.arg(access.inst, 0);
                vector.write(&mut b, access, value, is_uniform);
            }
            Kind::Fill => vector.fill(&mut b, access),
            Kind::CopyTo | Kind::CopyFrom => vector.copy(&mut b, access),
        }
        func.remove_inst(access.inst);
    }
    // Users first.
    for &inst in object.others.iter().rev() {
        func.remove_inst(inst);
    }
    func.remove_inst(object.alloca);
}

impl Vector<'_> {
    fn load(&self, b: &mut Builder<'_>) -> Value {
        b.load(self.ty, self.slot, self.align, InstFlags::empty())
    }

    fn store(&self, b: &mut Builder<'_>, value: Value) {
        b.store(value, self.slot, self.align, InstFlags::empty());
    }

    /// The number of the first unit of an access.
    fn index(&self, b: &mut Builder<'_>, access: &Access) -> Value {
        // In units; in bytes if a part may wrap although the sum does not.
        let scale_down = if access.in_bounds { self.shape.unit } else { 1 };
        let offset = access.address.offset / i128::from(scale_down);
        let mut sum: Option<Value> = None;
        for &(index, scale) in &access.address.terms {
            let bits = b.ctx.types.int_bits(b.func.ty(index)).expect("an index");
            let index = match bits.cmp(&32) {
                std::cmp::Ordering::Less => b.cast(Opcode::SExt, index, Type::I32),
                std::cmp::Ordering::Equal => index,
                std::cmp::Ordering::Greater => b.cast(Opcode::Trunc, index, Type::I32),
            };
            let scale = (scale / scale_down) as i32;
            let term = match scale {
                1 => index,
                _ => {
                    let scale = b.i32(scale);
                    b.binary(Opcode::Mul, index, scale)
                }
            };
            sum = Some(match sum {
                Some(sum) => b.binary(Opcode::Add, sum, term),
                None => term,
            });
        }
        let Some(sum) = sum else {
            return b.i32((access.address.offset / i128::from(self.shape.unit)) as i32);
        };
        let sum = plus(b, sum, offset as i32);
        if access.in_bounds || self.shape.unit == 1 {
            return sum;
        }
        let shift = b.i32(self.shape.unit.trailing_zeros() as i32);
        b.binary(Opcode::LShr, sum, shift)
    }

    fn read(&self, b: &mut Builder<'_>, access: &Access, in_bounds: bool) -> Value {
        let first = self.index(b, access);
        let all = self.load(b);
        let count = access.bytes / self.shape.unit;
        let mut whole: Option<Value> = None;
        for i in 0..count {
            let at = plus(b, first, i as i32);
            let mut unit = b.extract_element(all, at);
            if in_bounds {
                self.mark(b, unit);
            }
            if self.shape.unit < 4 {
                unit = b.cast(Opcode::Trunc, unit, self.shape.unit_type);
            }
            if count == 1 {
                return convert(b, unit, access.ty);
            }
            let vector = match whole {
                Some(vector) => vector,
                None => {
                    let ty = b.ctx.types.vector(self.shape.unit_type, count as u32);
                    b.poison(ty)
                }
            };
            let lane = b.i32(i as i32);
            whole = Some(b.insert_element(vector, unit, lane));
        }
        convert(b, whole.expect("an access has bytes"), access.ty)
    }

    fn write(&self, b: &mut Builder<'_>, access: &Access, value: Value, in_bounds: bool) {
        let first = self.index(b, access);
        let count = access.bytes / self.shape.unit;
        let units = match count {
            1 => convert(b, value, self.shape.unit_type),
            _ => {
                let ty = b.ctx.types.vector(self.shape.unit_type, count as u32);
                convert(b, value, ty)
            }
        };
        let mut all = self.load(b);
        for i in 0..count {
            let unit = match count {
                1 => units,
                _ => {
                    let lane = b.i32(i as i32);
                    b.extract_element(units, lane)
                }
            };
            let at = plus(b, first, i as i32);
            all = self.insert(b, all, unit, at);
            if in_bounds {
                self.mark(b, all);
            }
        }
        self.store(b, all);
    }

    /// Notes that the access which makes `value` is inside of the vector.
    fn mark(&self, b: &mut Builder<'_>, value: Value) {
        if let Some(inst) = b.func.def_inst(value) {
            let (kind, node) = self.in_bounds;
            b.func.set_attachment(inst, kind, node);
        }
    }

    fn insert(&self, b: &mut Builder<'_>, all: Value, unit: Value, at: Value) -> Value {
        let element = match self.shape.unit < 4 {
            true => b.cast(Opcode::ZExt, unit, Type::I32),
            false => unit,
        };
        b.insert_element(all, element, at)
    }

    fn fill(&self, b: &mut Builder<'_>, access: &Access) {
        let byte = b.func.arg(access.inst, 2);
        let unit = fill_value(b, byte, self.shape.unit, self.shape.unit_type);
        let first = self.index(b, access);
        let mut all = self.load(b);
        for i in 0..access.bytes / self.shape.unit {
            let at = plus(b, first, i as i32);
            all = self.insert(b, all, unit, at);
        }
        self.store(b, all);
    }

    /// A copy becomes loads or stores of the other side, unit by unit.
    fn copy(&self, b: &mut Builder<'_>, access: &Access) {
        let to_object = access.kind == Kind::CopyTo;
        let position = if to_object { 1 } else { 0 };
        let other = b.func.arg(access.inst, position + 1);
        let first = self.index(b, access);
        let mut all = self.load(b);
        for i in 0..access.bytes / self.shape.unit {
            let at = plus(b, first, i as i32);
            let delta = i * self.shape.unit;
            let (pointer, align) = transfer_address(b, access.inst, other, position, delta);
            if to_object {
                let unit = b.load(self.shape.unit_type, pointer, align, InstFlags::empty());
                all = self.insert(b, all, unit, at);
                continue;
            }
            let mut unit = b.extract_element(all, at);
            if self.shape.unit < 4 {
                unit = b.cast(Opcode::Trunc, unit, self.shape.unit_type);
            }
            b.store(unit, pointer, align, InstFlags::empty());
        }
        if to_object {
            self.store(b, all);
        }
    }
}

/// `value + more`
fn plus(b: &mut Builder<'_>, value: Value, more: i32) -> Value {
    if more == 0 {
        return value;
    }
    if let Some(known) = b.func.as_int(value, b.ctx) {
        return b.i32((known as i32).wrapping_add(more));
    }
    let more = b.i32(more);
    b.binary(Opcode::Add, value, more)
}
