// --gen-sched
include "machine.td"

// Conditions of instructions and of their operands, features, and combinations.
def FeatureFast : SubtargetFeature<"fast", "IsFast", "true", "fast shifts">;
def WriteOp : SchedWrite;
def WriteEach : SchedWrite;
class Op<dag ins> : ToyInst<"", "", (outs GPR:$d), ins, ""> {
  let isPseudo = true;
  let SchedRW = [WriteOp];
}
def SHL : Op<(ins GPR:$a, imm16:$n)>;
def SHR : Op<(ins GPR:$a, imm16:$n)>;
def XOR : Op<(ins GPR:$a, GPR:$b)>;
def MOVE : Op<(ins GPR:$a)>;
let SchedRW = [WriteEach] in def LOADS : Op<(ins variable_ops)>;

def IsZeroIdiom : TIIPredicate<"isZeroIdiom", MCOpcodeSwitchStatement<
  [MCOpcodeSwitchCase<[XOR], MCReturnStatement<CheckSameRegOperand<1, 2>>>,
   MCOpcodeSwitchCase<[MOVE], MCReturnStatement<CheckRegOperand<1, R0>>>],
  MCReturnStatement<FalsePred>>>;
def IsShift : CheckOpcode<[SHL, SHR]>;
let FunctionMapper = "Toy::shiftAmount" in def IsHalf : CheckImmOperand<2, 8>;
def SmallShift : MCSchedPredicate<CheckAll<[IsShift, CheckImmOperandLT<2, 4>, CheckNot<CheckZeroOperand<2>>]>>;
def FastShift : AllOfSchedPreds<[FeatureSchedPredicate<FeatureFast>, MCSchedPredicate<CheckAny<[IsHalf, CheckImmOperandGT<2, 12>]>>]>;
def AnyConstant : MCSchedPredicate<CheckAny<[CheckIsImmOperand<1>, CheckIsImmOperand<2>]>>;
def Two : MCSchedPredicate<CheckAll<[CheckNumOperands<2>, CheckIsRegOperand<0>]>>;
def Odd : MCSchedPredicate<CheckFunctionPredicate<"isOdd", "isOdd">>;

def Pipe : ProcResource<1>;
def Model : SchedMachineModel { let CompleteModel = false; let LoadLatency = -1; let IssueWidth = -1; }
let SchedModel = Model in {
  foreach n = 1...6 in def W#n : SchedWriteRes<[Pipe]> { let Latency = n; }
  def WNever : SchedWriteRes<[]> { let Latency = -1; }
  def OpVariant : SchedWriteVariant<[
    SchedVar<MCSchedPredicate<IsZeroIdiom>, [W1]>,
    SchedVar<SmallShift, [W2]>,
    SchedVar<FastShift, [W3]>,
    // One after the other.
    SchedVar<AnyConstant, [W2, W4]>,
    SchedVar<NoneOfSchedPreds<[Two, Odd]>, [W5]>,
    SchedVar<Odd, [WNever]>]>;
  def : SchedAlias<WriteOp, OpVariant>;
  // One for each register.
  let Variadic = true in
  def EachVariant : SchedWriteVariant<[SchedVar<Two, [W1, W2]>, SchedVar<NoSchedPred, [W1, W2, W3]>]>;
  def : SchedAlias<WriteEach, EachVariant>;
  // A part of a sequence.
  def OddVariant : SchedWriteVariant<[SchedVar<Odd, [W1]>, SchedVar<NoSchedPred, [W4]>]>;
  def Behind : WriteSequence<[OddVariant, W2]>;
  def : SchedAlias<WriteMul, Behind>;
}
