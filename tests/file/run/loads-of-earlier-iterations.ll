; A uniform load of memory stored to in the previous iteration: the accesses of one iteration are disjoint, but it must
; not be a scalar load.
; RUN: wavec run %s -O1 --kernel k --global 1 --local 1 --arg buf:i32[16]:iota --arg i32:6 --dump 0:14 | FileCheck %s
; RUN: wavec run %s -O3 --kernel k --global 1 --local 1 --arg buf:i32[16]:iota --arg i32:6 --dump 0:14 | FileCheck %s
; RUN: wavec %s -O1 -S -o - | FileCheck --check-prefix=ASM %s
; CHECK: 0 1 3 3 6 5 9 7 12 9 15 11 18 13
target triple = "amdgcn-amd-amdhsa"

; ASM-LABEL: k:
; ASM: .LBB0_1:
; ASM: global_load_dword v
define amdgpu_kernel void @k(ptr addrspace(1) noalias %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %o = mul i32 %i, 8
  %from = getelementptr i8, ptr addrspace(1) %p, i32 %o
  %v = load i32, ptr addrspace(1) %from, align 4
  %to = getelementptr i8, ptr addrspace(1) %from, i32 8
  %w = add i32 %v, 3
  store i32 %w, ptr addrspace(1) %to, align 4
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
