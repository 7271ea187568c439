// --gen-register-info
include "machine.td"
