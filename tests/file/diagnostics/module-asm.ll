; RUN: not wavec %s -c -o %t.o 2>&1 | FileCheck %s
; RUN: not wavec %s -S -o %t.s 2>&1 | FileCheck %s

module asm ".set one, 1"
module asm "v_none v0, one"

; CHECK: module-asm.ll:4:12: error: invalid instruction
; CHECK: note: expanded: v_none v0, one
define amdgpu_kernel void @kernel() {
  ret void
}
