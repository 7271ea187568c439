def a : Op<"a"> { Ref ref = Ref<1>; }
foreach i = 0...3 in def : Ref<i>;
