#ifdef BETWEEN
def b : Op<"b">;
#else
def b : Op<"not">;
#endif
