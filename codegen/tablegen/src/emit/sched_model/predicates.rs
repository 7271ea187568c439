//! Predicates of variants as Rust expressions over `inst: &SchedInst`.
//!
//! | class | fields |
//! |---|---|
//! | `SchedPredicate` | `Predicate`: code |
//! | `MCSchedPredicate` | `Pred`: a condition |
//! | `FeatureSchedPredicate` | `Feature` |
//! | `AllOfSchedPreds`, `AnyOfSchedPreds`, `NoneOfSchedPreds` | `Predicates` |
//! | `MCTrue`, `MCFalse`, `CheckNot`, `CheckAll`, `CheckAny` | `Pred`, `Predicates` |
//! | `CheckIsRegOperand`, `CheckIsImmOperand`, `CheckIsVRegOperand` | `OpIndex` |
//! | `CheckRegOperand`, `CheckInvalidRegOperand`, `CheckRegOperandSimple` | `OpIndex`, `Reg`, `FunctionMapper` |
//! | `CheckImmOperand`, `CheckImmOperand_s`, `CheckImmOperandLT`, `CheckImmOperandGT`, `CheckImmOperandSimple` | `OpIndex`, `ImmVal`, `FunctionMapper` |
//! | `CheckSameRegOperand` | `FirstIndex`, `SecondIndex` |
//! | `CheckNumOperands` | `NumOps` |
//! | `CheckOpcode` | `ValidOpcodes` |
//! | `CheckNonPortable` | `CodeBlock`: code |
//! | `CheckFunctionPredicate`, `CheckFunctionPredicateWithTII` | `MCInstFnName` |
//! | `TIIPredicate` | `Body`: `MCReturnStatement` (`Pred`) or `MCOpcodeSwitchStatement` (`Cases`, `DefaultCase`); of a `MCOpcodeSwitchCase` `Opcodes`, `CaseStmt` |
//!
//! The expressions call `inst.opcode()`, `inst.num_operands()`, `inst.reg(i)`, `inst.imm(i)` (`Some` if operand i is one)
//! and `inst.has_feature("name")`, and functions and constants of a module `sched_hooks` of the including file by the names
//! that the description has for functions of operands (`FunctionMapper`), instructions and constants.

use super::super::instr_model::InstrModel;
use super::super::register_model::RegisterModel;
use super::super::rust;
use super::MAX_DEPTH;
use crate::record::{RecordId, RecordKeeper};
use wavec_support::Diagnostic;

/// Whether a predicate holds for all instructions.
pub fn is_always(keeper: &RecordKeeper, predicate: RecordId) -> bool {
    keeper.name(predicate) == "NoSchedPred"
        || keeper.is_subclass_of(predicate, "MCSchedPredicate")
            && keeper
                .get_def(predicate, "Pred")
                .is_ok_and(|condition| keeper.is_subclass_of(condition, "MCTrue"))
}

/// Writes predicates.
pub struct Predicates<'k> {
    /// The records.
    pub keeper: &'k RecordKeeper,
    /// Numbers of instructions.
    pub model: &'k InstrModel,
    /// Numbers of registers.
    pub registers: &'k RegisterModel,
}

impl Predicates<'_> {
    /// A predicate of variants.
    ///
    /// # Errors
    /// An unknown class of predicates.
    pub fn expression(&self, predicate: RecordId) -> Result<String, Diagnostic> {
        self.predicate(predicate, 0)
    }

    fn is(&self, record: RecordId, class: &str) -> bool {
        self.keeper.is_subclass_of(record, class)
    }

    fn unknown(&self, record: RecordId) -> Diagnostic {
        let name = self.keeper.name(record);
        let message = format!("nothing is known of the class of the predicate '{name}'");
        Diagnostic::error(self.keeper.record(record).span, message)
    }

    fn predicate(&self, record: RecordId, depth: usize) -> Result<String, Diagnostic> {
        let keeper = self.keeper;
        if depth > MAX_DEPTH {
            return Err(self.unknown(record));
        }
        if self.is(record, "SchedPredicate") {
            return Ok(keeper.get_string(record, "Predicate")?.trim().to_string());
        }
        if self.is(record, "MCSchedPredicate") {
            return self.condition(keeper.get_def(record, "Pred")?, depth + 1);
        }
        if self.is(record, "FeatureSchedPredicate") {
            let feature = keeper.get_def(record, "Feature")?;
            return Ok(format!(
                "inst.has_feature({:?})",
                keeper.get_string(feature, "Name")?
            ));
        }
        let (start, between) = match () {
            () if self.is(record, "AllOfSchedPreds") => ("(", " && "),
            () if self.is(record, "AnyOfSchedPreds") => ("(", " || "),
            () if self.is(record, "NoneOfSchedPreds") => ("!(", " || "),
            () => return Err(self.unknown(record)),
        };
        let parts = keeper.get_list_of_defs(record, "Predicates")?;
        let parts: Result<Vec<String>, Diagnostic> = parts
            .into_iter()
            .map(|part| self.predicate(part, depth + 1))
            .collect();
        Ok(joined(start, between, &parts?))
    }

    fn opcodes(&self, record: RecordId, field: &str) -> Result<String, Diagnostic> {
        let mut numbers = Vec::new();
        for instruction in self.keeper.get_list_of_defs(record, field)? {
            let Some(opcode) = self.model.by_record.get(&instruction) else {
                let what = format!(
                    "names '{}', which is no instruction",
                    self.keeper.name(instruction)
                );
                return Err(self.keeper.field_error(record, field, &what));
            };
            numbers.push(opcode.to_string());
        }
        Ok(numbers.join(" | "))
    }

    /// `inst.reg(2)`, or a call of the description's function with it.
    fn operand(&self, record: RecordId, kind: &str) -> Result<String, Diagnostic> {
        let index = self.keeper.get_int(record, "OpIndex")?;
        let value = format!("inst.{kind}({index})");
        Ok(match self.keeper.get_string_opt(record, "FunctionMapper")? {
            Some(function) if !function.is_empty() => {
                format!("{value}.map(sched_hooks::{})", hook(function))
            }
            _ => value,
        })
    }

    fn condition(&self, record: RecordId, depth: usize) -> Result<String, Diagnostic> {
        let keeper = self.keeper;
        if depth > MAX_DEPTH {
            return Err(self.unknown(record));
        }
        let number = |field: &str| keeper.get_int(record, field);
        Ok(match () {
            () if self.is(record, "MCTrue") => "true".to_string(),
            () if self.is(record, "MCFalse") => "false".to_string(),
            () if self.is(record, "CheckNot") => {
                format!(
                    "!({})",
                    self.condition(keeper.get_def(record, "Pred")?, depth + 1)?
                )
            }
            () if self.is(record, "CheckAll") || self.is(record, "CheckAny") => {
                let between = if self.is(record, "CheckAll") {
                    " && "
                } else {
                    " || "
                };
                let parts = keeper.get_list_of_defs(record, "Predicates")?;
                let parts: Result<Vec<String>, Diagnostic> = parts
                    .into_iter()
                    .map(|part| self.condition(part, depth + 1))
                    .collect();
                let parts = parts?;
                if parts.is_empty() {
                    self.is(record, "CheckAll").to_string()
                } else {
                    joined("(", between, &parts)
                }
            }
            () if self.is(record, "CheckIsRegOperand") => {
                format!("inst.reg({}).is_some()", number("OpIndex")?)
            }
            () if self.is(record, "CheckIsImmOperand") => {
                format!("inst.imm({}).is_some()", number("OpIndex")?)
            }
            () if self.is(record, "CheckIsVRegOperand") => {
                format!(
                    "inst.reg({}).is_some_and(sched_hooks::is_virtual)",
                    number("OpIndex")?
                )
            }
            () if self.is(record, "CheckRegOperand") => {
                let register = keeper.get_def(record, "Reg")?;
                let Some(register) = self.registers.by_record.get(&register) else {
                    return Err(keeper.field_error(record, "Reg", "is no register"));
                };
                format!(
                    "{} == Some(wavec_mc::Reg({register}))",
                    self.operand(record, "reg")?
                )
            }
            () if self.is(record, "CheckInvalidRegOperand") => {
                format!("{} == Some(wavec_mc::Reg(0))", self.operand(record, "reg")?)
            }
            () if self.is(record, "CheckRegOperandSimple") => {
                format!("{} == Some(true)", self.operand(record, "reg")?)
            }
            () if self.is(record, "CheckImmOperandSimple") => {
                format!("{} == Some(true)", self.operand(record, "imm")?)
            }
            () if self.is(record, "CheckImmOperand_s") => format!(
                "{} == Some(sched_hooks::{})",
                self.operand(record, "imm")?,
                rust::constant_name(&hook(keeper.get_string(record, "ImmVal")?))
            ),
            () if self.is(record, "CheckImmOperandLT") => {
                format!(
                    "{}.is_some_and(|imm| imm < {})",
                    self.operand(record, "imm")?,
                    number("ImmVal")?
                )
            }
            () if self.is(record, "CheckImmOperandGT") => {
                format!(
                    "{}.is_some_and(|imm| imm > {})",
                    self.operand(record, "imm")?,
                    number("ImmVal")?
                )
            }
            () if self.is(record, "CheckImmOperand") => {
                format!("{} == Some({})", self.operand(record, "imm")?, number("ImmVal")?)
            }
            () if self.is(record, "CheckSameRegOperand") => {
                format!(
                    "inst.reg({}) == inst.reg({})",
                    number("FirstIndex")?,
                    number("SecondIndex")?
                )
            }
            () if self.is(record, "CheckNumOperands") => {
                format!("inst.num_operands() == {}", number("NumOps")?)
            }
            () if self.is(record, "CheckOpcode") => {
                format!(
                    "matches!(inst.opcode().0, {})",
                    self.opcodes(record, "ValidOpcodes")?
                )
            }
            () if self.is(record, "CheckNonPortable") => {
                format!("({})", keeper.get_string(record, "CodeBlock")?.trim())
            }
            () if self.is(record, "CheckFunctionPredicate")
                || self.is(record, "CheckFunctionPredicateWithTII") =>
            {
                format!(
                    "sched_hooks::{}(inst)",
                    hook(keeper.get_string(record, "MCInstFnName")?)
                )
            }
            () if self.is(record, "TIIPredicate") => {
                self.statement(keeper.get_def(record, "Body")?, depth + 1)?
            }
            () => return Err(self.unknown(record)),
        })
    }

    /// The body of a `TIIPredicate`.
    fn statement(&self, record: RecordId, depth: usize) -> Result<String, Diagnostic> {
        let keeper = self.keeper;
        if depth > MAX_DEPTH {
            return Err(self.unknown(record));
        }
        if self.is(record, "MCReturnStatement") {
            return self.condition(keeper.get_def(record, "Pred")?, depth + 1);
        }
        if !self.is(record, "MCOpcodeSwitchStatement") {
            return Err(self.unknown(record));
        }
        let mut text = "(match inst.opcode().0 { ".to_string();
        for case in keeper.get_list_of_defs(record, "Cases")? {
            text.push_str(&self.opcodes(case, "Opcodes")?);
            text.push_str(" => ");
            text.push_str(&self.statement(keeper.get_def(case, "CaseStmt")?, depth + 1)?);
            text.push_str(", ");
        }
        text.push_str("_ => ");
        text.push_str(&self.statement(keeper.get_def(record, "DefaultCase")?, depth + 1)?);
        text.push_str(" })");
        Ok(text)
    }
}

fn joined(start: &str, between: &str, parts: &[String]) -> String {
    format!("{start}{})", parts.join(between))
}

/// The Rust name of a function such as `AArch64_AM::getShiftType`: its name without namespaces.
fn hook(name: &str) -> String {
    rust::snake_name(name.rsplit("::").next().unwrap_or(name))
}
