; A uniform value is moved to a vector register once for all operations of a block that need it there.
; RUN: wavec %s -S -o - | FileCheck %s

; CHECK-LABEL: products:
; CHECK: v_mov_b32_e32 [[B:v[0-9]+]], s
; CHECK-NOT: v_mov_b32_e32
; CHECK-DAG: v_mul_i32_i24_e32 v{{[0-9]+}}, s{{[0-9]+}}, [[B]]
; CHECK-DAG: v_mul_hi_i32_i24_e32 v{{[0-9]+}}, s{{[0-9]+}}, [[B]]
; CHECK: s_endpgm
define amdgpu_kernel void @products(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %low = call i32 @llvm.amdgcn.mul.i24.i32(i32 %a, i32 %b)
  %high = call i32 @llvm.amdgcn.mulhi.i24(i32 %a, i32 %b)
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr [2 x i32], ptr addrspace(1) %out, i32 %lane
  store i32 %low, ptr addrspace(1) %at
  %next = getelementptr i32, ptr addrspace(1) %at, i32 1
  store i32 %high, ptr addrspace(1) %next
  ret void
}

declare i32 @llvm.amdgcn.mul.i24.i32(i32, i32)
declare i32 @llvm.amdgcn.mulhi.i24(i32, i32)
declare i32 @llvm.amdgcn.workitem.id.x()
