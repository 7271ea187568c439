//! Functions that are left out, because they, or what they call, cannot be compiled.

use fxhash::{FxHashMap, FxHashSet};
use wavec_ir::{FuncRef, Module};
use wavec_target_gpu::function_info::CompiledFunction;
use wavec_target_gpu::pipeline::PreparedFunction;

/// Takes out of `compiled` what calls functions of `defined` that are not there, directly or not: it would not link.
/// Returns the names of all that is missing then, in the order of the module.
pub(crate) fn drop_callers_of_missing<'m>(
    compiled: &mut Vec<CompiledFunction>,
    defined: &[FuncRef],
    prepared: &[PreparedFunction],
    module: &'m Module,
) -> Vec<&'m str> {
    let name_of = |func: FuncRef| module.ctx.text(module.ctx.functions[func].name);
    let mut callers: FxHashMap<&str, Vec<FuncRef>> = FxHashMap::default();
    for (caller, info, _) in prepared {
        for callee in info.callees.iter().flatten() {
            callers.entry(callee).or_default().push(*caller);
        }
    }
    let mut present: FxHashSet<FuncRef> = compiled.iter().map(|function| function.func).collect();
    let mut missing: Vec<FuncRef> = defined
        .iter()
        .copied()
        .filter(|func| !present.contains(func))
        .collect();
    while let Some(func) = missing.pop() {
        let of_it = callers.get(name_of(func)).into_iter().flatten();
        missing.extend(of_it.filter(|caller| present.remove(caller)));
    }
    compiled.retain(|function| present.contains(&function.func));
    let left_out = defined.iter().filter(|func| !present.contains(func));
    left_out.map(|&func| name_of(func)).collect()
}
