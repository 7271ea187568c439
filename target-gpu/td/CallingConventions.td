// What the generator of calling conventions reads: registers and the conventions over them.

include "AMDGPU.td"
include "callingconv.td"
