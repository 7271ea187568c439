// What passes tell of accesses that become one, of those that do not, and of values that are spilled.
// RUN: wavec %s -Rpass=load-store -Rpass-missed=load-store -o %t.co 2>&1 | FileCheck %s
// RUN: wavec %s -max-vgprs=8 -Rpass-missed=regalloc -o %t.co 2>&1 | FileCheck %s --check-prefix=SPILLS
// RUN: wavec %s -o %t.co 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// QUIET-NOT: {{.}}

// CHECK-DAG: memory-remarks.cl:[[@LINE+6]]:3: remark: merged 2 stores to local memory into one of 8 bytes [-Rpass=si-load-store-opt]
// CHECK-DAG: memory-remarks.cl:[[@LINE+8]]:12: remark: merged 2 loads of local memory into one of 8 bytes [-Rpass=si-load-store-opt]
// CHECK-DAG: memory-remarks.cl:[[@LINE+3]]:{{[0-9]+}}: remark: merged {{[0-9]}} scalar loads into one of {{[0-9]+}} bytes [-Rpass=si-load-store-opt]
// CHECK-DAG: memory-remarks.cl:[[@LINE+4]]:3: remark: store not merged with the store of the bytes before: 8 bytes at once need an address that is known to be aligned to more than 4 [-Rpass-missed=load-store-vectorizer]
kernel void pairs(global int *out, local int *a, int n, int m) {
  int i = get_local_id(0);
  a[i] = n;
  a[i + 1] = m;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = a[i] + a[i + 2];
}

// CHECK-DAG: memory-remarks.cl:[[@LINE+3]]:23: remark: ds_read_b32 not merged with the ds_read_b32 before it: no instruction has the offsets 4 and 4000 [-Rpass-missed=si-load-store-opt]
kernel void apart(global int *out, local int *a) {
  int i = get_local_id(0);
  out[i] = a[i + 1] + a[i + 1000];
}

// CHECK-DAG: memory-remarks.cl:[[@LINE+5]]:16: remark: ds_read_b32 not merged with the ds_read_b32 before it: the ds_write_b32 between them may access the same bytes [-Rpass-missed=si-load-store-opt]
kernel void blocked(global int *out, local int *a, local int *b) {
  int i = get_local_id(0);
  int x = a[i];
  b[i] = 3;
  out[i] = x + a[i + 1];
}

// CHECK-DAG: memory-remarks.cl:[[@LINE+5]]:13: remark: load not merged with the load of the bytes before: what is between them may access the same memory: store [-Rpass-missed=load-store-vectorizer]
kernel void between(global const float *a, global float *b) {
  int i = 3 * get_global_id(0);
  float x = a[i];
  b[i] = x;
  float y = a[i + 1];
  b[i + 1] = y;
}

// SPILLS: memory-remarks.cl:[[@LINE+4]]:{{[0-9]+}}: remark: value in 1 vector register spilled to memory: {{[0-9]+}} stores, {{[0-9]+}} reloads, of them {{[1-9]}} in loops [-Rpass-missed=regalloc]
// SPILLS: remark: {{[0-9]+}} vector and 0 scalar registers spilled in function [-Rpass-missed=regalloc]
kernel void many(global const float *a, global float *b, int n) {
  int i = get_global_id(0);
  float v0 = a[i], v1 = a[i + n];
  float v2 = a[i + 2 * n], v3 = a[i + 3 * n], v4 = a[i + 4 * n], v5 = a[i + 5 * n], v6 = a[i + 6 * n];
  float t = v0;
  for (int j = 0; j < n; j++) {
    t = t * v1 + v2;
    t = t * v3 + v4;
    b[j] = t;
    t = t * v5 + v6;
  }
  b[i] = v0 + v1 + v2 + v3 + v4 + v5 + v6 + t;
}
