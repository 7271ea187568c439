; RUN: wavec %s -emit-llvm -o - | FileCheck %s
; Unused declarations are not printed; inlined functions have no uses.

; CHECK-NOT: @unused
; CHECK-NOT: @inlined
; CHECK: define {{.*}}@kernel(
; CHECK-NOT: @inlined
; CHECK: declare {{.*}}@llvm.amdgcn.workitem.id.x
declare void @unused()

define internal i32 @inlined() {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  ret i32 %x
}

define amdgpu_kernel void @kernel(ptr addrspace(1) %p) {
  %x = call i32 @inlined()
  store i32 %x, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
