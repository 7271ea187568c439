//! Which half of a register an operand of 16 bits is, in the modifiers of an instruction (`td/operands.td`).

use crate::encode::kind_desc;
use crate::tables::{Syntax, operand_names as names, target_flags};
use wavec_mc::{Desc, OperandFlags, OperandInfo};

/// The modifiers that say which half of a register an operand is, and their bit: those of a source, and for a result those
/// of the first source.
pub fn half_place(operands: &[OperandInfo], index: usize) -> Option<(usize, i64)> {
    let are_modifiers = |index: usize| operands[index].flags.contains(OperandFlags::SOURCE_MODIFIERS);
    if operands[index].flags.contains(OperandFlags::DEF) {
        return (0..operands.len())
            .find(|&index| are_modifiers(index))
            .map(|first| (first, 8));
    }
    let before = index.checked_sub(1)?;
    are_modifiers(before).then_some((before, 4))
}

/// Whether op_sel has a bit for the result: not if there is none, and not in comparisons with DPP.
pub fn selects_result(desc: Desc) -> bool {
    let is_lane = |info: &OperandInfo| kind_desc(info.kind).syntax == Syntax::LaneMods;
    let flags = desc.target_flags();
    let is_compared_lane = flags & target_flags::VOPC != 0 && flags & target_flags::DPP != 0;
    flags & target_flags::VOP3P == 0
        && !is_compared_lane
        && desc
            .operands()
            .iter()
            .any(|info| info.flags.contains(OperandFlags::DEF))
        && !desc.operands().iter().any(is_lane)
}

/// Whether op_sel has a place for a third source that is the result, and has no modifiers.
pub fn has_place_of_tied(operands: &[OperandInfo]) -> bool {
    let is_tied = |(index, info): (usize, &OperandInfo)| {
        info.name == names::SRC2 && info.tied_to >= 0 && half_place(operands, index).is_none()
    };
    operands.iter().enumerate().any(is_tied)
}
