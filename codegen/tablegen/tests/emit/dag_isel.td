// --gen-dag-isel
include "toy_patterns.td"
