//! What a module says of its kernels.

use crate::call_abi::is_callable;
use wavec_ir::inst::CallConv;
use wavec_ir::metadata::Metadata;
use wavec_ir::{Context, FuncRef, MetadataId, Module};

/// Whether a function is a kernel.
pub fn is_kernel(module: &Module, func: FuncRef) -> bool {
    module.ctx.functions[func].conv.is_kernel()
}

/// The calling convention of pixel shaders, `amdgpu_ps`.
pub const PIXEL_SHADER: CallConv = CallConv::Numbered(89);

/// The calling convention of functions of chains that preserve vector registers, `amdgpu_cs_chain_preserve`.
pub const PRESERVING_CHAIN: CallConv = CallConv::Numbered(105);

/// What a pixel shader exports, for which the hardware waits: colors, and depths. Colors unless it says something else
/// (`"amdgpu-color-export"`, `"amdgpu-depth-export"`).
pub fn pixel_exports(ctx: &Context, func: FuncRef) -> [bool; 2] {
    let decl = &ctx.functions[func];
    let number = |name| {
        let text = ctx.string_attribute(decl.attrs, name)?;
        text.parse::<i64>().ok()
    };
    let is_set = |name, otherwise| number(name).unwrap_or(otherwise) != 0;
    let is_pixel_shader = decl.conv == PIXEL_SHADER;
    [("amdgpu-color-export", 1), ("amdgpu-depth-export", 0)]
        .map(|(name, otherwise)| is_pixel_shader && is_set(name, otherwise))
}

/// Graphics shaders that share waves with another stage, so that the hardware gives them scalar registers of its own before the
/// driver's: `amdgpu_hs` and `amdgpu_gs`.
pub const MERGED_SHADERS: [CallConv; 2] = [CallConv::Numbered(93), CallConv::Numbered(88)];

/// How a function is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// By the dispatcher, with its arguments in memory.
    #[default]
    Kernel,
    /// By a graphics driver, with its arguments in registers: a stage of a graphics pipeline, or a compute shader.
    Shader,
    /// By a call.
    Function,
    /// By a jump from a shader, or from another function of its chain, with its arguments in registers.
    Chain,
}

impl Role {
    /// The role of functions with a calling convention; none if it is not supported.
    pub fn of(conv: CallConv) -> Option<Role> {
        match conv {
            _ if conv.is_kernel() => Some(Role::Kernel),
            _ if conv.is_shader() => Some(Role::Shader),
            _ if conv.is_chain() => Some(Role::Chain),
            _ if is_callable(conv) => Some(Role::Function),
            _ => None,
        }
    }

    /// Whether nothing runs before it, and nothing calls it.
    pub fn is_entry(self) -> bool {
        matches!(self, Role::Kernel | Role::Shader)
    }

    /// Whether it runs in waves of a graphics driver, and no function's frame is before its own.
    pub fn is_of_driver(self) -> bool {
        matches!(self, Role::Shader | Role::Chain)
    }
}

/// The work-group size that a kernel requires (`reqd_work_group_size`).
pub fn required_work_group(ctx: &Context, func: FuncRef) -> Option<[u32; 3]> {
    three(ctx, func, "reqd_work_group_size")
}

/// Three numbers attached to the function.
pub fn three(ctx: &Context, func: FuncRef, kind: &str) -> Option<[u32; 3]> {
    let operands = attached(ctx, func, kind);
    Some([
        number(ctx, operands.first())?,
        number(ctx, operands.get(1))?,
        number(ctx, operands.get(2))?,
    ])
}

/// Operands of the node `kind` attached to the function.
pub fn attached<'a>(ctx: &'a Context, func: FuncRef, kind: &str) -> &'a [Option<MetadataId>] {
    let Some(kind) = ctx.symbols.find(kind) else {
        return &[];
    };
    let Some(&(_, node)) = ctx.functions[func].metadata.iter().find(|(k, _)| *k == kind) else {
        return &[];
    };
    match &ctx.metadata.nodes[node] {
        Metadata::Node { operands, .. } => operands,
        _ => &[],
    }
}

/// The strings of the node `kind` attached to the function.
pub fn attached_texts(ctx: &Context, func: FuncRef, kind: &str) -> Vec<String> {
    let text = |operand: &Option<MetadataId>| match &ctx.metadata.nodes[(*operand)?] {
        Metadata::String(text) => Some(ctx.text(*text).to_string()),
        _ => None,
    };
    let operands = attached(ctx, func, kind).iter();
    operands
        .map(|operand| text(operand).unwrap_or_default())
        .collect()
}

/// The number of an operand.
pub fn number(ctx: &Context, operand: Option<&Option<MetadataId>>) -> Option<u32> {
    match &ctx.metadata.nodes[(*operand?)?] {
        Metadata::Constant(_, constant) => ctx.int_value(*constant).and_then(|v| u32::try_from(v).ok()),
        _ => None,
    }
}
