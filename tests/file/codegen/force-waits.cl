// Waits that are forced stay so in machine IR: after every access, not only where a result is used.
// RUN: wavec %s --force-waits --stop-after=frame -o %t.mir
// RUN: wavec %t.mir -S -o - | FileCheck %s
// RUN: wavec %s --stop-after=frame -o %t.mir
// RUN: wavec %t.mir --force-waits -S -o - | FileCheck %s
// RUN: wavec %s --stop-after=frame -o %t.mir
// RUN: wavec %t.mir -S -o - | FileCheck %s --check-prefix=FEW
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  a[i] = a[i + 64] + b[i];
}
// CHECK: global_load_dword
// CHECK-NEXT: s_waitcnt vmcnt(0)
// CHECK: global_load_dword
// CHECK-NEXT: s_waitcnt vmcnt(0)
// FEW: global_load_dword
// FEW-NEXT: global_load_dword
// FEW-NEXT: s_waitcnt
