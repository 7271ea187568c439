// The examples by which the language is usually explained, each in a form of its own.

// Rooms are parts of floors: records that refer to records.
class Floor<int level> {
  int Level = level;
  string Sign = "floor " # level;
}
class Room<string name, Floor floor, int seats = 0> {
  string Name = name;
  Floor On = floor;
  int Seats = seats;
  bit IsLarge = !gt(seats, 20);
  string Door = floor.Level # "-" # name;
}
def Ground : Floor<0>;
def Upper : Floor<1>;
def Kitchen : Room<"kitchen", Ground, 4>;
def Hall : Room<"hall", Upper, 60>;
def Attic : Room<"attic", Floor<2>>;

// Late binding: the greeting is made of the salutation that the def ends up with.
class Letter<string who> {
  string salutation = "Dear";
  string greeting = salutation # " " # who # ",";
}
def Formal : Letter<"Madam">;
def Friendly : Letter<"Max"> {
  let salutation = "Hi";
}
let salutation = "Ahoy" in
def Nautical : Letter<"Captain">;

// A record that nests anonymous records of its own class, down to the last.
class Test<int n> {
  int Value = n;
  list<Test> Inner = !if(!gt(n, 0), [Test<!sub(n, 1)>], []<Test>);
}
def Nest : Test<5>;

// A class as a function: the field is the result.
class extractBit<bits<8> value, int index> {
  bit ret = !and(!srl(value, index), 1);
}
def Extracted {
  bits<8> source = 0b10110010;
  bit b1 = extractBit<source, 1>.ret;
  bit b2 = extractBit<source, 2>.ret;
  list<bit> all = !foreach(i, !range(8), extractBit<0b10110010, i>.ret);
}

// Numbering by folding.
class Enumerator<string text, int number> {
  string Text = text;
  int Number = number;
}
class Enumeration<list<string> names> {
  list<Enumerator> Values = !foldl([]<Enumerator>, names, made, name,
                                   !listconcat(made, [Enumerator<name, !size(made)>]));
  string Text = !interleave(!foreach(v, Values, v.Text # "=" # v.Number), ", ");
}
def Colors : Enumeration<["Red", "Green", "Blue"]>;

// Loops inside loops, and one after the other.
def Greetings {
  list<list<string>> All = !foreach(word, ["Hello", "Bye"],
      !foreach(name, ["Ann", "Bob"], word # " " # name));
  // The variables of one loop mean nothing to the next.
  list<string> Again = !foreach(word, ["x"], word) # !foreach(word, ["y"], word # word);
}

// A multiclass with assignments and a loop.
class Foo<int value, string kind> {
  int Value = value;
  string Kind = kind;
  string Comment = "";
}
multiclass Foos<int start, list<int> more = [10, 20]> {
  let Comment = "first of " # NAME in
  def _first : Foo<start, "first">;
  foreach add = more in {
    def _plus # add : Foo<!add(start, add), "more"> {
      let Comment = NAME # " adds " # add;
    }
  }
}
defm Small : Foos<1>;
let Kind = "changed" in
defm Big : Foos<100, [1]>;

// An encoding keeps the references to bits that are given later.
class Enc<bits<4> opcode> {
  bits<3> Operand;
  bits<5> Imm = ?;
  bit S = 0;
  bits<16> Inst;
  let Inst{15-12} = opcode;
  let Inst{11-9} = Operand;
  let Inst{8-4} = Imm;
  let Inst{3} = S;
  let Inst{2} = Operand{2};
  let Inst{1-0} = 0b01;
}
def EncPlain : Enc<0b1010>;
def EncFixed : Enc<3> {
  let Operand = 0b101;
  let S = 1;
}
def EncPart : Enc<7> {
  let Imm{4-3} = 0b11;
}

// Dags: an operator, values and names.
class Operator;
def plus : Operator;
def times : Operator;
def Dags {
  dag Sum = (plus 1:$left, (times 2, 3:$factor):$right);
  dag Named = (plus:$root $a, ?:$b, Kitchen:$c);
  dag Swapped = !foreach(part, (plus Ground:$left, plus:$right), !subst(plus, times, part));
  string SecondName = !getdagname(Sum, 1);
  int First = !getdagarg<int>(Sum, "left");
  Operator Op = !getdagop<Operator>(Sum);
  dag Longer = !con(Sum, (plus "more":$more));
}
