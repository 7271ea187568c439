; RUN: wavec %s -O2 -S -o - | FileCheck %s
; A dividend below twice the divisor: the quotient is a comparison, the remainder the smaller of two numbers.

; CHECK-LABEL: {{^}}next:
; CHECK:      v_add_u32_e32 [[NEXT:v[0-9]+]], 1, v{{[0-9]+}}
; CHECK:      v_add_u32_e32 [[REST:v[0-9]+]], 0xffffffb5, [[NEXT]]
; CHECK:      v_min_u32_e32 v{{[0-9]+}}, [[NEXT]], [[REST]]
; CHECK-NOT:  v_mul
; CHECK:      s_endpgm
define amdgpu_kernel void @next(ptr addrspace(1) %p) {
  %i = call range(i32 0, 128) i32 @llvm.amdgcn.workitem.id.x()
  %n = add nuw i32 %i, 1
  %r = urem i32 %n, 75
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: {{^}}wraps:
; CHECK:      v_cmp_lt_u32_e32 vcc, s{{[0-9]+}}, v{{[0-9]+}}
; CHECK:      v_cndmask_b32_e64 v{{[0-9]+}}, 0, 1, vcc
; CHECK-NOT:  v_mul
; CHECK:      s_endpgm
define amdgpu_kernel void @wraps(ptr addrspace(1) %p) {
  %i = call range(i32 0, 128) i32 @llvm.amdgcn.workitem.id.x()
  %r = udiv i32 %i, 75
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; Not below: a product.
; CHECK-LABEL: {{^}}large:
; CHECK:      v_mul_hi_u32
; CHECK:      s_endpgm
define amdgpu_kernel void @large(ptr addrspace(1) %p) {
  %i = call range(i32 0, 256) i32 @llvm.amdgcn.workitem.id.x()
  %r = urem i32 %i, 75
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %r, ptr addrspace(1) %q
  ret void
}
