// The forms of a report, what it says of calls, the command line.
// RUN: not wavec check %s --kernel k --global 2 --local 2 --arg 'buf:u32[1]' --format=json | FileCheck %s --check-prefix=JSON
// RUN: not wavec check %s --kernel k --global 2 --local 2 --arg 'buf:u32[1]' --format=sarif | FileCheck %s --check-prefix=SARIF
// RUN: not wavec run %s --check --kernel k --global 2 --local 2 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=WITHIN
// RUN: not wavec check %s -O2 --kernel k --global 2 --local 2 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=OPTIMIZED
// RUN: wavec check %s --kernel k --global 1 --local 1 --arg 'buf:u32[1]' --dump 0 --format=json | FileCheck %s --check-prefix=NONE
// RUN: not wavec check %s --kernel k --global 3 --local 2 --arg 'buf:u32[3]' 2>&1 | FileCheck %s --check-prefix=GROUPS
// RUN: wavec check %s --kernel k --global 3 --local 2 --partial-groups --arg 'buf:u32[3]' --dump 0 | FileCheck %s --check-prefix=PARTIAL
// RUN: not wavec check %s --kernel k --global 1 --local 1 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not wavec check %s --kernel k --global 1 --local 1 --arg i64:1 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not wavec check %s --kernel typed --global 1 --local 1 --arg f32:1 --arg local:4 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not wavec check %s --kernel typed --global 1 --local 1 --arg i32:1 --arg 'buf:u32[1]' 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: not wavec check %s --kernel k --global 1 --local 1 --arg 'buf:u32[1]' --format=xml 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not wavec run %s --kernel k --global 1 --local 1 --arg 'buf:u32[1]' --max-errors=3 2>&1 | FileCheck %s --check-prefix=ONLY

void set(global uint *p, uint i) { p[i] = i; }
kernel void k(global uint *x) {
  set(x, get_global_id(0));
}
// JSON: "findings": [
// JSON: "calls": [
// JSON: "column": 3,
// JSON: "file": "{{.*}}formats.cl",
// JSON: "function": "k",
// JSON: "line": [[@LINE-7]]
// JSON: "count": 1,
// JSON: "kind": "out-of-bounds",
// JSON: "message": "write of 4 bytes at offset 4 of argument 'x', which has 4 bytes",
// JSON: "place": {
// JSON: "function": "set",
// JSON: "line": [[@LINE-15]]
// JSON: "work_group": [
// JSON: "work_item": [
// JSON-NEXT: 1,
// NONE: 0
// NONE: "findings": []

// SARIF: "locations": [
// SARIF: "uri": "{{.*}}formats.cl"
// SARIF: "startColumn": 36,
// SARIF: "startLine": [[@LINE-25]]
// SARIF: "ruleId": "out-of-bounds",
// SARIF: "stacks": [
// SARIF: "name": "wavec check",
// SARIF: "version": "2.1.0"

// WITHIN: formats.cl:[[@LINE-31]]:36: error: write of 4 bytes at offset 4 of argument 'x', which has 4 bytes [out-of-bounds]
// WITHIN: note: in 'set', called here
// OPTIMIZED: formats.cl:[[@LINE-33]]:36: error: write of 4 bytes at offset 4 of argument 'x', which has 4 bytes [out-of-bounds]
// OPTIMIZED: formats.cl:[[@LINE-32]]:3: note: in 'set', called here
// GROUPS: error: the work-group size 2 does not divide the grid size 3 in X; see --partial-groups
// PARTIAL: 0 1 2
// FEW: error: kernel 'k' has 1 arguments, 0 are given
// VALUE: error: argument 0 of kernel 'k' is a buffer: buf:TYPE[COUNT]
// FORM: error: --format: 'xml' is not text, json or sarif
// ONLY: error: --max-errors is for --check

kernel void typed(int n, local int *x) { x[0] = n; }
// TYPE: error: argument 0 ('n') is of type 'int': expected i32:VALUE, found f32:VALUE
// LOCAL: error: argument 1 of kernel 'typed' is local memory: local:BYTES
