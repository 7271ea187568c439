//! Attributes of functions: compatibility and values.
//!
//! Source: LLVM Language Reference, "Function Attributes".

use crate::attributes::{Attribute, AttributeValue};
use crate::context::Context;
use crate::entities::{AttributeSet, FuncRef, Type};
use wavec_support::Diagnostics;

/// Mutually exclusive attributes.
const EXCLUSIVE: &[(&str, &str)] = &[
    ("alwaysinline", "noinline"),
    ("minsize", "optdebug"),
    ("minsize", "optnone"),
    ("optdebug", "optnone"),
    ("optsize", "optdebug"),
    ("optsize", "optnone"),
    ("sanitize_realtime", "sanitize_realtime_blocking"),
];

/// Quoted attributes whose value is `true`, `false` or nothing.
const BOOLEANS: &[&str] = &[
    "less-precise-fpmad",
    "loader-replaceable",
    "no-infs-fp-math",
    "no-inline-line-tables",
    "no-jump-tables",
    "no-nans-fp-math",
    "no-signed-zeros-fp-math",
    "profile-sample-accurate",
    "use-sample-profile",
];

/// Quoted attributes whose value is a number.
const NUMBERS: &[&str] = &[
    "patchable-function-entry",
    "patchable-function-entry-section",
    "patchable-function-prefix",
    "warn-stack-size",
];

/// Quoted attributes with a fixed set of values.
const CHOICES: &[(&str, &[&str])] = &[
    ("branch-protection-pauth-lr", &["", "true", "false"]),
    ("branch-target-enforcement", &["", "true", "false"]),
    ("frame-pointer", FRAME_POINTERS),
    ("guarded-control-stack", &["", "true", "false"]),
    ("sign-return-address", &["none", "all", "non-leaf"]),
    ("sign-return-address-key", &["a_key", "b_key"]),
];

/// How denormal numbers are treated: `output,input`, or one word for both.
const DENORMAL_MODES: &[&str] = &["", "dynamic", "ieee", "positive-zero", "preserve-sign"];

const FRAME_POINTERS: &[&str] = &["all", "non-leaf", "non-leaf-no-reserve", "none", "reserved"];

/// The words of `allockind`; exactly one of the first three must occur.
const ALLOCATION_KINDS: &[&str] = &["alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"];

pub(super) fn check(ctx: &Context, func: FuncRef, diagnostics: &mut Diagnostics) {
    let decl = &ctx.functions[func];
    if decl.intrinsic.is_some() {
        return;
    }
    let params = ctx
        .types
        .signature(decl.ty)
        .map_or(&[][..], |signature| signature.1);
    let mut error = |text: String| {
        let name = ctx.text(decl.name);
        let place = ctx.place_of_function(func);
        diagnostics.error(place, format!("{text}: function '@{name}'"));
    };
    let has = |name: &str| find(ctx, decl.attrs, name).is_some();
    if has("builtin") {
        error("attribute 'builtin' can only be applied to a callsite".into());
    }
    if has("jumptable") && decl.linking.unnamed_addr != 2 {
        error("attribute 'jumptable' requires 'unnamed_addr'".into());
    }
    for problem in set_problems(ctx, decl.attrs, params) {
        error(problem);
    }
    // For an unknown intrinsic, the name counts.
    let is_intrinsic = ctx.text(decl.name).starts_with("llvm.");
    for &set in &decl.param_attrs {
        if !is_intrinsic && find(ctx, set, "immarg").is_some() {
            error("attribute 'immarg' only applies to intrinsics".into());
        }
    }
}

/// The error in the attributes of a function with these parameters, or of its call.
pub(super) fn set_problems(
    ctx: &Context,
    set: AttributeSet,
    params: &[Type],
) -> impl Iterator<Item = String> {
    let values = ctx.attributes.get(set).iter().filter_map(move |attribute| {
        let key = ctx.text(attribute.key);
        let text = match attribute.value {
            AttributeValue::String(text) | AttributeValue::Raw(text) => ctx.text(text),
            _ => "",
        };
        let problem = match attribute.quoted {
            true => quoted_problem(key, text),
            false => problem(ctx, key, attribute, text, params),
        };
        problem.map(|problem| format!("{problem} of attribute '{key}'"))
    });
    exclusions(ctx, set).chain(values)
}

/// Incompatible attributes, whatever their values.
fn exclusions(ctx: &Context, set: AttributeSet) -> impl Iterator<Item = String> {
    let has = move |name: &str| find(ctx, set, name).is_some();
    let exclusive = EXCLUSIVE.iter().filter(move |(a, b)| has(a) && has(b));
    let incompatible = exclusive.map(|(a, b)| format!("attributes '{b} and {a}' are incompatible"));
    let lonely = has("optnone") && !has("noinline");
    incompatible.chain(lonely.then(|| "attribute 'optnone' requires 'noinline'".to_string()))
}

fn find<'a>(ctx: &'a Context, set: AttributeSet, name: &str) -> Option<&'a Attribute> {
    let list = ctx.attributes.get(set);
    list.iter()
        .find(|attribute| !attribute.quoted && ctx.text(attribute.key) == name)
}

fn quoted_problem(key: &str, text: &str) -> Option<&'static str> {
    let fits = if BOOLEANS.contains(&key) {
        matches!(text, "" | "true" | "false")
    } else if NUMBERS.contains(&key) {
        text.parse::<u32>().is_ok() || key.ends_with("-section")
    } else if let Some((_, choices)) = CHOICES.iter().find(|choice| choice.0 == key) {
        choices.contains(&text)
    } else if matches!(key, "denormal-fp-math" | "denormal-fp-math-f32") {
        let (output, input) = text.split_once(',').unwrap_or((text, text));
        DENORMAL_MODES.contains(&output) && DENORMAL_MODES.contains(&input)
    } else if key == "target-features" {
        let is_feature = |feature: &str| feature.starts_with(['+', '-']);
        text.is_empty() || text.split(',').all(is_feature)
    } else {
        true
    };
    (!fits).then_some("invalid value")
}

fn problem(
    ctx: &Context,
    key: &str,
    attribute: &Attribute,
    text: &str,
    params: &[Type],
) -> Option<&'static str> {
    match key {
        "allocsize" => {
            let indices: Vec<Option<usize>> = match attribute.value {
                AttributeValue::Int(index) => vec![usize::try_from(index).ok()],
                _ => text.split(',').map(|index| index.trim().parse().ok()).collect(),
            };
            if indices.len() > 2 || indices.contains(&None) {
                return Some("invalid value");
            }
            if indices.len() == 2 && indices[0] == indices[1] {
                return Some("both indices are the same parameter");
            }
            let types = indices.iter().flatten().map(|&index| params.get(index));
            let mut problems = types.map(|ty| match ty {
                None => Some("an index is out of bounds"),
                Some(&ty) => (!ctx.types.is_int(ty)).then_some("a parameter that is not an integer"),
            });
            problems.find_map(|problem| problem)
        }
        "allockind" => {
            let mut kinds = text.trim_matches('"').split(',').map(str::trim);
            if !kinds.clone().all(|kind| ALLOCATION_KINDS.contains(&kind)) {
                return Some("unknown kind");
            }
            let count = kinds
                .by_ref()
                .filter(|kind| ALLOCATION_KINDS[..3].contains(kind))
                .count();
            (count != 1).then_some("not exactly one of alloc, realloc, and free")
        }
        "uwtable" => match attribute.value {
            AttributeValue::None => None,
            _ => (!matches!(text, "sync" | "async")).then_some("unknown kind"),
        },
        "vscale_range" => {
            let (least, most) = match attribute.value {
                AttributeValue::Int(both) => (Some(both), Some(both)),
                _ => {
                    let (least, most) = text.split_once(',')?;
                    (least.trim().parse().ok(), most.trim().parse().ok())
                }
            };
            let (Some(least), Some(most)) = (least, most) else {
                return Some("invalid value");
            };
            if least == 0 {
                return Some("a minimum of 0");
            }
            if !least.is_power_of_two() || most != 0 && !most.is_power_of_two() {
                return Some("a bound that is not a power of two");
            }
            (most != 0 && least > most).then_some("a minimum greater than the maximum")
        }
        _ => None,
    }
}
