//! The metadata of the kernels. Keys: LLVM's AMDGPU usage guide, "Code Object V5 Metadata".

use super::LoadError;
use super::messagepack::{self, Value};

/// The kind of an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// The value itself.
    ByValue,
    /// Address of a buffer.
    GlobalBuffer,
    /// Offset of local memory whose size the caller chooses.
    DynamicSharedPointer,
    /// Address of the descriptor of an image.
    Image,
    /// Address of the descriptor of a sampler.
    Sampler,
    /// Number of complete workgroups in a dimension.
    HiddenBlockCount(u8),
    /// Workgroup size in a dimension.
    HiddenGroupSize(u8),
    /// Size of the partial last workgroup in a dimension.
    HiddenRemainder(u8),
    /// First global id in a dimension.
    HiddenGlobalOffset(u8),
    /// Number of dimensions of the grid.
    HiddenGridDims,
    /// Bytes of dynamically allocated local memory.
    HiddenDynamicLdsSize,
    /// High half of addresses of private memory.
    HiddenPrivateBase,
    /// High half of addresses of local memory.
    HiddenSharedBase,
    /// Address of the buffer that `printf` writes to.
    HiddenPrintfBuffer,
    /// Hostcall buffer.
    HiddenHostcallBuffer,
    /// Another hidden argument, passed as 0.
    HiddenOther(String),
    /// Another explicit argument that the emulator cannot pass (pipe, queue).
    Other(String),
}

impl ValueKind {
    /// Whether the argument is hidden: not passed by the caller.
    pub fn is_hidden(&self) -> bool {
        !matches!(
            self,
            ValueKind::ByValue
                | ValueKind::GlobalBuffer
                | ValueKind::DynamicSharedPointer
                | ValueKind::Image
                | ValueKind::Sampler
                | ValueKind::Other(_)
        )
    }

    fn from_name(name: &str) -> ValueKind {
        let dimension = |suffix: &str| match suffix {
            "x" => Some(0),
            "y" => Some(1),
            "z" => Some(2),
            _ => None,
        };
        if let Some((base, suffix)) = name.rsplit_once('_')
            && let Some(dimension) = dimension(suffix)
        {
            match base {
                "hidden_block_count" => return ValueKind::HiddenBlockCount(dimension),
                "hidden_group_size" => return ValueKind::HiddenGroupSize(dimension),
                "hidden_remainder" => return ValueKind::HiddenRemainder(dimension),
                "hidden_global_offset" => return ValueKind::HiddenGlobalOffset(dimension),
                _ => {}
            }
        }
        match name {
            "by_value" => ValueKind::ByValue,
            "global_buffer" => ValueKind::GlobalBuffer,
            "dynamic_shared_pointer" => ValueKind::DynamicSharedPointer,
            "image" => ValueKind::Image,
            "sampler" => ValueKind::Sampler,
            "hidden_grid_dims" => ValueKind::HiddenGridDims,
            "hidden_dynamic_lds_size" => ValueKind::HiddenDynamicLdsSize,
            "hidden_private_base" => ValueKind::HiddenPrivateBase,
            "hidden_printf_buffer" => ValueKind::HiddenPrintfBuffer,
            "hidden_hostcall_buffer" => ValueKind::HiddenHostcallBuffer,
            "hidden_shared_base" => ValueKind::HiddenSharedBase,
            _ if name.starts_with("hidden_") => ValueKind::HiddenOther(name.to_string()),
            _ => ValueKind::Other(name.to_string()),
        }
    }
}

/// An argument of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelArg {
    /// Name in the source; empty if the metadata has none.
    pub name: String,
    /// Type in the source; empty if the metadata has none.
    pub type_name: String,
    /// Offset in the kernel argument segment in bytes.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
    /// Its kind.
    pub kind: ValueKind,
    /// Alignment of the local memory after a [`ValueKind::DynamicSharedPointer`].
    pub pointee_align: u32,
    /// Whether the kernel only reads through the pointer (`const` in the source).
    pub is_const: bool,
}

/// A kernel of the metadata.
pub(super) struct Kernel {
    pub name: String,
    pub symbol: String,
    pub args: Vec<KernelArg>,
    pub kernarg_size: u32,
    pub kernarg_align: u32,
    pub wavefront_size: u32,
    pub max_workgroup_size: u32,
    pub required_workgroup_size: Option<[u32; 3]>,
    pub uses_dynamic_stack: bool,
    pub vgpr_count: u32,
    pub sgpr_count: u32,
}

/// The complete metadata.
pub(super) struct Metadata {
    pub target: String,
    /// Formats of `printf`: `NUMBER:OPERANDS:SIZE:...:TEXT`.
    pub printf: Vec<String>,
    pub kernels: Vec<Kernel>,
}

fn number(map: &Value, key: &str, what: &str) -> Result<u32, LoadError> {
    map.get(key)
        .and_then(Value::as_u32)
        .ok_or_else(|| LoadError::new(format!("metadata: {what} has no valid '{key}'")))
}

fn string(map: &Value, key: &str, what: &str) -> Result<String, LoadError> {
    map.get(key)
        .and_then(Value::as_str)
        .map(str::to_string)
        .ok_or_else(|| LoadError::new(format!("metadata: {what} has no valid '{key}'")))
}

fn argument(map: &Value, what: &str) -> Result<KernelArg, LoadError> {
    let kind = string(map, ".value_kind", what)?;
    let text = |key| map.get(key).and_then(Value::as_str).unwrap_or("").to_string();
    Ok(KernelArg {
        name: text(".name"),
        type_name: text(".type_name"),
        offset: number(map, ".offset", what)?,
        size: number(map, ".size", what)?,
        kind: ValueKind::from_name(&kind),
        pointee_align: map.get(".pointee_align").and_then(Value::as_u32).unwrap_or(16),
        is_const: map.get(".is_const") == Some(&Value::Bool(true)),
    })
}

fn kernel(map: &Value) -> Result<Kernel, LoadError> {
    let name = string(map, ".name", "a kernel")?;
    let what = format!("kernel '{name}'");
    let mut args = Vec::new();
    if let Some(list) = map.get(".args") {
        let list = list
            .as_array()
            .ok_or_else(|| LoadError::new(format!("metadata: '.args' of {what} is not a list")))?;
        for (index, arg) in list.iter().enumerate() {
            args.push(argument(arg, &format!("argument {index} of {what}"))?);
        }
    }
    let required_workgroup_size = match map.get(".reqd_workgroup_size") {
        None => None,
        Some(list) => {
            let sizes: Option<Vec<u32>> = list
                .as_array()
                .and_then(|list| list.iter().map(Value::as_u32).collect());
            match sizes.as_deref() {
                Some(&[x, y, z]) => Some([x, y, z]),
                _ => {
                    return Err(LoadError::new(format!(
                        "metadata: '.reqd_workgroup_size' of {what} is invalid"
                    )));
                }
            }
        }
    };
    let kernarg_size = number(map, ".kernarg_segment_size", &what)?;
    if kernarg_size > 1 << 20 {
        return Err(LoadError::new(format!(
            "metadata: {what} has {kernarg_size} bytes of arguments"
        )));
    }
    Ok(Kernel {
        symbol: string(map, ".symbol", &what)?,
        kernarg_size,
        kernarg_align: number(map, ".kernarg_segment_align", &what)?,
        wavefront_size: number(map, ".wavefront_size", &what)?,
        max_workgroup_size: number(map, ".max_flat_workgroup_size", &what)?,
        uses_dynamic_stack: map.get(".uses_dynamic_stack") == Some(&Value::Bool(true)),
        vgpr_count: number(map, ".vgpr_count", &what)?,
        sgpr_count: number(map, ".sgpr_count", &what)?,
        required_workgroup_size,
        name,
        args,
    })
}

/// Reads the metadata note's contents.
pub(super) fn parse(bytes: &[u8]) -> Result<Metadata, LoadError> {
    let document =
        messagepack::parse(bytes).map_err(|problem| LoadError::new(format!("metadata: {problem}")))?;
    let target = string(&document, "amdhsa.target", "the code object")?;
    let kernels = document
        .get("amdhsa.kernels")
        .and_then(Value::as_array)
        .ok_or_else(|| LoadError::new("metadata: there is no list 'amdhsa.kernels'"))?;
    let formats = document.get("amdhsa.printf").and_then(Value::as_array);
    Ok(Metadata {
        target,
        printf: formats
            .unwrap_or_default()
            .iter()
            .filter_map(|format| Some(format.as_str()?.to_string()))
            .collect(),
        kernels: kernels.iter().map(kernel).collect::<Result<_, _>>()?,
    })
}
