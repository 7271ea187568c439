//! Merges scalar loads from adjacent addresses into wider ones, and pairs LDS accesses with the same base.
//!
//! Requires: SSA. Preserves: SSA, control flow. Cost: linear, times the logarithm of the accesses of a block. Source:
//! the idea of LLVM's SILoadStoreOptimizer; it merges two at a time, while here a run of scalar loads is divided at
//! once.
//!
//! Accesses visible as adjacent in the IR were merged there; this pass handles accesses of different types (kernel
//! arguments), and those that no vector type can express (`ds_read2_b32` reads two separate dwords). Scalar loads are
//! selected only where nothing writes before them, so they may move up to the first of their run. LDS reads move up,
//! writes down, across accesses that cannot overlap.

mod remarks;

use super::single_defs::SingleDefs;
use crate::abi::SgprInput;
use crate::address_spaces;
use crate::function_info::GpuFunctionInfo;
use crate::registers::sgpr;
use fxhash::FxHashMap;
use remarks::Apart;
use smallvec::SmallVec;
use wavec_codegen::analysis::{Dominators, LoopInfo, ReversePostOrder};
use wavec_codegen::mir::{
    Block, Cursor, Inst, MachineBuilder, MachineFunction, MachineOperand, MemFlags, MemOperand, RegOperand,
    Register, VReg,
};
use wavec_gpu_mc::{classes, opcodes};
use wavec_mc::{InstrFlags, Opcode, SubRegIndex, generic};

/// Dwords of the widest scalar load that is formed: wider ones leave few choices for a tuple.
const MAX_WORDS: i64 = 8;
/// Maximum number of LDS accesses tracked at a time.
const MAX_PENDING: usize = 64;
/// Number of pairs for which an addition that brings their offsets into range pays off.
const PAIRS_FOR_BASE: usize = 2;

/// Bases computed by additions, by the other operand and the addend.
#[derive(Default)]
struct Bases {
    made: FxHashMap<((Register, SubRegIndex), i64), VReg>,
    /// Computed on demand.
    defs: Option<SingleDefs>,
    loops: Option<LoopInfo>,
}

impl Bases {
    /// The instruction that defines `base`, if it is outside the loop that contains `block`.
    fn invariant_def(&mut self, func: &MachineFunction, base: Register, block: Block) -> Option<Inst> {
        let defs = self.defs.get_or_insert_with(|| SingleDefs::compute(func));
        let def = defs.of(func, base.as_virtual()?)?;
        let made_in = func.inst_block(def)?;
        let loops = self.loops.get_or_insert_with(|| {
            let order = ReversePostOrder::compute(func);
            LoopInfo::compute(func, &order, &Dominators::compute(func, &order))
        });
        let inner = loops.innermost(block)?;
        (!loops.contains(inner, made_in)).then_some(def)
    }
}

/// Merges; returns how many accesses were removed.
pub fn run(func: &mut MachineFunction) -> u64 {
    let segment = kernarg_segment(func);
    let mut merged = 0;
    let mut bases = Bases::default();
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        merged += merge_scalar_loads(func, block, segment);
        merged += merge_lds(func, block, &mut bases);
    }
    merged
}

/// Register of the kernarg segment's address, and the number of readable bytes: the segment is aligned to 16 bytes, and
/// all of 16 aligned bytes can be read if one of them can.
fn kernarg_segment(func: &MachineFunction) -> Option<(Register, i64)> {
    let info = func.target_info::<GpuFunctionInfo>()?;
    let size = i64::try_from(info.kernarg_size.next_multiple_of(16)).ok()?;
    let first = info
        .inputs
        .sgpr(SgprInput::KernargPtr)
        .filter(|_| !info.is_callable())?;
    let physical = Register::from(sgpr(first, 2));
    let entry = func.entry();
    let copy = func
        .block_insts(entry)
        .find(|&inst| func.is_copy(inst) && func.operands(inst)[1].register() == physical)?;
    Some((func.operands(copy)[0].register(), size))
}

/// One access, in units of its offset operand.
#[derive(Clone, Copy, Debug)]
struct Access {
    inst: Inst,
    /// Bytes.
    offset: i64,
    /// Dwords.
    words: i64,
    /// Position among the accesses of the block.
    position: usize,
}

impl Access {
    /// Whether it overlaps another one with the same base.
    fn overlaps(&self, other: &Access) -> bool {
        self.offset < other.offset + 4 * other.words && other.offset < self.offset + 4 * self.words
    }
}

fn scalar_words(opcode: Opcode) -> Option<i64> {
    match opcode {
        opcodes::S_LOAD_DWORD_IMM => Some(1),
        opcodes::S_LOAD_DWORDX2_IMM => Some(2),
        opcodes::S_LOAD_DWORDX4_IMM => Some(4),
        _ => None,
    }
}

/// A base register and its accesses.
type Group = ((Register, SubRegIndex), SmallVec<[Access; 8]>);

fn merge_scalar_loads(func: &mut MachineFunction, block: Block, segment: Option<(Register, i64)>) -> u64 {
    let mut groups: SmallVec<[Group; 4]> = SmallVec::new();
    for (position, inst) in func.block_insts(block).enumerate() {
        let Some(words) = scalar_words(func.opcode(inst)) else {
            continue;
        };
        let operands = func.operands(inst);
        let (Some(base), Some(offset), Some(0)) =
            (operands[1].as_reg(), operands[2].as_imm(), operands[3].as_imm())
        else {
            continue;
        };
        if func.mem_operands(inst).len() != 1 || func.mem_operands(inst).any(|mem| mem.is_ordered()) {
            continue;
        }
        let key = (base.reg, base.sub);
        let access = Access {
            inst,
            offset,
            words,
            position,
        };
        // The last base is looked up most often.
        match groups.iter_mut().rev().take(16).find(|group| group.0 == key) {
            Some(group) => group.1.push(access),
            None => groups.push((key, SmallVec::from_slice(&[access]))),
        }
    }
    let mut merged = 0;
    for ((base, sub), mut accesses) in groups {
        if accesses.len() < 2 {
            continue;
        }
        accesses.sort_by_key(|a| (a.offset, a.position));
        let size = segment
            .filter(|&(register, _)| register == base && sub.is_none())
            .map_or(0, |(_, size)| size);
        let mut rest = &accesses[..];
        while rest.len() > 1 {
            let (taken, words) = scalar_run(rest, size);
            if taken > 1 {
                let first = rest[..taken].iter().min_by_key(|access| access.position);
                if let Some(first) = first {
                    remarks::merged(func, first.inst, taken, "scalar loads", 4 * words);
                }
                load_run(func, &rest[..taken], words);
                merged += taken as u64 - 1;
            }
            rest = &rest[taken..];
        }
    }
    merged
}

/// Number of leading accesses that form one load, and its dwords. Without gaps; but in memory that is readable for
/// `readable` bytes from the base, an unused dword may lie between or after them.
fn scalar_run(accesses: &[Access], readable: i64) -> (usize, i64) {
    let start = accesses[0].offset;
    if start % 4 != 0 {
        return (1, accesses[0].words);
    }
    let mut end = start + 4 * accesses[0].words;
    let mut best = (1, accesses[0].words);
    for (index, access) in accesses.iter().enumerate().skip(1) {
        let at = access.offset - start;
        let gap = access.offset - end;
        let fits = at % 4 == 0
            && (at / 4) % access.words == 0
            && (gap <= 0 || (gap == 4 && access.offset < readable));
        let after = end.max(access.offset + 4 * access.words);
        if !fits || after - start > 4 * MAX_WORDS {
            break;
        }
        end = after;
        let needed = (end - start) / 4;
        let words = (needed as u64).next_power_of_two() as i64;
        if words == needed || (words - needed == 1 && start + 4 * words <= readable) {
            best = (index + 1, words);
        }
    }
    best
}

/// One load of `words` dwords at the first access of the run, and copies of its parts.
fn load_run(func: &mut MachineFunction, run: &[Access], words: i64) {
    let opcode = match words {
        2 => opcodes::S_LOAD_DWORDX2_IMM,
        4 => opcodes::S_LOAD_DWORDX4_IMM,
        8 => opcodes::S_LOAD_DWORDX8_IMM,
        _ => return,
    };
    let first = run
        .iter()
        .min_by_key(|a| a.position)
        .expect("a run of several")
        .inst;
    let start = run[0].offset;
    let mut mem = *func.mem_operands(run[0].inst).next().expect("one memory operand");
    mem.size = 4 * words as u64;
    for access in run {
        let other = func.mem_operands(access.inst).next().expect("one memory operand");
        mem.flags &= other.flags;
        mem.place = mem.place.if_in(other.place.object);
    }
    let class = func.instrs().desc(opcode).operands()[0].reg_class;
    let wide = func.create_vreg(class);
    let base = func.operands(run[0].inst)[1];
    MachineBuilder::before(func, first)
        .build(opcode)
        .def(wide)
        .operand(base)
        .imm(start)
        .imm(0)
        .mem(mem)
        .inst();
    for access in run {
        let word = ((access.offset - start) / 4) as u8;
        let sub = func
            .registers()
            .index_of_run(word, access.words as u8)
            .expect("parts are aligned to their size");
        let result = func.operands(access.inst)[0];
        let mut builder = MachineBuilder::new(func, Cursor::Before(first));
        builder
            .build(generic::COPY)
            .operand(result)
            .use_sub(wide, sub)
            .inst();
    }
    for access in run {
        func.remove_inst(access.inst);
    }
}

/// The paired opcodes for an LDS access, and the dwords of one access.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pairing {
    load: bool,
    words: i64,
}

fn pairing(opcode: Opcode) -> Option<Pairing> {
    let (load, words) = match opcode {
        opcodes::DS_READ_B32 => (true, 1),
        opcodes::DS_READ_B64 => (true, 2),
        opcodes::DS_WRITE_B32 => (false, 1),
        opcodes::DS_WRITE_B64 => (false, 2),
        _ => return None,
    };
    Some(Pairing { load, words })
}

/// The paired instruction, offsets in units or in 64 units.
fn paired(kind: Pairing, far: bool) -> Opcode {
    match (kind.load, kind.words, far) {
        (true, 1, false) => opcodes::DS_READ2_B32,
        (true, 1, true) => opcodes::DS_READ2ST64_B32,
        (true, _, false) => opcodes::DS_READ2_B64,
        (true, _, true) => opcodes::DS_READ2ST64_B64,
        (false, 1, false) => opcodes::DS_WRITE2_B32,
        (false, 1, true) => opcodes::DS_WRITE2ST64_B32,
        (false, _, false) => opcodes::DS_WRITE2_B64,
        (false, _, true) => opcodes::DS_WRITE2ST64_B64,
    }
}

/// LDS accesses of one kind and base that may still be merged.
struct Pending {
    kind: Pairing,
    base: (Register, SubRegIndex),
    accesses: Vec<(Access, MemOperand)>,
    /// Writes since the first of some reads: later reads move up across them. Those with the same base have their
    /// access.
    passed: Vec<(Option<Access>, MemOperand)>,
}

impl Pending {
    /// Whether a later read with the same base may access bytes written since the first.
    fn is_written(&self, access: &Access, mem: &MemOperand) -> bool {
        self.passed.iter().any(|(write, written)| match write {
            Some(write) => access.overlaps(write),
            None => mem.may_alias(written),
        })
    }
}

fn merge_lds(func: &mut MachineFunction, block: Block, bases: &mut Bases) -> u64 {
    let mut merged = 0;
    let mut pending: Vec<Pending> = Vec::new();
    let mut done: Vec<Pending> = Vec::new();
    // For remarks: the last access of groups that an access of other bytes has ended, and that access.
    let mut ended: Vec<(Pairing, (Register, SubRegIndex), Inst, Inst)> = Vec::new();
    let mut apart: Vec<((Inst, Inst), Apart)> = Vec::new();
    for (position, inst) in func.block_insts(block).enumerate() {
        let desc = func.desc(inst);
        let touches = InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE;
        let orders = InstrFlags::SIDE_EFFECTS | InstrFlags::CALL;
        if !desc.flags().intersects(touches | orders) {
            continue;
        }
        let described = lds_access(func, inst, position);
        if pending.is_empty() && described.is_none() {
            continue;
        }
        let unknown = func.mem_operands(inst).len() == 0
            || func.mem_operands(inst).any(|mem| mem.is_ordered())
            || desc.flags().intersects(orders);
        let own = described.map(|(kind, base, ..)| (kind, base));
        pending.retain_mut(|group| {
            let mine = described
                .filter(|&(_, base, ..)| base == group.base)
                .map(|(_, _, access, _)| access);
            let stays = !unknown
                && func.mem_operands(inst).all(|mem| {
                    (group.kind.load && !mem.is_store())
                        || !may_be_lds(mem)
                        || group.accesses.iter().all(|(access, other)| match mine {
                            // The same base: compare offsets.
                            Some(mine) => !mine.overlaps(access),
                            None => !mem.may_alias(other),
                        })
                });
            if stays && group.kind.load {
                let writes = func
                    .mem_operands(inst)
                    .filter(|mem| mem.is_store() && may_be_lds(mem));
                group.passed.extend(writes.map(|mem| (mine, *mem)));
            }
            let next = described.filter(|_| own == Some((group.kind, group.base)));
            let full = group.accesses.len().max(group.passed.len()) >= MAX_PENDING;
            let ends = next.is_some_and(|(_, _, access, mem)| full || group.is_written(&access, &mem));
            if !stays && func.remarks.is_some() && group.accesses.len() % 2 == 1 {
                let (last, _) = group.accesses[group.accesses.len() - 1];
                ended.push((group.kind, group.base, last.inst, inst));
            }
            if !stays || ends {
                done.push(Pending {
                    accesses: std::mem::take(&mut group.accesses),
                    passed: Vec::new(),
                    ..*group
                });
            }
            stays && !ends
        });
        if let Some((kind, base, access, mem)) = described {
            match pending.iter().position(|g| g.kind == kind && g.base == base) {
                Some(at) => pending[at].accesses.push((access, mem)),
                None if pending.len() < 16 => {
                    let last = ended.iter().rposition(|end| (end.0, end.1) == (kind, base));
                    if let Some((_, _, first, between)) = last.map(|last| ended.remove(last)) {
                        apart.push(((first, inst), Apart::Between(between)));
                    }
                    pending.push(Pending {
                        kind,
                        base,
                        accesses: vec![(access, mem)],
                        passed: Vec::new(),
                    });
                }
                None => {}
            }
        }
    }
    done.append(&mut pending);
    for (pair, why) in apart {
        remarks::apart(func, pair, why);
    }
    for group in done {
        merged += pair_up(func, group, bases);
    }
    merged
}

/// Whether an access may touch LDS.
fn may_be_lds(mem: &MemOperand) -> bool {
    address_spaces::may_alias(mem.address_space.into(), address_spaces::LOCAL)
}

/// Kind, base, access and memory of an LDS access that can be part of a pair.
type Described = (Pairing, (Register, SubRegIndex), Access, MemOperand);

fn lds_access(func: &MachineFunction, inst: Inst, position: usize) -> Option<Described> {
    let kind = pairing(func.opcode(inst))?;
    let operands = func.operands(inst);
    let address = operands[if kind.load { 1 } else { 0 }].as_reg()?;
    let (offset, gds) = (operands[2].as_imm()?, operands[3].as_imm()?);
    let mut mems = func.mem_operands(inst);
    let mem = *mems.next()?;
    // The parts of a pair are at multiples of their size.
    let aligned = i64::from(mem.align) >= 4 * kind.words;
    let plain = gds == 0 && aligned && mems.next().is_none() && !mem.is_ordered() && !mem.is_atomic();
    let virtual_data = operands[if kind.load { 0 } else { 1 }].as_reg()?.reg.is_virtual();
    let access = Access {
        inst,
        offset,
        words: kind.words,
        position,
    };
    (plain && virtual_data && address.reg.is_virtual()).then_some((
        kind,
        (address.reg, address.sub),
        access,
        mem,
    ))
}

/// Offsets as encoded in a pair, if they fit: both in units, or both in 64 units.
fn pair_offsets(unit: i64, first: i64, second: i64) -> Option<(i64, i64, bool)> {
    for (unit, far) in [(unit, false), (64 * unit, true)] {
        let fits = |offset: i64| offset >= 0 && offset % unit == 0 && offset / unit <= 255;
        if fits(first) && fits(second) {
            return Some((first / unit, second / unit, far));
        }
    }
    None
}

/// Two accesses to be merged, the one at the lower address first, and the combined memory operand.
type Pair = (Access, Access);

fn pair_up(func: &mut MachineFunction, group: Pending, bases: &mut Bases) -> u64 {
    let Pending {
        kind,
        base,
        mut accesses,
        ..
    } = group;
    if accesses.len() < 2 {
        return 0;
    }
    accesses.sort_by_key(|(access, _)| (access.offset, access.position));
    let unit = 4 * kind.words;
    let mut near: SmallVec<[Pair; 8]> = SmallVec::new();
    let mut far: SmallVec<[Pair; 8]> = SmallVec::new();
    let mut rest = &accesses[..];
    while let [(a, _), (b, _), ..] = rest {
        if a.offset == b.offset {
            rest = &rest[1..];
            continue;
        }
        match pair_offsets(unit, a.offset, b.offset) {
            Some(_) => near.push((*a, *b)),
            // With a base of their own they would fit.
            None if (b.offset - a.offset) % unit == 0 && (b.offset - a.offset) / unit <= 255 => {
                far.push((*a, *b));
            }
            None => {
                remarks::apart(func, (a.inst, b.inst), Apart::Offsets(a.offset, b.offset));
                rest = &rest[1..];
                continue;
            }
        }
        rest = &rest[2..];
    }
    for &(a, b) in &near {
        let address = func.operands(a.inst)[if kind.load { 1 } else { 0 }];
        if let Some(offsets) = pair_offsets(unit, a.offset, b.offset) {
            make_pair(func, kind, (a, b), address, offsets);
        }
    }
    let mut merged = near.len() as u64;
    let mut rest = &far[..];
    while let Some(&(first, ..)) = rest.first() {
        let reachable = rest
            .iter()
            .take_while(|(_, b)| pair_offsets(unit, 0, b.offset - first.offset).is_some_and(|o| !o.2))
            .count()
            .max(1);
        let block = func.inst_block(first.inst).expect("a placed access");
        let def = bases.invariant_def(func, base.0, block);
        if def.is_some() || reachable >= PAIRS_FOR_BASE {
            let start = first.offset;
            let known = bases.made.get(&(base, start)).copied().filter(|_| def.is_some());
            let new = known.unwrap_or_else(|| new_base(func, kind, &rest[..reachable], def));
            if def.is_some() {
                bases.made.insert((base, start), new);
            }
            merged += pair_from_new_base(func, kind, &rest[..reachable], new);
        }
        rest = &rest[reachable..];
    }
    merged
}

/// The address of the first of several pairs: computed where the base is computed, if it is `def`, else before them.
fn new_base(func: &mut MachineFunction, kind: Pairing, pairs: &[Pair], def: Option<Inst>) -> VReg {
    let start = pairs[0].0.offset;
    let place = pairs
        .iter()
        .flat_map(|(a, b)| [a, b])
        .min_by_key(|a| a.position)
        .expect("a pair")
        .inst;
    let address = func.operands(place)[if kind.load { 1 } else { 0 }];
    let base = func.create_vreg(classes::VGPR_32);
    let mut builder = match def {
        Some(def) if func.is_phi(def) => {
            let block = func.inst_block(def).expect("a placed phi");
            let first = func.first_non_phi(block).expect("a terminator");
            MachineBuilder::before(func, first)
        }
        Some(def) => MachineBuilder::after(func, def),
        None => MachineBuilder::before(func, place),
    };
    builder
        .build(opcodes::V_ADD_U32_E32)
        .def(base)
        .imm(start)
        .operand(address)
        .inst();
    base
}

/// Pairs whose offsets are relative to the first of them; `base` is the insertion point.
fn pair_from_new_base(func: &mut MachineFunction, kind: Pairing, pairs: &[Pair], base: VReg) -> u64 {
    let unit = 4 * kind.words;
    let start = pairs[0].0.offset;
    let base: MachineOperand = RegOperand::new_use(base).into();
    let mut merged = 0;
    for &(a, b) in pairs {
        if let Some(offsets) = pair_offsets(unit, a.offset - start, b.offset - start) {
            make_pair(func, kind, (a, b), base, offsets);
            merged += 1;
        }
    }
    merged
}

/// One instruction for both, at the first of two reads or the second of two writes. It has the memory operands of both,
/// which may be in different objects.
fn make_pair(
    func: &mut MachineFunction,
    kind: Pairing,
    (a, b): (Access, Access),
    address: MachineOperand,
    (first, second, far): (i64, i64, bool),
) {
    let opcode = paired(kind, far);
    let first_of_both = if a.position < b.position { a.inst } else { b.inst };
    let what = match kind.load {
        true => "loads of local memory",
        false => "stores to local memory",
    };
    remarks::merged(func, first_of_both, 2, what, 8 * kind.words);
    let accessed = [a, b].map(|access| {
        let mem = *func.mem_operands(access.inst).next().expect("one memory operand");
        MemOperand {
            flags: mem.flags & !MemFlags::INVARIANT,
            ..mem
        }
    });
    if kind.load {
        let place = if a.position < b.position { a.inst } else { b.inst };
        let class = match kind.words {
            1 => classes::VREG_64_ALIGN2,
            _ => classes::VREG_128_ALIGN2,
        };
        let wide = func.create_vreg(class);
        MachineBuilder::before(func, place)
            .build(opcode)
            .def(wide)
            .operand(address)
            .imm(first)
            .imm(second)
            .imm(0)
            .mem(accessed[0])
            .mem(accessed[1])
            .inst();
        for (access, word) in [(a, 0), (b, kind.words)] {
            let sub = func
                .registers()
                .index_of_run(word as u8, kind.words as u8)
                .expect("half of a tuple");
            let result = func.operands(access.inst)[0];
            MachineBuilder::before(func, place)
                .build(generic::COPY)
                .operand(result)
                .use_sub(wide, sub)
                .inst();
        }
    } else {
        let place = if a.position > b.position { a.inst } else { b.inst };
        let (low, high) = (func.operands(a.inst)[1], func.operands(b.inst)[1]);
        MachineBuilder::before(func, place)
            .build(opcode)
            .operand(address)
            .operand(low)
            .operand(high)
            .imm(first)
            .imm(second)
            .imm(0)
            .mem(accessed[0])
            .mem(accessed[1])
            .inst();
    }
    func.remove_inst(a.inst);
    func.remove_inst(b.inst);
}
