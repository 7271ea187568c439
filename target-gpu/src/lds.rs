//! Where variables of address space 3 lie in the LDS of a work-group.

use fxhash::{FxHashMap, FxHashSet};
use wavec_ir::constant::ConstantData;
use wavec_ir::data_layout::align_to;
use wavec_ir::{Constant, Context, Function, GlobalVar};

/// The LDS of a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LdsLayout {
    /// Byte offset of each variable.
    pub offsets: FxHashMap<GlobalVar, u32>,
    /// Bytes of all of them.
    pub size: u32,
}

/// LDS bytes a work-group may have.
pub const MAX_LDS_BYTES: u64 = 65536;

/// Variables that `func` names, in the order of the module.
pub fn variables(func: &Function, ctx: &Context) -> Vec<GlobalVar> {
    let mut found: FxHashSet<GlobalVar> = FxHashSet::default();
    let mut seen: FxHashSet<Constant> = FxHashSet::default();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            for &arg in func.args(inst) {
                if let Some(constant) = func.as_const(arg) {
                    collect(constant, ctx, &mut found, &mut seen);
                }
            }
        }
    }
    let mut variables: Vec<GlobalVar> = found.into_iter().collect();
    variables.sort();
    variables
}

/// Lays out `variables` behind those of `shared`: largest alignment first, then in the order of the module. The variables
/// that functions name which are not inlined are `shared`: they lie at the same place in all kernels.
///
/// # Errors
/// If they need more than a compute unit has; `name` is the kernel's.
pub fn layout(
    name: &str,
    mut variables: Vec<GlobalVar>,
    shared: Option<&LdsLayout>,
    ctx: &Context,
) -> Result<LdsLayout, String> {
    let mut layout = shared.cloned().unwrap_or_default();
    variables.retain(|variable| !layout.offsets.contains_key(variable));
    let align_of = |variable: GlobalVar| {
        let data = &ctx.globals[variable];
        data.linking
            .align
            .map_or_else(|| ctx.layout.align(&ctx.types, data.value_ty), |a| a.bytes())
    };
    variables.sort_by_key(|&v| (std::cmp::Reverse(align_of(v)), v));
    let mut at = u64::from(layout.size);
    for variable in variables {
        at = align_to(at, align_of(variable));
        layout
            .offsets
            .insert(variable, at.min(u64::from(u32::MAX)) as u32);
        at = at.saturating_add(ctx.layout.size(&ctx.types, ctx.globals[variable].value_ty));
    }
    if at > MAX_LDS_BYTES {
        return Err(format!(
            "kernel '{name}' needs {at} bytes of local memory, more than the {MAX_LDS_BYTES} there are"
        ));
    }
    layout.size = at as u32;
    Ok(layout)
}

/// Variables of LDS that a constant names, expressions included.
fn collect(
    constant: Constant,
    ctx: &Context,
    found: &mut FxHashSet<GlobalVar>,
    seen: &mut FxHashSet<Constant>,
) {
    let mut work = vec![constant];
    while let Some(constant) = work.pop() {
        if !seen.insert(constant) {
            continue;
        }
        match ctx.constants.data(constant) {
            ConstantData::Global(_, variable) if ctx.globals[*variable].address_space == 3 => {
                found.insert(*variable);
            }
            ConstantData::Aggregate(_, members) => work.extend(members.iter().copied()),
            ConstantData::Expr(expr) => work.extend(expr.args.iter().copied()),
            _ => {}
        }
    }
}
