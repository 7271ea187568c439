class Inst<bits<8> opcode> {
  bits<32> Inst;
  bits<5> rd;
  bits<5> rs;
  bits<7> imm = ?;
  bit flag;
  let Inst{7-0} = opcode;
  let Inst{12-8} = rd;
  let Inst{17-13} = rs;
  let Inst{18} = flag;
  let Inst{31-25} = imm;
  let Inst{24-20} = {0, 1, rs{2}, rd{1-0}};
}
def I1 : Inst<0xa5>;
def I2 : Inst<0b11110000> { let rd = 3; }
def I3 : Inst<1> { let flag = 1; let Inst{31} = 1; let Inst{20} = rs{4}; }
let rs = 0b10101 in def I4 : Inst<2>;
let Inst<0-3> = 0b0001 in def I5 : Inst<0>;
let Inst<1...0> = 3, Inst<5,3> = 0b10 in def I6 : Inst<0>;
class Slices<bits<8> v> {
  bits<4> low = v{3-0};
  bits<4> high = v{7-4};
  bits<4> reversed = v{0-3};
  bits<3> picked = v{7,0,3};
  bit one = v{5};
  bits<16> twice = {v, v};
  bits<8> swapped = {v{3-0}, v{7-4}};
  int as_int = v;
}
def Sl : Slices<0b10010110>;
def Unknown { bits<8> a; bits<4> b = a{7-4}; bits<4> c = {a{0}, a{1}, 1, ?}; bit d = a{3}; }
def IntBits { bits<16> i = 0x1234; bits<8> b = i{11-4}; bits<4> literal = 0b11001010{5-2}; bits<4> of_int = 0x1234{7-4}; }
class Kept { bits<2> mode; field bits<4> enc = {mode, ?, 1}; }
def K1 : Kept;
def K2 : Kept { let mode{1} = 1; }
