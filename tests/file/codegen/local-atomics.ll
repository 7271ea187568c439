; Only the own work-group sees local memory: no cache is written back for it, whatever the scope.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: local:
; CHECK-NOT: buffer_wbl2
; CHECK-NOT: buffer_inv
; CHECK: ds_add_rtn_u32
; CHECK-NOT: buffer_inv
; CHECK: s_setpc_b64
define i32 @local(ptr addrspace(3) %p, i32 %x) {
  %old = atomicrmw add ptr addrspace(3) %p, i32 %x seq_cst
  ret i32 %old
}

; CHECK-LABEL: global:
; CHECK: buffer_wbl2
; CHECK: global_atomic_add
; CHECK: buffer_inv
define i32 @global(ptr addrspace(1) %p, i32 %x) {
  %old = atomicrmw add ptr addrspace(1) %p, i32 %x seq_cst
  ret i32 %old
}
