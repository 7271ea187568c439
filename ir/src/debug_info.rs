//! Making nodes of debug information, and reading those that code generation needs: locations, scopes and files.
//!
//! Source: LLVM Language Reference, "Specialized Metadata Nodes".

use crate::context::Context;
use crate::entities::{Inst, MetadataId, Symbol};
use crate::function::Function;
use crate::metadata::{Metadata, MetadataField};
use crate::text::escape::{unescape, write_quoted};

/// A `DILocation`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DebugLocation {
    /// Counted from 1; 0 is code of no line.
    pub line: u32,
    /// Counted from 1; 0 is unknown.
    pub column: u32,
    /// `DISubprogram`, `DILexicalBlock` or `DILexicalBlockFile`.
    pub scope: MetadataId,
    /// The location of the call that this was inlined at.
    pub inlined_at: Option<MetadataId>,
}

/// The value of a field to make.
#[derive(Clone, Copy, Debug)]
pub enum DebugField<'a> {
    /// A number.
    Number(u32),
    /// `true`, `DW_LANG_OpenCL`, ...
    Word(&'a str),
    /// A string, without quotes.
    String(&'a str),
    /// A node.
    Node(MetadataId),
}

/// How far chains of nodes are followed; malformed input may have cycles.
const MOST_SCOPES: usize = 4096;

impl Context {
    /// Whether `node` is a specialized node of this kind, as `"DILocation"`.
    pub fn is_debug_node(&self, node: MetadataId, kind: &str) -> bool {
        matches!(&self.metadata.nodes[node], Metadata::Specialized { kind: own, .. } if self.text(*own) == kind)
    }

    fn debug_field(&self, node: MetadataId, name: &str) -> Option<MetadataField> {
        let Metadata::Specialized { fields, .. } = &self.metadata.nodes[node] else {
            return None;
        };
        let is_named = |own: &Option<Symbol>| own.is_some_and(|own| self.text(own) == name);
        fields
            .iter()
            .find(|field| is_named(&field.0))
            .map(|field| field.1)
    }

    /// The node in a field.
    pub fn debug_node(&self, node: MetadataId, field: &str) -> Option<MetadataId> {
        match self.debug_field(node, field)? {
            MetadataField::Node(node) => Some(node),
            MetadataField::Text(_) => None,
        }
    }

    /// The number in a field; 0 if it is left out.
    pub fn debug_number(&self, node: MetadataId, field: &str) -> u32 {
        let number = self.debug_integer(node, field).unwrap_or(0);
        u32::try_from(number).unwrap_or(0)
    }

    /// The number in a field, of any size; none if it is left out.
    pub fn debug_integer(&self, node: MetadataId, field: &str) -> Option<i128> {
        match self.debug_field(node, field)? {
            MetadataField::Text(text) => {
                let text = self.text(text);
                match text.strip_prefix("u0x") {
                    Some(digits) => i128::from_str_radix(digits, 16).ok(),
                    None => text.parse().ok(),
                }
            }
            MetadataField::Node(node) => match self.metadata.nodes[node] {
                Metadata::Constant(_, constant) => Some(self.int_value(constant)? as i64 as i128),
                _ => None,
            },
        }
    }

    /// The nodes of the list in a field; `None` among them is `null`.
    pub fn debug_list(&self, node: MetadataId, field: &str) -> &[Option<MetadataId>] {
        match self
            .debug_node(node, field)
            .map(|list| &self.metadata.nodes[list])
        {
            Some(Metadata::Node { operands, .. }) => operands,
            _ => &[],
        }
    }

    /// The string or the words in a field; empty if it is left out.
    pub fn debug_text(&self, node: MetadataId, field: &str) -> String {
        let text = match self.debug_field(node, field) {
            Some(MetadataField::Text(text)) => self.text(text),
            Some(MetadataField::Node(text)) => match self.metadata.nodes[text] {
                Metadata::String(text) => return self.text(text).to_string(),
                _ => "",
            },
            None => "",
        };
        let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        quoted.map_or_else(|| text.to_string(), unescape)
    }

    /// Whether variables and types are to be described, besides lines and functions.
    pub fn describes_variables(&self) -> bool {
        let key = self.symbols.find("llvm.dbg.cu");
        let units = self.metadata.named.iter().filter(|list| Some(list.0) == key);
        units
            .flat_map(|list| &list.1)
            .any(|&unit| self.debug_text(unit, "emissionKind") == "FullDebug")
    }

    /// Reads a `DILocation`.
    pub fn debug_location(&self, node: MetadataId) -> Option<DebugLocation> {
        if !self.is_debug_node(node, "DILocation") {
            return None;
        }
        Some(DebugLocation {
            line: self.debug_number(node, "line"),
            column: self.debug_number(node, "column"),
            scope: self.debug_node(node, "scope")?,
            inlined_at: self.debug_node(node, "inlinedAt"),
        })
    }

    /// `scope` and those around it, up to the subprogram.
    pub fn debug_scopes(&self, scope: MetadataId) -> impl Iterator<Item = MetadataId> {
        let outer = |&scope: &MetadataId| match self.is_debug_node(scope, "DISubprogram") {
            true => None,
            false => self.debug_node(scope, "scope"),
        };
        std::iter::successors(Some(scope), outer).take(MOST_SCOPES)
    }

    /// The `DISubprogram` that a scope is in.
    pub fn debug_subprogram(&self, scope: MetadataId) -> Option<MetadataId> {
        let last = self.debug_scopes(scope).last()?;
        self.is_debug_node(last, "DISubprogram").then_some(last)
    }

    /// The `DIFile` of a scope.
    pub fn debug_file(&self, scope: MetadataId) -> Option<MetadataId> {
        self.debug_scopes(scope)
            .find_map(|scope| self.debug_node(scope, "file"))
    }

    /// Makes a specialized node.
    pub fn make_debug_node(
        &mut self,
        kind: &str,
        distinct: bool,
        fields: &[(&str, DebugField<'_>)],
    ) -> MetadataId {
        let node = self.metadata.nodes.push(Metadata::Forward);
        self.define_debug_node(node, kind, distinct, fields);
        node
    }

    /// Makes `node`, which others refer to already, a specialized node.
    pub fn define_debug_node(
        &mut self,
        node: MetadataId,
        kind: &str,
        distinct: bool,
        fields: &[(&str, DebugField<'_>)],
    ) {
        let mut list = Vec::with_capacity(fields.len());
        for &(name, value) in fields {
            let value = match value {
                DebugField::Number(number) => MetadataField::Text(self.symbol(&number.to_string())),
                DebugField::Word(word) => MetadataField::Text(self.symbol(word)),
                DebugField::String(text) => {
                    let mut quoted = String::new();
                    write_quoted(&mut quoted, text);
                    MetadataField::Text(self.symbol(&quoted))
                }
                DebugField::Node(node) => MetadataField::Node(node),
            };
            list.push((Some(self.symbol(name)), value));
        }
        let kind = self.symbol(kind);
        self.metadata.nodes[node] = Metadata::Specialized {
            distinct,
            kind,
            fields: list.into(),
        };
    }

    /// Makes a `DILocation`.
    pub fn make_debug_location(&mut self, location: DebugLocation) -> MetadataId {
        let mut fields = vec![("line", DebugField::Number(location.line))];
        if location.column != 0 {
            fields.push(("column", DebugField::Number(location.column)));
        }
        fields.push(("scope", DebugField::Node(location.scope)));
        fields.extend(
            location
                .inlined_at
                .map(|call| ("inlinedAt", DebugField::Node(call))),
        );
        self.make_debug_node("DILocation", false, &fields)
    }

    /// The operations and operands of a `DIExpression`, as words. What clang adds for the address space of stack objects is
    /// left out: it is no part of what the variable is, and stays if the object becomes a value.
    pub fn debug_expression(&self, node: MetadataId) -> Vec<&str> {
        let Metadata::Specialized { fields, .. } = &self.metadata.nodes[node] else {
            return Vec::new();
        };
        let words = fields.iter().filter_map(|field| match field.1 {
            MetadataField::Text(text) => Some(self.text(text)),
            MetadataField::Node(_) => None,
        });
        let mut words: Vec<&str> = words.collect();
        if let ["DW_OP_constu", _, "DW_OP_swap", "DW_OP_xderef", ..] = words[..] {
            words.drain(..4);
        }
        words
    }

    /// The part of a variable, in bits, that an expression with these words is about: its start and size.
    pub fn debug_fragment_of(words: &[&str]) -> Option<(u64, u64)> {
        let [.., "DW_OP_LLVM_fragment", start, size] = words else {
            return None;
        };
        let (start, size): (u64, u64) = (start.parse().ok()?, size.parse().ok()?);
        start.checked_add(size).map(|_| (start, size))
    }

    /// A `DIExpression` for the part of `size` bits at bit `start` of what `expression` is about, which must be a plain
    /// value or part.
    pub fn debug_fragment(&mut self, expression: MetadataId, start: u64, size: u64) -> Option<MetadataId> {
        let words = self.debug_expression(expression);
        let (outer, limit) = match words[..] {
            [] => (0, u64::MAX),
            ["DW_OP_LLVM_fragment", _, _] => Context::debug_fragment_of(&words)?,
            _ => return None,
        };
        if start.checked_add(size)? > limit {
            return None;
        }
        let words = [
            "DW_OP_LLVM_fragment".to_string(),
            (outer + start).to_string(),
            size.to_string(),
        ];
        let fields = words.map(|word| (None, MetadataField::Text(self.symbol(&word))));
        let kind = self.symbol("DIExpression");
        Some(self.metadata.nodes.push(Metadata::Specialized {
            distinct: false,
            kind,
            fields: fields.into(),
        }))
    }

    /// The location of code that does what two instructions did: their line if it is the same, else no line, in the
    /// innermost scope around both.
    pub fn merged_location(&mut self, a: MetadataId, b: MetadataId) -> MetadataId {
        let (Some(first), Some(second)) = (self.debug_location(a), self.debug_location(b)) else {
            return a;
        };
        if a == b || first == second {
            return a;
        }
        // Scopes of inlined code are told apart by the call.
        let chain = |mut at: DebugLocation| {
            let mut chain = Vec::new();
            while chain.len() < MOST_SCOPES {
                chain.extend(self.debug_scopes(at.scope).map(|scope| (scope, at.inlined_at)));
                match at.inlined_at.and_then(|call| self.debug_location(call)) {
                    Some(call) => at = call,
                    None => break,
                }
            }
            chain
        };
        let (outer, others) = (chain(first), chain(second));
        let common = outer.iter().find(|scope| others.contains(scope));
        let (scope, inlined_at) = common.copied().unwrap_or(outer[outer.len() - 1]);
        let is_same_line = first.line == second.line && first.scope == second.scope;
        let line = match is_same_line && first.inlined_at == second.inlined_at {
            true => first.line,
            false => 0,
        };
        self.make_debug_location(DebugLocation {
            line,
            column: 0,
            scope,
            inlined_at,
        })
    }
}

impl Function {
    /// `inst` does from now on what `other` did, too.
    pub fn merge_locations(&mut self, inst: Inst, other: Inst, ctx: &mut Context) {
        if self.has_locations() {
            let merged = match (self.location(inst), self.location(other)) {
                (Some(a), Some(b)) => Some(ctx.merged_location(a, b)),
                _ => None,
            };
            self.set_location(inst, merged);
        }
    }
}
