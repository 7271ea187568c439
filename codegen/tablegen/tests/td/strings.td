def S2;
def S {
  string concat = !strconcat("a", "b", "c");
  string adjacent = "a" "b"
                    "c";
  string interleave = !interleave(["x", "y", "z"], ", ");
  string interleave_int = !interleave([1, 2, 3], "-");
  string interleave_empty = !interleave([]<string>, "-");
  string interleave_bits = !interleave([0b01, 0b10], "-");
  string sub = !subst("a", "bb", "banana");
  string sub_none = !subst("z", "bb", "banana");
  string part = !substr("0123456789", 3, 4);
  string tail = !substr("0123456789", 7);
  string empty_part = !substr("abc", 3);
  int found = !find("abcabc", "c");
  int found_from = !find("abcabc", "c", 3);
  int not_found = !find("abc", "x");
  int length = !size("hello");
  bit is_empty = !empty("");
  string low = !tolower("MiXeD123_");
  string up = !toupper("MiXeD123_");
  bit lt = !lt("abc", "abd");
  bit ge = !ge("b", "abc");
  bit eq = !eq("a", "a");
  bit ne = !ne("a", [{a}]);
  bit matched = !match("foo_123", "^[a-z]+_[0-9]+$");
  bit unmatched = !match("foo", "^o");
  bit partial = !match("xfoox", "fo{2}");
  string cast_int = !cast<string>(42);
  string code_concat = [{a}] # "b";
  code concat_code = "a" # [{b}];
  string repr_list = !repr([1, 2]);
  string repr_string = !repr("s");
  string repr_dag = !repr((S2 1:$a));
}
