def a : Op<"a"> { Ref ref = Ref<2>; }
