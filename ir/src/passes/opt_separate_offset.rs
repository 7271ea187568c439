//! Separates constant offsets from address indices: `p[i + 3]` becomes `(p + i) + 12 bytes`, so that neighbouring
//! accesses share `p + i`, the constant becomes the instruction's offset field, and the vectorizer recognizes
//! neighbours.
//!
//! Requires: `simplify` has flattened addresses (others are skipped). Preserves: the control-flow graph.
//! Cost: O(addresses). Source: the idea of LLVM's SeparateConstOffsetFromGEP.
//! A constant moves across an extension only if the sum does not wrap. One that does not fit the field moves if the index
//! without it is that of another address, or is extended and others have the same base: then each is one addition to a
//! shared `p + i`. If addresses of globals are offsets themselves, as in local memory, elements with the same index share
//! its product with their size.

use crate::analysis::TargetTransformInfo;
use crate::analysis::known_bits::KnownBitsCache;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Type, Value};
use crate::fold::scalar::sign_extend;
use crate::function::Function;
use crate::inst::{Aux, InstFlags, Opcode};
use crate::types::TypeData;
use fxhash::{FxHashMap, FxHashSet};

/// Maximum depth of an index expression.
const MAX_DEPTH: u32 = 6;

/// Separates offsets. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    let mut addresses: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        addresses.extend(
            func.block_insts(block)
                .filter(|&i| func.opcode(i) == Opcode::GetElementPtr),
        );
    }
    let mut bases: FxHashMap<Value, u32> = FxHashMap::default();
    let mut sums: FxHashMap<(Value, u128), u32> = FxHashMap::default();
    let mut elements_of: FxHashSet<(Type, Value, Value)> = FxHashSet::default();
    for &inst in &addresses {
        *bases.entry(func.arg(inst, 0)).or_default() += 1;
        if let (&[base, index], Aux::SourceType(element)) = (func.args(inst), func.inst(inst).aux) {
            elements_of.insert((element, base, index));
            if let Some(sum) = sum_with_constant(func, ctx, index) {
                *sums.entry(sum).or_default() += 1;
            }
        }
    }
    let mut changed = false;
    let elements: Vec<Inst> = addresses
        .iter()
        .copied()
        .filter(|&inst| is_element_of_global(func, ctx, target, inst))
        .collect();
    for &inst in &addresses {
        let is_alone = bases.get(&func.arg(inst, 0)) == Some(&1);
        let has_twin = match (func.args(inst), func.inst(inst).aux) {
            // A sum that several addresses share is one addition already.
            (&[base, index], Aux::SourceType(element)) => sum_with_constant(func, ctx, index)
                .is_some_and(|sum| sums[&sum] == 1 && elements_of.contains(&(element, base, sum.0))),
            _ => false,
        };
        changed |= separate(func, ctx, target, inst, is_alone, has_twin);
    }
    if elements.len() > 1 {
        for inst in elements {
            changed |= scale_index(func, ctx, target, inst);
        }
    }
    changed
}

/// Whether `inst` is the address of an element, by a variable index, of a global whose address is an offset.
fn is_element_of_global(
    func: &Function,
    ctx: &Context,
    target: &dyn TargetTransformInfo,
    inst: Inst,
) -> bool {
    let &[base, index] = func.args(inst) else {
        return false;
    };
    func.as_const(base).is_some()
        && func.as_const(index).is_none()
        && matches!(*ctx.types.data(func.ty(base)), TypeData::Ptr(space) if target.are_addresses_offsets(space))
}

/// Makes the index of an element of a global a number of bytes.
fn scale_index(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo, inst: Inst) -> bool {
    // A constant offset may have been separated: then the element is its base.
    let element_address = func.def_inst(func.arg(inst, 0)).unwrap_or(inst);
    if !is_element_of_global(func, ctx, target, element_address) {
        return false;
    }
    let Aux::SourceType(element) = func.inst(element_address).aux else {
        return false;
    };
    let size = ctx.layout.size(&ctx.types, element);
    if !size.is_power_of_two() || size == 1 {
        return false;
    }
    let flags = func.inst(element_address).flags;
    let [base, index] = [0, 1].map(|arg| func.arg(element_address, arg));
    let mut b = Builder::before(func, ctx, element_address);
    let ty = b.func.ty(index);
    let by = b.int(ty, u128::from(size.trailing_zeros()));
    let exact = if flags.contains(InstFlags::INBOUNDS) {
        InstFlags::NSW
    } else {
        InstFlags::empty()
    };
    let bytes = b.binary_flags(Opcode::Shl, index, by, exact);
    let aux = Aux::SourceType(Type::I8);
    func.rewrite_inst(element_address, Opcode::GetElementPtr, &[base, bytes], flags, aux);
    true
}

/// The extension of the index above the operation under consideration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extension {
    None,
    Signed,
    /// Without sign, of a value that is not negative: both extensions agree.
    NonNegative,
    Unsigned,
}

impl Extension {
    fn is_signed(self) -> bool {
        matches!(self, Extension::Signed | Extension::NonNegative)
    }
}

fn separate(
    func: &mut Function,
    ctx: &mut Context,
    target: &dyn TargetTransformInfo,
    inst: Inst,
    is_alone: bool,
    has_twin: bool,
) -> bool {
    let Aux::SourceType(element) = func.inst(inst).aux else {
        return false;
    };
    let [base, index] = *func.args(inst) else {
        return false;
    };
    let TypeData::Ptr(space) = *ctx.types.data(func.ty(base)) else {
        return false;
    };
    let index_bits = ctx.layout.pointer(space).index_bits;
    if ctx.types.int_bits(func.ty(index)) != Some(index_bits) || func.as_const(index).is_some() {
        return false;
    }
    let constant = constant_part(func, ctx, index, Extension::None, 0);
    if constant == 0 {
        return false;
    }
    // What is left of a difference is a negation, which only pays if addresses share it.
    if is_alone && is_difference(func, index) {
        return false;
    }
    let size = i128::from(ctx.layout.size(&ctx.types, element));
    let offset = sign_extend(index_bits, constant.wrapping_mul(size) as u128);
    // An offset too large for the field is added to the shared part, instead of extending another index.
    let is_extended = func
        .def_inst(index)
        .is_some_and(|def| matches!(func.opcode(def), Opcode::SExt | Opcode::ZExt));
    // The same holds where another address has the index without the constant.
    let is_worth_it = (!is_alone && is_extended || has_twin) && i32::try_from(offset).is_ok();
    if !target.is_legal_offset(space, offset as i64) && !is_worth_it {
        return false;
    }
    let mut b = Builder::before(func, ctx, inst);
    let index_ty = b.func.ty(index);
    let rest = without_constant(&mut b, index, index_ty, Extension::None, 0);
    let near = b.gep(element, base, &[rest], InstFlags::empty());
    let offset = b.int(index_ty, offset as u128);
    func.rewrite_inst(
        inst,
        Opcode::GetElementPtr,
        &[near, offset],
        InstFlags::empty(),
        Aux::SourceType(Type::I8),
    );
    true
}

/// The summands, if one is a constant.
fn sum_with_constant(func: &Function, ctx: &Context, index: Value) -> Option<(Value, u128)> {
    let sum = func.def_inst(index)?;
    match func.opcode(sum) {
        Opcode::Add => Some((func.arg(sum, 0), func.as_int(func.arg(sum, 1), ctx)?)),
        _ => None,
    }
}

/// Whether `index`, perhaps extended, is a difference.
fn is_difference(func: &Function, index: Value) -> bool {
    let mut def = func.def_inst(index);
    while let Some(cast) = def.filter(|&def| matches!(func.opcode(def), Opcode::SExt | Opcode::ZExt)) {
        def = func.def_inst(func.arg(cast, 0));
    }
    def.is_some_and(|def| func.opcode(def) == Opcode::Sub)
}

/// Whether the sum `inst` may be split under the extension.
fn splits(func: &Function, inst: Inst, extension: Extension) -> bool {
    let flags = func.inst(inst).flags;
    match func.opcode(inst) {
        // There are no carries, and at most one operand is negative: either extension of the result is the sum of the
        // operands' extensions.
        Opcode::Or => flags.contains(InstFlags::DISJOINT),
        _ => match extension {
            Extension::None => true,
            Extension::Signed | Extension::NonNegative => flags.contains(InstFlags::NSW),
            Extension::Unsigned => flags.contains(InstFlags::NUW),
        },
    }
}

/// The extension that `inst`, a cast, adds, if it can be combined with the one above.
fn extended(func: &Function, inst: Inst, above: Extension) -> Option<Extension> {
    let own = match func.opcode(inst) {
        Opcode::SExt => Extension::Signed,
        // Signed sums are more common.
        Opcode::ZExt if func.inst(inst).flags.contains(InstFlags::NNEG) => Extension::NonNegative,
        Opcode::ZExt => Extension::Unsigned,
        _ => return None,
    };
    let agree = above == own || above.is_signed() && own.is_signed();
    (above == Extension::None || agree).then_some(own)
}

/// The constant summand of `value`.
fn constant_part(func: &Function, ctx: &Context, value: Value, extension: Extension, depth: u32) -> i128 {
    let width = ctx.types.int_bits(func.ty(value)).unwrap_or(64);
    if depth > 0
        && let Some(c) = func.as_int(value, ctx)
    {
        return match extension {
            Extension::Unsigned => c as i128,
            _ => sign_extend(width, c),
        };
    }
    let Some(inst) = func.def_inst(value) else {
        return 0;
    };
    if depth >= MAX_DEPTH {
        return 0;
    }
    match func.opcode(inst) {
        Opcode::Add | Opcode::Or if splits(func, inst, extension) => {
            let left = constant_part(func, ctx, func.arg(inst, 0), extension, depth + 1);
            left + constant_part(func, ctx, func.arg(inst, 1), extension, depth + 1)
        }
        Opcode::Sub if splits(func, inst, extension) => {
            let left = constant_part(func, ctx, func.arg(inst, 0), extension, depth + 1);
            left - constant_part(func, ctx, func.arg(inst, 1), extension, depth + 1)
        }
        Opcode::Shl if splits(func, inst, extension) => {
            let Some(amount) = func
                .as_int(func.arg(inst, 1), ctx)
                .filter(|&a| a < u128::from(width))
            else {
                return 0;
            };
            constant_part(func, ctx, func.arg(inst, 0), extension, depth + 1) << amount.min(64)
        }
        Opcode::Mul if splits(func, inst, extension) => {
            let Some(factor) = func.as_int(func.arg(inst, 1), ctx) else {
                return 0;
            };
            let factor = match extension {
                Extension::Unsigned => factor as i128,
                _ => sign_extend(width, factor),
            };
            constant_part(func, ctx, func.arg(inst, 0), extension, depth + 1).wrapping_mul(factor)
        }
        Opcode::SExt | Opcode::ZExt => match extended(func, inst, extension) {
            Some(extension) => constant_part(func, ctx, func.arg(inst, 0), extension, depth + 1),
            None => 0,
        },
        _ => 0,
    }
}

/// `value`, extended to `ty`, minus the constant found by [`constant_part`].
fn without_constant(b: &mut Builder<'_>, value: Value, ty: Type, extension: Extension, depth: u32) -> Value {
    if depth > 0 && b.func.as_int(value, b.ctx).is_some() {
        return b.int(ty, 0);
    }
    if constant_part(b.func, b.ctx, value, extension, depth) != 0
        && let Some(inst) = b.func.def_inst(value)
    {
        let (x, y) = (b.func.arg(inst, 0), b.func.args(inst).get(1).copied());
        match (b.func.opcode(inst), y) {
            (Opcode::Add | Opcode::Or, Some(y)) => {
                let y = b.func.resolve(y);
                let left = without_constant(b, x, ty, extension, depth + 1);
                let right = without_constant(b, y, ty, extension, depth + 1);
                if b.func.as_int(right, b.ctx) == Some(0) {
                    return left;
                }
                if b.func.as_int(left, b.ctx) == Some(0) {
                    return right;
                }
                return b.binary(Opcode::Add, left, right);
            }
            (Opcode::Sub, Some(y)) => {
                let left = without_constant(b, x, ty, extension, depth + 1);
                let y = b.func.resolve(y);
                let right = without_constant(b, y, ty, extension, depth + 1);
                return match b.func.as_int(right, b.ctx) {
                    Some(0) => left,
                    _ => b.binary(Opcode::Sub, left, right),
                };
            }
            (opcode @ (Opcode::Shl | Opcode::Mul), Some(y)) => {
                let width = b.ctx.types.int_bits(b.func.ty(value)).unwrap_or(64);
                let factor = b.func.as_int(y, b.ctx).expect("checked by constant_part");
                let factor = match extension {
                    Extension::Unsigned => factor as i128,
                    _ if opcode == Opcode::Shl => factor as i128,
                    _ => sign_extend(width, factor),
                };
                let left = without_constant(b, x, ty, extension, depth + 1);
                let right = b.int(ty, factor as u128);
                return b.binary(opcode, left, right);
            }
            (Opcode::SExt | Opcode::ZExt, _) => {
                if let Some(extension) = extended(b.func, inst, extension) {
                    return without_constant(b, x, ty, extension, depth + 1);
                }
            }
            _ => {}
        }
    }
    if b.func.ty(value) == ty {
        return value;
    }
    if extension == Extension::Unsigned {
        return b.cast(Opcode::ZExt, value, ty);
    }
    // In the form that the whole index had, and so other indices may have.
    let is_non_negative = extension == Extension::NonNegative
        && KnownBitsCache::default()
            .known_bits(b.func, b.ctx, value)
            .is_non_negative();
    match is_non_negative {
        true => b.cast_flags(Opcode::ZExt, value, ty, InstFlags::NNEG),
        false => b.cast(Opcode::SExt, value, ty),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::UniformTarget;
    use crate::analysis::testing::REGISTRY;
    use crate::text::{WriteOptions, function_to_string, parse_module_text};

    #[test]
    fn a_constant_comes_out_of_an_extended_sum() {
        let text = "define ptr addrspace(1) @f(ptr addrspace(1) %p, i32 %i) {\n %a = add nsw i32 %i, 3\n %b = sext i32 %a to i64\n %c = getelementptr float, ptr addrspace(1) %p, i64 %b\n ret ptr addrspace(1) %c\n}";
        let mut module = parse_module_text(text, &REGISTRY).unwrap();
        let func = module.ctx.function_named("f").unwrap();
        let changed = module.with_body(func, |f, ctx| run(f, ctx, &UniformTarget));
        assert_eq!(changed, Some(true));
        let text = function_to_string(func, module.body(func), &module.ctx, WriteOptions::default());
        assert!(text.contains("sext i32 %i to i64"), "{text}");
        assert!(text.contains("i64 12"), "{text}");
    }

    #[test]
    fn differences_from_constants_share_an_address() {
        let text = "define i1 @f(ptr %p, i32 %i) {\n %a = sub nuw i32 7, %i\n %b = zext i32 %a to i64\n %c = getelementptr i8, ptr %p, i64 %b\n %d = sub nuw i32 9, %i\n %e = zext i32 %d to i64\n %f = getelementptr i8, ptr %p, i64 %e\n %g = icmp eq ptr %c, %f\n ret i1 %g\n}";
        let mut module = parse_module_text(text, &REGISTRY).unwrap();
        let func = module.ctx.function_named("f").unwrap();
        let changed = module.with_body(func, |f, ctx| run(f, ctx, &UniformTarget));
        assert_eq!(changed, Some(true));
        let text = function_to_string(func, module.body(func), &module.ctx, WriteOptions::default());
        assert_eq!(text.matches("zext i32 %i to i64").count(), 2, "{text}");
        assert_eq!(text.matches("sub i64 0, ").count(), 2, "{text}");
        assert!(text.contains("i64 7") && text.contains("i64 9"), "{text}");
    }

    #[test]
    fn a_constant_beyond_the_field_comes_out_next_to_an_address_without_it() {
        let constants = |indices: [&str; 2]| {
            let text = format!(
                "define i1 @f(ptr %p, i64 %i, i64 %j) {{\n %a = add i64 %i, -99999999\n \
                 %b = getelementptr float, ptr %p, i64 {}\n %c = getelementptr float, ptr %p, i64 {}\n \
                 %d = icmp eq ptr %b, %c\n ret i1 %d\n}}",
                indices[0], indices[1]
            );
            let mut module = parse_module_text(&text, &REGISTRY).unwrap();
            let func = module.ctx.function_named("f").unwrap();
            module.with_body(func, |f, ctx| run(f, ctx, &UniformTarget));
            let text = function_to_string(func, module.body(func), &module.ctx, WriteOptions::default());
            text.matches("i64 -399999996").count()
        };
        assert_eq!(constants(["%a", "%i"]), 1);
        assert_eq!(constants(["%a", "%j"]), 0);
    }

    #[test]
    fn a_sum_that_may_wrap_stays() {
        let text = "define ptr @f(ptr %p, i32 %i) {\n %a = add i32 %i, 3\n %b = sext i32 %a to i64\n %c = getelementptr float, ptr %p, i64 %b\n ret ptr %c\n}";
        let mut module = parse_module_text(text, &REGISTRY).unwrap();
        let func = module.ctx.function_named("f").unwrap();
        let changed = module.with_body(func, |f, ctx| run(f, ctx, &UniformTarget));
        assert_eq!(changed, Some(false));
    }
}
