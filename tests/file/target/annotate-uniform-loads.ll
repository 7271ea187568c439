; Loads of global memory that the scalar cache can do are marked: of the same address in all lanes, and of what nothing
; has written before.
; RUN: wavec opt %s -passes=annotate-uniform-loads -S | FileCheck %s

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()

; CHECK-LABEL: @argument
; CHECK: load i32, ptr addrspace(1) %p, align 4, !amdgpu.noclobber
define amdgpu_kernel void @argument(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %x = load i32, ptr addrspace(1) %p
  store i32 %x, ptr addrspace(1) %q
  ret void
}

; Only loads before a store that may write there.
; CHECK-LABEL: @stores
; CHECK: load i32, ptr addrspace(1) %p, align 4, !amdgpu.noclobber
; CHECK: store i32
; CHECK: load i32, ptr addrspace(1) %p, align 4{{$}}
; CHECK: load i32, ptr addrspace(1) %r, align 4, !amdgpu.noclobber
define amdgpu_kernel void @stores(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) noalias readonly %r) {
  %x = load i32, ptr addrspace(1) %p
  store i32 %x, ptr addrspace(1) %q
  %y = load i32, ptr addrspace(1) %p
  %z = load i32, ptr addrspace(1) %r
  store i32 %y, ptr addrspace(1) %q
  store i32 %z, ptr addrspace(1) %q
  ret void
}

; Uniform values of a work-group.
; CHECK-LABEL: @group
; CHECK: load i64, ptr addrspace(1) %at, align 8, !amdgpu.noclobber
define amdgpu_kernel void @group(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %id = call i32 @llvm.amdgcn.workgroup.id.x()
  %at = getelementptr i64, ptr addrspace(1) %p, i32 %id
  %x = load i64, ptr addrspace(1) %at
  store i64 %x, ptr addrspace(1) %q
  ret void
}

; Each lane its own address, less than a dword, and volatile.
; CHECK-LABEL: @others
; CHECK-NOT: !amdgpu.noclobber
; CHECK: ret void
define amdgpu_kernel void @others(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %x = load i32, ptr addrspace(1) %at
  %y = load i16, ptr addrspace(1) %p
  %z = load volatile i32, ptr addrspace(1) %p
  %wide = zext i16 %y to i32
  %s = add i32 %x, %wide
  %t = add i32 %s, %z
  store i32 %t, ptr addrspace(1) %q
  ret void
}
