// Locations of values on entry.

include "CallingConv.td"

// The values that hardware and command processor set up for a kernel, in order: addresses in aligned pairs of scalar
// registers and preloaded dwords of arguments, at most 16 registers together; then the work-group ids, one register
// each; and the work-item ids, in one vector register each, or all in the first. Other arguments are in memory.
defvar user_sgprs = [SGPR0, SGPR2, SGPR4, SGPR6, SGPR8, SGPR10, SGPR12, SGPR14];
defvar input_sgprs = [SGPR0, SGPR1, SGPR2, SGPR3, SGPR4, SGPR5, SGPR6, SGPR7, SGPR8, SGPR9, SGPR10, SGPR11, SGPR12,
                      SGPR13, SGPR14, SGPR15, SGPR16, SGPR17, SGPR18];
def CC_AMDGPU_Kernel : CallingConv<[
  CCIfInReg<CCIfType<[i64], CCAssignToTuple<2, user_sgprs>>>,
  CCIfInReg<CCIfType<[i32], CCAssignToReg<input_sgprs>>>,
  CCIfType<[i32], CCAssignToReg<[VGPR0, VGPR1, VGPR2]>>
]>;

// A function that other functions call (user guide, "Non-Kernel Functions"). Every part of an argument or a result is a
// dword: `inreg` ones are uniform and are passed in scalar registers, the others in vector registers and then on the
// stack. s4 to s15 and v31 hold the values that kernels start with (dispatch packet, queue, hidden arguments, dispatch
// id, work-group ids, work-item ids) and are not available for arguments.
defvar argument_sgprs = !foreach(i, !listconcat(!range(0, 4), !range(16, 30)), !cast<Register>("SGPR"#i));
defvar argument_vgprs = !foreach(i, !range(0, 31), !cast<Register>("VGPR"#i));
def CC_AMDGPU_Func : CallingConv<[
  CCIfInReg<CCIfType<[i32], CCAssignToReg<argument_sgprs>>>,
  CCIfType<[i32], CCAssignToReg<argument_vgprs>>,
  CCIfType<[i32], CCAssignToStack<4, 4>>
]>;
// A stage of a graphics pipeline. Arguments and results are in dwords, too: uniform arguments (`inreg`) and results that
// are integers in scalar registers, all others in vector registers.
defvar shader_sgprs = !foreach(i, !range(0, 44), !cast<Register>("SGPR"#i));
defvar shader_vgprs = !foreach(i, !range(0, 136), !cast<Register>("VGPR"#i));
def CC_AMDGPU_Shader : CallingConv<[
  CCIfInReg<CCIfType<[i32], CCAssignToReg<shader_sgprs>>>,
  CCIfType<[i32], CCAssignToReg<shader_vgprs>>
]>;

// A function that ends with a jump to the next one of a chain. v0 to v7 are for what only one function needs.
defvar chain_sgprs = !foreach(i, !range(0, 102), !cast<Register>("SGPR"#i));
defvar chain_vgprs = !foreach(i, !range(8, 256), !cast<Register>("VGPR"#i));
def CC_AMDGPU_Chain : CallingConv<[
  CCIfInReg<CCIfType<[i32], CCAssignToReg<chain_sgprs>>>,
  CCIf<"!flags.in_reg", CCIfType<[i32], CCAssignToReg<chain_vgprs>>>
]>;

// A function that shaders call. s0 to s3 are the buffer of scratch memory on processors that need one.
defvar graphics_sgprs = !foreach(i, !range(4, 30), !cast<Register>("SGPR"#i));
defvar graphics_vgprs = !foreach(i, !range(0, 32), !cast<Register>("VGPR"#i));
def CC_AMDGPU_Graphics : CallingConv<[
  CCIfInReg<CCIfType<[i32], CCAssignToReg<graphics_sgprs>>>,
  CCIf<"!flags.in_reg", CCIfType<[i32], CCAssignToReg<graphics_vgprs>>>,
  CCIfType<[i32], CCAssignToStack<4, 4>>
]>;
def RetCC_AMDGPU_Graphics : CallingConv<[
  CCIfType<[i32], CCAssignToReg<shader_vgprs>>
]>;

defvar result_vgprs = !foreach(i, !range(0, 32), !cast<Register>("VGPR"#i));
def RetCC_AMDGPU_Func : CallingConv<[
  CCIfType<[i32], CCAssignToReg<result_vgprs>>
]>;
