// How long results take, for schedulers: issue slots of a wave from issue until the result can be used. A slot has four cycles on
// CDNA, where sixteen lanes of a vector instruction are computed per cycle, so that its result is there when the next one of the
// wave can be issued. On RDNA it has one: a vector instruction is issued in it for 32 lanes, and its result takes longer.

def WriteVector : SchedWrite;
def WriteVector64 : SchedWrite;      // integers of 64 bits
def WriteProduct : SchedWrite;       // of integers of 32 bits
def WriteProduct64 : SchedWrite;     // the same with a sum of 64 bits, and sums of many differences
def WriteDouble : SchedWrite;
def WriteTranscendental : SchedWrite;
def WriteTranscendental64 : SchedWrite;
def WriteScalar : SchedWrite;
def WriteCarryOut : SchedWrite;      // scalar, beside the result of a vector instruction
def WriteScalarFloat : SchedWrite;
def WriteScalarTranscendental : SchedWrite;
def WriteMatrix : SchedWrite;        // on f64 elements, and moves from and to accumulation registers
def WriteMatrix4x4 : SchedWrite;     // several blocks of 4 by 4
def WriteMatrix16x16 : SchedWrite;
def WriteMatrix16x16Long : SchedWrite;  // on f32 elements, or several blocks
def WriteMatrix32x32 : SchedWrite;
def WriteMatrix32x32Long : SchedWrite;
def WriteLDS : SchedWrite;
def WriteScalarLoad : SchedWrite;
def WriteVectorLoad : SchedWrite;

class CDNAModel : SchedMachineModel {
  let IssueWidth = 1;
  let LoadLatency = 120;
  let HighLatency = 120;
}
multiclass CDNAWrites {
  foreach write = [WriteVector, WriteProduct, WriteScalar, WriteScalarFloat] in def : WriteRes<write, []>;
  def : WriteRes<WriteCarryOut, []> { let NumMicroOps = 0; }
  foreach write = [WriteVector64, WriteProduct64, WriteDouble, WriteTranscendental, WriteTranscendental64,
                   WriteScalarTranscendental] in def : WriteRes<write, []> { let Latency = 4; }
  def : WriteRes<WriteMatrix, []> { let Latency = 16; }
  def : WriteRes<WriteLDS, []> { let Latency = 16; }
  def : WriteRes<WriteScalarLoad, []> { let Latency = 48; }
  def : WriteRes<WriteVectorLoad, []> { let Latency = 120; }
}
// The passes of a matrix instruction are how long it holds the matrix unit. They say how many wait states its result needs.
class MatrixRes<SchedWrite write, ProcResource unit, int passes> : WriteRes<write, [unit]> {
  let Latency = 16;
  let ReleaseAtCycles = [passes];
}

def GFX942_Model : CDNAModel;
let SchedModel = GFX942_Model in {
  defm : CDNAWrites;
  def GFX942_MatrixUnit : ProcResource<1>;
  def : MatrixRes<WriteMatrix4x4, GFX942_MatrixUnit, 2>;
  def : MatrixRes<WriteMatrix16x16, GFX942_MatrixUnit, 4>;
  def : MatrixRes<WriteMatrix16x16Long, GFX942_MatrixUnit, 8>;
  def : MatrixRes<WriteMatrix32x32, GFX942_MatrixUnit, 8>;
  def : MatrixRes<WriteMatrix32x32Long, GFX942_MatrixUnit, 16>;
}

def GFX90A_Model : CDNAModel;
let SchedModel = GFX90A_Model in {
  defm : CDNAWrites;
  def GFX90A_MatrixUnit : ProcResource<1>;
  def : MatrixRes<WriteMatrix4x4, GFX90A_MatrixUnit, 2>;
  def : MatrixRes<WriteMatrix16x16, GFX90A_MatrixUnit, 8>;
  def : MatrixRes<WriteMatrix16x16Long, GFX90A_MatrixUnit, 8>;
  def : MatrixRes<WriteMatrix32x32, GFX90A_MatrixUnit, 16>;
  def : MatrixRes<WriteMatrix32x32Long, GFX90A_MatrixUnit, 16>;
}

def GFX950_Model : CDNAModel;
let SchedModel = GFX950_Model in {
  defm : CDNAWrites;
  def GFX950_MatrixUnit : ProcResource<1>;
  def : MatrixRes<WriteMatrix4x4, GFX950_MatrixUnit, 2>;
  def : MatrixRes<WriteMatrix16x16, GFX950_MatrixUnit, 4>;
  def : MatrixRes<WriteMatrix16x16Long, GFX950_MatrixUnit, 8>;
  def : MatrixRes<WriteMatrix32x32, GFX950_MatrixUnit, 8>;
  def : MatrixRes<WriteMatrix32x32Long, GFX950_MatrixUnit, 16>;
}

// The same numbers; gfx900 and gfx906 have no matrix unit.
def GFX908_Model : CDNAModel;
let SchedModel = GFX908_Model in {
  defm : CDNAWrites;
  def GFX908_MatrixUnit : ProcResource<1>;
  def : MatrixRes<WriteMatrix4x4, GFX908_MatrixUnit, 2>;
  def : MatrixRes<WriteMatrix16x16, GFX908_MatrixUnit, 8>;
  def : MatrixRes<WriteMatrix16x16Long, GFX908_MatrixUnit, 8>;
  def : MatrixRes<WriteMatrix32x32, GFX908_MatrixUnit, 16>;
  def : MatrixRes<WriteMatrix32x32Long, GFX908_MatrixUnit, 16>;
}

// The latencies of arithmetic and of vector memory are those of LLVM 22, which gives scalar loads and local memory 20: less than a
// hit in the cache takes. Micro-operations are the issue slots that an instruction takes: double precision runs at a
// sixteenth of the rate or less, while other instructions are issued beside transcendental ones.
class RDNAModel : SchedMachineModel {
  let IssueWidth = 1;
  let LoadLatency = 320;
  let HighLatency = 320;
}
class RDNARes<SchedWrite write, int latency, int slots = 1> : WriteRes<write, []> {
  let Latency = latency;
  let NumMicroOps = slots;
}
multiclass RDNAWrites<int double_slots, int matrix_slots> {
  def : RDNARes<WriteVector, 5>;
  def : RDNARes<WriteVector64, 6, 2>;
  def : RDNARes<WriteProduct, 8, 4>;
  def : RDNARes<WriteProduct64, 8, 4>;
  def : RDNARes<WriteDouble, !add(double_slots, 6), double_slots>;
  def : RDNARes<WriteTranscendental, 10>;
  def : RDNARes<WriteTranscendental64, !add(double_slots, 8), double_slots>;
  def : RDNARes<WriteScalar, 2>;
  def : RDNARes<WriteCarryOut, 2, 0>;
  def : RDNARes<WriteScalarFloat, 4>;
  def : RDNARes<WriteScalarTranscendental, 7>;
  def : RDNARes<WriteMatrix, !add(matrix_slots, 4), matrix_slots>;
  foreach write = [WriteMatrix4x4, WriteMatrix16x16, WriteMatrix16x16Long, WriteMatrix32x32, WriteMatrix32x32Long] in
  def : WriteRes<write, []> { let Unsupported = true; }
  def : RDNARes<WriteLDS, 64>;
  def : RDNARes<WriteScalarLoad, 200>;
  def : RDNARes<WriteVectorLoad, 320>;
}

def GFX10_Model : RDNAModel;
let SchedModel = GFX10_Model in defm : RDNAWrites<16, 1>;
def GFX11_Model : RDNAModel;
let SchedModel = GFX11_Model in defm : RDNAWrites<32, 32>;
def GFX12_Model : RDNAModel;
let SchedModel = GFX12_Model in defm : RDNAWrites<32, 16>;
