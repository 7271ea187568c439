//! Keeps the accumulators of matrix instructions in accumulation registers during a loop, if its values need more VGPRs
//! than there are.
//!
//! Requires: two-address form, coalesced and scheduled: no later pass changes register pressure. Preserves it. VGPRs
//! and AGPRs of a wave share 512 registers. If a wave may have more than the 256 that instructions can name in either
//! file, the allocator spills to the other file, at the cost of one move each way, every time. A value that
//! only matrix instructions of a loop use, as result or addend, can be there for free; initial addends are written
//! there once, or moved, and the result is moved back after the loop. Registers that matrix instructions tie together
//! move together. Loops that change the mask are skipped. Cost: linear, and live ranges of vector registers if a loop
//! has matrix instructions.

use crate::function_info::GpuFunctionInfo;
use crate::machine_info::GpuMachineInfo;
use crate::machine_passes::defines_exec;
use crate::registers::is_vector_class;
use crate::registers::{NUM_VGPRS, TABLES, VECTOR_FILE};
use cranelift_entity::EntityRef;
use fxhash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use wavec_codegen::analysis::{Dominators, Loop, LoopInfo, ReversePostOrder};
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, RegOperand, VReg};
use wavec_codegen::options::CodegenOptions;
use wavec_codegen::regalloc::LiveIntervals;
use wavec_codegen::regalloc::live_intervals::all_lanes;
use wavec_codegen::target::TargetMachineInfo;
use wavec_gpu_mc::constants::is_inline_integer;
use wavec_gpu_mc::subtarget::Accumulation;
use wavec_gpu_mc::{REGISTER_INFO, maps, opcodes, target_flags};

/// Registers lost to gaps between tuples, and needed by later passes.
const SLACK: u32 = 8;
/// Maximum number of AGPRs used, of 256: the rest is for spills.
const MOST_MOVED: u32 = 224;
/// Index of the addend.
const ADDEND: usize = 3;

/// Whether a wave may have all VGPRs and all AGPRs that instructions can name. Functions that are called, or that call
/// others, do not use AGPRs: the convention preserves none. A limit set by the user applies to both files.
pub fn has_both_files(func: &MachineFunction, options: &CodegenOptions) -> bool {
    options.register_limits.of(VECTOR_FILE).is_none()
        && func.target_info::<GpuFunctionInfo>().is_some_and(|gpu| {
            !(gpu.is_callable() || gpu.calls || gpu.dynamic_stack)
                && gpu.subtarget.accumulation() == Accumulation::Unified
                && gpu.subtarget.limits().registers_for_waves(gpu.waves_per_simd.0) >= 2 * NUM_VGPRS
        })
}

/// Moves profitable accumulators; returns the number of dwords.
pub fn run(func: &mut MachineFunction, options: &CodegenOptions) -> u32 {
    if !has_both_files(func, options) || !has_matrices(func) {
        return 0;
    }
    let order = ReversePostOrder::compute(func);
    let dominators = Dominators::compute(func, &order);
    let loops = LoopInfo::compute(func, &order, &dominators);
    let blocks = loops.blocks_by_loop(&order);
    let mut live = None;
    let mut moved = 0;
    // Outer loops first: accumulators they move are in place for inner ones.
    for this in loops.loops().rev() {
        let Some(around) = Around::of(func, &loops, this, &blocks[this]) else {
            continue;
        };
        let webs = webs(func, &blocks[this]);
        if webs.is_empty() {
            continue;
        }
        let ranges: &LiveIntervals = live.get_or_insert_with(|| {
            LiveIntervals::compute(func, |vreg| is_vector_class(&REGISTER_INFO, func.class(vreg)))
        });
        let mut over = peak(func, ranges, &blocks[this]) - (NUM_VGPRS - SLACK) as i32;
        let before = moved;
        for web in webs {
            let words = web.words(ranges, around.header);
            if over > 0 && moved + words <= MOST_MOVED {
                move_web(func, ranges, &around, &blocks[this], &web);
                over -= words as i32;
                moved += words;
            }
        }
        if moved > before {
            live = None;
        }
    }
    moved
}

fn has_matrices(func: &MachineFunction) -> bool {
    let mut insts = func.layout.blocks().flat_map(|block| func.block_insts(block));
    insts.any(|inst| func.desc(inst).target_flags() & target_flags::MAI != 0)
}

/// Entries and exits of a loop.
struct Around {
    preheader: Block,
    header: Block,
    exits: Vec<Block>,
}

impl Around {
    /// `None` if copies cannot be inserted there, or the mask changes.
    fn of(func: &MachineFunction, loops: &LoopInfo, this: Loop, blocks: &[Block]) -> Option<Around> {
        let inside = |&block: &Block| loops.contains(this, block);
        let mut exits: Vec<Block> = Vec::new();
        for &block in blocks {
            if func.block_insts(block).any(|inst| defines_exec(func, inst)) {
                return None;
            }
            for &exit in func.successors(block) {
                if !inside(&exit) && !exits.contains(&exit) {
                    exits.push(exit);
                }
            }
        }
        let own = |&exit: &Block| {
            let first = func.layout.first_inst(exit);
            func.predecessors(exit).iter().all(inside)
                && first.is_some_and(|first| !GpuMachineInfo::default().is_block_prologue(func, first))
        };
        let preheader = loops.preheader(func, this)?;
        exits.iter().all(own).then_some(Around {
            preheader,
            header: loops.header(this),
            exits,
        })
    }
}

/// Registers of one size that must be in one file.
struct Web {
    members: Vec<VReg>,
    size: u32,
}

impl Web {
    /// Number of dwords live at once: one member, or all that are live from one iteration to the next.
    fn words(&self, live: &LiveIntervals, header: Block) -> u32 {
        let start = live.indexes.block_start(header);
        let carried = |&&vreg: &&VReg| live.intervals[vreg].main.live_at(start);
        self.size * (self.members.iter().filter(carried).count() as u32).max(1)
    }
}

/// Values that `blocks` use only as results or addends of matrix instructions, the largest first.
fn webs(func: &MachineFunction, blocks: &[Block]) -> Vec<Web> {
    let mut group: FxHashMap<VReg, VReg> = FxHashMap::default();
    let mut bad: FxHashSet<VReg> = FxHashSet::default();
    let mut found: Vec<VReg> = Vec::new();
    for inst in blocks.iter().flat_map(|&block| func.block_insts(block)) {
        let is_matrix = maps::accumulation_of(func.opcode(inst)).is_some();
        let mut joined: [Option<VReg>; 2] = [None, None];
        for (index, operand) in func.reg_operands(inst) {
            let Some(vreg) = operand.reg.as_virtual() else {
                continue;
            };
            match index {
                0 | ADDEND if is_matrix && operand.sub.is_none() => {
                    joined[usize::from(index == ADDEND)] = Some(vreg);
                    group.entry(vreg).or_insert_with(|| {
                        found.push(vreg);
                        vreg
                    });
                }
                _ => {
                    bad.insert(vreg);
                }
            }
        }
        if let [Some(result), Some(addend)] = joined {
            let (a, b) = (root(&group, result), root(&group, addend));
            group.insert(b, a);
        }
    }
    let mut webs: Vec<(VReg, Web)> = Vec::new();
    let mut places: FxHashMap<VReg, usize> = FxHashMap::default();
    let spoiled: FxHashSet<VReg> = found
        .iter()
        .filter(|vreg| bad.contains(vreg))
        .map(|&vreg| root(&group, vreg))
        .collect();
    for &vreg in &found {
        let first = root(&group, vreg);
        if spoiled.contains(&first) {
            continue;
        }
        let place = *places.entry(first).or_insert_with(|| {
            let size = u32::from(func.registers().class(func.class(vreg)).size_in_units);
            let members = Vec::new();
            webs.push((vreg, Web { members, size }));
            webs.len() - 1
        });
        webs[place].1.members.push(vreg);
    }
    webs.sort_by_key(|(first, web)| (Reverse(web.size), first.index()));
    webs.into_iter().map(|(_, web)| web).collect()
}

fn root(group: &FxHashMap<VReg, VReg>, mut vreg: VReg) -> VReg {
    while let Some(&up) = group.get(&vreg)
        && up != vreg
    {
        vreg = up;
    }
    vreg
}

/// The maximum number of words live at once in `blocks`.
fn peak(func: &MachineFunction, live: &LiveIntervals, blocks: &[Block]) -> i32 {
    let mut inside: Vec<_> = blocks
        .iter()
        .map(|&block| (live.indexes.block_start(block), live.indexes.block_end(block)))
        .collect();
    inside.sort_unstable();
    let mut changes = Vec::new();
    for vreg in func.vregs.keys() {
        let class = func.registers().class(func.class(vreg));
        let all = all_lanes(class.size_in_units);
        for (lanes, range) in live.intervals[vreg].lane_ranges(all) {
            let words = lanes.count_ones() as i32;
            for segment in &range.segments {
                changes.push((segment.start, words));
                changes.push((segment.end, -words));
            }
        }
    }
    // Ends make room for starts at the same point.
    changes.sort_unstable();
    let (mut now, mut most, mut at) = (0, 0, 0);
    for (point, change) in changes {
        while inside.get(at).is_some_and(|&(_, end)| end <= point) {
            // Values live into it were not counted if nothing changes there.
            most = most.max(now);
            at += 1;
        }
        now += change;
        if inside.get(at).is_some_and(|&(start, _)| start <= point) {
            most = most.max(now);
        }
    }
    most
}

fn move_web(func: &mut MachineFunction, live: &LiveIntervals, around: &Around, blocks: &[Block], web: &Web) {
    let mut new: FxHashMap<VReg, VReg> = FxHashMap::default();
    for &block in blocks {
        let insts: Vec<Inst> = func.block_insts(block).collect();
        for inst in insts {
            let names = |index: usize| {
                let operand = func.operands(inst).get(index)?.as_reg()?;
                operand.reg.as_virtual().filter(|vreg| web.members.contains(vreg))
            };
            let named = [0, ADDEND].map(|index| (index, names(index)));
            let Some(opcode) = maps::accumulation_of(func.opcode(inst)) else {
                continue;
            };
            if named.iter().all(|(_, vreg)| vreg.is_none()) {
                continue;
            }
            let class = TABLES.instrs.desc(opcode).operands()[0].reg_class;
            func.set_opcode(inst, opcode);
            for (index, vreg) in named {
                let Some(vreg) = vreg else { continue };
                let moved = *new.entry(vreg).or_insert_with(|| func.create_vreg(class));
                if let Some(operand) = func.operands_mut(inst)[index].as_reg_mut() {
                    operand.reg = moved.into();
                }
            }
        }
    }
    for &vreg in &web.members {
        let moved = new[&vreg];
        if live.intervals[vreg]
            .main
            .live_at(live.indexes.block_start(around.header))
            && !initialize(func, around.preheader, vreg, moved)
        {
            let end = func.first_terminator(around.preheader);
            let mut builder = match end {
                Some(end) => MachineBuilder::before(func, end),
                None => MachineBuilder::at_end(func, around.preheader),
            };
            builder.copy(moved, vreg);
        }
        for &exit in &around.exits {
            if live.intervals[vreg].main.live_at(live.indexes.block_start(exit))
                && let Some(first) = func.layout.first_inst(exit)
            {
                MachineBuilder::before(func, first).copy(vreg, moved);
            }
        }
    }
}

/// Writes the definition of `vreg` in `block` to `moved` instead, if that is a constant for each word. Returns whether
/// it is.
fn initialize(func: &mut MachineFunction, block: Block, vreg: VReg, moved: VReg) -> bool {
    let mut given: Vec<(Inst, i64)> = Vec::new();
    let mut words = 0u32;
    for inst in func.block_insts(block) {
        let names = |operand: &RegOperand| operand.reg.as_virtual() == Some(vreg);
        if !func.reg_operands(inst).any(|(_, operand)| names(&operand)) {
            continue;
        }
        let value = func.operands(inst).get(1).and_then(|operand| operand.as_imm());
        let target = func.operands(inst)[0].as_reg().copied();
        match (value, target) {
            (Some(value), Some(target))
                if is_inline_integer(value)
                    && func.opcode(inst) == opcodes::V_MOV_B32_E32
                    && names(&target)
                    && REGISTER_INFO.sub_reg_size(target.sub) == Some(1) =>
            {
                words |= 1 << REGISTER_INFO.sub_reg_offset(target.sub);
                given.push((inst, value));
            }
            _ => return false,
        }
    }
    let size = func.registers().class(func.class(vreg)).size_in_units;
    if words != all_lanes(size) {
        return false;
    }
    for (inst, value) in given {
        let target = func.operands(inst)[0].as_reg().copied().expect("a result");
        MachineBuilder::before(func, inst)
            .build(opcodes::V_ACCVGPR_WRITE_B32_E64)
            .operand(
                RegOperand {
                    reg: moved.into(),
                    ..target
                }
                .into(),
            )
            .imm(value)
            .inst();
        func.remove_inst(inst);
    }
    true
}
