; The constraint X takes whatever the operand is: constants are numbers, other values are in vector registers, which hold those
; that differ between lanes.
; RUN: wavec %s -S -o - | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: any:
; CHECK: ; constant 0x4d2
; CHECK: ; divergent v0
; CHECK: ; uniform v{{[0-9]+}}
define void @any(i32 %x, i32 inreg %y) {
  call void asm sideeffect "; constant $0", "X"(i32 1234)
  call void asm sideeffect "; divergent $0", "X"(i32 %x)
  call void asm sideeffect "; uniform $0", "X"(i32 %y)
  ret void
}
