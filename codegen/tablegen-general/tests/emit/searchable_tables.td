// --gen-searchable-tables
include "machine.td"
include "IntrinsicsBase.td"
include "SearchableTable.td"

//===- System registers: an enum, a primary key with gaps, ranges, case-insensitive names ------------------------===//

class Access<bits<2> value, string name> {
  string Name = name;
  bits<2> Value = value;
}
def AccessNone : Access<0, "none">;
def AccessRead : Access<1, "read">;
def AccessWrite : Access<2, "write">;
def AccessAny : Access<2, "any">;   // another name for 2
def AccessKind : GenericEnum {
  let FilterClass = "Access";
  let NameField = "Name";
  let ValueField = "Value";
}

class SysReg<string name, bits<12> encoding, Access access, list<int> banks = []> {
  string Name = name;
  bits<12> Encoding = encoding;
  Access Permission = access;
  list<int> Banks = banks;
  bit Exists = true;
  code Check = [{ |bank| bank < 4 }];
}
def : SysReg<"status", 0x300, AccessRead, [0, 1]>;
def : SysReg<"cause", 0x342, AccessWrite>;
def : SysReg<"Cycle", 0xc00, AccessRead, [-1]>;
def : SysReg<"cycleh", 0xc00, AccessAny>;
def : SysReg<"gone", 0x111, AccessNone> { let Exists = false; }

def SysRegs : GenericTable {
  let FilterClass = "SysReg";
  let FilterClassField = "Exists";
  let Fields = ["Name", "Encoding", "Permission", "Banks", "Check"];
  string TypeOf_Permission = "AccessKind";
  string TypeOf_Check = "code";
  string RustTypeOf_Check = "fn(i64) -> bool";
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupSysRegByEncoding";
  let PrimaryKeyReturnRange = true;
}
def lookupSysRegByName : SearchIndex {
  let Table = SysRegs;
  let Key = ["Name"];
}
def lookupSysRegByPermission : SearchIndex {
  let Table = SysRegs;
  let Key = ["Permission", "Encoding"];
  let EarlyOut = true;
}

//===- Instructions and intrinsics: early out, and a key without gaps --------------------------------------------===//

def int_toy_half : PureIntrinsic<[llvm_i32_ty], [llvm_i32_ty]>;
class Cost<Instruction inst, bits<8> cost, bit fast = false> {
  Instruction Inst = inst;
  bits<8> Cycles = cost;
  bit Fast = fast;
  Intrinsic Call = int_toy_half;
}
def : Cost<MUL, 10>;
def : Cost<ADD, 3, true>;
def : Cost<LD, 40>;
def Costs : GenericTable {
  let FilterClass = "Cost";
  let CppTypeName = "CostOfInst";
  let Fields = ["Inst", "Cycles", "Fast", "Call"];
  let PrimaryKey = ["Inst"];
  let PrimaryKeyName = "costOf";
  let PrimaryKeyEarlyOut = true;
}

class Step<bits<3> number, string text> {
  bits<3> Number = number;
  string Text = text;
}
def : Step<4, "four">;
def : Step<2, "two">;
def : Step<3, "three">;
def Steps : GenericTable {
  let FilterClass = "Step";
  let Fields = ["Text", "Number"];
}
def stepByNumber : SearchIndex {
  let Table = Steps;
  let Key = ["Number"];
}

//===- The older form ------------------------------------------------------------------------------------------===//

class Barrier<bits<4> encoding, string name> : SearchableTable {
  let SearchableFields = ["Name", "Encoding"];
  let EnumValueField = "Encoding";
  string Name = name;
  bits<4> Encoding = encoding;
}
def : Barrier<1, "load">;
def : Barrier<15, "full">;

//===- Two tables with rows of one type, each with a field of its own --------------------------------------------===//

class Port<string name, int number> {
  string Name = name;
  int Number = number;
}
class InPort<string name, int number, bit isSlow> : Port<name, number> { bit IsSlow = isSlow; }
class OutPort<string name, int number, bits<4> strength> : Port<name, number> { bits<4> Strength = strength; }
def : InPort<"in0", 7, true>;
def : OutPort<"out0", 8, 3>;
def : OutPort<"out1", 9, 1>;
def InPorts : GenericTable {
  let FilterClass = "InPort";
  let CppTypeName = "Port";
  let Fields = ["Name", "Number", "IsSlow"];
}
def OutPorts : GenericTable {
  let FilterClass = "OutPort";
  let CppTypeName = "Port";
  let Fields = ["Name", "Number", "Strength"];
  let PrimaryKey = ["Number"];
  let PrimaryKeyName = "outPortByNumber";
}
def inPortByName : SearchIndex {
  let Table = InPorts;
  let Key = ["Name"];
}

//===- Names that Rust's style would make equal, and a function for two keys -------------------------------------===//

class Wire<int number> {
  int Number = number;
}
def IN_A_B : Wire<3>;
def IN_AB : Wire<1>;
def WireName : GenericEnum {
  let FilterClass = "Wire";
  let ValueField = "Number";
}
class Route<Wire wire, bits<4> cost> {
  Wire From = wire;
  bits<4> Cost = cost;
}
def : Route<IN_AB, 5>;
def : Route<IN_A_B, 2>;
def Routes : GenericTable {
  let FilterClass = "Route";
  let Fields = ["From", "Cost"];
  string TypeOf_From = "WireName";
  let PrimaryKey = ["From"];
  let PrimaryKeyName = "getRoute";
}
// The same name as another function: that of its key is added.
def getRoute : SearchIndex {
  let Table = Routes;
  let Key = ["Cost"];
}
def : Route<IN_A_B, 9>;
def getRoutesFrom : SearchIndex {
  let Table = Routes;
  let Key = ["From"];
  let ReturnRange = true;
}
def getRoutesCosting : SearchIndex {
  let Table = Routes;
  let Key = ["Cost"];
  let EarlyOut = true;
  let ReturnRange = true;
}
