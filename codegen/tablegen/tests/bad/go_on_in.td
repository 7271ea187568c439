// What a field of a wrong value was to be does not matter to the fields after it.
def several_fields {
  int missing = nowhere;
  int name = !size(3);
  string text = !substr(4, 0);
  string rest = !substr("text", 0, "all");
  int last = "text";
}
// A list of a loop that is none, and where the loop would go on.
foreach step = -1 - 2 in def negative;
foreach step = 2 - !sub(1, 2) in def negative_end;
foreach step = 2 - in def no_end;
foreach step = "two" - 3 in def no_number;
// Elements by what is no number.
def elements {
  list<int> numbers = [1, 2];
  list<int> by_text = numbers["one"];
}
def element_lists {
  list<int> by_texts = [1, 2][["one"]];
}
