// Classes that describe clang's builtin functions: the intrinsic that they call, or the recipe that lowers them.
#ifndef BUILTINS_BASE
#define BUILTINS_BASE

include "IntrinsicsBase.td"

// Types are a string in clang's notation, the result first. The whole of it is in codegen/tablegen/src/emit/
// type_strings.rs; in short:
//   v void, b bool, c char, s short, i int, f float, d double, h half, x _Float16, y __bf16, z size_t, Y ptrdiff_t
//   before a letter: U unsigned, S signed, L LL long, W 64-bit int, Z 32-bit int, I an argument that must be a constant
//   V<n>T vector, E<n>T OpenCL vector, Qb buffer resource
//   after a type: * pointer, *<n> pointer to that address space, & reference, C const, D volatile; . at the end: variadic
// Attributes: n nothrow, c const (no effects, no memory), U pure, r noreturn, t only its arguments are checked, types are
// the user's
class BuiltinFunction<string name, string type, string attributes, string features> {
  string Name = name;
  string Type = type;
  string Attributes = attributes;
  // Features that a processor must have, separated by commas; | between those of which one suffices: "a,b|c" is a and
  // (b or c). Empty if all processors support it.
  string Features = features;
}

// One call of an intrinsic, argument by argument. Overloaded types are those of the builtin's result or argument at the
// same position.
class Builtin<string name, string type, string attributes, Intrinsic intrinsic, string features = "">
    : BuiltinFunction<name, type, attributes, features> {
  Intrinsic Callee = intrinsic;
}

// Lowered by hand: the front end interprets the words of the recipe.
class CustomBuiltin<string name, string type, string attributes, string recipe, string features = "">
    : BuiltinFunction<name, type, attributes, features> {
  string Recipe = recipe;
}

#endif
