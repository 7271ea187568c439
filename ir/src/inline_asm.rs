//! Constraint strings of inline assembly: what each operand requires, and whether the string fits the type of the call.
//!
//! Source: LLVM Language Reference, "Inline Asm Constraint String". The target knows which registers a code means.

use crate::context::{Context, InlineAsmData};
use crate::entities::Type;
use smallvec::SmallVec;
use std::borrow::Cow;

/// The kind of an element of the constraint string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstraintKind {
    /// An argument of the call.
    Input,
    /// A result of the call, or memory that an argument points to.
    Output,
    /// A clobber: something else that is overwritten.
    Clobber,
    /// A block that the assembly may jump to.
    Label,
}

/// One element of a constraint string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint<'a> {
    /// What it describes.
    pub kind: ConstraintKind,
    /// `&`: written before all inputs are read.
    pub early_clobber: bool,
    /// `*`: the operand is in memory, its address is an argument.
    pub indirect: bool,
    /// A digit: the input is tied to this output (counted among all outputs).
    pub tied: Option<usize>,
    /// Codes, any of which may be chosen: letters, pairs of letters, `{register}` with its braces.
    pub codes: SmallVec<[&'a str; 1]>,
}

/// Maximum number of operands of one statement; a machine instruction cannot number more.
const MAX_OPERANDS: usize = 100;
/// Maximum number of operands and clobbers.
const MAX_CONSTRAINTS: usize = 2048;

/// Parses a constraint string.
///
/// # Errors
/// What is wrong with it.
pub fn parse_constraints(text: &str) -> Result<Vec<Constraint<'_>>, String> {
    let mut constraints: Vec<Constraint<'_>> = Vec::new();
    let mut operands = 0;
    if text.is_empty() {
        return Ok(constraints);
    }
    for element in elements(text) {
        let constraint = constraint(element, &constraints)?;
        // Clobbers have no number.
        operands += usize::from(constraint.kind != ConstraintKind::Clobber);
        if operands > MAX_OPERANDS {
            return Err(format!("more than {MAX_OPERANDS} operands"));
        }
        if constraints.len() == MAX_CONSTRAINTS {
            return Err(format!("more than {MAX_CONSTRAINTS} constraints"));
        }
        constraints.push(constraint);
    }
    Ok(constraints)
}

/// The parts between commas; a comma in braces is part of a name.
fn elements(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth <= 0
    })
}

fn constraint<'a>(element: &'a str, before: &[Constraint<'a>]) -> Result<Constraint<'a>, String> {
    let malformed = |why: &str| format!("constraint '{element}': {why}");
    let (kind, mut rest) = match element.as_bytes().first() {
        Some(b'~') => (ConstraintKind::Clobber, &element[1..]),
        Some(b'=') => (ConstraintKind::Output, &element[1..]),
        Some(b'!') => (ConstraintKind::Label, &element[1..]),
        Some(_) => (ConstraintKind::Input, element),
        None => return Err("an empty constraint".to_string()),
    };
    if kind == ConstraintKind::Clobber && !rest.starts_with('{') {
        return Err(malformed("a clobber must be a name in braces"));
    }
    let mut result = Constraint {
        kind,
        early_clobber: false,
        indirect: false,
        tied: None,
        codes: SmallVec::new(),
    };
    if let Some(after) = rest.strip_prefix('*') {
        (result.indirect, rest) = (true, after);
    }
    while let Some(letter) = rest.chars().next() {
        match letter {
            '&' if kind != ConstraintKind::Output || result.early_clobber => {
                return Err(malformed("'&' is allowed once, on an output"));
            }
            '&' => result.early_clobber = true,
            '%' => {}
            _ => break,
        }
        rest = &rest[1..];
    }
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '{' => {
                let end = rest.find('}').ok_or_else(|| malformed("'{' is not closed"))?;
                end + 1
            }
            '0'..='9' => {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let number: usize = rest[..digits]
                    .parse()
                    .map_err(|_| malformed("the number is too large"))?;
                let outputs = before.iter().filter(|c| c.kind == ConstraintKind::Output);
                let taken = before.iter().any(|c| c.tied == Some(number));
                if kind != ConstraintKind::Input || number >= outputs.count() || taken {
                    return Err(malformed(
                        "a digit must tie an input to an output that has no other tied input",
                    ));
                }
                result.tied = Some(number);
                rest = &rest[digits..];
                continue;
            }
            '^' => {
                let pair = rest
                    .get(1..3)
                    .ok_or_else(|| malformed("'^' must be followed by two letters"))?;
                result.codes.push(pair);
                rest = &rest[3..];
                continue;
            }
            // Alternatives: the first is as good as any other.
            '|' => break,
            letter => letter.len_utf8(),
        };
        result.codes.push(&rest[..length]);
        rest = &rest[length..];
    }
    if result.codes.is_empty() && result.tied.is_none() {
        return Err(malformed("does not describe the operand"));
    }
    Ok(result)
}

/// Whether the constraints fit the function type, as LLVM's verifier has it.
///
/// # Errors
/// What does not fit.
pub fn verify(ctx: &Context, asm: &InlineAsmData) -> Result<(), String> {
    let constraints = parse_constraints(ctx.text(asm.constraints))?;
    let (ret, params, variadic) = ctx.types.signature(asm.ty).ok_or("not of a function type")?;
    if variadic {
        return Err("inline asm cannot be variadic".to_string());
    }
    let (mut outputs, mut inputs, mut clobbers, mut indirect) = (0, 0, 0, 0);
    for constraint in &constraints {
        match constraint.kind {
            ConstraintKind::Output if inputs > indirect || clobbers > 0 => {
                return Err("output constraint occurs after input or clobber constraint".to_string());
            }
            ConstraintKind::Output if !constraint.indirect => outputs += 1,
            // The address is an argument.
            ConstraintKind::Output => {
                inputs += 1;
                indirect += 1;
            }
            ConstraintKind::Input if clobbers > 0 => {
                return Err("input constraint occurs after clobber constraint".to_string());
            }
            ConstraintKind::Input => inputs += 1,
            ConstraintKind::Clobber => clobbers += 1,
            ConstraintKind::Label => return Err("labels are allowed in callbr only".to_string()),
        }
    }
    let fields = ctx.types.struct_fields(ret).map(|fields| fields.0.len());
    match (outputs, fields) {
        (0, _) if ret != Type::VOID => return Err("inline asm without outputs must return void".to_string()),
        (1, Some(_)) => return Err("inline asm with one output cannot return struct".to_string()),
        (2.., fields) if fields != Some(outputs) => {
            return Err(
                "number of output constraints does not match number of return struct elements".to_string(),
            );
        }
        _ => {}
    }
    if params.len() != inputs {
        return Err("number of input constraints does not match number of parameters".to_string());
    }
    Ok(())
}

/// A text in which the numbers of clobbered registers are replaced by their names: they are numbered after the `named`
/// operands, but a code generator keeps no operands for them.
pub fn name_clobbers<'a>(text: &'a str, named: usize, clobbers: &[&str]) -> Cow<'a, str> {
    let mut out = String::new();
    // What has been copied to `out`, and where to continue.
    let (mut copied, mut at) = (0, 0);
    while let Some(dollar) = text[at..].find('$').map(|found| at + found) {
        let rest = &text[dollar + 1..];
        at = dollar + 1;
        let (braces, digits) = match rest.strip_prefix('{') {
            Some(inner) => (1, inner),
            None => (0, rest),
        };
        let length = digits.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            // `$$` is not an operand.
            at += usize::from(rest.starts_with('$'));
            continue;
        }
        let is_whole = braces == 0 || digits[length..].starts_with('}');
        let number: Option<usize> = digits[..length].parse().ok();
        let clobber = number.and_then(|number| clobbers.get(number.checked_sub(named)?));
        at += braces + length;
        if let (true, Some(name)) = (is_whole, clobber) {
            out.push_str(&text[copied..dollar]);
            out.push_str(name);
            at += braces;
            copied = at;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

/// Whether the assembly overwrites memory that is visible to the program.
pub fn clobbers_memory(constraints: &str) -> bool {
    constraints.contains("~{memory}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_taken_apart() {
        let parsed = parse_constraints("=&v,={s[2:3]},^VA,0,i,~{v[4:5]},~{memory}").expect("well formed");
        let codes: Vec<&[&str]> = parsed.iter().map(|c| c.codes.as_slice()).collect();
        let expected: [&[&str]; 7] = [
            &["v"],
            &["{s[2:3]}"],
            &["VA"],
            &[],
            &["i"],
            &["{v[4:5]}"],
            &["{memory}"],
        ];
        assert_eq!(codes, expected);
        assert!(parsed[0].early_clobber && !parsed[1].early_clobber);
        assert_eq!(parsed[3].tied, Some(0));
        assert_eq!(parsed[5].kind, ConstraintKind::Clobber);
        assert_eq!(parse_constraints(""), Ok(Vec::new()));
    }

    #[test]
    fn clobbers_are_named() {
        let text = "a $0 $$1 ${1} ${2} $3 ${2:n} $4 $";
        assert_eq!(
            name_clobbers(text, 2, &["v5", "s[2:3]"]),
            "a $0 $$1 ${1} v5 s[2:3] ${2:n} $4 $"
        );
        assert!(matches!(name_clobbers("$0 $1", 2, &["v5"]), Cow::Borrowed(_)));
    }

    #[test]
    fn malformed_strings_are_refused() {
        for text in [
            "=v,1", "v,0", "=v,0,0", "&v", "~v", "{v0", "=&&v", ",", "=", "^V", "=0", "v,", "0",
        ] {
            assert!(parse_constraints(text).is_err(), "{text}");
        }
        assert!(parse_constraints(&"v,".repeat(500)).is_err());
    }
}
