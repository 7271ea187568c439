//! Variables, and what they start as.

use super::attributes::merge;
use super::declarator::{Chunk, Declarator, Parameter};
use super::specifiers::{Specifiers, Storage};
use super::{Failed, Parsed, Parser};
use crate::ast::{Init, VarId, VarKind, Variable};
use crate::sema::init::{Designator, Written, WrittenItem};
use crate::sema::names::Binding;
use crate::token::TokenKind;
use crate::types::{QualType, Space, Ty, TypeKind, quals};

impl<'a> Parser<'_, '_, 'a> {
    /// Declares one declarator and reads its initializer.
    pub(super) fn declare(
        &mut self,
        specifiers: &Specifiers<'a>,
        declarator: Declarator<'a>,
        vars: &mut Vec<VarId>,
    ) -> Parsed<()> {
        let Some(name) = declarator.name else {
            return Err(Failed);
        };
        let span = declarator.span;
        let mut ty = self.declared_type(specifiers, &declarator);
        if specifiers.storage == Storage::Typedef {
            if self.kind() == TokenKind::Equal {
                let span = self.span();
                self.error(span, "illegal initializer (only variables can be initialized)");
                return Err(Failed);
            }
            self.declare_typedef(name, ty, span);
            return Ok(());
        }
        if let TypeKind::Function(_) = self.sema.kind(ty.ty) {
            let Some(Chunk::Function(params, variadic)) = declarator.chunks.last() else {
                self.error(span, "function declared through a typedef is not supported");
                return Err(Failed);
            };
            if *variadic && self.sema.text(name) == "printf" && !self.sema.in_library {
                self.check_printf(ty.ty, params, span);
                return Ok(());
            }
            let mut attributes = specifiers.attributes;
            merge(&mut attributes, &declarator.attributes);
            self.declare_function(specifiers, &attributes, &declarator, params, *variadic, ty);
            return Ok(());
        }
        self.refuse_opaque(specifiers.ty.ty, &mut ty, specifiers.span);
        let file_scope = self.sema.at_file_scope();
        let mut kind = if file_scope {
            VarKind::Global
        } else {
            VarKind::Local
        };
        if specifiers.kernel {
            self.error(span, "'__kernel' attribute only applies to functions");
        }
        let kernel_only = declarator
            .attributes
            .kernel_only
            .or(specifiers.attributes.kernel_only);
        if let Some((place, word)) = kernel_only {
            self.error(place, format!("'{word}' attribute only applies to functions"));
        }
        self.check_space(specifiers, &mut ty, &mut kind, file_scope, span);
        let align = declarator.attributes.align.or(specifiers.attributes.align);
        let is_extern = specifiers.storage == Storage::Extern;
        let var = Variable {
            name,
            ty,
            kind,
            span,
            init: None,
            align,
            function: self.sema.current,
            is_extern,
            used: false,
        };
        if let Some((old, old_span)) = self.sema.lookup_here(name)
            && !matches!(old, Binding::BuiltinType(_))
        {
            let again = match old {
                Binding::Var(old) if file_scope => {
                    let old = self.sema.var(old);
                    let same =
                        old.ty.ty == ty.ty || matches!(self.sema.kind(ty.ty), TypeKind::IncompleteArray(_));
                    same && (is_extern || old.is_extern)
                }
                _ => false,
            };
            if !again {
                let text = self.sema.text(name);
                self.sema.error_note(
                    span,
                    format!("redefinition of '{text}'"),
                    old_span,
                    "previous definition is here",
                );
            } else if is_extern {
                return Ok(());
            }
        }
        let id = self.sema.new_var(var);
        if ty.ty == Ty::VOID || !self.sema.types.is_complete(ty.ty) && ty.ty != Ty::ERROR {
            let unsized_array = matches!(self.sema.kind(ty.ty), TypeKind::IncompleteArray(_));
            if !(unsized_array && (self.kind() == TokenKind::Equal || is_extern)) {
                let type_name = self.sema.type_name(ty.unqualified());
                let message = if unsized_array {
                    "definition of variable with array type needs an explicit size or an initializer"
                        .to_string()
                } else {
                    format!("variable has incomplete type '{type_name}'")
                };
                self.error(span, message);
                self.sema.vars[id.0 as usize].ty.ty = Ty::ERROR;
                ty.ty = Ty::ERROR;
            }
        }
        // The name is in scope in its own initializer.
        self.sema.declare(name, Binding::Var(id), span);
        if kind == VarKind::Global {
            self.sema.global_order.push(id);
        }
        if self.kind() == TokenKind::Equal {
            self.bump();
            let written = self.initializer()?;
            if kind == VarKind::WorkGroup {
                self.error(span, "'__local' variable cannot have an initializer");
                return Ok(());
            }
            let mut complete = ty;
            let init = self.sema.initializer(&mut complete, written, span);
            if let Some(init) = init
                && kind == VarKind::Global
            {
                self.check_constant(&init, complete);
            }
            let var = &mut self.sema.vars[id.0 as usize];
            var.ty.ty =
                if init.is_none() && matches!(self.sema.types.kind(ty.ty), TypeKind::IncompleteArray(_)) {
                    Ty::ERROR
                } else {
                    complete.ty
                };
            var.init = init;
            var.is_extern = false;
        } else if ty.space == Space::Constant && !is_extern && ty.ty != Ty::ERROR {
            self.error(span, "variable in constant address space must be initialized");
        }
        vars.push(id);
        Ok(())
    }

    /// A program may repeat the declaration of `printf`, which is the builtin all the same.
    fn check_printf(&mut self, ty: Ty, params: &[Parameter<'a>], span: wavec_support::Span) {
        let TypeKind::Function(id) = self.sema.kind(ty) else {
            return;
        };
        let ret = self.sema.types.function_type(id).ret;
        let format = match params {
            [format] => self.sema.types.as_pointer(format.ty.ty),
            _ => None,
        };
        let fits = format.is_some_and(|format| format.ty == Ty::CHAR && format.space == Space::Constant);
        if ret.ty != Ty::INT || !fits {
            self.error(span, "conflicting types for 'printf'");
        }
    }

    /// Reports an initializer of a program-scope variable that is no constant.
    fn check_constant(&mut self, init: &Init<'a>, ty: QualType) {
        match *init {
            Init::Str(_) => {}
            Init::Expr(expr) => {
                if !self.sema.is_constant_value(expr) {
                    self.error(expr.span, "initializer element is not a compile-time constant");
                }
            }
            Init::Members(members) => {
                for (index, member) in members {
                    let member_ty = match self.sema.kind(ty.ty) {
                        TypeKind::Array(of, _) => of,
                        TypeKind::Record(id) => self.sema.types.record(id).fields[*index as usize].ty,
                        _ => ty,
                    };
                    self.check_constant(member, member_ty);
                }
            }
        }
    }

    /// Finds where a variable lives and reports what OpenCL does not allow.
    fn check_space(
        &mut self,
        specifiers: &Specifiers<'a>,
        ty: &mut QualType,
        kind: &mut VarKind,
        file_scope: bool,
        span: wavec_support::Span,
    ) {
        let is_static = matches!(specifiers.storage, Storage::Static | Storage::Extern);
        let modern = self.sema.options.cl_std.generic_by_default();
        // An address space in front of a pointer is that of what it points to.
        let is_pointer = self.sema.types.as_pointer(ty.ty).is_some();
        let written_private = specifiers.space == Some(Space::Private) && !is_pointer;
        if specifiers.storage == Storage::Static && !file_scope && !modern && !self.sema.in_library {
            self.error(span, "variables in function scope cannot be declared static");
        }
        if file_scope || is_static {
            *kind = VarKind::Global;
            match ty.space {
                Space::Constant => {}
                Space::Private | Space::Global if modern && !written_private => ty.space = Space::Global,
                _ if self.sema.in_library && ty.quals & quals::CONST != 0 => ty.space = Space::Constant,
                _ => {
                    let message = match (file_scope, modern) {
                        _ if specifiers.storage == Storage::Extern => {
                            if modern {
                                "extern variable must reside in global or constant address space"
                            } else {
                                "extern variable must reside in constant address space"
                            }
                        }
                        (true, false) => "program scope variable must reside in constant address space",
                        (true, true) => {
                            "program scope variable must reside in global or constant address space"
                        }
                        (false, false) => "static local variable must reside in constant address space",
                        (false, true) => {
                            "static local variable must reside in global or constant address space"
                        }
                    };
                    self.error(span, message);
                    ty.space = Space::Private;
                }
            }
            return;
        }
        let in_kernel = self.sema.current.is_some_and(|id| self.sema.function(id).kernel);
        match ty.space {
            Space::Local => {
                *kind = VarKind::WorkGroup;
                if self.sema.in_library {
                } else if !in_kernel {
                    self.error(
                        span,
                        "non-kernel function variable cannot be declared in local address space",
                    );
                } else if self.sema.scope_depth() > 1 {
                    self.error(
                        span,
                        "variables in the local address space can only be declared in the outermost scope of a kernel function",
                    );
                }
            }
            Space::Constant => {
                *kind = VarKind::Global;
                if !in_kernel && !self.sema.in_library {
                    self.error(
                        span,
                        "non-kernel function variable cannot be declared in constant address space",
                    );
                }
            }
            Space::Private => {}
            Space::Global | Space::Generic => {
                self.error(span, "automatic variable qualified with an invalid address space");
                ty.space = Space::Private;
            }
        }
    }

    /// initializer: assignment-expression | `{` (designators? initializer),* `}`
    pub(super) fn initializer(&mut self) -> Parsed<Written<'a>> {
        if self.kind() != TokenKind::LBrace {
            return Ok(Written::Expr(self.assignment_expression()?));
        }
        self.enter()?;
        let open = self.bump().span;
        let mut items = Vec::new();
        while self.kind() != TokenKind::RBrace {
            let mut designators = Vec::new();
            loop {
                match self.kind() {
                    TokenKind::Dot => {
                        self.bump();
                        let name = self.expect(
                            TokenKind::Ident,
                            "expected a field designator, such as '.field = 4'",
                        )?;
                        designators.push(Designator::Field(name.symbol, name.span));
                    }
                    TokenKind::LBracket => {
                        let open = self.bump().span;
                        let index = self.conditional_expression()?;
                        if self.eat(TokenKind::Ellipsis) {
                            let last = self.conditional_expression()?;
                            designators.push(Designator::Range(index, last));
                        } else {
                            designators.push(Designator::Index(index));
                        }
                        self.expect_close(TokenKind::RBracket, open)?;
                    }
                    _ => break,
                }
                if designators.len() > 128 {
                    let span = self.span();
                    self.sema.fatal_error(span, "designator is nested too deeply");
                    return Err(Failed);
                }
            }
            if !designators.is_empty() {
                self.expect(TokenKind::Equal, "expected '=' or another designator")?;
            }
            let value = self.initializer()?;
            items.push(WrittenItem { designators, value });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        let close = self.expect_close(TokenKind::RBrace, open)?;
        self.leave();
        Ok(Written::List(items, open.to(close.span)))
    }
}
