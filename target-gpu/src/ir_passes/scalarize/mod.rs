//! Scalarizes vector operations: the hardware computes on scalars; vectors are register tuples filled by memory
//! instructions.
//!
//! Requires: nothing. Preserves: control flow. Cost: linear in elements. These stay vectors: loads and stores of dword
//! elements, arguments and results of calls, values accessed by a uniform index (`indexed`). Vectors of 8- and 16-bit
//! elements move in dwords (`dwords`), which are unpacked only for computations; 16-bit elements and `float` are
//! computed in pairs if there is a packed instruction.

mod call;
mod dword_parts;
mod dwords;
mod float_pairs;
mod indexed;
mod memory;

use fxhash::{FxHashMap, FxHashSet};
use indexed::Indexed;
pub use indexed::TupleLimits;
use memory::is_small;
use smallvec::SmallVec;
use wavec_ir::analysis::Uses;
use wavec_ir::inst::InstFlags;
use wavec_ir::{Aux, Block, Builder, Context, Function, Inst, Opcode, Type, Value};

type Elements = SmallVec<[Value; 4]>;

/// Scalarizes `func`.
pub fn run(func: &mut Function, ctx: &mut Context, limits: TupleLimits) -> bool {
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
    let indexed = indexed::find(func, ctx, &order, limits);
    let mut pass = Scalarizer {
        indexed,
        elements: FxHashMap::default(),
        dwords: FxHashMap::default(),
        in_dwords: FxHashSet::default(),
        whole: FxHashMap::default(),
        following: FxHashMap::default(),
        phis: Vec::new(),
        dead: Vec::new(),
        replaced: FxHashSet::default(),
        uses: None,
    };
    for block in order {
        let mut next = func.first_inst(block);
        while let Some(inst) = next {
            next = func.next_inst(inst);
            pass.visit(func, ctx, inst);
        }
    }
    pass.finish_phis(func, ctx);
    pass.finish_indexed(func, ctx);
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
    /// Whole vectors.
    indexed: Indexed,
    /// Elements of vector values.
    elements: FxHashMap<Value, Elements>,
    /// Dwords of vector values of elements of 8 and 16 bits.
    dwords: FxHashMap<Value, Elements>,
    /// Instructions rewritten on dwords: their elements are unpacked from those.
    in_dwords: FxHashSet<Inst>,
    /// Vectors reassembled from elements.
    whole: FxHashMap<Value, Value>,
    /// The insertion points for code that belongs to a value.
    following: FxHashMap<Value, Inst>,
    /// Vector phis with the phis of their elements or dwords.
    phis: Vec<(Inst, Elements)>,
    /// Instructions that are replaced by their elements, in order and as a set.
    dead: Vec<Inst>,
    replaced: FxHashSet<Inst>,
    /// Users of values at the time of the first query.
    uses: Option<Uses>,
}

impl Scalarizer {
    /// A builder after the definition of `value` and code inserted there before: after the phis for a phi, at the start
    /// for parameters and constants.
    fn builder_after<'a>(
        &mut self,
        func: &'a mut Function,
        ctx: &'a mut Context,
        value: Value,
    ) -> Builder<'a> {
        let at = *self.following.entry(value).or_insert_with(|| {
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
            at.expect("blocks end with terminators")
        });
        Builder::before(func, ctx, at)
    }

    /// Elements of `value`, extracted after its definition if not yet known.
    fn elements(&mut self, func: &mut Function, ctx: &mut Context, value: Value) -> Elements {
        let value = func.resolve(value);
        if let Some(known) = self.elements.get(&value) {
            return known.clone();
        }
        let (_, count) = ctx.types.vector_parts(func.ty(value)).expect("a vector");
        let elements: Elements = if let Some(elements) = self.elements_of_dwords(func, ctx, value) {
            elements
        } else if let Some(constant) = func.as_const(value) {
            (0..count)
                .map(|i| match ctx.const_member(constant, u64::from(i)) {
                    Some(member) => func.const_value(member, ctx),
                    None => {
                        let mut b = self.builder_after(func, ctx, value);
                        let index = b.i32(i as i32);
                        b.extract_element(value, index)
                    }
                })
                .collect()
        } else {
            let mut b = self.builder_after(func, ctx, value);
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

    /// `value` as a vector, for users that need it whole.
    fn whole(&mut self, b: &mut Builder, value: Value) -> Value {
        let value = b.func.resolve(value);
        // The result of an instruction that stays is whole already.
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
        // After the definition, so that all users share it.
        let vector = self.whole_of_dwords(b, value).unwrap_or_else(|| {
            let elements = self.elements(b.func, b.ctx, value);
            let mut b = self.builder_after(b.func, b.ctx, value);
            let ty = b.func.ty(value);
            let mut vector = b.poison(ty);
            for (i, &element) in elements.iter().enumerate() {
                let index = b.i32(i as i32);
                vector = b.insert_element(vector, element, index);
            }
            vector
        });
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
        if self.indexed.stays(inst) {
            self.keep_indexed(func, ctx, inst);
            return;
        }
        if self.visit_dwords(func, ctx, inst) || self.visit_float_pairs(func, ctx, inst) {
            return;
        }
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
                        let shares = self.indexed.is_written_at(index);
                        let mut b = Builder::before(func, ctx, inst);
                        let chosen = indexed::choose(&mut b, &elements, index, shares);
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
                let elements = (0..count as usize)
                    .map(|i| {
                        let operands: SmallVec<[Value; 3]> = args.iter().map(|list| list[i]).collect();
                        same_operation(func, ctx, inst, element, &operands)
                    })
                    .collect();
                self.define(func, inst, elements);
            }
            Opcode::Call => self.visit_call(func, ctx, inst),
            Opcode::Phi => {}
            _ => self.keep(func, ctx, inst),
        }
    }

    /// The instruction stays; its vector operands are assembled.
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
                let incoming = match self.in_dwords.contains(&phi) {
                    true => self.dwords(func, ctx, value),
                    false => self.elements(func, ctx, value),
                };
                for (&element, &value) in elements.iter().zip(&incoming) {
                    let inst = func.def_inst(element).expect("a phi");
                    func.add_incoming(inst, value, pred);
                }
            }
        }
    }
}

/// Applies the operation of `inst`, before it, to a part of its operands of type `ty`.
fn same_operation(func: &mut Function, ctx: &mut Context, inst: Inst, ty: Type, operands: &[Value]) -> Value {
    let (opcode, flags, aux) = (func.opcode(inst), func.inst(inst).flags, func.inst(inst).aux);
    let value = match func.called_intrinsic(inst, ctx) {
        Some(id) => {
            let mut b = Builder::before(func, ctx, inst);
            b.call_intrinsic(id, &[ty], operands).expect("a result")
        }
        None => {
            let new = func.make_inst(opcode, ty, operands, &[], flags, aux);
            func.insert_inst_before(new, inst);
            func.result(new).expect("a result")
        }
    };
    let new = func.def_inst(value).expect("an instruction");
    func.inst_mut(new).flags = flags;
    if let Some(list) = func.attachments.get(&inst).cloned() {
        func.attachments.insert(new, list);
    }
    value
}

/// Whether vectors of this operation are computed element by element.
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
