//! Names in scope: one slot per symbol, an undo log per scope.

use super::Sema;
use crate::ast::{FnId, VarId};
use crate::token::Symbol;
use crate::types::{Access, EnumId, ImageShape, QualType, RecordId, Scalar, Space, Ty, TypedefId};
use wavec_support::Span;

/// The meaning of an ordinary name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    /// A variable.
    Var(VarId),
    /// A function; the first of its overloads.
    Function(FnId),
    /// A type.
    Typedef(QualType, TypedefId),
    /// A predefined type that a program may redefine.
    BuiltinType(Ty),
    /// An enumerator.
    Enumerator(i64, Ty),
}

/// The meaning of a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    /// A struct or union.
    Record(RecordId, Ty),
    /// An enumeration.
    Enum(EnumId, Ty),
}

#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    meaning: T,
    depth: u32,
    span: Span,
}

#[derive(Clone, Copy, Debug)]
enum Undo {
    Name(Symbol, Option<Entry<Binding>>),
    Tag(Symbol, Option<Entry<Tag>>),
}

/// The names of one program (or of the library).
#[derive(Default)]
pub struct Names {
    values: Vec<Option<Entry<Binding>>>,
    tags: Vec<Option<Entry<Tag>>>,
    undo: Vec<Undo>,
    marks: Vec<usize>,
}

impl Names {
    fn get(&self, symbol: Symbol) -> Option<Entry<Binding>> {
        self.values.get(symbol.0 as usize).copied().flatten()
    }

    fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    /// Makes declarations go to file scope until [`Names::restore_scopes`].
    pub fn hide_scopes(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.marks)
    }

    /// Restores the open scopes.
    pub fn restore_scopes(&mut self, marks: Vec<usize>) {
        self.marks = marks;
    }
}

impl Sema<'_, '_> {
    /// Opens a scope.
    pub fn push_scope(&mut self) {
        let mark = self.names.undo.len();
        self.names.marks.push(mark);
    }

    /// Closes the innermost scope.
    pub fn pop_scope(&mut self) {
        let Some(mark) = self.names.marks.pop() else {
            return;
        };
        while self.names.undo.len() > mark {
            match self.names.undo.pop() {
                Some(Undo::Name(symbol, old)) => self.names.values[symbol.0 as usize] = old,
                Some(Undo::Tag(symbol, old)) => self.names.tags[symbol.0 as usize] = old,
                None => return,
            }
        }
    }

    /// How many scopes are open; 1 is the outermost one of a function.
    pub fn scope_depth(&self) -> u32 {
        self.names.depth()
    }

    /// Whether no function scope is open.
    pub fn at_file_scope(&self) -> bool {
        self.names.marks.is_empty()
    }

    /// The meaning of `symbol` here, including predefined types.
    pub fn lookup(&mut self, symbol: Symbol) -> Option<Binding> {
        if let Some(entry) = self.names.get(symbol) {
            return Some(entry.meaning);
        }
        let ty = self.builtin_type(symbol)?;
        Some(Binding::BuiltinType(ty))
    }

    /// The declared meaning of `symbol`, without predefined types.
    pub fn lookup_declared(&self, symbol: Symbol) -> Option<Binding> {
        self.names.get(symbol).map(|entry| entry.meaning)
    }

    /// The meaning of `symbol` in the innermost scope, and where it was declared.
    pub fn lookup_here(&self, symbol: Symbol) -> Option<(Binding, Span)> {
        self.names
            .get(symbol)
            .filter(|entry| entry.depth == self.names.depth())
            .map(|e| (e.meaning, e.span))
    }

    /// The variable `symbol` of file scope, or the one that functions declare `extern`.
    pub fn file_variable(&self, symbol: Symbol) -> Option<VarId> {
        let at_file_scope = |entry: &Entry<Binding>| entry.depth == 0;
        let hidden = self.names.undo.iter().filter_map(|undo| match undo {
            Undo::Name(name, entry) if *name == symbol => *entry,
            _ => None,
        });
        let mut entries = self.names.get(symbol).into_iter().chain(hidden);
        match entries.find(at_file_scope).map(|entry| entry.meaning) {
            Some(Binding::Var(id)) => Some(id),
            _ => self.extern_vars.get(&symbol).copied(),
        }
    }

    /// Where `symbol` was declared.
    pub fn declared_at(&self, symbol: Symbol) -> Span {
        self.names.get(symbol).map_or(Span::NONE, |entry| entry.span)
    }

    /// Declares `symbol` in the innermost scope.
    pub fn declare(&mut self, symbol: Symbol, meaning: Binding, span: Span) {
        let index = symbol.0 as usize;
        if index >= self.names.values.len() {
            self.names.values.resize(self.interner.len(), None);
        }
        let depth = self.names.depth();
        let old = self.names.values[index].replace(Entry { meaning, depth, span });
        if depth > 0 {
            self.names.undo.push(Undo::Name(symbol, old));
        }
    }

    /// Gives an enumerator of the innermost scope its final type.
    pub fn redeclare_enumerator(&mut self, symbol: Symbol, value: i64, ty: Ty) {
        let depth = self.names.depth();
        let entry = self
            .names
            .values
            .get_mut(symbol.0 as usize)
            .and_then(Option::as_mut);
        if let Some(entry) = entry.filter(|entry| entry.depth == depth)
            && matches!(entry.meaning, Binding::Enumerator(..))
        {
            entry.meaning = Binding::Enumerator(value, ty);
        }
    }

    /// Declares `symbol` at file scope, whatever scope is open. The name must not be in scope.
    pub fn declare_at_file_scope(&mut self, symbol: Symbol, meaning: Binding, span: Span) {
        let index = symbol.0 as usize;
        if index >= self.names.values.len() {
            self.names.values.resize(self.interner.len(), None);
        }
        self.names.values[index] = Some(Entry {
            meaning,
            depth: 0,
            span,
        });
    }

    /// The meaning of the tag `symbol`, and whether it is in the innermost scope.
    pub fn lookup_tag(&self, symbol: Symbol) -> Option<(Tag, bool)> {
        let entry = self.names.tags.get(symbol.0 as usize).copied().flatten()?;
        Some((entry.meaning, entry.depth == self.names.depth()))
    }

    /// Declares the tag `symbol` in the innermost scope.
    pub fn declare_tag(&mut self, symbol: Symbol, meaning: Tag, span: Span) {
        let index = symbol.0 as usize;
        if index >= self.names.tags.len() {
            self.names.tags.resize(self.interner.len(), None);
        }
        let depth = self.names.depth();
        let old = self.names.tags[index].replace(Entry { meaning, depth, span });
        if depth > 0 {
            self.names.undo.push(Undo::Tag(symbol, old));
        }
    }

    /// Spellings of the names in scope with the meaning `wanted`, the oldest first.
    pub(crate) fn visible_names(&self, wanted: impl Fn(Binding) -> bool) -> impl Iterator<Item = &'_ str> {
        let values = self.names.values.iter().enumerate();
        values.filter_map(move |(index, entry)| {
            let entry = (*entry)?;
            wanted(entry.meaning).then(|| self.interner.text(Symbol(index as u32)))
        })
    }

    /// The predefined type of this name: `uint`, `float4`, `size_t`, ...
    pub fn builtin_type(&mut self, symbol: Symbol) -> Option<Ty> {
        let text = self.text(symbol);
        let first = *text.as_bytes().first()?;
        // Type names start with one of few letters; this runs for every undeclared name.
        if !matches!(
            first,
            b'a' | b'b'
                | b'c'
                | b'u'
                | b's'
                | b'i'
                | b'l'
                | b'h'
                | b'f'
                | b'd'
                | b'p'
                | b'e'
                | b'm'
                | b'q'
                | b'r'
                | b'_'
                | b'n'
        ) {
            return None;
        }
        if let Some(ty) = self.vector_type_name(text) {
            return Some(ty);
        }
        // Types of OpenCL 2.0.
        if !self.in_library
            && !self.options.cl_std.generic_by_default()
            && (text.starts_with("atomic_") || matches!(text, "memory_order" | "memory_scope" | "queue_t"))
        {
            return None;
        }
        Some(match text {
            "uchar" => Ty::scalar(Scalar::UChar),
            "ushort" => Ty::scalar(Scalar::UShort),
            "uint" => Ty::UINT,
            "ulong" | "size_t" | "uintptr_t" | "atomic_ulong" | "atomic_size_t" | "atomic_uintptr_t" => {
                Ty::ULONG
            }
            "ptrdiff_t" | "intptr_t" | "atomic_long" | "atomic_intptr_t" | "atomic_ptrdiff_t" => Ty::LONG,
            "atomic_int" | "atomic_flag" => Ty::INT,
            "atomic_uint" | "cl_mem_fence_flags" => Ty::UINT,
            "atomic_float" => Ty::FLOAT,
            "atomic_double" => Ty::DOUBLE,
            "memory_order" | "memory_scope" => Ty::INT,
            "__int128_t" => Ty::scalar(Scalar::Int128),
            "__uint128_t" => Ty::scalar(Scalar::UInt128),
            "event_t" => Ty::EVENT,
            "__builtin_va_list" => {
                let pointee = QualType {
                    ty: Ty::VOID,
                    quals: 0,
                    space: Space::Private,
                };
                self.types.pointer(pointee)
            }
            "sampler_t" => self.types.sampler(),
            "queue_t" => self.types.opaque("queue_t"),
            "ndrange_t" => self.types.opaque("ndrange_t"),
            "clk_event_t" => self.types.opaque("clk_event_t"),
            "reserve_id_t" => self.types.opaque("reserve_id_t"),
            "image2d_msaa_t" => self.types.opaque("image2d_msaa_t"),
            "image2d_array_msaa_t" => self.types.opaque("image2d_array_msaa_t"),
            "image2d_msaa_depth_t" => self.types.opaque("image2d_msaa_depth_t"),
            "image2d_array_msaa_depth_t" => self.types.opaque("image2d_array_msaa_depth_t"),
            _ => {
                if let Some(shape) = ImageShape::from_name(text) {
                    return Some(self.types.image(shape, Access::ReadOnly));
                }
                let descriptor = self.target.descriptor_types.iter().find(|ty| ty.name == text)?;
                self.types.descriptor(descriptor)
            }
        })
    }

    /// `float4` and the like.
    pub fn vector_type_name(&mut self, text: &str) -> Option<Ty> {
        let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 || digits > 2 {
            return None;
        }
        let (name, count) = text.split_at(text.len() - digits);
        let count: u32 = count.parse().ok()?;
        if !matches!(count, 2 | 3 | 4 | 8 | 16) {
            return None;
        }
        let scalar = Scalar::from_name(name).filter(|&s| s != Scalar::Bool)?;
        if scalar == Scalar::Double && !self.options.has_double() && !self.in_library {
            return None;
        }
        Some(self.types.vector(scalar, count))
    }
}
