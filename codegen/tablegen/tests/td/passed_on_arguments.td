// A multiclass passes values on to those that it is derived from as they are: not as the type of the argument.
def ops;
def nothing;
class Holder<int value> { int Value = value; }

multiclass Opcode<bits<5> number, string suffix = "plain", dag shape = (ops)> {
  if !eq(number, -1) then
    def _none;
  else
    def _some { bits<5> Number = number; }
  def _view : Holder<number> {
    int Whole = number;
    bits<5> Field = number;
    bit IsNegative = !lt(number, 0);
    bit Top = number{4};
    string Suffix = suffix;
  }
}

// Less than 0 where it is passed on ...
multiclass Derived<string suffix> : Opcode<-1, suffix>;
multiclass DerivedByName<int given> : Opcode<suffix="named", number=given>;
// ... also of a type that is no dag, if nobody looks at it, ...
multiclass DerivedWrong : Opcode<3, "wrong", nothing>;
// ... and 31 where a `defm` gives it.
multiclass Direct {
  defm _in : Opcode<-1>;
}

defm A : Derived<"derived">;
defm B : DerivedByName<-2>;
defm C : DerivedWrong;
defm D : Direct;
defm E : Opcode<-1>;
