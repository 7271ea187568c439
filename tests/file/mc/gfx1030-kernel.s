// The directives of kernels on RDNA 2, and waves of 32 and of 64 lanes.
// RUN: wavec mc --mcpu=gfx1030 %s -o - | FileCheck %s
// RUN: wavec mc --mcpu=gfx1030 --mattr=+wavefrontsize64 --filetype=obj %s -o %t.o
// RUN: not wavec mc --mcpu=gfx90a --mattr=+wavefrontsize32 %s -o - 2>&1 | FileCheck --check-prefix=GFX90A %s
// GFX90A: gfx90a has no waves of 32 lanes

.amdgcn_target "amdgcn-amd-amdhsa--gfx1030"
k:
// CHECK: s_endpgm
s_endpgm

.amdhsa_kernel k
// CHECK:      .amdhsa_user_sgpr_private_segment_buffer 1
.amdhsa_user_sgpr_private_segment_buffer 1
// CHECK:      .amdhsa_wavefront_size32 1
// CHECK-NEXT: .amdhsa_uses_dynamic_stack 0
// CHECK-NEXT: .amdhsa_system_sgpr_private_segment_wavefront_offset 1
.amdhsa_system_sgpr_private_segment_wavefront_offset 1
// CHECK:      .amdhsa_next_free_vgpr 17
.amdhsa_next_free_vgpr 17
.amdhsa_next_free_sgpr 106
// CHECK:      .amdhsa_fp16_overflow 0
// CHECK-NEXT: .amdhsa_workgroup_processor_mode 0
.amdhsa_workgroup_processor_mode 0
// CHECK-NEXT: .amdhsa_memory_ordered 1
// CHECK-NEXT: .amdhsa_forward_progress 1
// CHECK-NEXT: .amdhsa_shared_vgpr_count 0
// CHECK-NEXT: .amdhsa_exception_fp_ieee_invalid_op 0
.end_amdhsa_kernel
