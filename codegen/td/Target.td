// The description of a target: registers, operands, instructions, processors. Names and meaning follow LLVM's
// Target.td, so that readers of those descriptions understand these; what wavec does not use is omitted, additions are
// marked [wavec].

include "ValueTypes.td"

//===- Set operators (register lists) ----------------------------------------------------------------------------===//

// (add a, b, ...): union in order; (sub a, b, ...): a without the others; (and a, b): intersection in the order of a;
// (shl a, n): without the first n; (trunc a, n): the first n; (rotl a, n), (rotr a, n): rotated. These are the records
// of the nodes of the same names in SelectionDAG.td.
def decimate;   // (decimate a, n): every n-th, from the first
def interleave; // (interleave a, b, ...): one of each in turn
def sequence;   // (sequence "R%u", from, to[, step]): records by name

//===- Registers -------------------------------------------------------------------------------------------------===//

// A part of a register: `size` bits at bit `offset`; -1: no fixed offset.
class SubRegIndex<int size, int offset = 0> {
  string Namespace = "";
  int Size = size;
  int Offset = offset;
  // A composition of two indices: the second one within the first.
  list<SubRegIndex> ComposedOf = [];
  // A concatenation of two or more indices.
  list<SubRegIndex> CoveringSubRegIndices = [];
}
class ComposedSubRegIndex<SubRegIndex A, SubRegIndex B>
    : SubRegIndex<B.Size, !cond(!eq(A.Offset, -1): -1, !eq(B.Offset, -1): -1, true: !add(A.Offset, B.Offset))> {
  let ComposedOf = [A, B];
}

// [wavec] Every register is a run of 32-bit units: one with `SubRegs` consists of neighbours, in the order of their
// definition, and a SubRegIndex is a run of units in it. This makes tables compact and queries arithmetic. Without such
// a record registers can have any shape, as in LLVM.
class RegisterRuns;

// A set of other names of registers. What has none in it has that of another set, if there is one.
class Register<string n> {
  string Namespace = "";
  string AsmName = n;
  // Number in instruction encodings.
  bits<16> HWEncoding = 0;
  // Its sub-registers, and the index of each.
  list<Register> SubRegs = [];
  list<SubRegIndex> SubRegIndices = [];
  // Whether the sub-registers cover it completely.
  bit CoveredBySubRegs = false;
  // Registers that it overlaps without being a part of them.
  list<Register> Aliases = [];
  // Artificial: only completes others; no instruction uses it.
  bit isArtificial = false;
  // Additional cost of using it.
  list<int> CostPerUse = [0];
  // DWARF numbers, by flavour.
  list<int> DwarfNumbers = [];
  // Never holds a value that changes.
  bit isConstant = false;
}

class RegisterWithSubRegs<string n, list<Register> subregs> : Register<n> {
  let SubRegs = subregs;
}

// Registers made of neighbours of several lists: the i-th tuple consists of the i-th member of each list. They are
// named after their parts and numbered like their first part.
class RegisterTuples<list<SubRegIndex> Indices, list<dag> Regs, list<string> AsmNames = []> {
  list<dag> SubRegs = Regs;
  list<SubRegIndex> SubRegIndices = Indices;
  list<string> RegAsmNames = AsmNames;
}
class DwarfRegNum<list<int> Numbers> {
  list<int> DwarfNumbers = Numbers;
}

class DAGOperand {
  string OperandNamespace = "MCOI";
  // Hooks of the target between the operand and its bits in encodings (general tables).
  string EncoderMethod = "";
  string DecoderMethod = "";
}

class RegisterClass<string namespace, list<ValueType> regTypes, int alignment, dag regList> : DAGOperand {
  string Namespace = namespace;
  list<ValueType> RegTypes = regTypes;
  // Size of a register in bits; 0: the size of the first type.
  int Size = 0;
  // Alignment of a spill slot, in bits.
  int Alignment = alignment;
  int CopyCost = 1;
  // In allocation order.
  dag MemberList = regList;
  // Alternative orders of all or some members, which the target selects. Registers of any shape only.
  list<dag> AltOrders = [];
  bit isAllocatable = true;
  int AllocationPriority = 0;
  // Whether register pressure is tracked for the class itself, not only for larger classes.
  bit GeneratePressureSet = true;
  // Pressure that a value adds; computed if unset.
  int Weight = ?;
  // Target-specific bits.
  bits<8> TSFlags = 0;
}

//===- Conditions -----------------------------------------------------------------------------------------------===//

// A condition on the processor under which an instruction or pattern exists.
class Predicate<string cond> {
  string CondString = cond;
}
// The same as a condition on features, for the decoder: a def derives from both.
class AssemblerPredicate<dag cond> {
  // (all_of ..), (any_of ..), (not ..) of features and of each other.
  dag AssemblerCondDag = cond;
}
def all_of;
def any_of;

//===- Operands --------------------------------------------------------------------------------------------------===//

def ins;
def outs;
def ops;
def unknown;
def variable_ops;

// An operand that is a register, perhaps also a constant.
class RegisterOperand<RegisterClass regclass> : DAGOperand {
  RegisterClass RegClass = regclass;
  // [wavec] Registers that encoding and text can express, if they are more than those that code generation uses.
  RegisterClass AsmRegClass = regclass;
  // [wavec] How it is parsed, printed and encoded: the name of a hook of the target's assembler.
  string Syntax = "register";
  string AsmPrefix = "";
  // [wavec] Constants: their size in bits (0: none), whether they are floating-point, whether a literal may follow.
  int ConstantBits = 0;
  bit ConstantIsFloat = false;
  bit AllowLiteral = false;
  // [wavec] Scalar registers and literals in it use the constant bus.
  bit UsesConstantBus = false;
  // [wavec] A register in it is one half of that register.
  bit IsHalf = false;
  bit IsOptional = false;
  int DefaultValue = 0;
  // [wavec] A number for the hook.
  int Width = 0;
}

// An operand that is not a register.
class Operand<ValueType ty> : DAGOperand {
  ValueType Type = ty;
  // [wavec] See RegisterOperand.
  string Syntax = "imm";
  string AsmPrefix = "";
  // [wavec] A modifier that may be omitted in text, and its default.
  bit IsOptional = false;
  int DefaultValue = 0;
  // [wavec] How many bits a number in it has; 0: its syntax says.
  int Width = 0;
  // [wavec] Relative to the end of the instruction.
  bit IsPCRelative = false;
  // [wavec] Source modifiers of the operand after it.
  bit IsSourceModifiers = false;
  dag MIOperandInfo = (ops);
}

// [wavec] Where a predicate holds, operands of kind `of` are of kind `as`.
class OperandAs<Predicate where, DAGOperand of, DAGOperand as> {
  Predicate Where = where;
  DAGOperand Of = of;
  DAGOperand As = as;
}
// [wavec] The kinds of operands of processors that meet these predicates: what `OperandAs` says of each. The first table
// whose predicates are met is used; without any, operands are as instructions say.
class OperandTable<list<Predicate> predicates> {
  list<Predicate> Predicates = predicates;
}

// An operand that also derives from this is the condition under which the instruction has an effect: such instructions
// are predicable, unless they are `isUnpredicable`.
class PredicateOp;

// Operands of generic instructions.
def i1imm : Operand<i1>;
def i8imm : Operand<i8>;
def i16imm : Operand<i16>;
def i32imm : Operand<i32>;
def i64imm : Operand<i64>;

// An immediate that satisfies a predicate in patterns.
class ImmLeafOperand<ValueType ty> : Operand<ty>;

//===- Instructions ----------------------------------------------------------------------------------------------===//

include "TargetSchedule.td"


// Encodings of variable length: `dag Inst`, whose bits determine the length. Arguments are bits, or such dags.
def ascend;  // (ascend a, b, ...): one after the other, from the lowest bit
def descend; // (descend a, b, ...): from the highest
def operand; // (operand "$name", n): the low n bits of an operand; "$name.part": of a part of one that has several
def slice;   // (slice "$name", from, to): its bits from one to the other, in whatever order they are given
// As last arguments of these: hooks for the bits at this position, and for the operand that they encode.
def encoder; // (encoder "hook")
def decoder; // (decoder "hook")

class InstructionEncoding {
  // Bytes; 0 for instructions without encoding.
  int Size = 0;
  // The decoder table that contains it. [wavec] Either of these fields makes tables general, as do sizes other than 4
  // and 8 and a field `bits<n> SoftFail`: bits that should be as `Inst` says, but need not be.
  string DecoderNamespace = "";
  // A hook of the target that decodes the operands.
  string DecoderMethod = "";
}

class Instruction : InstructionEncoding {
  string Namespace = "";
  dag OutOperandList = (outs);
  dag InOperandList = (ins);
  string AsmString = "";
  list<dag> Pattern = [];
  list<Register> Uses = [];
  list<Register> Defs = [];
  list<Predicate> Predicates = [];
  // [wavec] The same for this encoding alone: where the instruction exists with another one, other records say so.
  list<Predicate> EncodingPredicates = [];
  // "$vdst = $src2": these operands share a register. "@earlyclobber $vdst".
  string Constraints = "";
  int AddedComplexity = 0;
  list<SchedReadWrite> SchedRW = [];

  bit isReturn = false;
  bit isBranch = false;
  bit isIndirectBranch = false;
  bit isCompare = false;
  bit isMoveImm = false;
  bit isMoveReg = false;
  bit isBarrier = false;
  bit isCall = false;
  bit isTerminator = false;
  bit isCommutable = false;
  bit isConvergent = false;
  bit isReMaterializable = false;
  bit isAsCheapAsAMove = false;
  bit isPredicable = false;
  bit isNotDuplicable = false;
  bit isPseudo = false;
  bit isMeta = false;
  bit isCodeGenOnly = false;
  // Written, and never read from bits.
  bit isAsmParserOnly = false;
  bit isConvertibleToThreeAddress = false;
  bit mayLoad = false;
  bit mayStore = false;
  bit mayRaiseFPException = false;
  bit hasSideEffects = false;
  bit hasVariadicOperands = false;
  bit usesCustomInserter = false;
  bit hasPostISelHook = false;
  // [wavec] Another encoding and text of this instruction with the same operands, for processors that do not meet its
  // `Predicates`. Bits that are `?` are as in its own encoding.
  Instruction EncodingOf = ?;
  // [wavec] Shares its encoding with another instruction, which the decoder prefers.
  bit isNoDecode = false;
  // [wavec] Further mnemonics that assembly text may use.
  list<string> AltMnemonics = [];
}

// How assembly text is read.
class AsmParserVariant {
  // [wavec] Ends of mnemonics that text may leave out: what the instruction is then follows from its operands.
  list<string> OptionalSuffixes = [];
}

// [wavec] Names the target's own `bit` fields of its instructions, in the order of their bits in `target_flags`.
class InstrInfo {
  list<string> TargetFlags = [];
  // Bit 0 of `Inst` is the highest of the encoding.
  bit isLittleEndianEncoding = false;
  // [wavec] Some instructions have up to 24 bytes. What is fixed after the eighth is 0.
  bit HasLongEncodings = false;
}

// Relates instructions: among those of `FilterClass` that agree in `RowFields`, from the one whose `ColFields` are
// `KeyCol` to those whose `ColFields` are `ValueCols`.
class InstrMapping {
  string FilterClass;
  list<string> RowFields = [];
  list<string> ColFields = [];
  list<string> KeyCol = [];
  list<list<string>> ValueCols = [];
}

// Instructions that every target has. The order is the order of their numbers: `codegen/mc/src/generic.rs`.
class StandardPseudoInstruction : Instruction {
  let isPseudo = true;
  let isCodeGenOnly = true;
  let Namespace = "TargetOpcode";
}
def PHI : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins variable_ops);
  let hasVariadicOperands = true;
  let isMeta = true;
}
def COPY : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$src);
  let isMoveReg = true;
  let isAsCheapAsAMove = true;
}
def IMPLICIT_DEF : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let isReMaterializable = true;
  let isAsCheapAsAMove = true;
  let isMeta = true;
}
def REG_SEQUENCE : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins variable_ops);
  let hasVariadicOperands = true;
  let isAsCheapAsAMove = true;
}
def INSERT_SUBREG : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$supersrc, unknown:$subsrc, i32imm:$subidx);
  let Constraints = "$supersrc = $dst";
}
def EXTRACT_SUBREG : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$supersrc, i32imm:$subidx);
}
def SUBREG_TO_REG : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins i64imm:$implsrc, unknown:$subsrc, i32imm:$subidx);
}
def COPY_TO_REGCLASS : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$src, i32imm:$regclass);
  let isAsCheapAsAMove = true;
}
def KILL : StandardPseudoInstruction {
  let InOperandList = (ins variable_ops);
  let hasVariadicOperands = true;
  let isMeta = true;
}
def INLINEASM : StandardPseudoInstruction {
  let InOperandList = (ins variable_ops);
  let hasVariadicOperands = true;
  let hasSideEffects = true;
}
def BUNDLE : StandardPseudoInstruction {
  let InOperandList = (ins variable_ops);
  let hasVariadicOperands = true;
}
def DBG_VALUE : StandardPseudoInstruction {
  let InOperandList = (ins variable_ops);
  let hasVariadicOperands = true;
  let isMeta = true;
}
def DBG_LABEL : StandardPseudoInstruction {
  let InOperandList = (ins unknown:$label);
  let isMeta = true;
}
def EH_LABEL : StandardPseudoInstruction {
  let InOperandList = (ins i32imm:$id);
  let isMeta = true;
  let isNotDuplicable = true;
  let hasSideEffects = true;
}
def LIFETIME_START : StandardPseudoInstruction {
  let InOperandList = (ins i32imm:$id);
  let isMeta = true;
}
def LIFETIME_END : StandardPseudoInstruction {
  let InOperandList = (ins i32imm:$id);
  let isMeta = true;
}
def FAKE_USE : StandardPseudoInstruction {
  let InOperandList = (ins variable_ops);
  let hasVariadicOperands = true;
  let isMeta = true;
  let hasSideEffects = true;
}
def ADJCALLSTACKDOWN : StandardPseudoInstruction {
  let InOperandList = (ins i32imm:$amount, i32imm:$unused);
  let hasSideEffects = true;
}
def ADJCALLSTACKUP : StandardPseudoInstruction {
  let InOperandList = (ins i32imm:$amount, i32imm:$popped);
  let hasSideEffects = true;
}

//===- Processors ------------------------------------------------------------------------------------------------===//

// A property of a processor: sets `attribute` to `value` and implies others.
class SubtargetFeature<string n, string f, string v, string d, list<SubtargetFeature> i = []> {
  string Name = n;
  string FieldName = f;
  string Value = v;
  string Desc = d;
  list<SubtargetFeature> Implies = i;
}


class ProcessorModel<string n, SchedMachineModel m, list<SubtargetFeature> f, list<SubtargetFeature> tunef = []> {
  string Name = n;
  SchedMachineModel SchedModel = m;
  list<SubtargetFeature> Features = f;
  // Tuning features: choices that any processor could run.
  list<SubtargetFeature> TuneFeatures = tunef;
  // [wavec] Its number in object files.
  int MachineNumber = 0;
  // [wavec] No code is generated for it: patterns need not ask for what it lacks.
  bit AssemblerOnly = false;
}

// Another name of a processor.
class ProcessorAlias<string n, string alias> {
  string Name = n;
  string Alias = alias;
}

include "SelectionDAG.td"
