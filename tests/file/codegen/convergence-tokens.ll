; RUN: wavec %s -O0 -S -o - | FileCheck %s
; RUN: wavec %s -O2 -S -o - | FileCheck %s

; Convergence tokens are removed before code generation.

declare token @llvm.experimental.convergence.entry()
declare token @llvm.experimental.convergence.anchor()
declare i32 @llvm.amdgcn.readfirstlane(i32)

; CHECK-LABEL: first:
; CHECK: v_readfirstlane_b32
define amdgpu_kernel void @first(ptr addrspace(1) %p) convergent {
  %token = call token @llvm.experimental.convergence.entry()
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %first = call i32 @llvm.amdgcn.readfirstlane(i32 %id) [ "convergencectrl"(token %token) ]
  %anchor = call token @llvm.experimental.convergence.anchor()
  %again = call i32 @llvm.amdgcn.readfirstlane(i32 %first) [ "convergencectrl"(token %anchor) ]
  store i32 %again, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
