//! Layout of variables in the LDS of a work-group.

use cranelift_entity::EntitySet;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use wavec_ir::constant::ConstantData;
use wavec_ir::data_layout::align_to;
use wavec_ir::{Constant, Context, Function, GlobalVar};

/// Addresses of named barriers, of which there is one number for each 16 bytes; these are in no memory.
const BARRIERS: u32 = 0x0080_2000;
/// Where the number of a barrier is in its address: shifted so far, in these bits.
pub const BARRIER_SHIFT: u32 = 4;
/// See [`BARRIER_SHIFT`].
pub const BARRIER_MASK: u32 = 0x3f;
/// Named barriers of a work-group, from 1.
const MOST_BARRIERS: u64 = 16;

/// The LDS of a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LdsLayout {
    /// Byte offset of each variable.
    pub offsets: FxHashMap<GlobalVar, u32>,
    /// Bytes of all of them.
    pub size: u32,
    /// Named barriers.
    pub barriers: u32,
}

/// Variables that `func` names, in the order of the module.
pub fn variables(func: &Function, ctx: &Context) -> Vec<GlobalVar> {
    let mut found: FxHashSet<GlobalVar> = FxHashSet::default();
    let mut seen: EntitySet<Constant> = EntitySet::new();
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

/// Whether the size of a variable is only known at launch: all such variables are at the same offset, after the others.
pub fn is_dynamic(variable: GlobalVar, ctx: &Context) -> bool {
    ctx.layout.size(&ctx.types, ctx.globals[variable].value_ty) == 0
}

/// Alignment of a variable in bytes.
fn align_of(variable: GlobalVar, ctx: &Context) -> u64 {
    let data = &ctx.globals[variable];
    data.linking
        .align
        .map_or_else(|| ctx.layout.align(&ctx.types, data.value_ty), |a| a.bytes())
}

/// The offset of variables of unknown size after `layout`.
pub fn dynamic_place(layout: &LdsLayout, variables: &[GlobalVar], ctx: &Context) -> u32 {
    let align = variables.iter().map(|&v| align_of(v, ctx)).max().unwrap_or(1);
    align_to(u64::from(layout.size), align).min(u64::from(u32::MAX)) as u32
}

/// Places `variables`, of unknown size, at `place`, where `layout` ends then.
pub fn place_dynamic(layout: &mut LdsLayout, variables: &[GlobalVar], place: u32) {
    if !variables.is_empty() {
        layout.size = layout.size.max(place);
        layout
            .offsets
            .extend(variables.iter().map(|&variable| (variable, place)));
    }
}

/// Lays out `variables` after those of `shared`: largest alignment first, then in the order of the module. `shared` are
/// variables used by functions that are not inlined: they are at the same offset in all kernels. Variables whose size
/// is only known at launch are omitted.
///
/// # Errors
/// If they need more than the `lds_bytes` that a work-group can have; `name` is the kernel's.
pub fn layout(
    name: &str,
    mut variables: Vec<GlobalVar>,
    shared: Option<&LdsLayout>,
    ctx: &Context,
    lds_bytes: u32,
) -> Result<LdsLayout, String> {
    let mut layout = shared.cloned().unwrap_or_default();
    variables.retain(|variable| !layout.offsets.contains_key(variable) && !is_dynamic(*variable, ctx));
    variables.sort_by_key(|&v| (std::cmp::Reverse(align_of(v, ctx)), v));
    let mut at = u64::from(layout.size);
    let mut barriers = u64::from(layout.barriers);
    for variable in variables {
        let ty = ctx.globals[variable].value_ty;
        if ctx.types.has_target_type(ty) {
            let place = BARRIERS + ((barriers.min(MOST_BARRIERS) as u32 + 1) << BARRIER_SHIFT);
            layout.offsets.insert(variable, place);
            barriers = barriers.saturating_add(ctx.layout.size(&ctx.types, ty) >> BARRIER_SHIFT);
            continue;
        }
        at = align_to(at, align_of(variable, ctx));
        layout
            .offsets
            .insert(variable, at.min(u64::from(u32::MAX)) as u32);
        at = at.saturating_add(ctx.layout.size(&ctx.types, ctx.globals[variable].value_ty));
    }
    if at > u64::from(lds_bytes) {
        return Err(format!(
            "kernel '{name}' needs {at} bytes of local memory, more than the {lds_bytes} there are"
        ));
    }
    if barriers > MOST_BARRIERS {
        return Err(format!(
            "kernel '{name}' needs {barriers} named barriers, more than the {MOST_BARRIERS} there are"
        ));
    }
    (layout.size, layout.barriers) = (at as u32, barriers as u32);
    Ok(layout)
}

/// LDS variables in a constant, including expressions.
fn collect(
    constant: Constant,
    ctx: &Context,
    found: &mut FxHashSet<GlobalVar>,
    seen: &mut EntitySet<Constant>,
) {
    let mut work: SmallVec<[Constant; 8]> = SmallVec::from_slice(&[constant]);
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
