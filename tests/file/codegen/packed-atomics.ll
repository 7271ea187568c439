; Pairs of halves and of bfloats are added to memory by one instruction, in every kind of memory.
; RUN: wavec %s -S -o - | FileCheck %s

; CHECK-LABEL: global:
; CHECK: global_atomic_pk_add_f16 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9]+:[0-9]+}}] sc0
; CHECK: global_atomic_pk_add_bf16 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9]+:[0-9]+}}] offset:8
define amdgpu_kernel void @global(ptr addrspace(1) %out, ptr addrspace(1) %p, <2 x half> %h, <2 x bfloat> %b) {
  %old = atomicrmw fadd ptr addrspace(1) %p, <2 x half> %h syncscope("agent") monotonic
  store <2 x half> %old, ptr addrspace(1) %out
  %q = getelementptr i8, ptr addrspace(1) %p, i64 8
  %unused = atomicrmw fadd ptr addrspace(1) %q, <2 x bfloat> %b syncscope("agent") monotonic
  ret void
}

; CHECK-LABEL: flat:
; CHECK: flat_atomic_pk_add_f16 v[{{[0-9]+:[0-9]+}}], v{{[0-9]+$}}
define amdgpu_kernel void @flat(ptr addrspace(1) %where, <2 x half> %h) {
  %p = load ptr, ptr addrspace(1) %where
  %unused = atomicrmw fadd ptr %p, <2 x half> %h syncscope("agent") monotonic
  ret void
}

; CHECK-LABEL: local:
; CHECK: ds_pk_add_rtn_bf16 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+$}}
define amdgpu_kernel void @local(ptr addrspace(1) %out, ptr addrspace(3) %p, <2 x bfloat> %b) {
  %old = atomicrmw fadd ptr addrspace(3) %p, <2 x bfloat> %b syncscope("workgroup") monotonic
  store <2 x bfloat> %old, ptr addrspace(1) %out
  ret void
}
