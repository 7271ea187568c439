; Whole wave mode: values are computed in inactive lanes, whose registers otherwise keep their contents.
; RUN: wavec run %s -O0 --kernel reduce --global 48 --local 48 --arg buf:i32[48]:iota --arg buf:i32[48]:zero --arg buf:i32[1]:zero --dump 1:20 --dump 2 | FileCheck %s --check-prefix=REDUCE
; RUN: wavec run %s -O2 --kernel reduce --global 48 --local 48 --arg buf:i32[48]:iota --arg buf:i32[48]:zero --arg buf:i32[1]:zero --dump 1:20 --dump 2 | FileCheck %s --check-prefix=REDUCE
; RUN: wavec run %s -O0 --kernel wide --global 48 --local 48 --arg buf:i32[48]:iota --arg buf:i32[48]:zero --arg buf:i32[1]:zero --dump 1:20 --dump 2 | FileCheck %s --check-prefix=WIDE
; RUN: wavec run %s -O2 --kernel wide --global 48 --local 48 --arg buf:i32[48]:iota --arg buf:i32[48]:zero --arg buf:i32[1]:zero --dump 1:20 --dump 2 | FileCheck %s --check-prefix=WIDE
; RUN: wavec run %s -O0 --kernel calls --global 48 --local 48 --arg buf:i32[48]:iota --arg buf:i32[48]:zero --arg buf:i32[1]:zero --dump 1:20 --dump 2 | FileCheck %s --check-prefix=CALLS
; RUN: wavec run %s -O2 --kernel calls --global 48 --local 48 --arg buf:i32[48]:iota --arg buf:i32[48]:zero --arg buf:i32[1]:zero --dump 1:20 --dump 2 | FileCheck %s --check-prefix=CALLS
; RUN: wavec run %s -O0 --kernel loop --global 48 --local 48 --arg buf:i32[48]:iota --arg buf:i32[48]:zero --arg buf:i32[1]:zero --dump 1:20 --dump 2 | FileCheck %s --check-prefix=LOOP
; RUN: wavec run %s -O2 --kernel loop --global 48 --local 48 --arg buf:i32[48]:iota --arg buf:i32[48]:zero --arg buf:i32[1]:zero --dump 1:20 --dump 2 | FileCheck %s --check-prefix=LOOP
; RUN: wavec run %s -O0 --kernel joined --global 8 --local 8 --arg buf:i32[8]:iota --arg buf:i32[8]:zero --arg buf:i32[1]:zero --dump 1 | FileCheck %s --check-prefix=JOINED
; RUN: wavec run %s -O2 --kernel joined --global 8 --local 8 --arg buf:i32[8]:iota --arg buf:i32[8]:zero --arg buf:i32[1]:zero --dump 1 | FileCheck %s --check-prefix=JOINED
; RUN: wavec %s -S -o - | FileCheck %s

; REDUCE: 0 0 1 3 308 6 11 17 616 24 33 43 924 54 67 81 1232 96 113 131
; REDUCE-NEXT: 864
; WIDE: 6 705032739 11 2115098219 13 -769803605 15 640261884 17 2050327344 19 -834574452 21 575491017 23 1985556509 21 -899345343 27 510720142
; WIDE-NEXT: 0
; CALLS: 2593 972 3905 4921 2970 1114 8773 15837 3410 1270 19113 37633 3914 1426 34925 70309 4258 1388 55985 113865
; CALLS-NEXT: 0
; LOOP: 0 5 9 22 43 100 213 478 15 21 41 86 171 356 725 1502 31 37 73 150
; LOOP-NEXT: 0
; JOINED: 1 101 15 301 29 501 43 701

; The lanes that take part are put in place, and the others' value under all lanes; the sum leaves the mode.
; CHECK-LABEL: reduce:
; CHECK: s_mov_b64 exec, s[
; CHECK-NEXT: v_mov_b32_e32 [[V:v[0-9]+]], v0
; CHECK-NEXT: s_mov_b64 [[MASK:vcc|s\[[0-9:]+\]]], exec
; CHECK-NEXT: s_mov_b64 exec, -1
; CHECK-NEXT: v_cndmask_b32{{.*}} [[V]], v{{[0-9]+}}, [[V]], [[MASK]]
; CHECK: v_readlane_b32 s{{[0-9]+}}, v{{[0-9]+}}, 63
; CHECK: s_mov_b64 exec, s[
; CHECK-LABEL: helper:
; CHECK: s_or_saveexec_b64 [[ALL:vcc|s\[[0-9:]+\]]], -1
; CHECK-NEXT: scratch_store_dword off, v40, s32
; CHECK: s_mov_b64 exec, [[ALL]]

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.set.inactive.i32(i32, i32)
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, i32 immarg, i32 immarg, i1 immarg)
declare i32 @llvm.amdgcn.readlane.i32(i32, i32)
declare i32 @llvm.amdgcn.strict.wwm.i32(i32)

; A sum of the active lanes, as the atomic optimizer writes it, added to memory by one lane.
define amdgpu_kernel void @reduce(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %total) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %v = load i32, ptr addrspace(1) %p
  %bit = and i32 %v, 3
  %c = icmp ne i32 %bit, 0
  br i1 %c, label %some, label %rest
some:
  %s = call i32 @llvm.amdgcn.set.inactive.i32(i32 %v, i32 0)
  %d1 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %s, i32 273, i32 15, i32 15, i1 false)
  %a1 = add i32 %s, %d1
  %d2 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %a1, i32 274, i32 15, i32 15, i1 false)
  %a2 = add i32 %a1, %d2
  %d3 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %a2, i32 276, i32 15, i32 15, i1 false)
  %a3 = add i32 %a2, %d3
  %d4 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %a3, i32 280, i32 15, i32 15, i1 false)
  %a4 = add i32 %a3, %d4
  %d5 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %a4, i32 322, i32 10, i32 15, i1 false)
  %a5 = add i32 %a4, %d5
  %d6 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %a5, i32 323, i32 12, i32 15, i1 false)
  %a6 = add i32 %a5, %d6
  %shift = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %a6, i32 312, i32 15, i32 15, i1 false)
  %sum = call i32 @llvm.amdgcn.readlane.i32(i32 %a6, i32 63)
  %whole = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %sum)
  %before = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %shift)
  %mask = call i64 @llvm.amdgcn.ballot.i64(i1 true)
  %lo = trunc i64 %mask to i32
  %hi64 = lshr i64 %mask, 32
  %hi = trunc i64 %hi64 to i32
  %n0 = call i32 @llvm.amdgcn.mbcnt.lo(i32 %lo, i32 0)
  %n = call i32 @llvm.amdgcn.mbcnt.hi(i32 %hi, i32 %n0)
  %first = icmp eq i32 %n, 0
  br i1 %first, label %one, label %all
one:
  %old = atomicrmw add ptr addrspace(1) %total, i32 %whole syncscope("agent") monotonic
  br label %all
all:
  %base = phi i32 [ 0, %some ], [ %old, %one ]
  %b = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %base)
  %r = add i32 %b, %before
  br label %end
rest:
  %k = mul i32 %v, 77
  br label %end
end:
  %res = phi i32 [ %r, %all ], [ %k, %rest ]
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %res, ptr addrspace(1) %q
  ret void
}

; Values of other sizes, and both sides of a branch.
define amdgpu_kernel void @wide(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %total) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %v = load i32, ptr addrspace(1) %p
  %bit = and i32 %v, 1
  %c = icmp ne i32 %bit, 0
  %x = zext i32 %v to i64
  %m = mul i64 %x, 1000000007
  br i1 %c, label %some, label %rest
some:
  %s = call i64 @llvm.amdgcn.set.inactive.i64(i64 %m, i64 -5)
  %d = call i64 @llvm.amdgcn.update.dpp.i64(i64 3, i64 %s, i32 273, i32 15, i32 15, i1 false)
  %a = mul i64 %s, %d
  %w = call i64 @llvm.amdgcn.strict.wwm.i64(i64 %a)
  br label %end
rest:
  %f = sitofp i32 %v to float
  %t = call float @llvm.amdgcn.set.inactive.f32(float %f, float 2.0)
  %e = call float @llvm.amdgcn.update.dpp.f32(float 3.0, float %t, i32 312, i32 15, i32 15, i1 false)
  %g = fadd float %t, %e
  %y = call float @llvm.amdgcn.wwm.f32(float %g)
  %h = call half @llvm.amdgcn.set.inactive.f16(half 1.0, half 7.0)
  %h2 = call half @llvm.amdgcn.update.dpp.f16(half 3.0, half %h, i32 273, i32 15, i32 15, i1 false)
  %h3 = call half @llvm.amdgcn.strict.wwm.f16(half %h2)
  %h4 = fpext half %h3 to float
  %y2 = fadd float %y, %h4
  %z = fptosi float %y2 to i64
  br label %end
end:
  %res = phi i64 [ %w, %some ], [ %z, %rest ]
  %lo = trunc i64 %res to i32
  %hi = lshr i64 %res, 32
  %hi32 = trunc i64 %hi to i32
  %r = xor i32 %lo, %hi32
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; A called function preserves the inactive lanes of its registers for its caller.
define i32 @helper(i32 %v) noinline {
  %s = call i32 @llvm.amdgcn.set.inactive.i32(i32 %v, i32 1)
  %d1 = call i32 @llvm.amdgcn.update.dpp.i32(i32 1, i32 %s, i32 273, i32 15, i32 15, i1 false)
  %a1 = mul i32 %s, %d1
  %d2 = call i32 @llvm.amdgcn.update.dpp.i32(i32 1, i32 %a1, i32 312, i32 15, i32 15, i1 false)
  %a2 = add i32 %a1, %d2
  %sum = call i32 @llvm.amdgcn.readlane.i32(i32 %a2, i32 37)
  %w = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %sum)
  %w2 = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %a2)
  %r = add i32 %w, %w2
  ret i32 %r
}

define amdgpu_kernel void @calls(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %total) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %v = load i32, ptr addrspace(1) %p
  %bit = and i32 %v, 3
  %c = icmp ne i32 %bit, 0
  %k0 = mul i32 %v, 13
  %k1 = call i32 @helper(i32 %v)
  br i1 %c, label %some, label %rest
some:
  %s = call i32 @llvm.amdgcn.set.inactive.i32(i32 %k1, i32 9)
  %r0 = call i32 @helper(i32 %k0)
  %m = call i32 @llvm.amdgcn.update.dpp.i32(i32 5, i32 %s, i32 312, i32 15, i32 15, i1 false)
  %mw = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %m)
  %r1 = add i32 %r0, %mw
  br label %end
rest:
  %k = mul i32 %v, 77
  %k2 = add i32 %k, %k1
  br label %end
end:
  %res = phi i32 [ %r1, %some ], [ %k2, %rest ]
  %res2 = add i32 %res, %k0
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %res2, ptr addrspace(1) %q
  ret void
}

; In a loop that lanes leave at different times.
define amdgpu_kernel void @loop(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %total) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %v = load i32, ptr addrspace(1) %p
  %trip0 = and i32 %v, 7
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %acc = phi i32 [ %v, %entry ], [ %acc1, %body ]
  %inact = mul i32 %i, 3
  %s = call i32 @llvm.amdgcn.set.inactive.i32(i32 %acc, i32 %inact)
  %d1 = call i32 @llvm.amdgcn.update.dpp.i32(i32 %s, i32 %s, i32 312, i32 15, i32 15, i1 false)
  %a1 = add i32 %s, %d1
  %w = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %a1)
  %acc1 = xor i32 %w, %i
  %i1 = add i32 %i, 1
  %more = icmp ule i32 %i1, %trip0
  br i1 %more, label %body, label %end
end:
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %acc1, ptr addrspace(1) %q
  ret void
}

; Each lane has its own value at a join.
define amdgpu_kernel void @joined(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %total) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %v = load i32, ptr addrspace(1) %p
  %c = trunc i32 %v to i1
  br i1 %c, label %a, label %b
a:
  %x = mul i32 %v, 100
  store volatile i32 %x, ptr addrspace(1) %total
  br label %join
b:
  %y = mul i32 %v, 7
  store volatile i32 %y, ptr addrspace(1) %total
  br label %join
join:
  %z = phi i32 [ %x, %a ], [ %y, %b ]
  %s = add i32 %z, 1
  %w = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %s)
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %w, ptr addrspace(1) %q
  ret void
}
