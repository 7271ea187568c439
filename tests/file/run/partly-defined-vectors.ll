; Elements of vectors that are defined in part only, by indices that are computed.
; RUN: wavec run %s --mcpu=gfx942 --kernel uniform --global 64 --local 64 --arg 'buf:f64[64]:zero' --arg i32:3 --dump 0:2 | FileCheck %s
; RUN: wavec run %s --mcpu=gfx1100 --kernel uniform --global 64 --local 64 --arg 'buf:f64[64]:zero' --arg i32:3 --dump 0:2 | FileCheck %s
; RUN: wavec run %s --mcpu=gfx942 --kernel divergent --global 64 --local 64 --arg 'buf:i32[64]:zero' --arg i32:3 --dump 0:4 | FileCheck %s --check-prefix=LANES
; RUN: wavec run %s --mcpu=gfx1100 --kernel divergent --global 64 --local 64 --arg 'buf:i32[64]:zero' --arg i32:3 --dump 0:4 | FileCheck %s --check-prefix=LANES
; CHECK: 3 3
; LANES: 0 2 2 4

; The vector unit computes what is the same in all lanes.
define amdgpu_kernel void @uniform(ptr addrspace(1) %out, i32 %n) {
  %x = uitofp i32 %n to double
  %a = insertelement <8 x double> poison, double %x, i32 3
  %b = insertelement <8 x double> %a, double 1.0, i32 5
  %bit = trunc i32 %n to i1
  %at = select i1 %bit, i32 3, i32 5
  %r = extractelement <8 x double> %b, i32 %at
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr double, ptr addrspace(1) %out, i32 %id
  store double %r, ptr addrspace(1) %p
  ret void
}

; The first element has no value.
define amdgpu_kernel void @divergent(ptr addrspace(1) %out, i32 %n) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %next = add i32 %id, 1
  %even = and i32 %next, -2
  %a = insertelement <16 x i32> poison, i32 %even, i32 3
  %b = insertelement <16 x i32> %a, i32 %id, i32 9
  %bit = trunc i32 %n to i1
  %at = select i1 %bit, i32 3, i32 9
  %r = extractelement <16 x i32> %b, i32 %at
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %r, ptr addrspace(1) %p
  ret void
}
