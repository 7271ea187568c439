// Barriers that not all work-items reach, with the condition and the variable that differ.
// RUN: wavec %s -o %t.co 2>&1 | FileCheck %s --check-prefix=TEXT --match-full-lines
// RUN: wavec %s -fdiagnostics-format=json -o %t.co 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: wavec %s -fdiagnostics-format=sarif -o %t.co 2>&1 | FileCheck %s --check-prefix=SARIF
// RUN: wavec %s -Wno-divergent-barrier -o %t.co 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: not wavec %s -Werror=divergent-barrier -o %t.co 2>&1 | FileCheck %s --check-prefix=ERROR

static void wait(void) { barrier(CLK_LOCAL_MEM_FENCE); }

kernel void k(global int *p, int n) {
  int item = (int)get_local_id(0);
  if (n > 2)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (item < n) {
    p[0] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (get_global_id(0) < n)
    wait();
}

// TEXT: {{.*}}divergent-barriers.cl:16:5: warning: not all work-items of the work-group may reach 'barrier' [-Wdivergent-barrier]
// TEXT-NEXT:     barrier(CLK_LOCAL_MEM_FENCE);
// TEXT-NEXT:     ^
// TEXT-NEXT: {{.*}}divergent-barriers.cl:14:7: note: this condition depends on the work-item
// TEXT-NEXT:   if (item < n) {
// TEXT-NEXT:       ^~~~~~~~
// TEXT-NEXT: {{.*}}divergent-barriers.cl:11:7: note: 'item' gets a value that depends on the work-item here
// TEXT-NEXT:   int item = (int)get_local_id(0);
// TEXT-NEXT:       ^
// TEXT-NEXT: {{.*}}divergent-barriers.cl:19:5: warning: not all work-items of the work-group may reach 'barrier', which 'wait' calls [-Wdivergent-barrier]
// TEXT-NEXT:     wait();
// TEXT-NEXT:     ^
// TEXT-NEXT: {{.*}}divergent-barriers.cl:18:7: note: this condition depends on the work-item
// TEXT-NEXT:   if (get_global_id(0) < n)
// TEXT-NEXT:       ^~~~~~~~~~~~~~~~~~~~
// TEXT-NEXT: 2 warnings generated.

// JSON: "line": 16,
// JSON-NEXT: "message": "not all work-items of the work-group may reach 'barrier'",
// JSON-NEXT: "notes": [
// JSON: "line": 14,
// JSON-NEXT: "message": "this condition depends on the work-item",
// JSON: "option": "-Wdivergent-barrier",

// SARIF: "relatedLocations": [
// SARIF: "text": "this condition depends on the work-item"
// SARIF: "ruleId": "-Wdivergent-barrier"

// NONE-NOT: {{.}}
// ERROR: error: not all work-items of the work-group may reach 'barrier' [-Werror,-Wdivergent-barrier]
