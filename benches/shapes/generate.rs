//! Kernels of one shape and any size, as LLVM IR with about `n` instructions.

use std::fmt::Write;

/// Name and generator.
pub(crate) type Shape = (&'static str, fn(usize) -> String);

/// All shapes.
pub(crate) const SHAPES: &[Shape] = &[
    ("long-block", long_block),
    ("wide-block", wide_block),
    ("loads", loads),
    ("stores", stores),
    ("constant-stores", constant_stores),
    ("uniform-loads", uniform_loads),
    ("many-blocks", many_blocks),
    ("if-chain", if_chain),
    ("else-chain", else_chain),
    ("select-chain", select_chain),
    ("phis", phis),
    ("switch", switch),
    ("switch-in-loop", switch_in_loop),
    ("nested-ifs", nested_ifs),
    ("nested-loops", nested_loops),
    ("loops-in-a-row", loops_in_a_row),
    ("divergent-exits", divergent_exits),
    ("irreducible", irreducible),
    ("functions", functions),
    ("calls", calls),
    ("big-structs", big_structs),
    ("private-array", private_array),
];

const HEAD: &str = "target triple = \"amdgcn-amd-amdhsa\"\n\
    declare i32 @llvm.amdgcn.workitem.id.x()\n";
const ENTRY: &str = "entry:\n  %id = call i32 @llvm.amdgcn.workitem.id.x()\n  \
    %mine = getelementptr i32, ptr addrspace(1) %out, i32 %id\n";
const SIGNATURE: &str = "(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n)";

/// A kernel around `body`, which stores what `result` names.
fn kernel(body: &str, result: &str) -> String {
    format!(
        "{HEAD}define amdgpu_kernel void @f{SIGNATURE} {{\n{ENTRY}{body}  \
         store i32 {result}, ptr addrspace(1) %mine\n  ret void\n}}\n"
    )
}

/// `count` repetitions of a text, with `@` for the number and `<` for the previous one.
fn repeat(count: usize, piece: &str) -> String {
    let mut text = String::new();
    for k in 1..=count.max(1) {
        for part in piece.split_inclusive(['@', '<']) {
            match part.as_bytes().last() {
                Some(b'@') => write!(text, "{}{k}", &part[..part.len() - 1]),
                Some(b'<') => write!(text, "{}{}", &part[..part.len() - 1], k - 1),
                _ => write!(text, "{part}"),
            }
            .expect("text");
        }
    }
    text
}

fn long_block(n: usize) -> String {
    let body = repeat(n / 2, "  %a@ = mul i32 %x<, %id\n  %x@ = xor i32 %a@, @\n");
    kernel(
        &format!("  %x0 = add i32 %id, %n\n{body}"),
        &format!("%x{}", n / 2),
    )
}

/// Independent values, all live at once.
fn wide_block(n: usize) -> String {
    let first = repeat(n / 2, "  %a@ = mul i32 %id, @\n");
    let second = repeat(n / 2, "  %x@ = xor i32 %x<, %a@\n");
    kernel(
        &format!("  %x0 = add i32 %id, %n\n{first}{second}"),
        &format!("%x{}", n / 2),
    )
}

fn loads(n: usize) -> String {
    let body = repeat(
        n / 4,
        "  %i@ = add i32 %id, @\n  %p@ = getelementptr i32, ptr addrspace(1) %in, i32 %i@\n  \
         %v@ = load i32, ptr addrspace(1) %p@\n  %x@ = add i32 %x<, %v@\n",
    );
    kernel(
        &format!("  %x0 = add i32 %id, %n\n{body}"),
        &format!("%x{}", n / 4),
    )
}

fn stores(n: usize) -> String {
    let body = repeat(
        n / 4,
        "  %i@ = mul i32 %id, @\n  %p@ = getelementptr i32, ptr addrspace(1) %out, i32 %i@\n  \
         %v@ = add i32 %id, @\n  store i32 %v@, ptr addrspace(1) %p@\n",
    );
    kernel(&body, "%n")
}

/// Stores to distant addresses that are uniform.
fn constant_stores(n: usize) -> String {
    let body = repeat(
        n / 2,
        "  %p@ = getelementptr [5000 x i8], ptr addrspace(1) %out, i64 @\n  store i32 @, ptr addrspace(1) %p@\n",
    );
    kernel(&body, "%n")
}

fn uniform_loads(n: usize) -> String {
    let body = repeat(
        n / 3,
        "  %p@ = getelementptr i32, ptr addrspace(1) %in, i32 @\n  \
         %v@ = load i32, ptr addrspace(1) %p@, !invariant.load !0\n  %x@ = xor i32 %x<, %v@\n",
    );
    kernel(
        &format!("  %x0 = add i32 %id, %n\n{body}"),
        &format!("%x{}", n / 3),
    ) + "!0 = !{}\n"
}

/// Conditional blocks with uniform conditions.
fn many_blocks(n: usize) -> String {
    let body = repeat(
        n / 5,
        "  %c@ = icmp sgt i32 %n, @\n  br i1 %c@, label %t@, label %m@\nt@:\n  %a@ = mul i32 %x<, @\n  \
         br label %m@\nm@:\n  %x@ = phi i32 [ %x<, %m< ], [ %a@, %t@ ]\n",
    );
    let count = n / 5;
    kernel(
        &format!("  %x0 = add i32 %id, %n\n  br label %m0\nm0:\n{body}"),
        &format!("%x{count}"),
    )
}

fn if_chain(n: usize) -> String {
    let body = repeat(
        n / 6,
        "  %c@ = icmp sgt i32 %x<, @\n  br i1 %c@, label %t@, label %m@\nt@:\n  %a@ = mul i32 %x<, %n\n  \
         store volatile i32 %a@, ptr addrspace(1) %mine\n  br label %m@\nm@:\n  %x@ = phi i32 [ %x<, %m< ], [ %a@, %t@ ]\n",
    );
    let count = n / 6;
    kernel(
        &format!("  %x0 = add i32 %id, %n\n  br label %m0\nm0:\n{body}"),
        &format!("%x{count}"),
    )
}

/// `if .. else if .. else if ..`
fn else_chain(n: usize) -> String {
    let count = n / 5;
    let body = repeat(
        count,
        "  %c@ = icmp eq i32 %x0, @\n  br i1 %c@, label %t@, label %e@\nt@:\n  %a@ = mul i32 %n, @\n  \
         store volatile i32 %a@, ptr addrspace(1) %mine\n  br label %end\ne@:\n",
    );
    let ends = repeat(count, ", [ %a@, %t@ ]");
    kernel(
        &format!(
            "  %x0 = load i32, ptr addrspace(1) %mine\n{body}  br label %end\nend:\n  \
             %r = phi i32 [ %n, %e{count} ]{ends}\n"
        ),
        "%r",
    )
}

fn select_chain(n: usize) -> String {
    let body = repeat(
        n / 2,
        "  %c@ = icmp eq i32 %id, @\n  %x@ = select i1 %c@, i32 %n, i32 %x<\n",
    );
    kernel(
        &format!("  %x0 = add i32 %id, %n\n{body}"),
        &format!("%x{}", n / 2),
    )
}

/// Loop-carried values in a cycle.
fn phis(n: usize) -> String {
    // Values that do not fit in registers are spilled: more than 32,000 of one loop would exceed scratch memory.
    const MOST: usize = 10_000;
    let mut left = (n / 2).max(1);
    let (mut text, mut before, mut start) = (String::new(), "entry".to_string(), "%id".to_string());
    for number in 0.. {
        let count = left.min(MOST);
        left -= count;
        let (from, to) = (format!("loop{number}"), format!("end{number}"));
        write!(
            text,
            "  br label %{from}\n{from}:\n  %i{number} = phi i32 [ 0, %{before} ], [ %j{number}, %{from} ]\n"
        )
        .expect("text");
        for k in 1..=count {
            let next = k % count + 1;
            writeln!(
                text,
                "  %p{number}.{k} = phi i32 [ {start}, %{before} ], [ %v{number}.{next}, %{from} ]"
            )
            .expect("text");
        }
        for k in 1..=count {
            writeln!(text, "  %v{number}.{k} = add i32 %p{number}.{k}, %i{number}").expect("text");
        }
        write!(
            text,
            "  %j{number} = add i32 %i{number}, 1\n  %c{number} = icmp slt i32 %j{number}, %n\n  \
             br i1 %c{number}, label %{from}, label %{to}\n{to}:\n"
        )
        .expect("text");
        (before, start) = (to, format!("%v{number}.1"));
        if left == 0 {
            break;
        }
    }
    kernel(&text, &start)
}

fn switch(n: usize) -> String {
    let count = n / 3;
    let cases = repeat(count, "    i32 @, label %t@\n");
    let arms = repeat(
        count,
        "t@:\n  %a@ = mul i32 %n, @\n  store volatile i32 %a@, ptr addrspace(1) %mine\n  br label %end\n",
    );
    kernel(
        &format!(
            "  %x0 = load i32, ptr addrspace(1) %mine\n  switch i32 %x0, label %end [\n{cases}  ]\n{arms}end:\n"
        ),
        "%x0",
    )
}

fn switch_in_loop(n: usize) -> String {
    let count = n / 3;
    let cases = repeat(count, "    i32 @, label %t@\n");
    let arms = repeat(count, "t@:\n  %a@ = mul i32 %x, @\n  br label %next\n");
    let ends = repeat(count, ", [ %a@, %t@ ]");
    kernel(
        &format!(
            "  br label %loop\nloop:\n  %i = phi i32 [ 0, %entry ], [ %j, %next ]\n  \
             %x = phi i32 [ %id, %entry ], [ %y, %next ]\n  switch i32 %x, label %next [\n{cases}  ]\n{arms}next:\n  \
             %y = phi i32 [ %i, %loop ]{ends}\n  %j = add i32 %i, 1\n  %c = icmp slt i32 %j, %n\n  \
             br i1 %c, label %loop, label %end\nend:\n"
        ),
        "%y",
    )
}

fn nested_ifs(n: usize) -> String {
    let count = n / 5;
    let mut text = "  %x0 = load i32, ptr addrspace(1) %mine\n".to_string();
    text += &repeat(
        count,
        "  %c@ = icmp sgt i32 %x<, @\n  br i1 %c@, label %t@, label %m@\nt@:\n  %x@ = mul i32 %x<, %n\n  \
         store volatile i32 %x@, ptr addrspace(1) %mine\n",
    );
    for k in (1..=count).rev() {
        writeln!(text, "  br label %m{k}\nm{k}:").expect("text");
    }
    kernel(&text, "%n")
}

fn nested_loops(n: usize) -> String {
    // Deeper nests than these do not occur in programs.
    let depth = (n / 6).min(60);
    let nests = (n / (6 * depth.max(1))).max(1);
    let mut text = "  br label %b0\nb0:\n".to_string();
    let mut before = "b0".to_string();
    for nest in 0..nests {
        for k in 0..depth {
            let from = if k == 0 {
                before.clone()
            } else {
                format!("l{nest}.{}", k - 1)
            };
            writeln!(
                text,
                "  br label %l{nest}.{k}\nl{nest}.{k}:\n  %i{nest}.{k} = phi i32 [ 0, %{from} ], [ %j{nest}.{k}, %e{nest}.{k} ]"
            )
            .expect("text");
        }
        let inner = depth - 1;
        writeln!(
            text,
            "  store volatile i32 %i{nest}.{inner}, ptr addrspace(1) %mine"
        )
        .expect("text");
        for k in (0..depth).rev() {
            writeln!(
                text,
                "  br label %e{nest}.{k}\ne{nest}.{k}:\n  %j{nest}.{k} = add i32 %i{nest}.{k}, 1\n  \
                 %c{nest}.{k} = icmp slt i32 %j{nest}.{k}, %id\n  br i1 %c{nest}.{k}, label %l{nest}.{k}, label %x{nest}.{k}\nx{nest}.{k}:"
            )
            .expect("text");
        }
        before = format!("x{nest}.0");
    }
    kernel(&text, "%n")
}

fn loops_in_a_row(n: usize) -> String {
    let body = repeat(
        n / 6,
        "  br label %l@\nl@:\n  %i@ = phi i32 [ 0, %e< ], [ %j@, %l@ ]\n  %y@ = phi i32 [ %x<, %e< ], [ %x@, %l@ ]\n  \
         %x@ = mul i32 %y@, %id\n  %j@ = add i32 %i@, 1\n  %c@ = icmp slt i32 %j@, %id\n  \
         br i1 %c@, label %l@, label %e@\ne@:\n",
    );
    let count = n / 6;
    kernel(
        &format!("  %x0 = add i32 %id, %n\n  br label %e0\ne0:\n{body}"),
        &format!("%x{count}"),
    )
}

/// A loop that lanes leave at many exits.
fn divergent_exits(n: usize) -> String {
    let count = n / 4;
    let body = repeat(
        count,
        "b@:\n  %p@ = getelementptr i32, ptr addrspace(1) %in, i32 %k@\n  %v@ = load volatile i32, ptr addrspace(1) %p@\n  \
         %c@ = icmp eq i32 %v@, @\n  br i1 %c@, label %end, label %b#\n",
    );
    let mut text =
        "  br label %loop\nloop:\n  %i = phi i32 [ 0, %entry ], [ %j, %next ]\n  br label %b1\n".to_string();
    for (k, piece) in (1..).zip(body.split_inclusive("%b#\n")) {
        let next = if k == count {
            "next".to_string()
        } else {
            format!("b{}", k + 1)
        };
        text += &piece.replace("b#", &next).replace(&format!("%k{k}"), "%id");
    }
    let ends = repeat(count, ", [ @, %b@ ]");
    text += "next:\n  %j = add i32 %i, 1\n  %c = icmp slt i32 %j, %n\n  br i1 %c, label %loop, label %end\n";
    write!(text, "end:\n  %r = phi i32 [ 0, %next ]{ends}\n").expect("text");
    kernel(&text, "%r")
}

/// Pairs of blocks that jump to each other, each entered from outside (irreducible loops).
fn irreducible(n: usize) -> String {
    let body = repeat(
        n / 8,
        "  %c@ = icmp sgt i32 %id, @\n  br i1 %c@, label %a@, label %b@\na@:\n  \
         %u@ = phi i32 [ %x<, %e< ], [ %w@, %b@ ]\n  %v@ = add i32 %u@, %id\n  %d@ = icmp slt i32 %v@, %n\n  \
         br i1 %d@, label %b@, label %e@\nb@:\n  %t@ = phi i32 [ %x<, %e< ], [ %v@, %a@ ]\n  %w@ = add i32 %t@, 3\n  \
         br label %a@\ne@:\n  %x@ = add i32 %v@, 1\n",
    );
    let count = n / 8;
    kernel(
        &format!("  %x0 = add i32 %id, %n\n  br label %e0\ne0:\n{body}"),
        &format!("%x{count}"),
    )
}

/// Functions of 20 instructions without callers.
fn functions(n: usize) -> String {
    let body = repeat(10, "  %a@ = mul i32 %x<, %n\n  %x@ = xor i32 %a@, @\n");
    let mut text = kernel("", "%n");
    for k in 0..n / 20 {
        writeln!(
            text,
            "define i32 @g{k}(i32 %x0, i32 %n) {{\n{body}  ret i32 %x10\n}}"
        )
        .expect("text");
    }
    text
}

/// Calls of a function that is not inlined.
fn calls(n: usize) -> String {
    let body = repeat(
        n / 2,
        "  %y@ = call i32 CALLEE(i32 %x<)\n  %x@ = add i32 %y@, %id\n",
    )
    .replace("CALLEE", "@g");
    kernel(
        &format!("  %x0 = add i32 %id, %n\n{body}"),
        &format!("%x{}", n / 2),
    ) + "define internal i32 @g(i32 %x) noinline {\n  %r = mul i32 %x, %x\n  ret i32 %r\n}\n"
}

/// Structs of many members that are loaded, modified and stored.
fn big_structs(n: usize) -> String {
    let ty = format!("{{ {}i32 }}", "i32, ".repeat(63));
    let mut text = String::new();
    for k in 0..n / 65 {
        writeln!(
            text,
            "  %p{k} = getelementptr {ty}, ptr addrspace(1) %in, i32 {k}\n  %v{k} = load {ty}, ptr addrspace(1) %p{k}\n  \
             %w{k} = insertvalue {ty} %v{k}, i32 %id, {}\n  store {ty} %w{k}, ptr addrspace(1) %p{k}",
            k % 64
        )
        .expect("text");
    }
    kernel(&text, "%n")
}

fn private_array(n: usize) -> String {
    let body = repeat(
        n / 5,
        "  %i@ = and i32 %x<, 1023\n  %p@ = getelementptr i32, ptr addrspace(5) %array, i32 %i@\n  \
         store i32 %x<, ptr addrspace(5) %p@\n  %v@ = load i32, ptr addrspace(5) %q\n  %x@ = add i32 %v@, %id\n",
    );
    kernel(
        &format!(
            "  %array = alloca [1024 x i32], addrspace(5)\n  %q = getelementptr i32, ptr addrspace(5) %array, i32 %n\n  \
             %x0 = add i32 %id, %n\n{body}"
        ),
        &format!("%x{}", n / 5),
    )
}
