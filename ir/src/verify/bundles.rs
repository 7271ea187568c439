//! Operand bundles of calls.
//!
//! Source: LLVM Language Reference, "Operand Bundles", "Assume Operand Bundles", "Convergence Control Tokens".

use super::function::Verifier;
use crate::constant::ConstantData;
use crate::entities::{Inst, Type, Value};
use crate::function::annotations::OperandBundle;
use crate::text::keywords::{F, P, attribute_places};

/// Bundles that may occur once per call.
const ONCE: &[&str] = &[
    "cfguardtarget",
    "convergencectrl",
    "deopt",
    "funclet",
    "gc-live",
    "gc-transition",
    "kcfi",
    "preallocated",
    "ptrauth",
];

/// Attributes with a numeric value: as an assumption, they have an operand and that number.
const NUMBERED: &[&str] = &[
    "alignstack",
    "allockind",
    "allocsize",
    "captures",
    "dereferenceable_or_null",
    "memory",
    "nofpclass",
    "uwtable",
    "vscale_range",
];

impl Verifier<'_> {
    /// The bundles of a call of `callee`, if it names one.
    pub(super) fn bundles(&mut self, inst: Inst, callee: Option<&str>) {
        let annotations = self.func.annotations.as_deref();
        let Some(bundles) = annotations.and_then(|annotations| annotations.bundles.get(&inst)) else {
            return;
        };
        let tag = |bundle: &OperandBundle| self.ctx.text(bundle.tag);
        let count = |wanted: &str| bundles.iter().filter(|bundle| tag(bundle) == wanted).count();
        let mut problem = ONCE
            .iter()
            .find(|once| count(once) > 1)
            .map(|once| format!("multiple '{once}' operand bundles"));
        for bundle in bundles {
            let found = match callee {
                Some("llvm.assume") => self.fact_problem(tag(bundle), &bundle.inputs),
                _ => self.bundle_problem(tag(bundle), &bundle.inputs, callee),
            };
            problem = problem.or(found.map(|found| format!("operand bundle '{}' {found}", tag(bundle))));
        }
        let is_true = |&condition: &Value| self.func.as_int(condition, self.ctx) == Some(1);
        if callee == Some("llvm.assume") && !self.func.args(inst).get(1).is_some_and(is_true) {
            problem = Some("an assumption with operand bundles must have the condition 'i1 true'".into());
        }
        if let Some(problem) = problem {
            self.error(inst, problem);
        }
    }

    fn bundle_problem(&self, tag: &str, inputs: &[Value], callee: Option<&str>) -> Option<&'static str> {
        let ty = |index: usize| self.func.ty(inputs[index]);
        let is_constant = |index: usize| {
            let constant = self.func.as_const(inputs[index]);
            constant.is_some_and(|c| matches!(self.ctx.constants.data(c), ConstantData::Int(..)))
        };
        match tag {
            "kcfi" if inputs.len() != 1 => Some("takes one operand"),
            "kcfi" => (ty(0) != Type::I32 || !is_constant(0)).then_some("takes an i32 constant"),
            "cfguardtarget" => (inputs.len() != 1).then_some("takes one operand"),
            "ptrauth" if inputs.len() != 2 => Some("takes two operands"),
            "ptrauth" if ty(0) != Type::I32 || !is_constant(0) => Some("takes a key that is an i32 constant"),
            "ptrauth" if ty(1) != Type::I64 => Some("takes a discriminator that is an i64"),
            "ptrauth" => callee.is_some().then_some("is for indirect calls"),
            // Their operands are defined by instructions that do not exist here.
            "funclet" => Some("takes a pad of a funclet"),
            "preallocated" | "convergencectrl" => {
                (inputs.len() != 1 || ty(0) != Type::TOKEN).then_some("takes one token")
            }
            _ => None,
        }
    }

    /// The error in an operand bundle of an assumption: an attribute and its operands.
    fn fact_problem(&self, tag: &str, inputs: &[Value]) -> Option<&'static str> {
        let types = &self.ctx.types;
        let ty = |index: usize| self.func.ty(inputs[index]);
        let is_int = |index: usize| types.is_int(ty(index));
        match tag {
            "ignore" => None,
            "separate_storage" if inputs.len() != 2 => Some("takes two pointers"),
            "separate_storage" => {
                (!types.is_ptr(ty(0)) || !types.is_ptr(ty(1))).then_some("takes two pointers")
            }
            "align" => {
                if !(2..=3).contains(&inputs.len()) {
                    return Some("takes two or three operands");
                }
                let fits = types.is_ptr(ty(0)) && (1..inputs.len()).all(is_int);
                (!fits).then_some("takes a pointer and integers")
            }
            "dereferenceable" => {
                (inputs.len() != 2 || !is_int(1)).then_some("takes a pointer and an integer")
            }
            _ if NUMBERED.contains(&tag) => {
                let fits = inputs.len() == 2 && self.func.as_int(inputs[1], self.ctx).is_some();
                (!fits).then_some("takes two operands, of which the second is a constant integer")
            }
            // Old attributes are no longer valid names.
            "nocapture" | "argmemonly" | "inaccessiblememonly" | "inaccessiblemem_or_argmemonly" => {
                Some("has a tag that is not an attribute")
            }
            _ => match attribute_places(tag) {
                0 => Some("has a tag that is not an attribute"),
                places if places & P != 0 => (inputs.len() != 1).then_some("takes one operand"),
                places => (places & F != 0 && !inputs.is_empty()).then_some("takes no operand"),
            },
        }
    }

    /// Whether a call has this bundle.
    pub(super) fn has_bundle(&self, inst: Inst, tag: &str) -> bool {
        let annotations = self.func.annotations.as_deref();
        annotations
            .and_then(|annotations| annotations.bundles.get(&inst))
            .is_some_and(|bundles| bundles.iter().any(|bundle| self.ctx.text(bundle.tag) == tag))
    }

    /// The error in a call of one of the intrinsics that create convergence tokens.
    pub(super) fn convergence_problem(&self, kind: &str, inst: Inst) -> Option<&'static str> {
        let (func, ctx) = (self.func, self.ctx);
        let is_given = self.has_bundle(inst, "convergencectrl");
        match kind {
            "loop" => {
                (!is_given).then_some("llvm.experimental.convergence.loop needs a 'convergencectrl' bundle")
            }
            _ if is_given => Some("an entry or anchor cannot have a 'convergencectrl' bundle"),
            "entry" => {
                let block = func.entry()?;
                if !ctx.has_attribute(ctx.functions[func.func].attrs, "convergent") {
                    return Some("the entry of a function that is not convergent");
                }
                if func.inst_block(inst) != Some(block) {
                    return Some("a convergence entry must be in the entry block");
                }
                let mut before = func.block_insts(block).take_while(|&other| other != inst);
                before
                    .any(|other| func.call_has_attribute(other, "convergent", ctx))
                    .then_some("a convergence entry must precede all other convergent operations")
            }
            _ => None,
        }
    }

    /// Either all convergent operations in a function have a token, or none has.
    pub(super) fn mixed_convergence(&mut self) {
        let func = self.func;
        let Some(annotations) = func.annotations.as_deref() else {
            return;
        };
        let has_tokens = |bundle: &OperandBundle| self.ctx.text(bundle.tag) == "convergencectrl";
        if !annotations.bundles.values().flatten().any(has_tokens) {
            return;
        }
        let calls = func
            .block_order()
            .iter()
            .flat_map(|&block| func.block_insts(block));
        for inst in calls {
            let makes_token = func.inst(inst).ty == Type::TOKEN;
            if !makes_token
                && func.call_has_attribute(inst, "convergent", self.ctx)
                && !self.has_bundle(inst, "convergencectrl")
            {
                return self.error(
                    inst,
                    "a function cannot mix controlled and uncontrolled convergence",
                );
            }
        }
    }
}
