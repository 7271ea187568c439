; Every kernel has its own layout of local memory: an address there is no constant that a variable can begin with.
; RUN: not wavec %s -S -o - 2>&1 | FileCheck %s
@local = internal addrspace(3) global [64 x i32] poison
; CHECK: [[@LINE+1]]:1: error: variable 'table' of 8 bytes: the address of 'local' in local memory is no constant of a module
@table = addrspace(1) global [2 x ptr addrspace(3)] [ptr addrspace(3) null, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @local, i32 4)]

define amdgpu_kernel void @k(i32 %i) {
  %entry = getelementptr [2 x ptr addrspace(3)], ptr addrspace(1) @table, i32 0, i32 %i
  %p = load ptr addrspace(3), ptr addrspace(1) %entry
  store i32 %i, ptr addrspace(3) %p
  store i32 %i, ptr addrspace(3) @local
  ret void
}
