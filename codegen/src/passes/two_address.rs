//! Lowers generic sub-register instructions to copies of parts, and assigns tied operands the same register.
//!
//! ```text
//! d = REG_SEQUENCE a, sub0, b, sub1    undef d.sub0 = COPY a; d.sub1 = COPY b
//! d = INSERT_SUBREG base, v, sub1      d = COPY base; d.sub1 = COPY v
//! d = EXTRACT_SUBREG s, sub1           d = COPY s.sub1
//! d = MAC a, b, c(tied-def 0)          d = COPY c; d = MAC a, b, d(tied-def 0)
//! ```
//!
//! If the tied source is live beyond the instruction and another commutable source is not, the two are exchanged first,
//! so that no copy is needed. Tuples may be put together without some parts; what reads only these is marked `undef`.
//! Requires [`Stage::NoPhis`]; afterwards the stage is [`Stage::TwoAddress`]. Linear.

use crate::mir::{
    Block, Inst, MachineBuilder, MachineFunction, MachineOperand, RegFlags, RegOperand, RegUses, Register,
    Stage, VReg,
};
use crate::target::TargetMachineInfo;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use wavec_mc::{SubRegIndex, generic};
use wavec_support::stats::Stats;

/// Name of the pass.
pub const NAME: &str = "two-address";

/// Lowers the whole function.
pub fn lower_two_address(func: &mut MachineFunction, target: &dyn TargetMachineInfo, stats: &mut Stats) {
    let uses = RegUses::compute(func);
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut has_partial = false;
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            match func.opcode(inst) {
                generic::REG_SEQUENCE => has_partial |= lower_reg_sequence(func, &uses, inst),
                generic::INSERT_SUBREG => has_partial |= lower_insert_subreg(func, &uses, inst),
                generic::EXTRACT_SUBREG => lower_extract_subreg(func, inst),
                generic::SUBREG_TO_REG => {
                    has_partial = true;
                    lower_subreg_to_reg(func, inst);
                }
                generic::COPY_TO_REGCLASS => {
                    func.remove_operand(inst, 2);
                    func.inst_mut(inst).opcode = generic::COPY;
                }
                _ => tie(func, target, &uses, inst, stats),
            }
        }
    }
    remove_unused_undefined(func);
    if has_partial {
        mark_undefined_parts(func);
    }
    func.stage = Stage::TwoAddress;
}

/// What reads parts that tuples were put together without reads nothing. Copies of such parts define nothing.
fn mark_undefined_parts(func: &mut MachineFunction) {
    let uses = RegUses::compute(func);
    let defined = defined_lanes(func, &uses);
    let mut found = Vec::new();
    for vreg in func.vregs.keys() {
        let places = uses.of(vreg).iter().map(|&place| (place, place.get(func)));
        let reads_nothing =
            |operand: RegOperand| !operand.is_def() && lanes_of(func, vreg, operand) & defined[vreg] == 0;
        found.extend(
            places
                .filter(|&(_, operand)| reads_nothing(operand))
                .map(|(place, _)| place),
        );
    }
    for place in found {
        if let Some(operand) = func.operands_mut(place.inst)[place.index as usize].as_reg_mut() {
            operand.flags |= RegFlags::UNDEF;
        }
    }
}

fn lanes_of(func: &MachineFunction, vreg: VReg, operand: RegOperand) -> u32 {
    let size = func.registers().class(func.class(vreg)).size_in_units;
    func.registers().lane_mask(operand.sub, size)
}

/// The lanes of each register that something defines, other than by a copy of lanes that nothing defines. Cost: linear in
/// the copies times the lanes.
fn defined_lanes(func: &MachineFunction, uses: &RegUses) -> SecondaryMap<VReg, u32> {
    let mut defined: SecondaryMap<VReg, u32> = SecondaryMap::with_capacity(func.vregs.len());
    defined.resize(func.vregs.len());
    let mut work: Vec<VReg> = Vec::new();
    for vreg in func.vregs.keys() {
        let definitions = uses.of(vreg).iter().filter(|place| place.get(func).is_def());
        for place in definitions {
            let is_copy = func
                .as_copy(place.inst)
                .is_some_and(|(_, src)| src.reg.is_virtual() || src.is_undef());
            if !is_copy {
                defined[vreg] |= lanes_of(func, vreg, place.get(func));
            }
        }
        if defined[vreg] != 0 {
            work.push(vreg);
        }
    }
    let registers = func.registers();
    while let Some(vreg) = work.pop() {
        for place in uses.of(vreg) {
            let Some((dst, src)) = func.as_copy(place.inst) else {
                continue;
            };
            let Some(copy) = dst.reg.as_virtual().filter(|_| !src.is_undef()) else {
                continue;
            };
            if src.reg.as_virtual() != Some(vreg) {
                continue;
            }
            let copied = defined[vreg] & lanes_of(func, vreg, src);
            let lanes = copied >> registers.sub_reg_offset(src.sub) << registers.sub_reg_offset(dst.sub);
            if lanes & !defined[copy] != 0 {
                defined[copy] |= lanes;
                work.push(copy);
            }
        }
    }
    defined
}

/// Nothing refers to undefined parts of assembled tuples any more.
fn remove_unused_undefined(func: &mut MachineFunction) {
    let insts = func.layout.blocks().flat_map(|block| func.block_insts(block));
    let undefined: Vec<Inst> = insts
        .filter(|&inst| func.opcode(inst) == generic::IMPLICIT_DEF)
        .collect();
    if undefined.is_empty() {
        return;
    }
    let uses = RegUses::compute(func);
    for inst in undefined {
        if let Some(vreg) = func.operand(inst, 0).register().as_virtual()
            && uses.of(vreg).len() == 1
        {
            func.remove_inst(inst);
        }
    }
}

/// Whether the operand's value does not matter: `undef`, or only defined by `IMPLICIT_DEF`.
fn is_undefined(func: &MachineFunction, uses: &RegUses, operand: &RegOperand) -> bool {
    operand.is_undef()
        || operand.reg.as_virtual().is_some_and(|vreg| {
            let mut defs = uses.of(vreg).iter().filter(|place| {
                // Lowered instructions have lost their operands; they were not IMPLICIT_DEF.
                func.operands(place.inst)
                    .get(place.index as usize)
                    .and_then(|o| o.as_reg())
                    .is_none_or(|o| o.is_def())
            });
            defs.clone().next().is_some()
                && defs.all(|place| func.opcode(place.inst) == generic::IMPLICIT_DEF)
        })
}

fn sub_index(operand: MachineOperand) -> SubRegIndex {
    SubRegIndex(operand.as_imm().unwrap_or(0) as u8)
}

/// `d.index = COPY source` before `inst`.
fn copy_part(
    func: &mut MachineFunction,
    inst: Inst,
    d: Register,
    index: SubRegIndex,
    source: RegOperand,
    undef: bool,
) {
    let flags = if undef { RegFlags::UNDEF } else { RegFlags::empty() };
    let source = RegOperand {
        flags: source.flags & RegFlags::UNDEF,
        tied: 0,
        ..source
    };
    MachineBuilder::before(func, inst)
        .build(generic::COPY)
        .operand(RegOperand::new_def(d).with_sub(index).with_flags(flags).into())
        .operand(source.into());
}

/// Returns whether parts are undefined.
fn lower_reg_sequence(func: &mut MachineFunction, uses: &RegUses, inst: Inst) -> bool {
    let operands: SmallVec<[MachineOperand; 16]> = func.operands(inst).into();
    let d = operands[0].register();
    let registers = func.registers();
    let size = d
        .as_virtual()
        .map_or(0, |vreg| registers.class(func.class(vreg)).size_in_units);
    let whole = registers.lane_mask(SubRegIndex::NONE, size);
    let mut defined = 0;
    let mut first = true;
    for pair in operands[1..].chunks(2) {
        let Some(source) = pair[0].as_reg().copied() else {
            continue;
        };
        if is_undefined(func, uses, &source) {
            continue;
        }
        defined |= registers.lane_mask(sub_index(pair[1]), size);
        copy_part(func, inst, d, sub_index(pair[1]), source, first);
        first = false;
    }
    if first {
        MachineBuilder::before(func, inst).implicit_def(d);
    }
    func.remove_inst(inst);
    defined != whole
}

/// Returns whether parts are undefined.
fn lower_insert_subreg(func: &mut MachineFunction, uses: &RegUses, inst: Inst) -> bool {
    let d = func.operand(inst, 0).register();
    let (base, value) = (func.operand(inst, 1), func.operand(inst, 2));
    let index = sub_index(func.operand(inst, 3));
    let (Some(base), Some(value)) = (base.as_reg().copied(), value.as_reg().copied()) else {
        return false;
    };
    let base_is_undefined = is_undefined(func, uses, &base);
    if !base_is_undefined && base.reg != d {
        copy_part(func, inst, d, SubRegIndex::NONE, base, false);
    }
    if !is_undefined(func, uses, &value) {
        copy_part(func, inst, d, index, value, base_is_undefined);
    } else if base_is_undefined {
        MachineBuilder::before(func, inst).implicit_def(d);
    }
    func.remove_inst(inst);
    base_is_undefined
}

fn lower_extract_subreg(func: &mut MachineFunction, inst: Inst) {
    let index = sub_index(func.operand(inst, 2));
    let registers = func.registers();
    func.remove_operand(inst, 2);
    func.inst_mut(inst).opcode = generic::COPY;
    if let Some(source) = func.operands_mut(inst)[1].as_reg_mut() {
        if let Some(reg) = source.reg.as_physical() {
            source.reg = registers.sub_reg(reg, index).map_or(source.reg, Register::from);
        } else {
            source.sub = registers.compose(source.sub, index).unwrap_or(index);
        }
    }
}

fn lower_subreg_to_reg(func: &mut MachineFunction, inst: Inst) {
    let d = func.operand(inst, 0).register();
    let index = sub_index(func.operand(inst, 3));
    if let Some(value) = func.operand(inst, 2).as_reg().copied() {
        copy_part(func, inst, d, index, value, true);
    }
    func.remove_inst(inst);
}

fn tie(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    uses: &RegUses,
    inst: Inst,
    stats: &mut Stats,
) {
    let num_operands = func.num_operands(inst);
    for index in 0..num_operands {
        let Some(use_) = func.operand(inst, index).as_reg().copied() else {
            continue;
        };
        let Some(def_index) = use_.tied_to().filter(|_| use_.is_use()) else {
            continue;
        };
        let Some(def) = func.operand(inst, def_index).as_reg().copied() else {
            continue;
        };
        if (use_.reg, use_.sub) == (def.reg, def.sub) {
            continue;
        }
        let mut source = use_;
        if !dies_at(func, uses, &use_, inst)
            && let Some(other) = target.commutable_with(func, inst, index)
            && let Some(candidate) = func.operand(inst, other).as_reg().copied()
            && dies_at(func, uses, &candidate, inst)
            && target.commute(func, inst, index, other)
        {
            stats.add(NAME, "operands commuted", 1);
            source = *func.operand(inst, index).as_reg().unwrap_or(&use_);
        }
        if !source.is_undef() {
            copy_part(func, inst, def.reg, def.sub, source, false);
            stats.add(NAME, "copies inserted", 1);
        }
        if let Some(operand) = func.operands_mut(inst)[index].as_reg_mut() {
            operand.reg = def.reg;
            operand.sub = def.sub;
        }
        func.tie_operands(inst, def_index, index);
    }
}

/// Whether `inst` is certainly the last use of a register with one definition: all its operands are in this block and
/// none is after `inst`. Operands are in layout order, so the last one decides.
fn dies_at(func: &MachineFunction, uses: &RegUses, operand: &RegOperand, inst: Inst) -> bool {
    let Some(vreg) = operand.reg.as_virtual() else {
        return false;
    };
    let list = uses.of(vreg);
    list.last().is_some_and(|place| place.inst == inst)
        && list
            .iter()
            .all(|place| func.inst_block(place.inst) == func.inst_block(inst))
        && list
            .first()
            .is_some_and(|place| func.defs(place.inst).any(|(_, def)| def.reg == operand.reg))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::{parse_function, verify_function};
    use crate::test_target::{TestTarget, tables};

    #[test]
    fn lowers_to_copies_of_parts() {
        let text = "--- f
stage: no-phis
livein: $v0
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = IMPLICIT_DEF
  %2:v64 = REG_SEQUENCE %1, %subreg.sub0, %0, %subreg.sub1
  %3:v64 = INSERT_SUBREG %2, %0, %subreg.sub0
  %4:v32 = EXTRACT_SUBREG %3, %subreg.sub1
  %5:v32 = V_MAC %0, %4, %3.sub0(tied-def 0), implicit $exec
  V_STORE %5, %4, implicit $exec
  S_ENDPGM
";
        let mut func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        lower_two_address(&mut func, &TestTarget, &mut Stats::new());
        verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("{e}"));
        let out = func.to_string();
        let body: Vec<&str> = out.lines().skip(4).map(str::trim).collect();
        assert_eq!(
            body,
            [
                "%0:v32 = COPY $v0",
                "undef %2.sub1:v64 = COPY %0",
                "%3:v64 = COPY %2",
                "%3.sub0:v64 = COPY %0",
                "%4:v32 = COPY %3.sub1",
                "%5:v32 = COPY %3.sub0",
                "%5:v32 = V_MAC %0, %4, %5(tied-def 0), implicit $exec",
                "V_STORE %5, %4, implicit $exec",
                "S_ENDPGM"
            ]
        );
    }

    #[test]
    fn marks_reads_of_parts_that_tuples_lack() {
        // A part is undefined, or is not listed.
        let sequences = [
            "%1:v32 = IMPLICIT_DEF\n  %2:v64 = REG_SEQUENCE %0, %subreg.sub0, %1, %subreg.sub1",
            "%2:v64 = REG_SEQUENCE %0, %subreg.sub0",
        ];
        for sequence in sequences {
            let text = format!(
                "--- f
stage: no-phis
livein: $v0
bb.0:
  %0:v32 = COPY $v0
  {sequence}
  V_STORE %2.sub1, %2.sub0, implicit $exec
  S_ENDPGM
"
            );
            let mut func = parse_function(&text, tables()).unwrap_or_else(|e| panic!("{e}"));
            lower_two_address(&mut func, &TestTarget, &mut Stats::new());
            verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("{e}"));
            let out = func.to_string();
            assert!(
                out.contains("V_STORE undef %2.sub1, %2.sub0, implicit $exec"),
                "{out}"
            );
        }
    }
}
