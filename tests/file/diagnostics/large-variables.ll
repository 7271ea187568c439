; Initializers that would fill memory are rejected; so are variables larger than what a program can be given.
; RUN: not wavec %s -o /dev/null 2>&1 | FileCheck %s
; RUN: wavec %S/../codegen/zero-variables.ll -o %t.co
; RUN: not wavec run %t.co --kernel big --global 1 --local 1 --arg i64:1 2>&1 | FileCheck --check-prefix=LAUNCH %s

; CHECK: error: variable 'table' of 8589934596 bytes: the file becomes too large
@table = addrspace(1) global { i32, [8589934592 x i8] } { i32 1, [8589934592 x i8] zeroinitializer }

define amdgpu_kernel void @f() {
  ret void
}

; LAUNCH: the program's variables take {{[0-9]+}} bytes, more than the 1073741824 available
