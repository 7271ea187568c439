// Every type, with and without values; conversions between them.
class Base;
class Derived<int n = 3> : Base { int number = n; }
def Plain : Base;
def Deep : Derived<7>;

class AllTypes {
  bit b;
  bits<4> nibble;
  bits<0> none;
  int i;
  string s;
  code c;
  dag d;
  list<int> li;
  list<list<string>> lls;
  Base r;
  list<Base> lr;
  field bits<8> kept;
}
def Unset : AllTypes;
def Set : AllTypes {
  let b = true;
  let nibble = 0b0101;
  let i = -9223372036854775808;
  let s = "a\tb\n\"q\" \\ \'";
  let c = [{ int x = "{"; }];
  let d = (Plain 1, "two":$two, $three, (Deep:$op Plain:$p));
  let li = [1, 2, 0x10, 0b11];
  let lls = [["a"], []];
  let r = Deep;
  let lr = [Plain, Deep];
  let kept{3-0} = 0b1010;
}
def Conversions {
  int from_bits = 0b1100;
  int from_bit = { 1 };
  bits<4> from_int = 11;
  bits<4> from_negative = -3;
  bits<70> wide = 5;
  bits<70> wide_negative = -1;
  bit from_one = 1;
  bits<1> from_bit_value = true;
  bit from_bits1 = {0};
  bits<6> mixed = { 1, ?, 0b10, {0, 1} };
  string pasted = "x" # 1 # Plain # [{code}];
  code code_from_string = "str";
  string string_from_code = [{ c }];
  list<bits<2>> lb = [1, 2, 3];
  list<int> from_lb = [0b01, 0b10];
  list<bit> lbit = [0, 1, true, false];
}
deftype Byte = bits<8>;
deftype Bytes = list<Byte>;
def Aliases { Byte b = 0xff; Bytes bs = [1, 2]; }
