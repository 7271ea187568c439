//! Vector operations become operations on elements: the hardware computes on scalars, vectors are register tuples that
//! memory instructions fill.
//!
//! Requires: nothing. Preserves: control flow. Cost: linear in elements. What stays a vector: loads and stores of dword
//! elements, arguments and results of calls, elements by an index that is not constant. Vectors of smaller integers are loaded
//! and stored as integers of the same size, and elements are taken out by shifts.

use crate::ir_passes::call_generic;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use wavec_ir::inst::{InstFlags, MemoryAux};
use wavec_ir::{Aux, Block, Builder, Context, Function, Inst, Opcode, Type, Value};

type Elements = SmallVec<[Value; 4]>;

/// Scalarizes `func`.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let order = reverse_post_order(func);
    let any_vector = order.iter().any(|&block| {
        func.block_insts(block).any(|inst| {
            ctx.types.is_vector(func.inst(inst).ty)
                || func.args(inst).iter().any(|&a| ctx.types.is_vector(func.ty(a)))
        })
    });
    if !any_vector {
        return false;
    }
    let mut pass = Scalarizer {
        elements: FxHashMap::default(),
        whole: FxHashMap::default(),
        phis: Vec::new(),
        dead: Vec::new(),
        replaced: FxHashSet::default(),
    };
    for block in order {
        let mut next = func.first_inst(block);
        while let Some(inst) = next {
            next = func.next_inst(inst);
            pass.visit(func, ctx, inst);
        }
    }
    pass.finish_phis(func, ctx);
    func.resolve_aliases();
    for inst in pass.dead {
        func.remove_inst(inst);
    }
    true
}

fn reverse_post_order(func: &Function) -> Vec<Block> {
    let mut seen = vec![false; func.block_count()];
    let mut order = Vec::new();
    let Some(entry) = func.entry() else { return order };
    seen[entry.as_u32() as usize] = true;
    let mut stack = vec![(entry, 0)];
    while let Some((block, next)) = stack.pop() {
        match func.successors(block).get(next) {
            Some(&successor) => {
                stack.push((block, next + 1));
                if !std::mem::replace(&mut seen[successor.as_u32() as usize], true) {
                    stack.push((successor, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

struct Scalarizer {
    /// Elements of vector values.
    elements: FxHashMap<Value, Elements>,
    /// Vectors built again from elements.
    whole: FxHashMap<Value, Value>,
    /// Vector phis with the phis of their elements.
    phis: Vec<(Inst, Elements)>,
    /// Instructions that are replaced by their elements, in order and as a set.
    dead: Vec<Inst>,
    replaced: FxHashSet<Inst>,
}

/// A builder right behind the definition of `value`: behind the phis for a phi, at the start for parameters and constants.
fn behind<'a>(func: &'a mut Function, ctx: &'a mut Context, value: Value) -> Builder<'a> {
    let at = match func.def_inst(value) {
        Some(inst) if func.opcode(inst) == Opcode::Phi => {
            let block = func.inst_block(inst).expect("a placed phi");
            func.first_non_phi(block)
        }
        Some(inst) => func.next_inst(inst),
        None => {
            let entry = func.entry().expect("a body");
            func.first_non_phi(entry)
        }
    };
    Builder::before(func, ctx, at.expect("blocks end with terminators"))
}

impl Scalarizer {
    /// Elements of `value`, extracted behind its definition if they are not known yet.
    fn elements(&mut self, func: &mut Function, ctx: &mut Context, value: Value) -> Elements {
        let value = func.resolve(value);
        if let Some(known) = self.elements.get(&value) {
            return known.clone();
        }
        let (_, count) = ctx.types.vector_parts(func.ty(value)).expect("a vector");
        let elements: Elements = if let Some(constant) = func.as_const(value) {
            (0..count)
                .map(|i| match ctx.const_member(constant, u64::from(i)) {
                    Some(member) => func.const_value(member, ctx),
                    None => {
                        let mut b = behind(func, ctx, value);
                        let index = b.i32(i as i32);
                        b.extract_element(value, index)
                    }
                })
                .collect()
        } else {
            let mut b = behind(func, ctx, value);
            (0..count)
                .map(|i| {
                    let index = b.i32(i as i32);
                    b.extract_element(value, index)
                })
                .collect()
        };
        self.elements.insert(value, elements.clone());
        elements
    }

    /// `value` as a vector, for those who need it whole.
    fn whole(&mut self, b: &mut Builder, value: Value) -> Value {
        let value = b.func.resolve(value);
        // What was never taken apart, or still is an instruction that stays, is whole already.
        let Some(elements) = self.elements.get(&value).cloned() else {
            return value;
        };
        if !b
            .func
            .def_inst(value)
            .is_some_and(|inst| self.replaced.contains(&inst))
        {
            return value;
        }
        if let Some(&built) = self.whole.get(&value) {
            return built;
        }
        let ty = b.func.ty(value);
        // Behind the definition, so that all users share it. Phis are built behind the phis.
        let at = b.point;
        let def = b.func.def_inst(value).expect("checked above");
        let place = if b.func.opcode(def) == Opcode::Phi {
            let block = b.func.inst_block(def).expect("a placed phi");
            b.func.first_non_phi(block).expect("a terminator")
        } else {
            b.func.next_inst(def).expect("a terminator")
        };
        b.point = wavec_ir::builder::InsertPoint::Before(place);
        let mut vector = b.poison(ty);
        for (i, &element) in elements.iter().enumerate() {
            let index = b.i32(i as i32);
            vector = b.insert_element(vector, element, index);
        }
        b.point = at;
        self.whole.insert(value, vector);
        vector
    }

    fn define(&mut self, func: &Function, inst: Inst, elements: Elements) {
        let result = func.result(inst).expect("a vector result");
        self.elements.insert(result, elements);
        self.dead.push(inst);
        self.replaced.insert(inst);
    }

    fn visit(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) {
        let opcode = func.opcode(inst);
        let ty = func.inst(inst).ty;
        let vector = ctx.types.vector_parts(ty);
        match opcode {
            Opcode::Phi if vector.is_some() => {
                let (element, count) = vector.expect("checked");
                let elements = (0..count)
                    .map(|_| {
                        let phi =
                            func.make_inst(Opcode::Phi, element, &[], &[], InstFlags::empty(), Aux::None);
                        func.insert_inst_before(phi, inst);
                        func.result(phi).expect("a result")
                    })
                    .collect::<Elements>();
                self.phis.push((inst, elements.clone()));
                self.define(func, inst, elements);
            }
            Opcode::InsertElement => {
                let index = func.arg(inst, 2);
                let base = func.arg(inst, 0);
                match func.as_int(index, ctx) {
                    Some(index) if (index as usize) < vector.map_or(0, |v| v.1 as usize) => {
                        let mut elements = self.elements(func, ctx, base);
                        elements[index as usize] = func.arg(inst, 1);
                        self.define(func, inst, elements);
                    }
                    _ => self.dynamic_insert(func, ctx, inst),
                }
            }
            Opcode::ExtractElement => {
                let vector = func.arg(inst, 0);
                let index = func.arg(inst, 1);
                let elements = self.elements(func, ctx, vector);
                let old = func.result(inst).expect("a result");
                if elements.contains(&old) {
                    return;
                }
                match func.as_int(index, ctx) {
                    Some(index) => {
                        let element = match elements.get(index as usize) {
                            Some(&element) => element,
                            None => {
                                let constant = ctx.const_poison(ty);
                                func.const_value(constant, ctx)
                            }
                        };
                        func.replace_uses_with_alias(old, element);
                        self.dead.push(inst);
                    }
                    None => {
                        // A chain of selections: elements are registers, and registers have no index.
                        let mut b = Builder::before(func, ctx, inst);
                        let index_ty = b.func.ty(index);
                        let mut chosen = elements[0];
                        for (i, &element) in elements.iter().enumerate().skip(1) {
                            let number = b.int(index_ty, i as u128);
                            let is_it = b.icmp(wavec_ir::inst::IntPredicate::Eq, index, number);
                            chosen = b.select(is_it, element, chosen);
                        }
                        func.replace_uses_with_alias(old, chosen);
                        self.dead.push(inst);
                    }
                }
            }
            Opcode::ShuffleVector => {
                let (a, c) = (func.arg(inst, 0), func.arg(inst, 1));
                let mask: SmallVec<[u32; 16]> = func.indices(inst).into();
                let (a, c) = (self.elements(func, ctx, a), self.elements(func, ctx, c));
                let (element, _) = vector.expect("a shuffle is a vector");
                let poison = ctx.const_poison(element);
                let poison = func.const_value(poison, ctx);
                let elements = mask
                    .iter()
                    .map(|&m| *a.iter().chain(&c).nth(m as usize).unwrap_or(&poison))
                    .collect::<Elements>();
                self.define(func, inst, elements);
            }
            Opcode::BitCast => self.visit_bitcast(func, ctx, inst),
            Opcode::Load if vector.is_some_and(|(element, _)| is_small(ctx, element)) => {
                self.load_small(func, ctx, inst)
            }
            Opcode::Store => {
                let value = func.arg(inst, 0);
                match ctx.types.vector_parts(func.ty(value)) {
                    Some((element, _)) if is_small(ctx, element) => self.store_small(func, ctx, inst, value),
                    _ => self.keep(func, ctx, inst),
                }
            }
            _ if replaces(opcode) && vector.is_some() => {
                let (element, count) = vector.expect("checked");
                let args: SmallVec<[Elements; 3]> = (0..func.args(inst).len())
                    .map(|i| {
                        let arg = func.arg(inst, i);
                        if ctx.types.is_vector(func.ty(arg)) {
                            self.elements(func, ctx, arg)
                        } else {
                            // The scalar condition of a select.
                            SmallVec::from_elem(arg, count as usize)
                        }
                    })
                    .collect();
                let (flags, aux) = (func.inst(inst).flags, func.inst(inst).aux);
                let attachments = func.attachments.get(&inst).cloned();
                let mut elements = Elements::new();
                for i in 0..count as usize {
                    let operands: SmallVec<[Value; 3]> = args.iter().map(|list| list[i]).collect();
                    let new = func.make_inst(opcode, element, &operands, &[], flags, aux);
                    func.insert_inst_before(new, inst);
                    if let Some(list) = &attachments {
                        func.attachments.insert(new, list.clone());
                    }
                    elements.push(func.result(new).expect("a result"));
                }
                self.define(func, inst, elements);
            }
            Opcode::Call => self.visit_call(func, ctx, inst),
            Opcode::Phi => {}
            _ => self.keep(func, ctx, inst),
        }
    }

    /// The instruction stays; its vector operands are built whole.
    fn keep(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) {
        for i in 0..func.args(inst).len() {
            let arg = func.arg(inst, i);
            if ctx.types.is_vector(func.ty(arg)) {
                let mut b = Builder::before(func, ctx, inst);
                let whole = self.whole(&mut b, arg);
                func.args_mut(inst)[i] = whole;
            }
        }
    }

    /// `llvm.vector.reduce.*`: element by element, from the first, as the ordered forms demand.
    fn visit_reduction(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst, operation: &str) {
        let Some(old) = func.result(inst) else {
            return self.keep(func, ctx, inst);
        };
        // The forms for floating point have a value to start with.
        let last = func.args(inst).len() - 1;
        let start = (last == 2).then(|| func.arg(inst, 1));
        let vector = func.arg(inst, last);
        let elements = self.elements(func, ctx, vector);
        let (flags, ty) = (func.inst(inst).flags, func.ty(old));
        let mut b = Builder::before(func, ctx, inst);
        let reduced = start.into_iter().chain(elements).reduce(|a, c| match operation {
            "add" => b.binary(Opcode::Add, a, c),
            "mul" => b.binary(Opcode::Mul, a, c),
            "and" => b.binary(Opcode::And, a, c),
            "or" => b.binary(Opcode::Or, a, c),
            "xor" => b.binary(Opcode::Xor, a, c),
            "fadd" => b.binary_flags(Opcode::FAdd, a, c, flags),
            "fmul" => b.binary_flags(Opcode::FMul, a, c, flags),
            "fmax" => call_generic(&mut b, "maxnum", &[ty], &[a, c]),
            "fmin" => call_generic(&mut b, "minnum", &[ty], &[a, c]),
            "fmaximum" => call_generic(&mut b, "maximum", &[ty], &[a, c]),
            "fminimum" => call_generic(&mut b, "minimum", &[ty], &[a, c]),
            // smax, smin, umax, umin
            _ => call_generic(&mut b, operation, &[ty], &[a, c]),
        });
        func.replace_uses_with_alias(old, reduced.expect("a vector has elements"));
        self.dead.push(inst);
    }

    /// A generic intrinsic that works by element is called for each; others stay.
    fn visit_call(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) {
        if let Some(id) = func.called_intrinsic(inst, ctx)
            && let Some(operation) = ctx.intrinsics.get(id).name.strip_prefix("llvm.vector.reduce.")
        {
            return self.visit_reduction(func, ctx, inst, operation);
        }
        let Some((element, count)) = ctx.types.vector_parts(func.inst(inst).ty) else {
            return self.keep(func, ctx, inst);
        };
        let Some(id) = func.called_intrinsic(inst, ctx) else {
            return self.keep(func, ctx, inst);
        };
        let desc = ctx.intrinsics.get(id);
        if !is_elementwise(desc.name) {
            return self.keep(func, ctx, inst);
        }
        let args: SmallVec<[(Value, Option<Elements>); 4]> = (1..func.args(inst).len())
            .map(|i| {
                let arg = func.arg(inst, i);
                let elements = ctx
                    .types
                    .is_vector(func.ty(arg))
                    .then(|| self.elements(func, ctx, arg));
                (arg, elements)
            })
            .collect();
        let flags = func.inst(inst).flags;
        let attachments = func.attachments.get(&inst).cloned();
        // Overloads: the result first, then parameters that have a slot of their own.
        let mut overloads: SmallVec<[Type; 2]> = SmallVec::from_slice(&[element]);
        for (i, pattern) in desc.params.iter().enumerate() {
            use wavec_ir::intrinsics::TypePattern::*;
            if matches!(
                pattern,
                Any(_) | AnyInt(_) | AnyFloat(_) | AnyPtr(_) | AnyVector(_)
            ) {
                let ty = func.ty(args[i].0);
                overloads.push(ctx.types.scalar(ty));
            }
        }
        let mut elements = Elements::new();
        for i in 0..count as usize {
            let operands: SmallVec<[Value; 4]> = args
                .iter()
                .map(|(arg, list)| list.as_ref().map_or(*arg, |list| list[i]))
                .collect();
            let mut b = Builder::before(func, ctx, inst);
            let value = b.call_intrinsic(id, &overloads, &operands).expect("a result");
            let new = func.def_inst(value).expect("a call");
            func.inst_mut(new).flags = flags;
            if let Some(list) = &attachments {
                func.attachments.insert(new, list.clone());
            }
            elements.push(value);
        }
        self.define(func, inst, elements);
    }

    fn dynamic_insert(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) {
        let (base, value, index) = (func.arg(inst, 0), func.arg(inst, 1), func.arg(inst, 2));
        let old = self.elements(func, ctx, base);
        let mut b = Builder::before(func, ctx, inst);
        let index_ty = b.func.ty(index);
        let elements = old
            .iter()
            .enumerate()
            .map(|(i, &element)| {
                let number = b.int(index_ty, i as u128);
                let is_it = b.icmp(wavec_ir::inst::IntPredicate::Eq, index, number);
                b.select(is_it, value, element)
            })
            .collect();
        self.define(func, inst, elements);
    }

    fn finish_phis(&mut self, func: &mut Function, ctx: &mut Context) {
        for (phi, elements) in std::mem::take(&mut self.phis) {
            for i in 0..func.args(phi).len() {
                let pred = func.inst_blocks(phi)[i];
                let value = func.arg(phi, i);
                let incoming = self.elements(func, ctx, value);
                for (&element, &value) in elements.iter().zip(&incoming) {
                    let inst = func.def_inst(element).expect("a phi");
                    func.add_incoming(inst, value, pred);
                }
            }
        }
    }

    fn visit_bitcast(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) {
        let source = func.arg(inst, 0);
        let (from, to) = (func.ty(source), func.inst(inst).ty);
        let (from_parts, to_parts) = (ctx.types.vector_parts(from), ctx.types.vector_parts(to));
        let old = func.result(inst).expect("a result");
        if from_parts.is_none() && to_parts.is_none() {
            return;
        }
        let pieces: Elements = match from_parts {
            Some(_) => self.elements(func, ctx, source),
            None => SmallVec::from_elem(source, 1),
        };
        let to_count = to_parts.map_or(1, |p| p.1 as usize);
        let to_element = to_parts.map_or(to, |p| p.0);
        let mut b = Builder::before(func, ctx, inst);
        let elements = regroup(&mut b, &pieces, to_element, to_count);
        if to_parts.is_some() {
            self.define(func, inst, elements);
        } else {
            func.replace_uses_with_alias(old, elements[0]);
            self.dead.push(inst);
        }
    }

    fn load_small(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) {
        let (element, count) = ctx.types.vector_parts(func.inst(inst).ty).expect("a vector");
        let bits = ctx.layout.bits(&ctx.types, element) as u32;
        let data = func.inst(inst).clone();
        let Aux::Memory(memory) = data.aux else {
            unreachable!("a load")
        };
        let pointer = func.arg(inst, 0);
        let attachments = func.attachments.get(&inst).cloned();
        let mut elements = Elements::new();
        let mut done = 0;
        while done < count {
            let (chunk, align) = chunk(bits, count - done, u64::from(done * bits / 8), memory);
            let mut b = Builder::before(func, ctx, inst);
            let address = b.byte_offset(pointer, i64::from(done * bits / 8));
            let ty = b.ctx.types.int(chunk * bits);
            let value = b.load(ty, address, align, data.flags);
            elements.extend(regroup(&mut b, &[value], element, chunk as usize));
            if let (Some(list), Some(load)) = (&attachments, func.def_inst(value)) {
                func.attachments.insert(load, list.clone());
            }
            done += chunk;
        }
        self.define(func, inst, elements);
    }

    fn store_small(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst, value: Value) {
        let elements = self.elements(func, ctx, value);
        let (element, count) = ctx.types.vector_parts(func.ty(value)).expect("a vector");
        let bits = ctx.layout.bits(&ctx.types, element) as u32;
        let data = func.inst(inst).clone();
        let Aux::Memory(memory) = data.aux else {
            unreachable!("a store")
        };
        let pointer = func.arg(inst, 1);
        let mut done = 0;
        while done < count {
            let (chunk, align) = chunk(bits, count - done, u64::from(done * bits / 8), memory);
            let mut b = Builder::before(func, ctx, inst);
            let address = b.byte_offset(pointer, i64::from(done * bits / 8));
            let ty = b.ctx.types.int(chunk * bits);
            let part = &elements[done as usize..(done + chunk) as usize];
            let whole = regroup(&mut b, part, ty, 1)[0];
            b.store(whole, address, align, data.flags);
            done += chunk;
        }
        self.dead.push(inst);
    }
}

/// How many elements of `bits` the next access takes at byte `offset`, and its alignment: a dword where it is aligned.
fn chunk(bits: u32, left: u32, offset: u64, memory: MemoryAux) -> (u32, wavec_ir::Align) {
    let align = memory.align.bytes();
    let align = if offset == 0 {
        align
    } else {
        align.min(1 << offset.trailing_zeros())
    };
    let mut size = 32;
    while size > bits && (size > left * bits || u64::from(size) > align * 8) {
        size /= 2;
    }
    (size / bits, wavec_ir::Align::from_bytes(align))
}

fn is_small(ctx: &Context, element: Type) -> bool {
    let bits = ctx.layout.bits(&ctx.types, element);
    bits < 32 && bits.is_multiple_of(8)
}

/// The same bits in `count` values of type `to`; the first piece is the lowest.
fn regroup(b: &mut Builder, pieces: &[Value], to: Type, count: usize) -> Elements {
    let bits_of = |b: &Builder, ty: Type| b.ctx.layout.bits(&b.ctx.types, ty) as u32;
    let from_bits = bits_of(b, b.func.ty(pieces[0]));
    let to_bits = bits_of(b, to);
    let as_int = |b: &mut Builder, value: Value, bits: u32| {
        let int = b.ctx.types.int(bits);
        let ty = b.func.ty(value);
        if ty == int {
            value
        } else if b.ctx.types.is_ptr(ty) {
            b.cast(Opcode::PtrToInt, value, int)
        } else {
            b.cast(Opcode::BitCast, value, int)
        }
    };
    let from_int = |b: &mut Builder, value: Value| {
        if b.func.ty(value) == to {
            value
        } else if b.ctx.types.is_ptr(to) {
            b.cast(Opcode::IntToPtr, value, to)
        } else {
            b.cast(Opcode::BitCast, value, to)
        }
    };
    if from_bits == to_bits {
        return pieces
            .iter()
            .map(|&piece| {
                let int = as_int(b, piece, from_bits);
                from_int(b, int)
            })
            .collect();
    }
    if from_bits > to_bits && from_bits % to_bits == 0 {
        let small = b.ctx.types.int(to_bits);
        let mut out = Elements::new();
        for &piece in pieces {
            let int = as_int(b, piece, from_bits);
            let int_ty = b.func.ty(int);
            for part in 0..from_bits / to_bits {
                let shift = b.int(int_ty, u128::from(part * to_bits));
                let shifted = if part == 0 {
                    int
                } else {
                    b.binary(Opcode::LShr, int, shift)
                };
                let low = b.cast(Opcode::Trunc, shifted, small);
                out.push(from_int(b, low));
            }
        }
        return out;
    }
    if to_bits > from_bits && to_bits % from_bits == 0 {
        let large = b.ctx.types.int(to_bits);
        let group = (to_bits / from_bits) as usize;
        return (0..count)
            .map(|i| {
                let mut sum: Option<Value> = None;
                for (part, &piece) in pieces[i * group..(i + 1) * group].iter().enumerate() {
                    let int = as_int(b, piece, from_bits);
                    let wide = b.cast(Opcode::ZExt, int, large);
                    let shift = b.int(large, (part as u32 * from_bits).into());
                    let placed = if part == 0 {
                        wide
                    } else {
                        b.binary(Opcode::Shl, wide, shift)
                    };
                    sum = Some(match sum {
                        Some(sum) => b.binary_flags(Opcode::Or, sum, placed, InstFlags::DISJOINT),
                        None => placed,
                    });
                }
                let sum = sum.expect("at least two parts");
                from_int(b, sum)
            })
            .collect();
    }
    // Sizes that do not divide each other (3 x i16 to 48 bits and the like): through one integer.
    let total = from_bits * pieces.len() as u32;
    let large = b.ctx.types.int(total);
    let whole = if pieces.len() == 1 {
        as_int(b, pieces[0], total)
    } else {
        regroup(b, pieces, large, 1)[0]
    };
    regroup(b, &[whole], to, count)
}

/// Whether vectors of this operation are computed by element.
fn replaces(opcode: Opcode) -> bool {
    opcode.is_binary()
        || (opcode.is_cast() && opcode != Opcode::BitCast)
        || matches!(
            opcode,
            Opcode::FNeg
                | Opcode::ICmp
                | Opcode::FCmp
                | Opcode::Select
                | Opcode::Freeze
                | Opcode::GetElementPtr
        )
}

/// Generic intrinsics that compute each element from those at the same place.
fn is_elementwise(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "abs",
        "bitreverse",
        "bswap",
        "canonicalize",
        "ceil",
        "copysign",
        "cos",
        "ctlz",
        "ctpop",
        "cttz",
        "exp",
        "exp10",
        "exp2",
        "fabs",
        "floor",
        "fma",
        "fmuladd",
        "fptosi.sat",
        "fptoui.sat",
        "fshl",
        "fshr",
        "is.fpclass",
        "ldexp",
        "log",
        "log10",
        "log2",
        "maximum",
        "maxnum",
        "minimum",
        "minnum",
        "nearbyint",
        "pow",
        "powi",
        "rint",
        "round",
        "roundeven",
        "sadd.sat",
        "sin",
        "smax",
        "smin",
        "sqrt",
        "sshl.sat",
        "ssub.sat",
        "trunc",
        "uadd.sat",
        "umax",
        "umin",
        "ushl.sat",
        "usub.sat",
    ];
    name.strip_prefix("llvm.")
        .is_some_and(|name| NAMES.binary_search(&name).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dwords_where_aligned() {
        let memory = |align| MemoryAux::aligned(wavec_ir::Align::from_bytes(align));
        assert_eq!(chunk(8, 4, 0, memory(4)).0, 4);
        assert_eq!(chunk(8, 4, 0, memory(1)).0, 1);
        assert_eq!(chunk(8, 3, 0, memory(4)).0, 2);
        assert_eq!(chunk(8, 1, 2, memory(4)).0, 1);
        assert_eq!(chunk(16, 4, 4, memory(8)).0, 2);
    }
}
