// --gen-register-list
include "shapes.td"
