// RUN: not wavec tblgen %s 2>&1 | FileCheck %s

class C<int x> {
  int y = undefined;
}

// CHECK: error.td:4:11: error:
