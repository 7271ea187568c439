// --gen-isel
include "toy_patterns.td"
