; Operations that some memories do not know are one instruction only where metadata or the scope says that it is none of these.
; RUN: wavec %s -mcpu=gfx90a -S -o - | FileCheck %s --check-prefixes=CHECK,GFX90A
; RUN: wavec %s -mcpu=gfx942 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX942

; CHECK-LABEL: everywhere:
; CHECK: global_atomic_add
; CHECK: global_atomic_swap
define amdgpu_kernel void @everywhere(ptr addrspace(1) %p, i32 %v) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 %v monotonic
  %b = atomicrmw xchg ptr addrspace(1) %p, i32 %v monotonic
  ret void
}

; CHECK-LABEL: system:
; CHECK-NOT: global_atomic_or
; CHECK: global_atomic_cmpswap
define amdgpu_kernel void @system(ptr addrspace(1) %p, i32 %v) {
  %a = atomicrmw or ptr addrspace(1) %p, i32 %v monotonic
  ret void
}

; CHECK-LABEL: agent:
; GFX90A: global_atomic_cmpswap
; GFX942: global_atomic_or
define amdgpu_kernel void @agent(ptr addrspace(1) %p, i32 %v) {
  %a = atomicrmw or ptr addrspace(1) %p, i32 %v syncscope("agent") monotonic
  ret void
}

; CHECK-LABEL: not_remote:
; CHECK: global_atomic_or
define amdgpu_kernel void @not_remote(ptr addrspace(1) %p, i32 %v) {
  %a = atomicrmw or ptr addrspace(1) %p, i32 %v monotonic, !amdgpu.no.remote.memory !0
  ret void
}

; CHECK-LABEL: float:
; GFX90A: global_atomic_cmpswap
; GFX942: global_atomic_add_f32
define amdgpu_kernel void @float(ptr addrspace(1) %p, float %v) {
  %a = atomicrmw fadd ptr addrspace(1) %p, float %v syncscope("agent") monotonic, !amdgpu.no.fine.grained.memory !0
  ret void
}

; CHECK-LABEL: float_without_denormals:
; CHECK: global_atomic_add_f32
define amdgpu_kernel void @float_without_denormals(ptr addrspace(1) %p, float %v) {
  %a = atomicrmw fadd ptr addrspace(1) %p, float %v monotonic, !amdgpu.no.fine.grained.memory !0, !amdgpu.ignore.denormal.mode !0
  ret void
}

; CHECK-LABEL: double:
; CHECK: global_atomic_cmpswap_x2
; CHECK: global_atomic_add_f64
define amdgpu_kernel void @double(ptr addrspace(1) %p, double %v) {
  %a = atomicrmw fadd ptr addrspace(1) %p, double %v monotonic
  %b = atomicrmw fadd ptr addrspace(1) %p, double %v monotonic, !amdgpu.no.fine.grained.memory !0
  ret void
}

; Local memory is known.
; CHECK-LABEL: local:
; CHECK: ds_or_b32
define amdgpu_kernel void @local(ptr addrspace(3) %p, i32 %v) {
  %a = atomicrmw or ptr addrspace(3) %p, i32 %v monotonic
  ret void
}
!0 = !{}
