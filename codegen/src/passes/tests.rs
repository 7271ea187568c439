//! Runs generated SSA programs on the test machine before and after every pass, down to physical registers.

use crate::analysis::{Dominators, ReversePostOrder};
use crate::mir::{Block, Inst, MachineBuilder, MachineFunction, RegOperand, Stage, VReg, verify_function};
use crate::options::CodegenOptions;
use crate::pipeline::{ALLOCATION_PASSES, MachinePass, PHI_ELIMINATION, PassContext, SSA_PASSES, run_passes};
use crate::test_machine::{run, same_behaviour};
use crate::test_random::Random;
use crate::test_target::*;
use cranelift_entity::SecondaryMap;
use wavec_mc::{RegClassId, generic};
use wavec_support::passes::PassRunner;
use wavec_support::stats::Stats;

const CLASSES: [RegClassId; 9] = [S32, S64, S128, S32_LOW, V32, V64, V96, V128, V256];

/// A random function in SSA form: every use is dominated by its definition, every value is defined.
struct Generator {
    random: Random,
    func: MachineFunction,
    available: SecondaryMap<Block, Vec<(VReg, RegClassId)>>,
}

impl Generator {
    fn generate(seed: u64) -> MachineFunction {
        let mut this = Generator {
            random: Random::new(seed),
            func: MachineFunction::new(format!("ssa{seed}"), tables()),
            available: SecondaryMap::new(),
        };
        let num_blocks = 2 + this.random.below(9);
        let blocks: Vec<Block> = (0..num_blocks).map(|_| this.func.create_block()).collect();
        let mut targets: Vec<Option<Block>> = Vec::new();
        for (number, &block) in blocks.iter().enumerate() {
            let next = blocks.get(number + 1);
            if let Some(&next) = next {
                this.func.add_edge(block, next);
            }
            let target = (next.is_some() && this.random.chance(65))
                .then(|| blocks[1 + this.random.below(num_blocks - 1)]);
            if let Some(target) = target {
                this.func.add_edge(block, target);
            }
            targets.push(target);
        }
        let order = ReversePostOrder::compute(&this.func);
        let dominators = Dominators::compute(&this.func, &order);
        let mut phis: Vec<(Inst, RegClassId)> = Vec::new();
        for &block in dominators.preorder() {
            match dominators.immediate(block) {
                None => this.define_each_class(block),
                Some(up) => this.available[block] = this.available[up].clone(),
            }
            if dominators.immediate(block).is_some() {
                for _ in 0..this.random.below(5) {
                    let class = CLASSES[this.random.below(CLASSES.len())];
                    let def = this.new_value(block, class);
                    let phi = MachineBuilder::at_end(&mut this.func, block)
                        .build(generic::PHI)
                        .def(def)
                        .inst();
                    phis.push((phi, class));
                }
            }
            for _ in 0..1 + this.random.below(12) {
                this.statement(block);
            }
            let position = blocks.iter().position(|&b| b == block).unwrap_or(0);
            this.terminate(block, targets[position], position + 1 == num_blocks);
        }
        for (phi, class) in phis {
            let block = this.func.inst_block(phi).unwrap();
            for predecessor in this.func.predecessors(block).to_vec() {
                let value = this.pick(predecessor, class);
                this.func.push_operand(phi, RegOperand::new_use(value).into());
                this.func
                    .push_operand(phi, crate::mir::MachineOperand::Block(predecessor));
            }
        }
        this.func
    }

    fn new_value(&mut self, block: Block, class: RegClassId) -> VReg {
        let vreg = self.func.create_vreg(class);
        self.available[block].push((vreg, class));
        vreg
    }

    /// Any value of `class` available at the end of `block` so far.
    fn pick(&mut self, block: Block, class: RegClassId) -> VReg {
        let list: Vec<VReg> = self.available[block]
            .iter()
            .filter(|&&(_, c)| c == class)
            .map(|&(vreg, _)| vreg)
            .collect();
        // Prefer recent values: otherwise everything is live everywhere.
        let recent = list.len().saturating_sub(4);
        let from = if self.random.chance(70) { recent } else { 0 };
        list[from + self.random.below(list.len() - from)]
    }

    fn define_each_class(&mut self, block: Block) {
        for _ in 0..2 {
            for (single, opcode) in [(S32, S_MOVI), (V32, V_MOVI), (S32, S_MOVI), (V32, V_MOVI)] {
                let def = self.func.create_vreg(single);
                self.available[block].push((def, single));
                let value = self.random.below(1000) as i64;
                MachineBuilder::at_end(&mut self.func, block)
                    .build(opcode)
                    .def(def)
                    .imm(value);
            }
        }
        for class in [S64, S128, V64, V96, V128, V256] {
            self.sequence(block, class);
        }
        let (def, source) = (self.func.create_vreg(S32_LOW), self.pick(block, S32));
        MachineBuilder::at_end(&mut self.func, block).copy(def, source);
        self.available[block].push((def, S32_LOW));
    }

    fn sequence(&mut self, block: Block, class: RegClassId) {
        let single = if [S64, S128].contains(&class) { S32 } else { V32 };
        let size = tables().registers.class(class).size_in_units;
        let parts: Vec<_> = (0..size)
            .map(|lane| {
                let value = self.pick(block, single).into();
                (value, tables().registers.index_of_run(lane, 1).unwrap())
            })
            .collect();
        let def = self.new_value(block, class);
        MachineBuilder::at_end(&mut self.func, block).reg_sequence(def, &parts);
    }

    /// A 32-bit use: a register or a part of one.
    fn word(&mut self, block: Block, is_vector: bool) -> RegOperand {
        let tuples: &[RegClassId] = if is_vector {
            &[V64, V96, V128, V256]
        } else {
            &[S64, S128]
        };
        if self.random.chance(25) {
            let class = tuples[self.random.below(tuples.len())];
            let size = tables().registers.class(class).size_in_units as usize;
            let sub = tables()
                .registers
                .index_of_run(self.random.below(size) as u8, 1)
                .unwrap();
            return RegOperand::new_use(self.pick(block, class)).with_sub(sub);
        }
        RegOperand::new_use(self.pick(block, if is_vector { V32 } else { S32 }))
    }

    fn statement(&mut self, block: Block) {
        let choice = self.random.below(20);
        let is_vector = choice < 12;
        let (a, b, c) = (
            self.word(block, is_vector),
            self.word(block, is_vector),
            self.word(block, is_vector),
        );
        match choice {
            0..=2 => self.build(block, V_ADD, V32, &[a, b]),
            3..=5 => self.build(block, V_MAC, V32, &[a, b, c]),
            6 => self.build(block, V_EARLY, V32, &[a, b]),
            7 => {
                let inst = self.func.create_inst(V_STORE, &[a.into(), b.into()]);
                self.func.layout.append_inst(inst, block);
                self.func.add_implicit_operands(inst);
            }
            8 => {
                let (class, opcode) = if self.random.chance(50) {
                    (V64, V_ADD64)
                } else {
                    (V128, V_ADD128)
                };
                let (a, b) = (self.pick(block, class), self.pick(block, class));
                self.build(
                    block,
                    opcode,
                    class,
                    &[RegOperand::new_use(a), RegOperand::new_use(b)],
                );
            }
            9 => {
                let a = self.pick(block, V256);
                self.build(block, V_SUM, V32, &[RegOperand::new_use(a)]);
            }
            10 => self.build(block, V_READLANE, S32, &[a]),
            11 => {
                let value = self.random.below(1000) as i64;
                let def = self.new_value(block, V32);
                MachineBuilder::at_end(&mut self.func, block)
                    .build(V_MOVI)
                    .def(def)
                    .imm(value);
            }
            12..=13 => self.build(block, S_ADD, S32, &[a, b]),
            14 => {
                let def = self.func.create_vreg(S32);
                let mut builder = MachineBuilder::at_end(&mut self.func, block);
                builder.build(S_CMP).operand(a.into()).operand(b.into());
                builder.build(S_CSEL).def(def).operand(b.into()).operand(c.into());
                self.available[block].push((def, S32));
            }
            15..=16 => {
                let class = CLASSES[1 + self.random.below(2) + 4 * self.random.below(2)];
                let class = if class == S128 || class == S64 {
                    class
                } else {
                    [V64, V96, V128, V256][self.random.below(4)]
                };
                self.sequence(block, class);
            }
            17 => {
                let (base, value) = (self.pick(block, V128), self.pick(block, V64));
                let def = self.new_value(block, V128);
                let sub = tables()
                    .registers
                    .index_of_run(2 * self.random.below(2) as u8, 2)
                    .unwrap();
                MachineBuilder::at_end(&mut self.func, block)
                    .build(generic::INSERT_SUBREG)
                    .def(def)
                    .use_(base)
                    .use_(value)
                    .sub_reg_index(sub);
            }
            18 => {
                let source = self.pick(block, V256);
                let def = self.new_value(block, V128);
                let sub = tables()
                    .registers
                    .index_of_run(2 * self.random.below(3) as u8, 4)
                    .unwrap();
                MachineBuilder::at_end(&mut self.func, block)
                    .build(generic::EXTRACT_SUBREG)
                    .def(def)
                    .use_(source)
                    .sub_reg_index(sub);
            }
            _ => {
                let class = CLASSES[self.random.below(CLASSES.len())];
                let source = self.pick(block, class);
                let def = self.new_value(block, class);
                MachineBuilder::at_end(&mut self.func, block).copy(def, source);
            }
        }
    }

    fn build(&mut self, block: Block, opcode: wavec_mc::Opcode, class: RegClassId, sources: &[RegOperand]) {
        let def = self.func.create_vreg(class);
        let mut builder = MachineBuilder::at_end(&mut self.func, block);
        let mut inst = builder.build(opcode).def(def);
        for source in sources {
            inst = inst.operand((*source).into());
        }
        self.available[block].push((def, class));
    }

    fn terminate(&mut self, block: Block, target: Option<Block>, is_last: bool) {
        // All values of the last block are used at the end.
        if is_last {
            for class in [V32, V32, V32] {
                let (a, b) = (self.pick(block, class), self.pick(block, class));
                MachineBuilder::at_end(&mut self.func, block)
                    .build(V_STORE)
                    .use_(a)
                    .use_(b);
            }
            MachineBuilder::at_end(&mut self.func, block).build(S_ENDPGM);
            return;
        }
        let Some(target) = target else { return };
        let (a, b) = (self.word(block, false), self.word(block, false));
        let mut builder = MachineBuilder::at_end(&mut self.func, block);
        builder.build(S_CMP).operand(a.into()).operand(b.into());
        builder.build(S_CBRANCH).block(target);
    }
}

fn check_seed(seed: u64) -> Stats {
    let mut func = Generator::generate(seed);
    verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    let expected = run(&func, 200);
    let original = func.to_string();
    let mut random = Random::new(seed ^ 0x5555);
    let options = CodegenOptions {
        register_limits: crate::test_target::limits(
            12 + random.below(12) as u32,
            22 + random.below(10) as u32,
        ),
        verify_each: true,
        ..CodegenOptions::default()
    };
    let mut runner = PassRunner::default();
    let list: Vec<MachinePass> = [SSA_PASSES, &[PHI_ELIMINATION], ALLOCATION_PASSES].concat();
    for pass in list {
        let before = func.to_string();
        let mut context = PassContext {
            target: &TestTarget,
            options: &options,
            runner: &mut runner,
        };
        run_passes(&mut func, &[pass], &mut context)
            .unwrap_or_else(|e| panic!("seed {seed}: {}\n{original}", e.message));
        let found = run(&func, 200);
        assert!(
            same_behaviour(&found, &expected),
            "seed {seed}: {} changes what the program does\nbefore {before}\nafter {func}\n{expected:?}\n{found:?}",
            pass.info.name
        );
    }
    assert_eq!(func.stage, Stage::Allocated);
    runner.stats
}

#[test]
fn passes_keep_the_meaning_of_generated_programs() {
    let mut total = Stats::new();
    for seed in seeds(150) {
        total.merge(&check_seed(seed));
    }
    assert!(
        total.get("register-coalescing", "copies joined") > 500,
        "{}",
        total.report()
    );
    assert!(total.get("register-allocation", "registers spilled") > 0);
}
