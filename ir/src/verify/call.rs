//! Calls: arguments against signatures, intrinsics against their descriptions.

use super::function::Verifier;
use crate::constant::ConstantData;
use crate::entities::{AttributeSet, FuncRef, Inst, Type};
use crate::function::ValueDef;
use crate::inst::{Aux, CallConv, InstFlags};
use crate::intrinsics::IntrinsicId;
use crate::intrinsics::upgrade::overloads_of;

impl Verifier<'_> {
    pub(super) fn call(&mut self, inst: Inst) {
        let func = self.func;
        let data = func.inst(inst);
        let Aux::Call(call) = data.aux else { return };
        let args = func.args(inst);
        let Some((ret, params, variadic)) = self.ctx.types.signature(call.function_ty) else {
            return self.error(inst, "the callee's type is not a function type");
        };
        let callee_ty = func.ty(func.resolve(args[0]));
        let space = self.ctx.types.address_space(callee_ty);
        let Some(space) = space.filter(|_| self.ctx.types.is_ptr(callee_ty)) else {
            return self.error(inst, "the callee is not a pointer");
        };
        let layout = &self.ctx.layout;
        if layout.pointer(space).bits != layout.pointer(0).bits {
            return self.error(inst, "the callee's address space has no addresses of code");
        }
        if ret != data.ty {
            self.error(inst, "wrong type of the result");
        }
        let given = &args[1..];
        if given.len() < params.len() || given.len() > params.len() && !variadic {
            return self.error(inst, "wrong number of arguments");
        }
        let mismatch = params
            .iter()
            .zip(given)
            .position(|(&ty, &arg)| func.ty(func.resolve(arg)) != ty);
        if let Some(position) = mismatch {
            return self.error(
                inst,
                format!("argument {position} does not have the type of its parameter"),
            );
        }
        self.callable_convention(inst, call.conv);
        if let ValueDef::InlineAsm(asm) = func.def(args[0])
            && let Err(problem) = crate::inline_asm::verify(self.ctx, &self.ctx.inline_asm[asm])
        {
            return self.error(inst, problem);
        }
        let metadata = given
            .iter()
            .any(|&a| matches!(func.def(a), ValueDef::Metadata(_)));
        let callee = func.callee(inst, self.ctx);
        self.call_attributes(inst, &call, params.len(), callee);
        if data.flags.contains(InstFlags::MUSTTAIL)
            && let Some(problem) = self.musttail_problem(inst, &call)
        {
            self.error(inst, problem);
        }
        if func.annotations.is_some() {
            let name = callee.map(|callee| self.ctx.text(self.ctx.functions[callee].name));
            self.bundles(inst, name);
        }
        match callee {
            None if ret == Type::TOKEN => self.error(inst, "an indirect call cannot return a token"),
            None if metadata => self.error(inst, "metadata as an argument of an unknown function"),
            None => {}
            Some(callee) => self.direct_call(inst, callee, call.function_ty),
        }
    }

    fn callable_convention(&mut self, inst: Inst, conv: CallConv) {
        if conv.is_kernel() {
            self.error(inst, "a kernel cannot be called");
        } else if conv.is_shader() {
            self.error(inst, "a shader cannot be called");
        } else if conv.is_chain() {
            self.error(inst, "a function of a chain cannot be called");
        }
    }

    fn direct_call(&mut self, inst: Inst, callee: FuncRef, function_ty: Type) {
        let decl = &self.ctx.functions[callee];
        self.callable_convention(inst, decl.conv);
        let Some(id) = decl.intrinsic else {
            // For an unknown intrinsic, the declaration counts.
            if self.ctx.text(decl.name).starts_with("llvm.") {
                self.immediates(inst, &decl.param_attrs);
            }
            return;
        };
        if decl.ty != function_ty {
            return self.error(
                inst,
                "an intrinsic is called with a type other than the declared one",
            );
        }
        self.intrinsic_call(inst, id, callee);
    }

    /// Arguments of parameters with `immarg` must be constants.
    fn immediates(&mut self, inst: Inst, params: &[AttributeSet]) {
        let (func, ctx) = (self.func, self.ctx);
        for (position, (&set, &arg)) in params.iter().zip(&func.args(inst)[1..]).enumerate() {
            let constant = func.as_const(arg).map(|constant| ctx.constants.data(constant));
            // The value of an expression is unknown here.
            let is_immediate = matches!(
                constant,
                Some(ConstantData::Int(..) | ConstantData::Float(..) | ConstantData::Expr(_))
            );
            if !is_immediate && ctx.has_attribute(set, "immarg") {
                self.error(inst, format!("argument {position} must be a constant"));
            }
        }
    }

    fn intrinsic_call(&mut self, inst: Inst, id: IntrinsicId, callee: FuncRef) {
        let (func, ctx) = (self.func, self.ctx);
        let desc = ctx.intrinsics.get(id);
        let args = &func.args(inst)[1..];
        let types: Vec<Type> = args.iter().map(|&a| func.ty(func.resolve(a))).collect();
        let Some(overloads) = overloads_of(desc, func.inst(inst).ty, &types, ctx) else {
            return self.error(
                inst,
                format!("the types do not fit the intrinsic '{}'", desc.name),
            );
        };
        let wanted = ctx.intrinsics.mangled_name(id, &overloads, ctx);
        let own = ctx.text(ctx.functions[callee].name);
        if wanted != own {
            return self.error(
                inst,
                format!("the intrinsic should be named '{wanted}' for these types"),
            );
        }
        if let Some(problem) = self.intrinsic_problem(desc.name, inst) {
            self.error(inst, problem);
        }
        for (position, arg) in desc.args.iter().enumerate().filter(|(_, a)| a.immarg) {
            let Some(&value) = args.get(position) else {
                continue;
            };
            let constant = func.as_const(value).map(|c| ctx.constants.data(c));
            match constant {
                Some(ConstantData::Int(_, value)) => {
                    let out_of_range = ctx.intrinsics.arg_format(id, arg).is_some_and(|f| {
                        u64::try_from(*value).is_ok_and(|v| !f.print(v, &mut String::new()))
                    });
                    if out_of_range {
                        self.warning(
                            inst,
                            format!("the value of argument '{}' has no meaning", arg.name),
                        );
                    }
                }
                Some(ConstantData::Float(..)) => {}
                _ => self.error(
                    inst,
                    format!("argument {position} of '{}' must be a constant", desc.name),
                ),
            }
        }
    }
}
