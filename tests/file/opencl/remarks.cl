// What passes tell of what they did, with and without line information in the code object.
// RUN: wavec %s -Rpass=inline -Rpass-missed=inline -o %t.co 2>&1 | FileCheck %s --check-prefix=INLINE --implicit-check-not=remark: --match-full-lines
// RUN: wavec %s -Rpass=loop-unroll -Rpass-missed=loop-unroll -o %t.co 2>&1 | FileCheck %s --check-prefix=UNROLL
// RUN: wavec %s -g -Rpass=vectorizer -o %t.co 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: wavec %s -Rpass-analysis=structurizecfg -o %t.co 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: wavec %s -max-vgprs=24 -Rpass-missed=regalloc -o %t.co 2>&1 | FileCheck %s --check-prefix=SPILLS
// RUN: wavec %s -Rpass-analysis='si-insert-waitcnts|prologepilog|asm-printer' -o %t.co 2>&1 | FileCheck %s --check-prefix=CODE
// RUN: wavec %s -Rpass-analysis=kernel-resource-usage -o %t.co 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: wavec %s -Rpass=inline -fdiagnostics-format=json -o %t.co 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: wavec %s -Rpass=inline -fdiagnostics-format=sarif -o %t.co 2>&1 | FileCheck %s --check-prefix=SARIF
// RUN: wavec %s -fsave-optimization-record -o %t.co 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: FileCheck %s --check-prefix=YAML --input-file=%t.opt.yaml
// RUN: wavec %s -foptimization-record-passes=unroll -foptimization-record-file=%t.yaml -o %t.co
// RUN: FileCheck %s --check-prefix=PART --input-file=%t.yaml
// RUN: not wavec %s -Rpass='(' -o %t.co 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not wavec %s -fsave-optimization-record=bitstream -o %t.co 2>&1 | FileCheck %s --check-prefix=FORM
// QUIET-NOT: {{.}}
// PART-NOT: Pass: {{.*}}inline
// PART: Pass: {{.*}}loop-unroll
// PART-NOT: Pass: {{.*}}inline
// WRONG: -Rpass: '(' is no regular expression
// FORM: -fsave-optimization-record: 'bitstream' is not yaml

int twice(int v) { return 2 * v; }
__attribute__((noinline)) int apart(int v) { return v * v + 3; }

// INLINE: {{.*}}remarks.cl:[[@LINE+7]]:10: remark: 'twice' inlined into 'calls' because it is {{called once|small}} [-Rpass=inline]
// INLINE-NEXT: {{.*}}p[0] = twice(p[0]);
// INLINE-NEXT: {{ *}}^
// INLINE: {{.*}}remarks.cl:[[@LINE+5]]:10: remark: 'apart' not inlined into 'calls' because it is never inlined [-Rpass-missed=inline]
// INLINE-NEXT: {{.*}}p[1] = apart(p[1]);
// INLINE-NEXT: {{ *}}^
kernel void calls(global int *p) {
  p[0] = twice(p[0]);
  p[1] = apart(p[1]);
}

// UNROLL-DAG: remarks.cl:[[@LINE+4]]:{{[0-9]+}}: remark: completely unrolled loop with 4 iterations [-Rpass=loop-unroll]
// UNROLL-DAG: remarks.cl:[[@LINE+6]]:{{[0-9]+}}: remark: loop not unrolled: its trip count is not known, or the result would be too large [-Rpass-missed=loop-unroll]
// UNROLL-DAG: remarks.cl:[[@LINE+8]]:{{[0-9]+}}: remark: unrolled loop by a factor of {{[0-9]+}} with run-time trip count [-Rpass=loop-unroll]
kernel void loops(global int *p, int n) {
  for (int i = 0; i < 4; i++)
    p[i] += n;
#pragma unroll
  for (int i = p[9]; i > n; i /= 3)
    p[i] += i;
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += p[i];
  p[8] = sum;
}

// CODE: remarks.cl:{{[0-9]+}}:{{[0-9]+}}: remark: vmcnt <= {{[0-9]+}}: {{[a-z0-9_]+}} reads v{{.*}}, the result of global_load_dword{{[a-z0-9_]*}} [-Rpass-analysis=si-insert-waitcnts]
// CODE: remarks.cl:[[@LINE+14]]:1: remark: 0 stack bytes in function 'wide' [-Rpass-analysis=prologepilog]
// CODE: remarks.cl:[[@LINE+13]]:1: remark: {{[0-9]+}} instructions in function [-Rpass-analysis=asm-printer]
// USAGE: remarks.cl:[[@LINE+12]]:1: remark: Function Name: wide [-Rpass-analysis=kernel-resource-usage]
// USAGE: remarks.cl:[[@LINE+11]]:1: remark:     TotalSGPRs: {{[0-9]+}} [-Rpass-analysis=kernel-resource-usage]
// USAGE: remark:     VGPRs: {{[0-9]+}}
// USAGE: remark:     AGPRs: 0
// USAGE: remark:     ScratchSize [bytes/lane]: 0
// USAGE: remark:     Dynamic Stack: False
// USAGE: remark:     Occupancy [waves/SIMD]: 8
// USAGE: remark:     SGPRs Spill: 0
// USAGE: remark:     VGPRs Spill: 0
// USAGE: remark:     LDS Size [bytes/block]: 0
// WIDE: remarks.cl:[[@LINE+5]]:{{[0-9]+}}: remark: merged 4 loads into one of 16 bytes [-Rpass=load-store-vectorizer]
// WIDE: remarks.cl:[[@LINE+5]]:{{[0-9]+}}: remark: merged 2 stores into one of 8 bytes [-Rpass=load-store-vectorizer]
kernel void wide(global int *p, global const int *q) {
  size_t i = get_global_id(0);
  q += 4 * i;
  int a = q[0] + q[1], b = q[2] * q[3];
  p[2 * i] = a;
  p[2 * i + 1] = b;
}

// LANES: remarks.cl:[[@LINE+2]]:{{[0-9]+}}: remark: lanes of a wave may differ in this condition: both sides are executed, under masks [-Rpass-analysis=structurizecfg]
kernel void lanes(global int *p, int n) {
  if (p[get_local_id(0)] > 3)
    p[get_local_id(0) + n] = n;
}

// SPILLS: remarks.cl:[[@LINE+1]]:1: remark: {{[1-9][0-9]*}} vector and {{[0-9]+}} scalar registers spilled in function [-Rpass-missed=regalloc]
kernel void spills(global float16 *p) {
  float16 rows[4];
  for (int i = 0; i < 4; i++)
    rows[i] = p[i * 64 + get_local_id(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int i = 0; i < 4; i++)
    p[i * 64 + get_local_id(0)] = rows[3 - i] * rows[i];
}

// JSON: "message": "'twice' inlined into 'calls' because
// JSON: "option": "-Rpass=inline",
// JSON-NEXT: "severity": "remark"

// SARIF: "level": "note",
// SARIF: "ruleId": "-Rpass=inline"

// YAML: --- !Passed
// YAML-NEXT: Pass:            inline
// YAML-NEXT: Name:            Inlined
// YAML-NEXT: DebugLoc:        { File: '{{.*}}remarks.cl', Line: 34, Column: 10 }
// YAML-NEXT: Function:        calls
// YAML-NEXT: Args:
// YAML-NEXT:   - String:          ''''
// YAML-NEXT:   - Callee:          twice
// YAML-NEXT:     DebugLoc:        { File: '{{.*}}remarks.cl', Line: 24, Column: 0 }
// YAML-NEXT:   - String:          ''' inlined into '''
// YAML-NEXT:   - Caller:          calls
// YAML: --- !Missed
// YAML: --- !Analysis
