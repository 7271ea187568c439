; RUN: wavec opt %s -passes=dce -o - | FileCheck %s --check-prefix=TEXT
; RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --arg buf:i32[4]:iota --dump 0:4 | FileCheck %s
; RUN: wavec run %s -O3 --kernel k --global 4 --local 4 --arg buf:i32[4]:iota --dump 0:4 | FileCheck %s
; RUN: wavec run %s -mcpu=gfx1100 -O1 --kernel k --global 4 --local 4 --arg buf:i32[4]:iota --dump 0:4 | FileCheck %s
; RUN: sed 's/addrspace(1)/addrspace(3)/g; s/^@tables.*$//' %s > %t.ll && not wavec %t.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG
; Tables of functions lie in global memory, as the virtual functions of C++ do, and so do the pointers that are called.

; CHECK: 10 101 12 103
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"

@tables = addrspace(1) constant [2 x ptr addrspace(1)] [ptr addrspace(1) addrspacecast (ptr @even to ptr addrspace(1)), ptr addrspace(1) addrspacecast (ptr @odd to ptr addrspace(1))]

define i32 @even(i32 %x) {
  %y = add i32 %x, 10
  ret i32 %y
}

define i32 @odd(i32 %x) {
  %y = add i32 %x, 100
  ret i32 %y
}

; TEXT: %result = call addrspace(1) i32 %function(i32 %value)
; WRONG: error: calls through pointers of this address space are not supported
define i32 @dispatch(ptr addrspace(1) %entry, i32 %value) noinline {
  %function = load ptr addrspace(1), ptr addrspace(1) %entry
  %result = call addrspace(1) i32 %function(i32 %value)
  ret i32 %result
}

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %id
  %value = load i32, ptr addrspace(1) %place
  %bit = and i32 %id, 1
  %entry = getelementptr ptr addrspace(1), ptr addrspace(1) @tables, i32 %bit
  %result = call i32 @dispatch(ptr addrspace(1) %entry, i32 %value)
  store i32 %result, ptr addrspace(1) %place
  ret void
}
