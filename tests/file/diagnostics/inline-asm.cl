// Invalid assembly statements, each reported at its location.
// RUN: not wavec %s -o /dev/null 2>&1 | FileCheck %s
// RUN: not wavec %s -DTEMPLATE -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEMPLATE

kernel void k(global int *out, int n)
{
    int a;
#ifdef TEMPLATE
    // TEMPLATE: inline-asm.cl:[[@LINE+2]]:5: error: invalid instruction
    // TEMPLATE: note: expanded: v_frobnicate v
    __asm__("v_frobnicate %0, %1" : "=v"(a) : "v"(n));
#else
    struct { int x; } s;
    // CHECK: [[@LINE+1]]:22: error: invalid output constraint 'v' in asm
    __asm__("; %0" : "v"(a));
    // CHECK: [[@LINE+1]]:27: error: expression is not assignable
    __asm__("; %0" : "=v"(a + 1));
    // CHECK: [[@LINE+1]]:13: error: invalid operand number in inline asm string
    __asm__("; %1" : "=v"(a));
    // CHECK: [[@LINE+1]]:13: error: unknown symbolic operand name 'x' in inline assembly string
    __asm__("; %[x]" : [y] "=v"(a));
    // CHECK: [[@LINE+1]]:13: error: invalid % escape in inline assembly string
    __asm__("; %-" : "=v"(a));
    // CHECK: [[@LINE+1]]:27: error: a value of type
    __asm__("; %0" :: "v"(s));
    // CHECK: [[@LINE+1]]:22: error: operands in memory are not supported in inline assembly
    __asm__("; %0" : "=m"(a));
    // CHECK: [[@LINE+1]]:23: error: invalid constraint '[' in asm
    __asm__("; %0" :: "["(a));
    // CHECK: [[@LINE+1]]:13: error: expected string literal in 'asm'
    __asm__(a);
    // CHECK: [[@LINE+1]]:13: error: 'asm goto' is not supported
    __asm__ goto("" :::: l);
    // CHECK: [[@LINE+1]]:23: error: expected ';' after asm statement
    __asm__("s_nop 0")
#endif
    out[0] = a;
}
