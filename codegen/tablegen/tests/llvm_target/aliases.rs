//! Texts that are written instead of an instruction's own: what each is, under which conditions, in which order.

use crate::conditions::{Conditions, our_conditions};
use crate::instructions;
use crate::registers;
use crate::report::{Outcome, Refusal};
use crate::rust_text::{Names, alias_rows, first_variant, literal, operand};
use crate::target::Target;
use crate::text::{between, numbers, plain, unqualified};
use std::collections::{BTreeMap, HashMap};

/// An alias: its text, what the operands must be, on which processors.
#[derive(Debug, PartialEq, Eq, Clone)]
struct Alias {
    text: String,
    operands: Vec<String>,
    conditions: Conditions,
}

/// By instruction, in the order in which they are tried.
type Aliases = BTreeMap<String, Vec<Alias>>;

/// Rows of a table, `{a, b}`, without comments.
fn rows<'t>(text: &'t str, table: &str) -> Vec<&'t str> {
    let table = between(text, &format!(" {table}[] = {{\n"), "\n  };").unwrap_or_default();
    let lines = table.lines().filter(|line| line.trim_start().starts_with('{'));
    let rows = lines.filter_map(|line| between(line, "{", "}"));
    rows.filter(|row| !row.trim().is_empty()).collect()
}

/// Code without what stands between its words.
fn words(code: &str) -> String {
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn theirs(all: &str) -> Aliases {
    let (_, text) = all.split_once("::printAliasInstr(").unwrap_or_default();
    let (patterns, conditions) = (rows(text, "Patterns"), rows(text, "Conds"));
    let strings = between(text, "AsmStrings[] =\n", "\n  ;").unwrap_or_default();
    let strings: HashMap<i64, String> = strings
        .lines()
        .filter_map(|line| {
            let (number, string) = line.split_once(" */ \"")?;
            let string = string.trim_end().strip_suffix("\\0\"")?;
            Some((numbers(number)[0], literal(&format!("{string}\"")).0))
        })
        .collect();
    let (_, methods) = text.split_once("::printCustomAliasOperand(").unwrap_or_default();
    let methods: Vec<&str> = methods
        .split("  case ")
        .skip(1)
        .filter_map(|case| between(case, ":\n", "(MI"))
        .map(str::trim)
        .collect();
    // Its declaration comes first.
    let (_, asked) = all
        .rsplit_once("ValidateMCOperand(const MCOperand &MCOp,")
        .unwrap_or_default();
    let (asked, _) = asked.split_once("\n  }\n}").unwrap_or_default();
    let cases = asked.split("  case ").skip(1);
    let predicates: Vec<String> = cases
        .filter_map(|case| case.split_once(": {\n"))
        .map(|(_, code)| words(code.rsplit_once('}').map_or(code, |(code, _)| code)))
        .collect();
    let mut aliases = Aliases::new();
    for row in rows(text, "OpToPatterns") {
        let (opcode, range) = row.split_once(',').unwrap_or_default();
        let range = numbers(range);
        let list = patterns[range[0] as usize..(range[0] + range[1]) as usize].iter();
        let list = list.map(|row| {
            let row: Vec<usize> = numbers(row).iter().map(|&number| number as usize).collect();
            let [string, first, count, all] = row[..] else {
                panic!("{row:?}")
            };
            let conditions = &conditions[first..first + all];
            // The last operands have none if they may be anything.
            let is_feature = |row: &str| row.contains("Feature");
            let of_operands = conditions.iter().position(|row| is_feature(row)).unwrap_or(all);
            let (of_operands, others) = conditions.split_at(of_operands);
            let mut operands: Vec<String> = of_operands
                .iter()
                .map(|row| their_operand(row, &predicates))
                .collect();
            operands.resize(count, "any".to_string());
            Alias {
                text: their_text(&strings[&(string as i64)], &methods),
                operands,
                conditions: their_conditions(others),
            }
        });
        aliases.insert(unqualified(opcode).to_string(), list.collect());
    }
    aliases
}

/// `$` and a character that is the operand's number; in front of it one that says that a function has it.
fn their_text(text: &str, methods: &[&str]) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '$' {
            out.push(c);
            continue;
        }
        let mut number = || chars.next().map_or(0, |c| c as usize);
        let (place, method) = match number() {
            0xff => (number(), methods[number() - 1]),
            place => (place, "printOperand"),
        };
        out.push_str(&operand(method, place - 1, None));
    }
    out
}

/// `AliasPatternCond::K_RegClass, SP::IntRegsRegClassID`.
fn their_operand(row: &str, predicates: &[String]) -> String {
    let (kind, value) = row.split_once(',').unwrap_or_default();
    let value = value.trim();
    match unqualified(kind) {
        "K_Imm" => format!("{}", numbers(value)[0] as i32),
        "K_Reg" => format!("register {}", plain(unqualified(value))),
        "K_RegClass" => format!(
            "class {}",
            plain(unqualified(value).trim_end_matches("RegClassID"))
        ),
        "K_TiedReg" => format!("the same as {value}"),
        "K_Custom" => format!("asked {}", predicates[numbers(value)[0] as usize - 1]),
        "K_Ignore" => "any".to_string(),
        other => panic!("{other}"),
    }
}

fn their_conditions(rows: &[&str]) -> Conditions {
    let mut conditions = Conditions::new();
    let mut any = Vec::new();
    for row in rows {
        let (kind, value) = row.split_once(',').unwrap_or_default();
        let feature = unqualified(value).to_string();
        match unqualified(kind) {
            "K_Feature" => _ = conditions.insert(feature),
            "K_NegFeature" => _ = conditions.insert(format!("!{feature}")),
            "K_OrFeature" => any.push(feature),
            "K_OrNegFeature" => any.push(format!("!{feature}")),
            "K_EndOrFeatures" => {
                any.sort_unstable();
                conditions.insert(std::mem::take(&mut any).join("|"));
            }
            other => panic!("{other}"),
        }
    }
    conditions
}

/// Names of constants for register classes by their numbers.
fn class_names(target: &Target) -> Result<HashMap<i64, String>, Refusal> {
    let text = target.ours("register-info")?;
    let constants = text.lines().filter_map(|line| line.strip_prefix("pub const "));
    let classes = constants.filter_map(|line| line.split_once(": RegClassId = "));
    Ok(classes
        .map(|(name, value)| (numbers(value)[0], name.to_string()))
        .collect())
}

/// With the variant that has each, the preferred first.
fn ours(target: &Target) -> Result<Vec<(Option<i64>, String, Alias)>, Refusal> {
    let text = target.ours("asm-writer")?;
    let names = Names::read(target)?;
    let instructions = first_variant(target, &names)?;
    let ties = instructions::ours(target)?;
    let (registers, classes) = (registers::our_names(target)?, class_names(target)?);
    let features = target.keeper.derived_defs("SubtargetFeature").iter();
    let features: Vec<String> = features
        .map(|&feature| target.keeper.name(feature).to_string())
        .collect();
    // By the names of the predicates, after those of the operands.
    let predicates = between(&text, "pub enum AliasPredicate {\n", "\n}").unwrap_or_default();
    let predicates: Vec<&str> = predicates.lines().collect();
    let predicates: HashMap<&str, String> = predicates
        .chunks(2)
        .filter_map(|pair| {
            let operand = target.keeper.def(between(pair[0], "`", "`")?)?;
            let code = target.keeper.get_string(operand, "MCOperandPredicate").ok()?;
            Some((pair.get(1)?.trim_end_matches(','), words(code)))
        })
        .collect();
    let mut aliases = Vec::new();
    for (mnemonic, list, opcode, rest) in alias_rows(&text) {
        let (operands, rest) = rest.split_once("], priority: ").unwrap_or_default();
        let number = |name: &str| between(rest, name, ",").map_or(0, |number| numbers(number)[0]);
        let priority = numbers(rest)[0];
        if priority == 0 {
            continue;
        }
        let instruction = &instructions[opcode];
        let ties = &ties[&instruction.name].0.ties;
        // Where each operand of the text is among those of the instruction.
        let mut places: Vec<i64> = Vec::new();
        let mut first: HashMap<i64, usize> = HashMap::new();
        let mut conditions = Vec::new();
        for (index, wanted) in operands.split("AliasOperand::").skip(1).enumerate() {
            let values = numbers(wanted);
            let is_class = !wanted.contains("NONE");
            conditions.push(match wanted.split('(').next() {
                Some("Imm") => format!("{}", values[0] as i32),
                Some("Reg") if is_class => {
                    format!("register {}", plain(&registers[&values[0]]))
                }
                Some("Reg") => "register NOREGISTER".to_string(),
                _ => {
                    places.push(values[0]);
                    match first.get(&values[0]) {
                        Some(place) => format!("the same as {place}"),
                        None => {
                            first.insert(values[0], index);
                            match is_class {
                                _ if wanted.starts_with("Checked") => {
                                    let name = between(wanted, "AliasPredicate::", " as").unwrap_or_default();
                                    format!("asked {}", predicates[name])
                                }
                                true => format!("class {}", plain(&classes[&values[1]])),
                                false => "any".to_string(),
                            }
                        }
                    }
                }
            });
        }
        // What the instruction says is not asked again.
        for (index, tie) in ties.iter().enumerate() {
            if let Ok(tie) = usize::try_from(*tie)
                && (conditions[index] == conditions[tie] || conditions[index] == format!("the same as {tie}"))
            {
                conditions[index] = "any".to_string();
            }
        }
        let pieces = names.pieces(list).into_iter().map(|piece| piece.at(&first));
        let pieces: Vec<_> = pieces.collect();
        let condition = rest
            .split_once("condition: ")
            .map_or("", |(_, condition)| condition);
        let alias = Alias {
            text: names.text(&mnemonic, &pieces, &instruction.kinds),
            operands: conditions,
            conditions: our_conditions(condition, &features),
        };
        let variant = between(rest, "variant: Some(", ")").map(|number| numbers(number)[0]);
        aliases.push((
            priority,
            number("order: "),
            variant,
            instruction.name.clone(),
            alias,
        ));
    }
    aliases.sort_by_key(|&(priority, order, ..)| (-priority, order));
    let aliases = aliases.into_iter();
    Ok(aliases
        .map(|(_, _, variant, name, alias)| (variant, name, alias))
        .collect())
}

/// The variant that each writer writes, and whether it is told which processor it is for.
fn writers(target: &Target) -> Vec<(i64, bool)> {
    let keeper = &target.keeper;
    let targets = keeper.derived_defs("Target").first();
    let list = targets.and_then(|&target| keeper.get_list_of_defs(target, "AssemblyWriters").ok());
    let writers = list.unwrap_or_default().into_iter();
    writers
        .map(|writer| {
            let number = |field| keeper.get_int(writer, field).unwrap_or(0);
            (number("Variant"), number("PassSubtarget") != 0)
        })
        .collect()
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let ours = ours(target)?;
    let mut outcome = Outcome::default();
    let all = instructions::our_names(target)?;
    for (place, (number, knows_processor)) in writers(target).into_iter().enumerate() {
        let theirs = theirs(&target.run(&format!("-gen-asm-writer -asmwriternum={place}"))?);
        let mut by_name = Aliases::new();
        for (variant, name, alias) in &ours {
            if variant.is_none_or(|only| only == number) {
                let mut alias = alias.clone();
                if !knows_processor {
                    alias.conditions.clear();
                }
                by_name.entry(name.clone()).or_default().push(alias);
            }
        }
        // What differs by the processor alone is the same then, and of two that are the same none is written.
        if !knows_processor {
            for list in by_name.values_mut() {
                let operands: Vec<_> = list.iter().map(|alias| alias.operands.clone()).collect();
                list.retain(|alias| operands.iter().filter(|known| **known == alias.operands).count() == 1);
            }
        }
        for name in &all {
            let (ours, theirs) = (by_name.get(name), theirs.get(name));
            if ours.is_some() || theirs.is_some() {
                let (ours, theirs) = (
                    ours.map_or(&[][..], |list| list),
                    theirs.map_or(&[][..], |list| list),
                );
                outcome.compared += ours.len().max(theirs.len()).saturating_sub(1);
                outcome.check(name, &ours, &theirs);
            }
        }
    }
    Ok(outcome)
}
