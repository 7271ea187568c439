// The same texts of arguments and of records of classes mean different things in different places.

class Item<int number = 0, string text = "none"> {
  int Number = number;
  string Text = text;
}
def one : Item<1>;
def two : Item<2>;

class Pair<Item first, Item second = two> {
  Item First = first;
  Item Second = second;
}
class Bits<bits<4> low, bit high = 0> {
  bits<4> Low = low;
  bit High = high;
}
class Number<int value> {
  int Value = value;
}

// Twice the same, with other spaces, and another class.
def pair : Pair<one, two>;
def pair_again : Pair<one, two>;
def pair_spaced : Pair<one,  two>;
def pair_short : Pair<one>;
def pair_short_again : Pair<one>;
def number : Number<5>;
def some_bits : Bits<5>;
def number_again : Number<5>;
def some_bits_again : Bits<5>;
def both : Number<5>, Bits<5, 1>;
def both_again : Number<5>, Bits<5, 1>;

// Named arguments, records of classes.
def named : Pair<one, second = Item<7>>;
def named_again : Pair<one, second = Item<7>>;
def made : Pair<Item<7>, Item<8, "eight">>;
def made_again : Pair<Item<7>, Item<8, "eight">>;
def fields {
  Item A = Item<7>;
  Item B = Item<8, "eight">;
  Item C = Item<8, "eight">;
  list<Item> L = [Item<7>, Item<9>];
  list<Item> M = [Item<7>, Item<9>];
  int N = Item<7>.Number;
  int O = Item<7>.Number;
}

// A field, an argument, a variable or the variable of a loop hides the def.
class HasOne {
  Item one = two;
}
def field_first : HasOne, Pair<one, two>;
def field_last : Pair<one, two>, HasOne;
class HidesByArgument<Item one> : Pair<one, two> {
  list<Item> Items = [one, Item<7>];
  Item Made = Item<7>;
}
class HidesNothing<Item three> : Pair<one, two> {
  Item Three = three;
  list<Item> Items = [one, Item<7>];
  Item Made = Item<7>;
}
def hides : HidesByArgument<two>;
def hides_not : HidesNothing<two>;
multiclass HidesInAll<Item two> {
  def _a : Pair<one, two>;
  def _b : Pair<one, two>;
  defvar one = Item<10>;
  def _c : Pair<one, two>;
  def _d : Pair<one, Item<7>>;
}
multiclass HidesInNone<Item three> {
  def _a : Pair<one, two>;
  def _b : Pair<one, three>;
  def _c : Pair<Item<7>, Item<9>>;
}
defm in_all : HidesInAll<one>;
defm in_none : HidesInNone<one>;
defm in_none_again : HidesInNone<one>;
foreach one = [Item<11>, Item<12>] in {
  def : Pair<one, two>;
  def : Pair<Item<7>, two>;
}
foreach i = [1, 2] in
  def in_loop#i : Pair<one, two>, Number<i>;
if true then {
  defvar two = Item<13>;
  def in_block : Pair<one, two>;
}
def behind_block : Pair<one, two>;

// A class that gets further arguments, or that nothing is known of yet.
class Late;
class UsesLate {
  Late L = Late<>;
}
class Late<int number = 3> {
  int Number = number;
}
def late : UsesLate {
  Late M = Late<>;
}
class Itself<int number, list<Number> numbers = [Number<1>]> {
  int Number = number;
  int Count = !size(numbers);
}
def itself : Itself<2>;
def itself_again : Itself<2>;

// What there is of records so far.
class There<bit is, int count> {
  bit Is = is;
  int Count = count;
}
def before : There<!exists<Item>("later"), !size(!instances<Item>())>;
def later : Item<14>;
def behind : There<!exists<Item>("later"), !size(!instances<Item>())>;

// The preprocessor and comments in a text.
class Many<list<int> numbers, int last> {
  list<int> Numbers = numbers;
  int Last = last;
}
def without_macro : Many<[1,
#ifdef MACRO
  2,
#endif
  3], 4>;
#define MACRO
def with_macro : Many<[1,
#ifdef MACRO
  2,
#endif
  3], 4>;
def commented : Many<[1, /* > ] */ 2], // > ]
  3>;
def commented_again : Many<[1, /* > ] */ 2], // > ]
  3>;
def pasted : Many<[1]#[2], 3>;
def pasted_again : Many<[1]#[2], 3>;
def typed : Many<[]<int>, 3>;
def typed_again : Many<[]<int>, 3>;

// Expressions.
defvar five = 5;
def expression : Many<[five, !add(five, 1)], five>;
def expression_again : Many<[five, !add(five, 1)], five>;
