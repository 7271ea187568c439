// RUN: wavec tblgen < %s | FileCheck %s
// RUN: cat %s | wavec tblgen - -dump-json | FileCheck %s --check-prefix=JSON

// Without a name of a file, or with "-" for it, standard input is read.
class Named<string name> {
  string Name = name;
}
// CHECK: def first { // Named
// CHECK-NEXT: string Name = "one";
// JSON: "!locs":["<stdin>:{{[0-9]+}}"],"!name":"first"
def first : Named<"one">;
