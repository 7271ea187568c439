// Variables of the program and of work-groups: types and places. Those that nothing uses have none.
// RUN: wavec %s -g -c -o %t.o
// RUN: wavec %s -g -S -o %t.s
// RUN: wavec %t.s -c -o %t2.o
// RUN: wavec %s -emit-ll -g -O0 -o - | FileCheck %s
// CHECK-DAG: @table = {{.*}}, !dbg !
// CHECK-DAG: @k.shared = {{.*}}, !dbg !
// CHECK-DAG: !DIGlobalVariable(name: "table", scope: !{{[0-9]+}}, file: !{{[0-9]+}}, line: 11,
// CHECK-DAG: !DIGlobalVariable(name: "shared", scope: !{{[0-9]+}}, file: !{{[0-9]+}}, line: 16,

constant int table[4] = {1, 2, 3, 5};
constant int unused = 3;

kernel void k(global int *x)
{
    local int before[32], shared[64];
    int i = get_local_id(0);
    before[i / 2] = x[i];
    shared[i] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[i] = shared[63 - i] + table[i % 4] + before[i / 3];
}
