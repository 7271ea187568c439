; Assembly outside of functions is a part of the module's: its symbols and those of the functions are the same.
; RUN: wavec %s -mcpu=gfx942 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx942 -c -o %t.o
; RUN: wavec objdump -d --syms -r %t.o | FileCheck %s --check-prefix=OBJECT

module asm ".macro twice word"
module asm "  .long \\word, \\word"
module asm ".endm"
module asm ".globl table"
module asm "table: twice 5"
module asm ".section .note.mine,\22a\22,@note"
module asm "  .asciz \22seen\22"

; CHECK: .globl table
; CHECK-NEXT: table:
; CHECK: .long 5
; CHECK: .section .note.mine,"a",@note
; CHECK: "seen
; CHECK: .text
; CHECK: kernel:

; OBJECT-DAG: g {{.*}}.text {{.*}}table
; OBJECT-DAG: g {{.*}}kernel
; OBJECT: <kernel>:
; OBJECT: R_AMDGPU_{{.*}}table

@table = external addrspace(1) global [2 x i32]

define amdgpu_kernel void @kernel(ptr addrspace(1) %out) {
  %value = load i32, ptr addrspace(1) @table
  store i32 %value, ptr addrspace(1) %out
  ret void
}
