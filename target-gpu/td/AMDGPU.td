// The AMD GPU target: everything the generators read.

include "Target.td"

include "registers.td"
include "operands.td"
include "formats.td"
include "sop.td"
include "smem.td"
include "vop.td"
include "vop1.td"
include "vop2.td"
include "vopc.td"
include "vop3.td"
include "vop3p.td"
include "ds.td"
include "flat.td"
include "mubuf.td"
include "pseudos.td"
