; A local variable without a size begins after the kernel's own, and has the size given by the launch, which is passed to
; the kernel.
;
; RUN: wavec run %s --global 64 --local 64 --dynamic-lds 256 --arg buf:i32[64]:zero --dump 0:4 | FileCheck %s
; RUN: not wavec run %s --global 64 --local 64 --arg buf:i32[64]:zero 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not wavec run %s --global 64 --local 64 --dynamic-lds 65521 --arg buf:i32[64]:zero 2>&1 | FileCheck %s --check-prefix=TOO-MUCH

; CHECK: 319 318 317 316
; NONE: local write of 4 bytes at {{.*}} is out of bounds (the workgroup has 16 bytes)
; TOO-MUCH: cannot launch: the workgroup needs 65537 bytes of local memory, 65536 are available

target triple = "amdgcn-amd-amdhsa"

@own = internal addrspace(3) global [4 x i32] poison, align 16
@rest = external addrspace(3) global [0 x i32], align 4

define amdgpu_kernel void @reverse(ptr addrspace(1) %out) #0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %quarter = and i32 %id, 3
  %own = getelementptr [4 x i32], ptr addrspace(3) @own, i32 0, i32 %quarter
  store i32 -1, ptr addrspace(3) %own
  %mine = getelementptr [0 x i32], ptr addrspace(3) @rest, i32 0, i32 %id
  store i32 %id, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %other = sub i32 63, %id
  %theirs = getelementptr [0 x i32], ptr addrspace(3) @rest, i32 0, i32 %other
  %value = load i32, ptr addrspace(3) %theirs
  %implicit = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %at = getelementptr i8, ptr addrspace(4) %implicit, i64 120
  %size = load i32, ptr addrspace(4) %at
  %sum = add i32 %value, %size
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %sum, ptr addrspace(1) %place
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
