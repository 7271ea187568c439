//! The frontend's description of the target.

use std::borrow::Cow;
use wavec_ir::inst::CallConv;
use wavec_ir::intrinsics::IntrinsicRegistry;
use wavec_ir::intrinsics::builtins::{BuiltinDesc, BuiltinTable};

/// Name and text of a library function.
pub type LibraryFunction = (&'static str, &'static str);

/// Functions of a target's library, sorted by name. [`library_functions`](crate::library_functions) finds them in
/// sources at compile time: every definition starts in column 0 and its closing brace stands alone in column 0, or it is
/// one line; there are no directives.
pub type LibraryPart = &'static [LibraryFunction];

/// IR address-space numbers of OpenCL's address spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressSpaces {
    /// `__private`, stack objects.
    pub private: u32,
    /// `__global`.
    pub global: u32,
    /// `__constant`.
    pub constant: u32,
    /// `__local`.
    pub local: u32,
    /// Generic (OpenCL 2.0).
    pub generic: u32,
}

/// IR names of OpenCL's memory scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyncScopes {
    /// One work-item.
    pub work_item: &'static str,
    /// A sub-group.
    pub sub_group: &'static str,
    /// A work-group.
    pub work_group: &'static str,
    /// The device.
    pub device: &'static str,
    /// All devices and the host.
    pub system: &'static str,
}

/// An opaque type of the target, such as a resource descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DescriptorType {
    /// Its name in programs.
    pub name: &'static str,
    /// Its name in the type strings of builtins.
    pub code: &'static str,
    /// The address space of the pointer that represents it in IR.
    pub space: u32,
    /// Size and alignment in bytes.
    pub size: u32,
}

/// The target as far as the source language can see it.
#[derive(Clone, Debug)]
pub struct TargetDescription {
    /// `target triple` of the module.
    pub triple: String,
    /// Processor name: value of the `target-cpu` attribute.
    pub cpu: String,
    /// Names of the processor's features, which builtin functions require.
    pub features: Vec<&'static str>,
    /// LLVM data layout string of the module.
    pub data_layout: String,
    /// Macros the target predefines, name and value, such as `("__amdgcn__", "1")`.
    pub macros: Vec<(Cow<'static, str>, Cow<'static, str>)>,
    /// Address-space numbers.
    pub address_spaces: AddressSpaces,
    /// Opaque types of the machine.
    pub descriptor_types: &'static [DescriptorType],
    /// The descriptor of a sampler whose properties are these bits of OpenCL (`CLK_NORMALIZED_COORDS_TRUE` and so on).
    pub sampler_descriptor: fn(u32) -> [u32; 4],
    /// Names of synchronization scopes.
    pub sync_scopes: SyncScopes,
    /// Calling convention of kernels.
    pub kernel_convention: CallConv,
    /// Intrinsics of the module: generic ones and the target's.
    pub intrinsics: &'static IntrinsicRegistry,
    /// The target's builtin functions.
    pub builtins: &'static BuiltinTable,
    /// The builtin function that is a barrier of work-groups and nothing else.
    pub barrier_builtin: &'static str,
    /// Metadata that says that atomics may use the memory's own operations.
    pub atomic_metadata: &'static [&'static str],
    /// The same of floating-point ones, besides.
    pub float_atomic_metadata: &'static [&'static str],
    /// Function attributes of every definition, such as `("no-trapping-math", "true")`.
    pub function_attributes: &'static [(&'static str, &'static str)],
    /// Prefix of the names of the target's intrinsics: `llvm.amdgcn.`.
    pub intrinsic_prefix: &'static str,
    /// Prefix of the attributes for work-group size and occupancy: `amdgpu` of `"amdgpu-flat-work-group-size"`.
    pub attribute_prefix: &'static str,
    /// Library functions in OpenCL C: work-item functions, barriers, fast math. They are compiled when a program uses them.
    /// Of definitions of the same name, that of the first part counts, and all come before the frontend's own.
    pub library: Vec<LibraryPart>,
    /// Largest work-group size of a kernel without `reqd_work_group_size`.
    pub default_max_work_group_size: u32,
}

impl TargetDescription {
    /// Pointer sizes in bytes by address space, from the data layout (64 bits by default).
    pub fn pointer_sizes(&self) -> [u64; 5] {
        let spaces = self.address_spaces;
        let size = |space: u32| {
            let exact = format!("p{space}:");
            let entry = self.data_layout.split('-').find_map(|part| {
                let rest =
                    part.strip_prefix(&exact)
                        .or(if space == 0 { part.strip_prefix("p:") } else { None })?;
                rest.split(':').next()?.parse::<u64>().ok()
            });
            entry.unwrap_or(64) / 8
        };
        [
            spaces.private,
            spaces.global,
            spaces.constant,
            spaces.local,
            spaces.generic,
        ]
        .map(size)
    }

    /// The builtin of this name: the target's, or a generic one.
    pub fn builtin(&self, name: &str) -> Option<&'static BuiltinDesc> {
        self.builtins
            .lookup(name)
            .or_else(|| wavec_ir::intrinsics::GENERIC_BUILTINS.lookup(name))
    }

    /// IR address-space number.
    pub fn space_number(&self, space: crate::types::Space) -> u32 {
        use crate::types::Space;
        match space {
            Space::Private => self.address_spaces.private,
            Space::Global => self.address_spaces.global,
            Space::Constant => self.address_spaces.constant,
            Space::Local => self.address_spaces.local,
            Space::Generic => self.address_spaces.generic,
        }
    }
}

/// A target for unit tests: no intrinsics of its own, one library function, address spaces as on AMD.
#[cfg(test)]
pub fn test_target() -> TargetDescription {
    static BUILTINS: BuiltinTable = BuiltinTable { entries: &[] };
    TargetDescription {
        triple: "test".into(),
        cpu: "test".into(),
        features: Vec::new(),
        data_layout: "e-p:64:64-p1:64:64-p3:32:32-p4:64:64-p5:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-A5-G1".into(),
        macros: vec![("__test_target__".into(), "7".into())],
        address_spaces: AddressSpaces {
            private: 5,
            global: 1,
            constant: 4,
            local: 3,
            generic: 0,
        },
        descriptor_types: &[],
        sampler_descriptor: |properties| [properties; 4],
        sync_scopes: SyncScopes {
            work_item: "singlethread",
            sub_group: "wavefront",
            work_group: "workgroup",
            device: "agent",
            system: "",
        },
        kernel_convention: CallConv::AmdgpuKernel,
        intrinsics: &wavec_ir::intrinsics::GENERIC_REGISTRY,
        builtins: &BUILTINS,
        barrier_builtin: "__builtin_test_barrier",
        atomic_metadata: &[],
        float_atomic_metadata: &[],
        function_attributes: &[],
        intrinsic_prefix: "llvm.test.",
        attribute_prefix: "test",
        library: vec![&[
            ("barrier", "void barrier(uint flags) { }"),
            ("get_global_id", "size_t get_global_id(uint dim) { return dim; }"),
        ]],
        default_max_work_group_size: 256,
    }
}
