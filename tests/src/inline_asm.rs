//! Inline assembly against llc: every constraint with every type is accepted or rejected alike, and the operand is
//! printed in the same form; our object has the same bytes as our own text, assembled.

use crate::{llvm, scratch};
use libtest_mimic::{Failed, Trial};
use std::process::Command;
use wavec::{Emit, Input, InputKind, Options};

/// Types that operands have.
const TYPES: &[&str] = &[
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "half",
    "bfloat",
    "float",
    "double",
    "<2 x i16>",
    "<2 x half>",
    "<4 x i16>",
    "<2 x i32>",
    "<3 x i32>",
    "<4 x float>",
    "<5 x i32>",
    "<6 x i32>",
    "<8 x i32>",
    "<16 x float>",
    "<32 x i32>",
    "<2 x i64>",
    "ptr",
    "ptr addrspace(1)",
    "ptr addrspace(3)",
];

/// Codes of classes; all are tried with all types.
const CLASSES: &[&str] = &["v", "s", "r", "a", "^VA", "y"];

/// Registers by name, with a type that may fit.
const NAMED: &[(&str, &str)] = &[
    ("{v5}", "i32"),
    ("{v5}", "float"),
    ("{v5}", "<2 x half>"),
    ("{v255}", "i32"),
    ("{v256}", "i32"),
    ("{v[6:7]}", "i64"),
    ("{v[6:7]}", "double"),
    ("{v[7:8]}", "i64"),
    ("{v[6:8]}", "i64"),
    ("{v[8:11]}", "<4 x i32>"),
    ("{v[254:257]}", "<4 x i32>"),
    ("{s7}", "i32"),
    ("{s[8:9]}", "i64"),
    ("{s[9:10]}", "i64"),
    ("{s[8:11]}", "<4 x i32>"),
    ("{s[10:13]}", "<4 x i32>"),
    ("{s102}", "i32"),
    ("{a3}", "i32"),
    ("{a[4:5]}", "i64"),
    ("{vcc}", "i64"),
    ("{vcc_lo}", "i32"),
    ("{m0}", "i32"),
    ("{nonsense}", "i32"),
];

/// Constants: code, type, value.
const CONSTANTS: &[(&str, &str, &str)] = &[
    ("i", "i32", "7"),
    ("i", "i32", "-17"),
    ("i", "i32", "100"),
    ("i", "i64", "123456789012"),
    ("n", "i32", "-16"),
    ("n", "i16", "40000"),
    ("I", "i32", "64"),
    ("I", "i32", "65"),
    ("I", "i32", "-16"),
    ("I", "i64", "-16"),
    ("J", "i32", "32767"),
    ("J", "i32", "-32768"),
    ("J", "i32", "40000"),
    ("J", "i64", "12"),
    ("A", "i32", "64"),
    ("A", "i32", "1065353216"),
    ("A", "i32", "77"),
    ("A", "float", "1.0"),
    ("A", "float", "3.0"),
    ("A", "half", "0xH3C00"),
    ("A", "half", "0xH4200"),
    ("A", "double", "-4.0"),
    ("A", "double", "5.0"),
    ("A", "i64", "-1"),
    ("B", "i32", "123456789"),
    ("B", "i64", "-2147483648"),
    ("B", "i64", "2147483648"),
    ("C", "i32", "-1"),
    ("C", "i64", "4294967295"),
    ("C", "i64", "4294967296"),
    ("C", "i64", "-16"),
    ("^DA", "i64", "1"),
    ("^DA", "i64", "4294967297"),
    ("^DA", "i64", "429496729700"),
    ("^DB", "i64", "1234567890123456"),
];

/// A code with a type, as input and output; a constant.
pub fn trials() -> Vec<Trial> {
    let ignored = !llvm::are_tools_there() && !llvm::are_tools_required();
    let mut trials = Vec::new();
    let mut add = |name: String, cases: Vec<String>| {
        let title = format!("inline-asm/{name}");
        let test = move || {
            cases
                .iter()
                .enumerate()
                .try_for_each(|(number, case)| agree(&format!("{name}-{number}"), case))
        };
        trials.push(Trial::test(title, move || test().map_err(Failed::from)).with_ignored_flag(ignored));
    };
    for (number, &code) in CLASSES.iter().enumerate() {
        let cases = |make: fn(&str, &str) -> String| TYPES.iter().map(|ty| make(code, ty)).collect();
        add(format!("class-{number}-in"), cases(input));
        add(format!("class-{number}-out"), cases(output));
    }
    add(
        "named-in".to_string(),
        NAMED.iter().map(|(code, ty)| input(code, ty)).collect(),
    );
    add(
        "named-out".to_string(),
        NAMED.iter().map(|(code, ty)| output(code, ty)).collect(),
    );
    add(
        "constant".to_string(),
        CONSTANTS
            .iter()
            .map(|(code, ty, value)| constant(code, ty, value))
            .collect(),
    );
    trials
}

fn input(code: &str, ty: &str) -> String {
    format!(
        "define amdgpu_kernel void @k(ptr addrspace(1) %out, {ty} %x) {{\n  \
         call void asm sideeffect \"; use $0\", \"{code}\"({ty} %x)\n  ret void\n}}\n"
    )
}

fn output(code: &str, ty: &str) -> String {
    format!(
        "define amdgpu_kernel void @k(ptr addrspace(1) %out) {{\n  \
         %x = call {ty} asm sideeffect \"; def $0\", \"={code}\"()\n  \
         store {ty} %x, ptr addrspace(1) %out\n  ret void\n}}\n"
    )
}

fn constant(code: &str, ty: &str, value: &str) -> String {
    format!(
        "define amdgpu_kernel void @k() {{\n  \
         call void asm sideeffect \"; use $0 ${{0:n}}\", \"{code}\"({ty} {value})\n  ret void\n}}\n"
    )
}

/// The lines between the marks; register numbers are removed unless the constraint names them.
fn marked(text: &str, named: bool) -> Vec<String> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        match line {
            ";;#ASMSTART" => inside = true,
            ";;#ASMEND" => inside = false,
            _ if inside && named => found.push(line.to_string()),
            _ if inside => found.push(line.split(' ').map(form).collect::<Vec<_>>().join(" ")),
            _ => {}
        }
    }
    found
}

/// `v7` as `v#`, `s[4:7]` as `s[4]`, everything else unchanged.
fn form(word: &str) -> String {
    let (file, rest) = word.split_at(word.len().min(1));
    let number = |text: &str| text.parse::<u32>().ok();
    let range = rest
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']')?.split_once(':'));
    match (
        number(rest),
        range.and_then(|(a, b)| Some((number(a)?, number(b)?))),
    ) {
        (Some(_), _) if "vsa".contains(file) => format!("{file}#"),
        (_, Some((from, to))) => format!("{file}[{}]", to + 1 - from),
        _ => word.to_string(),
    }
}

fn agree(name: &str, case: &str) -> Result<(), String> {
    let path = scratch(&format!("inline-asm-{name}")).join("case.ll");
    std::fs::write(&path, case).map_err(|error| error.to_string())?;
    let llc = |filetype: &str| {
        Command::new("llc-22")
            .args(["-mtriple=amdgcn-amd-amdhsa", "-mcpu=gfx942", filetype, "-o", "-"])
            .arg(&path)
            .output()
            .map_err(|error| error.to_string())
    };
    let theirs = llc("-filetype=asm")?;
    let mut options = Options::default();
    options.codegen.verify_each = true;
    let input = Input {
        name: "case.ll",
        text: case,
        kind: InputKind::Ir,
    };
    let ours = wavec::pipeline::compile(input, &[Emit::Asm], &options);
    let (ours, theirs) = match (ours, theirs.status.success()) {
        (Err(_), false) => return Ok(()),
        (Err(error), true) => return Err(format!("llc takes it, we do not: {error}\n{case}")),
        (Ok(_), false) => {
            let text = String::from_utf8_lossy(&theirs.stderr);
            return Err(format!(
                "llc refuses: {}\n{case}",
                text.lines().next().unwrap_or("")
            ));
        }
        (Ok(ours), true) => (ours, theirs.stdout),
    };
    let text = String::from_utf8_lossy(&ours.files[0].1).into_owned();
    let named = case.contains('{') && case.contains("\"{") || case.contains("\"={");
    let (ours, theirs) = (
        marked(&text, named),
        marked(&String::from_utf8_lossy(&theirs), named),
    );
    if ours == theirs && !ours.is_empty() {
        Ok(())
    } else {
        Err(format!("llc has {theirs:?}, we have {ours:?}\n{case}"))
    }
}
