//! Loads, stores, calls, atomic operations and copies.

use super::{Form, Forms, SPACES, mangled};

/// Loads, stores and variables.
pub(super) fn memory(forms: &mut Forms, ty: &str) {
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
pub(super) fn functions(forms: &mut Forms, ty: &str) {
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

pub(super) fn atomics(forms: &mut Forms) {
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

pub(super) fn copies(forms: &mut Forms) {
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
