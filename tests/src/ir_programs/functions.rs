//! Functions that the kernel calls, with many arguments of all types.

use super::generate::{Generator, SLOT};
use super::memory::Pointer;
use crate::ir_values::Kind::{self, *};
use std::fmt::Write;

/// Number of functions of a program.
const MOST: usize = 3;

/// The parameters of a function.
enum Parameter {
    Value(Kind),
    /// Its address space, its alignment and whether it is written to.
    Pointer(u32, u32, bool),
}

/// An internal function.
pub(super) struct Function {
    pub text: String,
    parameters: Vec<Parameter>,
    result: Kind,
}

impl Generator {
    /// A call of an existing or a new function.
    pub(super) fn call(&mut self) {
        let Some(count) = self.functions.as_ref().map(Vec::len) else {
            return self.arithmetic();
        };
        let index = self.random.below(MOST);
        if index >= count {
            let function = self.function(count);
            self.functions.as_mut().expect("those of a kernel").push(function);
        }
        let index = index.min(count);
        let functions = self.functions.take().expect("those of a kernel");
        let function = &functions[index];
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            let argument = match parameter {
                Parameter::Value(kind) => format!("{} {}", kind.text(), self.value(kind)),
                &Parameter::Pointer(space, align, is_written) => {
                    let fitting: Vec<&Pointer> = self
                        .pointers
                        .iter()
                        .filter(|p| p.space == space && p.align >= align && p.size >= SLOT)
                        .filter(|p| p.is_writable || !is_written)
                        .collect();
                    let at = self.random.below(fitting.len());
                    let Some(pointer) = fitting.get(at) else {
                        self.functions = Some(functions);
                        return;
                    };
                    format!("{} {}", pointer.ty(), pointer.name)
                }
            };
            arguments.push(argument);
        }
        let ty = function.result.text();
        let result = self
            .w
            .inst(&format!("call {ty} @f{index}({})", arguments.join(", ")));
        let result = self.ordered(&function.result, result);
        self.keep(result, function.result.clone());
        self.functions = Some(functions);
    }

    fn function(&mut self, index: usize) -> Function {
        let mut parameters = vec![Parameter::Value(Int(32))];
        for _ in 0..self.random.below(4) {
            let pointer = self.any_pointer();
            if pointer.size >= SLOT && pointer.space != 7 {
                let is_written = pointer.is_writable;
                parameters.push(Parameter::Pointer(
                    pointer.space,
                    pointer.align.min(4),
                    is_written,
                ));
            }
        }
        for _ in 0..self.random.below(24) {
            parameters.push(Parameter::Value(self.kind()));
        }
        let result = self.kind();
        let mut body = self.of_function();
        let mut list = Vec::new();
        for (number, parameter) in parameters.iter().enumerate() {
            // Loops are bounded by the kernel's number, or by this one.
            let name = match number {
                0 => "%n".into(),
                _ => format!("%p{number}"),
            };
            match parameter {
                Parameter::Value(kind) => {
                    list.push(format!("{} {name}", kind.text()));
                    body.keep(name, kind.clone());
                }
                &Parameter::Pointer(space, align, is_writable) => {
                    list.push(format!("{} {name}", Ptr(space).text()));
                    body.pointers.push(Pointer {
                        name,
                        space,
                        object: None,
                        size: SLOT,
                        align,
                        is_writable,
                    });
                }
            }
        }
        if !body.pointers.iter().any(|pointer| pointer.is_writable) {
            body.w.text += "  %own = alloca [48 x i8], align 16, addrspace(5)\n  \
                            call void @llvm.memset.p5.i32(ptr addrspace(5) %own, i8 3, i32 48, i1 false)\n";
            body.pointers.push(Pointer {
                name: "%own".into(),
                space: 5,
                object: None,
                size: SLOT,
                align: 16,
                is_writable: true,
            });
        }
        for _ in 0..2 + body.random.below(6) {
            body.statement();
        }
        let value = body.value(&result);
        let how = self
            .random
            .pick(&["noinline", "noinline", "alwaysinline", "nounwind"]);
        let mut text = format!(
            "define internal {} @f{index}({}) {how} {{\nentry:\n",
            result.text(),
            list.join(", ")
        );
        let _ = write!(text, "{}  ret {} {value}\n}}\n", body.w.text, result.text());
        Function {
            text,
            parameters,
            result,
        }
    }
}
