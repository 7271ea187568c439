; Assembly is parsed once, wherever it is: numeric labels are counted over the whole file, `.` is a place in it, and
; what is in another section stays there.
; RUN: wavec %s -c -o %t.o && wavec objdump -d %t.o | FileCheck %s
; RUN: wavec %s -S -o %t.s && wavec mc %t.s --filetype=obj -o %t2.o && cmp %t.o %t2.o

; CHECK-LABEL: <numeric>:
; CHECK: s_nop 1
; CHECK-NEXT: s_cbranch_scc1 65534
; CHECK-NEXT: s_cbranch_scc0 0
; CHECK-NEXT: s_nop 2
; CHECK: s_nop 3
; CHECK-NEXT: s_cbranch_scc1 65534
; CHECK-NEXT: s_cbranch_scc0 0
; CHECK-NEXT: s_nop 4
define amdgpu_kernel void @numeric() {
  call void asm sideeffect "1: s_nop 1\0As_cbranch_scc1 1b\0As_cbranch_scc0 1f\0A1: s_nop 2", ""()
  call void asm sideeffect "1: s_nop 3\0As_cbranch_scc1 1b\0As_cbranch_scc0 1f\0A1: s_nop 4", ""()
  ret void
}

; CHECK-LABEL: <places>:
; CHECK: s_branch 65535
; CHECK-NEXT: s_mov_b32 s0, lit(0x8)
; CHECK-NEXT: s_branch 65535
define amdgpu_kernel void @places() {
  call void asm sideeffect "s_branch .", ""()
  call void asm sideeffect ".Lhere${:uid}: s_mov_b32 s0, .Lthere${:uid}-.Lhere${:uid}\0A.Lthere${:uid}: s_branch .", "~{s0}"()
  ret void
}

; CHECK-LABEL: <other_section>:
; CHECK: s_nop 5
; CHECK-NEXT: s_nop 6
define amdgpu_kernel void @other_section() {
  call void asm sideeffect "s_nop 5\0A.pushsection .rodata.words, \22a\22\0A.long 7\0A.popsection\0As_nop 6", ""()
  ret void
}
