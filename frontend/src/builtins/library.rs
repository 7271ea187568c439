//! Library functions, parsed when a program first uses them: the prototype at once, the body after the program.

use super::index::definitions;
use crate::ast::FnId;
use crate::lexer::Lexer;
use crate::parse::Parser;
use crate::sema::Sema;
use crate::sema::names::Binding;
use crate::token::{Symbol, Token, TokenKind};
use wavec_support::{Diagnostics, FileId};

/// What is known of the target's library and what waits to be parsed.
#[derive(Default)]
pub struct Library {
    /// Definitions of the target's sources: name, text.
    target: Option<Vec<(&'static str, &'static str)>>,
    /// Functions whose body was not parsed yet.
    pending: Vec<&'static str>,
}

impl<'a> Sema<'_, 'a> {
    /// The text of the library's definition of `name`; the target's comes first.
    fn library_text(&mut self, name: &str) -> Option<&'static str> {
        let sources = self.target.library;
        let target = self.library.target.get_or_insert_with(|| {
            let mut all: Vec<(&'static str, &'static str)> = Vec::new();
            for &(_, text) in sources {
                all.extend(
                    definitions(text)
                        .into_iter()
                        .map(|(name, start, end)| (name, &text[start..end])),
                );
            }
            all.sort_by_key(|entry| entry.0);
            all
        });
        if let Ok(index) = target.binary_search_by(|entry| entry.0.cmp(name)) {
            return Some(target[index].1);
        }
        let index = super::tables::INDEX
            .binary_search_by(|entry| entry.0.cmp(name))
            .ok()?;
        let (_, file, start, end) = super::tables::INDEX[index];
        Some(&super::tables::FILES[file as usize][start as usize..end as usize])
    }

    /// The library function `name`; `None` if there is none.
    pub fn library_function(&mut self, name: Symbol) -> Option<FnId> {
        match self.library_binding(name)? {
            Binding::Function(id) => Some(id),
            _ => None,
        }
    }

    /// The library function spelled `name`.
    pub fn library_function_named(&mut self, name: &str) -> Option<FnId> {
        let symbol = self.interner.intern(name);
        self.library_function(symbol)
    }

    /// What the library calls `name`: a function or a table.
    pub fn library_binding(&mut self, name: Symbol) -> Option<Binding> {
        let outside = !self.in_library;
        if outside {
            std::mem::swap(&mut self.names, &mut self.other_names);
        }
        let marks = self.names.hide_scopes();
        let mut found = self.lookup_declared(name);
        if found.is_none() {
            let text = self.text(name);
            if let Some(definition) = self.library_text(text) {
                self.parse_prototype(definition);
                found = self.lookup_declared(name);
            }
        }
        self.names.restore_scopes(marks);
        if outside {
            std::mem::swap(&mut self.names, &mut self.other_names);
        }
        found
    }

    fn parse_prototype(&mut self, definition: &'static str) {
        let mut tokens = self.library_tokens(definition);
        let brace = tokens
            .iter()
            .position(|t| matches!(t.kind, TokenKind::LBrace | TokenKind::Equal));
        if let Some(at) = brace.filter(|&at| tokens[at].kind == TokenKind::LBrace) {
            let end = tokens[tokens.len() - 1];
            tokens.truncate(at);
            tokens.push(Token {
                kind: TokenKind::Semi,
                ..end
            });
            tokens.push(end);
            self.library.pending.push(definition);
        }
        self.parse_library(&tokens);
    }

    fn parse_library(&mut self, tokens: &[Token]) {
        let before = (self.in_library, self.current.take(), self.fp_contract);
        self.in_library = true;
        self.fp_contract = false;
        Parser::new(self, tokens).translation_unit();
        (self.in_library, self.current, self.fp_contract) = before;
    }

    /// Parses the bodies of all library functions that are used, and of those that they use.
    pub fn finish_library(&mut self) {
        if self.library.pending.is_empty() {
            return;
        }
        std::mem::swap(&mut self.names, &mut self.other_names);
        while let Some(definition) = self.library.pending.pop() {
            let tokens = self.library_tokens(definition);
            self.parse_library(&tokens);
        }
        std::mem::swap(&mut self.names, &mut self.other_names);
    }

    fn library_tokens(&mut self, text: &str) -> Vec<Token> {
        let mut lexer = Lexer::new(FileId(u32::MAX), text.into());
        let mut ignored = Diagnostics::new();
        let mut tokens = Vec::with_capacity(text.len() / 3);
        loop {
            let mut token = lexer.next(false, self.interner, &mut ignored);
            if token.kind == TokenKind::Ident {
                token.kind = crate::token::keyword(self.interner.text(token.symbol));
            }
            tokens.push(token);
            if token.kind == TokenKind::Eof {
                return tokens;
            }
        }
    }
}
