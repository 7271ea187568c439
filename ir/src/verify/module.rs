//! Globals and declarations.

use super::attributes::check_declaration;
use super::{function_attributes, metadata};
use crate::context::Linkage;
use crate::module::Module;
use crate::types::TypeData;
use wavec_support::Diagnostics;

pub(super) fn verify(module: &Module, diagnostics: &mut Diagnostics) {
    let ctx = &module.ctx;
    for (global, data) in ctx.globals.iter() {
        if ctx.aliases.contains_key(&global) {
            continue;
        }
        let name = ctx.text(data.name);
        let place = ctx.place_of_global(data.name);
        let mut error = |what: &str| diagnostics.error(place, format!("{what}: global variable '@{name}'"));
        if let Some(initializer) = data.initializer
            && ctx.constants.ty(initializer) != data.value_ty
        {
            error("the initializer does not have the type of the contents");
        }
        if matches!(
            ctx.types.data(data.value_ty),
            TypeData::Void | TypeData::Function(..) | TypeData::Label | TypeData::Metadata | TypeData::Token
        ) {
            error("the type of the contents has no size");
        }
        let local = matches!(data.linking.linkage, Linkage::Internal | Linkage::Private);
        if local && data.initializer.is_none() {
            error("a local global variable has no initializer");
        }
        if ctx.function_by_symbol(data.name).is_some() {
            error("the name is also that of a function");
        }
        metadata::verify_global_attachments(ctx, data.name, &data.metadata, false, diagnostics);
    }
    for func in module.functions() {
        let decl = &ctx.functions[func];
        if let Some(body) = module.body(func)
            && body.func != func
        {
            let name = ctx.text(decl.name);
            diagnostics.error(
                ctx.place_of_function(func),
                format!("the body of '@{name}' belongs to another function"),
            );
        }
        check_declaration(ctx, func, diagnostics);
        function_attributes::check(ctx, func, diagnostics);
        let is_declaration = module.body(func).is_none();
        metadata::verify_global_attachments(ctx, decl.name, &decl.metadata, is_declaration, diagnostics);
    }
}
