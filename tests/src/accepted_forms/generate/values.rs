//! Conversions, and operations that move or choose values of any type.

use super::{Forms, SPACES, elements, mangled, with_shape};

pub(super) fn conversions(forms: &mut Forms) {
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
pub(super) fn values(forms: &mut Forms, ty: &str) {
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
    forms.call(
        &format!("experimental.vector.compress.{short}"),
        &[ty, &bools, ty],
        "",
        ty,
    );
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
