// --gen-register-info
include "shapes.td"
