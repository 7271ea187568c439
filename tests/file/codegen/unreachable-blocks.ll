; Unreachable blocks are not selected, at any level.
; RUN: wavec %s -O0 --verify-each -S -o - | FileCheck %s
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s

; CHECK-LABEL: stop:
; CHECK: s_trap 2
; CHECK-NOT: global_store
; CHECK: s_endpgm
define amdgpu_kernel void @stop(ptr addrspace(1) %p) {
  store volatile i32 1, ptr addrspace(1) %p
  call void @llvm.trap()
  unreachable

after:
  store volatile i32 2, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: steady:
; CHECK: s_memrealtime
define amdgpu_kernel void @steady(ptr addrspace(1) %p) {
  %now = call i64 @llvm.readsteadycounter()
  store i64 %now, ptr addrspace(1) %p
  ret void
}
