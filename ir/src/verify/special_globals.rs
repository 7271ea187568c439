//! Globals whose names have a meaning in LLVM, aliases, and comdats.
//!
//! Source: LLVM Language Reference, "Intrinsic Global Variables", "Aliases", "IFuncs", "Comdats".

use crate::constant::ConstantData;
use crate::context::{Context, Linkage, Linking};
use crate::entities::{Constant, FuncRef, GlobalVar, Type};
use crate::inst::Opcode;
use crate::module::Module;
use crate::types::TypeData;
use fxhash::{FxHashMap, FxHashSet};
use wavec_support::Diagnostics;

pub(super) fn verify(module: &Module, diagnostics: &mut Diagnostics) {
    let ctx = &module.ctx;
    let mut seen = FxHashSet::default();
    let cyclic = cyclic_aliases(ctx);
    for (global, data) in ctx.globals.iter() {
        let name = ctx.text(data.name);
        let used = data
            .initializer
            .or(ctx.aliases.get(&global).map(|alias| alias.aliasee));
        if let Some(problem) = used.and_then(|used| nested_use_problem(ctx, used, &mut seen)) {
            let place = ctx.place_of_global(data.name);
            diagnostics.error(place, format!("{problem}: '@{name}'"));
        }
        let problem = match ctx.aliases.get(&global) {
            Some(_) if cyclic.contains(&global) => Some("aliases cannot form a cycle"),
            Some(alias) => alias_problem(module, alias.is_ifunc, alias.aliasee, &data.linking),
            None => comdat_problem(&data.linking, data.initializer.is_none())
                .or_else(|| linkage_problem(ctx, global))
                .or_else(|| special_problem(ctx, global, name)),
        };
        if let Some(problem) = problem {
            let place = ctx.place_of_global(data.name);
            diagnostics.error(place, format!("{problem}: '@{name}'"));
        }
    }
    for func in module.functions() {
        let decl = &ctx.functions[func];
        if let Some(problem) = comdat_problem(&decl.linking, module.body(func).is_none()) {
            let name = ctx.text(decl.name);
            diagnostics.error(ctx.place_of_function(func), format!("{problem}: '@{name}'"));
        }
    }
}

fn comdat_problem(linking: &Linking, is_declaration: bool) -> Option<&'static str> {
    linking.comdat?;
    if is_declaration || linking.linkage == Linkage::AvailableExternally {
        return Some("a declaration may not be in a comdat");
    }
    (linking.linkage == Linkage::Common).then_some("a 'common' global may not be in a comdat")
}

fn linkage_problem(ctx: &Context, global: GlobalVar) -> Option<&'static str> {
    let data = &ctx.globals[global];
    let is_array = matches!(ctx.types.data(data.value_ty), TypeData::Array(..));
    (data.linking.linkage == Linkage::Appending && !is_array)
        .then_some("only global arrays can have appending linkage")
}

/// `llvm.used`, `llvm.global_ctors` and the like.
fn special_problem(ctx: &Context, global: GlobalVar, name: &str) -> Option<&'static str> {
    let data = &ctx.globals[global];
    match name {
        "llvm.used" | "llvm.compiler.used" => {
            let TypeData::Array(element, _) = *ctx.types.data(data.value_ty) else {
                return Some("wrong type for an intrinsic global variable");
            };
            if !ctx.types.is_ptr(element) {
                return Some("wrong type for an intrinsic global variable");
            }
            let members: &[Constant] = match ctx.constants.data(data.initializer?) {
                ConstantData::Aggregate(_, members) => members,
                _ => return Some("wrong initializer for an intrinsic global variable"),
            };
            let is_named = |&member: &Constant| !matches!(base(ctx, member), Base::Other);
            (!members.iter().all(is_named)).then_some("a member is not a global")
        }
        "llvm.global_ctors" | "llvm.global_dtors" => {
            if data.initializer.is_some() && data.linking.linkage != Linkage::Appending {
                return Some("invalid linkage for an intrinsic global variable");
            }
            let TypeData::Array(element, _) = *ctx.types.data(data.value_ty) else {
                return (data.initializer.is_some()).then_some("wrong type for an intrinsic global variable");
            };
            let is_entry = ctx.types.struct_fields(element).is_some_and(|(members, _)| {
                members.len() == 3
                    && members[0] == Type::I32
                    && members[1..].iter().all(|&ty| ctx.types.is_ptr(ty))
            });
            (!is_entry).then_some("entries are { i32, ptr, ptr } in an intrinsic global variable")
        }
        _ => None,
    }
}

fn alias_problem(
    module: &Module,
    is_ifunc: bool,
    aliasee: Constant,
    linking: &Linking,
) -> Option<&'static str> {
    use Linkage::*;
    let allowed = match linking.linkage {
        External | Private | Internal | LinkOnce | Weak | LinkOnceOdr | WeakOdr => true,
        AvailableExternally => !is_ifunc,
        _ => false,
    };
    if !allowed {
        return Some("an alias or ifunc cannot have this linkage");
    }
    if is_ifunc && let Some(problem) = resolver_problem(module, aliasee) {
        return Some(problem);
    }
    let is_defined = |func: FuncRef| module.body(func).is_some();
    match base(&module.ctx, aliasee) {
        Base::Function(func) if !is_defined(func) => match is_ifunc {
            true => Some("an ifunc's resolver must be a definition"),
            false => Some("an alias must point to a definition"),
        },
        Base::Global(global) if is_ifunc && !module.ctx.aliases.contains_key(&global) => {
            Some("an ifunc must have a function as its resolver")
        }
        Base::Global(global) => {
            let is_declared =
                module.ctx.globals[global].initializer.is_none() && !module.ctx.aliases.contains_key(&global);
            is_declared.then_some("an alias must point to a definition")
        }
        Base::Other if is_ifunc => Some("an ifunc must have a function as its resolver"),
        _ => None,
    }
}

/// The aliases that form cycles. Cost: one walk over all.
fn cyclic_aliases(ctx: &Context) -> FxHashSet<GlobalVar> {
    let next = |global: GlobalVar| match base(ctx, ctx.aliases.get(&global)?.aliasee) {
        Base::Global(next) => Some(next),
        _ => None,
    };
    // The alias from which the walk that reached this one began.
    let mut walks: FxHashMap<GlobalVar, GlobalVar> = FxHashMap::default();
    let mut cyclic = FxHashSet::default();
    for (start, _) in ctx.globals.iter() {
        let mut at = Some(start);
        while let Some(global) = at {
            match walks.get(&global) {
                None => {
                    walks.insert(global, start);
                    at = next(global);
                }
                Some(&walk) => {
                    // This walk reached it before: everything since is a cycle.
                    let mut member = (walk == start).then_some(global);
                    while let Some(global) = member.filter(|&global| cyclic.insert(global)) {
                        member = next(global);
                    }
                    break;
                }
            }
        }
    }
    cyclic
}

/// The resolver must be a function itself, not an address near it, and return a pointer.
fn resolver_problem(module: &Module, mut resolver: Constant) -> Option<&'static str> {
    let ctx = &module.ctx;
    // Cycles are reported where they occur.
    let mut aliases = 0..ctx.aliases.len();
    loop {
        resolver = match ctx.constants.data(resolver) {
            ConstantData::Function(_, func) => {
                let result = ctx
                    .types
                    .signature(ctx.functions[*func].ty)
                    .map(|signature| signature.0);
                let is_pointer = result.is_some_and(|result| ctx.types.is_ptr(result));
                return (!is_pointer).then_some("an ifunc's resolver must return a pointer");
            }
            ConstantData::Global(_, global) => {
                aliases.next()?;
                ctx.aliases.get(global)?.aliasee
            }
            ConstantData::Expr(expr) => {
                let moves = |offset: &Constant| ctx.int_value(*offset) != Some(0);
                let is_same = match expr.opcode {
                    Opcode::BitCast | Opcode::AddrSpaceCast => true,
                    Opcode::GetElementPtr => !expr.args[1..].iter().any(moves),
                    _ => false,
                };
                if !is_same {
                    return Some("an ifunc must have a function as its resolver");
                }
                expr.args[0]
            }
            _ => return None,
        };
    }
}

/// The names that only the module itself may use, if a constant is one of them.
pub(super) fn use_problem(ctx: &Context, constant: Constant) -> Option<&'static str> {
    let name = match ctx.constants.data(constant) {
        ConstantData::Function(_, func) => {
            let name = ctx.text(ctx.functions[*func].name);
            return name
                .starts_with("llvm.")
                .then_some("the address of an intrinsic is taken");
        }
        ConstantData::Global(_, global) => ctx.text(ctx.globals[*global].name),
        _ => return None,
    };
    matches!(
        name,
        "llvm.used" | "llvm.compiler.used" | "llvm.global_ctors" | "llvm.global_dtors"
    )
    .then_some("invalid uses of an intrinsic global variable")
}

/// The same for a constant and everything it contains, except what was `seen` before.
fn nested_use_problem(
    ctx: &Context,
    constant: Constant,
    seen: &mut FxHashSet<Constant>,
) -> Option<&'static str> {
    let mut work = vec![constant];
    while let Some(constant) = work.pop() {
        let members: &[Constant] = match ctx.constants.data(constant) {
            ConstantData::Aggregate(_, members) => members,
            ConstantData::Expr(expr) => &expr.args,
            _ => match use_problem(ctx, constant) {
                Some(problem) => return Some(problem),
                None => continue,
            },
        };
        if seen.insert(constant) {
            work.extend(members);
        }
    }
    None
}

/// The object that an address belongs to.
enum Base {
    Function(FuncRef),
    Global(GlobalVar),
    Other,
}

fn base(ctx: &Context, mut constant: Constant) -> Base {
    // The reader limits the nesting of expressions.
    loop {
        constant = match ctx.constants.data(constant) {
            ConstantData::Global(_, global) => return Base::Global(*global),
            ConstantData::Function(_, func) => return Base::Function(*func),
            ConstantData::Expr(expr) if !expr.args.is_empty() => expr.args[0],
            _ => return Base::Other,
        };
    }
}
