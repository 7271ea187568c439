// Loads, stores and atomics by address space: 0 flat, 1 global, 3 LDS, 4 constant, 5 scratch.

//===- Addresses -------------------------------------------------------------------------------------------------===//

// Scalar base and immediate offset.
def SMRDImm : ComplexPattern<i64, 2, "select_smrd_imm">;
// Scalar base, 32-bit vector offset, immediate.
def GlobalSAddr : ComplexPattern<i64, 3, "select_global_saddr", [], [], 12>;
// Vector address, immediate.
def GlobalOffset64 : ComplexPattern<i64, 2, "select_global_offset", [], [], 6>;
def FlatOffset64 : ComplexPattern<i64, 2, "select_flat_offset", [], [], 6>;
// Vector address in LDS and 16-bit offset; two offsets in units of the access.
def DS1Addr1Offset : ComplexPattern<i32, 2, "select_ds_offset">;
def DS64Bit4Byte : ComplexPattern<i32, 3, "select_ds_two_words">;
def DS128Bit8Byte : ComplexPattern<i32, 3, "select_ds_two_pairs">;
// Scratch: scalar base (a frame index too) and immediate; vector address and immediate.
def ScratchSAddr : ComplexPattern<i32, 2, "select_scratch_saddr", [], [], 12>;
def ScratchOffset : ComplexPattern<i32, 2, "select_scratch_offset", [], [], 6>;

class InSpace<SDPatternOperator op, list<int> spaces> : PatFrag<(ops node:$ptr), (op node:$ptr)> {
  let AddressSpaces = spaces;
  let IsNonAtomic = true;
}
class StoreInSpace<SDPatternOperator op, list<int> spaces> : PatFrag<(ops node:$val, node:$ptr), (op node:$val, node:$ptr)> {
  let AddressSpaces = spaces;
  let IsNonAtomic = true;
}

//===- Scalar loads: uniform address, memory that nothing in the kernel writes ------------------------------------===//

def smrd_load : PatFrag<(ops node:$ptr), (load node:$ptr), [{ target.is_scalar_load(dag, n) }]>;
multiclass SMRDPat<ValueType vt, string name> {
  let AddedComplexity = 100 in
  def : Pat<(vt (smrd_load (SMRDImm i64:$base, i32:$offset))), (!cast<Instruction>(name#"_IMM") $base, $offset)>;
}
foreach vt = [i32, f32, v2f16, v2i16] in defm : SMRDPat<vt, "S_LOAD_DWORD">;
foreach vt = [i64, f64, v2i32, v2f32] in defm : SMRDPat<vt, "S_LOAD_DWORDX2">;
foreach vt = [v4i32, v4f32, v2i64, v2f64] in defm : SMRDPat<vt, "S_LOAD_DWORDX4">;
foreach vt = [v8i32, v8f32, v4i64, v4f64] in defm : SMRDPat<vt, "S_LOAD_DWORDX8">;
foreach vt = [v16i32, v16f32, v8i64, v8f64] in defm : SMRDPat<vt, "S_LOAD_DWORDX16">;

//===- Vector loads and stores ------------------------------------------------------------------------------------===//

multiclass GlobalLoadPat<SDPatternOperator op, ValueType vt, string name> {
  defvar frag = InSpace<op, [1, 4]>;
  let AddedComplexity = 10 in
  def : Pat<(vt (frag (GlobalSAddr i64:$base, i32:$voffset, i32:$offset))),
            (!cast<Instruction>("GLOBAL_LOAD_"#name#"_SADDR") $base, $voffset, $offset)>;
  def : Pat<(vt (frag (GlobalOffset64 i64:$addr, i32:$offset))),
            (!cast<Instruction>("GLOBAL_LOAD_"#name) $addr, $offset)>;
}
multiclass FlatLoadPat<SDPatternOperator op, ValueType vt, string name> {
  def : Pat<(vt (InSpace<op, [0]> (FlatOffset64 i64:$addr, i32:$offset))),
            (!cast<Instruction>("FLAT_LOAD_"#name) $addr, $offset)>;
}
multiclass ScratchLoadPat<SDPatternOperator op, ValueType vt, string name> {
  defvar frag = InSpace<op, [5]>;
  let AddedComplexity = 10 in
  def : Pat<(vt (frag (ScratchSAddr i32:$base, i32:$offset))),
            (!cast<Instruction>("SCRATCH_LOAD_"#name#"_SADDR") $base, $offset)>;
  def : Pat<(vt (frag (ScratchOffset i32:$addr, i32:$offset))),
            (!cast<Instruction>("SCRATCH_LOAD_"#name) $addr, $offset)>;
}
multiclass VectorLoadPat<SDPatternOperator op, ValueType vt, string name> {
  defm : GlobalLoadPat<op, vt, name>;
  defm : FlatLoadPat<op, vt, name>;
  defm : ScratchLoadPat<op, vt, name>;
}
defm : VectorLoadPat<extloadi8, i32, "UBYTE">;
defm : VectorLoadPat<zextloadi8, i32, "UBYTE">;
defm : VectorLoadPat<sextloadi8, i32, "SBYTE">;
defm : VectorLoadPat<extloadi16, i32, "USHORT">;
defm : VectorLoadPat<zextloadi16, i32, "USHORT">;
defm : VectorLoadPat<sextloadi16, i32, "SSHORT">;
defm : VectorLoadPat<load, f16, "USHORT">;
foreach vt = [i32, f32, v2f16, v2i16] in defm : VectorLoadPat<load, vt, "DWORD">;
foreach vt = [i64, f64, v2i32, v2f32] in defm : VectorLoadPat<load, vt, "DWORDX2">;
foreach vt = [v3i32, v3f32] in defm : VectorLoadPat<load, vt, "DWORDX3">;
foreach vt = [v4i32, v4f32, v2i64, v2f64] in defm : VectorLoadPat<load, vt, "DWORDX4">;

multiclass VectorStorePat<SDPatternOperator op, ValueType vt, string name> {
  let AddedComplexity = 10 in
  def : Pat<(StoreInSpace<op, [1, 4]> vt:$data, (GlobalSAddr i64:$base, i32:$voffset, i32:$offset)),
            (!cast<Instruction>("GLOBAL_STORE_"#name#"_SADDR") $voffset, $data, $base, $offset)>;
  def : Pat<(StoreInSpace<op, [1, 4]> vt:$data, (GlobalOffset64 i64:$addr, i32:$offset)),
            (!cast<Instruction>("GLOBAL_STORE_"#name) $addr, $data, $offset)>;
  def : Pat<(StoreInSpace<op, [0]> vt:$data, (FlatOffset64 i64:$addr, i32:$offset)),
            (!cast<Instruction>("FLAT_STORE_"#name) $addr, $data, $offset)>;
  let AddedComplexity = 10 in
  def : Pat<(StoreInSpace<op, [5]> vt:$data, (ScratchSAddr i32:$base, i32:$offset)),
            (!cast<Instruction>("SCRATCH_STORE_"#name#"_SADDR") $data, $base, $offset)>;
  def : Pat<(StoreInSpace<op, [5]> vt:$data, (ScratchOffset i32:$addr, i32:$offset)),
            (!cast<Instruction>("SCRATCH_STORE_"#name) $data, $addr, $offset)>;
}
defm : VectorStorePat<truncstorei8, i32, "BYTE">;
defm : VectorStorePat<truncstorei16, i32, "SHORT">;
defm : VectorStorePat<store, f16, "SHORT">;
foreach vt = [i32, f32, v2f16, v2i16] in defm : VectorStorePat<store, vt, "DWORD">;
foreach vt = [i64, f64, v2i32, v2f32] in defm : VectorStorePat<store, vt, "DWORDX2">;
foreach vt = [v3i32, v3f32] in defm : VectorStorePat<store, vt, "DWORDX3">;
foreach vt = [v4i32, v4f32, v2i64, v2f64] in defm : VectorStorePat<store, vt, "DWORDX4">;

// The upper half of a register.
def upper_word : PatFrag<(ops node:$v), (srl $v, (i32 16))>;
multiclass UpperStorePat<SDPatternOperator op, ValueType part, SDPatternOperator upper, ValueType vt> {
  let AddedComplexity = 30 in {
  def : Pat<(StoreInSpace<op, [1, 4]> (part (upper vt:$data)), (GlobalSAddr i64:$base, i32:$voffset, i32:$offset)),
            (GLOBAL_STORE_SHORT_D16_HI_SADDR $voffset, $data, $base, $offset)>;
  def : Pat<(StoreInSpace<op, [5]> (part (upper vt:$data)), (ScratchSAddr i32:$base, i32:$offset)),
            (SCRATCH_STORE_SHORT_D16_HI_SADDR $data, $base, $offset)>;
  }
  let AddedComplexity = 20 in {
  def : Pat<(StoreInSpace<op, [1, 4]> (part (upper vt:$data)), (GlobalOffset64 i64:$addr, i32:$offset)),
            (GLOBAL_STORE_SHORT_D16_HI $addr, $data, $offset)>;
  def : Pat<(StoreInSpace<op, [0]> (part (upper vt:$data)), (FlatOffset64 i64:$addr, i32:$offset)),
            (FLAT_STORE_SHORT_D16_HI $addr, $data, $offset)>;
  def : Pat<(StoreInSpace<op, [5]> (part (upper vt:$data)), (ScratchOffset i32:$addr, i32:$offset)),
            (SCRATCH_STORE_SHORT_D16_HI $data, $addr, $offset)>;
  def : Pat<(StoreInSpace<op, [3]> (part (upper vt:$data)), (DS1Addr1Offset i32:$addr, i32:$offset)),
            (DS_WRITE_B16_D16_HI $addr, $data, $offset)>;
  }
}
defm : UpperStorePat<store, f16, upper, v2f16>;
defm : UpperStorePat<truncstorei16, i32, upper_word, i32>;

//===- LDS -------------------------------------------------------------------------------------------------------===//

class DSLoad<SDPatternOperator op, int align> : InSpace<op, [3]> { let MinAlignment = align; }
class DSLoadPat<SDPatternOperator op, ValueType vt, Instruction inst, int align>
  : Pat<(vt (DSLoad<op, align> (DS1Addr1Offset i32:$addr, i32:$offset))), (inst $addr, $offset)>;
class DSStore<SDPatternOperator op, int align> : StoreInSpace<op, [3]> { let MinAlignment = align; }
class DSStorePat<SDPatternOperator op, ValueType vt, Instruction inst, int align>
  : Pat<(DSStore<op, align> vt:$data, (DS1Addr1Offset i32:$addr, i32:$offset)), (inst $addr, $data, $offset)>;
def : DSLoadPat<extloadi8, i32, DS_READ_U8, 1>;
def : DSLoadPat<zextloadi8, i32, DS_READ_U8, 1>;
def : DSLoadPat<sextloadi8, i32, DS_READ_I8, 1>;
def : DSLoadPat<extloadi16, i32, DS_READ_U16, 1>;
def : DSLoadPat<zextloadi16, i32, DS_READ_U16, 1>;
def : DSLoadPat<sextloadi16, i32, DS_READ_I16, 1>;
def : DSStorePat<truncstorei8, i32, DS_WRITE_B8, 1>;
def : DSStorePat<truncstorei16, i32, DS_WRITE_B16, 1>;
def : DSLoadPat<load, f16, DS_READ_U16, 1>;
def : DSStorePat<store, f16, DS_WRITE_B16, 1>;
foreach vt = [i32, f32, v2f16, v2i16] in {
  def : DSLoadPat<load, vt, DS_READ_B32, 1>;
  def : DSStorePat<store, vt, DS_WRITE_B32, 1>;
}
foreach vt = [i64, f64, v2i32, v2f32] in {
  let AddedComplexity = 20 in {
  def : DSLoadPat<load, vt, DS_READ_B64, 8>;
  def : DSStorePat<store, vt, DS_WRITE_B64, 8>;
  }
  // Two words that are aligned to only four bytes.
  def : Pat<(vt (DSLoad<load, 4> (DS64Bit4Byte i32:$addr, i32:$o0, i32:$o1))), (DS_READ2_B32 $addr, $o0, $o1)>;
  def : Pat<(DSStore<store, 4> vt:$data, (DS64Bit4Byte i32:$addr, i32:$o0, i32:$o1)),
            (DS_WRITE2_B32 $addr, (i32 (EXTRACT_SUBREG $data, sub0)), (i32 (EXTRACT_SUBREG $data, sub1)), $o0, $o1)>;
  // Bytes that are less aligned.
  let AddedComplexity = -20 in {
  def : DSLoadPat<load, vt, DS_READ_B64, 1>;
  def : DSStorePat<store, vt, DS_WRITE_B64, 1>;
  }
}
foreach vt = [v3i32, v3f32] in {
  def : DSLoadPat<load, vt, DS_READ_B96, 1>;
  def : DSStorePat<store, vt, DS_WRITE_B96, 1>;
}
foreach vt = [v4i32, v4f32, v2i64, v2f64] in {
  let AddedComplexity = 20 in {
  def : DSLoadPat<load, vt, DS_READ_B128, 16>;
  def : DSStorePat<store, vt, DS_WRITE_B128, 16>;
  }
  def : Pat<(vt (DSLoad<load, 8> (DS128Bit8Byte i32:$addr, i32:$o0, i32:$o1))), (DS_READ2_B64 $addr, $o0, $o1)>;
  def : Pat<(DSStore<store, 8> vt:$data, (DS128Bit8Byte i32:$addr, i32:$o0, i32:$o1)),
            (DS_WRITE2_B64 $addr, (i64 (EXTRACT_SUBREG $data, sub0_sub1)), (i64 (EXTRACT_SUBREG $data, sub2_sub3)),
                           $o0, $o1)>;
  let AddedComplexity = -20 in {
  def : DSLoadPat<load, vt, DS_READ_B128, 1>;
  def : DSStorePat<store, vt, DS_WRITE_B128, 1>;
  }
}

// Loads that transpose; of waves of 64 lanes, half as much in each.
multiclass TransposingGlobalLoad<ValueType vt, string kind, string wave> {
  defvar op = !cast<SDPatternOperator>("int_amdgcn_global_load_tr_"#kind);
  defvar name = "GLOBAL_LOAD_TR_"#!toupper(kind)#wave;
  let AddedComplexity = 10 in
  def : Pat<(vt (op (GlobalSAddr i64:$base, i32:$voffset, i32:$offset))),
            (!cast<Instruction>(name#"_SADDR") $base, $voffset, $offset)>;
  def : Pat<(vt (op (GlobalOffset64 i64:$addr, i32:$offset))), (!cast<Instruction>(name) $addr, $offset)>;
}
let Predicates = [IsWave32] in {
  defm : TransposingGlobalLoad<v2i32, "b64", "_w32">;
  defm : TransposingGlobalLoad<v4i32, "b128", "_w32">;
}
let Predicates = [IsWave64] in {
  defm : TransposingGlobalLoad<i32, "b64", "_w64">;
  defm : TransposingGlobalLoad<i64, "b128", "_w64">;
}

// The length is a scalar register, added to that in the instruction.
def : Pat<(int_amdgcn_s_prefetch_data (SMRDImm i64:$base, i32:$offset), i32:$length),
          (S_PREFETCH_DATA $base, $offset, $length, 0)>;

//===- Atomics ---------------------------------------------------------------------------------------------------===//

// The forms that return the old value; if it is unused, the form without return replaces them after selection.
class AtomicIn<SDPatternOperator op, list<int> spaces> : PatFrag<(ops node:$ptr, node:$val), (op node:$ptr, node:$val)> {
  let AddressSpaces = spaces;
}
multiclass GlobalAtomicPat<SDPatternOperator op, ValueType vt, string name> {
  let AddedComplexity = 10 in
  def : Pat<(vt (AtomicIn<op, [1]> (GlobalSAddr i64:$base, i32:$voffset, i32:$offset), vt:$data)),
            (!cast<Instruction>("GLOBAL_ATOMIC_"#name#"_SADDR_RTN") $voffset, $data, $base, $offset)>;
  def : Pat<(vt (AtomicIn<op, [1]> (GlobalOffset64 i64:$addr, i32:$offset), vt:$data)),
            (!cast<Instruction>("GLOBAL_ATOMIC_"#name#"_RTN") $addr, $data, $offset)>;
}
multiclass FlatAtomicPat<SDPatternOperator op, ValueType vt, string name> {
  def : Pat<(vt (AtomicIn<op, [0]> (FlatOffset64 i64:$addr, i32:$offset), vt:$data)),
            (!cast<Instruction>("FLAT_ATOMIC_"#name#"_RTN") $addr, $data, $offset)>;
}
multiclass DSAtomicPat<SDPatternOperator op, ValueType vt, string name> {
  def : Pat<(vt (AtomicIn<op, [3]> (DS1Addr1Offset i32:$addr, i32:$offset), vt:$data)),
            (!cast<Instruction>(name) $addr, $data, $offset)>;
}
foreach op = [["load_add", "ADD", "ADD", "U"], ["load_sub", "SUB", "SUB", "U"], ["load_min", "SMIN", "MIN", "I"],
              ["load_umin", "UMIN", "MIN", "U"], ["load_max", "SMAX", "MAX", "I"], ["load_umax", "UMAX", "MAX", "U"],
              ["load_and", "AND", "AND", "B"], ["load_or", "OR", "OR", "B"], ["load_xor", "XOR", "XOR", "B"],
              ["load_uinc_wrap", "INC", "INC", "U"], ["load_udec_wrap", "DEC", "DEC", "U"]] in {
  foreach width = [32, 64] in {
    defvar frag = !cast<SDPatternOperator>("atomic_"#op[0]#"_i"#width);
    defvar vt = !cast<ValueType>("i"#width);
    defvar suffix = !if(!eq(width, 64), "_X2", "");
    defm : GlobalAtomicPat<frag, vt, op[1]#suffix>;
    defm : FlatAtomicPat<frag, vt, op[1]#suffix>;
    defm : DSAtomicPat<frag, vt, "DS_"#op[2]#"_RTN_"#op[3]#width>;
  }
}
foreach op = [["cond", "COND_SUB", "DS_COND_SUB_RTN_U32"], ["sat", "CSUB", "DS_SUB_CLAMP_RTN_U32"]] in {
  defvar frag = !cast<SDPatternOperator>("atomic_load_usub_"#op[0]#"_i32");
  defm : GlobalAtomicPat<frag, i32, op[1]>;
  defm : FlatAtomicPat<frag, i32, op[1]>;
  defm : DSAtomicPat<frag, i32, op[2]>;
}
foreach width = [32, 64] in {
  defvar frag = !cast<SDPatternOperator>("atomic_swap_i"#width);
  defvar vt = !cast<ValueType>("i"#width);
  defvar suffix = !if(!eq(width, 64), "_X2", "");
  defm : GlobalAtomicPat<frag, vt, "SWAP"#suffix>;
  defm : FlatAtomicPat<frag, vt, "SWAP"#suffix>;
  defm : DSAtomicPat<frag, vt, "DS_WRXCHG_RTN_B"#width>;
}
defm : GlobalAtomicPat<atomic_load_fadd_f32, f32, "ADD_F32">;
defm : DSAtomicPat<atomic_load_fadd_f32, f32, "DS_ADD_RTN_F32">;
defm : DSAtomicPat<atomic_load_fmin_f32, f32, "DS_MIN_RTN_F32">;
defm : DSAtomicPat<atomic_load_fmax_f32, f32, "DS_MAX_RTN_F32">;
defm : GlobalAtomicPat<atomic_load_fadd_f64, f64, "ADD_F64">;
defm : DSAtomicPat<atomic_load_fadd_f64, f64, "DS_ADD_RTN_F64">;
defm : FlatAtomicPat<atomic_load_fadd_f32, f32, "ADD_F32">;
defm : FlatAtomicPat<atomic_load_fadd_f64, f64, "ADD_F64">;
// Pairs of bf16 are in registers as integers.
foreach kind = ["f16", "bf16"] in {
  defvar frag = !cast<SDPatternOperator>("atomic_load_fadd_v2"#kind);
  defvar vt = !if(!eq(kind, "f16"), v2f16, i32);
  defm : GlobalAtomicPat<frag, vt, "PK_ADD_"#!toupper(kind)>;
  defm : FlatAtomicPat<frag, vt, "PK_ADD_"#!toupper(kind)>;
  defm : DSAtomicPat<frag, vt, "DS_PK_ADD_RTN_"#!toupper(kind)>;
}
foreach op = [["fmin", "MIN"], ["fmax", "MAX"]] in {
  defvar frag = !cast<SDPatternOperator>("atomic_load_"#op[0]#"_f64");
  defm : GlobalAtomicPat<frag, f64, op[1]#"_F64">;
  defm : FlatAtomicPat<frag, f64, op[1]#"_F64">;
  defm : DSAtomicPat<frag, f64, "DS_"#op[1]#"_RTN_F64">;
}

foreach op = [["fmin", "MIN"], ["fmax", "MAX"]] in {
  defvar global = !cast<SDPatternOperator>("int_amdgcn_global_atomic_"#op[0]#"_num");
  def : Pat<(f64 (global (GlobalOffset64 i64:$addr, i32:$offset), f64:$data)),
            (!cast<Instruction>("GLOBAL_ATOMIC_"#op[1]#"_F64_RTN") $addr, $data, $offset)>;
  defvar flat = !cast<SDPatternOperator>("int_amdgcn_flat_atomic_"#op[0]#"_num");
  def : Pat<(f64 (flat (FlatOffset64 i64:$addr, i32:$offset), f64:$data)),
            (!cast<Instruction>("FLAT_ATOMIC_"#op[1]#"_F64_RTN") $addr, $data, $offset)>;
}

// Compare and exchange: global takes new and expected value as a tuple, LDS expected first.
class CmpSwapIn<SDPatternOperator op, list<int> spaces>
  : PatFrag<(ops node:$ptr, node:$cmp, node:$val), (op node:$ptr, node:$cmp, node:$val)> {
  let AddressSpaces = spaces;
}
let AddedComplexity = 10 in {
def : Pat<(i32 (CmpSwapIn<atomic_cmp_swap_i32, [1]> (GlobalSAddr i64:$base, i32:$voffset, i32:$offset),
                                                     i32:$cmp, i32:$new)),
          (GLOBAL_ATOMIC_CMPSWAP_SADDR_RTN $voffset,
            (i64 (REG_SEQUENCE VReg_64_Align2, $new, sub0, $cmp, sub1)), $base, $offset)>;
def : Pat<(i64 (CmpSwapIn<atomic_cmp_swap_i64, [1]> (GlobalSAddr i64:$base, i32:$voffset, i32:$offset),
                                                     i64:$cmp, i64:$new)),
          (GLOBAL_ATOMIC_CMPSWAP_X2_SADDR_RTN $voffset,
            (v2i64 (REG_SEQUENCE VReg_128_Align2, $new, sub0_sub1, $cmp, sub2_sub3)), $base, $offset)>;
}
def : Pat<(i32 (CmpSwapIn<atomic_cmp_swap_i32, [1]> (GlobalOffset64 i64:$addr, i32:$offset), i32:$cmp, i32:$new)),
          (GLOBAL_ATOMIC_CMPSWAP_RTN $addr, (i64 (REG_SEQUENCE VReg_64_Align2, $new, sub0, $cmp, sub1)), $offset)>;
def : Pat<(i32 (CmpSwapIn<atomic_cmp_swap_i32, [0]> (FlatOffset64 i64:$addr, i32:$offset), i32:$cmp, i32:$new)),
          (FLAT_ATOMIC_CMPSWAP_RTN $addr, (i64 (REG_SEQUENCE VReg_64_Align2, $new, sub0, $cmp, sub1)), $offset)>;
def : Pat<(i64 (CmpSwapIn<atomic_cmp_swap_i64, [1]> (GlobalOffset64 i64:$addr, i32:$offset), i64:$cmp, i64:$new)),
          (GLOBAL_ATOMIC_CMPSWAP_X2_RTN $addr,
            (v2i64 (REG_SEQUENCE VReg_128_Align2, $new, sub0_sub1, $cmp, sub2_sub3)), $offset)>;
def : Pat<(i64 (CmpSwapIn<atomic_cmp_swap_i64, [0]> (FlatOffset64 i64:$addr, i32:$offset), i64:$cmp, i64:$new)),
          (FLAT_ATOMIC_CMPSWAP_X2_RTN $addr,
            (v2i64 (REG_SEQUENCE VReg_128_Align2, $new, sub0_sub1, $cmp, sub2_sub3)), $offset)>;
def : Pat<(i32 (CmpSwapIn<atomic_cmp_swap_i32, [3]> (DS1Addr1Offset i32:$addr, i32:$offset), i32:$cmp, i32:$new)),
          (DS_CMPST_RTN_B32 $addr, $cmp, $new, $offset)>;
def : Pat<(i64 (CmpSwapIn<atomic_cmp_swap_i64, [3]> (DS1Addr1Offset i32:$addr, i32:$offset), i64:$cmp, i64:$new)),
          (DS_CMPST_RTN_B64 $addr, $cmp, $new, $offset)>;

// Atomic loads and stores use these instructions with the cache policy of their scope, which is added later.
class AtomicLoadIn<SDPatternOperator op, list<int> spaces> : PatFrag<(ops node:$ptr), (op node:$ptr)> {
  let AddressSpaces = spaces;
}
class AtomicStoreIn<SDPatternOperator op, list<int> spaces> : PatFrag<(ops node:$val, node:$ptr), (op node:$val, node:$ptr)> {
  let AddressSpaces = spaces;
}
foreach width = [8, 16, 32, 64] in {
  defvar vt = !cast<ValueType>("i"#!if(!eq(width, 64), 64, 32));
  defvar name = !cond(!eq(width, 8): "UBYTE", !eq(width, 16): "USHORT", !eq(width, 32): "DWORD", true: "DWORDX2");
  defvar store_name = !cond(!eq(width, 8): "BYTE", !eq(width, 16): "SHORT", true: name);
  defvar ds_letter = !if(!lt(width, 32), "U", "B");
  defvar load = !cast<SDPatternOperator>("atomic_load_"#width);
  defvar store = !cast<SDPatternOperator>("atomic_store_"#width);
  def : Pat<(vt (AtomicLoadIn<load, [1, 4]> (GlobalOffset64 i64:$addr, i32:$offset))),
            (!cast<Instruction>("GLOBAL_LOAD_"#name) $addr, $offset)>;
  def : Pat<(vt (AtomicLoadIn<load, [0]> (FlatOffset64 i64:$addr, i32:$offset))),
            (!cast<Instruction>("FLAT_LOAD_"#name) $addr, $offset)>;
  def : Pat<(vt (AtomicLoadIn<load, [3]> (DS1Addr1Offset i32:$addr, i32:$offset))),
            (!cast<Instruction>("DS_READ_"#ds_letter#width) $addr, $offset)>;
  def : Pat<(AtomicStoreIn<store, [1, 4]> vt:$data, (GlobalOffset64 i64:$addr, i32:$offset)),
            (!cast<Instruction>("GLOBAL_STORE_"#store_name) $addr, $data, $offset)>;
  def : Pat<(AtomicStoreIn<store, [0]> vt:$data, (FlatOffset64 i64:$addr, i32:$offset)),
            (!cast<Instruction>("FLAT_STORE_"#store_name) $addr, $data, $offset)>;
  def : Pat<(AtomicStoreIn<store, [3]> vt:$data, (DS1Addr1Offset i32:$addr, i32:$offset)),
            (!cast<Instruction>("DS_WRITE_B"#width) $addr, $data, $offset)>;
}
