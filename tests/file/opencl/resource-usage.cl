// What kernels need of the machine.
// RUN: wavec %s --resource-usage -o %t.co 2>&1 | FileCheck %s
// RUN: wavec %s --resource-usage=json -S -o %t.s 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: wavec objdump --resource-usage %t.co | FileCheck %s
// RUN: wavec %s -mcpu=gfx1100 --resource-usage -o %t.co 2>&1 | FileCheck %s --check-prefix=RDNA
// RUN: not wavec %s --resource-usage=xml -o %t.co 2>&1 | FileCheck %s --check-prefix=FORM

// CHECK: small:
// CHECK-NEXT: scalar registers: {{[0-9]+}}{{$}}
// CHECK-NEXT: vector registers: {{[0-9]+}}{{$}}
// CHECK-NEXT: scratch memory:   0 bytes per work-item{{$}}
// CHECK-NEXT: LDS:              0 bytes per work-group of at most 256 work-items
// CHECK-NEXT: waves per SIMD:   8, the most that it holds
// RDNA: small:
// RDNA: waves per SIMD:   16, the most that it holds
// JSON: "kernel": "small"
// JSON-DAG: "waves_per_simd": 8
// JSON-DAG: "wave_size": 64
// FORM: --resource-usage: 'xml' is neither text nor json
kernel void small(global int *p) { p[get_global_id(0)] = 1; }

// Two groups of four waves on four SIMDs; in the work-group processors of RDNA, four groups of eight waves.
// CHECK: shared:
// CHECK: LDS:              32768 bytes per work-group of at most 256 work-items
// CHECK-NEXT: waves per SIMD:   2, limited by LDS
// RDNA: shared:
// RDNA: waves per SIMD:   8, limited by LDS
kernel void shared(global int *p) {
  local int words[8192];
  words[get_local_id(0)] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = words[255 - get_local_id(0)];
}

// A table that is indexed by a value stays in memory.
// CHECK: indexed:
// CHECK: scratch memory:   {{[1-9][0-9]*}} bytes per work-item
kernel void indexed(global int *p) {
  int table[64];
  for (int i = 0; i < 64; i++)
    table[p[i] & 63] = i;
  p[get_global_id(0)] = table[p[64] & 63];
}

// Ten rows of sixteen floats, all of which live across the barrier.
// CHECK: large:
// CHECK: waves per SIMD:   {{[1-4]}}, limited by vector registers
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void large(global float16 *p) {
  float16 rows[10];
  for (int i = 0; i < 10; i++)
    rows[i] = p[i * 64 + get_local_id(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int i = 0; i < 10; i++)
    p[i * 64 + get_local_id(0)] = rows[9 - i] * rows[i];
}
