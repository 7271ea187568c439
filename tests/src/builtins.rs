//! The whole table of `__builtin_amdgcn_*`: a kernel generated from each type string compiles to an object, or is
//! rejected with a diagnostic that names the builtin; its IR has the same calls, with the same immediates, as clang's.
//! Each processor has those that it has for clang.

use crate::run_tests::where_it_exists;
use crate::{llvm, scratch};
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use wavec::{Emit, Input, InputKind, Options};
use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::code_object::{Processor, TargetId};
use wavec_ir::intrinsics::builtins::{BuiltinDesc, BuiltinLowering};
use wavec_target_gpu::intrinsics::{BUILTINS, REGISTRY};
use wavec_target_gpu::lowering::intrinsics::unsupported;

/// Operands that cannot be zero: builtin, index, value. Memory orders are C11's, sizes are in bytes.
const IMMEDIATES: &[(&str, usize, i64)] = &[
    ("atomic_dec32", 2, 5),
    ("atomic_dec64", 2, 5),
    ("atomic_inc32", 2, 5),
    ("atomic_inc64", 2, 5),
    ("fence", 0, 5),
    ("global_load_async_lds", 2, 4),
    ("global_load_lds", 2, 4),
    ("load_async_to_lds", 2, 4),
    ("load_to_lds", 2, 4),
    ("raw_ptr_buffer_load_async_lds", 2, 4),
    ("raw_ptr_buffer_load_lds", 2, 4),
    ("struct_ptr_buffer_load_async_lds", 2, 4),
    ("struct_ptr_buffer_load_lds", 2, 4),
];

/// What gfx942 has no instruction for although the intrinsic's name does not say it, and the words of the refusal.
const REFUSED: &[(&str, &str)] = &[("trig_preopf", "it exists for double only")];

/// How many errors our compiler reports at least.
const ERRORS: usize = 64;

/// Compilation of each, and comparison with clang.
pub fn trials() -> Vec<Trial> {
    let ignored = !llvm::are_tools_there() && !llvm::are_tools_required();
    let mut trials = Vec::new();
    let usual = Subtarget::default();
    let features: Vec<&str> = usual.feature_names().collect();
    let is_available = |builtin: &&BuiltinDesc| builtin.missing_feature(&features).is_none();
    for builtin in BUILTINS.entries.iter().filter(is_available) {
        let Some(short) = builtin.name.strip_prefix("__builtin_amdgcn_") else {
            continue;
        };
        let name = format!("builtins/{short}");
        trials.push(Trial::test(format!("{name}/compile"), move || {
            compiles_or_says_why(builtin, short).map_err(Failed::from)
        }));
        if REFUSED.iter().all(|(other, _)| *other != short) && !llvm::lacks(short) {
            let test = move || same_calls_as_clang(builtin, short).map_err(Failed::from);
            trials.push(Trial::test(format!("{name}/clang"), test).with_ignored_flag(ignored));
        }
    }
    for subtarget in Processor::all().flat_map(with_each_wave_size) {
        let (processor, lanes) = (subtarget.id.processor.name, subtarget.wave_size);
        let name = format!("builtins/availability/{processor}-wave{lanes}");
        let test = move || same_builtins_as_clang(&subtarget).map_err(Failed::from);
        trials.push(Trial::test(name, test).with_ignored_flag(ignored));
    }
    trials
}

fn with_each_wave_size(processor: Processor) -> impl Iterator<Item = Subtarget> {
    let id = TargetId::of(processor);
    let sizes = Subtarget::of(id).family.wave_sizes;
    sizes
        .iter()
        .filter_map(move |&lanes| Subtarget::with_wave_size(id, lanes))
}

/// The builtins that clang and we refuse on a processor are the same. All are in one function: clang reports the errors
/// of the first function with any.
fn same_builtins_as_clang(subtarget: &Subtarget) -> Result<(), String> {
    let features: Vec<&str> = subtarget.feature_names().collect();
    // OpenCL C has no name for the elements of some, which we have no other way to write.
    let mut ours: BTreeSet<String> = BUILTINS
        .entries
        .iter()
        .filter(|builtin| has_brain_floats(builtin) && builtin.missing_feature(&features).is_some())
        .map(|builtin| builtin.name.to_string())
        .collect();
    let processor = subtarget.id.processor.name;
    let folder = scratch(&format!("builtins-{processor}-wave{}", subtarget.wave_size));
    let path = folder.join("all.cl");
    std::fs::write(&path, calls_of(|builtin| !llvm::lacks(builtin.name))?)
        .map_err(|error| error.to_string())?;
    let mut clang = clang(processor, &path);
    clang.args(["-ferror-limit=0", "-w"]);
    if Subtarget::of(subtarget.id).wave_size != subtarget.wave_size {
        clang.arg(format!("-mwavefrontsize{}", subtarget.wave_size));
    }
    let output = clang.output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let theirs = refused(&text, "needs target feature")?;
    let mut options = Options {
        target: processor.into(),
        features: format!("+wavefrontsize{}", subtarget.wave_size),
        ..Options::default()
    };
    options.frontend.cl_std = wavec_frontend::CLStandard::parse("CL2.0").expect("a version");
    let named: Vec<&BuiltinDesc> = BUILTINS
        .entries
        .iter()
        .filter(|builtin| !has_brain_floats(builtin) && !llvm::lacks(builtin.name))
        .collect();
    for some in named.chunks(ERRORS) {
        let input = Input {
            name: "all.cl",
            text: &calls_of(|builtin| some.contains(&builtin))?,
            kind: InputKind::OpenCl,
        };
        if let Err(error) = wavec::pipeline::compile(input, &[Emit::Ir], &options) {
            ours.extend(refused(&error.to_string(), "is not available on")?);
        }
    }
    let only = |these: &BTreeSet<String>, those: &BTreeSet<String>| -> Vec<String> {
        these.difference(those).cloned().collect()
    };
    match ours == theirs {
        true => Ok(()),
        false => Err(format!(
            "only clang refuses {:?}, only we refuse {:?}",
            only(&theirs, &ours),
            only(&ours, &theirs)
        )),
    }
}

fn has_brain_floats(builtin: &BuiltinDesc) -> bool {
    builtin.ty.contains('y')
}

/// A function with a call of each.
fn calls_of(is_chosen: impl Fn(&BuiltinDesc) -> bool) -> Result<String, String> {
    let (mut typedefs, mut blocks) = (String::new(), String::new());
    for builtin in BUILTINS.entries.iter().filter(|builtin| is_chosen(builtin)) {
        let Some(short) = builtin.name.strip_prefix("__builtin_amdgcn_") else {
            continue;
        };
        let call =
            call(builtin, short, &mut typedefs).ok_or_else(|| format!("no call from '{}'", builtin.ty))?;
        let variables: String = call.params.iter().map(|param| format!("{param}; ")).collect();
        blocks += &format!("  {{ {variables}{} }}\n", call.body.replace('\n', " "));
    }
    Ok(format!("{PRAGMAS}{typedefs}kernel void k()\n{{\n{blocks}}}\n"))
}

/// The builtins whose refusal, which has these words, is in the errors; there must be no other errors.
fn refused(text: &str, words: &str) -> Result<BTreeSet<String>, String> {
    let mut found = BTreeSet::new();
    for line in text.lines().filter(|line| line.contains("error: ")) {
        match line.split('\'').nth(1).filter(|_| line.contains(words)) {
            Some(name) => _ = found.insert(name.to_string()),
            None => return Err(format!("another error: {line}")),
        }
    }
    Ok(found)
}

/// Clang, to print the IR of a file.
fn clang(processor: &str, path: &Path) -> Command {
    let mut clang = Command::new("clang-22");
    clang
        .args(["-x", "cl", "-cl-std=CL2.0", "-target", "amdgcn-amd-amdhsa"])
        .arg(format!("-mcpu={processor}"))
        .args(["-nogpulib", "-O0", "-S", "-emit-llvm", "-o", "-"])
        .arg(path);
    clang
}

/// A type of a type string.
#[derive(Debug)]
struct Described {
    /// The type in OpenCL C, without pointer stars.
    element: String,
    /// Number of elements of a vector type that OpenCL C has no name for.
    odd_vector: Option<u32>,
    /// Whether it must be a constant.
    constant: bool,
    /// The address space of a pointer; an empty one may be any.
    pointer: Option<String>,
}

/// Takes one type from the front of a string in clang's notation.
fn next_type(text: &mut &str) -> Option<Described> {
    let (mut constant, mut unsigned, mut is_long, mut count) = (false, false, false, None);
    let mut letters = text.chars();
    let base = loop {
        let rest = letters.as_str();
        match letters.next()? {
            'I' => constant = true,
            'U' => unsigned = true,
            'W' | 'L' => is_long = true,
            'S' | 'Z' => {}
            'V' | 'E' => {
                let digits = rest[1..].chars().take_while(char::is_ascii_digit).count();
                count = rest[1..=digits].parse::<u32>().ok();
                letters = rest[1 + digits..].chars();
            }
            letter => break letter,
        }
    };
    let mut element = match base {
        'b' => "bool",
        'c' => "char",
        's' => "short",
        'i' if is_long => "long",
        'i' => "int",
        'h' | 'x' => "half",
        'f' => "float",
        'y' => "__bf16",
        'd' => "double",
        'z' => "ulong",
        'v' => "void",
        'Q' => {
            letters.next()?;
            "__amdgpu_buffer_rsrc_t"
        }
        _ => return None,
    }
    .to_string();
    if unsigned {
        element.insert(0, 'u');
    }
    let odd_vector = count.filter(|count| base == 'y' || !matches!(count, 2 | 3 | 4 | 8 | 16));
    if let Some(count) = count {
        element += &count.to_string();
    }
    let mut pointer = None;
    while let Some(letter) = letters.clone().next().filter(|c| "*CD".contains(*c)) {
        letters.next();
        let rest = letters.as_str();
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        if letter == '*' {
            pointer = Some(rest[..digits].to_string());
        }
        letters = rest[digits..].chars();
    }
    *text = letters.as_str();
    Some(Described {
        element,
        odd_vector,
        constant,
        pointer,
    })
}

const PRAGMAS: &str = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";

/// A call of a builtin.
struct Call {
    /// Declarations of what is passed, and of where the result goes.
    params: Vec<String>,
    /// Statements that call it with them and store the result.
    body: String,
}

/// A kernel that calls the builtin once with its parameters and stores the result.
fn kernel(builtin: &BuiltinDesc, short: &str) -> Option<String> {
    let mut typedefs = String::new();
    let Call { params, body } = call(builtin, short, &mut typedefs)?;
    let params = params.join(", ");
    Some(format!(
        "{PRAGMAS}{typedefs}kernel void k({params})\n{{\n{body}}}\n"
    ))
}

/// Adds the types that it needs.
fn call(builtin: &BuiltinDesc, short: &str, typedefs: &mut String) -> Option<Call> {
    let mut text = builtin.ty;
    let ret = next_type(&mut text)?;
    let immediates = match builtin.lowering {
        BuiltinLowering::Intrinsic { id, .. } => REGISTRY.get(id).args,
        BuiltinLowering::Recipe(_) => &[],
    };
    let (mut params, mut arguments) = (Vec::new(), Vec::new());
    let (mut before, mut after) = ("", "");
    let define = |ty: &Described, typedefs: &mut String| {
        if let Some(count) = ty.odd_vector {
            let size = count.to_string();
            let scalar = ty.element.strip_suffix(&size).unwrap_or(&ty.element);
            let line = format!(
                "typedef {scalar} {} __attribute__((ext_vector_type({count})));\n",
                ty.element
            );
            if !typedefs.contains(&line) {
                *typedefs += &line;
            }
        }
    };
    define(&ret, typedefs);
    while !text.is_empty() && text != "." {
        let param = next_type(&mut text)?;
        define(&param, typedefs);
        let index = arguments.len();
        let chosen = IMMEDIATES
            .iter()
            .find(|(name, at, _)| *name == short && *at == index);
        let is_flag = matches!(builtin.lowering, BuiltinLowering::Recipe("div_scale")) && index == 2;
        let argument = match (&param.pointer, param.element.as_str()) {
            (_, "char") if param.pointer.is_some() => "\"agent\"".to_string(),
            (Some(_), "bool") => {
                (before, after) = ("  bool flag;\n", "  out[1] = flag;\n");
                "&flag".to_string()
            }
            (Some(space), element) => {
                let space = match space.as_str() {
                    "3" => "local",
                    "4" => "constant",
                    _ => "global",
                };
                params.push(format!("{space} {element} *a{index}"));
                format!("a{index}")
            }
            (None, "__amdgpu_buffer_rsrc_t") => {
                params.push(format!("global int *a{index}"));
                format!("__builtin_amdgcn_make_buffer_rsrc(a{index}, 0, 64, 0)")
            }
            (None, _)
                if param.constant
                    || chosen.is_some()
                    || is_flag
                    || immediates.get(index).is_some_and(|arg| arg.immarg) =>
            {
                chosen.map_or(0, |(.., value)| *value).to_string()
            }
            (None, "bool") => {
                params.push(format!("int a{index}"));
                format!("a{index} != 0")
            }
            (None, element) => {
                params.push(format!("{element} a{index}"));
                format!("a{index}")
            }
        };
        arguments.push(argument);
    }
    let call = format!("{}({})", builtin.name, arguments.join(", "));
    let (result, statement) = match (&ret.pointer, ret.element.as_str()) {
        (Some(_), _) => (Some("ulong"), format!("out[0] = (ulong){call};")),
        (None, "void") => (None, format!("{call};")),
        (None, "__amdgpu_buffer_rsrc_t") => (
            None,
            format!("__builtin_amdgcn_raw_buffer_store_b32(1, {call}, 0, 0, 0);"),
        ),
        (None, "bool") => (Some("int"), format!("out[0] = {call};")),
        (None, element) => (Some(element), format!("out[0] = {call};")),
    };
    if let Some(element) = result {
        params.insert(0, format!("global {element} *out"));
    }
    let body = format!("{before}  {statement}\n{after}");
    Some(Call { params, body })
}

fn compile(source: &str, emit: Emit, level: u8) -> Result<Vec<u8>, String> {
    where_it_exists(|options| compile_with(source, emit, options.with_opt_level(level)))
        .map(|(bytes, _)| bytes)
}

fn compile_with(source: &str, emit: Emit, mut options: Options) -> Result<Vec<u8>, String> {
    options.frontend.cl_std = wavec_frontend::CLStandard::parse("CL2.0").expect("a version");
    options.ir_form = wavec_ir::text::WriteOptions::RAW;
    options.codegen.verify_each = true;
    let input = Input {
        name: "builtin.cl",
        text: source,
        kind: InputKind::OpenCl,
    };
    let output =
        wavec::pipeline::compile(input, &[emit], &options).map_err(|error| format!("{error}\n{source}"))?;
    Ok(output
        .files
        .into_iter()
        .next()
        .map(|(_, bytes)| bytes)
        .unwrap_or_default())
}

/// Why the processor does not have it.
fn refusal(builtin: &BuiltinDesc, short: &str) -> Option<&'static str> {
    if let Some((_, why)) = REFUSED.iter().find(|(name, _)| *name == short) {
        return Some(why);
    }
    let BuiltinLowering::Intrinsic { id, .. } = builtin.lowering else {
        return None;
    };
    unsupported(REGISTRY.get(id).name.strip_prefix("llvm.amdgcn.")?)
}

fn compiles_or_says_why(builtin: &BuiltinDesc, short: &str) -> Result<(), String> {
    let source = kernel(builtin, short).ok_or_else(|| format!("no kernel from '{}'", builtin.ty))?;
    for level in [0, 2] {
        match (refusal(builtin, short), compile(&source, Emit::Object, level)) {
            (None, result) => _ = result?,
            (Some(why), Err(text)) if text.contains(why) => {}
            (Some(why), result) => {
                return Err(format!(
                    "not refused with '{why}': {:?}\n{source}",
                    result.map(|_| ())
                ));
            }
        }
    }
    Ok(())
}

/// The calls of intrinsics, atomics and fences of a module: operands without names, results and attributes.
fn calls(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("  ")).map(str::trim) {
        let line = line.split_once(" = ").map_or(line, |(_, right)| right);
        let is_call = line.contains("call ") && line.contains("@llvm.");
        if !is_call && !line.starts_with("atomicrmw ") && !line.starts_with("fence ") {
            continue;
        }
        if line.contains("@llvm.lifetime") {
            continue;
        }
        let plain = line.replace(['(', ')', ','], " ");
        let mut words = Vec::new();
        for word in plain.split_whitespace() {
            let is_attribute = [
                "tail",
                "noundef",
                "contract",
                "nonnull",
                "nocapture",
                "captures",
                "none",
                "align",
                "dereferenceable",
            ]
            .contains(&word);
            // Names, alignments and sizes of pointees, metadata.
            if word.starts_with('!') {
                break;
            }
            if word.starts_with('#') || is_attribute {
                continue;
            }
            words.push(if word.starts_with('%') { "%" } else { word });
        }
        found.push(words.join(" "));
    }
    found
}

/// `align 4` and `dereferenceable(64)` would otherwise remain without their numbers.
fn without_sizes(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for line in text.lines() {
        let mut line = line.to_string();
        for attribute in ["align ", "dereferenceable("] {
            while let Some(at) = line.find(attribute) {
                let digits = line[at + attribute.len()..]
                    .chars()
                    .take_while(char::is_ascii_digit)
                    .count();
                let mut end = at + attribute.len() + digits;
                if line[end..].starts_with(')') {
                    end += 1;
                }
                line.replace_range(at..end, "");
            }
        }
        result += &line;
        result.push('\n');
    }
    result
}

fn same_calls_as_clang(builtin: &BuiltinDesc, short: &str) -> Result<(), String> {
    let source = kernel(builtin, short).ok_or("no kernel")?;
    let path = scratch(&format!("builtins-{short}")).join("builtin.cl");
    std::fs::write(&path, &source).map_err(|error| error.to_string())?;
    let output = clang("gfx942", &path)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "clang refuses: {}\n{source}",
            text.lines().next().unwrap_or("")
        ));
    }
    let ours = compile(&source, Emit::Ir, 0)?;
    let ours = calls(&without_sizes(&String::from_utf8_lossy(&ours)));
    let theirs = calls(&without_sizes(&String::from_utf8_lossy(&output.stdout)));
    if ours == theirs && !ours.is_empty() {
        return Ok(());
    }
    Err(format!("clang has {theirs:#?}, we have {ours:#?}\n{source}"))
}
