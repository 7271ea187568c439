// Where values are when code begins.

include "CallingConv.td"

// What the hardware and the command processor set up for a kernel, in their order: addresses in pairs of scalar
// registers, aligned, at most 16 registers of them; then the work-group's ids, a register each; and the work-item's
// ids, packed into one vector register. Arguments are not among them: they are in memory.
defvar user_sgprs = [SGPR0, SGPR2, SGPR4, SGPR6, SGPR8, SGPR10, SGPR12, SGPR14];
defvar input_sgprs = [SGPR0, SGPR1, SGPR2, SGPR3, SGPR4, SGPR5, SGPR6, SGPR7, SGPR8, SGPR9, SGPR10, SGPR11, SGPR12,
                      SGPR13, SGPR14, SGPR15, SGPR16, SGPR17, SGPR18];
def CC_AMDGPU_Kernel : CallingConv<[
  CCIfInReg<CCIfType<[i64], CCAssignToTuple<2, user_sgprs>>>,
  CCIfInReg<CCIfType<[i32], CCAssignToReg<input_sgprs>>>,
  CCIfType<[i32], CCAssignToReg<[VGPR0]>>
]>;
