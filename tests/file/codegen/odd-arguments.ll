; Vectors of bits in the argument segment are read by loads that do not overlap: three dwords of a vector whose last bytes
; are another load are not a load of four.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
; RUN: wavec %s -O0 --verify-each -S -o - | FileCheck %s --check-prefix=PLAIN

; CHECK-LABEL: seventh:
; CHECK: s_endpgm
; PLAIN-LABEL: seventh:
; PLAIN: s_load_dword s{{[0-9]+}}, s[{{[0-9:]+}}], 0x18
; PLAIN: s_load_dwordx2 s[{{[0-9:]+}}], s[{{[0-9:]+}}], 0x10
; PLAIN: s_endpgm
define amdgpu_kernel void @seventh(ptr addrspace(1) %p, <16 x i7> %v, i1 %c) {
  br i1 %c, label %x, label %y
x:
  store <16 x i7> %v, ptr addrspace(1) %p
  br label %y
y:
  ret void
}

; Nothing follows three dwords.
; CHECK-LABEL: triple:
; CHECK: s_load_dwordx4
define amdgpu_kernel void @triple(ptr addrspace(1) %p, <3 x i32> %v) {
  store <3 x i32> %v, ptr addrspace(1) %p
  ret void
}
