//! `--gen-callingconv`: calling conventions, from the classes of `codegen/td/CallingConv.td`.
//!
//! | class | fields | |
//! |---|---|---|
//! | `CallingConv` | `Actions`, `Custom` | tried in order until one gives the value a place |
//! | `CCIfType` | `VTs`, `SubAction` | for values of these types |
//! | `CCIf` and what derives from it | `Predicate`, `SubAction` | under a condition in Rust |
//! | `CCAssignToReg`, `CCAssignToTuple`, `CCAssignToRegTuple` | `RegList`, `Words` | the first free register, or run of registers |
//! | `CCAssignToRegWithShadow`, `CCAssignToStackWithShadow` | `ShadowRegList` | registers that are taken too |
//! | `CCAssignToRegAndStack` | `RegList`, `Size`, `Align` | bytes that are skipped too |
//! | `CCAssignToStack`, `CCPassByVal` | `Size`, `Align` | bytes; 0: the type's own |
//! | `CCPromoteToType`, `CCPromoteToUpperBitsInType`, `CCBitConvertToType`, `CCTruncToType`, `CCPassIndirect` | `DestTy` | the actions after it see another type |
//! | `CCDelegateTo` | `CC` | another convention's actions |
//! | `CCCustom` | `FuncName` | a function of the including file |
//! | `CalleeSavedRegs` | `SaveList`, `OtherPreserved` | sets of registers |
//!
//! Every `CallingConv` becomes a function
//! `fn cc_name(value: usize, vt: ValueType, flags: ArgFlags, state: &mut CallingConvState) -> bool`, which says whether
//! the convention has a place for the value and adds it to the state; one that is `Custom` is a function
//! `cc_name_at(value, vt, location_vt, flags, state)` of the including file. Every `CalleeSavedRegs` becomes a `static`. The
//! file that includes the result has the types of `wavec_codegen::calling_convention` and the module of register constants,
//! `regs`, in scope.

use super::EmitOptions;
use super::rust;
use crate::record::{RecordId, RecordKeeper};
use crate::sets::SetTheory;
use crate::view::Value;
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

/// Deepest nesting of conditions around an action.
const MAX_DEPTH: usize = 64;

/// Writes one function for each convention, in the order of the description, and the registers that functions preserve.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let mut out = rust::header(&options.source_name, "Calling conventions");
    for &convention in keeper.derived_defs("CallingConv") {
        let name = keeper.name(convention);
        let function = function_name(name);
        let _ = writeln!(
            out,
            "/// `{name}`: whether it has a place for part `value`, of type `vt`.\n#[allow(dead_code)]\n\
             pub fn {function}(value: usize, vt: ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool {{\n    \
             state.conversion = Conversion::Full;\n    {function}_at(value, vt, vt, flags, state)\n}}",
        );
        if keeper.get_bit_or_false(convention, "Custom") {
            continue;
        }
        let _ = writeln!(
            out,
            "/// The same for a part that is of type `location_vt` by now.\n\
             #[allow(dead_code, unused_mut, unused_variables, unreachable_code, clippy::all)]\n\
             pub fn {function}_at(value: usize, vt: ValueType, mut location_vt: ValueType, flags: ArgFlags, \
             state: &mut CallingConvState<'_>) -> bool {{",
        );
        for action in keeper.get_list_of_defs(convention, "Actions")? {
            emit_action(keeper, action, 0, &mut out)?;
        }
        out.push_str("    false\n}\n");
    }
    let mut sets = SetTheory::new(keeper)
        .expand_class("RegisterClass", "MemberList")
        .expand_class("CalleeSavedRegs", "SaveList");
    for &saved in keeper.derived_defs("CalleeSavedRegs") {
        let name = keeper.name(saved);
        let mut list = |field: &str| -> Result<String, Diagnostic> {
            if matches!(keeper.get_value(saved, field)?, Value::Unset) {
                return Ok(String::new());
            }
            let registers = sets.evaluate_field(saved, field)?;
            if let Some(&other) = registers
                .iter()
                .find(|&&record| !keeper.is_subclass_of(record, "Register"))
            {
                let what = format!("holds '{}', which is no register", keeper.name(other));
                return Err(keeper.field_error(saved, field, &what));
            }
            Ok(register_list(keeper, &registers))
        };
        let (save_list, other) = (list("SaveList")?, list("OtherPreserved")?);
        let _ = writeln!(
            out,
            "/// `{name}`\n#[allow(dead_code)]\npub static {}: CalleeSavedRegs = CalleeSavedRegs {{\n    name: {name:?},\n    \
             saved: &[{save_list}],\n    other_preserved: &[{other}],\n}};",
            rust::constant_name(name),
        );
    }
    Ok(out)
}

/// `regs::R0, regs::R1`
fn register_list(keeper: &RecordKeeper, registers: &[RecordId]) -> String {
    let constants: Vec<String> = registers
        .iter()
        .map(|&register| format!("regs::{}", rust::constant_name(keeper.name(register))))
        .collect();
    constants.join(", ")
}

fn function_name(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// `ValueType::I32` of the record `i32`, `ValueType::V2I16` of `v2i16`.
fn type_constant(keeper: &RecordKeeper, ty: RecordId) -> String {
    format!("ValueType::{}", keeper.name(ty).to_ascii_uppercase())
}

/// Actions that change the type, and how a value becomes one of the new type.
const CONVERSIONS: &[(&str, &str)] = &[
    ("CCPromoteToType", "Conversion::extension(location_vt, flags)"),
    ("CCPromoteToUpperBitsInType", "Conversion::to_upper_bits(flags)"),
    ("CCBitConvertToType", "Conversion::BitConvert"),
    ("CCTruncToType", "Conversion::Truncate"),
    ("CCPassIndirect", "Conversion::Indirect"),
];

/// A size or an alignment.
fn bytes(keeper: &RecordKeeper, action: RecordId, field: &str) -> Result<u32, Diagnostic> {
    let value = keeper.get_int(action, field)?;
    match u32::try_from(value) {
        Ok(value) if field == "Size" || value == 0 || value.is_power_of_two() => Ok(value),
        _ => Err(keeper.field_error(action, field, &format!("is {value}, which can not be"))),
    }
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
    } else if is("CCAssignToRegWithShadow") {
        let registers = keeper.get_list_of_defs(action, "RegList")?;
        let shadows = keeper.get_list_of_defs(action, "ShadowRegList")?;
        if registers.len() != shadows.len() {
            return Err(keeper.field_error(action, "ShadowRegList", "has another length than 'RegList'"));
        }
        let _ = writeln!(
            out,
            "{indent}if state.assign_register_with_shadow(value, vt, location_vt, &[{}], &[{}]) {{\n{indent}    return true;\n{indent}}}",
            register_list(keeper, &registers),
            register_list(keeper, &shadows)
        );
    } else if is("CCAssignToReg") || is("CCAssignToTuple") || is("CCAssignToRegTuple") {
        let words = if is("CCAssignToTuple") {
            keeper.get_int(action, "Words")?
        } else {
            1
        };
        let registers = if is("CCAssignToRegTuple") {
            let names = keeper.get_list_of_strings(action, "RegList")?;
            let names: Vec<String> = names
                .iter()
                .map(|name| format!("regs::{}", rust::constant_name(name)))
                .collect();
            names.join(", ")
        } else {
            register_list(keeper, &keeper.get_list_of_defs(action, "RegList")?)
        };
        let assign = if is("CCAssignToRegTuple") {
            format!("state.assign_any_register(value, vt, location_vt, &[{registers}])")
        } else {
            format!("state.assign_register(value, vt, location_vt, {words}, &[{registers}])")
        };
        let _ = writeln!(out, "{indent}if {assign} {{");
        if is("CCAssignToRegAndStack") {
            let (size, align) = (bytes(keeper, action, "Size")?, bytes(keeper, action, "Align")?);
            let _ = writeln!(out, "{indent}    state.skip_stack({size}, {align});");
        }
        let _ = writeln!(out, "{indent}    return true;\n{indent}}}");
    } else if is("CCAssignToStack") || is("CCAssignToStackWithShadow") {
        let (size, align) = (bytes(keeper, action, "Size")?, bytes(keeper, action, "Align")?);
        if is("CCAssignToStackWithShadow") {
            let shadows = register_list(keeper, &keeper.get_list_of_defs(action, "ShadowRegList")?);
            let _ = writeln!(out, "{indent}state.take_registers(&[{shadows}]);");
        }
        let _ = writeln!(
            out,
            "{indent}state.assign_stack(value, vt, location_vt, {size}, {align});\n{indent}return true;"
        );
    } else if is("CCPassByVal") {
        let (size, align) = (bytes(keeper, action, "Size")?, bytes(keeper, action, "Align")?);
        let _ = writeln!(
            out,
            "{indent}state.assign_by_val(value, vt, location_vt, flags, ({size}, {align}));\n{indent}return true;"
        );
    } else if let Some((_, conversion)) = CONVERSIONS.iter().find(|(class, _)| is(class)) {
        let ty = type_constant(keeper, keeper.get_def(action, "DestTy")?);
        let _ = writeln!(
            out,
            "{indent}location_vt = {ty};\n{indent}state.conversion = {conversion};"
        );
    } else if is("CCDelegateTo") {
        let other = keeper.get_def(action, "CC")?;
        let _ = writeln!(
            out,
            "{indent}if {}_at(value, vt, location_vt, flags, state) {{\n{indent}    return true;\n{indent}}}",
            function_name(keeper.name(other))
        );
    } else if is("CCCustom") {
        let _ = writeln!(
            out,
            "{indent}if {}(value, vt, &mut location_vt, flags, state) {{\n{indent}    return true;\n{indent}}}",
            keeper.get_string(action, "FuncName")?
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
        let body = text.split("pub fn cc_t_at(").nth(1).expect("the function");
        let wanted = "    if location_vt == ValueType::I1 || location_vt == ValueType::I8 {\n        \
                      location_vt = ValueType::I32;\n        state.conversion = Conversion::extension(location_vt, flags);\n    }\n    \
                      if flags.in_reg {\n        if location_vt == ValueType::I64 {\n            \
                      if state.assign_register(value, vt, location_vt, 2, &[regs::R0]) {\n                return true;\n            }\n        }\n    }\n    \
                      if location_vt == ValueType::I32 {\n        \
                      if state.assign_register(value, vt, location_vt, 1, &[regs::R0, regs::R1]) {\n            return true;\n        }\n    }\n    \
                      if !state.is_variadic {\n        if cc_rest_at(value, vt, location_vt, flags, state) {\n            return true;\n        }\n    }\n    false\n}\n";
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
