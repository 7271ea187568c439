def b : Op<"b">;
