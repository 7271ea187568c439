; Tables of distances: from each entry or from the table to what it stands for, in 32 and in 64 bits.
; RUN: wavec run %s -O0 --kernel k --global 2 --local 2 --arg buf:i32[2] --dump 0:2 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 2 --local 2 --arg buf:i32[2] --dump 0:2 | FileCheck %s
; RUN: wavec %s -S -o - | FileCheck %s --check-prefix=ASM
; CHECK: 2010 1121

; ASM-LABEL: near:
; ASM:         .long two-near
; ASM-NEXT:    .long one+4-near
; ASM-LABEL: far:
; ASM:         .quad one-8-far
; ASM-NEXT:    .quad two+4-far
@one = internal addrspace(1) constant [2 x i32] [i32 10, i32 11]
@two = internal addrspace(1) global [2 x i32] [i32 20, i32 21]
@near = internal addrspace(1) constant [2 x i32] [
  i32 trunc (i64 sub (i64 ptrtoint (ptr addrspace(1) @two to i64), i64 ptrtoint (ptr addrspace(1) @near to i64)) to i32),
  i32 trunc (i64 sub (i64 ptrtoint (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @one, i64 4) to i64), i64 ptrtoint (ptr addrspace(1) @near to i64)) to i32)
]
@far = internal addrspace(1) constant [2 x i64] [
  i64 sub (i64 ptrtoint (ptr addrspace(1) @one to i64), i64 ptrtoint (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @far, i64 8) to i64)),
  i64 add (i64 sub (i64 ptrtoint (ptr addrspace(1) @two to i64), i64 ptrtoint (ptr addrspace(1) @far to i64)), i64 4)
]
define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %n = getelementptr [2 x i32], ptr addrspace(1) @near, i32 0, i32 %t
  %d = load i32, ptr addrspace(1) %n
  %w = sext i32 %d to i64
  %p = getelementptr i8, ptr addrspace(1) @near, i64 %w
  %x = load i32, ptr addrspace(1) %p
  %f = getelementptr [2 x i64], ptr addrspace(1) @far, i32 0, i32 %t
  %e = load i64, ptr addrspace(1) %f
  %o = zext i32 %t to i64
  %one = sub i64 1, %o
  %b = mul i64 %one, 8
  %e2 = add i64 %e, %b
  %q = getelementptr i8, ptr addrspace(1) @far, i64 %e2
  %y = load i32, ptr addrspace(1) %q
  %m = mul i32 %x, 100
  %s = add i32 %m, %y
  %r = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %s, ptr addrspace(1) %r
  ret void
}
