//! Library functions, parsed when a program first names them: the prototype immediately, the body after the program, if
//! anything calls it. Many are only named: `get_global_id(0)` is a call of `__get_global_id_x`.

use crate::ast::FnId;
use crate::builtins::library::library_definition;
use crate::lexer::Lexer;
use crate::sema::Sema;
use crate::sema::names::Binding;
use crate::token::{Interner, Symbol, Token, TokenKind};
use fxhash::FxHashMap;
use wavec_support::FileId;

/// The file of positions in the library.
pub const LIBRARY_FILE: FileId = FileId(u32::MAX);

/// Functions to be parsed.
#[derive(Default)]
pub struct Library {
    /// Functions without calls so far.
    named: FxHashMap<FnId, Definition>,
    /// Called functions whose body has not been parsed.
    called: Vec<Definition>,
}

impl Library {
    /// Records a call of the function `id`.
    pub fn note_call(&mut self, id: FnId) {
        self.called.extend(self.named.remove(&id));
    }
}

/// A partially read definition.
struct Definition {
    tokens: Vec<Token>,
    rest: Lexer,
}

impl Definition {
    fn new(text: &str) -> Definition {
        Definition {
            tokens: Vec::with_capacity(text.len() / 3),
            rest: Lexer::new(LIBRARY_FILE, text.into()),
        }
    }

    /// Reads tokens up to and including one for which `ends` holds.
    fn read(&mut self, interner: &mut Interner, ends: impl Fn(TokenKind) -> bool) {
        loop {
            let token = self.rest.next_of_library(interner);
            self.tokens.push(token);
            if token.kind == TokenKind::Eof || ends(token.kind) {
                return;
            }
        }
    }
}

impl<'a> Sema<'_, 'a> {
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
        if found.is_none()
            && let Some(definition) = library_definition(self.target, self.text(name))
        {
            found = self.parse_prototype(name, &definition);
        }
        self.names.restore_scopes(marks);
        if outside {
            std::mem::swap(&mut self.names, &mut self.other_names);
        }
        found
    }

    /// Parses `definition`, for a function only the prototype; returns what `name` denotes then.
    fn parse_prototype(&mut self, name: Symbol, definition: &str) -> Option<Binding> {
        let mut definition = Definition::new(definition);
        definition.read(self.interner, |kind| {
            matches!(kind, TokenKind::LBrace | TokenKind::Equal)
        });
        let last = definition.tokens.len() - 1;
        let end = definition.tokens[last];
        if end.kind != TokenKind::LBrace {
            if end.kind != TokenKind::Eof {
                definition.read(self.interner, |_| false);
            }
            self.parse_library(&definition.tokens);
            return self.lookup_declared(name);
        }
        let mut prototype = Vec::with_capacity(last + 2);
        prototype.extend_from_slice(&definition.tokens[..last]);
        prototype.extend([TokenKind::Semi, TokenKind::Eof].map(|kind| Token { kind, ..end }));
        self.parse_library(&prototype);
        let found = self.lookup_declared(name);
        if let Some(Binding::Function(id)) = found {
            self.library.named.insert(id, definition);
        }
        found
    }

    fn parse_library(&mut self, tokens: &[Token]) {
        let before = (self.in_library, self.current.take(), self.fp_contract);
        self.in_library = true;
        self.fp_contract = false;
        (self.parse)(self, tokens);
        (self.in_library, self.current, self.fp_contract) = before;
    }

    /// Parses the bodies of all library functions that are called, and of those that they call.
    pub fn finish_library(&mut self) {
        if self.library.called.is_empty() {
            return;
        }
        std::mem::swap(&mut self.names, &mut self.other_names);
        while let Some(mut definition) = self.library.called.pop() {
            definition.read(self.interner, |_| false);
            self.parse_library(&definition.tokens);
        }
        std::mem::swap(&mut self.names, &mut self.other_names);
    }
}
