//! Inline assembly: a call whose callee is a text. Operands are in registers of the classes that their constraints
//! name.
//!
//! `INLINEASM chain, text, source, (descriptor, operand)*, (descriptor, register)*` produces a chain and glue, which
//! the copies from its output registers take; `mir/inline_asm.rs` describes the descriptors.

use super::{DagBuilder, Parts};
use crate::dag::isd;
use crate::dag::lowering::AsmRegisters;
use crate::dag::node::{NodeValue, Payload};
use crate::dag::types::ValueType;
use crate::mir::Register;
use crate::mir::inline_asm::{AsmOperand, AsmOperandKind};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use wavec_ir::Inst;
use wavec_ir::entities::InlineAsm;
use wavec_ir::inline_asm::{Constraint, ConstraintKind, name_clobbers, parse_constraints};
use wavec_mc::{RegClassId, generic};
use wavec_support::Diagnostic;

/// An output: its location, and its type in registers and in the program.
struct Output {
    register: Register,
    in_register: ValueType,
    vt: ValueType,
    operand: AsmOperand,
}

impl DagBuilder<'_> {
    /// Makes the nodes of a call of `asm`.
    ///
    /// # Errors
    /// An operand that does not satisfy its constraint.
    pub(super) fn build_inline_asm(&mut self, inst: Inst, asm: InlineAsm) -> Result<(), Diagnostic> {
        let data = &self.ctx.inline_asm[asm];
        let error = |message: String| Diagnostic::error(data.place, message);
        let constraints = parse_constraints(self.ctx.text(data.constraints)).map_err(error)?;
        let result_types = self.part_types(self.func.inst(inst).ty);
        let mut outputs: SmallVec<[Output; 2]> = SmallVec::new();
        let mut next_argument = 0;

        let named = constraints
            .iter()
            .filter(|c| c.kind != ConstraintKind::Clobber)
            .count();
        let overwritten: SmallVec<[&str; 4]> = constraints
            .iter()
            .filter(|constraint| constraint.kind == ConstraintKind::Clobber)
            .flat_map(|constraint| constraint.codes.iter())
            .filter(|code| !self.target.asm_clobbers(code).is_empty())
            .map(|code| code.trim_matches(['{', '}']))
            .collect();
        let text = name_clobbers(self.ctx.text(data.text), named, &overwritten);
        let text = self.mf.symbols.intern(&text);
        let source = self.dag.target_constant(asm.index() as i128, ValueType::I64);
        let text = self.dag.target_constant(i128::from(text.0), ValueType::I64);
        let chain = self.chain();
        let mut operands: SmallVec<[NodeValue; 16]> = SmallVec::from_slice(&[chain, text, source]);
        let mut clobbers: SmallVec<[NodeValue; 8]> = SmallVec::new();
        for constraint in &constraints {
            if constraint.indirect {
                return Err(error(
                    "operands in memory are not supported in inline assembly".to_string(),
                ));
            }
            match constraint.kind {
                ConstraintKind::Output => {
                    let Some(&vt) = result_types.get(outputs.len()) else {
                        return Err(error(
                            "an output has a type that does not fit one register".to_string(),
                        ));
                    };
                    let output = self.asm_output(constraint, vt).map_err(error)?;
                    let descriptor = self.asm_descriptor(output.operand);
                    operands.push(descriptor);
                    operands.push(self.dag.register(output.register, output.in_register));
                    outputs.push(output);
                }
                ConstraintKind::Input => {
                    let (operand, value) = self
                        .asm_input(inst, next_argument, constraint, &outputs)
                        .map_err(error)?;
                    next_argument += 1;
                    let descriptor = self.asm_descriptor(operand);
                    operands.extend([descriptor, value]);
                }
                ConstraintKind::Clobber => {
                    // Names that are not registers (`memory`, `cc`) do not concern the code generator.
                    for code in &constraint.codes {
                        for reg in self.target.asm_clobbers(code) {
                            clobbers.push(self.dag.register(reg, ValueType::UNTYPED));
                        }
                    }
                }
                ConstraintKind::Label => {
                    return Err(error("labels are not supported in inline assembly".to_string()));
                }
            }
        }
        operands.extend(clobbers);
        let types = [ValueType::OTHER, ValueType::GLUE];
        let node = self.dag.machine_node(generic::INLINEASM, &types, &operands);
        let (mut chain, mut glue) = (NodeValue::new(node, 0), NodeValue::new(node, 1));
        let mut parts = Parts::new();
        for output in &outputs {
            let copy = self
                .dag
                .copy_from_reg_glued(chain, output.register, output.in_register, glue);
            (chain, glue) = (copy.with_result(1), copy.with_result(2));
            parts.push(self.whole_dwords_as(copy, output.vt));
        }
        self.set_chain(chain);
        if let Some(result) = self.func.result(inst) {
            self.set_value(result, &parts);
        }
        Ok(())
    }

    fn asm_descriptor(&mut self, operand: AsmOperand) -> NodeValue {
        self.dag
            .target_constant(i128::from(operand.encode()), ValueType::I64)
    }

    fn asm_output(&mut self, constraint: &Constraint<'_>, vt: ValueType) -> Result<Output, String> {
        let in_register = register_type(vt);
        let (Some(in_register), Some(found)) = (in_register, self.asm_class(constraint, vt)) else {
            return Err(self.no_register(constraint, "output"));
        };
        let register = Register::from(self.mf.create_vreg(found.class));
        if found.divergent {
            self.dag.mark_divergent_register(register);
        }
        Ok(Output {
            register,
            in_register,
            vt,
            operand: AsmOperand {
                kind: AsmOperandKind::Def,
                class: found.class,
                fixed: found.fixed,
                tied: None,
                early_clobber: constraint.early_clobber,
            },
        })
    }

    fn asm_input(
        &mut self,
        inst: Inst,
        argument: usize,
        constraint: &Constraint<'_>,
        outputs: &[Output],
    ) -> Result<(AsmOperand, NodeValue), String> {
        let value = self.func.arg(inst, argument + 1);
        let parts = self.value(value);
        let &[part] = parts.as_slice() else {
            return Err("an operand has a type that does not fit one register".to_string());
        };
        let vt = self.dag.value_type(part);
        if let Some(number) = constraint.tied {
            let output = outputs
                .get(number)
                .ok_or("the operand is not tied to an output")?;
            if vt.size_in_bits() != output.vt.size_in_bits() {
                return Err("an input is tied to an output of a different size".to_string());
            }
            let operand = AsmOperand {
                kind: AsmOperandKind::Use,
                tied: Some(number as u8),
                early_clobber: false,
                ..output.operand
            };
            let value = self
                .as_whole_dwords(part)
                .ok_or_else(|| self.no_register(constraint, "input"))?;
            return Ok((operand, value));
        }
        let constant = AsmOperand {
            kind: AsmOperandKind::Constant,
            class: RegClassId::NONE,
            fixed: None,
            tied: None,
            early_clobber: false,
        };
        let bits = self.constant_bits(part);
        let mut wants_constant = None;
        for &code in &constraint.codes {
            // Codes common to all targets, then those of this one.
            let is_address = self.dag.opcode(part) == isd::GLOBAL_ADDRESS;
            let shown = match code {
                "i" | "X" if is_address => return Ok((constant, self.asm_address(part))),
                "i" | "n" | "X" => Some(bits.filter(|_| !vt.is_float()).map(|bits| match vt {
                    ValueType::I1 => bits & 1,
                    _ => bits,
                })),
                _ => self
                    .target
                    .asm_immediate(code, bits.unwrap_or(0), vt.size_in_bits())
                    .map(|shown| shown.filter(|_| bits.is_some())),
            };
            match shown {
                Some(Some(shown)) => {
                    let shown = self.dag.target_constant(i128::from(shown), ValueType::I64);
                    return Ok((constant, shown));
                }
                Some(None) => wants_constant = Some(code),
                None => {}
            }
        }
        let Some(found) = self.asm_class(constraint, vt) else {
            if let Some(code) = wants_constant {
                return Err(format!("invalid operand for inline asm constraint '{code}'"));
            }
            return Err(self.no_register(constraint, "input"));
        };
        let operand = AsmOperand {
            kind: AsmOperandKind::Use,
            class: found.class,
            fixed: found.fixed,
            tied: None,
            early_clobber: false,
        };
        let value = self
            .as_whole_dwords(part)
            .ok_or_else(|| self.no_register(constraint, "input"))?;
        Ok((operand, value))
    }

    /// The registers named by the first code that names any for a value of this type.
    fn asm_class(&self, constraint: &Constraint<'_>, vt: ValueType) -> Option<AsmRegisters> {
        // Single bits have a register representation of their own, and bytes none.
        let bits = vt.size_in_bits();
        if bits < 16 {
            return None;
        }
        let find = |code: &&str| self.target.asm_registers(code, bits);
        constraint.codes.iter().find_map(find)
    }

    fn no_register(&self, constraint: &Constraint<'_>, what: &str) -> String {
        let code = constraint.codes.first().copied().unwrap_or("");
        let is_known = code.starts_with('{') || self.target.asm_registers(code, 32).is_some();
        if is_known || constraint.tied.is_some() {
            format!("couldn't allocate {what} register for constraint '{code}'")
        } else {
            format!("unknown asm constraint '{code}'")
        }
    }

    fn asm_address(&mut self, value: NodeValue) -> NodeValue {
        let vt = self.dag.value_type(value);
        match *self.dag.payload(value) {
            Payload::Global { global, offset, kind } => {
                self.dag.target_global_address(global, offset, kind, vt)
            }
            _ => value,
        }
    }

    fn constant_bits(&self, value: NodeValue) -> Option<i64> {
        let vt = self.dag.value_type(value);
        if let Some(bits) = self.dag.constant_i64(value) {
            return Some(bits);
        }
        match *self.dag.payload(value) {
            Payload::Float(bits) if vt.is_scalar_float() => {
                // Sign-extended, as integers are.
                let unused = 64 - vt.size_in_bits();
                Some((bits << unused) as i64 >> unused)
            }
            _ => None,
        }
    }

    /// A value as whole dwords.
    fn as_whole_dwords(&mut self, value: NodeValue) -> Option<NodeValue> {
        let vt = self.dag.value_type(value);
        let to = register_type(vt)?;
        let bits = vt.size_in_bits();
        if bits == to.size_in_bits() {
            return Some(self.dag.bitcast(to, value));
        }
        let narrow = self.dag.bitcast(ValueType::int(bits), value);
        Some(self.dag.anyext_or_trunc(narrow, to))
    }

    /// The inverse.
    fn whole_dwords_as(&mut self, value: NodeValue, vt: ValueType) -> NodeValue {
        let bits = vt.size_in_bits();
        if bits == self.dag.value_type(value).size_in_bits() {
            return self.dag.bitcast(vt, value);
        }
        let narrow = self.dag.anyext_or_trunc(value, ValueType::int(bits));
        self.dag.bitcast(vt, narrow)
    }
}

/// The type of whole dwords of the size of `vt`.
fn register_type(vt: ValueType) -> Option<ValueType> {
    Some(match vt.size_in_bits() {
        16 | 32 => ValueType::I32,
        64 => ValueType::I64,
        bits if bits % 32 == 0 && bits <= 1024 => ValueType::vector(ValueType::I32, bits / 32),
        _ => return None,
    })
}
