//! Bang operators with two operands, or more where they are associative.

use super::Parser;
use crate::eval::Eval;
use crate::record::RecordId;
use crate::token::{Bang, Tok};
use crate::types::TypeId;
use crate::value::{BinaryOp, ValueId};
use wavec_support::Span;

/// The operator of a bang operator with two operands.
pub(super) fn binary_op(bang: Bang) -> Option<BinaryOp> {
    Some(match bang {
        Bang::Add => BinaryOp::Add,
        Bang::And => BinaryOp::And,
        Bang::Con => BinaryOp::Concat,
        Bang::Div => BinaryOp::Div,
        Bang::Eq => BinaryOp::Eq,
        Bang::Ge => BinaryOp::Ge,
        Bang::GetDagArg => BinaryOp::GetDagArg,
        Bang::GetDagName => BinaryOp::GetDagName,
        Bang::Gt => BinaryOp::Gt,
        Bang::Interleave => BinaryOp::Interleave,
        Bang::Le => BinaryOp::Le,
        Bang::ListConcat => BinaryOp::ListConcat,
        Bang::ListRemove => BinaryOp::ListRemove,
        Bang::ListSplat => BinaryOp::ListSplat,
        Bang::Lt => BinaryOp::Lt,
        Bang::Match => BinaryOp::Match,
        Bang::Mul => BinaryOp::Mul,
        Bang::Ne => BinaryOp::Ne,
        Bang::Or => BinaryOp::Or,
        Bang::SetDagOp => BinaryOp::SetDagOp,
        Bang::SetDagOpName => BinaryOp::SetDagOpName,
        Bang::Shl => BinaryOp::Shl,
        Bang::Sra => BinaryOp::Sra,
        Bang::Srl => BinaryOp::Srl,
        Bang::StrConcat => BinaryOp::StrConcat,
        Bang::Sub => BinaryOp::Sub,
        Bang::Xor => BinaryOp::Xor,
        _ => return None,
    })
}

impl Parser<'_> {
    /// The type of all operands, if the operator determines it, and the type of the result.
    fn binary_types(
        &mut self,
        op: BinaryOp,
        expected: Option<TypeId>,
    ) -> Eval<(Option<TypeId>, Option<TypeId>)> {
        Ok(match op {
            BinaryOp::Concat | BinaryOp::SetDagOp | BinaryOp::SetDagOpName => {
                (Some(TypeId::DAG), Some(TypeId::DAG))
            }
            BinaryOp::GetDagArg => (Some(TypeId::DAG), Some(self.operator_type()?)),
            BinaryOp::GetDagName => (Some(TypeId::DAG), Some(TypeId::STRING)),
            _ if op.is_arithmetic() => (Some(TypeId::INT), Some(TypeId::INT)),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Le | BinaryOp::Lt | BinaryOp::Ge | BinaryOp::Gt => {
                (None, Some(TypeId::BIT))
            }
            BinaryOp::Match => (Some(TypeId::STRING), Some(TypeId::BIT)),
            BinaryOp::ListConcat | BinaryOp::ListRemove => (expected, None),
            BinaryOp::StrConcat => (Some(TypeId::STRING), Some(TypeId::STRING)),
            BinaryOp::Interleave => (None, Some(TypeId::STRING)),
            _ => (None, None),
        })
    }

    /// Whether `!eq` and friends compare values of this type.
    fn is_comparable(&self, ty: TypeId, records_too: bool) -> bool {
        self.eval.is_convertible(ty, TypeId::INT)
            || ty == TypeId::STRING
            || (records_too && self.is_record(ty))
    }

    /// Checks an operand whose type was not known before; returns the type of the next.
    fn check_operand(
        &mut self,
        op: BinaryOp,
        index: usize,
        ty: TypeId,
        expected: Option<TypeId>,
        span: Span,
        operator: Span,
    ) -> Eval<Option<TypeId>> {
        let int_list = self.eval.keeper.types.list(TypeId::INT);
        let string_list = self.eval.keeper.types.list(TypeId::STRING);
        match op {
            BinaryOp::ListConcat | BinaryOp::ListRemove if self.eval.element_type(ty).is_none() => {
                self.wrong_type(span, "expected a list, got value of type", ty)
            }
            BinaryOp::ListSplat => {
                if index == 0
                    && let Some(expected) = expected
                {
                    let Some(element) = self.eval.element_type(expected) else {
                        let expected = self.eval.type_text(expected);
                        let message = format!("expected output type to be a list, got type '{expected}'");
                        return self.eval.error(operator, message);
                    };
                    if !self.eval.is_convertible(ty, element) {
                        let element = self.eval.type_text(element);
                        let ty = self.eval.type_text(ty);
                        let message =
                            format!("expected first arg type to be '{ty}', got value of type '{element}'");
                        return self.eval.error(operator, message);
                    }
                }
                if index == 1 && ty != TypeId::INT {
                    return self.wrong_type(
                        span,
                        "expected second parameter to be an int, got value of type",
                        ty,
                    );
                }
                Ok(None)
            }
            BinaryOp::Eq | BinaryOp::Ne if !self.is_comparable(ty, true) => self.wrong_type(
                span,
                "expected bit, bits, int, string, or record; got value of type",
                ty,
            ),
            BinaryOp::Le | BinaryOp::Lt | BinaryOp::Ge | BinaryOp::Gt | BinaryOp::GetDagArg
                if !self.is_comparable(ty, false) =>
            {
                self.wrong_type(span, "expected bit, bits, int, or string; got value of type", ty)
            }
            BinaryOp::Interleave => {
                if index == 0 && ty != string_list && !self.eval.is_convertible(ty, int_list) {
                    let expected = "expected list of string, int, bits, or bit; got value of type";
                    return self.wrong_type(span, expected, ty);
                }
                if index == 1 && ty != TypeId::STRING {
                    let expected = "expected second argument to be a string, got value of type";
                    return self.wrong_type(span, expected, ty);
                }
                Ok(None)
            }
            _ => Ok(Some(ty)),
        }
    }

    /// `!op(a, b, ...)`; operators that are associative take more than two operands.
    pub(super) fn binary_operation(
        &mut self,
        op: BinaryOp,
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<ValueId> {
        let operator_span = self.token.span();
        self.advance();
        let (mut operand, mut ty) = self.binary_types(op, expected)?;
        if let (Some(ty), Some(expected)) = (ty, expected)
            && !self.eval.is_convertible(ty, expected)
        {
            let (expected, ty) = (self.eval.type_text(expected), self.eval.type_text(ty));
            let message = format!("expected value of type '{expected}', got '{ty}'");
            return self.eval.error(operator_span, message);
        }
        let keeps_type = ty == Some(TypeId::INT);
        self.open_operands("binary operator")?;
        let mut operands: Vec<ValueId> = Vec::new();
        loop {
            let span = self.token.span();
            let (value, own) = self.typed_value_in(operator_span, current, operand)?;
            operands.push(value);
            match operand {
                None => {
                    let index = operands.len() - 1;
                    operand = self.check_operand(op, index, own, expected, span, operator_span)?;
                }
                Some(wanted) => match self.eval.common_type(wanted, own) {
                    Some(common) => {
                        if !keeps_type {
                            operand = Some(common);
                        }
                    }
                    None => {
                        let (wanted, own) = (self.eval.type_text(wanted), self.eval.type_text(own));
                        let message = format!("expected value of type '{wanted}', got '{own}'");
                        return self.eval.error(span, message);
                    }
                },
            }
            match op {
                BinaryOp::SetDagOp => operand = Some(TypeId::ANY_RECORD),
                BinaryOp::SetDagOpName => operand = Some(TypeId::STRING),
                BinaryOp::GetDagArg => operand = None,
                BinaryOp::GetDagName => operand = Some(TypeId::INT),
                _ => {}
            }
            if !self.consume(Tok::Comma) {
                break;
            }
        }
        self.close_operands("operator")?;
        match op {
            BinaryOp::ListConcat | BinaryOp::ListRemove => ty = operand,
            BinaryOp::ListSplat => {
                if let Some(element) = self.eval.type_of(operands[0]) {
                    ty = Some(self.eval.keeper.types.list(element));
                }
            }
            _ => {}
        }
        let ty = ty.unwrap_or(TypeId::INT);
        let is_associative = matches!(
            op,
            BinaryOp::StrConcat
                | BinaryOp::ListConcat
                | BinaryOp::Concat
                | BinaryOp::Add
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Mul
        );
        if is_associative {
            while operands.len() > 2
                && let Some(last) = operands.pop()
            {
                let index = operands.len() - 1;
                operands[index] = self.eval.binary(op, operands[index], last, ty, current)?;
            }
        }
        match operands[..] {
            [a, b] => self.eval.binary(op, a, b, ty, current),
            _ => self
                .eval
                .error(operator_span, "expected two operands to operator"),
        }
    }
}
