//! Tests of whole allocations on a small machine; every allocation is proved by the checker.

use crate::mir::{
    Block, MachineBuilder, MachineFunction, RegFlags, RegOperand, Register, Stage, VReg, parse_function,
    verify_function,
};
use crate::options::CodegenOptions;
use crate::passes::{coalesce, dead_code, machine_scheduler, phi_elimination, two_address};
use crate::regalloc::{AllocationError, allocate_registers, checker, expand_copies};
use crate::test_machine::run;
use crate::test_target::*;
use wavec_mc::{RegClassId, SubRegIndex, generic};
use wavec_support::stats::Stats;

fn options(sgprs: u32, vgprs: u32) -> CodegenOptions {
    CodegenOptions {
        max_sgprs: Some(sgprs),
        max_vgprs: Some(vgprs),
        verify_each: true,
        ..CodegenOptions::default()
    }
}

/// All passes from SSA to physical registers.
fn compile(func: &mut MachineFunction, options: &CodegenOptions) -> Result<Stats, AllocationError> {
    let mut stats = Stats::new();
    let check = |func: &MachineFunction| verify_function(func, &TestTarget).unwrap_or_else(|e| panic!("{e}"));
    check(func);
    if func.stage == Stage::SelectedSsa {
        phi_elimination::eliminate_phis(func, &TestTarget, &mut stats);
        check(func);
    }
    if func.stage == Stage::NoPhis {
        two_address::lower_two_address(func, &TestTarget, &mut stats);
        check(func);
    }
    coalesce::coalesce_registers(func, &TestTarget, &mut stats);
    check(func);
    machine_scheduler::schedule_machine_function(func, &TestTarget, options, &mut stats);
    check(func);
    dead_code::eliminate_dead_code(func, &TestTarget, &mut stats);
    allocate_registers(func, &TestTarget, options, &mut stats)?;
    check(func);
    Ok(stats)
}

fn compile_text(text: &str, options: &CodegenOptions) -> Result<(String, Stats), AllocationError> {
    let mut func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
    let stats = compile(&mut func, options)?;
    Ok((func.to_string(), stats))
}

#[test]
fn straight_line_code_needs_no_copies() {
    let text = "--- f
livein: $v0
livein: $v1
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = COPY $v1
  %2:v32 = V_ADD %0, %1, implicit $exec
  %3:v32 = V_MAC %0, %1, %2(tied-def 0), implicit $exec
  V_STORE %3, %0, implicit $exec
  S_ENDPGM
";
    let (out, _) = compile_text(text, &options(32, 32)).unwrap();
    assert!(!out.contains("COPY"), "{out}");
    assert!(
        out.contains("renamable $v2 = V_ADD renamable $v0, renamable $v1"),
        "{out}"
    );
}

#[test]
fn constants_are_computed_again_instead_of_spilled() {
    // Twelve constants live across a loop, eight registers.
    let mut text = String::from("--- f\nlivein: $v0\nbb.0:\n  %0:v32 = COPY $v0\n");
    for i in 1..=12 {
        text += &format!("  %{i}:v32 = V_MOVI {i}, implicit $exec\n");
    }
    text += "bb.1:\n";
    for i in 1..=12 {
        text += &format!("  V_STORE %{i}, %0, implicit $exec\n");
    }
    text += "  S_CMP $s0, $s0, implicit-def $scc\n  S_CBRANCH %bb.1, implicit $scc\nbb.2:\n  S_ENDPGM\n";
    let text = text.replace("livein: $v0\n", "livein: $v0\nlivein: $s0\n");
    let (out, stats) = compile_text(&text, &options(8, 8)).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(
        stats.get("register-allocation", "registers rematerialized") > 0,
        "{out}"
    );
    assert_eq!(stats.get("register-allocation", "registers spilled"), 0, "{out}");
    assert!(!out.contains("SPILL"), "{out}");
}

#[test]
fn a_tuple_without_room_is_a_named_error() {
    let text = "--- f
livein: $v0
bb.0:
  %0:v32 = COPY $v0
  %1:v128 = V_LOAD4 %0, implicit $exec
  %2:v128 = V_ADD128 %1, %1, implicit $exec
  V_STORE4 %2, %0, implicit $exec
  S_ENDPGM
";
    let error = compile_text(text, &options(8, 3)).err().map(|e| e.message);
    assert_eq!(
        error.as_deref(),
        Some("function 'f' needs more vector registers than 3 (no room for 4 in a row)")
    );
    assert!(compile_text(text, &options(8, 8)).is_ok());
}

#[test]
fn flags_are_not_clobbered_and_fixed_registers_are_respected() {
    let text = "--- f
livein: $s0
livein: $v0
bb.0:
  %0:s32 = COPY $s0
  $v1 = V_MOVI 3, implicit $exec
  %1:v32 = COPY $v0
  S_CMP %0, %0, implicit-def $scc
  %2:v32 = V_ADD %1, %1, implicit $exec
  %3:s32 = S_CSEL %0, %0, implicit $scc
  V_STORE %2, $v1, implicit $exec
  %4:s32 = S_ADD %3, %0, implicit-def dead $scc
  S_ENDPGM
";
    let (out, _) = compile_text(text, &options(4, 4)).unwrap();
    assert!(!out.contains("renamable $v1"), "{out}");
}

#[test]
fn the_checker_sees_wrong_allocations() {
    let before = "--- f
stage: two-address
livein: $v0
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = V_ADD %0, %0, implicit $exec
  V_STORE %1, %0, implicit $exec
  S_ENDPGM
";
    let check = |edits: &[(&str, &str)]| -> String {
        let old = parse_function(before, tables()).unwrap_or_else(|e| panic!("{e}"));
        let mut text = before.replace("two-address", "allocated");
        for (from, to) in edits {
            text = text.replace(from, to);
        }
        let new = parse_function(&text, tables()).unwrap_or_else(|e| panic!("{e}"));
        match checker::check_allocation(&old, &new, &TestTarget, &options(32, 16), 1) {
            Ok(()) => String::new(),
            Err(report) => report
                .lines()
                .find_map(|line| line.trim().strip_prefix("*** "))
                .unwrap_or("?")
                .to_string(),
        }
    };
    assert_eq!(
        check(&[("%0:v32", "$v2"), ("%0", "$v2"), ("%1:v32", "$v0"), ("%1", "$v0")]),
        ""
    );
    assert_eq!(
        check(&[("%0:v32", "$v2"), ("%0", "$v2"), ("%1:v32", "$v2"), ("%1", "$v2")]),
        "operand 1: $v2 holds %1[0] instead of %0[0]"
    );
    assert_eq!(
        check(&[("%0:v32", "$v2"), ("%0", "$v2"), ("%1:v32", "$v3"), ("%1", "$v4")]),
        "operand 0: $v4 holds nothing known instead of %1[0]"
    );
    assert_eq!(
        check(&[
            ("%0:v32", "$v31"),
            ("%0", "$v31"),
            ("%1:v32", "$v2"),
            ("%1", "$v2")
        ]),
        "operand 0 got a reserved register"
    );
    assert_eq!(
        check(&[("%0:v32", "$s1"), ("%0", "$s1"), ("%1:v32", "$v2"), ("%1", "$v2")]),
        "operand 0 got a register of another class"
    );
}

// ---- generated programs ----

/// xorshift64*: small, good enough, the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 33) as usize % limit
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A random function: variables of all classes that are assigned and read in a random control-flow graph. Valid by
/// construction; most variables are defined at the start, some on some paths only.
struct Generator {
    random: Random,
    func: MachineFunction,
    variables: Vec<(VReg, RegClassId)>,
    /// Whether some variables are not defined at the start.
    skip_definitions: bool,
}

impl Generator {
    fn generate(seed: u64, num_blocks: usize, block_size: usize, num_variables: usize) -> MachineFunction {
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
    fn generate_masked(seed: u64, num_variables: usize) -> MachineFunction {
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
                    // A branch that all lanes take together.
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

    /// The mask of a random comparison and the present mask: (present, comparison).
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

    fn pick(&mut self, class: RegClassId) -> Option<VReg> {
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

    fn vector(&mut self) -> Option<RegOperand> {
        self.part(&[V64, V96, V128, V256], V32)
    }

    fn scalar(&mut self) -> Option<RegOperand> {
        self.part(&[S64, S128], S32)
    }

    fn define_all(&mut self, block: Block) {
        for (vreg, class) in self.variables.clone() {
            // Fixed registers are copied from V32 variables, and must not be read undefined.
            if self.skip_definitions && class != V32 && self.random.chance(8) {
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
                // A flag that lives across another instruction.
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
                // A physical register that lives across an instruction.
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

fn register_file(class: RegClassId) -> usize {
    use crate::target::TargetMachineInfo;
    TestTarget.register_file(class)
}

/// Generates, allocates and proves one program; its size is random up to the limits.
fn generate_and_check(seed: u64, max_blocks: usize, max_size: usize, max_variables: usize) -> Stats {
    let mut random = Random(seed * 7 + 3);
    let blocks = 2 + random.below(max_blocks);
    let size = 2 + random.below(max_size);
    let variables = 4 + random.below(max_variables);
    let (sgprs, vgprs) = (12 + random.below(10) as u32, 22 + random.below(10) as u32);
    let mut func = Generator::generate(seed, blocks, size, variables);
    let text = func.to_string();
    let stats = match compile(&mut func, &options(sgprs, vgprs)) {
        Ok(stats) => stats,
        Err(error) => panic!(
            "seed {seed}, {sgprs} and {vgprs} registers: {}\n{text}",
            error.message
        ),
    };
    expand_copies(&mut func, &TestTarget);
    verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    stats
}

#[test]
fn generated_programs_are_allocated_right_under_pressure() {
    let mut total = Stats::new();
    for seed in seeds(400) {
        let mut random = Random(seed * 7 + 3);
        let blocks = 2 + random.below(10);
        let size = 2 + random.below(14);
        let variables = 4 + random.below(40);
        let (sgprs, vgprs) = (12 + random.below(10) as u32, 22 + random.below(10) as u32);
        let mut func = Generator::generate(seed, blocks, size, variables);
        let text = func.to_string();
        match compile(&mut func, &options(sgprs, vgprs)) {
            Ok(stats) => total.merge(&stats),
            Err(error) => panic!(
                "seed {seed}, {sgprs} and {vgprs} registers: {}\n{text}",
                error.message
            ),
        }
        expand_copies(&mut func, &TestTarget);
        verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    }
    // The programs must exercise what they are for.
    for event in [
        "evictions",
        "registers spilled",
        "registers rematerialized",
        "reloads",
        "spill stores",
    ] {
        assert!(
            total.get("register-allocation", event) > 0,
            "no {event}\n{}",
            total.report()
        );
    }
    for event in [
        "region splits",
        "block splits",
        "local splits",
        "split copies",
        "spill slots shared",
    ] {
        assert!(
            total.get("register-allocation", event) > 0,
            "no {event}\n{}",
            total.report()
        );
    }
}

/// Runs programs with divergent control flow before and behind coalescing and allocation.
fn check_masked(seed: u64) -> Stats {
    let mut random = Random::new(seed ^ 0x77);
    let mut func = Generator::generate_masked(seed, 10 + random.below(30));
    verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    let text = func.to_string();
    let expected = run(&func, 300);
    let options = options(20 + random.below(12) as u32, 13 + random.below(19) as u32);
    let stats = match compile(&mut func, &options) {
        Ok(stats) => stats,
        Err(error) => panic!("seed {seed}: {}\n{text}", error.message),
    };
    let found = run(&func, 300);
    let differs = expected.iter().zip(&found).position(|(a, b)| a != b);
    assert!(
        expected == found,
        "seed {seed}: allocation changes what the program does, first in store {differs:?}\nbefore {text}\nafter {func}"
    );
    stats
}

#[test]
fn generated_lane_masked_programs_keep_their_meaning() {
    let mut total = Stats::new();
    for seed in seeds(200) {
        total.merge(&check_masked(seed));
    }
    for event in [
        "region splits",
        "block splits",
        "local splits",
        "reloads",
        "registers rematerialized",
    ] {
        assert!(
            total.get("register-allocation", event) > 0,
            "no {event}\n{}",
            total.report()
        );
    }
}

#[test]
fn large_generated_programs_are_allocated_right() {
    let mut total = Stats::new();
    for seed in seeds(40) {
        total.merge(&generate_and_check(1000 + seed, 24, 30, 70));
    }
    assert!(
        total.get("register-allocation", "reloads") > 0,
        "{}",
        total.report()
    );
}

/// Times allocation of large functions: `cargo test -p wavec-codegen --release speed -- --ignored --nocapture`.
#[test]
#[ignore = "measures time: to be run alone, in release"]
fn speed() {
    // Ordinary code: short-lived values, no spills.
    for count in [1000, 10_000, 100_000] {
        let mut func = MachineFunction::new("ordinary", tables());
        func.stage = Stage::TwoAddress;
        let mut block = func.create_block();
        func.add_physical_live_in(v(0));
        let first = func.create_vreg(V32);
        MachineBuilder::at_end(&mut func, block).copy(first, v(0));
        let mut values = vec![first];
        for number in 0..count {
            let pick = |back: usize| values[values.len() - 1 - (number * 7 + back) % values.len().min(12)];
            let (a, b) = (pick(0), pick(5));
            let def = func.create_vreg(V32);
            MachineBuilder::at_end(&mut func, block)
                .build(V_ADD)
                .def(def)
                .use_(a)
                .use_(b);
            values.push(def);
            if number % 50 == 49 {
                let next = func.create_block();
                func.add_edge(block, next);
                block = next;
            }
        }
        MachineBuilder::at_end(&mut func, block).build(S_ENDPGM);
        let mut stats = Stats::new();
        let options = CodegenOptions {
            verify_each: false,
            ..options(32, 32)
        };
        let start = std::time::Instant::now();
        let result = allocate_registers(&mut func, &TestTarget, &options, &mut stats);
        println!(
            "{count} ordinary instructions: {:?} {}",
            start.elapsed(),
            result.is_ok()
        );
    }
    for (blocks, size, variables) in [
        (100, 20, 60),
        (1000, 20, 60),
        (4000, 20, 60),
        (10, 2000, 60),
        (10, 8000, 60),
        (1000, 20, 1000),
    ] {
        let mut func = Generator::generate(1, blocks, size, variables);
        let mut stats = Stats::new();
        let count = func.num_insts();
        two_address::lower_two_address(&mut func, &TestTarget, &mut stats);
        let start = std::time::Instant::now();
        coalesce::coalesce_registers(&mut func, &TestTarget, &mut stats);
        let coalesced = start.elapsed();
        let options = CodegenOptions {
            verify_each: false,
            ..options(32, 32)
        };
        let start = std::time::Instant::now();
        let result = allocate_registers(&mut func, &TestTarget, &options, &mut stats);
        println!(
            "{blocks} blocks, {count} instructions: coalescing {coalesced:?}, allocation {:?} {}\n{}",
            start.elapsed(),
            if result.is_ok() { "" } else { "FAILED" },
            stats.report()
        );
    }
}
