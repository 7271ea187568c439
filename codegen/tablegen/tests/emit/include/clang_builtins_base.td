// Clang's classes of builtin functions, as far as `--gen-builtins` reads them.
class Attribute<string mangling> {
  string Mangling = mangling;
}
class IndexedAttribute<string mangling, int index> : Attribute<mangling> {
  int Index = index;
}
class MultiIndexAttribute<string mangling, list<int> indices> : Attribute<mangling> {
  list<int> Indices = indices;
}
def Pure : Attribute<"U">;
def Const : Attribute<"c">;
def NoThrow : Attribute<"n">;
def Constexpr : Attribute<"E">;
class PrintfFormat<int index> : IndexedAttribute<"p", index>;
class NonNull<list<int> indices> : MultiIndexAttribute<"N:1:", indices>;

class NamePrefix<string spelling> {
  string Spelling = spelling;
}
class Builtin {
  list<string> Spellings;
  list<Attribute> Attributes = [];
  string Prototype;
  string Namespace;
  bit RequiresUndef = 0;
  bit EnableOpenCLLong = 0;
  NamePrefix RequiredNamePrefix;
}
class AtomicBuiltin : Builtin;
class TargetBuiltin : Builtin {
  string Features = "";
}
class LibBuiltin<string header, string languages = "ALL_LANGUAGES"> : Builtin {
  string Header = header;
  string Languages = languages;
  bit AddBuiltinPrefixedAlias = 0;
  bit OnlyBuiltinPrefixedAliasIsConstexpr = 0;
}
class TargetLibBuiltin<string header, string languages> : TargetBuiltin {
  string Header = header;
  string Languages = languages;
}
class LangBuiltin<string languages> : Builtin {
  string Languages = languages;
}
class Template<list<string> types, list<string> affixes, bit as_prefix = 0> {
  list<string> Substitutions = types;
  list<string> Affixes = affixes;
  bit AsPrefix = as_prefix;
}
