//! Library functions, parsed when a program first names them: the prototype immediately, the body after the program, if
//! anything calls it. Many are only named: `get_global_id(0)` is a call of `__get_global_id_x`.
//!
//! A definition whose name ends in `__T` is a template: `__add__float` is instantiated from `T __add__T(T a, T b)`. If
//! the name also contains the word `OP`, that stands for an operation: `__reduce_max__int` is instantiated from `T
//! __reduce_OP__T(T x)`, in which `__OP__T` denotes `__max__int`.

use crate::ast::FnId;
use crate::lexer::Lexer;
use crate::parse::Parser;
use crate::sema::Sema;
use crate::sema::names::Binding;
use crate::token::{Interner, Symbol, Token, TokenKind};
use fxhash::FxHashMap;
use wavec_support::{Diagnostics, FileId};

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
            rest: Lexer::new(FileId(u32::MAX), text.into()),
        }
    }

    /// Reads tokens up to and including one for which `ends` holds.
    fn read(&mut self, interner: &mut Interner, ends: impl Fn(TokenKind) -> bool) {
        let mut ignored = Diagnostics::new();
        loop {
            let mut token = self.rest.next(false, interner, &mut ignored);
            if token.kind == TokenKind::Ident {
                token.kind = crate::token::keyword(interner.text(token.symbol));
            }
            self.tokens.push(token);
            if token.kind == TokenKind::Eof || ends(token.kind) {
                return;
            }
        }
    }
}

/// The values of `OP` in the name of a template.
const OPERATIONS: [&str; 10] = [
    "logical_and",
    "logical_or",
    "logical_xor",
    "add",
    "mul",
    "min",
    "max",
    "and",
    "or",
    "xor",
];

/// The name of the template for `__stem__T` if there is none of that exact name, and the operation.
fn operation_template(stem: &str) -> Option<(String, &'static str)> {
    OPERATIONS.iter().find_map(|&operation| {
        let rest = stem.strip_suffix(operation)?;
        rest.ends_with('_').then(|| (format!("{rest}OP__T"), operation))
    })
}

/// The text of a template for a type and an operation.
fn instantiate(template: &str, ty: &str, operation: &str) -> String {
    let mut out = String::with_capacity(template.len() * 2);
    let mut rest = template;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '_') {
        let word = &rest[start..];
        let len = word
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(word.len());
        let (word, after) = word.split_at(len);
        out.push_str(&rest[..start]);
        match word.strip_suffix("__T") {
            Some(stem) => {
                match stem.strip_suffix("OP") {
                    Some(stem) => out.extend([stem, operation]),
                    None => out.push_str(stem),
                }
                out.extend(["__", ty]);
            }
            None => out.push_str(if word == "T" { ty } else { word }),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

impl<'a> Sema<'_, 'a> {
    /// The text of the library's definition of `name`; the target's comes first.
    fn library_text(&self, name: &str) -> Option<&'static str> {
        let target = self.target.library;
        if let Ok(index) = target.binary_search_by(|entry| entry.0.cmp(name)) {
            return Some(target[index].1);
        }
        let index = super::tables::INDEX
            .binary_search_by(|entry| entry.0.cmp(name))
            .ok()?;
        let (_, file, start, end) = super::tables::INDEX[index];
        Some(&super::tables::FILES[file as usize][start as usize..end as usize])
    }

    /// The text of the definition of `name`, instantiated from a template if necessary.
    fn library_definition(&mut self, name: &str) -> Option<&'a str> {
        if let Some(text) = self.library_text(name) {
            return Some(text);
        }
        if let Some(text) = super::printf::writer_definition(name) {
            return Some(self.arena.alloc_str(&text));
        }
        let (stem, ty) = name.rsplit_once("__").filter(|(stem, _)| !stem.is_empty())?;
        let (template, operation) = match self.library_text(&format!("{stem}__T")) {
            Some(template) => (template, ""),
            None => {
                let (template, operation) = operation_template(stem)?;
                (self.library_text(&template)?, operation)
            }
        };
        Some(self.arena.alloc_str(&instantiate(template, ty, operation)))
    }

    /// Whether the library has a template `__NAME__T`, and whether it is one of an operation.
    pub fn library_template(&mut self, name: &str) -> Option<bool> {
        if self.library_text(&format!("__{name}__T")).is_some() {
            return Some(false);
        }
        let (template, _) = operation_template(name)?;
        self.library_text(&format!("__{template}")).map(|_| true)
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
            if let Some(definition) = self.library_definition(text) {
                found = self.parse_prototype(name, definition);
            }
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
        Parser::new(self, tokens).translation_unit();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_take_types_and_operations() {
        let text = "T __f_OP__T(local T *x) { return __OP__T(__g__T(x), *x) + OPT; }";
        assert_eq!(
            instantiate(text, "float4", "max"),
            "float4 __f_max__float4(local float4 *x) { return __max__float4(__g__float4(x), *x) + OPT; }"
        );
        assert_eq!(
            operation_template("__f_logical_and"),
            Some(("__f_OP__T".into(), "logical_and"))
        );
        assert_eq!(operation_template("__f_and"), Some(("__f_OP__T".into(), "and")));
        assert_eq!(operation_template("__fand"), None);
    }
}
