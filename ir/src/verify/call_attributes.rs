//! Attributes of calls, and `musttail` calls.
//!
//! Source: LLVM Language Reference, "Parameter Attributes", "'call' Instruction".

use super::attributes::{is_positional, list_problem, value_problem};
use super::function::Verifier;
use super::function_attributes::set_problems;
use crate::attributes::AttributeValue;
use crate::entities::{AttributeSet, FuncRef, Inst, Type};
use crate::function::ValueDef;
use crate::inst::{CallAux, CallConv, Opcode};

/// Attributes that affect how an argument is passed.
const PASSING: &[&str] = &[
    "sret",
    "byval",
    "inalloca",
    "inreg",
    "swiftself",
    "swiftasync",
    "swifterror",
    "preallocated",
    "byref",
];

/// LLVM's numbers of `tailcc` and `swifttailcc`, whose callees pop their arguments.
const TAIL_CONVENTIONS: [CallConv; 2] = [CallConv::Numbered(18), CallConv::Numbered(20)];

impl Verifier<'_> {
    /// Attributes at the call; `fixed` is the number of parameters of the callee's type.
    pub(super) fn call_attributes(
        &mut self,
        inst: Inst,
        call: &CallAux,
        fixed: usize,
        callee: Option<FuncRef>,
    ) {
        let (func, ctx) = (self.func, self.ctx);
        let args = &func.args(inst)[1..];
        let result = func.inst(inst).ty;
        if call.ret_attrs != AttributeSet::EMPTY
            && let Some(problem) = self.set_problem(call.ret_attrs, result)
        {
            self.error(inst, format!("{problem}: the result"));
        }
        let sets = func.param_attrs(call);
        let mut positional = false;
        for (index, (&set, &arg)) in sets.iter().zip(args).enumerate() {
            if set == AttributeSet::EMPTY {
                continue;
            }
            let ty = func.ty(arg);
            if let Some(problem) = self.set_problem(set, ty) {
                self.error(inst, format!("{problem}: argument {index}"));
                continue;
            }
            if !self.positional.contains(&set) {
                continue;
            }
            positional = true;
            let is_intrinsic =
                callee.is_some_and(|callee| ctx.text(ctx.functions[callee].name).starts_with("llvm."));
            let is_assembly = matches!(func.def(func.args(inst)[0]), ValueDef::InlineAsm(_));
            if ctx.has_attribute(set, "elementtype") && !is_intrinsic && !is_assembly {
                self.error(
                    inst,
                    "attribute 'elementtype' can only be applied to intrinsics and inline assembly",
                );
            }
            if ctx.has_attribute(set, "immarg") && !is_intrinsic {
                self.error(inst, "attribute 'immarg' only applies to intrinsics");
            }
            if index >= fixed && ctx.has_attribute(set, "sret") {
                self.error(inst, "attribute 'sret' cannot be used for variadic arguments");
            }
        }
        if positional {
            let types: Vec<Type> = args.iter().map(|&arg| func.ty(arg)).collect();
            if let Some(problem) = list_problem(ctx, sets, &types, result) {
                self.error(inst, problem);
            }
        }
        if call.fn_attrs != AttributeSet::EMPTY
            && self.checked_functions.insert((call.fn_attrs, call.function_ty))
        {
            let params = ctx.types.signature(call.function_ty).map_or(&[][..], |s| s.1);
            let problems: Vec<String> = set_problems(ctx, call.fn_attrs, params).collect();
            for problem in problems {
                self.error(inst, problem);
            }
            if ctx.has_attribute(call.fn_attrs, "jumptable") {
                self.error(inst, "attribute 'jumptable' requires 'unnamed_addr'");
            }
            let is_speculatable =
                |callee: FuncRef| ctx.has_attribute(ctx.functions[callee].attrs, "speculatable");
            if ctx.has_attribute(call.fn_attrs, "speculatable") && !callee.is_some_and(is_speculatable) {
                // Another call with the same attributes may call another function.
                self.checked_functions.remove(&(call.fn_attrs, call.function_ty));
                self.error(inst, "attribute 'speculatable' may not apply to calls");
            }
        }
    }

    /// The error in a set on a value of this type; each pair is checked once.
    fn set_problem(&mut self, set: AttributeSet, ty: Type) -> Option<String> {
        if self.checked_values.contains(&(set, ty)) {
            return None;
        }
        let problem = value_problem(self.ctx, set, ty);
        if problem.is_none() {
            self.checked_values.insert((set, ty));
            let is_special = |key| self.ctx.has_attribute(set, key);
            if is_positional(self.ctx, set) || is_special("elementtype") || is_special("immarg") {
                self.positional.insert(set);
            }
        }
        problem
    }

    /// Whether a `musttail` call can replace the frame of its function.
    pub(super) fn musttail_problem(&self, inst: Inst, call: &CallAux) -> Option<&'static str> {
        let (func, ctx) = (self.func, self.ctx);
        if matches!(func.def(func.args(inst)[0]), ValueDef::InlineAsm(_)) {
            return Some("a musttail call cannot be inline assembly");
        }
        let own = &ctx.functions[func.func];
        let (own_ret, own_params, own_variadic) = ctx.types.signature(own.ty)?;
        let (ret, params, variadic) = ctx.types.signature(call.function_ty)?;
        if variadic != own_variadic {
            return Some("cannot guarantee a tail call due to mismatched varargs");
        }
        if ret != own_ret {
            return Some("cannot guarantee a tail call due to mismatched return types");
        }
        if call.conv != own.conv {
            return Some("cannot guarantee a tail call due to mismatched calling conventions");
        }
        let mut next = func.next_inst(inst);
        let mut value = func.result(inst);
        if let Some(cast) = next
            && func.opcode(cast) == Opcode::BitCast
            && Some(func.args(cast)[0]) == value
        {
            value = func.result(cast);
            next = func.next_inst(cast);
        }
        let Some(ret) = next.filter(|&next| func.opcode(next) == Opcode::Ret) else {
            return Some("a musttail call must precede a ret with an optional bitcast");
        };
        if let Some(&returned) = func.args(ret).first()
            && Some(func.resolve(returned)) != value
            && !func.as_const(returned).is_some_and(|constant| {
                use crate::constant::ConstantData::{Poison, Undef};
                matches!(ctx.constants.data(constant), Undef(_) | Poison(_))
            })
        {
            return Some("the result of a musttail call must be returned");
        }
        if TAIL_CONVENTIONS.contains(&call.conv) {
            return variadic.then_some("cannot guarantee a tail call of a variadic function");
        }
        if params.len() != own_params.len() {
            return Some("cannot guarantee a tail call due to mismatched parameter counts");
        }
        if params != own_params {
            return Some("cannot guarantee a tail call due to mismatched parameter types");
        }
        let sets = func.param_attrs(call);
        let at =
            |sets: &[AttributeSet], index: usize| sets.get(index).copied().unwrap_or(AttributeSet::EMPTY);
        let passing = |set: AttributeSet| -> Vec<(&str, AttributeValue)> {
            let known = |key: &&'static str| Some((*key, ctx.attribute(set, key)?));
            let mut list: Vec<_> = PASSING.iter().filter_map(known).collect();
            // Arguments passed in memory are aligned there.
            if list.iter().any(|(key, _)| matches!(*key, "byval" | "byref")) {
                list.extend(known(&"align"));
            }
            list
        };
        let differs = |index| passing(at(sets, index)) != passing(at(&own.param_attrs, index));
        (0..params.len()).any(differs).then_some(
            "cannot guarantee a tail call due to mismatched attributes that change how it is called",
        )
    }
}
