defm d : Pair<2>;
def : FromC<in_c>;
#ifdef FROM_C
def d_with_c : Ref<9>;
#endif
