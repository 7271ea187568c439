// Registers, generated from register_bank.td. Do not edit.

/// Registers by name.
pub mod regs {
use wavec_mc::Reg;
pub const AH: Reg = Reg(1);
pub const AL: Reg = Reg(2);
pub const AX: Reg = Reg(3);
pub const BH: Reg = Reg(4);
pub const BL: Reg = Reg(5);
pub const BX: Reg = Reg(6);
pub const EAX: Reg = Reg(7);
pub const EBX: Reg = Reg(8);
pub const FLAGS: Reg = Reg(9);
pub const STATUS: Reg = Reg(10);
pub const V0: Reg = Reg(11);
pub const V1: Reg = Reg(12);
pub const V2: Reg = Reg(13);
pub const V3: Reg = Reg(14);
pub const V4: Reg = Reg(15);
pub const V5: Reg = Reg(16);
pub const V0_V1: Reg = Reg(17);
pub const V1_V2: Reg = Reg(18);
pub const V2_V3: Reg = Reg(19);
pub const V3_V4: Reg = Reg(20);
pub const V4_V5: Reg = Reg(21);
pub const V0_V1_V2_V3: Reg = Reg(22);
pub const V2_V3_V4_V5: Reg = Reg(23);
}
/// Register classes by name.
pub mod classes {
use wavec_mc::RegClassId;
pub const GR8: RegClassId = RegClassId(0);
pub const GR16: RegClassId = RegClassId(1);
pub const GR32: RegClassId = RegClassId(2);
pub const GR8LOW: RegClassId = RegClassId(3);
pub const VR: RegClassId = RegClassId(4);
pub const VRLOW: RegClassId = RegClassId(5);
pub const VRPAIR: RegClassId = RegClassId(6);
pub const VRQUAD: RegClassId = RegClassId(7);
pub const SPECIAL: RegClassId = RegClassId(8);
pub const VRPAIR_WITH_PART0_IN_VRLOW: RegClassId = RegClassId(9);
pub const VRPAIR_WITH_PART1_IN_VRLOW: RegClassId = RegClassId(10);
pub const VRQUAD_WITH_PAIR0_IN_VRPAIR_WITH_PART0_IN_VRLOW: RegClassId = RegClassId(11);
}
/// Sub-register indices by name.
pub mod subregs {
use wavec_mc::BankSubReg;
pub const HIGH: BankSubReg = BankSubReg(1);
pub const LOW: BankSubReg = BankSubReg(2);
pub const PAIR0: BankSubReg = BankSubReg(3);
pub const PAIR1: BankSubReg = BankSubReg(4);
pub const PART0: BankSubReg = BankSubReg(5);
pub const PART1: BankSubReg = BankSubReg(6);
pub const PART2: BankSubReg = BankSubReg(7);
pub const PART3: BankSubReg = BankSubReg(8);
pub const WORD: BankSubReg = BankSubReg(9);
pub const PART1_PART2: BankSubReg = BankSubReg(10);
}
use wavec_mc::{BankClass, BankIndex, BankRegister, BankSubReg, BankUnit, PressureSetDesc, Reg, RegClassId, RegisterBank};
pub static REGISTERS: &[BankRegister] = &[
BankRegister { name: "", asm_name: "", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[], super_regs: &[], units: &[], constant: false, artificial: false }
,
BankRegister { name: "AH", asm_name: "ah", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[], super_regs: &[Reg(3),Reg(7)], units: &[0], constant: false, artificial: false }
,
BankRegister { name: "AL", asm_name: "al", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[], super_regs: &[Reg(3),Reg(7)], units: &[1], constant: false, artificial: false }
,
BankRegister { name: "AX", asm_name: "ax", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(1),Reg(1)),(BankSubReg(2),Reg(2))], super_regs: &[Reg(7)], units: &[0, 1], constant: false, artificial: false }
,
BankRegister { name: "BH", asm_name: "bh", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[], super_regs: &[Reg(6),Reg(8)], units: &[2], constant: false, artificial: false }
,
BankRegister { name: "BL", asm_name: "bl", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[], super_regs: &[Reg(6),Reg(8)], units: &[3], constant: false, artificial: false }
,
BankRegister { name: "BX", asm_name: "bx", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(1),Reg(4)),(BankSubReg(2),Reg(5))], super_regs: &[Reg(8)], units: &[2, 3], constant: false, artificial: false }
,
BankRegister { name: "EAX", asm_name: "eax", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(1),Reg(1)),(BankSubReg(2),Reg(2)),(BankSubReg(9),Reg(3))], super_regs: &[], units: &[0, 1], constant: false, artificial: false }
,
BankRegister { name: "EBX", asm_name: "ebx", encoding: 0, cost: 1, dwarf: &[], sub_regs: &[(BankSubReg(1),Reg(4)),(BankSubReg(2),Reg(5)),(BankSubReg(9),Reg(6))], super_regs: &[], units: &[2, 3], constant: false, artificial: false }
,
BankRegister { name: "FLAGS", asm_name: "flags", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[], super_regs: &[], units: &[4, 5], constant: true, artificial: false }
,
BankRegister { name: "STATUS", asm_name: "status", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[], super_regs: &[], units: &[5, 6], constant: false, artificial: false }
,
BankRegister { name: "V0", asm_name: "v0", encoding: 0, cost: 0, dwarf: &[64], sub_regs: &[], super_regs: &[Reg(17),Reg(22)], units: &[7], constant: false, artificial: false }
,
BankRegister { name: "V1", asm_name: "v1", encoding: 1, cost: 0, dwarf: &[65], sub_regs: &[], super_regs: &[Reg(17),Reg(18),Reg(22)], units: &[8], constant: false, artificial: false }
,
BankRegister { name: "V2", asm_name: "v2", encoding: 2, cost: 0, dwarf: &[66], sub_regs: &[], super_regs: &[Reg(18),Reg(19),Reg(22),Reg(23)], units: &[9], constant: false, artificial: false }
,
BankRegister { name: "V3", asm_name: "v3", encoding: 3, cost: 0, dwarf: &[67], sub_regs: &[], super_regs: &[Reg(19),Reg(20),Reg(22),Reg(23)], units: &[10], constant: false, artificial: false }
,
BankRegister { name: "V4", asm_name: "v4", encoding: 4, cost: 0, dwarf: &[68], sub_regs: &[], super_regs: &[Reg(20),Reg(21),Reg(23)], units: &[11], constant: false, artificial: false }
,
BankRegister { name: "V5", asm_name: "v5", encoding: 5, cost: 0, dwarf: &[69], sub_regs: &[], super_regs: &[Reg(21),Reg(23)], units: &[12], constant: false, artificial: false }
,
BankRegister { name: "V0_V1", asm_name: "", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(5),Reg(11)),(BankSubReg(6),Reg(12))], super_regs: &[Reg(22)], units: &[7, 8], constant: false, artificial: false }
,
BankRegister { name: "V1_V2", asm_name: "", encoding: 1, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(5),Reg(12)),(BankSubReg(6),Reg(13))], super_regs: &[Reg(22)], units: &[8, 9], constant: false, artificial: false }
,
BankRegister { name: "V2_V3", asm_name: "", encoding: 2, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(5),Reg(13)),(BankSubReg(6),Reg(14))], super_regs: &[Reg(22),Reg(23)], units: &[9, 10], constant: false, artificial: false }
,
BankRegister { name: "V3_V4", asm_name: "", encoding: 3, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(5),Reg(14)),(BankSubReg(6),Reg(15))], super_regs: &[Reg(23)], units: &[10, 11], constant: false, artificial: false }
,
BankRegister { name: "V4_V5", asm_name: "", encoding: 4, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(5),Reg(15)),(BankSubReg(6),Reg(16))], super_regs: &[Reg(23)], units: &[11, 12], constant: false, artificial: false }
,
BankRegister { name: "V0_V1_V2_V3", asm_name: "q0", encoding: 0, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(3),Reg(17)),(BankSubReg(4),Reg(19)),(BankSubReg(5),Reg(11)),(BankSubReg(6),Reg(12)),(BankSubReg(7),Reg(13)),(BankSubReg(8),Reg(14)),(BankSubReg(10),Reg(18))], super_regs: &[], units: &[7, 8, 9, 10], constant: false, artificial: false }
,
BankRegister { name: "V2_V3_V4_V5", asm_name: "q1", encoding: 2, cost: 0, dwarf: &[], sub_regs: &[(BankSubReg(3),Reg(19)),(BankSubReg(4),Reg(21)),(BankSubReg(5),Reg(13)),(BankSubReg(6),Reg(14)),(BankSubReg(7),Reg(15)),(BankSubReg(8),Reg(16)),(BankSubReg(10),Reg(20))], super_regs: &[], units: &[9, 10, 11, 12], constant: false, artificial: false }
,

];
pub static INDICES: &[BankIndex] = &[
BankIndex { name: "", size: 0, offset: 0, lanes: 0x0, composites: &[] }
,BankIndex { name: "high", size: 8, offset: 8, lanes: 0x1, composites: &[] }
,
BankIndex { name: "low", size: 8, offset: 0, lanes: 0x2, composites: &[] }
,BankIndex { name: "pair0", size: 128, offset: 0, lanes: 0xc, composites: &[(BankSubReg(5),BankSubReg(5)),(BankSubReg(6),BankSubReg(6))] }
,
BankIndex { name: "pair1", size: 128, offset: 128, lanes: 0x30, composites: &[(BankSubReg(5),BankSubReg(7)),(BankSubReg(6),BankSubReg(8))] }
,
BankIndex { name: "part0", size: 64, offset: 0, lanes: 0x4, composites: &[] }
,BankIndex { name: "part1", size: 64, offset: 64, lanes: 0x8, composites: &[] }
,
BankIndex { name: "part2", size: 64, offset: 128, lanes: 0x10, composites: &[] }
,BankIndex { name: "part3", size: 64, offset: 192, lanes: 0x20, composites: &[] }
,
BankIndex { name: "word", size: 16, offset: 0, lanes: 0x3, composites: &[(BankSubReg(1),BankSubReg(1)),(BankSubReg(2),BankSubReg(2))] }
,
BankIndex { name: "part1_part2", size: 128, offset: 64, lanes: 0x18, composites: &[(BankSubReg(5),BankSubReg(6)),(BankSubReg(6),BankSubReg(7))] }
,

];
pub static CLASSES: &[BankClass] = &[
BankClass { name: "GR8", members: &[Reg(1),Reg(2),Reg(4),Reg(5)], order: &[Reg(2),Reg(1),Reg(5),Reg(4)], alt_orders: &[], size: 8, spill_size: 8, spill_align: 8, copy_cost: 1, allocatable: true, allocation_priority: 0, target_flags: 0x0, types: &["i8"], sub_classes: &[RegClassId(0),RegClassId(3)], with_sub_reg: &[], super_reg_classes: &[(BankSubReg(1), &[RegClassId(1),RegClassId(2)]), (BankSubReg(2), &[RegClassId(1),RegClassId(2)])], lanes: 0x1, weight: 1, pressure_sets: &[1] }
,
BankClass { name: "GR16", members: &[Reg(3),Reg(6)], order: &[Reg(3),Reg(6)], alt_orders: &[], size: 16, spill_size: 16, spill_align: 16, copy_cost: 1, allocatable: true, allocation_priority: 0, target_flags: 0x0, types: &["i16"], sub_classes: &[RegClassId(1)], with_sub_reg: &[(BankSubReg(1),RegClassId(1)),(BankSubReg(2),RegClassId(1))], super_reg_classes: &[(BankSubReg(9), &[RegClassId(2)])], lanes: 0x3, weight: 2, pressure_sets: &[1] }
,
BankClass { name: "GR32", members: &[Reg(7),Reg(8)], order: &[Reg(8),Reg(7)], alt_orders: &[], size: 32, spill_size: 32, spill_align: 32, copy_cost: 1, allocatable: true, allocation_priority: 0, target_flags: 0x0, types: &["i32"], sub_classes: &[RegClassId(2)], with_sub_reg: &[(BankSubReg(1),RegClassId(2)),(BankSubReg(2),RegClassId(2)),(BankSubReg(9),RegClassId(2))], super_reg_classes: &[], lanes: 0x3, weight: 2, pressure_sets: &[1] }
,
BankClass { name: "GR8Low", members: &[Reg(2),Reg(5)], order: &[Reg(2),Reg(5)], alt_orders: &[], size: 8, spill_size: 8, spill_align: 8, copy_cost: 1, allocatable: true, allocation_priority: 0, target_flags: 0x0, types: &["i8"], sub_classes: &[RegClassId(3)], with_sub_reg: &[], super_reg_classes: &[(BankSubReg(2), &[RegClassId(1),RegClassId(2)])], lanes: 0x1, weight: 1, pressure_sets: &[1] }
,
BankClass { name: "VR", members: &[Reg(11),Reg(12),Reg(13),Reg(14),Reg(15),Reg(16)], order: &[Reg(11),Reg(12),Reg(13),Reg(14),Reg(15),Reg(16)], alt_orders: &[], size: 64, spill_size: 64, spill_align: 64, copy_cost: 1, allocatable: true, allocation_priority: 0, target_flags: 0x0, types: &["i64"], sub_classes: &[RegClassId(4),RegClassId(5)], with_sub_reg: &[], super_reg_classes: &[(BankSubReg(5), &[RegClassId(6),RegClassId(7),RegClassId(9),RegClassId(10),RegClassId(11)]), (BankSubReg(6), &[RegClassId(6),RegClassId(7),RegClassId(9),RegClassId(10),RegClassId(11)]), (BankSubReg(7), &[RegClassId(7),RegClassId(11)]), (BankSubReg(8), &[RegClassId(7),RegClassId(11)])], lanes: 0x1, weight: 1, pressure_sets: &[2] }
,
BankClass { name: "VRLow", members: &[Reg(11),Reg(12)], order: &[Reg(11),Reg(12)], alt_orders: &[], size: 64, spill_size: 64, spill_align: 64, copy_cost: 1, allocatable: true, allocation_priority: 0, target_flags: 0x0, types: &["i64"], sub_classes: &[RegClassId(5)], with_sub_reg: &[], super_reg_classes: &[(BankSubReg(5), &[RegClassId(9),RegClassId(10),RegClassId(11)]), (BankSubReg(6), &[RegClassId(10),RegClassId(11)])], lanes: 0x1, weight: 1, pressure_sets: &[0, 2] }
,
BankClass { name: "VRPair", members: &[Reg(17),Reg(18),Reg(19),Reg(20),Reg(21)], order: &[Reg(17),Reg(18),Reg(19),Reg(20),Reg(21)], alt_orders: &[], size: 128, spill_size: 128, spill_align: 64, copy_cost: 1, allocatable: true, allocation_priority: 0, target_flags: 0x0, types: &["v2i64"], sub_classes: &[RegClassId(6),RegClassId(9),RegClassId(10)], with_sub_reg: &[(BankSubReg(5),RegClassId(6)),(BankSubReg(6),RegClassId(6))], super_reg_classes: &[(BankSubReg(3), &[RegClassId(7),RegClassId(11)]), (BankSubReg(4), &[RegClassId(7),RegClassId(11)]), (BankSubReg(10), &[RegClassId(7),RegClassId(11)])], lanes: 0xc, weight: 2, pressure_sets: &[2] }
,
BankClass { name: "VRQuad", members: &[Reg(22),Reg(23)], order: &[Reg(22),Reg(23)], alt_orders: &[], size: 256, spill_size: 256, spill_align: 64, copy_cost: 1, allocatable: false, allocation_priority: 0, target_flags: 0x0, types: &["v4i64"], sub_classes: &[RegClassId(7),RegClassId(11)], with_sub_reg: &[(BankSubReg(3),RegClassId(7)),(BankSubReg(4),RegClassId(7)),(BankSubReg(5),RegClassId(7)),(BankSubReg(6),RegClassId(7)),(BankSubReg(7),RegClassId(7)),(BankSubReg(8),RegClassId(7)),(BankSubReg(10),RegClassId(7))], super_reg_classes: &[], lanes: 0x3c, weight: 4, pressure_sets: &[] }
,
BankClass { name: "Special", members: &[Reg(9),Reg(10)], order: &[Reg(10),Reg(9)], alt_orders: &[], size: 32, spill_size: 32, spill_align: 32, copy_cost: 1, allocatable: false, allocation_priority: 0, target_flags: 0x0, types: &["i32"], sub_classes: &[RegClassId(8)], with_sub_reg: &[], super_reg_classes: &[], lanes: 0x1, weight: 0, pressure_sets: &[] }
,
BankClass { name: "VRPair_with_part0_in_VRLow", members: &[Reg(17),Reg(18)], order: &[Reg(17),Reg(18)], alt_orders: &[], size: 128, spill_size: 128, spill_align: 64, copy_cost: 1, allocatable: true, allocation_priority: 0, target_flags: 0x0, types: &["v2i64"], sub_classes: &[RegClassId(9),RegClassId(10)], with_sub_reg: &[(BankSubReg(5),RegClassId(9)),(BankSubReg(6),RegClassId(9))], super_reg_classes: &[(BankSubReg(3), &[RegClassId(11)]), (BankSubReg(10), &[RegClassId(11)])], lanes: 0xc, weight: 2, pressure_sets: &[0, 2] }
,
BankClass { name: "VRPair_with_part1_in_VRLow", members: &[Reg(17)], order: &[Reg(17)], alt_orders: &[], size: 128, spill_size: 128, spill_align: 64, copy_cost: 1, allocatable: true, allocation_priority: 0, target_flags: 0x0, types: &["v2i64"], sub_classes: &[RegClassId(10)], with_sub_reg: &[(BankSubReg(5),RegClassId(10)),(BankSubReg(6),RegClassId(10))], super_reg_classes: &[(BankSubReg(3), &[RegClassId(11)])], lanes: 0xc, weight: 2, pressure_sets: &[0, 2] }
,
BankClass { name: "VRQuad_with_pair0_in_VRPair_with_part0_in_VRLow", members: &[Reg(22)], order: &[Reg(22)], alt_orders: &[], size: 256, spill_size: 256, spill_align: 64, copy_cost: 1, allocatable: false, allocation_priority: 0, target_flags: 0x0, types: &["v4i64"], sub_classes: &[RegClassId(11)], with_sub_reg: &[(BankSubReg(3),RegClassId(11)),(BankSubReg(4),RegClassId(11)),(BankSubReg(5),RegClassId(11)),(BankSubReg(6),RegClassId(11)),(BankSubReg(7),RegClassId(11)),(BankSubReg(8),RegClassId(11)),(BankSubReg(10),RegClassId(11))], super_reg_classes: &[], lanes: 0x3c, weight: 4, pressure_sets: &[] }
,

];
pub static UNITS: &[BankUnit] = &[
BankUnit { roots: [Reg(1), Reg(0)], weight: 1, pressure_sets: &[1] },BankUnit { roots: [Reg(2), Reg(0)], weight: 1, pressure_sets: &[1] },
BankUnit { roots: [Reg(4), Reg(0)], weight: 1, pressure_sets: &[1] },BankUnit { roots: [Reg(5), Reg(0)], weight: 1, pressure_sets: &[1] },
BankUnit { roots: [Reg(9), Reg(0)], weight: 0, pressure_sets: &[] },BankUnit { roots: [Reg(9), Reg(10)], weight: 0, pressure_sets: &[] },
BankUnit { roots: [Reg(10), Reg(0)], weight: 0, pressure_sets: &[] },BankUnit { roots: [Reg(11), Reg(0)], weight: 1, pressure_sets: &[0, 2] },
BankUnit { roots: [Reg(12), Reg(0)], weight: 1, pressure_sets: &[0, 2] },BankUnit { roots: [Reg(13), Reg(0)], weight: 1, pressure_sets: &[0, 2] },
BankUnit { roots: [Reg(14), Reg(0)], weight: 1, pressure_sets: &[2] },BankUnit { roots: [Reg(15), Reg(0)], weight: 1, pressure_sets: &[2] },
BankUnit { roots: [Reg(16), Reg(0)], weight: 1, pressure_sets: &[2] },
];
pub static PRESSURE_SETS: &[PressureSetDesc] = &[
PressureSetDesc { name: "VRLow", limit: 3 },PressureSetDesc { name: "GR8", limit: 4 },PressureSetDesc { name: "VR", limit: 6 },

];
/// All registers.
pub static REGISTER_BANK: RegisterBank = RegisterBank {
registers: REGISTERS, indices: INDICES, classes: CLASSES, units: UNITS, pressure_sets: PRESSURE_SETS,
covering_lanes: 0xfffffffffffffffc,
};
