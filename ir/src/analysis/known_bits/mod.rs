//! Which bits of an integer are always zero or one, and how many copies of the sign bit it has.
//!
//! For vectors: what holds for every element. Cost: O(1) per value, by a limit on depth and a cache of results: whoever
//! asks about many values of a function, as passes do, keeps a [`KnownBitsCache`]. Source: H. Warren, "Hacker's
//! Delight", for sums; the rest follows from definitions.

mod alignment;
mod bits;
mod recurrence;
mod sign_bits;

use crate::attributes::AttributeValue;
use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Inst, Value};
use crate::fold::scalar::{mask, sign_extend};
use crate::function::{Function, ValueDef};
use crate::inst::{InstFlags, Opcode};
use crate::intrinsics::id;
use crate::metadata::Metadata;
use alignment::pointer_alignment;
pub use bits::KnownBits;
use bits::{add, shift_by_unknown};
use cranelift_entity::EntityRef;

/// Maximum depth of operands.
const MAX_DEPTH: u32 = 6;

/// Cached results for a function's values.
///
/// It stays valid while the function is rewritten, as long as each value keeps its meaning or becomes less often
/// poison: known bits hold for every value that is not poison.
#[derive(Default)]
pub struct KnownBitsCache {
    /// Index in `facts` plus one; 0 if the value has not been requested.
    places: Vec<u32>,
    facts: Vec<KnownBits>,
}

impl KnownBitsCache {
    fn get(&self, value: Value) -> Option<KnownBits> {
        let place = self.places.get(value.index())?.checked_sub(1)?;
        Some(self.facts[place as usize])
    }

    fn insert(&mut self, func: &Function, value: Value, known: KnownBits) {
        if value.index() >= self.places.len() {
            self.places.resize(func.value_count(), 0);
            self.facts.reserve(func.value_count() / 4);
        }
        self.facts.push(known);
        self.places[value.index()] = self.facts.len() as u32;
    }

    /// The known bits of `value`, an integer, a pointer or a vector of them.
    pub fn known_bits(&mut self, func: &Function, ctx: &Context, value: Value) -> KnownBits {
        compute(self, func, ctx, value, 0)
    }

    /// How many of the high bits of `value` equal the sign bit: at least 1.
    pub fn sign_bits(&mut self, func: &Function, ctx: &Context, value: Value) -> u32 {
        sign_bits::sign_bits_at(self, func, ctx, value, 0)
    }

    /// How many low bits of the address `pointer` are zero, or any number up to `floor` if there are no more than that.
    pub fn zeros_above(&mut self, func: &Function, ctx: &Context, pointer: Value, floor: u32) -> u32 {
        alignment::trailing_zeros(self, func, ctx, pointer, floor, 0)
    }
}

#[inline(always)]
fn width_of(func: &Function, ctx: &Context, value: Value) -> u32 {
    (ctx.layout.bits(&ctx.types, ctx.types.scalar(func.ty(value))) as u32).clamp(1, 128)
}

#[inline(always)] // most are known
fn compute(
    cache: &mut KnownBitsCache,
    func: &Function,
    ctx: &Context,
    value: Value,
    depth: u32,
) -> KnownBits {
    match cache.get(value) {
        Some(known) => known,
        None => compute_new(cache, func, ctx, value, depth),
    }
}

#[inline(never)]
fn compute_new(
    cache: &mut KnownBitsCache,
    func: &Function,
    ctx: &Context,
    value: Value,
    depth: u32,
) -> KnownBits {
    let width = width_of(func, ctx, value);
    let unknown = KnownBits::unknown(width);
    let inst = match func.def(value) {
        ValueDef::Const(constant) => {
            if let Some(v) = ctx.int_value(constant) {
                return KnownBits::constant(width, v);
            }
            return match ctx.constants.data(constant) {
                ConstantData::Null(_) => KnownBits::constant(width, 0),
                ConstantData::Global(_, global) => {
                    let align = ctx.globals[*global].linking.align.unwrap_or_default();
                    KnownBits::low_known_zeros(width, align.0.into())
                }
                ConstantData::Expr(_) => {
                    let (base, offset) = crate::fold::pointer_base_and_offset(ctx, constant);
                    match ctx.constants.data(base) {
                        ConstantData::Global(_, global) => {
                            let align = u32::from(ctx.globals[*global].linking.align.unwrap_or_default().0);
                            KnownBits::low_known_zeros(width, align.min(offset.trailing_zeros()))
                        }
                        _ => unknown,
                    }
                }
                ConstantData::Aggregate(ty, members) if ctx.types.is_vector(*ty) => members
                    .iter()
                    .map(|&m| {
                        ctx.int_value(m)
                            .map_or(unknown, |v| KnownBits::constant(width, v))
                    })
                    .reduce(KnownBits::both)
                    .unwrap_or(unknown),
                _ => unknown,
            };
        }
        ValueDef::Param(index) => {
            let attrs = ctx.functions[func.func].param_attrs.get(index as usize);
            if let Some(&set) = attrs
                && let Some(AttributeValue::Int(align)) = ctx.attribute(set, "align")
                && ctx.types.is_ptr(func.ty(value))
            {
                return KnownBits::low_known_zeros(width, align.max(1).trailing_zeros());
            }
            return unknown;
        }
        ValueDef::Inst(inst) => inst,
        _ => return unknown,
    };
    if depth >= MAX_DEPTH {
        return unknown;
    }
    let known = of_inst(cache, func, ctx, inst, width, depth + 1);
    cache.insert(func, value, known);
    known
}

fn of_inst(
    cache: &mut KnownBitsCache,
    func: &Function,
    ctx: &Context,
    inst: Inst,
    width: u32,
    depth: u32,
) -> KnownBits {
    let all = mask(width);
    let unknown = KnownBits::unknown(width);
    let mut arg = |i: usize| compute(cache, func, ctx, func.arg(inst, i), depth);
    let flags = func.inst(inst).flags;
    match func.opcode(inst) {
        Opcode::And => {
            let (a, b) = (arg(0), arg(1));
            KnownBits {
                zeros: a.zeros | b.zeros,
                ones: a.ones & b.ones,
                width,
            }
        }
        Opcode::Or => {
            let (a, b) = (arg(0), arg(1));
            KnownBits {
                zeros: a.zeros & b.zeros,
                ones: a.ones | b.ones,
                width,
            }
        }
        Opcode::Xor => {
            let (a, b) = (arg(0), arg(1));
            KnownBits {
                zeros: (a.zeros & b.zeros) | (a.ones & b.ones),
                ones: (a.zeros & b.ones) | (a.ones & b.zeros),
                width,
            }
        }
        Opcode::Add => {
            let (a, b) = (arg(0), arg(1));
            let mut sum = add(a, b, false);
            if flags.contains(InstFlags::NSW) && a.is_non_negative() && b.is_non_negative() {
                sum.zeros |= 1 << (width - 1);
            }
            sum
        }
        Opcode::Sub => {
            // a - b = a + ~b + 1
            let b = arg(1);
            let not_b = KnownBits {
                zeros: b.ones,
                ones: b.zeros,
                width,
            };
            add(arg(0), not_b, true)
        }
        Opcode::Mul => {
            let (a, b) = (arg(0), arg(1));
            let trailing = (a.trailing_zeros() + b.trailing_zeros()).min(width);
            let mut result = KnownBits::low_known_zeros(width, trailing);
            if let Some(max) = a.max().checked_mul(b.max())
                && max <= all
            {
                result = result.merge(KnownBits::at_most(width, max));
            }
            result
        }
        Opcode::UDiv => KnownBits::at_most(width, arg(0).max() / arg(1).min().max(1)),
        Opcode::URem => {
            let (a, b) = (arg(0), arg(1));
            let limit = b.max().saturating_sub(1).min(a.max());
            let mut result = KnownBits::at_most(width, limit);
            if let Some(v) = b.value().filter(|v| v.is_power_of_two()) {
                let low = v - 1;
                result.zeros |= a.zeros & low;
                result.ones |= a.ones & low;
            }
            result
        }
        Opcode::Shl | Opcode::LShr | Opcode::AShr => {
            let a = arg(0);
            let amount = arg(1);
            let Some(amount) = amount.value().filter(|&v| v < u128::from(width)) else {
                return shift_by_unknown(func.opcode(inst), a, amount);
            };
            let amount = amount as u32;
            match func.opcode(inst) {
                Opcode::Shl => KnownBits {
                    zeros: (a.zeros << amount | ((1 << amount) - 1)) & all,
                    ones: (a.ones << amount) & all,
                    width,
                },
                Opcode::LShr => KnownBits {
                    zeros: (a.zeros >> amount) | (all & !(all >> amount)),
                    ones: a.ones >> amount,
                    width,
                },
                _ => KnownBits {
                    zeros: (sign_extend(width, a.zeros) >> amount) as u128 & all,
                    ones: (sign_extend(width, a.ones) >> amount) as u128 & all,
                    width,
                },
            }
        }
        Opcode::ZExt => {
            let a = arg(0);
            let mut zeros = a.zeros | (all & !mask(a.width));
            if flags.contains(InstFlags::NNEG) {
                zeros |= 1 << (a.width - 1);
            }
            KnownBits {
                zeros,
                ones: a.ones,
                width,
            }
        }
        Opcode::SExt => {
            let a = arg(0);
            KnownBits {
                zeros: sign_extend(a.width, a.zeros) as u128 & all,
                ones: sign_extend(a.width, a.ones) as u128 & all,
                width,
            }
        }
        Opcode::Trunc => {
            let a = arg(0);
            KnownBits {
                zeros: a.zeros & all,
                ones: a.ones & all,
                width,
            }
        }
        Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr => {
            let a = arg(0);
            let extension = if width > a.width { all & !mask(a.width) } else { 0 };
            KnownBits {
                zeros: (a.zeros & all) | extension,
                ones: a.ones & all,
                width,
            }
        }
        Opcode::Select => arg(1).both(arg(2)),
        Opcode::Freeze => unknown,
        Opcode::Phi => {
            // One level only: loops would need a fixed point, other than for recurrences.
            let mut result: Option<KnownBits> = None;
            for i in 0..func.args(inst).len().min(4) {
                if Some(func.arg(inst, i)) == func.result(inst) {
                    continue;
                }
                let next = compute(cache, func, ctx, func.arg(inst, i), MAX_DEPTH);
                result = Some(result.map_or(next, |r| r.both(next)));
            }
            if func.args(inst).len() > 4 {
                return unknown;
            }
            let result = result.unwrap_or(unknown);
            match recurrence::of_phi(cache, func, ctx, inst, width) {
                Some(known) => result.merge(known),
                None => result,
            }
        }
        Opcode::ExtractElement => arg(0),
        Opcode::InsertElement => arg(0).both(arg(1)),
        Opcode::ShuffleVector => {
            let unused = func.indices(inst).contains(&u32::MAX);
            if unused { unknown } else { arg(0).both(arg(1)) }
        }
        Opcode::GetElementPtr => {
            let zeros = pointer_alignment(cache, func, ctx, inst, 0, depth);
            KnownBits::low_known_zeros(width, zeros.min(width))
        }
        Opcode::Alloca => match func.inst(inst).aux {
            crate::inst::Aux::Alloca(_, align) => KnownBits::low_known_zeros(width, align.0.into()),
            _ => unknown,
        },
        Opcode::Load => range_metadata(func, ctx, inst, width),
        Opcode::Call => of_call(cache, func, ctx, inst, width, depth),
        _ => unknown,
    }
}

fn range_metadata(func: &Function, ctx: &Context, inst: Inst, width: u32) -> KnownBits {
    let unknown = KnownBits::unknown(width);
    if func.attachments.is_empty() {
        return unknown;
    }
    let Some(kind) = ctx.symbols.find("range") else {
        return unknown;
    };
    let Some(node) = func.attachment(inst, kind) else {
        return unknown;
    };
    let Metadata::Node { operands, .. } = &ctx.metadata.nodes[node] else {
        return unknown;
    };
    let value = |i: usize| -> Option<u128> {
        match ctx.metadata.nodes[(*operands.get(i)?)?] {
            Metadata::Constant(_, c) => ctx.int_value(c),
            _ => None,
        }
    };
    match (operands.len(), value(0), value(1)) {
        (2, Some(low), Some(high)) if low < high => KnownBits::at_most(width, high - 1),
        _ => unknown,
    }
}

fn of_call(
    cache: &mut KnownBitsCache,
    func: &Function,
    ctx: &Context,
    call: Inst,
    width: u32,
    depth: u32,
) -> KnownBits {
    let mut result = range_metadata(func, ctx, call, width);
    let callee = func.callee(call, ctx);
    let sets = [
        func.call_aux(call).map(|c| c.ret_attrs),
        callee.map(|f| ctx.functions[f].ret_attrs),
    ];
    for set in sets.into_iter().flatten() {
        if let Some(AttributeValue::Raw(text)) = ctx.attribute(set, "range")
            && let Some(max) = range_maximum(ctx.text(text))
        {
            result = result.merge(KnownBits::at_most(width, max));
        }
    }
    let mut arg = |i: usize| compute(cache, func, ctx, func.arg(call, i + 1), depth);
    match callee.and_then(|f| ctx.intrinsic_of(f)) {
        Some(id::CTPOP | id::CTLZ | id::CTTZ) => {
            result = result.merge(KnownBits::at_most(width, u128::from(width)));
        }
        Some(id::UMIN) => {
            result = result.merge(KnownBits::at_most(width, arg(0).max().min(arg(1).max())));
        }
        Some(id::UMAX) => {
            result = result.merge(KnownBits::at_most(width, arg(0).max().max(arg(1).max())));
        }
        Some(id::SMAX) => {
            let (a, b) = (arg(0), arg(1));
            if a.is_non_negative() && b.is_non_negative() {
                result = result.merge(KnownBits::at_most(width, a.max().max(b.max())));
            } else if a.is_non_negative() || b.is_non_negative() {
                result.zeros |= 1 << (width - 1);
            }
        }
        Some(id::SMIN) => {
            let (a, b) = (arg(0), arg(1));
            if a.is_non_negative() && b.is_non_negative() {
                result = result.merge(KnownBits::at_most(width, a.max().min(b.max())));
            }
        }
        _ => {}
    }
    if result.zeros & result.ones != 0 {
        // Contradictory facts: the code is dead, or the facts are wrong. Claim nothing.
        return KnownBits::unknown(width);
    }
    result
}

/// The largest value of the attribute `range(i32 0, 1024)`, if it does not wrap.
fn range_maximum(text: &str) -> Option<u128> {
    // Requested for every work-item id, repeatedly: compares bytes; bounds of more than 64 bits give nothing.
    let mut bytes = text.bytes().skip_while(|&byte| byte != b' ').peekable();
    let mut bound = || {
        while bytes.next_if(|byte| matches!(byte, b' ' | b',')).is_some() {}
        let mut value: Option<u64> = None;
        while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
            value = Some(
                value
                    .unwrap_or(0)
                    .checked_mul(10)?
                    .checked_add(u64::from(digit - b'0'))?,
            );
        }
        value
    };
    let (low, high) = (bound()?, bound()?);
    (high > low).then(|| u128::from(high - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::{context, function};
    use crate::builder::Builder;
    use crate::entities::Type;

    #[test]
    fn masks_shifts_and_sums() {
        let mut ctx = context();
        let mut func = function(&mut ctx, "f", Type::I32, &[Type::I32]);
        let x = func.params[0];
        let block = func.append_new_block();
        let mut b = Builder::at_end(&mut func, &mut ctx, block);
        let (c, two, three) = (b.i32(0xff), b.i32(2), b.i32(3));
        let low = b.binary(Opcode::And, x, c);
        let quad = b.binary(Opcode::Shl, low, two);
        let sum = b.binary(Opcode::Add, quad, three);
        let wide = b.cast(Opcode::SExt, sum, Type::I64);
        b.ret(sum);
        let mut cache = KnownBitsCache::default();
        let mut known = |v| cache.known_bits(&func, &ctx, v);
        assert_eq!(known(low).max(), 0xff);
        assert_eq!(known(quad).trailing_zeros(), 2);
        assert_eq!((known(sum).ones & 3, known(sum).is_non_negative()), (3, true));
        assert_eq!(known(wide).max(), 0x3ff);
        assert_eq!(KnownBitsCache::default().sign_bits(&func, &ctx, wide), 54);
    }

    #[test]
    fn sums_agree_with_enumeration() {
        // All pairs of partially known 3-bit numbers.
        for (az, ao, bz, bo) in (0..4096u32).map(|i| (i & 7, i >> 3 & 7, i >> 6 & 7, i >> 9 & 7)) {
            if az & ao != 0 || bz & bo != 0 {
                continue;
            }
            let known = |z: u32, o: u32| KnownBits {
                zeros: z.into(),
                ones: o.into(),
                width: 3,
            };
            let sum = add(known(az, ao), known(bz, bo), false);
            let fits = |v: u32, z: u32, o: u32| v & z == 0 && v & o == o;
            for a in (0..8).filter(|&v| fits(v, az, ao)) {
                for b in (0..8).filter(|&v| fits(v, bz, bo)) {
                    let s = u128::from((a + b) & 7);
                    assert!(s & sum.zeros == 0 && s & sum.ones == sum.ones);
                }
            }
        }
    }
}
