; A scalar load that is not aligned to its size does not overwrite its own address: it may be executed in parts, and
; replayed. If page faults are not retried, it may.
; RUN: wavec -S -o - %s | FileCheck %s
; RUN: wavec -mcpu=gfx942:xnack- -S -o - %s | FileCheck --check-prefix=ONCE %s

; CHECK-LABEL: unaligned:
; CHECK: s_load_dwordx8 s[0:7], s[10:11], 0x10
; ONCE-LABEL: unaligned:
; ONCE: s_load_dwordx8 s[0:7], s[0:1], 0x10
; CHECK-LABEL: aligned:
; CHECK: s_load_dwordx8 s[0:7], s[0:1], 0x20
define amdgpu_kernel void @unaligned(ptr addrspace(1) %out, ptr addrspace(4) %in) {
  %p = load ptr addrspace(4), ptr addrspace(4) %in, align 8
  %q = getelementptr i32, ptr addrspace(4) %p, i32 4
  %a = load <8 x i32>, ptr addrspace(4) %q, align 4
  store <8 x i32> %a, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @aligned(ptr addrspace(1) %out, ptr addrspace(4) %in) {
  %p = load ptr addrspace(4), ptr addrspace(4) %in, align 8
  %q = getelementptr i32, ptr addrspace(4) %p, i32 8
  %a = load <8 x i32>, ptr addrspace(4) %q, align 32
  store <8 x i32> %a, ptr addrspace(1) %out
  ret void
}
