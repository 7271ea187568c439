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
  // These refer to fields behind them, which are converted in their turn.
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
  int B = !add(Found.Size, 1);
  string C = Found.Name;
  string D = Found.Name # "_";
  list<int> E = Found.Sizes;
  bits<4> F = Found.Low;
  int G = Found.Unset;
  bit H = !eq(Found.Name, "small");
}
multiclass Owns {
  foreach other = ["Small", "Large", "Small", "Large", "Small"] in
    def other # "_" # !size(!instances<Own>()) : Own<other>;
}
defm : Owns;
