; Types of targets: objects, and addresses in them.
; RUN: wavec opt -S %s -o - | FileCheck %s
; CHECK: @one = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison
; CHECK: @several = internal addrspace(3) global [4 x target("amdgcn.named.barrier", 0)] undef
@one = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison
@several = internal addrspace(3) global [4 x target("amdgcn.named.barrier", 0)] undef

; CHECK: getelementptr [4 x target("amdgcn.named.barrier", 0)], ptr addrspace(3) @several, i32 0, i32 %n
define ptr addrspace(3) @element(i32 %n) {
  %element = getelementptr [4 x target("amdgcn.named.barrier", 0)], ptr addrspace(3) @several, i32 0, i32 %n
  ret ptr addrspace(3) %element
}

; CHECK: ptrtoint (ptr addrspace(3) @one to i32)
define i32 @address() {
  ret i32 ptrtoint (ptr addrspace(3) @one to i32)
}
