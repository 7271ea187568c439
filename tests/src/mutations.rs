//! Seeded mutations of valid files: on any input, a reader ends with a result or a message; it neither panics nor takes
//! long. `WAVEC_FUZZ_ROUNDS=N` runs N mutations of each file instead of a few, `WAVEC_FUZZ_SEED=N` sets the first seed,
//! `WAVEC_FUZZ_CORPUS=DIRECTORY` adds the sources, IR and assembly below a directory, such as LLVM's tests.

use crate::random::Random;
use crate::{examples, readers, root};
use libtest_mimic::{Failed, Trial};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wavec::{Emit, Input, InputKind, Options};

/// Time limit for a mutated file of this size, in a debug build on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Files of one kind and their reader.
struct Reader {
    name: &'static str,
    read: fn(&[u8]) -> bool,
    corpus: fn() -> Vec<Vec<u8>>,
    /// Fragments that are inserted into text; none for binary files.
    pieces: &'static [&'static str],
    rounds: u64,
}

#[rustfmt::skip]
const READERS: &[Reader] = &[
    Reader { name: "cl", read: readers::opencl, corpus: sources, rounds: 6, pieces: &[
        "#define X(", "#if 1\n", "##", "/*", "\"", "((((", "}", "{", "*", "->", "float16", "__local", "struct S { struct S s; };",
        "0x", "1e99999", "'", "\\\n", "goto x;", "case 1:", "sizeof", "...", "\0", "int x[-1];", "a ? b :", "%:", "vload4(", "\u{e9}",
    ] },
    Reader { name: "ll", read: readers::ir, corpus: ir, rounds: 4, pieces: &[
        "%0", "@", "i99999999", "<0 x i32>", "ptr addrspace(9999999)", "!0", "phi", "label", "undef", "poison", "{", "}", "(", ",",
        "getelementptr", "call", "i128", "half", "br ", "\n", "\"", "c\"\\00\"", "x float>", "metadata", "zeroinitializer", "-1",
    ] },
    Reader { name: "td", read: readers::tablegen, corpus: descriptions, rounds: 4, pieces: &[
        "!if(", "!foldl(", "class Q : Q;", "let ", " in ", "defm ", "foreach i = [1,2] in ", "\"", "[{", "/*", "#", "?", "{", "}", "-1",
    ] },
    Reader { name: "s", read: readers::assembly, corpus: assembly, rounds: 6, pieces: &[
        ".set x, x+1\n", ".fill 99999999, 8, 1\n", ".p2align 31\n", "max(", "or(1,", "alignto(", "v[0:99999]", "s[", "]", ":", "@rel32@lo",
        ".section \"", ".size x, .-x\n", ".amdhsa_kernel k\n", ".end_amdhsa_kernel\n", ".amdgpu_metadata\n", "0x", "1/0", "-", "((((", "\"",
        "neg(", "|", "dpp", "quad_perm:[", "sext(", "hwreg(", "vmcnt(", "exec", "\0", "\u{e9}",
    ] },
    Reader { name: "mir", read: readers::machine_ir, corpus: machine_ir, rounds: 6, pieces: &[
        "%99999999", "$", "bb.", ":", "=", "(", "implicit-def", "%subreg.", "stage: ", "--- ", ",", "99999999999999999999", "::", "\0",
    ] },
    Reader { name: "o", read: readers::object, corpus: objects, rounds: 40, pieces: &[] },
    Reader { name: "co", read: readers::code_object, corpus: code_objects, rounds: 40, pieces: &[] },
];

/// One test for each kind of file.
pub fn trials() -> Vec<Trial> {
    READERS
        .iter()
        .map(|reader| {
            Trial::test(format!("mutations/{}", reader.name), move || {
                run(reader).map_err(Failed::from)
            })
        })
        .collect()
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn run(reader: &Reader) -> Result<(), String> {
    let corpus = (reader.corpus)();
    if corpus.is_empty() {
        return Err("there are no files to start with".into());
    }
    let rounds = number("WAVEC_FUZZ_ROUNDS").unwrap_or(reader.rounds);
    let mut random = Random(number("WAVEC_FUZZ_SEED").unwrap_or(0x9e37_79b9_7f4a_7c15) | 1);
    // A panic is reported with its input; the default hook would fill the output.
    let mut failures = Vec::new();
    // Valid files must be accepted, or mutated ones prove nothing.
    let (mut good_read, mut damaged_read) = (0, 0u64);
    for (index, good) in corpus.iter().enumerate() {
        for round in 0..=rounds {
            let bytes = if round == 0 {
                good.clone()
            } else {
                mutated(good, &corpus, reader.pieces, &mut random)
            };
            let begin = Instant::now();
            let outcome = catch_unwind(AssertUnwindSafe(|| (reader.read)(&bytes)));
            let what = match outcome {
                Err(panic) => {
                    let text = panic
                        .downcast_ref::<String>()
                        .cloned()
                        .or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
                    format!(
                        "panics: {}",
                        text.unwrap_or_default().chars().take(600).collect::<String>()
                    )
                }
                Ok(_) if begin.elapsed() > PATIENCE => format!("takes {:?}", begin.elapsed()),
                Ok(is_good) => {
                    match round {
                        0 => good_read += usize::from(is_good),
                        _ => damaged_read += u64::from(is_good),
                    }
                    continue;
                }
            };
            let saved =
                std::env::temp_dir().join(format!("wavec-mutation-{}-{index}-{round}.{0}", reader.name));
            let _ = std::fs::write(&saved, &bytes);
            failures.push(format!(
                "file {index}, round {round} {what}\n  kept in {}",
                saved.display()
            ));
            if failures.len() >= 8 {
                return Err(failures.join("\n"));
            }
        }
    }
    // Many files of a foreign corpus are not for this reader.
    let is_ours = std::env::var_os("WAVEC_FUZZ_CORPUS").is_none();
    if is_ours && 2 * good_read < corpus.len() || rounds > 0 && damaged_read == corpus.len() as u64 * rounds {
        return Err(format!(
            "{good_read} of {} good files are read and {damaged_read} of their mutations",
            corpus.len()
        ));
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n"))
    }
}

/// A few changes: bits, bytes, boundary numbers, parts removed, duplicated, or taken from another file.
fn mutated(good: &[u8], corpus: &[Vec<u8>], pieces: &[&str], random: &mut Random) -> Vec<u8> {
    let mut bytes = good.to_vec();
    // Most of a binary file is zero: mutations of other bytes find more.
    let used: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] != 0).collect();
    for _ in 0..1 + random.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = if pieces.is_empty() && random.below(2) == 0 && !used.is_empty() {
            used[random.below(used.len())].min(bytes.len() - 1)
        } else {
            random.below(bytes.len())
        };
        let end = (at + 1 + random.below(24)).min(bytes.len());
        match random.below(if pieces.is_empty() { 6 } else { 12 }) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
            2 if pieces.is_empty() && at + 8 <= bytes.len() => {
                let value = [u64::MAX, 1 << 63, 1 << 31, 0, 0xffff_fff0][random.below(5)];
                bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
            }
            2 => {
                bytes.drain(at..end);
            }
            3 => {
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            4 => {
                let other = &corpus[random.below(corpus.len())];
                let from = random.below(other.len());
                let part = other[from..(from + 1 + random.below(64)).min(other.len())].to_vec();
                bytes.splice(at..end, part);
            }
            5 => bytes.truncate(at),
            6 => change_line(&mut bytes, at, random),
            7 => enlarge_number(&mut bytes, at, random),
            8 => {
                let piece = pieces[random.below(pieces.len())];
                let times = [40, 400, 20_000][random.below(3)];
                bytes.splice(at..at, piece.repeat(times).into_bytes());
            }
            _ => {
                let piece = pieces[random.below(pieces.len())];
                bytes.splice(at..at, piece.bytes());
            }
        }
    }
    bytes
}

/// Removes or duplicates the line at `at`.
fn change_line(bytes: &mut Vec<u8>, at: usize, random: &mut Random) {
    let start = bytes[..at]
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |end| end + 1);
    let end = bytes[at..]
        .iter()
        .position(|&b| b == b'\n')
        .map_or(bytes.len(), |end| at + end + 1);
    let line = bytes[start..end].to_vec();
    match random.below(2) {
        0 => _ = bytes.drain(start..end),
        _ => _ = bytes.splice(start..start, line),
    }
}

/// Replaces the first number after `at` by another.
fn enlarge_number(bytes: &mut Vec<u8>, at: usize, random: &mut Random) {
    const NUMBERS: [&str; 8] = [
        "0",
        "-1",
        "65536",
        "2147483648",
        "4294967296",
        "9223372036854775807",
        "18446744073709551615",
        "99999999999999999999999999",
    ];
    let Some(start) = bytes[at..]
        .iter()
        .position(u8::is_ascii_digit)
        .map(|digit| at + digit)
    else {
        return;
    };
    let digits = bytes[start..].iter().take_while(|b| b.is_ascii_digit()).count();
    bytes.splice(
        start..start + digits,
        NUMBERS[random.below(NUMBERS.len())].bytes(),
    );
}

fn files(directory: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
}

/// Contents of files, sorted by name.
fn contents(places: &[&str], extension: &str) -> Vec<Vec<u8>> {
    let mut paths = Vec::new();
    places
        .iter()
        .for_each(|place| files(&root().join(place), extension, &mut paths));
    if let Some(more) = std::env::var_os("WAVEC_FUZZ_CORPUS") {
        files(Path::new(&more), extension, &mut paths);
    }
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

fn sources() -> Vec<Vec<u8>> {
    contents(&["examples", "tests/file"], "cl")
}

/// The outputs of compiling the examples.
fn compiled(emit: Emit, level: u8) -> Vec<Vec<u8>> {
    let mut names: Vec<&str> = examples::all().iter().map(|example| example.file).collect();
    names.dedup();
    // A few of them are enough where each mutation is compiled.
    let step = if emit == Emit::Ir { 3 } else { 2 };
    names
        .into_iter()
        .step_by(step)
        .filter_map(|name| {
            let text = std::fs::read_to_string(root().join("examples").join(name)).ok()?;
            let input = Input {
                name,
                text: &text,
                kind: InputKind::OpenCl,
            };
            let options = Options::default().with_opt_level(level);
            let output = wavec::pipeline::compile(input, &[emit], &options).ok()?;
            Some(output.files.into_iter().next()?.1)
        })
        .collect()
}

fn ir() -> Vec<Vec<u8>> {
    let mut corpus = contents(&["tests/file"], "ll");
    corpus.extend(compiled(Emit::Ir, 2));
    corpus
}

fn descriptions() -> Vec<Vec<u8>> {
    contents(&["tests/file", "codegen/tablegen/tests/td"], "td")
}

fn assembly() -> Vec<Vec<u8>> {
    let mut corpus = contents(&["tests/file", "target-gpu/mc/tests/data"], "s");
    corpus.extend(compiled(Emit::Asm, 2));
    corpus
}

fn machine_ir() -> Vec<Vec<u8>> {
    compiled(Emit::Mir, 2)
}

fn objects() -> Vec<Vec<u8>> {
    compiled(Emit::Object, 2)
}

fn code_objects() -> Vec<Vec<u8>> {
    compiled(Emit::CodeObject, 2)
}
