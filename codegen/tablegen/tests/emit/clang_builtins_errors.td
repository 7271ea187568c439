// --gen-clang-builtins
include "clang_builtins_base.td"

class Toy<string prototype> : Builtin {
  let Spellings = ["toy_"#NAME];
  let Prototype = prototype;
}
def unknown : Toy<"int(flaot)">;
def unended : Toy<"int(float">;
def space : Toy<"int(void address_space<0> *)">;
def template : Toy<"T(int)">;
def sign : Toy<"int(unsigned float)">;
def types : Toy<"T(int)">, Template<["int"], ["i", "j"]>;
def inner : Toy<"int(T)">, Template<["const T"], ["i"]>;
def attribute : Toy<"int()"> {
  let Attributes = [Attribute<"q">];
}
def index : Toy<"int()"> {
  let Attributes = [Attribute<"p">];
}
def namespace : Toy<"int()"> {
  let Namespace = "toy";
}
def header : LibBuiltin<"Toy.h"> {
  let Spellings = ["toy_header"];
  let Prototype = "int()";
}
