// --gen-intrinsics
include "toy_intrinsics.td"
