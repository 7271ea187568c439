//! The builtin library for modules of other front ends: defines what a module declares under the names that clang and
//! AMD's device libraries give to builtin functions.

use crate::builtins::mangled::{self, Prototype};
use crate::lexer::Lexer;
use crate::sema::Sema;
use crate::token::{Interner, Token, TokenKind};
use crate::{AddressSpaces, CLStandard, Options, TargetDescription, lower, parse};
use bumpalo::Bump;
use std::fmt::Write;
use wavec_ir::context::{Linkage, Visibility};
use wavec_ir::{Context, FuncRef, Module, Type};
use wavec_support::{Diagnostics, FileId, SourceMap};

/// Functions without bodies whose names are those of builtin functions by their form.
fn declared(module: &Module) -> impl Iterator<Item = FuncRef> {
    module.ctx.functions.iter().filter_map(|(func, function)| {
        let is_declared = module.bodies[func].is_none() && !function.is_removed;
        (is_declared && mangled::has_form(module.ctx.text(function.name))).then_some(func)
    })
}

/// Whether a module declares functions that may be builtin ones.
pub fn declares_builtins(module: &Module) -> bool {
    declared(module).next().is_some()
}

/// Gives bodies to the functions that `module` only declares and that are builtin functions of OpenCL C by their names.
/// The functions become internal. `for_checks` is as in [`Options`]. Cost: the time to compile the library functions that they need.
///
/// # Errors
/// A builtin function has no overload of the declared type.
pub fn define_builtins(
    module: &mut Module,
    sources: &mut SourceMap,
    target: &TargetDescription,
    for_checks: bool,
) -> Result<(), Diagnostics> {
    let functions: Vec<(FuncRef, Prototype<'_>)> = declared(module)
        .filter_map(|func| {
            Some((
                func,
                mangled::prototype(&module.ctx, func, &target.address_spaces)?,
            ))
        })
        .collect();
    if functions.is_empty() {
        return Ok(());
    }
    let options = Options {
        cl_std: CLStandard::CL30,
        for_checks,
        ..Options::default()
    };
    let arena = Bump::with_capacity(64 << 10);
    let mut interner = Interner::new(&arena);
    let mut diags = Diagnostics::new();
    let mut sema = Sema::new(
        &arena,
        &mut interner,
        sources,
        &mut diags,
        &options,
        target,
        parse::declarations,
    );
    let mut text = String::new();
    let mut defined = Vec::new();
    for (func, prototype) in &functions {
        let symbol = sema.interner.intern(prototype.name);
        let is_builtin = sema.names_builtin(symbol) || sema.library_function(symbol).is_some();
        if is_builtin
            && write_definition(&mut text, &module.ctx, *func, prototype, &target.address_spaces).is_some()
        {
            defined.push(*func);
        }
    }
    if text.is_empty() {
        return Ok(());
    }
    let file = sema.sources.add("<builtin functions>", text.as_str());
    let tokens = tokens(file, &text, sema.interner);
    parse::declarations(&mut sema, &tokens);
    sema.finish_library();
    sema.resolve_symbols();
    if sema.diags.has_errors() {
        return Err(diags);
    }
    let before = std::mem::replace(module, Module::new(target.intrinsics));
    *module = lower::lower_into(&mut sema, before);
    for func in defined {
        let linking = &mut module.ctx.functions[func].linking;
        (linking.linkage, linking.visibility) = (Linkage::Internal, Visibility::Default);
    }
    Ok(())
}

/// The tokens of a text without macros.
fn tokens(file: FileId, text: &str, interner: &mut Interner<'_>) -> Vec<Token> {
    let mut lexer = Lexer::new(file, text.into());
    let mut tokens = Vec::with_capacity(text.len() / 3);
    loop {
        let token = lexer.next_of_library(interner);
        tokens.push(token);
        if token.kind == TokenKind::Eof {
            return tokens;
        }
    }
}

/// A function in OpenCL C with the symbol of `func` that calls the builtin function.
fn write_definition(
    text: &mut String,
    ctx: &Context,
    func: FuncRef,
    prototype: &Prototype<'_>,
    spaces: &AddressSpaces,
) -> Option<()> {
    let function = &ctx.functions[func];
    let (ret, ..) = ctx.types.signature(function.ty)?;
    let result = mangled::result_name(ctx, ret, spaces)?;
    let number = func.as_u32();
    let (params, args): (Vec<_>, Vec<_>) = prototype
        .params
        .iter()
        .enumerate()
        .map(|(index, ty)| (format!("{ty} a{index}"), format!("a{index}")))
        .unzip();
    let head = format!("{result} __define_{number}({})", params.join(", "));
    let call = format!("{}({})", prototype.name, args.join(", "));
    let value = match ret {
        Type::VOID => call,
        // A vector of unsigned numbers is not converted implicitly.
        _ if ctx.types.vector_parts(ret).is_some() => format!("return as_{result}({call})"),
        _ => format!("return {call}"),
    };
    let symbol = ctx.text(function.name);
    let _ = writeln!(
        text,
        "{head} __asm__(\"{symbol}\");\n{head} {{ {value}; }} // {symbol}"
    );
    Some(())
}
