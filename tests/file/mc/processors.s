// Processors and what features each has.
// RUN: wavec -mcpu=help | FileCheck %s
// RUN: wavec mc --mcpu=help | FileCheck %s
// CHECK:      Processors and their features:
// CHECK-NEXT: gfx1030 {{.*}} gfx10
// CHECK-NEXT: gfx900 xnack
// CHECK-NEXT: gfx906 xnack sramecc dl-insts
// CHECK-NEXT: gfx908 xnack sramecc mai-insts
// CHECK-NEXT: gfx90a {{.*}} unified-vgprs
// CHECK-NEXT: gfx942 {{.*}} xf32-insts
// CHECK-NEXT: gfx950 {{.*}} gfx950-insts
