; Divergent funnel shifts of register pairs are two instructions; uniform ones are 64-bit shifts.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 1 --local 1 --arg buf:i32[4]:iota --arg buf:i32[10]:zero --dump 1:10 | FileCheck --check-prefix=VALUES %s
; RUN: wavec run %s -O0 --kernel k --global 1 --local 1 --arg buf:i32[4]:iota --arg buf:i32[10]:zero --dump 1:10 | FileCheck --check-prefix=VALUES %s
; The words of 2:3 and 0:1 funnelled left by 8, 32 and 40, and 2:3 rotated by 8 and 40.
; VALUES: 512 768 1 2 256 512 512 768 768 512
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: turned:
; CHECK: v_alignbit_b32
; CHECK-NEXT: v_alignbit_b32
; CHECK-NOT: v_lsh
; CHECK: s_setpc_b64
define i64 @turned(i64 %x) {
  %l = shl i64 %x, 21
  %r = lshr i64 %x, 43
  %t = or i64 %l, %r
  ret i64 %t
}

; Amounts that do not add up to 64 are not a rotation.
; CHECK-LABEL: not_turned:
; CHECK-NOT: v_alignbit_b32
; CHECK: s_setpc_b64
define i64 @not_turned(i64 %x) {
  %l = shl i64 %x, 21
  %r = lshr i64 %x, 42
  %t = or i64 %l, %r
  ret i64 %t
}

; CHECK-LABEL: scalar:
; CHECK: s_lshl_b64
; CHECK-NOT: v_alignbit_b32
; CHECK: s_endpgm
define amdgpu_kernel void @scalar(ptr addrspace(1) %p, i64 %x) {
  %l = shl i64 %x, 21
  %r = lshr i64 %x, 43
  %t = or i64 %l, %r
  store i64 %t, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i64, ptr addrspace(1) %p, i32 %i
  %y = load volatile i64, ptr addrspace(1) %at
  %next = getelementptr i64, ptr addrspace(1) %at, i32 1
  %x = load volatile i64, ptr addrspace(1) %next
  %a0 = shl i64 %x, 8
  %a1 = lshr i64 %y, 56
  %a = or i64 %a0, %a1
  %b0 = shl i64 %x, 32
  %b1 = lshr i64 %y, 32
  %b = or i64 %b0, %b1
  %c0 = shl i64 %x, 40
  %c1 = lshr i64 %y, 24
  %c = or i64 %c0, %c1
  %d1 = lshr i64 %x, 56
  %d = or i64 %a0, %d1
  %e1 = lshr i64 %x, 24
  %e = or i64 %c0, %e1
  store i64 %a, ptr addrspace(1) %q
  %q1 = getelementptr i64, ptr addrspace(1) %q, i32 1
  store i64 %b, ptr addrspace(1) %q1
  %q2 = getelementptr i64, ptr addrspace(1) %q, i32 2
  store i64 %c, ptr addrspace(1) %q2
  %q3 = getelementptr i64, ptr addrspace(1) %q, i32 3
  store i64 %d, ptr addrspace(1) %q3
  %q4 = getelementptr i64, ptr addrspace(1) %q, i32 4
  store i64 %e, ptr addrspace(1) %q4
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
