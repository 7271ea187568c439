//! A kernel around a call of an intrinsic: arguments come from buffers, lane by lane, or from kernel arguments if the
//! instruction requires uniform values; the result goes to a buffer.

use std::fmt::Write as _;
use wavec_ir::intrinsics::{IntrinsicDesc, TypePattern};

/// A kernel that calls one intrinsic, with one choice of its overloaded types.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The intrinsic's name, without types.
    pub intrinsic: &'static str,
    /// Its overloaded types.
    pub types: Vec<&'static str>,
    /// The mangled name without `llvm.amdgcn.`, or `llvm.` of other vendors.
    pub name: String,
    /// The module.
    pub text: String,
    /// Element types of the buffers of pointer arguments: the result (if any) is first.
    pub buffers: Vec<Buffer>,
    /// The intrinsic's argument for each of them; empty for results.
    pub labels: Vec<&'static str>,
    /// Types of the results, which are in the first buffers.
    pub results: Vec<String>,
}

impl Case {
    /// Size in bytes of the floats in a result's buffer, if it holds floats.
    pub(super) fn result_float(&self, buffer: usize) -> Option<usize> {
        let ty = self.results.get(buffer)?;
        let (element, _) = ty
            .rsplit_once(' ')
            .map_or((ty.as_str(), ""), |(_, e)| (e.trim_end_matches('>'), ""));
        match element {
            "half" => Some(2),
            "float" => Some(4),
            "double" => Some(8),
            _ => None,
        }
    }
}

/// The role of a kernel argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Buffer {
    /// Buffer for results: one element of this many bytes per lane.
    Output(u32),
    /// One element of a type per lane.
    Lanes(String),
    /// Memory that a resource or pointer argument points to.
    Memory,
    /// A uniform value.
    Value(String),
}

/// Overloaded types to try, by the intrinsic's name without `llvm.amdgcn.`; a prefix if it ends in `*`. The first
/// matching line counts. Intrinsics not listed get `i32`, `float` or `ptr addrspace(1)`.
#[rustfmt::skip]
const OVERLOADS: &[(&str, &[&[&str]])] = &[
    ("ballot", &[&["i64"]]),
    ("inverse.ballot", &[&["i64"]]),
    ("fcmp", &[&["i64", "float"], &["i64", "double"], &["i64", "half"]]),
    ("icmp", &[&["i64", "i32"], &["i64", "i64"], &["i64", "i16"]]),
    ("readfirstlane", &[&["i32"], &["i64"], &["float"], &["half"], &["i16"], &["double"], &["<4 x i32>"], &["ptr addrspace(1)"]]),
    ("readlane", &[&["i32"], &["i64"], &["float"], &["half"], &["<2 x half>"], &["<3 x float>"]]),
    ("wave.shuffle", &[&["i32"], &["float"], &["<2 x half>"]]),
    ("exp.compr", &[&["<2 x half>"], &["<2 x i16>"]]),
    ("exp", &[&["i32"], &["float"]]),
    ("writelane", &[&["i32"], &["i64"], &["float"], &["double"]]),
    ("mov.dpp", &[&["i32"], &["i64"]]),
    ("update.dpp", &[&["i32"], &["float"], &["half"], &["i64"], &["double"]]),
    ("s.quadmask", &[&["i32", "i32"], &["i64", "i64"]]),
    ("s.wqm", &[&["i32", "i32"], &["i64", "i64"]]),
    ("wave.reduce.f*", &[&["float"]]),
    ("wave.reduce.*", &[&["i32"], &["i64"]]),
    ("else", &[&["i64", "i64"]]),
    ("if*", &[&["i64"]]),
    ("end.cf", &[&["i64"]]),
    ("loop", &[&["i64"]]),
    ("ds.append", &[&["ptr addrspace(3)"]]),
    ("ds.consume", &[&["ptr addrspace(3)"]]),
    ("flat.atomic.f*", &[&["double", "ptr", "double"]]),
    ("global.atomic.f*", &[&["double", "ptr addrspace(1)", "double"]]),
    ("make.buffer.rsrc", &[&["ptr addrspace(8)", "ptr addrspace(1)"], &["ptr addrspace(8)", "ptr"]]),
    ("addrspacecast.nonnull", &[&["ptr", "ptr addrspace(3)"]]),
    ("mul.i24", &[&["i32"]]),
    ("mul.u24", &[&["i32"]]),
    ("frexp.exp", &[&["i32", "float"], &["i32", "double"], &["i16", "half"]]),
    ("div.fixup", &[&["float"], &["double"], &["half"]]),
    ("div.fmas", &[&["float"], &["double"]]),
    ("div.scale", &[&["float"], &["double"]]),
    ("class", &[&["float"], &["double"], &["half"]]),
    ("fract", &[&["float"], &["double"], &["half"]]),
    ("frexp.mant", &[&["float"], &["double"], &["half"]]),
    ("rcp", &[&["float"], &["double"], &["half"]]),
    ("rsq", &[&["float"], &["double"], &["half"]]),
    ("sqrt", &[&["float"], &["double"], &["half"]]),
    ("rsq.clamp", &[&["float"], &["double"]]),
    ("cos", &[&["float"], &["half"]]),
    ("sin", &[&["float"], &["half"]]),
    ("log", &[&["float"], &["half"]]),
    ("exp2", &[&["float"], &["half"]]),
    ("fmad.ftz", &[&["float"], &["half"]]),
    ("fmed3", &[&["float"], &["half"]]),
    ("trig.preop", &[&["double"]]),
    ("s.buffer.load", &[&["i8"], &["i16"], &["i32"], &["<2 x i32>"], &["<4 x float>"], &["<8 x i32>"]]),
    ("*atomic.buffer.load", &[&["i8"], &["half"], &["i32"], &["i64"], &["<2 x half>"]]),
    ("raw.buffer.load.format", &[&["float"], &["<2 x float>"], &["<4 x float>"], &["half"], &["<4 x half>"]]),
    ("raw.buffer.store.format", &[&["float"], &["<4 x float>"], &["half"]]),
    ("raw.buffer.load", &[&["i8"], &["i16"], &["half"], &["i32"], &["float"], &["i64"], &["<2 x half>"], &["<3 x float>"], &["<4 x i32>"], &["<8 x half>"]]),
    ("raw.buffer.store", &[&["i8"], &["i16"], &["half"], &["i32"], &["float"], &["i64"], &["<2 x half>"], &["<3 x float>"], &["<4 x i32>"], &["<8 x half>"]]),
    ("struct.buffer.load", &[&["i8"], &["i32"], &["<4 x i32>"]]),
    ("struct.buffer.store", &[&["i16"], &["i32"], &["<4 x i32>"]]),
    ("raw.ptr.buffer.load", &[&["i8"], &["i16"], &["i32"], &["<4 x float>"]]),
    ("raw.ptr.buffer.store", &[&["i8"], &["i16"], &["i32"], &["<4 x float>"]]),
    ("raw.tbuffer*", &[&["float"], &["<2 x float>"], &["<4 x i32>"], &["half"]]),
    ("struct.tbuffer*", &[&["float"], &["<4 x i32>"], &["<4 x half>"]]),
    ("raw.ptr.tbuffer*", &[&["float"], &["<4 x float>"]]),
    ("struct.ptr.tbuffer*", &[&["float"], &["<4 x float>"]]),
    ("struct.ptr.buffer.load*", &[&["float"], &["<4 x float>"]]),
    ("struct.ptr.buffer.store*", &[&["float"], &["<4 x float>"]]),
    ("*buffer.atomic.fadd", &[&["float"], &["double"], &["<2 x half>"]]),
    ("*buffer.atomic.fm*", &[&["double"], &["float"]]),
    ("*buffer.atomic.cond.sub*", &[&["i32"]]),
    ("*buffer.atomic.sub.clamp*", &[&["i32"]]),
    ("*buffer.atomic*", &[&["i32"], &["i64"]]),
    ("wmma.f32.16x16x16.f16", &[&["<8 x float>", "<16 x half>"], &["<8 x float>", "<8 x half>"]]),
    ("wmma.f32.16x16x16.bf16", &[&["<8 x float>", "<16 x i16>"], &["<8 x float>", "<8 x i16>"]]),
    ("wmma.f32.*", &[&["<8 x float>", "<2 x i32>"]]),
    ("wmma.f16.16x16x16.f16.tied", &[&["<16 x half>", "<16 x half>"]]),
    ("wmma.f16.*", &[&["<16 x half>", "<16 x half>"], &["<8 x half>", "<8 x half>"]]),
    ("wmma.bf16.16x16x16.bf16.tied", &[&["<16 x i16>", "<16 x i16>"]]),
    ("wmma.bf16.*", &[&["<16 x i16>", "<16 x i16>"], &["<8 x i16>", "<8 x i16>"]]),
    ("wmma.i32.16x16x16.iu8", &[&["<8 x i32>", "<4 x i32>"], &["<8 x i32>", "<2 x i32>"]]),
    ("wmma.i32.16x16x16.iu4", &[&["<8 x i32>", "<2 x i32>"], &["<8 x i32>", "i32"]]),
    ("wmma.i32.*", &[&["<8 x i32>", "<2 x i32>"]]),
    ("swmmac.f32.16x16x32.f16", &[&["<8 x float>", "<8 x half>", "<16 x half>", "i32"], &["<8 x float>", "<8 x half>", "<16 x half>", "i16"]]),
    ("swmmac.f32.16x16x32.bf16", &[&["<8 x float>", "<8 x i16>", "<16 x i16>", "i32"]]),
    ("swmmac.f32.*", &[&["<8 x float>", "<2 x i32>", "<4 x i32>", "i32"]]),
    ("swmmac.f16.*", &[&["<8 x half>", "<8 x half>", "<16 x half>", "i32"]]),
    ("swmmac.bf16.*", &[&["<8 x i16>", "<8 x i16>", "<16 x i16>", "i32"]]),
    ("swmmac.i32.16x16x32.iu4", &[&["<8 x i32>", "i32", "<2 x i32>", "i32"]]),
    ("swmmac.i32.*", &[&["<8 x i32>", "<2 x i32>", "<4 x i32>", "i32"]]),
    ("mfma.scale.*", &[&["<8 x i32>", "<8 x i32>"]]),
    ("global.load.tr.b64", &[&["<2 x i32>"]]),
    ("global.load.tr.b128", &[&["<8 x half>"], &["<8 x i16>"]]),
    ("ds.read.tr16*", &[&["<4 x half>"], &["<4 x i16>"]]),
    ("ds.read.tr6*", &[&["<3 x i32>"]]),
    ("ds.read.tr*", &[&["<2 x i32>"]]),
    ("*buffer.load.format", &[&["float"], &["<4 x float>"]]),
    ("*buffer.store.format", &[&["float"], &["<4 x float>"]]),
];

/// Nonzero immediates, by intrinsic and argument.
#[rustfmt::skip]
const IMMEDIATES: &[(&str, usize, u64)] = &[
    ("icmp", 2, 40), // slt
    ("fcmp", 2, 4), // olt
    ("mov.dpp", 1, 0x111), ("mov.dpp", 2, 15), ("mov.dpp", 3, 15), ("mov.dpp", 4, 1),
    ("update.dpp", 2, 0x111), ("update.dpp", 3, 15), ("update.dpp", 4, 15),
    ("ds.swizzle", 1, 0x041f),
    ("s.getreg", 0, 6145), ("s.setreg", 0, 6145),
    ("s.waitcnt", 0, 0x0f70),
    ("s.sendmsg", 0, 1), ("s.sendmsghalt", 0, 1),
    ("exp", 1, 15), ("exp.compr", 1, 15), ("exp.row", 1, 15),
    ("s.nop", 0, 3), ("s.sleep", 0, 2), ("s.sethalt", 0, 1), ("s.setprio", 0, 1),
    ("sched.group.barrier", 0, 8), ("sched.group.barrier", 1, 1),
    ("global.load.lds", 2, 4), ("load.to.lds", 2, 4),
    ("raw.buffer.load.lds", 2, 4), ("raw.ptr.buffer.load.lds", 2, 4),
    ("struct.buffer.load.lds", 2, 4), ("struct.ptr.buffer.load.lds", 2, 4),
    ("global.load.async.lds", 2, 4), ("load.async.to.lds", 2, 4),
    ("raw.buffer.load.async.lds", 2, 4), ("raw.ptr.buffer.load.async.lds", 2, 4),
    ("struct.buffer.load.async.lds", 2, 4), ("struct.ptr.buffer.load.async.lds", 2, 4),
    ("raw.tbuffer.load", 3, 78), ("raw.tbuffer.store", 4, 78),
    ("raw.ptr.tbuffer.load", 3, 78), ("raw.ptr.tbuffer.store", 4, 78),
    ("struct.tbuffer.load", 4, 78), ("struct.tbuffer.store", 5, 78),
    ("struct.ptr.tbuffer.load", 4, 78), ("struct.ptr.tbuffer.store", 5, 78),
    ("cvt.f32.fp8", 1, 2), ("cvt.pk.f32.bf8", 1, 1), ("cvt.pk.fp8.f32", 3, 1), ("cvt.sr.bf8.f32", 3, 3),
    ("div.scale", 2, 1),
    ("mfma.scale.f32.16x16x128.f8f6f4", 3, 1), ("mfma.scale.f32.16x16x128.f8f6f4", 5, 2),
    ("mfma.scale.f32.32x32x64.f8f6f4", 4, 1), ("mfma.scale.f32.32x32x64.f8f6f4", 7, 3),
    ("cvt.scalef32.f32.fp8", 2, 3), ("cvt.scalef32.f16.bf8", 3, 2), ("cvt.scalef32.f16.bf8", 4, 1),
    ("s.barrier.signal", 0, 0xffff_ffff), ("s.barrier.wait", 0, 0xffff),
    ("s.barrier.signal.isfirst", 0, 0xffff_ffff), ("s.barrier.leave", 0, 0),
    ("ds.ordered.add", 5, 1), ("ds.ordered.add", 6, 1), ("ds.ordered.add", 7, 1),
    ("ds.ordered.swap", 5, 1), ("ds.ordered.swap", 6, 1), ("ds.ordered.swap", 7, 1),
];

/// Arguments that the instruction takes from a scalar register.
const UNIFORM: &[&str] = &[
    "rsrc",
    "samp",
    "soffset",
    "lane",
    "m0",
    "resource_id_offset",
    "stride",
    "num_records",
    "flags",
];

/// As above, for names that need their types as well.
const UNIFORM_ARGUMENTS: &[(&str, usize)] = &[("writelane", 0), ("inverse.ballot", 0)];

fn fits(pattern: &str, name: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(inner), _) => match inner.strip_suffix('*') {
            Some(inner) => name.contains(inner),
            None => name.ends_with(inner),
        },
        (None, Some(prefix)) => name.starts_with(prefix),
        (None, None) => name == pattern,
    }
}

/// What its name begins with: other vendors have intrinsics, too.
fn prefix(desc: &IntrinsicDesc) -> &'static str {
    match desc.name.starts_with("llvm.amdgcn.") {
        true => "llvm.amdgcn.",
        false => "llvm.",
    }
}

/// The cases of an intrinsic.
pub(super) fn cases(desc: &'static IntrinsicDesc) -> Vec<Case> {
    // A jump has the arguments of the function that it goes to; see the tests of shaders.
    if desc.params.contains(&TypePattern::VarArg) {
        return Vec::new();
    }
    let short = desc.name.strip_prefix(prefix(desc)).unwrap_or(desc.name);
    let chosen = OVERLOADS.iter().find(|(pattern, _)| fits(pattern, short));
    match chosen {
        Some((_, sets)) if desc.overloads > 0 => {
            sets.iter().map(|set| case(desc, short, set, None)).collect()
        }
        _ => {
            let mut set = vec![""; usize::from(desc.overloads)];
            for pattern in results(desc).iter().chain(desc.params) {
                match *pattern {
                    TypePattern::AnyFloat(slot) => set[usize::from(slot)] = "float",
                    TypePattern::AnyPtr(slot) => set[usize::from(slot)] = "ptr addrspace(1)",
                    TypePattern::AnyVector(slot) => set[usize::from(slot)] = "<2 x i32>",
                    TypePattern::Any(slot) | TypePattern::AnyInt(slot) => set[usize::from(slot)] = "i32",
                    _ => {}
                }
            }
            if short.starts_with("image.") {
                types_of_image(desc, short, &mut set);
            }
            vec![case(desc, short, &set, None)]
        }
    }
}

/// Types to try for what is overloaded once, whether processors have that or not.
#[rustfmt::skip]
const ANY: &[&str] = &[
    "i16", "i32", "i64", "half", "bfloat", "float", "double", "<2 x half>", "<2 x i16>", "<2 x bfloat>", "<2 x i32>",
    "<3 x i32>", "<4 x i32>", "<4 x half>", "<4 x i16>", "<4 x bfloat>", "<8 x half>", "<8 x i16>", "<8 x bfloat>",
    "<2 x double>", "ptr addrspace(1)", "ptr addrspace(3)",
];

/// More cases of an intrinsic: other types where it is overloaded, and each of its immediates with another value.
pub(super) fn more_cases(desc: &'static IntrinsicDesc) -> Vec<Case> {
    let short = desc.name.strip_prefix(prefix(desc)).unwrap_or(desc.name);
    let mut found = cases(desc);
    let Some(first) = found.first().cloned() else {
        return found;
    };
    if desc.overloads == 1 && !short.starts_with("image.") {
        let fits = |pattern: &TypePattern, ty: &&str| match pattern {
            TypePattern::AnyFloat(_) => ["half", "float", "double"].iter().any(|float| ty.contains(float)),
            TypePattern::AnyInt(_) => ty.contains('i'),
            TypePattern::AnyPtr(_) => ty.starts_with("ptr"),
            TypePattern::AnyVector(_) => ty.starts_with('<'),
            _ => true,
        };
        let patterns = results(desc);
        let is_overloaded = |pattern: &&TypePattern| {
            matches!(
                pattern,
                TypePattern::Any(_)
                    | TypePattern::AnyInt(_)
                    | TypePattern::AnyFloat(_)
                    | TypePattern::AnyPtr(_)
                    | TypePattern::AnyVector(_)
            )
        };
        let pattern = patterns.iter().chain(desc.params).find(is_overloaded);
        for ty in ANY {
            if pattern.is_some_and(|pattern| fits(pattern, ty)) {
                found.push(case(desc, short, &[ty], None));
            }
        }
    }
    // Images have too many of the same kind.
    let immediates = desc.args.iter().enumerate().filter(|(_, arg)| arg.immarg);
    for (index, arg) in immediates.filter(|_| !short.starts_with("image.")) {
        for value in [1, 3] {
            let mut other = case(desc, short, &first.types, Some((index, value)));
            other.name = format!("{}-{}{value}", other.name, arg.name);
            found.push(other);
        }
    }
    found
}

/// Overloaded types of an access to an image: data are four words, but for atomics one.
fn types_of_image(desc: &IntrinsicDesc, short: &str, set: &mut [&'static str]) {
    let is_data = |name: &str| name == "vdata" || name == "src";
    let data = match short {
        _ if short.contains("pk.add.f16") => "<2 x half>",
        _ if short.contains("pk.add.bf16") => "<2 x bfloat>",
        _ if short.ends_with(".flt") || short.contains(".flt.") || short.contains("atomic.f") => "float",
        _ if short.contains("atomic") => "i32",
        _ => "<4 x float>",
    };
    let named = desc
        .params
        .iter()
        .zip(desc.args)
        .map(|(&pattern, arg)| (pattern, arg.name));
    for (pattern, name) in results(desc)
        .into_iter()
        .map(|pattern| (pattern, "vdata"))
        .chain(named)
    {
        if let TypePattern::Any(slot) | TypePattern::AnyInt(slot) | TypePattern::AnyFloat(slot) = pattern {
            let slot = &mut set[usize::from(slot)];
            match name {
                "rsrc" => *slot = "<8 x i32>",
                "samp" => *slot = "<4 x i32>",
                _ if is_data(name) => *slot = data,
                _ => {}
            }
        }
    }
}

fn results(desc: &IntrinsicDesc) -> Vec<TypePattern> {
    match desc.ret {
        TypePattern::Void => Vec::new(),
        TypePattern::Struct(fields) => fields.to_vec(),
        other => vec![other],
    }
}

/// A type as text.
fn ty(pattern: &TypePattern, set: &[&str]) -> String {
    match *pattern {
        TypePattern::Void => "void".into(),
        TypePattern::Int(bits) => format!("i{bits}"),
        TypePattern::Half => "half".into(),
        TypePattern::BFloat => "bfloat".into(),
        TypePattern::Float => "float".into(),
        TypePattern::Double => "double".into(),
        TypePattern::Ptr(0) => "ptr".into(),
        TypePattern::Ptr(space) => format!("ptr addrspace({space})"),
        TypePattern::Vector(element, count) => format!("<{count} x {}>", ty(element, set)),
        TypePattern::Any(slot)
        | TypePattern::AnyInt(slot)
        | TypePattern::AnyFloat(slot)
        | TypePattern::AnyPtr(slot)
        | TypePattern::AnyVector(slot)
        | TypePattern::Match(slot) => set[usize::from(slot)].to_string(),
        _ => panic!("a type that no intrinsic of the target has"),
    }
}

/// A type as name mangling spells it.
fn mangled(text: &str) -> String {
    if let Some(inner) = text.strip_prefix('<') {
        let (count, element) = inner.trim_end_matches('>').split_once(" x ").expect("a vector");
        return format!("v{count}{}", mangled(element));
    }
    match text {
        "half" => "f16".into(),
        "bfloat" => "bf16".into(),
        "float" => "f32".into(),
        "double" => "f64".into(),
        "ptr" => "p0".into(),
        _ => match text.strip_prefix("ptr addrspace(") {
            Some(space) => format!("p{}", space.trim_end_matches(')')),
            None => text.to_string(),
        },
    }
}

/// Size of a value in memory in bytes; from 16 bytes on, a power of two.
pub(super) fn size(text: &str) -> u32 {
    if let Some(inner) = text.strip_prefix('<') {
        let (count, element) = inner.trim_end_matches('>').split_once(" x ").expect("a vector");
        return (count.parse::<u32>().expect("a count") * size(element)).next_power_of_two();
    }
    match text {
        "i1" | "i8" => 1,
        "i16" | "half" | "bfloat" => 2,
        "i32" | "float" | "ptr addrspace(3)" | "ptr addrspace(2)" => 4,
        "ptr addrspace(8)" => 16,
        _ => 8,
    }
}

/// A case with a choice of types, and of the value of one immediate.
fn case(
    desc: &'static IntrinsicDesc,
    short: &str,
    set: &[&'static str],
    immediate: Option<(usize, u64)>,
) -> Case {
    let name: String = std::iter::once(short.to_string())
        .chain(set.iter().map(|t| mangled(t)))
        .collect::<Vec<_>>()
        .join(".");
    let results = results(desc);
    let mut params = Vec::new();
    let mut buffers = Vec::new();
    let mut labels = vec![""; results.len()];
    let mut body = String::from("  %lane = call i32 @llvm.amdgcn.workitem.id.x()\n");
    let mut args = Vec::new();
    for (i, pattern) in results.iter().enumerate() {
        params.push(format!("ptr addrspace(1) %out{i}"));
        let text = ty(pattern, set);
        buffers.push(Buffer::Output(if text == "i1" { 4 } else { size(&text) }));
    }
    for (i, pattern) in desc.params.iter().enumerate() {
        let text = ty(pattern, set);
        let arg = desc.args.get(i);
        if arg.is_some_and(|arg| arg.immarg) {
            let value = IMMEDIATES
                .iter()
                .find(|(n, index, _)| *n == short && *index == i)
                .map_or(0, |row| row.2);
            // All channels of images.
            let gathers = short.starts_with("image.gather4") || short.starts_with("image.msaa");
            let value = if arg.is_some_and(|arg| arg.name == "dmask") {
                if gathers { 1 } else { 15 }
            } else {
                value
            };
            let value = match immediate {
                Some((index, value)) if index == i => value,
                _ => value,
            };
            let value = if text == "i1" {
                (value != 0).to_string()
            } else {
                value.to_string()
            };
            args.push(format!("{text} {value}"));
            continue;
        }
        let label = arg.map_or("", |arg| arg.name);
        labels.push(label);
        let is_uniform =
            UNIFORM.contains(&label) || short.starts_with("s.") || UNIFORM_ARGUMENTS.contains(&(short, i));
        if text == "ptr addrspace(8)" || label == "rsrc" && text != "<8 x i32>" {
            params.push(format!("ptr addrspace(1) %m{i}"));
            buffers.push(Buffer::Memory);
            let _ = writeln!(
                body,
                "  %r{i} = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %m{i}, i16 {}, i64 4096, i32 491436)",
                if short.starts_with("struct") { 16 } else { 0 }
            );
            if text == "ptr addrspace(8)" {
                args.push(format!("{text} %r{i}"));
            } else {
                let _ = writeln!(body, "  %w{i} = ptrtoint ptr addrspace(8) %r{i} to i128");
                let _ = writeln!(body, "  %v{i} = bitcast i128 %w{i} to <4 x i32>");
                args.push(format!("{text} %v{i}"));
            }
        } else if text.starts_with("ptr") {
            let pointer = if matches!(text.as_str(), "ptr" | "ptr addrspace(1)") {
                "ptr addrspace(1)"
            } else {
                text.as_str()
            };
            params.push(format!("{pointer} %m{i}"));
            buffers.push(if pointer == "ptr addrspace(1)" {
                Buffer::Memory
            } else {
                Buffer::Value(text.clone())
            });
            if text == "ptr" {
                let _ = writeln!(body, "  %q{i} = addrspacecast ptr addrspace(1) %m{i} to ptr");
                args.push(format!("ptr %q{i}"));
            } else {
                args.push(format!("{text} %m{i}"));
            }
        } else if is_uniform {
            params.push(format!(
                "{} %u{i}",
                if text == "i1" { "i32" } else { text.as_str() }
            ));
            buffers.push(Buffer::Value(text.clone()));
            if text == "i1" {
                let _ = writeln!(body, "  %b{i} = trunc i32 %u{i} to i1");
                args.push(format!("i1 %b{i}"));
            } else {
                args.push(format!("{text} %u{i}"));
            }
        } else {
            let memory = if text == "i1" { "i32" } else { text.as_str() };
            params.push(format!("ptr addrspace(1) %in{i}"));
            buffers.push(Buffer::Lanes(memory.to_string()));
            let _ = writeln!(
                body,
                "  %p{i} = getelementptr {memory}, ptr addrspace(1) %in{i}, i32 %lane"
            );
            let _ = writeln!(body, "  %x{i} = load {memory}, ptr addrspace(1) %p{i}");
            if text == "i1" {
                let _ = writeln!(body, "  %b{i} = trunc i32 %x{i} to i1");
                args.push(format!("i1 %b{i}"));
            } else {
                args.push(format!("{text} %x{i}"));
            }
        }
    }
    let types: Vec<String> = results.iter().map(|pattern| ty(pattern, set)).collect();
    let ret = match &types[..] {
        [] => "void".to_string(),
        [one] => one.clone(),
        many => format!("{{ {} }}", many.join(", ")),
    };
    let assign = if types.is_empty() { "" } else { "%r = " };
    let _ = writeln!(
        body,
        "  {assign}call {ret} @{}{name}({})",
        prefix(desc),
        args.join(", ")
    );
    for (i, text) in types.iter().enumerate() {
        let mut value = "%r".to_string();
        if types.len() > 1 {
            let _ = writeln!(body, "  %f{i} = extractvalue {ret} %r, {i}");
            value = format!("%f{i}");
        }
        let mut memory = text.clone();
        if text == "i1" {
            let _ = writeln!(body, "  %z{i} = zext i1 {value} to i32");
            (value, memory) = (format!("%z{i}"), "i32".into());
        }
        let _ = writeln!(
            body,
            "  %d{i} = getelementptr {memory}, ptr addrspace(1) %out{i}, i32 %lane"
        );
        let _ = writeln!(body, "  store {memory} {value}, ptr addrspace(1) %d{i}");
    }
    let text = format!(
        "target triple = \"amdgcn-amd-amdhsa\"\n\ndefine amdgpu_kernel void @test({}) #0 {{\n{body}  ret void\n}}\n\n\
         attributes #0 = {{ \"amdgpu-flat-work-group-size\"=\"64,64\" }}\n",
        params.join(", ")
    );
    Case {
        intrinsic: desc.name,
        types: set.to_vec(),
        name,
        text,
        buffers,
        labels,
        results: types,
    }
}
