; Inline assembly that needs more registers at once than exist is an error with their number. What just fits compiles.
; RUN: not wavec %s -S -o - 2>&1 | FileCheck %s
; RUN: not wavec %s --max-sgprs=64 -S -o - 2>&1 | FileCheck %s --check-prefix=LIMIT

; CHECK: error: inline assembly of function 'written' writes 104 SGPRs at once, but there are only 102
; LIMIT: error: inline assembly of function 'written' writes 104 SGPRs at once, but there are only 64
define amdgpu_kernel void @written(ptr addrspace(1) %out) {
  %r = call { <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32> } asm sideeffect "; results", "=s,=s,=s,=s,=s,=s,=s,=s,=s,=s,=s,=s,=s"()
  ret void
}
