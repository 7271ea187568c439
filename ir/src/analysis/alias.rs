//! Whether two memory accesses can touch the same bytes.
//!
//! Facts used: address spaces (by the target), distinct objects (stack objects, globals, `noalias` parameters), byte
//! offsets from a common base: equal terms cancel, and the distance is a constant plus a multiple of what divides the
//! others. Cost: O(1), by a limit on how far addresses are followed.

use super::memory_effects::{Effects, effects};
use super::target_info::TargetTransformInfo;
use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Inst, Type, Value};
use crate::fold::scalar::sign_extend;
use crate::function::{Function, ValueDef};
use crate::inst::{Aux, InstFlags, Opcode};
use crate::intrinsics::id;
use smallvec::SmallVec;

/// How many address computations are followed.
const MAX_STEPS: usize = 16;

/// Any number of bytes.
pub const UNKNOWN_SIZE: u64 = u64::MAX;

/// Bytes in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// Where they begin; for an unknown size, any address in the same object.
    pub pointer: Value,
    /// How many.
    pub size: u64,
}

/// How two locations relate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alias {
    /// No byte in common.
    No,
    /// Nothing is known about the overlap.
    May,
    /// The same bytes.
    Must,
}

/// An address as base plus variable part plus constant.
#[derive(Clone, Debug)]
pub struct Address {
    /// The base that it is computed from.
    pub base: Value,
    /// Constant bytes.
    pub offset: i128,
    /// Index values and their scale in bytes, in the order of the computation.
    pub terms: SmallVec<[(Value, u64); 2]>,
    /// Whether a part of the computation could not be followed exactly; then `offset` and `terms` are meaningless.
    pub inexact: bool,
    /// Whether no part of the computation wraps around.
    pub inbounds: bool,
}

/// Decomposes an address.
pub fn decompose(func: &Function, ctx: &Context, pointer: Value) -> Address {
    let mut address = Address {
        base: func.resolve(pointer),
        offset: 0,
        terms: SmallVec::new(),
        inexact: false,
        inbounds: true,
    };
    for _ in 0..MAX_STEPS {
        if let Some(constant) = func.as_const(address.base) {
            // A constant expression: there may be no value for its base. `object` compares the object.
            let (base, offset) = crate::fold::pointer_base_and_offset(ctx, constant);
            if base != constant {
                address.offset += offset;
            }
            return address;
        }
        let Some(inst) = func.def_inst(address.base) else {
            return address;
        };
        match func.opcode(inst) {
            _ if func.is_pointer_cast(inst) => address.base = func.arg(inst, 0),
            Opcode::GetElementPtr => {
                if !add_indices(func, ctx, inst, &mut address) {
                    address.inexact = true;
                }
                address.inbounds &= func.inst(inst).flags.contains(InstFlags::INBOUNDS);
                address.base = func.arg(inst, 0);
            }
            _ => return address,
        }
    }
    address
}

fn add_indices(func: &Function, ctx: &Context, gep: Inst, address: &mut Address) -> bool {
    let Aux::SourceType(source) = func.inst(gep).aux else {
        return false;
    };
    let mut ty = source;
    for (position, &index) in func.args(gep)[1..].iter().enumerate() {
        let index = func.resolve(index);
        if position > 0 && ctx.types.struct_fields(ty).is_some() {
            let Some(field) = func.as_int(index, ctx) else {
                return false;
            };
            let Some(offset) = ctx.layout.field_offset(&ctx.types, ty, field as usize) else {
                return false;
            };
            address.offset += i128::from(offset);
            let Some(next) = ctx.types.member(ty, field as u64) else {
                return false;
            };
            ty = next;
            continue;
        }
        if position > 0 {
            let Some(element) = ctx.types.element(ty) else {
                return false;
            };
            ty = element;
        }
        let size = ctx.layout.size(&ctx.types, ty);
        let bits = ctx.types.int_bits(func.ty(index)).unwrap_or(64);
        match func.as_int(index, ctx) {
            Some(value) => {
                address.offset = address
                    .offset
                    .saturating_add(sign_extend(bits, value).saturating_mul(i128::from(size)));
            }
            None => address.terms.push((index, size)),
        }
    }
    true
}

/// An object that is known not to overlap others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Object {
    Alloca(Inst),
    Global(crate::entities::GlobalVar),
    NoAliasParam(u32),
    /// Any parameter: not a stack object of this function.
    Param(u32),
    Null,
    Unknown,
}

fn object(func: &Function, ctx: &Context, base: Value) -> Object {
    match func.def(base) {
        ValueDef::Inst(inst) if func.opcode(inst) == Opcode::Alloca => Object::Alloca(inst),
        ValueDef::Param(index) => {
            let attrs = ctx.functions[func.func].param_attrs.get(index as usize);
            match attrs {
                Some(&set) if ctx.has_attribute(set, "noalias") || ctx.has_attribute(set, "byref") => {
                    Object::NoAliasParam(index)
                }
                _ => Object::Param(index),
            }
        }
        ValueDef::Const(constant) => {
            let (base, _) = crate::fold::pointer_base_and_offset(ctx, constant);
            match ctx.constants.data(base) {
                ConstantData::Global(_, global) => Object::Global(*global),
                ConstantData::Null(_) => Object::Null,
                _ => Object::Unknown,
            }
        }
        _ => Object::Unknown,
    }
}

/// How two locations relate.
pub fn alias(
    func: &Function,
    ctx: &Context,
    target: &dyn TargetTransformInfo,
    a: Location,
    b: Location,
) -> Alias {
    let (pa, pb) = (func.resolve(a.pointer), func.resolve(b.pointer));
    if pa == pb {
        return if a.size == b.size && a.size != UNKNOWN_SIZE {
            Alias::Must
        } else {
            Alias::May
        };
    }
    let space = |v: Value| ctx.types.address_space(func.ty(v));
    let (x, y) = (decompose(func, ctx, pa), decompose(func, ctx, pb));
    let apart = |a: Value, b: Value| match (space(a), space(b)) {
        (Some(a), Some(b)) => !target.address_spaces_may_alias(a, b),
        _ => false,
    };
    if apart(pa, pb) || apart(x.base, y.base) {
        return Alias::No;
    }
    let (ox, oy) = (object(func, ctx, x.base), object(func, ctx, y.base));
    let same = x.base == y.base || (ox == oy && matches!(ox, Object::Global(_)));
    if !same {
        return match (ox, oy) {
            (Object::Unknown, _) | (_, Object::Unknown) => Alias::May,
            (Object::Null, _) | (_, Object::Null) => Alias::May,
            (Object::Param(_), Object::Param(_)) => Alias::May,
            (Object::Param(_), Object::Global(_)) | (Object::Global(_), Object::Param(_)) => {
                // Kernel arguments may point to a global; never to a local or private object.
                Alias::May
            }
            _ => Alias::No,
        };
    }
    if x.inexact || y.inexact || a.size == UNKNOWN_SIZE || b.size == UNKNOWN_SIZE {
        return Alias::May;
    }
    let (start_a, start_b) = (x.offset, y.offset);
    // Addresses wrap around: with 32-bit pointers, an offset of 2^32 is an offset of 0.
    let bits = match space(x.base) {
        Some(space) => ctx.layout.pointer(space).index_bits.min(64),
        None => 64,
    };
    if x.terms != y.terms {
        return match residue(func, ctx, &x, &y) {
            Some((divisor, from_x)) if from_x >= a.size && divisor - from_x >= b.size => Alias::No,
            _ => Alias::May,
        };
    }
    let distance = |from: i128, to: i128| to.wrapping_sub(from) as u128 & ((1 << bits) - 1);
    if distance(start_a, start_b) == 0 {
        return if a.size == b.size { Alias::Must } else { Alias::May };
    }
    if distance(start_a, start_b) >= u128::from(a.size) && distance(start_b, start_a) >= u128::from(b.size) {
        Alias::No
    } else {
        Alias::May
    }
}

/// The distance from `x` to `y` modulo a divisor that their different terms have in common: the divisor, and the rest.
fn residue(func: &Function, ctx: &Context, x: &Address, y: &Address) -> Option<(u64, u64)> {
    let mut rest = y.offset.checked_sub(x.offset)?;
    let mut terms: SmallVec<[(Linear, i128); 4]> = SmallVec::new();
    for (address, sign) in [(y, 1), (x, -1)] {
        for &(index, size) in &address.terms {
            let linear = Linear::of(func, ctx, index);
            let factor = linear.factor.checked_mul(i128::from(size))?.checked_mul(sign)?;
            rest = rest.checked_add(linear.offset.checked_mul(i128::from(size))?.checked_mul(sign)?)?;
            match terms
                .iter_mut()
                .find(|(other, _)| other.is_of_same_value(&linear))
            {
                Some((_, sum)) => *sum = sum.checked_add(factor)?,
                None => terms.push((linear, factor)),
            }
        }
    }
    let factors = terms.iter().map(|&(_, factor)| factor);
    let divisor = common_divisor(factors, x.inbounds && y.inbounds)?;
    Some((divisor, rest.rem_euclid(i128::from(divisor)) as u64))
}

/// What divides all multiples of the factors. If their sum may wrap around, at 2^32 or more, only powers of two still
/// divide what they divided.
fn common_divisor(factors: impl Iterator<Item = i128>, are_exact: bool) -> Option<u64> {
    let divisor = factors.fold(0, |divisor, factor| gcd(divisor, factor.unsigned_abs()));
    let divisor = match are_exact && divisor != 0 {
        true => divisor,
        false => 1 << divisor.trailing_zeros().min(31),
    };
    i64::try_from(divisor).ok().map(|divisor| divisor as u64)
}

/// An address as a constant distance from a base, plus any multiple of a stride.
#[derive(Clone, Copy, Debug)]
pub struct Progression {
    /// The base.
    pub base: Value,
    /// Bytes from it.
    pub offset: i128,
    /// Bytes; 0 if the distance is known.
    pub stride: u64,
}

impl Progression {
    /// What is known of `pointer`, if its computation can be followed.
    pub fn of(func: &Function, ctx: &Context, pointer: Value) -> Option<Progression> {
        let address = decompose(func, ctx, pointer);
        let (mut offset, mut stride) = (address.offset, 0);
        if address.inexact {
            return None;
        }
        if !address.terms.is_empty() {
            let mut factors: SmallVec<[i128; 4]> = SmallVec::new();
            for &(index, size) in &address.terms {
                let linear = Linear::of(func, ctx, index);
                factors.push(linear.factor.checked_mul(i128::from(size))?);
                offset = offset.checked_add(linear.offset.checked_mul(i128::from(size))?)?;
            }
            stride = common_divisor(factors.into_iter(), address.inbounds)?;
        }
        let base = address.base;
        Some(Progression { base, offset, stride })
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// An index as a multiple of another value plus a constant, without overflow.
struct Linear {
    value: Value,
    /// Whether the value is sign-extended; otherwise it is zero-extended, if it is smaller than the index.
    is_signed: bool,
    factor: i128,
    offset: i128,
}

impl Linear {
    fn of(func: &Function, ctx: &Context, index: Value) -> Linear {
        let mut linear = Linear {
            value: index,
            is_signed: true,
            factor: 1,
            offset: 0,
        };
        for _ in 0..MAX_STEPS {
            if linear.step(func, ctx).is_none() {
                break;
            }
        }
        linear
    }

    fn is_of_same_value(&self, other: &Linear) -> bool {
        self.value == other.value && self.is_signed == other.is_signed
    }

    /// Follows one operation.
    fn step(&mut self, func: &Function, ctx: &Context) -> Option<()> {
        let inst = func.def_inst(func.resolve(self.value))?;
        let flags = func.inst(inst).flags;
        let exact = if self.is_signed {
            InstFlags::NSW
        } else {
            InstFlags::NUW
        };
        let constant = |arg: usize| {
            let value = func.as_int(func.arg(inst, arg), ctx)?;
            let bits = ctx.types.int_bits(func.ty(func.arg(inst, arg)))?;
            Some(if self.is_signed {
                sign_extend(bits, value)
            } else {
                value as i128
            })
        };
        match func.opcode(inst) {
            Opcode::SExt if self.is_signed => {}
            // Once zero-extended, a value is the same as signed and as unsigned.
            Opcode::ZExt => self.is_signed = false,
            Opcode::Add if flags.contains(exact) => {
                self.offset = self.offset.checked_add(self.factor.checked_mul(constant(1)?)?)?;
            }
            Opcode::Mul if flags.contains(exact) => self.factor = self.factor.checked_mul(constant(1)?)?,
            Opcode::Shl if flags.contains(exact) => {
                let by = constant(1).filter(|by| (0..63).contains(by))?;
                self.factor = self.factor.checked_mul(1 << by)?;
            }
            _ => return None,
        }
        self.value = func.resolve(func.arg(inst, 0));
        Some(())
    }
}

/// Bytes that a value of `ty` takes in memory.
pub fn access_size(ctx: &Context, ty: Type) -> u64 {
    ctx.layout.store_size(&ctx.types, ty)
}

/// The location that a load, store or atomic accesses.
pub fn location_of(func: &Function, ctx: &Context, inst: Inst) -> Option<Location> {
    let (pointer, ty) = match func.opcode(inst) {
        Opcode::Load => (func.arg(inst, 0), func.inst(inst).ty),
        Opcode::Store => (func.arg(inst, 1), func.ty(func.arg(inst, 0))),
        Opcode::AtomicRmw | Opcode::CmpXchg => (func.arg(inst, 0), func.ty(func.arg(inst, 1))),
        _ => return None,
    };
    Some(Location {
        pointer,
        size: access_size(ctx, ty),
    })
}

/// Whether `inst` may write to `location`, or order other lanes' writes to it before later instructions.
pub fn may_clobber(
    func: &Function,
    ctx: &Context,
    target: &dyn TargetTransformInfo,
    inst: Inst,
    location: Location,
) -> bool {
    let what = effects(func, ctx, inst);
    touches(func, ctx, target, inst, location, what, Effects::WRITE)
}

/// Whether `inst` may read `location`.
pub fn may_read(
    func: &Function,
    ctx: &Context,
    target: &dyn TargetTransformInfo,
    inst: Inst,
    location: Location,
) -> bool {
    let what = effects(func, ctx, inst);
    touches(func, ctx, target, inst, location, what, Effects::READ)
}

fn touches(
    func: &Function,
    ctx: &Context,
    target: &dyn TargetTransformInfo,
    inst: Inst,
    location: Location,
    what: Effects,
    kind: Effects,
) -> bool {
    let space = ctx.types.address_space(func.ty(location.pointer));
    let private = space.is_some_and(|s| target.is_private_address_space(s));
    let orders = what.contains(Effects::ORDERS_MEMORY) || target.is_barrier(func, ctx, inst);
    // Other lanes do not see private memory, so operations that order memory among lanes do not affect it.
    if orders && !private {
        return true;
    }
    if !what.intersects(kind) || what.contains(Effects::INACCESSIBLE_MEMORY_ONLY) {
        return false;
    }
    if func.opcode(inst) == Opcode::Fence || (orders && func.opcode(inst) == Opcode::Call && private) {
        // A call that orders memory may still be an ordinary one that writes through its arguments.
        return func.opcode(inst) == Opcode::Call && func.called_intrinsic(inst, ctx).is_none();
    }
    if let Some(other) = location_of(func, ctx, inst) {
        return alias(func, ctx, target, other, location) != Alias::No;
    }
    if func.opcode(inst) == Opcode::Call {
        return call_touches(func, ctx, target, inst, location, what, kind);
    }
    true
}

fn call_touches(
    func: &Function,
    ctx: &Context,
    target: &dyn TargetTransformInfo,
    call: Inst,
    location: Location,
    what: Effects,
    kind: Effects,
) -> bool {
    let intrinsic = func.called_intrinsic(call, ctx);
    if let Some(space) = target.accessed_address_space(func, ctx, call)
        && !may_be_in(func, ctx, target, location.pointer, space)
    {
        return false;
    }
    let length = |i: usize| {
        func.as_int(func.arg(call, i), ctx)
            .and_then(|v| u64::try_from(v).ok())
            .unwrap_or(UNKNOWN_SIZE)
    };
    let hits = |pointer: Value, size: u64| {
        alias(func, ctx, target, Location { pointer, size }, location) != Alias::No
    };
    match intrinsic {
        Some(id::MEMCPY | id::MEMMOVE | id::MEMCPY_INLINE) => {
            let which = if kind.contains(Effects::WRITE) { 1 } else { 2 };
            hits(func.arg(call, which), length(3))
        }
        Some(id::MEMSET | id::MEMSET_INLINE) => {
            kind.contains(Effects::WRITE) && hits(func.arg(call, 1), length(3))
        }
        Some(id::ASSUME | id::EXPERIMENTAL_NOALIAS_SCOPE_DECL | id::SIDEEFFECT) => false,
        _ if what.contains(Effects::ARGUMENT_MEMORY_ONLY) => func.args(call)[1..]
            .iter()
            .any(|&arg| ctx.types.is_ptr(func.ty(arg)) && hits(arg, UNKNOWN_SIZE)),
        _ => true,
    }
}

/// Whether memory that `pointer` points to can also be addressed by pointers to `space`.
fn may_be_in(
    func: &Function,
    ctx: &Context,
    target: &dyn TargetTransformInfo,
    pointer: Value,
    space: u32,
) -> bool {
    let pointer = func.resolve(pointer);
    [pointer, decompose(func, ctx, pointer).base]
        .iter()
        .all(|&value| {
            ctx.types
                .address_space(func.ty(value))
                .is_none_or(|other| target.address_spaces_may_alias(space, other))
        })
}

/// Whether the memory that `load` reads never changes while the kernel runs.
pub fn is_invariant_load(
    func: &Function,
    ctx: &Context,
    target: &dyn TargetTransformInfo,
    load: Inst,
) -> bool {
    if func.opcode(load) != Opcode::Load {
        return false;
    }
    if let Some(kind) = ctx.symbols.find("invariant.load")
        && func.attachment(load, kind).is_some()
    {
        return true;
    }
    let pointer = func.arg(load, 0);
    let is_constant = |v: Value| {
        ctx.types
            .address_space(func.ty(v))
            .is_some_and(|s| target.is_constant_address_space(s))
    };
    if is_constant(pointer) {
        return true;
    }
    let base = decompose(func, ctx, pointer).base;
    is_constant(base)
        || matches!(object(func, ctx, base), Object::Global(g) if ctx.globals[g].is_constant && ctx.globals[g].initializer.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::UniformTarget;
    use crate::analysis::testing::{context, function};
    use crate::builder::Builder;

    #[test]
    fn neighbours_do_not_alias() {
        let mut ctx = context();
        let global = ctx.types.ptr(1);
        let mut func = function(&mut ctx, "f", Type::VOID, &[global, Type::I64]);
        let (p, i) = (func.params[0], func.params[1]);
        let block = func.append_new_block();
        let mut b = Builder::at_end(&mut func, &mut ctx, block);
        let first = b.gep(Type::F32, p, &[i], Default::default());
        let second = b.byte_offset(first, 4);
        let elsewhere = b.gep(Type::F64, p, &[i], Default::default());
        b.ret_void();
        let at = |pointer, size| Location { pointer, size };
        let ask = |x, y| alias(&func, &ctx, &UniformTarget, x, y);
        assert_eq!(ask(at(first, 4), at(second, 4)), Alias::No);
        assert_eq!(ask(at(first, 8), at(second, 4)), Alias::May);
        assert_eq!(ask(at(first, 4), at(elsewhere, 4)), Alias::May);
        assert_eq!(ask(at(first, 4), at(first, 4)), Alias::Must);
    }

    #[test]
    fn fields_of_different_elements_do_not_alias() {
        let mut ctx = context();
        let global = ctx.types.ptr(1);
        let row = ctx.types.array(Type::F64, 5);
        let mut func = function(&mut ctx, "f", Type::VOID, &[global, Type::I64, Type::I32]);
        let (p, i, j) = (func.params[0], func.params[1], func.params[2]);
        let block = func.append_new_block();
        let mut b = Builder::at_end(&mut func, &mut ctx, block);
        let scaled = b.gep(Type::F64, p, &[i], InstFlags::INBOUNDS);
        let [zero, one, three] = [0, 1, 3].map(|index| b.int(Type::I64, index));
        let field = b.gep(row, p, &[i, one], InstFlags::INBOUNDS);
        let other = b.gep(row, p, &[zero, three], InstFlags::INBOUNDS);
        let wrapping = b.gep(row, p, &[i, one], InstFlags::empty());
        // Fields 2 * j and 2 * k + 1, as in interleaved complex numbers.
        let two = b.int(Type::I32, 2);
        let even = b.binary_flags(Opcode::Mul, j, two, InstFlags::NSW);
        let one = b.int(Type::I32, 1);
        let odd = b.binary_flags(Opcode::Add, even, one, InstFlags::NSW);
        let next = b.binary(Opcode::Add, even, one);
        let [even, odd, next] = [even, odd, next].map(|index| {
            let index = b.cast(Opcode::SExt, index, Type::I64);
            b.gep(Type::F32, p, &[index], InstFlags::INBOUNDS)
        });
        b.ret_void();
        let at = |pointer, size| Location { pointer, size };
        let ask = |x, y| alias(&func, &ctx, &UniformTarget, x, y);
        assert_eq!(ask(at(field, 8), at(other, 8)), Alias::No);
        assert_eq!(ask(at(field, 24), at(other, 8)), Alias::May);
        assert_eq!(ask(at(field, 16), at(other, 16)), Alias::No);
        assert_eq!(ask(at(other, 24), at(field, 8)), Alias::No);
        assert_eq!(ask(at(other, 32), at(field, 8)), Alias::May);
        // 40 * i + 8 is never 8 * i, but 8 * i + 8 if i is 0.
        assert_eq!(ask(at(field, 8), at(scaled, 8)), Alias::No);
        assert_eq!(ask(at(field, 8), at(scaled, 16)), Alias::May);
        // 40 divides no power of two, so the distance is a multiple of 8 only.
        assert_eq!(ask(at(wrapping, 8), at(other, 8)), Alias::May);
        assert_eq!(ask(at(even, 4), at(odd, 4)), Alias::No);
        assert_eq!(ask(at(even, 8), at(odd, 4)), Alias::May);
        assert_eq!(ask(at(even, 4), at(next, 4)), Alias::May);
    }
}
