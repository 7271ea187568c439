// Fields with the same inputs are found again together: those of the third record with the same expressions and inputs.

class Base<bits<4> size, string name> {
  int Size = size;
  string Name = name;
  bits<4> Low = size;
  int Unset = ?;
  list<int> Sizes = [Size, !add(Size, 1)];
}
def Small : Base<3, "small">;
def Large : Base<9, "large"> { let Unset = 4; }

class Fields {
  int EarlyInt; field list<int> EarlyUnset; string EarlyName; list<bits<6>> EarlyBits;
  int Low; bits<6> Converted; bits<6> SomeBits; bits<2> Operand; int Unset; field list<int> LateUnset;
  string Name; bit IsLarge; int Ring; int Back;
}
class Taken<Base b, int number> : Fields {
  // These refer to fields after them, which are converted in their turn.
  let EarlyInt = !add(Low, 1);
  let EarlyUnset = [Unset, Unset];
  let EarlyName = Name # "_early";
  let EarlyBits = [Converted];
  Base First = b;
  int SizeAgain = b.Size;
  let Low = b.Low;
  let Converted = b.Size;
  let SomeBits = {b.Low{0}, b.Low{1}, Converted{1-0}, Operand};
  let Unset = b.Unset;
  let LateUnset = [Unset, number];
  let Name = b.Name;
  string Text = b.Name # "." # b.Size;
  string Both = b.Name # "." # number;
  let IsLarge = !gt(b.Size, 5);
  string Late = !if(IsLarge, Name, Text) # NAME;
  int Number = number;
  int Twice = !mul(number, 2);
  list<int> More = !listconcat(b.Sizes, [Number]);
  let Ring = !if(IsLarge, Back, number);
  let Back = !if(IsLarge, number, Ring);
}
multiclass Pairs<int first> {
  foreach number = [1, 2, 1] in {
    // A loop's variable with the name of a field.
    foreach Low = [7, 8] in {
      def _small_ # number # "_" # Low # "_" # first # "_" # !size(!instances<Taken>()) : Taken<Small, number>;
      def _large_ # number # "_" # Low # "_" # !size(!instances<Taken>()) : Taken<!cast<Base>("Large"), Low>;
    }
  }
}
defm X : Pairs<1>;
defm Y : Pairs<2>;

// What is an input is looked up by a name that is another one each time.
class Own<string other> {
  Base Found = !cast<Base>(other);
  int A = Found.Size;
  int B = !add(A, 1);
  string C = Found.Name;
  string D = C # "_";
  list<int> E = Found.Sizes;
  bits<4> F = Found.Low;
  int G = Found.Unset;
  bit H = !eq(D, "small_");
  int I = !if(H, A, B);
  int J = !add(I, A);
  int K = !add(J, B);
  string L = D # K;
  list<string> M = [L, D, C];
  field list<int> N = [G, A];
  bit O = !gt(K, 20);
}
multiclass Owns<list<string> others> {
  foreach other = others in
    def other # "_" # !size(!instances<Own>()) : Own<other>;
}
defm : Owns<["Small", "Large", "Small", "Large", "Small"]>;
multiclass OwnsTwice<string other> {
  // The same statement, with other values already given.
  defm One : Owns<["Small", other]>;
  defm Two : Owns<[other, "Large", other]>;
}
defm : OwnsTwice<"Small">;
defm : OwnsTwice<"Large">;
defm : OwnsTwice<"Large">;

// Bits that have their turn when arguments are given are not the same in all records, and some of them are all known then;
// fields depend on them and, through others, on more than the argument that they name.
class EncodedFields {
  bits<8> Half; bits<4> Operand; bits<8> Flags; bits<3> Known;
  bit IsSmall; bit IsOdd; bit Given = 0;
  int Sum; int Size; int Twice; int Chained; int Forward; int Behind; int Backward;
}
class Encoded<bits<8> op, Base b, string text> : EncodedFields {
  bits<8> Op = op;
  let Half = {op{7-4}, Operand};
  let Flags{0} = IsSmall;
  let Flags{1} = IsOdd;
  let Flags{2} = Given;
  let Flags{7-4} = Operand;
  let Known = {IsSmall, IsOdd, Given};
  let IsSmall = !lt(b.Size, 5);
  let IsOdd = op{0};
  let Sum = !add(Op, Size);
  let Size = b.Size;
  let Twice = !add(Size, Size);
  let Chained = !if(Given, Twice, !add(Twice, 1));
  string Text = text;
  string Long = text # "_" # Size;
  string Longer = Long # "_" # Chained;
  let Forward = !add(Behind, 1);
  let Behind = !if(IsSmall, Chained, Backward);
  let Backward = !if(IsSmall, Behind, Chained);
  list<int> All = [Sum, Twice, Chained, Forward];
}
multiclass Encodings<bits<8> op, Base b> {
  def _a : Encoded<op, b, NAME>;
  let Given = 1 in
  def _b : Encoded<!add(op, 1), b, "b">;
  foreach i = 0...2 in
    def _c # i : Encoded<op, !if(!eq(i, 1), Small, b), "c" # i> { bits<2> I = i; let Operand = op{3-0}; }
}
defm E1 : Encodings<16, Small>;
defm E2 : Encodings<17, Large>;
defm E3 : Encodings<18, Small>;
defm E4 : Encodings<19, Large>;
let Size = 7 in
defm E5 : Encodings<19, Large>;
defm E6 : Encodings<19, Large>;
