//! Attributes of parameters, arguments and results: whether they suit their types and each other.
//!
//! Source: LLVM Language Reference, "Parameter Attributes".

use super::types::{cast_is_valid, type_has_size};
use crate::attributes::{Attribute, AttributeValue};
use crate::context::Context;
use crate::entities::{AttributeSet, FuncRef, Type};
use crate::inst::{CallConv, Opcode};
use wavec_support::Diagnostics;

/// Argument passing conventions, of which at most one applies. A structure is returned in a named register, too.
const PASSING: &[&str] = &["byval", "inalloca", "preallocated", "nest", "byref"];

/// Mutually exclusive attributes of one value.
const EXCLUSIVE: &[(&str, &str)] = &[
    ("inalloca", "readonly"),
    ("readnone", "readonly"),
    ("readnone", "writeonly"),
    ("readonly", "writeonly"),
    ("sret", "returned"),
    ("writable", "readnone"),
    ("writable", "readonly"),
    ("zeroext", "signext"),
];

/// Attributes that may occur once in a parameter list, and their names in messages.
const ONCE: &[(&str, &str)] = &[
    ("sret", "struct return"),
    ("nest", "nest"),
    ("returned", "returned"),
    ("swiftself", "swiftself"),
    ("swiftasync", "swiftasync"),
    ("swifterror", "swifterror"),
    ("inalloca", "inalloca"),
];

/// LLVM's number of `x86_intrcc`, whose first parameter is the state saved by the processor.
const INTERRUPT: CallConv = CallConv::Numbered(83);

/// Maximum size of memory passed by value.
const BYVAL_LIMIT: u64 = 1 << 32;

/// The error in an attribute on a value of this type, if any.
fn problem(ctx: &Context, key: &str, value: AttributeValue, ty: Type) -> Option<&'static str> {
    let types = &ctx.types;
    let is_pointer = types.is_ptr(ty);
    match key {
        "byref" | "byval" | "sret" | "inalloca" | "preallocated" | "elementtype" => {
            if !is_pointer {
                return Some("needs a pointer");
            }
            let AttributeValue::Type(pointee) = value else {
                return Some("needs a type");
            };
            if key != "elementtype" && !type_has_size(ctx, pointee) {
                return Some("needs a type that has a size");
            }
            (key == "byval" && ctx.layout.size(types, pointee) >= BYVAL_LIMIT)
                .then_some("of a type this large is not possible")
        }
        "noalias"
        | "nonnull"
        | "readonly"
        | "writeonly"
        | "readnone"
        | "captures"
        | "dereferenceable"
        | "dereferenceable_or_null"
        | "nest"
        | "nofree"
        | "writable"
        | "dead_on_unwind"
        | "dead_on_return"
        | "initializes"
        | "allocptr"
        | "swifterror" => (!is_pointer).then_some("needs a pointer"),
        "align" => (!types.is_ptr(types.scalar(ty))).then_some("needs a pointer"),
        "signext" | "zeroext" | "allocalign" => (!types.is_int(ty)).then_some("needs an integer"),
        "range" => {
            let scalar = types.scalar(ty);
            if !types.is_int(scalar) {
                return Some("needs an integer");
            }
            let AttributeValue::Raw(range) = value else {
                return None;
            };
            let width = ctx.text(range).split_ascii_whitespace().next();
            let width = width.and_then(|word| word.strip_prefix('i')?.parse::<u32>().ok());
            (width != types.int_bits(scalar)).then_some("has another width than the value")
        }
        "nofpclass" => {
            let fits = types.is_float(types.scalar(ty)) || types.is_aggregate(ty);
            (!fits).then_some("needs floating point")
        }
        _ => None,
    }
}

/// The first error in the attributes of a value of this type, regardless of other values.
pub(super) fn value_problem(ctx: &Context, set: AttributeSet, ty: Type) -> Option<String> {
    let list = ctx.attributes.get(set);
    let plain = || list.iter().filter(|attribute| !attribute.quoted);
    for attribute in plain() {
        let key = ctx.text(attribute.key);
        if ty == Type::VOID {
            return Some(format!("attribute '{key}' needs a value"));
        }
        if let Some(problem) = problem(ctx, key, attribute.value, ty) {
            return Some(format!("attribute '{key}' {problem}"));
        }
    }
    if list.len() < 2 {
        return None;
    }
    let has = |name: &str| plain().any(|attribute| ctx.text(attribute.key) == name);
    let passing: Vec<&str> = plain()
        .map(|attribute| ctx.text(attribute.key))
        .filter(|key| PASSING.contains(key))
        .chain((has("sret") || has("inreg")).then_some(if has("sret") { "sret" } else { "inreg" }))
        .collect();
    let exclusive = EXCLUSIVE.iter().find(|(a, b)| has(a) && has(b)).copied();
    let passing = match passing[..] {
        [a, b, ..] => Some((a, b)),
        _ => None,
    };
    if let Some((a, b)) = exclusive.or(passing) {
        return Some(format!("attributes '{a} and {b}' are incompatible"));
    }
    let alone = |attribute: &Attribute| matches!(ctx.text(attribute.key), "immarg" | "range");
    (has("immarg") && !plain().all(alone))
        .then(|| "attribute 'immarg' can only be combined with 'range'".to_string())
}

/// Whether the position of a set in the parameter list matters.
pub(super) fn is_positional(ctx: &Context, set: AttributeSet) -> bool {
    let is_once = |key: &str| ONCE.iter().any(|once| once.0 == key);
    ctx.attributes
        .get(set)
        .iter()
        .any(|attribute| !attribute.quoted && is_once(ctx.text(attribute.key)))
}

fn find<'a>(ctx: &'a Context, set: AttributeSet, key: &str) -> Option<&'a Attribute> {
    let list = ctx.attributes.get(set);
    list.iter()
        .find(|attribute| !attribute.quoted && ctx.text(attribute.key) == key)
}

/// The first error in the positions of attributes in a list of parameters or arguments.
pub(super) fn list_problem(
    ctx: &Context,
    sets: &[AttributeSet],
    types: &[Type],
    result: Type,
) -> Option<String> {
    for &(key, what) in ONCE {
        let mut positions = (0..sets.len()).filter(|&index| find(ctx, sets[index], key).is_some());
        let Some(position) = positions.next() else {
            continue;
        };
        if positions.next().is_some() {
            return Some(format!("more than one parameter has attribute '{what}'"));
        }
        match key {
            "sret" if position > 1 => {
                return Some("attribute 'sret' is not on the first or second parameter".into());
            }
            "inalloca" if position + 1 != types.len() => {
                return Some("attribute 'inalloca' is not on the last parameter".into());
            }
            "returned"
                if types[position] != result
                    && !cast_is_valid(ctx, Opcode::BitCast, types[position], result) =>
            {
                return Some("attribute 'returned' is on a parameter of another type than the result".into());
            }
            _ => {}
        }
    }
    None
}

pub(super) fn check_declaration(ctx: &Context, func: FuncRef, diagnostics: &mut Diagnostics) {
    let decl = &ctx.functions[func];
    let place = ctx.place_of_function(func);
    let Some((ret, params, _)) = ctx.types.signature(decl.ty) else {
        return;
    };
    // The attributes of an intrinsic's declaration do not count.
    if decl.intrinsic.is_some() {
        return;
    }
    let mut error = |what: String, on: String| {
        let name = ctx.text(decl.name);
        diagnostics.error(place, format!("{what}: {on}function '@{name}'"));
    };
    let types = &ctx.types;
    let first = decl.param_attrs.first().copied().unwrap_or(AttributeSet::EMPTY);
    if decl.conv == INTERRUPT && !params.is_empty() && find(ctx, first, "byval").is_none() {
        error(
            "the calling convention needs 'byval'".into(),
            "parameter 0 of ".into(),
        );
    }
    let entry = match decl.conv {
        conv if conv.is_kernel() => Some("kernel"),
        conv if conv.is_shader() => Some("shader"),
        conv if conv.is_chain() => Some("function of a chain"),
        _ => None,
    };
    if let Some(problem) = value_problem(ctx, decl.ret_attrs, ret) {
        error(problem, "return value of ".into());
    }
    let mut positional = false;
    for (index, (&set, &ty)) in decl.param_attrs.iter().zip(params).enumerate() {
        if set == AttributeSet::EMPTY {
            continue;
        }
        let on = || format!("parameter {index} of ");
        if let Some(problem) = value_problem(ctx, set, ty) {
            error(problem, on());
        }
        positional |= is_positional(ctx, set);
        if find(ctx, set, "elementtype").is_some() {
            error("attribute 'elementtype' is for arguments of calls".into(), on());
        }
        let in_stack = types.address_space(ty) == Some(ctx.layout.alloca_address_space);
        let Some(entry) = entry else {
            continue;
        };
        if in_stack && find(ctx, set, "byref").is_some() {
            error(
                format!("attribute 'byref' of the stack is not possible in a {entry}"),
                on(),
            );
        }
        let copied = ["byval", "sret", "inalloca", "preallocated"];
        if let Some(key) = copied.iter().find(|key| find(ctx, set, key).is_some()) {
            error(format!("attribute '{key}' is not possible in a {entry}"), on());
        }
    }
    if decl.param_attrs.len() > params.len() {
        error("more parameter attributes than parameters".into(), String::new());
    } else if positional && let Some(problem) = list_problem(ctx, &decl.param_attrs, params, ret) {
        error(problem, String::new());
    }
}
