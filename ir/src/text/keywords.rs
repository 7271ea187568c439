//! Keywords of the text form that reader and writer share: calling conventions, linkages, flags.

use crate::context::{Linkage, Visibility};
use crate::inst::{CallConv, InstFlags};

/// Calling conventions with a name, by number (LLVM's `CallingConv::ID`).
const CALL_CONVS: &[(&str, u16)] = &[
    ("fastcc", 8),
    ("coldcc", 9),
    ("ghccc", 10),
    ("anyregcc", 13),
    ("preserve_mostcc", 14),
    ("preserve_allcc", 15),
    ("swiftcc", 16),
    ("cxx_fast_tlscc", 17),
    ("tailcc", 18),
    ("cfguard_checkcc", 19),
    ("swifttailcc", 20),
    ("preserve_nonecc", 21),
    ("x86_stdcallcc", 64),
    ("x86_fastcallcc", 65),
    ("arm_apcscc", 66),
    ("arm_aapcscc", 67),
    ("arm_aapcs_vfpcc", 68),
    ("msp430_intrcc", 69),
    ("x86_thiscallcc", 70),
    ("ptx_kernel", 71),
    ("ptx_device", 72),
    ("spir_func", 75),
    ("spir_kernel", 76),
    ("intel_ocl_bicc", 77),
    ("x86_64_sysvcc", 78),
    ("win64cc", 79),
    ("x86_vectorcallcc", 80),
    ("x86_intrcc", 83),
    ("avr_intrcc", 84),
    ("avr_signalcc", 85),
    ("amdgpu_vs", 87),
    ("amdgpu_gs", 88),
    ("amdgpu_ps", 89),
    ("amdgpu_cs", 90),
    ("amdgpu_kernel", 91),
    ("x86_regcallcc", 92),
    ("amdgpu_hs", 93),
    ("amdgpu_ls", 95),
    ("amdgpu_es", 96),
    ("aarch64_vector_pcs", 97),
    ("aarch64_sve_vector_pcs", 98),
    ("amdgpu_gfx", 100),
    ("m68k_intrcc", 101),
    ("aarch64_sme_preservemost_from_x0", 102),
    ("aarch64_sme_preservemost_from_x2", 103),
    ("amdgpu_cs_chain", 104),
    ("amdgpu_cs_chain_preserve", 105),
    ("m68k_rtdcc", 106),
    ("graalcc", 107),
    ("riscv_vector_cc", 110),
    ("aarch64_sme_preservemost_from_x1", 111),
    ("amdgpu_gfx_whole_wave", 124),
];

impl CallConv {
    /// LLVM's number of the convention.
    pub fn number(self) -> u16 {
        match self {
            CallConv::C => 0,
            CallConv::Fast => 8,
            CallConv::Cold => 9,
            CallConv::AmdgpuKernel => 91,
            CallConv::SpirKernel => 76,
            CallConv::SpirFunc => 75,
            CallConv::AmdgpuGfx => 100,
            CallConv::AmdgpuCs => 90,
            CallConv::Numbered(number) => number,
        }
    }

    /// The convention with LLVM's number.
    pub fn from_number(number: u16) -> CallConv {
        match number {
            0 => CallConv::C,
            8 => CallConv::Fast,
            9 => CallConv::Cold,
            91 => CallConv::AmdgpuKernel,
            76 => CallConv::SpirKernel,
            75 => CallConv::SpirFunc,
            100 => CallConv::AmdgpuGfx,
            90 => CallConv::AmdgpuCs,
            _ => CallConv::Numbered(number),
        }
    }

    /// The convention spelled `text`.
    pub fn from_name(text: &str) -> Option<CallConv> {
        if text == "ccc" {
            return Some(CallConv::C);
        }
        let entry = CALL_CONVS.iter().find(|e| e.0 == text)?;
        Some(CallConv::from_number(entry.1))
    }

    /// Whether functions of the convention are kernels: the dispatcher calls them, with arguments in memory.
    pub fn is_kernel(self) -> bool {
        matches!(self, CallConv::AmdgpuKernel | CallConv::SpirKernel)
    }

    /// Whether functions of the convention are stages of a graphics pipeline, or compute shaders of graphics drivers:
    /// `amdgpu_vs`, `_gs`, `_ps`, `_cs`, `_hs`, `_ls` and `_es`.
    pub fn is_shader(self) -> bool {
        matches!(self.number(), 87..=90 | 93 | 95 | 96)
    }

    /// Whether functions of the convention are parts of a chain, in which each ends with a jump to the next: `amdgpu_cs_chain` and
    /// `amdgpu_cs_chain_preserve`.
    pub fn is_chain(self) -> bool {
        matches!(self.number(), 104 | 105)
    }

    /// The keyword; none for `ccc`, which is implicit, and for conventions that only have a number.
    pub fn name(self) -> Option<&'static str> {
        let number = self.number();
        CALL_CONVS.iter().find(|e| e.1 == number).map(|e| e.0)
    }
}

impl Linkage {
    /// Linkages with their keywords.
    pub const NAMES: &'static [(&'static str, Linkage)] = &[
        ("external", Linkage::External),
        ("internal", Linkage::Internal),
        ("private", Linkage::Private),
        ("available_externally", Linkage::AvailableExternally),
        ("linkonce", Linkage::LinkOnce),
        ("linkonce_odr", Linkage::LinkOnceOdr),
        ("weak", Linkage::Weak),
        ("weak_odr", Linkage::WeakOdr),
        ("common", Linkage::Common),
        ("appending", Linkage::Appending),
        ("extern_weak", Linkage::ExternWeak),
    ];

    /// The keyword.
    pub fn name(self) -> &'static str {
        Linkage::NAMES[self as usize].0
    }

    /// The linkage spelled `text`.
    pub fn from_name(text: &str) -> Option<Linkage> {
        Linkage::NAMES.iter().find(|e| e.0 == text).map(|e| e.1)
    }
}

impl Visibility {
    /// The keyword; empty for the default.
    pub fn name(self) -> &'static str {
        match self {
            Visibility::Default => "",
            Visibility::Hidden => "hidden",
            Visibility::Protected => "protected",
        }
    }
}

/// Fast-math flags in the order in which they are written.
pub const FAST_MATH_FLAGS: &[(&str, InstFlags)] = &[
    ("reassoc", InstFlags::REASSOC),
    ("nnan", InstFlags::NNAN),
    ("ninf", InstFlags::NINF),
    ("nsz", InstFlags::NSZ),
    ("arcp", InstFlags::ARCP),
    ("contract", InstFlags::CONTRACT),
    ("afn", InstFlags::AFN),
];

/// Integer flags in the order in which they are written.
pub const INT_FLAGS: &[(&str, InstFlags)] = &[
    ("nuw", InstFlags::NUW),
    ("nsw", InstFlags::NSW),
    ("exact", InstFlags::EXACT),
    ("disjoint", InstFlags::DISJOINT),
    ("nneg", InstFlags::NNEG),
    ("samesign", InstFlags::SAMESIGN),
];

/// A position of attributes: functions and calls.
pub(crate) const F: u8 = 1;
/// A position of attributes: parameters and arguments.
pub(crate) const P: u8 = 2;
/// A position of attributes: results.
pub(crate) const R: u8 = 4;
/// Values of both kinds.
const V: u8 = P | R;

/// Names of attributes (LLVM 22, and older ones that are rewritten) and their positions, sorted.
#[rustfmt::skip]
const ATTRIBUTES: &[(&str, u8)] = &[
    ("align", F | V), ("alignstack", F | V), ("allocalign", P), ("allockind", F), ("allocptr", P),
    ("allocsize", F), ("alwaysinline", F), ("argmemonly", F), ("builtin", F), ("byref", P), ("byval", P),
    ("captures", P), ("cold", F), ("convergent", F), ("coro_elide_safe", F),
    ("coro_only_destroy_when_complete", F), ("dead_on_return", P), ("dead_on_unwind", P), ("denormal_fpenv", F),
    ("dereferenceable", V), ("dereferenceable_or_null", V), ("disable_sanitizer_instrumentation", F),
    ("elementtype", P), ("fn_ret_thunk_extern", F), ("hot", F), ("hybrid_patchable", F), ("immarg", P),
    ("inaccessiblemem_or_argmemonly", F), ("inaccessiblememonly", F), ("inalloca", P), ("initializes", P),
    ("inlinehint", F), ("inreg", V), ("jumptable", F), ("memory", F), ("minsize", F), ("mustprogress", F),
    ("naked", F), ("nest", P), ("noalias", V), ("nobuiltin", F), ("nocallback", F), ("nocapture", P),
    ("nocf_check", F), ("nocreateundeforpoison", F), ("nodivergencesource", F), ("noduplicate", F),
    ("noext", V), ("nofpclass", V), ("nofree", F | P), ("noimplicitfloat", F), ("noinline", F),
    ("nomerge", F), ("nonlazybind", F), ("nonnull", V), ("noprofile", F), ("norecurse", F), ("noredzone", F),
    ("noreturn", F), ("nosanitize_bounds", F), ("nosanitize_coverage", F), ("nosync", F), ("noundef", V),
    ("nounwind", F), ("null_pointer_is_valid", F), ("optdebug", F), ("optforfuzzing", F), ("optnone", F),
    ("optsize", F), ("preallocated", F | P), ("presplitcoroutine", F), ("range", V), ("readnone", F | P),
    ("readonly", F | P), ("returned", P), ("returns_twice", F), ("safestack", F), ("sanitize_address", F),
    ("sanitize_alloc_token", F), ("sanitize_hwaddress", F), ("sanitize_memory", F), ("sanitize_memtag", F),
    ("sanitize_numerical_stability", F), ("sanitize_realtime", F), ("sanitize_realtime_blocking", F),
    ("sanitize_thread", F), ("sanitize_type", F), ("shadowcallstack", F), ("signext", V), ("skipprofile", F),
    ("speculatable", F), ("speculative_load_hardening", F), ("sret", P), ("ssp", F), ("sspreq", F),
    ("sspstrong", F), ("strictfp", F), ("swiftasync", P), ("swifterror", P), ("swiftself", P), ("uwtable", F),
    ("vscale_range", F), ("willreturn", F), ("writable", P), ("writeonly", F | P), ("zeroext", V),
];

/// The positions allowed for the attribute of this name: a sum of [`F`], [`P`] and [`R`], 0 if there is none.
pub(crate) fn attribute_places(name: &str) -> u8 {
    ATTRIBUTES
        .binary_search_by_key(&name, |entry| entry.0)
        .map_or(0, |index| ATTRIBUTES[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_agree_with_the_enums() {
        for (index, entry) in Linkage::NAMES.iter().enumerate() {
            assert_eq!(entry.1 as usize, index);
        }
        for &(name, number) in CALL_CONVS {
            let conv = CallConv::from_number(number);
            assert_eq!((conv.number(), conv.name()), (number, Some(name)));
        }
    }

    #[test]
    fn attributes_are_sorted() {
        assert!(ATTRIBUTES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
