; RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --dynamic-lds 16 --arg buf:i32[4]:iota --arg buf:i32[8]:iota --dump 0:4 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 4 --local 4 --dynamic-lds 16 --arg buf:i32[4]:iota --arg buf:i32[8]:iota --dump 0:4 | FileCheck %s
; RUN: wavec run %s -mcpu=gfx1200 -O0 --kernel k --global 4 --local 4 --dynamic-lds 16 --arg buf:i32[4]:iota --arg buf:i32[8]:iota --dump 0:4 | FileCheck %s
; The length of an array does not limit the indices of an address: dynamic local memory and flexible members have length 0.

; CHECK: 17 17 17 17
@dynamic = external addrspace(3) global [0 x i32], align 4
@table = addrspace(1) constant [4 x i32] [i32 3, i32 5, i32 7, i32 9]
@entry = addrspace(1) constant ptr addrspace(1) getelementptr ([0 x i32], ptr addrspace(1) @table, i64 0, i64 2)

define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %index = zext i32 %id to i64
  %own = getelementptr inbounds [0 x i32], ptr addrspacecast (ptr addrspace(3) @dynamic to ptr), i64 0, i64 %index
  store i32 %id, ptr %own
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %mirrored = sub i64 3, %index
  %other = getelementptr inbounds [0 x i32], ptr addrspace(3) @dynamic, i64 0, i64 %mirrored
  %from_other = load i32, ptr addrspace(3) %other
  %member = getelementptr { i32, [0 x i32] }, ptr addrspace(1) %in, i64 0, i32 1, i64 %index
  %from_member = load i32, ptr addrspace(1) %member
  %place = load ptr addrspace(1), ptr addrspace(1) @entry
  %seven = load i32, ptr addrspace(1) %place
  %constant = load i32, ptr addrspace(1) getelementptr ({ i32, [0 x i32] }, ptr addrspace(1) @table, i64 0, i32 1, i64 0)
  %a = add i32 %from_other, %from_member
  %b = add i32 %a, %seven
  %c = add i32 %b, %constant
  %d = add i32 %c, 1
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %d, ptr addrspace(1) %result
  ret void
}
