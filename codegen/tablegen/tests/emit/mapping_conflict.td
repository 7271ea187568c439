// --gen-instr-info
include "machine.td"

def ADD2 : RRI<30, "add">;
def bad_column : InstrMapping {
  let FilterClass = "ToyInst";
  let RowFields = ["Base"];
  let ColFields = ["Form"];
  let KeyCol = ["rrr"];
  let ValueCols = [["rri", "rrr"]];
}
def bad_class : InstrMapping {
  let FilterClass = "NoSuchClass";
  let RowFields = ["Base"];
  let ColFields = ["Form"];
  let KeyCol = ["rrr"];
  let ValueCols = [["rri"]];
}
