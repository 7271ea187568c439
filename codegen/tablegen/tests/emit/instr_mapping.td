// --gen-instr-mapping
// Relations alone need nothing of an instruction but the fields that they name.
class Instruction;

class InstrMapping {
  string FilterClass;
  list<string> RowFields = [];
  list<string> ColFields = [];
  list<string> KeyCol = [];
  list<list<string>> ValueCols = [];
}

class Shape<string name, bits<2> width> {
  string BaseName = name;
  bits<2> Width = width;
  bit Saturates = false;
}
foreach width = 0...2 in {
  def ADD#width : Instruction, Shape<"ADD", width>;
  def SUB#width : Instruction, Shape<"SUB", width>;
}
def ADDS1 : Instruction, Shape<"ADD", 1> { let Saturates = true; }
def MUL1 : Instruction, Shape<"MUL", 1>;
def NOP : Instruction;
// In no row.
def MOV1 : Instruction, Shape<"", 1>;
def MOV2 : Instruction, Shape<"", 2>;

def widenOnce : InstrMapping {
  let FilterClass = "Shape";
  let RowFields = ["BaseName", "Saturates"];
  let ColFields = ["Width"];
  let KeyCol = ["1"];
  let ValueCols = [["2"]];
}
def byWidth : InstrMapping {
  let FilterClass = "Shape";
  let RowFields = ["BaseName"];
  let ColFields = ["Width", "Saturates"];
  let KeyCol = ["1", "0"];
  let ValueCols = [["0", "0"], ["2", "0"], ["1", "1"]];
}
