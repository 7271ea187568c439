; FLAT_SCRATCH is the sum of two inputs. Scratch accesses of kernels need a register, which is 0.
; RUN: wavec %s -mcpu=gfx90a -O1 -S -o - | FileCheck %s

; CHECK-LABEL: object:
; CHECK-NEXT: s_add_u32 flat_scratch_lo, s2, s5
; CHECK-NEXT: s_addc_u32 flat_scratch_hi, s3, 0
; CHECK-NEXT: s_mov_b32 s33, 0
; CHECK:      scratch_store_dword off, v{{[0-9]+}}, s33
; CHECK:      scratch_load_dword v{{[0-9]+}}, off, s{{[0-9]+$}}
define amdgpu_kernel void @object(ptr addrspace(1) %out, i32 %i) {
  %a = alloca [8 x i32], addrspace(5)
  store volatile i32 1, ptr addrspace(5) %a
  %p = getelementptr i32, ptr addrspace(5) %a, i32 %i
  %v = load volatile i32, ptr addrspace(5) %p
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; What is called finds FLAT_SCRATCH set up, and its frame at the stack pointer.
; CHECK-LABEL: called:
; CHECK-NOT:  flat_scratch
; CHECK:      scratch_store_dword off, v{{[0-9]+}}, s32
; CHECK-LABEL: caller:
; CHECK-NEXT: s_add_u32 flat_scratch_lo,
define void @called() noinline {
  %a = alloca i32, addrspace(5)
  store volatile i32 1, ptr addrspace(5) %a
  ret void
}
define amdgpu_kernel void @caller() {
  call void @called()
  ret void
}

; A kernel without stack objects sets nothing up, but has the inputs.
; CHECK-LABEL: none:
; CHECK-NOT:  flat_scratch_lo
; CHECK-LABEL: .amdhsa_kernel none
; CHECK:      .amdhsa_private_segment_fixed_size 0
; CHECK:      .amdhsa_user_sgpr_flat_scratch_init 1
; CHECK:      .amdhsa_system_sgpr_private_segment_wavefront_offset 1
; CHECK:      .amdhsa_reserve_flat_scratch 0
define amdgpu_kernel void @none(ptr addrspace(1) %out) {
  store i32 0, ptr addrspace(1) %out
  ret void
}
