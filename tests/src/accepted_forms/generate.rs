//! A kernel for each operation with each type: operands are loaded from one buffer, results stored to another.

mod arithmetic;
mod memory;
mod others;
mod values;

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
    arithmetic::integers(&mut forms);
    arithmetic::floats(&mut forms);
    arithmetic::constrained(&mut forms);
    values::conversions(&mut forms);
    for ty in INTS.iter().chain(FLOATS).chain(POINTERS) {
        values::values(&mut forms, ty);
        memory::memory(&mut forms, ty);
        memory::functions(&mut forms, ty);
    }
    memory::atomics(&mut forms);
    memory::copies(&mut forms);
    others::others(&mut forms);
    forms.0
}
