//! Processors whose accumulation registers are a file of their own (gfx908): keeps values that matrix instructions add to in
//! that file, and gives moves within it and spills the vector register that they need.
//!
//! `run` requires: SSA after selection, which has copied between files wherever a matrix instruction is. Preserves: SSA,
//! control flow. Cost: linear. PHIs, copies and sequences join values to webs; a web whose copies from and to accumulation
//! registers cost more than its other accesses would, by the depth of loops, changes its file: the copies are within it then.
//! `expand_spills` requires: allocated registers.

use super::subtarget;
use crate::function_info::GpuFunctionInfo;
use crate::machine_info::max_vgprs_for_occupancy;
use crate::registers::{
    File, accumulation_class, file, is_accumulation_class, is_scalar_class, vector_class, vgpr, word_index,
};
use crate::spill_opcodes::{spill_kind, spill_opcode};
use cranelift_entity::SecondaryMap;
use wavec_codegen::analysis::{Dominators, LoopInfo, ReversePostOrder};
use wavec_codegen::mir::{
    Block, Inst, MachineBuilder, MachineFunction, RegFlags, RegOperand, RegUses, Register, VReg,
};
use wavec_gpu_mc::constants::is_inline_integer;
use wavec_gpu_mc::register_files::is_accumulation;
use wavec_gpu_mc::subtarget::Accumulation;
use wavec_gpu_mc::{REGISTER_INFO, opcodes};
use wavec_mc::{SubRegIndex, generic};

/// Loops deeper than this count as this deep.
const MOST_DEPTH: u32 = 6;

/// The gain of a web that must not change its file: so little that nothing makes up for it.
const NEVER: i64 = i64::MIN / 2;

/// Changes the file of webs where that saves copies; how many values changed. Reserves the register.
pub fn run(func: &mut MachineFunction) -> usize {
    let uses_accumulation = |func: &MachineFunction| {
        let mut classes = func.vregs.values().map(|vreg| vreg.class);
        classes.any(|class| is_accumulation_class(func.registers(), class))
    };
    if subtarget(func).accumulation() != Accumulation::Separate || !uses_accumulation(func) {
        return 0;
    }
    let last = vgpr(max_vgprs_for_occupancy(func) as u16 - 1, 1);
    if let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>() {
        gpu.accumulation_copy_vgpr = Some(last);
    }
    let uses = RegUses::compute(func);
    let mut webs = Webs::compute(func, &uses);
    let moved: Vec<VReg> = func.vregs.keys().filter(|&vreg| webs.moves(vreg)).collect();
    for &vreg in &moved {
        func.vregs[vreg].class = accumulation_class(words(func, vreg));
    }
    for &vreg in &moved {
        copy_at_others(func, &uses, vreg);
    }
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let insts: Vec<Inst> = func.block_insts(block).collect();
        for inst in insts {
            fill_from_scalars(func, &uses, inst);
        }
    }
    moved.len()
}

/// Values that moves join, and what it would save to have each set in accumulation registers.
struct Webs {
    parent: SecondaryMap<VReg, Option<VReg>>,
    /// By representative: dwords whose copies are saved less those that need one then, weighed by depth of loops.
    gain: SecondaryMap<VReg, i64>,
}

impl Webs {
    fn compute(func: &MachineFunction, uses: &RegUses) -> Webs {
        let mut webs = Webs {
            parent: SecondaryMap::new(),
            gain: SecondaryMap::new(),
        };
        let weights = weights(func);
        let movable = || func.vregs.keys().filter(|&vreg| may_move(func, vreg));
        for vreg in movable() {
            for place in uses.of(vreg).iter().filter(|place| is_move(func, place.inst)) {
                for (_, operand) in func.reg_operands(place.inst) {
                    if let Some(other) = operand.reg.as_virtual().filter(|&other| may_move(func, other)) {
                        webs.join(vreg, other);
                    }
                }
            }
        }
        for vreg in movable() {
            let root = webs.root(vreg);
            for place in uses.of(vreg) {
                let block = func.inst_block(place.inst).expect("an instruction in a block");
                let cost = weights[block] * i64::from(words(func, vreg));
                let gain = match func.opcode(place.inst) {
                    // The other values of a PHI would be in another file.
                    generic::PHI if !joins_all(func, place.inst) => NEVER,
                    generic::COPY if touches_accumulation(func, place.inst) => cost,
                    _ if is_move(func, place.inst) || is_constant(func, place.inst) => 0,
                    _ => -cost,
                };
                webs.gain[root] = webs.gain[root].saturating_add(gain);
            }
        }
        webs
    }

    /// The representative of a web; the way to it is halved.
    fn root(&mut self, mut vreg: VReg) -> VReg {
        while let Some(up) = self.parent[vreg] {
            let next = self.parent[up];
            self.parent[vreg] = next.or(Some(up));
            vreg = next.unwrap_or(up);
        }
        vreg
    }

    fn join(&mut self, a: VReg, b: VReg) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parent[a.max(b)] = Some(a.min(b));
        }
    }

    fn moves(&mut self, vreg: VReg) -> bool {
        let root = self.root(vreg);
        self.gain[root] > 0
    }
}

fn words(func: &MachineFunction, vreg: VReg) -> u8 {
    func.registers().class(func.class(vreg)).size_in_units
}

/// How often blocks run, by the depth of loops.
fn weights(func: &MachineFunction) -> SecondaryMap<Block, i64> {
    let order = ReversePostOrder::compute(func);
    let dominators = Dominators::compute(func, &order);
    let loops = LoopInfo::compute(func, &order, &dominators);
    let mut weights = SecondaryMap::new();
    for block in func.layout.blocks() {
        weights[block] = 1 << (3 * loops.depth(block).min(MOST_DEPTH));
    }
    weights
}

/// Whether a value is in vector registers.
fn may_move(func: &MachineFunction, vreg: VReg) -> bool {
    let (info, class) = (func.registers(), func.class(vreg));
    file(info, class) == File::Vector && !is_accumulation_class(info, class)
}

/// Whether an instruction moves whole dwords between registers, which may be in any files.
fn is_move(func: &MachineFunction, inst: Inst) -> bool {
    matches!(
        func.opcode(inst),
        generic::PHI | generic::COPY | generic::REG_SEQUENCE | generic::IMPLICIT_DEF
    )
}

/// Whether an instruction moves an inline constant to a vector register; such a move to an accumulation register has the same
/// operands.
fn is_constant(func: &MachineFunction, inst: Inst) -> bool {
    func.opcode(inst) == opcodes::V_MOV_B32_E32
        && func.operands(inst)[1].as_imm().is_some_and(is_inline_integer)
}

/// Whether all values of a PHI are in vector registers.
fn joins_all(func: &MachineFunction, phi: Inst) -> bool {
    let mut operands = func.reg_operands(phi);
    operands.all(|(_, operand)| {
        let vreg = operand.reg.as_virtual();
        vreg.is_some_and(|vreg| may_move(func, vreg))
    })
}

/// Whether one side of a copy is in accumulation registers.
fn touches_accumulation(func: &MachineFunction, copy: Inst) -> bool {
    let mut operands = func.reg_operands(copy);
    operands.any(|(_, operand)| is_in_accumulation(func, &operand))
}

fn is_in_accumulation(func: &MachineFunction, operand: &RegOperand) -> bool {
    let vreg = operand.reg.as_virtual();
    vreg.is_some_and(|vreg| is_accumulation_class(func.registers(), func.class(vreg)))
}

/// Copies a value that has changed its file to and from the instructions that are no moves.
fn copy_at_others(func: &mut MachineFunction, uses: &RegUses, vreg: VReg) {
    for &place in uses.of(vreg) {
        if is_move(func, place.inst) {
            continue;
        }
        if is_constant(func, place.inst) {
            func.set_opcode(place.inst, opcodes::V_ACCVGPR_WRITE_B32_E64);
            continue;
        }
        let operand = place.get(func);
        let part = func.registers().sub_reg_size(operand.sub);
        let (words, sub) = match part.filter(|_| !operand.is_def()) {
            Some(words) => (words, operand.sub),
            None => (words(func, vreg), SubRegIndex::NONE),
        };
        let fresh = func.create_vreg(vector_class(words));
        if let Some(changed) = func.operands_mut(place.inst)[place.index as usize].as_reg_mut() {
            changed.reg = fresh.into();
            if !operand.is_def() {
                changed.sub = SubRegIndex::NONE;
            }
        }
        match operand.is_def() {
            true => MachineBuilder::after(func, place.inst).copy(vreg, fresh),
            false => MachineBuilder::before(func, place.inst).copy_from_sub(fresh, vreg, sub),
        };
    }
}

/// Accumulation registers are written from vector registers or inline constants only: makes a copy or sequence of scalars
/// such writes.
fn fill_from_scalars(func: &mut MachineFunction, uses: &RegUses, inst: Inst) {
    if !matches!(func.opcode(inst), generic::COPY | generic::REG_SEQUENCE)
        || !func.operands(inst)[0]
            .as_reg()
            .is_some_and(|to| is_in_accumulation(func, to))
    {
        return;
    }
    for (index, operand) in func.reg_operands(inst).skip(1).collect::<Vec<_>>() {
        let Some(vreg) = operand.reg.as_virtual() else {
            continue;
        };
        if !is_scalar_class(func.registers(), func.class(vreg)) || operand.sub.is_some() {
            continue;
        }
        let new = match constants(func, uses, vreg) {
            Some(constants) => written(func, inst, &constants),
            None => {
                let fresh = func.create_vreg(vector_class(words(func, vreg)));
                MachineBuilder::before(func, inst).copy(fresh, vreg);
                fresh
            }
        };
        func.operands_mut(inst)[index] = RegOperand::new_use(new).into();
    }
}

/// The inline constants that a scalar value consists of, a dword each.
fn constants(func: &MachineFunction, uses: &RegUses, vreg: VReg) -> Option<Vec<i64>> {
    let inst = uses.single_def(func, vreg)?;
    match func.opcode(inst) {
        opcodes::S_MOV_B32 => {
            let value = func.operands(inst)[1].as_imm()?;
            is_inline_integer(value).then(|| vec![value])
        }
        generic::REG_SEQUENCE => {
            let parts = func.reg_operands(inst).skip(1);
            let values = parts.map(|(_, part)| {
                let values = constants(func, uses, part.reg.as_virtual()?)?;
                (values.len() == 1 && part.sub.is_none()).then(|| values[0])
            });
            let values: Vec<i64> = values.collect::<Option<_>>()?;
            (values.len() == usize::from(words(func, vreg))).then_some(values)
        }
        _ => None,
    }
}

/// Accumulation registers with these values, written before `inst`.
fn written(func: &mut MachineFunction, inst: Inst, values: &[i64]) -> VReg {
    let mut parts: Vec<(Register, SubRegIndex)> = Vec::new();
    for (word, &value) in values.iter().enumerate() {
        let part = func.create_vreg(accumulation_class(1));
        let mut builder = MachineBuilder::before(func, inst);
        let write = builder.build(opcodes::V_ACCVGPR_WRITE_B32_E64);
        write.def(part).imm(value).inst();
        if values.len() == 1 {
            return part;
        }
        parts.push((part.into(), word_index(func.registers(), word as u8)));
    }
    let whole = func.create_vreg(accumulation_class(values.len() as u8));
    MachineBuilder::before(func, inst).reg_sequence(whole, &parts);
    whole
}

/// Spills accumulation registers, and restores them, through the reserved register; how many spills and restores.
pub fn expand_spills(func: &mut MachineFunction) -> usize {
    let info = func.target_info::<GpuFunctionInfo>();
    let Some(through) = info.and_then(|gpu| gpu.accumulation_copy_vgpr) else {
        return 0;
    };
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut expanded = 0;
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            let Some((words, false, restore)) = spill_kind(func.opcode(inst)) else {
                continue;
            };
            let operands = func.operands(inst);
            let data = operands[0].as_reg().copied().expect("a spilled register");
            let (slot, first) = (operands[1].as_frame_index(), operands[2].as_imm());
            let (slot, first) = (slot.expect("a slot"), first.expect("a word"));
            let unit = match data.reg.as_physical() {
                Some(reg) if is_accumulation(reg) => REGISTER_INFO.units(reg).start,
                _ => continue,
            };
            let flags = data.flags & (RegFlags::UNDEF | RegFlags::KILL);
            for word in 0..words {
                let part = REGISTER_INFO.register_at(unit + u16::from(word), 1);
                let part = part.expect("a dword");
                let mut builder = MachineBuilder::before(func, inst);
                if !restore {
                    let read = builder.build(opcodes::V_ACCVGPR_READ_B32_E64);
                    read.def(through).use_flags(part, flags).inst();
                }
                let access = builder.build(spill_opcode(1, false, restore));
                let access = match restore {
                    true => access.def(through),
                    false => access.use_(through),
                };
                access.frame_index(slot).imm(first + i64::from(word)).inst();
                if restore {
                    let write = builder.build(opcodes::V_ACCVGPR_WRITE_B32_E64);
                    write.def(part).use_(through).inst();
                }
            }
            func.remove_inst(inst);
            expanded += 1;
        }
    }
    expanded
}
