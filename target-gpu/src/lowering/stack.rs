//! The stack pointer of functions with dynamic stack objects: nodes that move, save and restore it.

use wavec_codegen::dag::{DagBuilder, NodeValue, ValueType as VT};
use wavec_gpu_mc::opcodes;
use wavec_ir::intrinsics::{IntrinsicId, id};
use wavec_ir::{Aux, Inst};

/// An alloca whose operand is its size in bytes, as created by `lower_dynamic_alloca`.
pub(super) fn dynamic_alloca(builder: &mut DagBuilder<'_>, inst: Inst) {
    let Aux::Alloca(_, align) = builder.func.inst(inst).aux else {
        unreachable!("an alloca")
    };
    let bytes = builder.scalar(builder.func.arg(inst, 0));
    let align = i128::from(align.bytes());
    let align = builder.dag.target_constant(align, VT::I32);
    let operands = [bytes, align, builder.chain()];
    let node = builder
        .dag
        .machine_node(opcodes::SI_DYNAMIC_ALLOCA, &[VT::I32, VT::OTHER], &operands);
    builder.set_chain(NodeValue::new(node, 1));
    let result = builder.func.result(inst).expect("an alloca has a result");
    builder.set_value(result, &[node.into()]);
}

/// `llvm.stacksave` and `llvm.stackrestore`; `false` for all others.
pub(super) fn intrinsic(builder: &mut DagBuilder<'_>, inst: Inst, intrinsic: IntrinsicId) -> bool {
    let chain = builder.chain();
    match intrinsic {
        id::STACKSAVE => {
            let types = [VT::I32, VT::OTHER];
            let node = builder.dag.machine_node(opcodes::SI_STACK_SAVE, &types, &[chain]);
            builder.set_chain(NodeValue::new(node, 1));
            if let Some(result) = builder.func.result(inst) {
                builder.set_value(result, &[node.into()]);
            }
        }
        id::STACKRESTORE => {
            let saved = builder.scalar(builder.func.arg(inst, 1));
            let node = builder
                .dag
                .machine_node(opcodes::SI_STACK_RESTORE, &[VT::OTHER], &[saved, chain]);
            builder.set_chain(node.into());
        }
        _ => return false,
    }
    true
}
