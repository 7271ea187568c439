//! Lowers divergent branches to operations on EXEC, the mask of active lanes (see DESIGN.md).
//!
//! Requires: SSA; divergent branches (`SI_BRCOND`) are structured: either one successor is the loop header that dominates
//! the block (a loop's only latch, whose other successor is the loop's only exit), or one successor is the block's immediate
//! post-dominator. Preserves: SSA. Invalidates: the control flow graph where blocks are split. Cost: linear but for the
//! dominator trees. Source: AMD's ISA documents on EXEC; the shape of the code is the one LLVM's documentation shows, with
//! the mask saved before and restored after instead of accumulated.
//!
//! Forward branch in B with join J:
//! ```text
//! B:  %save = COPY $exec              J:  SI_RESTORE_EXEC %save     (after the PHIs)
//!     %mask = S_AND_B64 %save, %cond
//!     $exec = SI_MASK_MOV_term %mask
//!     S_CBRANCH_EXECZ J
//!     S_BRANCH then
//! ```
//! Loop with header H, latch L, exit E: EXEC is saved in the preheader, narrowed in L to the lanes that continue, and
//! restored in E.

use crate::facts::lane_masks::LaneMasks;
use wavec_codegen::analysis::{Dominators, PostDominators, ReversePostOrder};
use wavec_codegen::mir::{
    Block, Cursor, Inst, MachineBuilder, MachineFunction, MachineOperand, RegFlags, RegOperand, RegUses,
    Register,
};
use wavec_gpu_mc::opcodes;
use wavec_mc::{InstrFlags, Opcode};

/// Lowers all divergent branches; returns whether there were any.
///
/// # Errors
/// A branch that is not structured, by its block: a bug in the structurizer.
pub fn run(func: &mut MachineFunction) -> Result<bool, String> {
    let order = ReversePostOrder::compute(func);
    let branches: Vec<(Block, Inst)> = order
        .blocks
        .iter()
        .filter_map(|&b| Some((b, divergent_branch(func, b)?)))
        .collect();
    if branches.is_empty() {
        return Ok(false);
    }
    let uses = RegUses::compute(func);
    // Check all candidates before rewriting.
    let inverted: Vec<(Block, Inst, Inst)> = branches
        .iter()
        .filter_map(|&(block, branch)| Some((block, branch, inversion(func, &uses, branch)?)))
        .collect();
    for (block, branch, not) in inverted {
        branch_on_what_is_inverted(func, block, branch, not);
    }
    let dominators = Dominators::compute(func, &order);
    let post_dominators = PostDominators::compute(func, &order);
    let known_blocks = func.blocks.len();
    let lowering = Lowering {
        masks: super::lane_masks(func),
        dominators,
        known_blocks,
    };

    // A join may end several branches. Restoring EXEC is an assignment, so the outermost must execute last; each
    // restoration is inserted before existing ones. So the outermost branches go first: forward branches in reverse
    // post order, then loops (a loop that ends at the join of a branch around it is inside that branch).
    let mut loops = Vec::new();
    for (block, branch) in branches {
        let then = branch_target(func, branch);
        let other = other_successor(func, block, then);
        if let Some(header) = [then, other]
            .into_iter()
            .find(|&s| lowering.dominators.dominates(s, block))
        {
            loops.push((block, branch, header, if header == then { other } else { then }));
            continue;
        }
        let join = post_dominators
            .immediate(block)
            .filter(|&j| j == then || j == other);
        let Some(join) = join else {
            return Err(format!(
                "divergent branch in {block} is not structured: no successor is its post-dominator"
            ));
        };
        lowering.forward(func, block, branch, then, other, join);
    }
    for (block, branch, header, exit) in loops {
        lowering.close_loop(func, block, branch, header, exit);
    }
    Ok(true)
}

/// The `SI_BRCOND` that ends `block`.
fn divergent_branch(func: &MachineFunction, block: Block) -> Option<Inst> {
    func.block_insts(block)
        .rev()
        .take(2)
        .find(|&inst| func.opcode(inst) == opcodes::SI_BRCOND)
}

/// The instruction that computes the condition of a branch by inverting a mask, if the result has no other use.
fn inversion(func: &MachineFunction, uses: &RegUses, branch: Inst) -> Option<Inst> {
    let condition = func.operands(branch)[0].register().as_virtual()?;
    let only = uses.uses(func, condition).nth(1).is_none();
    let def = uses.single_def(func, condition)?;
    if !only || func.opcode(def) != super::lane_masks(func).not {
        return None;
    }
    let &[_, source, ref scc @ ..] = func.operands(def) else {
        return None;
    };
    let is_dead = |operand: &MachineOperand| operand.as_reg().is_some_and(RegOperand::is_dead);
    let is_mask = source.as_reg().is_some_and(|source| source.reg.is_virtual());
    (is_mask && scc.iter().all(is_dead)).then_some(def)
}

/// Turns a branch on `not c`, which has no other use, into the opposite branch on `c`.
fn branch_on_what_is_inverted(func: &mut MachineFunction, block: Block, branch: Inst, not: Inst) {
    let source = func.operands(not)[1].register();
    let then = branch_target(func, branch);
    let other = other_successor(func, block, then);
    func.remove_inst(not);
    let operands = func.operands_mut(branch);
    operands[0] = RegOperand::new_use(source).into();
    for operand in operands {
        if operand.as_block() == Some(then) {
            *operand = MachineOperand::Block(other);
        }
    }
    while let Some(after) = func.layout.next_inst(branch) {
        func.remove_inst(after);
    }
    MachineBuilder::at_end(func, block)
        .build(opcodes::S_BRANCH)
        .block(then)
        .inst();
}

fn branch_target(func: &MachineFunction, branch: Inst) -> Block {
    func.operands(branch)
        .iter()
        .find_map(MachineOperand::as_block)
        .expect("a branch has a target")
}

fn other_successor(func: &MachineFunction, block: Block, then: Block) -> Block {
    func.successors(block)
        .iter()
        .copied()
        .find(|&s| s != then)
        .unwrap_or(then)
}

/// Removes the branches that end `block` and returns the condition.
fn take_condition(func: &mut MachineFunction, branch: Inst) -> RegOperand {
    let condition = *func.operands(branch)[0]
        .as_reg()
        .expect("a condition in a register");
    let mut next = Some(branch);
    while let Some(inst) = next {
        next = func.layout.next_inst(inst);
        func.remove_inst(inst);
    }
    RegOperand {
        flags: condition.flags & RegFlags::UNDEF,
        ..condition
    }
}

fn new_mask(func: &mut MachineFunction) -> Register {
    func.create_vreg(super::lane_masks(func).class).into()
}

/// The register that EXEC was restored from in `block`: it equals EXEC at the end.
fn restored(func: &MachineFunction, block: Block) -> Option<Register> {
    func.block_insts(block)
        .rev()
        .find(|&inst| func.opcode(inst) == opcodes::SI_RESTORE_EXEC)
        .map(|inst| func.operands(inst)[0].register())
}

/// `save = exec; mask = save op condition; exec = mask` at the end of `block`. If the block itself restored EXEC, the
/// restored value is `save`: no copy is needed, and if no instruction executes under that mask it is never assigned (an
/// else is one instruction).
fn narrow_exec(func: &mut MachineFunction, block: Block, combine: Opcode, condition: RegOperand) -> Register {
    let exec = super::lane_masks(func).exec;
    let known = restored(func, block);
    let save = known.unwrap_or_else(|| new_mask(func));
    let mask = new_mask(func);
    let mut builder = MachineBuilder::at_end(func, block);
    if known.is_none() {
        builder.copy(save, exec);
    }
    builder
        .build(combine)
        .def(mask)
        .use_(save)
        .operand(condition.into())
        .inst();
    builder
        .build(opcodes::SI_MASK_MOV_TERM)
        .def(exec)
        .use_(mask)
        .inst();
    save
}

/// `exec = save` after the PHIs of `join`.
fn restore_exec(func: &mut MachineFunction, join: Block, save: Register) {
    let cursor = match func.first_non_phi(join) {
        Some(inst) => Cursor::Before(inst),
        None => Cursor::AtEnd(join),
    };
    MachineBuilder::new(func, cursor)
        .build(opcodes::SI_RESTORE_EXEC)
        .use_(save)
        .inst();
}

struct Lowering {
    masks: &'static LaneMasks,
    dominators: Dominators,
    /// Blocks from this number on were created by [`merge_edges`].
    known_blocks: usize,
}

impl Lowering {
    /// Whether `a` dominates `b`, which may be new: then all its predecessors must be dominated.
    fn dominates(&self, func: &MachineFunction, a: Block, b: Block) -> bool {
        if (b.as_u32() as usize) < self.known_blocks {
            return self.dominators.dominates(a, b);
        }
        func.predecessors(b).iter().all(|&p| self.dominates(func, a, p))
    }

    fn forward(
        &self,
        func: &mut MachineFunction,
        block: Block,
        branch: Inst,
        then: Block,
        other: Block,
        join: Block,
    ) {
        let condition = take_condition(func, branch);
        if then == other {
            MachineBuilder::at_end(func, block)
                .build(opcodes::S_BRANCH)
                .block(then)
                .inst();
            return;
        }
        // Lanes whose condition is true execute the conditional part, or those whose condition is false.
        let (body, combine) = if then == join {
            (other, self.masks.and_not)
        } else {
            (then, self.masks.and)
        };
        let save = narrow_exec(func, block, combine, condition);
        let mut builder = MachineBuilder::at_end(func, block);
        builder.build(opcodes::S_CBRANCH_EXECZ).block(join).inst();
        builder.build(opcodes::S_BRANCH).block(body).inst();
        let inside: Vec<Block> = func
            .predecessors(join)
            .iter()
            .copied()
            .filter(|&p| self.dominates(func, block, p))
            .collect();
        let join = if inside.len() == func.predecessors(join).len() {
            join
        } else {
            merge_edges(func, &inside, join)
        };
        restore_exec(func, join, save);
    }

    fn close_loop(&self, func: &mut MachineFunction, latch: Block, branch: Inst, header: Block, exit: Block) {
        let then = branch_target(func, branch);
        let condition = take_condition(func, branch);
        // Lanes that continue.
        let combine = if then == header {
            self.masks.and
        } else {
            self.masks.and_not
        };
        narrow_exec(func, latch, combine, condition);
        let mut builder = MachineBuilder::at_end(func, latch);
        builder.build(opcodes::S_CBRANCH_EXECNZ).block(header).inst();
        builder.build(opcodes::S_BRANCH).block(exit).inst();

        let outside: Vec<Block> = func
            .predecessors(header)
            .iter()
            .copied()
            .filter(|&p| !self.dominates(func, header, p))
            .collect();
        // A block that only enters the loop: EXEC there is the loop's initial mask.
        let preheader = merge_edges(func, &outside, header);
        let save = new_mask(func);
        let first = func.first_non_phi(preheader).expect("the branch to the header");
        MachineBuilder::before(func, first).copy(save, self.masks.exec);
        let exit = if func.predecessors(exit) == [latch] {
            exit
        } else {
            merge_edges(func, &[latch], exit)
        };
        restore_exec(func, exit, save);
    }
}

/// A new block before `to` that takes over the edges from `from`; PHIs are split accordingly.
fn merge_edges(func: &mut MachineFunction, from: &[Block], to: Block) -> Block {
    let new = func.create_detached_block();
    let previous = func
        .layout
        .prev_block(to)
        .expect("the entry block has no predecessors");
    make_fall_through_explicit(func, previous, to);
    func.layout.insert_block_after(new, previous);
    let phis: Vec<Inst> = func.block_insts(to).take_while(|&i| func.is_phi(i)).collect();
    for phi in phis {
        let operands = func.operands(phi).to_vec();
        let class = func.vregs[operands[0].register().as_virtual().expect("a virtual register")].class;
        let (mut kept, mut moved) = (vec![operands[0]], Vec::new());
        for pair in operands[1..].chunks_exact(2) {
            let inside = from.contains(&pair[1].as_block().expect("a PHI's block"));
            if inside { &mut moved } else { &mut kept }.extend_from_slice(pair);
        }
        let value: MachineOperand = if let [single, _] = moved[..] {
            single
        } else {
            let merged = func.create_vreg(class);
            moved.insert(0, RegOperand::new_def(merged).into());
            let inst = func.create_inst(wavec_mc::generic::PHI, &moved);
            func.layout.append_inst(inst, new);
            RegOperand::new_use(merged).into()
        };
        kept.extend([value, MachineOperand::Block(new)]);
        let replacement = func.create_inst(wavec_mc::generic::PHI, &kept);
        func.layout.insert_before(replacement, phi);
        func.remove_inst(phi);
    }
    for &pred in from {
        make_fall_through_explicit(func, pred, to);
        let mut next = func.first_terminator(pred);
        while let Some(inst) = next {
            for operand in func.operands_mut(inst) {
                if *operand == MachineOperand::Block(to) {
                    *operand = MachineOperand::Block(new);
                }
            }
            next = func.layout.next_inst(inst);
        }
        func.replace_edge(pred, to, new);
    }
    MachineBuilder::at_end(func, new)
        .build(opcodes::S_BRANCH)
        .block(to)
        .inst();
    func.add_edge(new, to);
    new
}

/// If control falls through from `block` to `next`, adds the branch.
fn make_fall_through_explicit(func: &mut MachineFunction, block: Block, next: Block) {
    let ends = func
        .layout
        .last_inst(block)
        .is_some_and(|inst| func.desc(inst).is(InstrFlags::BARRIER));
    if !ends && func.layout.next_block(block) == Some(next) && func.successors(block).contains(&next) {
        MachineBuilder::at_end(func, block)
            .build(opcodes::S_BRANCH)
            .block(next)
            .inst();
    }
}
