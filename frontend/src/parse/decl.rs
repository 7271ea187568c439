//! Declarations and function definitions.

use super::attributes::Attributes;
use super::types::{Chunk, Declarator, Parameter, Specifiers, Storage};
use super::{Failed, Parsed, Parser};
use crate::ast::{FnId, Function, FunctionAttributes, Init, Stmt, VarId, VarKind, Variable};
use crate::sema::init::{Designator, Written, WrittenItem};
use crate::sema::names::Binding;
use crate::token::TokenKind;
use crate::types::{QualType, Space, Ty, TypeKind, quals};

impl<'a> Parser<'_, '_, 'a> {
    /// external-declaration: function-definition | declaration
    pub(super) fn external_declaration(&mut self) -> Parsed<()> {
        self.depth = 0;
        match self.kind() {
            TokenKind::Semi | TokenKind::PragmaUnroll => {
                self.bump();
                return Ok(());
            }
            TokenKind::PragmaFpContract => {
                self.sema.fp_contract = self.bump().symbol.0 != 0;
                return Ok(());
            }
            TokenKind::RBrace => {
                let span = self.bump().span;
                self.error(span, "extraneous closing brace ('}')");
                return Ok(());
            }
            TokenKind::StaticAssert => return self.static_assert(),
            _ => {}
        }
        let token = self.token();
        let next = self.peek(1);
        if token.kind == TokenKind::Ident && !self.starts_declaration(token, next) {
            let text = self.ident_text(&token);
            let message = if matches!(next.kind, TokenKind::Ident | TokenKind::Star) {
                format!("unknown type name '{text}'")
            } else {
                format!("expected declaration, found '{text}'")
            };
            self.error(token.span, message);
            return Err(Failed);
        }
        if !self.starts_declaration(token, next) && token.kind != TokenKind::Attribute {
            self.error(token.span, "expected external declaration");
            return Err(Failed);
        }
        let mut specifiers = self.specifiers(true)?;
        if self.eat(TokenKind::Semi) {
            return Ok(());
        }
        let first = self.declarator(false)?;
        let mut attributes = first.attributes;
        self.attributes(&mut attributes)?;
        if matches!(first.chunks.last(), Some(Chunk::Function(..))) && self.kind() == TokenKind::LBrace {
            merge(&mut specifiers.attributes, &attributes);
            return self.function_definition(&specifiers, first);
        }
        let mut vars = Vec::new();
        self.init_declarators(&specifiers, first, &mut vars)
    }

    /// The declarators after the specifiers, up to `;`; variables are added to `vars`.
    fn init_declarators(
        &mut self,
        specifiers: &Specifiers<'a>,
        first: Declarator<'a>,
        vars: &mut Vec<VarId>,
    ) -> Parsed<()> {
        let mut declarator = first;
        loop {
            // `asm("name")` renames; it means nothing here.
            if self.kind() == TokenKind::Asm {
                let span = self.span();
                self.error(span, "inline assembly is not supported");
                return Err(Failed);
            }
            let mut attributes = declarator.attributes;
            self.attributes(&mut attributes)?;
            declarator.attributes = attributes;
            self.declare(specifiers, declarator, vars)?;
            if !self.eat(TokenKind::Comma) {
                break;
            }
            declarator = self.declarator(false)?;
        }
        if self.kind() != TokenKind::Semi {
            let span = self.behind();
            let message = if self.sema.at_file_scope() {
                "expected ';' after top level declarator"
            } else {
                "expected ';' at end of declaration"
            };
            self.error(span, message);
            // A forgotten `;` at the end of a line: what follows is meant to be new.
            if self.token().flags & crate::token::flags::LINE_START != 0 {
                return Ok(());
            }
            return Err(Failed);
        }
        self.bump();
        Ok(())
    }

    /// A declaration in a block.
    pub(super) fn local_declaration(&mut self) -> Parsed<Stmt<'a>> {
        if self.kind() == TokenKind::StaticAssert {
            self.static_assert()?;
            return Ok(Stmt::Empty);
        }
        let specifiers = self.specifiers(true)?;
        if self.eat(TokenKind::Semi) {
            return Ok(Stmt::Empty);
        }
        let first = self.declarator(false)?;
        let mut vars = Vec::new();
        self.init_declarators(&specifiers, first, &mut vars)?;
        Ok(Stmt::Declare(self.sema.arena.alloc_slice_copy(&vars)))
    }

    pub(super) fn static_assert(&mut self) -> Parsed<()> {
        self.bump();
        let open = self
            .expect(TokenKind::LParen, "expected '(' after '_Static_assert'")?
            .span;
        let expr = self.conditional_expression()?;
        let mut text = String::new();
        if self.eat(TokenKind::Comma) && self.kind() == TokenKind::Str {
            let token = self.bump();
            text = format!(": {}", self.ident_text(&token).trim_matches('"'));
        }
        self.expect_close(TokenKind::RParen, open)?;
        self.expect(TokenKind::Semi, "expected ';' after static_assert")?;
        match self.sema.eval_int(expr) {
            Some(0) => self.error(expr.span, format!("static assertion failed{text}")),
            None if expr.ty.ty != Ty::ERROR => {
                self.error(
                    expr.span,
                    "static assertion expression is not an integral constant expression",
                );
            }
            _ => {}
        }
        Ok(())
    }

    /// Declares one declarator and reads its initializer.
    fn declare(
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
            let mut attributes = specifiers.attributes;
            merge(&mut attributes, &declarator.attributes);
            self.declare_function(specifiers, &attributes, &declarator, params, *variadic, ty);
            return Ok(());
        }
        let file_scope = self.sema.at_file_scope();
        let mut kind = if file_scope {
            VarKind::Global
        } else {
            VarKind::Local
        };
        if specifiers.kernel {
            self.error(span, "'__kernel' attribute only applies to functions");
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
            let equal = self.bump().span;
            let written = self.initializer()?;
            if kind == VarKind::WorkGroup {
                self.error(equal, "'__local' variable cannot have an initializer");
                return Ok(());
            }
            let mut complete = ty;
            let init = self.sema.initializer(&mut complete, written);
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
        if file_scope || is_static {
            *kind = VarKind::Global;
            match ty.space {
                Space::Constant => {}
                Space::Private | Space::Global if modern => ty.space = Space::Global,
                _ if self.sema.in_library && ty.quals & quals::CONST != 0 => ty.space = Space::Constant,
                _ => {
                    let message = match (file_scope, modern) {
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
                if !in_kernel && !self.sema.in_library {
                    self.error(
                        span,
                        "non-kernel function variable cannot be declared in local address space",
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

    fn declare_typedef(&mut self, name: crate::token::Symbol, ty: QualType, span: wavec_support::Span) {
        if let Some((old, old_span)) = self.sema.lookup_here(name) {
            let same = matches!(old, Binding::Typedef(old) if old.ty == ty.ty);
            if !same {
                let text = self.sema.text(name);
                let message = match old {
                    Binding::Typedef(old) => format!(
                        "typedef redefinition with different types ('{}' vs '{}')",
                        self.sema.type_name(ty),
                        self.sema.type_name(old)
                    ),
                    _ => format!("redefinition of '{text}' as different kind of symbol"),
                };
                self.sema
                    .error_note(span, message, old_span, "previous definition is here");
            }
        }
        // An unnamed struct is called by its typedef.
        match self.sema.kind(ty.ty) {
            TypeKind::Record(id) => {
                self.sema.types.records[id.0 as usize].name.get_or_insert(name);
            }
            TypeKind::Enum(id) => {
                self.sema.types.enums[id.0 as usize].name.get_or_insert(name);
            }
            _ => {}
        }
        self.sema.declare(name, Binding::Typedef(ty), span);
    }

    /// Declares a function, or finds its earlier declaration.
    fn declare_function(
        &mut self,
        specifiers: &Specifiers<'a>,
        attributes: &Attributes,
        declarator: &Declarator<'a>,
        params: &[Parameter<'a>],
        variadic: bool,
        ty: QualType,
    ) -> FnId {
        let name = declarator.name.unwrap_or(crate::token::Symbol(0));
        let span = declarator.span;
        let ret = match self.sema.kind(ty.ty) {
            TypeKind::Function(id) => self.sema.types.function_type(id).ret,
            _ => QualType::new(Ty::ERROR),
        };
        let types: Vec<QualType> = params.iter().map(|p| p.ty.unqualified()).collect();
        let internal = specifiers.storage == Storage::Static || specifiers.inline;
        if variadic && !self.sema.in_library && self.sema.text(name) != "printf" {
            self.error(
                span,
                "invalid prototype, variadic arguments are not allowed in OpenCL",
            );
        }
        let file_meaning = self.sema.lookup(name);
        let mut chain_end = None;
        let mut mangle = attributes.function.overloadable;
        if let Some(Binding::Function(first)) = file_meaning {
            let mut next = Some(first);
            while let Some(id) = next {
                let old = self.sema.function(id);
                if old.param_types == &types[..] && old.ret.ty == ret.ty {
                    let function = self.sema.function_mut(id);
                    function.internal |= internal;
                    function.kernel |= specifiers.kernel;
                    join(&mut function.attributes, &attributes.function);
                    return id;
                }
                let (old_span, overloads) = (old.span, old.attributes.overloadable);
                let same_params = old.param_types == &types[..];
                if same_params || !(overloads || attributes.function.overloadable) {
                    let text = self.sema.text(name);
                    self.sema.error_note(
                        span,
                        format!("conflicting types for '{text}'"),
                        old_span,
                        "previous declaration is here",
                    );
                    break;
                }
                mangle |= overloads;
                chain_end = Some(id);
                next = old.next_overload;
            }
        } else if let Some(meaning) = file_meaning
            && !matches!(meaning, Binding::BuiltinType(_))
            && self.sema.lookup_here(name).is_some()
        {
            let text = self.sema.text(name);
            let old_span = self.sema.declared_at(name);
            let message = format!("redefinition of '{text}' as different kind of symbol");
            self.sema
                .error_note(span, message, old_span, "previous definition is here");
        }
        let id = FnId(self.sema.functions.len() as u32);
        let spellings: Vec<&'a str> = params.iter().map(|p| p.spelling).collect();
        let function = Function {
            name,
            span,
            ret,
            param_types: self.sema.arena.alloc_slice_copy(&types),
            params: &[],
            param_spellings: self.sema.arena.alloc_slice_copy(&spellings),
            variadic,
            body: None,
            kernel: specifiers.kernel,
            internal: internal || self.sema.in_library,
            library: self.sema.in_library,
            attributes: attributes.function,
            next_overload: None,
            callees: Vec::new(),
            labels: 0,
            fp_contract: self.sema.fp_contract,
            mangle,
            end: span,
        };
        self.sema.functions.push(function);
        self.sema.function_order.push(id);
        match chain_end {
            Some(end) => self.sema.function_mut(end).next_overload = Some(id),
            None if self.sema.at_file_scope() => self.sema.declare(name, Binding::Function(id), span),
            None => self.sema.declare_at_file_scope(name, Binding::Function(id), span),
        }
        id
    }

    /// function-definition, from its body on.
    fn function_definition(&mut self, specifiers: &Specifiers<'a>, declarator: Declarator<'a>) -> Parsed<()> {
        let ty = self.declared_type(specifiers, &declarator);
        let Some(Chunk::Function(params, variadic)) = declarator.chunks.last().cloned() else {
            return Err(Failed);
        };
        if specifiers.storage == Storage::Typedef {
            self.error(declarator.span, "function definition declared 'typedef'");
        }
        let id = self.declare_function(
            specifiers,
            &specifiers.attributes,
            &declarator,
            &params,
            variadic,
            ty,
        );
        let text = self.sema.text(self.sema.function(id).name);
        if self.sema.function(id).body.is_some() {
            let old_span = self.sema.function(id).span;
            let message = format!("redefinition of '{text}'");
            self.sema
                .error_note(declarator.span, message, old_span, "previous definition is here");
        }
        self.sema.function_mut(id).span = declarator.span;
        if self.sema.function(id).kernel {
            self.check_kernel(id, &params);
        }
        self.sema.current = Some(id);
        self.sema.push_scope();
        let mut ids = Vec::with_capacity(params.len());
        for param in &params {
            let ty = QualType {
                space: Space::Private,
                ..param.ty
            };
            if !self.sema.types.is_complete(ty.ty) && ty.ty != Ty::ERROR {
                let name = self.sema.type_name(ty);
                self.error(param.span, format!("variable has incomplete type '{name}'"));
            }
            let var = Variable {
                name: param.name.unwrap_or(crate::token::Symbol(0)),
                ty,
                kind: VarKind::Parameter,
                span: param.span,
                init: None,
                align: param.align,
                function: Some(id),
                is_extern: false,
                used: false,
            };
            let var = self.sema.new_var(var);
            ids.push(var);
            if let Some(name) = param.name {
                if let Some((_, old)) = self.sema.lookup_here(name) {
                    let text = self.sema.text(name);
                    let message = format!("redefinition of parameter '{text}'");
                    self.sema
                        .error_note(param.span, message, old, "previous declaration is here");
                }
                self.sema.declare(name, Binding::Var(var), param.span);
            }
        }
        let ids = self.sema.arena.alloc_slice_copy(&ids);
        self.sema.function_mut(id).params = ids;
        let spellings: Vec<&'a str> = params.iter().map(|p| p.spelling).collect();
        self.sema.function_mut(id).param_spellings = self.sema.arena.alloc_slice_copy(&spellings);
        self.labels.clear();
        self.label_count = 0;
        self.switches.clear();
        self.loops = 0;
        let body = self.function_body();
        self.sema.pop_scope();
        self.sema.current = None;
        let end = self.previous_span();
        let labels = self.label_count;
        let fp_contract = self.sema.fp_contract;
        let function = self.sema.function_mut(id);
        function.labels = labels;
        function.end = end;
        function.fp_contract = fp_contract;
        function.body = Some(match body {
            Ok(body) => body,
            Err(Failed) => &[],
        });
        body.map(|_| ())
    }

    fn function_body(&mut self) -> Parsed<&'a [Stmt<'a>]> {
        let body = self.block_items();
        let mut undefined: Vec<_> = self
            .labels
            .iter()
            .filter(|(_, l)| l.defined.is_none())
            .map(|(&s, l)| (l.first_use, s))
            .collect();
        undefined.sort_by_key(|(span, _)| span.start);
        for (span, symbol) in undefined {
            let text = self.sema.text(symbol);
            self.error(span, format!("use of undeclared label '{text}'"));
        }
        body
    }

    /// What a kernel may return and take.
    fn check_kernel(&mut self, id: FnId, params: &[Parameter<'a>]) {
        let function = self.sema.function(id);
        let span = function.span;
        if function.ret.ty != Ty::VOID {
            self.error(span, "kernel must have void return type");
        }
        let attributes = self.sema.function(id).attributes;
        if attributes.overloadable {
            self.error(span, "kernel functions cannot be overloadable");
        }
        for param in params {
            match self.sema.kind(param.ty.ty) {
                TypeKind::Pointer(to) => {
                    if !matches!(to.space, Space::Global | Space::Constant | Space::Local) {
                        let message = "pointer arguments to kernel functions must reside in '__global', '__constant' or '__local' address space";
                        self.error(param.span, message);
                    } else if self.sema.types.as_pointer(to.ty).is_some()
                        && !self.sema.options.cl_std.generic_by_default()
                    {
                        self.error(
                            param.span,
                            "kernel parameter cannot be declared as a pointer to a pointer",
                        );
                    }
                }
                TypeKind::Scalar(scalar)
                    if scalar == crate::types::Scalar::Bool || scalar == crate::types::Scalar::Half =>
                {
                    let name = self.sema.type_name(param.ty.unqualified());
                    if scalar == crate::types::Scalar::Bool {
                        self.error(
                            param.span,
                            format!("'{name}' cannot be used as the type of a kernel parameter"),
                        );
                    }
                }
                TypeKind::Event => self.error(
                    param.span,
                    "'event_t' cannot be used as the type of a kernel parameter",
                ),
                _ => {}
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

fn merge(into: &mut Attributes, from: &Attributes) {
    join(&mut into.function, &from.function);
    into.align = into.align.or(from.align);
    into.packed |= from.packed;
}

fn join(into: &mut FunctionAttributes, from: &FunctionAttributes) {
    into.required_size = into.required_size.or(from.required_size);
    into.size_hint = into.size_hint.or(from.size_hint);
    into.vec_type_hint = into.vec_type_hint.or(from.vec_type_hint);
    into.flat_work_group_size = into.flat_work_group_size.or(from.flat_work_group_size);
    into.waves_per_eu = into.waves_per_eu.or(from.waves_per_eu);
    into.always_inline |= from.always_inline;
    into.no_inline |= from.no_inline;
    into.overloadable |= from.overloadable;
    into.convergent |= from.convergent;
}
