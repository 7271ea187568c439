; Settings not given on the command line come from the functions; the code object version is a module flag.
; RUN: wavec -S -o - %s | FileCheck %s
; RUN: wavec -S -o - -mcpu=gfx942:sramecc- %s | FileCheck %s --check-prefix=ERRORS

; CHECK: .amdgcn_target "amdgcn-amd-amdhsa--gfx942:xnack-"
; CHECK: .amdhsa_code_object_version 5
; ERRORS: .amdgcn_target "amdgcn-amd-amdhsa--gfx942:sramecc-:xnack-"
define amdgpu_kernel void @k() "target-features"="-xnack" {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
