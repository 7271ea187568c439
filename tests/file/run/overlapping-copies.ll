; The last piece of a copy may overlap the one before.
; RUN: wavec run %s -O2 --verify-each --kernel k --global 1 --local 1 --arg buf:u8[64]:iota --arg buf:u8[64]:const=255 --dump 1:64 | FileCheck %s
; RUN: wavec run %s -O0 --verify-each --kernel k --global 1 --local 1 --arg buf:u8[64]:iota --arg buf:u8[64]:const=255 --dump 1:64 | FileCheck %s
; RUN: wavec %s -O2 -S -o - | FileCheck --check-prefix=ASM %s
; CHECK: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 255 5 6 7 8 9 10 11 255 9 9 9 9 9 9 9 9 9 9 9 9 9 255 42 43 44 45 46 47 48 49 50 255
target triple = "amdgcn-amd-amdhsa"

; ASM-LABEL: k:
; ASM: global_load_dwordx4 {{.*}} offset:15
define amdgpu_kernel void @k(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %q, ptr addrspace(1) align 8 %p, i64 31, i1 false)
  %q1 = getelementptr i8, ptr addrspace(1) %q, i32 32
  %p1 = getelementptr i8, ptr addrspace(1) %p, i32 5
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %q1, ptr addrspace(1) %p1, i64 7, i1 false)
  %q2 = getelementptr i8, ptr addrspace(1) %q, i32 40
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %q2, i8 9, i64 13, i1 false)
  %q3 = getelementptr i8, ptr addrspace(1) %q, i32 54
  %p3 = getelementptr i8, ptr addrspace(1) %p, i32 42
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 2 %q3, ptr addrspace(1) align 2 %p3, i64 9, i1 false)
  ret void
}
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
