// --gen-register-bank
include "shapes.td"
