//! Which narrow integers are zero-extended where they cross blocks.
//!
//! Registers are wider than `i8` and `i16`, and the bits above these are undefined in general: every block that
//! compares or divides such a value clears them again. If the definition is zero-extended anyway, as a load is, other
//! blocks may rely on it; the same holds for a PHI whose values are all of this kind (found optimistically, as loops
//! need it). Cost: linear.

use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use wavec_ir::intrinsics::id;
use wavec_ir::{Context, Function, Inst, Opcode, Value, ValueDef};

/// The values in `crossing` that are to be kept zero-extended.
pub(super) fn zero_extended(
    func: &Function,
    ctx: &Context,
    crossing: impl Iterator<Item = Value>,
) -> FxHashSet<Value> {
    let mut found: FxHashSet<Value> = FxHashSet::default();
    let mut phis: Vec<Inst> = Vec::new();
    let narrow: Vec<Value> = crossing.filter(|&value| is_narrow(func, ctx, value)).collect();
    if narrow.is_empty() {
        return found;
    }
    let signed = sign_extended(func);
    for value in narrow {
        if signed.contains(&value) {
            continue;
        }
        match func.def(value) {
            ValueDef::Inst(inst) if func.opcode(inst) == Opcode::Phi => {
                phis.push(inst);
                found.insert(value);
            }
            _ if has_zeros(func, ctx, value, 0) => {
                found.insert(value);
            }
            _ => {}
        }
    }
    // Propagates "not zero-extended" from values to the PHIs that they reach.
    let mut reached: FxHashMap<Value, SmallVec<[Value; 2]>> = FxHashMap::default();
    let mut others: Vec<Value> = Vec::new();
    for phi in phis {
        let result = func.result(phi).expect("a phi has a result");
        let args = func.args(phi).iter().map(|&arg| func.resolve(arg));
        for arg in args.filter(|&arg| func.as_const(arg).is_none()) {
            reached.entry(arg).or_default().push(result);
            if !found.contains(&arg) {
                others.push(arg);
            }
        }
    }
    while let Some(other) = others.pop() {
        let phis = reached.remove(&other).unwrap_or_default();
        others.extend(phis.into_iter().filter(|phi| found.remove(phi)));
    }
    found
}

/// Values that are better loaded sign-extended.
fn sign_extended(func: &Function) -> FxHashSet<Value> {
    let insts = func
        .block_order()
        .iter()
        .flat_map(|&block| func.block_insts(block));
    insts
        .filter(|&inst| func.opcode(inst) == Opcode::SExt)
        .map(|inst| func.resolve(func.arg(inst, 0)))
        .collect()
}

fn is_narrow(func: &Function, ctx: &Context, value: Value) -> bool {
    matches!(ctx.types.int_bits(func.ty(value)), Some(8 | 16))
}

/// Whether the promoted operation is zero-extended without additional instructions.
fn has_zeros(func: &Function, ctx: &Context, value: Value, depth: u32) -> bool {
    const MAX_DEPTH: u32 = 4;
    let inst = match func.def(value) {
        ValueDef::Const(_) => return true,
        ValueDef::Inst(inst) if depth < MAX_DEPTH => inst,
        _ => return false,
    };
    let arg = |index: usize| has_zeros(func, ctx, func.arg(inst, index), depth + 1);
    match func.opcode(inst) {
        Opcode::Load | Opcode::ZExt | Opcode::LShr | Opcode::UDiv | Opcode::URem => true,
        Opcode::And => arg(0) || arg(1),
        Opcode::Or | Opcode::Xor => arg(0) && arg(1),
        Opcode::Select => arg(1) && arg(2),
        Opcode::Call => matches!(
            func.callee(inst, ctx).and_then(|f| ctx.intrinsic_of(f)),
            Some(id::UMIN | id::UMAX)
        ),
        _ => false,
    }
}
