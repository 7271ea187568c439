// Registers, generated from registers.td. Do not edit.

/// Registers by name.
pub mod regs {
use wavec_mc::Reg;
pub const R0: Reg = Reg(1);
pub const R1: Reg = Reg(2);
pub const R2: Reg = Reg(3);
pub const R3: Reg = Reg(4);
pub const R4: Reg = Reg(5);
pub const R5: Reg = Reg(6);
pub const R6: Reg = Reg(7);
pub const R7: Reg = Reg(8);
pub const FLAG: Reg = Reg(9);
pub const R0_R1: Reg = Reg(10);
pub const R2_R3: Reg = Reg(11);
pub const R4_R5: Reg = Reg(12);
pub const R6_R7: Reg = Reg(13);
}
/// Register classes by name.
pub mod classes {
use wavec_mc::RegClassId;
pub const GPR: RegClassId = RegClassId(0);
pub const GPRLOW: RegClassId = RegClassId(1);
pub const GPR64: RegClassId = RegClassId(2);
pub const FLAGS: RegClassId = RegClassId(3);
}
/// Sub-register indices by name.
pub mod subregs {
use wavec_mc::SubRegIndex;
pub const SUB0: SubRegIndex = SubRegIndex(1);
pub const SUB1: SubRegIndex = SubRegIndex(2);
pub const SUB0_SUB1: SubRegIndex = SubRegIndex(3);
}
const fn r(first_unit: u16, num_units: u8, is_tuple: bool, encoding: u16) -> wavec_mc::RegisterDesc {
wavec_mc::RegisterDesc { first_unit, num_units, is_tuple, encoding }
}
pub static REGS: &[wavec_mc::RegisterDesc] = &[
r(0,0,false,0),r(0,1,false,0),r(1,1,false,1),r(2,1,false,2),r(3,1,false,3),r(4,1,false,4),r(5,1,false,5),
r(6,1,false,6),r(7,1,false,7),r(8,1,false,16),r(0,2,true,0),r(2,2,true,2),r(4,2,true,4),r(6,2,true,6),

];
pub static UNIT_BY_ENCODING: &[u16] = &[
0,1,2,3,4,5,6,7,65535,65535,65535,65535,65535,65535,65535,65535,8,
];
pub static UNIT_REGS: &[wavec_mc::Reg] = &[
wavec_mc::Reg(1),wavec_mc::Reg(2),wavec_mc::Reg(3),wavec_mc::Reg(4),wavec_mc::Reg(5),wavec_mc::Reg(6),
wavec_mc::Reg(7),wavec_mc::Reg(8),wavec_mc::Reg(9),
];
pub static SIZE_ROWS: &[u8] = &[
255,0,1,
];
pub static BY_UNIT: &[u16] = &[
1,2,3,4,5,6,7,8,9,10,0,11,0,12,0,13,0,0,
];
pub static SUB_REGS: &[wavec_mc::SubRegDesc] = &[
wavec_mc::SubRegDesc { offset: 0, size: 0 },wavec_mc::SubRegDesc { offset: 0, size: 1 },wavec_mc::SubRegDesc { offset: 1, size: 1 },
wavec_mc::SubRegDesc { offset: 0, size: 2 },
];
pub static SUB_REG_NAMES: &[&str] = &[
"","sub0","sub1","sub0_sub1",
];
pub static SUB_REG_BY_RUN: &[u8] = &[
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,3,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
];
pub static CLASSES: &[wavec_mc::RegisterClassDesc] = &[
wavec_mc::RegisterClassDesc { name: "GPR", size_in_units: 1, align_in_units: 1, allocatable: true, copy_cost: 1, allocation_priority: 0, spill_size: 4, spill_align: 4, target_flags: 0, ranges: &[wavec_mc::RegRange{first:wavec_mc::Reg(1),last:wavec_mc::Reg(8),step:1}] },
wavec_mc::RegisterClassDesc { name: "GPRLow", size_in_units: 1, align_in_units: 1, allocatable: true, copy_cost: 1, allocation_priority: 1, spill_size: 4, spill_align: 4, target_flags: 0, ranges: &[wavec_mc::RegRange{first:wavec_mc::Reg(1),last:wavec_mc::Reg(4),step:1}] },
wavec_mc::RegisterClassDesc { name: "GPR64", size_in_units: 2, align_in_units: 2, allocatable: true, copy_cost: 2, allocation_priority: 0, spill_size: 8, spill_align: 8, target_flags: 0, ranges: &[wavec_mc::RegRange{first:wavec_mc::Reg(10),last:wavec_mc::Reg(13),step:1}] },
wavec_mc::RegisterClassDesc { name: "FLAGS", size_in_units: 1, align_in_units: 1, allocatable: false, copy_cost: 1, allocation_priority: 0, spill_size: 4, spill_align: 4, target_flags: 0, ranges: &[wavec_mc::RegRange{first:wavec_mc::Reg(9),last:wavec_mc::Reg(9),step:1}] },

];
pub static COMMON_SUB_CLASS: &[u8] = &[
0,1,255,255,1,1,255,255,255,255,2,255,255,255,255,3,
];
pub static SUB_REG_CLASS: &[u8] = &[
255,0,255,255,255,1,255,255,255,0,0,2,255,3,255,255,
];
pub static PRESSURE_SETS: &[wavec_mc::PressureSetDesc] = &[
wavec_mc::PressureSetDesc { name: "GPRLow", limit: 4 },wavec_mc::PressureSetDesc { name: "GPR", limit: 8 },

];
pub static CLASS_PRESSURE: &[wavec_mc::ClassPressure] = &[
wavec_mc::ClassPressure { weight: 1, sets: &[1] },wavec_mc::ClassPressure { weight: 1, sets: &[0, 1] },
wavec_mc::ClassPressure { weight: 2, sets: &[1] },wavec_mc::ClassPressure { weight: 1, sets: &[] },
];
pub static UNIT_PRESSURE: &[u8] = &[
0,0,0,0,1,1,1,1,255,
];
pub static UNIT_PRESSURE_SETS: &[&[u8]] = &[
&[0, 1],&[1],
];
pub static NAMES: &[&str] = &[
"","R0","R1","R2","R3","R4","R5","R6","R7","FLAG",
];
pub static ASM_NAMES: &[&str] = &[
"","r0","r1","r2","r3","r4","r5","r6","r7","flag",
];
pub static REGISTER_INFO: wavec_mc::RegisterInfo = wavec_mc::RegisterInfo {
regs: REGS, names: NAMES, asm_names: ASM_NAMES, num_units: 9, unit_regs: UNIT_REGS, size_rows: SIZE_ROWS,
unit_by_encoding: UNIT_BY_ENCODING,
by_unit: BY_UNIT, sub_regs: SUB_REGS, sub_reg_names: SUB_REG_NAMES, sub_reg_by_run: SUB_REG_BY_RUN,
classes: CLASSES, common_sub_class: COMMON_SUB_CLASS, sub_reg_class: SUB_REG_CLASS,
pressure_sets: PRESSURE_SETS, class_pressure: CLASS_PRESSURE, unit_pressure: UNIT_PRESSURE,
unit_pressure_sets: UNIT_PRESSURE_SETS,
};
