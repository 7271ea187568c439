def c : Op<"c">;
def : Op<"nameless">;
