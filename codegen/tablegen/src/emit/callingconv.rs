//! `--gen-callingconv`: calling conventions, from the classes of `codegen/td/CallingConv.td`.
//!
//! | class | fields | |
//! |---|---|---|
//! | `CallingConv` | `Actions` | tried in order until one gives the value a place |
//! | `CCIfType` | `VTs`, `SubAction` | for values of these types |
//! | `CCIf` and what derives from it | `Predicate`, `SubAction` | under a condition in Rust |
//! | `CCAssignToReg`, `CCAssignToTuple` | `RegList`, `Words` | the first free register, or run of registers |
//! | `CCAssignToStack` | `Size`, `Align` | bytes; 0: the type's own |
//! | `CCPromoteToType`, `CCBitConvertToType` | `DestTy` | the actions behind it see another type |
//! | `CCDelegateTo` | `CC` | another convention's actions |
//!
//! Every `CallingConv` becomes a function
//! `fn cc_name(value: usize, vt: ValueType, flags: ArgFlags, state: &mut CallingConvState) -> bool`, which says whether
//! the convention has a place for the value and adds it to the state. The file that includes the result has these types
//! and the module of register constants, `regs`, in scope.

use super::EmitOptions;
use super::rust;
use crate::record::{RecordId, RecordKeeper};
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

/// Deepest nesting of conditions around an action.
const MAX_DEPTH: usize = 64;

/// Writes one function for each convention, in the order of the description.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let mut out = rust::header(&options.source_name, "Calling conventions");
    for &convention in keeper.derived_defs("CallingConv") {
        let _ = writeln!(
            out,
            "/// `{}`: whether it has a place for part `value`, of type `vt`.\n\
             #[allow(unused_mut, unused_variables, unreachable_code, clippy::all)]\n\
             pub fn {}(value: usize, vt: ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool {{\n    \
             let mut location_vt = vt;",
            keeper.name(convention),
            function_name(keeper.name(convention)),
        );
        for action in keeper.get_list_of_defs(convention, "Actions")? {
            emit_action(keeper, action, 0, &mut out)?;
        }
        out.push_str("    false\n}\n");
    }
    Ok(out)
}

fn function_name(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// `ValueType::I32` of the record `i32`, `ValueType::V2I16` of `v2i16`.
fn type_constant(keeper: &RecordKeeper, ty: RecordId) -> String {
    format!("ValueType::{}", keeper.name(ty).to_ascii_uppercase())
}

fn emit_action(
    keeper: &RecordKeeper,
    action: RecordId,
    depth: usize,
    out: &mut String,
) -> Result<(), Diagnostic> {
    if depth > MAX_DEPTH {
        return Err(keeper.field_error(action, "SubAction", "is nested too deep"));
    }
    let indent = "    ".repeat(depth + 1);
    let is = |class: &str| keeper.is_subclass_of(action, class);
    if is("CCPredicateAction") {
        let condition = if is("CCIfType") {
            let types: Vec<String> = keeper
                .get_list_of_defs(action, "VTs")?
                .into_iter()
                .map(|ty| format!("location_vt == {}", type_constant(keeper, ty)))
                .collect();
            types.join(" || ")
        } else {
            keeper.get_string(action, "Predicate")?.to_string()
        };
        let _ = writeln!(out, "{indent}if {condition} {{");
        emit_action(keeper, keeper.get_def(action, "SubAction")?, depth + 1, out)?;
        let _ = writeln!(out, "{indent}}}");
    } else if is("CCAssignToReg") || is("CCAssignToTuple") {
        let words = if is("CCAssignToTuple") {
            keeper.get_int(action, "Words")?
        } else {
            1
        };
        let registers: Vec<String> = keeper
            .get_list_of_defs(action, "RegList")?
            .into_iter()
            .map(|register| format!("regs::{}", rust::constant_name(keeper.name(register))))
            .collect();
        let _ = writeln!(
            out,
            "{indent}if state.assign_register(value, vt, location_vt, {words}, &[{}]) {{\n{indent}    return true;\n{indent}}}",
            registers.join(", ")
        );
    } else if is("CCAssignToStack") {
        let (size, align) = (keeper.get_int(action, "Size")?, keeper.get_int(action, "Align")?);
        let _ = writeln!(
            out,
            "{indent}state.assign_stack(value, vt, location_vt, {size}, {align});\n{indent}return true;"
        );
    } else if is("CCPromoteToType") || is("CCBitConvertToType") {
        let ty = keeper.get_def(action, "DestTy")?;
        let _ = writeln!(out, "{indent}location_vt = {};", type_constant(keeper, ty));
    } else if is("CCDelegateTo") {
        let other = keeper.get_def(action, "CC")?;
        let _ = writeln!(
            out,
            "{indent}if {}(value, location_vt, flags, state) {{\n{indent}    return true;\n{indent}}}",
            function_name(keeper.name(other))
        );
    } else {
        return Err(keeper.field_error(action, "NAME", "is no action that is known"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::emit;
    use crate::emit::EmitOptions;
    use crate::{ParseOptions, SourceMap, parse_text};

    fn emitted(conventions: &str) -> Result<String, String> {
        let mut sources = SourceMap::new();
        let options = ParseOptions {
            include_dirs: vec![concat!(env!("CARGO_MANIFEST_DIR"), "/../td").into()],
            ..ParseOptions::default()
        };
        let text = format!(
            "include \"Target.td\"\ninclude \"CallingConv.td\"\ndef R0 : Register<\"r0\">;\ndef R1 : Register<\"r1\">;\n{conventions}"
        );
        let keeper =
            parse_text(&mut sources, "test.td", &text, &options).map_err(|errors| errors.render(&sources))?;
        emit(&keeper, &EmitOptions::default()).map_err(|errors| errors.render(&sources))
    }

    #[test]
    fn actions_become_statements() {
        let text = emitted(
            "def CC_Rest : CallingConv<[CCAssignToStack<0, 4>]>;\n\
             def CC_T : CallingConv<[CCIfType<[i1, i8], CCPromoteToType<i32>>,\n\
             CCIfInReg<CCIfType<[i64], CCAssignToTuple<2, [R0]>>>,\n\
             CCIfType<[i32], CCAssignToReg<[R0, R1]>>, CCIfNotVarArg<CCDelegateTo<CC_Rest>>]>;",
        )
        .unwrap_or_else(|error| panic!("{error}"));
        let body = text.split("pub fn cc_t(").nth(1).expect("the function");
        let wanted = "    let mut location_vt = vt;\n    \
                      if location_vt == ValueType::I1 || location_vt == ValueType::I8 {\n        \
                      location_vt = ValueType::I32;\n    }\n    \
                      if flags.in_reg {\n        if location_vt == ValueType::I64 {\n            \
                      if state.assign_register(value, vt, location_vt, 2, &[regs::R0]) {\n                return true;\n            }\n        }\n    }\n    \
                      if location_vt == ValueType::I32 {\n        \
                      if state.assign_register(value, vt, location_vt, 1, &[regs::R0, regs::R1]) {\n            return true;\n        }\n    }\n    \
                      if !state.is_variadic {\n        if cc_rest(value, location_vt, flags, state) {\n            return true;\n        }\n    }\n    false\n}\n";
        assert!(body.ends_with(wanted), "{body}");
        assert!(
            text.contains("state.assign_stack(value, vt, location_vt, 0, 4);"),
            "{text}"
        );
    }

    #[test]
    fn unknown_actions_are_errors_of_their_record() {
        let error = emitted("def Odd : CCAction;\ndef CC_T : CallingConv<[Odd]>;").expect_err("an error");
        assert!(
            error.contains("Odd") && error.contains("no action that is known"),
            "{error}"
        );
    }
}
