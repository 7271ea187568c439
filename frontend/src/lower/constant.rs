//! Constant initializers of program-scope objects.

use super::Lowerer;
use crate::ast::{Expr, ExprKind, Init, ScalarValue};
use crate::sema::constant_eval::{Base, to_bits};
use crate::types::{Scalar, Ty, TypeKind};
use wavec_ir::constant::ConstantExpr;
use wavec_ir::{Constant, ConstantData, InstFlags, Opcode, Type};

impl<'a> Lowerer<'_, '_, 'a> {
    /// A scalar constant in its memory representation (`bool` as `i8`).
    pub(super) fn scalar_constant(
        &mut self,
        scalar: Scalar,
        value: ScalarValue,
        in_memory: bool,
    ) -> Constant {
        let ctx = &mut self.module.ctx;
        match (value, scalar) {
            (ScalarValue::Int(value), Scalar::Bool) if in_memory => ctx.const_int(Type::I8, value),
            (ScalarValue::Int(value), _) if scalar.is_int() => {
                ctx.const_int(self.scalars[scalar as usize], value)
            }
            (value, _) => {
                let bits = to_bits(value, scalar) as u64;
                ctx.const_float_bits(self.scalars[scalar as usize], bits)
            }
        }
    }

    /// The constant value of an arithmetic expression, if it can be evaluated.
    pub(super) fn arithmetic_constant(&mut self, expr: &Expr<'a>, in_memory: bool) -> Option<Constant> {
        let (scalar, count) = self.sema.types.lanes(expr.ty.ty)?;
        let lanes = self.sema.eval_lanes(expr)?;
        if count == 1 {
            return Some(self.scalar_constant(scalar, lanes[0], in_memory));
        }
        let members: Vec<Constant> = lanes
            .into_iter()
            .map(|lane| self.scalar_constant(scalar, lane, false))
            .collect();
        let element = self.scalars[scalar as usize];
        let ty = self.module.ctx.types.vector(element, count);
        Some(self.module.ctx.const_aggregate(ty, &members))
    }

    /// The null pointer of type `ty`. It is not all zeros in every address space: see the reference on apertures.
    pub(super) fn null_constant(&mut self, ty: Type) -> Constant {
        let space = self.module.ctx.types.address_space(ty).unwrap_or(0);
        let spaces = self.sema.target.address_spaces;
        if space != spaces.private && space != spaces.local {
            return self.module.ctx.const_zero(ty);
        }
        let generic = self.module.ctx.types.ptr(spaces.generic);
        let null = self.module.ctx.const_zero(generic);
        self.constant_expr(Opcode::AddrSpaceCast, ty, InstFlags::empty(), Type::VOID, &[null])
    }

    fn constant_expr(
        &mut self,
        opcode: Opcode,
        ty: Type,
        flags: InstFlags,
        source_ty: Type,
        args: &[Constant],
    ) -> Constant {
        let expr = ConstantExpr {
            opcode,
            ty,
            flags,
            source_ty,
            args: args.into(),
        };
        self.module
            .ctx
            .constants
            .intern(ConstantData::Expr(Box::new(expr)))
    }

    /// The constant value of a pointer expression, if it can be evaluated.
    pub(super) fn address_constant(&mut self, expr: &Expr<'a>) -> Option<Constant> {
        let address = self.sema.eval_address(expr)?;
        let ty = self.value_type(expr.ty.ty);
        let base = match address.base {
            Base::Null => return Some(self.null_constant(ty)),
            Base::Absolute => {
                let value = self.module.ctx.const_i64(address.offset);
                return Some(self.constant_expr(
                    Opcode::IntToPtr,
                    ty,
                    InstFlags::empty(),
                    Type::VOID,
                    &[value],
                ));
            }
            Base::Var(id) => {
                let global = self.global(id);
                self.module.ctx.const_global(global)
            }
            Base::Str(id) => {
                let global = self.string(id);
                self.module.ctx.const_global(global)
            }
        };
        let base_ty = self.module.ctx.constants.ty(base);
        let pointer = match address.offset {
            0 => base,
            offset => {
                let offset = self.module.ctx.const_i64(offset);
                let args = [base, offset];
                self.constant_expr(
                    Opcode::GetElementPtr,
                    base_ty,
                    InstFlags::INBOUNDS,
                    Type::I8,
                    &args,
                )
            }
        };
        if base_ty == ty {
            return Some(pointer);
        }
        Some(self.constant_expr(
            Opcode::AddrSpaceCast,
            ty,
            InstFlags::empty(),
            Type::VOID,
            &[pointer],
        ))
    }

    /// The contents of an object of type `ty`. The type of the constant may differ from the object's if it contains a
    /// union, but its size never does.
    pub(super) fn constant_init(&mut self, ty: Ty, init: Init<'a>) -> Constant {
        match init {
            Init::Str(id) => {
                let mut bytes = self.sema.strings[id.0 as usize].clone();
                if let TypeKind::Array(_, count) = self.sema.types.kind(ty) {
                    bytes.resize(count as usize, 0);
                }
                self.module.ctx.const_bytes(&bytes)
            }
            Init::Expr(expr) => self.constant_value(ty, expr),
            Init::Members(members) => match self.sema.types.kind(ty) {
                TypeKind::Array(of, count) => self.constant_array(of.ty, count, members),
                TypeKind::Record(_) => self.constant_record(ty, members),
                _ => {
                    let memory = self.memory_type(ty);
                    self.module.ctx.const_zero(memory)
                }
            },
        }
    }

    fn constant_value(&mut self, ty: Ty, expr: &Expr<'a>) -> Constant {
        if let ExprKind::CompoundLiteral(id) = expr.kind
            && let Some(init) = self.sema.var(id).init
        {
            return self.constant_init(ty, init);
        }
        if let Some(constant) = self.arithmetic_constant(expr, true) {
            return constant;
        }
        if let ExprKind::Cast(_, inner) = expr.kind
            && self.sema.types.as_pointer(expr.ty.ty).is_none()
            && let Some(address) = self.address_constant(inner)
        {
            return self.constant_expr(
                Opcode::PtrToInt,
                Type::I64,
                InstFlags::empty(),
                Type::VOID,
                &[address],
            );
        }
        if let Some(constant) = self.address_constant(expr) {
            return constant;
        }
        let memory = self.memory_type(ty);
        self.module.ctx.const_zero(memory)
    }

    fn constant_array(&mut self, of: Ty, count: u64, members: &[(u64, Init<'a>)]) -> Constant {
        let element = self.memory_type(of);
        let ty = self.module.ctx.types.array(element, count);
        if members.is_empty() || count > 1 << 24 {
            return self.module.ctx.const_zero(ty);
        }
        let zero = self.module.ctx.const_zero(element);
        let mut all = vec![zero; count as usize];
        let mut same = true;
        for &(index, init) in members {
            if let Some(slot) = all.get_mut(index as usize) {
                let constant = match init {
                    Init::Expr(expr) => match expr.kind {
                        // Fast path for the common case.
                        ExprKind::Int(value) if element == Type::I32 => {
                            self.module.ctx.const_int(element, value as u128)
                        }
                        _ => self.constant_init(of, init),
                    },
                    _ => self.constant_init(of, init),
                };
                same &= self.module.ctx.constants.ty(constant) == element;
                *slot = constant;
            }
        }
        if same {
            return self.module.ctx.const_aggregate(ty, &all);
        }
        self.literal_struct(&all)
    }

    /// A packed struct of these members.
    fn literal_struct(&mut self, members: &[Constant]) -> Constant {
        let types: Vec<Type> = members.iter().map(|&m| self.module.ctx.constants.ty(m)).collect();
        let ty = self.module.ctx.types.struct_(&types, true);
        self.module.ctx.const_aggregate(ty, members)
    }

    fn zero_bytes(&mut self, count: u64) -> Constant {
        let ty = self.module.ctx.types.array(Type::I8, count);
        self.module.ctx.const_zero(ty)
    }

    fn constant_record(&mut self, ty: Ty, members: &[(u64, Init<'a>)]) -> Constant {
        let Some(id) = self.sema.types.as_record(ty) else {
            return self.zero_bytes(1);
        };
        let record = self.sema.types.record(id).clone();
        let memory = self.memory_type(ty);
        let given = |index: usize| members.iter().find(|m| m.0 == index as u64).map(|m| m.1);
        let has_bits = record.fields.iter().any(|f| f.bits.is_some());
        if !record.is_union && !has_bits {
            let indices = self.record_layout(ty).members.clone();
            let plain = record.fields.len() == indices.len();
            let fields: Vec<Type> = self
                .module
                .ctx
                .types
                .struct_fields(memory)
                .map_or(Vec::new(), |(fields, _)| fields.to_vec());
            let mut values: Vec<Constant> = fields.iter().map(|&f| self.module.ctx.const_zero(f)).collect();
            let mut same = plain;
            for (index, field) in record.fields.iter().enumerate() {
                if let (Some(init), Some(slot)) = (given(index), indices[index]) {
                    let constant = self.constant_init(field.ty.ty, init);
                    same &= self.module.ctx.constants.ty(constant) == fields[slot as usize];
                    values[slot as usize] = constant;
                }
            }
            if same {
                return self.module.ctx.const_aggregate(memory, &values);
            }
        }
        // Piece by piece with explicit padding; bit-fields are gathered into bytes.
        let mut pieces: Vec<Constant> = Vec::new();
        let mut offset = 0;
        let mut bytes: Vec<u8> = Vec::new();
        let mut bytes_start = 0;
        for (index, field) in record.fields.iter().enumerate() {
            let init = given(index);
            if record.is_union && init.is_none() {
                continue;
            }
            if let Some(bits) = field.bits {
                if bytes.is_empty() {
                    bytes_start = offset;
                }
                let value = match init {
                    Some(Init::Expr(expr)) => self.sema.eval_int(expr).unwrap_or(0),
                    _ => 0,
                };
                for bit in 0..u64::from(bits.width) {
                    let place = field.offset * 8 + u64::from(bits.first) + bit;
                    let byte = (place / 8 - bytes_start) as usize;
                    if bytes.len() <= byte {
                        bytes.resize(byte + 1, 0);
                    }
                    bytes[byte] |= ((value >> bit & 1) as u8) << (place % 8);
                }
                continue;
            }
            if !bytes.is_empty() {
                offset = bytes_start + bytes.len() as u64;
                pieces.push(self.module.ctx.const_bytes(&bytes));
                bytes.clear();
            }
            if field.offset > offset {
                let padding = self.zero_bytes(field.offset - offset);
                pieces.push(padding);
            }
            let constant = match init {
                Some(init) => self.constant_init(field.ty.ty, init),
                None => {
                    let memory = self.memory_type(field.ty.ty);
                    self.module.ctx.const_zero(memory)
                }
            };
            pieces.push(constant);
            offset = field.offset + self.sema.types.size_of(field.ty.ty);
        }
        if !bytes.is_empty() {
            offset = bytes_start + bytes.len() as u64;
            pieces.push(self.module.ctx.const_bytes(&bytes));
        }
        if record.size > offset {
            let padding = self.zero_bytes(record.size - offset);
            pieces.push(padding);
        }
        self.literal_struct(&pieces)
    }
}
