def a : Op<"a">;
