// What instruction selection reads: the target, its intrinsics, the patterns.

include "AMDGPU.td"
include "patterns.td"
include "memory_patterns.td"
