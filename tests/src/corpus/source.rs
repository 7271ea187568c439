//! Splits the text of an IR file, so that each function can be read with only the items that it needs.

use regex::{Captures, Regex};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Calling conventions that a caller of this target may name.
const CONVENTIONS: &[&str] = &["fastcc", "coldcc"];
/// Words before the type of a function or variable, besides linkage, that do not affect what it computes.
const VISIBILITY: &[&str] = &[
    "dso_local",
    "dso_preemptable",
    "default",
    "hidden",
    "protected",
    "dllimport",
    "dllexport",
    "unnamed_addr",
    "local_unnamed_addr",
];
const LINKAGE: &[&str] = &[
    "private",
    "internal",
    "available_externally",
    "linkonce",
    "weak",
    "common",
    "appending",
    "extern_weak",
    "linkonce_odr",
    "weak_odr",
    "external",
    "externally_initialized",
];

static NAMES: LazyLock<Regex> = LazyLock::new(|| regex(r#"[@%!#]("[^"]*"|[-a-zA-Z0-9_.$]+)"#));
static HEADER: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"^(define|declare)(?-u:\b)([^@]*)(@(?:"[^"]*"|[-a-zA-Z0-9_.$]+))"#));
static VARIABLE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^([^ ]+) = ([^\[{<]*?)(?-u:\b)(global|constant) (?s:(.*))$"));
static STRINGS: LazyLock<Regex> = LazyLock::new(|| regex(r#"([ \t,(])"([^"]*)"(="[^"]*")?"#));
static OPTIMIZATION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?-u:\b)(noinline|optnone|alwaysinline|inreg|(?:local_)?unnamed_addr|comdat(\(\$[-a-zA-Z0-9_.]+\))?)([ \t\n,)]|$)",
    )
});
static STACK_OBJECT: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"(?m)^( *)(%"[^"]*"|%[^ ]+) = alloca ([^;!\n]*?)((?:, !.*|[ \t]*;.*)?)$"#));
static ADDRESS_SPACE: LazyLock<Regex> = LazyLock::new(|| regex(r"addrspace\([0-9]+\)"));

fn regex(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is one")
}

/// A file's items by the names that refer to them, sigil included.
pub(super) struct Source {
    items: HashMap<String, String>,
    /// Names of functions with a body.
    functions: Vec<String>,
    /// Variables of address space 0, where this target has none.
    flat_variables: HashSet<String>,
}

/// A function and everything it refers to.
pub(super) struct Part {
    /// Items before the functions that are only declared.
    pub text: String,
    /// External functions.
    pub declarations: Vec<String>,
    /// Variables that a launch may change.
    pub variables: Vec<String>,
    /// The calling convention of the function, followed by a space.
    pub convention: String,
}

impl Source {
    /// The items of a file.
    pub(super) fn read(text: &str) -> Source {
        let mut source = Source {
            items: HashMap::new(),
            functions: Vec::new(),
            flat_variables: HashSet::new(),
        };
        let mut lines = text.lines().filter(|line| !line.trim_start().starts_with(';'));
        while let Some(line) = lines.next() {
            let mut item = line.to_string();
            if line.starts_with("define") {
                for line in lines.by_ref() {
                    item.push('\n');
                    item += line;
                    if line.starts_with('}') {
                        break;
                    }
                }
            } else {
                while depth(&item) > 0 {
                    let Some(line) = lines.next() else { break };
                    item.push('\n');
                    item += line;
                }
            }
            source.item(item);
        }
        source
    }

    /// Names of the functions with a body, in order.
    pub(super) fn functions(&self) -> &[String] {
        &self.functions
    }

    fn item(&mut self, text: String) {
        if let Some(header) = HEADER.captures(&text) {
            let name = header[3].to_string();
            if &header[1] == "define" {
                self.functions.push(name.clone());
            }
            self.items.insert(name, text);
            return;
        }
        if let Some(rest) = text.strip_prefix("attributes ") {
            let name = rest.split_whitespace().next().unwrap_or_default().to_string();
            self.items.insert(name, without_target(&text));
            return;
        }
        let text = match text.contains('"') {
            true => text,
            false => text.split(';').next().unwrap_or_default().trim_end().to_string(),
        };
        let Some((name, _)) = text.split_once(" = ") else {
            return;
        };
        if let Some(variable) = VARIABLE.captures(&text) {
            if !ADDRESS_SPACE.is_match(&variable[2]) {
                self.flat_variables.insert(name.to_string());
            }
            let text = definition(&variable);
            self.items.insert(name.to_string(), text);
        } else if name.starts_with(['%', '@']) || name[1..].starts_with(|c: char| c.is_ascii_digit()) {
            self.items.insert(name.to_string(), text);
        }
    }

    /// A function with everything it refers to, without attributes for other targets or for an optimizer. Variables of
    /// address space 0 become global ones.
    pub(super) fn part(&self, function: &str) -> Part {
        let mut part = Part {
            text: String::new(),
            declarations: Vec::new(),
            variables: Vec::new(),
            convention: String::new(),
        };
        let mut names = vec![function.to_string()];
        let mut seen: HashSet<String> = names.iter().cloned().collect();
        while let Some(name) = names.pop() {
            let Some(text) = self.items.get(&name) else {
                continue;
            };
            for found in NAMES.find_iter(text) {
                if seen.insert(found.as_str().to_string()) {
                    names.push(found.as_str().to_string());
                }
            }
            if text.starts_with("declare") && !name.starts_with("@llvm.") {
                part.declarations.push(without_target(text));
                continue;
            }
            if let Some(variable) = VARIABLE.captures(text)
                && &variable[3] == "global"
            {
                part.variables.push(name.clone());
            }
            let is_called = name == function;
            if is_called && let Some(header) = HEADER.captures(text) {
                let mut words = header[2].split_whitespace();
                part.convention = words
                    .find(|word| CONVENTIONS.contains(word))
                    .map(|word| format!("{word} "))
                    .unwrap_or_default();
            }
            part.text += &self.with_global_variables(&function_text(text, is_called), &name);
            part.text.push('\n');
        }
        part.variables.sort();
        part.declarations.sort();
        part
    }

    fn with_global_variables(&self, text: &str, own: &str) -> String {
        let cast = |name: &Captures<'_>| {
            let name = &name[0];
            match self.flat_variables.contains(name) && name != own {
                true => format!("addrspacecast (ptr addrspace(1) {name} to ptr)"),
                false => name.to_string(),
            }
        };
        NAMES.replace_all(text, cast).into_owned()
    }
}

/// A variable as a definition of this module, zero if it was external.
fn definition(variable: &Captures<'_>) -> String {
    let (name, before, kind, after) = (&variable[1], &variable[2], &variable[3], &variable[4]);
    let space = ADDRESS_SPACE
        .find(before)
        .map_or("addrspace(1)", |space| space.as_str());
    let is_defined_elsewhere = before
        .split_whitespace()
        .any(|word| ["external", "extern_weak"].contains(&word));
    if space == "addrspace(3)" && is_defined_elsewhere {
        return format!("{name} = external {space} {kind} {after}");
    }
    let zero = match is_defined_elsewhere {
        true => {
            let (ty, rest) = top_level_comma(after);
            return format!("{name} = internal {space} {kind} {ty} zeroinitializer{rest}");
        }
        false => after,
    };
    format!("{name} = internal {space} {kind} {zero}")
}

/// The text before the first comma that no bracket encloses, and the text from it on.
fn top_level_comma(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => return text.split_at(at),
            _ => {}
        }
    }
    (text, "")
}

/// The parts of a list, split at commas.
pub(super) fn list(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        let (part, after) = top_level_comma(rest);
        if !part.trim().is_empty() {
            parts.push(part.trim());
        }
        match after.strip_prefix(',') {
            Some(after) => rest = after,
            None => return parts,
        }
    }
}

/// Brackets that are open at the end, not counting those in strings.
fn depth(text: &str) -> i32 {
    let (mut depth, mut in_string) = (0, false);
    for c in text.chars() {
        match c {
            '"' => in_string = !in_string,
            '(' | '[' | '{' if !in_string => depth += 1,
            ')' | ']' | '}' if !in_string => depth -= 1,
            _ => {}
        }
    }
    depth
}

/// Attributes without those of other targets and those that disable optimization.
fn without_target(text: &str) -> String {
    let kept = |string: &Captures<'_>| match string[2].starts_with("denormal-fp-math") {
        true => string[0].to_string(),
        false => string[1].to_string(),
    };
    let text = STRINGS.replace_all(text, kept);
    OPTIMIZATION.replace_all(&text, "$3").into_owned()
}

/// A function's text as one of this module, with its stack objects in private memory; the called function is inlined.
fn function_text(text: &str, is_called: bool) -> String {
    let Some(header) = HEADER.captures(text) else {
        return text.to_string();
    };
    if &header[1] == "declare" {
        return text.to_string();
    }
    let (first, body) = text.split_at(text.find("{\n").unwrap_or(text.len()));
    let before: Vec<&str> = header[2]
        .split_whitespace()
        .filter(|word| !LINKAGE.contains(word) && !VISIBILITY.contains(word) && !word.starts_with("amdgpu_"))
        .collect();
    let after = without_target(&first[header[0].len()..]);
    let inlined = if is_called { "alwaysinline " } else { "" };
    let body = STACK_OBJECT.replace_all(body, |object: &Captures<'_>| {
        let (indent, name, what) = (&object[1], &object[2], &object[3]);
        if ADDRESS_SPACE.is_match(what) || what.starts_with("inalloca") {
            return object[0].to_string();
        }
        let private = format!("{}.private{}", name.trim_end_matches('"'), if name.ends_with('"') { "\"" } else { "" });
        // A number is a name of its own, which the next one must follow.
        let private = match name[1..].parse::<u32>() {
            Ok(number) => format!("%private.{number}"),
            Err(_) => private,
        };
        format!(
            "{indent}{private} = alloca {what}, addrspace(5)\n{indent}{name} = addrspacecast ptr addrspace(5) {private} to ptr"
        )
    });
    let (parameters, attributes) = after.split_at(closing(&after));
    format!(
        "define internal {} {}{parameters} {inlined}{attributes}{body}",
        before.join(" "),
        &header[3]
    )
}

/// The end of the parameter list that the text begins with.
pub(super) fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}
