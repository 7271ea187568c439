//! Splits stack objects into the parts that are accessed separately and gives each part one type, so that `mem2reg` can
//! promote it: structs and arrays with constant indices, vectors accessed by element, copies of structs.
//!
//! Requires: nothing. Preserves: the control-flow graph. Cost: O(instructions + accesses · log accesses).
//! Source: the idea of LLVM's SROA: byte ranges ("slices") found through constant offsets, merged where they overlap;
//! copies and fills are split along the parts. Deviation: a part is a scalar, a vector, or an integer of at most 128
//! bits; anything else stays in the object, which then keeps its size.

use crate::analysis::Uses;
use crate::analysis::memory_effects::{is_lifetime_marker, is_volatile_or_atomic};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Type, Value};
use crate::fold::constant_offset;
use crate::function::{Function, ValueDef};
use crate::inst::{Align, Aux, Opcode};
use crate::intrinsics::id;
use crate::types::TypeData;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

mod pieces;
mod rewrite;

pub(crate) use pieces::{convert, fill_value, transfer_address};

/// Largest number of elements of a vector part.
const MAX_ELEMENTS: u64 = 32;
/// Maximum number of parts that a copy or fill is split into by itself.
const MAX_PIECES: usize = 512;

/// Splits and then promotes. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    let mut changed = split(func, ctx);
    changed |= super::opt_mem2reg::run(func, ctx);
    changed
}

fn split(func: &mut Function, ctx: &mut Context) -> bool {
    let mut allocas: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        allocas.extend(
            func.block_insts(block)
                .filter(|&i| func.opcode(i) == Opcode::Alloca),
        );
    }
    if allocas.is_empty() {
        return false;
    }
    let mut splitter = Splitter {
        uses: Uses::compute(func),
        extra: FxHashMap::default(),
        func,
        ctx,
        removed: FxHashSet::default(),
        escaped: FxHashSet::default(),
    };
    let mut changed = false;
    for alloca in allocas {
        changed |= splitter.split(alloca);
    }
    splitter.func.resolve_aliases();
    changed
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Load,
    Store,
    CopyTo,
    CopyFrom,
    Fill,
    Lifetime,
}

#[derive(Clone, Copy, Debug)]
struct Slice {
    start: u64,
    end: u64,
    inst: Inst,
    kind: Kind,
    /// Accessed type; `VOID` for copies and fills.
    ty: Type,
}

impl Slice {
    fn is_splittable(&self) -> bool {
        !matches!(self.kind, Kind::Load | Kind::Store)
    }
}

/// A byte range that is accessed as one type.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: u64,
    end: u64,
    ty: Type,
    alloca: Option<Value>,
}

struct Splitter<'a> {
    func: &'a mut Function,
    ctx: &'a mut Context,
    uses: Uses,
    /// Users made since `uses` was computed.
    extra: FxHashMap<Value, Vec<Inst>>,
    removed: FxHashSet<Inst>,
    /// Addresses that are stored as integers.
    escaped: FxHashSet<Value>,
}

impl Splitter<'_> {
    fn split(&mut self, alloca: Inst) -> bool {
        let Aux::Alloca(ty, align) = self.func.inst(alloca).aux else {
            return false;
        };
        let count = self.func.as_int(self.func.args(alloca)[0], self.ctx);
        let size = self.ctx.layout.size(&self.ctx.types, ty);
        if count != Some(1) || size == 0 {
            return false;
        }
        let Some(slices) = self.slices(alloca, size) else {
            return false;
        };
        let parts = self.parts(&slices, ty);
        // One part of the object's own type: nothing to split, mem2reg does the rest.
        if parts.iter().all(|p| p.ty == Type::VOID) {
            return false;
        }
        let plain =
            |s: &Slice| matches!(s.kind, Kind::Lifetime) || (!s.is_splittable() && s.ty == parts[0].ty);
        if parts.len() == 1 && slices.iter().all(plain) {
            return false;
        }
        self.rewrite(alloca, align, slices, parts)
    }

    /// All accesses of the object, or none if its address is used in another way.
    fn slices(&self, alloca: Inst, size: u64) -> Option<Vec<Slice>> {
        let mut slices: Vec<Slice> = Vec::with_capacity(8);
        let base = self.func.result(alloca)?;
        let mut pointers: SmallVec<[(Value, u64); 8]> = SmallVec::new();
        pointers.push((base, 0));
        while let Some((pointer, offset)) = pointers.pop() {
            if self.escaped.contains(&pointer) {
                return None;
            }
            let extra = self.extra.get(&pointer).into_iter().flatten().copied();
            let known = (pointer.as_u32() as usize) < self.uses_len();
            let before = known.then(|| self.uses.of(pointer)).into_iter().flatten();
            let users: SmallVec<[Inst; 16]> = before.chain(extra).collect();
            let mut last = None;
            for user in users {
                if self.removed.contains(&user) || last == Some(user) {
                    continue;
                }
                last = Some(user);
                self.add_use(user, pointer, offset, size, &mut slices, &mut pointers)?;
            }
            if slices.len() > 100_000 {
                return None;
            }
        }
        slices.sort_by_key(|s| (s.start, std::cmp::Reverse(s.end)));
        Some(slices)
    }

    fn uses_len(&self) -> usize {
        self.uses.len()
    }

    fn add_use(
        &self,
        user: Inst,
        pointer: Value,
        offset: u64,
        size: u64,
        slices: &mut Vec<Slice>,
        pointers: &mut SmallVec<[(Value, u64); 8]>,
    ) -> Option<()> {
        let func = &*self.func;
        let mut push = |bytes: u64, kind: Kind, ty: Type| {
            let end = offset.checked_add(bytes)?;
            if end > size || bytes == 0 {
                return None;
            }
            slices.push(Slice {
                start: offset,
                end,
                inst: user,
                kind,
                ty,
            });
            Some(())
        };
        match func.opcode(user) {
            Opcode::Load if !is_volatile_or_atomic(func, user) => {
                let ty = func.inst(user).ty;
                push(self.ctx.layout.store_size(&self.ctx.types, ty), Kind::Load, ty)
            }
            Opcode::Store if !is_volatile_or_atomic(func, user) && func.arg(user, 0) != pointer => {
                let ty = func.ty(func.arg(user, 0));
                push(self.ctx.layout.store_size(&self.ctx.types, ty), Kind::Store, ty)
            }
            Opcode::GetElementPtr if func.arg(user, 0) == pointer => {
                let moved = gep_offset(func, self.ctx, user)?;
                let result = func.result(user)?;
                let offset = u64::try_from(i128::from(offset) + moved).ok()?;
                pointers.push((result, offset));
                Some(())
            }
            _ if func.is_pointer_cast(user) => {
                pointers.push((func.result(user)?, offset));
                Some(())
            }
            Opcode::Call if is_lifetime_marker(func, self.ctx, user) => {
                slices.push(Slice {
                    start: 0,
                    end: size,
                    inst: user,
                    kind: Kind::Lifetime,
                    ty: Type::VOID,
                });
                Some(())
            }
            Opcode::Call => {
                let intrinsic = func.called_intrinsic(user, self.ctx)?;
                let args = func.args(user);
                let length = match intrinsic {
                    id::MEMCPY | id::MEMMOVE | id::MEMSET | id::MEMCPY_INLINE | id::MEMSET_INLINE => {
                        u64::try_from(func.as_int(args[3], self.ctx)?).ok()?
                    }
                    _ => return None,
                };
                if func.as_int(args[4], self.ctx) != Some(0) {
                    return None;
                }
                if length == 0 {
                    return None;
                }
                let to = func.resolve(args[1]) == pointer;
                let fill = matches!(intrinsic, id::MEMSET | id::MEMSET_INLINE);
                if !fill && to && func.resolve(args[2]) == pointer {
                    return None;
                }
                // A copy within the object has both ends among the slices: not split.
                if slices.iter().any(|s| s.inst == user) {
                    return None;
                }
                let kind = match (fill, to) {
                    (true, _) => Kind::Fill,
                    (false, true) => Kind::CopyTo,
                    (false, false) => Kind::CopyFrom,
                };
                let end = offset.checked_add(length)?;
                if end > size {
                    return None;
                }
                slices.push(Slice {
                    start: offset,
                    end,
                    inst: user,
                    kind,
                    ty: Type::VOID,
                });
                Some(())
            }
            _ => None,
        }
    }

    /// Merges overlapping accesses to parts and chooses their types (`VOID`: none is suitable).
    fn parts(&mut self, slices: &[Slice], ty: Type) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for slice in slices.iter().filter(|s| !s.is_splittable()) {
            match parts.last_mut() {
                Some(last) if slice.start < last.end => last.end = last.end.max(slice.end),
                _ => parts.push(Part {
                    start: slice.start,
                    end: slice.end,
                    ty: Type::VOID,
                    alloca: None,
                }),
            }
        }
        let mut next = 0;
        for part in &mut parts {
            while next < slices.len() && slices[next].start < part.start {
                next += 1;
            }
            // Splittable slices may begin earlier; only the others determine the type.
            let inside: SmallVec<[&Slice; 16]> = slices[next..]
                .iter()
                .take_while(|s| s.start < part.end)
                .filter(|s| !s.is_splittable())
                .collect();
            part.ty = choose_type(self.ctx, part, &inside).unwrap_or(Type::VOID);
        }
        if !self.add_copied_parts(slices, ty, &mut parts) {
            for part in &mut parts {
                part.ty = Type::VOID;
            }
        }
        parts
    }

    /// Parts that are only copied: divided as in the object's own type.
    /// False if there are too many.
    fn add_copied_parts(&mut self, slices: &[Slice], ty: Type, parts: &mut Vec<Part>) -> bool {
        let copied = |s: &&Slice| matches!(s.kind, Kind::CopyTo | Kind::CopyFrom | Kind::Fill);
        if !slices.iter().any(|s| copied(&s)) {
            return true;
        }
        let mut leaves: Vec<(u64, Type)> = Vec::new();
        if !collect_leaves(self.ctx, ty, 0, &mut leaves) {
            return false;
        }
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for slice in slices.iter().filter(copied) {
            match ranges.last_mut() {
                Some(last) if slice.start <= last.1 => last.1 = last.1.max(slice.end),
                _ => ranges.push((slice.start, slice.end)),
            }
        }
        leaves.sort_by_key(|l| l.0);
        let mut added: Vec<Part> = Vec::new();
        let mut leaf = 0;
        let mut part = 0;
        for (start, end) in ranges {
            let mut at = start;
            while at < end {
                while part < parts.len() && parts[part].end <= at {
                    part += 1;
                }
                while leaf < leaves.len() && leaves[leaf].0 < at {
                    leaf += 1;
                }
                if part < parts.len() && parts[part].start <= at {
                    at = parts[part].end;
                    continue;
                }
                let limit = parts.get(part).map_or(end, |p| p.start.min(end));
                let piece = match leaves.get(leaf) {
                    Some(&(offset, ty))
                        if offset == at && at + self.ctx.layout.store_size(&self.ctx.types, ty) <= limit =>
                    {
                        ty
                    }
                    // Padding, or part of a scalar of which only another part is accessed: treated as bytes.
                    _ => {
                        let next = leaves
                            .get(leaf)
                            .map_or(limit, |l| if l.0 > at { l.0.min(limit) } else { limit });
                        let mut bytes = 8;
                        while at % bytes != 0 || at + bytes > next {
                            bytes /= 2;
                        }
                        self.ctx.types.int(8 * bytes as u32)
                    }
                };
                let size = self.ctx.layout.store_size(&self.ctx.types, piece);
                added.push(Part {
                    start: at,
                    end: at + size,
                    ty: piece,
                    alloca: None,
                });
                at += size;
                if added.len() > 4 * MAX_PIECES {
                    return false;
                }
            }
        }
        parts.extend(added);
        parts.sort_by_key(|p| p.start);
        true
    }

    fn rewrite(&mut self, alloca: Inst, align: Align, slices: Vec<Slice>, mut parts: Vec<Part>) -> bool {
        // A copy or fill is split only if it can be split completely.
        let mut whole: Vec<(u64, u64)> = Vec::new();
        for slice in slices
            .iter()
            .filter(|s| s.is_splittable() && s.kind != Kind::Lifetime)
        {
            if !covers(&parts, slice) {
                whole.push((slice.start, slice.end));
            }
        }
        for part in &mut parts {
            if whole.iter().any(|w| w.0 < part.end && part.start < w.1) {
                part.ty = Type::VOID;
            }
        }
        if parts.iter().all(|p| p.ty == Type::VOID) {
            return false;
        }
        // A part without a type may be in another splittable slice: iterate until stable.
        loop {
            let mut again = false;
            for slice in slices
                .iter()
                .filter(|s| s.is_splittable() && s.kind != Kind::Lifetime)
            {
                if !covers(&parts, slice) {
                    for part in &mut parts {
                        if slice.start < part.end && part.start < slice.end && part.ty != Type::VOID {
                            part.ty = Type::VOID;
                            again = true;
                        }
                    }
                }
            }
            if !again {
                break;
            }
        }
        if parts.iter().all(|p| p.ty == Type::VOID) {
            return false;
        }
        for part in parts.iter_mut().filter(|p| p.ty != Type::VOID) {
            let part_align = Align(align.0.min((part.start.trailing_zeros() as u8).min(16)));
            let natural = self.ctx.layout.align(&self.ctx.types, part.ty);
            let part_align = part_align.max(Align::from_bytes(natural));
            let mut b = Builder::before(self.func, self.ctx, alloca);
            part.alloca = Some(b.alloca(part.ty, part_align));
        }
        self.split_declarations(alloca, &parts);
        let everything = parts.iter().all(|p| p.alloca.is_some());
        for slice in slices {
            if slice.kind == Kind::Lifetime {
                if everything {
                    self.remove(slice.inst);
                }
                continue;
            }
            let first = parts.partition_point(|p| p.end <= slice.start);
            let touched: SmallVec<[Part; 4]> = parts[first..]
                .iter()
                .copied()
                .take_while(|p| p.start < slice.end)
                .collect();
            if touched.first().is_none_or(|p| p.alloca.is_none()) {
                continue;
            }
            match slice.kind {
                Kind::Load => self.rewrite_load(slice, touched[0]),
                Kind::Store => self.rewrite_store(slice, touched[0]),
                _ => self.rewrite_transfer(slice, &touched),
            }
        }
        true
    }
}

/// Whether the typed parts cover everything that a copy or fill accesses and that has other accesses, in pieces that
/// exist.
fn covers(parts: &[Part], slice: &Slice) -> bool {
    let first = parts.partition_point(|p| p.end <= slice.start);
    let touched = parts[first..].iter().take_while(|p| p.start < slice.end);
    let mut count = 0;
    for part in touched {
        count += 1;
        if part.ty == Type::VOID || part.start < slice.start || part.end > slice.end {
            return false;
        }
    }
    count > 0
}

/// The constant byte offset of a `getelementptr`.
pub(crate) fn gep_offset(func: &Function, ctx: &Context, gep: Inst) -> Option<i128> {
    let Aux::SourceType(source) = func.inst(gep).aux else {
        return None;
    };
    let mut indices: SmallVec<[_; 4]> = SmallVec::new();
    for &arg in &func.args(gep)[1..] {
        match func.def(arg) {
            ValueDef::Const(constant) => indices.push(constant),
            _ => return None,
        }
    }
    let TypeData::Ptr(space) = *ctx.types.data(func.ty(func.args(gep)[0])) else {
        return None;
    };
    constant_offset(ctx, source, &indices, ctx.layout.pointer(space).index_bits)
}

/// Scalars and vectors in a type, with offsets; false if there are too many or one is opaque.
fn collect_leaves(ctx: &Context, ty: Type, offset: u64, leaves: &mut Vec<(u64, Type)>) -> bool {
    if leaves.len() >= MAX_PIECES {
        return false;
    }
    if let Some((element, count)) = ctx.types.array_parts(ty) {
        let size = ctx.layout.size(&ctx.types, element);
        return (0..count).all(|i| collect_leaves(ctx, element, offset + i * size, leaves));
    }
    if ctx.types.is_aggregate(ty) {
        let Some((fields, _)) = ctx.types.struct_fields(ty) else {
            return false;
        };
        return (0..fields.len()).all(|i| {
            let field = ctx.layout.field_offset(&ctx.types, ty, i).unwrap_or(0);
            collect_leaves(ctx, fields[i], offset + field, leaves)
        });
    }
    leaves.push((offset, ty));
    true
}

/// A type whose bits fill its bytes, and that bit casts can convert to others.
fn is_plain_type(ctx: &Context, ty: Type) -> bool {
    let scalar = ctx.types.scalar(ty);
    let fits = ctx.layout.bits(&ctx.types, ty) == 8 * ctx.layout.store_size(&ctx.types, ty)
        && ctx.layout.bits(&ctx.types, scalar).is_multiple_of(8);
    fits && !ctx.types.is_aggregate(ty) && !(ctx.types.is_vector(ty) && ctx.types.is_ptr(scalar))
}

fn choose_type(ctx: &mut Context, part: &Part, slices: &[&Slice]) -> Option<Type> {
    let size = part.end - part.start;
    let is_whole = |s: &&&Slice| s.start == part.start && s.end == part.end;
    let first = slices.iter().find(is_whole).map(|s| s.ty);
    if slices.iter().all(|s| Some(s.ty) == first && is_whole(&s)) {
        let ty = first?;
        return (!ctx.types.is_aggregate(ty)).then_some(ty);
    }
    if slices.iter().any(|s| !is_plain_type(ctx, s.ty)) {
        return None;
    }
    if slices.iter().all(|s| is_whole(&s)) {
        // Different types of one size: prefer bytes, which keep what others lose, then one that is not an integer.
        let find = |is: &dyn Fn(Type) -> bool| slices.iter().map(|s| s.ty).find(|&ty| is(ty));
        return find(&|ty| ctx.types.is_byte(ctx.types.scalar(ty)))
            .or_else(|| find(&|ty| !ctx.types.is_int(ty)))
            .or(first);
    }
    // Elements: the smallest scalar, if it divides everything.
    let mut element: Option<Type> = None;
    for slice in slices {
        let scalar = ctx.types.scalar(slice.ty);
        let bits = |ctx: &Context, t: Type| ctx.layout.bits(&ctx.types, t);
        element = match element {
            None => Some(scalar),
            Some(old) if bits(ctx, scalar) < bits(ctx, old) => Some(scalar),
            Some(old) if bits(ctx, scalar) == bits(ctx, old) && ctx.types.is_int(old) => Some(scalar),
            old => old,
        };
    }
    let mut element = element?;
    let has_bytes = slices.iter().any(|s| ctx.types.is_byte(ctx.types.scalar(s.ty)));
    if has_bytes {
        let bits = ctx.layout.bits(&ctx.types, element) as u32;
        element = ctx.types.byte(bits);
    }
    let bytes = ctx.layout.store_size(&ctx.types, element);
    let divides =
        |s: &&Slice| (s.start - part.start).is_multiple_of(bytes) && (s.end - s.start).is_multiple_of(bytes);
    let is_vectorish = slices.iter().any(|s| ctx.types.is_vector(s.ty));
    let fits = size.is_multiple_of(bytes) && size / bytes <= MAX_ELEMENTS && slices.iter().all(divides);
    if fits && (is_vectorish || size > 16 || bytes >= 4 || has_bytes) && !ctx.types.is_ptr(element) {
        return Some(ctx.types.vector(element, (size / bytes) as u32));
    }
    if size <= 16 && !has_bytes {
        return Some(ctx.types.int(8 * size as u32));
    }
    None
}

#[cfg(test)]
mod tests;
