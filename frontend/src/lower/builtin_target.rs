//! Builtins of the target.

use super::function::FunctionLowerer;
use crate::types::Ty;
use wavec_ir::intrinsics::builtins::{BuiltinDesc, BuiltinLowering, OverloadSource};
use wavec_ir::{Opcode, Type, Value};

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    pub(super) fn target_builtin(
        &mut self,
        builtin: &'static BuiltinDesc,
        v: &[Value],
        ir: Type,
    ) -> Option<Value> {
        let (id, overloads) = match builtin.lowering {
            BuiltinLowering::Intrinsic { id, overloads } => (id, overloads),
            BuiltinLowering::Recipe(recipe) => return self.recipe(recipe, v, ir),
        };
        let types: Vec<Type> = overloads
            .iter()
            .map(|source| match *source {
                OverloadSource::Result => ir,
                OverloadSource::Argument(index) => self.func.ty(v[index as usize]),
            })
            .collect();
        let callee = self.l.module.ctx.declare_intrinsic(id, &types);
        let callee_ty = self.l.module.ctx.functions[callee].ty;
        let (ret, params) = match self.l.module.ctx.types.signature(callee_ty) {
            Some((ret, params, _)) => (ret, params.to_vec()),
            None => return None,
        };
        let mut operands: Vec<Value> = Vec::with_capacity(v.len());
        for (&value, &param) in v.iter().zip(&params) {
            operands.push(self.adapt(value, param));
        }
        let inst = self.b().call(callee, &operands);
        let result = self.func.result(inst)?;
        Some(match self.l.module.ctx.types.struct_fields(ret) {
            Some((fields, _)) if fields.len() > 1 => {
                let count = fields.len() as u32;
                self.vector_of_members(result, count, ir)
            }
            _ => self.adapt(result, ir),
        })
    }

    /// Several results of an intrinsic are one vector for the caller of a builtin function.
    fn vector_of_members(&mut self, members: Value, count: u32, ir: Type) -> Value {
        let mut b = self.b();
        let mut vector = b.poison(ir);
        for index in 0..count {
            let (member, at) = (b.extract_value(members, &[index]), b.i32(index as i32));
            vector = b.insert_element(vector, member, at);
        }
        vector
    }

    /// A value converted to an equivalent type: other bits of the same size, other address space, `i1` and wider.
    fn adapt(&mut self, value: Value, ty: Type) -> Value {
        let from = self.func.ty(value);
        if from == ty || ty == Type::VOID {
            return value;
        }
        let types = &self.l.module.ctx.types;
        if types.is_ptr(from) && types.is_ptr(ty) {
            return self.b().cast(Opcode::AddrSpaceCast, value, ty);
        }
        if let (Some(a), Some(b)) = (types.int_bits(from), types.int_bits(ty)) {
            if let Some(known) = self.func.as_int(value, &self.l.module.ctx) {
                return self.b().int(ty, known);
            }
            return self
                .b()
                .cast(if a > b { Opcode::Trunc } else { Opcode::ZExt }, value, ty);
        }
        self.b().cast(Opcode::BitCast, value, ty)
    }

    /// The target's intrinsic whose name ends in `word`, with dots for underscores.
    fn target_intrinsic(&mut self, word: &str, overloads: &[Type], args: &[Value]) -> Option<Value> {
        let name = format!(
            "{}{}",
            self.l.sema.target.intrinsic_prefix,
            word.replace('_', ".")
        );
        let id = match self.l.module.ctx.intrinsics.lookup(&name) {
            Some(id) => id,
            None => panic!("the intrinsic {name} is not described"),
        };
        self.b().call_intrinsic(id, overloads, args)
    }

    fn recipe(&mut self, recipe: &'static str, v: &[Value], ir: Type) -> Option<Value> {
        match recipe {
            "div_scale" => {
                // (numerator, denominator, which, pointer to the flag)
                let ty = self.func.ty(v[0]);
                let pair = self.target_intrinsic(recipe, &[ty], &v[..3])?;
                let flag = self.b().extract_value(pair, &[1]);
                self.store_scalar(flag, Ty::BOOL, v[3], 1, false);
                Some(self.b().extract_value(pair, &[0]))
            }
            "ds_append" | "ds_consume" => {
                let ty = self.func.ty(v[0]);
                let volatile = self.int(Type::I1, 0);
                self.target_intrinsic(recipe, &[ty], &[v[0], volatile])
            }
            // No half of a register is chosen.
            "wmma_f16_16x16x16_f16" | "wmma_bf16_16x16x16_bf16" => {
                let types = [ir, self.func.ty(v[0])];
                let half = self.int(Type::I1, 0);
                self.target_intrinsic(recipe, &types, &[v[0], v[1], v[2], half])
            }
            "mov_dpp" => {
                let ty = self.func.ty(v[0]);
                let poison = self.b().poison(ty);
                let mut operands = vec![poison];
                operands.extend_from_slice(v);
                self.target_intrinsic("update_dpp", &[ty], &operands)
            }
            "get_fpenv" => self.intrinsic_call("llvm.get.fpenv", &[Type::I64], &[]),
            "set_fpenv" => self.intrinsic_call("llvm.set.fpenv", &[Type::I64], v),
            _ => Some(self.b().poison(if ir == Type::VOID { Type::I32 } else { ir })),
        }
    }
}
