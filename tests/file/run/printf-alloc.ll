; LLVM makes writes to a buffer of printf: the function that reserves space in it is the builtin library's.
; RUN: wavec run %s --verify-each --kernel k --global 2 --local 2 --arg 'buf:i32[2]:iota' | FileCheck %s
; CHECK: number 0
; CHECK: number 1
target triple = "amdgcn-amd-amdhsa"

declare ptr addrspace(1) @__printf_alloc(i32)
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @k(ptr addrspace(1) %x) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %place = getelementptr i32, ptr addrspace(1) %x, i32 %id
  %number = load i32, ptr addrspace(1) %place, align 4
  %record = call ptr addrspace(1) @__printf_alloc(i32 8)
  %full = icmp eq ptr addrspace(1) %record, null
  br i1 %full, label %end, label %write
write:
  store i32 1, ptr addrspace(1) %record, align 4
  %at = getelementptr i8, ptr addrspace(1) %record, i64 4
  store i32 %number, ptr addrspace(1) %at, align 4
  br label %end
end:
  ret void
}

!llvm.printf.fmts = !{!0}
!0 = !{!"1:1:4:number %d\5Cn"}
