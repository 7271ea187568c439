//! Variables and their initializers.

use super::attributes::merge;
use super::declarator::{Chunk, Declarator, Parameter};
use super::specifiers::{Specifiers, Storage};
use super::{Failed, Parsed, Parser};
use crate::ast::{Init, VarId, VarKind, Variable};
use crate::sema::init::{Designator, Written, WrittenItem};
use crate::sema::names::Binding;
use crate::token::{Symbol, TokenKind};
use crate::types::{QualType, Space, Ty, TypeKind, quals};
use crate::warnings::Warning;
use wavec_support::Span;

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
        let mut early = None;
        let mut ty = match specifiers.deduced {
            true => self.deduced_type(specifiers, &declarator, &mut early)?,
            false => self.declared_type(specifiers, &declarator),
        };
        if specifiers.storage == Storage::Typedef {
            if self.kind() == TokenKind::Equal {
                let span = self.span();
                self.error(span, "illegal initializer (only variables can be initialized)");
                return Err(Failed);
            }
            let align = declarator.attributes.align.max(specifiers.attributes.align);
            self.declare_typedef(name, (ty, specifiers.typedef), align, span);
            return Ok(());
        }
        if let TypeKind::Function(_) = self.sema.kind(ty.ty) {
            let Some(Chunk::Function(params, variadic)) = declarator.chunks.last() else {
                self.error(span, "function declared through a typedef is not supported");
                return Err(Failed);
            };
            self.check_declared(params, false);
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
        self.check_image_or_sampler(&mut ty, file_scope, span);
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
        let align = declarator.attributes.align.max(specifiers.attributes.align);
        let is_extern = specifiers.storage == Storage::Extern;
        let var = Variable {
            name,
            ty,
            named: specifiers.typedef,
            kind,
            span,
            init: None,
            align,
            function: self.sema.current.filter(|_| !is_extern),
            is_extern,
            is_static: file_scope && specifiers.storage == Storage::Static,
            asm_label: declarator.label.filter(|_| kind == VarKind::Global),
            uses: 0,
            is_unused: declarator.attributes.is_unused || specifiers.attributes.is_unused,
        };
        if declarator.label.is_some() && kind != VarKind::Global {
            let label = declarator.label.map_or("", |label| label.text);
            let message = format!("ignored asm label '{label}' on automatic variable");
            self.sema.warning(Warning::IgnoredAttributes, span, message);
        }
        let is_static = specifiers.storage == Storage::Static;
        let id = match self.earlier_variable(&var, is_static) {
            Some(old) => old,
            None => self.sema.new_var(var),
        };
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
        self.sema.check_shadow(name, span);
        // The name is in scope in its own initializer.
        self.sema.declare(name, Binding::Var(id), span);
        if kind == VarKind::Global && id.0 as usize + 1 == self.sema.vars.len() {
            self.sema.global_order.push(id);
        }
        if is_extern {
            self.sema.extern_vars.insert(name, id);
        }
        if early.is_some() || self.kind() == TokenKind::Equal {
            let written = match early {
                Some(written) => written,
                None => {
                    self.bump();
                    self.initializer()?
                }
            };
            if kind == VarKind::WorkGroup {
                self.error(span, "'__local' variable cannot have an initializer");
                return Ok(());
            }
            let mut complete = ty;
            let init = self.sema.initializer(&mut complete, written, span);
            if let Some(init) = init
                && kind == VarKind::Global
                && self.sema.kind(ty.ty) != TypeKind::Sampler
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

    /// Reports variables that are images, and samplers that can be changed. Samplers at program scope are constants.
    fn check_image_or_sampler(&mut self, ty: &mut QualType, file_scope: bool, span: wavec_support::Span) {
        // Its address space is right everywhere, so that nothing else is reported.
        let error = QualType {
            space: if file_scope {
                Space::Constant
            } else {
                Space::Private
            },
            ..QualType::new(Ty::ERROR)
        };
        match self.sema.kind(ty.ty) {
            TypeKind::Image(..) => {
                let name = self.sema.type_name(ty.unqualified());
                let message = format!("type '{name}' can only be used as a function parameter in OpenCL");
                self.error(span, message);
                *ty = error;
            }
            TypeKind::Sampler => {
                if matches!(ty.space, Space::Global | Space::Local) {
                    let message =
                        "sampler type cannot be used with the __local and __global address space qualifiers";
                    self.error(span, message);
                    *ty = error;
                } else if file_scope && !ty.is_const() {
                    let message = "global sampler requires a const or constant address space qualifier";
                    self.error(span, message);
                    *ty = error;
                } else if file_scope {
                    ty.space = Space::Constant;
                }
            }
            _ => {}
        }
    }

    /// The type of a variable declared with `__auto_type`: that of its initializer, which is read first.
    fn deduced_type(
        &mut self,
        specifiers: &Specifiers<'a>,
        declarator: &Declarator<'a>,
        early: &mut Option<Written<'a>>,
    ) -> Parsed<QualType> {
        let name = declarator.name.map_or("", |name| self.sema.text(name));
        if !declarator.chunks.is_empty() || specifiers.storage == Storage::Typedef {
            self.error(
                declarator.span,
                format!("'{name}' with type '__auto_type' must be a plain variable"),
            );
            return Err(Failed);
        }
        if !self.eat(TokenKind::Equal) {
            let message =
                format!("declaration of variable '{name}' with deduced type requires an initializer");
            self.error(declarator.span, message);
            return Err(Failed);
        }
        let value = self.assignment_expression()?;
        let value = self.sema.rvalue(value);
        *early = Some(Written::Expr(value));
        Ok(QualType {
            quals: specifiers.ty.quals,
            space: specifiers.space.unwrap_or(Space::Private),
            ty: value.ty.ty,
        })
    }

    /// The variable that `var` redeclares or defines; reports conflicts.
    fn earlier_variable(&mut self, var: &Variable<'a>, is_static: bool) -> Option<VarId> {
        let (name, span) = (var.name, var.span);
        let file_scope = self.sema.at_file_scope();
        let here = self.sema.lookup_here(name);
        let here = here.filter(|(old, _)| !matches!(old, Binding::BuiltinType(_)));
        let linked = match here {
            Some((Binding::Var(old), _)) if file_scope || var.is_extern => Some(old),
            Some(_) => None,
            None if file_scope => self.sema.extern_vars.get(&name).copied(),
            None if var.is_extern => self.sema.file_variable(name),
            None => None,
        };
        let linked = linked.filter(|&old| self.sema.var(old).kind == VarKind::Global);
        let Some(id) = linked else {
            if let Some((_, old_span)) = here {
                self.redefined(name, span, old_span);
            }
            return None;
        };
        let old = self.sema.var(id).clone();
        let has_value = self.kind() == TokenKind::Equal;
        let compatible = self
            .composite_type(old.ty.ty, var.ty.ty)
            .filter(|_| old.ty.space == var.ty.space);
        if let Some((new, old_name)) = compatible
            .is_none()
            .then(|| (self.sema.type_name(var.ty), self.sema.type_name(old.ty)))
        {
            let text = self.sema.text(name);
            let message = format!("redefinition of '{text}' with a different type: '{new}' vs '{old_name}'");
            let note = "previous definition is here";
            self.sema.error_note(span, message, old.span, note);
            return None;
        }
        if is_static && old.is_extern {
            let text = self.sema.text(name);
            let message = format!("static declaration of '{text}' follows non-static declaration");
            let note = "previous declaration is here";
            self.sema.error_note(span, message, old.span, note);
        }
        // Several declarations without an initializer are one definition where a variable needs none.
        let tentative = file_scope && var.ty.space == Space::Global;
        if !var.is_extern && !old.is_extern && (has_value && old.init.is_some() || !tentative) {
            self.redefined(name, span, old.span);
        }
        if let Some(label) = var.asm_label {
            match old.asm_label {
                Some(before) if before.text != label.text => {
                    let note = "previous declaration is here";
                    self.sema
                        .error_note(span, "conflicting asm label", before.span, note);
                }
                None if old.uses > 0 => {
                    let message = "cannot apply asm label to variable after its first use";
                    self.error(span, message);
                }
                _ => {}
            }
        }
        let all = &mut self.sema.vars[id.0 as usize];
        all.ty.ty = compatible.unwrap_or(var.ty.ty);
        all.is_extern &= var.is_extern;
        all.asm_label = old.asm_label.or(var.asm_label);
        all.align = old.align.max(var.align);
        Some(id)
    }

    fn redefined(&mut self, name: Symbol, span: Span, old: Span) {
        let message = format!("redefinition of '{}'", self.sema.text(name));
        self.sema
            .error_note(span, message, old, "previous definition is here");
    }

    /// The type of a variable with both declarations: an array has its size if either one gives it.
    fn composite_type(&self, old: Ty, new: Ty) -> Option<Ty> {
        match (self.sema.kind(old), self.sema.kind(new)) {
            _ if old == new => Some(old),
            (TypeKind::IncompleteArray(a), TypeKind::Array(b, _)) if a.ty == b.ty => Some(new),
            (TypeKind::Array(a, _), TypeKind::IncompleteArray(b)) if a.ty == b.ty => Some(old),
            _ => None,
        }
    }

    /// A program may redeclare `printf`; it still is the builtin.
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

    /// Reports an initializer of a program-scope variable that is not constant.
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

    /// Determines the storage of a variable and reports violations of OpenCL's rules.
    fn check_space(
        &mut self,
        specifiers: &Specifiers<'a>,
        ty: &mut QualType,
        kind: &mut VarKind,
        file_scope: bool,
        span: Span,
    ) {
        let is_static = matches!(specifiers.storage, Storage::Static | Storage::Extern);
        let modern = self.sema.options.has_global_variables();
        // An address space before a pointer applies to its pointee.
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
            let designators = self.designators()?;
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

    /// (designator+ `=`)?, or as in GNU C `name:` and `[index]` without `=`.
    fn designators(&mut self) -> Parsed<Vec<Designator<'a>>> {
        let mut designators = Vec::new();
        if self.kind() == TokenKind::Ident && self.peek(1).kind == TokenKind::Colon {
            let name = self.bump();
            self.bump();
            designators.push(Designator::Field(name.symbol, name.span));
            return Ok(designators);
        }
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
        let is_index = matches!(designators[..], [Designator::Index(_) | Designator::Range(..)]);
        if !(designators.is_empty() || self.eat(TokenKind::Equal) || is_index) {
            self.expect(TokenKind::Equal, "expected '=' or another designator")?;
        }
        Ok(designators)
    }
}
