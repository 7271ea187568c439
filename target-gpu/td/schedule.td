// Latencies on CDNA3, for schedulers: issue slots of a wave, four cycles each, from issue until the result can be used.
// Sixteen lanes of a vector instruction are computed per cycle, so its result is available when the wave's next one can
// be issued.

def WriteFullRate : SchedWrite;      // vector and scalar arithmetic
def WriteQuarterRate : SchedWrite;   // transcendental functions, double precision
def WriteMatrix : SchedWrite;
def WriteLDS : SchedWrite;
def WriteScalarLoad : SchedWrite;
def WriteVectorLoad : SchedWrite;

def GFX942_Model : SchedMachineModel {
  let IssueWidth = 1;
  let LoadLatency = 120;
  let HighLatency = 120;
}
let SchedModel = GFX942_Model in {
  def : WriteRes<WriteFullRate, []>;
  def : WriteRes<WriteQuarterRate, []> { let Latency = 4; }
  def : WriteRes<WriteMatrix, []> { let Latency = 16; }
  def : WriteRes<WriteLDS, []> { let Latency = 16; }
  def : WriteRes<WriteScalarLoad, []> { let Latency = 48; }
  def : WriteRes<WriteVectorLoad, []> { let Latency = 120; }
}
