; RUN: not wavec %s -o - 2>&1 | FileCheck %s
; CHECK: error: 'v0' is no register that can be read or written by name
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %v = call i32 @llvm.read_register.i32(metadata !0)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.read_register.i32(metadata)
!0 = !{!"v0"}
