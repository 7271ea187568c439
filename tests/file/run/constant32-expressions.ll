; A constant expression with a 32-bit address of constant memory is the lower half of the address.
; RUN: wavec run %s -O0 --kernel k --global 1 --local 1 --arg buf:i32[2]:iota --dump 0:2 | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 1 --local 1 --arg buf:i32[2]:iota --dump 0:2 | FileCheck %s
; CHECK: 0 4

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@table = internal addrspace(4) constant [4 x i32] [i32 5, i32 77, i32 -3, i32 1000]

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %low = trunc i64 ptrtoint (ptr addrspace(4) @table to i64) to i32
  %same = sub i32 ptrtoint (ptr addrspace(6) addrspacecast (ptr addrspace(4) @table to ptr addrspace(6)) to i32), %low
  %second = sub i32 ptrtoint (ptr addrspace(6) addrspacecast (ptr addrspace(4) getelementptr (i32, ptr addrspace(4) @table, i32 1) to ptr addrspace(6)) to i32), %low
  %p = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %same, ptr addrspace(1) %out
  store i32 %second, ptr addrspace(1) %p
  ret void
}
