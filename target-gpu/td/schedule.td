// How long results take on CDNA, for schedulers: issue slots of a wave, four cycles each, from issue until the result
// can be used. Sixteen lanes of a vector instruction are computed per cycle, so its result is there when the next one of
// the wave can be issued.

def WriteFullRate : SchedWrite;      // vector and scalar arithmetic
def WriteQuarterRate : SchedWrite;   // transcendental functions, double precision
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
  def : WriteRes<WriteFullRate, []>;
  def : WriteRes<WriteQuarterRate, []> { let Latency = 4; }
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
