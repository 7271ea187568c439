//! Runs functions of the test target, at any stage, so that tests can compare what passes did to them. One lane; the mask
//! is ignored. Every store is recorded.

use crate::mir::{Block, FrameIndex, Inst, MachineFunction, MachineOperand, RegOperand};
use crate::test_target::*;
use cranelift_entity::EntityRef;
use fxhash::FxHashMap;
use wavec_mc::{SubRegIndex, generic};

/// What undefined registers hold.
const GARBAGE: u32 = 0xbad_bad;

/// A recorded store: value and address.
pub type Trace = Vec<(u32, u32)>;

struct Machine<'f> {
    func: &'f MachineFunction,
    virtuals: Vec<[u32; 8]>,
    units: Vec<u32>,
    slots: FxHashMap<(FrameIndex, u8), u32>,
    trace: Trace,
}

/// Runs `func` until it ends or has entered `max_blocks` blocks.
pub fn run(func: &MachineFunction, max_blocks: usize) -> Trace {
    let mut machine = Machine {
        func,
        virtuals: vec![[GARBAGE; 8]; func.vregs.len()],
        units: vec![GARBAGE; func.registers().num_units as usize],
        slots: FxHashMap::default(),
        trace: Vec::new(),
    };
    for &(reg, _) in &func.live_ins {
        for unit in func.registers().units(reg) {
            machine.units[unit as usize] = unit as u32 * 1000 + 17;
        }
    }
    let mut previous = None;
    let mut block = func.entry();
    for _ in 0..max_blocks {
        match machine.block(block, previous) {
            Some(next) => {
                previous = Some(block);
                block = next;
            }
            None => break,
        }
    }
    machine.trace
}

impl Machine<'_> {
    fn lanes(&self, operand: &RegOperand) -> (usize, usize) {
        let registers = self.func.registers();
        let size = registers
            .sub_reg_size(operand.sub)
            .unwrap_or_else(|| self.func.size_in_units(operand.reg));
        (registers.sub_reg_offset(operand.sub) as usize, size as usize)
    }

    fn read(&self, operand: &RegOperand) -> Vec<u32> {
        let (offset, size) = self.lanes(operand);
        match (operand.reg.as_virtual(), operand.reg.as_physical()) {
            (Some(vreg), _) => self.virtuals[vreg.index()][offset..offset + size].to_vec(),
            (_, Some(reg)) => {
                let first = self.func.registers().units(reg).start as usize;
                self.units[first..first + size].to_vec()
            }
            _ => vec![0],
        }
    }

    fn write(&mut self, operand: &RegOperand, values: &[u32]) {
        let (offset, size) = self.lanes(operand);
        assert_eq!(size, values.len());
        match (operand.reg.as_virtual(), operand.reg.as_physical()) {
            (Some(vreg), _) => self.virtuals[vreg.index()][offset..offset + size].copy_from_slice(values),
            (_, Some(reg)) => {
                let first = self.func.registers().units(reg).start as usize;
                self.units[first..first + size].copy_from_slice(values);
            }
            _ => {}
        }
    }

    fn block(&mut self, block: Block, previous: Option<Block>) -> Option<Block> {
        let func = self.func;
        let phis: Vec<Inst> = func.block_insts(block).take_while(|&i| func.is_phi(i)).collect();
        let values: Vec<Vec<u32>> = phis
            .iter()
            .map(|&phi| {
                let operands = func.operands(phi);
                let from = operands[1..]
                    .chunks(2)
                    .find(|pair| pair[1].as_block() == previous)
                    .expect("a PHI has a value for the block before");
                self.read(from[0].as_reg().expect("a register"))
            })
            .collect();
        for (&phi, value) in phis.iter().zip(&values) {
            let def = *func.operand(phi, 0).as_reg().expect("a register");
            self.write(&def, value);
        }
        for inst in func.block_insts(block).skip(phis.len()) {
            match func.opcode(inst) {
                S_ENDPGM => return None,
                S_BRANCH => return func.operand(inst, 0).as_block(),
                S_CBRANCH => {
                    if self.scc() {
                        return func.operand(inst, 0).as_block();
                    }
                }
                _ => self.inst(inst),
            }
        }
        func.layout.next_block(block)
    }

    fn scc(&self) -> bool {
        self.units[self.func.registers().units(SCC).start as usize] != 0
    }

    fn set_scc(&mut self, value: bool) {
        let unit = self.func.registers().units(SCC).start as usize;
        self.units[unit] = u32::from(value);
    }

    fn inst(&mut self, inst: Inst) {
        let func = self.func;
        let operands = func.operands(inst);
        let reg = |index: usize| *operands[index].as_reg().expect("a register operand");
        let imm = |index: usize| operands[index].as_imm().expect("an immediate");
        let source = |this: &Self, index: usize| -> u32 { this.read(&reg(index))[0] };
        let opcode = func.opcode(inst);
        if let MachineOperand::Reg(def) = operands[0]
            && def.is_early_clobber()
        {
            self.write(&def, &[GARBAGE]);
        }
        let sub = |index: usize| SubRegIndex(imm(index) as u8);
        match opcode {
            generic::COPY | MOVE => {
                let value = self.read(&reg(1));
                self.write(&reg(0), &value);
            }
            generic::IMPLICIT_DEF => {
                let (_, size) = self.lanes(&reg(0));
                self.write(&reg(0), &vec![GARBAGE; size]);
            }
            generic::KILL => {}
            generic::REG_SEQUENCE => {
                let parts: Vec<(Vec<u32>, SubRegIndex)> = (1..operands.len())
                    .step_by(2)
                    .map(|index| (self.read(&reg(index)), sub(index + 1)))
                    .collect();
                for (value, index) in parts {
                    self.write(&reg(0).with_sub(index), &value);
                }
            }
            generic::INSERT_SUBREG => {
                let (base, value) = (self.read(&reg(1)), self.read(&reg(2)));
                self.write(&reg(0), &base);
                self.write(&reg(0).with_sub(sub(3)), &value);
            }
            generic::EXTRACT_SUBREG => {
                let value = self.read(&reg(1).with_sub(sub(2)));
                self.write(&reg(0), &value);
            }
            S_MOVI | V_MOVI => self.write(&reg(0), &[imm(1) as u32]),
            S_ADD => {
                let value = source(self, 1).wrapping_add(source(self, 2));
                self.write(&reg(0), &[value]);
                self.set_scc(value & 1 != 0);
            }
            S_CMP => {
                let less = source(self, 0) % 1021 < source(self, 1) % 1019;
                self.set_scc(less);
            }
            S_CSEL => {
                let value = source(self, if self.scc() { 1 } else { 2 });
                self.write(&reg(0), &[value]);
            }
            S_PINNED | V_MOV => {
                let value = source(self, 1).wrapping_add(7);
                self.write(&reg(0), &[value]);
            }
            V_READLANE => {
                let value = source(self, 1);
                self.write(&reg(0), &[value]);
            }
            V_ADD => {
                let value = source(self, 1).wrapping_add(source(self, 2));
                self.write(&reg(0), &[value]);
            }
            V_EARLY => {
                let value = source(self, 1) ^ source(self, 2).rotate_left(1);
                self.write(&reg(0), &[value]);
            }
            V_MAC => {
                let value = source(self, 1)
                    .wrapping_mul(source(self, 2))
                    .wrapping_add(source(self, 3));
                self.write(&reg(0), &[value]);
            }
            V_ADD64 | V_ADD128 => {
                let (a, b) = (self.read(&reg(1)), self.read(&reg(2)));
                let value: Vec<u32> = a
                    .iter()
                    .zip(&b)
                    .map(|(a, b)| a.wrapping_add(b.wrapping_mul(3)))
                    .collect();
                self.write(&reg(0), &value);
            }
            V_SUM => {
                let value = self
                    .read(&reg(1))
                    .iter()
                    .fold(0u32, |sum, x| sum.wrapping_mul(5).wrapping_add(*x));
                self.write(&reg(0), &[value]);
            }
            V_STORE => {
                let store = (source(self, 0), source(self, 1));
                self.trace.push(store);
            }
            SPILL_SAVE => {
                let slot = operands[1].as_frame_index().expect("a slot");
                for (word, value) in self.read(&reg(0)).into_iter().enumerate() {
                    self.slots.insert((slot, imm(2) as u8 + word as u8), value);
                }
            }
            SPILL_RESTORE => {
                let slot = operands[1].as_frame_index().expect("a slot");
                let (_, size) = self.lanes(&reg(0));
                let values: Vec<u32> = (0..size as u8)
                    .map(|word| {
                        self.slots
                            .get(&(slot, imm(2) as u8 + word))
                            .copied()
                            .unwrap_or(GARBAGE)
                    })
                    .collect();
                self.write(&reg(0), &values);
            }
            _ => panic!("the test machine has no {}", func.instrs().name(opcode)),
        }
    }
}
