; Addresses of constant memory in 32 bits: the upper half comes from an attribute of the function.
; RUN: wavec %s -S -o - | FileCheck %s
; RUN: wavec %s -O0 -c -o /dev/null

; CHECK-LABEL: low:
; CHECK: s_mov_b32 [[HIGH:s[0-9]+]], 0
; CHECK: s_load_dword
; CHECK: s_endpgm
define amdgpu_kernel void @low(ptr addrspace(1) %out, ptr addrspace(6) %in) {
  %at = getelementptr i32, ptr addrspace(6) %in, i32 3
  %x = load i32, ptr addrspace(6) %at
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: high:
; CHECK: 0xffff8000
; CHECK: s_load_dwordx4
; CHECK: s_endpgm
define amdgpu_kernel void @high(ptr addrspace(1) %out, ptr addrspace(6) %in) "amdgpu-32bit-address-high-bits"="0xffff8000" {
  %x = load <4 x i32>, ptr addrspace(6) %in
  store <4 x i32> %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: casts:
; CHECK: {{s_load_dword|global_load_ubyte}}
; CHECK: s_endpgm
define amdgpu_kernel void @casts(ptr addrspace(1) %out, ptr addrspace(4) %in) {
  %narrow = addrspacecast ptr addrspace(4) %in to ptr addrspace(6)
  %x = load i8, ptr addrspace(6) %narrow
  %wide = addrspacecast ptr addrspace(6) %narrow to ptr
  store i8 %x, ptr addrspace(1) %out
  %next = getelementptr ptr, ptr addrspace(1) %out, i32 1
  store ptr %wide, ptr addrspace(1) %next
  ret void
}
