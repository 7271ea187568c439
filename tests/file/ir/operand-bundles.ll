; A bundle that affects the meaning of a call is rejected by code generation, not by the parser.
; RUN: wavec opt %s -S | FileCheck %s
; RUN: not wavec %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=CODE

define amdgpu_kernel void @k(i32 %x) {
  ; CHECK: call void @llvm.donothing() [ "deopt"(i32 %x), "other"() ]
  call void @llvm.donothing() [ "deopt"(i32 %x), "other"() ]
  ret void
}

declare void @llvm.donothing()

; CODE: error: operand bundle 'deopt' in function 'k' is not supported
