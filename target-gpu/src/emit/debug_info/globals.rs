//! Variables of the program, which are data of the object, and of work-groups, which are in LDS.
//!
//! Addresses in LDS are of the local address space, which `DW_OP_xderef` takes from below the address on the stack.

use super::DebugEmitter;
use crate::function_info::{CompiledFunction, GpuFunctionInfo};
use gimli::constants as dw;
use gimli::write::{Address, Expression};
use wavec_gpu_mc::GpuStreamer;
use wavec_ir::{GlobalVar, MetadataId};

/// A variable.
pub(super) struct Global {
    /// Its `DIGlobalVariable`.
    pub node: MetadataId,
    /// Where it is.
    pub place: Expression,
}

/// The variables that are described and have a place, in the order of the module.
pub(super) fn of<S: GpuStreamer>(
    debug: &mut DebugEmitter<'_>,
    compiled: &[CompiledFunction],
    emitted: &[GlobalVar],
    out: &mut S,
) -> Vec<Global> {
    let ctx = debug.ctx;
    let Some(key) = ctx.symbols.find("dbg").filter(|_| ctx.describes_variables()) else {
        return Vec::new();
    };
    let mut globals = Vec::new();
    for global in ctx.globals.keys() {
        let data = &ctx.globals[global];
        let attached = data.metadata.iter().find(|(name, _)| *name == key);
        let Some(node) = attached.and_then(|&(_, node)| ctx.debug_node(node, "var")) else {
            continue;
        };
        let mut place = Expression::new();
        if emitted.contains(&global) && data.initializer.is_some() {
            let symbol = out.symbols_mut().intern(ctx.text(data.name));
            debug.labels.push(symbol);
            place.op_addr(Address::Symbol {
                symbol: debug.labels.len() - 1,
                addend: 0,
            });
        } else {
            let infos = compiled
                .iter()
                .filter_map(|function| function.machine.target_info::<GpuFunctionInfo>());
            let mut offsets = infos.filter_map(|info| info.lds_offsets.get(&global).copied());
            // Another kernel may have it elsewhere.
            let Some(offset) = offsets
                .next()
                .filter(|first| offsets.all(|offset| offset == *first))
            else {
                continue;
            };
            place.op_constu(offset.into());
            place.op_constu(LOCAL_CLASS);
            place.op(dw::DW_OP_swap);
            place.op_xderef();
        }
        globals.push(Global { node, place });
    }
    globals
}

/// The DWARF address space of a work-group's memory (`DW_ASPACE_AMDGPU_local`).
const LOCAL_CLASS: u64 = 3;
