// Faults name the line, and the calls that were inlined there.
// RUN: not wavec run -g %s --kernel k --global 64 --local 64 --arg buf:i32[64]:iota --arg i32:1000000 2>&1 | FileCheck %s
static int element(__global int *p, int i) {
    return p[i];
}
__kernel void k(__global int *p, int far) {
    p[get_global_id(0)] =
        element(p, far);
}
// CHECK: error: kernel 'k': global read of 4 bytes
// CHECK: in element at {{.*}}faults.cl:4:12
// CHECK-NEXT: inlined into k at {{.*}}faults.cl:8:9
