//! Gives symbols the names they have in the object file: an unnamed function or variable gets a unique name,
//! `__unnamed_1` and so on in the order of the module (functions first), and the prefix `\01`, which marks a name that
//! is used as is, is removed.
//!
//! Requires: nothing. Preserves: everything but names. Cost: linear in functions and variables.

use crate::context::Context;
use crate::entities::Symbol;
use crate::module::Module;

/// Renames symbols whose name is not the object file's.
pub fn run(module: &mut Module) {
    let ctx = &mut module.ctx;
    let mut next = 0;
    for func in ctx.functions.keys() {
        let decl = &ctx.functions[func];
        if let Some(name) = name_in_objects(ctx, decl.name, decl.linking.is_anonymous, &mut next) {
            ctx.rename_function(func, &name);
        }
    }
    for global in ctx.globals.keys() {
        let data = &ctx.globals[global];
        if let Some(name) = name_in_objects(ctx, data.name, data.linking.is_anonymous, &mut next) {
            ctx.rename_global(global, &name);
        }
    }
}

/// The new name for `name`, if that is not the object file's.
fn name_in_objects(ctx: &Context, name: Symbol, is_anonymous: bool, next: &mut u32) -> Option<String> {
    let is_taken = |name: &str| ctx.function_named(name).is_some() || ctx.global_named(name).is_some();
    if !is_anonymous {
        let rest = ctx.text(name).strip_prefix('\u{1}')?;
        return (!is_taken(rest)).then(|| rest.to_string());
    }
    loop {
        *next += 1;
        let name = format!("__unnamed_{next}");
        if !is_taken(&name) {
            return Some(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::testing::REGISTRY;
    use crate::text::parse_module_text;

    #[test]
    fn what_has_no_name_gets_a_free_one() {
        let mut module = parse_module_text(
            "@0 = global i32 1\n@__unnamed_2 = global ptr @0\n@\"\\01raw\" = global i32 2\n\
             define void @1() {\n  ret void\n}\ndefine void @named() {\n  call void @1()\n  ret void\n}\n",
            &REGISTRY,
        )
        .expect("IR");
        super::run(&mut module);
        let ctx = &module.ctx;
        let functions: Vec<&str> = ctx.functions.values().map(|f| ctx.text(f.name)).collect();
        let globals: Vec<&str> = ctx.globals.values().map(|g| ctx.text(g.name)).collect();
        assert_eq!(functions, ["__unnamed_1", "named"]);
        assert_eq!(globals, ["__unnamed_3", "__unnamed_2", "raw"]);
    }
}
