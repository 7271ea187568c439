; The first wave that arrives at a barrier knows.
; RUN: wavec run %s --mcpu=gfx1200 --kernel first --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s
; RUN: wavec run %s --mcpu=gfx1200 -O0 --kernel first --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s
; CHECK: {{^(1 ){32}(0 ?){32}$}}

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 immarg)
declare void @llvm.amdgcn.s.barrier.wait(i16 immarg)

define amdgpu_kernel void @first(ptr addrspace(1) %out) #0 {
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %is.first = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  %value = zext i1 %is.first to i32
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  store i32 %value, ptr addrspace(1) %place
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
