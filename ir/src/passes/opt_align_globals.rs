//! Raises the alignment of globals that this module lays out, so that accesses to them can be wide.
//!
//! Requires: nothing. Cost: O(globals). Only internal and private globals, in the address spaces and up to the
//! alignment that the target specifies.

use super::runner::PassContext;
use crate::context::Linkage;
use crate::inst::Align;
use crate::module::Module;

/// Raises alignments. Returns whether anything changed.
pub fn run(module: &mut Module, passes: &mut PassContext<'_>) -> bool {
    let ctx = &mut module.ctx;
    let mut changed = false;
    for global in ctx.globals.keys() {
        let data = &ctx.globals[global];
        if !matches!(data.linking.linkage, Linkage::Internal | Linkage::Private)
            || data.linking.section.is_some()
        {
            continue;
        }
        let size = ctx.layout.size(&ctx.types, data.value_ty);
        let natural = Align::from_bytes(ctx.layout.align(&ctx.types, data.value_ty));
        let now = data.linking.align.unwrap_or(natural);
        let wanted = passes.target.preferred_global_align(data.address_space, size);
        if wanted > now {
            ctx.globals[global].linking.align = Some(wanted);
            changed = true;
        }
    }
    changed
}
