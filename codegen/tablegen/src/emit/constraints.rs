//! `Constraints` of instructions: operands in one register, results that may not share one with an operand.

use super::instr_model::Operand;
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;
use wavec_support::Diagnostic;

/// `"$vdst = $src2, @earlyclobber $vdst"`
pub fn apply_constraints(
    keeper: &RecordKeeper,
    record: RecordId,
    operands: &mut [Operand],
) -> Result<(), Diagnostic> {
    let constraints = keeper.get_string(record, "Constraints")?;
    let fail = || {
        keeper.field_error(
            record,
            "Constraints",
            "is neither '$a = $b' nor '@earlyclobber $a'",
        )
    };
    // `$address.base` is a part of an operand that is written as a whole: nothing is known of the whole then.
    let find = |operands: &[Operand], name: &str| {
        let name = name.trim().strip_prefix('$').ok_or_else(fail)?;
        if let Some(found) = operands.iter().position(|operand| operand.name == name) {
            return Ok(Some(found));
        }
        let (whole, part) = name.split_once('.').ok_or_else(fail)?;
        if operands.iter().any(|operand| operand.name == whole) {
            return Ok(None);
        }
        let named = name_of_part(keeper, record, whole, part).ok_or_else(fail)?;
        let found = operands.iter().position(|operand| operand.name == named);
        found.map(Some).ok_or_else(fail)
    };
    for constraint in constraints
        .split(',')
        .map(str::trim)
        .filter(|constraint| !constraint.is_empty())
    {
        if let Some(name) = constraint.strip_prefix("@earlyclobber") {
            if let Some(index) = find(operands, name)? {
                operands[index].early_clobber = true;
            }
            continue;
        }
        let (a, b) = constraint.split_once('=').ok_or_else(fail)?;
        let (Some(a), Some(b)) = (find(operands, a)?, find(operands, b)?) else {
            continue;
        };
        let (def, use_) = if operands[a].is_def { (a, b) } else { (b, a) };
        if !operands[def].is_def || operands[use_].is_def {
            return Err(fail());
        }
        operands[use_].tied_to = Some(def as u8);
    }
    Ok(())
}

/// What the part of an operand is called that has names for its parts: `reg` of `(mem $offset, $base):$address` is `base`
/// if the kind `mem` calls its second part so.
fn name_of_part<'k>(keeper: &'k RecordKeeper, record: RecordId, whole: &str, part: &str) -> Option<&'k str> {
    for list in ["OutOperandList", "InOperandList"] {
        for (value, name) in keeper.get_dag(record, list).ok()?.args() {
            let (Value::Dag(dag), true) = (value, name == Some(whole)) else {
                continue;
            };
            let Some(Value::Dag(parts)) = keeper.field_value(dag.operator_def()?, "MIOperandInfo") else {
                continue;
            };
            let at = parts.args().position(|(_, name)| name == Some(part))?;
            return dag.arg(at)?.1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ParseOptions, parse_text};
    use wavec_support::SourceMap;

    #[test]
    fn constraints_on_parts_of_operands() {
        let text = "def outs; def ins; def ops; def Offset; def Base; def Mem { dag MIOperandInfo = (ops Offset:$imm, Base:$reg); }\n\
             class I<string constraints> { dag OutOperandList = (outs Base:$wb);\n\
             dag InOperandList = (ins (Mem $disp, $base):$addr, Mem:$whole); string Constraints = constraints; }\n\
             def Part : I<\"$addr.reg = $wb, @earlyclobber $wb\">; def Whole : I<\"$whole.reg = $wb\">;\n\
             def Wrong : I<\"$addr.index = $wb\">; def None : I<\"$other.reg = $wb\">;";
        let keeper = parse_text(&mut SourceMap::new(), "test.td", text, &ParseOptions::default()).unwrap();
        let tied = |name: &str| {
            let named = |name: &str, is_def| Operand {
                name: name.into(),
                kind: 1,
                is_def,
                tied_to: None,
                early_clobber: false,
            };
            let mut operands = [
                named("wb", true),
                named("disp", false),
                named("base", false),
                named("whole", false),
            ];
            apply_constraints(&keeper, keeper.def(name).unwrap(), &mut operands).ok()?;
            Some(operands.map(|operand| operand.tied_to))
        };
        assert_eq!(tied("Part"), Some([None, None, Some(0), None]));
        // Nothing is known of a part of what is one operand here.
        assert_eq!(tied("Whole"), Some([None; 4]));
        assert_eq!(tied("Wrong"), None);
        assert_eq!(tied("None"), None);
    }
}
