// --gen-instr-mapping
// An instruction of the class that is related must have the fields that tell rows and columns apart.
class Instruction;

class InstrMapping {
  string FilterClass;
  list<string> RowFields = [];
  list<string> ColFields = [];
  list<string> KeyCol = [];
  list<list<string>> ValueCols = [];
}

class Related;
class Named<string name> { string BaseName = name; }

def ADD : Instruction, Related, Named<"ADD"> { string Width = "1"; }
def SUB : Instruction, Related, Named<"SUB">;
def NOP : Instruction;

def widen : InstrMapping {
  let FilterClass = "Related";
  let RowFields = ["BaseName"];
  let ColFields = ["Width"];
  let KeyCol = ["1"];
  let ValueCols = [["2"]];
}
