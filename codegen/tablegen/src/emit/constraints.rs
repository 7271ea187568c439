//! `Constraints` of instructions: operands in one register, results that may not share one with an operand.

use super::operands::Operands;
use crate::record::{RecordId, RecordKeeper};
use wavec_support::Diagnostic;

/// `"$vdst = $src2, @earlyclobber $vdst"`
pub fn apply_constraints(
    keeper: &RecordKeeper,
    record: RecordId,
    operands: &mut Operands,
) -> Result<(), Diagnostic> {
    let constraints = keeper.get_string(record, "Constraints")?;
    let fail = || {
        keeper.field_error(
            record,
            "Constraints",
            "is neither '$a = $b' nor '@earlyclobber $a'",
        )
    };
    let find = |operands: &Operands, name: &str| {
        let name = name.trim().strip_prefix('$').ok_or_else(fail)?;
        find(operands, name).ok_or_else(fail)
    };
    for constraint in constraints
        .split(',')
        .map(str::trim)
        .filter(|constraint| !constraint.is_empty())
    {
        if let Some(name) = constraint.strip_prefix("@earlyclobber") {
            let index = find(operands, name)?;
            operands.list[index].early_clobber = true;
            continue;
        }
        let (a, b) = constraint.split_once('=').ok_or_else(fail)?;
        let (a, b) = (find(operands, a)?, find(operands, b)?);
        let list = &mut operands.list;
        let (def, use_) = if list[a].is_def { (a, b) } else { (b, a) };
        if !list[def].is_def || list[use_].is_def {
            return Err(fail());
        }
        let ties_twice = |name: &str, of_what: &str| {
            keeper.field_error(record, "Constraints", &format!("ties '${name}' to two {of_what}"))
        };
        if list.iter().any(|operand| operand.tied_to == Some(def as u8)) {
            return Err(ties_twice(&list[def].name, "operands"));
        }
        if list[use_].tied_to.is_some() {
            return Err(ties_twice(&list[use_].name, "results"));
        }
        list[use_].tied_to = Some(def as u8);
    }
    Ok(())
}

/// The operand of this name. `address.base` is the part that the kind of `address` names `base`. `None` for an operand with
/// several parts.
fn find(operands: &Operands, name: &str) -> Option<usize> {
    if let Some((whole, part)) = name.split_once('.') {
        let whole = operands.wholes.iter().find(|known| known.name == whole)?;
        let part = whole.part_names.iter().position(|known| known == part)?;
        return Some(usize::from(whole.first) + part);
    }
    let is_whole = |name: &str| {
        let mut wholes = operands.wholes.iter();
        wholes.any(|whole| whole.name == name && whole.count > 1)
    };
    let found = operands.list.iter().position(|operand| operand.name == name);
    found.filter(|_| !is_whole(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ParseOptions, parse_text};
    use fxhash::FxHashMap;
    use wavec_support::SourceMap;

    #[test]
    fn constraints_on_parts_of_operands() {
        let text = "def outs; def ins; def ops; def Offset; def Base; def Mem { dag MIOperandInfo = (ops Offset:$imm, Base:$reg); }\n\
             class I<string constraints> { dag OutOperandList = (outs Base:$wb);\n\
             dag InOperandList = (ins (Mem $disp, $base):$addr, Mem:$other); string Constraints = constraints; }\n\
             def Part : I<\"$addr.reg = $wb, @earlyclobber $wb\">; def Named : I<\"$base = $wb\">;\n\
             def Second : I<\"$other.reg = $wb\">; def Whole : I<\"$other = $wb\">;\n\
             def Wrong : I<\"$addr.index = $wb\">; def None : I<\"$unknown.reg = $wb\">;\n\
             def Twice : I<\"$base = $wb, $other.reg = $wb\">;";
        let keeper = parse_text(&mut SourceMap::new(), "test.td", text, &ParseOptions::default()).unwrap();
        let mut kinds = FxHashMap::default();
        for (number, name) in ["Offset", "Base", "Mem"].into_iter().enumerate() {
            kinds.insert(keeper.def(name).unwrap(), number as u16 + 1);
        }
        let tied = |name: &str| {
            let record = keeper.def(name).unwrap();
            let mut operands = Operands::read(&keeper, record, &kinds).ok()?;
            apply_constraints(&keeper, record, &mut operands).ok()?;
            let tied = operands.list.iter().map(|operand| operand.tied_to.is_some());
            Some(tied.collect::<Vec<bool>>())
        };
        assert_eq!(tied("Part"), Some(vec![false, false, true, false, false]));
        assert_eq!(tied("Named"), Some(vec![false, false, true, false, false]));
        assert_eq!(tied("Second"), Some(vec![false, false, false, false, true]));
        assert_eq!(tied("Whole"), None);
        assert_eq!(tied("Wrong"), None);
        assert_eq!(tied("None"), None);
        assert_eq!(tied("Twice"), None);
    }
}
