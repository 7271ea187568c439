// Assembly outside of functions is kept in order, a line of IR for each of its lines.
// RUN: wavec %s -emit-ll -O0 -o - | FileCheck %s
// RUN: wavec %s -S -o - | FileCheck %s --check-prefix=ASM

__asm__(".set one, 1\n"
        "; %1");
asm(".globl one\n");

// CHECK: module asm ".set one, 1"
// CHECK-NEXT: module asm "; %1"
// CHECK-NEXT: module asm ".globl one"

kernel void k(global int *out) { *out = 1; }

// ASM: .set one, 1
// ASM: .globl one
// ASM: k:
