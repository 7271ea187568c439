; A uniform condition is 0 or 1 in a register, even if it is undefined on an incoming edge: values computed from it are
; extended without a mask.
; RUN: wavec run %s -O0 --kernel k --global 1 --local 1 --arg buf:i64[4]:zero --arg buf:i32[1]:zero --arg i64:0 --dump 1:1 | FileCheck %s
; RUN: wavec run %s -O1 --kernel k --global 1 --local 1 --arg buf:i64[4]:zero --arg buf:i32[1]:zero --arg i64:0 --dump 1:1 | FileCheck %s
; RUN: wavec %s -O1 -S -o - | FileCheck %s --check-prefix=ASM
; CHECK: 1
; ASM-LABEL: k:
; ASM: s_mov_b32 [[UNDEFINED:s[0-9]+]], 0
; ASM: s_cselect_b32 [[UNDEFINED]], 1, 0
; ASM: s_or_b32 {{s[0-9]+}}, {{s[0-9]+}}, [[UNDEFINED]]

define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i64 %n) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %i15, %next ]
  %c5 = icmp ult i64 %i, %n
  br i1 %c5, label %body, label %end
body:
  %g = getelementptr inbounds i64, ptr addrspace(1) %in, i64 %i
  %v = load i64, ptr addrspace(1) %g, align 8
  %c10 = icmp eq i64 %v, -1
  %v11 = xor i64 %v, -1
  %v12 = add i64 %v11, %i
  %c13 = icmp uge i64 %v12, %n
  br i1 %c10, label %next, label %end
next:
  %i15 = add i64 %i, 1
  br label %loop
end:
  %p17 = phi i1 [ %c5, %loop ], [ %c5, %body ]
  %p18 = phi i1 [ %c13, %body ], [ undef, %loop ]
  %x19 = xor i1 %p17, true
  %r = select i1 %x19, i1 true, i1 %p18
  %z = zext i1 %r to i8
  store i8 %z, ptr addrspace(1) %out
  ret void
}
