//! Replaces byte types by integers of the same width, which is what code is generated for. Until then bytes keep poison
//! and what object a pointer was made from, bit by bit; integers do not, so a byte that becomes a pointer is from now on
//! `inttoptr`, a pointer of which nothing is known, and a byte made from a pointer is `ptrtoint` (LLVM Language
//! Reference, "Byte Type": code generation takes `bN` for `iN`).
//!
//! Requires: nothing. Preserves: the control-flow graph. Cost: linear in the module; nothing without byte types.

use crate::attributes::AttributeValue;
use crate::builder::Builder;
use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{AttributeSet, Constant, FuncRef, Inst, Type};
use crate::function::Function;
use crate::inst::Opcode;
use crate::intrinsics::upgrade::overloads_of;
use crate::module::Module;
use crate::types::TypeData;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Replaces byte types of more than `widest` bits, in the whole module. Returns whether there were any.
pub fn run(module: &mut Module, widest: u32) -> bool {
    let is_replaced = |data: &TypeData| matches!(data, TypeData::Byte(bits) if *bits > widest);
    if !module.ctx.types.iter().any(|(_, data)| is_replaced(data)) {
        return false;
    }
    let mut map = ByteMap {
        widest,
        types: FxHashMap::default(),
        constants: FxHashMap::default(),
        attributes: FxHashMap::default(),
        intrinsics: FxHashSet::default(),
    };
    let ctx = &mut module.ctx;
    for name in ctx.types.named_structs().to_vec() {
        let body = ctx.types.named_struct(name).cloned().unwrap_or_default();
        if let Some(fields) = body.fields {
            let fields: Vec<Type> = fields.iter().map(|&field| map.ty(ctx, field)).collect();
            ctx.types.set_struct_body(name, &fields, body.packed);
        }
    }
    for func in ctx.functions.keys() {
        let old = std::mem::replace(&mut ctx.functions[func].ty, Type::VOID);
        let new = map.ty(ctx, old);
        ctx.functions[func].ty = new;
        if new != old && ctx.functions[func].intrinsic.is_some() {
            map.intrinsics.insert(func);
        }
        for index in 0..ctx.functions[func].param_attrs.len() {
            let attrs = ctx.functions[func].param_attrs[index];
            ctx.functions[func].param_attrs[index] = map.attributes(ctx, attrs);
        }
    }
    for global in ctx.globals.keys() {
        ctx.globals[global].value_ty = map.ty(ctx, ctx.globals[global].value_ty);
        if let Some(contents) = ctx.globals[global].initializer {
            ctx.globals[global].initializer = Some(map.constant(ctx, contents));
        }
    }
    let functions: Vec<_> = module.functions().collect();
    for func in functions {
        module.with_body(func, |body, ctx| map.body(body, ctx));
    }
    true
}

/// Replacements, by what is replaced.
struct ByteMap {
    widest: u32,
    types: FxHashMap<Type, Type>,
    constants: FxHashMap<Constant, Constant>,
    attributes: FxHashMap<AttributeSet, AttributeSet>,
    /// Intrinsics that are overloaded on bytes: their calls are ones of others.
    intrinsics: FxHashSet<FuncRef>,
}

impl ByteMap {
    fn ty(&mut self, ctx: &mut Context, ty: Type) -> Type {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        let new = match ctx.types.data(ty).clone() {
            TypeData::Byte(bits) if bits > self.widest => TypeData::Int(bits),
            TypeData::Vector(element, count) => TypeData::Vector(self.ty(ctx, element), count),
            TypeData::Array(element, count) => TypeData::Array(self.ty(ctx, element), count),
            TypeData::Struct(fields, packed) => TypeData::Struct(self.types(ctx, &fields), packed),
            TypeData::Function(result, params, variadic) => {
                let params = self.types(ctx, &params);
                TypeData::Function(self.ty(ctx, result), params, variadic)
            }
            // The members of named structs are replaced where they are declared.
            other => other,
        };
        let new = ctx.types.intern(new);
        self.types.insert(ty, new);
        new
    }

    fn types(&mut self, ctx: &mut Context, types: &[Type]) -> Box<[Type]> {
        types.iter().map(|&ty| self.ty(ctx, ty)).collect()
    }

    fn constant(&mut self, ctx: &mut Context, constant: Constant) -> Constant {
        if let Some(&known) = self.constants.get(&constant) {
            return known;
        }
        let ty = self.ty(ctx, ctx.constants.ty(constant));
        let new = match ctx.constants.data(constant).clone() {
            ConstantData::Int(_, value) => ctx.const_int(ty, value),
            ConstantData::WideInt(_, digits) => ctx.const_int_digits(ty, &digits),
            ConstantData::Zero(_) => ctx.const_zero(ty),
            ConstantData::Undef(_) => ctx.const_undef(ty),
            ConstantData::Poison(_) => ctx.const_poison(ty),
            ConstantData::Aggregate(_, members) => {
                let members: Vec<Constant> = members.iter().map(|&m| self.constant(ctx, m)).collect();
                // Strings of bytes have a single form.
                let byte = |&member: &Constant| match *ctx.constants.data(member) {
                    ConstantData::Int(Type::I8, value) => Some(value as u8),
                    _ => None,
                };
                let is_array = ctx.types.array_parts(ty).is_some();
                match members.iter().map(byte).collect::<Option<Vec<u8>>>() {
                    Some(bytes) if is_array => ctx.const_bytes(&bytes),
                    _ => ctx.const_aggregate(ty, &members),
                }
            }
            ConstantData::Expr(mut expr) => {
                for arg in &mut expr.args {
                    *arg = self.constant(ctx, *arg);
                }
                expr.source_ty = self.ty(ctx, expr.source_ty);
                expr.ty = ty;
                match expr.opcode {
                    Opcode::BitCast => casts_between(ctx, ctx.constants.ty(expr.args[0]), ty)
                        .into_iter()
                        .fold(expr.args[0], |value, (opcode, ty)| {
                            ctx.const_expr(opcode, ty, &[value])
                        }),
                    _ => ctx.constants.intern(ConstantData::Expr(expr)),
                }
            }
            other => ctx.constants.intern(other),
        };
        self.constants.insert(constant, new);
        new
    }

    /// Types in attributes: `byval(T)`.
    fn attributes(&mut self, ctx: &mut Context, set: AttributeSet) -> AttributeSet {
        if let Some(&known) = self.attributes.get(&set) {
            return known;
        }
        let mut attributes = ctx.attributes.get(set).to_vec();
        for attribute in &mut attributes {
            if let AttributeValue::Type(ty) = attribute.value {
                attribute.value = AttributeValue::Type(self.ty(ctx, ty));
            }
        }
        let new = ctx.attributes.intern(&attributes);
        self.attributes.insert(set, new);
        new
    }

    /// The intrinsic of a call, overloaded on integers.
    fn call_overload(&self, func: &mut Function, ctx: &mut Context, call: Inst) {
        let callee = func
            .callee(call, ctx)
            .filter(|callee| self.intrinsics.contains(callee));
        let Some(intrinsic) = callee.and_then(|callee| ctx.functions[callee].intrinsic) else {
            return;
        };
        let types: Vec<Type> = func.args(call)[1..].iter().map(|&arg| func.ty(arg)).collect();
        let desc = ctx.intrinsics.get(intrinsic);
        if let Some(overloads) = overloads_of(desc, func.inst(call).ty, &types, ctx) {
            let callee = ctx.declare_intrinsic(intrinsic, &overloads);
            func.args_mut(call)[0] = func.function_value(callee, ctx);
        }
    }

    fn body(&mut self, func: &mut Function, ctx: &mut Context) {
        let constants: FxHashMap<Constant, Constant> = func
            .constants()
            .into_iter()
            .map(|constant| (constant, self.constant(ctx, constant)))
            .collect();
        func.map_types(|ty| self.ty(ctx, ty));
        func.map_constants(ctx, &constants);
        let insts: Vec<Inst> = func
            .block_order()
            .iter()
            .flat_map(|&block| func.block_insts(block))
            .collect();
        for inst in insts {
            match func.opcode(inst) {
                Opcode::BitCast => lower_cast(func, ctx, inst),
                Opcode::Call => self.call_overload(func, ctx, inst),
                _ => {}
            }
        }
        func.resolve_aliases();
    }
}

/// The casts that take the bits of one type for those of another of the same size. Between integers and pointers they need
/// integers as wide as the pointers.
fn casts_between(ctx: &mut Context, from: Type, to: Type) -> SmallVec<[(Opcode, Type); 2]> {
    let is_pointer = |ty| ctx.types.is_ptr(ctx.types.scalar(ty));
    let (from_pointer, to_pointer) = (is_pointer(from), is_pointer(to));
    let mut address = |pointers: Type| {
        let bits = ctx.layout.bits(&ctx.types, ctx.types.scalar(pointers)) as u32;
        let integer = ctx.types.int(bits);
        ctx.types.with_scalar(pointers, integer)
    };
    let steps = match (from_pointer, to_pointer) {
        (true, false) => vec![(Opcode::PtrToInt, address(from)), (Opcode::BitCast, to)],
        (false, true) => vec![(Opcode::BitCast, address(to)), (Opcode::IntToPtr, to)],
        _ => vec![(Opcode::BitCast, to)],
    };
    let mut at = from;
    let changes = steps
        .into_iter()
        .filter(|&(_, ty)| std::mem::replace(&mut at, ty) != ty);
    changes.collect()
}

/// A cast of bits that may have been one of bytes.
fn lower_cast(func: &mut Function, ctx: &mut Context, inst: Inst) {
    let (value, result) = (func.arg(inst, 0), func.result(inst).expect("a value"));
    let casts = casts_between(ctx, func.ty(value), func.ty(result));
    if let [(Opcode::BitCast, _)] = casts[..] {
        return;
    }
    let mut builder = Builder::before(func, ctx, inst);
    let new = casts
        .into_iter()
        .fold(value, |value, (opcode, ty)| builder.cast(opcode, value, ty));
    func.replace_uses_with_alias(result, new);
    func.remove_inst(inst);
}
