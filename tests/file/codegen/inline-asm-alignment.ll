; How much an alignment in inline assembly skips depends on the place: the size of the function is a difference of
; labels, and distances over it are unknown to the assembly itself.
; RUN: wavec %s -S -o - | FileCheck %s
; RUN: wavec %s -c -o %t.o && wavec objdump -d %t.o | FileCheck %s --check-prefix=OBJECT
; RUN: wavec %s -S -o %t.s && wavec mc %t.s --filetype=obj -o %t2.o && cmp %t.o %t2.o
; CHECK: .size aligned, .Lfunc_end0-aligned
; OBJECT-LABEL: <aligned>:
; OBJECT-NEXT: s_nop 7
; OBJECT-NEXT: s_nop 0
; OBJECT: {{[0-9A-F]*20: BF800003}}
; OBJECT-NEXT: s_endpgm
define amdgpu_kernel void @aligned() {
  call void asm sideeffect "s_nop 7\0A.p2align 5\0As_nop 3", ""()
  ret void
}
