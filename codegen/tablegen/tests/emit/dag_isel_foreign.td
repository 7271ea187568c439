// --gen-dag-isel
include "foreign_patterns.td"
