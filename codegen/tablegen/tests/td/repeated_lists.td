// The same texts of lists mean different things in different places.

class Item<int number = 0> {
  int Number = number;
}
def one : Item<1>;
def two : Item<2>;

class Holder<list<Item> items> {
  list<Item> Items = items;
}
class Numbers<list<int> numbers> {
  list<int> Values = numbers;
}
class Bits<list<bits<4>> patterns> {
  list<bits<4>> Patterns = patterns;
}
class Named {
  Item one = two;
}
class Inner<list<Item> inner> : Holder<inner>;

// Twice the same, with other spaces and over lines.
def plain : Holder<[one, two]>;
def same : Holder<[one, two]>;
def spaced : Holder<[one,  two]>;
def lines : Holder<[one,
                    two]>;
def lines_again : Holder<[one,
                    two]>;

// A field hides the def.
def field_first : Named, Holder<[one, two]>;
def field_last : Holder<[one, two]>, Named;

// Anonymous records are made once, in the order of their first use.
def made : Holder<[Item<3>, one, Item<4>]>;
def made_again : Holder<[Item<3>, one, Item<4>]>;
def made_other : Holder<[Item<4>, one, Item<3>]>;

// The wanted type decides.
def numbers : Numbers<[1, 2]>;
def patterns : Bits<[1, 2]>;
def numbers_again : Numbers<[1, 2]>;
def patterns_again : Bits<[1, 2]>;

// A type after the list.
def typed : Holder<[one, two]<Item>>;
def typed_lines : Holder<[one, two]
                         <Item>>;
def joined : Holder<[one, two]#[two]>;
def empty : Holder<[]>;
def empty_numbers : Numbers<[]>;
def empty_again : Holder<[]>;

// Lists in lists.
class Nested<list<list<Item>> lists> {
  list<list<Item>> Lists = lists;
}
def nested : Nested<[[one], [one, two], []]>;
def nested_again : Nested<[[one], [one, two], []]>;

// Template arguments, iteration variables and local variables.
class Local<Item one> : Holder<[one, two]>;
def local : Local<two>;
multiclass Several<Item two> {
  def _a : Holder<[one, two]>;
  def _b : Holder<[one, two]>;
}
defm several : Several<one>;
foreach one = [two] in
  def loop_#NAME#one : Holder<[one, two]>;
def body : Holder<[one, two]> {
  defvar one = two;
  list<Item> Own = [one, two];
}
def other_body : Holder<[one, two]> {
  list<Item> Own = [one, two];
}
let Items = [one, two] in {
  def through_let : Holder<[two]>;
  def through_let_again : Holder<[two]>;
}
defset list<Item> set = {
  def three : Item<3>;
}
if true then {
  defvar two = three;
  def conditional : Holder<[one, two]>;
}
def after : Holder<[one, two]>;

// A variable of the whole file hides a def from here on.
def four : Item<4>;
def before_variable : Holder<[four]>;
defvar variable = four;
def with_variable : Holder<[variable, four]>;
def with_variable_again : Holder<[variable, four]>;

// A record may name itself.
def itself : Item<5> {
  list<Item> Items = [itself, one];
}
def not_itself : Holder<[itself, one]>;
