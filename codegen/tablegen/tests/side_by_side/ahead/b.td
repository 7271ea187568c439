def b : Op<"b", [7]> { Ref ref = Ref<2>; Ref new = Ref<8>; }
foreach i = [2, 3] in def : Ref<i>;
