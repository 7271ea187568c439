//! The shaders, with the results that are expected of each lane.

/// Scalar and vector registers, as one lane sees them.
pub(super) type Registers = ([u32; 4], [u32; 4]);

/// A shader, and what a lane's registers hold after it; `None` for those without a result.
pub(super) struct Shader {
    pub(super) name: &'static str,
    pub(super) text: &'static str,
    /// The lanes that are active before it, and after it.
    pub(super) active: u64,
    pub(super) left: u64,
    pub(super) scalars: fn(Registers) -> [Option<u32>; 4],
    pub(super) vectors: fn(Registers) -> [Option<u32>; 4],
}

/// All lanes.
const ALL: u64 = u64::MAX;
/// Some lanes of each quad, and all of every other one.
const SOME: u64 = 0x9f2f_4f8f_1f2f_6f7f;
/// Lanes in pairs of which the second one is odd.
pub(super) const EVEN: u64 = 0x5555_5555_5555_5555;

fn none(_: Registers) -> [Option<u32>; 4] {
    [None; 4]
}

fn float(bits: u32) -> f32 {
    f32::from_bits(bits)
}

/// All of them.
#[rustfmt::skip]
pub(super) const SHADERS: &[Shader] = &[
    Shader { active: ALL, left: ALL, name: "float", scalars: none, vectors: |(s, v)| [Some((float(s[0]) + float(v[0])).to_bits()), None, None, None],
        text: "define amdgpu_vs float @shader(float inreg %a, float %b) {
                 %r = fadd float %a, %b
                 ret float %r
               }" },
    Shader { active: ALL, left: ALL, name: "both", scalars: |(s, _)| [Some(s[1]), Some(s[0]), None, None], vectors: |(_, v)| [Some(v[1]), Some(v[0]), None, None],
        text: "define amdgpu_gs { i64, <2 x float> } @shader(<2 x i32> inreg %a, <2 x float> %b) {
                 %s = shufflevector <2 x i32> %a, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
                 %l = bitcast <2 x i32> %s to i64
                 %f = shufflevector <2 x float> %b, <2 x float> poison, <2 x i32> <i32 1, i32 0>
                 %x = insertvalue { i64, <2 x float> } poison, i64 %l, 0
                 %y = insertvalue { i64, <2 x float> } %x, <2 x float> %f, 1
                 ret { i64, <2 x float> } %y
               }" },
    // The first input is left out, and the other one has its place.
    Shader { active: ALL, left: ALL, name: "unused-input", scalars: none, vectors: |(_, v)| [Some((float(v[0]) * 3.0).to_bits()), None, None, None],
        text: "define amdgpu_ps float @shader(i32 inreg %s, <2 x float> %unused, float %x) {
                 %r = fmul float %x, 3.0
                 ret float %r
               }" },
    // No interpolation is enabled: the hardware places one in the first two registers.
    Shader { active: ALL, left: ALL, name: "position", scalars: none, vectors: |(_, v)| [Some((float(v[2]) * 3.0).to_bits()), None, None, None],
        text: "define amdgpu_ps float @shader(<2 x float> %a, <2 x float> %b, <2 x float> %c, <3 x float> %d, <2 x float> %e,
                                              <2 x float> %f, <2 x float> %g, float %h, float %x) {
                 %r = fmul float %x, 3.0
                 ret float %r
               }" },
    Shader { active: ALL, left: ALL, name: "enabled-input", scalars: none, vectors: |(_, v)| [Some((float(v[2]) * 3.0).to_bits()), None, None, None],
        text: "define amdgpu_ps float @shader(<2 x float> %unused, float %x) #0 {
                 %r = fmul float %x, 3.0
                 ret float %r
               }
               attributes #0 = { \"InitialPSInputAddr\"=\"1\" }" },
    Shader { active: ALL, left: ALL, name: "divergent-branch", scalars: none,
        vectors: |(s, v)| [Some(if v[1] & 1 == 0 { float(v[0]) * float(s[0]) } else { float(v[0]) + 3.0 }.to_bits()), None, None, None],
        text: "define amdgpu_cs float @shader(float inreg %s, float %x, i32 %i) {
                 %b = and i32 %i, 1
                 %c = icmp eq i32 %b, 0
                 br i1 %c, label %even, label %odd
               even:
                 %m = fmul float %x, %s
                 ret float %m
               odd:
                 %a = fadd float %x, 3.0
                 ret float %a
               }" },
    Shader { active: ALL, left: ALL, name: "uniform-branch", vectors: none, scalars: |(s, _)| [Some(if s[0] == 0x4000_0000 { s[1].wrapping_mul(s[1]) } else { s[2] }), None, None, None],
        text: "define amdgpu_hs i32 @shader(i32 inreg %s, i32 inreg %t, i32 inreg %u) {
                 %c = icmp eq i32 %s, 1073741824
                 br i1 %c, label %a, label %b
               a:
                 %m = mul i32 %t, %t
                 ret i32 %m
               b:
                 ret i32 %u
               }" },
    // An integer of a vector register: that of the first lane.
    Shader { active: ALL, left: ALL, name: "first-lane", vectors: none, scalars: |(s, _)| [Some(s[3]), None, None, None],
        text: "define amdgpu_ls i32 @shader(i32 inreg %a, i32 inreg %b, i32 inreg %c, i32 inreg %d, i32 %e, i32 %f) {
                 %r = add i32 %f, %d
                 ret i32 %r
               }" },
    Shader { active: ALL, left: ALL, name: "halves", scalars: |(s, _)| [Some(s[1] & 0xffff | s[0] << 16), None, None, None],
        vectors: |(_, v)| [Some(v[1]), Some(v[0]), None, None],
        text: "define amdgpu_es { <2 x i16>, <4 x half> } @shader(i16 inreg %a, i16 inreg %b, <4 x half> %c) {
                 %s = insertelement <2 x i16> poison, i16 %b, i32 0
                 %t = insertelement <2 x i16> %s, i16 %a, i32 1
                 %f = shufflevector <4 x half> %c, <4 x half> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
                 %x = insertvalue { <2 x i16>, <4 x half> } poison, <2 x i16> %t, 0
                 %y = insertvalue { <2 x i16>, <4 x half> } %x, <4 x half> %f, 1
                 ret { <2 x i16>, <4 x half> } %y
               }" },
    Shader { active: ALL, left: ALL, name: "double", vectors: none, scalars: |(s, _)| [Some(s[2]), Some(s[3]), None, None],
        text: "define amdgpu_vs double @shader(<2 x double> inreg %a) {
                 %r = extractelement <2 x double> %a, i32 1
                 ret double %r
               }" },
    // A difference between neighbours of a quad, one of which may not be active.
    Shader { active: SOME, left: SOME, name: "derivative", scalars: none,
        vectors: |(_, v)| [Some({ let pair = v[1] & !1; ((pair + 1) * (pair + 1) - pair * pair) as f32 }.to_bits()), None, None, None],
        text: "define amdgpu_ps float @shader(float %a, i32 %i) #0 {
                 %x = mul i32 %i, %i
                 %l = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %x, i32 160, i32 15, i32 15, i1 true)
                 %r = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %x, i32 245, i32 15, i32 15, i1 true)
                 %d = sub i32 %r, %l
                 %w = call i32 @llvm.amdgcn.wqm.i32(i32 %d)
                 %f = uitofp i32 %w to float
                 ret float %f
               }
               declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)
               declare i32 @llvm.amdgcn.wqm.i32(i32)
               attributes #0 = { \"InitialPSInputAddr\"=\"3\" \"amdgpu-color-export\"=\"0\" }" },
    // The same in a loop that lanes leave at different times, which also asks which lanes are live.
    Shader { active: SOME, left: SOME, name: "derivative-in-loop", scalars: none,
        vectors: |(_, v)| [Some({ let n = (v[1] >> 2 & 3) + 1; n as f32 }.to_bits()), None, None, None],
        text: "define amdgpu_ps float @shader(float %a, i32 %i) #0 {
               entry:
                 %q = lshr i32 %i, 2
                 %n = and i32 %q, 3
                 br label %loop
               loop:
                 %k = phi i32 [ 0, %entry ], [ %next, %loop ]
                 %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
                 %x = add i32 %i, %k
                 %l = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %x, i32 160, i32 15, i32 15, i1 true)
                 %r = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %x, i32 245, i32 15, i32 15, i1 true)
                 %d = sub i32 %r, %l
                 %w = call i32 @llvm.amdgcn.wqm.i32(i32 %d)
                 %live = call i1 @llvm.amdgcn.live.mask()
                 %counted = select i1 %live, i32 %w, i32 1000
                 %more = add i32 %sum, %counted
                 %next = add i32 %k, 1
                 %c = icmp ule i32 %next, %n
                 br i1 %c, label %loop, label %end
               end:
                 %f = uitofp i32 %more to float
                 ret float %f
               }
               declare i1 @llvm.amdgcn.live.mask()
               declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)
               declare i32 @llvm.amdgcn.wqm.i32(i32)
               attributes #0 = { \"InitialPSInputAddr\"=\"3\" \"amdgpu-color-export\"=\"0\" }" },
    // Atomics run in live lanes only: they count them.
    Shader { active: SOME, left: SOME, name: "effects-in-whole-quads", scalars: none,
        vectors: |_| [Some(((2 * SOME.count_ones() + 1) as f32).to_bits()), None, None, None],
        text: "@count = addrspace(3) global i32 poison
               define amdgpu_ps float @shader(float %a, i32 %i) #0 {
                 store i32 0, ptr addrspace(3) @count
                 %x = mul i32 %i, 3
                 %o1 = atomicrmw add ptr addrspace(3) @count, i32 1 syncscope(\"wavefront\") monotonic
                 %b = and i32 %i, 4
                 %c = icmp eq i32 %b, 0
                 br i1 %c, label %t, label %f
               t:
                 %o2 = atomicrmw add ptr addrspace(3) @count, i32 1 syncscope(\"wavefront\") monotonic
                 br label %e
               f:
                 %o3 = atomicrmw add ptr addrspace(3) @count, i32 1 syncscope(\"wavefront\") monotonic
                 br label %e
               e:
                 %l = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %i, i32 160, i32 15, i32 15, i1 true)
                 %r = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %i, i32 245, i32 15, i32 15, i1 true)
                 %d = sub i32 %r, %l
                 %w = call i32 @llvm.amdgcn.wqm.i32(i32 %d)
                 %n = load volatile i32, ptr addrspace(3) @count
                 %s = add i32 %n, %w
                 %v = uitofp i32 %s to float
                 ret float %v
               }
               declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)
               declare i32 @llvm.amdgcn.wqm.i32(i32)
               attributes #0 = { \"InitialPSInputAddr\"=\"3\" \"amdgpu-color-export\"=\"0\" }" },
    Shader { active: ALL, left: EVEN, name: "kill", scalars: none,
        vectors: |(_, v)| [Some((float(v[0]) * 2.0).to_bits()), None, None, None],
        text: "define amdgpu_ps float @shader(float %a, i32 %i) #0 {
                 %b = and i32 %i, 1
                 %c = icmp eq i32 %b, 0
                 call void @llvm.amdgcn.kill(i1 %c)
                 %d = fmul float %a, 2.0
                 ret float %d
               }
               declare void @llvm.amdgcn.kill(i1)
               attributes #0 = { \"InitialPSInputAddr\"=\"3\" \"amdgpu-color-export\"=\"0\" }" },
    // Lanes that are killed in a branch, or in a loop, stay so.
    Shader { active: SOME, left: SOME & 0xffff_ffff_0000_ffff & EVEN, name: "kill-in-branches", scalars: none,
        vectors: |(_, v)| [Some((if v[1] < 32 { 2.0 } else { 3.0f32 } + 10.0 * (v[1] & 3) as f32).to_bits()), None, None, None],
        text: "define amdgpu_ps float @shader(float %a, i32 %i) #0 {
               entry:
                 %c = icmp ult i32 %i, 32
                 br i1 %c, label %low, label %high
               low:
                 %k = icmp ult i32 %i, 16
                 call void @llvm.amdgcn.kill(i1 %k)
                 br label %join
               high:
                 br label %join
               join:
                 %p = phi float [ 2.0, %low ], [ 3.0, %high ]
                 %n = and i32 %i, 3
                 br label %loop
               loop:
                 %j = phi i32 [ 0, %join ], [ %next, %latch ]
                 %s = phi float [ %p, %join ], [ %t, %latch ]
                 %isone = icmp eq i32 %j, 1
                 %isodd = trunc i32 %n to i1
                 %dies = and i1 %isone, %isodd
                 br i1 %dies, label %die, label %latch
               die:
                 call void @llvm.amdgcn.kill(i1 false)
                 br label %latch
               latch:
                 %t = fadd float %s, 10.0
                 %next = add i32 %j, 1
                 %more = icmp ule i32 %next, %n
                 br i1 %more, label %loop, label %end
               end:
                 %r = fsub float %t, 10.0
                 ret float %r
               }
               declare void @llvm.amdgcn.kill(i1)
               attributes #0 = { \"InitialPSInputAddr\"=\"3\" \"amdgpu-color-export\"=\"0\" }" },
    // Lanes that are demoted still take part in derivatives.
    Shader { active: ALL, left: EVEN, name: "demote", scalars: none,
        vectors: |(_, v)| [Some((((v[1] + 1) * (v[1] + 1) - v[1] * v[1]) as f32).to_bits()), None, None, None],
        text: "define amdgpu_ps float @shader(float %a, i32 %i) #0 {
                 %b = and i32 %i, 1
                 %c = icmp eq i32 %b, 0
                 call void @llvm.amdgcn.wqm.demote(i1 %c)
                 %x = mul i32 %i, %i
                 %l = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %x, i32 160, i32 15, i32 15, i1 true)
                 %r = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %x, i32 245, i32 15, i32 15, i1 true)
                 %d = sub i32 %r, %l
                 %w = call i32 @llvm.amdgcn.wqm.i32(i32 %d)
                 %f = uitofp i32 %w to float
                 ret float %f
               }
               declare void @llvm.amdgcn.wqm.demote(i1)
               declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)
               declare i32 @llvm.amdgcn.wqm.i32(i32)
               attributes #0 = { \"InitialPSInputAddr\"=\"3\" \"amdgpu-color-export\"=\"0\" }" },
    Shader { active: ALL, left: 0xffff, name: "first-lanes", scalars: none,
        vectors: |(_, v)| [Some((float(v[0]) + 1.0).to_bits()), None, None, None],
        text: "define amdgpu_gs float @shader(float inreg %u, float inreg %v, i32 inreg %n, float %a) {
                 %m = add i32 %n, 0
                 %b = fadd float %a, 1.0
                 call void @llvm.amdgcn.init.exec.from.input(i32 %n, i32 19)
                 ret float %b
               }
               declare void @llvm.amdgcn.init.exec.from.input(i32, i32)" },
    // A call, which may overwrite all registers that are not preserved.
    Shader { active: ALL, left: ALL, name: "call", scalars: |(s, _)| [Some(s[0].wrapping_add(s[1])), None, None, None],
        vectors: |(s, v)| [Some((float(v[0]) + s[0] as i32 as f32 + float(v[0]) + (4 * v[1]) as f32).to_bits()), None, None, None],
        text: "define amdgpu_vs { i32, float } @shader(i32 inreg %a, i32 inreg %b, float %x, i32 %i) {
                 %r = call amdgpu_gfx { float, i32 } @callee(float %x, i32 inreg %a, i32 %i)
                 %f = extractvalue { float, i32 } %r, 0
                 %n = extractvalue { float, i32 } %r, 1
                 %g = fadd float %f, %x
                 %m = add i32 %n, %i
                 %mf = uitofp i32 %m to float
                 %h = fadd float %g, %mf
                 %s = add i32 %a, %b
                 %t = insertvalue { i32, float } poison, i32 %s, 0
                 %u = insertvalue { i32, float } %t, float %h, 1
                 ret { i32, float } %u
               }
               define internal amdgpu_gfx { float, i32 } @callee(float %x, i32 inreg %s, i32 %i) noinline {
                 %p = sitofp i32 %s to float
                 %q = fadd float %x, %p
                 %k = mul i32 %i, 3
                 call void asm sideeffect \"s_mov_b32 s0, 7\\0As_mov_b32 s1, 7\\0As_mov_b32 s2, 7\\0As_mov_b32 s3, 7\\0As_mov_b32 s36, 7\\0As_mov_b32 s63, 7\\0Av_mov_b32 v2, 7\\0Av_mov_b32 v3, 7\\0Av_mov_b32 v39, 7\",
                      \"~{s0},~{s1},~{s2},~{s3},~{s36},~{s63},~{v2},~{v3},~{v39}\"()
                 %t = insertvalue { float, i32 } poison, float %q, 0
                 %u = insertvalue { float, i32 } %t, i32 %k, 1
                 ret { float, i32 } %u
               }" },
    // Results in registers that callees preserve otherwise, and in memory; a callee that jumps to another one.
    Shader { active: ALL, left: ALL, name: "large-results", scalars: none,
        vectors: |(s, v)| [Some(((105 * v[1] + 7).wrapping_add((2 * v[1]).wrapping_mul(s[1])) as f32).to_bits()), None, None, None],
        text: "define amdgpu_cs float @shader(i32 inreg %a, i32 inreg %b, float %x, i32 %i) {
                 %r = call amdgpu_gfx [60 x i32] @callee(i32 %i)
                 %p = extractvalue [60 x i32] %r, 0
                 %q = extractvalue [60 x i32] %r, 41
                 %s = extractvalue [60 x i32] %r, 59
                 %w = call amdgpu_gfx [140 x i32] @callee2(i32 %i)
                 %t = extractvalue [140 x i32] %w, 139
                 %z = call amdgpu_gfx i32 @callee3(i32 %i, i32 inreg %b)
                 %pq = add i32 %p, %q
                 %pqs = add i32 %pq, %s
                 %pqst = add i32 %pqs, %t
                 %n = add i32 %pqst, %z
                 %m = add i32 %n, %i
                 %f = uitofp i32 %m to float
                 ret float %f
               }
               define internal amdgpu_gfx [60 x i32] @callee(i32 %x) noinline {
                 %y = mul i32 %x, 3
                 call void asm sideeffect \"v_mov_b32 v40, 9\\0Av_mov_b32 v63, 9\", \"~{v40},~{v63}\"()
                 %a = insertvalue [60 x i32] zeroinitializer, i32 %x, 0
                 %b = insertvalue [60 x i32] %a, i32 %y, 41
                 %c = insertvalue [60 x i32] %b, i32 7, 59
                 ret [60 x i32] %c
               }
               define internal amdgpu_gfx [140 x i32] @callee2(i32 %x) noinline {
                 %y = mul i32 %x, 100
                 %a = insertvalue [140 x i32] zeroinitializer, i32 %x, 0
                 %b = insertvalue [140 x i32] %a, i32 %y, 139
                 ret [140 x i32] %b
               }
               define internal amdgpu_gfx i32 @callee3(i32 %x, i32 inreg %s) noinline {
                 %m = call amdgpu_gfx i32 @callee4(i32 %x, i32 inreg 2)
                 %v = tail call amdgpu_gfx i32 @callee4(i32 %m, i32 inreg %s)
                 ret i32 %v
               }
               define internal amdgpu_gfx i32 @callee4(i32 %x, i32 inreg %y) noinline {
                 %r = mul i32 %x, %y
                 ret i32 %r
               }" },
];

/// What begins or continues a chain that ends in code of the test, `finish`, which is given v8 to v11 and s0 to s3.
#[rustfmt::skip]
pub(super) const CHAINS: &[Shader] = &[
    // Lanes that become active have what they had.
    Shader { active: SOME, left: ALL, name: "chain-permutes", scalars: |(s, _)| [Some(s[1]), Some(s[0]), Some(7), None],
        vectors: |(_, v)| match SOME >> v[1] & 1 {
            1 => [Some(v[3]), Some(v[1]), Some(v[0]), Some(v[2])],
            _ => v.map(Some),
        },
        text: "define amdgpu_cs_chain void @shader(<2 x i32> inreg %s, <4 x i32> %v) {
                 %t = shufflevector <2 x i32> %s, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
                 %a = insertvalue { <2 x i32>, i32 } poison, <2 x i32> %t, 0
                 %b = insertvalue { <2 x i32>, i32 } %a, i32 7, 1
                 %w = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 3, i32 1, i32 0, i32 2>
                 call void (ptr, i64, { <2 x i32>, i32 }, <4 x i32>, i32, ...) @llvm.amdgcn.cs.chain(ptr @finish, i64 -1, { <2 x i32>, i32 } inreg %b, <4 x i32> %w, i32 0)
                 unreachable
               }
               declare void @llvm.amdgcn.cs.chain(ptr, i64, { <2 x i32>, i32 }, <4 x i32>, i32 immarg, ...)
               declare amdgpu_cs_chain void @finish()" },
    // From a shader, through a function with a stack that is jumped to by its address and calls another, to one of two jumps.
    Shader { active: ALL, left: EVEN, name: "chain-of-three", scalars: |(s, _)| [Some(s[2]), None, None, None],
        vectors: |(_, v)| [Some(3 * v[1] + 5), Some(v[1]), None, None],
        text: "define amdgpu_cs void @shader(i32 inreg %a, i32 inreg %b, i32 inreg %c, float %x, i32 %i) {
                 %n = mul i32 %i, 3
                 %v = insertvalue { i32, i32 } poison, i32 %n, 0
                 %w = insertvalue { i32, i32 } %v, i32 %i, 1
                 %t = insertvalue { i32, ptr } poison, i32 %c, 0
                 %u = insertvalue { i32, ptr } %t, ptr @callee2, 1
                 call void (ptr, i64, { i32, ptr }, { i32, i32 }, i32, ...) @llvm.amdgcn.cs.chain.1(ptr @callee, i64 -1, { i32, ptr } inreg %u, { i32, i32 } %w, i32 0)
                 unreachable
               }
               define amdgpu_cs_chain void @callee(i32 inreg %c, ptr inreg %next, i32 %n, i32 %i) {
                 %p = alloca [64 x i32], addrspace(5)
                 %at = getelementptr [64 x i32], ptr addrspace(5) %p, i32 0, i32 %i
                 store volatile i32 %n, ptr addrspace(5) %at
                 %m = call amdgpu_gfx i32 @callee3(i32 5)
                 %l = load volatile i32, ptr addrspace(5) %at
                 %s = add i32 %l, %m
                 %v = insertvalue { i32, i32 } poison, i32 %s, 0
                 %w = insertvalue { i32, i32 } %v, i32 %i, 1
                 call void (ptr, i64, i32, { i32, i32 }, i32, ...) @llvm.amdgcn.cs.chain.2(ptr %next, i64 -1, i32 inreg %c, { i32, i32 } %w, i32 0)
                 unreachable
               }
               define amdgpu_cs_chain void @callee2(i32 inreg %c, i32 %n, i32 %i) {
                 %is = icmp eq i32 %c, 1082130432
                 br i1 %is, label %then, label %else
               then:
                 %v = insertvalue { i32, i32 } poison, i32 %n, 0
                 %w = insertvalue { i32, i32 } %v, i32 %i, 1
                 call void (ptr, i64, i32, { i32, i32 }, i32, ...) @llvm.amdgcn.cs.chain.2(ptr @finish, i64 6148914691236517205, i32 inreg %c, { i32, i32 } %w, i32 0)
                 unreachable
               else:
                 ret void
               }
               define internal amdgpu_gfx i32 @callee3(i32 %x) noinline {
                 call void asm sideeffect \"v_mov_b32 v9, 9\", \"~{v9}\"()
                 ret i32 %x
               }
               declare void @llvm.amdgcn.cs.chain.1(ptr, i64, { i32, ptr }, { i32, i32 }, i32 immarg, ...)
               declare void @llvm.amdgcn.cs.chain.2(ptr, i64, i32, { i32, i32 }, i32 immarg, ...)
               declare amdgpu_cs_chain void @finish()" },
    // Registers that hold no argument of the next function are as before.
    Shader { active: SOME, left: ALL, name: "chain-preserves", scalars: none,
        vectors: |(_, v)| [Some(if SOME >> v[1] & 1 == 0 { v[0] } else { v[1] + 1 }), Some(v[1]), Some(v[2]), Some(v[3])],
        text: "define amdgpu_cs_chain_preserve void @shader(i32 inreg %s, i32 %a, i32 %i, i32 %c) {
                 %x = add i32 %i, 1
                 call void asm sideeffect \"v_mov_b32 v1, 9\\0Av_mov_b32 v9, 9\\0Av_mov_b32 v10, 9\\0Av_mov_b32 v11, 9\", \"~{v1},~{v9},~{v10},~{v11}\"()
                 call void (ptr, i64, i32, i32, i32, ...) @llvm.amdgcn.cs.chain(ptr @finish, i64 -1, i32 inreg %s, i32 %x, i32 0)
                 unreachable
               }
               declare void @llvm.amdgcn.cs.chain(ptr, i64, i32, i32, i32 immarg, ...)
               declare amdgpu_cs_chain void @finish()" },
    // Scalars are spilled to lanes of v10, whose lanes that are not active are as before.
    Shader { active: EVEN, left: ALL, name: "chain-spills", scalars: |(s, _)| [Some(s[0].wrapping_mul(3)), None, None, None],
        vectors: |(_, v)| [Some(v[0]), Some(v[1]), Some(v[2]).filter(|_| EVEN >> v[1] & 1 == 0), None],
        text: "define amdgpu_cs_chain void @shader(i32 inreg %s, i32 %a, i32 %i) {
                 %m = mul i32 %s, 3
                 %n = mul i32 %s, 5
                 call void asm sideeffect \"\", \"~{vcc},~{v0},~{v1},~{v2},~{v3},~{v4},~{v5},~{v6},~{v7},~{s[0:31]},~{s[32:63]},~{s[64:95]},~{s[96:101]}\"()
                 %x = xor i32 %n, %m
                 %y = xor i32 %x, %n
                 %v = insertvalue { i32, i32 } poison, i32 %a, 0
                 %w = insertvalue { i32, i32 } %v, i32 %i, 1
                 call void (ptr, i64, i32, { i32, i32 }, i32, ...) @llvm.amdgcn.cs.chain(ptr @finish, i64 -1, i32 inreg %y, { i32, i32 } %w, i32 0)
                 unreachable
               }
               declare void @llvm.amdgcn.cs.chain(ptr, i64, i32, { i32, i32 }, i32 immarg, ...)
               declare amdgpu_cs_chain void @finish()" },
    // All lanes are computed with, and some are distinguished.
    Shader { active: SOME, left: ALL, name: "chain-of-whole-waves", scalars: none,
        vectors: |(_, v)| {
            let was_active = SOME >> v[1] & 1 == 1;
            let x = v[2].wrapping_add(if was_active { 42 } else { 0 }).wrapping_add(32);
            [Some(x), Some(v[1]), Some(v[3]).filter(|_| !was_active), None]
        },
        text: "define amdgpu_cs_chain void @shader(i32 inreg %s, i32 %a, i32 %i, i32 %x, i32 %y) {
               entry:
                 %is = call i1 @llvm.amdgcn.init.whole.wave()
                 br i1 %is, label %active, label %tail
               active:
                 %more = add i32 %x, 42
                 call void asm sideeffect \"; $0\", \"v\"(i32 %y)
                 %dead = call i32 @llvm.amdgcn.dead.i32()
                 br label %tail
               tail:
                 %n = phi i32 [ %x, %entry ], [ %more, %active ]
                 %z = phi i32 [ %y, %entry ], [ %dead, %active ]
                 %sum = add i32 %n, 32
                 %u = insertvalue { i32, i32, i32 } poison, i32 %sum, 0
                 %v = insertvalue { i32, i32, i32 } %u, i32 %i, 1
                 %w = insertvalue { i32, i32, i32 } %v, i32 %z, 2
                 call void (ptr, i64, i32, { i32, i32, i32 }, i32, ...) @llvm.amdgcn.cs.chain(ptr @finish, i64 -1, i32 inreg %s, { i32, i32, i32 } %w, i32 0)
                 unreachable
               }
               declare i1 @llvm.amdgcn.init.whole.wave()
               declare i32 @llvm.amdgcn.dead.i32()
               declare void @llvm.amdgcn.cs.chain(ptr, i64, i32, { i32, i32, i32 }, i32 immarg, ...)
               declare amdgpu_cs_chain void @finish()" },
    // Each lane reads its neighbour, which has the sum if it is active, and otherwise what it was given.
    Shader { active: EVEN, left: ALL, name: "chain-inactive-arguments", scalars: none,
        vectors: |(_, v)| match EVEN >> v[1] & 1 {
            1 => [Some((1000.0 * 3.0 + v[1] as f32 + 1.0).to_bits()), Some(v[1]), None, None],
            _ => [Some(v[0]), Some(v[1]), None, None],
        },
        text: "define amdgpu_cs_chain void @shader(i32 inreg %s, i32 %a, i32 %i, i32 %b, i32 %c) {
                 %sum = add i32 %a, %b
                 %x = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 %sum, i32 %c)
                 %n = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %x, i32 177, i32 15, i32 15, i1 true)
                 %y = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %n)
                 %v = insertvalue { i32, i32 } poison, i32 %y, 0
                 %w = insertvalue { i32, i32 } %v, i32 %i, 1
                 call void (ptr, i64, i32, { i32, i32 }, i32, ...) @llvm.amdgcn.cs.chain(ptr @finish, i64 -1, i32 inreg %s, { i32, i32 } %w, i32 0)
                 unreachable
               }
               declare i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32, i32)
               declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, i32 immarg, i32 immarg, i1 immarg)
               declare i32 @llvm.amdgcn.strict.wwm.i32(i32)
               declare void @llvm.amdgcn.cs.chain(ptr, i64, i32, { i32, i32 }, i32 immarg, ...)
               declare amdgpu_cs_chain void @finish()" },
];
