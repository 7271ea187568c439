// --gen-dag-isel
include "isel.td"
