// Registers of all families. Every 32-bit register is one register unit; units are numbered in the order of the
// definitions here, so that each tuple is a contiguous run of units.

def : RegisterRuns;

//===- Sub-registers: every run of 1-6, 8 and 16 words of a 32-word register --------------------------------------===//

foreach i = 0...31 in def sub#i : SubRegIndex<32, !shl(i, 5)> { let Namespace = "AMDGPU"; }

class SubRegRunName<int first, int count> {
  string ret = !foldl("sub"#first, !range(!add(first, 1), !add(first, count)), name, i, name#"_sub"#i);
}
foreach count = [2, 3, 4, 5, 6, 8, 16] in
  foreach first = !range(0, !sub(33, count)) in
    def SubRegRunName<first, count>.ret : SubRegIndex<!shl(count, 5), !shl(first, 5)> { let Namespace = "AMDGPU"; }

// sub0 .. sub(count-1)
class SubRegs<int count> {
  list<SubRegIndex> ret = !foreach(i, !range(count), !cast<SubRegIndex>("sub"#i));
}

//===- Registers -------------------------------------------------------------------------------------------------===//

class AMDReg<string name, int encoding> : Register<name> {
  let Namespace = "AMDGPU";
  let HWEncoding = encoding;
}
// A pair whose two halves are registers with the next two numbers.
class AMDPair<string name, Register lo, Register hi, int encoding> : RegisterWithSubRegs<name, [lo, hi]> {
  let Namespace = "AMDGPU";
  let HWEncoding = encoding;
  let SubRegIndices = [sub0, sub1];
}

// From GFX10 on all can be numbered; before, the last four numbers are FLAT_SCRATCH and XNACK_MASK.
foreach i = 0...105 in def SGPR#i : AMDReg<"s"#i, i>;

def FLAT_SCR_LO : AMDReg<"flat_scratch_lo", 102>;
def FLAT_SCR_HI : AMDReg<"flat_scratch_hi", 103>;
def XNACK_MASK_LO : AMDReg<"xnack_mask_lo", 104>;
def XNACK_MASK_HI : AMDReg<"xnack_mask_hi", 105>;
def VCC_LO : AMDReg<"vcc_lo", 106>;
def VCC_HI : AMDReg<"vcc_hi", 107>;
foreach i = 0...15 in def TTMP#i : AMDReg<"ttmp"#i, !add(108, i)>;
def M0 : AMDReg<"m0", 124>;
def EXEC_LO : AMDReg<"exec_lo", 126>;
def EXEC_HI : AMDReg<"exec_hi", 127>;

// Read-only values that the source fields name like registers.
let isConstant = true in {
def SRC_SHARED_BASE_LO : AMDReg<"src_shared_base", 235>;
def SRC_SHARED_BASE_HI : AMDReg<"src_shared_base", 235>;
def SRC_SHARED_LIMIT_LO : AMDReg<"src_shared_limit", 236>;
def SRC_SHARED_LIMIT_HI : AMDReg<"src_shared_limit", 236>;
def SRC_PRIVATE_BASE_LO : AMDReg<"src_private_base", 237>;
def SRC_PRIVATE_BASE_HI : AMDReg<"src_private_base", 237>;
def SRC_PRIVATE_LIMIT_LO : AMDReg<"src_private_limit", 238>;
def SRC_PRIVATE_LIMIT_HI : AMDReg<"src_private_limit", 238>;
}
// Reads as 0; results in it are lost. From GFX10 on.
def SGPR_NULL : AMDReg<"null", 125>;
def SRC_POPS_EXITING_WAVE_ID : AMDReg<"src_pops_exiting_wave_id", 239>;
def SRC_VCCZ : AMDReg<"src_vccz", 251>;
def SRC_EXECZ : AMDReg<"src_execz", 252>;
def SRC_SCC : AMDReg<"src_scc", 253>;

// Registers that no operand field names.
def SCC : AMDReg<"scc", 0>;
def MODE : AMDReg<"mode", 0>;

// Bit 8 of the number marks a vector register, bit 9 an accumulation register (in fields that are large enough).
foreach i = 0...255 in def VGPR#i : AMDReg<"v"#i, !add(256, i)>;
foreach i = 0...255 in def AGPR#i : AMDReg<"a"#i, !add(768, i)>;
// High halves in the fields of 32-bit encodings: of their eight bits, the highest is the half. Code generation does not
// name them, and they are no part of the registers here.
foreach i = 0...127 in def VGPR#i#_HI16 : AMDReg<"v"#i#".h", !add(384, i)>;

def FLAT_SCR : AMDPair<"flat_scratch", FLAT_SCR_LO, FLAT_SCR_HI, 102>;
def XNACK_MASK : AMDPair<"xnack_mask", XNACK_MASK_LO, XNACK_MASK_HI, 104>;
def VCC : AMDPair<"vcc", VCC_LO, VCC_HI, 106>;
def EXEC : AMDPair<"exec", EXEC_LO, EXEC_HI, 126>;
let isConstant = true in {
def SRC_SHARED_BASE : AMDPair<"src_shared_base", SRC_SHARED_BASE_LO, SRC_SHARED_BASE_HI, 235>;
def SRC_SHARED_LIMIT : AMDPair<"src_shared_limit", SRC_SHARED_LIMIT_LO, SRC_SHARED_LIMIT_HI, 236>;
def SRC_PRIVATE_BASE : AMDPair<"src_private_base", SRC_PRIVATE_BASE_LO, SRC_PRIVATE_BASE_HI, 237>;
def SRC_PRIVATE_LIMIT : AMDPair<"src_private_limit", SRC_PRIVATE_LIMIT_LO, SRC_PRIVATE_LIMIT_HI, 238>;
}

//===- One-word classes ------------------------------------------------------------------------------------------===//

// Bits of TSFlags: which register file.
class AMDRegClass<list<ValueType> types, int width, dag members> : RegisterClass<"AMDGPU", types, 32, members> {
  bit HasSGPR = false;
  bit HasVGPR = false;
  bit HasAGPR = false;
  // One bit for each lane, instead of a number.
  bit IsLaneMask = false;
  let TSFlags{0} = HasSGPR;
  let TSFlags{1} = HasVGPR;
  let TSFlags{2} = HasAGPR;
  let TSFlags{3} = IsLaneMask;
  let Size = width;
  // Tuples compete for the words of the register files, which are the classes of one word.
  let GeneratePressureSet = false;
  // Larger tuples first: they are the hardest to place.
  let AllocationPriority = !srl(width, 5);
}
class SRegClass<list<ValueType> types, int width, dag members> : AMDRegClass<types, width, members> {
  let HasSGPR = true;
}
class VRegClass<list<ValueType> types, int width, dag members> : AMDRegClass<types, width, members> {
  let HasVGPR = true;
}
class ARegClass<list<ValueType> types, int width, dag members> : AMDRegClass<types, width, members> {
  let HasAGPR = true;
}
class AVRegClass<list<ValueType> types, int width, dag members> : AMDRegClass<types, width, members> {
  let HasVGPR = true;
  let HasAGPR = true;
}
class VSRegClass<list<ValueType> types, int width, dag members> : AMDRegClass<types, width, members> {
  let HasSGPR = true;
  let HasVGPR = true;
  let isAllocatable = false;
}

defvar Types32 = [i32, f32, i16, f16, bf16, v2i16, v2f16, v2bf16];
defvar Types64 = [i64, f64, v2i32, v2f32, v4i16, v4f16, v4bf16];
defvar Types128 = [v4i32, v4f32, v2i64, v2f64, v8i16, v8f16, v8bf16];
defvar Types256 = [v8i32, v8f32, v4i64, v4f64, v16i16, v16f16, v16bf16];
defvar Types512 = [v16i32, v16f32, v8i64, v8f64];
defvar Types1024 = [v32i32, v32f32, v16i64, v16f64];

def SGPR_32 : SRegClass<Types32, 32, (sequence "SGPR%u", 0, 105)>;
def TTMP_32 : SRegClass<Types32, 32, (sequence "TTMP%u", 0, 15)> { let isAllocatable = false; }
let GeneratePressureSet = true in {
def VGPR_32 : VRegClass<Types32, 32, (sequence "VGPR%u", 0, 255)>;
def AGPR_32 : ARegClass<Types32, 32, (sequence "AGPR%u", 0, 255)>;
def AV_32 : AVRegClass<Types32, 32, (add VGPR_32, AGPR_32)>;
}

def M0_CLASS : SRegClass<[i32], 32, (add M0)> { let isAllocatable = false; }
def SCC_CLASS : SRegClass<[i1], 32, (add SCC)> { let isAllocatable = false; let CopyCost = 255; }
def MODE_CLASS : SRegClass<[i32], 32, (add MODE)> { let isAllocatable = false; }

// Everything that a 32-bit scalar source can name, then smaller and smaller classes.
def SReg_32_XM0_XEXEC : SRegClass<Types32, 32,
    (add SGPR_32, VCC_LO, VCC_HI, FLAT_SCR_LO, FLAT_SCR_HI, XNACK_MASK_LO, XNACK_MASK_HI, TTMP_32,
         SRC_SHARED_BASE_LO, SRC_SHARED_LIMIT_LO, SRC_PRIVATE_BASE_LO, SRC_PRIVATE_LIMIT_LO,
         SRC_SHARED_BASE_HI, SRC_SHARED_LIMIT_HI, SRC_PRIVATE_BASE_HI, SRC_PRIVATE_LIMIT_HI, SGPR_NULL,
         SRC_POPS_EXITING_WAVE_ID, SRC_VCCZ, SRC_EXECZ, SRC_SCC)>;
def SReg_32_XEXEC : SRegClass<Types32, 32, (add SReg_32_XM0_XEXEC, M0_CLASS)>;
def SReg_32_XEXEC_HI : SRegClass<Types32, 32, (add SReg_32_XEXEC, EXEC_LO)> { let isAllocatable = false; }
def SReg_32_XM0 : SRegClass<Types32, 32, (add SReg_32_XM0_XEXEC, EXEC_LO, EXEC_HI)>;
def SReg_32 : SRegClass<[i32, f32, i16, f16, bf16, v2i16, v2f16, v2bf16, i1], 32,
    (add SReg_32_XM0_XEXEC, M0_CLASS, EXEC_LO, EXEC_HI)> { let GeneratePressureSet = true; }
def SMemDstAsm_32 : SRegClass<Types32, 32,
    (add SGPR_32, VCC_LO, VCC_HI, FLAT_SCR_LO, FLAT_SCR_HI, XNACK_MASK_LO, XNACK_MASK_HI, TTMP_32, SGPR_NULL)>;
def VS_32 : VSRegClass<Types32, 32, (add VGPR_32, SReg_32)>;
// Halves of registers as 32-bit encodings name them; the low half has the name of the register.
let isAllocatable = false in {
def VGPR_Halves : VRegClass<[i16, f16], 32, (add (sequence "VGPR%u", 0, 127), (sequence "VGPR%u_HI16", 0, 127))>;
def VS_Halves : VSRegClass<[i16, f16], 32, (add VGPR_Halves, SReg_32)>;
}

//===- Tuples ----------------------------------------------------------------------------------------------------===//

class Tuples<RegisterClass rc, int count, int stride>
  : RegisterTuples<SubRegs<count>.ret, !foreach(i, !range(count), (decimate (shl rc, i), stride))>;

// Scalar pairs start even, larger tuples at multiples of four.
def SGPR_64Regs : Tuples<SGPR_32, 2, 2>;
def TTMP_64Regs : Tuples<TTMP_32, 2, 2>;
foreach n = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 32] in {
  def SGPR_#!shl(n, 5)#Regs : Tuples<SGPR_32, n, 4>;
}
foreach n = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16] in {
  def TTMP_#!shl(n, 5)#Regs : Tuples<TTMP_32, n, 4>;
}
foreach n = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 32] in {
  def VGPR_#!shl(n, 5)#Regs : Tuples<VGPR_32, n, 1>;
  def AGPR_#!shl(n, 5)#Regs : Tuples<AGPR_32, n, 1>;
}

def SGPR_64 : SRegClass<Types64, 64, (add SGPR_64Regs)>;
def TTMP_64 : SRegClass<Types64, 64, (add TTMP_64Regs)> { let isAllocatable = false; }
// Pairs that a called function need not preserve: they hold an address until the caller's registers are restored.
def CallClobbered_64 : SRegClass<Types64, 64, (trunc SGPR_64, 15)>;
// The same of functions that shaders call, in which none of them holds an argument.
def ShaderCallClobbered_64 : SRegClass<Types64, 64, (add (trunc (shl SGPR_64, 18), 6), (trunc SGPR_64, 2))>;
def SReg_64_XEXEC : SRegClass<Types64, 64,
    (add SGPR_64, VCC, FLAT_SCR, XNACK_MASK, TTMP_64, SRC_SHARED_BASE, SRC_SHARED_LIMIT, SRC_PRIVATE_BASE,
         SRC_PRIVATE_LIMIT)>;
def SReg_64 : SRegClass<Types64, 64, (add SReg_64_XEXEC, EXEC)>;
// Conditions of lanes, in waves of 64. The registers are among those of numbers, but a condition that is the same for all
// lanes is 0 or 1 in an SReg_32: `legalize-operands` converts wherever one of the two classes is a lane mask.
let IsLaneMask = true in {
def LaneMask_XEXEC : SRegClass<[i1], 64, (add SGPR_64, VCC)>;
def LaneMask : SRegClass<[i1], 64, (add LaneMask_XEXEC, EXEC)>;
// The same in waves of 32: the instruction tables of these have them in place of the others (`mc/src/tables.rs`).
def LaneMask32_XEXEC : SRegClass<[i1], 32, (add SGPR_32, VCC_LO)>;
def LaneMask32 : SRegClass<[i1], 32, (add LaneMask32_XEXEC, EXEC_LO)>;
}
def SMemDstAsm_64 : SRegClass<Types64, 64, (add SGPR_64, VCC, FLAT_SCR, XNACK_MASK, TTMP_64)>;
def SMemDstAsm_64_Null : SRegClass<Types64, 64, (add SMemDstAsm_64, SGPR_NULL)> { let isAllocatable = false; }

// SGPR_n: numbered ones; SReg_n: including the trap handler's.
multiclass ScalarTuple<int width, list<ValueType> types> {
  def SGPR_#width : SRegClass<types, width, (add !cast<RegisterTuples>("SGPR_"#width#"Regs"))>;
  def TTMP_#width : SRegClass<types, width, (add !cast<RegisterTuples>("TTMP_"#width#"Regs"))> {
    let isAllocatable = false;
  }
  def SReg_#width : SRegClass<types, width, (add !cast<RegisterClass>("SGPR_"#width), !cast<RegisterClass>("TTMP_"#width))>;
}
defm "" : ScalarTuple<96, [v3i32, v3f32]>;
defm "" : ScalarTuple<128, Types128>;
defm "" : ScalarTuple<160, [v5i32, v5f32]>;
defm "" : ScalarTuple<192, [v6i32, v6f32, v3i64, v3f64]>;
defm "" : ScalarTuple<224, [v7i32, v7f32]>;
defm "" : ScalarTuple<256, Types256>;
defm "" : ScalarTuple<288, [v9i32, v9f32]>;
defm "" : ScalarTuple<320, [v10i32, v10f32]>;
defm "" : ScalarTuple<352, [v11i32, v11f32]>;
defm "" : ScalarTuple<384, [v12i32, v12f32]>;
defm "" : ScalarTuple<512, Types512>;
def SReg_1024 : SRegClass<Types1024, 1024, (add SGPR_1024Regs)>;

// VReg_n, AReg_n: any start; _Align2: even start, which gfx90a and gfx942 require of every operand. AV_n: either file.
multiclass VectorTuple<int width, list<ValueType> types> {
  defvar vgprs = !cast<RegisterTuples>("VGPR_"#width#"Regs");
  defvar agprs = !cast<RegisterTuples>("AGPR_"#width#"Regs");
  def VReg_#width : VRegClass<types, width, (add vgprs)>;
  def VReg_#width#_Align2 : VRegClass<types, width, (add (decimate vgprs, 2))>;
  def AReg_#width : ARegClass<types, width, (add agprs)>;
  def AReg_#width#_Align2 : ARegClass<types, width, (add (decimate agprs, 2))>;
  def AV_#width : AVRegClass<types, width, (add vgprs, agprs)>;
  def AV_#width#_Align2 : AVRegClass<types, width, (add (decimate vgprs, 2), (decimate agprs, 2))>;
}
defm "" : VectorTuple<64, Types64>;
defm "" : VectorTuple<96, [v3i32, v3f32]>;
defm "" : VectorTuple<128, Types128>;
defm "" : VectorTuple<160, [v5i32, v5f32]>;
defm "" : VectorTuple<192, [v6i32, v6f32, v3i64, v3f64]>;
defm "" : VectorTuple<224, [v7i32, v7f32]>;
defm "" : VectorTuple<256, Types256>;
defm "" : VectorTuple<288, [v9i32, v9f32]>;
defm "" : VectorTuple<320, [v10i32, v10f32]>;
defm "" : VectorTuple<352, [v11i32, v11f32]>;
defm "" : VectorTuple<384, [v12i32, v12f32]>;
defm "" : VectorTuple<512, Types512>;
defm "" : VectorTuple<1024, Types1024>;

def VS_64 : VSRegClass<Types64, 64, (add VReg_64_Align2, SReg_64)>;

// What the fields of 64-bit sources can express: also the one-word status values (zero-extended).
def SSrcAsm_64 : SRegClass<Types64, 64, (add SReg_64, SGPR_NULL, SRC_POPS_EXITING_WAVE_ID, SRC_VCCZ, SRC_EXECZ, SRC_SCC)> {
  let isAllocatable = false;
}
def VSrcAsm_64 : VSRegClass<Types64, 64, (add VReg_64_Align2, SSrcAsm_64)>;
// Before gfx90a vector registers need not start even.
def VSrcAsm_64_Any : VSRegClass<Types64, 64, (add VReg_64, SSrcAsm_64)> { let isAllocatable = false; }
