//! A kernel for each operation with each type: operands are loaded from one buffer, results stored to another.

use std::fmt::Write as _;

/// One operation with one choice of types.
pub(super) struct Form {
    /// The operation and its types, with dots between them.
    pub name: String,
    /// The module.
    pub text: String,
}

pub(super) const INTS: &[&str] = &[
    "i1",
    "i3",
    "i8",
    "i16",
    "i24",
    "i32",
    "i33",
    "i48",
    "i64",
    "i65",
    "i128",
    "i200",
    "<1 x i1>",
    "<3 x i1>",
    "<32 x i1>",
    "<3 x i8>",
    "<4 x i8>",
    "<16 x i8>",
    "<5 x i16>",
    "<2 x i16>",
    "<8 x i16>",
    "<7 x i24>",
    "<1 x i32>",
    "<3 x i32>",
    "<9 x i32>",
    "<2 x i33>",
    "<2 x i64>",
    "<5 x i64>",
    "<2 x i65>",
    "<2 x i128>",
];

pub(super) const FLOATS: &[&str] = &[
    "half",
    "bfloat",
    "float",
    "double",
    "<1 x half>",
    "<2 x half>",
    "<3 x half>",
    "<5 x half>",
    "<2 x bfloat>",
    "<5 x bfloat>",
    "<1 x float>",
    "<2 x float>",
    "<6 x float>",
    "<16 x float>",
    "<2 x double>",
    "<3 x double>",
];

const POINTERS: &[&str] = &[
    "ptr",
    "ptr addrspace(1)",
    "ptr addrspace(2)",
    "ptr addrspace(3)",
    "ptr addrspace(4)",
    "ptr addrspace(5)",
    "ptr addrspace(6)",
    "ptr addrspace(7)",
    "ptr addrspace(8)",
    "<2 x ptr>",
    "<3 x ptr addrspace(1)>",
    "<2 x ptr addrspace(3)>",
    "<2 x ptr addrspace(5)>",
    "<2 x ptr addrspace(7)>",
    "<2 x ptr addrspace(8)>",
];

const SPACES: &[&str] = &[
    "",
    " addrspace(1)",
    " addrspace(3)",
    " addrspace(5)",
    " addrspace(7)",
];

/// A type's name in the names of intrinsics.
fn mangled(ty: &str) -> String {
    if let Some(inner) = ty.strip_prefix('<') {
        let (count, element) = inner.trim_end_matches('>').split_once(" x ").expect("a vector");
        return format!("v{count}{}", mangled(element));
    }
    match ty {
        "half" => "f16".into(),
        "bfloat" => "bf16".into(),
        "float" => "f32".into(),
        "double" => "f64".into(),
        "ptr" => "p0".into(),
        _ => match ty.strip_prefix("ptr addrspace(") {
            Some(space) => format!("p{}", space.trim_end_matches(')')),
            None => ty.to_string(),
        },
    }
}

/// The number of elements, if `ty` is a vector, and the type of one.
fn elements(ty: &str) -> (Option<&str>, &str) {
    match ty
        .strip_prefix('<')
        .and_then(|inner| inner.strip_suffix('>')?.split_once(" x "))
    {
        Some((count, element)) => (Some(count), element),
        None => (None, ty),
    }
}

/// The type with as many elements as `like` has.
fn with_shape(like: &str, element: &str) -> String {
    match elements(like).0 {
        Some(count) => format!("<{count} x {element}>"),
        None => element.to_string(),
    }
}

/// A list of forms that grows.
#[derive(Default)]
struct Forms(Vec<Form>);

impl Forms {
    /// A form whose operands `%a0`, `%a1`, ... are of the given types. `body` computes `%r` of type `result`, which is
    /// stored unless the type is empty; `outside` stands before the kernel.
    fn add_with(&mut self, name: String, outside: &str, operands: &[&str], result: &str, body: &str) {
        let mut text = format!(
            "{outside}define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {{\n\
             %id = call i32 @llvm.amdgcn.workitem.id.x()\n"
        );
        for (index, ty) in operands.iter().enumerate() {
            let _ = write!(
                text,
                "%p{index} = getelementptr [{} x i8], ptr addrspace(1) %in, i32 %id\n\
                 %a{index} = load {ty}, ptr addrspace(1) %p{index}, align 16\n",
                256 * (index + 1)
            );
        }
        text.push_str(body);
        if !result.is_empty() {
            let _ = write!(
                text,
                "\n%q = getelementptr [256 x i8], ptr addrspace(1) %out, i32 %id\n\
                 store {result} %r, ptr addrspace(1) %q, align 16"
            );
        }
        text.push_str("\nret void\n}\n");
        self.0.push(Form { name, text });
    }

    fn add(&mut self, name: String, operands: &[&str], result: &str, body: &str) {
        self.add_with(name, "", operands, result, body);
    }

    /// A call of an intrinsic whose mangled name is `llvm.{name}`; `{}` in `arguments` stands for nothing.
    fn call(&mut self, name: &str, operands: &[&str], extra: &str, result: &str) {
        let mut arguments: Vec<String> = operands
            .iter()
            .enumerate()
            .map(|(i, ty)| format!("{ty} %a{i}"))
            .collect();
        if !extra.is_empty() {
            arguments.push(extra.into());
        }
        let call = format!(
            "call {} @llvm.{name}({})",
            if result.is_empty() { "void" } else { result },
            arguments.join(", ")
        );
        let body = if result.is_empty() {
            call
        } else {
            format!("%r = {call}")
        };
        self.add(name.into(), operands, result, &body);
    }
}

/// All forms.
pub(super) fn forms() -> Vec<Form> {
    let mut forms = Forms::default();
    integers(&mut forms);
    floats(&mut forms);
    constrained(&mut forms);
    conversions(&mut forms);
    for ty in INTS.iter().chain(FLOATS).chain(POINTERS) {
        values(&mut forms, ty);
        memory(&mut forms, ty);
        functions(&mut forms, ty);
    }
    atomics(&mut forms);
    copies(&mut forms);
    others(&mut forms);
    forms.0
}

fn integers(forms: &mut Forms) {
    for ty in INTS {
        let short = mangled(ty);
        let (count, element) = elements(ty);
        let bool_type = with_shape(ty, "i1");
        for op in [
            "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor",
        ] {
            forms.add(
                format!("{op}.{short}"),
                &[ty, ty],
                ty,
                &format!("%r = {op} {ty} %a0, %a1"),
            );
        }
        for predicate in ["eq", "ult", "sge"] {
            forms.add(
                format!("icmp.{predicate}.{short}"),
                &[ty, ty],
                &bool_type,
                &format!("%r = icmp {predicate} {ty} %a0, %a1"),
            );
        }
        for name in [
            "smax", "smin", "umax", "umin", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "sshl.sat",
            "ushl.sat",
        ] {
            forms.call(&format!("{name}.{short}"), &[ty, ty], "", ty);
        }
        for name in ["ctpop", "bitreverse", "bswap"] {
            forms.call(&format!("{name}.{short}"), &[ty], "", ty);
        }
        for name in ["ctlz", "cttz"] {
            forms.call(&format!("{name}.{short}"), &[ty], "i1 false", ty);
            forms.call(&format!("{name}.{short}"), &[ty], "i1 true", ty);
        }
        forms.call(&format!("abs.{short}"), &[ty], "i1 false", ty);
        for name in ["fshl", "fshr"] {
            forms.call(&format!("{name}.{short}"), &[ty, ty, ty], "", ty);
        }
        for name in [
            "smul.fix",
            "umul.fix",
            "smul.fix.sat",
            "umul.fix.sat",
            "sdiv.fix",
            "udiv.fix",
            "sdiv.fix.sat",
            "udiv.fix.sat",
        ] {
            forms.call(&format!("{name}.{short}"), &[ty, ty], "i32 2", ty);
        }
        for name in ["sadd", "uadd", "ssub", "usub", "smul", "umul"] {
            forms.call(
                &format!("{name}.with.overflow.{short}"),
                &[ty, ty],
                "",
                &format!("{{ {ty}, {bool_type} }}"),
            );
        }
        for name in ["scmp", "ucmp"] {
            let result = with_shape(ty, "i8");
            forms.call(
                &format!("{name}.{}.{short}", mangled(&result)),
                &[ty, ty],
                "",
                &result,
            );
        }
        if count.is_some() {
            for name in ["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"] {
                forms.call(&format!("vector.reduce.{name}.{short}"), &[ty], "", element);
            }
            forms.call(&format!("stepvector.{short}"), &[], "", ty);
            forms.call(
                &format!("experimental.cttz.elts.i32.{short}"),
                &[ty],
                "i1 false",
                "i32",
            );
            forms.call(
                &format!("vector.partial.reduce.add.{short}.{short}"),
                &[ty, ty],
                "",
                ty,
            );
            forms.call(
                &format!("experimental.vector.histogram.add.v4p1.{element}"),
                &["<4 x ptr addrspace(1)>", element, "<4 x i1>"],
                "",
                "",
            );
        }
        forms.call(&format!("is.constant.{short}"), &[ty], "", "i1");
        forms.call(&format!("expect.{short}"), &[ty, ty], "", ty);
        let clmul = format!("clmul.{short}");
        forms.call(&clmul, &[ty, ty], "", ty);
        let switch = format!(
            "switch {ty} %a0, label %other [ {ty} 0, label %one\n {ty} 1, label %one ]\none:\nstore i32 1, ptr addrspace(1) %out\nbr label %other\nother:"
        );
        if count.is_none() {
            forms.add(format!("switch.{short}"), &[ty], "", &switch);
            forms.add(
                format!("getelementptr.{short}"),
                &[ty],
                "ptr addrspace(1)",
                &format!("%r = getelementptr i32, ptr addrspace(1) %in, {ty} %a0"),
            );
        }
    }
}

fn floats(forms: &mut Forms) {
    for ty in FLOATS {
        let short = mangled(ty);
        let (count, element) = elements(ty);
        let bool_type = with_shape(ty, "i1");
        let int_type = with_shape(ty, "i32");
        for op in [
            "fadd",
            "fsub",
            "fmul",
            "fdiv",
            "frem",
            "fadd fast",
            "fdiv fast",
            "frem fast",
        ] {
            forms.add(
                format!("{op}.{short}"),
                &[ty, ty],
                ty,
                &format!("%r = {op} {ty} %a0, %a1"),
            );
        }
        forms.add(format!("fneg.{short}"), &[ty], ty, &format!("%r = fneg {ty} %a0"));
        for predicate in ["oeq", "ult", "uno", "true", "one"] {
            forms.add(
                format!("fcmp.{predicate}.{short}"),
                &[ty, ty],
                &bool_type,
                &format!("%r = fcmp {predicate} {ty} %a0, %a1"),
            );
        }
        for name in [
            "fabs",
            "sqrt",
            "floor",
            "ceil",
            "trunc",
            "rint",
            "nearbyint",
            "round",
            "roundeven",
            "canonicalize",
            "exp",
            "exp2",
            "exp10",
            "log",
            "log2",
            "log10",
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "sinh",
            "cosh",
            "tanh",
            "arithmetic.fence",
        ] {
            forms.call(&format!("{name}.{short}"), &[ty], "", ty);
        }
        for name in [
            "copysign",
            "minnum",
            "maxnum",
            "minimum",
            "maximum",
            "minimumnum",
            "maximumnum",
            "pow",
            "atan2",
        ] {
            forms.call(&format!("{name}.{short}"), &[ty, ty], "", ty);
        }
        for name in ["fma", "fmuladd"] {
            forms.call(&format!("{name}.{short}"), &[ty, ty, ty], "", ty);
        }
        for name in ["powi", "ldexp"] {
            for int in ["i32", "i16", "i64"] {
                let int = if name == "powi" {
                    int.to_string()
                } else {
                    with_shape(ty, int)
                };
                forms.call(&format!("{name}.{short}.{}", mangled(&int)), &[ty, &int], "", ty);
            }
        }
        forms.call(
            &format!("frexp.{short}.{}", mangled(&int_type)),
            &[ty],
            "",
            &format!("{{ {ty}, {int_type} }}"),
        );
        for name in ["modf", "sincos", "sincospi"] {
            forms.call(
                &format!("{name}.{short}"),
                &[ty],
                "",
                &format!("{{ {ty}, {ty} }}"),
            );
        }
        for name in ["lrint", "llrint", "lround", "llround"] {
            for int in ["i32", "i64"] {
                let int = with_shape(ty, int);
                forms.call(&format!("{name}.{}.{short}", mangled(&int)), &[ty], "", &int);
            }
        }
        for mask in [3, 0x60, 0x204, 0x3ff] {
            forms.call(
                &format!("is.fpclass.{short}"),
                &[ty],
                &format!("i32 {mask}"),
                &bool_type,
            );
        }
        if count.is_some() {
            for name in ["fadd", "fmul"] {
                for flags in ["", "reassoc "] {
                    forms.add(
                        format!("vector.reduce.{name}.{flags}{short}"),
                        &[element, ty],
                        element,
                        &format!("%r = call {flags}{element} @llvm.vector.reduce.{name}.{short}({element} %a0, {ty} %a1)"),
                    );
                }
            }
            for name in ["fmax", "fmin", "fmaximum", "fminimum"] {
                forms.call(&format!("vector.reduce.{name}.{short}"), &[ty], "", element);
            }
        }
    }
}

fn constrained(forms: &mut Forms) {
    for ty in FLOATS {
        let short = mangled(ty);
        let bool_type = with_shape(ty, "i1");
        let (strict, ignore) = (
            "metadata !\"fpexcept.strict\"",
            "metadata !\"round.tonearest\", metadata !\"fpexcept.ignore\"",
        );
        for (name, count) in [
            ("fadd", 2),
            ("fsub", 2),
            ("fmul", 2),
            ("fdiv", 2),
            ("frem", 2),
            ("fma", 3),
            ("fmuladd", 3),
            ("sqrt", 1),
            ("rint", 1),
            ("pow", 2),
            ("exp2", 1),
        ] {
            forms.call(
                &format!("experimental.constrained.{name}.{short}"),
                &vec![*ty; count],
                ignore,
                ty,
            );
        }
        for (name, count) in [
            ("floor", 1),
            ("minnum", 2),
            ("maximum", 2),
            ("trunc", 1),
            ("roundeven", 1),
        ] {
            forms.call(
                &format!("experimental.constrained.{name}.{short}"),
                &vec![*ty; count],
                strict,
                ty,
            );
        }
        for name in ["fcmp", "fcmps"] {
            forms.call(
                &format!("experimental.constrained.{name}.{short}"),
                &[ty, ty],
                &format!("metadata !\"olt\", {strict}"),
                &bool_type,
            );
        }
        for int in ["i16", "i32", "i64"] {
            let int = with_shape(ty, int);
            let int_short = mangled(&int);
            for name in ["fptosi", "fptoui"] {
                forms.call(
                    &format!("experimental.constrained.{name}.{int_short}.{short}"),
                    &[ty],
                    strict,
                    &int,
                );
            }
            for name in ["sitofp", "uitofp"] {
                forms.call(
                    &format!("experimental.constrained.{name}.{short}.{int_short}"),
                    &[&int],
                    ignore,
                    ty,
                );
            }
        }
        if elements(ty).1 == "float" {
            let (half, double) = (with_shape(ty, "half"), with_shape(ty, "double"));
            forms.call(
                &format!("experimental.constrained.fptrunc.{short}.{}", mangled(&double)),
                &[&double],
                ignore,
                ty,
            );
            forms.call(
                &format!("experimental.constrained.fpext.{short}.{}", mangled(&half)),
                &[&half],
                strict,
                ty,
            );
            for mode in [
                "round.upward",
                "round.downward",
                "round.towardzero",
                "round.tonearest",
                "round.tonearestaway",
            ] {
                let extra = format!("metadata !\"{mode}\"");
                forms.call(
                    &format!("fptrunc.round.{}.{short}", mangled(&half)),
                    &[ty],
                    &extra,
                    &half,
                );
            }
        }
    }
}

fn conversions(forms: &mut Forms) {
    let mut cast = |op: &str, from: &str, to: &str| {
        forms.add(
            format!("{op}.{}.{}", mangled(from), mangled(to)),
            &[from],
            to,
            &format!("%r = {op} {from} %a0 to {to}"),
        );
    };
    let widths = [1, 3, 8, 16, 24, 32, 33, 64, 65, 128, 200];
    let shapes = ["i1", "<1 x i1>", "<2 x i1>", "<5 x i1>"];
    for like in shapes {
        for (index, from) in widths.iter().enumerate() {
            let from = with_shape(like, &format!("i{from}"));
            for to in &widths[index + 1..] {
                let to = with_shape(like, &format!("i{to}"));
                cast("zext", &from, &to);
                cast("sext", &from, &to);
                cast("trunc", &to, &from);
            }
            for float in ["half", "bfloat", "float", "double"] {
                let float = with_shape(like, float);
                for op in ["uitofp", "sitofp"] {
                    cast(op, &from, &float);
                }
                for op in ["fptoui", "fptosi"] {
                    cast(op, &float, &from);
                }
            }
        }
        for (narrow, wide) in [
            ("half", "float"),
            ("half", "double"),
            ("bfloat", "float"),
            ("bfloat", "double"),
            ("float", "double"),
        ] {
            let (narrow, wide) = (with_shape(like, narrow), with_shape(like, wide));
            cast("fpext", &narrow, &wide);
            cast("fptrunc", &wide, &narrow);
        }
        for space in 0..=8 {
            let pointer = match space {
                0 => with_shape(like, "ptr"),
                _ => with_shape(like, &format!("ptr addrspace({space})")),
            };
            for int in ["i32", "i64", "i16", "i128"] {
                let int = with_shape(like, int);
                cast("ptrtoint", &pointer, &int);
                cast("inttoptr", &int, &pointer);
            }
            for other in (0..=8).filter(|other| *other != space) {
                let other = match other {
                    0 => with_shape(like, "ptr"),
                    _ => with_shape(like, &format!("ptr addrspace({other})")),
                };
                cast("addrspacecast", &pointer, &other);
            }
        }
    }
    let same_size: &[&[&str]] = &[
        &["i8", "<8 x i1>", "<1 x i8>", "<2 x i4>"],
        &["i16", "half", "bfloat", "<2 x i8>", "<16 x i1>", "<1 x half>"],
        &["i24", "<3 x i8>", "<24 x i1>"],
        &[
            "i32",
            "float",
            "<2 x i16>",
            "<2 x half>",
            "<4 x i8>",
            "<32 x i1>",
            "<2 x bfloat>",
            "<1 x float>",
        ],
        &[
            "i48",
            "<3 x i16>",
            "<3 x half>",
            "<6 x i8>",
            "<2 x i24>",
            "<3 x bfloat>",
        ],
        &[
            "i64",
            "double",
            "<2 x float>",
            "<4 x half>",
            "<8 x i8>",
            "<64 x i1>",
            "<1 x i64>",
        ],
        &["i96", "<3 x float>", "<6 x half>", "<12 x i8>", "<4 x i24>"],
        &[
            "i128",
            "<2 x double>",
            "<4 x i32>",
            "<8 x bfloat>",
            "<16 x i8>",
            "<128 x i1>",
        ],
        &["i256", "<8 x float>", "<2 x i128>", "<4 x double>", "<32 x i8>"],
    ];
    for types in same_size {
        for from in *types {
            for to in types.iter().filter(|to| *to != from) {
                cast("bitcast", from, to);
            }
        }
    }
    for like in shapes {
        for bits in [1, 8, 13, 16, 32, 50, 64, 100, 128] {
            for float in ["half", "bfloat", "float", "double"] {
                let (int, float) = (with_shape(like, &format!("i{bits}")), with_shape(like, float));
                for op in ["fptosi.sat", "fptoui.sat"] {
                    forms.call(
                        &format!("{op}.{}.{}", mangled(&int), mangled(&float)),
                        &[&float],
                        "",
                        &int,
                    );
                }
            }
        }
    }
    for float in ["float", "double"] {
        forms.call(
            &format!("convert.to.fp16.{}", mangled(float)),
            &[float],
            "",
            "i16",
        );
        forms.call(
            &format!("convert.from.fp16.{}", mangled(float)),
            &["i16"],
            "",
            float,
        );
    }
}

/// What any first-class type can do.
fn values(forms: &mut Forms, ty: &str) {
    let short = mangled(ty);
    let (count, element) = elements(ty);
    forms.add(
        format!("freeze.{short}"),
        &[ty],
        ty,
        &format!("%r = freeze {ty} %a0"),
    );
    forms.add(
        format!("select.i1.{short}"),
        &["i1", ty, ty],
        ty,
        &format!("%r = select i1 %a0, {ty} %a1, {ty} %a2"),
    );
    let phi = format!(
        "%c = icmp slt i32 %id, 7\nbr i1 %c, label %left, label %join\nleft:\n%b = load volatile {ty}, ptr addrspace(1) %in\nbr label %join\n\
         join:\n%r = phi {ty} [ %a0, %0 ], [ %b, %left ]"
    );
    forms.add(
        format!("phi.{short}"),
        &[ty],
        ty,
        &phi.replace("%0 ]", "%entry ]"),
    );
    if let Some(form) = forms.0.last_mut() {
        form.text = form.text.replacen(" {\n%id", " {\nentry:\n%id", 1);
    }
    for aggregate in [
        format!("{{ i8, {ty} }}"),
        format!("[3 x {ty}]"),
        format!("{{ {ty}, {{ i32, {ty} }} }}"),
        format!("<{{ i8, {ty} }}>"),
    ] {
        let name = aggregate.replace(ty, &short);
        forms.add(
            format!("aggregate.{name}"),
            &[&aggregate, &aggregate],
            &aggregate,
            &format!("%c = icmp slt i32 %id, 7\n%r = select i1 %c, {aggregate} %a0, {aggregate} %a1"),
        );
    }
    forms.add(
        format!("insertvalue.{short}"),
        &[ty],
        &format!("{{ i32, {ty} }}"),
        &format!("%r = insertvalue {{ i32, {ty} }} zeroinitializer, {ty} %a0, 1"),
    );
    let (Some(count), _) = (count, ()) else {
        for shape in ["<1 x i1>", "<3 x i1>", "<4 x i1>"] {
            let vector = with_shape(shape, ty);
            forms.add(
                format!("splat.{}", mangled(&vector)),
                &[ty],
                &vector,
                &format!("%i = insertelement {vector} poison, {ty} %a0, i32 0\n%r = shufflevector {vector} %i, {vector} poison, {} zeroinitializer", with_shape(shape, "i32")),
            );
        }
        return;
    };
    let n: usize = count.parse().expect("a count");
    let bools = with_shape(ty, "i1");
    forms.add(
        format!("select.{}.{short}", mangled(&bools)),
        &[&bools, ty, ty],
        ty,
        &format!("%r = select {bools} %a0, {ty} %a1, {ty} %a2"),
    );
    for index in ["i32", "i64", "i8"] {
        forms.add(
            format!("extractelement.{short}.{index}"),
            &[ty, index],
            element,
            &format!("%r = extractelement {ty} %a0, {index} %a1"),
        );
        forms.add(
            format!("insertelement.{short}.{index}"),
            &[ty, element, index],
            ty,
            &format!("%r = insertelement {ty} %a0, {element} %a1, {index} %a2"),
        );
    }
    for (name, mask) in [
        (
            "reverse",
            (0..n).rev().map(|i| format!("i32 {i}")).collect::<Vec<_>>(),
        ),
        (
            "zip",
            (0..n).map(|i| format!("i32 {}", i / 2 + (i % 2) * n)).collect(),
        ),
        ("join", (0..2 * n).map(|i| format!("i32 {i}")).collect()),
    ] {
        let result = format!("<{} x {element}>", mask.len());
        forms.add(
            format!("shufflevector.{name}.{short}"),
            &[ty, ty],
            &result,
            &format!(
                "%r = shufflevector {ty} %a0, {ty} %a1, <{} x i32> <{}>",
                mask.len(),
                mask.join(", ")
            ),
        );
    }
    forms.call(&format!("vector.reverse.{short}"), &[ty], "", ty);
    forms.call(&format!("vector.splice.{short}"), &[ty, ty], "i32 0", ty);
    forms.call(&format!("vector.compress.{short}"), &[ty, &bools, ty], "", ty);
    forms.call(
        &format!("experimental.vector.extract.last.active.{short}"),
        &[ty, &bools, element],
        "",
        element,
    );
    let double = format!("<{} x {element}>", 2 * n);
    forms.call(
        &format!("vector.interleave2.{}", mangled(&double)),
        &[ty, ty],
        "",
        &double,
    );
    forms.call(
        &format!("vector.deinterleave2.{}", mangled(&double)),
        &[&double],
        "",
        &format!("{{ {ty}, {ty} }}"),
    );
    forms.call(
        &format!("vector.insert.{}.{short}", mangled(&double)),
        &[&double, ty],
        &format!("i64 {n}"),
        &double,
    );
    forms.call(
        &format!("vector.extract.{short}.{}", mangled(&double)),
        &[&double],
        &format!("i64 {n}"),
        ty,
    );
    for space in SPACES {
        let p = format!("ptr{space}");
        let ps = mangled(&p);
        let pointers = with_shape(ty, &p);
        forms.add(
            format!("masked.load.{short}.{ps}"),
            &[&p, &bools, ty],
            ty,
            &format!("%r = call {ty} @llvm.masked.load.{short}.{ps}({p} align 4 %a0, {bools} %a1, {ty} %a2)"),
        );
        forms.add(
            format!("masked.store.{short}.{ps}"),
            &[ty, &p, &bools],
            "",
            &format!("call void @llvm.masked.store.{short}.{ps}({ty} %a0, {p} align 4 %a1, {bools} %a2)"),
        );
        forms.add(
            format!("masked.gather.{short}.{ps}"),
            &[&pointers, &bools, ty],
            ty,
            &format!("%r = call {ty} @llvm.masked.gather.{short}.{}({pointers} align 4 %a0, {bools} %a1, {ty} %a2)", mangled(&pointers)),
        );
        forms.add(
            format!("masked.scatter.{short}.{ps}"),
            &[ty, &pointers, &bools],
            "",
            &format!(
                "call void @llvm.masked.scatter.{short}.{}({ty} %a0, {pointers} align 4 %a1, {bools} %a2)",
                mangled(&pointers)
            ),
        );
    }
    let p = "ptr";
    forms.call(&format!("masked.expandload.{short}"), &[p, &bools, ty], "", ty);
    forms.call(&format!("masked.compressstore.{short}"), &[ty, p, &bools], "", "");
}

/// Loads, stores and variables.
fn memory(forms: &mut Forms, ty: &str) {
    let short = mangled(ty);
    for space in SPACES.iter().chain(&[" addrspace(4)", " addrspace(6)"]) {
        let p = format!("ptr{space}");
        for (align, volatile) in [(1, ""), (16, ""), (16, "volatile ")] {
            let ps = mangled(&p);
            forms.add(
                format!("load.{volatile}{short}.{ps}.{align}"),
                &[&p],
                ty,
                &format!("%r = load {volatile}{ty}, {p} %a0, align {align}"),
            );
            if *space != " addrspace(4)" && *space != " addrspace(6)" {
                forms.add(
                    format!("store.{volatile}{short}.{ps}.{align}"),
                    &[&p, ty],
                    "",
                    &format!("store {volatile}{ty} %a1, {p} %a0, align {align}"),
                );
            }
        }
    }
    let variable = format!(
        "%v = alloca [4 x {ty}], addrspace(5)\n%s = getelementptr [4 x {ty}], ptr addrspace(5) %v, i32 0, i32 %a1\nstore {ty} %a0, ptr addrspace(5) %s\n%t = getelementptr [4 x {ty}], ptr addrspace(5) %v, i32 0, i32 1\n%r = load {ty}, ptr addrspace(5) %t"
    );
    forms.add(format!("alloca.{short}"), &[ty, "i32"], ty, &variable);
    for (space, what) in [(1, "global"), (4, "constant"), (3, "global")] {
        let init = if space == 3 { "undef" } else { "zeroinitializer" };
        forms.add_with(
            format!("variable.{short}.p{space}"),
            &format!("@v = internal addrspace({space}) {what} [4 x {ty}] {init}\n"),
            &["i32"],
            ty,
            &format!("%s = getelementptr [4 x {ty}], ptr addrspace({space}) @v, i32 0, i32 %a0\n%r = load {ty}, ptr addrspace({space}) %s"),
        );
    }
}

/// Arguments and results.
fn functions(forms: &mut Forms, ty: &str) {
    let short = mangled(ty);
    let call = format!("%r = call {ty} @f({ty} %a0, i32 %id, {ty} %a1)");
    let function = format!(
        "define {ty} @f({ty} %x, i32 %y, {ty} %z) noinline {{\n%c = icmp eq i32 %y, 3\n%s = select i1 %c, {ty} %x, {ty} %z\nret {ty} %s\n}}\n"
    );
    forms.add_with(format!("call.{short}"), &function, &[ty, ty], ty, &call);
    let pair = format!("{{ {ty}, i16 }}");
    let function = format!(
        "define {pair} @f({pair} %x) noinline {{\n%s = insertvalue {pair} %x, i16 4, 1\nret {pair} %s\n}}\n"
    );
    forms.add_with(
        format!("call.pair.{short}"),
        &function,
        &[&pair],
        &pair,
        &format!("%r = call {pair} @f({pair} %a0)"),
    );
    let text = format!(
        "define amdgpu_kernel void @k(ptr addrspace(1) %out, {ty} %x, i8 %y, {ty} %z) {{\nstore {ty} %x, ptr addrspace(1) %out\n%q = getelementptr i8, ptr addrspace(1) %out, i64 256\nstore {ty} %z, ptr addrspace(1) %q\nret void\n}}\n"
    );
    forms.0.push(Form {
        name: format!("argument.{short}"),
        text,
    });
}

fn atomics(forms: &mut Forms) {
    let scopes = [
        "",
        " syncscope(\"agent\")",
        " syncscope(\"workgroup-one-as\")",
        " syncscope(\"singlethread\")",
    ];
    let integers = ["i8", "i16", "i32", "i64", "i128"];
    let floats = [
        "half",
        "bfloat",
        "float",
        "double",
        "<2 x half>",
        "<2 x bfloat>",
        "<4 x half>",
        "<2 x float>",
    ];
    for space in SPACES {
        let p = format!("ptr{space}");
        let ps = mangled(&p);
        for (index, ty) in integers
            .iter()
            .chain(&floats)
            .chain(&["ptr", "ptr addrspace(3)", "<2 x i16>"])
            .enumerate()
        {
            let scope = scopes[index % scopes.len()];
            let short = mangled(ty);
            for (at, ordering) in ["unordered", "monotonic", "acquire", "seq_cst"]
                .iter()
                .enumerate()
            {
                let scope = scopes[(index + at) % scopes.len()];
                let load = format!("%r = load atomic {ty}, {p} %a0{scope} {ordering}, align 16");
                forms.add(format!("load.{ordering}.{short}.{ps}"), &[&p], ty, &load);
                let ordering = if *ordering == "acquire" {
                    "release"
                } else {
                    ordering
                };
                let store = format!("store atomic {ty} %a1, {p} %a0{scope} {ordering}, align 16");
                forms.add(format!("store.{ordering}.{short}.{ps}"), &[&p, ty], "", &store);
            }
            let is_float = floats.contains(ty);
            let operations: &[&str] = if is_float {
                &["fadd", "fsub", "fmax", "fmin", "fmaximum", "fminimum", "xchg"]
            } else if ty.starts_with('i') {
                &[
                    "add",
                    "sub",
                    "and",
                    "nand",
                    "or",
                    "xor",
                    "max",
                    "min",
                    "umax",
                    "umin",
                    "uinc_wrap",
                    "udec_wrap",
                    "usub_cond",
                    "usub_sat",
                    "xchg",
                ]
            } else {
                &["xchg"]
            };
            for (at, op) in operations.iter().enumerate() {
                let ordering = ["monotonic", "acquire", "release", "acq_rel", "seq_cst"][at % 5];
                let body = format!("%r = atomicrmw {op} {p} %a0, {ty} %a1{scope} {ordering}, align 16");
                forms.add(format!("atomicrmw.{op}.{short}.{ps}"), &[&p, ty], ty, &body);
                if at == 0 {
                    forms.add(
                        format!("atomicrmw.{op}.{short}.{ps}.unused"),
                        &[&p, ty],
                        "",
                        &body,
                    );
                }
            }
            if !is_float && !ty.starts_with('<') {
                let body =
                    format!("%r = cmpxchg {p} %a0, {ty} %a1, {ty} %a2{scope} acq_rel monotonic, align 16");
                forms.add(
                    format!("cmpxchg.{short}.{ps}"),
                    &[&p, ty, ty],
                    &format!("{{ {ty}, i1 }}"),
                    &body,
                );
            }
        }
    }
    for scope in [
        "",
        " syncscope(\"agent\")",
        " syncscope(\"cluster\")",
        " syncscope(\"workgroup\")",
        " syncscope(\"wavefront\")",
        " syncscope(\"singlethread\")",
    ] {
        for ordering in ["acquire", "release", "acq_rel", "seq_cst"] {
            forms.add(
                format!("fence.{ordering}{scope}"),
                &[],
                "",
                &format!("fence{scope} {ordering}"),
            );
        }
    }
}

fn copies(forms: &mut Forms) {
    for to in SPACES {
        let p = format!("ptr{to}");
        for volatile in ["false", "true"] {
            for from in SPACES.iter().chain(&[" addrspace(4)"]) {
                let q = format!("ptr{from}");
                for (name, length) in [
                    ("memcpy", "i64 37"),
                    ("memcpy", "i32 %id"),
                    ("memmove", "i64 70"),
                    ("memmove", "i64 %wide"),
                    ("memcpy.inline", "i64 33"),
                ] {
                    let size = &length[..3];
                    forms.add(
                        format!("{name}.{}.{}.{length}.{volatile}", mangled(&p), mangled(&q)),
                        &[&p, &q],
                        "",
                        &format!("%wide = zext i32 %id to i64\ncall void @llvm.{name}.{}.{}.{size}({p} align 2 %a0, {q} %a1, {length}, i1 {volatile})", mangled(&p), mangled(&q)),
                    );
                }
            }
            for (name, length) in [
                ("memset", "i64 37"),
                ("memset", "i32 %id"),
                ("memset.inline", "i64 70"),
            ] {
                let size = &length[..3];
                forms.add(
                    format!("{name}.{}.{length}.{volatile}", mangled(&p)),
                    &[&p, "i8"],
                    "",
                    &format!(
                        "call void @llvm.{name}.{}.{size}({p} %a0, i8 %a1, {length}, i1 {volatile})",
                        mangled(&p)
                    ),
                );
            }
        }
        for size in [1, 4, 16] {
            forms.add(
                format!("memcpy.element.unordered.atomic.{}.{size}", mangled(&p)),
                &[&p, &p],
                "",
                &format!("call void @llvm.memcpy.element.unordered.atomic.{0}.{0}.i64({p} align 16 %a0, {p} align 16 %a1, i64 64, i32 {size})", mangled(&p)),
            );
        }
        let length = "i64 64";
        forms.add(
            format!("experimental.memset.pattern.{}", mangled(&p)),
            &[&p, "i32"],
            "",
            &format!("call void @llvm.experimental.memset.pattern.{}.i32.i64({p} %a0, i32 %a1, {length}, i1 false)", mangled(&p)),
        );
    }
}

fn others(forms: &mut Forms) {
    let list: &[(&str, &[&str], &str, &str)] = &[
        ("readcyclecounter", &[], "", "i64"),
        ("readsteadycounter", &[], "", "i64"),
        ("trap", &[], "", ""),
        ("debugtrap", &[], "", ""),
        ("ubsantrap", &[], "i8 3", ""),
        ("assume", &["i1"], "", ""),
        ("donothing", &[], "", ""),
        ("sideeffect", &[], "", ""),
        ("get.rounding", &[], "", "i32"),
        ("set.rounding", &["i32"], "", ""),
        ("set.rounding", &[], "i32 1", ""),
        ("get.fpenv.i64", &[], "", "i64"),
        ("set.fpenv.i64", &["i64"], "", ""),
        ("reset.fpenv", &[], "", ""),
        ("get.fpmode.i32", &[], "", "i32"),
        ("set.fpmode.i32", &["i32"], "", ""),
        ("reset.fpmode", &[], "", ""),
        ("flt.rounds", &[], "", "i32"),
        ("stacksave.p5", &[], "", "ptr addrspace(5)"),
        ("returnaddress", &[], "i32 0", "ptr"),
        ("frameaddress.p5", &[], "i32 0", "ptr addrspace(5)"),
        ("frameaddress.p0", &[], "i32 0", "ptr"),
        ("addressofreturnaddress.p5", &[], "", "ptr addrspace(5)"),
        ("addressofreturnaddress.p0", &[], "", "ptr"),
        ("sponentry.p5", &[], "", "ptr addrspace(5)"),
        ("thread.pointer.p0", &[], "", "ptr"),
        ("stackrestore.p5", &["ptr addrspace(5)"], "", ""),
        ("fake.use", &["i32"], "", ""),
        ("fake.use", &["<3 x half>"], "", ""),
        ("pseudoprobe", &[], "i64 1, i64 1, i32 0, i64 -1", ""),
        ("allow.ubsan.check", &[], "i8 3", "i1"),
        ("allow.runtime.check", &[], "metadata !\"c\"", "i1"),
        ("experimental.widenable.condition", &[], "", "i1"),
        ("get.active.lane.mask.v8i1.i32", &["i32", "i32"], "", "<8 x i1>"),
        ("get.active.lane.mask.v3i1.i64", &["i64", "i64"], "", "<3 x i1>"),
        (
            "experimental.get.vector.length.i32",
            &["i32"],
            "i32 4, i1 false",
            "i32",
        ),
        ("loop.decrement.i32", &["i32"], "", "i1"),
        ("clear_cache", &["ptr", "ptr"], "", ""),
        ("prefetch.p1", &["ptr addrspace(1)"], "i32 0, i32 3, i32 1", ""),
        ("prefetch.p0", &["ptr"], "i32 0, i32 3, i32 1", ""),
        ("prefetch.p3", &["ptr addrspace(3)"], "i32 0, i32 3, i32 1", ""),
        ("prefetch.p7", &["ptr addrspace(7)"], "i32 0, i32 3, i32 1", ""),
        ("ptrmask.p0.i64", &["ptr", "i64"], "", "ptr"),
        (
            "ptrmask.p1.i64",
            &["ptr addrspace(1)", "i64"],
            "",
            "ptr addrspace(1)",
        ),
        (
            "ptrmask.p3.i32",
            &["ptr addrspace(3)", "i32"],
            "",
            "ptr addrspace(3)",
        ),
        (
            "ptrmask.p7.i32",
            &["ptr addrspace(7)", "i32"],
            "",
            "ptr addrspace(7)",
        ),
        (
            "ptrmask.v2p1.v2i64",
            &["<2 x ptr addrspace(1)>", "<2 x i64>"],
            "",
            "<2 x ptr addrspace(1)>",
        ),
        (
            "launder.invariant.group.p1",
            &["ptr addrspace(1)"],
            "",
            "ptr addrspace(1)",
        ),
        ("strip.invariant.group.p0", &["ptr"], "", "ptr"),
        (
            "launder.invariant.group.p7",
            &["ptr addrspace(7)"],
            "",
            "ptr addrspace(7)",
        ),
        ("invariant.start.p1", &[], "i64 4, ptr addrspace(1) %in", "ptr"),
        (
            "objectsize.i32.p0",
            &["ptr"],
            "i1 false, i1 false, i1 false",
            "i32",
        ),
        (
            "objectsize.i64.p1",
            &["ptr addrspace(1)"],
            "i1 true, i1 false, i1 true",
            "i64",
        ),
        ("load.relative.i32", &["ptr", "i32"], "", "ptr"),
        (
            "expect.with.probability.i32",
            &["i32"],
            "i32 3, double 0.5",
            "i32",
        ),
        ("ssa.copy.i32", &["i32"], "", "i32"),
        ("ssa.copy.v2i1", &["<2 x i1>"], "", "<2 x i1>"),
        ("vscale.i32", &[], "", "i32"),
        ("dead.i32", &[], "", "i32"),
        ("eh.sjlj.setjmp", &["ptr"], "", "i32"),
        ("gcroot", &[], "", ""),
        ("call.preallocated.setup", &[], "i32 1", "token"),
        (
            "threadlocal.address.p1",
            &["ptr addrspace(1)"],
            "",
            "ptr addrspace(1)",
        ),
        ("annotation.i32.p0", &["i32", "ptr", "ptr"], "i32 0", "i32"),
        (
            "ptr.annotation.p1.p0",
            &["ptr addrspace(1)", "ptr", "ptr"],
            "i32 0, ptr null",
            "ptr addrspace(1)",
        ),
        (
            "var.annotation.p0.p0",
            &["ptr", "ptr", "ptr"],
            "i32 0, ptr null",
            "",
        ),
        ("instrprof.increment", &["ptr"], "i64 0, i32 1, i32 0", ""),
        ("read_register.i32", &[], "metadata !0", "i32"),
        ("read_register.i64", &[], "metadata !1", "i64"),
        ("write_register.i32", &[], "metadata !2, i32 3", ""),
        ("read_volatile_register.i64", &[], "metadata !1", "i64"),
        ("experimental.convergence.anchor", &[], "", "token"),
        (
            "masked.udiv.v4i32",
            &["<4 x i32>", "<4 x i32>", "<4 x i1>"],
            "",
            "<4 x i32>",
        ),
        (
            "vp.add.v4i32",
            &["<4 x i32>", "<4 x i32>", "<4 x i1>", "i32"],
            "",
            "<4 x i32>",
        ),
        (
            "vp.load.v4i32.p1",
            &["ptr addrspace(1)", "<4 x i1>", "i32"],
            "",
            "<4 x i32>",
        ),
        (
            "vp.reduce.add.v4i32",
            &["i32", "<4 x i32>", "<4 x i1>", "i32"],
            "",
            "i32",
        ),
        (
            "matrix.multiply.v4f32.v4f32.v4f32",
            &["<4 x float>", "<4 x float>"],
            "i32 2, i32 2, i32 2",
            "<4 x float>",
        ),
        (
            "matrix.transpose.v6i32",
            &["<6 x i32>"],
            "i32 2, i32 3",
            "<6 x i32>",
        ),
        ("lifetime.start.p5", &[], "ptr addrspace(5) poison", ""),
        ("va_start.p5", &["ptr addrspace(5)"], "", ""),
        ("localaddress", &[], "", "ptr"),
        ("amdgcn.reloc.constant", &[], "metadata !3", "i32"),
        ("type.test", &["ptr"], "metadata !\"t\"", "i1"),
        ("public.type.test", &["ptr"], "metadata !\"t\"", "i1"),
    ];
    for (name, operands, extra, result) in list {
        let stored = if *result == "token" { "" } else { result };
        forms.call(name, operands, extra, result);
        let form = forms.0.last_mut().expect("the form just added");
        if stored.is_empty() && !result.is_empty() {
            form.text = form
                .text
                .lines()
                .filter(|line| !line.starts_with("store token") && !line.starts_with("%q"))
                .fold(String::new(), |text, line| text + line + "\n");
        }
        if extra.contains("metadata !") {
            form.text
                .push_str("!0 = !{!\"m0\"}\n!1 = !{!\"exec\"}\n!2 = !{!\"m0\"}\n!3 = !{!\"constant\"}\n");
        }
    }
}
