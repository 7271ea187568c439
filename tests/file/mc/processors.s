// Processors and what features each has.
// RUN: wavec -mcpu=help | FileCheck %s
// RUN: wavec mc --mcpu=help | FileCheck %s
// CHECK:      Processors and their features:
// CHECK-NEXT: gfx10-3-generic {{.*}} generic gfx10
// CHECK-NEXT: gfx1030 {{.*}} gfx10
// CHECK:      gfx11-generic {{.*}} generic user-sgpr-init16-bug gfx11
// CHECK-NEXT: gfx1100 {{.*}} 1_5xvgprs user-sgpr-init16-bug gfx11
// CHECK:      gfx1150 {{.*}} salu-float dpp-src1-sgpr gfx11
// CHECK:      gfx12-generic {{.*}} generic {{.*}} gfx12
// CHECK-NEXT: gfx1200 {{.*}} gfx12
// CHECK-NEXT: gfx1201 {{.*}} gfx12
// CHECK:      gfx9-4-generic {{.*}} unified-vgprs
// CHECK-NEXT: gfx9-generic xnack generic
// CHECK-NEXT: gfx900 xnack mad-mix-insts
// CHECK-NEXT: gfx902
// CHECK-NEXT: gfx904 xnack fma-mix-insts
// CHECK-NEXT: gfx906 xnack sramecc dl-insts
// CHECK-NEXT: gfx908 xnack sramecc mai-insts
// CHECK-NEXT: gfx909
// CHECK-NEXT: gfx90a {{.*}} unified-vgprs
// CHECK-NEXT: gfx90c
// CHECK-NEXT: gfx942 {{.*}} xf32-insts
// CHECK-NEXT: gfx950 {{.*}} gfx950-insts
