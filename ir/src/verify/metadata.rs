//! Metadata with a defined meaning: named lists of the module, attachments of instructions and declarations.
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

/// An error, in the words that follow the kind's name.
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
        .is_some_and(|width| value.checked_shr(width - 1).unwrap_or(0) & 1 == 1)
}

/// Requires that the flag `required` exists with the value `wanted`.
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
    let mut has_type = false;
    for &(kind, node) in attachments {
        let kind = ctx.text(kind);
        let is_second = kind == "kcfi_type" && std::mem::replace(&mut has_type, true);
        let problem = match kind {
            _ if is_second => Some("may be attached once only"),
            "prof" if is_declared_function => Some("may not be attached to a declaration of a function"),
            "prof" => profile_problem(ctx, node),
            "absolute_symbol" => match operands(ctx, node) {
                Some([]) | None => Some("should have at least one range"),
                Some(bounds) => absolute_problem(ctx, bounds),
            },
            "associated" => associated_problem(ctx, name, node),
            "kcfi_type" => match operands(ctx, node) {
                Some(&[ty]) => match integer(ctx, ty) {
                    Some((Type::I32, _)) => None,
                    _ => Some("must have a constant integer of 32 bits"),
                },
                _ => Some("must have exactly one operand"),
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

/// Bounds of the width of addresses; equal bounds mean the full range.
fn absolute_problem(ctx: &Context, bounds: &[Option<MetadataId>]) -> Problem {
    if !bounds.len().is_multiple_of(2) {
        return Some("has an unfinished range");
    }
    for pair in bounds.chunks_exact(2) {
        let (Some((low_ty, low)), Some((high_ty, high))) = (integer(ctx, pair[0]), integer(ctx, pair[1]))
        else {
            return Some("bounds must be integers");
        };
        if low_ty != high_ty {
            return Some("types of bounds must match");
        }
        let bits = ctx.types.int_bits(low_ty).unwrap_or(0);
        let all = u128::MAX.checked_shr(128u32.saturating_sub(bits)).unwrap_or(0);
        if low == high && low != all {
            return Some("must not be empty");
        }
    }
    None
}

/// One global value, other than the one that has the attachment.
fn associated_problem(ctx: &Context, own: Symbol, node: MetadataId) -> Problem {
    let Some(&[value]) = operands(ctx, node) else {
        return Some("must have one operand");
    };
    let Some(value) = value else {
        return Some("must have a global value");
    };
    let Metadata::Constant(ty, value) = ctx.metadata.nodes[value] else {
        return Some("must have a value");
    };
    if !ctx.types.is_ptr(ty) {
        return Some("must have a pointer");
    }
    let named = match ctx.constants.data(value) {
        ConstantData::Global(_, global) => Some(ctx.globals[*global].name),
        ConstantData::Function(_, func) => Some(ctx.functions[*func].name),
        _ => None,
    };
    (named == Some(own)).then_some("should not name its own global")
}

/// The error in the numbers of a call stack.
fn stack_problem(ctx: &Context, node: MetadataId) -> Problem {
    match operands(ctx, node) {
        None | Some([]) => Some("should have at least one number of a call stack"),
        Some(stack) => {
            let is_number = |&number: &Option<MetadataId>| integer(ctx, number).is_some();
            (!stack.iter().all(is_number)).then_some("a call stack is made of constant integers")
        }
    }
}

/// Allocation records: a call stack, a name, and pairs.
fn allocation_problem(ctx: &Context, infos: &[Option<MetadataId>]) -> Problem {
    if infos.is_empty() {
        return Some("should have at least one operand");
    }
    for info in infos {
        let Some(info) = info.and_then(|info| operands(ctx, info)) else {
            return Some("an info is not a node");
        };
        let [stack, name, rest @ ..] = info else {
            return Some("an info should have at least two operands");
        };
        match stack {
            Some(stack) if operands(ctx, *stack).is_some() => {
                if let Some(problem) = stack_problem(ctx, *stack) {
                    return Some(problem);
                }
            }
            _ => return Some("an info begins with a call stack"),
        }
        if string(ctx, *name).is_none() {
            return Some("the second operand of an info should be a string");
        }
        if !rest.iter().all(|&node| is_node(ctx, node)) {
            return Some("an info ends in nodes");
        }
    }
    None
}

/// Whether a node is the type of a value in memory: its name and its parent, no member.
fn is_scalar_type(ctx: &Context, node: Option<MetadataId>) -> bool {
    let own = node;
    let Some(node) = node.and_then(|node| operands(ctx, node)) else {
        return false;
    };
    // Newer types begin with their parent.
    if is_node(ctx, node.first().copied().flatten()) {
        return true;
    }
    let at_start = match node {
        [_, _] => true,
        [_, _, offset] => integer(ctx, *offset).is_some_and(|(_, offset)| offset == 0),
        _ => false,
    };
    at_start && node[1] != own && string(ctx, node[0]).is_some() && is_node(ctx, node[1])
}

fn profile_problem(ctx: &Context, node: MetadataId) -> Problem {
    let first = operands(ctx, node).and_then(|operands| operands.first().copied().flatten());
    string(ctx, first)
        .is_none()
        .then_some("expected string with name of the annotation")
}

/// The error in two consecutive ranges of numbers of this width, which may wrap.
fn neighbours_problem(
    (low, high): (u128, u128),
    (next_low, next_high): (u128, u128),
    bits: u32,
    in_order: bool,
) -> Problem {
    let mask = u128::MAX.checked_shr(128 - bits).unwrap_or(0);
    let holds =
        |low: u128, high: u128, value: u128| value.wrapping_sub(low) & mask < high.wrapping_sub(low) & mask;
    if holds(low, high, next_low) || holds(next_low, next_high, low) {
        return Some("intervals are overlapping");
    }
    let sign = 1u128 << (bits - 1);
    if in_order && next_low ^ sign <= low ^ sign {
        return Some("intervals are not in order");
    }
    (high == next_low || low == next_high).then_some("intervals are contiguous")
}

impl Verifier<'_> {
    /// The attachments of `inst`.
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
                .then_some("is attached to the wrong kind of instruction"),
            "prof" => profile_problem(ctx, node),
            "memprof" | "callsite" if opcode != Call => Some("is for calls"),
            "memprof" => allocation_problem(ctx, operands.unwrap_or_default()),
            "callsite" => stack_problem(ctx, node),
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
        if bounds.len() == 2 {
            return None;
        }
        let bits = self.ctx.types.int_bits(ty).filter(|&bits| bits <= 128)?;
        let ranges: Vec<(u128, u128)> = bounds
            .chunks_exact(2)
            .filter_map(|pair| Some((integer(self.ctx, pair[0])?.1, integer(self.ctx, pair[1])?.1)))
            .collect();
        let first_and_last = [ranges[ranges.len() - 1], ranges[0]];
        let mut problems = ranges
            .windows(2)
            .map(|pair| neighbours_problem(pair[0], pair[1], bits, true));
        let around = || neighbours_problem(first_and_last[0], first_and_last[1], bits, false);
        problems
            .find_map(|problem| problem)
            .or_else(|| (ranges.len() > 2).then(around)?)
    }

    /// A scope, or a domain of scopes, is a node whose first operand is itself or a name; a scope has a domain after
    /// that.
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
        if integer(self.ctx, tag[2]).is_none() {
            return Some("offset must be a constant integer");
        }
        (!is_scalar_type(self.ctx, tag[1])).then_some("the accessed type must be a scalar type")
    }
}
