//! Accesses through buffer resources around the end of the buffer, against the IR interpreter at every level: of every
//! width, with and without an index, for records whose size fits the access and for others. Lanes are in bounds, out of
//! bounds and, where several dwords are accessed at once, partly out of bounds.

use crate::address_pairs::{ITEMS, run};
use libtest_mimic::{Failed, Trial};
use std::fmt::Write;

/// Types with the suffix of the intrinsic and the bytes.
const TYPES: &[(&str, &str, u32)] = &[
    ("i8", "i8", 1),
    ("i16", "i16", 2),
    ("half", "f16", 2),
    ("i32", "i32", 4),
    ("<2 x half>", "v2f16", 4),
    ("i64", "i64", 8),
    ("<4 x i16>", "v4i16", 8),
    ("<3 x i32>", "v3i32", 12),
    ("<4 x float>", "v4f32", 16),
    ("i128", "i128", 16),
];

/// The types of formatted accesses, and the format: 16_16_16_16 and 32_32_32 as floats, 8_8_8_8 as numbers from 0 to 1.
const FORMATS: &[(&str, &str, u32)] = &[
    ("<4 x half>", "v4f16", 12 | 7 << 4),
    ("<3 x float>", "v3f32", 13 | 7 << 4),
    ("<2 x float>", "v2f32", 10),
    ("half", "f16", 10),
];

/// Bytes of memory reserved for a case.
const REGION: u32 = 1024;

/// One test for each form and size of records.
pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for form in ["raw", "struct"] {
        for stride in [0, 4, 7, 12, 16, 20] {
            let test = move || run(&program(form, stride), false).map_err(Failed::from);
            trials.push(Trial::test(format!("buffer_bounds/{form}/{stride}"), test));
        }
    }
    trials
}

fn program(form: &str, stride: u32) -> String {
    let mut text = String::from(
        "define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) noalias %out, \
         i32 %times, i32 %unused) {\n  \
         %id = call i32 @llvm.amdgcn.workitem.id.x()\n  %at = mul i32 %id, 4096\n  \
         %results = getelementptr i8, ptr addrspace(1) %out, i32 %at\n",
    );
    let mut case = 0;
    // Bytes after the ends of 8 accesses that are completely in bounds.
    for more in [0, 2, 4, 6, 8, 13] {
        for &(ty, suffix, bytes) in TYPES {
            load(&mut text, (form, stride), case, (ty, suffix, bytes, None), more);
            case += 1;
        }
        for &(ty, suffix, format) in FORMATS {
            load(
                &mut text,
                (form, stride),
                case,
                (ty, suffix, 16, Some(format)),
                more,
            );
            case += 1;
        }
    }
    let mut region = 0;
    for more in [2, 4, 8, 13] {
        for &(ty, suffix, bytes) in TYPES {
            store(&mut text, (form, stride), region, (ty, suffix, bytes), more);
            region += 1;
        }
    }
    text + "  ret void\n}\n"
}

/// Creates `%r.NAME`, a resource of records of `stride` bytes with `bytes` bytes in all, and returns the operands that
/// address the lane's location: `step` bytes or one record per lane.
fn place(text: &mut String, (form, stride): (&str, u32), name: &str, bytes: u32, step: u32) -> String {
    let is_indexed = form == "struct" && stride != 0;
    // An index is compared with the number of records, so half of the lanes are out of bounds.
    let records = if is_indexed {
        ITEMS / 2
    } else {
        bytes / stride.max(1)
    };
    let _ = writeln!(
        text,
        "  %r.{name} = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %b.{name}, i16 {stride}, i64 {records}, i32 163756)\n  \
         %o.{name} = mul i32 %id, {step}"
    );
    match (form, is_indexed) {
        ("raw", _) => format!("ptr addrspace(8) %r.{name}, i32 %o.{name}, i32 0"),
        (_, false) => format!("ptr addrspace(8) %r.{name}, i32 0, i32 %o.{name}, i32 0"),
        (_, true) => format!("ptr addrspace(8) %r.{name}, i32 %id, i32 0, i32 0"),
    }
}

type Loaded<'t> = (&'t str, &'t str, u32, Option<u32>);

fn load(text: &mut String, form: (&str, u32), case: u32, (ty, suffix, bytes, format): Loaded<'_>, more: u32) {
    // Records whose size is not a multiple of the alignment hold bytes only.
    if form.0 == "struct" && !form.1.is_multiple_of(bytes.min(4)) {
        return;
    }
    let name = format!("l{case}");
    let _ = writeln!(
        text,
        "  %b.{name} = getelementptr i8, ptr addrspace(1) %p, i32 {}",
        case * 4
    );
    let place = place(text, form, &name, 8 * bytes + more, bytes);
    let (kind, format) = match format {
        None => ("buffer", String::new()),
        Some(format) => ("tbuffer", format!(", i32 {format}")),
    };
    let _ = writeln!(
        text,
        "  %v.{name} = call {ty} @llvm.amdgcn.{}.ptr.{kind}.load.{suffix}({place}{format}, i32 0)\n  \
         %w.{name} = getelementptr i8, ptr addrspace(1) %results, i32 {}\n  \
         store {ty} %v.{name}, ptr addrspace(1) %w.{name}, align 4",
        form.0,
        case * 16
    );
}

fn store(
    text: &mut String,
    form: (&str, u32),
    region: u32,
    (ty, suffix, bytes): (&str, &str, u32),
    more: u32,
) {
    // The locations of the lanes are disjoint.
    if form.0 == "struct" && form.1 != 0 && (form.1 < bytes || !form.1.is_multiple_of(bytes.min(4))) {
        return;
    }
    let name = format!("s{region}");
    let _ = writeln!(
        text,
        "  %b.{name} = getelementptr i8, ptr addrspace(1) %p, i32 {}\n  \
         %n.{name} = zext i32 %id to i128\n  %m.{name} = mul i128 %n.{name}, 1339673755198158349044581307228491{region:03}\n  \
         %c.{name} = add i128 %m.{name}, 40804050607080910111213141516\n  \
         %t.{name} = {}",
        8192 + region * REGION,
        match bytes {
            16 => format!("freeze i128 %c.{name}"),
            _ => format!("trunc i128 %c.{name} to i{}", bytes * 8),
        }
    );
    let place = place(text, form, &name, 8 * bytes + more, bytes);
    let _ = writeln!(
        text,
        "  %v.{name} = bitcast i{} %t.{name} to {ty}\n  \
         call void @llvm.amdgcn.{}.ptr.buffer.store.{suffix}({ty} %v.{name}, {place}, i32 0)",
        bytes * 8,
        form.0
    );
}
