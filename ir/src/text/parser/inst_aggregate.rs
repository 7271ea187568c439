//! Instructions on the parts of vectors and aggregates.

use super::function::Body;
use super::inst::Parts;
use super::{Parse, Parser};
use crate::entities::{Type, Value};
use crate::inst::Opcode;
use smallvec::SmallVec;
use wavec_support::Span;

impl Parser<'_> {
    pub(super) fn shuffle(&mut self, body: &mut Body, span: Span) -> Parse<Parts> {
        let a = self.typed_value(body)?;
        self.comma()?;
        let b = self.typed_value(body)?;
        self.comma()?;
        let mask_span = self.span();
        let mask = self.typed_constant()?;
        let ty = body.func.ty(a);
        let ctx = &mut self.module.ctx;
        let (Some((element, count)), Some((mask_element, length))) = (
            ctx.types.vector_parts(ty),
            ctx.types.vector_parts(ctx.constants.ty(mask)),
        ) else {
            return self.error_at(span, "operand is not a vector");
        };
        if body.func.ty(b) != ty || mask_element != Type::I32 {
            return self.error_at(span, "invalid operands of shufflevector");
        }
        let mut indices = Vec::with_capacity(length as usize);
        for lane in 0..u64::from(length) {
            let member = ctx.const_member(mask, lane);
            indices.push(match member.map(|m| ctx.constants.data(m)) {
                Some(crate::ConstantData::Int(_, index)) if *index < 2 * u128::from(count) => *index as u32,
                Some(crate::ConstantData::Undef(_) | crate::ConstantData::Poison(_)) => u32::MAX,
                _ => return self.error_at(mask_span, "invalid mask of shufflevector"),
            });
        }
        let result = ctx.types.vector(element, length);
        let aux = body.func.make_indices(&indices);
        Ok(Parts {
            aux,
            ..Parts::new(Opcode::ShuffleVector, result, &[a, b])
        })
    }

    pub(super) fn member_access(&mut self, body: &mut Body, opcode: Opcode, span: Span) -> Parse<Parts> {
        let aggregate = self.typed_value(body)?;
        let mut args: SmallVec<[Value; 2]> = SmallVec::from_elem(aggregate, 1);
        if opcode == Opcode::InsertValue {
            self.comma()?;
            args.push(self.typed_value(body)?);
        }
        let mut indices: Vec<u32> = Vec::new();
        let mut ty = body.func.ty(aggregate);
        while self.eat_comma_before_operand() {
            let index: u32 = self.number("an index")?;
            let types = &self.module.ctx.types;
            let member = if types.is_vector(ty) {
                None
            } else {
                types.member(ty, u64::from(index))
            };
            match member {
                Some(member) => ty = member,
                None => return self.error_at(span, "invalid index into an aggregate"),
            }
            indices.push(index);
        }
        if indices.is_empty() {
            return self.error("expected ',' and an index");
        }
        let aux = body.func.make_indices(&indices);
        let result = match opcode {
            Opcode::ExtractValue => ty,
            _ if body.func.ty(args[1]) == ty => body.func.ty(aggregate),
            _ => return self.error_at(span, "the inserted value does not fit the member"),
        };
        Ok(Parts {
            aux,
            ..Parts::new(opcode, result, &args)
        })
    }
}
