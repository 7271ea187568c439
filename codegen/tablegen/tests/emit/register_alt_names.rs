// Registers, generated from register_alt_names.td. Do not edit.

/// Registers by name.
pub mod regs {
use wavec_mc::Reg;
pub const X0: Reg = Reg(1);
pub const X1: Reg = Reg(2);
pub const X2: Reg = Reg(3);
pub const X3: Reg = Reg(4);
pub const X0_X1: Reg = Reg(5);
pub const X1_X2: Reg = Reg(6);
pub const X2_X3: Reg = Reg(7);
}
/// Register classes by name.
pub mod classes {
use wavec_mc::RegClassId;
pub const GPR: RegClassId = RegClassId(0);
pub const LEAF: RegClassId = RegClassId(1);
pub const GPR64: RegClassId = RegClassId(2);
}
/// Sub-register indices by name.
pub mod subregs {
use wavec_mc::BankSubReg;
pub const HIGH: BankSubReg = BankSubReg(1);
pub const LOW: BankSubReg = BankSubReg(2);
}
use wavec_mc::{BankClass, BankIndex, BankRegister, BankSubReg, BankUnit, PressureSetDesc, Reg, RegClassId, RegisterBank};
pub static REGISTERS: &[BankRegister] = &[
BankRegister { name: "", asm_name: "", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[], super_regs: &[], units: &[], constant: false, artificial: false }
,
BankRegister { name: "X0", asm_name: "x0", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[], super_regs: &[Reg(5)], units: &[0], constant: false, artificial: false }
,
BankRegister { name: "X1", asm_name: "x1", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[], super_regs: &[Reg(5),Reg(6)], units: &[1], constant: false, artificial: false }
,
BankRegister { name: "X2", asm_name: "x2", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[], super_regs: &[Reg(6),Reg(7)], units: &[2], constant: false, artificial: false }
,
BankRegister { name: "X3", asm_name: "x3", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[], super_regs: &[Reg(7)], units: &[3], constant: false, artificial: false }
,
BankRegister { name: "X0_X1", asm_name: "", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(1),Reg(2)),(BankSubReg(2),Reg(1))], super_regs: &[], units: &[0, 1], constant: false, artificial: false }
,
BankRegister { name: "X1_X2", asm_name: "", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(1),Reg(3)),(BankSubReg(2),Reg(2))], super_regs: &[], units: &[1, 2], constant: false, artificial: false }
,
BankRegister { name: "X2_X3", asm_name: "", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(1),Reg(4)),(BankSubReg(2),Reg(3))], super_regs: &[], units: &[2, 3], constant: false, artificial: false }
,

];
pub static INDICES: &[BankIndex] = &[
BankIndex { name: "", size: 0, offset: 0, lanes: 0x0, composites: &[] }
,BankIndex { name: "high", size: 32, offset: 32, lanes: 0x1, composites: &[] }
,
BankIndex { name: "low", size: 32, offset: 0, lanes: 0x2, composites: &[] }
,
];
pub static CLASSES: &[BankClass] = &[
BankClass { name: "GPR", members: &[Reg(1),Reg(2),Reg(3),Reg(4)], order: &[Reg(1),Reg(2),Reg(3),Reg(4)], alt_orders: &[], size: 32, spill_size: 32, spill_align: 32, copy_cost: 1, allocatable: true, allocation_priority: 0, target_flags: 0x0, types: &["i32"], sub_classes: &[RegClassId(0),RegClassId(1)], with_sub_reg: &[], super_reg_classes: &[(BankSubReg(1), &[RegClassId(2)]), (BankSubReg(2), &[RegClassId(2)])], lanes: 0x1, weight: 1, pressure_sets: &[0] }
,
BankClass { name: "Leaf", members: &[Reg(1),Reg(2),Reg(3),Reg(4)], order: &[Reg(1),Reg(2),Reg(3),Reg(4)], alt_orders: &[&[Reg(3),Reg(4),Reg(1),Reg(2)], &[Reg(4),Reg(3)]], size: 32, spill_size: 32, spill_align: 32, copy_cost: 1, allocatable: true, allocation_priority: 0, target_flags: 0x0, types: &["i32"], sub_classes: &[RegClassId(0),RegClassId(1)], with_sub_reg: &[], super_reg_classes: &[(BankSubReg(1), &[RegClassId(2)]), (BankSubReg(2), &[RegClassId(2)])], lanes: 0x1, weight: 1, pressure_sets: &[0] }
,
BankClass { name: "GPR64", members: &[Reg(5),Reg(6),Reg(7)], order: &[Reg(5),Reg(6),Reg(7)], alt_orders: &[], size: 64, spill_size: 64, spill_align: 64, copy_cost: 1, allocatable: true, allocation_priority: 0, target_flags: 0x0, types: &["i64"], sub_classes: &[RegClassId(2)], with_sub_reg: &[(BankSubReg(1),RegClassId(2)),(BankSubReg(2),RegClassId(2))], super_reg_classes: &[], lanes: 0x3, weight: 2, pressure_sets: &[0] }
,

];
pub static UNITS: &[BankUnit] = &[
BankUnit { roots: [Reg(1), Reg(0)], weight: 1, pressure_sets: &[0] },BankUnit { roots: [Reg(2), Reg(0)], weight: 1, pressure_sets: &[0] },
BankUnit { roots: [Reg(3), Reg(0)], weight: 1, pressure_sets: &[0] },BankUnit { roots: [Reg(4), Reg(0)], weight: 1, pressure_sets: &[0] },

];
pub static PRESSURE_SETS: &[PressureSetDesc] = &[
PressureSetDesc { name: "GPR", limit: 4 },
];
/// All registers.
pub static REGISTER_BANK: RegisterBank = RegisterBank {
registers: REGISTERS, indices: INDICES, classes: CLASSES, units: UNITS, pressure_sets: PRESSURE_SETS,
covering_lanes: 0xffffffffffffffff,
};
/// Indices of names of registers.
pub mod alt_names {
pub const NOREGALTNAME: u16 = 0;
pub const USE: u16 = 1;
pub const SHORT: u16 = 2;
pub const PLAIN: u16 = 3;
}
/// Names of registers by index.
pub static REGISTER_ALT_NAMES: wavec_mc::RegisterAltNames = wavec_mc::RegisterAltNames { indices: &[
wavec_mc::RegAltNameIndex { name: "NoRegAltName", fallback: None, names: &[
(wavec_mc::Reg(1), "x0"),(wavec_mc::Reg(2), "x1"),(wavec_mc::Reg(3), "x2"),(wavec_mc::Reg(4), "x3"),(wavec_mc::Reg(5), "X0_X1"),
(wavec_mc::Reg(6), "X1_X2"),(wavec_mc::Reg(7), "X2_X3"),
] },
wavec_mc::RegAltNameIndex { name: "Use", fallback: None, names: &[
(wavec_mc::Reg(1), "zero"),(wavec_mc::Reg(2), "return"),(wavec_mc::Reg(3), "stack"),(wavec_mc::Reg(5), "zero"),
(wavec_mc::Reg(6), "return"),(wavec_mc::Reg(7), "stack"),
] },
wavec_mc::RegAltNameIndex { name: "Short", fallback: Some(1), names: &[
(wavec_mc::Reg(2), "ra"),(wavec_mc::Reg(3), "sp"),(wavec_mc::Reg(6), "ra"),(wavec_mc::Reg(7), "sp"),
] },
wavec_mc::RegAltNameIndex { name: "Plain", fallback: Some(0), names: &[

] },
] };
