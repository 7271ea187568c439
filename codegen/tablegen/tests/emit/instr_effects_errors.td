// --gen-instr-info
include "machine.td"

class Open<list<dag> pattern> : ToyInst<"", "", (outs GPR:$d), (ins GPR64:$p), ""> {
  let isPseudo = true;
  let Pattern = pattern;
  let mayLoad = ?;
}
// Nothing says whether it loads.
def UNKNOWN : Open<[]>;
// It loads, although it does not; and stores nothing.
def LOADS : Open<[(set GPR:$d, (i32 (ld i64:$p)))]> { let mayLoad = false; }
def FINE : Open<[(set GPR:$d, (trunc i64:$p))]>;
