//! Constants as cells.

use super::super::check::tags::NULL;
use super::super::value::Cell;
use super::{Compiler, FUNCTION_BASE, FUNCTION_STEP, Result, cast_address};
use crate::constant::ConstantData;
use crate::entities::Constant;
use crate::fold::{Outcome, cast_scalar, constant_offset, scalar};
use crate::inst::Opcode;

impl Compiler<'_> {
    /// The cells of a constant.
    pub(in super::super) fn constant_cells(&mut self, constant: Constant) -> Result<Vec<Cell>> {
        let mut out = Vec::new();
        self.collect_constant(constant, &mut out, 0)?;
        Ok(out)
    }

    pub(super) fn collect_constant(
        &mut self,
        constant: Constant,
        out: &mut Vec<Cell>,
        depth: u32,
    ) -> Result<()> {
        if depth > 256 {
            return Err("a constant is nested too deep".into());
        }
        let ctx = self.ctx;
        match ctx.constants.data(constant) {
            ConstantData::Int(ty, value) => {
                let count = self.cells_of(*ty)?;
                let part = |cell: u32| {
                    if count > 1 {
                        value >> (8 * cell) & 0xff
                    } else {
                        *value
                    }
                };
                out.extend((0..count).map(|cell| Cell::new(part(cell))));
            }
            ConstantData::WideInt(..) => {
                return Err("values of more than 128 bits cannot be interpreted".into());
            }
            ConstantData::Float(_, bits) => out.push(Cell::new(u128::from(*bits))),
            ConstantData::Null(_) => out.push(Cell::pointer(0, NULL)),
            ConstantData::Zero(ty) => {
                let count = self.cells_of(*ty)? as usize;
                out.resize(out.len() + count, Cell::new(0));
            }
            ConstantData::Undef(ty) | ConstantData::Poison(ty) => {
                let count = self.cells_of(*ty)? as usize;
                out.resize(out.len() + count, Cell::POISON);
            }
            ConstantData::Aggregate(_, members) => {
                for &member in members {
                    self.collect_constant(member, out, depth + 1)?;
                }
            }
            ConstantData::Bytes(_, bytes) => out.extend(bytes.iter().map(|&b| Cell::new(u128::from(b)))),
            ConstantData::Global(_, global) => out.push(self.globals[*global]),
            ConstantData::Function(_, func) => {
                out.push(Cell::new(u128::from(
                    FUNCTION_BASE + FUNCTION_STEP * u64::from(func.as_u32()),
                )));
            }
            ConstantData::Expr(expr) => {
                let mut args = Vec::new();
                for &arg in &expr.args {
                    args.push(self.constant_cells(arg)?);
                }
                let cells = self.expression(constant, expr.opcode, &args)?;
                out.extend(cells);
            }
        }
        Ok(())
    }

    pub(super) fn expression(
        &mut self,
        constant: Constant,
        opcode: Opcode,
        args: &[Vec<Cell>],
    ) -> Result<Vec<Cell>> {
        let ConstantData::Expr(expr) = self.ctx.constants.data(constant) else {
            return Err("no expression".into());
        };
        let single = |index: usize| match args.get(index).map(Vec::as_slice) {
            Some([cell]) => Ok(*cell),
            _ => Err("a vector in a constant expression cannot be interpreted".to_string()),
        };
        let a = single(0)?;
        if a.poison {
            return Ok(vec![Cell::POISON]);
        }
        let from = self.scalar(self.ctx.constants.ty(expr.args[0]))?;
        let to = self.scalar(expr.ty)?;
        let bits = match opcode {
            Opcode::GetElementPtr => {
                let space = self.ctx.types.address_space(expr.ty).unwrap_or(0);
                let index_bits = self.ctx.layout.pointer(space).index_bits;
                let offset = constant_offset(self.ctx, expr.source_ty, &expr.args[1..], index_bits)
                    .ok_or("an index of a constant getelementptr is not a number")?;
                a.bits.wrapping_add(offset as u128) & scalar::mask(to.bits())
            }
            Opcode::AddrSpaceCast => {
                let space = |ty| self.ctx.types.address_space(ty).unwrap_or(0);
                let (from, to) = (space(self.ctx.constants.ty(expr.args[0])), space(expr.ty));
                cast_address(self.target, from, to, a.bits as u64).into()
            }
            Opcode::BitCast => {
                let count = self.cells_of(expr.ty)?;
                let width = to.bits() * self.lanes(expr.ty) / count;
                let scalar_ty = self.ctx.types.scalar(expr.ty);
                let keeps_object = self.ctx.types.is_byte(scalar_ty) || self.ctx.types.is_ptr(scalar_ty);
                let tag = if keeps_object { a.tag } else { 0 };
                let cells = (0..count).map(|cell| a.bits >> (cell * width) & scalar::mask(width));
                return Ok(cells.map(|bits| Cell::pointer(bits, tag)).collect());
            }
            opcode if opcode.is_cast() => match cast_scalar(opcode, expr.flags, from, to, a.bits) {
                Some(Outcome::Value(bits)) => bits,
                Some(Outcome::Poison) => return Ok(vec![Cell::POISON]),
                _ => return Err("invalid cast in a constant expression".into()),
            },
            _ => {
                let b = single(1)?;
                match scalar::int_binary(opcode, expr.flags, to.bits(), a.bits, b.bits) {
                    Outcome::Value(bits) if !b.poison => bits,
                    Outcome::Undefined(why) => return Err(why.into()),
                    _ => return Ok(vec![Cell::POISON]),
                }
            }
        };
        let tag = match opcode {
            Opcode::GetElementPtr | Opcode::AddrSpaceCast => a.tag,
            _ => 0,
        };
        Ok(vec![Cell::pointer(bits, tag)])
    }
}
