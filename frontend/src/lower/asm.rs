//! Assembly statements: a call of inline assembly, whose results are stored to the outputs.

use super::function::FunctionLowerer;
use crate::ast::AsmStatement;
use wavec_ir::attributes::AttributeValue;
use wavec_ir::context::InlineAsmInput;
use wavec_ir::{AttributeSet, Type, Value};

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    pub(super) fn asm_statement(&mut self, statement: &'a AsmStatement<'a>) {
        let mut arguments: Vec<Value> = Vec::new();
        for input in statement.inputs {
            arguments.push(self.value_of(input.value));
        }
        let mut places = Vec::new();
        let mut result_types: Vec<Type> = Vec::new();
        for output in statement.outputs {
            let ty = output.place.ty.ty;
            let place = self.place(output.place);
            if output.is_read {
                arguments.push(self.load(place, ty));
            }
            places.push((place, ty));
            result_types.push(self.l.value_type(ty));
        }
        let parameters: Vec<Type> = arguments.iter().map(|&argument| self.func.ty(argument)).collect();
        let ctx = &mut self.l.module.ctx;
        let result = match result_types.as_slice() {
            [] => Type::VOID,
            &[one] => one,
            several => ctx.types.struct_(several, false),
        };
        let function = ctx.types.function(result, &parameters, false);
        let input = InlineAsmInput {
            text: ctx.symbol(statement.template),
            constraints: ctx.symbol(statement.constraints),
            side_effects: statement.volatile,
            align_stack: false,
            intel_dialect: false,
            unwind: false,
            place: statement.span,
        };
        let asm = ctx.inline_asm_of(function, input);
        let mut attributes = AttributeSet::EMPTY;
        for key in ["convergent", "nounwind"] {
            attributes = ctx.with_attribute(attributes, key, AttributeValue::None);
        }
        if !statement.volatile && !statement.clobbers_memory {
            let none = AttributeValue::Raw(ctx.symbol("none"));
            attributes = ctx.with_attribute(attributes, "memory", none);
        }
        let call = self.b().call_inline_asm(asm, &arguments, attributes);
        let Some(result) = self.func.result(call) else {
            return;
        };
        for (number, &(place, ty)) in places.iter().enumerate() {
            let value = match places.len() {
                1 => result,
                _ => self.b().extract_value(result, &[number as u32]),
            };
            self.store(place, value, ty);
        }
    }
}
