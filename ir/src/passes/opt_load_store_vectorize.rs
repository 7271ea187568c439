//! Merges neighbouring loads, and neighbouring stores, into wide ones.
//!
//! Requires: addresses that differ by constants (`separate-offset`), or little is found. Preserves: the control-flow
//! graph. Cost: O(accesses · limit) per block. Source: the idea of LLVM's LoadStoreVectorizer.
//!
//! Loads move up to the first of their group, stores down to the last; nothing in between may touch the memory they
//! cross. The target says how wide an access may be at an alignment and address space.

use crate::analysis::alias::{
    Address, Location, access_size, decompose, is_invariant_load, may_clobber, may_read,
};
use crate::analysis::memory_effects::{Effects, effects, is_simple_access};
use crate::analysis::{KnownBitsCache, TargetTransformInfo};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Align, Aux, InstFlags, Opcode};
use crate::passes::opt_sroa::convert;
use smallvec::SmallVec;
use std::ops::Range;
use wavec_support::remarks::{Remark, RemarkKind};

/// Accesses of one kind and base that are considered together.
const MAX_GROUP: usize = 64;
/// Maximum number of open groups.
const MAX_GROUPS: usize = 16;

/// Merges accesses. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    let mut changed = false;
    let mut known = KnownBitsCache::default();
    for block in func.block_order().to_vec() {
        changed |= Merger::new(func, ctx, target, &mut known).run(block);
    }
    func.resolve_aliases();
    changed
}

#[derive(Clone, Copy, Debug)]
struct Access {
    inst: Inst,
    offset: i128,
    size: u64,
    /// Position in the block.
    position: usize,
}

struct Group {
    is_load: bool,
    address: Address,
    /// Scalar size and address space.
    element_bytes: u64,
    space: u32,
    accesses: Vec<Access>,
}

/// Why accesses cannot move.
enum Obstacle {
    Inst(Inst),
    TooMany,
}

struct Merger<'a> {
    func: &'a mut Function,
    ctx: &'a mut Context,
    target: &'a dyn TargetTransformInfo,
    groups: Vec<Group>,
    /// Instructions of the block that access or order memory, with positions.
    memory: Vec<(usize, Inst)>,
    removed: Vec<Inst>,
    /// For the function's addresses, whose values do not change.
    known: &'a mut KnownBitsCache,
}

impl<'a> Merger<'a> {
    fn new(
        func: &'a mut Function,
        ctx: &'a mut Context,
        target: &'a dyn TargetTransformInfo,
        known: &'a mut KnownBitsCache,
    ) -> Self {
        Merger {
            func,
            ctx,
            target,
            groups: Vec::new(),
            memory: Vec::new(),
            removed: Vec::new(),
            known,
        }
    }

    fn run(&mut self, block: Block) -> bool {
        let mut changed = false;
        let mut done: Vec<Group> = Vec::new();
        for (position, inst) in self.func.block_insts(block).enumerate() {
            let what = effects(self.func, self.ctx, inst);
            if what.accesses_memory()
                || what.contains(Effects::ORDERS_MEMORY)
                || self.target.is_barrier(self.func, self.ctx, inst)
            {
                self.memory.push((position, inst));
            }
            if let Some((address, access, element_bytes, space)) = self.describe(inst, position) {
                let is_load = self.func.opcode(inst) == Opcode::Load;
                let found = self.groups.iter().position(|g| {
                    g.is_load == is_load
                        && g.space == space
                        && g.element_bytes == element_bytes
                        && g.address.base == address.base
                        && g.address.terms == address.terms
                });
                // What accesses the same bytes again begins another group: something in between may change them, and
                // neighbours are accessed together.
                let is_new = |group: &Group| {
                    group.accesses.len() < MAX_GROUP
                        && !group.accesses.iter().any(|known| known.offset == access.offset)
                };
                match found {
                    Some(place) if is_new(&self.groups[place]) => self.groups[place].accesses.push(access),
                    found => {
                        if let Some(place) = found {
                            done.push(self.groups.remove(place));
                        } else if self.groups.len() == MAX_GROUPS {
                            done.push(self.groups.remove(0));
                        }
                        self.groups.push(Group {
                            is_load,
                            address,
                            element_bytes,
                            space,
                            accesses: vec![access],
                        });
                    }
                }
            }
        }
        done.append(&mut self.groups);
        for group in done {
            if group.accesses.len() > 1 {
                changed |= self.merge_group(group);
            }
        }
        changed
    }

    /// Address, access, scalar size and address space of a load or store that can be vectorized.
    fn describe(&self, inst: Inst, position: usize) -> Option<(Address, Access, u64, u32)> {
        let func = &*self.func;
        if !is_simple_access(func, inst) {
            return None;
        }
        let is_load = func.opcode(inst) == Opcode::Load;
        let pointer = func.arg(inst, usize::from(!is_load));
        let ty = if is_load {
            func.inst(inst).ty
        } else {
            func.ty(func.arg(inst, 0))
        };
        let scalar = self.ctx.types.scalar(ty);
        let bits = self.ctx.layout.bits(&self.ctx.types, scalar);
        let is_plain = self.ctx.types.is_int(scalar)
            || self.ctx.types.is_float(scalar)
            || (self.ctx.types.is_ptr(scalar) && !self.ctx.types.is_vector(ty));
        if self.ctx.types.is_aggregate(ty) || !is_plain || !matches!(bits, 8 | 16 | 32 | 64) {
            return None;
        }
        let space = self.ctx.types.address_space(func.ty(pointer))?;
        let address = decompose(func, self.ctx, pointer);
        if address.inexact {
            return None;
        }
        let access = Access {
            inst,
            offset: address.offset,
            size: access_size(self.ctx, ty),
            position,
        };
        Some((address, access, bits / 8, space))
    }

    fn align_of(&self, inst: Inst) -> Align {
        match self.func.inst(inst).aux {
            Aux::Memory(memory) => memory.align,
            _ => Align::default(),
        }
    }

    /// Merges runs of accesses without gaps.
    fn merge_group(&mut self, mut group: Group) -> bool {
        group.accesses.sort_by_key(|a| (a.offset, a.position));
        let mut changed = false;
        let mut start = 0;
        while start < group.accesses.len() {
            // The longest run from here that forms one legal access.
            let first = group.accesses[start];
            let mut end = start + 1;
            let mut next = first.offset + i128::from(first.size);
            let mut best = start + 1;
            let align = self.run_align(first.inst);
            let widest = self.target.max_access_bytes(group.space, align.bytes());
            while end < group.accesses.len() && group.accesses[end].offset == next {
                next += i128::from(group.accesses[end].size);
                end += 1;
                let bytes = (next - first.offset) as u64;
                if bytes > widest {
                    break;
                }
                if self.is_legal(bytes, group.element_bytes)
                    && self.can_move(&group, &group.accesses[start..end])
                {
                    best = end;
                }
            }
            self.tell_missed(&group, start..best, widest);
            if best > start + 1 {
                let run: SmallVec<[Access; 8]> = group.accesses[start..best].into();
                self.tell(&group, &run);
                if group.is_load {
                    self.merge_loads(&group, &run);
                } else {
                    self.merge_stores(&group, &run);
                }
                changed = true;
            }
            // Accesses of the same bytes stay as they are.
            start = best;
        }
        changed
    }

    /// Tells that accesses become one.
    fn tell(&mut self, group: &Group, run: &[Access]) {
        if self.ctx.remarks.is_none() {
            return;
        }
        let bytes: u64 = run.iter().map(|access| access.size).sum();
        let first = run.iter().min_by_key(|access| access.position);
        let place = first.and_then(|access| self.ctx.remark_place(self.func.location(access.inst)));
        self.ctx.remark(|_| {
            Remark::new(RemarkKind::Passed, "load-store-vectorizer", "Vectorized")
                .at(place)
                .text("merged ")
                .value("Accesses", run.len())
                .text(if group.is_load { " loads" } else { " stores" })
                .text(" into one of ")
                .value("Bytes", bytes)
                .text(" bytes")
        });
    }

    /// Tells why the run `taken` does not go on, if its neighbour would make a legal access.
    fn tell_missed(&mut self, group: &Group, taken: Range<usize>, widest: u64) {
        let run = &group.accesses[taken.clone()];
        let (Some(last), Some(next)) = (run.last(), group.accesses.get(taken.end)) else {
            return;
        };
        if self.ctx.remarks.is_none() || next.offset != last.offset + i128::from(last.size) {
            return;
        }
        let bytes = run.iter().map(|access| access.size).sum::<u64>() + next.size;
        let most = self.target.max_access_bytes(group.space, 1 << 6);
        if bytes > most || !self.is_legal(bytes, group.element_bytes) {
            return;
        }
        let place_of = |this: &Self, inst| this.ctx.remark_place(this.func.location(inst));
        let kind = if group.is_load { "load" } else { "store" };
        let remark = Remark::new(RemarkKind::Missed, "load-store-vectorizer", "NotVectorized")
            .at(place_of(self, next.inst))
            .text(kind)
            .text(" not merged with the ")
            .with("Neighbour", kind, place_of(self, last.inst))
            .text(" of the bytes before: ");
        let remark = if bytes > widest {
            remark
                .value("Bytes", bytes)
                .text(" bytes at once need an address that is known to be aligned to more than ")
                .value("Align", self.run_align(run[0].inst).bytes())
        } else {
            let both = &group.accesses[taken.start..=taken.end];
            match self.obstacle(group, both) {
                Some(Obstacle::Inst(inst)) => remark
                    .text("what is between them may access the same memory: ")
                    .with("Between", self.func.opcode(inst).name(), place_of(self, inst)),
                Some(Obstacle::TooMany) => remark.text("too many accesses are between them"),
                None => return,
            }
        };
        self.ctx.remark(|_| remark);
    }

    /// The alignment of the first access, from the instruction and from what is known about the address.
    fn run_align(&mut self, inst: Inst) -> Align {
        let index = usize::from(self.func.opcode(inst) == Opcode::Store);
        let known = self
            .known
            .known_bits(self.func, self.ctx, self.func.arg(inst, index))
            .trailing_zeros()
            .min(6);
        self.align_of(inst).max(Align(known as u8))
    }

    /// Sizes of single accesses: one to four whole words, or less than a word in powers of two.
    fn is_legal(&self, bytes: u64, element_bytes: u64) -> bool {
        bytes.is_multiple_of(element_bytes)
            && (matches!(bytes, 2 | 4 | 8 | 12 | 16))
            && (bytes != 12 || element_bytes == 4)
    }

    /// Whether nothing between the first and the last access conflicts with the accesses that move.
    fn can_move(&self, group: &Group, run: &[Access]) -> bool {
        self.obstacle(group, run).is_none()
    }

    /// What is between the first and the last access and conflicts with the accesses that move.
    fn obstacle(&self, group: &Group, run: &[Access]) -> Option<Obstacle> {
        let low = run.iter().map(|a| a.position).min().unwrap_or(0);
        let high = run.iter().map(|a| a.position).max().unwrap_or(0);
        let first = self.memory.partition_point(|m| m.0 <= low);
        let last = self.memory.partition_point(|m| m.0 < high);
        if last.saturating_sub(first) > 4 * MAX_GROUP {
            return Some(Obstacle::TooMany);
        }
        for &(position, inst) in &self.memory[first..last] {
            if run.iter().any(|a| a.inst == inst) || self.removed.contains(&inst) {
                continue;
            }
            for access in run {
                // Loads move up across preceding instructions, stores down across following ones.
                let crosses = if group.is_load {
                    position < access.position
                } else {
                    position > access.position
                };
                if !crosses {
                    continue;
                }
                let location = self.location(access);
                if group.is_load {
                    if is_invariant_load(self.func, self.ctx, self.target, access.inst) {
                        continue;
                    }
                    if may_clobber(self.func, self.ctx, self.target, inst, location) {
                        return Some(Obstacle::Inst(inst));
                    }
                } else if may_clobber(self.func, self.ctx, self.target, inst, location)
                    || may_read(self.func, self.ctx, self.target, inst, location)
                    || effects(self.func, self.ctx, inst).contains(Effects::MAY_NOT_RETURN)
                {
                    return Some(Obstacle::Inst(inst));
                }
            }
        }
        None
    }

    fn location(&self, access: &Access) -> Location {
        let index = usize::from(self.func.opcode(access.inst) == Opcode::Store);
        Location {
            pointer: self.func.arg(access.inst, index),
            size: access.size,
        }
    }

    fn value_type(&self, inst: Inst) -> Type {
        match self.func.opcode(inst) {
            Opcode::Load => self.func.inst(inst).ty,
            _ => self.func.ty(self.func.arg(inst, 0)),
        }
    }

    /// The element type of the wide access: that of the accesses if they agree, else integers.
    fn element_type(&mut self, group: &Group, run: &[Access]) -> Type {
        let first = self.ctx.types.scalar(self.value_type(run[0].inst));
        let same = run
            .iter()
            .all(|a| self.ctx.types.scalar(self.value_type(a.inst)) == first);
        if same && !self.ctx.types.is_ptr(first) {
            first
        } else {
            self.ctx.types.int(8 * group.element_bytes as u32)
        }
    }

    /// The address of the run's first byte, computed before `place` if necessary.
    fn first_address(&mut self, run: &[Access], anchor: &Access, place: Inst) -> Value {
        let index = usize::from(self.func.opcode(anchor.inst) == Opcode::Store);
        let pointer = self.func.arg(anchor.inst, index);
        let distance = (run[0].offset - anchor.offset) as i64;
        let mut b = Builder::before(self.func, self.ctx, place);
        if distance == 0 {
            return pointer;
        }
        // Relative to the base of the anchor's own constant offset, so that offsets do not accumulate.
        if let Some(def) = b.func.def_inst(pointer)
            && b.func.opcode(def) == Opcode::GetElementPtr
            && let Some(own) = crate::passes::opt_sroa::gep_offset(b.func, b.ctx, def)
        {
            let base = b.func.arg(def, 0);
            return plain_offset(&mut b, base, own as i64 + distance);
        }
        plain_offset(&mut b, pointer, distance)
    }

    fn merge_loads(&mut self, group: &Group, run: &[Access]) {
        let anchor = *run.iter().min_by_key(|a| a.position).expect("a run of several");
        let element = self.element_type(group, run);
        let bytes: u64 = run.iter().map(|a| a.size).sum();
        let align = self.run_align(run[0].inst);
        let pointer = self.first_address(run, &anchor, anchor.inst);
        let wide_ty = self
            .ctx
            .types
            .vector(element, (bytes / group.element_bytes) as u32);
        let attachments = self.common_attachments(run);
        let mut b = Builder::before(self.func, self.ctx, anchor.inst);
        let wide = b.load(wide_ty, pointer, align, InstFlags::empty());
        let load = b.func.def_inst(wide).expect("a load");
        let mut lane = 0u32;
        for access in run {
            let ty = match b.func.opcode(access.inst) {
                Opcode::Load => b.func.inst(access.inst).ty,
                _ => continue,
            };
            let count = (access.size / group.element_bytes) as u32;
            let value = if count == 1 && !b.ctx.types.is_vector(ty) {
                let index = b.i32(lane as i32);
                let piece = b.extract_element(wide, index);
                convert(&mut b, piece, ty)
            } else {
                let mask: SmallVec<[u32; 16]> = (lane..lane + count).collect();
                let poison = b.poison(wide_ty);
                let piece = b.shuffle(wide, poison, &mask);
                convert(&mut b, piece, ty)
            };
            lane += count;
            let result = b.func.result(access.inst).expect("a load has a result");
            b.func.replace_uses_with_alias(result, value);
        }
        for access in run {
            self.removed.push(access.inst);
            self.func.remove_inst(access.inst);
        }
        if let Some(attachments) = attachments {
            self.func.attachments.insert(load, attachments);
        }
        // The wide access takes the position of the first one.
        self.replace_memory(anchor.position, load);
    }

    fn merge_stores(&mut self, group: &Group, run: &[Access]) {
        let anchor = *run.iter().max_by_key(|a| a.position).expect("a run of several");
        let element = self.element_type(group, run);
        let bytes: u64 = run.iter().map(|a| a.size).sum();
        let lanes = (bytes / group.element_bytes) as u32;
        let align = self.run_align(run[0].inst);
        let pointer = self.first_address(run, &anchor, anchor.inst);
        let wide_ty = self.ctx.types.vector(element, lanes);
        let attachments = self.common_attachments(run);
        let mut b = Builder::before(self.func, self.ctx, anchor.inst);
        let mut wide = b.poison(wide_ty);
        let mut lane = 0u32;
        for access in run {
            let value = b.func.arg(access.inst, 0);
            let ty = b.func.ty(value);
            if let Some((_, count)) = b.ctx.types.vector_parts(ty) {
                for i in 0..count {
                    let from = b.i32(i as i32);
                    let piece = b.extract_element(value, from);
                    let piece = convert(&mut b, piece, element);
                    let to = b.i32((lane + i) as i32);
                    wide = b.insert_element(wide, piece, to);
                }
                lane += count;
            } else {
                let piece = convert(&mut b, value, element);
                let to = b.i32(lane as i32);
                wide = b.insert_element(wide, piece, to);
                lane += 1;
            }
        }
        let store = b.store(wide, pointer, align, InstFlags::empty());
        for access in run {
            self.removed.push(access.inst);
            self.func.remove_inst(access.inst);
        }
        if let Some(attachments) = attachments {
            self.func.attachments.insert(store, attachments);
        }
        self.replace_memory(anchor.position, store);
    }

    fn replace_memory(&mut self, position: usize, inst: Inst) {
        let at = self.memory.partition_point(|m| m.0 < position);
        if let Some(entry) = self.memory.get_mut(at) {
            *entry = (position, inst);
        }
    }

    /// Metadata common to all accesses of a run.
    fn common_attachments(&self, run: &[Access]) -> Option<crate::function::Attachments> {
        let mut common = self.func.attachments.get(&run[0].inst)?.clone();
        for access in &run[1..] {
            let other = self.func.attachments.get(&access.inst)?;
            common.retain(|a| other.contains(a));
        }
        // Ranges apply to the scalar.
        let range = self.ctx.symbols.find("range");
        common.retain(|a| Some(a.0) != range);
        (!common.is_empty()).then_some(common)
    }
}

fn plain_offset(b: &mut Builder<'_>, base: Value, bytes: i64) -> Value {
    if bytes == 0 {
        return base;
    }
    let address = b.byte_offset(base, bytes);
    if let Some(inst) = b.func.def_inst(address) {
        b.func.inst_mut(inst).flags = InstFlags::empty();
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::DivergenceInfo;
    use crate::analysis::testing::REGISTRY;
    use crate::text::parse_module_text;

    struct Wide;

    impl DivergenceInfo for Wide {
        fn is_source_of_divergence(&self, _: &Function, _: &Context, _: Inst) -> bool {
            false
        }

        fn is_always_uniform(&self, _: &Function, _: &Context, _: Inst) -> bool {
            false
        }

        fn is_divergent_param(&self, _: &Function, _: &Context, _: u32) -> bool {
            false
        }
    }

    impl TargetTransformInfo for Wide {
        fn max_access_bytes(&self, _: u32, align: u64) -> u64 {
            if align >= 4 { 16 } else { align }
        }
    }

    fn counts(body: &str) -> (usize, usize) {
        let text = format!(
            "define void @f(ptr addrspace(1) align 4 %p, ptr addrspace(1) align 4 %q) {{\n{body}\n ret void\n}}"
        );
        let mut module = parse_module_text(&text, &REGISTRY).unwrap();
        let func = module.ctx.function_named("f").unwrap();
        module.with_body(func, |f, ctx| run(f, ctx, &Wide));
        let report = crate::verify::verify_module(&module);
        assert!(
            !report.has_errors(),
            "{}",
            report.render(&wavec_support::SourceMap::new())
        );
        let body = module.body(func).unwrap();
        let count = |opcode| {
            body.block_order()
                .iter()
                .map(|&b| body.block_insts(b).filter(|&i| body.opcode(i) == opcode).count())
                .sum()
        };
        (count(Opcode::Load), count(Opcode::Store))
    }

    #[test]
    fn four_floats_are_copied_as_one() {
        let body: String = (0..4)
            .map(|i| {
                format!(
                    " %a{i} = getelementptr i8, ptr addrspace(1) %p, i64 {o}\n %v{i} = load float, ptr addrspace(1) %a{i}\n %b{i} = getelementptr i8, ptr addrspace(1) %q, i64 {o}\n",
                    o = 4 * i
                )
            })
            .collect();
        let stores: String = (0..4)
            .rev()
            .map(|i| format!(" store float %v{i}, ptr addrspace(1) %b{i}\n"))
            .collect();
        assert_eq!(counts(&(body + &stores)), (1, 1));
    }

    #[test]
    fn a_store_between_loads_keeps_them_apart() {
        let body = " %v = load float, ptr addrspace(1) %p\n store float 0.0, ptr addrspace(1) %q\n %b = getelementptr i8, ptr addrspace(1) %p, i64 4\n %w = load float, ptr addrspace(1) %b\n %s = fadd float %v, %w\n store float %s, ptr addrspace(1) %q";
        assert_eq!(counts(body), (2, 2));
    }

    #[test]
    fn what_is_read_again_after_a_store_is_merged_by_itself() {
        let reads = |name: &str| {
            format!(
                " %{name}0 = load float, ptr addrspace(1) %p\n %{name}1 = load float, ptr addrspace(1) %b\n %{name} = fadd float %{name}0, %{name}1\n store float %{name}, ptr addrspace(1) %q\n"
            )
        };
        let address = " %b = getelementptr i8, ptr addrspace(1) %p, i64 4\n";
        assert_eq!(counts(&format!("{address}{}{}", reads("v"), reads("w"))), (2, 2));
    }
}
