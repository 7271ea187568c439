//! Initial floating-point modes of kernels: from their attributes to fields of the descriptor and of the MODE register.

use wavec_ir::Module;
use wavec_ir::entities::FuncRef;

/// Modes of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FpMode {
    /// Denormals of f32: 0 flush, 1 flush results, 2 flush sources, 3 keep.
    pub denormals_32: u32,
    /// Denormals of f16 and f64.
    pub denormals_16_64: u32,
    /// Clamping makes NaNs zero.
    pub dx10_clamp: bool,
    /// Signaling NaNs are quieted.
    pub ieee: bool,
}

impl FpMode {
    /// The register MODE.
    pub fn register(self) -> u32 {
        self.denormals_32 << 4
            | self.denormals_16_64 << 6
            | u32::from(self.dx10_clamp) << 8
            | u32::from(self.ieee) << 9
    }
}

/// The value of `llvm.get.rounding`, indexed by the four bits of MODE: f32 in the low two, f16 and f64 in the high two.
/// LLVM's numbers cover equal rounding of both; the others are AMD's.
/// Source: AMDGPU usage, "Rounding Mode Values" (nearest, up, down, towards zero in the order of the hardware).
pub const ROUNDINGS: [u32; 16] = [1, 11, 14, 17, 8, 2, 15, 18, 9, 12, 3, 19, 10, 13, 16, 0];

/// The modes requested for `kernel` by `denormal-fp-math`, `denormal-fp-math-f32`, `amdgpu-dx10-clamp` and
/// `amdgpu-ieee`.
pub fn of(module: &Module, kernel: FuncRef) -> FpMode {
    let ctx = &module.ctx;
    let conv = ctx.functions[kernel].conv;
    let attributes = ctx.functions[kernel].attrs;
    let text = |name: &str| ctx.string_attribute(attributes, name).unwrap_or_default();
    let all = denormals(text("denormal-fp-math"));
    FpMode {
        denormals_32: denormals(text("denormal-fp-math-f32")).or(all).unwrap_or(3),
        denormals_16_64: all.unwrap_or(3),
        dx10_clamp: text("amdgpu-dx10-clamp") != "false",
        // Off in shaders that do not ask for it.
        ieee: match text("amdgpu-ieee") {
            "true" => true,
            "false" => false,
            _ => !(conv.is_shader() || conv.is_chain()),
        },
    }
}

/// The field for `results,sources`; none if the attribute is missing.
fn denormals(text: &str) -> Option<u32> {
    if text.is_empty() {
        return None;
    }
    // A single mode applies to both.
    let (results, sources) = text.split_once(',').unwrap_or((text, text));
    let keeps = |mode: &str| u32::from(mode != "preserve-sign");
    Some(keeps(sources) | keeps(results) << 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_fields() {
        assert_eq!(denormals(""), None);
        assert_eq!(denormals("ieee,ieee"), Some(3));
        assert_eq!(denormals("preserve-sign,preserve-sign"), Some(0));
        assert_eq!(denormals("preserve-sign,ieee"), Some(1));
        assert_eq!(denormals("ieee,preserve-sign"), Some(2));
        assert_eq!(denormals("preserve-sign"), Some(0));
    }
}
