; Without -mcpu, a module is compiled for the processor that its functions name; with it, both must agree.
; RUN: wavec %s -S -o - | FileCheck %s
; RUN: wavec %s --stop-after=frame -o %t.mir
; RUN: wavec %t.mir -S -o - | FileCheck %s
; RUN: not wavec %s -mcpu=gfx942 -S -o - 2>&1 | FileCheck %s --check-prefix=OTHER

; CHECK: .amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
; OTHER: target-cpu.ll:[[@LINE+1]]:27: error: function 'k' is for the processor 'gfx90a', but code is made for 'gfx942'
define amdgpu_kernel void @k(ptr addrspace(1) %p) "target-cpu"="gfx90a" {
  store i32 1, ptr addrspace(1) %p
  ret void
}
