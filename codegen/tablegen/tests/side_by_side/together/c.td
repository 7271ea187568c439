class FromC<int i> : Op<"c" # i> { Ref ref = Ref<i>; }
multiclass Pair<int i> { def "" : FromC<i>; def _next : FromC<!add(i, 1)>; def : Ref<i>; }
defvar in_c = 5;
#define FROM_C
