//! The static tables that describe intrinsics, and lookup by name.

use crate::attributes::{Attribute, AttributeValue};
use crate::context::Context;
use crate::data_layout::TargetLayout;
use crate::entities::{AttributeSet, FuncRef, Type};
use crate::intrinsics::format::ImmFormat;
use crate::types::TypeData;
use smallvec::SmallVec;

/// An intrinsic: generic ones count from 0, a target's from [`IntrinsicId::TARGET_BASE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct IntrinsicId(pub u16);

impl IntrinsicId {
    /// The first target intrinsic.
    pub const TARGET_BASE: u16 = 1024;
}

/// A type in an intrinsic's signature. Overload slots are numbered in the order return value, parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TypePattern {
    /// `void`
    Void,
    /// `iN`
    Int(u16),
    /// `half`
    Half,
    /// `bfloat`
    BFloat,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `ptr addrspace(N)`
    Ptr(u16),
    /// A vector.
    Vector(&'static TypePattern, u16),
    /// A struct, for several results.
    Struct(&'static [TypePattern]),
    /// `metadata`
    Metadata,
    /// `token`
    Token,
    /// `...`
    VarArg,
    /// Overload slot: any type.
    Any(u8),
    /// Overload slot: an integer or vector of integers.
    AnyInt(u8),
    /// Overload slot: floating point or a vector of it.
    AnyFloat(u8),
    /// Overload slot: a pointer or vector of pointers.
    AnyPtr(u8),
    /// Overload slot: a vector.
    AnyVector(u8),
    /// The type of an overload slot.
    Match(u8),
    /// The element type of a vector in an overload slot (the type itself for a scalar).
    MatchElement(u8),
    /// As many elements of this type as the vector in a slot has (one for a scalar).
    MatchWidth(u8, &'static TypePattern),
}

bitflags::bitflags! {
    /// The effects of a call of an intrinsic.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct IntrinsicProperties: u32 {
        /// Accesses no memory.
        const NO_MEM = 1;
        /// Only reads memory.
        const READ_MEM = 1 << 1;
        /// Only writes memory.
        const WRITE_MEM = 1 << 2;
        /// Accesses memory only through pointer arguments.
        const ARG_MEM_ONLY = 1 << 3;
        /// Accesses only memory the program cannot see.
        const INACCESSIBLE_MEM_ONLY = 1 << 4;
        /// Has effects other than memory accesses: must stay.
        const SIDE_EFFECTS = 1 << 5;
        /// May be executed speculatively.
        const SPECULATABLE = 1 << 6;
        /// Must not be made control-dependent on more or fewer lanes.
        const CONVERGENT = 1 << 7;
        /// Always returns.
        const WILL_RETURN = 1 << 8;
        /// Never returns.
        const NO_RETURN = 1 << 9;
        /// The first two operands may be exchanged.
        const COMMUTATIVE = 1 << 10;
        /// Never unwinds.
        const NO_UNWIND = 1 << 11;
        /// Not duplicated.
        const NO_DUPLICATE = 1 << 12;
        /// Some argument has a format, so calls print specially.
        const HAS_FORMATS = 1 << 13;
        /// Does not synchronize.
        const NO_SYNC = 1 << 14;
        /// Does not free memory.
        const NO_FREE = 1 << 15;
        /// Does not call back.
        const NO_CALLBACK = 1 << 16;
        /// Accesses only memory the program cannot see and what pointer arguments point to.
        const INACCESSIBLE_OR_ARG_MEM_ONLY = 1 << 17;
        /// Rarely executed.
        const COLD = 1 << 18;
        /// The result is not undef or poison unless an argument is.
        const NO_CREATE_UNDEF_OR_POISON = 1 << 19;
        /// Depends on the floating-point environment.
        const STRICT_FP = 1 << 20;
        /// Lanes that execute a call together may get different results even for equal arguments.
        const SOURCE_OF_DIVERGENCE = 1 << 21;
        /// Lanes that execute a call together get the same result, whatever the arguments are.
        const ALWAYS_UNIFORM = 1 << 22;
    }
}

/// An argument of an intrinsic.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ArgDesc {
    /// Its name in formatted output; empty if it has none.
    pub name: &'static str,
    /// Whether it must be a constant.
    pub immarg: bool,
    /// 1 + index of its format in the table's formats; 0 if it has none.
    pub format: u16,
    /// Attributes its parameter has in a declaration: `nocapture`, `readonly`, `noundef`, ...
    pub attributes: &'static [&'static str],
}

/// An intrinsic.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IntrinsicDesc {
    /// Name without type suffixes: `llvm.fma`.
    pub name: &'static str,
    /// Return type.
    pub ret: TypePattern,
    /// Parameter types.
    pub params: &'static [TypePattern],
    /// How many overload slots there are.
    pub overloads: u8,
    /// The effects of a call.
    pub properties: IntrinsicProperties,
    /// Parameters; as many as `params`, or empty if none has a name, format or attribute.
    pub args: &'static [ArgDesc],
    /// Attributes its return value has in a declaration.
    pub ret_attributes: &'static [&'static str],
}

/// The intrinsics of one description, sorted by name.
#[derive(Debug)]
pub struct IntrinsicTable {
    /// Sorted by name; the id is the table's base plus the index.
    pub entries: &'static [IntrinsicDesc],
    /// Formats of immediate arguments; [`ArgDesc::format`] counts them from 1.
    pub formats: &'static [ImmFormat],
}

/// The intrinsics and the data layout of the target that a context is for.
#[derive(Debug)]
pub struct IntrinsicRegistry {
    /// Those of every target.
    pub generic: &'static IntrinsicTable,
    /// Those of the target.
    pub target: Option<&'static IntrinsicTable>,
    /// The target's data layout.
    pub layout: TargetLayout,
}

impl IntrinsicRegistry {
    /// Whether `name` begins as those of the target do, with `llvm.` and a word.
    pub fn names_of_target(&self, name: &str) -> bool {
        let first = self.target.and_then(|target| target.entries.first());
        first.is_some_and(|desc| {
            let words = desc.name.match_indices('.').nth(1);
            words.is_some_and(|(end, _)| name.starts_with(&desc.name[..=end]))
        })
    }

    /// The description of `id`.
    pub fn get(&self, id: IntrinsicId) -> &'static IntrinsicDesc {
        match id.0.checked_sub(IntrinsicId::TARGET_BASE) {
            None => &self.generic.entries[usize::from(id.0)],
            Some(index) => &self.target.expect("a target's intrinsic").entries[usize::from(index)],
        }
    }

    /// The intrinsic that `name`, with or without type suffixes, names: the longest that is a prefix of it up to a `.`.
    /// The verifier checks whether the suffixes fit.
    pub fn lookup(&self, name: &str) -> Option<IntrinsicId> {
        // An unknown format is part of the name: see `upgrade::format_suffix`.
        if name.contains("$arg") {
            return None;
        }
        let tables = [(Some(self.generic), 0), (self.target, IntrinsicId::TARGET_BASE)];
        let mut best: Option<(usize, IntrinsicId)> = None;
        for (table, base) in tables {
            let Some(table) = table else { continue };
            let mut end = name.len();
            loop {
                let prefix = &name[..end];
                if let Ok(index) = table.entries.binary_search_by(|e| e.name.cmp(prefix)) {
                    let usable = end == name.len() || table.entries[index].overloads > 0;
                    if usable && best.is_none_or(|(length, _)| length < end) {
                        best = Some((end, IntrinsicId(base + index as u16)));
                    }
                    break;
                }
                match prefix.rfind('.') {
                    Some(dot) if dot > 4 => end = dot,
                    _ => break,
                }
            }
        }
        best.map(|(_, id)| id)
    }

    /// The full name for these overloaded types: `llvm.fma.f32`.
    pub fn mangled_name(&self, id: IntrinsicId, overloads: &[Type], ctx: &Context) -> String {
        let desc = self.get(id);
        debug_assert_eq!(
            usize::from(desc.overloads),
            overloads.len(),
            "overloads of {}",
            desc.name
        );
        let mut name = desc.name.to_string();
        for &ty in overloads {
            name.push('.');
            mangle_type(ty, ctx, &mut name);
        }
        name
    }

    /// The function type for these overloaded types.
    pub fn function_type(&self, id: IntrinsicId, overloads: &[Type], ctx: &mut Context) -> Type {
        let desc = self.get(id);
        let ret = instantiate(&desc.ret, overloads, ctx);
        let variadic = matches!(desc.params.last(), Some(TypePattern::VarArg));
        let count = desc.params.len() - usize::from(variadic);
        let params: Vec<Type> = desc.params[..count]
            .iter()
            .map(|p| instantiate(p, overloads, ctx))
            .collect();
        ctx.types.function(ret, &params, variadic)
    }

    /// The format of an argument, if it has one.
    pub fn arg_format(&self, id: IntrinsicId, arg: &ArgDesc) -> Option<&'static ImmFormat> {
        let table = if id.0 < IntrinsicId::TARGET_BASE {
            self.generic
        } else {
            self.target?
        };
        table.formats.get(usize::from(arg.format).checked_sub(1)?)
    }

    /// Gives a declaration the attributes that its properties imply, in LLVM's order.
    pub fn set_declaration_attributes(&self, id: IntrinsicId, func: FuncRef, ctx: &mut Context) {
        let desc = self.get(id);
        let properties = desc.properties;
        let mut list = AttributeList::new();
        for &(property, name) in DECLARATION_ATTRIBUTES {
            if properties.contains(property) {
                add_attribute(ctx, &mut list, name, AttributeValue::None);
            }
        }
        if let Some(text) = desc.memory_effects() {
            let text = AttributeValue::Raw(ctx.symbol(text));
            add_attribute(ctx, &mut list, "memory", text);
        }
        let attrs = ctx.attributes.intern(&list);
        list.clear();
        add_spelled_attributes(ctx, &mut list, desc.ret_attributes);
        let ret_attrs = ctx.attributes.intern(&list);
        let mut param_attrs = Vec::new();
        for (index, arg) in desc.args.iter().enumerate() {
            list.clear();
            if arg.immarg {
                add_attribute(ctx, &mut list, "immarg", AttributeValue::None);
            }
            add_spelled_attributes(ctx, &mut list, arg.attributes);
            if !list.is_empty() {
                param_attrs.resize(index + 1, AttributeSet::EMPTY);
                param_attrs[index] = ctx.attributes.intern(&list);
            }
        }
        let decl = &mut ctx.functions[func];
        decl.attrs = attrs;
        decl.ret_attrs = ret_attrs;
        decl.param_attrs = param_attrs;
    }
}

/// Attributes of declarations by property, in the order in which LLVM writes them.
const DECLARATION_ATTRIBUTES: &[(IntrinsicProperties, &str)] = &[
    (IntrinsicProperties::COLD, "cold"),
    (IntrinsicProperties::CONVERGENT, "convergent"),
    (IntrinsicProperties::NO_CALLBACK, "nocallback"),
    (
        IntrinsicProperties::NO_CREATE_UNDEF_OR_POISON,
        "nocreateundeforpoison",
    ),
    (IntrinsicProperties::NO_DUPLICATE, "noduplicate"),
    (IntrinsicProperties::NO_FREE, "nofree"),
    (IntrinsicProperties::NO_RETURN, "noreturn"),
    (IntrinsicProperties::NO_SYNC, "nosync"),
    (IntrinsicProperties::NO_UNWIND, "nounwind"),
    (IntrinsicProperties::SPECULATABLE, "speculatable"),
    (IntrinsicProperties::STRICT_FP, "strictfp"),
    (IntrinsicProperties::WILL_RETURN, "willreturn"),
];

/// Attributes of one set, in order.
type AttributeList = SmallVec<[Attribute; 12]>;

/// Adds an attribute, or gives it another value.
fn add_attribute(ctx: &mut Context, list: &mut AttributeList, key: &str, value: AttributeValue) {
    let key = ctx.symbol(key);
    match list.iter_mut().find(|known| known.key == key) {
        Some(known) => known.value = value,
        None => list.push(Attribute {
            key,
            quoted: false,
            value,
        }),
    }
}

/// Adds these attributes; those without values first, as LLVM has it.
fn add_spelled_attributes(ctx: &mut Context, list: &mut AttributeList, spellings: &[&str]) {
    let has_value = |spelling: &str| spelling.contains([' ', '(']);
    for valued in [false, true] {
        for spelling in spellings.iter().filter(|s| has_value(s) == valued) {
            add_spelled_attribute(ctx, list, spelling);
        }
    }
}

/// Adds an attribute that is spelled as in a declaration: `nonnull`, `align 4`, `range(i32 0, 64)`.
fn add_spelled_attribute(ctx: &mut Context, list: &mut AttributeList, spelling: &str) {
    let spaced = spelling.split_once(' ').filter(|(key, _)| !key.contains('('));
    if let Some((key, number)) = spaced {
        let value = number.parse().expect("a number after an attribute");
        return add_attribute(ctx, list, key, AttributeValue::Int(value));
    }
    match spelling.strip_suffix(')').and_then(|s| s.split_once('(')) {
        None => add_attribute(ctx, list, spelling, AttributeValue::None),
        Some((key, text)) => {
            let value = match text.parse() {
                Ok(number) => AttributeValue::Int(number),
                Err(_) => AttributeValue::Raw(ctx.symbol(text)),
            };
            add_attribute(ctx, list, key, value)
        }
    }
}

impl IntrinsicDesc {
    /// The position of the argument with this name; names are left out without the feature `immarg-formats`.
    pub fn arg_index(&self, name: &str) -> Option<usize> {
        self.args
            .iter()
            .position(|arg| !name.is_empty() && arg.name == name)
    }

    /// What `memory(...)` says in the attributes of a declaration; `None` if it may access anything.
    pub fn memory_effects(&self) -> Option<&'static str> {
        use IntrinsicProperties as P;
        let p = self.properties;
        if p.contains(P::NO_MEM) {
            // Effects other than memory accesses keep a call in place, as unknown accesses do.
            return (!p.contains(P::SIDE_EFFECTS)).then_some("none");
        }
        let access = if p.contains(P::READ_MEM) {
            "read"
        } else if p.contains(P::WRITE_MEM) {
            "write"
        } else {
            "readwrite"
        };
        Some(
            match (
                p.contains(P::ARG_MEM_ONLY),
                p.contains(P::INACCESSIBLE_MEM_ONLY),
                access,
            ) {
                (true, _, "read") => "argmem: read",
                (true, _, "write") => "argmem: write",
                (true, _, _) => "argmem: readwrite",
                (_, true, "read") => "inaccessiblemem: read",
                (_, true, "write") => "inaccessiblemem: write",
                (_, true, _) => "inaccessiblemem: readwrite",
                _ if p.contains(P::INACCESSIBLE_OR_ARG_MEM_ONLY) => match access {
                    "read" => "argmem: read, inaccessiblemem: read",
                    "write" => "argmem: write, inaccessiblemem: write",
                    _ => "argmem: readwrite, inaccessiblemem: readwrite",
                },
                (_, _, "readwrite") => return None,
                (_, _, access) => access,
            },
        )
    }
}

/// The type that a pattern denotes for these overloaded types.
pub fn instantiate(pattern: &TypePattern, overloads: &[Type], ctx: &mut Context) -> Type {
    match *pattern {
        TypePattern::Void | TypePattern::VarArg => Type::VOID,
        TypePattern::Int(bits) => ctx.types.int(u32::from(bits)),
        TypePattern::Half => Type::F16,
        TypePattern::BFloat => Type::BF16,
        TypePattern::Float => Type::F32,
        TypePattern::Double => Type::F64,
        TypePattern::Ptr(space) => ctx.types.ptr(u32::from(space)),
        TypePattern::Vector(element, count) => {
            let element = instantiate(element, overloads, ctx);
            ctx.types.vector(element, u32::from(count))
        }
        TypePattern::Struct(fields) => {
            let fields: Vec<Type> = fields.iter().map(|f| instantiate(f, overloads, ctx)).collect();
            ctx.types.struct_(&fields, false)
        }
        TypePattern::Metadata => Type::METADATA,
        TypePattern::Token => Type::TOKEN,
        TypePattern::Any(slot)
        | TypePattern::AnyInt(slot)
        | TypePattern::AnyFloat(slot)
        | TypePattern::AnyPtr(slot)
        | TypePattern::AnyVector(slot)
        | TypePattern::Match(slot) => overloads[usize::from(slot)],
        TypePattern::MatchElement(slot) => ctx.types.scalar(overloads[usize::from(slot)]),
        TypePattern::MatchWidth(slot, element) => {
            let element = instantiate(element, overloads, ctx);
            ctx.types.with_scalar(overloads[usize::from(slot)], element)
        }
    }
}

/// Appends the suffix of a type in an intrinsic's name, as LLVM spells it: `i32`, `v4f32`, `p1`, `a8i8`, `s_name`.
pub fn mangle_type(ty: Type, ctx: &Context, out: &mut String) {
    use std::fmt::Write;
    match ctx.types.data(ty) {
        TypeData::Void => out.push_str("isVoid"),
        TypeData::Int(bits) => {
            let _ = write!(out, "i{bits}");
        }
        TypeData::Byte(bits) => {
            let _ = write!(out, "b{bits}");
        }
        TypeData::Half => out.push_str("f16"),
        TypeData::BFloat => out.push_str("bf16"),
        TypeData::Float => out.push_str("f32"),
        TypeData::Double => out.push_str("f64"),
        TypeData::Ptr(space) => {
            let _ = write!(out, "p{space}");
        }
        TypeData::Vector(element, count) => {
            let _ = write!(out, "v{count}");
            mangle_type(*element, ctx, out);
        }
        TypeData::Array(element, count) => {
            let _ = write!(out, "a{count}");
            mangle_type(*element, ctx, out);
        }
        TypeData::Struct(fields, _) => {
            out.push_str("sl_");
            for &field in fields {
                mangle_type(field, ctx, out);
            }
            out.push('s');
        }
        TypeData::NamedStruct(name) => {
            let _ = write!(out, "s_{}s", ctx.text(*name));
        }
        TypeData::Metadata => out.push_str("Metadata"),
        TypeData::Token => out.push_str("token"),
        TypeData::Target(name, numbers) => {
            let _ = write!(out, "t{}", ctx.text(*name));
            for number in numbers {
                let _ = write!(out, "_{number}");
            }
            out.push('t');
        }
        TypeData::Label | TypeData::Function(..) => out.push('?'),
    }
}
