def c : Op<"c">;
