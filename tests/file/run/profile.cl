// Counts, lanes, cycles and stalls beside lines and instructions.
// RUN: wavec run %s --global 128 --local 64 --arg 'buf:i32[128]:iota' --profile --profile-out %t.json --dump 0:4 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: wavec run %s --global 128 --local 64 --arg 'buf:i32[128]:iota' --profile > %t.first
// RUN: wavec run %s --global 128 --local 64 --arg 'buf:i32[128]:iota' --profile > %t.second
// RUN: cmp %t.first %t.second

kernel void k(global int *x) {
  int i = get_global_id(0);
  if ((i & 15) == 0)
    x[i] = x[i] * 3;
}

// CHECK: profile of kernel 'k': 2 waves, {{[0-9]+}} instructions by {{[0-9.]+}} lanes in the mean, {{[0-9]+}} cycles
// CHECK: executed  lanes      cycles     stalled  line
// CHECK: {{[0-9]+}}   64.0 {{ +[0-9]+ +[0-9]+}}  profile.cl:9: int i = get_global_id(0);
// CHECK: {{[0-9]+}}    4.0 {{ +[0-9]+ +[0-9]+}}  profile.cl:11: x[i] = x[i] * 3;
// CHECK: executed  lanes      cycles     stalled  instruction
// CHECK: <k>:
// CHECK: ;   if ((i & 15) == 0)
// CHECK: {{^}}         2   64.0 {{ +[0-9]+ +[0-9]+}}  0x{{[0-9a-f]+}}: s_and_saveexec_b64
// CHECK: {{^}}         2    4.0 {{ +[0-9]+ +[0-9]+}}  0x{{[0-9a-f]+}}: s_cbranch_execz
// CHECK: {{^}}         2    4.0 {{ +[0-9]+ +[0-9]+}}  0x{{[0-9a-f]+}}: global_load_dword
// A wait takes longer than it takes to issue it.
// CHECK: {{^}}         2    4.0 {{ +[0-9]{3,} +[0-9]{3,}}}  0x{{[0-9a-f]+}}: s_waitcnt vmcnt(0)
// CHECK: {{^}}         2    4.0 {{ +[0-9]+ +[0-9]+}}  0x{{[0-9a-f]+}}: global_store_dword
// CHECK: {{^}}         2 {{.*}}: s_endpgm
// CHECK: 0 1 2 3
// JSON: "$schema":"https://www.speedscope.app/file-format-schema.json"
// JSON-SAME: "type":"sampled"
// JSON-SAME: "line":11
