//! Image instructions as they are encoded, from the forms that code generation uses (`td/image_forms.td`).

use wavec_gpu_mc::{INSTR_INFO, REGISTER_INFO, operand_names as names};
use wavec_mc::{MCInst, MCOperand, Opcode, Reg};

/// The instruction that a form stands for; others as they are.
pub(super) fn encoded(form: MCInst) -> MCInst {
    let desc = INSTR_INFO.desc(form.opcode);
    let Some(MCOperand::Imm(base)) = desc.operand_index(names::BASE).map(|index| &form.operands[index])
    else {
        return form;
    };
    let (opcode, words) = (Opcode(*base as u16), (*base >> 16) as usize);
    let described = INSTR_INFO.desc(opcode).operands();
    let mut inst = MCInst::new(opcode);
    let address = desc
        .operand_index(names::VADDR)
        .and_then(|index| form.operands[index].reg())
        .and_then(|tuple| part(tuple, 0, words))
        .unwrap_or(Reg::NONE);
    let places = [
        names::VADDR0,
        names::VADDR1,
        names::VADDR2,
        names::VADDR3,
        names::VADDR4,
    ];
    // Those without a sampler have one more.
    let has_sampler = desc.operand_index(names::SSAMP).is_some();
    let last = if has_sampler { 3 } else { 4 };
    for info in described {
        let place = places.iter().position(|&place| place == info.name);
        inst.operands.push(match (place, desc.operand_index(info.name)) {
            (None, Some(_)) if info.name == names::VADDR => MCOperand::Reg(address),
            (Some(place), _) => MCOperand::Reg(word(address, place, last)),
            (None, Some(index)) => form.operands[index].clone(),
            (None, None) => MCOperand::Imm(0),
        });
    }
    inst
}

/// Register `place` of a list that is a tuple; the last one has all that are left.
fn word(tuple: Reg, place: usize, last: usize) -> Reg {
    let words = usize::from(REGISTER_INFO.size_in_units(tuple));
    if place >= words || place > last {
        return Reg::NONE;
    }
    let count = if place == last { words - last } else { 1 };
    part(tuple, place, count).unwrap_or(Reg::NONE)
}

/// Registers of a tuple, from one of them on.
fn part(tuple: Reg, place: usize, count: usize) -> Option<Reg> {
    let unit = REGISTER_INFO.units(tuple).start + place as u16;
    REGISTER_INFO.register_at(unit, count as u8)
}
