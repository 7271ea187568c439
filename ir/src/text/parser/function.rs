//! Function headers and bodies.

use super::attributes::Place;
use super::{Parse, Parser};
use crate::attributes::Attribute;
use crate::context::{Context, Linking};
use crate::entities::{AttributeSet, Block, FuncRef, MetadataId, Symbol, Type, Value};
use crate::function::Function;
use crate::function::annotations::{DebugRecord, OperandBundle};
use crate::inst::CallConv;
use crate::intrinsics::upgrade::overloads_of;
use crate::text::lexer::{Token, TokenKind};
use cranelift_entity::SecondaryMap;
use fxhash::FxHashMap;
use wavec_support::{Diagnostic, Span};

/// A function whose body is still to be read.
pub(super) struct FunctionHeader {
    func: FuncRef,
    /// Names or numbers of the parameters.
    names: Vec<(Name, Span)>,
    /// Where the body starts, at its `{`; none for a declaration.
    body: Option<u32>,
    end: u32,
}

/// A function body while it is being read.
pub(super) struct Body {
    pub func: Function,
    pub(super) values: FxHashMap<Symbol, Value>,
    pub(super) numbered: FxHashMap<u32, Value>,
    pub(super) blocks: FxHashMap<Symbol, Block>,
    pub(super) numbered_blocks: FxHashMap<u32, Block>,
    /// Values and blocks that are used but not yet defined, with the first use.
    pub(super) undefined_values: FxHashMap<Value, Span>,
    pub(super) undefined_blocks: FxHashMap<Block, Span>,
    /// The next number of an unnamed value or block.
    pub(super) next_number: u32,
    /// Calls that an upgrader may change.
    pub has_upgrades: bool,
    /// Whether orders of use lists, which end a body, have begun.
    pub(super) has_use_orders: bool,
    /// How often each value is used, once a use-list order needs it.
    pub use_counts: Option<SecondaryMap<Value, u32>>,
    /// Debug records before the next instruction.
    pub pending_records: Vec<DebugRecord>,
    /// Bundles of the call that is being read.
    pub pending_bundles: Vec<OperandBundle>,
    /// Blocks whose phis have no entries, so that they must have no predecessors, and their positions.
    pub entryless: Vec<(Block, Span)>,
    /// Whether an error was found: then undefined names are not reported.
    pub(super) failed: bool,
}

/// A result name: `%name` or `%12`.
#[derive(Clone, Copy)]
pub(super) enum Name {
    Symbol(Symbol),
    Number(u32),
}

/// Whether a declared intrinsic's name does not match its types.
fn is_misnamed(ctx: &Context, func: FuncRef) -> bool {
    let Some(id) = ctx.intrinsic_of(func) else {
        return false;
    };
    let desc = ctx.intrinsics.get(id);
    if desc.overloads == 0 {
        return false;
    }
    let decl = &ctx.functions[func];
    let Some((ret, params, _)) = ctx.types.signature(decl.ty) else {
        return false;
    };
    overloads_of(desc, ret, params, ctx)
        .is_some_and(|overloads| ctx.intrinsics.mangled_name(id, &overloads, ctx) != ctx.text(decl.name))
}

impl Parser<'_> {
    /// A calling convention, if there is one.
    pub(super) fn calling_convention(&mut self) -> Parse<CallConv> {
        if self.eat_word("cc") {
            return Ok(CallConv::from_number(self.number("a number")?));
        }
        // `cc` and its number may be one word.
        let number = self.word().strip_prefix("cc").filter(|digits| !digits.is_empty());
        if let Some(number) = number.and_then(|digits| digits.parse().ok()) {
            self.advance();
            return Ok(CallConv::from_number(number));
        }
        match CallConv::from_name(self.word()) {
            Some(conv) => {
                self.advance();
                Ok(conv)
            }
            None => Ok(CallConv::C),
        }
    }

    /// `define` or `declare` up to the body.
    pub(super) fn function_header(&mut self) -> Parse<FunctionHeader> {
        let define = self.at_word("define");
        self.advance();
        let mut metadata: Vec<(Symbol, MetadataId)> = Vec::new();
        if !define {
            metadata = self.attachments(false)?;
        }
        let (mut linking, _) = self.linking()?;
        let conv = self.calling_convention()?;
        let ret_attrs = self.value_attributes(Place::Result)?;
        let span = self.span();
        let ret = self.ty()?;
        if matches!(ret, Type::LABEL | Type::METADATA) {
            return self.error_at(span, "invalid return type");
        }
        let name_token = self.expect(TokenKind::Global, "a function name")?;
        let name = self.new_global_name(name_token)?;
        linking.is_anonymous = self.is_numbered(name_token);
        let (params, param_attrs, names, variadic) = self.parameters()?;
        let mut attributes: Vec<Attribute> = Vec::new();
        self.unnamed_addr(&mut linking);
        if let Some(space) = self.address_space()?
            && space != 0
        {
            return self.unsupported("functions outside of address space 0 are");
        }
        self.function_attributes(&mut attributes)?;
        self.function_trailer(name, &mut linking, &mut attributes)?;
        if define {
            metadata.extend(self.attachments(false)?);
        }
        let ctx = &mut self.module.ctx;
        let ty = ctx.types.function(ret, &params, variadic);
        let text = ctx.text(name).to_string();
        let func = ctx.declare_function(&text, ty);
        if !define && is_misnamed(ctx, func) {
            self.outdated.insert(name);
        }
        let attrs = ctx.attributes.intern(&attributes);
        let decl = &mut ctx.functions[func];
        decl.conv = conv;
        decl.attrs = attrs;
        decl.ret_attrs = ret_attrs;
        decl.param_attrs = param_attrs;
        decl.linking = linking;
        decl.metadata = metadata;
        let end = self.token.start;
        if define && !self.at(TokenKind::OpenBrace) {
            return self.error("expected '{'");
        }
        Ok(FunctionHeader {
            func,
            names,
            body: define.then_some(end),
            end,
        })
    }

    /// `(type attributes %name, ...)`
    #[allow(clippy::type_complexity)] // the parts of a parameter list
    fn parameters(&mut self) -> Parse<(Vec<Type>, Vec<AttributeSet>, Vec<(Name, Span)>, bool)> {
        self.expect(TokenKind::OpenParen, "'('")?;
        let (mut params, mut attrs, mut names) = (Vec::new(), Vec::new(), Vec::new());
        let mut variadic = false;
        let mut number = 0u32;
        while !self.at(TokenKind::CloseParen) {
            if self.eat(TokenKind::Ellipsis) {
                variadic = true;
                break;
            }
            let place = self.span();
            let ty = self.first_class_type()?;
            if self.is_opaque(ty) {
                return self.error_at(place, "a parameter cannot be of an opaque type");
            }
            params.push(ty);
            attrs.push(self.value_attributes(Place::Parameter)?);
            let span = self.span();
            let name = if self.at(TokenKind::Local) {
                let token = self.advance();
                match self.is_numbered(token) {
                    true => Name::Number(self.increasing_number(token, "parameter", '%', &mut number)?),
                    false => Name::Symbol(self.symbol_of(token)),
                }
            } else {
                number = number.saturating_add(1);
                Name::Number(number - 1)
            };
            names.push((name, span));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::CloseParen, "')'")?;
        while attrs.last() == Some(&AttributeSet::EMPTY) {
            attrs.pop();
        }
        Ok((params, attrs, names, variadic))
    }

    /// `section "x" comdat align 4 ...` after the attributes.
    fn function_trailer(
        &mut self,
        name: Symbol,
        linking: &mut Linking,
        attributes: &mut Vec<Attribute>,
    ) -> Parse<()> {
        loop {
            match self.word() {
                "section" => {
                    self.advance();
                    let text = self.string("a section")?;
                    linking.section = Some(self.ctx().symbol(&text));
                }
                "comdat" => {
                    self.advance();
                    linking.comdat = Some(self.comdat_reference(name)?);
                }
                "align" => {
                    self.advance();
                    linking.align = Some(self.alignment()?);
                }
                "partition" => return self.unsupported("partitions are"),
                // What a collector needs is made for its intrinsics.
                "gc" => {
                    self.advance();
                    self.string("the name of a garbage collector")?;
                }
                "prefix" => return self.unsupported("prefix data of functions is"),
                "prologue" => return self.unsupported("prologue data of functions is"),
                "personality" => {
                    self.advance();
                    self.personality()?;
                }
                _ if self.at_attribute() || self.at(TokenKind::AttributeGroup) => {
                    self.function_attributes(attributes)?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// The body of a definition. Errors are reported line by line.
    pub(super) fn function_body(&mut self, header: FunctionHeader) -> Parse<()> {
        let Some(start) = header.body else {
            self.seek(header.end);
            return Ok(());
        };
        self.seek(start);
        self.expect(TokenKind::OpenBrace, "'{'")?;
        let mut body = Body {
            func: Function::new(header.func, &self.module.ctx),
            values: FxHashMap::default(),
            numbered: FxHashMap::default(),
            blocks: FxHashMap::default(),
            numbered_blocks: FxHashMap::default(),
            undefined_values: FxHashMap::default(),
            undefined_blocks: FxHashMap::default(),
            next_number: 0,
            has_upgrades: false,
            has_use_orders: false,
            use_counts: None,
            pending_records: Vec::new(),
            pending_bundles: Vec::new(),
            entryless: Vec::new(),
            failed: false,
        };
        for (index, &(name, span)) in header.names.iter().enumerate() {
            let value = body.func.params[index];
            match name {
                Name::Symbol(name) => {
                    body.func.set_name(value, name);
                    if body.values.insert(name, value).is_some() {
                        body.failed = true;
                        let text = self.module.ctx.text(name).to_string();
                        let _: Parse<()> = self.error_at(span, format!("redefinition of '%{text}'"));
                    }
                }
                Name::Number(number) => {
                    body.numbered.insert(number, value);
                    body.next_number = number.saturating_add(1);
                }
            }
        }
        if self.at(TokenKind::CloseBrace) {
            return self.error("function body has no instructions");
        }
        let mut block = None;
        while !self.at(TokenKind::CloseBrace) {
            if self.at(TokenKind::Eof) {
                return self.error("expected '}'");
            }
            let line_start = self.token.start;
            self.in_refusable_body = self.options.keep_refused;
            let read = self.statement(&mut body, &mut block);
            self.in_refusable_body = false;
            if let Some(refusal) = self.refusal.take() {
                self.refuse(&body, refusal);
                self.skip_body(start);
                return Ok(());
            }
            if read.is_err() {
                body.failed = true;
                self.skip_line(line_start);
            }
        }
        if self.records_end(&mut body).is_err() {
            body.failed = true;
        }
        self.advance();
        if let Some(block) = block {
            self.check_terminated(&mut body, block);
        }
        self.finish_body(body)
    }

    /// A label, an instruction or a debug record.
    fn statement(&mut self, body: &mut Body, block: &mut Option<Block>) -> Parse<()> {
        match self.token.kind {
            TokenKind::Label => {
                if body.has_use_orders {
                    return self.error("expected uselistorder directive");
                }
                self.records_end(body)?;
                if let Some(block) = block.take() {
                    self.check_terminated(body, block);
                }
                let token = self.advance();
                *block = Some(self.start_block(body, Some(token))?);
                return Ok(());
            }
            TokenKind::Hash => return self.debug_record(body),
            TokenKind::Word if self.at_word("uselistorder") => {
                if block.is_some() {
                    return self.error("expected an instruction");
                }
                self.records_end(body)?;
                body.has_use_orders = true;
                return self.use_list_order(Some(body));
            }
            _ => {}
        }
        let current = match *block {
            Some(block) => block,
            None => {
                let new = self.start_block(body, None)?;
                *block = Some(new);
                new
            }
        };
        let span = self.span();
        let terminator = self.instruction(body, current)?;
        if self.module.ctx.places.is_some()
            && let Some(inst) = body.func.last_inst(current)
        {
            body.func.places.insert(inst, span);
        }
        if terminator {
            *block = None;
        }
        Ok(())
    }

    /// Debug records stand before an instruction.
    fn records_end(&mut self, body: &mut Body) -> Parse<()> {
        if std::mem::take(&mut body.pending_records).is_empty() {
            return Ok(());
        }
        self.error("expected an instruction after the debug record")
    }

    fn check_terminated(&mut self, body: &mut Body, block: Block) {
        if !body.failed && body.func.terminator(block).is_none() {
            body.failed = true;
            let _: Parse<()> = self.error("the block before ends without a terminator");
        }
    }

    /// After an error: skips to the start of the next line, or past the offending text.
    fn skip_line(&mut self, start: u32) {
        let from = (self.token.start.max(start) as usize).min(self.text.len());
        let rest = &self.text.as_bytes()[from..];
        let next = rest
            .iter()
            .position(|&b| b == b'\n')
            .map_or(self.text.len(), |i| from + i + 1);
        // A brace on the same line is the end of the body.
        while !self.at(TokenKind::Eof) && (self.token.start as usize) < next {
            if self.at(TokenKind::CloseBrace) && self.lexer.clone().next_token().kind != TokenKind::Word {
                return;
            }
            self.advance();
        }
        // The cases of a switch are lines of their own.
        while matches!(self.token.kind, TokenKind::CloseBracket) {
            self.advance();
        }
    }

    /// Goes on after the body that starts at this brace.
    fn skip_body(&mut self, start: u32) {
        self.seek(start);
        let mut depth = 0u32;
        loop {
            match self.token.kind {
                TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseBrace => depth -= 1,
                TokenKind::Eof => return,
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return;
            }
        }
    }

    fn start_block(&mut self, body: &mut Body, label: Option<Token>) -> Parse<Block> {
        let block = match label {
            Some(token) if !self.is_numbered(token) || !self.all_digits(token) => {
                let name = self.symbol_of(token);
                if body
                    .values
                    .get(&name)
                    .is_some_and(|v| !body.undefined_values.contains_key(v))
                {
                    return self.redefinition(token);
                }
                match body.blocks.get(&name) {
                    Some(&block) if body.undefined_blocks.remove(&block).is_some() => block,
                    Some(_) => return self.redefinition(token),
                    None => {
                        let block = body.func.make_block();
                        body.func.block_names[block] = Some(name).into();
                        body.blocks.insert(name, block);
                        block
                    }
                }
            }
            _ => {
                let mut number = body.next_number;
                if let Some(token) = label {
                    number = self.token_number(token)?;
                    if number < body.next_number {
                        let span = self.span_of(token);
                        let next = body.next_number;
                        return self
                            .error_at(span, format!("label expected to be numbered '{next}' or greater"));
                    }
                }
                body.next_number = number.saturating_add(1);
                match body.numbered_blocks.get(&number) {
                    Some(&block) => {
                        body.undefined_blocks.remove(&block);
                        block
                    }
                    None => {
                        let block = body.func.make_block();
                        body.numbered_blocks.insert(number, block);
                        block
                    }
                }
            }
        };
        body.func.append_block(block);
        Ok(block)
    }

    fn all_digits(&self, token: Token) -> bool {
        self.text_of(token).bytes().all(|b| b.is_ascii_digit())
    }

    pub(super) fn redefinition<T>(&mut self, token: Token) -> Parse<T> {
        let span = self.span_of(token);
        let text = self.text_of(token);
        self.error_at(span, format!("redefinition of '%{text}'"))
    }

    /// Makes a declaration of the function, unless it is wrong anyway.
    fn refuse(&mut self, body: &Body, refusal: Diagnostic) {
        if body.failed {
            self.diagnostics.push(refusal);
            return;
        }
        let func = body.func.func;
        let linking = &mut self.module.ctx.functions[func].linking;
        *linking = Linking {
            is_anonymous: linking.is_anonymous,
            ..Linking::default()
        };
        self.module.refused.push((func, refusal));
    }

    fn finish_body(&mut self, mut body: Body) -> Parse<()> {
        if !body.failed {
            let mut missing: Vec<Span> = body.undefined_values.values().copied().collect();
            missing.extend(body.undefined_blocks.values());
            missing.sort_unstable_by_key(|span| span.start);
            for &span in &missing {
                let text = &self.text[span.start as usize..span.end as usize];
                let _: Parse<()> = self.error_at(span, format!("use of undefined value '{text}'"));
            }
            body.failed = !missing.is_empty();
        }
        if !body.failed && !body.entryless.is_empty() {
            self.check_entryless(&mut body);
        }
        if body.failed {
            return Err(super::Reported);
        }
        self.has_upgrades |= body.has_upgrades;
        if body.has_upgrades {
            crate::intrinsics::upgrade::upgrade_body(
                &mut body.func,
                &mut self.module.ctx,
                self.options.upgrader,
            );
        }
        let func = body.func.func;
        self.module.bodies[func] = Some(Box::new(body.func));
        Ok(())
    }

    /// A block whose phis have no entries must have no predecessors.
    fn check_entryless(&mut self, body: &mut Body) {
        let func = &body.func;
        let mut is_target = vec![false; func.block_count()];
        for &block in func.block_order() {
            for &to in func.successors(block) {
                is_target[to.as_u32() as usize] = true;
            }
        }
        for &(block, span) in &body.entryless {
            if is_target[block.as_u32() as usize] {
                body.failed = true;
                let _: Parse<()> = self.error_at(span, "phi does not have one entry for each predecessor");
            }
        }
    }
}
