//! Calling conventions: the actions of each, in their order, with the conditions around them.

use crate::report::{Outcome, Refusal};
use crate::target::Target;
use crate::text::{between, closing, numbers, plain, unqualified};
use std::collections::BTreeMap;

/// The meaning of each line of a function, by its name in lower case.
type Conventions = BTreeMap<String, Vec<String>>;

/// The text without white space.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn registers(text: &str) -> String {
    let names = text.split(',').map(|name| plain(unqualified(name)));
    names
        .filter(|name| !name.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The types of `LocVT == MVT::i1 || ...`, if the condition has no other parts.
fn types(condition: &str, subject: &str) -> Option<String> {
    let types: Option<Vec<String>> = condition
        .split("||")
        .map(|one| Some(plain(unqualified(one.strip_prefix(subject)?))))
        .collect();
    Some(types?.join(" "))
}

/// The text up to the bracket that closes an open one, and the text after it.
fn bracket(text: &str, open: char, close: char) -> (&str, &str) {
    let at = closing(text, open, close).unwrap_or(text.len());
    (&text[..at], text.get(at + 1..).unwrap_or_default())
}

fn theirs(target: &Target) -> Result<Conventions, Refusal> {
    let text = target.theirs("-gen-callingconv")?;
    let text = between(&text, "#if !defined(GET_CC_REGISTER_LISTS)", "#else").unwrap_or(&text);
    let mut conventions = Conventions::new();
    for part in text
        .split("\nbool llvm::")
        .flat_map(|part| part.split("\nstatic bool "))
        .skip(1)
    {
        let Some((name, rest)) = part.split_once('(') else {
            continue;
        };
        let (_, rest) = bracket(rest, '(', ')');
        let Some(body) = rest.trim_start().strip_prefix('{') else {
            continue;
        };
        let mut lines = Vec::new();
        let mut lists = BTreeMap::new();
        block(&squeezed(bracket(body, '{', '}').0), &mut lists, &mut lines);
        conventions.insert(name.to_ascii_lowercase(), lines);
    }
    Ok(conventions)
}

/// Lines for statements without spaces.
fn block(mut text: &str, lists: &mut BTreeMap<String, String>, lines: &mut Vec<String>) {
    while !text.is_empty() {
        if let Some(rest) = text.strip_prefix("staticconstMCPhysReg") {
            let (name, rest) = rest.split_once("[]={").unwrap_or_default();
            let (list, rest) = rest.split_once("};").unwrap_or_default();
            lists.insert(name.to_string(), registers(list));
            text = rest;
        } else if let Some(rest) = text.strip_prefix("if(") {
            let (condition, rest) = bracket(rest, '(', ')');
            let (body, rest) = match rest.strip_prefix('{') {
                Some(rest) => bracket(rest, '{', '}'),
                None => rest.split_once(';').unwrap_or_default(),
            };
            text = rest;
            if let Some((_, taken)) = condition.split_once("=State.AllocateReg(") {
                lines.push(format!("register {}", allocation(taken, lists)));
                // The stack bytes that are allocated with it.
                for skipped in body.split("State.AllocateStack(").skip(1) {
                    lines.push(format!(
                        "skip {:?}",
                        numbers(skipped.split(';').next().unwrap_or_default())
                    ));
                }
            } else if condition == "ArgFlags.isSExt()" || condition == "LocVT.isVector()" {
                // One of the alternatives of a conversion.
            } else if let Some(types) = types(condition, "LocVT==") {
                lines.push(format!("if {types}"));
                block(body, lists, lines);
                lines.push("end".to_string());
            } else if body.starts_with("returnfalse")
                && condition.contains("(ValNo,ValVT,LocVT,LocInfo,ArgFlags")
            {
                let name = condition.split('(').next().unwrap_or_default();
                lines.push(match name.strip_prefix('!') {
                    Some(name) => format!("delegate {}", name.to_ascii_lowercase()),
                    None => format!("custom {name}"),
                });
            } else {
                lines.push(format!("if {condition}"));
                block(body, lists, lines);
                lines.push("end".to_string());
            }
        } else if let Some(rest) = text.strip_prefix("else") {
            text = rest;
            if !text.starts_with("if(") {
                text = text.split_once(';').unwrap_or_default().1;
            } else {
                text = bracket(&text[3..], '(', ')')
                    .1
                    .split_once(';')
                    .unwrap_or_default()
                    .1;
            }
        } else {
            let (statement, rest) = text.split_once(';').unwrap_or((text, ""));
            text = rest;
            if let Some(ty) = statement.strip_prefix("LocVT=") {
                lines.push(format!("to {}", plain(unqualified(ty))));
            } else if let Some(how) = statement.strip_prefix("LocInfo=CCValAssign::") {
                if let "BCvt" | "Indirect" | "Trunc" = how {
                    lines.push(how.to_string());
                }
            } else if let Some((_, place)) = statement.split_once("=State.AllocateStack(") {
                lines.push(format!("stack {}", stack(place, lists)));
            } else if let Some(place) = statement.strip_prefix("State.HandleByVal(") {
                lines.push(format!("by value {:?}", numbers(place)));
            }
        }
    }
}

/// `List1,List2)` or registers.
fn allocation(arguments: &str, lists: &BTreeMap<String, String>) -> String {
    let arguments = arguments.trim_end_matches(')');
    let list = |name: &str| lists.get(name).cloned().unwrap_or_else(|| registers(name));
    arguments
        .split(',')
        .map(list)
        .collect::<Vec<_>>()
        .join(" shadows ")
}

/// Size and alignment, 0 if they are those of the type; and the shadow registers.
fn stack(arguments: &str, lists: &BTreeMap<String, String>) -> String {
    let mut arguments = arguments
        .split_at(closing(arguments, '(', ')').unwrap_or(arguments.len()))
        .0
        .to_string();
    let mut shadows = String::new();
    for (name, list) in lists {
        if let Some(before) = arguments.strip_suffix(&format!(",{name}")) {
            shadows = format!(" shadows {list}");
            arguments = before.to_string();
        }
    }
    // `Size,Align(4)`, and expressions over the type.
    let (size, align) = arguments.split_once(',').unwrap_or((&arguments, ""));
    let number = |text: &str| text.parse::<u32>().unwrap_or_default();
    let align = align
        .strip_prefix("Align(")
        .map_or("", |align| align.trim_end_matches(')'));
    let is_own = arguments.contains("getDataLayout");
    if is_own {
        let size = if size.contains("getDataLayout") {
            0
        } else {
            number(size)
        };
        let align = if align.is_empty() || align.contains("getDataLayout") {
            0
        } else {
            number(align)
        };
        format!("{size} {align}{shadows}")
    } else {
        format!("{} {}{shadows}", number(size), number(align))
    }
}

fn ours(target: &Target) -> Result<Conventions, Refusal> {
    let text = target.ours("callingconv")?;
    let mut conventions = Conventions::new();
    for part in text.split("pub fn ").skip(1) {
        let Some((name, rest)) = part.split_once("_at(") else {
            continue;
        };
        if name.contains('(') {
            continue;
        }
        let body = rest.split_once("-> bool {").unwrap_or_default().1;
        let body = bracket(body, '{', '}').0;
        let mut lines = Vec::new();
        our_block(body, &mut lines);
        conventions.insert(name.to_string(), lines);
    }
    Ok(conventions)
}

fn our_block(body: &str, lines: &mut Vec<String>) {
    let mut text = body.trim();
    let mut shadows = String::new();
    while !text.is_empty() {
        if let Some(rest) = text.strip_prefix("if ") {
            // Conditions contain no blocks.
            let (condition, rest) = rest.split_once(" {\n").unwrap_or_default();
            let (body, rest) = bracket(rest, '{', '}');
            text = rest.trim_start();
            let squeezed_condition = squeezed(condition);
            let arguments = || condition.split_once("location_vt, ").map_or("", |(_, list)| list);
            if condition.starts_with("state.assign") {
                let lists: Vec<String> = arguments()
                    .split("&[")
                    .skip(1)
                    .map(|list| registers(list.split(']').next().unwrap_or_default()))
                    .collect();
                lines.push(format!("register {}", lists.join(" shadows ")));
                for skipped in body.split("state.skip_stack(").skip(1) {
                    lines.push(format!(
                        "skip {:?}",
                        numbers(skipped.split(';').next().unwrap_or_default())
                    ));
                }
            } else if let Some(types) = types(&squeezed_condition, "location_vt==") {
                lines.push(format!("if {types}"));
                our_block(body, lines);
                lines.push("end".to_string());
            } else if body.trim() == "return true;" && condition.contains("(value, vt, ") {
                let name = condition.split('(').next().unwrap_or_default();
                lines.push(match name.strip_suffix("_at") {
                    Some(name) => format!("delegate {name}"),
                    None => format!("custom {name}"),
                });
            } else {
                lines.push(format!("if {squeezed_condition}"));
                our_block(body, lines);
                lines.push("end".to_string());
            }
        } else {
            let (statement, rest) = text.split_once(';').unwrap_or((text, ""));
            text = rest.trim_start();
            if let Some(ty) = statement.strip_prefix("location_vt = ") {
                lines.push(format!("to {}", plain(unqualified(ty))));
            } else if let Some(how) = statement.strip_prefix("state.conversion = Conversion::") {
                let how = match how {
                    "BitConvert" => "BCvt",
                    "Truncate" => "Trunc",
                    "Indirect" => "Indirect",
                    _ => continue,
                };
                lines.push(how.to_string());
            } else if let Some(list) = statement.strip_prefix("state.take_registers(&[") {
                shadows = format!(
                    " shadows {}",
                    registers(list.split(']').next().unwrap_or_default())
                );
            } else if let Some(place) = statement.strip_prefix("state.assign_stack(") {
                let place = numbers(place);
                lines.push(format!("stack {} {}{shadows}", place[0], place[1]));
                shadows.clear();
            } else if let Some(place) = statement.strip_prefix("state.assign_by_val(") {
                lines.push(format!("by value {:?}", numbers(place)));
            }
        }
    }
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let (theirs, ours) = (theirs(target)?, ours(target)?);
    let mut outcome = Outcome::default();
    for (name, lines) in &ours {
        match theirs.get(name) {
            Some(expected) if lines != expected => {
                let mut both = lines.iter().zip(expected);
                let different = both.find(|(ours, theirs)| ours != theirs);
                outcome.compared += 1;
                let lengths = (lines.len(), expected.len());
                outcome.differ(name, format!("{different:?}, lines {lengths:?}"));
            }
            expected => outcome.check_both(name, Some(lines), expected),
        }
    }
    for name in theirs.keys().filter(|name| !ours.contains_key(*name)) {
        outcome.differ(name, "is missing".to_string());
    }
    Ok(outcome)
}
