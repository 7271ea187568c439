; Mesa finds the values of registers in a section: pairs of address and value for each function.
; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s
target triple = "amdgcn-mesa-mesa3d"

define amdgpu_ps float @ps(float inreg %a, float %b) #0 {
  %r = fadd float %a, %b
  ret float %r
}

define amdgpu_cs void @cs(i32 inreg %x, i32 %y) {
  %p = alloca [16 x i32], addrspace(5)
  %q = getelementptr i32, ptr addrspace(5) %p, i32 %y
  store volatile i32 %x, ptr addrspace(5) %q
  ret void
}

attributes #0 = { "InitialPSInputAddr"="3" }

; CHECK: .amdgcn_target "amdgcn-mesa-mesa3d--gfx1100"
; CHECK-NOT: amdhsa
; CHECK: .amd_amdgpu_isa "amdgcn-mesa-mesa3d--gfx1100"
; CHECK-NEXT: .section .AMDGPU.config,"",@progbits
; CHECK-NEXT: .long 45096
; CHECK-NEXT: .long 0
; CHECK-NEXT: .long 165608
; CHECK-NEXT: .long 0
; CHECK-NEXT: .long 45100
; CHECK-NEXT: .long 0
; CHECK-NEXT: .long 165580
; CHECK-NEXT: .long 1
; CHECK-NEXT: .long 165584
; CHECK-NEXT: .long 3
; CHECK-NEXT: .long 4
; CHECK-NEXT: .long 0
; CHECK-NEXT: .long 8
; CHECK-NEXT: .long 0
; CHECK-NEXT: .long 47176
; CHECK-NEXT: .long 3761176576
; CHECK-NEXT: .long 47180
; CHECK-NEXT: .long 5
; CHECK-NEXT: .long 47200
; CHECK-NEXT: .long 32768
; CHECK-NEXT: .long 4
; CHECK-NEXT: .long 0
; CHECK-NEXT: .long 8
; CHECK-NEXT: .long 0
; CHECK-NOT: amdhsa
