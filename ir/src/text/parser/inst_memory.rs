//! Instructions that access memory, and calls.

use super::attributes::Place;
use super::function::Body;
use super::inst::Parts;
use super::{DebugForm, Parse, Parser};
use crate::constant::ConstantData;
use crate::context::InlineAsmInput;
use crate::entities::{AttributeSet, FuncRef, Type, Value};
use crate::inst::{Align, Aux, CallAux, InstFlags, MemoryAux, Opcode, Ordering, RmwOp, SyncScope};
use crate::intrinsics::TypePattern;
use crate::intrinsics::upgrade::{format_suffix, overloads_of};
use crate::text::lexer::{Token, TokenKind};
use smallvec::SmallVec;
use wavec_support::Span;

impl<'a> Parser<'a> {
    pub(super) fn memory_instruction(&mut self, body: &mut Body, opcode: Opcode, span: Span) -> Parse<Parts> {
        match opcode {
            Opcode::Alloca => self.alloca(body, span),
            Opcode::Load => self.load(body, span),
            Opcode::Store => self.store(body, span),
            Opcode::Fence => {
                let scope = self.scope()?;
                let Some(ordering) = self.ordering()? else {
                    return self.error("expected an ordering");
                };
                if matches!(ordering, Ordering::Unordered | Ordering::Monotonic) {
                    return self.error_at(span, "a fence needs acquire or release ordering");
                }
                Ok(Parts {
                    aux: Aux::Fence(ordering, scope),
                    ..Parts::new(opcode, Type::VOID, &[])
                })
            }
            Opcode::CmpXchg => self.cmpxchg(body, span),
            _ => self.atomic_rmw(body, span),
        }
    }

    /// The natural alignment of an access, limited to the largest representable one.
    fn abi_align(&self, ty: Type) -> Align {
        Align::from_bytes(self.module.ctx.layout.align(&self.module.ctx.types, ty))
    }

    pub(super) fn has_size(&self, ty: Type) -> bool {
        crate::verify::type_has_size(&self.module.ctx, ty)
    }

    fn alloca(&mut self, body: &mut Body, span: Span) -> Parse<Parts> {
        if matches!(self.word(), "inalloca" | "swifterror") {
            return self.unsupported("inalloca and swifterror are");
        }
        let ty = self.first_class_type()?;
        if !self.has_size(ty) {
            return self.error_at(span, "the type has no size");
        }
        let mut count = None;
        let preferred = self.module.ctx.layout.preferred_align(&self.module.ctx.types, ty);
        let mut align = Align::from_bytes(preferred);
        let mut space = 0;
        // Count, alignment and address space, in this order.
        let mut last = 0;
        while self.eat_comma_before_operand() {
            let place = match self.word() {
                "align" => 2,
                "addrspace" => 3,
                _ => 1,
            };
            if place <= last {
                return self.error("expected metadata");
            }
            last = place;
            match place {
                2 => {
                    self.advance();
                    align = self.alignment()?;
                }
                3 => space = self.address_space()?.unwrap_or(0),
                _ => {
                    let (value, span) = self.spanned_value(body)?;
                    if !self.module.ctx.types.is_int(body.func.ty(value)) {
                        return self.error_at(span, "element count is not an integer");
                    }
                    count = Some(value);
                }
            }
        }
        let count = match count {
            Some(count) => count,
            None => body.func.int_value(Type::I32, 1, &mut self.module.ctx),
        };
        let pointer = self.ctx().types.ptr(space);
        Ok(Parts {
            aux: Aux::Alloca(ty, align),
            ..Parts::new(Opcode::Alloca, pointer, &[count])
        })
    }

    fn scope(&mut self) -> Parse<SyncScope> {
        if !self.eat_word("syncscope") {
            return Ok(SyncScope::SYSTEM);
        }
        self.expect(TokenKind::OpenParen, "'('")?;
        let name = self.string("a scope")?;
        self.expect(TokenKind::CloseParen, "')'")?;
        match self.ctx().sync_scope(&name) {
            Some(scope) => Ok(scope),
            None => self.error("too many synchronization scopes"),
        }
    }

    fn ordering(&mut self) -> Parse<Option<Ordering>> {
        let word = self.word();
        if word.is_empty() {
            return Ok(None);
        }
        match Ordering::from_name(word) {
            Some(ordering) => {
                self.advance();
                Ok(Some(ordering))
            }
            None => Ok(None),
        }
    }

    /// `, align N`, if it is there.
    fn optional_align(&mut self) -> Parse<Option<Align>> {
        if !self.eat_comma_before_operand() {
            return Ok(None);
        }
        self.expect_word("align")?;
        self.alignment().map(Some)
    }

    /// Flags, then later orderings, of loads and stores.
    fn access_flags(&mut self) -> (bool, InstFlags) {
        let atomic = self.eat_word("atomic");
        let flags = if self.eat_word("volatile") {
            InstFlags::VOLATILE
        } else {
            InstFlags::empty()
        };
        (atomic, flags)
    }

    fn access_aux(&mut self, atomic: bool, ty: Type, span: Span) -> Parse<MemoryAux> {
        let mut memory = MemoryAux::aligned(self.abi_align(ty));
        if atomic {
            memory.scope = self.scope()?;
            memory.ordering = self.ordering()?;
            if memory.ordering.is_none() {
                return self.error("expected an ordering");
            }
        }
        match self.optional_align()? {
            Some(align) => memory.align = align,
            None if atomic => return self.error_at(span, "an atomic access needs an alignment"),
            None => {}
        }
        Ok(memory)
    }

    /// Whether the value is a pointer.
    pub(super) fn expect_pointer(&mut self, body: &Body, value: Value, span: Span) -> Parse<()> {
        if self.module.ctx.types.is_ptr(body.func.ty(value)) {
            return Ok(());
        }
        self.error_at(span, "operand is not a pointer")
    }

    fn load(&mut self, body: &mut Body, span: Span) -> Parse<Parts> {
        let (atomic, flags) = self.access_flags();
        let ty = self.first_class_type()?;
        self.comma()?;
        let (pointer, at) = self.spanned_value(body)?;
        self.expect_pointer(body, pointer, at)?;
        if !self.has_size(ty) {
            return self.error_at(span, "the type has no size");
        }
        let memory = self.access_aux(atomic, ty, span)?;
        if matches!(memory.ordering, Some(Ordering::Release | Ordering::AcqRel)) {
            return self.error_at(span, "a load cannot have release ordering");
        }
        Ok(Parts {
            flags,
            aux: Aux::Memory(memory),
            ..Parts::new(Opcode::Load, ty, &[pointer])
        })
    }

    fn store(&mut self, body: &mut Body, span: Span) -> Parse<Parts> {
        let (atomic, flags) = self.access_flags();
        let value = self.typed_value(body)?;
        self.comma()?;
        let (pointer, at) = self.spanned_value(body)?;
        self.expect_pointer(body, pointer, at)?;
        let ty = body.func.ty(value);
        if !self.has_size(ty) {
            return self.error_at(span, "the type has no size");
        }
        let memory = self.access_aux(atomic, ty, span)?;
        if matches!(memory.ordering, Some(Ordering::Acquire | Ordering::AcqRel)) {
            return self.error_at(span, "a store cannot have acquire ordering");
        }
        Ok(Parts {
            flags,
            aux: Aux::Memory(memory),
            ..Parts::new(Opcode::Store, Type::VOID, &[value, pointer])
        })
    }

    /// The default alignment of atomics: the size of the value.
    fn natural_align(&self, ty: Type) -> Align {
        let size = self.module.ctx.layout.store_size(&self.module.ctx.types, ty);
        Align::from_bytes(size.clamp(1, 1 << 32).next_power_of_two())
    }

    fn cmpxchg(&mut self, body: &mut Body, span: Span) -> Parse<Parts> {
        let mut flags = InstFlags::empty();
        if self.eat_word("weak") {
            flags |= InstFlags::WEAK;
        }
        if self.eat_word("volatile") {
            flags |= InstFlags::VOLATILE;
        }
        let (pointer, at) = self.spanned_value(body)?;
        self.expect_pointer(body, pointer, at)?;
        self.comma()?;
        let expected = self.typed_value(body)?;
        self.comma()?;
        let new = self.typed_value(body)?;
        let ty = body.func.ty(expected);
        let types = &self.module.ctx.types;
        if body.func.ty(new) != ty || !(types.is_int(ty) || types.is_ptr(ty)) {
            return self.error_at(span, "invalid operands of cmpxchg");
        }
        let scope = self.scope()?;
        let (Some(success), Some(failure)) = (self.ordering()?, self.ordering()?) else {
            return self.error("expected an ordering");
        };
        let weakest = |ordering| matches!(ordering, Ordering::Unordered);
        if weakest(success) || weakest(failure) || failure.is_release() && failure != Ordering::SeqCst {
            return self.error_at(span, "invalid orderings of cmpxchg");
        }
        let align = self.optional_align()?.unwrap_or_else(|| self.natural_align(ty));
        let memory = MemoryAux {
            align,
            ordering: Some(success),
            scope,
        };
        let result = self.ctx().types.struct_(&[ty, Type::I1], false);
        Ok(Parts {
            flags,
            aux: Aux::CmpXchg(failure, memory),
            ..Parts::new(Opcode::CmpXchg, result, &[pointer, expected, new])
        })
    }

    fn atomic_rmw(&mut self, body: &mut Body, span: Span) -> Parse<Parts> {
        let flags = if self.eat_word("volatile") {
            InstFlags::VOLATILE
        } else {
            InstFlags::empty()
        };
        let Some(op) = RmwOp::from_name(self.word()) else {
            return self.error("expected an operation of atomicrmw");
        };
        self.advance();
        let (pointer, at) = self.spanned_value(body)?;
        self.expect_pointer(body, pointer, at)?;
        self.comma()?;
        let value = self.typed_value(body)?;
        let ty = body.func.ty(value);
        if !crate::verify::rmw_type_is_valid(&self.module.ctx, op, ty) {
            return self.error_at(span, "the operand's type does not fit the operation");
        }
        let scope = self.scope()?;
        let Some(ordering) = self.ordering()? else {
            return self.error("expected an ordering");
        };
        if ordering == Ordering::Unordered {
            return self.error_at(span, "atomicrmw cannot be unordered");
        }
        let align = self.optional_align()?.unwrap_or_else(|| self.natural_align(ty));
        let memory = MemoryAux {
            align,
            ordering: Some(ordering),
            scope,
        };
        Ok(Parts {
            flags,
            aux: Aux::AtomicRmw(op, memory),
            ..Parts::new(Opcode::AtomicRmw, ty, &[pointer, value])
        })
    }

    // Calls.

    /// The name in a comment `/*name=...*/` directly before an argument.
    fn argument_name(&self) -> Option<(&'a str, Span)> {
        let before = self.text[..self.token.start as usize]
            .trim_end()
            .strip_suffix("*/")?;
        let start = before.rfind("/*")? + 2;
        let name = before[start..].split_once('=')?.0;
        let is_name = |text: &str| {
            text.chars()
                .all(|c| c.is_ascii_alphanumeric() || "_.".contains(c))
        };
        let span = Span {
            file: self.file,
            start: start as u32,
            end: (start + name.len()) as u32,
        };
        (!name.is_empty() && is_name(name)).then_some((name, span))
    }

    /// Warns of comments before arguments of an intrinsic that have the name of something else.
    fn lint_argument_names(&mut self, body: &Body, callee: Value, names: &[(usize, &str, Span)]) {
        let ctx = &self.module.ctx;
        let intrinsic = body
            .func
            .as_const(callee)
            .and_then(|constant| match ctx.constants.data(constant) {
                ConstantData::Function(_, func) => ctx.intrinsic_of(*func),
                _ => None,
            });
        let Some(intrinsic) = intrinsic.map(|id| ctx.intrinsics.get(id)) else {
            return;
        };
        for &(position, name, span) in names {
            let known = intrinsic.args.get(position).map_or("", |arg| arg.name);
            if !known.is_empty() && known != name {
                let message = format!(
                    "argument {} of '{}' is '{known}', not '{name}'",
                    position + 1,
                    intrinsic.name
                );
                self.diagnostics.warning(span, message);
            }
        }
    }

    /// A call, or what calls at the end of a block, at its first word; `None` for debug intrinsics, which become debug records.
    pub(super) fn call(&mut self, body: &mut Body, span: Span) -> Parse<Option<Parts>> {
        let mut flags = match self.word() {
            "tail" => InstFlags::TAIL,
            "musttail" => InstFlags::MUSTTAIL,
            "notail" => InstFlags::NOTAIL,
            _ => InstFlags::empty(),
        };
        if !flags.is_empty() {
            self.advance();
        }
        match self.word() {
            "invoke" | "callbr" if flags.is_empty() => _ = self.advance(),
            _ => self.expect_word("call")?,
        }
        flags |= self.fast_math_flags();
        let conv = self.calling_convention()?;
        let ret_attrs = self.value_attributes(Place::Result)?;
        let space = self.address_space()?.unwrap_or(0);
        let pointer = self.ctx().types.ptr(space);
        // The code is in one memory; other address spaces may have the same addresses.
        let layout = &self.module.ctx.layout;
        if layout.pointer(space).bits != layout.pointer(0).bits {
            return self.unsupported("calls through pointers of this address space are");
        }
        // `ret` or `ret (params...)`.
        let written = self.ty()?;
        let signature = self
            .module
            .ctx
            .types
            .signature(written)
            .map(|(ret, params, variadic)| (ret, SmallVec::<[Type; 8]>::from_slice(params), variadic));
        let (ret, params, variadic) = match signature {
            Some((ret, params, variadic)) => (ret, Some(params), variadic),
            None => (written, None, false),
        };
        let callee_token = self.token;
        let callee = self.callee(body, pointer)?;
        let name = match callee_token.kind {
            TokenKind::Global => Some(callee_token),
            _ => None,
        };
        if name.is_some_and(|n| self.text_of(n).starts_with("llvm.dbg.")) {
            self.debug_form(DebugForm::Intrinsics, span)?;
            self.debug_intrinsic(body, callee_token)?;
            let mut list = Vec::new();
            self.function_attributes(&mut list)?;
            return Ok(None);
        }
        self.expect(TokenKind::OpenParen, "'('")?;
        let mut args: SmallVec<[Value; 8]> = SmallVec::new();
        let mut attrs: SmallVec<[AttributeSet; 8]> = SmallVec::new();
        let mut formats: Vec<(usize, Token)> = Vec::new();
        let mut position = 0;
        let mut names: Vec<(usize, &str, Span)> = Vec::new();
        while !self.at(TokenKind::CloseParen) {
            if self.options.lint_argument_names {
                names.extend(self.argument_name().map(|(name, span)| (position, name, span)));
            }
            if self.at(TokenKind::Ellipsis) {
                // `musttail` calls of variadic functions pass them on.
                return self.unsupported("passing on variadic arguments is");
            }
            if self.at(TokenKind::Format) {
                let token = self.advance();
                match self.format_value(body, name, position, token)? {
                    Some(value) => {
                        args.push(value);
                        attrs.push(AttributeSet::EMPTY);
                    }
                    None => formats.push((position, token)),
                }
            } else {
                let at = self.span();
                let ty = self.first_class_type()?;
                attrs.push(self.value_attributes(Place::Parameter)?);
                let wanted = params.as_ref().and_then(|p| p.get(args.len()));
                if wanted.is_some_and(|&w| w != ty) {
                    return self.error_at(at, "argument does not have the type of its parameter");
                }
                args.push(self.value(body, ty)?);
            }
            position += 1;
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        let own_variadic = || {
            let own = self.module.ctx.functions[body.func.func].ty;
            let signature = self.module.ctx.types.signature(own);
            signature.is_some_and(|signature| signature.2)
        };
        if flags.contains(InstFlags::MUSTTAIL) && variadic && own_variadic() {
            return self.error("expected '...' at the end of the arguments of a musttail call");
        }
        self.expect(TokenKind::CloseParen, "',' or ')'")?;
        let mut fn_list = Vec::new();
        self.function_attributes(&mut fn_list)?;
        let fn_attrs = self.ctx().attributes.intern(&fn_list);
        if self.at(TokenKind::OpenBracket) {
            body.pending_bundles = self.operand_bundles(body)?;
        }
        if let Some(params) = &params
            && (args.len() < params.len() || args.len() > params.len() && !variadic)
            && formats.is_empty()
        {
            return self.error_at(span, "wrong number of arguments");
        }
        let param_types: SmallVec<[Type; 8]> = match &params {
            Some(params) => params.clone(),
            None => args.iter().map(|&a| body.func.ty(a)).collect(),
        };
        let function_ty = self.ctx().types.function(ret, &param_types, variadic);
        let callee = match callee {
            Callee::Value(value) => value,
            Callee::InlineAsm(input) => {
                let asm = self.module.ctx.inline_asm_of(function_ty, input);
                body.func.inline_asm_value(asm)
            }
            Callee::Name(token) => self.named_callee(body, token, function_ty, &formats)?,
        };
        self.lint_argument_names(body, callee, &names);
        body.has_upgrades |= !formats.is_empty() || name.is_some_and(|n| self.may_be_outdated(n));
        if !self.module.ctx.types.is_float(self.module.ctx.types.scalar(ret))
            && flags.intersects(InstFlags::FAST)
        {
            let aggregate = self.module.ctx.types.is_aggregate(ret);
            if !aggregate {
                return self.error_at(span, "fast-math flags on a call without floating-point result");
            }
        }
        let mut all: SmallVec<[Value; 8]> = SmallVec::from_elem(callee, 1);
        all.extend_from_slice(&args);
        let param_attrs = body.func.make_param_attrs(&attrs);
        let aux = Aux::Call(CallAux {
            function_ty,
            conv,
            fn_attrs,
            ret_attrs,
            param_attrs,
        });
        Ok(Some(Parts {
            flags,
            aux,
            ..Parts::new(Opcode::Call, ret, &all)
        }))
    }

    /// Whether calls of this name may need an upgrade.
    fn may_be_outdated(&mut self, name: Token) -> bool {
        let text = self.text_of(name);
        if !text.starts_with("llvm.") {
            return false;
        }
        if crate::intrinsics::upgrade::may_be_outdated(text, self.module.ctx.intrinsics) {
            return true;
        }
        if self.outdated.is_empty() {
            return false;
        }
        let symbol = self.symbol_of(name);
        self.outdated.contains(&symbol)
    }

    fn callee(&mut self, body: &mut Body, pointer: Type) -> Parse<Callee> {
        match self.token.kind {
            TokenKind::Global if pointer == Type::PTR => {
                let token = self.advance();
                Ok(Callee::Name(token))
            }
            TokenKind::Local => Ok(Callee::Value(self.local(body, pointer)?)),
            TokenKind::Word if self.at_word("asm") => {
                self.advance();
                let side_effects = self.eat_word("sideeffect");
                let align_stack = self.eat_word("alignstack");
                let intel_dialect = self.eat_word("inteldialect");
                let unwind = self.eat_word("unwind");
                let place = self.span();
                let text = self.string("assembly text")?;
                self.comma()?;
                let constraints = self.string("constraints")?;
                let ctx = &mut self.module.ctx;
                let (text, constraints) = (ctx.symbol(&text), ctx.symbol(&constraints));
                Ok(Callee::InlineAsm(InlineAsmInput {
                    text,
                    constraints,
                    side_effects,
                    align_stack,
                    intel_dialect,
                    unwind,
                    place,
                }))
            }
            _ => {
                let constant = self.constant(pointer)?;
                Ok(Callee::Value(body.func.const_value(constant, &self.module.ctx)))
            }
        }
    }

    /// The function of this name; an undeclared intrinsic is declared now.
    fn named_callee(
        &mut self,
        body: &mut Body,
        token: Token,
        function_ty: Type,
        formats: &[(usize, Token)],
    ) -> Parse<Value> {
        let symbol = self.symbol_of(token);
        let mut name = self.module.ctx.text(symbol).to_string();
        for &(position, format) in formats {
            let text = self.text_of(format);
            name.push_str(&format_suffix(position, text));
        }
        if let Some(func) = self.module.ctx.function_named(&name) {
            let fits = self.module.ctx.functions[func].ty == function_ty;
            let func = match !fits && self.implicit.contains(&func) {
                true => self.undeclared_intrinsic(&name, function_ty).unwrap_or(func),
                false => func,
            };
            return Ok(body.func.function_value(func, &mut self.module.ctx));
        }
        if self.module.ctx.global_named(&name).is_none() && name.starts_with("llvm.") {
            if let Some(func) = self.undeclared_intrinsic(&name, function_ty) {
                return Ok(body.func.function_value(func, &mut self.module.ctx));
            }
            let func = self.module.ctx.declare_function(&name, function_ty);
            if let Some(id) = self.module.ctx.intrinsic_of(func) {
                self.module
                    .ctx
                    .intrinsics
                    .set_declaration_attributes(id, func, &mut self.module.ctx);
            }
            return Ok(body.func.function_value(func, &mut self.module.ctx));
        }
        let span = self.span_of(token);
        if let Some(global) = self.module.ctx.global_named(&name)
            && self.module.ctx.globals[global].address_space == 0
        {
            let constant = self.ctx().const_global(global);
            return Ok(body.func.const_value(constant, &self.module.ctx));
        }
        self.error_at(span, format!("use of undefined value '@{name}'"))
    }

    /// The declaration of the intrinsic `name` if there is none: the type of the call determines its suffixes, whatever
    /// `name` has (LangRef, "Intrinsic Functions"). `None` if there is no such intrinsic of this type.
    fn undeclared_intrinsic(&mut self, name: &str, function_ty: Type) -> Option<FuncRef> {
        let ctx = &mut self.module.ctx;
        let id = ctx.intrinsics.lookup(name)?;
        let (ret, params, _) = ctx.types.signature(function_ty)?;
        let overloads = overloads_of(ctx.intrinsics.get(id), ret, params, ctx)?;
        let known = ctx.functions.len();
        let func = ctx.declare_intrinsic(id, &overloads);
        if ctx.functions.len() > known {
            self.implicit.insert(func);
        }
        Some(func)
    }

    /// The immediate denoted by a format in place of an argument; `None` if unknown.
    fn format_value(
        &mut self,
        body: &mut Body,
        callee: Option<Token>,
        position: usize,
        token: Token,
    ) -> Parse<Option<Value>> {
        let Some(callee) = callee else {
            let span = self.span_of(token);
            return self.error_at(span, "a format needs an intrinsic that is named");
        };
        let registry = self.options.intrinsics;
        let name = self.text_of(callee);
        if !name.starts_with("llvm.") {
            let span = self.span_of(token);
            return self.error_at(span, "only arguments of intrinsics have formats");
        }
        let Some(id) = registry.lookup(name) else {
            return Ok(None);
        };
        let desc = registry.get(id);
        let text = self.text_of(token);
        let (Some(arg), Some(TypePattern::Int(bits))) = (desc.args.get(position), desc.params.get(position))
        else {
            return Ok(None);
        };
        let format = registry.arg_format(id, arg);
        let value = format
            .and_then(|f| f.parse(text))
            .or_else(|| self.options.upgrader.upgrade_format(desc.name, position, text));
        Ok(value.map(|value| {
            let ty = self.module.ctx.types.int(u32::from(*bits));
            body.func.int_value(ty, u128::from(value), &mut self.module.ctx)
        }))
    }
}

/// The callee.
enum Callee {
    Name(Token),
    Value(Value),
    InlineAsm(InlineAsmInput),
}
