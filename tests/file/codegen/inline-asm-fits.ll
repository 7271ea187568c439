; Inline assembly with as many registers as exist.
; RUN: wavec %s -O0 -S -o - | FileCheck %s
; RUN: wavec %s -O2 -S -o - | FileCheck %s

; CHECK-LABEL: {{^}}fits:
; CHECK: ; results s[
define amdgpu_kernel void @fits(ptr addrspace(1) %out) {
  %r = call { <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32> } asm sideeffect "; results $0 $1 $2 $3 $4 $5 $6 $7 $8 $9 $10 $11", "=s,=s,=s,=s,=s,=s,=s,=s,=s,=s,=s,=s"()
  %v = extractvalue { <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32> } %r, 11
  store <8 x i32> %v, ptr addrspace(1) %out
  ret void
}
