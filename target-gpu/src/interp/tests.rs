use super::*;
use crate::intrinsics::REGISTRY;
use wavec_ir::interp::{Arg, Interpreter, LaunchOptions};
use wavec_ir::text::parse_module_text;

/// Runs kernel `k(ptr addrspace(1) %p)` over 64 work-items with a zeroed buffer of `words`.
fn run(body: &str, words: usize) -> Vec<u32> {
    let text = format!("define amdgpu_kernel void @k(ptr addrspace(1) %p) {{\n{body}\n}}\n");
    let module = parse_module_text(&text, &REGISTRY).unwrap_or_else(|e| panic!("{e}"));
    let problems = wavec_ir::verify::verify_module(&module);
    assert!(
        !problems.has_errors(),
        "{:?}",
        problems.iter().map(|d| &d.message).collect::<Vec<_>>()
    );
    let target = AmdgpuInterp::default();
    let mut interpreter = Interpreter::new(&module, &target).unwrap();
    let buffer = interpreter.alloc(4 * words);
    interpreter
        .launch(
            "k",
            [64, 1, 1],
            [64, 1, 1],
            &[Arg::Buffer(buffer)],
            &LaunchOptions::default(),
        )
        .unwrap_or_else(|e| panic!("{e}"));
    interpreter
        .read(buffer)
        .chunks(4)
        .map(|c| u32::from_le_bytes(c.try_into().unwrap()))
        .collect()
}

/// `%r` is stored at the lane's place.
fn lanes(body: &str) -> Vec<u32> {
    run(
        &format!(
            "  %id = call i32 @llvm.amdgcn.workitem.id.x()\n{body}\n  \
             %q = getelementptr i32, ptr addrspace(1) %p, i32 %id\n  store i32 %r, ptr addrspace(1) %q\n  ret void"
        ),
        64,
    )
}

#[test]
fn lanes_that_take_no_part_hold_what_they_are_given() {
    // Lanes from 5 on add their left neighbour and themselves; the first of them sees the 100 of lane 4.
    let result = run(
        "  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %c = icmp ugt i32 %id, 4
  br i1 %c, label %some, label %end
some:
  %s = call i32 @llvm.amdgcn.set.inactive.i32(i32 %id, i32 100)
  %d = call i32 @llvm.amdgcn.update.dpp.i32(i32 1, i32 %s, i32 312, i32 15, i32 15, i1 false)
  %a = add i32 %s, %d
  %w = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %a)
  %l = call i32 @llvm.amdgcn.readlane.i32(i32 %a, i32 2)
  %u = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %l)
  %x = shl i32 %u, 16
  %r = or i32 %x, %w
  store i32 %r, ptr addrspace(1) %q
  br label %end
end:
  ret void",
        64,
    );
    let both = 200 << 16;
    assert_eq!(result[3..8], [0, 0, both + 105, both + 11, both + 13]);
}

#[test]
fn quads_compute_together() {
    // Lanes 5 and 12 are active: each sees its neighbour in the quad, and the previous lane if that is in the quad.
    let result = run(
        "  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %low = and i32 %id, 31
  %b = lshr i32 4128, %low
  %c = trunc i32 %b to i1
  br i1 %c, label %some, label %end
some:
  %x = mul i32 %id, 10
  %o = call i32 @llvm.amdgcn.update.dpp.i32(i32 1, i32 %x, i32 177, i32 15, i32 15, i1 false)
  %d = call i32 @llvm.amdgcn.update.dpp.i32(i32 7, i32 %x, i32 273, i32 15, i32 15, i1 false)
  %s = add i32 %o, %d
  %w = call i32 @llvm.amdgcn.strict.wqm.i32(i32 %s)
  %v = icmp eq i32 %id, 5
  %any = call i1 @llvm.amdgcn.wqm.vote(i1 %v)
  %y = zext i1 %any to i32
  %r = add i32 %w, %y
  store i32 %r, ptr addrspace(1) %q
  br label %end
end:
  ret void",
        64,
    );
    assert_eq!((result[5], result[12]), (40 + 40 + 1, 130 + 7));
}

#[test]
fn lanes_see_each_other() {
    let result = lanes(
        "  %r = call i32 @llvm.amdgcn.update.dpp.i32(i32 -1, i32 %id, i32 273, i32 15, i32 15, i1 false)",
    );
    // row_shr:1
    assert_eq!(result[..4], [u32::MAX, 0, 1, 2]);
    assert_eq!(result[16], u32::MAX);
    let result = lanes("  %r = call i32 @llvm.amdgcn.ds.swizzle(i32 %id, i32 1055)");
    assert_eq!(result[..4], [1, 0, 3, 2]);
    let result = lanes(
        "  %a = xor i32 %id, 63\n  %b = shl i32 %a, 2\n  %r = call i32 @llvm.amdgcn.ds.bpermute(i32 %b, i32 %id)",
    );
    assert_eq!((result[0], result[63]), (63, 0));
    let result = lanes("  %r = call i32 @llvm.amdgcn.wave.reduce.add.i32(i32 %id, i32 0)");
    assert_eq!(result[5], 2016);
    let result = lanes("  %r = call i32 @llvm.amdgcn.readlane.i32(i32 %id, i32 17)");
    assert_eq!(result[5], 17);
    let result = lanes("  %r = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)");
    assert_eq!((result[5], result[40]), (5, 32));
}

#[test]
fn lanes_that_took_different_ways_meet_again() {
    let result = run(
        "entry:\n  %id = call i32 @llvm.amdgcn.workitem.id.x()\n  %c = icmp ult i32 %id, 10\n  br i1 %c, label %a, label %join\n\
         a:\n  %b1 = call i64 @llvm.amdgcn.ballot.i64(i1 true)\n  br label %join\n\
         join:\n  %inner = phi i64 [ 0, %entry ], [ %b1, %a ]\n  %b2 = call i64 @llvm.amdgcn.ballot.i64(i1 %c)\n  \
         %x = call i64 @llvm.amdgcn.ballot.i64(i1 true)\n  %q = getelementptr i64, ptr addrspace(1) %p, i32 %id\n  \
         %all = icmp eq i64 %x, -1\n  %s = select i1 %all, i64 %inner, i64 7\n  store i64 %s, ptr addrspace(1) %q\n  ret void",
        128,
    );
    assert_eq!(result[2 * 3], 1023);
    assert_eq!(result[2 * 20], 0);
    // A loop that lanes leave at different times: all are together after it.
    let result = lanes(
        "  br label %loop\nloop:\n  %i = phi i32 [ 0, %0 ], [ %n, %loop ]\n  %n = add i32 %i, 1\n  \
         %active = call i64 @llvm.amdgcn.ballot.i64(i1 true)\n  %c = icmp ult i32 %n, %id\n  br i1 %c, label %loop, label %end\n\
         end:\n  %b = call i64 @llvm.amdgcn.ballot.i64(i1 true)\n  %m = icmp eq i64 %b, -1\n  %r = zext i1 %m to i32",
    );
    assert!(result.iter().all(|&r| r == 1), "{result:?}");
}

#[test]
fn local_memory_and_barriers() {
    let text = "@lds = internal addrspace(3) global [64 x i32] poison, align 4\n\
        define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %dyn) {\n  \
        %id = call i32 @llvm.amdgcn.workitem.id.x()\n  %g = call i32 @llvm.amdgcn.workgroup.id.x()\n  \
        %a = getelementptr i32, ptr addrspace(3) @lds, i32 %id\n  %v = add i32 %id, %g\n  store i32 %v, ptr addrspace(3) %a\n  \
        %d = getelementptr i32, ptr addrspace(3) %dyn, i32 %id\n  store i32 100, ptr addrspace(3) %d\n  \
        call void @llvm.amdgcn.s.barrier()\n  %o = xor i32 %id, 63\n  %b = getelementptr i32, ptr addrspace(3) @lds, i32 %o\n  \
        %x = load i32, ptr addrspace(3) %b\n  %e = getelementptr i32, ptr addrspace(3) %dyn, i32 %o\n  %y = load i32, ptr addrspace(3) %e\n  \
        %s = add i32 %x, %y\n  %h = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()\n  \
        %sz = getelementptr i8, ptr addrspace(4) %h, i32 12\n  %w = load i16, ptr addrspace(4) %sz\n  %ww = zext i16 %w to i32\n  \
        %base = mul i32 %g, %ww\n  %i = add i32 %base, %id\n  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i\n  store i32 %s, ptr addrspace(1) %q\n  ret void\n}\n";
    let module = parse_module_text(text, &REGISTRY).unwrap_or_else(|e| panic!("{e}"));
    let target = AmdgpuInterp::default();
    let mut interpreter = Interpreter::new(&module, &target).unwrap();
    let buffer = interpreter.alloc(512);
    let args = [Arg::Buffer(buffer), Arg::Local(256)];
    interpreter
        .launch("k", [128, 1, 1], [64, 1, 1], &args, &LaunchOptions::default())
        .unwrap();
    let result: Vec<u32> = interpreter
        .read(buffer)
        .chunks(4)
        .map(|c| u32::from_le_bytes(c.try_into().unwrap()))
        .collect();
    assert_eq!(
        (result[0], result[63], result[64], result[127]),
        (163, 100, 164, 101)
    );
    // Without the barrier the other half of the group has not written yet.
    let racy = text.replace("  call void @llvm.amdgcn.s.barrier()\n", "");
    let racy = racy.replace("store i32 %s,", "%bad = udiv i32 1, %s\n  store i32 %bad,");
    let module = parse_module_text(&racy, &REGISTRY).unwrap_or_else(|e| panic!("{e}"));
    let target = AmdgpuInterp::default();
    let mut interpreter = Interpreter::new(&module, &target).unwrap();
    let args = [Arg::Buffer(interpreter.alloc(512)), Arg::Local(256)];
    let error = interpreter
        .launch("k", [128, 1, 1], [64, 1, 1], &args, &LaunchOptions::default())
        .unwrap_err();
    assert_eq!(error.message, "a divisor is undefined");
}

fn one(call: &str) -> u32 {
    run(
        &format!("  %r = {call}\n  store i32 %r, ptr addrspace(1) %p\n  ret void"),
        1,
    )[0]
}

fn one_float(call: &str) -> f32 {
    f32::from_bits(
        run(
            &format!("  %r = {call}\n  store float %r, ptr addrspace(1) %p\n  ret void"),
            1,
        )[0],
    )
}

#[test]
fn arithmetic() {
    assert_eq!(
        one("call i32 @llvm.amdgcn.ubfe.i32(i32 61680, i32 4, i32 8)"),
        0x0f
    );
    assert_eq!(
        one("call i32 @llvm.amdgcn.sbfe.i32(i32 240, i32 4, i32 4)"),
        u32::MAX
    );
    assert_eq!(
        one("call i32 @llvm.amdgcn.perm(i32 67305985, i32 134678021, i32 66051)"),
        0x0506_0708
    );
    assert_eq!(one("call i32 @llvm.amdgcn.sad.u8(i32 66051, i32 0, i32 10)"), 16);
    assert_eq!(one("call i32 @llvm.amdgcn.sffbh.i32(i32 -2)"), 31);
    assert_eq!(
        one("call i32 @llvm.amdgcn.sdot4(i32 -1, i32 16843009, i32 10, i1 false)"),
        6
    );
    assert_eq!(
        one("call i32 @llvm.amdgcn.mul.u24.i32(i32 -1, i32 2)"),
        0x01ff_fffe
    );
    assert_eq!(
        one_float("call float @llvm.amdgcn.rcp.f32(float 4.000000e+00)"),
        0.25
    );
    assert_eq!(
        one_float("call float @llvm.amdgcn.sin.f32(float 2.500000e-01)"),
        1.0
    );
    assert_eq!(
        one_float("call float @llvm.amdgcn.fract.f32(float -2.500000e-01)"),
        0.75
    );
    assert_eq!(
        one_float(
            "call float @llvm.amdgcn.fmed3.f32(float 5.000000e+00, float 1.000000e+00, float 3.000000e+00)"
        ),
        3.0
    );
    assert_eq!(
        one_float("call float @llvm.amdgcn.exp2.f32(float 3.000000e+00)"),
        8.0
    );
    assert_eq!(
        one("call i32 @llvm.amdgcn.frexp.exp.i32.f32(float 8.000000e+00)"),
        4
    );
}

#[test]
fn reciprocals_of_doubles_are_starting_values() {
    // 1 / 3 is 0x3fd5555555555555.
    let low = lanes(
        "  %v = call double @llvm.amdgcn.rcp.f64(double 3.0)\n  %b = bitcast double %v to i64\n  %r = trunc i64 %b to i32",
    );
    assert_eq!(low[0], 0x5400_0000);
    let low = lanes(
        "  %v = call double @llvm.amdgcn.rsq.f64(double 9.0)\n  %b = bitcast double %v to i64\n  %r = trunc i64 %b to i32",
    );
    assert_eq!(low[0], 0x5400_0000);
}

#[test]
fn division_by_its_steps() {
    // The sequence for a division gives the correctly rounded quotient.
    let quotient = |n: f32, d: f32| {
        let kind = wavec_ir::fold::float::FloatKind::Float;
        let f = |v: f32| u64::from(v.to_bits());
        let fma = |a, b, c| wavec_ir::fold::float::fused_multiply_add(kind, a, b, c);
        let neg = |v: u64| v ^ 0x8000_0000;
        let (ds, _) = division::scale(kind, f(n), f(d), false);
        let (ns, flag) = division::scale(kind, f(n), f(d), true);
        let rcp = f((1.0 / f64::from(f32::from_bits(ds as u32))) as f32);
        let e = fma(neg(ds), rcp, f(1.0));
        let r = fma(e, rcp, rcp);
        let q = kind.from_f64(kind.to_f64(ns) * kind.to_f64(r));
        let e = fma(neg(ds), q, ns);
        let q = fma(e, r, q);
        let e = fma(neg(ds), q, ns);
        let q = division::fmas(kind, e, r, q, flag);
        f32::from_bits(division::fixup(kind, q, f(d), f(n)) as u32)
    };
    for (n, d) in [
        (1.0, 3.0),
        (-7.5, 0.1),
        (1e30, 1e-8),
        (1e-38, 3.0),
        (3e38, 0.5),
        (1e-40, 1e-39),
        (0.0, 2.0),
        (1.0, 0.0),
    ] {
        assert_eq!(quotient(n, d).to_bits(), (n / d).to_bits(), "{n} / {d}");
    }
}

#[test]
fn hardware_registers_have_fields() {
    // MODE, bits 4 to 9: denormals are kept, clamp, IEEE.
    let field = |register: u32, offset: u32, size: u32| register | offset << 6 | (size - 1) << 11;
    let read = |field: u32| format!("  %r = call i32 @llvm.amdgcn.s.getreg(i32 {field})");
    assert_eq!(lanes(&read(field(1, 4, 6)))[3], 0x3f);
    assert_eq!(lanes(&read(field(2, 16, 1)))[3], 1);
    assert_eq!(lanes(&read(field(3, 0, 32)))[3], 0);
    assert_eq!(lanes(&read(field(4, 0, 4)))[3], 0);
    // The exception enables, the middle one of which is changed.
    let (all, middle) = (field(1, 12, 7), field(1, 14, 3));
    let write = format!(
        "  call void @llvm.amdgcn.s.setreg(i32 {middle}, i32 5)\n{}",
        read(all)
    );
    assert_eq!(lanes(&write)[3], 5 << 2);
    // The old contents may be chosen.
    let same = format!(
        "  call void @llvm.amdgcn.s.setreg(i32 {}, i32 240)\n{}",
        field(1, 0, 8),
        read(field(1, 0, 8))
    );
    assert_eq!(lanes(&same)[3], 240);
}

#[test]
fn what_registers_cannot_be_is_refused_by_name() {
    let error = |field: u32, value: u32| {
        let text = format!(
            "define amdgpu_kernel void @k() {{\n  call void @llvm.amdgcn.s.setreg(i32 {field}, i32 {value})\n  ret void\n}}\n"
        );
        let module = parse_module_text(&text, &REGISTRY).unwrap_or_else(|e| panic!("{e}"));
        let target = AmdgpuInterp::default();
        let mut interpreter = Interpreter::new(&module, &target).unwrap();
        let sizes = [64, 1, 1];
        let result = interpreter.launch("k", sizes, sizes, &[], &LaunchOptions::default());
        result.expect_err("a refusal").to_string()
    };
    assert!(error(1 | 23 << 6, 1).contains("no f16 that overflows to its largest number"));
    assert!(error(9, 1).contains("hardware register 9 cannot be written"));
}
