// Input of the generator of calling conventions: registers and the conventions over them.

include "AMDGPU.td"
include "callingconv.td"
