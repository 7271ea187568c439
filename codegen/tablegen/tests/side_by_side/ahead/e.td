multiclass Two<int i> { def _first : Ref<i>; def _second : Op<"second" # i>; }
defm e : Two<9>;
def : Ref<7>;
