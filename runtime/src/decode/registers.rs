//! Registers that an instruction reads and writes.

use super::properties;
use crate::op::{FIRST_AGPR, Op, RegRange, Src, scalar};
use crate::stats::InstructionClass;
use wavec_gpu_mc::register_files::{Numbered, numbered};
use wavec_gpu_mc::{REGISTER_INFO, classes, operand_names as names, regs};
use wavec_mc::{Desc, MCInst, Reg, RegClassId};

/// Index in the register files and size in words: `Err` for registers that are neither scalar nor vector.
pub(super) fn register(reg: Reg) -> Option<(Src, u16)> {
    if matches!(reg, regs::SCC | regs::MODE) || reg == Reg::NONE {
        return None;
    }
    let count = REGISTER_INFO.size_in_units(reg) as u16;
    let source = match numbered(reg) {
        Some(Numbered::Vector(number)) => Src::Vector(number),
        Some(Numbered::Accumulation(number)) => Src::Vector(FIRST_AGPR + number),
        Some(Numbered::Scalar(_)) | None => Src::Scalar(REGISTER_INFO.encoding(reg) as u8),
    };
    Some((source, count))
}

/// The registers of an operand.
fn range(reg: Reg, moved: bool) -> Option<RegRange> {
    let (source, count) = register(reg)?;
    match source {
        // Constants such as the apertures are not registers that could be written.
        Src::Scalar(number) if number as usize >= scalar::COUNT || number == scalar::NULL => None,
        Src::Scalar(number) => Some(RegRange {
            vector: false,
            first: number as u16,
            count,
            moved,
            mask: false,
        }),
        Src::Vector(number) => Some(RegRange {
            vector: true,
            first: number,
            count,
            moved,
            mask: false,
        }),
        _ => None,
    }
}

/// The classes of registers with a bit for each lane.
const LANE_MASKS: [RegClassId; 4] = [
    classes::LANEMASK,
    classes::LANEMASK_XEXEC,
    classes::LANEMASK32,
    classes::LANEMASK32_XEXEC,
];

/// The message by which a wave frees its vector registers, where there is one (`frees_registers`).
const DEALLOC_VGPRS: i64 = 3;

/// Registers read and written, for the checks.
pub(super) fn collect_registers(
    op: &mut Op,
    desc: Desc,
    inst: &MCInst,
    moves: bool,
    store: bool,
    frees_registers: bool,
) {
    let is_vector = matches!(
        op.class,
        InstructionClass::Valu | InstructionClass::Transcendental
    );
    for (info, operand) in desc.operands().iter().zip(&inst.operands) {
        let Some(reg) = operand.reg() else { continue };
        if info.is_def() {
            let mask = LANE_MASKS.contains(&info.reg_class);
            op.writes
                .extend(range(reg, false).map(|range| RegRange { mask, ..range }));
            continue;
        }
        // Loads leave the other half of a register as it is when they come back, in the order that writes are checked for.
        let loads = matches!(
            op.class,
            InstructionClass::VmemLoad | InstructionClass::Lds | InstructionClass::Scratch
        );
        if loads && matches!(info.name, names::VDST_IN | names::VDATA_IN) {
            continue;
        }
        // Old values that are kept, and values that are only copied, need not have been written.
        let is_old = matches!(info.name, names::OLD | names::VDST_IN);
        let kept = (is_old && op.class != InstructionClass::Matrix)
            || (info.name == names::SRC2 && properties::is_byte_of_destination(desc));
        let permuted = info.name == names::SRC0 && op.dpp.is_some();
        // Stored values are checked word by word.
        let stored = store && matches!(info.name, names::VDATA | names::DATA0 | names::DATA1);
        // Lane numbers of permutations must be defined, the data need not be.
        let lane_number =
            op.class == InstructionClass::Lds && info.name == names::ADDR && op.src[1] != Src::None;
        let mask = is_vector && LANE_MASKS.contains(&info.reg_class);
        let moved = (moves || kept || permuted || stored) && !lane_number;
        op.reads
            .extend(range(reg, moved).map(|range| RegRange { mask, ..range }));
    }
    // The message that frees registers has no data.
    let has_data = !(desc.mnemonic() == "s_sendmsg" && op.imm == DEALLOC_VGPRS && frees_registers);
    for &reg in desc.implicit_uses() {
        match reg {
            regs::M0 if !has_data => {}
            regs::SCC => op.reads_scc = true,
            regs::VCC | regs::VCC_LO | regs::M0 => {
                let mask = is_vector && reg != regs::M0;
                let read = range(reg, moves || desc.mnemonic().starts_with("s_set_gpr_idx"));
                op.reads.extend(read.map(|range| RegRange { mask, ..range }));
            }
            _ => {}
        }
    }
    for &reg in desc.implicit_defs() {
        if matches!(reg, regs::VCC | regs::VCC_LO | regs::EXEC | regs::EXEC_LO) {
            let written = range(reg, false);
            op.writes
                .extend(written.map(|range| RegRange { mask: true, ..range }));
        }
    }
}
