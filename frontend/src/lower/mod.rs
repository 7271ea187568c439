//! Lowers the typed tree to IR as clang does: every variable is a stack object, every access a load or store; passes do
//! the rest.
//!
//! Values: `bool` is `i1` as a value and `i8` in memory; vectors are first-class; structs and arrays live in memory only
//! and are copied with `llvm.memcpy`. A struct parameter is a pointer to a copy the caller made; a struct result is
//! written through a pointer the caller passes first.

mod arithmetic;
mod asm;
mod atomic;
mod builtin;
mod builtin_carry;
mod builtin_float;
mod builtin_int;
mod builtin_target;
mod call;
mod condition;
mod constant;
mod convert;
mod debug_info;
mod debug_types;
mod declare;
mod expr;
mod function;
mod initialize;
mod mangle;
mod memory;
mod metadata;
mod stmt;

use crate::ast::{FnId, StrId, VarId, VarKind};
use crate::sema::Sema;
use crate::types::{Scalar, Space, Ty, TypeKind};
use fxhash::FxHashMap;
use wavec_ir::context::{GlobalVarData, Linkage, Linking, Visibility};
use wavec_ir::data_layout::DataLayout;
use wavec_ir::{Align, AttributeSet, Constant, FuncRef, GlobalVar, MetadataId, Module, Type};
use wavec_support::FileId;

/// The form in which a function is emitted. A kernel that other code calls is emitted twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Form {
    Kernel,
    Function,
}

/// The layout of a record's members in its IR type.
struct RecordLayout {
    ty: Type,
    /// IR member of each field; none for bit-fields, for members of unions and where padding was needed.
    members: Vec<Option<u32>>,
}

/// State of lowering a module.
struct Lowerer<'s, 'c, 'a> {
    sema: &'s mut Sema<'c, 'a>,
    module: Module,
    scalars: [Type; Scalar::ALL.len()],
    records: FxHashMap<Ty, RecordLayout>,
    globals: FxHashMap<VarId, GlobalVar>,
    strings: FxHashMap<StrId, GlobalVar>,
    /// Descriptors of samplers by their properties.
    samplers: FxHashMap<u32, GlobalVar>,
    functions: FxHashMap<(FnId, Form), FuncRef>,
    queue: Vec<(FnId, Form)>,
    /// `!fpmath` nodes by accuracy.
    fpmath: FxHashMap<u32, MetadataId>,
    empty_node: Option<MetadataId>,
    debug: Option<debug_info::DebugInfo>,
    base_attributes: AttributeSet,
}

/// Lowers everything that the kernels and external functions of a program without errors need.
pub fn lower(sema: &mut Sema, file: FileId) -> Module {
    let mut module = Module::new(sema.target.intrinsics);
    module.source_filename = sema.sources.file(file).name.clone();
    module.triple = sema.target.triple.clone();
    module.ctx.places = Some(Box::default());
    match DataLayout::parse(&sema.target.data_layout) {
        Ok(layout) => module.ctx.layout = layout,
        Err(message) => panic!("the target's data layout is wrong: {message}"),
    }
    let mut lowerer = Lowerer::new(sema, module);
    lowerer.start_debug_info(file);
    lowerer.run();
    lowerer.finish_debug_info(file);
    lowerer.module_metadata();
    lowerer.module.module_asm = std::mem::take(&mut lowerer.sema.file_assembly);
    lowerer.module
}

/// Lowers the program to functions of a module that is there already. Those that it declares without a body, under the
/// symbols of functions of the program and with their types, get these bodies.
pub fn lower_into(sema: &mut Sema, module: Module) -> Module {
    let mut lowerer = Lowerer::new(sema, module);
    lowerer.run();
    lowerer.module
}

impl<'s, 'c, 'a> Lowerer<'s, 'c, 'a> {
    fn new(sema: &'s mut Sema<'c, 'a>, mut module: Module) -> Self {
        let scalars = Scalar::ALL.map(|scalar| match scalar {
            Scalar::Bool => Type::I1,
            Scalar::Char | Scalar::UChar => Type::I8,
            Scalar::Short | Scalar::UShort => Type::I16,
            Scalar::Int | Scalar::UInt => Type::I32,
            Scalar::Long | Scalar::ULong => Type::I64,
            Scalar::Int128 | Scalar::UInt128 => module.ctx.types.int(128),
            Scalar::Half => Type::F16,
            Scalar::BFloat => Type::BF16,
            Scalar::Float => Type::F32,
            Scalar::Double => Type::F64,
        });
        Lowerer {
            sema,
            module,
            scalars,
            records: FxHashMap::default(),
            globals: FxHashMap::default(),
            strings: FxHashMap::default(),
            samplers: FxHashMap::default(),
            functions: FxHashMap::default(),
            queue: Vec::new(),
            fpmath: FxHashMap::default(),
            empty_node: None,
            debug: None,
            base_attributes: AttributeSet::EMPTY,
        }
    }
}

impl<'a> Lowerer<'_, '_, 'a> {
    fn run(&mut self) {
        self.base_attributes = self.make_base_attributes();
        for id in self.sema.function_order.clone() {
            let function = self.sema.function(id);
            if function.body.is_none() || function.library {
                continue;
            }
            if function.kernel {
                self.function_ref(id, Form::Kernel);
            } else if !function.internal {
                self.function_ref(id, Form::Function);
            }
        }
        // Program-scope variables that are visible to the host.
        for id in self.sema.global_order.clone() {
            let var = self.sema.var(id);
            let visible =
                var.function.is_none() && !var.is_extern && !var.is_static && var.ty.space == Space::Global;
            if visible {
                self.global(id);
            }
        }
        let mut next = 0;
        while next < self.queue.len() {
            let (id, form) = self.queue[next];
            next += 1;
            function::lower_function(self, id, form);
        }
    }

    // Types.

    /// The IR type of a value of type `ty`.
    fn value_type(&mut self, ty: Ty) -> Type {
        match self.sema.types.kind(ty) {
            TypeKind::Scalar(scalar) => self.scalars[scalar as usize],
            TypeKind::Vector(scalar, count) => {
                let element = self.scalars[scalar as usize];
                self.module.ctx.types.vector(element, count)
            }
            TypeKind::Enum(id) => {
                let scalar = self.sema.types.enums[id.0 as usize].scalar;
                self.scalars[scalar as usize]
            }
            TypeKind::Pointer(to) => {
                let space = self.sema.target.space_number(to.space);
                self.module.ctx.types.ptr(space)
            }
            TypeKind::Void => Type::VOID,
            TypeKind::Event => Type::I64,
            TypeKind::Image(..) | TypeKind::Sampler => {
                let space = self.sema.target.address_spaces.constant;
                self.module.ctx.types.ptr(space)
            }
            TypeKind::Descriptor(descriptor) => self.module.ctx.types.ptr(descriptor.space),
            _ => self.memory_type(ty),
        }
    }

    /// The IR type of an object of type `ty`.
    fn memory_type(&mut self, ty: Ty) -> Type {
        match self.sema.types.kind(ty) {
            TypeKind::Scalar(Scalar::Bool) => Type::I8,
            TypeKind::Array(of, count) => {
                let element = self.memory_type(of.ty);
                self.module.ctx.types.array(element, count)
            }
            TypeKind::IncompleteArray(of) => {
                let element = self.memory_type(of.ty);
                self.module.ctx.types.array(element, 0)
            }
            TypeKind::Record(_) => self.record_layout(ty).ty,
            TypeKind::Opaque(_) | TypeKind::Error | TypeKind::Function(_) => Type::I64,
            TypeKind::Void => Type::I8,
            _ => self.value_type(ty),
        }
    }

    fn record_layout(&mut self, ty: Ty) -> &RecordLayout {
        if !self.records.contains_key(&ty) {
            let layout = self.make_record_layout(ty);
            self.records.insert(ty, layout);
        }
        &self.records[&ty]
    }

    fn make_record_layout(&mut self, ty: Ty) -> RecordLayout {
        let Some(id) = self.sema.types.as_record(ty) else {
            return RecordLayout {
                ty: Type::I8,
                members: Vec::new(),
            };
        };
        let record = self.sema.types.record(id).clone();
        let mut members = vec![None; record.fields.len()];
        let mut types: Vec<Type> = Vec::with_capacity(record.fields.len());
        let mut packed = false;
        if record.is_union {
            // The member with the strictest alignment, and the remainder as bytes.
            let widest = record.fields.iter().max_by_key(|f| {
                let ty = f.ty.ty;
                (self.sema.types.align_of(ty), self.sema.types.size_of(ty))
            });
            let mut size = 0;
            if let Some(field) = widest {
                types.push(self.memory_type(field.ty.ty));
                size = self.sema.types.size_of(field.ty.ty);
            }
            if record.size > size {
                types.push(self.module.ctx.types.array(Type::I8, record.size - size));
            }
        } else {
            // Types with a smaller alignment in IR than in the language are positioned by padding in a packed struct.
            let plain = record.fields.iter().all(|f| f.bits.is_none()) && {
                let mut natural = 0u64;
                let mut align = 1;
                let fits = record.fields.iter().all(|f| {
                    let member = self.memory_type(f.ty.ty);
                    let own = self.module.ctx.layout.align(&self.module.ctx.types, member);
                    natural = natural.next_multiple_of(own);
                    align = align.max(own);
                    let same = natural == f.offset;
                    natural = f.offset + self.sema.types.size_of(f.ty.ty);
                    same
                });
                fits && natural.next_multiple_of(align) == record.size
            };
            packed = !plain;
            let mut offset = 0;
            for (index, field) in record.fields.iter().enumerate() {
                if field.bits.is_some() {
                    continue;
                }
                if packed && field.offset > offset {
                    types.push(self.module.ctx.types.array(Type::I8, field.offset - offset));
                }
                members[index] = Some(types.len() as u32);
                types.push(self.memory_type(field.ty.ty));
                offset = field.offset + self.sema.types.size_of(field.ty.ty);
            }
            if packed && record.size > offset {
                types.push(self.module.ctx.types.array(Type::I8, record.size - offset));
            }
        }
        let word = if record.is_union { "union" } else { "struct" };
        let base = match record.name {
            Some(name) => format!("{word}.{}", self.sema.text(name)),
            None => format!("{word}.anon"),
        };
        let mut name = base.clone();
        let mut number = 0;
        let mut symbol = self.module.ctx.symbol(&name);
        while self
            .module
            .ctx
            .types
            .named_struct(symbol)
            .is_some_and(|body| body.fields.is_some())
        {
            name = format!("{base}.{number}");
            number += 1;
            symbol = self.module.ctx.symbol(&name);
        }
        self.module.ctx.types.set_struct_body(symbol, &types, packed);
        let ty = self.module.ctx.types.named_struct_type(symbol);
        RecordLayout { ty, members }
    }

    // Globals.

    /// The global of a program-scope variable, or of a `__local` one.
    fn global(&mut self, id: VarId) -> GlobalVar {
        let id = self.sema.linked_variable(id);
        if let Some(&global) = self.globals.get(&id) {
            return global;
        }
        let var = self.sema.var(id).clone();
        let own = if var.name.0 == 0 {
            ".compoundliteral"
        } else {
            self.sema.text(var.name)
        };
        let name = match var.function {
            Some(function) => format!("{}.{own}", self.sema.text(self.sema.function(function).name)),
            None => own.to_string(),
        };
        let unlinked = var.function.is_some() || var.name.0 == 0 || var.ty.space == Space::Constant;
        let local = var.is_static || unlinked && !var.is_extern && var.asm_label.is_none();
        let name = match var.asm_label {
            Some(label) => label.text.to_string(),
            None => self.unique_name(&name),
        };
        let align = var.align.unwrap_or(1).max(self.sema.types.align_of(var.ty.ty));
        let memory_ty = self.memory_type(var.ty.ty);
        let space = self.sema.target.space_number(var.ty.space);
        let data = GlobalVarData {
            name: self.module.ctx.symbol(&name),
            value_ty: memory_ty,
            address_space: space,
            is_constant: var.ty.space == Space::Constant,
            externally_initialized: false,
            thread_local: false,
            initializer: None,
            linking: Linking {
                linkage: if local {
                    Linkage::Internal
                } else {
                    Linkage::External
                },
                visibility: if local {
                    Visibility::Default
                } else {
                    Visibility::Protected
                },
                align: Some(Align::from_bytes(align)),
                ..Linking::default()
            },
            attrs: AttributeSet::EMPTY,
            metadata: Vec::new(),
        };
        self.module.ctx.keep_place_of_global(data.name, var.span);
        let global = self.module.ctx.add_global(data);
        self.globals.insert(id, global);
        self.describe_global(global, &var);
        // The initializer may refer to this global, so it comes after.
        let initializer = match (var.kind, var.init) {
            (VarKind::WorkGroup, _) => self.module.ctx.const_poison(memory_ty),
            (_, Some(init)) => self.constant_init(var.ty.ty, init),
            (_, None) if var.is_extern => {
                let linking = &mut self.module.ctx.globals[global].linking;
                linking.visibility = Visibility::Hidden;
                return global;
            }
            (_, None) => self.module.ctx.const_zero(memory_ty),
        };
        let initializer_ty = self.module.ctx.constants.ty(initializer);
        let data = &mut self.module.ctx.globals[global];
        data.value_ty = initializer_ty;
        data.initializer = Some(initializer);
        global
    }

    /// A constant object without a name.
    fn private_constant(&mut self, name: &str, initializer: Constant, align: u64) -> GlobalVar {
        let name = self.unique_name(name);
        let data = GlobalVarData {
            name: self.module.ctx.symbol(&name),
            value_ty: self.module.ctx.constants.ty(initializer),
            address_space: self.sema.target.address_spaces.constant,
            is_constant: true,
            externally_initialized: false,
            thread_local: false,
            initializer: Some(initializer),
            linking: Linking {
                linkage: Linkage::Private,
                unnamed_addr: 2,
                align: Some(Align::from_bytes(align)),
                ..Linking::default()
            },
            attrs: AttributeSet::EMPTY,
            metadata: Vec::new(),
        };
        self.module.ctx.add_global(data)
    }

    /// The global of a string literal.
    fn string(&mut self, id: StrId) -> GlobalVar {
        if let Some(&global) = self.strings.get(&id) {
            return global;
        }
        let bytes = self.sema.strings[id.0 as usize].clone();
        let constant = self.module.ctx.const_bytes(&bytes);
        let global = self.private_constant(".str", constant, 1);
        self.strings.insert(id, global);
        global
    }

    /// The descriptor of a sampler with these properties.
    fn sampler(&mut self, properties: u32) -> GlobalVar {
        if let Some(&global) = self.samplers.get(&properties) {
            return global;
        }
        let words = (self.sema.target.sampler_descriptor)(properties);
        let words = words.map(|word| self.module.ctx.const_i32(word.cast_signed()));
        let ty = self.module.ctx.types.array(Type::I32, words.len() as u64);
        let constant = self.module.ctx.const_aggregate(ty, &words);
        let global = self.private_constant(".sampler", constant, 16);
        self.samplers.insert(properties, global);
        global
    }

    fn unique_name(&mut self, base: &str) -> String {
        let symbols = &self.sema.symbols;
        let taken = |ctx: &wavec_ir::Context, name: &str| {
            let is_label = symbols.is_label(name);
            is_label || ctx.global_named(name).is_some() || ctx.function_named(name).is_some()
        };
        let mut name = base.to_string();
        let mut number = 0;
        while taken(&self.module.ctx, &name) {
            number += 1;
            name = format!("{base}.{number}");
        }
        name
    }
}

/// Values by variable; dense because variables of one function are numbered together.
type VarMap<T> = FxHashMap<VarId, T>;
