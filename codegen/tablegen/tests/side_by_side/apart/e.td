def e : Op<"e">;
def : Op<"nameless">;
