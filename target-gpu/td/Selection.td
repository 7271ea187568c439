// Input of the instruction selection generator: the target, its intrinsics, the patterns.

include "AMDGPU.td"
include "IntrinsicsAMDGPU.td"
include "patterns.td"
include "half_patterns.td"
include "memory_patterns.td"
include "intrinsic_patterns.td"
include "matrix_patterns.td"
include "wmma_patterns.td"
include "gfx950_patterns.td"
