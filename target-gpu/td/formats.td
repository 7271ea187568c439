// The class of all instructions and the shape of the encodings. An encoding names operands by fields of the same
// name: `let Inst{7-0} = src0{7-0};` puts the low bits of operand $src0 there.

def AMDGPUInstrInfo : InstrInfo {
  let HasLongEncodings = true;
  let TargetFlags = [
    "SALU", "VALU",                                             // which unit executes it
    "SOP1", "SOP2", "SOPK", "SOPC", "SOPP",                     // scalar encodings
    "VOP1", "VOP2", "VOPC", "VOP3", "VOP3P", "SDWA", "DPP",     // vector encodings
    "SMEM", "DS", "FLAT", "MUBUF", "MTBUF", "MIMG",                   // memory encodings
    "FlatGlobal", "FlatScratch",                                // segment of FLAT
    "VMEM",                                                     // FLAT, MUBUF, MTBUF
    "VM_CNT", "LGKM_CNT",                                       // counters it increments
    "AtomicRet", "AtomicNoRet",
    "LDSDMA",                                                   // loads to LDS (M0 holds the base)
    "Trans",                                                    // transcendental unit
    "MAI", "DOT",                                               // matrix and dot product units
    "MatrixSingle",                                             // matrix instruction on f32 elements
    "WQM", "FPAtomic", "D16Hi", "D16Lo",                        // D16: writes half a register, keeps the other
    "ReadsMode",                                                // result depends on the MODE register
    "IntClamp", "FPClamp",
    "WritesExec",                                               // as an operand's effect (v_cmpx, saveexec)
    "GWS",
    "ByteSelect",                                               // op_sel of the third source selects a byte of the result
    "AlwaysPlaced",                                             // the result is moved to its place in any case
    "Rate64",                                                   // runs at the double precision rate
    "BufferInvalidate", "BufferWriteback",                      // cache control
    "Export",                                                   // to where a driver expects it; reads registers later
    "Interpolation",                                            // of attributes of primitives
    "LdsDirect",                                                // loads from LDS without its unit
  ];
}

// A vector instruction may be written without its encoding suffix; the operands then determine the encoding.
def : AsmParserVariant {
  let OptionalSuffixes = ["_e32", "_e64", "_sdwa", "_e64_dpp", "_dpp"];
}

class AMDInst<dag outs, dag ins, string mnemonic, string asm, list<dag> pattern = []> : Instruction {
  let Namespace = "AMDGPU";
  let OutOperandList = outs;
  let InOperandList = ins;
  string Mnemonic = mnemonic;
  // Its text after the mnemonic.
  string AsmOperands = asm;
  // Optional operands have a blank before them.
  string AsmSeparator = " ";
  let AsmString = !if(!empty(AsmOperands), Mnemonic, Mnemonic#AsmSeparator#AsmOperands);
  let Pattern = pattern;

  let EncodingPredicates = [IsGFX9];

  // Bits of the encoding that are written with one value and ignored when decoding.
  bits<64> DecodeIgnore = 0;

  // The text after the mnemonic from GFX11 on, where it says which halves of registers operands are.
  string HalfOperands = "";

  // Name without encoding suffix, and the suffix: rows and columns of the mappings below.
  string BaseName = "";
  string Form = "";
  // The instruction's name when its two sources are exchanged.
  string CommutedBase = "";
  // Address form and whether the old value is returned, of memory instructions.
  string AddrForm = "";
  bit Returns = false;
  // Register files of a matrix instruction's result and addend.
  string ResultFile = "";

  bit SALU = false;
  bit VALU = false;
  bit SOP1 = false;
  bit SOP2 = false;
  bit SOPK = false;
  bit SOPC = false;
  bit SOPP = false;
  bit VOP1 = false;
  bit VOP2 = false;
  bit VOPC = false;
  bit VOP3 = false;
  bit VOP3P = false;
  bit SDWA = false;
  bit DPP = false;
  bit SMEM = false;
  bit DS = false;
  bit FLAT = false;
  bit MUBUF = false;
  bit MTBUF = false;
  bit MIMG = false;
  bit FlatGlobal = false;
  bit FlatScratch = false;
  bit VMEM = false;
  bit VM_CNT = false;
  bit LGKM_CNT = false;
  bit AtomicRet = false;
  bit AtomicNoRet = false;
  bit LDSDMA = false;
  bit Trans = false;
  bit MAI = false;
  bit DOT = false;
  bit MatrixSingle = false;
  bit WQM = false;
  bit FPAtomic = false;
  bit D16Hi = false;
  bit D16Lo = false;
  bit ReadsMode = false;
  bit IntClamp = false;
  bit FPClamp = false;
  bit WritesExec = false;
  bit GWS = false;
  bit ByteSelect = false;
  bit AlwaysPlaced = false;
  bit Rate64 = false;
  // How long the matrix unit works on it.
  SchedWrite MatrixWrite = WriteMatrix;
  bit BufferInvalidate = false;
  bit BufferWriteback = false;
  bit Export = false;
  bit LdsDirect = false;
  bit Interpolation = false;

  // Whether it multiplies integers of 32 bits, or as slowly.
  bit Product = false;
  // Whether the result of a vector instruction is a scalar, or its second one.
  bit ScalarResult = false;
  bit CarryOut = false;

  let SchedRW = !listconcat(!cond(
    !and(mayLoad, VMEM): [WriteVectorLoad],
    DS: [WriteLDS],
    SMEM: [WriteScalarLoad],
    MAI: [MatrixWrite],
    Product: [!if(Rate64, WriteProduct64, WriteProduct)],
    !and(Trans, ScalarResult): [WriteScalarTranscendental],
    Trans: [!if(Rate64, WriteTranscendental64, WriteTranscendental)],
    Rate64: [!if(ReadsMode, WriteDouble, WriteVector64)],
    VALU: [WriteVector],
    ReadsMode: [WriteScalarFloat],
    true: [WriteScalar]), !if(CarryOut, [WriteCarryOut], []));
}

// An instruction of one dword, which a literal may follow.
class Inst32<dag outs, dag ins, string mnemonic, string asm, list<dag> pattern = []>
  : AMDInst<outs, ins, mnemonic, asm, pattern> {
  field bits<32> Inst;
  let Size = 4;
}
// An instruction of two dwords; bits 63-32 are the second.
class Inst64<dag outs, dag ins, string mnemonic, string asm, list<dag> pattern = []>
  : AMDInst<outs, ins, mnemonic, asm, pattern> {
  field bits<64> Inst;
  let Size = 8;
}

// An instruction that exists between selection and emission only.
class PseudoInst<dag outs, dag ins, list<dag> pattern = []> : AMDInst<outs, ins, "", "", pattern> {
  let isPseudo = true;
  let isCodeGenOnly = true;
  let EncodingPredicates = [];
}

// Another encoding of an instruction, for a generation with other numbers; `name` is its mnemonic there, if it is another.
class EncodedAs<AMDInst of, string name = "", string text = of.AsmOperands>
  : AMDInst<of.OutOperandList, of.InOperandList, !if(!empty(name), of.Mnemonic, name), text> {
  field bits<96> Inst;
  let EncodingOf = of;
  let Size = of.Size;
  let Constraints = of.Constraints;
  let AltMnemonics = of.AltMnemonics;
  let AsmSeparator = of.AsmSeparator;
}

//===- Relations between instructions ----------------------------------------------------------------------------===//

// The 32-bit encoding of a VOP3 instruction, and back.
def e32_of : InstrMapping {
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName"];
  let ColFields = ["Form"];
  let KeyCol = ["e64"];
  let ValueCols = [["e32"]];
}
def e64_of : InstrMapping {
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName"];
  let ColFields = ["Form"];
  let KeyCol = ["e32"];
  let ValueCols = [["e64"]];
}
def dpp_of : InstrMapping {
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName"];
  let ColFields = ["Form"];
  let KeyCol = ["e32"];
  let ValueCols = [["dpp"]];
}
def sdwa_of : InstrMapping {
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName"];
  let ColFields = ["Form"];
  let KeyCol = ["e32"];
  let ValueCols = [["sdwa"]];
}
// From matrix instructions with an addend in VGPRs to those with AGPRs.
def accumulation_of : InstrMapping {
  // Those whose result is tied to the addend share encodings with others.
  bit WithNoDecode = true;
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName"];
  let ColFields = ["ResultFile"];
  let KeyCol = ["vector"];
  let ValueCols = [["accumulation"]];
}
// From the form with a vector address to the one with scalar base and vector offset (global), and back.
def saddr_of : InstrMapping {
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName", "Returns"];
  let ColFields = ["AddrForm"];
  let KeyCol = ["vaddr"];
  let ValueCols = [["saddr"]];
}
def vaddr_of : InstrMapping {
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName", "Returns"];
  let ColFields = ["AddrForm"];
  let KeyCol = ["saddr"];
  let ValueCols = [["vaddr"]];
}
// Scratch: scalar address; scalar and vector address; no address.
def scratch_svs_of : InstrMapping {
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName"];
  let ColFields = ["AddrForm"];
  let KeyCol = ["vaddr"];
  let ValueCols = [["svs"]];
}
def scratch_st_of : InstrMapping {
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName"];
  let ColFields = ["AddrForm"];
  let KeyCol = ["saddr"];
  let ValueCols = [["st"]];
}
// Buffer instructions: from the form without a vector address to those with offset, index, or both.
def buffer_offen_of : InstrMapping {
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName", "Returns"];
  let ColFields = ["AddrForm"];
  let KeyCol = ["offset"];
  let ValueCols = [["offen"]];
}
def buffer_idxen_of : InstrMapping {
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName", "Returns"];
  let ColFields = ["AddrForm"];
  let KeyCol = ["offset"];
  let ValueCols = [["idxen"]];
}
def buffer_bothen_of : InstrMapping {
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName", "Returns"];
  let ColFields = ["AddrForm"];
  let KeyCol = ["offset"];
  let ValueCols = [["bothen"]];
}
// The form of an atomic that does not return the old value.
def no_rtn_of : InstrMapping {
  let FilterClass = "AMDInst";
  let RowFields = ["BaseName", "AddrForm"];
  let ColFields = ["Returns"];
  let KeyCol = ["1"];
  let ValueCols = [["0"]];
}
