def b : A<"text">;
def twice;
