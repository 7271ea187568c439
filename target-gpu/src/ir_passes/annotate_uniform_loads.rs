//! Marks loads of global memory that may be scalar loads with `!amdgpu.noclobber`: the address is uniform, and no
//! earlier store of the kernel can have written there. The scalar cache does not see the kernel's stores.
//!
//! Requires: kernel parameters in place, for `noalias` on them. Preserves: everything. Lanes on different paths of a
//! branch that exchange data without a barrier race, so the paths of one lane suffice.
//! Cost: O(blocks), and for each such load O(writes that reach it), of which there are at most 64 groups.
//! Source: LLVM's AMDGPUAnnotateUniformValues, which walks MemorySSA instead. As there, barriers do not matter: a store
//! of another wave of the workgroup before a barrier is a store of this kernel on a path to here. Unlike there,
//! anything that makes stores of other workgroups visible (a fence or an acquire wider than the workgroup) ends the
//! guarantee.

use cranelift_entity::EntityRef;
use wavec_ir::analysis::alias::{UNKNOWN_SIZE, decompose, location_of, may_clobber};
use wavec_ir::analysis::memory_effects::{Effects, effects, is_simple_access};
use wavec_ir::analysis::{DivergenceAnalysis, LoopForest, TargetTransformInfo};
use wavec_ir::{Aux, Block, Context, Function, Inst, Opcode, Value};

/// The metadata kind; LLVM's name.
pub const NO_CLOBBER: &str = "amdgpu.noclobber";

/// Writes are numbered bits of a mask; the last bit stands for all that do not fit.
const LAST: usize = 63;

/// Marks loads. Returns whether there were any.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    let loads = candidates(func, ctx);
    if loads.is_empty() {
        return false;
    }
    let divergence = DivergenceAnalysis::compute(func, ctx, target);
    let loads: Vec<Inst> = loads
        .into_iter()
        .filter(|&load| !divergence.is_divergent(func.arg(load, 0)))
        .collect();
    if loads.is_empty() {
        return false;
    }
    let loops = func.loops();
    let writes = collect_writes(func, ctx, target);
    let at_entry = reaching(func, &writes);
    let kind = ctx.symbol(NO_CLOBBER);
    let mut found: Vec<Inst> = Vec::new();
    // The loads are in block order: the writes before them are collected in one pass.
    let mut here: Option<Block> = None;
    let (mut mask, mut next) = (0, None);
    for load in loads {
        let block = func.inst_block(load).expect("a load of a block");
        if here.replace(block) != Some(block) {
            (mask, next) = (at_entry[block.index()], func.first_inst(block));
        }
        while let Some(inst) = next.filter(|&inst| inst != load) {
            mask |= writes.bit(inst);
            next = func.next_inst(inst);
        }
        let mut location = location_of(func, ctx, load).expect("a load");
        if is_made_again(func, ctx, &loops, location.pointer) {
            location.size = UNKNOWN_SIZE;
        }
        let clobbered = (0..64).filter(|bit| mask >> bit & 1 != 0).any(|bit| {
            bit == LAST
                || match writes.list[bit] {
                    Write::Everything => true,
                    Write::By(inst) => may_clobber(func, ctx, target, inst, location),
                }
        });
        if !clobbered {
            found.push(load);
        }
    }
    if found.is_empty() {
        return false;
    }
    let empty = ctx.metadata.add_empty_node();
    for load in found {
        func.set_attachment(load, kind, empty);
    }
    true
}

/// Whether the operands of the address may change between iterations: then offsets say nothing about a write of an
/// earlier iteration; only different objects do.
fn is_made_again(func: &Function, ctx: &Context, loops: &LoopForest, pointer: Value) -> bool {
    let address = decompose(func, ctx, pointer);
    let in_loop = |value: Value| {
        let block = func.def_inst(value).and_then(|inst| func.inst_block(inst));
        block.is_some_and(|block| loops.is_irreducible || loops.loop_of(block).is_some())
    };
    in_loop(address.base) || address.terms.iter().any(|&(value, _)| in_loop(value))
}

/// Plain loads of whole dwords of global memory.
fn candidates(func: &Function, ctx: &Context) -> Vec<Inst> {
    let mut loads = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let Aux::Memory(memory) = func.inst(inst).aux else {
                continue;
            };
            if func.opcode(inst) != Opcode::Load || !is_simple_access(func, inst) || memory.align.bytes() < 4
            {
                continue;
            }
            let pointer = func.arg(inst, 0);
            let size = ctx.layout.store_size(&ctx.types, func.inst(inst).ty);
            if ctx.types.address_space(func.ty(pointer)) == Some(1) && size.is_multiple_of(4) {
                loads.push(inst);
            }
        }
    }
    loads
}

#[derive(Clone, Copy)]
enum Write {
    /// Where alias analysis decides.
    By(Inst),
    /// Stores of other workgroups may be visible now.
    Everything,
}

/// The writing instructions, the first ones with individual numbers.
struct Writes {
    list: Vec<Write>,
    /// The bit of each instruction.
    bits: fxhash::FxHashMap<Inst, u64>,
}

impl Writes {
    fn bit(&self, inst: Inst) -> u64 {
        self.bits.get(&inst).copied().unwrap_or(0)
    }
}

fn collect_writes(func: &Function, ctx: &Context, target: &dyn TargetTransformInfo) -> Writes {
    let mut writes = Writes {
        list: Vec::new(),
        bits: fxhash::FxHashMap::default(),
    };
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let what = effects(func, ctx, inst);
            if target.is_barrier(func, ctx, inst)
                || !what.intersects(Effects::WRITE | Effects::ORDERS_MEMORY)
                || what.contains(Effects::INACCESSIBLE_MEMORY_ONLY)
            {
                continue;
            }
            let write = if what.contains(Effects::ORDERS_MEMORY) {
                match scope_name(func, ctx, inst) {
                    // Nothing from outside the workgroup becomes visible, and stores inside it are on a path to here.
                    Some("workgroup" | "wavefront" | "singlethread")
                        if func.opcode(inst) == Opcode::Fence =>
                    {
                        continue;
                    }
                    _ => Write::Everything,
                }
            } else {
                Write::By(inst)
            };
            writes.bits.insert(inst, 1 << writes.list.len().min(LAST));
            writes.list.push(write);
        }
    }
    writes
}

fn scope_name<'c>(func: &Function, ctx: &'c Context, inst: Inst) -> Option<&'c str> {
    let scope = match func.inst(inst).aux {
        Aux::Memory(memory) | Aux::AtomicRmw(_, memory) | Aux::CmpXchg(_, memory) => memory.scope,
        Aux::Fence(_, scope) => scope,
        _ => return None,
    };
    Some(ctx.sync_scope_name(scope))
}

/// By block, the writes on any path to its start.
fn reaching(func: &Function, writes: &Writes) -> Vec<u64> {
    let mut at_entry = vec![0u64; func.block_count()];
    if writes.list.is_empty() {
        return at_entry;
    }
    let cfg = func.cfg();
    let made: Vec<u64> = {
        let mut made = vec![0u64; func.block_count()];
        for &block in cfg.rpo() {
            made[block.index()] = func
                .block_insts(block)
                .map(|inst| writes.bit(inst))
                .fold(0, |a, b| a | b);
        }
        made
    };
    let mut queue: Vec<Block> = cfg.rpo().iter().rev().copied().collect();
    while let Some(block) = queue.pop() {
        let out = at_entry[block.index()] | made[block.index()];
        for &successor in func.successors(block) {
            let known = &mut at_entry[successor.index()];
            if *known | out != *known {
                *known |= out;
                queue.push(successor);
            }
        }
    }
    at_entry
}
