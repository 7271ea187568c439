//! Folds `v_mov_b32_dpp` into the only instruction that reads its result.
//!
//! Requires: SSA. Preserves: SSA, control flow. Cost: two scans. If the move writes all lanes, with zero where there is
//! no source lane, the instruction behaves as it would with that zero. If some lanes keep a constant instead, the
//! constant must be the operation's identity, as zero is for a sum: then the result is the other operand, which those
//! lanes keep. EXEC is the same for both instructions, because they are in one block.

use super::single_defs::SingleDefs;
use crate::registers::is_vector_class;
use fxhash::FxHashSet;
use smallvec::SmallVec;
use wavec_codegen::mir::{Inst, MachineBuilder, MachineFunction, MachineOperand, RegOperand, RegUses};
use wavec_gpu_mc::{INSTR_INFO, classes, maps, opcodes, operand_names as names};
use wavec_mc::{InstrFlags, Opcode, OperandName};

/// Source modifiers for negation and magnitude; others select halves.
const SIGNS: i64 = 0b11;

/// A move and its reader.
struct Fold {
    exchange: Inst,
    user: Inst,
    /// The DPP form of the user, which applies to its first source.
    opcode: Opcode,
    /// The operand to be replaced.
    index: usize,
    /// Whether lanes without a source lane keep the other operand; if not, there are no such lanes.
    keeps_other: bool,
}

/// By the short form of an instruction: the identity element for one of its operands.
const NEUTRAL: [(Opcode, u32); 8] = [
    (opcodes::V_ADD_U32_E32, 0),
    (opcodes::V_OR_B32_E32, 0),
    (opcodes::V_XOR_B32_E32, 0),
    (opcodes::V_AND_B32_E32, u32::MAX),
    (opcodes::V_MAX_U32_E32, 0),
    (opcodes::V_MIN_U32_E32, u32::MAX),
    (opcodes::V_MAX_I32_E32, i32::MIN as u32),
    (opcodes::V_MIN_I32_E32, i32::MAX as u32),
];

/// Folds; returns how many moves are gone.
pub fn run(func: &mut MachineFunction) -> u64 {
    let exchanges: Vec<Inst> = func
        .layout
        .blocks()
        .flat_map(|block| func.block_insts(block))
        .filter(|&inst| is_exchange(func, inst))
        .collect();
    if exchanges.is_empty() {
        return 0;
    }
    let uses = RegUses::compute(func);
    let defs = SingleDefs::compute(func);
    // Check all candidates before rewriting.
    let mut taken: FxHashSet<Inst> = FxHashSet::default();
    let folds: Vec<Fold> = exchanges
        .into_iter()
        .filter_map(|exchange| fold_of(func, &uses, &defs, exchange))
        .filter(|fold| taken.insert(fold.user))
        .collect();
    for fold in &folds {
        rewrite(func, fold);
    }
    folds.len() as u64
}

fn is_exchange(func: &MachineFunction, inst: Inst) -> bool {
    func.opcode(inst) == opcodes::V_MOV_B32_DPP && is_whole_vgpr(func, operand(func, inst, names::SRC0))
}

/// Whether no part of the destination's old value remains after a DPP move.
fn writes_all_lanes(func: &MachineFunction, inst: Inst) -> bool {
    let imm = |name| operand(func, inst, name).and_then(|operand| operand.as_imm());
    imm(names::ROW_MASK) == Some(15)
        && imm(names::BANK_MASK) == Some(15)
        && imm(names::BOUND_CTRL).is_some_and(|zero| zero != 0)
}

/// The constant kept by lanes without a source lane.
fn kept_constant(func: &MachineFunction, defs: &SingleDefs, inst: Inst) -> Option<u32> {
    let mut register = operand(func, inst, names::OLD)?.as_reg()?;
    loop {
        if register.sub.is_some() {
            return None;
        }
        let def = defs.of(func, register.reg.as_virtual()?)?;
        let source = func.operands(def).get(1)?;
        match func.opcode(def) {
            _ if func.is_copy(def) => register = source.as_reg()?,
            opcodes::V_MOV_B32_E32 | opcodes::S_MOV_B32 => return source.as_imm().map(|imm| imm as u32),
            _ => return None,
        }
    }
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

/// The fold for the only user of a move, which may be reached through copies.
fn fold_of(func: &MachineFunction, uses: &RegUses, defs: &SingleDefs, exchange: Inst) -> Option<Fold> {
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
    // The other form supports sign modifiers only.
    let modifiers = [
        (names::CLAMP, 0),
        (names::OMOD, 0),
        (names::SRC0_MODIFIERS, SIGNS),
        (names::SRC1_MODIFIERS, SIGNS),
    ];
    let has_form = modifiers.iter().all(|&(name, allowed)| {
        let modifier = operand(func, user, name).and_then(MachineOperand::as_imm);
        modifier.is_none_or(|modifier| modifier & !allowed == 0)
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
    let fits = has_form
        && !super::shrink::has_short_fields(func, opcode)
        && desc.operand_index(names::SRC2).is_none()
        && is_whole_vgpr(func, func.operands(user).get(other))
        && is_whole_vgpr(func, func.operands(user).first());
    let keeps_other = !writes_all_lanes(func, exchange);
    if keeps_other {
        let neutral = NEUTRAL.iter().find(|&&(opcode, _)| opcode == short)?.1;
        if kept_constant(func, defs, exchange) != Some(neutral) {
            return None;
        }
    }
    fits.then_some(Fold {
        exchange,
        user,
        opcode,
        index,
        keeps_other,
    })
}

fn rewrite(func: &mut MachineFunction, fold: &Fold) {
    let Fold {
        exchange,
        user,
        opcode,
        index,
        keeps_other,
    } = *fold;
    let is_second = func.desc(user).operand_index(names::SRC1) == Some(index);
    let (own, other) = match is_second {
        true => (names::SRC1_MODIFIERS, (names::SRC0, names::SRC0_MODIFIERS)),
        false => (names::SRC0_MODIFIERS, (names::SRC1, names::SRC1_MODIFIERS)),
    };
    let described = INSTR_INFO.desc(opcode).operands();
    let nothing = func.create_vreg(classes::VGPR_32);
    let get = |inst: Inst, name| *operand(func, inst, name).expect("both have it");
    let kept = get(user, other.0)
        .as_reg()
        .filter(|_| keeps_other)
        .map(|other| other.reg);
    let operands: SmallVec<[MachineOperand; 12]> = described
        .iter()
        .map(|described| match described.name {
            names::VDST => get(user, names::VDST),
            names::OLD => RegOperand::new_use(kept.unwrap_or(nothing.into())).into(),
            names::SRC0_MODIFIERS => get(user, own),
            names::SRC1 => get(user, other.0),
            names::SRC1_MODIFIERS => get(user, other.1),
            name => get(exchange, name),
        })
        .collect();
    let mut builder = MachineBuilder::before(func, user);
    if kept.is_none() {
        builder.implicit_def(nothing);
    }
    let mut build = builder.build(opcode);
    for operand in operands {
        build = build.operand(operand);
    }
    build.inst();
    func.remove_inst(user);
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::registers::TABLES;
    use wavec_codegen::mir::parse_function;

    /// Number of moves folded into the sum of halves with these modifiers on the moved operand, and this clamp.
    fn folded(modifiers: u32, clamp: u32) -> u64 {
        let text = format!(
            "--- f\nstage: selected-ssa\nbb.0:\n  %0:vgpr_32 = IMPLICIT_DEF\n  %1:vgpr_32 = IMPLICIT_DEF\n  \
             %2:vgpr_32 = V_MOV_B32_dpp %0(tied-def 0), %1, 273, 15, 15, 1, 0, implicit $exec\n  \
             %3:vgpr_32 = V_ADD_F16_e64 0, %1, {modifiers}, %2, {clamp}, 0, implicit $mode, implicit $exec\n  \
             S_ENDPGM 0\n"
        );
        run(&mut parse_function(&text, TABLES).unwrap_or_else(|error| panic!("{error}\n{text}")))
    }

    #[test]
    fn signs_fold_and_what_the_other_form_does_not_know_stays() {
        assert_eq!([0, 1, 2, 3].map(|signs| folded(signs, 0)), [1; 4]);
        // The upper half of the source, and a clamped result.
        assert_eq!((folded(4, 0), folded(0, 1)), (0, 0));
    }
}
