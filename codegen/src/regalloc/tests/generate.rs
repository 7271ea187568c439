//! Random programs for the allocator: variables of all classes in random control flow, valid by construction.

use super::register_file;
use crate::mir::{Block, MachineBuilder, MachineFunction, RegFlags, RegOperand, Register, Stage, VReg};
use crate::test_random::Random;
use crate::test_target::*;
use wavec_mc::{RegClassId, SubRegIndex, generic};

/// A random function: variables of all classes that are assigned and read in a random control-flow graph. Valid by
/// construction; most variables have a value at the start, some on some paths only.
pub(super) struct Generator {
    pub(super) random: Random,
    pub(super) func: MachineFunction,
    pub(super) variables: Vec<(VReg, RegClassId)>,
    /// Whether some variables are undefined at the start.
    pub(super) skip_definitions: bool,
}

impl Generator {
    pub(super) fn generate(
        seed: u64,
        num_blocks: usize,
        block_size: usize,
        num_variables: usize,
    ) -> MachineFunction {
        let mut this = Generator {
            random: Random::new(seed),
            func: MachineFunction::new(format!("random{seed}"), tables()),
            variables: Vec::new(),
            skip_definitions: true,
        };
        this.func.stage = Stage::NoPhis;
        let blocks: Vec<Block> = (0..num_blocks).map(|_| this.func.create_block()).collect();
        for reg in [s(0), s(1), v(0), v(1)] {
            this.func.add_physical_live_in(reg);
        }
        let classes = [
            S32, S32, S32, S64, S128, V32, V32, V32, V32, V64, V64, V96, V128, V256, S32_LOW,
        ];
        for _ in 0..num_variables {
            let class = classes[this.random.below(classes.len())];
            let vreg = this.func.create_vreg(class);
            this.variables.push((vreg, class));
        }
        this.define_all(blocks[0]);
        for (number, &block) in blocks.iter().enumerate() {
            let count = 1 + this.random.below(block_size);
            for _ in 0..count {
                this.statement(block);
            }
            this.terminate(&blocks, number);
        }
        this.func
    }

    /// A function with structured divergent control flow: ifs, if-elses and loops under a lane mask, nested.
    pub(super) fn generate_masked(seed: u64, num_variables: usize) -> MachineFunction {
        let mut this = Generator {
            random: Random::new(seed),
            func: MachineFunction::new(format!("masked{seed}"), tables()),
            variables: Vec::new(),
            skip_definitions: false,
        };
        this.func.stage = Stage::NoPhis;
        let entry = this.func.create_block();
        for reg in [s(0), s(1), v(0), v(1)] {
            this.func.add_physical_live_in(reg);
        }
        let classes = [S32, S32, V32, V32, V32, V32, V64, V64, V96, V128];
        for number in 0..num_variables {
            let class = if number == 0 {
                S32
            } else {
                classes[this.random.below(classes.len())]
            };
            let vreg = this.func.create_vreg(class);
            this.variables.push((vreg, class));
        }
        this.define_all(entry);
        // The lanes must differ.
        for (vreg, class) in this.variables.clone() {
            if class == V32 {
                let mut builder = MachineBuilder::at_end(&mut this.func, entry);
                builder.build(V_ADD).def(vreg).use_(vreg).use_(v(0));
            }
        }
        let end = this.masked_region(entry, 3);
        for _ in 0..6 {
            if let Some(x) = this.vector() {
                let mut builder = MachineBuilder::at_end(&mut this.func, end);
                builder.build(V_STORE).operand(x.into()).operand(x.into());
            }
        }
        MachineBuilder::at_end(&mut this.func, end).build(S_ENDPGM);
        this.func
    }

    fn masked_region(&mut self, start: Block, depth: usize) -> Block {
        let mut block = start;
        for _ in 0..2 + self.random.below(4) {
            for _ in 0..self.random.below(6) {
                self.statement(block);
            }
            if depth == 0 {
                continue;
            }
            match self.random.below(6) {
                0 | 1 => {
                    let Some((save, mask)) = self.mask(block) else {
                        continue;
                    };
                    block = self.masked_if(block, save, mask, S_AND64, depth);
                    if self.random.chance(50) {
                        block = self.masked_if(block, save, mask, S_ANDN64, depth);
                    }
                }
                2 => block = self.masked_loop(block, depth),
                3 => {
                    // A uniform branch.
                    let Some(x) = self.scalar() else { continue };
                    let join = self.func.create_detached_block();
                    let mut builder = MachineBuilder::at_end(&mut self.func, block);
                    builder.build(S_CMP).operand(x.into()).use_(s(0));
                    builder.build(S_CBRANCH).block(join);
                    self.func.add_physical_live_in(s(0));
                    let body = self.func.create_block();
                    self.func.add_edge(block, join);
                    self.func.add_edge(block, body);
                    let end = self.masked_region(body, depth - 1);
                    self.func.layout.append_block(join);
                    self.func.add_edge(end, join);
                    block = join;
                }
                _ => {}
            }
        }
        block
    }

    /// The mask of a random comparison and the current mask: (current, comparison).
    fn mask(&mut self, block: Block) -> Option<(VReg, VReg)> {
        let (a, b) = (self.vector()?, self.vector()?);
        let (save, mask) = (self.func.create_vreg(S64), self.func.create_vreg(S64));
        let mut builder = MachineBuilder::at_end(&mut self.func, block);
        builder.build(V_CMP).def(mask).operand(a.into()).operand(b.into());
        builder.build(S_GETEXEC).def(save);
        Some((save, mask))
    }

    fn masked_if(
        &mut self,
        block: Block,
        save: VReg,
        mask: VReg,
        combine: wavec_mc::Opcode,
        depth: usize,
    ) -> Block {
        let join = self.func.create_detached_block();
        let narrow = self.func.create_vreg(S64);
        let mut builder = MachineBuilder::at_end(&mut self.func, block);
        builder.build(combine).def(narrow).use_(save).use_(mask);
        builder.build(EXEC_TERM).use_(narrow);
        builder.build(S_CBRANCH_EXECZ).block(join);
        let body = self.func.create_block();
        self.func.add_edge(block, join);
        self.func.add_edge(block, body);
        let end = self.masked_region(body, depth - 1);
        self.func.layout.append_block(join);
        self.func.add_edge(end, join);
        MachineBuilder::at_end(&mut self.func, join)
            .build(EXEC_SET)
            .use_(save);
        join
    }

    fn masked_loop(&mut self, block: Block, depth: usize) -> Block {
        let outer = self.func.create_vreg(S64);
        MachineBuilder::at_end(&mut self.func, block)
            .build(S_GETEXEC)
            .def(outer);
        let header = self.func.create_block();
        self.func.add_edge(block, header);
        let end = self.masked_region(header, depth - 1);
        let exit = self.func.create_block();
        self.func.add_edge(end, exit);
        if let Some((save, mask)) = self.mask(end) {
            let narrow = self.func.create_vreg(S64);
            let mut builder = MachineBuilder::at_end(&mut self.func, end);
            builder.build(S_AND64).def(narrow).use_(save).use_(mask);
            builder.build(EXEC_TERM).use_(narrow);
            builder.build(S_CBRANCH_EXECNZ).block(header);
            self.func.add_edge(end, header);
        }
        MachineBuilder::at_end(&mut self.func, exit)
            .build(EXEC_SET)
            .use_(outer);
        exit
    }

    pub(super) fn pick(&mut self, class: RegClassId) -> Option<VReg> {
        let matching: Vec<VReg> = self
            .variables
            .iter()
            .filter(|&&(_, c)| c == class)
            .map(|&(vreg, _)| vreg)
            .collect();
        (!matching.is_empty()).then(|| matching[self.random.below(matching.len())])
    }

    /// A 32-bit value of a file: a whole register or a part of a tuple.
    fn part(&mut self, tuples: &[RegClassId], single: RegClassId) -> Option<RegOperand> {
        if self.random.chance(30) {
            let class = tuples[self.random.below(tuples.len())];
            let vreg = self.pick(class)?;
            let size = tables().registers.class(class).size_in_units;
            let sub = tables()
                .registers
                .index_of_run(self.random.below(size as usize) as u8, 1)?;
            return Some(RegOperand::new_use(vreg).with_sub(sub));
        }
        Some(RegOperand::new_use(self.pick(single)?))
    }

    pub(super) fn vector(&mut self) -> Option<RegOperand> {
        self.part(&[V64, V96, V128, V256], V32)
    }

    fn scalar(&mut self) -> Option<RegOperand> {
        self.part(&[S64, S128], S32)
    }

    fn define_all(&mut self, block: Block) {
        for (vreg, class) in self.variables.clone() {
            // Fixed registers are copied from V32 variables, and must not be read undefined.
            if self.skip_definitions && class != V32 && self.random.chance(8) {
                MachineBuilder::at_end(&mut self.func, block).implicit_def(vreg);
                continue;
            }
            let is_vector = register_file(class) == 1;
            let size = tables().registers.class(class).size_in_units;
            let constant = self.random.below(100) as i64;
            let mut builder = MachineBuilder::at_end(&mut self.func, block);
            let opcode = if is_vector { V_MOVI } else { S_MOVI };
            for lane in 0..size {
                let def = RegOperand::new_def(vreg);
                let def = if size == 1 {
                    def
                } else {
                    let flags = if lane == 0 {
                        RegFlags::UNDEF
                    } else {
                        RegFlags::empty()
                    };
                    let sub = tables().registers.index_of_run(lane, 1).unwrap_or_default();
                    def.with_sub(sub).with_flags(flags)
                };
                builder
                    .build(opcode)
                    .operand(def.into())
                    .imm(constant + lane as i64);
            }
        }
    }

    fn statement(&mut self, block: Block) -> Option<()> {
        let choice = self.random.below(24);
        let as_def = |operand: RegOperand| operand.with_flags(RegFlags::DEF);
        match choice {
            0..=4 => {
                let (d, a, b) = (self.vector()?, self.vector()?, self.vector()?);
                let mut builder = MachineBuilder::at_end(&mut self.func, block);
                builder
                    .build(V_ADD)
                    .operand(as_def(d).into())
                    .operand(a.into())
                    .operand(b.into());
            }
            5..=6 => {
                let (d, a, b, c) = (self.pick(V32)?, self.vector()?, self.vector()?, self.vector()?);
                if c.reg != d.into() && (a.reg == d.into() || b.reg == d.into()) {
                    return None;
                }
                let mut builder = MachineBuilder::at_end(&mut self.func, block);
                builder
                    .build(V_MAC)
                    .def(d)
                    .operand(a.into())
                    .operand(b.into())
                    .operand(c.into());
            }
            7..=9 => {
                let (class, opcode) = if self.random.chance(50) {
                    (V64, V_ADD64)
                } else {
                    (V128, V_ADD128)
                };
                let (d, a, b) = (self.pick(class)?, self.pick(class)?, self.pick(class)?);
                let mut builder = MachineBuilder::at_end(&mut self.func, block);
                builder.build(opcode).def(d).use_(a).use_(b);
            }
            10 => {
                let (d, a) = (self.pick(V32)?, self.pick(V256)?);
                MachineBuilder::at_end(&mut self.func, block)
                    .build(V_SUM)
                    .def(d)
                    .use_(a);
            }
            11..=13 => {
                let (d, a, b) = (self.scalar()?, self.scalar()?, self.scalar()?);
                let mut builder = MachineBuilder::at_end(&mut self.func, block);
                builder
                    .build(S_ADD)
                    .operand(as_def(d).into())
                    .operand(a.into())
                    .operand(b.into());
            }
            14 => {
                // A flag that is live across another instruction.
                let (d, a, b) = (self.scalar()?, self.scalar()?, self.scalar()?);
                let x = self.pick(V32)?;
                let mut builder = MachineBuilder::at_end(&mut self.func, block);
                builder.build(S_CMP).operand(a.into()).operand(b.into());
                builder.build(V_ADD).def(x).use_(x).use_(x);
                builder
                    .build(S_CSEL)
                    .operand(as_def(d).into())
                    .operand(a.into())
                    .operand(b.into());
            }
            15 => {
                let (class, parts) = [(V64, 2), (V128, 4), (V96, 3)][self.random.below(3)];
                let d = self.pick(class)?;
                let mut list: Vec<(RegOperand, SubRegIndex)> = Vec::new();
                for lane in 0..parts {
                    let value = self.vector()?;
                    let skip = value.reg == d.into() || self.random.chance(10);
                    if skip && !self.skip_definitions {
                        return None;
                    }
                    if !skip {
                        list.push((value, tables().registers.index_of_run(lane, 1)?));
                    }
                }
                let mut builder = MachineBuilder::at_end(&mut self.func, block);
                let mut inst = builder.build(generic::REG_SEQUENCE).def(d);
                for (value, sub) in list {
                    inst = inst.operand(value.into()).sub_reg_index(sub);
                }
            }
            16 => {
                let (d, base, value) = (self.pick(V128)?, self.pick(V128)?, self.pick(V64)?);
                let sub = tables()
                    .registers
                    .index_of_run(2 * self.random.below(2) as u8, 2)?;
                let mut builder = MachineBuilder::at_end(&mut self.func, block);
                builder
                    .build(generic::INSERT_SUBREG)
                    .def(d)
                    .use_(base)
                    .use_(value)
                    .sub_reg_index(sub);
            }
            17..=18 => {
                let class = [S32, S64, V32, V64, V128, V256][self.random.below(6)];
                let (d, a) = (self.pick(class)?, self.pick(class)?);
                if d != a {
                    MachineBuilder::at_end(&mut self.func, block).copy(d, a);
                }
            }
            19 => {
                let (d, a, b) = (self.pick(V32)?, self.pick(V32)?, self.pick(V32)?);
                if d != a && d != b {
                    MachineBuilder::at_end(&mut self.func, block)
                        .build(V_EARLY)
                        .def(d)
                        .use_(a)
                        .use_(b);
                }
            }
            20 => {
                let (d, a) = (self.pick(S32)?, self.vector()?);
                let mut builder = MachineBuilder::at_end(&mut self.func, block);
                builder.build(V_READLANE).def(d).operand(a.into());
            }
            21 => {
                // A physical register that is live across an instruction.
                let (x, y) = (self.pick(V32)?, self.pick(V32)?);
                let fixed = v(self.random.below(8) as u16);
                let mut builder = MachineBuilder::at_end(&mut self.func, block);
                builder.copy(fixed, x);
                builder.build(V_ADD).def(y).use_(y).use_(y);
                builder.build(V_STORE).use_(fixed).use_(y);
            }
            22 => {
                let (d, a) = (self.pick(S32_LOW)?, self.pick(S32_LOW)?);
                MachineBuilder::at_end(&mut self.func, block)
                    .build(S_PINNED)
                    .def(d)
                    .use_(a);
            }
            _ => {
                let x = self.vector()?;
                let y = self.vector()?;
                let mut builder = MachineBuilder::at_end(&mut self.func, block);
                builder.build(V_STORE).operand(x.into()).operand(y.into());
            }
        }
        Some(())
    }

    fn terminate(&mut self, blocks: &[Block], number: usize) {
        let block = blocks[number];
        let Some(&next) = blocks.get(number + 1) else {
            MachineBuilder::at_end(&mut self.func, block).build(S_ENDPGM);
            return;
        };
        self.func.add_edge(block, next);
        if self.random.chance(60) {
            let target = blocks[1 + self.random.below(blocks.len() - 1)];
            let reg: Register = match self.pick(S32) {
                Some(vreg) => vreg.into(),
                None => s(0).into(),
            };
            let mut builder = MachineBuilder::at_end(&mut self.func, block);
            builder.build(S_CMP).use_(reg).use_(reg);
            builder.build(S_CBRANCH).block(target);
            self.func.add_edge(block, target);
        }
    }
}
