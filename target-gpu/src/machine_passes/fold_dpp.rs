//! A value that lanes exchange by `v_mov_b32_dpp` and that one instruction alone reads is exchanged by that instruction.
//!
//! Requires: SSA. Preserves: SSA, control flow. Cost: one scan. Only moves that write all lanes are folded, with zero where
//! there is no lane to read from: the instruction does with that zero what it would have done. EXEC is the same for both, as
//! they are in one block.

use super::fix_copies::is_vector_class;
use fxhash::FxHashSet;
use smallvec::SmallVec;
use wavec_codegen::mir::{Inst, MachineBuilder, MachineFunction, MachineOperand, RegOperand, RegUses};
use wavec_gpu_mc::{INSTR_INFO, classes, maps, opcodes, operand_names as names};
use wavec_mc::{InstrFlags, Opcode, OperandName};

/// A move, and what reads it.
struct Fold {
    exchange: Inst,
    user: Inst,
    /// The form of the user that exchanges its first source.
    opcode: Opcode,
    /// The operand that is exchanged.
    index: usize,
}

/// Folds; returns how many moves are gone.
pub fn run(func: &mut MachineFunction) -> u64 {
    let exchanges: Vec<Inst> = func
        .layout
        .blocks()
        .flat_map(|block| func.block_insts(block))
        .filter(|&inst| writes_all_lanes(func, inst))
        .collect();
    if exchanges.is_empty() {
        return 0;
    }
    let uses = RegUses::compute(func);
    // All are asked before anything is rewritten.
    let mut taken: FxHashSet<Inst> = FxHashSet::default();
    let folds: Vec<Fold> = exchanges
        .into_iter()
        .filter_map(|exchange| fold_of(func, &uses, exchange))
        .filter(|fold| taken.insert(fold.user))
        .collect();
    for fold in &folds {
        rewrite(func, fold);
    }
    folds.len() as u64
}

/// Whether `inst` is a move between lanes after which nothing of the destination's old value is left.
fn writes_all_lanes(func: &MachineFunction, inst: Inst) -> bool {
    if func.opcode(inst) != opcodes::V_MOV_B32_DPP {
        return false;
    }
    let imm = |name| operand(func, inst, name).and_then(|operand| operand.as_imm());
    imm(names::ROW_MASK) == Some(15)
        && imm(names::BANK_MASK) == Some(15)
        && imm(names::BOUND_CTRL).is_some_and(|zero| zero != 0)
        && is_whole_vgpr(func, operand(func, inst, names::SRC0))
}

fn operand(func: &MachineFunction, inst: Inst, name: OperandName) -> Option<&MachineOperand> {
    let index = func.desc(inst).operand_index(name)?;
    func.operands(inst).get(index)
}

fn is_whole_vgpr(func: &MachineFunction, operand: Option<&MachineOperand>) -> bool {
    operand.and_then(MachineOperand::as_reg).is_some_and(|register| {
        let class = register.reg.as_virtual().map(|vreg| func.class(vreg));
        register.sub.is_none() && class.is_some_and(|class| is_vector_class(func.registers(), class))
    })
}

/// What can be folded into the only user of a move, which is perhaps reached by copies.
fn fold_of(func: &MachineFunction, uses: &RegUses, exchange: Inst) -> Option<Fold> {
    let block = func.inst_block(exchange)?;
    let mut value = func.operands(exchange)[0].register().as_virtual()?;
    let (user, index) = loop {
        let mut places = uses.uses(func, value);
        let place = places.next()?;
        let register = func.operands(place.inst)[place.index as usize].as_reg()?;
        if places.next().is_some() || register.sub.is_some() || func.inst_block(place.inst) != Some(block) {
            return None;
        }
        if !func.is_copy(place.inst) {
            break (place.inst, place.index as usize);
        }
        if !is_whole_vgpr(func, func.operands(place.inst).first()) {
            return None;
        }
        value = func.operands(place.inst)[0].register().as_virtual()?;
    };
    let desc = func.desc(user);
    let short = maps::e32_of(func.opcode(user))?;
    let is_neutral = [names::CLAMP, names::OMOD].iter().all(|&name| {
        let modifier = operand(func, user, name);
        modifier.is_none_or(|modifier| *modifier == MachineOperand::Imm(0))
    });
    let (first, second) = (desc.operand_index(names::SRC0)?, desc.operand_index(names::SRC1)?);
    let (short, other) = if index == first {
        (short, second)
    } else if index == second {
        let commuted = maps::commuted(short);
        (
            commuted.or(desc.is(InstrFlags::COMMUTABLE).then_some(short))?,
            first,
        )
    } else {
        return None;
    };
    let opcode = maps::dpp_of(short)?;
    let fits = is_neutral
        && desc.operand_index(names::SRC2).is_none()
        && is_whole_vgpr(func, func.operands(user).get(other))
        && is_whole_vgpr(func, func.operands(user).first());
    fits.then_some(Fold {
        exchange,
        user,
        opcode,
        index,
    })
}

fn rewrite(func: &mut MachineFunction, fold: &Fold) {
    let Fold {
        exchange,
        user,
        opcode,
        index,
    } = *fold;
    let is_second = func.desc(user).operand_index(names::SRC1) == Some(index);
    let (own, other) = match is_second {
        true => (names::SRC1_MODIFIERS, (names::SRC0, names::SRC0_MODIFIERS)),
        false => (names::SRC0_MODIFIERS, (names::SRC1, names::SRC1_MODIFIERS)),
    };
    let described = INSTR_INFO.desc(opcode).operands();
    let get = |inst: Inst, name| *operand(func, inst, name).expect("both have it");
    let mut operands: SmallVec<[Option<MachineOperand>; 12]> = described
        .iter()
        .map(|described| match described.name {
            names::VDST => Some(get(user, names::VDST)),
            // No lane keeps it.
            names::OLD => None,
            names::SRC0_MODIFIERS => Some(get(user, own)),
            names::SRC1 => Some(get(user, other.0)),
            names::SRC1_MODIFIERS => Some(get(user, other.1)),
            name => Some(get(exchange, name)),
        })
        .collect();
    let old = func.create_vreg(classes::VGPR_32);
    for operand in &mut operands {
        operand.get_or_insert_with(|| RegOperand::new_use(old).into());
    }
    let mut builder = MachineBuilder::before(func, user);
    builder.implicit_def(old);
    let mut build = builder.build(opcode);
    for operand in operands.into_iter().flatten() {
        build = build.operand(operand);
    }
    build.inst();
    func.remove_inst(user);
}
