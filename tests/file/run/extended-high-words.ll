; The extended high word of an integer of 33 to 63 bits is not zero: a shifted one contains bits of another.
; RUN: wavec run %s --kernel k --global 2 --local 2 --arg buf:i64[2]:zero --arg buf:i64[4]:const=-1 --dump 0:2 | FileCheck %s
; RUN: wavec run %s --kernel k --global 2 --local 2 --arg buf:i64[2]:zero --arg buf:i64[4]:const=-1 --dump 0:2 -O0 | FileCheck %s

; CHECK: 35184372088831 35184372088831
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %offset = shl i32 %id, 3
  %from = getelementptr i8, ptr addrspace(1) %in, i32 %offset
  %from2 = getelementptr i8, ptr addrspace(1) %from, i32 16
  %to = getelementptr i8, ptr addrspace(1) %out, i32 %offset
  %above = load i48, ptr addrspace(1) %from, align 8
  %below = load i64, ptr addrspace(1) %from2, align 8
  %odd = trunc i48 %above to i44
  %wide = zext i44 %odd to i64
  %moved = shl nuw nsw i64 %wide, 1
  %bit = lshr i64 %below, 63
  %joined = or disjoint i64 %moved, %bit
  store i64 %joined, ptr addrspace(1) %to
  ret void
}
