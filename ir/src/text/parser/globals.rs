//! Global variables, and properties they share with functions.

use super::{Parse, Parser};
use crate::attributes::Attribute;
use crate::context::{Alias, GlobalVarData, Linkage, Linking, Visibility};
use crate::entities::{AttributeSet, GlobalVar, Symbol, Type};
use crate::text::lexer::{Token, TokenKind};

/// A global variable whose initializer is still to be read.
pub(super) struct GlobalHeader {
    global: GlobalVar,
    ty: Type,
    has_initializer: bool,
    /// Whether it is an alias, and then whether an `ifunc`.
    alias: Option<bool>,
    /// Where to continue.
    position: u32,
}

impl Parser<'_> {
    /// The name of a global, which must be new.
    pub(super) fn new_global_name(&mut self, token: Token) -> Parse<Symbol> {
        let name = self.symbol_of(token);
        if self.is_numbered(token) {
            let mut next = self.next_global;
            self.increasing_number(token, "a global is", '@', &mut next)?;
            self.next_global = next;
        }
        let ctx = &self.module.ctx;
        if ctx.function_by_symbol(name).is_some() || ctx.global_by_symbol(name).is_some() {
            let text = ctx.text(name).to_string();
            let span = self.span_of(token);
            return self.error_at(span, format!("redefinition of '@{text}'"));
        }
        let span = self.span_of(token);
        self.module.ctx.keep_place_of_global(name, span);
        Ok(name)
    }

    /// Linkage, visibility, storage class and the like, before `global` or a return type.
    pub(super) fn linking(&mut self) -> Parse<(Linking, Option<Linkage>)> {
        let mut linking = Linking::default();
        let mut explicit = None;
        if let Some(linkage) = Linkage::from_name(self.word()) {
            self.advance();
            linking.linkage = linkage;
            explicit = Some(linkage);
        }
        loop {
            match self.word() {
                "dso_local" => linking.dso_local = true,
                "dso_preemptable" | "default" => {}
                "hidden" => linking.visibility = Visibility::Hidden,
                "protected" => linking.visibility = Visibility::Protected,
                "dllimport" | "dllexport" => return self.unsupported("DLL storage classes are"),
                _ => {
                    let local = matches!(linking.linkage, Linkage::Internal | Linkage::Private);
                    if local && linking.visibility != Visibility::Default {
                        return self.error("a symbol with local linkage must have default visibility");
                    }
                    return Ok((linking, explicit));
                }
            }
            self.advance();
        }
    }

    pub(super) fn unnamed_addr(&mut self, linking: &mut Linking) {
        if self.eat_word("unnamed_addr") {
            linking.unnamed_addr = 2;
        } else if self.eat_word("local_unnamed_addr") {
            linking.unnamed_addr = 1;
        }
    }

    /// The text after `comdat`, as stored.
    pub(super) fn comdat_reference(&mut self, owner: Symbol) -> Parse<Symbol> {
        if !self.eat(TokenKind::OpenParen) {
            if !self.comdat_names.contains(&owner) {
                let name = self.module.ctx.text(owner);
                // Names of globals without one are their numbers.
                let message = match name.bytes().all(|b| b.is_ascii_digit()) {
                    true => "a comdat must have a name".to_string(),
                    false => format!("use of undefined comdat '${name}'"),
                };
                return self.error(message);
            }
            return Ok(self.ctx().symbol(""));
        }
        let token = self.expect(TokenKind::Comdat, "a comdat")?;
        let name = self.symbol_of(token);
        if !self.comdat_names.contains(&name) {
            let span = self.span_of(token);
            let name = self.text_of(token);
            return self.error_at(span, format!("use of undefined comdat '${name}'"));
        }
        let text = format!("({})", &self.text[token.start as usize..token.end as usize]);
        self.expect(TokenKind::CloseParen, "')'")?;
        Ok(self.ctx().symbol(&text))
    }

    /// `@name = linkage ... global type`, up to the initializer.
    pub(super) fn global_header(&mut self) -> Parse<GlobalHeader> {
        let token = self.expect(TokenKind::Global, "a name")?;
        let name = self.new_global_name(token)?;
        self.expect(TokenKind::Equal, "'='")?;
        let (mut linking, explicit) = self.linking()?;
        linking.is_anonymous = self.is_numbered(token);
        let mut thread_local = false;
        if self.eat_word("thread_local") {
            thread_local = true;
            if self.eat(TokenKind::OpenParen) {
                self.raw_parenthesized()?;
            }
        }
        self.unnamed_addr(&mut linking);
        if matches!(self.word(), "alias" | "ifunc") {
            return self.alias_header(name, linking, thread_local);
        }
        let address_space = self.address_space()?.unwrap_or(0);
        let externally_initialized = self.eat_word("externally_initialized");
        let is_constant = match self.word() {
            "constant" => true,
            "global" => false,
            _ => return self.error("expected 'global' or 'constant'"),
        };
        self.advance();
        let ty = self.first_class_type()?;
        let has_initializer = !matches!(explicit, Some(Linkage::External | Linkage::ExternWeak));
        let global = self.ctx().add_global(GlobalVarData {
            name,
            value_ty: ty,
            address_space,
            is_constant,
            externally_initialized,
            thread_local,
            initializer: None,
            linking,
            attrs: AttributeSet::EMPTY,
            metadata: Vec::new(),
        });
        Ok(GlobalHeader {
            global,
            ty,
            has_initializer,
            alias: None,
            position: self.token.start,
        })
    }

    /// `alias type, ptr @g` or `ifunc type, ptr @f` up to the comma. The address space of the name is that of the address.
    fn alias_header(&mut self, name: Symbol, linking: Linking, thread_local: bool) -> Parse<GlobalHeader> {
        let is_ifunc = self.at_word("ifunc");
        self.advance();
        let ty = self.ty()?;
        self.comma()?;
        let position = self.token.start;
        let ends_in_cast = self.at_word("addrspacecast");
        let mut address_space = 0;
        // For a pointer, the first one named. For a cast, the last.
        let mut pointers = 0;
        while !self.at(TokenKind::Eof) && !self.at(TokenKind::Global) || ends_in_cast && pointers < 2 {
            if self.at(TokenKind::Eof) {
                break;
            }
            if self.eat_word("ptr") {
                pointers += 1;
                address_space = self.address_space()?.unwrap_or(0);
                if pointers == 1 && !ends_in_cast {
                    break;
                }
            } else {
                self.advance();
            }
        }
        let global = self.ctx().add_global(GlobalVarData {
            name,
            value_ty: ty,
            address_space,
            is_constant: false,
            externally_initialized: false,
            thread_local,
            initializer: None,
            linking,
            attrs: AttributeSet::EMPTY,
            metadata: Vec::new(),
        });
        Ok(GlobalHeader {
            global,
            ty,
            has_initializer: false,
            alias: Some(is_ifunc),
            position,
        })
    }

    /// The address that an alias refers to, with its type or as an expression.
    fn aliasee(&mut self, header: &GlobalHeader, is_ifunc: bool) -> Parse<()> {
        let span = self.span();
        let pointer = {
            let space = self.module.ctx.globals[header.global].address_space;
            self.ctx().types.ptr(space)
        };
        let aliasee = if self.at_word("ptr") {
            self.typed_constant()?
        } else {
            self.constant(pointer)?
        };
        if self.module.ctx.constants.ty(aliasee) != pointer {
            return self.error_at(span, "an alias must refer to an address");
        }
        self.ctx()
            .aliases
            .insert(header.global, Alias { is_ifunc, aliasee });
        Ok(())
    }

    /// The initializer and everything after it.
    pub(super) fn global_initializer(&mut self, header: GlobalHeader) -> Parse<()> {
        self.seek(header.position);
        if let Some(is_ifunc) = header.alias {
            self.aliasee(&header, is_ifunc)?;
        }
        if header.has_initializer {
            let constant = self.constant(header.ty)?;
            self.ctx().globals[header.global].initializer = Some(constant);
        }
        let mut attributes: Vec<Attribute> = Vec::new();
        while self.eat(TokenKind::Comma) {
            match self.word() {
                "section" => {
                    self.advance();
                    let text = self.string("a section")?;
                    let section = self.ctx().symbol(&text);
                    self.ctx().globals[header.global].linking.section = Some(section);
                }
                "partition" => return self.unsupported("partitions are"),
                "code_model" => return self.unsupported("code models of globals are"),
                "comdat" => {
                    self.advance();
                    let owner = self.module.ctx.globals[header.global].name;
                    let comdat = self.comdat_reference(owner)?;
                    self.ctx().globals[header.global].linking.comdat = Some(comdat);
                }
                "align" => {
                    self.advance();
                    let align = self.alignment()?;
                    self.ctx().globals[header.global].linking.align = Some(align);
                }
                // Markers for sanitizers; they have no effect on code generation.
                "no_sanitize_address"
                | "no_sanitize_hwaddress"
                | "sanitize_memtag"
                | "sanitize_address_dyninit" => {
                    self.advance();
                }
                _ if self.at(TokenKind::MetadataName) => {
                    let metadata = self.attachments(true)?;
                    self.ctx().globals[header.global].metadata.extend(metadata);
                }
                _ => return self.error("expected a property of a global variable"),
            }
        }
        self.function_attributes(&mut attributes)?;
        let attrs = self.ctx().attributes.intern(&attributes);
        self.ctx().globals[header.global].attrs = attrs;
        Ok(())
    }
}
