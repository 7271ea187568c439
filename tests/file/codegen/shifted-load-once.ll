; Part of a shifted value is loaded alone only if nothing else needs the shifted value.
; RUN: wavec %s -O1 --verify-each -S -o - | FileCheck %s

; CHECK-LABEL: both:
; CHECK: global_load
; CHECK-NOT: global_load
; CHECK-LABEL: part:
; CHECK: global_load_ubyte {{.*}} offset:2
; CHECK-NOT: global_load
define amdgpu_kernel void @both(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i64, ptr addrspace(1) %p, i32 %id
  %x = load i64, ptr addrspace(1) %mine
  %s = ashr i64 %x, 16
  %t = trunc i64 %s to i8
  %at = getelementptr i8, ptr addrspace(1) %p, i64 %s
  store i8 %t, ptr addrspace(1) %at
  ret void
}

define amdgpu_kernel void @part(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i64, ptr addrspace(1) %p, i32 %id
  %x = load i64, ptr addrspace(1) %mine
  %s = ashr i64 %x, 16
  %t = trunc i64 %s to i8
  store i8 %t, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
