//! Moves stack objects from the generic address space to the layout's alloca address space, and casts their addresses.
//!
//! For modules with neither a triple nor a layout: their producer did not know where stack objects are.
//!
//! Requires: nothing. Preserves: control flow. Cost: linear in instructions.

use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Value};
use crate::function::Function;
use crate::inst::{Aux, Opcode};
use crate::intrinsics::id;
use crate::module::Module;
use fxhash::FxHashSet;

/// Rewrites them in all functions.
pub fn run(module: &mut Module) {
    if module.ctx.layout.alloca_address_space == 0 {
        return;
    }
    for func in module.defined_functions() {
        module.with_body(func, run_on);
    }
}

fn run_on(func: &mut Function, ctx: &mut Context) {
    let insts: Vec<Inst> = func
        .block_order()
        .iter()
        .flat_map(|&block| func.block_insts(block))
        .collect();
    let is_generic = |&inst: &Inst| {
        func.opcode(inst) == Opcode::Alloca && ctx.types.address_space(func.inst(inst).ty) == Some(0)
    };
    let allocas: Vec<Inst> = insts.iter().copied().filter(is_generic).collect();
    let objects: FxHashSet<Value> = allocas.iter().filter_map(|&inst| func.result(inst)).collect();
    // The address after the cast is not a stack object; only those have lifetime markers.
    for &inst in &insts {
        if func.opcode(inst) == Opcode::Call
            && matches!(
                func.called_intrinsic(inst, ctx),
                Some(id::LIFETIME_START | id::LIFETIME_END)
            )
            && func
                .args(inst)
                .last()
                .is_some_and(|object| objects.contains(object))
        {
            func.remove_inst(inst);
        }
    }
    for inst in allocas {
        let (pointer, aux) = (func.inst(inst).ty, func.inst(inst).aux);
        let Aux::Alloca(ty, align) = aux else {
            continue;
        };
        let (count, old) = (func.args(inst)[0], func.result(inst));
        let mut b = Builder::before(func, ctx, inst);
        let object = b.alloca_array(ty, count, align);
        let address = b.cast(Opcode::AddrSpaceCast, object, pointer);
        if let Some(old) = old {
            func.replace_uses_with_alias(old, address);
        }
        func.remove_inst(inst);
    }
    func.resolve_aliases();
}
