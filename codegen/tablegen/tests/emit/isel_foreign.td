// --gen-isel
include "foreign_patterns.td"
