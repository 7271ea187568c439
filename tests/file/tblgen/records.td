// RUN: wavec tblgen %s --print-records | FileCheck %s

class Register<string n, int e> {
  string Name = n;
  int Encoding = e;
}

foreach i = 0...1 in
  def R#i : Register<"r"#i, !add(i, 8)>;

// CHECK-LABEL: def R0 {
// CHECK-NEXT: string Name = "r0";
// CHECK-NEXT: int Encoding = 8;
// CHECK-LABEL: def R1 {
// CHECK: int Encoding = 9;
