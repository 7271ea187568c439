//! What the functions of a module share: types, constants, strings, attributes, metadata, globals and the
//! declarations of functions. A pass over one body may intern and declare here without touching other bodies.

use crate::attributes::{Attribute, AttributeTable, AttributeValue};
use crate::constant::{ConstantData, ConstantTable};
use crate::data_layout::DataLayout;
use crate::entities::{AttributeSet, Constant, FuncRef, GlobalVar, InlineAsm, MetadataId, Symbol, Type};
use crate::inst::{Align, CallConv, SyncScope};
use crate::intrinsics::{IntrinsicId, IntrinsicRegistry};
use crate::metadata::MetadataTable;
use crate::places::Places;
use crate::types::{TypeData, TypeTable};
use cranelift_entity::PrimaryMap;
use cranelift_entity::packed_option::PackedOption;
use fxhash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use wavec_support::Span;
use wavec_support::remarks::Remark;

/// Linkage of globals and functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)] // the keywords of the text form
pub enum Linkage {
    #[default]
    External,
    Internal,
    Private,
    AvailableExternally,
    LinkOnce,
    LinkOnceOdr,
    Weak,
    WeakOdr,
    Common,
    Appending,
    ExternWeak,
}

/// Visibility of globals and functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)] // the keywords of the text form
pub enum Visibility {
    #[default]
    Default,
    Hidden,
    Protected,
}

/// Properties that globals and functions share.
#[derive(Clone, Debug, Default)]
pub struct Linking {
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// `dso_local`
    pub dso_local: bool,
    /// `unnamed_addr` (2), `local_unnamed_addr` (1) or neither (0).
    pub unnamed_addr: u8,
    /// Section, if given.
    pub section: Option<Symbol>,
    /// Alignment, if given.
    pub align: Option<Align>,
    /// `comdat`, kept as written without the keyword.
    pub comdat: Option<Symbol>,
    /// Whether it has a number in place of a name.
    pub is_anonymous: bool,
}

/// `alias` and `ifunc`: another name for an address, or one chosen by a function. In the table of globals it is a
/// variable without contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alias {
    /// Whether it is an `ifunc`; then `aliasee` is the resolver.
    pub is_ifunc: bool,
    /// The address.
    pub aliasee: Constant,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct GlobalVarData {
    /// Name without `@`.
    pub name: Symbol,
    /// Type of the contents.
    pub value_ty: Type,
    /// Address space it lives in.
    pub address_space: u32,
    /// `constant` rather than `global`.
    pub is_constant: bool,
    /// `externally_initialized`
    pub externally_initialized: bool,
    /// `thread_local`
    pub thread_local: bool,
    /// Contents; none for a declaration.
    pub initializer: Option<Constant>,
    /// Linkage and the like.
    pub linking: Linking,
    /// Attributes (`#0`).
    pub attrs: AttributeSet,
    /// Metadata attachments.
    pub metadata: Vec<(Symbol, MetadataId)>,
}

/// The declaration of a function.
#[derive(Clone, Debug)]
pub struct FunctionDecl {
    /// Name without `@`.
    pub name: Symbol,
    /// Function type.
    pub ty: Type,
    /// Calling convention.
    pub conv: CallConv,
    /// Which intrinsic it is, if any.
    pub intrinsic: Option<IntrinsicId>,
    /// Function attributes.
    pub attrs: AttributeSet,
    /// Return value attributes.
    pub ret_attrs: AttributeSet,
    /// Attributes by parameter; may be shorter than the parameter list.
    pub param_attrs: Vec<AttributeSet>,
    /// Linkage and the like.
    pub linking: Linking,
    /// Metadata attachments.
    pub metadata: Vec<(Symbol, MetadataId)>,
    /// Unused: it is not part of the module's text. Declaring it again brings it back.
    pub is_removed: bool,
}

/// An inline assembly callee.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InlineAsmData {
    /// Its function type.
    pub ty: Type,
    /// The assembly text.
    pub text: Symbol,
    /// The constraint string.
    pub constraints: Symbol,
    /// `sideeffect`
    pub side_effects: bool,
    /// `alignstack`
    pub align_stack: bool,
    /// `inteldialect`
    pub intel_dialect: bool,
    /// `unwind`
    pub unwind: bool,
    /// Its position in the source, for messages about the text.
    pub place: Span,
}

/// An inline assembly callee without its function type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlineAsmInput {
    /// The assembly text.
    pub text: Symbol,
    /// The constraint string.
    pub constraints: Symbol,
    /// `sideeffect`
    pub side_effects: bool,
    /// `alignstack`
    pub align_stack: bool,
    /// `inteldialect`
    pub intel_dialect: bool,
    /// `unwind`
    pub unwind: bool,
    /// Its position in the source, for messages about the text.
    pub place: Span,
}

/// Uniqued strings.
#[derive(Clone, Debug)]
pub struct Interner {
    /// All strings, one after the other.
    text: String,
    strings: PrimaryMap<Symbol, Interned>,
    /// The string that was added last with each hash.
    by_hash: FxHashMap<u64, Symbol>,
}

/// A string of an [`Interner`].
#[derive(Clone, Copy, Debug)]
struct Interned {
    start: usize,
    end: usize,
    /// The string that was added before with the same hash.
    same_hash: PackedOption<Symbol>,
}

/// Strings of a small module.
const FIRST_STRINGS: usize = 192;

impl Default for Interner {
    fn default() -> Interner {
        Interner {
            text: String::with_capacity(16 * FIRST_STRINGS),
            strings: PrimaryMap::with_capacity(FIRST_STRINGS),
            by_hash: FxHashMap::with_capacity_and_hasher(FIRST_STRINGS, FxBuildHasher),
        }
    }
}

impl Interner {
    /// The symbol of `text`.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = FxBuildHasher.hash_one(text);
        let same_hash = self.by_hash.get(&hash).copied();
        if let Some(symbol) = self.find_from(same_hash, text) {
            return symbol;
        }
        let start = self.text.len();
        self.text.push_str(text);
        let symbol = self.strings.push(Interned {
            start,
            end: self.text.len(),
            same_hash: same_hash.into(),
        });
        self.by_hash.insert(hash, symbol);
        symbol
    }

    /// The symbol of `text` among `first` and the strings with its hash that were added before.
    fn find_from(&self, first: Option<Symbol>, text: &str) -> Option<Symbol> {
        let mut candidates = std::iter::successors(first, |&symbol| self.strings[symbol].same_hash.expand());
        candidates.find(|&symbol| self.text(symbol) == text)
    }

    /// The symbol of `text` if it was interned before.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        let hash = FxBuildHasher.hash_one(text);
        self.find_from(self.by_hash.get(&hash).copied(), text)
    }

    /// The text of `symbol`.
    pub fn text(&self, symbol: Symbol) -> &str {
        let Interned { start, end, .. } = self.strings[symbol];
        &self.text[start..end]
    }
}

/// Everything that the functions of a module share.
#[derive(Clone, Debug)]
pub struct Context {
    /// Types.
    pub types: TypeTable,
    /// Constants.
    pub constants: ConstantTable,
    /// Strings.
    pub symbols: Interner,
    /// Attribute sets.
    pub attributes: AttributeTable,
    /// Metadata.
    pub metadata: MetadataTable,
    /// Sizes and alignments.
    pub layout: DataLayout,
    /// Intrinsics that are known by name.
    pub intrinsics: &'static IntrinsicRegistry,
    /// Functions, declared or defined, in the order of their first mention.
    pub functions: PrimaryMap<FuncRef, FunctionDecl>,
    /// Global variables.
    pub globals: PrimaryMap<GlobalVar, GlobalVarData>,
    /// The globals that are aliases.
    pub aliases: FxHashMap<GlobalVar, Alias>,
    /// Inline assembly callees.
    pub inline_asm: PrimaryMap<InlineAsm, InlineAsmData>,
    /// Source positions of the text, if requested.
    pub places: Option<Box<Places>>,
    /// What the pass that runs tells of what it does, if anybody wants to know.
    pub remarks: Option<Vec<Remark>>,
    function_index: FxHashMap<Symbol, FuncRef>,
    global_index: FxHashMap<Symbol, GlobalVar>,
    inline_asm_index: FxHashMap<InlineAsmData, InlineAsm>,
    /// Names of synchronization scopes; 0 is system (""), 1 is "singlethread".
    sync_scopes: Vec<Symbol>,
}

impl Context {
    /// An empty context that knows the intrinsics of `intrinsics`.
    pub fn new(intrinsics: &'static IntrinsicRegistry) -> Context {
        let mut symbols = Interner::default();
        let sync_scopes = vec![symbols.intern(""), symbols.intern("singlethread")];
        Context {
            types: TypeTable::new(),
            constants: ConstantTable::default(),
            symbols,
            attributes: AttributeTable::default(),
            metadata: MetadataTable::default(),
            layout: DataLayout::default(),
            intrinsics,
            functions: PrimaryMap::new(),
            globals: PrimaryMap::new(),
            aliases: FxHashMap::default(),
            places: None,
            remarks: None,
            inline_asm: PrimaryMap::new(),
            function_index: FxHashMap::default(),
            global_index: FxHashMap::default(),
            inline_asm_index: FxHashMap::default(),
            sync_scopes,
        }
    }

    /// The layout of the target.
    pub fn target_layout(&self) -> DataLayout {
        DataLayout::parse(self.intrinsics.layout.text).unwrap_or_default()
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.symbols.text(symbol)
    }

    /// The symbol of a text.
    pub fn symbol(&mut self, text: &str) -> Symbol {
        self.symbols.intern(text)
    }

    /// The scope of this name, created if new; `None` if there are already 256.
    pub fn sync_scope(&mut self, name: &str) -> Option<SyncScope> {
        let symbol = self.symbols.intern(name);
        if let Some(i) = self.sync_scopes.iter().position(|&s| s == symbol) {
            return Some(SyncScope(i as u8));
        }
        self.sync_scopes.push(symbol);
        u8::try_from(self.sync_scopes.len() - 1).ok().map(SyncScope)
    }

    /// The name of a scope.
    pub fn sync_scope_name(&self, scope: SyncScope) -> &str {
        self.symbols.text(self.sync_scopes[usize::from(scope.0)])
    }

    // Functions and globals.

    /// The function of this name.
    pub fn function_named(&self, name: &str) -> Option<FuncRef> {
        self.function_index.get(&self.symbols.find(name)?).copied()
    }

    /// The function of this name.
    pub fn function_by_symbol(&self, name: Symbol) -> Option<FuncRef> {
        self.function_index.get(&name).copied()
    }

    /// The global variable of this name.
    pub fn global_by_symbol(&self, name: Symbol) -> Option<GlobalVar> {
        self.global_index.get(&name).copied()
    }

    /// The inline assembly callee with these parts, created if new.
    pub fn inline_asm_of(&mut self, ty: Type, input: InlineAsmInput) -> InlineAsm {
        let data = InlineAsmData {
            ty,
            text: input.text,
            constraints: input.constraints,
            side_effects: input.side_effects,
            align_stack: input.align_stack,
            intel_dialect: input.intel_dialect,
            unwind: input.unwind,
            place: input.place,
        };
        if let Some(&asm) = self.inline_asm_index.get(&data) {
            return asm;
        }
        let asm = self.inline_asm.push(data.clone());
        self.inline_asm_index.insert(data, asm);
        asm
    }

    /// The global variable of this name.
    pub fn global_named(&self, name: &str) -> Option<GlobalVar> {
        self.global_index.get(&self.symbols.find(name)?).copied()
    }

    /// Declares a function; the name must be new (check with [`Context::function_named`]). Intrinsics are recognized.
    pub fn declare_function(&mut self, name: &str, ty: Type) -> FuncRef {
        let intrinsic = if name.starts_with("llvm.") {
            self.intrinsics.lookup(name)
        } else {
            None
        };
        self.declare(name, ty, intrinsic)
    }

    fn declare(&mut self, name: &str, ty: Type, intrinsic: Option<IntrinsicId>) -> FuncRef {
        let symbol = self.symbols.intern(name);
        let func = self.functions.push(FunctionDecl {
            name: symbol,
            ty,
            conv: CallConv::C,
            intrinsic,
            attrs: AttributeSet::EMPTY,
            ret_attrs: AttributeSet::EMPTY,
            param_attrs: Vec::new(),
            linking: Linking::default(),
            metadata: Vec::new(),
            is_removed: false,
        });
        self.function_index.insert(symbol, func);
        func
    }

    /// Adds a global variable; the name must be new.
    pub fn add_global(&mut self, data: GlobalVarData) -> GlobalVar {
        let name = data.name;
        let global = self.globals.push(data);
        self.global_index.insert(name, global);
        global
    }

    /// Changes the name of a function.
    pub fn rename_function(&mut self, func: FuncRef, name: &str) {
        let symbol = self.symbols.intern(name);
        self.function_index.remove(&self.functions[func].name);
        let old = std::mem::replace(&mut self.functions[func].name, symbol);
        self.function_index.insert(symbol, func);
        self.move_place(old, symbol);
    }

    /// Changes the name of a global variable.
    pub fn rename_global(&mut self, global: GlobalVar, name: &str) {
        let symbol = self.symbols.intern(name);
        self.global_index.remove(&self.globals[global].name);
        let old = std::mem::replace(&mut self.globals[global].name, symbol);
        self.global_index.insert(symbol, global);
        self.move_place(old, symbol);
    }

    /// Which intrinsic a function is.
    pub fn intrinsic_of(&self, func: FuncRef) -> Option<IntrinsicId> {
        self.functions[func].intrinsic
    }

    /// The declaration of an intrinsic for these overloaded types, in the order of its overload slots.
    pub fn declare_intrinsic(&mut self, id: IntrinsicId, overloads: &[Type]) -> FuncRef {
        let registry = self.intrinsics;
        let name = registry.mangled_name(id, overloads, self);
        let ty = registry.function_type(id, overloads, self);
        if let Some(func) = self.function_named(&name) {
            self.functions[func].is_removed = false;
            // Declared with other arguments, as by an older compiler: its calls are upgraded.
            if self.functions[func].intrinsic == Some(id) && self.functions[func].ty != ty {
                self.functions[func].ty = ty;
                self.functions[func].param_attrs.clear();
                registry.set_declaration_attributes(id, func, self);
            }
            return func;
        }
        let func = self.declare(&name, ty, Some(id));
        registry.set_declaration_attributes(id, func, self);
        func
    }

    // Attributes.

    /// `set` with `key` (not quoted) added.
    pub fn with_attribute(&mut self, set: AttributeSet, key: &str, value: AttributeValue) -> AttributeSet {
        self.with_attribute_quoted(set, key, value, false)
    }

    /// `set` with `"key"="value"` added, or replaced.
    pub fn with_string_attribute(&mut self, set: AttributeSet, key: &str, value: &str) -> AttributeSet {
        let value = AttributeValue::String(self.symbols.intern(value));
        self.with_attribute_quoted(set, key, value, true)
    }

    fn with_attribute_quoted(
        &mut self,
        set: AttributeSet,
        key: &str,
        value: AttributeValue,
        quoted: bool,
    ) -> AttributeSet {
        let key = self.symbols.intern(key);
        let mut list = self.attributes.get(set).to_vec();
        match list.iter_mut().find(|a| a.key == key) {
            Some(attribute) => attribute.value = value,
            None => list.push(Attribute { key, quoted, value }),
        }
        self.attributes.intern(&list)
    }

    /// The value of attribute `key` in `set`.
    pub fn attribute(&self, set: AttributeSet, key: &str) -> Option<AttributeValue> {
        if set == AttributeSet::EMPTY {
            return None;
        }
        let key = self.symbols.find(key)?;
        self.attributes.find(set, key).map(|a| a.value)
    }

    /// Whether `set` has attribute `key`.
    pub fn has_attribute(&self, set: AttributeSet, key: &str) -> bool {
        self.attribute(set, key).is_some()
    }

    /// The text of the string attribute `key` in `set`.
    pub fn string_attribute(&self, set: AttributeSet, key: &str) -> Option<&str> {
        match self.attribute(set, key)? {
            AttributeValue::String(symbol) => Some(self.symbols.text(symbol)),
            _ => None,
        }
    }

    // Constants, in canonical form.

    /// An integer of type `ty` (a scalar); the value is truncated to its width.
    pub fn const_int(&mut self, ty: Type, value: u128) -> Constant {
        let bits = self.types.int_or_byte_bits(ty).expect("an integer or byte type");
        let value = if bits >= 128 {
            value
        } else {
            value & ((1u128 << bits) - 1)
        };
        self.constants.intern(ConstantData::Int(ty, value))
    }

    /// An integer of type `ty` (a scalar of any width) from its digits in base 2^64, the lowest first, truncated to its
    /// width; digits that are not given are zero.
    pub fn const_int_digits(&mut self, ty: Type, digits: &[u64]) -> Constant {
        let bits = self.types.int_or_byte_bits(ty).expect("an integer or byte type");
        let mut digits = digits.to_vec();
        digits.resize(bits.div_ceil(64).max(2) as usize, 0);
        if bits > 128 && !bits.is_multiple_of(64) {
            *digits.last_mut().expect("digits") &= (1 << (bits % 64)) - 1;
        }
        match digits[2..].iter().any(|&digit| digit != 0) {
            true => self.constants.intern(ConstantData::WideInt(ty, digits.into())),
            false => self.const_int(ty, u128::from(digits[1]) << 64 | u128::from(digits[0])),
        }
    }

    /// The digits in base 2^64 of an integer constant, the lowest first, zero-extended.
    pub fn int_digits(&self, constant: Constant) -> Option<Box<[u64]>> {
        match self.constants.data(constant) {
            ConstantData::WideInt(_, digits) => Some(digits.clone()),
            ConstantData::Int(_, value) => Some([*value as u64, (value >> 64) as u64].into()),
            _ => None,
        }
    }

    /// `i1`
    pub fn const_bool(&mut self, value: bool) -> Constant {
        self.const_int(Type::I1, u128::from(value))
    }

    /// `i32`
    pub fn const_i32(&mut self, value: i32) -> Constant {
        self.const_int(Type::I32, value as u32 as u128)
    }

    /// `i64`
    pub fn const_i64(&mut self, value: i64) -> Constant {
        self.const_int(Type::I64, value as u64 as u128)
    }

    /// A floating-point scalar of type `ty` from its bits.
    pub fn const_float_bits(&mut self, ty: Type, bits: u64) -> Constant {
        debug_assert!(self.types.is_float(ty));
        self.constants.intern(ConstantData::Float(ty, bits))
    }

    /// `float`
    pub fn const_f32(&mut self, value: f32) -> Constant {
        self.const_float_bits(Type::F32, u64::from(value.to_bits()))
    }

    /// `double`
    pub fn const_f64(&mut self, value: f64) -> Constant {
        self.const_float_bits(Type::F64, value.to_bits())
    }

    /// The all-zero value of a first-class type.
    pub fn const_zero(&mut self, ty: Type) -> Constant {
        let data = match self.types.data(ty) {
            TypeData::Int(_) | TypeData::Byte(_) => ConstantData::Int(ty, 0),
            TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double => {
                ConstantData::Float(ty, 0)
            }
            TypeData::Ptr(_) => ConstantData::Null(ty),
            _ => ConstantData::Zero(ty),
        };
        self.constants.intern(data)
    }

    /// `undef`
    pub fn const_undef(&mut self, ty: Type) -> Constant {
        self.constants.intern(ConstantData::Undef(ty))
    }

    /// `poison`
    pub fn const_poison(&mut self, ty: Type) -> Constant {
        self.constants.intern(ConstantData::Poison(ty))
    }

    /// A vector, array or struct of these members; all-zero, all-poison and all-undef members give the short forms.
    pub fn const_aggregate(&mut self, ty: Type, members: &[Constant]) -> Constant {
        if members.iter().all(|&m| self.is_zero(m)) {
            return self.const_zero(ty);
        }
        if members
            .iter()
            .all(|&m| matches!(self.constants.data(m), ConstantData::Poison(_)))
        {
            return self.const_poison(ty);
        }
        if members
            .iter()
            .all(|&m| matches!(self.constants.data(m), ConstantData::Undef(_)))
        {
            return self.const_undef(ty);
        }
        self.constants.intern(ConstantData::Aggregate(ty, members.into()))
    }

    /// A vector of equal elements, or `scalar` itself if `ty` is not a vector.
    pub fn const_splat(&mut self, ty: Type, scalar: Constant) -> Constant {
        match self.types.vector_parts(ty) {
            Some((_, count)) => self.const_aggregate(ty, &vec![scalar; count as usize]),
            None => scalar,
        }
    }

    /// An array of bytes; `[0, 0, ...]` gives `zeroinitializer`.
    pub fn const_bytes(&mut self, bytes: &[u8]) -> Constant {
        let ty = self.types.array(Type::I8, bytes.len() as u64);
        if bytes.iter().all(|&b| b == 0) {
            return self.const_zero(ty);
        }
        self.constants.intern(ConstantData::Bytes(ty, bytes.into()))
    }

    /// The address of a global variable.
    pub fn const_global(&mut self, global: GlobalVar) -> Constant {
        let ty = self.types.ptr(self.globals[global].address_space);
        self.constants.intern(ConstantData::Global(ty, global))
    }

    /// The address of a function.
    pub fn const_function(&mut self, func: FuncRef) -> Constant {
        self.constants.intern(ConstantData::Function(Type::PTR, func))
    }

    /// Whether all bits of it are zero (`-0.0` is not).
    pub fn is_zero(&self, constant: Constant) -> bool {
        matches!(
            self.constants.data(constant),
            ConstantData::Int(_, 0)
                | ConstantData::Float(_, 0)
                | ConstantData::Null(_)
                | ConstantData::Zero(_)
        )
    }

    /// Member `index` of a constant vector, array or struct; `None` if it is an expression or out of range.
    pub fn const_member(&mut self, constant: Constant, index: u64) -> Option<Constant> {
        let ty = self.constants.ty(constant);
        let member_ty = self.types.member(ty, index)?;
        match self.constants.data(constant) {
            ConstantData::Aggregate(_, members) => members.get(index as usize).copied(),
            ConstantData::Bytes(_, bytes) => {
                let byte = *bytes.get(index as usize)?;
                Some(self.const_int(Type::I8, u128::from(byte)))
            }
            ConstantData::Zero(_) => Some(self.const_zero(member_ty)),
            ConstantData::Undef(_) => Some(self.const_undef(member_ty)),
            ConstantData::Poison(_) => Some(self.const_poison(member_ty)),
            _ => None,
        }
    }

    /// The value of an integer constant, or of the equal elements of a splat; zero-extended.
    pub fn int_value(&self, constant: Constant) -> Option<u128> {
        match self.constants.data(constant) {
            ConstantData::Int(_, value) => Some(*value),
            ConstantData::Zero(ty) if self.types.is_int(self.types.scalar(*ty)) => Some(0),
            ConstantData::Aggregate(ty, members) if self.types.is_vector(*ty) => {
                let first = members[0];
                if members.iter().any(|&m| m != first) {
                    return None;
                }
                self.int_value(first)
            }
            _ => None,
        }
    }
}
