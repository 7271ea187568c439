//! Executes functions of the test target, at any stage, so that tests can compare them before and after passes. Vector
//! instructions run in four lanes under a mask; scalar registers have one value. Every store of an active lane is
//! recorded.

use crate::mir::{Block, FrameIndex, Inst, MachineFunction, MachineOperand, RegOperand};
use crate::test_target::*;
use cranelift_entity::EntityRef;
use fxhash::FxHashMap;
use wavec_mc::{SubRegIndex, generic};

/// Number of lanes.
const LANES: usize = 4;
const ALL: u32 = (1 << LANES) - 1;

/// A register's content: by lane; scalar registers have it in every lane.
type Word = [u32; LANES];

/// The contents of undefined registers.
const GARBAGE: u32 = 0xbad_bad;

/// Recorded stores: value and address. [`END`] follows the last one of a program that ended.
pub(crate) type Trace = Vec<(u32, u32)>;

/// Last entry of the trace of a program that ended.
const END: (u32, u32) = (u32::MAX, u32::MAX);

/// Whether two programs did the same, as far as they were executed.
pub(crate) fn same_behaviour(a: &Trace, b: &Trace) -> bool {
    let ended = a.last() == Some(&END) && b.last() == Some(&END);
    (!ended || a.len() == b.len()) && a.iter().zip(b).all(|(x, y)| x == y || *x == END || *y == END)
}

struct Machine<'f> {
    func: &'f MachineFunction,
    virtuals: Vec<[Word; 8]>,
    units: Vec<Word>,
    slots: FxHashMap<(FrameIndex, u8), Word>,
    exec: u32,
    trace: Trace,
}

/// Runs `func` until it ends or has entered `max_blocks` blocks.
pub(crate) fn run(func: &MachineFunction, max_blocks: usize) -> Trace {
    let mut machine = Machine {
        func,
        virtuals: vec![[[GARBAGE; LANES]; 8]; func.vregs.len()],
        units: vec![[GARBAGE; LANES]; func.registers().num_units as usize],
        slots: FxHashMap::default(),
        exec: ALL,
        trace: Vec::new(),
    };
    for &(reg, _) in &func.live_ins {
        for unit in func.registers().units(reg) {
            let is_vector = unit >= FILE_SIZE;
            for lane in 0..LANES {
                let own = if is_vector { lane as u32 * 77 } else { 0 };
                machine.units[unit as usize][lane] = unit as u32 * 1000 + 17 + own;
            }
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
            None => {
                machine.trace.push(END);
                break;
            }
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

    fn is_vector(&self, operand: &RegOperand) -> bool {
        match (operand.reg.as_virtual(), operand.reg.as_physical()) {
            (Some(vreg), _) => self.func.registers().class(self.func.class(vreg)).target_flags == 1,
            (_, Some(reg)) => is_vector_unit(self.func.registers().units(reg).start),
            _ => false,
        }
    }

    fn read(&self, operand: &RegOperand) -> Vec<Word> {
        let (offset, size) = self.lanes(operand);
        match (operand.reg.as_virtual(), operand.reg.as_physical()) {
            (Some(vreg), _) => self.virtuals[vreg.index()][offset..offset + size].to_vec(),
            (_, Some(reg)) => {
                let first = self.func.registers().units(reg).start as usize;
                self.units[first..first + size].to_vec()
            }
            _ => vec![[0; LANES]],
        }
    }

    /// Writes the active lanes of a vector register; all lanes of a scalar one get the value of the first active lane.
    fn write(&mut self, operand: &RegOperand, values: &[Word]) {
        let (offset, size) = self.lanes(operand);
        assert_eq!(size, values.len());
        let is_vector = self.is_vector(operand);
        let exec = self.exec;
        let target = match (operand.reg.as_virtual(), operand.reg.as_physical()) {
            (Some(vreg), _) => &mut self.virtuals[vreg.index()][offset..offset + size],
            (_, Some(reg)) => {
                let first = self.func.registers().units(reg).start as usize;
                &mut self.units[first..first + size]
            }
            _ => return,
        };
        let first_active = exec.trailing_zeros() as usize % LANES;
        for (word, value) in target.iter_mut().zip(values) {
            for lane in 0..LANES {
                if !is_vector {
                    word[lane] = value[first_active];
                } else if exec & 1 << lane != 0 {
                    word[lane] = value[lane];
                }
            }
        }
    }

    fn block(&mut self, block: Block, previous: Option<Block>) -> Option<Block> {
        let func = self.func;
        let phis: Vec<Inst> = func.block_insts(block).take_while(|&i| func.is_phi(i)).collect();
        let values: Vec<Vec<Word>> = phis
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
            let branches = match func.opcode(inst) {
                S_ENDPGM => return None,
                S_BRANCH => true,
                S_CBRANCH => self.scc(),
                S_CBRANCH_EXECZ => self.exec == 0,
                S_CBRANCH_EXECNZ => self.exec != 0,
                _ => {
                    self.inst(inst);
                    false
                }
            };
            if branches {
                return func.operand(inst, 0).as_block();
            }
        }
        func.layout.next_block(block)
    }

    fn scc(&self) -> bool {
        self.units[self.func.registers().units(SCC).start as usize][0] != 0
    }

    fn set_scc(&mut self, value: bool) {
        let unit = self.func.registers().units(SCC).start as usize;
        self.units[unit] = [u32::from(value); LANES];
    }

    fn inst(&mut self, inst: Inst) {
        let func = self.func;
        let operands = func.operands(inst);
        let reg = |index: usize| *operands[index].as_reg().expect("a register operand");
        let imm = |index: usize| operands[index].as_imm().expect("an immediate");
        let source = |this: &Self, index: usize| -> Word { this.read(&reg(index))[0] };
        let each = |f: &dyn Fn(usize) -> u32| -> Word { std::array::from_fn(f) };
        let opcode = func.opcode(inst);
        if let Some(MachineOperand::Reg(def)) = operands.first()
            && def.is_early_clobber()
        {
            self.write(def, &[[GARBAGE; LANES]]);
        }
        let sub = |index: usize| SubRegIndex(imm(index) as u8);
        match opcode {
            generic::COPY | MOVE => {
                let value = self.read(&reg(1));
                self.write(&reg(0), &value);
            }
            generic::IMPLICIT_DEF => {
                let (_, size) = self.lanes(&reg(0));
                self.write(&reg(0), &vec![[GARBAGE; LANES]; size]);
            }
            generic::KILL => {}
            generic::REG_SEQUENCE => {
                let parts: Vec<(Vec<Word>, SubRegIndex)> = (1..operands.len())
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
            S_MOVI | V_MOVI => self.write(&reg(0), &[[imm(1) as u32; LANES]]),
            S_ADD | V_ADD => {
                let (a, b) = (source(self, 1), source(self, 2));
                let value = each(&|lane| a[lane].wrapping_add(b[lane]));
                self.write(&reg(0), &[value]);
                if opcode == S_ADD {
                    self.set_scc(value[0] & 1 != 0);
                }
            }
            S_CMP => {
                let less = source(self, 0)[0] % 1021 < source(self, 1)[0] % 1019;
                self.set_scc(less);
            }
            S_CSEL => {
                let value = source(self, if self.scc() { 1 } else { 2 });
                self.write(&reg(0), &[value]);
            }
            S_PINNED | V_MOV => {
                let a = source(self, 1);
                self.write(&reg(0), &[each(&|lane| a[lane].wrapping_add(7))]);
            }
            V_READLANE => {
                let value = source(self, 1);
                self.write(&reg(0), &[value]);
            }
            V_EARLY => {
                let (a, b) = (source(self, 1), source(self, 2));
                self.write(&reg(0), &[each(&|lane| a[lane] ^ b[lane].rotate_left(1))]);
            }
            V_MAC => {
                let (a, b, c) = (source(self, 1), source(self, 2), source(self, 3));
                let value = each(&|lane| a[lane].wrapping_mul(b[lane]).wrapping_add(c[lane]));
                self.write(&reg(0), &[value]);
            }
            V_ADD64 | V_ADD128 => {
                let (a, b) = (self.read(&reg(1)), self.read(&reg(2)));
                let value: Vec<Word> = a
                    .iter()
                    .zip(&b)
                    .map(|(a, b)| each(&|lane| a[lane].wrapping_add(b[lane].wrapping_mul(3))))
                    .collect();
                self.write(&reg(0), &value);
            }
            V_SUM => {
                let words = self.read(&reg(1));
                let value = each(&|lane| {
                    words
                        .iter()
                        .fold(0u32, |sum, word| sum.wrapping_mul(5).wrapping_add(word[lane]))
                });
                self.write(&reg(0), &[value]);
            }
            V_LOAD => {
                let address = source(self, 1);
                self.write(
                    &reg(0),
                    &[each(&|lane| address[lane].wrapping_mul(0x9e37_79b9) ^ 0x55)],
                );
            }
            V_STORE => {
                let (value, address) = (source(self, 0), source(self, 1));
                for lane in 0..LANES {
                    if self.exec & 1 << lane != 0 {
                        self.trace.push((value[lane], address[lane]));
                    }
                }
            }
            V_CMP => {
                let (a, b) = (source(self, 1), source(self, 2));
                let mut mask = 0;
                for lane in 0..LANES {
                    if self.exec & 1 << lane != 0 && a[lane] % 1021 < b[lane] % 1019 {
                        mask |= 1 << lane;
                    }
                }
                self.write(&reg(0), &[[mask; LANES], [0; LANES]]);
            }
            S_GETEXEC => {
                let exec = self.exec;
                self.write(&reg(0), &[[exec; LANES], [0; LANES]]);
            }
            S_AND64 | S_ANDN64 => {
                let (a, b) = (self.read(&reg(1)), self.read(&reg(2)));
                let invert = if opcode == S_ANDN64 { u32::MAX } else { 0 };
                let value: Vec<Word> = a
                    .iter()
                    .zip(&b)
                    .map(|(a, b)| each(&|lane| a[lane] & (b[lane] ^ invert)))
                    .collect();
                self.write(&reg(0), &value);
                self.set_scc(value[0][0] != 0);
            }
            EXEC_TERM | EXEC_SET => self.exec = source(self, 0)[0] & ALL,
            SPILL_SAVE => {
                let slot = operands[1].as_frame_index().expect("a slot");
                let is_vector = self.is_vector(&reg(0));
                for (word, value) in self.read(&reg(0)).into_iter().enumerate() {
                    let place = (slot, imm(2) as u8 + word as u8);
                    let memory = self.slots.entry(place).or_insert([GARBAGE; LANES]);
                    for lane in 0..LANES {
                        if !is_vector || self.exec & 1 << lane != 0 {
                            memory[lane] = value[lane];
                        }
                    }
                }
            }
            SPILL_RESTORE => {
                let slot = operands[1].as_frame_index().expect("a slot");
                let (_, size) = self.lanes(&reg(0));
                let values: Vec<Word> = (0..size as u8)
                    .map(|word| {
                        let place = (slot, imm(2) as u8 + word);
                        self.slots.get(&place).copied().unwrap_or([GARBAGE; LANES])
                    })
                    .collect();
                self.write(&reg(0), &values);
            }
            _ => panic!("the test machine has no {}", func.instrs().name(opcode)),
        }
    }
}
