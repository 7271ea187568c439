//! What the frontend is told about the machine it compiles for.

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

/// OpenCL C text whose functions the frontend compiles when a program uses them.
///
/// Every definition starts in column 0 and its closing brace stands alone in column 0; there are no directives. An
/// entry overrides the frontend's own library function of the same name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibrarySource {
    /// File name for messages.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

/// The machine, as far as the source language can see it.
#[derive(Clone, Debug)]
pub struct TargetDescription {
    /// `target triple` of the module.
    pub triple: String,
    /// Processor name: value of the `target-cpu` attribute.
    pub cpu: String,
    /// LLVM data layout string of the module.
    pub data_layout: String,
    /// Macros the target predefines, name and value, such as `("__amdgcn__", "1")`.
    pub macros: Vec<(&'static str, &'static str)>,
    /// Address-space numbers.
    pub address_spaces: AddressSpaces,
    /// Library functions in OpenCL C: work-item functions, barriers, fast math.
    pub library: &'static [LibrarySource],
    /// Largest work-group a kernel without `reqd_work_group_size` may be launched with.
    pub default_max_work_group_size: u32,
}
