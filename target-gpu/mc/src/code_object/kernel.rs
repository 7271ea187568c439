//! The settings of a kernel: the `.amdhsa_` directives, their text and the descriptor they form.

use super::descriptor::KernelDescriptor;
use crate::subtarget::Subtarget;
use crate::tables::features;
use std::fmt::Write;

/// The position of a setting in the descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    GroupSize,
    PrivateSize,
    KernargSize,
    Rsrc1(u32),
    Rsrc2(u32),
    Rsrc3(u32),
    Properties(u32),
    Preload(u32),
    /// Input of a computation.
    Computed,
}

/// One `.amdhsa_` directive.
struct Directive {
    name: &'static str,
    /// Largest value.
    max: u64,
    place: Place,
    /// Whether assemblers print it for this target.
    printed: bool,
    get: fn(&KernelSettings) -> u64,
    set: fn(&mut KernelSettings, u64),
}

macro_rules! settings {
    ($($(#[$doc:meta])* $field:ident: $ty:ty = $default:expr, $name:literal, max $max:expr, $place:expr, $printed:literal;)*) => {
        /// The settings of a kernel. Fields are named after the directives of LLVM's assembler.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct KernelSettings {
            $($(#[$doc])* pub $field: $ty,)*
        }

        impl Default for KernelSettings {
            fn default() -> KernelSettings {
                KernelSettings { $($field: $default,)* }
            }
        }

        /// In the order in which they are printed.
        const DIRECTIVES: &[Directive] = &[$(Directive {
            name: $name,
            max: $max,
            place: $place,
            printed: $printed,
            get: |settings| u64::from(settings.$field),
            set: |settings, value| settings.$field = from_value(value),
        },)*];
    };
}

/// Directive values as field types; values were checked against their maximum before.
trait FromValue {
    fn from_value(value: u64) -> Self;
}
impl FromValue for u32 {
    fn from_value(value: u64) -> u32 {
        value as u32
    }
}
impl FromValue for bool {
    fn from_value(value: u64) -> bool {
        value != 0
    }
}
fn from_value<T: FromValue>(value: u64) -> T {
    T::from_value(value)
}

const U32: u64 = u32::MAX as u64;

settings! {
    /// Static LDS in bytes.
    group_segment_fixed_size: u32 = 0, ".amdhsa_group_segment_fixed_size", max U32, Place::GroupSize, true;
    /// Scratch of a work-item in bytes.
    private_segment_fixed_size: u32 = 0, ".amdhsa_private_segment_fixed_size", max U32, Place::PrivateSize, true;
    /// Kernel arguments in bytes.
    kernarg_size: u32 = 0, ".amdhsa_kernarg_size", max U32, Place::KernargSize, true;
    /// User SGPRs; by default computed from the enabled inputs.
    user_sgpr_count: u32 = u32::MAX, ".amdhsa_user_sgpr_count", max 31, Place::Computed, true;
    /// Loads the private segment buffer descriptor (not on targets with architected flat scratch).
    user_sgpr_private_segment_buffer: bool = false, ".amdhsa_user_sgpr_private_segment_buffer", max 1, Place::Properties(0), false;
    /// Loads the dispatch packet pointer.
    user_sgpr_dispatch_ptr: bool = false, ".amdhsa_user_sgpr_dispatch_ptr", max 1, Place::Properties(1), true;
    /// Loads the queue pointer.
    user_sgpr_queue_ptr: bool = false, ".amdhsa_user_sgpr_queue_ptr", max 1, Place::Properties(2), true;
    /// Loads the kernel argument pointer.
    user_sgpr_kernarg_segment_ptr: bool = false, ".amdhsa_user_sgpr_kernarg_segment_ptr", max 1, Place::Properties(3), true;
    /// Loads the dispatch id.
    user_sgpr_dispatch_id: bool = false, ".amdhsa_user_sgpr_dispatch_id", max 1, Place::Properties(4), true;
    /// Loads the flat scratch initializer (not on targets with architected flat scratch).
    user_sgpr_flat_scratch_init: bool = false, ".amdhsa_user_sgpr_flat_scratch_init", max 1, Place::Properties(5), false;
    /// Preloaded kernel arguments, in dwords.
    user_sgpr_kernarg_preload_length: u32 = 0, ".amdhsa_user_sgpr_kernarg_preload_length", max 127, Place::Preload(0), true;
    /// Their offset, in dwords.
    user_sgpr_kernarg_preload_offset: u32 = 0, ".amdhsa_user_sgpr_kernarg_preload_offset", max 511, Place::Preload(7), true;
    /// Loads the private segment size.
    user_sgpr_private_segment_size: bool = false, ".amdhsa_user_sgpr_private_segment_size", max 1, Place::Properties(6), true;
    /// Waves have 32 lanes.
    wavefront_size32: bool = true, ".amdhsa_wavefront_size32", max 1, Place::Properties(10), true;
    /// The stack grows by amounts unknown to the compiler.
    uses_dynamic_stack: bool = false, ".amdhsa_uses_dynamic_stack", max 1, Place::Properties(11), true;
    /// The kernel uses scratch.
    enable_private_segment: bool = false, ".amdhsa_enable_private_segment", max 1, Place::Rsrc2(0), true;
    /// Work-group id x in a scalar register.
    system_sgpr_workgroup_id_x: bool = true, ".amdhsa_system_sgpr_workgroup_id_x", max 1, Place::Rsrc2(7), true;
    /// Work-group id y.
    system_sgpr_workgroup_id_y: bool = false, ".amdhsa_system_sgpr_workgroup_id_y", max 1, Place::Rsrc2(8), true;
    /// Work-group id z.
    system_sgpr_workgroup_id_z: bool = false, ".amdhsa_system_sgpr_workgroup_id_z", max 1, Place::Rsrc2(9), true;
    /// Work-group information.
    system_sgpr_workgroup_info: bool = false, ".amdhsa_system_sgpr_workgroup_info", max 1, Place::Rsrc2(10), true;
    /// Work-item ids: 0 x, 1 x and y, 2 x, y and z; 3 is reserved.
    system_vgpr_workitem_id: u32 = 0, ".amdhsa_system_vgpr_workitem_id", max 3, Place::Rsrc2(11), true;
    /// One past the highest vector register, including accumulation registers (from `accum_offset`).
    next_free_vgpr: u32 = 0, ".amdhsa_next_free_vgpr", max 1024, Place::Computed, true;
    /// One past the highest numbered scalar register.
    next_free_sgpr: u32 = 0, ".amdhsa_next_free_sgpr", max 128, Place::Computed, true;
    /// First accumulation register of the unified file, a multiple of 4 from 4 to 256.
    accum_offset: u32 = 0, ".amdhsa_accum_offset", max 256, Place::Computed, true;
    /// VCC is used.
    reserve_vcc: bool = true, ".amdhsa_reserve_vcc", max 1, Place::Computed, true;
    /// FLAT_SCRATCH is reserved (targets without architected flat scratch).
    reserve_flat_scratch: bool = true, ".amdhsa_reserve_flat_scratch", max 1, Place::Computed, false;
    /// XNACK_MASK is reserved.
    reserve_xnack_mask: bool = false, ".amdhsa_reserve_xnack_mask", max 1, Place::Computed, false;
    /// Rounding of f32: 0 nearest, 1 up, 2 down, 3 to zero.
    float_round_mode_32: u32 = 0, ".amdhsa_float_round_mode_32", max 3, Place::Rsrc1(12), true;
    /// Rounding of f16 and f64.
    float_round_mode_16_64: u32 = 0, ".amdhsa_float_round_mode_16_64", max 3, Place::Rsrc1(14), true;
    /// Denormals of f32: 0 flush, 1 flush results, 2 flush sources, 3 keep.
    float_denorm_mode_32: u32 = 0, ".amdhsa_float_denorm_mode_32", max 3, Place::Rsrc1(16), true;
    /// Denormals of f16 and f64.
    float_denorm_mode_16_64: u32 = 3, ".amdhsa_float_denorm_mode_16_64", max 3, Place::Rsrc1(18), true;
    /// Clamping a NaN gives 0.
    dx10_clamp: bool = true, ".amdhsa_dx10_clamp", max 1, Place::Rsrc1(21), true;
    /// Signalling NaNs are quieted, minimum and maximum follow IEEE 754-2008.
    ieee_mode: bool = true, ".amdhsa_ieee_mode", max 1, Place::Rsrc1(23), true;
    /// f16 overflow gives the largest number.
    fp16_overflow: bool = false, ".amdhsa_fp16_overflow", max 1, Place::Rsrc1(26), true;
    /// Waves of a work-group may run on several compute units.
    tg_split: bool = false, ".amdhsa_tg_split", max 1, Place::Rsrc3(16), true;
    /// A work-group has both compute units of a work-group processor.
    workgroup_processor_mode: bool = true, ".amdhsa_workgroup_processor_mode", max 1, Place::Rsrc1(29), true;
    /// Loads and atomics that return values are done in order.
    memory_ordered: bool = true, ".amdhsa_memory_ordered", max 1, Place::Rsrc1(30), true;
    /// Waves make progress even if older ones wait.
    forward_progress: bool = true, ".amdhsa_forward_progress", max 1, Place::Rsrc1(31), true;
    /// Vector registers that both halves of a wave of 64 lanes share, in units of eight.
    shared_vgpr_count: u32 = 0, ".amdhsa_shared_vgpr_count", max 15, Place::Rsrc3(0), true;
    /// Code that is fetched before the first instruction, in units of 128 bytes.
    inst_pref_size: u32 = 0, ".amdhsa_inst_pref_size", max 255, Place::Rsrc3(4), true;
    /// Waves of a work-group are scheduled in turn.
    round_robin_scheduling: bool = false, ".amdhsa_round_robin_scheduling", max 1, Place::Rsrc1(21), true;
    /// Exception on an invalid operation.
    exception_fp_ieee_invalid_op: bool = false, ".amdhsa_exception_fp_ieee_invalid_op", max 1, Place::Rsrc2(24), true;
    /// Exception on a denormal source.
    exception_fp_denorm_src: bool = false, ".amdhsa_exception_fp_denorm_src", max 1, Place::Rsrc2(25), true;
    /// Exception on a division by zero.
    exception_fp_ieee_div_zero: bool = false, ".amdhsa_exception_fp_ieee_div_zero", max 1, Place::Rsrc2(26), true;
    /// Exception on overflow.
    exception_fp_ieee_overflow: bool = false, ".amdhsa_exception_fp_ieee_overflow", max 1, Place::Rsrc2(27), true;
    /// Exception on underflow.
    exception_fp_ieee_underflow: bool = false, ".amdhsa_exception_fp_ieee_underflow", max 1, Place::Rsrc2(28), true;
    /// Exception on an inexact result.
    exception_fp_ieee_inexact: bool = false, ".amdhsa_exception_fp_ieee_inexact", max 1, Place::Rsrc2(29), true;
    /// Exception on an integer division by zero.
    exception_int_div_zero: bool = false, ".amdhsa_exception_int_div_zero", max 1, Place::Rsrc2(30), true;
}

/// The directive for the use of scratch on processors with architected flat scratch, and its counterpart on the others.
const PRIVATE_SEGMENT: &str = ".amdhsa_enable_private_segment";
const WAVEFRONT_OFFSET: &str = ".amdhsa_system_sgpr_private_segment_wavefront_offset";
/// Directives of processors without architected flat scratch.
const NOT_ARCHITECTED: [&str; 4] = [
    ".amdhsa_user_sgpr_private_segment_buffer",
    ".amdhsa_user_sgpr_flat_scratch_init",
    ".amdhsa_reserve_flat_scratch",
    WAVEFRONT_OFFSET,
];

/// Directives of processors from gfx90a on.
const FROM_GFX90A: [&str; 4] = [
    ".amdhsa_accum_offset",
    ".amdhsa_tg_split",
    ".amdhsa_user_sgpr_kernarg_preload_length",
    ".amdhsa_user_sgpr_kernarg_preload_offset",
];

/// Directives of processors from GFX10 on.
const FROM_GFX10: [&str; 5] = [
    ".amdhsa_wavefront_size32",
    ".amdhsa_workgroup_processor_mode",
    ".amdhsa_memory_ordered",
    ".amdhsa_forward_progress",
    ".amdhsa_shared_vgpr_count",
];

/// Directives that gfx12 no longer has: there it is as if the first two were set.
const BEFORE_GFX12: [&str; 3] = [
    ".amdhsa_dx10_clamp",
    ".amdhsa_ieee_mode",
    ".amdhsa_shared_vgpr_count",
];
/// The directive for the order in which waves get their turn.
const ROUND_ROBIN: &str = ".amdhsa_round_robin_scheduling";

/// The most that the field for what is fetched holds before gfx12.
const MOST_PREFETCHED: u32 = 63;
/// The directive for what is fetched before code starts.
const PREFETCH: &str = ".amdhsa_inst_pref_size";

/// Blocks of vector registers that the field of a descriptor can count.
const MOST_BLOCKS: u32 = 64;

/// Why a processor does not support a directive.
pub fn unsupported(directive: &str, subtarget: &Subtarget) -> Option<String> {
    if FROM_GFX90A.contains(&directive) && !subtarget.has(features::GFX90A) {
        return Some(format!("{directive} is not supported before gfx90a"));
    }
    if FROM_GFX10.contains(&directive) && subtarget.has(features::GFX9) {
        return Some(format!("{directive} is not supported before gfx10"));
    }
    if directive == PREFETCH && (subtarget.has(features::GFX9) || subtarget.has(features::GFX10)) {
        return Some(format!("{directive} is not supported before gfx11"));
    }
    let is_gfx12 = subtarget.has(features::GFX12);
    if directive == ROUND_ROBIN && !is_gfx12 {
        return Some(format!("{directive} is not supported before gfx12"));
    }
    if BEFORE_GFX12.contains(&directive) && is_gfx12 {
        return Some(format!("{directive} is not supported from gfx12 on"));
    }
    match subtarget.has(features::ARCHITECTED_FLAT_SCRATCH) {
        true if NOT_ARCHITECTED.contains(&directive) => Some(format!(
            "{directive} is not supported with architected flat scratch"
        )),
        false if directive == PRIVATE_SEGMENT => Some(format!(
            "{directive} is not supported without architected flat scratch"
        )),
        _ => None,
    }
}

/// The name of a directive on a processor.
fn name_of(directive: &Directive, subtarget: &Subtarget) -> &'static str {
    match directive.name {
        PRIVATE_SEGMENT if !subtarget.has(features::ARCHITECTED_FLAT_SCRATCH) => WAVEFRONT_OFFSET,
        name => name,
    }
}

impl KernelSettings {
    /// What kernels have without any directives.
    pub fn of(subtarget: &Subtarget) -> KernelSettings {
        KernelSettings {
            wavefront_size32: subtarget.wave_size == 32,
            ..KernelSettings::default()
        }
    }

    /// Applies a directive; `None` if it is unknown.
    pub fn set(&mut self, directive: &str, value: u64) -> Option<Result<(), String>> {
        let name = if directive == WAVEFRONT_OFFSET {
            PRIVATE_SEGMENT
        } else {
            directive
        };
        let found = DIRECTIVES.iter().find(|known| known.name == name)?;
        if value > found.max {
            return Some(Err("value out of range".to_string()));
        }
        (found.set)(self, value);
        Some(Ok(()))
    }

    /// User SGPRs needed for the enabled values.
    pub fn enabled_user_sgprs(&self) -> u32 {
        4 * u32::from(self.user_sgpr_private_segment_buffer)
            + 2 * u32::from(self.user_sgpr_dispatch_ptr)
            + 2 * u32::from(self.user_sgpr_queue_ptr)
            + 2 * u32::from(self.user_sgpr_kernarg_segment_ptr)
            + 2 * u32::from(self.user_sgpr_dispatch_id)
            + 2 * u32::from(self.user_sgpr_flat_scratch_init)
            + u32::from(self.user_sgpr_private_segment_size)
            + self.user_sgpr_kernarg_preload_length
    }

    /// The user SGPR count of the descriptor.
    pub fn user_sgprs(&self) -> u32 {
        if self.user_sgpr_count == u32::MAX {
            self.enabled_user_sgprs()
        } else {
            self.user_sgpr_count
        }
    }

    /// Scalar registers used, including special ones (`.sgpr_count` of the metadata).
    pub fn total_sgprs(&self, subtarget: &Subtarget) -> u32 {
        let extra = if !subtarget.has(features::GFX9) {
            2 * u32::from(self.reserve_vcc)
        } else if subtarget.has(features::ARCHITECTED_FLAT_SCRATCH) || self.reserve_flat_scratch {
            6
        } else if self.reserve_xnack_mask {
            4
        } else {
            2 * u32::from(self.reserve_vcc)
        };
        // Registers initialized by the dispatch count as used.
        self.next_free_sgpr.max(self.enabled_user_sgprs()) + extra
    }

    /// The descriptor; a relocation sets its entry offset.
    pub fn descriptor(&self, subtarget: &Subtarget) -> Result<KernelDescriptor, String> {
        let mut descriptor = KernelDescriptor::default();
        for directive in DIRECTIVES {
            if unsupported(name_of(directive, subtarget), subtarget).is_some() {
                continue;
            }
            let value = (directive.get)(self) as u32;
            match directive.place {
                Place::GroupSize => descriptor.group_segment_fixed_size = value,
                Place::PrivateSize => descriptor.private_segment_fixed_size = value,
                Place::KernargSize => descriptor.kernarg_size = value,
                Place::Rsrc1(bit) => descriptor.compute_pgm_rsrc1 |= value << bit,
                Place::Rsrc2(bit) => descriptor.compute_pgm_rsrc2 |= value << bit,
                Place::Rsrc3(bit) => descriptor.compute_pgm_rsrc3 |= value << bit,
                Place::Properties(bit) => descriptor.kernel_code_properties |= (value << bit) as u16,
                Place::Preload(bit) => descriptor.kernarg_preload |= (value << bit) as u16,
                Place::Computed => {}
            }
        }
        let enabled = self.enabled_user_sgprs();
        if self.user_sgprs() < enabled {
            return Err("amdgpu_user_sgpr_count smaller than implied by enabled user SGPRs".to_string());
        }
        if self.inst_pref_size > MOST_PREFETCHED && !subtarget.has(features::GFX12) {
            return Err(format!("{PREFETCH} is at most {MOST_PREFETCHED} before gfx12"));
        }
        descriptor.compute_pgm_rsrc2 |= self.user_sgprs() << 1;
        let limits = subtarget.limits();
        let block = subtarget.vgpr_block(self.wavefront_size32);
        if self.next_free_vgpr > MOST_BLOCKS * block {
            return Err("too many vector registers".to_string());
        }
        descriptor.compute_pgm_rsrc1 |= self.next_free_vgpr.max(1).div_ceil(block) - 1;
        if self.shared_vgpr_count != 0 && self.wavefront_size32 && !subtarget.has(features::GFX9) {
            return Err("waves of 32 lanes have no shared vector registers".to_string());
        }
        if self.next_free_sgpr > limits.sgprs {
            return Err("too many scalar registers".to_string());
        }
        // Later, all waves have all scalar registers.
        if subtarget.has(features::GFX9) {
            descriptor.compute_pgm_rsrc1 |= (self.total_sgprs(subtarget).max(1).div_ceil(8) - 1) << 6;
        }
        if subtarget.has(features::UNIFIED_VGPRS) {
            if !(4..=limits.vgprs).contains(&self.accum_offset) || !self.accum_offset.is_multiple_of(4) {
                return Err("accum_offset should be in range [4..256] in increments of 4".to_string());
            }
            if self.accum_offset > self.next_free_vgpr.max(1).next_multiple_of(4) {
                return Err("accum_offset exceeds total VGPR allocation".to_string());
            }
            descriptor.compute_pgm_rsrc3 |= self.accum_offset / 4 - 1;
        }
        Ok(descriptor)
    }

    /// The directives between `.amdhsa_kernel` and `.end_amdhsa_kernel`.
    pub fn to_text(&self, name: &str, subtarget: &Subtarget) -> String {
        let mut out = String::from("\t.amdhsa_kernel ");
        crate::print::print_symbol(name, &mut out);
        out.push('\n');
        for directive in DIRECTIVES {
            let name = name_of(directive, subtarget);
            let is_printed = directive.printed || NOT_ARCHITECTED.contains(&name);
            if !is_printed || unsupported(name, subtarget).is_some() {
                continue;
            }
            let value = match name {
                ".amdhsa_user_sgpr_count" => u64::from(self.user_sgprs()),
                _ => (directive.get)(self),
            };
            let _ = writeln!(out, "\t\t{name} {value}");
        }
        out.push_str("\t.end_amdhsa_kernel\n");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn granules() {
        let target = Subtarget::default();
        let settings = |vgprs, sgprs, accum_offset| KernelSettings {
            next_free_vgpr: vgprs,
            next_free_sgpr: sgprs,
            accum_offset,
            ..KernelSettings::default()
        };
        for (sgprs, field) in [(0, 0), (8, 1), (16, 2), (40, 5), (96, 12), (100, 13), (102, 13)] {
            let descriptor = settings(4, sgprs, 4).descriptor(&target).unwrap();
            assert_eq!(descriptor.compute_pgm_rsrc1 >> 6 & 15, field, "{sgprs} SGPRs");
        }
        let descriptor = settings(18, 8, 12).descriptor(&target).unwrap();
        assert_eq!(
            (
                descriptor.compute_pgm_rsrc1 & 63,
                descriptor.compute_pgm_rsrc3 & 63
            ),
            (2, 2)
        );
        assert!(settings(8, 8, 16).descriptor(&target).is_err());
        assert!(settings(8, 8, 5).descriptor(&target).is_err());
    }

    #[test]
    fn directives_by_name() {
        let mut settings = KernelSettings::default();
        assert_eq!(settings.set(".amdhsa_ieee_mode", 0), Some(Ok(())));
        assert!(!settings.ieee_mode);
        assert!(matches!(settings.set(".amdhsa_ieee_mode", 2), Some(Err(_))));
        assert_eq!(settings.set(".amdhsa_foo", 0), None);
    }
}
