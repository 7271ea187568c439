// --gen-emitter
include "machine.td"
