//! Promotes stack objects that are accessed with variable indices to vectors in registers: scratch memory is slow, and
//! an array of a few elements fits a few registers.
//!
//! ```text
//! %p = gep [16 x i32], ptr %a, i32 0, i32 %i        %v = load <16 x i32>, ptr %a
//! store i32 %x, ptr %p                         ▶    %w = insertelement <16 x i32> %v, i32 %x, i32 %i
//!                                                   store <16 x i32> %w, ptr %a     (which `mem2reg` then promotes)
//! ```
//!
//! Requires: `sroa` has promoted objects with constant indices. Preserves: the control-flow graph, but unreachable
//! blocks are
//! removed. Cost: O(instructions + accesses · elements), both bounded.
//! An access at a variable, uniform index keeps what the access to memory said of it: it is inside of the object, or the
//! behaviour is undefined (`memory_effects::IN_BOUNDS`).
//! Source: the idea of LLVM's AMDGPUPromoteAlloca. Deviations: an object is a sequence of *units* that divide all its
//! accesses, whatever its type, so that structs and reinterpreted arrays need no special case; a unit smaller than a
//! register occupies a whole one, so that it can be indexed.

mod rewrite;

use super::opt_mem2reg;
use crate::analysis::alias::{Address, decompose};
use crate::analysis::allocas::is_static;
use crate::analysis::memory_effects::{IN_BOUNDS, is_lifetime_marker, is_volatile_or_atomic};
use crate::analysis::{DivergenceAnalysis, TargetTransformInfo, Uses};
use crate::context::Context;
use crate::entities::{Inst, MetadataId, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, Opcode};
use crate::intrinsics::id;
use crate::types::TypeData;

/// Maximum number of registers of an object. A divergent index has to select among all elements; that still takes half
/// the time of a load from memory,
const MAX_REGISTERS: u64 = 32;
/// unless an access selects among more elements than this: then an object may have at most this many registers.
const MAX_SELECTIONS_OF_ACCESS: u64 = 32;
const MAX_REGISTERS_OF_PARTS: u64 = 16;
/// Maximum number of elements selected among, summed over all accesses of an object.
const MAX_SELECTIONS: u64 = 1024;
/// Maximum number of accesses of an object.
const MAX_ACCESSES: usize = 1000;

/// Promotes what can be promoted. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    let Some(entry) = func.entry() else { return false };
    let is_object = |inst: &Inst| func.opcode(*inst) == Opcode::Alloca && is_static(func, ctx, *inst);
    let allocas: Vec<Inst> = func.block_insts(entry).filter(is_object).collect();
    if allocas.is_empty() {
        return false;
    }
    let mut budget = u64::from(target.promotable_registers(func, ctx));
    if budget == 0 {
        return false;
    }
    func.resolve_aliases();
    let mut uses = Uses::compute(func);
    let mut objects: Vec<Object> = Vec::new();
    for &alloca in &allocas {
        objects.extend(Object::of(func, ctx, &uses, alloca));
    }
    if objects.is_empty() {
        return false;
    }
    let divergence = DivergenceAnalysis::compute(func, ctx, target);
    // Objects with the most accesses for their size come first.
    let mut ranked: Vec<(u64, Inst, Shape)> = Vec::new();
    for object in &objects {
        let score: u64 = object.accesses.iter().map(|access| access.weight(func)).sum();
        if let Some(shape) = object.shape(func, ctx, target, &divergence) {
            ranked.push((64 * score / object.size, object.alloca, shape));
        }
    }
    ranked.sort_by_key(|&(score, ..)| std::cmp::Reverse(score));
    let mut changed = false;
    let mut is_stale = false;
    let kind = ctx.symbol(IN_BOUNDS);
    let mut in_bounds: Option<MetadataId> = None;
    for (_, alloca, shape) in ranked {
        if shape.registers > budget {
            continue;
        }
        // Copies between objects have become accesses of the other object, and indices may have been loaded from
        // another object.
        if std::mem::take(&mut is_stale) {
            uses = Uses::compute(func);
        }
        let object = Object::of(func, ctx, &uses, alloca);
        let Some(object) = object.filter(|object| object.largest_unit(ctx) >= shape.unit) else {
            continue;
        };
        budget -= shape.registers;
        is_stale = object.accesses.iter().any(|access| access.is_transfer());
        let node = *in_bounds.get_or_insert_with(|| ctx.metadata.add_empty_node());
        // A divergent index selects among all elements, which may be speculated.
        let is_uniform = |func: &Function, access: &Access| {
            let block = func.inst_block(access.inst).expect("a placed access");
            let differs = |&(index, _): &(Value, u64)| divergence.is_divergent_use(func, index, block);
            !access.address.terms.is_empty() && !access.address.terms.iter().any(differs)
        };
        rewrite::rewrite(func, ctx, &object, &shape, &is_uniform, (kind, node));
        changed = true;
    }
    if changed {
        func.resolve_aliases();
        opt_mem2reg::run(func, ctx);
    }
    changed
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Load,
    Store,
    CopyTo,
    CopyFrom,
    Fill,
}

#[derive(Clone, Debug)]
struct Access {
    inst: Inst,
    kind: Kind,
    /// Accessed type; `VOID` for copies and fills.
    ty: Type,
    bytes: u64,
    address: Address,
    /// The parts of the address do not wrap.
    in_bounds: bool,
}

impl Access {
    fn is_transfer(&self) -> bool {
        !matches!(self.kind, Kind::Load | Kind::Store)
    }

    fn weight(&self, func: &Function) -> u64 {
        let block = func.inst_block(self.inst).expect("a placed access");
        1 << (2 * func.loops().depth(block)).min(12)
    }
}

/// A stack object all of whose uses are understood.
struct Object {
    alloca: Inst,
    size: u64,
    accesses: Vec<Access>,
    /// Instructions that compute addresses or only mark the object.
    others: Vec<Inst>,
}

/// The vector that replaces an object.
struct Shape {
    /// Bytes of a unit.
    unit: u64,
    /// Type of a unit.
    unit_type: Type,
    /// Type of the vector's elements: the unit's, or an integer that fills a register.
    element: Type,
    count: u32,
    registers: u64,
}

impl Object {
    fn of(func: &Function, ctx: &Context, uses: &Uses, alloca: Inst) -> Option<Object> {
        let Aux::Alloca(ty, _) = func.inst(alloca).aux else {
            return None;
        };
        let base = func.result(alloca)?;
        let count = u64::try_from(func.as_int(func.args(alloca)[0], ctx)?).ok()?;
        let size = ctx.layout.size(&ctx.types, ty).checked_mul(count)?;
        if size == 0 || size > 4 * MAX_REGISTERS {
            return None;
        }
        let mut object = Object {
            alloca,
            size,
            accesses: Vec::new(),
            others: Vec::new(),
        };
        let mut pointers: Vec<(Value, bool)> = vec![(base, true)];
        while let Some((pointer, in_bounds)) = pointers.pop() {
            if pointer.as_u32() as usize >= uses.len() {
                return None;
            }
            let mut last = None;
            for user in uses.of(pointer) {
                if last.replace(user) == Some(user) || func.inst_block(user).is_none() {
                    continue;
                }
                match func.opcode(user) {
                    Opcode::GetElementPtr if func.arg(user, 0) == pointer => {
                        let flags = func.inst(user).flags;
                        let wraps = !flags.intersects(InstFlags::INBOUNDS | InstFlags::NUSW);
                        pointers.push((func.result(user)?, in_bounds && !wraps));
                        object.others.push(user);
                    }
                    _ if func.is_pointer_cast(user) => {
                        pointers.push((func.result(user)?, in_bounds));
                        object.others.push(user);
                    }
                    Opcode::Call if is_lifetime_marker(func, ctx, user) => object.others.push(user),
                    _ => object.add_access(func, ctx, user, pointer, base, in_bounds)?,
                }
            }
            if object.accesses.len() > MAX_ACCESSES {
                return None;
            }
        }
        let by_index = |access: &Access| !access.address.terms.is_empty();
        object.accesses.iter().any(by_index).then_some(object)
    }

    fn add_access(
        &mut self,
        func: &Function,
        ctx: &Context,
        user: Inst,
        pointer: Value,
        base: Value,
        in_bounds: bool,
    ) -> Option<()> {
        let (kind, ty, bytes) = match func.opcode(user) {
            Opcode::Load if !is_volatile_or_atomic(func, user) => {
                let ty = func.inst(user).ty;
                (Kind::Load, ty, whole_bytes(ctx, ty)?)
            }
            Opcode::Store if !is_volatile_or_atomic(func, user) && func.arg(user, 0) != pointer => {
                let ty = func.ty(func.arg(user, 0));
                (Kind::Store, ty, whole_bytes(ctx, ty)?)
            }
            Opcode::Call => {
                let (kind, bytes) = transfer(func, ctx, user, pointer)?;
                // A copy within the object has both ends among its accesses.
                if self.accesses.iter().any(|access| access.inst == user) {
                    return None;
                }
                (kind, Type::VOID, bytes)
            }
            _ => return None,
        };
        let address = decompose(func, ctx, pointer);
        if address.inexact || address.base != base {
            return None;
        }
        // Accesses past the end are left unchanged, and so are copies whose other side varies.
        let fits = |offset: i128| offset >= 0 && offset + i128::from(bytes) <= i128::from(self.size);
        let is_known = address.terms.is_empty();
        if (is_known && !fits(address.offset)) || (ty == Type::VOID && !is_known) {
            return None;
        }
        self.accesses.push(Access {
            inst: user,
            kind,
            ty,
            bytes,
            address,
            in_bounds,
        });
        Some(())
    }

    /// The largest unit of at most eight bytes that divides all offsets and sizes.
    fn largest_unit(&self, ctx: &Context) -> u64 {
        let mut all = self.size | 8;
        for access in &self.accesses {
            all |= access.address.offset as u64 | access.bytes;
            if access.ty != Type::VOID {
                all |= ctx.layout.bits(&ctx.types, ctx.types.scalar(access.ty)) / 8;
            }
            for &(_, scale) in &access.address.terms {
                all |= scale;
            }
        }
        1 << all.trailing_zeros()
    }

    /// The vector that replaces the object, if promotion is worthwhile.
    fn shape(
        &self,
        func: &Function,
        ctx: &mut Context,
        target: &dyn TargetTransformInfo,
        divergence: &DivergenceAnalysis,
    ) -> Option<Shape> {
        let unit = self.largest_unit(ctx);
        let count = self.size / unit;
        let words = unit.div_ceil(4);
        let unit_type = self.unit_type(ctx, unit);
        let element = if unit < 4 { Type::I32 } else { unit_type };
        let (mut selections, mut most) = (0, 0);
        let mut is_uniform = false;
        for access in self
            .accesses
            .iter()
            .filter(|access| !access.address.terms.is_empty())
        {
            let block = func.inst_block(access.inst).expect("a placed access");
            let differs = |&(index, _): &(Value, u64)| divergence.is_divergent_use(func, index, block);
            if access.address.terms.iter().any(differs) {
                let looked_at = access.bytes / unit * count;
                selections += looked_at;
                most = looked_at.max(most);
            } else {
                is_uniform = true;
            }
        }
        // Indexed registers must form a tuple size that the machine supports.
        let count = match is_uniform {
            true => u64::from(target.indexed_vector_length(count as u32, words as u32)?),
            false => count,
        };
        let registers = count * words;
        let limit = match most > MAX_SELECTIONS_OF_ACCESS {
            true => MAX_REGISTERS_OF_PARTS,
            false => MAX_REGISTERS,
        };
        (registers <= limit && selections <= MAX_SELECTIONS).then_some(Shape {
            unit,
            unit_type,
            element,
            count: count as u32,
            registers,
        })
    }

    /// The floating-point type common to all accesses of whole units, or an integer.
    fn unit_type(&self, ctx: &mut Context, unit: u64) -> Type {
        let mut types = self
            .accesses
            .iter()
            .filter(|access| access.ty != Type::VOID)
            .map(|access| ctx.types.scalar(access.ty));
        if let Some(first) = types.next()
            && unit >= 4
            && matches!(first, Type::F32 | Type::F64)
            && ctx.layout.size(&ctx.types, first) == unit
            && types.all(|ty| ty == first)
        {
            return first;
        }
        ctx.types.int(8 * unit as u32)
    }
}

/// Bytes of a scalar or vector without padding bits.
fn whole_bytes(ctx: &Context, ty: Type) -> Option<u64> {
    let scalar = ctx.types.scalar(ty);
    let is_vector = ctx.types.is_vector(ty);
    let known = match ctx.types.data(scalar) {
        TypeData::Int(_) | TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double => true,
        TypeData::Ptr(_) => !is_vector,
        _ => false,
    };
    if !known {
        return None;
    }
    let bits = ctx.layout.bits(&ctx.types, scalar);
    if bits == 0 || !bits.is_multiple_of(8) || !(bits / 8).is_power_of_two() {
        return None;
    }
    let count = ctx.types.vector_parts(ty).map_or(1, |(_, count)| count);
    Some(bits / 8 * u64::from(count))
}

/// How a copy or fill of known size accesses the object, and how many bytes.
fn transfer(func: &Function, ctx: &Context, call: Inst, pointer: Value) -> Option<(Kind, u64)> {
    let intrinsic = func.called_intrinsic(call, ctx)?;
    let is_fill = matches!(intrinsic, id::MEMSET | id::MEMSET_INLINE);
    if !is_fill && !matches!(intrinsic, id::MEMCPY | id::MEMMOVE | id::MEMCPY_INLINE) {
        return None;
    }
    let args = func.args(call);
    let length = u64::try_from(func.as_int(args[3], ctx)?).ok()?;
    let is_volatile = func.as_int(args[4], ctx) != Some(0);
    let to = func.resolve(args[1]) == pointer;
    let to_itself = !is_fill && to && func.resolve(args[2]) == pointer;
    if is_volatile || length == 0 || (is_fill && !to) || to_itself {
        return None;
    }
    let kind = match (is_fill, to) {
        (true, _) => Kind::Fill,
        (false, true) => Kind::CopyTo,
        (false, false) => Kind::CopyFrom,
    };
    Some((kind, length))
}
