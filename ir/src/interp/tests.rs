use super::*;
use crate::analysis::testing::REGISTRY;
use crate::text::parse_module_text;

fn run(
    text: &str,
    local: u32,
    global: u32,
    args: &[Arg],
    buffers: &[&[u32]],
) -> Result<Vec<Vec<u32>>, String> {
    let module = parse_module_text(text, &REGISTRY).unwrap_or_else(|e| panic!("{e}"));
    let problems = crate::verify::verify_module(&module);
    assert!(
        !problems.has_errors(),
        "{:?}",
        problems.iter().map(|d| &d.message).collect::<Vec<_>>()
    );
    let mut interpreter = Interpreter::new(&module, &NoTarget).map_err(|e| e.to_string())?;
    let mut handles = Vec::new();
    for contents in buffers {
        let bytes: Vec<u8> = contents.iter().flat_map(|v| v.to_le_bytes()).collect();
        handles.push(interpreter.alloc_with(&bytes));
    }
    let mut all: Vec<Arg> = handles.iter().map(|&h| Arg::Buffer(h)).collect();
    all.extend_from_slice(args);
    let options = LaunchOptions {
        step_limit: 1_000_000,
        ..LaunchOptions::default()
    };
    interpreter
        .launch("k", [global, 1, 1], [local, 1, 1], &all, &options)
        .map_err(|e| e.to_string())?;
    let words = |bytes: &[u8]| {
        bytes
            .chunks(4)
            .map(|c| u32::from_le_bytes(c.try_into().unwrap()))
            .collect()
    };
    Ok(handles.iter().map(|&h| words(interpreter.read(h))).collect())
}

fn kernel(body: &str) -> String {
    format!("define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {{\nentry:\n{body}\n}}\n")
}

fn bytes(value: u32) -> Arg {
    Arg::Bytes(value.to_le_bytes().to_vec())
}

#[test]
fn a_loop_with_phis() {
    let text = kernel(
        "  br label %loop\nloop:\n  %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n  \
         %a = phi i32 [ 0, %entry ], [ %b, %loop ]\n  %b = phi i32 [ 1, %entry ], [ %sum, %loop ]\n  \
         %sum = add i32 %a, %b\n  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i\n  \
         store i32 %a, ptr addrspace(1) %q\n  %next = add i32 %i, 1\n  %c = icmp ult i32 %next, %n\n  \
         br i1 %c, label %loop, label %end\nend:\n  ret void",
    );
    let result = run(&text, 1, 1, &[bytes(8)], &[&[0; 8]]).unwrap();
    assert_eq!(result[0], [0, 1, 1, 2, 3, 5, 8, 13]);
}

#[test]
fn vectors_structs_calls_and_stack_objects() {
    let text = "@t = internal addrspace(4) constant [2 x { i8, <2 x i16> }] [{ i8, <2 x i16> } { i8 1, <2 x i16> <i16 2, i16 3> }, { i8, <2 x i16> } { i8 4, <2 x i16> <i16 5, i16 6> }]\n\
        define { i32, <2 x i16> } @f(i32 %i) {\n  %q = getelementptr [2 x { i8, <2 x i16> }], ptr addrspace(4) @t, i32 0, i32 %i\n  \
        %s = load { i8, <2 x i16> }, ptr addrspace(4) %q\n  %a = extractvalue { i8, <2 x i16> } %s, 0\n  %v = extractvalue { i8, <2 x i16> } %s, 1\n  \
        %w = zext i8 %a to i32\n  %r = insertvalue { i32, <2 x i16> } poison, i32 %w, 0\n  %r2 = insertvalue { i32, <2 x i16> } %r, <2 x i16> %v, 1\n  ret { i32, <2 x i16> } %r2\n}\n\
        define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n  %a = alloca [4 x i32], addrspace(5)\n  \
        %r = call { i32, <2 x i16> } @f(i32 1)\n  %x = extractvalue { i32, <2 x i16> } %r, 0\n  %v = extractvalue { i32, <2 x i16> } %r, 1\n  \
        %y = bitcast <2 x i16> %v to i32\n  store i32 %x, ptr addrspace(5) %a\n  %b = getelementptr i8, ptr addrspace(5) %a, i32 4\n  store i32 %y, ptr addrspace(5) %b\n  \
        call void @llvm.memcpy.p1.p5.i64(ptr addrspace(1) %p, ptr addrspace(5) %a, i64 8, i1 false)\n  \
        %g = addrspacecast ptr addrspace(5) %b to ptr\n  %z = load i16, ptr %g\n  %zz = zext i16 %z to i32\n  \
        %q = getelementptr i32, ptr addrspace(1) %p, i64 2\n  store i32 %zz, ptr addrspace(1) %q\n  \
        %o = atomicrmw umax ptr addrspace(1) %q, i32 9 monotonic\n  %cx = cmpxchg ptr addrspace(1) %q, i32 9, i32 %o seq_cst seq_cst\n  ret void\n}\n\
        declare void @llvm.memcpy.p1.p5.i64(ptr addrspace(1), ptr addrspace(5), i64, i1)\n";
    let result = run(text, 1, 1, &[], &[&[0; 3]]).unwrap();
    assert_eq!(result[0], [4, 0x0006_0005, 5]);
}

#[test]
fn what_is_undefined_stops_the_launch() {
    let fails = |body: &str| run(&kernel(body), 1, 1, &[bytes(0)], &[&[0; 4]]).unwrap_err();
    assert_eq!(
        fails("  %x = udiv i32 1, %n\n  store i32 %x, ptr addrspace(1) %p\n  ret void"),
        "division by zero in function '@k' at '%x = udiv i32 1, %n', work-item (0, 0, 0)"
    );
    let text = fails(
        "  %q = getelementptr i32, ptr addrspace(1) %p, i32 4\n  store i32 1, ptr addrspace(1) %q\n  ret void",
    );
    assert!(text.starts_with("store of 4 bytes at "), "{text}");
    assert!(text.contains("(0 bytes after buffer 0)"), "{text}");
    let text = fails(
        "  %a = alloca i32, addrspace(5)\n  %x = load i32, ptr addrspace(5) %a\n  %c = icmp eq i32 %x, 0\n  br i1 %c, label %entry2, label %entry2\nentry2:\n  ret void",
    );
    assert!(
        text.starts_with("the condition of a branch is undefined"),
        "{text}"
    );
    let text = fails("  %x = load i32, ptr null\n  ret void");
    assert!(text.contains("outside of all objects"), "{text}");
    let text = fails(
        "  %q = getelementptr i8, ptr addrspace(1) %p, i32 2\n  %x = load i32, ptr addrspace(1) %q\n  ret void",
    );
    assert!(text.contains("is not aligned to 4 bytes"), "{text}");
    let text = fails("  br label %loop\nloop:\n  br label %loop");
    assert!(text.contains("more than 1000000 operations"), "{text}");
    let text = fails("  call void @llvm.trap()\n  unreachable");
    assert!(text.contains("a trap is executed"), "{text}");
    // Unused poison is fine.
    run(
        &kernel("  %x = shl i32 1, 77\n  %y = add i32 %x, 1\n  ret void"),
        1,
        1,
        &[bytes(0)],
        &[&[0]],
    )
    .unwrap();
}

#[test]
fn generic_intrinsics() {
    let text = kernel(
        "  %a = call <2 x i32> @llvm.umax.v2i32(<2 x i32> <i32 1, i32 5>, <2 x i32> splat (i32 3))\n  \
         %s = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 -1, i32 %n)\n  %o = extractvalue { i32, i1 } %s, 1\n  \
         %oi = zext i1 %o to i32\n  %r = call i32 @llvm.vector.reduce.add.v2i32(<2 x i32> %a)\n  \
         %f = call float @llvm.fma.f32(float 2.000000e+00, float 3.000000e+00, float 4.000000e+00)\n  \
         %fi = fptosi float %f to i32\n  %v = insertelement <4 x i32> poison, i32 %r, i32 0\n  \
         %v1 = insertelement <4 x i32> %v, i32 %oi, i32 1\n  %v2 = insertelement <4 x i32> %v1, i32 %fi, i32 2\n  \
         %v3 = shufflevector <4 x i32> %v2, <4 x i32> poison, <4 x i32> <i32 2, i32 1, i32 0, i32 poison>\n  \
         store <4 x i32> %v3, ptr addrspace(1) %p\n  ret void",
    );
    let result = run(&text, 1, 1, &[bytes(2)], &[&[7; 4]]).unwrap();
    // The poison element leaves the old contents.
    assert_eq!(result[0], [10, 1, 8, 7]);
}
