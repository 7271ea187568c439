//! Checks the invariants of a machine function at its [`Stage`]. A failure is a bug in the pass that ran last; the
//! report is the function's listing with the messages inserted.

mod definitions;
mod ssa;

use crate::mir::entities::{Block, Inst};
use crate::mir::function::{MachineFunction, Stage};
use crate::mir::operand::{MachineOperand, RegOperand};
use crate::mir::print::{PrintOptions, print_function};
use crate::target::TargetMachineInfo;
use cranelift_entity::EntityRef;
use std::collections::BTreeMap;
use wavec_mc::{InstrFlags, OperandFlags, OperandInfo, generic};

/// Checks `func`.
///
/// # Errors
/// The listing with messages, each beginning with `*** `.
pub fn verify_function(func: &MachineFunction, target: &dyn TargetMachineInfo) -> Result<(), String> {
    verify(func, target, true)
}

/// Checks `func` as selection leaves it: registers may be in another class than the one that an operand needs, and the
/// target's rules for instructions need not hold, until the passes that complete selection.
///
/// # Errors
/// Those of [`verify_function`].
pub fn verify_selection(func: &MachineFunction, target: &dyn TargetMachineInfo) -> Result<(), String> {
    verify(func, target, false)
}

fn verify(
    func: &MachineFunction,
    target: &dyn TargetMachineInfo,
    has_legal_operands: bool,
) -> Result<(), String> {
    let mut verifier = Verifier {
        func,
        target,
        has_legal_operands,
        inst_errors: BTreeMap::new(),
        block_errors: BTreeMap::new(),
        count: 0,
    };
    verifier.run();
    if verifier.count == 0 {
        return Ok(());
    }
    let notes = |inst: Inst| verifier.inst_errors.get(&inst).cloned().unwrap_or_default();
    let block_notes = |block: Block| verifier.block_errors.get(&block).cloned().unwrap_or_default();
    let listing = print_function(
        func,
        &PrintOptions {
            notes: Some(&notes),
            block_notes: Some(&block_notes),
            ..PrintOptions::default()
        },
    );
    Err(format!(
        "{} errors in machine function '{}'\n{listing}",
        verifier.count, func.name
    ))
}

struct Verifier<'a> {
    func: &'a MachineFunction,
    target: &'a dyn TargetMachineInfo,
    has_legal_operands: bool,
    inst_errors: BTreeMap<Inst, Vec<String>>,
    block_errors: BTreeMap<Block, Vec<String>>,
    count: usize,
}

impl Verifier<'_> {
    fn at(&mut self, inst: Inst, message: impl Into<String>) {
        self.count += 1;
        let line = format!("  *** {}", message.into());
        self.inst_errors.entry(inst).or_default().push(line);
    }

    fn at_block(&mut self, block: Block, message: impl Into<String>) {
        self.count += 1;
        let line = format!("  *** {}", message.into());
        self.block_errors.entry(block).or_default().push(line);
    }

    fn run(&mut self) {
        let func = self.func;
        for block in func.layout.blocks() {
            self.edges(block);
            self.terminators(block);
            for inst in func.block_insts(block) {
                self.instruction(inst);
            }
        }
        if func.stage == Stage::SelectedSsa {
            self.ssa();
        }
        if self.count == 0 {
            self.physical_definitions();
        }
        if self.count == 0 && matches!(func.stage, Stage::NoPhis | Stage::TwoAddress) {
            self.virtual_definitions();
        }
    }

    fn edges(&mut self, block: Block) {
        let func = self.func;
        for &successor in func.successors(block) {
            if !func.layout.is_block_inserted(successor) {
                self.at_block(block, format!("successor %{successor} is not in the function"));
            } else if !func.predecessors(successor).contains(&block) {
                self.at_block(
                    block,
                    format!("is not a predecessor of its successor %{successor}"),
                );
            }
        }
        for &predecessor in func.predecessors(block) {
            if !func.layout.is_block_inserted(predecessor) || !func.successors(predecessor).contains(&block) {
                self.at_block(
                    block,
                    format!("is not a successor of its predecessor %{predecessor}"),
                );
            }
        }
    }

    fn terminators(&mut self, block: Block) {
        let func = self.func;
        let mut in_terminators = false;
        let mut barrier = false;
        for inst in func.block_insts(block) {
            let desc = func.desc(inst);
            if desc.is(InstrFlags::TERMINATOR) {
                in_terminators = true;
                barrier |= desc.flags().intersects(InstrFlags::BARRIER | InstrFlags::RETURN);
            } else if in_terminators && !func.is_copy(inst) && !desc.is(InstrFlags::META) {
                self.at(inst, "stands after a terminator");
            }
            if desc.is(InstrFlags::TERMINATOR) {
                for operand in func.operands(inst) {
                    if let Some(target) = operand.as_block()
                        && !func.successors(block).contains(&target)
                    {
                        self.at(inst, format!("%{target} is not a successor of the block"));
                    }
                }
            }
        }
        if !barrier {
            match func.layout.next_block(block) {
                None => self.at_block(block, "control falls off the end of the function"),
                Some(next) if !func.successors(block).contains(&next) => {
                    self.at_block(
                        block,
                        format!("falls through to %{next}, which is not a successor"),
                    );
                }
                Some(_) => {}
            }
        }
    }

    fn instruction(&mut self, inst: Inst) {
        let func = self.func;
        let desc = func.desc(inst);
        let opcode = func.opcode(inst);
        if opcode.0 < generic::COUNT {
            self.generic_instruction(inst);
        } else {
            let explicit = func.num_explicit_operands(inst);
            let described = desc.operands().len();
            if explicit < described || (explicit > described && !desc.is(InstrFlags::VARIADIC)) {
                self.at(
                    inst,
                    format!("has {explicit} operands, its description {described}"),
                );
                return;
            }
            for (index, info) in desc.operands().iter().enumerate() {
                self.described_operand(inst, index, info);
            }
            if func.stage == Stage::Final && desc.is(InstrFlags::PSEUDO) && !desc.is(InstrFlags::META) {
                self.at(inst, "pseudo instruction in a final function");
            }
        }
        for (index, operand) in func.operands(inst).iter().enumerate() {
            match operand {
                MachineOperand::Reg(reg) => self.register(inst, index, reg),
                MachineOperand::FrameIndex(_) if func.stage == Stage::Final => {
                    self.at(inst, "frame index in a final function");
                }
                MachineOperand::FrameIndex(object) if object.index() >= func.frame.objects.len() => {
                    self.at(inst, format!("no frame object {object}"));
                }
                MachineOperand::Block(target) if !func.layout.is_block_inserted(*target) => {
                    self.at(inst, format!("%{target} is not in the function"));
                }
                _ => {}
            }
        }
        if self.has_legal_operands
            && let Err(message) = self.target.verify_instruction(func, inst)
        {
            self.at(inst, message);
        }
    }

    fn generic_instruction(&mut self, inst: Inst) {
        let func = self.func;
        let opcode = func.opcode(inst);
        let operands = func.operands(inst);
        let explicit = &operands[..func.num_explicit_operands(inst)];
        let is_def = |o: &MachineOperand| o.as_reg().is_some_and(|r| r.is_def());
        let is_use = |o: &MachineOperand| o.as_reg().is_some_and(|r| r.is_use());
        let well_formed = match opcode {
            generic::PHI => {
                explicit.len() % 2 == 1
                    && is_def(&explicit[0])
                    && explicit[1..]
                        .chunks(2)
                        .all(|pair| is_use(&pair[0]) && pair[1].as_block().is_some())
            }
            generic::COPY => explicit.len() == 2 && is_def(&explicit[0]) && is_use(&explicit[1]),
            generic::IMPLICIT_DEF => explicit.len() == 1 && is_def(&explicit[0]),
            generic::REG_SEQUENCE => {
                explicit.len() % 2 == 1
                    && is_def(&explicit[0])
                    && explicit[1..]
                        .chunks(2)
                        .all(|pair| is_use(&pair[0]) && pair[1].is_imm())
            }
            generic::INSERT_SUBREG => {
                explicit.len() == 4 && is_def(&explicit[0]) && is_use(&explicit[1]) && is_use(&explicit[2])
            }
            generic::EXTRACT_SUBREG | generic::COPY_TO_REGCLASS => {
                explicit.len() == 3 && is_def(&explicit[0]) && is_use(&explicit[1]) && explicit[2].is_imm()
            }
            generic::SUBREG_TO_REG => explicit.len() == 4 && is_def(&explicit[0]) && is_use(&explicit[2]),
            _ => true,
        };
        if !well_formed {
            self.at(inst, "malformed generic instruction");
            return;
        }
        match opcode {
            generic::PHI if func.stage >= Stage::NoPhis => self.at(inst, "PHI after PHI elimination"),
            generic::REG_SEQUENCE
            | generic::INSERT_SUBREG
            | generic::EXTRACT_SUBREG
            | generic::SUBREG_TO_REG
            | generic::COPY_TO_REGCLASS
                if func.stage >= Stage::TwoAddress =>
            {
                self.at(
                    inst,
                    "generic sub-register instruction after two-address lowering",
                );
            }
            generic::PHI => {
                if func
                    .layout
                    .prev_inst(inst)
                    .is_some_and(|previous| !func.is_phi(previous))
                {
                    self.at(inst, "PHI after an instruction that is none");
                }
                self.phi_blocks(inst);
            }
            generic::COPY => {
                let size = |operand: &RegOperand| {
                    func.registers()
                        .sub_reg_size(operand.sub)
                        .unwrap_or_else(|| func.size_in_units(operand.reg))
                };
                if let Some((dst, src)) = func.as_copy(inst)
                    && size(&dst) != size(&src)
                    && src.reg.is_some()
                {
                    self.at(inst, "copies between registers of different size");
                }
            }
            _ => {}
        }
    }

    fn phi_blocks(&mut self, inst: Inst) {
        let func = self.func;
        let Some(block) = func.inst_block(inst) else {
            return;
        };
        let mut incoming: Vec<Block> = func.operands(inst).iter().filter_map(|o| o.as_block()).collect();
        let mut expected: Vec<Block> = func.predecessors(block).to_vec();
        incoming.sort_unstable();
        expected.sort_unstable();
        if incoming != expected {
            let list: Vec<String> = expected.iter().map(|b| format!("%{b}")).collect();
            self.at(
                inst,
                format!("incoming blocks are not the predecessors {}", list.join(", ")),
            );
        }
    }

    fn described_operand(&mut self, inst: Inst, index: usize, info: &wavec_mc::OperandInfo) {
        let func = self.func;
        match func.operand(inst, index) {
            MachineOperand::Reg(reg) => {
                if info.is_def() != reg.is_def() {
                    let expected = if info.is_def() { "a definition" } else { "a use" };
                    self.at(inst, format!("operand {index} must be {expected}"));
                }
                if reg.is_implicit() {
                    self.at(inst, format!("operand {index} must not be implicit"));
                }
                if reg.reg.is_none() {
                    return;
                }
                if info.reg_class.is_none() {
                    if info.flags.contains(OperandFlags::IMMEDIATE) {
                        self.at(inst, format!("operand {index} must be an immediate"));
                    }
                    return;
                }
                self.class_of_operand(inst, index, &reg, info);
                if info.tied_to >= 0
                    && func.stage >= Stage::TwoAddress
                    && let Some(def) = func.operand(inst, info.tied_to as usize).as_reg()
                {
                    if (def.reg, def.sub) != (reg.reg, reg.sub) {
                        self.at(
                            inst,
                            format!("operand {index} must be the register of operand {}", info.tied_to),
                        );
                    } else if reg.tied_to() != Some(info.tied_to as usize) {
                        self.at(
                            inst,
                            format!("operand {index} must be tied to operand {}", info.tied_to),
                        );
                    }
                }
            }
            MachineOperand::Imm(_) if info.is_def() => {
                self.at(inst, format!("operand {index} must be a register"));
            }
            MachineOperand::Imm(_) => {
                let constants = OperandFlags::INLINE_CONSTANT | OperandFlags::LITERAL;
                if info.reg_class.is_some() && !info.flags.intersects(constants) {
                    self.at(inst, format!("operand {index} must be a register"));
                }
            }
            _ => {}
        }
    }

    fn class_of_operand(&mut self, inst: Inst, index: usize, reg: &RegOperand, info: &OperandInfo) {
        let registers = self.func.registers();
        let class = info.reg_class;
        let name = registers.class(class).name.to_lowercase();
        match (reg.reg.as_virtual(), reg.reg.as_physical()) {
            (Some(vreg), _) => {
                if vreg.index() >= self.func.vregs.len() {
                    return;
                }
                let own = registers.class_for_sub_reg(self.func.class(vreg), reg.sub);
                if self.has_legal_operands && !own.is_some_and(|own| registers.is_subclass(class, own)) {
                    self.at(inst, format!("operand {index} must be in class {name}"));
                }
            }
            (_, Some(physical)) if !self.target.is_encodable(self.func, info, physical) => {
                self.at(inst, format!("operand {index} must be in class {name}"));
            }
            _ => {}
        }
    }

    fn register(&mut self, inst: Inst, index: usize, reg: &RegOperand) {
        let func = self.func;
        let registers = func.registers();
        if let Some(vreg) = reg.reg.as_virtual() {
            if vreg.index() >= func.vregs.len() {
                self.at(inst, format!("operand {index} names an unknown virtual register"));
            } else if func.stage >= Stage::Allocated {
                self.at(
                    inst,
                    format!("operand {index} is virtual after register allocation"),
                );
            } else if reg.sub.is_some() && registers.class_for_sub_reg(func.class(vreg), reg.sub).is_none() {
                self.at(
                    inst,
                    format!("operand {index}: its class has no such sub-register"),
                );
            }
        } else if let Some(physical) = reg.reg.as_physical() {
            if physical.index() >= registers.num_regs() {
                self.at(
                    inst,
                    format!("operand {index} names an unknown physical register"),
                );
            } else if reg.sub.is_some() {
                self.at(
                    inst,
                    format!("operand {index}: sub-register of a physical register"),
                );
            }
        }
        if let Some(other) = reg.tied_to() {
            let back = func
                .operands(inst)
                .get(other)
                .and_then(|o| o.as_reg())
                .and_then(RegOperand::tied_to);
            if back != Some(index) {
                self.at(inst, format!("the tie of operand {index} is not mutual"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::mir::{parse_function, verify_function, verify_selection};
    use crate::test_target::{TestTarget, tables};

    fn messages(text: &str) -> Vec<String> {
        let func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        match verify_function(&func, &TestTarget) {
            Ok(()) => Vec::new(),
            Err(report) => report
                .lines()
                .filter_map(|line| line.trim().strip_prefix("*** ").map(str::to_string))
                .collect(),
        }
    }

    #[test]
    fn what_is_read_is_defined_on_every_path() {
        let text = |use_: &str, other: &str| {
            format!(
                "--- f
stage: two-address
livein: $s0
bb.0:
  successors: %bb.1, %bb.2
  S_CMP $s0, $s0, implicit-def $scc
  S_CBRANCH %bb.2, implicit $scc
bb.1:
  successors: %bb.2
  undef %0.sub0:v64 = V_MOVI 1, implicit $exec
  {other}
bb.2:
  V_STORE {use_}, {use_}, implicit $exec
  S_ENDPGM
"
            )
        };
        let wrong = "reads %0, which is not defined on every path";
        assert_eq!(messages(&text("%0.sub0", "")), [wrong]);
        assert!(messages(&text("undef %0.sub0", "")).is_empty());
        // A part is not defined by another one; a whole may have parts that are not defined.
        let read = |reading: &str| {
            let half = "undef %0.sub0:v64 = V_MOVI 1, implicit $exec";
            messages(&format!(
                "--- f\nstage: two-address\nbb.0:\n  {half}\n  {reading}\n  S_ENDPGM\n"
            ))
        };
        assert!(read("%1:v64 = COPY %0").is_empty());
        assert_eq!(read("V_STORE %0.sub1, %0.sub0, implicit $exec"), [wrong]);
        // A definition of a part keeps the others.
        let other = "%1.sub1:v64 = V_MOVI 1, implicit $exec";
        assert_eq!(
            messages(&text("undef %0.sub0", other)),
            ["keeps other parts of %1, which are not defined"]
        );
        assert!(messages(&text("undef %0.sub0", &format!("undef {other}"))).is_empty());
    }

    #[test]
    fn good_function() {
        let text = "--- f
livein: $v0
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = V_ADD %0, %0, implicit $exec
  %2:s32 = S_MOVI 0
bb.1:
  %3:s32 = PHI %2, %bb.0, %4, %bb.1
  %4:s32 = S_ADD %3, %3, implicit-def $scc
  S_CBRANCH %bb.1, implicit $scc
bb.2:
  %5:v64 = REG_SEQUENCE %0, %subreg.sub0, %1, %subreg.sub1
  V_STORE %5.sub1, %0, implicit $exec
  S_ENDPGM
";
        assert_eq!(messages(text), Vec::<String>::new());
    }

    #[test]
    fn classes_of_operands_are_wrong_until_selection_is_complete() {
        let text = "--- f\nbb.0:\n  %0:v32 = S_MOVI 1\n  S_ENDPGM\n";
        let func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(messages(text), ["operand 0 must be in class s32"]);
        assert_eq!(verify_selection(&func, &TestTarget), Ok(()));
    }

    #[test]
    fn each_rule_is_reported_where_it_is_broken() {
        assert_eq!(
            messages("--- f\nbb.0:\n  %0:s32 = S_ADD %1:s32, 3\n  S_ENDPGM\n"),
            ["operand 2 must be a register", "%1 has no definition"]
        );
        assert_eq!(
            messages("--- f\nbb.0:\n  %0:v32 = S_MOVI 1\n  S_ENDPGM\n"),
            ["operand 0 must be in class s32"]
        );
        assert_eq!(
            messages("--- f\nbb.0:\n  S_CBRANCH %bb.0, implicit $scc\nbb.1:\n  S_ENDPGM\n"),
            ["reads $scc, which is not defined on every path"]
        );
        assert_eq!(
            messages("--- f\nbb.0:\n  S_CMP $s0\n"),
            [
                "control falls off the end of the function",
                "has 1 operands, its description 2"
            ]
        );
        assert_eq!(
            messages("--- f\nstage: allocated\nbb.0:\n  %0:s32 = S_MOVI 1\n  S_ENDPGM\n"),
            ["operand 0 is virtual after register allocation"]
        );
        assert_eq!(
            messages(
                "--- f\nstage: two-address\nlivein: $v0\nbb.0:\n  %0:v32 = COPY $v0\n  %1:v32 = V_MAC %0, %0, %0(tied-def 0), implicit $exec\n  S_ENDPGM\n"
            ),
            ["operand 3 must be the register of operand 0"]
        );
        assert_eq!(
            messages(
                "--- f\nbb.0:\n  S_ENDPGM\n  %0:s32 = S_MOVI 1\nbb.1:\n  %1:s32 = S_ADD %0, %0\n  S_ENDPGM\n"
            ),
            ["stands after a terminator"]
        );
        assert_eq!(
            messages(
                "--- f\nbb.0:\n  S_CMP $s0, $s0, implicit-def $scc\n  S_CBRANCH %bb.2, implicit $scc\nbb.1:\n  %0:s32 = S_MOVI 1\nbb.2:\n  %1:s32 = S_ADD %0, %0\n  S_ENDPGM\n"
            ),
            [
                "the definition of %0 does not dominate this use",
                "the definition of %0 does not dominate this use"
            ]
        );
    }
}
