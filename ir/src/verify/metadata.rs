//! Metadata that means something: named lists of the module, attachments of instructions and declarations.
//!
//! Source: LLVM Language Reference, "Metadata", "Module Flags Metadata".

use super::function::Verifier;
use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Inst, MetadataId, Symbol, Type};
use crate::inst::Opcode;
use crate::metadata::Metadata;
use crate::module::Module;
use fxhash::FxHashSet;
use wavec_support::{Diagnostics, Span};

/// What is wrong, in the words that follow the kind's name.
type Problem = Option<&'static str>;

fn operands(ctx: &Context, node: MetadataId) -> Option<&[Option<MetadataId>]> {
    match &ctx.metadata.nodes[node] {
        Metadata::Node { operands, .. } => Some(operands),
        _ => None,
    }
}

fn string(ctx: &Context, node: Option<MetadataId>) -> Option<Symbol> {
    match ctx.metadata.nodes[node?] {
        Metadata::String(text) => Some(text),
        _ => None,
    }
}

/// The type and bits of an integer.
fn integer(ctx: &Context, node: Option<MetadataId>) -> Option<(Type, u128)> {
    match ctx.metadata.nodes[node?] {
        Metadata::Constant(_, constant) => match ctx.constants.data(constant) {
            ConstantData::Int(ty, value) => Some((*ty, *value)),
            _ => None,
        },
        _ => None,
    }
}

fn is_node(ctx: &Context, node: Option<MetadataId>) -> bool {
    node.is_some_and(|node| matches!(ctx.metadata.nodes[node], Metadata::Node { .. }))
}

/// Named lists of the module.
pub(super) fn verify(module: &Module, diagnostics: &mut Diagnostics) {
    let ctx = &module.ctx;
    for (name, nodes) in &ctx.metadata.named {
        let name = ctx.text(*name);
        match name {
            "llvm.ident" | "llvm.commandline" => {
                for &node in nodes {
                    let problem = match operands(ctx, node) {
                        Some(&[text]) if string(ctx, text).is_some() => continue,
                        Some(&[_]) => "invalid value for an entry of !NAME (the operand should be a string)",
                        _ => "incorrect number of operands in an entry of !NAME",
                    };
                    diagnostics.error(Span::NONE, problem.replace("NAME", name));
                }
            }
            "llvm.module.flags" => verify_flags(ctx, nodes, diagnostics),
            _ => {}
        }
    }
}

/// What happens to a flag when modules are linked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behavior {
    Require,
    Append,
    Max,
    Min,
    Other,
}

fn verify_flags(ctx: &Context, flags: &[MetadataId], diagnostics: &mut Diagnostics) {
    let mut error = |text: &str| diagnostics.error(Span::NONE, text.to_string());
    let mut names: FxHashSet<Symbol> = FxHashSet::default();
    for &flag in flags {
        let Some(&[behavior, name, value]) = operands(ctx, flag) else {
            error("incorrect number of operands in module flag");
            continue;
        };
        let behavior = match integer(ctx, behavior).map(|(_, value)| value) {
            None => {
                error("invalid behavior operand in module flag (expected constant integer)");
                continue;
            }
            Some(3) => Behavior::Require,
            Some(5 | 6) => Behavior::Append,
            Some(7) => Behavior::Max,
            Some(8) => Behavior::Min,
            Some(1 | 2 | 4) => Behavior::Other,
            Some(_) => {
                error("invalid behavior operand in module flag (unexpected constant)");
                continue;
            }
        };
        let Some(name) = string(ctx, name) else {
            error("invalid ID operand in module flag (expected metadata string)");
            continue;
        };
        let number = integer(ctx, value);
        match behavior {
            Behavior::Require => match value.and_then(|value| operands(ctx, value)) {
                Some(&[required, wanted]) => match string(ctx, required) {
                    Some(required) => verify_requirement(ctx, flags, required, wanted, &mut error),
                    None => {
                        error(
                            "invalid value for 'require' module flag (first value operand should be a string)",
                        );
                    }
                },
                _ => error("invalid value for 'require' module flag (expected metadata pair)"),
            },
            Behavior::Append if !is_node(ctx, value) => {
                error("invalid value for 'append'-type module flag (expected a metadata node)");
            }
            Behavior::Max if number.is_none() => {
                error("invalid value for 'max' module flag (expected constant integer)");
            }
            Behavior::Min if number.is_none_or(|(ty, value)| is_negative(ctx, ty, value)) => {
                error("invalid value for 'min' module flag (expected constant non-negative integer)");
            }
            _ => {}
        }
        if behavior != Behavior::Require && !names.insert(name) {
            error("module flag identifiers must be unique (or of 'require' type)");
        }
        match ctx.text(name) {
            "wchar_size" if number.is_none() => {
                error("wchar_size metadata requires constant integer argument");
            }
            "SemanticInterposition" if number.is_none() => {
                error("SemanticInterposition metadata requires constant integer argument");
            }
            "CG Profile" => {
                let triples = value.and_then(|value| operands(ctx, value)).unwrap_or_default();
                let is_triple = |node: &Option<MetadataId>| {
                    node.and_then(|node| operands(ctx, node))
                        .is_some_and(|node| node.len() == 3)
                };
                if !triples.iter().all(is_triple) {
                    error("expected a MDNode triple in the CG Profile");
                }
            }
            _ => {}
        }
    }
}

fn is_negative(ctx: &Context, ty: Type, value: u128) -> bool {
    ctx.types
        .int_bits(ty)
        .is_some_and(|width| value >> (width - 1) & 1 == 1)
}

/// The flag `required` is there, with the value `wanted`.
fn verify_requirement(
    ctx: &Context,
    flags: &[MetadataId],
    required: Symbol,
    wanted: Option<MetadataId>,
    error: &mut impl FnMut(&str),
) {
    let found = flags.iter().find_map(|&flag| match operands(ctx, flag) {
        Some(&[behavior, name, value]) if string(ctx, name) == Some(required) => {
            let is_require = integer(ctx, behavior).is_some_and(|(_, behavior)| behavior == 3);
            (!is_require).then_some(value)
        }
        _ => None,
    });
    let same = |value: Option<MetadataId>| {
        value == wanted
            || value.map(|value| &ctx.metadata.nodes[value])
                == wanted.map(|wanted| &ctx.metadata.nodes[wanted])
    };
    match found {
        None => error("invalid requirement on flag, flag is not present in module"),
        Some(value) if !same(value) => {
            error("invalid requirement on flag, flag does not have the required value");
        }
        Some(_) => {}
    }
}

/// Attachments of a declaration or definition named `@name`.
pub(super) fn verify_global_attachments(
    ctx: &Context,
    name: Symbol,
    attachments: &[(Symbol, MetadataId)],
    is_declared_function: bool,
    diagnostics: &mut Diagnostics,
) {
    for &(kind, node) in attachments {
        let kind = ctx.text(kind);
        let problem = match kind {
            "prof" if is_declared_function => Some("may not be attached to a declaration of a function"),
            "prof" => profile_problem(ctx, node),
            "absolute_symbol" => match operands(ctx, node) {
                Some([]) | None => Some("should have at least one range"),
                Some(_) => None,
            },
            _ => None,
        };
        if let Some(problem) = problem {
            let place = ctx.place_of_global(name);
            let name = ctx.text(name);
            diagnostics.error(place, format!("!{kind} {problem}: '@{name}'"));
        }
    }
}

fn profile_problem(ctx: &Context, node: MetadataId) -> Problem {
    let first = operands(ctx, node).and_then(|operands| operands.first().copied().flatten());
    string(ctx, first)
        .is_none()
        .then_some("expected string with name of the annotation")
}

impl Verifier<'_> {
    /// What is attached to `inst`.
    pub(super) fn attachments(&mut self, inst: Inst) {
        let Some(list) = self.func.attachments.get(&inst) else {
            return;
        };
        for &(kind, node) in list {
            if let Some(problem) = self.attachment_problem(inst, self.ctx.text(kind), node) {
                let kind = self.ctx.text(kind);
                self.error(inst, format!("!{kind} {problem}"));
            }
        }
    }

    fn attachment_problem(&self, inst: Inst, kind: &str, node: MetadataId) -> Problem {
        use Opcode::*;
        let (ctx, data) = (self.ctx, self.func.inst(inst));
        let opcode = self.func.opcode(inst);
        let is_pointer = ctx.types.is_ptr(data.ty);
        let operands = operands(ctx, node);
        match kind {
            "range" if !matches!(opcode, Load | Call) => Some("is only for loads and calls"),
            "range" => self.range_problem(operands.unwrap_or_default(), ctx.types.scalar(data.ty)),
            "nonnull" if !is_pointer => Some("applies only to pointer types"),
            "nonnull" if opcode != Load => {
                Some("applies only to load instructions, use attributes for calls")
            }
            "nonnull" => (operands != Some(&[])).then_some("metadata must be empty"),
            "align" | "dereferenceable" | "dereferenceable_or_null" => {
                if !is_pointer {
                    return Some("applies only to pointer types");
                }
                if !(opcode == Load || opcode == IntToPtr && kind != "align") {
                    return Some("applies only to load instructions, use attributes for calls");
                }
                let Some(&[value]) = operands else {
                    return Some("takes one operand");
                };
                match integer(ctx, value) {
                    Some((Type::I64, value)) if kind == "align" && !value.is_power_of_two() => {
                        Some("must be a power of 2")
                    }
                    Some((Type::I64, _)) => None,
                    _ => Some("value must be an i64"),
                }
            }
            "fpmath" => {
                if !ctx.types.is_float(ctx.types.scalar(data.ty)) {
                    return Some("requires a floating point result");
                }
                let Some(&[Some(value)]) = operands else {
                    return Some("takes one operand");
                };
                let Metadata::Constant(_, value) = ctx.metadata.nodes[value] else {
                    return Some("accuracy is not a positive number");
                };
                match *ctx.constants.data(value) {
                    ConstantData::Float(Type::F32, bits) if f32::from_bits(bits as u32) > 0.0 => None,
                    _ => Some("accuracy is not a positive number of type float"),
                }
            }
            "invariant.group" => (!matches!(opcode, Load | Store)).then_some("is only for loads and stores"),
            "mmra" => (!matches!(opcode, Load | Store | AtomicRmw | CmpXchg | Fence | Call))
                .then_some("is attached to an unexpected kind of instruction"),
            "prof" => profile_problem(ctx, node),
            "annotation" => {
                let operands = operands.unwrap_or_default();
                let is_text = |&operand: &Option<MetadataId>| {
                    string(ctx, operand).is_some()
                        || operand
                            .and_then(|operand| self::operands(ctx, operand))
                            .is_some_and(|tuple| {
                                !tuple.is_empty() && tuple.iter().all(|&text| string(ctx, text).is_some())
                            })
                };
                (operands.is_empty() || !operands.iter().all(is_text))
                    .then_some("must have operands, which must be strings or tuples of strings")
            }
            "alias.scope" | "noalias" => {
                let scopes = operands.unwrap_or_default();
                (operands.is_none() || !scopes.iter().all(|&scope| self.is_alias_scope(scope, true)))
                    .then_some("must be a list of alias scopes")
            }
            "llvm.access.group" => {
                let groups = operands.unwrap_or_default();
                let is_group = |group: MetadataId| {
                    matches!(&ctx.metadata.nodes[group],
                        Metadata::Node { distinct: true, operands } if operands.is_empty())
                };
                let is_list = !groups.is_empty() && groups.iter().all(|group| group.is_some_and(is_group));
                (!is_group(node) && !is_list).then_some("must be a distinct empty node or a list of them")
            }
            "tbaa" => self.tbaa_problem(opcode, operands),
            _ => None,
        }
    }

    /// Pairs of different constants of the value's type.
    fn range_problem(&self, bounds: &[Option<MetadataId>], ty: Type) -> Problem {
        if bounds.is_empty() || !bounds.len().is_multiple_of(2) {
            return Some("must have at least one range, each of two numbers");
        }
        for pair in bounds.chunks_exact(2) {
            let (Some((low_ty, low)), Some((high_ty, high))) =
                (integer(self.ctx, pair[0]), integer(self.ctx, pair[1]))
            else {
                return Some("bounds must be integers");
            };
            if low_ty != ty || high_ty != ty {
                return Some("types must match the type of the value");
            }
            if low == high {
                return Some("must not be empty");
            }
        }
        None
    }

    /// A scope, or a domain of them, is a node whose first operand is itself or a name; a scope has a domain behind that.
    pub(super) fn is_alias_scope(&self, scope: Option<MetadataId>, has_domain: bool) -> bool {
        let Some(own) = scope else { return false };
        let Some(operands) = operands(self.ctx, own) else {
            return false;
        };
        let (least, most) = if has_domain { (2, 3) } else { (1, 2) };
        if operands.len() < least || operands.len() > most {
            return false;
        }
        let named = operands[0] == Some(own) || string(self.ctx, operands[0]).is_some();
        let described = operands.len() < most || string(self.ctx, operands[most - 1]).is_some();
        named && described && (!has_domain || self.is_alias_scope(operands[1], false))
    }

    /// An access tag: base type, accessed type, offset, and perhaps whether the memory is constant.
    fn tbaa_problem(&self, opcode: Opcode, operands: Option<&[Option<MetadataId>]>) -> Problem {
        use Opcode::*;
        if !matches!(opcode, Load | Store | Call | AtomicRmw | CmpXchg) {
            return Some("is not possible at this instruction");
        }
        let tag = operands?;
        // The old form, a type alone: its name, and its parent.
        if string(self.ctx, tag.first().copied().flatten()).is_some() {
            return None;
        }
        // Newer tags carry a size, too.
        if !(3..=5).contains(&tag.len()) {
            return Some("tag must have either 3 or 4 operands");
        }
        if !is_node(self.ctx, tag[0]) || !is_node(self.ctx, tag[1]) {
            return Some("tag must begin with two types");
        }
        integer(self.ctx, tag[2])
            .is_none()
            .then_some("offset must be a constant integer")
    }
}
