//! Calls of builtins of clang that test the class of a floating-point number.

use crate::ast::Expr;
use crate::ast::operations::Op;
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::types::{QualType, Scalar, Ty};
use wavec_support::Span;

/// The classes that `__builtin_NAME` tests, as bits of `llvm.is.fpclass`.
fn classes(name: &str) -> Option<u32> {
    Some(match name {
        "issignaling" => 0x001,
        "issubnormal" => 0x090,
        "iszero" => 0x060,
        _ => return None,
    })
}

impl<'a> Sema<'_, 'a> {
    /// A call of `full_name`, which is `__builtin_NAME`; `None` if it is not one of these.
    pub(super) fn float_class_call(
        &mut self,
        full_name: &str,
        name: &str,
        args: &'a [Expr<'a>],
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        let expected = match name {
            "isfpclass" => 2,
            "fpclassify" => 6,
            "isinf_sign" => 1,
            _ => classes(name).map(|_| 1)?,
        };
        if !self.check_count(args, expected, span) {
            return Some(self.error_expr(span));
        }
        let value = *self.rvalue(&args[if name == "fpclassify" { 5 } else { 0 }]);
        let lanes = self.types.lanes(value.ty.ty).filter(|lanes| lanes.0.is_float());
        let Some((_, count)) = lanes.filter(|lanes| lanes.1 == 1 || name == "isfpclass") else {
            return Some(self.no_match(full_name, args, span));
        };
        let result = self.types.vector(Scalar::Int, count);
        Some(match name {
            "fpclassify" => {
                let int = QualType::new(Ty::INT);
                let mut operands: Vec<Expr<'a>> = args[..5]
                    .iter()
                    .map(|arg| *self.convert_to(arg, int, Why::Pass))
                    .collect();
                operands.insert(0, value);
                self.operation(Op::ClassNumber, &operands, Ty::INT, span)
            }
            "isinf_sign" => {
                let number = |value: i64| *self.int_literal(value as u64, Ty::INT, span);
                let operands = [1, -1].map(number);
                self.operation(
                    Op::InfinitySign,
                    &[value, operands[0], operands[1]],
                    Ty::INT,
                    span,
                )
            }
            "isfpclass" => {
                let Some(mask) = self.eval_int(&args[1]).filter(|mask| *mask < 1 << 10) else {
                    self.error(
                        args[1].span,
                        "argument value is outside the valid range [0, 1023]",
                    );
                    return Some(self.error_expr(span));
                };
                self.operation(Op::IsClass(mask as u32), &[value], result, span)
            }
            _ => self.operation(Op::IsClass(classes(name)?), &[value], result, span),
        })
    }
}
