//! `.AMDGPU.config`, the section in which Mesa finds what registers of the hardware must be for each shader: pairs of an address
//! and a value, in words of 32 bits. Source: by comparison with LLVM 22, which has it for systems that have no descriptors.

use super::pal::FunctionRegisters;
use wavec_gpu_mc::GpuStreamer;
use wavec_gpu_mc::code_object::HardwareStage;
use wavec_gpu_mc::features;
use wavec_mc::MCExpr;
use wavec_mc::object_module::{SectionSpec, elf};

/// Scalar registers that were spilled, and vector registers: no registers of the hardware.
const SPILLED_SGPRS: u32 = 4;
const SPILLED_VGPRS: u32 = 8;
/// COMPUTE_TMPRING_SIZE and SPI_TMPRING_SIZE.
const COMPUTE_SCRATCH: u32 = 0xb860;
const GRAPHICS_SCRATCH: u32 = 0x2_86e8;
/// The field of both with the scratch memory of a wave.
const WAVE_SIZE_SHIFT: u32 = 12;
/// SPI_PS_INPUT_ENA, which SPI_PS_INPUT_ADDR follows.
const PIXEL_INPUTS: u32 = 0x2_86cc;
/// The part of PGM_RSRC1 with numbers of registers.
const REGISTERS: u32 = 0x3ff;
/// The scalar registers that drivers give all shaders, in PGM_RSRC2 of compute shaders.
const USER_SGPRS: u32 = 2 << 1;

/// Writes the rows of a function, to the section that is current afterwards.
pub(super) fn emit_rows<S: GpuStreamer>(function: &FunctionRegisters<'_>, out: &mut S) {
    let subtarget = out.gpu_target().subtarget;
    let section = SectionSpec::new(".AMDGPU.config", elf::SHT_PROGBITS, 0);
    let gpu = function.gpu;
    // The unit of scratch memory that is given to a wave.
    let unit = match subtarget.has(features::GFX9) || subtarget.has(features::GFX10) {
        true => 1024,
        false => 256,
    };
    let scratch = (function.shader.scratch_bytes * subtarget.wave_size).div_ceil(unit) << WAVE_SIZE_SHIFT;
    let address = function.stage.resource_register() * 4;
    let [first, second] = function.shader.resources;
    let mut rows: Vec<(u32, u32)> = match function.stage {
        HardwareStage::Compute if function.is_entry => vec![
            (address, first),
            (address + 4, second | USER_SGPRS),
            (COMPUTE_SCRATCH, scratch),
        ],
        _ => vec![(address, first & REGISTERS), (GRAPHICS_SCRATCH, scratch)],
    };
    if let Some([needed, given]) = function.shader.pixel_inputs {
        // Whether there is scratch memory is a matter of the driver.
        rows.push((address + 4, second & !1));
        rows.push((PIXEL_INPUTS, needed));
        rows.push((PIXEL_INPUTS + 4, given));
    }
    rows.push((SPILLED_SGPRS, gpu.sgpr_spills));
    rows.push((SPILLED_VGPRS, gpu.vgpr_spills));
    out.switch_section(&section);
    for (register, value) in rows {
        out.value(MCExpr::Constant(i64::from(register)), 4);
        out.value(MCExpr::Constant(i64::from(value)), 4);
    }
}
