; Requests for few registers, and sizes of launches and of LDS.
; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @few(ptr addrspace(1) %p) #0 {
  %v = load <32 x i32>, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i32 1024
  fence seq_cst
  %w = load <32 x i32>, ptr addrspace(1) %q
  store volatile <32 x i32> %v, ptr addrspace(1) %q
  store volatile <32 x i32> %w, ptr addrspace(1) %p
  store volatile <32 x i32> %v, ptr addrspace(1) %q
  ret void
}

; Requests that nothing can be compiled with are raised, and 0 is none.
define amdgpu_kernel void @fewer(ptr addrspace(1) %p) #1 {
  store i32 1, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @any(ptr addrspace(1) %p) #2 {
  %v = load <32 x i32>, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i32 1024
  fence seq_cst
  %w = load <32 x i32>, ptr addrspace(1) %q
  store volatile <32 x i32> %v, ptr addrspace(1) %q
  store volatile <32 x i32> %w, ptr addrspace(1) %p
  store volatile <32 x i32> %v, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "amdgpu-num-vgpr"="24" "amdgpu-num-sgpr"="30" "amdgpu-max-num-workgroups"="8,4294967295,1" "amdgpu-lds-size"="96" }
attributes #1 = { "amdgpu-num-vgpr"="1" "amdgpu-num-sgpr"="1" }
attributes #2 = { "amdgpu-num-vgpr"="0" "amdgpu-num-sgpr"="0" }

; CHECK: .amdhsa_kernel few
; CHECK: .amdhsa_group_segment_fixed_size 96
; CHECK: .amdhsa_next_free_vgpr {{1[0-9]|2[0-4]$}}
; CHECK: .amdhsa_next_free_sgpr {{1[0-9]|2[0-4]$}}
; CHECK: .amdhsa_kernel fewer
; CHECK: .amdhsa_group_segment_fixed_size 0
; CHECK: .amdhsa_next_free_vgpr 2
; CHECK: .amdhsa_kernel any
; CHECK: .amdhsa_next_free_vgpr {{[4-9][0-9]$}}
; CHECK: .max_num_workgroups_x: 8
; CHECK-NEXT: .max_num_workgroups_z: 1
; CHECK-NEXT: .name: few
; CHECK-NOT: .max_num_workgroups
