//! IR values as nodes: constants, values of other blocks, values of this block.

use super::{DagBuilder, Parts, function};
use crate::dag::isd;
use crate::dag::node::{GlobalRef, NodeValue};
use crate::dag::types::ValueType;
use smallvec::SmallVec;
use wavec_ir::constant::{ConstantData, ConstantExpr};
use wavec_ir::{Constant, Opcode, Type, Value, ValueDef};

impl DagBuilder<'_> {
    /// Whether the value has nodes in this block already.
    pub(super) fn has_value(&self, value: Value) -> bool {
        self.state.values.get(value).is_some()
    }

    /// The parts of a value.
    pub fn value(&mut self, value: Value) -> Parts {
        let value = self.func.resolve(value);
        if let Some(parts) = self.state.values.get(value) {
            return Parts::from_slice(parts);
        }
        let parts = match self.func.def(value) {
            ValueDef::Const(constant) => self.constant(constant),
            ValueDef::Inst(inst) if self.state.frame_objects.contains_key(&inst) => {
                let vt = self.value_type(self.func.ty(value)).expect("a pointer");
                let index = self.state.frame_objects[&inst];
                Parts::from_slice(&[self.dag.frame_index(index, vt)])
            }
            ValueDef::Inst(_) | ValueDef::Param(_) => self.imported(value),
            ValueDef::Metadata(_) | ValueDef::InlineAsm(_) | ValueDef::Alias(_) => Parts::new(),
        };
        self.state.values.insert(value, Parts::from_slice(&parts));
        parts
    }

    /// The only part of a value that is not an aggregate.
    pub fn scalar(&mut self, value: Value) -> NodeValue {
        let parts = self.value(value);
        match parts.first() {
            Some(&part) => part,
            None => {
                self.dag
                    .report_error("a value of a type that cannot be kept in registers");
                self.dag.undef(ValueType::I32)
            }
        }
    }

    /// Reads the registers of a value of another block.
    fn imported(&mut self, value: Value) -> Parts {
        let types = self.part_types(self.func.ty(value));
        let Some(registers) = self.state.value_registers.get(&value).cloned() else {
            // Unreachable from its definition: any value will do.
            return types.iter().map(|&vt| self.dag.undef(vt)).collect();
        };
        let entry = self.dag.entry();
        if let ([vt], [register]) = (types.as_slice(), registers.as_slice())
            && matches!(*vt, ValueType::I32 | ValueType::I64)
            && self.ctx.types.int_bits(self.func.ty(value)) == Some(vt.scalar_bits())
        {
            let known = self.state.known_bits.known_bits(self.func, self.ctx, value);
            self.dag.set_known_zeros(*register, known.zeros);
        }
        if let ([vt], [register]) = (types.as_slice(), registers.as_slice())
            && self.state.zero_extended.contains(&value)
        {
            self.dag.set_known_zeros(*register, !0 << vt.scalar_bits());
        }
        let mut next = 0;
        types
            .iter()
            .map(|&vt| {
                let pieces = function::register_pieces(self.target, vt);
                let values: SmallVec<[NodeValue; 4]> = pieces
                    .iter()
                    .map(|&piece| {
                        next += 1;
                        self.dag.copy_from_reg(entry, registers[next - 1], piece)
                    })
                    .collect();
                self.join_pieces(vt, &values)
            })
            .collect()
    }

    /// A constant.
    pub fn constant(&mut self, constant: Constant) -> Parts {
        let ctx = self.ctx;
        let ty = ctx.constants.ty(constant);
        match ctx.constants.data(constant) {
            ConstantData::Int(_, value) => {
                let vt = self.value_type(ty).expect("an integer type");
                Parts::from_slice(&[self.dag.constant(*value as i128, vt)])
            }
            ConstantData::Float(_, bits) => {
                let vt = self.value_type(ty).expect("a float type");
                Parts::from_slice(&[self.dag.constant_fp_bits(*bits, vt)])
            }
            ConstantData::Null(_) => {
                let vt = self.value_type(ty).expect("a pointer type");
                Parts::from_slice(&[self.dag.constant(0, vt)])
            }
            ConstantData::Zero(_) => self.filled(ty, &|builder, vt| builder.zero(vt)),
            ConstantData::Undef(_) | ConstantData::Poison(_) => {
                self.filled(ty, &|builder, vt| builder.dag.undef(vt))
            }
            ConstantData::Aggregate(_, members) => {
                let parts: SmallVec<[NodeValue; 8]> =
                    members.iter().flat_map(|&member| self.constant(member)).collect();
                match self.value_type(ty) {
                    Some(vt) => Parts::from_slice(&[self.dag.build_vector(vt, &parts)]),
                    None => Parts::from_slice(&parts),
                }
            }
            ConstantData::Bytes(_, bytes) => bytes
                .iter()
                .map(|&byte| self.dag.constant(i128::from(byte), ValueType::I8))
                .collect(),
            ConstantData::Global(_, global) => {
                let vt = self.value_type(ty).expect("a pointer type");
                Parts::from_slice(&[self.dag.global_address(GlobalRef::Variable(*global), 0, vt)])
            }
            ConstantData::Function(_, function) => {
                let vt = self.value_type(ty).expect("a pointer type");
                Parts::from_slice(&[self.dag.global_address(GlobalRef::Function(*function), 0, vt)])
            }
            ConstantData::Expr(expr) => self.constant_expression(expr),
            ConstantData::WideInt(..) => unreachable!("wide integers are split before selection"),
        }
    }

    fn zero(&mut self, vt: ValueType) -> NodeValue {
        let scalar = vt.scalar();
        let zero = if scalar.is_float() {
            self.dag.constant_fp_bits(0, scalar)
        } else {
            self.dag.constant(0, scalar)
        };
        if vt.is_vector() {
            self.dag.splat(vt, zero)
        } else {
            zero
        }
    }

    fn filled(&mut self, ty: Type, make: &dyn Fn(&mut Self, ValueType) -> NodeValue) -> Parts {
        self.part_types(ty).into_iter().map(|vt| make(self, vt)).collect()
    }

    fn constant_expression(&mut self, expr: &ConstantExpr) -> Parts {
        let arg = |builder: &mut Self, index: usize| builder.constant(expr.args[index])[0];
        let vt = self.value_type(expr.ty);
        let Some(vt) = vt else {
            self.dag
                .report_error("a constant expression of an aggregate type is not supported");
            return self.filled(expr.ty, &|builder, vt| builder.dag.undef(vt));
        };
        let node = match expr.opcode {
            Opcode::GetElementPtr => {
                let base = arg(self, 0);
                let mut indices: SmallVec<[(NodeValue, Option<i64>); 4]> = SmallVec::new();
                for i in 1..expr.args.len() {
                    let node = arg(self, i);
                    indices.push((node, self.dag.constant_i64(node)));
                }
                self.address(base, expr.source_ty, &indices)
            }
            Opcode::BitCast => {
                let value = arg(self, 0);
                self.dag.bitcast(vt, value)
            }
            Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr => {
                let value = arg(self, 0);
                self.dag.zext_or_trunc(value, vt)
            }
            Opcode::AddrSpaceCast => {
                let value = arg(self, 0);
                let from = self
                    .ctx
                    .types
                    .address_space(self.ctx.constants.ty(expr.args[0]))
                    .unwrap_or(0);
                let to = self.ctx.types.address_space(expr.ty).unwrap_or(0);
                self.address_space_cast(value, vt, from, to)
            }
            Opcode::Trunc => {
                let value = arg(self, 0);
                self.dag.node(isd::TRUNCATE, vt, &[value])
            }
            Opcode::Add | Opcode::Sub | Opcode::Xor => {
                let (a, b) = (arg(self, 0), arg(self, 1));
                let opcode = match expr.opcode {
                    Opcode::Add => isd::ADD,
                    Opcode::Sub => isd::SUB,
                    _ => isd::XOR,
                };
                self.dag.node(opcode, vt, &[a, b])
            }
            other => {
                self.dag
                    .report_error(format!("constant expression '{}' is not supported", other.name()));
                self.dag.undef(vt)
            }
        };
        Parts::from_slice(&[node])
    }
}
