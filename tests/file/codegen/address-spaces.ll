; Memory by address space: what is written through a pointer to constant memory is global memory.
; RUN: wavec %s -S -o - | FileCheck %s

; CHECK-LABEL: constant_store:
; CHECK: global_store_dword
; CHECK: s_endpgm
define amdgpu_kernel void @constant_store(ptr addrspace(4) %p) {
  store i32 1, ptr addrspace(4) %p
  ret void
}

; CHECK-LABEL: wide_products:
; CHECK-DAG: v_mul_i32_i24
; CHECK-DAG: v_mul_hi_i32_i24
; CHECK-DAG: v_mul_u32_u24
; CHECK-DAG: v_mul_hi_u32_u24
; CHECK: s_endpgm
define amdgpu_kernel void @wide_products(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %s = call i64 @llvm.amdgcn.mul.i24.i64(i32 %a, i32 %b)
  %u = call i64 @llvm.amdgcn.mul.u24.i64(i32 %a, i32 %b)
  store i64 %s, ptr addrspace(1) %out
  %next = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %u, ptr addrspace(1) %next
  ret void
}

declare i64 @llvm.amdgcn.mul.i24.i64(i32, i32)
declare i64 @llvm.amdgcn.mul.u24.i64(i32, i32)
