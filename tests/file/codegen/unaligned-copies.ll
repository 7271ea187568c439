; Accesses of a copy are aligned as the call promises: scalar loads need words.
; RUN: wavec %s -O2 -S -o - | FileCheck %s

; CHECK-LABEL: to_local:
; CHECK: s_load_dwordx4
; CHECK-NOT: s_load
; CHECK: global_load_dwordx2
; CHECK-NOT: s_load
; CHECK: s_endpgm
define amdgpu_kernel void @to_local(ptr addrspace(4) %p, ptr addrspace(3) %q, i32 %n) {
  call void @llvm.memcpy.p3.p4.i32(ptr addrspace(3) align 8 %q, ptr addrspace(4) align 1 %p, i32 %n, i1 false)
  ret void
}

; CHECK-LABEL: words_to_local:
; CHECK: s_load_dwordx4
; CHECK: s_load_dwordx2
; CHECK: s_endpgm
define amdgpu_kernel void @words_to_local(ptr addrspace(4) %p, ptr addrspace(3) %q, i32 %n) {
  call void @llvm.memcpy.p3.p4.i32(ptr addrspace(3) align 8 %q, ptr addrspace(4) align 4 %p, i32 %n, i1 false)
  ret void
}

; Vector accesses need no alignment.
; CHECK-LABEL: global:
; CHECK: global_load_dwordx4
; CHECK: global_store_dwordx4
define amdgpu_kernel void @global(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
  call void @llvm.memcpy.p1.p1.i32(ptr addrspace(1) align 1 %q, ptr addrspace(1) align 1 %p, i32 %n, i1 false)
  ret void
}

declare void @llvm.memcpy.p3.p4.i32(ptr addrspace(3), ptr addrspace(4), i32, i1)
declare void @llvm.memcpy.p1.p1.i32(ptr addrspace(1), ptr addrspace(1), i32, i1)
