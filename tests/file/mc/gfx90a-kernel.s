// The directives of kernels on a processor whose flat scratch code sets up itself.
// RUN: wavec mc --mcpu=gfx90a %s -o - | FileCheck %s
// RUN: wavec mc --mcpu=gfx90a --filetype=obj %s -o %t.o
// RUN: wavec objdump -d %t.o | FileCheck --check-prefix=OBJ %s
// RUN: not wavec mc --mcpu=gfx942 %s -o - 2>&1 | FileCheck --check-prefix=OTHER %s

.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
// OTHER: error: target id must match options
k:
// OBJ: <k>:
// OBJ: s_add_u32 flat_scratch_lo, s4, s7
s_add_u32 flat_scratch_lo, s4, s7
s_addc_u32 flat_scratch_hi, s5, 0
s_endpgm

.amdhsa_kernel k
// CHECK: .amdhsa_user_sgpr_private_segment_buffer 1
// OTHER: error: .amdhsa_user_sgpr_private_segment_buffer is not supported with architected flat scratch
.amdhsa_user_sgpr_private_segment_buffer 1
// CHECK: .amdhsa_user_sgpr_flat_scratch_init 1
// OTHER: error: .amdhsa_user_sgpr_flat_scratch_init is not supported with architected flat scratch
.amdhsa_user_sgpr_flat_scratch_init 1
// CHECK: .amdhsa_system_sgpr_private_segment_wavefront_offset 1
.amdhsa_system_sgpr_private_segment_wavefront_offset 1
.amdhsa_next_free_vgpr 1
.amdhsa_next_free_sgpr 8
.amdhsa_accum_offset 4
.end_amdhsa_kernel
