//! User options: macros, include paths, language version, floating-point relaxations, warnings.

use crate::warnings::WarningOptions;
use wavec_ir::inst::InstFlags;
use wavec_support::SourceText;

/// A version of OpenCL C.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum CLStandard {
    /// OpenCL C 1.0.
    CL10,
    /// OpenCL C 1.1.
    CL11,
    /// OpenCL C 1.2, the default.
    #[default]
    CL12,
    /// OpenCL C 2.0: pointers without address space are generic.
    CL20,
    /// OpenCL C 3.0 with the generic address space.
    CL30,
}

impl CLStandard {
    /// Parses the value of `-cl-std=`; `None` if it is not a known version.
    pub fn parse(text: &str) -> Option<CLStandard> {
        Some(match text {
            "CL" | "cl" | "CL1.0" | "cl1.0" | "CL10" => CLStandard::CL10,
            "CL1.1" | "cl1.1" | "CL11" => CLStandard::CL11,
            "CL1.2" | "cl1.2" | "CL12" => CLStandard::CL12,
            "CL2.0" | "cl2.0" | "CL20" => CLStandard::CL20,
            "CL3.0" | "cl3.0" | "CL30" => CLStandard::CL30,
            _ => return None,
        })
    }

    /// Value of `__OPENCL_C_VERSION__`.
    pub fn version(self) -> u32 {
        match self {
            CLStandard::CL10 => 100,
            CLStandard::CL11 => 110,
            CLStandard::CL12 => 120,
            CLStandard::CL20 => 200,
            CLStandard::CL30 => 300,
        }
    }

    /// Whether a pointer without an explicit address space points to the generic one.
    pub fn generic_by_default(self) -> bool {
        self >= CLStandard::CL20
    }
}

/// Which multiplications and additions are contracted: `-ffp-contract`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FpContract {
    /// Those within one expression, unless a pragma says otherwise.
    #[default]
    On,
    /// None.
    Off,
    /// All.
    Fast,
}

impl Options {
    /// Floating-point assumptions for all operations of a program.
    pub fn fast_math(&self) -> InstFlags {
        let mut flags = InstFlags::empty();
        flags.set(InstFlags::FAST, self.fast_relaxed_math);
        if self.unsafe_math {
            flags |=
                InstFlags::REASSOC | InstFlags::NSZ | InstFlags::ARCP | InstFlags::AFN | InstFlags::CONTRACT;
        }
        if self.finite_math_only {
            flags |= InstFlags::NNAN | InstFlags::NINF;
        }
        if self.no_signed_zeros {
            flags |= InstFlags::NSZ;
        }
        if self.mad_enable || self.fp_contract == FpContract::Fast {
            flags |= InstFlags::CONTRACT;
        }
        flags
    }
}

/// All options that affect the meaning of a source file or its diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `-D` and `-U` in command-line order: `Ok("NAME=VALUE")` (or `NAME`, `F(x)=BODY`) defines, `Err("NAME")` undefines.
    pub macros: Vec<Result<String, String>>,
    /// Directories of `-I`, searched in order after the including file's own.
    pub include_dirs: Vec<String>,
    /// Files of `-include`, read before the source.
    pub includes: Vec<String>,
    /// Headers held in memory: name as written in `#include` and text; searched before directories.
    pub headers: Vec<(String, SourceText)>,
    /// Language version.
    pub cl_std: CLStandard,
    /// `-cl-ext=`: extensions and optional features, by name or `all`, and whether they are enabled; the last one wins.
    pub extensions: Vec<(String, bool)>,
    /// `-cl-fast-relaxed-math`: implies finite-math-only and unsafe-math, defines `__FAST_RELAXED_MATH__`.
    pub fast_relaxed_math: bool,
    /// `-cl-mad-enable`: multiply and add may be fused with reduced accuracy across statements.
    pub mad_enable: bool,
    /// `-cl-unsafe-math-optimizations`: implies mad-enable and no-signed-zeros.
    pub unsafe_math: bool,
    /// `-cl-finite-math-only`: no NaN, no infinity.
    pub finite_math_only: bool,
    /// `-cl-no-signed-zeros`.
    pub no_signed_zeros: bool,
    /// `-cl-denorms-are-zero`: f32 denormals may be flushed.
    pub denorms_are_zero: bool,
    /// `-ffp-contract`.
    pub fp_contract: FpContract,
    /// `-cl-single-precision-constant`: literals without suffix are `float`.
    pub single_precision_constant: bool,
    /// `-cl-fp32-correctly-rounded-divide-sqrt`.
    pub correctly_rounded_divide_sqrt: bool,
    /// `-cl-uniform-work-group-size`: the grid is a multiple of the work-group, as it is before OpenCL 2.0.
    pub uniform_work_group_size: bool,
    /// `-W` and `-w`: which warnings are given, and which of them are errors.
    pub warnings: WarningOptions,
    /// `-O` level, 0 to 3; defines `__OPTIMIZE__` above 0.
    pub opt_level: u8,
    /// `-g`: line information.
    pub debug: bool,
    /// Whether instructions know their lines for messages of passes, though debug information does not describe them.
    pub tracks_lines: bool,
    /// The directory that names of files are relative to, in debug information.
    pub directory: String,
    /// Of macros used in macros: how many, from the outermost one on, are followed to where their definitions spell what
    /// they make. What others make is where they are used.
    pub spelled_macros: u8,
    /// Whether the IR keeps the source positions of calls, for errors found in later stages.
    pub keep_places: bool,
    /// Whether the IR is for checks of programs that run: it marks where variables come into scope and leave it, and calls
    /// library functions however short they are.
    pub for_checks: bool,
}

impl Options {
    /// Whether the extension or optional feature `name` of the target is enabled.
    pub fn allows(&self, name: &str) -> bool {
        let said = self.extensions.iter().rev();
        let mut said = said.filter(|(other, _)| other == name || other == "all");
        said.next().is_none_or(|&(_, on)| on)
    }

    /// The same for a feature that versions before 3.0 always have.
    fn allows_feature(&self, name: &str) -> bool {
        self.cl_std < CLStandard::CL30 || self.allows(name)
    }

    /// Whether there is a generic address space, which then is the default for pointers.
    pub fn has_generic_space(&self) -> bool {
        self.cl_std.generic_by_default() && self.allows_feature("__opencl_c_generic_address_space")
    }

    /// Whether variables at program scope may be in the global address space.
    pub fn has_global_variables(&self) -> bool {
        self.cl_std.generic_by_default() && self.allows_feature("__opencl_c_program_scope_global_variables")
    }

    /// Whether functions may read and write the same image.
    pub fn has_read_write_images(&self) -> bool {
        self.cl_std.generic_by_default() && self.allows_feature("__opencl_c_read_write_images")
    }

    /// Whether the type `double` is available.
    pub fn has_double(&self) -> bool {
        self.allows("cl_khr_fp64") && self.allows_feature("__opencl_c_fp64")
    }
}
