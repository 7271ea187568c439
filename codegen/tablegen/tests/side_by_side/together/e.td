foreach i = [1, 2] in defm e # i : Pair<i>;
def e { Ref ref = Ref<7>; list<Ref> refs = [Ref<1>, Ref<8>]; }
