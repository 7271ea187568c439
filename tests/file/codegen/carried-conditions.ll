; A divergent condition that is added or subtracted is a carry, and a constant selected by a bit is masked by it.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
; RUN: wavec run %s -O2 --kernel all --global 8 --local 8 --arg buf:i32[48]:zero --dump 0:48 | FileCheck --check-prefix=RESULTS %s
; RUN: wavec run %s -O0 --kernel all --global 8 --local 8 --arg buf:i32[48]:zero --dump 0:48 | FileCheck --check-prefix=RESULTS %s
; RESULTS: 1 2 3 4 4 5 6 7 -1 0 1 2 4 5 6 7 -1 0 1 2 4 5 6 7 1 2 3 4 4 5 6 7 29 29 29 29 0 0 0 0 9 9 -3 -3 9 9 -3 -3
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: plus:
; CHECK: v_cmp
; CHECK: v_addc_co_u32
; CHECK-NOT: v_cndmask
; CHECK: s_setpc
define i32 @plus(i32 %x) {
  %c = icmp slt i32 %x, 4
  %b = zext i1 %c to i32
  %r = add i32 %x, %b
  ret i32 %r
}

; CHECK-LABEL: minus:
; CHECK: v_subb_co_u32
; CHECK-NOT: v_cndmask
; CHECK: s_setpc
define i32 @minus(i32 %x) {
  %c = icmp slt i32 %x, 4
  %b = zext i1 %c to i32
  %r = sub i32 %x, %b
  ret i32 %r
}

; CHECK-LABEL: plus_mask:
; CHECK: v_subb_co_u32
; CHECK-NOT: v_cndmask
; CHECK: s_setpc
define i32 @plus_mask(i32 %x) {
  %c = icmp slt i32 %x, 4
  %b = sext i1 %c to i32
  %r = add i32 %x, %b
  ret i32 %r
}

; CHECK-LABEL: minus_mask:
; CHECK: v_addc_co_u32
; CHECK-NOT: v_cndmask
; CHECK: s_setpc
define i32 @minus_mask(i32 %x) {
  %c = icmp slt i32 %x, 4
  %b = sext i1 %c to i32
  %r = sub i32 %x, %b
  ret i32 %r
}

; CHECK-LABEL: bit:
; CHECK: v_bfe_i32 {{.*}}, 2, 1
; CHECK-NOT: v_cmp
; CHECK: v_and_b32_e32 {{.*}}, 29,
; CHECK-NOT: v_cndmask
; CHECK: s_setpc
define i32 @bit(i32 %x) {
  %a = and i32 %x, 4
  %c = icmp ne i32 %a, 0
  %r = select i1 %c, i32 29, i32 0
  ret i32 %r
}

; Neither constant is zero.
; CHECK-LABEL: two:
; CHECK: v_cmp
; CHECK: v_cndmask
; CHECK: s_setpc
define i32 @two(i32 %x) {
  %a = and i32 %x, 2
  %c = icmp ne i32 %a, 0
  %r = select i1 %c, i32 -3, i32 9
  ret i32 %r
}

; A uniform condition stays in a scalar register.
; CHECK-LABEL: uniform:
; CHECK-NOT: v_addc
; CHECK: s_endpgm
define amdgpu_kernel void @uniform(ptr addrspace(1) %out, i32 %n) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp slt i32 %n, 4
  %b = zext i1 %c to i32
  %r = add i32 %i, %b
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @all(ptr addrspace(1) %out) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %less = icmp ult i32 %i, 4
  %bit = zext i1 %less to i32
  %mask = sext i1 %less to i32
  %v0 = add i32 %i, %bit
  store i32 %v0, ptr addrspace(1) %p
  %p1 = getelementptr i8, ptr addrspace(1) %p, i32 32
  %v1 = sub i32 %i, %bit
  store i32 %v1, ptr addrspace(1) %p1
  %p2 = getelementptr i8, ptr addrspace(1) %p, i32 64
  %v2 = add i32 %i, %mask
  store i32 %v2, ptr addrspace(1) %p2
  %p3 = getelementptr i8, ptr addrspace(1) %p, i32 96
  %v3 = sub i32 %i, %mask
  store i32 %v3, ptr addrspace(1) %p3
  %p4 = getelementptr i8, ptr addrspace(1) %p, i32 128
  %a4 = and i32 %i, 4
  %c4 = icmp eq i32 %a4, 0
  %v4 = select i1 %c4, i32 29, i32 0
  store i32 %v4, ptr addrspace(1) %p4
  %p5 = getelementptr i8, ptr addrspace(1) %p, i32 160
  %v5 = call i32 @two(i32 %i)
  store i32 %v5, ptr addrspace(1) %p5
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
