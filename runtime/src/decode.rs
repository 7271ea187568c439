//! From machine code to [`Op`], through the decode tables of wavec-gpu-mc.
//!
//! The mnemonic says what an instruction does; the names of its operands say which field they belong to.

mod properties;
mod registers;

use crate::exec::{self, Semantics};
use crate::fault::FaultKind;
use crate::op::{Counters, Dpp, Op, RegRange, Sdwa, Src, SubDword, scalar};
use crate::stats::InstructionClass;
use registers::{collect_registers, register};
use wavec_gpu_mc::dual;
use wavec_gpu_mc::halves::has_place_of_tied;
use wavec_gpu_mc::register_files::of_high_half;
use wavec_gpu_mc::{Subtarget, opcodes, operand_names as names, regs, target_flags};
use wavec_mc::{Desc, MCInst, MCOperand, OperandInfo, Reg};

/// Decodes the instruction at the start of `bytes`, which lie at offset `pc` of the code.
pub(crate) fn decode(bytes: &[u8], pc: u64, subtarget: &Subtarget) -> Result<Op, Box<FaultKind>> {
    let Some(wavec_gpu_mc::Decoded { inst, size, .. }) = wavec_gpu_mc::decode(bytes, subtarget) else {
        return Err(Box::new(FaultKind::IllegalInstruction(
            bytes[..bytes.len().min(8)].to_vec(),
        )));
    };
    lower(&inst, pc + size as u64, subtarget).map_err(|problem| Box::new(FaultKind::Unsupported(problem)))
}

/// The instruction at the start of `bytes` in assembly.
pub(crate) fn disassemble(bytes: &[u8], subtarget: &Subtarget) -> String {
    match wavec_gpu_mc::decode(bytes, subtarget) {
        Some(decoded) => wavec_gpu_mc::print::to_text(&decoded.inst, subtarget)
            .replace('\t', " ")
            .trim()
            .to_string(),
        None => "an unknown instruction".to_string(),
    }
}

/// The mnemonic without the suffix that chooses an encoding.
fn base_mnemonic(mnemonic: &str) -> &str {
    let without = mnemonic.strip_suffix("_dpp").unwrap_or(mnemonic);
    ["_e32", "_e64", "_sdwa"]
        .iter()
        .find_map(|suffix| without.strip_suffix(suffix))
        .unwrap_or(without)
}

fn source(operand: &MCOperand) -> Result<Src, String> {
    match operand {
        MCOperand::Reg(reg) => Ok(match register(*reg) {
            Some((Src::Scalar(scalar::NULL), _)) => Src::Imm(0),
            known => known.map_or(Src::None, |(source, _)| source),
        }),
        MCOperand::Imm(value) => Ok(Src::Imm(*value as u64)),
        MCOperand::Expr(_) => Err("an instruction with an expression".to_string()),
    }
}

/// Collects the operands of one instruction.
struct Lowering {
    op: Op,
    sdwa: Sdwa,
    dpp: Dpp,
    has_dpp: bool,
    has_sdwa: bool,
    packed: bool,
    sparse: bool,
}

impl Lowering {
    fn modifiers(&mut self, index: usize, value: i64) {
        let bit = 1u8 << index;
        let op = &mut self.op;
        if value & 1 != 0 {
            op.neg |= bit;
        }
        if value & 2 != 0 {
            op.abs |= bit;
        }
        if value & 4 != 0 {
            op.op_sel |= bit;
        }
        if value & 8 != 0 {
            // In VOP3, this bit of the first source selects the half of the destination.
            if self.packed {
                op.op_sel_hi |= bit;
            } else {
                op.op_sel |= 8;
            }
        }
    }

    /// The field of [`Op`] that an operand belongs to.
    fn operand(&mut self, info: &OperandInfo, operand: &MCOperand) -> Result<(), String> {
        let op = &mut self.op;
        let value = operand.imm().unwrap_or(0);
        match info.name {
            names::VDST if info.is_def() => match source(operand)? {
                Src::Vector(number) => op.vdst = number,
                Src::Scalar(number) => op.sdst = number,
                _ => {}
            },
            names::VDATA if info.is_def() => {
                if let Src::Vector(number) = source(operand)? {
                    op.vdst = number;
                }
            }
            names::SDST if info.is_def() => {
                if let Src::Scalar(number) = source(operand)? {
                    op.sdst = number;
                }
            }
            names::SRC0 | names::SSRC0 | names::VADDR | names::VADDR0 | names::ADDR | names::SBASE => {
                op.src[0] = source(operand)?
            }
            // Compares with immediates and register writes name their source as a destination.
            names::SDST => op.src[0] = source(operand)?,
            names::SRC1 | names::SSRC1 | names::VDATA | names::VDATA_IN | names::DATA0 | names::SDATA => {
                op.src[1] = source(operand)?;
            }
            names::SRC2 if self.sparse => {}
            names::SRC2 | names::ADDEND | names::SADDR | names::DATA1 | names::SRSRC | names::IDX => {
                op.src[2] = source(operand)?
            }
            names::SOFFSET => {
                // Scalar stores have the data as their first operand.
                let is_first = op.src[1] == Src::None && op.src[2] == Src::None;
                let slot = if is_first { 1 } else { 3 };
                op.src[slot] = source(operand)?;
            }
            names::SRC0_MODIFIERS => self.modifiers(0, value),
            names::SRC1_MODIFIERS => self.modifiers(1, value),
            names::SRC2_MODIFIERS => self.modifiers(2, value),
            names::VADDR1
            | names::VADDR2
            | names::VADDR3
            | names::VADDR4
            | names::VADDR5
            | names::VADDR6
            | names::VADDR7
            | names::VADDR8
            | names::VADDR9
            | names::VADDR10
            | names::VADDR11
            | names::VADDR12 => {
                // The last one may be several registers.
                if let Some((Src::Vector(first), count)) = operand.reg().and_then(register) {
                    op.more_address
                        .extend((first..first + count).filter_map(|number| u8::try_from(number).ok()));
                }
            }
            names::SSAMP => op.src[3] = source(operand)?,
            names::DMASK => op.imm = value,
            names::DIM => op.imm2 |= value as u32,
            names::UNORM if value != 0 => op.imm2 |= exec::images::UNNORMALIZED,
            names::D16 if value != 0 => op.imm2 |= exec::images::SHORT_DATA,
            names::A16 if value != 0 => op.imm2 |= exec::images::SHORT_ADDRESS,
            names::TFE if value != 0 => op.imm2 |= exec::images::STATUS,
            names::R128 | names::LWE if value != 0 => {
                return Err("an image access with a short resource or a status of levels".to_string());
            }
            names::OFFSET
            | names::OFFSET0
            | names::SIMM16
            | names::CBSZ
            | names::BITOP3
            | names::INDEX_KEY => op.imm = value,
            names::OFFSET1 | names::FORMAT => op.imm2 = value as u32,
            names::ABID => op.imm2 |= value as u32,
            names::BLGP => op.imm2 |= (value as u32) << 8,
            names::SCALE0 => op.src[3] = source(operand)?,
            names::SCALE1 => {
                if let Src::Vector(number) = source(operand)? {
                    op.imm2 |= u32::from(number) << exec::SCALE_OF_B;
                }
            }
            names::SCALE_LOW => op.imm2 |= (value as u32) << exec::SCALE_LOW,
            names::SCALE_HIGH => op.imm2 |= (value as u32) << exec::SCALE_HIGH,
            names::CLAMP => op.clamp = value != 0,
            names::OMOD => op.omod = value as u8,
            names::CPOL => op.cpol = value as u8,
            // As the same conversions select their source in SDWA.
            names::BYTE_SEL => {
                self.sdwa.src[0].select = value as u8;
                self.has_sdwa = true;
            }
            names::GDS if value != 0 => return Err("an access to global data share".to_string()),
            names::DST_SEL => self.sdwa.dst = value as u8,
            names::DST_UNUSED => self.sdwa.unused = value as u8,
            names::SRC0_SEL => self.sdwa.src[0].select = value as u8,
            names::SRC1_SEL => self.sdwa.src[1].select = value as u8,
            names::DPP_CTRL => self.dpp.control = value as u16,
            names::ROW_MASK => self.dpp.row_mask = value as u8,
            names::BANK_MASK => self.dpp.bank_mask = value as u8,
            names::BOUND_CTRL => self.dpp.bound_ctrl = value != 0,
            names::FI => self.dpp.reads_inactive = value & 1 != 0,
            names::DPP8 => self.dpp.lanes_of_eight = Some(value as u32),
            _ => {}
        }
        Ok(())
    }
}

/// The literal of `v_fmamk` comes between the sources, that of `v_fmaak` and `s_setreg_imm32` after them.
fn place_literal(op: &mut Op, mnemonic: &str, value: i64) {
    let literal = Src::Imm(value as u64);
    match mnemonic {
        "v_fmamk_f32" | "v_fmamk_f16" | "v_madmk_f32" | "v_madmk_f16" | "s_fmamk_f32" => {
            op.src[2] = op.src[1];
            op.src[1] = literal;
            // With its half.
            op.op_sel = op.op_sel & !2 | (op.op_sel & 2) << 1;
        }
        "v_fmaak_f32" | "v_fmaak_f16" | "v_madak_f32" | "v_madak_f16" | "s_fmaak_f32" => op.src[2] = literal,
        _ => op.src[0] = literal,
    }
}

/// `is_store`: a vector memory operation that returns nothing, where these have a counter of their own. `is_split`: local
/// memory has one, too, and so have images that are read through a sampler.
fn counters(flags: u64, is_store: bool, is_split: bool, has_sampler: bool) -> Counters {
    let vector = flags & target_flags::VM_CNT != 0;
    let is_sample = is_split && has_sampler;
    let others = flags & target_flags::LGKM_CNT != 0;
    let is_local = !is_split || flags & (target_flags::DS | target_flags::FLAT) != 0;
    Counters {
        vm: vector && !is_store && !is_sample,
        samples: vector && is_sample,
        stores: vector && is_store,
        lgkm: others && is_local,
        others: others && !is_local,
        scalar: flags & target_flags::SMEM != 0,
    }
}

/// The instruction with whole registers in place of their high halves, and a bit of op_sel for each of these: three
/// sources and the result.
fn without_halves(inst: &MCInst, desc: Desc) -> Option<(MCInst, u8)> {
    let mut selected = 0;
    let mut whole = None;
    for (index, info) in desc.operands().iter().enumerate() {
        let Some(reg) = inst.operands[index].reg().and_then(of_high_half) else {
            continue;
        };
        whole.get_or_insert_with(|| inst.clone()).operands[index] = MCOperand::Reg(reg);
        selected |= match info.name {
            names::SRC0 => 1,
            names::SRC1 => 2,
            names::SRC2 => 4,
            names::VDST => 8,
            _ => 0,
        };
    }
    whole.map(|whole| (whole, selected))
}

/// A pair of instructions as both of them.
fn lower_pair(inst: &MCInst, next: u64, subtarget: &Subtarget) -> Result<Vec<Op>, String> {
    let both = dual::operations(inst).ok_or("a pair of unknown instructions")?;
    let lower_half = |(half, operation): (dual::Half, &dual::Operation)| {
        let desc = subtarget.instructions().desc(operation.opcode);
        let mut alone = MCInst::new(operation.opcode);
        for info in desc.operands() {
            alone.operands.push(match info.name {
                names::SRC0 => inst.operands[half.sources[0]].clone(),
                names::SRC1 => inst.operands[half.sources[1]].clone(),
                names::IMM => inst.operands[dual::constant_index()].clone(),
                // The result, and what is added to it.
                _ => inst.operands[half.vdst].clone(),
            });
        }
        lower(&alone, next, subtarget)
    };
    dual::halves().into_iter().zip(both).map(lower_half).collect()
}

/// The vector instruction that does in one lane what a scalar one does.
fn part_of_scalar(op: &Op, mnemonic: &str) -> Option<Op> {
    let semantics = exec::parts::vector_counterpart(mnemonic)?;
    let mut part = Op::new(semantics.handler, semantics.class);
    part.aux = semantics.aux;
    part.src = op.src;
    (part.neg, part.abs, part.clamp, part.omod) = (op.neg, op.abs, op.clamp, op.omod);
    part.op_sel = u8::from(mnemonic == "s_cvt_hi_f32_f16");
    part.sdst = scalar::VCC;
    Some(part)
}

/// From a machine instruction to what is executed; `next` is the address of the following instruction.
fn lower(inst: &MCInst, next: u64, subtarget: &Subtarget) -> Result<Op, String> {
    let described = subtarget.instructions().desc(inst.opcode);
    let whole = without_halves(inst, described);
    let (inst, selected_halves) = whole
        .as_ref()
        .map_or((inst, 0), |(inst, selected)| (inst, *selected));
    let desc = subtarget.instructions().desc(inst.opcode);
    let mnemonic = base_mnemonic(desc.mnemonic());
    let Some(semantics) = exec::lookup(mnemonic, subtarget) else {
        return Err(mnemonic.to_string());
    };
    let Semantics {
        handler,
        class,
        aux,
        moves,
    } = semantics;
    let flags = desc.target_flags();
    let all = SubDword {
        select: 6,
        sext: false,
    };
    let mut lowering = Lowering {
        op: Op::new(handler, class),
        sdwa: Sdwa {
            src: [all; 2],
            dst: 6,
            unused: 2,
        },
        dpp: Dpp {
            control: 0xe4,
            row_mask: 15,
            bank_mask: 15,
            bound_ctrl: false,
            reads_inactive: false,
            lanes_of_eight: None,
        },
        has_dpp: flags & target_flags::DPP != 0,
        has_sdwa: flags & target_flags::SDWA != 0,
        packed: flags & target_flags::VOP3P != 0,
        sparse: mnemonic.starts_with("v_smfmac"),
    };
    lowering.op.aux = aux;
    lowering.op.next = next;
    let mut literal = None;
    for (info, operand) in desc.operands().iter().zip(&inst.operands) {
        if info.name == names::IMM {
            literal = operand.imm();
            continue;
        }
        lowering.operand(info, operand)?;
    }
    let Lowering {
        mut op,
        mut sdwa,
        dpp,
        has_dpp,
        has_sdwa,
        ..
    } = lowering;
    op.op_sel |= selected_halves;
    // The third source that is the result is the same half.
    if op.op_sel & 8 != 0 && has_place_of_tied(desc.operands()) {
        op.op_sel |= 4;
    }
    if let Some(value) = literal {
        place_literal(&mut op, mnemonic, value);
    }
    if inst.opcode == opcodes::V_DUAL {
        let parts = lower_pair(inst, next, subtarget)?;
        for part in &parts {
            // A mask.
            let reads = part.reads.iter().filter(|range| !range.vector);
            op.reads
                .extend(reads.map(|&range| RegRange { moved: true, ..range }));
        }
        op.parts = Some(parts.into());
    } else if let Some(part) = (class == InstructionClass::Salu)
        .then(|| part_of_scalar(&op, mnemonic))
        .flatten()
    {
        op.parts = Some([part].into());
    }
    if has_sdwa {
        // Without float modifiers the first modifier bit extends the sign.
        for index in 0..2 {
            let names = [names::SRC0_MODIFIERS, names::SRC1_MODIFIERS];
            let kind = desc
                .operand_index(names[index])
                .map(|at| desc.operands()[at].kind);
            if kind == Some(wavec_gpu_mc::operand_kinds::INTINPUTMODS) {
                sdwa.src[index].sext = op.neg >> index & 1 != 0;
                op.neg &= !(1 << index);
            }
        }
        op.sdwa = Some(sdwa);
    }
    if has_dpp {
        op.dpp = Some(dpp);
    }
    implicit_operands(&mut op, desc, mnemonic);
    let has_data_result = desc
        .operands()
        .iter()
        .any(|info| info.is_def() && info.reg_class != wavec_mc::RegClassId::NONE);
    if flags & (target_flags::ATOMIC_RET | target_flags::ATOMIC_NO_RET) != 0 {
        op.returns = has_data_result;
        if op.returns && class == InstructionClass::VmemStore {
            op.class = InstructionClass::VmemLoad;
        }
    }
    if flags & target_flags::LDSDMA != 0 {
        op.imm2 = 1;
    }
    let name = desc.name();
    op.idxen = name.contains("_IDXEN") || name.contains("_BOTHEN");
    op.offen = name.contains("_OFFEN") || name.contains("_BOTHEN");
    if flags & target_flags::MIMG != 0 {
        if !wavec_gpu_mc::images::has_known_sizes(inst, subtarget) {
            return Err("an image access whose data has not the size that its mask says".to_string());
        }
        exec::images::complete(&mut op, subtarget.family, mnemonic.starts_with("image_atomic_"));
    }
    let counts_stores = subtarget.family.waits.stores.is_some();
    let is_store = op.class == InstructionClass::VmemStore;
    op.counters = counters(
        flags,
        counts_stores && is_store,
        subtarget.family.waits.split.is_some(),
        desc.operand_index(names::SSAMP).is_some(),
    );
    op.invalidates_scalar_cache = matches!(mnemonic, "s_dcache_inv" | "s_dcache_inv_vol");
    // What is not known of a source of a pair concerns one of both: they look after it.
    let moves = moves || mnemonic.contains("permute") || mnemonic.contains("swizzle") || op.parts.is_some();
    let store = mnemonic.contains("_store_") || mnemonic.starts_with("ds_write");
    let frees_registers = !subtarget.family.messages_have_operations;
    collect_registers(&mut op, desc, inst, moves, store, frees_registers);
    op.note_registers();
    properties::note(&mut op, desc, mnemonic, inst.opcode, subtarget);
    Ok(op)
}

/// VCC, where an encoding does not name it.
fn implicit_operands(op: &mut Op, desc: Desc, mnemonic: &str) {
    let vcc = Src::Scalar(scalar::VCC);
    let has_vcc = |list: &[Reg]| list.contains(&regs::VCC) || list.contains(&regs::VCC_LO);
    if has_vcc(desc.implicit_defs()) {
        op.sdst = scalar::VCC;
    }
    if mnemonic.starts_with("v_div_fmas") {
        op.src[3] = vcc;
    } else if has_vcc(desc.implicit_uses()) {
        op.src[2] = vcc;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wavec_gpu_mc::INSTR_INFO;
    use wavec_mc::{InstrFlags, Opcode};

    /// Instructions of the description that programs for the target do not use: global data share, scalar scratch,
    /// debugging and forks of old generations.
    fn is_known_gap(mnemonic: &str) -> bool {
        let prefixes = [
            "ds_gws",
            "s_scratch",
            "s_atc_",
            "s_cbranch_g_fork",
            "s_cbranch_i_fork",
            "s_cbranch_join",
            "s_rfe",
            "s_endpgm_ordered",
            "s_setvskip",
            "v_screen",
        ];
        let names = ["ds_ordered_count"];
        prefixes.iter().any(|prefix| mnemonic.starts_with(prefix))
            || names.contains(&mnemonic)
            || mnemonic.contains("_src2_")
    }

    #[test]
    fn every_instruction_has_a_meaning() {
        let mut missing = Vec::new();
        for number in 0..INSTR_INFO.num_opcodes() {
            let opcode = Opcode(number as u16);
            let desc = INSTR_INFO.desc(opcode);
            if desc.is(InstrFlags::PSEUDO) || desc.mnemonic().is_empty() {
                continue;
            }
            let mnemonic = base_mnemonic(desc.mnemonic());
            if !Subtarget::default().has_instruction(opcode) {
                continue;
            }
            if exec::lookup(mnemonic, &Subtarget::default()).is_none()
                && !is_known_gap(mnemonic)
                && !missing.contains(&mnemonic)
            {
                missing.push(mnemonic);
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }
}
