//! Determines which address space generic pointers point to, and uses specific pointers instead.
//!
//! Requires: nothing. Preserves: the control-flow graph. Cost: O(instructions), times the height of a small lattice.
//! Source: the idea of LLVM's InferAddressSpaces: generic pointers made by casts, address computations, phis and selects
//! get the address space on which all their sources agree; then loads, stores, atomics and comparisons use the pointer
//! in that space. Specific accesses are faster than generic ones, which test their address space each time. The target
//! determines where kernel arguments point; constants that are casts of a specific address point there.

use super::lower_memory_intrinsics::{call_overload_of_arguments, num_pointers};
use super::opt_global_dce::is_kernel;
use crate::analysis::{TargetTransformInfo, Uses};
use crate::builder::Builder;
use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Constant, FuncRef, Inst, Type, Value};
use crate::function::{Function, ValueDef};
use crate::inst::{Aux, InstFlags, Opcode};
use crate::intrinsics::id;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// What is known about the target of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Space {
    /// Nothing yet: only cycles and undefined values so far.
    Unknown,
    Known(u32),
    Generic,
}

impl Space {
    fn join(self, other: Space) -> Space {
        match (self, other) {
            (Space::Unknown, x) | (x, Space::Unknown) => x,
            (Space::Known(a), Space::Known(b)) if a == b => self,
            _ => Space::Generic,
        }
    }
}

/// Infers address spaces. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    let Some(generic) = target.generic_address_space() else {
        return false;
    };
    func.resolve_aliases();
    let generic_ty = ctx.types.ptr(generic);
    // Expressions that propagate pointers.
    let mut expressions: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let Some(result) = func.result(inst) else { continue };
            if func.ty(result) == generic_ty && is_expression(func, ctx, target, inst) {
                expressions.push(inst);
            }
        }
    }
    let roots = roots(func, ctx, target, generic_ty);
    if expressions.is_empty() && roots.is_empty() {
        return false;
    }
    let mut inference = Inference {
        func,
        ctx,
        target,
        generic_ty,
        spaces: FxHashMap::default(),
        specific: FxHashMap::default(),
    };
    for root in &roots {
        inference.spaces.insert(root.value, Space::Known(root.space));
    }
    inference.solve(&expressions);
    inference.rewrite(&expressions, &roots)
}

/// A generic pointer that is not an instruction, and its address space.
struct Root {
    value: Value,
    space: u32,
    /// The specific pointer; none for a parameter, which is cast.
    constant: Option<Constant>,
}

/// The parameters of a kernel and the constants whose uses by accesses and expressions may improve.
fn roots(
    func: &Function,
    ctx: &mut Context,
    target: &dyn TargetTransformInfo,
    generic_ty: Type,
) -> Vec<Root> {
    let mut roots: Vec<Root> = Vec::new();
    let space_of_params = target
        .kernel_pointer_address_space()
        .filter(|_| is_kernel(ctx, func.func));
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let insts = func
        .block_order()
        .iter()
        .flat_map(|&block| func.block_insts(block));
    for inst in insts.filter(|&inst| func.opcode(inst) != Opcode::AddrSpaceCast) {
        for index in 0..func.args(inst).len() {
            let value = func.arg(inst, index);
            if func.ty(value) != generic_ty || !seen.insert(value) {
                continue;
            }
            match func.def(value) {
                ValueDef::Param(param) if !is_copied(ctx, func.func, param) => {
                    roots.extend(space_of_params.map(|space| Root {
                        value,
                        space,
                        constant: None,
                    }));
                }
                ValueDef::Const(constant) => {
                    if let Some(constant) = specific_constant(ctx, constant, generic_ty)
                        && let Some(space) = ctx.types.address_space(ctx.constants.ty(constant))
                    {
                        let constant = Some(constant);
                        roots.push(Root {
                            value,
                            space,
                            constant,
                        });
                    }
                }
                _ => {}
            }
        }
    }
    roots
}

/// Whether the parameter's address is not provided by the caller: it points to a copy.
fn is_copied(ctx: &Context, func: FuncRef, param: u32) -> bool {
    let attrs = ctx.functions[func].param_attrs.get(param as usize);
    attrs.is_some_and(|&set| ctx.has_attribute(set, "byval") || ctx.has_attribute(set, "byref"))
}

/// The address that is cast to form this constant, with the offsets added after the cast.
fn specific_constant(ctx: &mut Context, constant: Constant, generic_ty: Type) -> Option<Constant> {
    let ConstantData::Expr(expr) = ctx.constants.data(constant) else {
        return None;
    };
    match expr.opcode {
        Opcode::AddrSpaceCast => {
            let inner = expr.args[0];
            (ctx.constants.ty(inner) != generic_ty).then_some(inner)
        }
        Opcode::GetElementPtr if expr.ty == generic_ty => {
            let mut expr = expr.clone();
            expr.args[0] = specific_constant(ctx, expr.args[0], generic_ty)?;
            expr.ty = ctx.constants.ty(expr.args[0]);
            Some(ctx.constants.intern(ConstantData::Expr(expr)))
        }
        _ => None,
    }
}

fn is_expression(func: &Function, ctx: &Context, target: &dyn TargetTransformInfo, inst: Inst) -> bool {
    match func.opcode(inst) {
        Opcode::GetElementPtr | Opcode::Phi | Opcode::Select => true,
        _ if func.is_pointer_cast(inst) => true,
        Opcode::Call => {
            func.called_intrinsic(inst, ctx) == Some(id::PTRMASK)
                || target.inferred_address_space(func, ctx, inst).is_some()
        }
        _ => target.inferred_address_space(func, ctx, inst).is_some(),
    }
}

struct Inference<'a> {
    func: &'a mut Function,
    ctx: &'a mut Context,
    target: &'a dyn TargetTransformInfo,
    generic_ty: Type,
    spaces: FxHashMap<Value, Space>,
    /// The pointer in the specific space, once created.
    specific: FxHashMap<Value, Value>,
}

impl Inference<'_> {
    /// Indices of the operands that provide the pointer.
    fn sources(&self, inst: Inst) -> SmallVec<[usize; 4]> {
        match self.func.opcode(inst) {
            Opcode::Phi => (0..self.func.args(inst).len()).collect(),
            Opcode::Select => [1, 2].into_iter().collect(),
            Opcode::Call => [1].into_iter().collect(),
            _ => [0].into_iter().collect(),
        }
    }

    fn of_value(&self, value: Value) -> Space {
        let value = self.func.resolve(value);
        if let Some(&space) = self.spaces.get(&value) {
            return space;
        }
        let ty = self.func.ty(value);
        if ty != self.generic_ty {
            return self
                .ctx
                .types
                .address_space(ty)
                .map_or(Space::Generic, Space::Known);
        }
        if let ValueDef::Const(constant) = self.func.def(value) {
            return match self.ctx.constants.data(constant) {
                ConstantData::Undef(_) | ConstantData::Poison(_) => Space::Unknown,
                ConstantData::Expr(expr) if expr.opcode == Opcode::AddrSpaceCast => {
                    let inner = self.ctx.constants.ty(expr.args[0]);
                    self.ctx
                        .types
                        .address_space(inner)
                        .map_or(Space::Generic, Space::Known)
                }
                _ => Space::Generic,
            };
        }
        Space::Generic
    }

    fn solve(&mut self, expressions: &[Inst]) {
        for &inst in expressions {
            let result = self.func.result(inst).expect("a pointer");
            self.spaces.insert(result, Space::Unknown);
        }
        let uses = Uses::compute(self.func);
        let mut worklist: Vec<Inst> = expressions.iter().rev().copied().collect();
        while let Some(inst) = worklist.pop() {
            let result = self.func.result(inst).expect("a pointer");
            let Some(&old) = self.spaces.get(&result) else {
                continue;
            };
            if old == Space::Generic {
                continue;
            }
            let new = match self.target.inferred_address_space(self.func, self.ctx, inst) {
                Some(space) => Space::Known(space),
                None => self
                    .sources(inst)
                    .iter()
                    .map(|&i| self.of_value(self.func.arg(inst, i)))
                    .fold(old, Space::join),
            };
            if new != old {
                self.spaces.insert(result, new);
                worklist.extend(
                    uses.of(result)
                        .filter(|&u| self.func.result(u).is_some_and(|r| self.spaces.contains_key(&r))),
                );
            }
        }
    }

    fn rewrite(&mut self, expressions: &[Inst], roots: &[Root]) -> bool {
        let known: Vec<(Inst, Value, u32)> = expressions
            .iter()
            .filter_map(|&inst| {
                let result = self.func.result(inst)?;
                match self.spaces.get(&result) {
                    Some(&Space::Known(space)) => Some((inst, result, space)),
                    _ => None,
                }
            })
            .collect();
        if known.is_empty() && roots.is_empty() {
            return false;
        }
        let uses = Uses::compute(self.func);
        for root in roots {
            self.make_root(root);
        }
        // Create all new pointers first, without operands: phis may use each other.
        for &(inst, result, space) in &known {
            let ty = self.ctx.types.ptr(space);
            let opcode = self.func.opcode(inst);
            let passed_on = opcode == Opcode::AddrSpaceCast;
            if passed_on && self.func.ty(self.func.arg(inst, 0)) == ty {
                let source = self.func.arg(inst, 0);
                self.specific.insert(result, source);
                continue;
            }
            let is_copy = matches!(opcode, Opcode::GetElementPtr | Opcode::Phi | Opcode::Select);
            let new = if is_copy {
                let data = self.func.inst(inst);
                let (flags, aux) = (data.flags, data.aux);
                let new = self.func.make_inst(opcode, ty, &[], &[], flags, aux);
                self.func.insert_inst_before(new, inst);
                new
            } else {
                // Pointers whose space only the target knows, or that cannot be rebuilt: a cast of the generic pointer.
                let new = self.func.make_inst(
                    Opcode::AddrSpaceCast,
                    ty,
                    &[result],
                    &[],
                    InstFlags::empty(),
                    Aux::None,
                );
                let next = self.func.next_inst(inst).expect("a terminator follows");
                self.func.insert_inst_before(new, next);
                new
            };
            let value = self.func.result(new).expect("a pointer");
            self.func.value_names[value] = self.func.value_names[result];
            self.specific.insert(result, value);
        }
        for &(inst, result, space) in &known {
            let new = self.specific[&result];
            let Some(made) = self.func.def_inst(new) else {
                continue;
            };
            let opcode = self.func.opcode(inst);
            if !matches!(opcode, Opcode::GetElementPtr | Opcode::Phi | Opcode::Select)
                || self.func.opcode(made) != opcode
                || !self.func.args(made).is_empty()
            {
                continue;
            }
            let sources = self.sources(inst);
            let mut args: SmallVec<[Value; 4]> = (0..self.func.args(inst).len())
                .map(|i| self.func.arg(inst, i))
                .collect();
            for &index in &sources {
                args[index] = self.in_space(args[index], space, inst, index);
            }
            self.func.set_args(made, &args);
            let blocks: SmallVec<[crate::entities::Block; 4]> = self.func.inst_blocks(inst).into();
            self.func.set_blocks(made, &blocks);
        }
        let results = known.iter().map(|&(_, result, _)| result);
        for value in results.chain(roots.iter().map(|root| root.value)) {
            self.replace_uses(&uses, value);
        }
        true
    }

    /// The specific pointer for a value that is not an instruction.
    fn make_root(&mut self, root: &Root) {
        let specific = match root.constant {
            Some(constant) => self.func.const_value(constant, self.ctx),
            None => {
                let ty = self.ctx.types.ptr(root.space);
                let entry = self.func.entry().expect("a body");
                let first = self.func.first_inst(entry).expect("a terminator");
                let cast =
                    Builder::before(self.func, self.ctx, first).cast(Opcode::AddrSpaceCast, root.value, ty);
                self.func.value_names[cast] = self.func.value_names[root.value];
                cast
            }
        };
        self.specific.insert(root.value, specific);
    }

    /// `value` as a pointer to `space`, for operand `index` of `user`.
    fn in_space(&mut self, value: Value, space: u32, user: Inst, index: usize) -> Value {
        let ty = self.ctx.types.ptr(space);
        if let Some(&known) = self.specific.get(&value)
            && self.func.ty(known) == ty
        {
            return known;
        }
        if self.func.ty(value) == ty {
            return value;
        }
        if let ValueDef::Const(constant) = self.func.def(value) {
            match self.ctx.constants.data(constant) {
                ConstantData::Undef(_) | ConstantData::Poison(_) => {
                    let poison = self.ctx.const_poison(ty);
                    return self.func.const_value(poison, self.ctx);
                }
                ConstantData::Expr(expr) if expr.opcode == Opcode::AddrSpaceCast => {
                    let inner = expr.args[0];
                    if self.ctx.constants.ty(inner) == ty {
                        return self.func.const_value(inner, self.ctx);
                    }
                }
                _ => {}
            }
        }
        let cast = self.func.make_inst(
            Opcode::AddrSpaceCast,
            ty,
            &[value],
            &[],
            InstFlags::empty(),
            Aux::None,
        );
        if self.func.opcode(user) == Opcode::Phi {
            let from = self.func.inst_blocks(user)[index];
            let end = self.func.terminator(from).expect("a terminator");
            self.func.insert_inst_before(cast, end);
        } else {
            self.func.insert_inst_before(cast, user);
        }
        self.func.result(cast).expect("a pointer")
    }

    /// Makes accesses use the specific pointer, and comparisons with null and of two pointers in one space.
    fn replace_uses(&mut self, uses: &Uses, result: Value) {
        let new = self.specific[&result];
        let users: SmallVec<[Inst; 8]> = uses.of(result).collect();
        for user in users {
            match self.func.opcode(user) {
                Opcode::Load | Opcode::AtomicRmw | Opcode::CmpXchg if self.func.arg(user, 0) == result => {
                    self.func.args_mut(user)[0] = new;
                }
                Opcode::Store if self.func.arg(user, 1) == result => {
                    self.func.args_mut(user)[1] = new;
                }
                Opcode::AddrSpaceCast => {
                    // Cast back to the specific space.
                    let Some(back) = self.func.result(user) else {
                        continue;
                    };
                    if self.func.ty(back) == self.func.ty(new)
                        && back != new
                        && self.func.def_inst(new) != Some(user)
                    {
                        self.func.replace_uses_with_alias(back, new);
                        self.func.remove_inst(user);
                    }
                }
                Opcode::ICmp => self.replace_in_comparison(user),
                Opcode::Call => self.replace_in_call(user, result, new),
                _ => {}
            }
        }
        self.func.resolve_aliases();
    }

    fn replace_in_comparison(&mut self, compare: Inst) {
        let (a, b) = (self.func.arg(compare, 0), self.func.arg(compare, 1));
        if let (Some(&x), Some(&y)) = (self.specific.get(&a), self.specific.get(&b))
            && self.func.ty(x) == self.func.ty(y)
        {
            self.func.set_args(compare, &[x, y]);
        }
    }

    /// Copies and fills are overloaded on their pointers.
    fn replace_in_call(&mut self, call: Inst, old: Value, new: Value) {
        let Some(intrinsic) = self.func.called_intrinsic(call, self.ctx) else {
            return;
        };
        let pointers = num_pointers(intrinsic);
        for arg in &mut self.func.args_mut(call)[1..=pointers] {
            if *arg == old {
                *arg = new;
            }
        }
        if pointers > 0 {
            call_overload_of_arguments(self.func, self.ctx, call);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::UniformTarget;
    use crate::analysis::testing::REGISTRY;
    use crate::passes::opt_dce;
    use crate::text::{WriteOptions, function_to_string, parse_module_text};

    fn infer(text: &str) -> String {
        let mut module = parse_module_text(text, &REGISTRY).unwrap();
        let func = module.ctx.function_named("f").unwrap();
        module.with_body(func, |f, ctx| {
            run(f, ctx, &UniformTarget);
            opt_dce::run(f, ctx);
        });
        let report = crate::verify::verify_module(&module);
        assert!(
            !report.has_errors(),
            "{}",
            report.render(&wavec_support::SourceMap::new())
        );
        function_to_string(func, module.body(func), &module.ctx, WriteOptions::default())
    }

    #[test]
    fn a_loop_over_global_memory() {
        let text = infer(
            "define float @f(ptr addrspace(1) %p, i1 %c) {\nentry:\n %g = addrspacecast ptr addrspace(1) %p to ptr\n br label %loop\nloop:\n %q = phi ptr [ %g, %entry ], [ %n, %loop ]\n %n = getelementptr float, ptr %q, i64 1\n %v = load float, ptr %q\n br i1 %c, label %loop, label %exit\nexit:\n ret float %v\n}",
        );
        assert!(text.contains("phi ptr addrspace(1)"), "{text}");
        assert!(text.contains("load float, ptr addrspace(1)"), "{text}");
        assert!(!text.contains("addrspacecast"), "{text}");
    }

    #[test]
    fn two_spaces_stay_generic() {
        let text = infer(
            "define float @f(ptr addrspace(1) %p, ptr addrspace(3) %q, i1 %c) {\n %a = addrspacecast ptr addrspace(1) %p to ptr\n %b = addrspacecast ptr addrspace(3) %q to ptr\n %s = select i1 %c, ptr %a, ptr %b\n %v = load float, ptr %s\n ret float %v\n}",
        );
        assert!(text.contains("load float, ptr %s"), "{text}");
    }

    #[test]
    fn a_constant_cast_of_local_memory() {
        let text = infer(
            "@l = internal addrspace(3) global [4 x float] undef\ndefine float @f(i32 %i) {\n %q = getelementptr float, ptr addrspacecast (ptr addrspace(3) @l to ptr), i32 %i\n %a = load float, ptr %q\n %b = load float, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @l to ptr), i32 8)\n store float %a, ptr addrspacecast (ptr addrspace(3) @l to ptr)\n ret float %b\n}",
        );
        assert_eq!(text.matches("addrspace(3)").count(), 5, "{text}");
        assert!(!text.contains("addrspacecast"), "{text}");
    }
}
