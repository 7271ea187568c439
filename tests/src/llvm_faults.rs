//! Who is wrong where LLVM's code computes something else than ours: which pass of `llc` changes what a program computes.
//!
//! Passes on IR that are always run are judged by the IR interpreter, which runs the IR before and after them; all optional
//! ones by bisection (`-opt-bisect-limit`), which runs the code on the emulator. Differences since a pass that is known to be
//! wrong ([`KNOWN`]) are counted and listed when all tests have run, others are failures.

use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

/// Passes of LLVM 22 that miscompile a few programs in a thousand, and how. What is known of each is in
/// `target-gpu/ERRATA.md`.
pub const KNOWN: &[(&str, &str)] = &[
    ("structurizecfg", "a value is lost where control flow joins"),
    (
        "si-fold-operands",
        "a lane's copy of a scalar counter is folded past the end of the loop that the lane left earlier",
    ),
];

/// Seeds whose programs were not compared, by generator, with the reason.
static NOT_COMPARED: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// Records that a program, given by its test and seed, was not compared with LLVM.
pub fn not_compared(program: String, reason: String) {
    let mut list = NOT_COMPARED.lock().expect("no test panics with the lock");
    list.push((program, reason));
}

/// Reports on standard error the comparisons that were skipped because LLVM's tools crashed or are known to be wrong.
pub fn report() {
    let mut list = NOT_COMPARED.lock().expect("no test panics with the lock");
    list.sort();
    for (program, reason) in list.iter() {
        eprintln!("{program}: not compared: {reason}");
    }
    if !list.is_empty() {
        eprintln!("programs that were not compared with LLVM: {}", list.len());
    }
}

/// How a program is judged.
pub struct Judge<'a> {
    /// Options of `llc` but for input and output.
    pub options: &'a [&'a str],
    /// Whether the interpreter gets the right result from IR; none if it cannot run it.
    pub is_right_ir: &'a dyn Fn(&str) -> Option<bool>,
    /// Whether the emulator gets it from a relocatable object.
    pub is_right_object: &'a dyn Fn(&[u8]) -> bool,
}

/// The pass of `llc` since which the code of the module in `path` is wrong; files are put in `dir`.
///
/// # Errors
/// If no pass is to blame: what is wrong instead.
pub fn guilty_pass(judge: &Judge<'_>, path: &Path, dir: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    if (judge.is_right_ir)(&text) != Some(true) {
        return Err("LLVM's optimized IR is different, too".into());
    }
    let structurizer = "structurizecfg";
    let [before, after] = ["-stop-before", "-stop-after"].map(|stop| {
        let out = dir.join("stopped.mir");
        // Arrays that move to local memory keep the alignment of their accesses, but not of their addresses, which the
        // hardware does not need and the interpreter refuses.
        let options = [
            &format!("{stop}={structurizer}"),
            "-disable-promote-alloca-to-lds",
        ];
        llc(judge, path, &out, &options)?;
        let mir = std::fs::read_to_string(&out).map_err(|error| error.to_string())?;
        Ok::<_, String>((judge.is_right_ir)(&ir_of_mir(&mir)))
    });
    if before? == Some(true) && after? == Some(false) {
        return Ok(structurizer.into());
    }
    bisect(judge, path, dir)
}

/// Runs `llc` and returns what it said.
fn llc(judge: &Judge<'_>, path: &Path, out: &Path, options: &[&str]) -> Result<String, String> {
    let mut command = Command::new("llc-22");
    command.args(judge.options).args(options);
    let output = command.arg(path).arg("-o").arg(out).output();
    let output = output.map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.success() {
        true => Ok(said),
        false => Err(format!("{command:?}: {}\n{said}", output.status)),
    }
}

/// The module in a file of machine IR, a block of indented lines.
fn ir_of_mir(mir: &str) -> String {
    let lines = mir.lines().skip_while(|line| *line != "--- |").skip(1);
    let module = lines.take_while(|line| *line != "...");
    module
        .map(|line| line.strip_prefix("  ").unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The first optional pass with which the code is wrong.
fn bisect(judge: &Judge<'_>, path: &Path, dir: &Path) -> Result<String, String> {
    let object = dir.join("bisected.o");
    let run = |limit: i64| {
        let limit = format!("-opt-bisect-limit={limit}");
        let said = llc(judge, path, &object, &["-filetype=obj", &limit])?;
        let bytes = std::fs::read(&object).map_err(|error| error.to_string())?;
        let last = said
            .lines()
            .rfind(|line| line.starts_with("BISECT: running pass"));
        // BISECT: running pass (N) NAME on function (F)
        let numbered = last.and_then(|line| line.split_once('(')?.1.split_once(") "));
        let (number, name) = numbered.unwrap_or(("0", ""));
        let name = name.split(" on ").next().unwrap_or_default();
        Ok::<_, String>((
            (judge.is_right_object)(&bytes),
            number.parse().unwrap_or(0),
            name.to_string(),
        ))
    };
    let (is_right, count, _) = run(-1)?;
    if is_right {
        return Err("LLVM's code is right if passes are counted".into());
    }
    if !run(0)?.0 {
        return Err("LLVM's code is wrong without any optional pass, too".into());
    }
    let (mut right, mut wrong) = (0, count);
    while wrong - right > 1 {
        let middle = i64::midpoint(right, wrong);
        match run(middle)?.0 {
            true => right = middle,
            false => wrong = middle,
        }
    }
    Ok(run(wrong)?.2)
}

/// What to say of a program for which LLVM's code is wrong in some way: nothing if that is known, which is recorded.
///
/// # Errors
/// The failure, with the pass to blame.
pub fn blame(
    program: String,
    failure: String,
    judge: &Judge<'_>,
    path: &Path,
    dir: &Path,
) -> Result<(), String> {
    match guilty_pass(judge, path, dir) {
        Ok(pass) => match KNOWN.iter().find(|(name, _)| *name == pass) {
            Some((_, how)) => {
                not_compared(program, format!("{pass} of LLVM: {how}"));
                Ok(())
            }
            None => Err(format!("{failure} (since pass {pass} of llc)")),
        },
        Err(why) => Err(format!("{failure} ({why})")),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn ir_is_found_in_machine_ir() {
        let mir = "--- |\n  define void @k() {\n    ret void\n  }\n...\n---\nname: k\n...\n";
        assert_eq!(super::ir_of_mir(mir), "define void @k() {\n  ret void\n}");
    }
}
