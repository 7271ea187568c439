def d : FromLong;
def : Op<"nameless">;
