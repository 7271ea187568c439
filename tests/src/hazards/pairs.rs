//! Pairs of instructions that share registers: the hazard pass inserts as many wait states between them as LLVM does
//! for the same machine IR.

use super::instance::{File, Instance, files, opcodes, place, register};
use crate::random::Random;
use libtest_mimic::Failed;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::process::Command;
use wavec_codegen::mir::{Inst, parse_function};
use wavec_gpu_mc::{
    INSTR_INFO, REGISTER_INFO, Subtarget, opcodes as op, operand_names as names, regs, target_flags,
};
use wavec_mc::{Opcode, OperandInfo, Reg, RegClassId};
use wavec_target_gpu::function_info::GpuFunctionInfo;
use wavec_target_gpu::machine_passes::hazards;
use wavec_target_gpu::registers::TABLES;
use wavec_test_support::llvm;

/// Pairs of a seed.
const PAIRS: usize = 1500;

/// Members of the classes that hazard rules mention, chosen more often than others.
const CONSUMERS: &[&str] = &[
    "V_PERMLANE16_SWAP_B32_e32",
    "V_PERMLANE32_SWAP_B32_e64",
    "V_MOV_B32_e32",
    "V_MOV_B32_dpp",
    "V_ADD_F32_sdwa",
    "V_READLANE_B32",
    "V_READFIRSTLANE_B32",
    "V_WRITELANE_B32",
    "V_DIV_FMAS_F32_e64",
    "V_DIV_FMAS_F64_e64",
    "V_CNDMASK_B32_e32",
    "V_CNDMASK_B32_e64",
    "V_RCP_F32_e32",
    "V_DOT2C_F32_F16_e32",
    "V_MFMA_F32_16X16X16F16_vgprcd_e64",
    "V_MFMA_F32_32X32X1F32_vgprcd_e64",
    "V_MFMA_F64_16X16X4F64_vgprcd_e64",
    "V_MFMA_F64_4X4X4F64_vgprcd_e64",
    "V_MFMA_F32_16X16X4F32_e64",
    "V_MFMA_F32_32X32X4F16_e64",
    "V_SMFMAC_F32_16X16X32_F16_e64",
    "V_ACCVGPR_READ_B32_e64",
    "V_ACCVGPR_WRITE_B32_e64",
    "V_FMA_F64_e64",
    "GLOBAL_LOAD_DWORDX4_SADDR",
    "GLOBAL_STORE_DWORDX3",
    "GLOBAL_ATOMIC_CMPSWAP_X2_RTN",
    "GLOBAL_LOAD_LDS_DWORD",
    "FLAT_STORE_DWORDX4",
    "BUFFER_LOAD_DWORD_OFFSET",
    "BUFFER_STORE_DWORDX4_OFFEN",
    "BUFFER_LOAD_DWORD_LDS_OFFSET",
    "SCRATCH_LOAD_DWORD_SADDR",
    "DS_READ_B32",
    "DS_WRITE_B128",
    "DS_READ_ADDTID_B32",
    "DS_GWS_INIT",
    "S_MOV_B32",
    "S_MOVRELS_B32",
    "S_SENDMSG",
    "S_GETREG_B32",
    "S_SETREG_B32",
    "S_LOAD_DWORD_IMM",
];
const PRODUCERS: &[&str] = &[
    "V_CVT_SCALEF32_SR_BF8_F16_e64",
    "V_CVT_SCALEF32_SR_PK_FP4_F32_e64",
    "V_MOV_B32_e32",
    "V_MOV_B32_sdwa",
    "V_CMP_EQ_U32_e64",
    "V_CMPX_EQ_U32_e32",
    "V_CMPX_EQ_U32_e64",
    "V_READFIRSTLANE_B32",
    "V_READLANE_B32",
    "V_ADD_CO_U32_e32",
    "V_DIV_SCALE_F32_e64",
    "V_RCP_F32_e32",
    "V_SIN_F16_e64",
    "V_DOT2C_F32_F16_e32",
    "V_DOT4C_I32_I8_e32",
    "V_MFMA_F32_4X4X4F16_vgprcd_e64",
    "V_MFMA_F32_32X32X8F16_vgprcd_e64",
    "V_MFMA_F32_16X16X4F32_vgprcd_e64",
    "V_MFMA_F32_4X4X1F32_e64",
    "V_MFMA_F32_16X16X4F32_e64",
    "V_MFMA_F32_32X32X4F16_e64",
    "V_ACCVGPR_READ_B32_e64",
    "V_ACCVGPR_WRITE_B32_e64",
    "V_MFMA_F64_16X16X4F64_vgprcd_e64",
    "V_MFMA_F64_4X4X4F64_e64",
    "V_MFMA_I32_16X16X32I8_vgprcd_e64",
    "V_SMFMAC_F32_32X32X16_F16_e64",
    "BUFFER_ATOMIC_CMPSWAP_X2_OFFEN_RTN",
    "BUFFER_STORE_DWORDX3_OFFSET",
    "GLOBAL_STORE_DWORDX4",
    "FLAT_ATOMIC_CMPSWAP_X2",
    "SCRATCH_STORE_DWORDX4",
    "DS_WRITE_B128",
    "S_MOV_B32",
    "S_SETREG_B32",
    "S_SETREG_IMM32_B32",
    "S_AND_SAVEEXEC_B64",
];

/// The next free register of each file.
struct Supply {
    next: [u16; 3],
    is_down: bool,
}

impl Supply {
    fn upward() -> Supply {
        Supply {
            next: [0; 3],
            is_down: false,
        }
    }

    fn downward() -> Supply {
        Supply {
            next: [96, 256, 256],
            is_down: true,
        }
    }

    fn take(&mut self, class: RegClassId, file: File) -> Option<Reg> {
        let size = u16::from(REGISTER_INFO.class(class).size_in_units);
        let next = &mut self.next[file as usize];
        if self.is_down {
            *next = next.checked_sub(size)? & !3;
            return register(class, file, *next);
        }
        let reg = register(class, file, *next)?;
        *next = place(reg)?.1 + size;
        Some(reg)
    }
}

/// Whether LLVM has the instruction in machine IR, with the same operands.
fn is_known_to_llvm(opcode: Opcode) -> bool {
    let name = INSTR_INFO.name(opcode);
    let names = ["S_NOP", "S_SET_GPR_IDX_IDX", "S_SETVSKIP", "V_CVT_PK_U8_F32_e64"];
    !names.contains(&name)
        && !name.starts_with("V_FMA_MIX")
        && !(name.starts_with("S_") && (name.contains("ATOMIC_") || name.contains("SCRATCH")))
        && !(name.contains("LEGACY_") && name.ends_with("16_e64"))
        && !(name.contains("SMFMAC") && name.contains("agprcd"))
        && !name.contains("F8F6F4")
        && !(name.contains("8_sdwa") && name.starts_with("V_CVT_"))
        // An attribute is two operands there, and an export is named by whether it is the last one.
        && !name.starts_with("V_INTERP_")
        && !name.starts_with("EXP")
        // The names of image instructions have the sizes of their registers there.
        && !name.starts_with("IMAGE_")
        && !(name.contains("_CLASS_") && name.ends_with("_sdwa"))
}

/// The line for LLVM.
fn line_for_llvm(instance: &Instance) -> String {
    let desc = instance.desc();
    let name = desc.name();
    // Instructions that accumulate have modifiers for each source.
    let adds = desc.target_flags() & target_flags::DOT != 0 && desc.target_flags() & target_flags::VOP3P == 0;
    let (adds_e64, adds_dpp) = (adds && name.ends_with("_e64"), adds && name.ends_with("_dpp"));
    let mut line = instance.line_with(|index| {
        let lacks = |modifiers| desc.operand_index(modifiers).is_none();
        let has_zero = match desc.operands()[index].name {
            // Before GFX10 DPP reads no inactive lanes, and LLVM's instructions do not say so.
            names::FI if name.ends_with("_dpp") => return None,
            names::SRC0 => (adds_e64 || adds_dpp) && lacks(names::SRC0_MODIFIERS),
            names::SRC1 => (adds_e64 || adds_dpp) && lacks(names::SRC1_MODIFIERS),
            names::SRC2 => adds_e64 && lacks(names::SRC2_MODIFIERS),
            _ => false,
        };
        Some(if has_zero { "0, " } else { "" })
    });
    for kind in ["ADDC", "SUBB", "SUBBREV"] {
        line = line.replace(&format!("V_{kind}_CO_U32"), &format!("V_{kind}_U32"));
    }
    // Operand selection is written twice there, the second time for assembly.
    if instance.has_operand_selection()
        && let Some(at) = line.find(", implicit")
    {
        line.insert_str(at, ", 0");
    }
    // So are the modifiers of packed instructions.
    let flags = desc.target_flags();
    if flags & target_flags::VOP3P != 0
        && flags & target_flags::MAI == 0
        && let Some(at) = line.find(", implicit")
    {
        let has_selection = !name.starts_with("V_DOT4") && !name.starts_with("V_DOT8");
        line.insert_str(at, if has_selection { ", 0, 0, 0, 0" } else { ", 0, 0" });
    }
    if name.starts_with("DS_") {
        line += ", implicit $m0";
    }
    line
}

/// A producer with its own registers.
fn producer(subtarget: &Subtarget, random: &mut Random, opcode: Opcode) -> Option<Instance> {
    let mut supply = Supply::upward();
    let mut instance = Instance::new(subtarget, opcode, |_, info| {
        let special = [regs::VCC, regs::M0];
        let class = REGISTER_INFO.class(info.reg_class);
        let special = special
            .into_iter()
            .find(|&reg| info.is_def() && class.contains(reg));
        if let Some(reg) = special.filter(|_| random.chance(30)) {
            return Some(reg);
        }
        let files: Vec<File> = files(info.reg_class).collect();
        supply.take(info.reg_class, files[0])
    })?;
    if random.chance(50) {
        instance.set_immediate(names::DST_SEL, random.pick(&[0, 5]));
        if instance.has_operand_selection() {
            instance.set_immediate(names::SRC0_MODIFIERS, 8);
        }
        if instance.desc().target_flags() & target_flags::BYTE_SELECT != 0 {
            instance.set_immediate(names::SRC2_MODIFIERS, 4);
        }
    }
    Some(instance)
}

/// A register of the operand's class that overlaps one of `shared`.
fn overlapping(random: &mut Random, info: &OperandInfo, shared: &[Reg]) -> Option<Reg> {
    let reg = random.pick(shared);
    let class = REGISTER_INFO.class(info.reg_class);
    let Some((file, number)) = place(reg) else {
        return class.members().find(|&member| REGISTER_INFO.overlap(member, reg));
    };
    let files: Vec<File> = files(info.reg_class).collect();
    let number = match random.below(4) {
        0 => number.saturating_sub(2),
        1 => number + 2,
        _ => number,
    };
    files
        .contains(&file)
        .then(|| register(info.reg_class, file, number))
        .flatten()
}

/// The operands that are registers.
fn register_operands(opcode: Opcode) -> Vec<usize> {
    let operands = INSTR_INFO.desc(opcode).operands();
    (0..operands.len())
        .filter(|&index| operands[index].reg_class != RegClassId::NONE)
        .collect()
}

/// A consumer with one operand that overlaps one of the producer's.
fn consumer(
    subtarget: &Subtarget,
    random: &mut Random,
    opcode: Opcode,
    producer: &Instance,
) -> Option<Instance> {
    let shared: Vec<Reg> = producer.registers().map(|(_, reg)| reg).collect();
    let operands = register_operands(opcode);
    if operands.is_empty() || shared.is_empty() {
        return consumer_with(subtarget, opcode, |_, _| None);
    }
    let chosen = random.pick(&operands);
    consumer_with(subtarget, opcode, |index, info| {
        (index == chosen)
            .then(|| overlapping(random, info, &shared))
            .flatten()
    })
}

/// A consumer with the registers that `choose` returns by operand, and its own otherwise.
fn consumer_with(
    subtarget: &Subtarget,
    opcode: Opcode,
    mut choose: impl FnMut(usize, &OperandInfo) -> Option<Reg>,
) -> Option<Instance> {
    let mut supply = Supply::downward();
    Instance::new(subtarget, opcode, |index, info| {
        choose(index, info).or_else(|| {
            let files: Vec<File> = files(info.reg_class).collect();
            supply.take(info.reg_class, files[0])
        })
    })
}

/// Instructions between pairs: more states than any rule requires.
const APART: usize = 4;

fn body(lines: impl Iterator<Item = [String; 2]>) -> String {
    let mut text = String::new();
    for [first, second] in lines {
        let _ = write!(text, "{}  {first}\n  {second}\n", "  S_NOP 7\n".repeat(APART));
    }
    text + "  S_ENDPGM 0\n"
}

/// The states inserted in each pair, from the instructions of the body: the number of states for an `s_nop`, `None` for
/// others.
fn inserted(pairs: usize, states: impl Iterator<Item = Option<u32>>) -> Vec<u32> {
    let mut states = states;
    let mut found = Vec::new();
    for _ in 0..pairs {
        let mut sum = 0;
        // The filler between the pairs, and the first instruction.
        states.by_ref().take(APART + 1).for_each(drop);
        while let Some(Some(more)) = states.next() {
            sum += more;
        }
        found.push(sum);
    }
    found
}

fn states_by_wavec(subtarget: &Subtarget, pairs: &[[Instance; 2]]) -> Result<Vec<u32>, String> {
    let lines = pairs.iter().map(|pair| pair.each_ref().map(Instance::line));
    let text = format!("--- f\nstage: allocated\nbb.0:\n{}", body(lines));
    let mut func = parse_function(&text, TABLES)?;
    func.set_target_info(GpuFunctionInfo {
        subtarget: *subtarget,
        ..GpuFunctionInfo::default()
    });
    hazards::run(&mut func, false);
    let insts: Vec<Inst> = func.block_insts(func.entry()).collect();
    let states = insts.iter().map(|&inst| match func.opcode(inst) == op::S_NOP {
        true => func.operands(inst)[0].as_imm().map(|count| count as u32 + 1),
        false => None,
    });
    Ok(inserted(pairs.len(), states))
}

/// The name of the instruction in a line.
fn name_in(line: &str) -> &str {
    let rest = line.rsplit_once(" = ").map_or(line, |(_, rest)| rest);
    rest.split_whitespace().next().unwrap_or("")
}

/// `Err` are the names of instructions that LLVM does not take so.
fn states_by_llvm(
    subtarget: &Subtarget,
    pairs: &[[Instance; 2]],
) -> Option<Result<Vec<u32>, BTreeSet<String>>> {
    let lines = pairs.iter().map(|pair| pair.each_ref().map(line_for_llvm));
    let text = format!(
        "---\nname: f\nbody: |\n  bb.0:\n{}...\n",
        body(lines).replace("\n  ", "\n    ")
    );
    let mut command = Command::new("llc-22");
    command.args([
        "-mtriple=amdgcn-amd-amdhsa",
        &format!("-mcpu={}", subtarget.id.processor.name),
        "-run-pass=post-RA-hazard-rec",
    ]);
    // Clauses that are replayed after page faults do not matter for wait states.
    command.args(["-mattr=-xnack", "-simplify-mir", "-x", "mir", "-", "-o", "-"]);
    let output = llvm::run(&mut command, text.as_bytes())?;
    let (out, errors) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    if !output.status.success() {
        let refused = errors
            .lines()
            .filter_map(|line| line.strip_prefix("- instruction: "));
        let refused: BTreeSet<String> = refused.map(|line| name_in(line).to_string()).collect();
        assert!(!refused.is_empty(), "{errors}");
        return Some(Err(refused));
    }
    let lines = out.lines().skip_while(|line| !line.starts_with("body:")).skip(2);
    let states = lines.map(|line| {
        line.trim()
            .strip_prefix("S_NOP ")?
            .parse::<u32>()
            .ok()
            .map(|count| count + 1)
    });
    Some(Ok(inserted(pairs.len(), states)))
}

/// Those that the processor has.
fn by_name(subtarget: &Subtarget, list: &[&str]) -> Vec<Opcode> {
    let find = |name: &&str| {
        INSTR_INFO
            .by_name(name)
            .unwrap_or_else(|| panic!("no instruction {name}"))
    };
    let all = list.iter().map(find);
    all.filter(|&opcode| subtarget.has_instruction(opcode)).collect()
}

/// Whether LLVM has other rules for the pair. It treats loads to LDS as vector arithmetic, and requires states between
/// memory instructions and DPP, where programs wait. Between some matrix instructions on narrow elements and a
/// preceding instruction that computes their addend it requires fewer states: after dot products, and after matrix
/// instructions on f32 and f64 elements. On gfx90a it takes those on f32 elements for narrow, too. For global wave sync it
/// looks at writes of `m0` alone, and so not at what reads accumulators on gfx908.
fn is_other_to_llvm(subtarget: &Subtarget, [first, second]: &[Instance; 2]) -> bool {
    let [first, second] = [first, second].map(|instance| instance.desc().target_flags());
    let wide = match subtarget.id.processor.name {
        "gfx90a" => target_flags::RATE64,
        _ => target_flags::MATRIX_SINGLE | target_flags::RATE64,
    };
    second & target_flags::LDSDMA != 0
        || (second & target_flags::GWS != 0 && first & target_flags::MAI != 0)
        || (second & target_flags::DPP != 0 && first & target_flags::VALU == 0)
        || (second & target_flags::MAI != 0 && first & target_flags::DOT != 0)
        || (second & target_flags::MAI != 0
            && second & wide == 0
            && first & target_flags::MAI != 0
            && first & wide != 0)
}

/// Runs the pairs of a seed.
pub(super) fn run(subtarget: &Subtarget, seed: u64) -> Result<(), Failed> {
    let mut random = Random::seeded(seed);
    let all: Vec<Opcode> = opcodes(subtarget)
        .into_iter()
        .filter(|&opcode| is_known_to_llvm(opcode))
        .collect();
    let (producers, consumers) = (by_name(subtarget, PRODUCERS), by_name(subtarget, CONSUMERS));
    let mut pairs = Vec::new();
    while pairs.len() < PAIRS {
        let (first, second) = match random.below(3) {
            0 => (&all, &consumers),
            1 => (&producers, &all),
            _ => (&producers, &consumers),
        };
        let opcode = random.pick(first);
        let Some(first) = producer(subtarget, &mut random, opcode) else {
            continue;
        };
        let opcode = random.pick(second);
        let pair = consumer(subtarget, &mut random, opcode, &first).map(|second| [first, second]);
        pairs.extend(pair.filter(|pair| !is_other_to_llvm(subtarget, pair)));
    }
    compare(subtarget, pairs, PAIRS / 2)
}

/// Every dot product after every other, and after itself, with the first one's result in each operand.
pub(super) fn dot_products(subtarget: &Subtarget) -> Result<(), Failed> {
    let dots: Vec<Opcode> = opcodes(subtarget)
        .into_iter()
        .filter(|&opcode| INSTR_INFO.desc(opcode).target_flags() & target_flags::DOT != 0)
        .collect();
    let mut pairs = Vec::new();
    for &first in &dots {
        let mut supply = Supply::upward();
        let first = Instance::new(subtarget, first, |_, info| {
            supply.take(info.reg_class, File::Vector)
        })
        .ok_or("a dot product has other than vector registers")?;
        let result = first.registers().next().map(|(_, reg)| reg);
        for &second in &dots {
            for chosen in register_operands(second) {
                let second = consumer_with(subtarget, second, |index, _| result.filter(|_| index == chosen));
                pairs.extend(second.map(|second| [first.clone(), second]));
            }
        }
    }
    let all = pairs.len();
    compare(subtarget, pairs, all)
}

/// Compares the states in each pair with LLVM's, which must take at least so many.
fn compare(subtarget: &Subtarget, mut pairs: Vec<[Instance; 2]>, least: usize) -> Result<(), Failed> {
    let all = pairs.len();
    let wanted = loop {
        match states_by_llvm(subtarget, &pairs) {
            None => return Ok(()),
            Some(Ok(states)) => break states,
            Some(Err(refused)) => pairs.retain(|pair| {
                !pair
                    .iter()
                    .any(|one| refused.contains(name_in(&line_for_llvm(one))))
            }),
        }
    };
    if pairs.len() < least {
        return Err(format!("LLVM takes {} pairs of {all}", pairs.len()).into());
    }
    let found = states_by_wavec(subtarget, &pairs)?;
    let mut differences = String::new();
    for ((pair, found), wanted) in pairs
        .iter()
        .zip(found)
        .zip(wanted)
        .filter(|((_, found), wanted)| found != wanted)
    {
        let [first, second] = pair.each_ref().map(Instance::line);
        let _ = writeln!(
            differences,
            "{found} states, LLVM has {wanted}:\n  {first}\n  {second}"
        );
    }
    match differences.is_empty() {
        true => Ok(()),
        false => Err(differences.into()),
    }
}
