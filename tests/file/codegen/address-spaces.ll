; Memory by address space: stores through a pointer to constant memory are stores to global memory.
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

; A cast between spaces that share no address gives poison, which need not be stored.
; CHECK-LABEL: apart:
; CHECK-NEXT: s_endpgm
define amdgpu_kernel void @apart(ptr addrspace(1) %out, ptr addrspace(3) %p) {
  %q = addrspacecast ptr addrspace(3) %p to ptr addrspace(1)
  store ptr addrspace(1) %q, ptr addrspace(1) %out
  ret void
}

; Row and bank masks have four bits.
; CHECK-LABEL: masks:
; CHECK: v_mov_b32_dpp {{v[0-9]+}}, {{v[0-9]+}} quad_perm:[1,0,0,0] row_mask:0xe bank_mask:0xd
; CHECK: s_endpgm
define amdgpu_kernel void @masks(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %x = call i32 @llvm.amdgcn.update.dpp.i32(i32 %a, i32 %b, i32 1, i32 62, i32 61, i1 false)
  store i32 %x, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)
