// Instructions that exist between selection and emission only.

// A divergent conditional branch: lanes with a set bit in $cond go to $target. Replaced by `lower_control_flow`.
def SI_BRCOND : PseudoInst<(outs), (ins LaneMask:$cond, SOPPBrTarget:$target)> {
  let isTerminator = true;
  let isBranch = true;
  let Uses = [EXEC];
}

// A uniform conditional branch on a 0/1 value; becomes s_cmp and s_cbranch_scc1.
def SI_BRCOND_UNIFORM : PseudoInst<(outs), (ins SReg_32:$cond, SOPPBrTarget:$target)> {
  let isTerminator = true;
  let isBranch = true;
  let Defs = [SCC];
}

// Writes EXEC at the end of a block: terminators, so that copies for PHIs stay before them.
let isTerminator = true, WritesExec = true, SALU = true in {
def SI_MASK_MOV_term : PseudoInst<(outs LaneMask:$sdst), (ins LaneMask:$src)>;
}

// Widens EXEC at the start of a join: must remain at the start of the block.
let WritesExec = true, SALU = true, hasSideEffects = true in
def SI_RESTORE_EXEC : PseudoInst<(outs), (ins LaneMask:$mask)> { let Defs = [EXEC]; }

// A 64-bit constant that no literal can express. One instruction until register allocation, so that it can be
// rematerialized instead of spilled; then two moves.
let isMoveImm = true, isReMaterializable = true, isAsCheapAsAMove = true, SALU = true in
def SI_MOV_B64 : PseudoInst<(outs SReg_64:$sdst), (ins i64imm:$value)>;

// Conversions between a uniform 0/1 value and a lane mask.
let Defs = [SCC], Uses = [EXEC], SALU = true in {
def SI_BOOL_TO_MASK : PseudoInst<(outs LaneMask:$sdst), (ins SReg_32:$src)>;
def SI_MASK_TO_BOOL : PseudoInst<(outs SReg_32:$sdst), (ins LaneMask:$src)>;
}

// A uniform value that is either 0 or 1, it does not matter which: extensions take its upper bits as zero.
let SALU = true in
def SI_UNDEFINED_BOOL : PseudoInst<(outs SReg_32:$sdst), (ins)>;

// The active lanes of a mask, in waves of 64 and of 32.
let isConvergent = true, SALU = true, Defs = [SCC], Uses = [EXEC] in {
def SI_BALLOT : PseudoInst<(outs SReg_64:$sdst), (ins LaneMask:$mask)>;
def SI_BALLOT_B32 : PseudoInst<(outs SReg_32:$sdst), (ins LaneMask:$mask)>;
}

// A lane mask whose bits are a number, in waves of 64 and of 32.
let SALU = true in {
def SI_INVERSE_BALLOT : PseudoInst<(outs LaneMask:$sdst), (ins SReg_64:$bits)>;
def SI_INVERSE_BALLOT_B32 : PseudoInst<(outs LaneMask:$sdst), (ins SReg_32:$bits)>;
}

// Operations on lane masks. `legalize-operands` makes them the instructions of the wave size.
let SALU = true, Defs = [SCC] in {
class LaneMaskBinary : PseudoInst<(outs LaneMask:$sdst), (ins LaneMask:$src0, LaneMask:$src1)>;
let isCommutable = true in {
def SI_MASK_AND : LaneMaskBinary;
def SI_MASK_OR : LaneMaskBinary;
def SI_MASK_XOR : LaneMaskBinary;
}
def SI_MASK_ANDN2 : LaneMaskBinary;
def SI_MASK_NOT : PseudoInst<(outs LaneMask:$sdst), (ins LaneMask:$src)>;
// All lanes of quads in which a lane's bit is set.
def SI_MASK_WQM : PseudoInst<(outs LaneMask:$sdst), (ins LaneMask:$src)>;
}

// The values of `strict.wwm` and `strict.wqm`: $src, computed in all lanes, or in all lanes of quads with an active
// lane. $active in active lanes and $inactive in others, also computed in all lanes. `whole_wave` expands them.
let isConvergent = true, VALU = true, Uses = [EXEC] in {
def SI_WHOLE_WAVE : PseudoInst<(outs VGPR_32:$dst), (ins VSrc_b32:$src)>;
def SI_WHOLE_QUADS : PseudoInst<(outs VGPR_32:$dst), (ins VSrc_b32:$src)>;
def SI_SET_INACTIVE : PseudoInst<(outs VGPR_32:$dst), (ins VSrc_b32:$active, VGPR_32:$inactive)>;
}

// What shaders know of covered pixels; `whole_quads` expands these. A value that is computed in whole quads, and one that is if
// other code of the function is.
let isConvergent = true, VALU = true, Uses = [EXEC], Constraints = "$dst = $src" in {
def SI_WQM : PseudoInst<(outs VGPR_32:$dst), (ins VGPR_32:$src)>;
def SI_SOFT_WQM : PseudoInst<(outs VGPR_32:$dst), (ins VGPR_32:$src)>;
}
// Lanes whose bit is not set end, or are of no covered pixel any longer.
let isConvergent = true, hasSideEffects = true, mayLoad = true, mayStore = true, Uses = [EXEC], Defs = [SCC] in {
def SI_KILL : PseudoInst<(outs), (ins LaneMask:$keep)>;
def SI_DEMOTE : PseudoInst<(outs), (ins LaneMask:$keep)>;
}
// The lanes of covered pixels that were not killed.
let isConvergent = true, hasSideEffects = true, SALU = true, Uses = [EXEC] in
def SI_LIVE_MASK : PseudoInst<(outs LaneMask:$sdst), (ins)>;
// The lanes with which a shader begins: a mask, or the first ones, whose number is in seven bits from $shift on.
// `live_lanes` moves what they become to the start.
let isConvergent = true, hasSideEffects = true, SALU = true, WritesExec = true, Defs = [EXEC, SCC] in {
def SI_INIT_EXEC : PseudoInst<(outs), (ins i64imm:$mask)>;
def SI_INIT_EXEC_FROM_INPUT : PseudoInst<(outs), (ins SReg_32:$count, i32imm:$shift)>;
// All lanes; the result is the mask of those that were active.
def SI_INIT_WHOLE_WAVE : PseudoInst<(outs LaneMask:$sdst), (ins)>;
}

// Copies an operand to M0 for the next instruction.
let hasSideEffects = true, SALU = true, Defs = [M0] in
def SI_INIT_M0 : PseudoInst<(outs), (ins SSrc_b32:$value)>;

// Operations of the global wave sync: their data is the first register of an aligned pair. They become the
// instructions.
foreach op = ["INIT", "SEMA_BR", "BARRIER"] in
  def SI_GWS_#op : PseudoInst<(outs), (ins VReg_64_Align2:$data0, Offset16:$offset)> {
    let mayLoad = true;
    let mayStore = true;
    let hasSideEffects = true;
    let isConvergent = true;
    let Uses = [M0, EXEC];
  }

// A barrier of a work-group, where arriving and waiting are two instructions.
let isConvergent = true, hasSideEffects = true in def SI_SPLIT_BARRIER : PseudoInst<(outs), (ins)>;
// Signals a barrier; 1 if the wave is the first one.
let isConvergent = true, hasSideEffects = true, SALU = true, Defs = [SCC] in
def SI_BARRIER_SIGNAL_ISFIRST : PseudoInst<(outs SReg_32:$sdst), (ins i32imm:$barrier)>;

// The cycle counter of RDNA 4, whose halves are read one after the other: sub2 is the upper one again.
let hasSideEffects = true, Defs = [SCC] in def SI_READ_CYCLES : PseudoInst<(outs SReg_128:$cycles), (ins)>;

// A wait required by a fence: counters as in s_waitcnt; dropped if nothing is outstanding.
let hasSideEffects = true in
def SI_FENCE_WAIT : PseudoInst<(outs), (ins WaitcntImm:$simm16)>;

// A mark after asynchronous loads to LDS, and a wait until at most $marks marks are left whose loads are outstanding.
// `insert_waits` knows what they wait for.
let hasSideEffects = true, mayLoad = true, mayStore = true in {
def SI_ASYNC_MARK : PseudoInst<(outs), (ins)>;
def SI_WAIT_ASYNC_MARK : PseudoInst<(outs), (ins SImm16:$marks)>;
}

// An atomic fence, until `legalize_memory`.
let hasSideEffects = true, mayLoad = true, mayStore = true in
def SI_FENCE : PseudoInst<(outs), (ins i32imm:$ordering, i32imm:$scope)>;

// Reads or writes dword $word of the element $index dwords after the first one of a tuple. They become moves relative
// to M0, between the instructions that enable and disable indexing.
foreach n = [160, 192, 224, 256, 512, 1024] in {
  defvar vclass = !cast<RegisterClass>("VReg_"#n#"_Align2");
  defvar sclass = !cast<RegisterClass>("SReg_"#n);
  let VALU = true, Uses = [EXEC], Defs = [M0] in {
    def V_INDIRECT_READ_V#n : PseudoInst<(outs VGPR_32:$dst), (ins vclass:$src, SReg_32:$index, i32imm:$word)>;
    let Constraints = "$dst = $src" in
    def V_INDIRECT_WRITE_V#n : PseudoInst<(outs vclass:$dst),
                                          (ins vclass:$src, VSrc_b32:$value, SReg_32:$index, i32imm:$word)>;
  }
  let SALU = true, Defs = [M0] in {
    def S_INDIRECT_READ_S#n : PseudoInst<(outs SReg_32:$dst), (ins sclass:$src, SReg_32:$index, i32imm:$word)>;
    let Constraints = "$dst = $src" in
    def S_INDIRECT_WRITE_S#n : PseudoInst<(outs sclass:$dst),
                                          (ins sclass:$src, SReg_32:$value, SReg_32:$index, i32imm:$word)>;
  }
}

// Scheduling directives of the program; they generate no code.
let hasSideEffects = true in {
def SI_SCHED_BARRIER : PseudoInst<(outs), (ins i32imm:$mask)>;
def SI_SCHED_GROUP_BARRIER : PseudoInst<(outs), (ins i32imm:$mask, i32imm:$size, i32imm:$pipeline)>;
def SI_SCHED_STRATEGY : PseudoInst<(outs), (ins i32imm:$strategy)>;
}

// Spills, of accumulation registers too; expanded when the frame is laid out. The slot, the first dword in it.
foreach n = [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 512, 1024] in {
  defvar vclass = !cast<RegisterClass>(!if(!eq(n, 32), "AV_32", "AV_"#n#"_Align2"));
  defvar sclass = !cast<RegisterClass>("SReg_"#n);
  let mayStore = true, Uses = [EXEC], VMEM = true, VM_CNT = true in
  def SI_SPILL_V#n#_SAVE : PseudoInst<(outs), (ins vclass:$data, i32imm:$slot, i32imm:$word)>;
  let mayLoad = true, Uses = [EXEC], VMEM = true, VM_CNT = true in
  def SI_SPILL_V#n#_RESTORE : PseudoInst<(outs vclass:$data), (ins i32imm:$slot, i32imm:$word)>;
  let mayStore = true in
  def SI_SPILL_S#n#_SAVE : PseudoInst<(outs), (ins sclass:$data, i32imm:$slot, i32imm:$word)>;
  let mayLoad = true in
  def SI_SPILL_S#n#_RESTORE : PseudoInst<(outs sclass:$data), (ins i32imm:$slot, i32imm:$word)>;
}

// The wave ends in the middle of a block; becomes s_endpgm, and nothing follows it.
let hasSideEffects = true, mayLoad = true, mayStore = true, isConvergent = true, Uses = [EXEC] in
def SI_END_WAVE : PseudoInst<(outs), (ins)>;

// A jump to a function of a chain in the middle of a block, with a mask that becomes EXEC; the registers of the arguments are
// further operands, and nothing follows it. Becomes a move to EXEC and s_setpc_b64.
let hasSideEffects = true, mayLoad = true, mayStore = true, isConvergent = true, isCall = true, hasVariadicOperands = true,
    WritesExec = true, Uses = [EXEC, MODE] in {
  def SI_CHAIN_B32 : PseudoInst<(outs), (ins SReg_64:$target, SSrc_b32:$mask)>;
  def SI_CHAIN_B64 : PseudoInst<(outs), (ins SReg_64:$target, SSrc_b64:$mask)>;
}

// A function's end; becomes s_endpgm.
let isTerminator = true, isReturn = true, isBarrier = true in
def SI_END_KERNEL : PseudoInst<(outs), (ins)>;

// The end of a function that others call; becomes s_setpc_b64 to the return address. Results are further operands.
let isTerminator = true, isReturn = true, isBarrier = true, hasVariadicOperands = true, Uses = [EXEC, SGPR30, SGPR31] in
def SI_RETURN : PseudoInst<(outs), (ins)>;

// The end of a shader with results, in the registers that are its operands: whatever the driver places after it goes on.
// There is no instruction; it is the last one of the function's layout.
let isTerminator = true, isReturn = true, isBarrier = true, isMeta = true, hasVariadicOperands = true, Uses = [EXEC] in
def SI_RETURN_TO_EPILOG : PseudoInst<(outs), (ins)>;

// A call: its address, then the registers of its arguments. What it overwrites is added after selection. Becomes
// s_swappc_b64 between the movements of the stack pointer.
let isCall = true, isConvergent = true, hasSideEffects = true, mayLoad = true, mayStore = true,
    hasVariadicOperands = true, hasPostISelHook = true, Uses = [EXEC, MODE], Defs = [SCC, VCC, M0] in
def SI_CALL : PseudoInst<(outs), (ins SReg_64:$target)>;

// A tail call, at the end of a function that others call: the callee finds the frame and the return address where this
// function found them. Becomes s_setpc_b64.
let isCall = true, isTerminator = true, isReturn = true, isBarrier = true, isConvergent = true, hasSideEffects = true,
    mayLoad = true, mayStore = true, hasVariadicOperands = true, Uses = [EXEC, MODE, SGPR30, SGPR31] in {
  def SI_TAIL_CALL : PseudoInst<(outs), (ins CallClobbered_64:$target)>;
  // Of functions that shaders call.
  def SI_TAIL_CALL_GRAPHICS : PseudoInst<(outs), (ins ShaderCallClobbered_64:$target)>;
}

// The address of a frame object in a function that others call, whose frame begins where the stack pointer is.
let SALU = true, Defs = [SCC] in
def SI_FRAME_ADDRESS : PseudoInst<(outs SReg_32:$dst), (ins i32imm:$slot)>;

// A stack object of $size bytes, aligned to $align: moves the stack pointer. The frame pass expands these three.
let SALU = true, hasSideEffects = true, mayLoad = true, mayStore = true, Defs = [SCC] in
def SI_DYNAMIC_ALLOCA : PseudoInst<(outs SReg_32:$dst), (ins SReg_32:$size, i32imm:$align)>;

// Reads the stack pointer, and restores it.
let SALU = true, hasSideEffects = true, mayLoad = true, mayStore = true in {
  def SI_STACK_SAVE : PseudoInst<(outs SReg_32:$dst), (ins)>;
  def SI_STACK_RESTORE : PseudoInst<(outs), (ins SReg_32:$saved)>;
}

//===- Scalar operations on the condition code, kept together until their users are known -------------------------===//

// A uniform comparison as 0 or 1; becomes s_cmp and s_cselect, or only s_cmp before the branch or selection that uses it.
class SICompare<RegisterOperand src> : PseudoInst<(outs SReg_32:$dst), (ins src:$src0, src:$src1)> {
  let Defs = [SCC];
  let SALU = true;
}
foreach cc = ["EQ_U32", "LG_U32", "GT_I32", "GE_I32", "LT_I32", "LE_I32", "GT_U32", "GE_U32", "LT_U32", "LE_U32"] in
  def SI_CMP_#cc : SICompare<SSrc_b32>;
foreach cc = ["EQ_U64", "LG_U64"] in
  def SI_CMP_#cc : SICompare<SSrc_b64>;

// $dst = $cond (0 or 1) ? $src0 : $src1
let Defs = [SCC], SALU = true in {
def SI_SELECT_B32 : PseudoInst<(outs SReg_32:$dst), (ins SReg_32:$cond, SSrc_b32:$src0, SSrc_b32:$src1)>;
def SI_SELECT_B64 : PseudoInst<(outs SReg_64:$dst), (ins SReg_32:$cond, SSrc_b64:$src0, SSrc_b64:$src1)>;
// 64-bit addition and subtraction by halves with carry.
def S_ADD_U64_PSEUDO : PseudoInst<(outs SReg_64:$dst), (ins SSrc_b64:$src0, SSrc_b64:$src1)>;
def S_SUB_U64_PSEUDO : PseudoInst<(outs SReg_64:$dst), (ins SSrc_b64:$src0, SSrc_b64:$src1)>;
}
let Uses = [EXEC], VALU = true in {
def V_ADD_U64_PSEUDO : PseudoInst<(outs VReg_64_Align2:$dst), (ins VCSrc_b64:$src0, VCSrc_b64:$src1)>;
def V_SUB_U64_PSEUDO : PseudoInst<(outs VReg_64_Align2:$dst), (ins VCSrc_b64:$src0, VCSrc_b64:$src1)>;
}

// The address of a symbol, relative to the program counter.
let Defs = [SCC], SALU = true in
def SI_PC_ADD_REL_OFFSET : PseudoInst<(outs SReg_64:$dst), (ins i64imm:$symbol)>;

// Division's last fused multiply-add, with the scale flags as an operand; they are copied to VCC.
let Uses = [MODE, EXEC], VALU = true in {
def SI_DIV_FMAS_F32 : PseudoInst<(outs VGPR_32:$vdst), (ins VCSrc_f32:$src0, VCSrc_f32:$src1, VCSrc_f32:$src2,
                                                            LaneMask:$scaled)>;
def SI_DIV_FMAS_F64 : PseudoInst<(outs VReg_64_Align2:$vdst), (ins VCSrc_f64:$src0, VCSrc_f64:$src1, VCSrc_f64:$src2,
                                                                   LaneMask:$scaled)>;
}
