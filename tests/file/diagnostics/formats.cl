// RUN: not wavec %s -o %t.co 2>&1 | FileCheck %s --check-prefix=TEXT --match-full-lines
// RUN: not wavec %s -fdiagnostics-format=json -o %t.co 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: not wavec %s -fdiagnostics-format=sarif -o %t.co 2>&1 | FileCheck %s --check-prefix=SARIF
// RUN: not wavec %s -ferror-limit=1 -o %t.co 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not wavec %s -fcolor-diagnostics -o %t.co 2>&1 | FileCheck %s --check-prefix=COLOUR
// RUN: wavec %S/../../../examples/saxpy.cl -fdiagnostics-format=json -o %t.co 2>&1 | FileCheck %s --check-prefix=NOTHING

int one(int n);
kernel void k(global int *p)
{
#warning early
    p[0] = one(1, 2);
    p[1] = missing;
}

// TEXT: {{.*}}formats.cl:11:2: warning: early [-W#warnings]
// TEXT: {{.*}}formats.cl:12:19: error: too many arguments to function call, expected 1, have 2
// TEXT: {{.*}}formats.cl:8:5: note: 'one' declared here
// TEXT: {{.*}}formats.cl:13:12: error: use of undeclared identifier 'missing'
// TEXT: 1 warning and 2 errors generated.

// JSON: {{^}}[
// JSON: "column": 2,
// JSON-NEXT: "end_column": 9,
// JSON-NEXT: "end_line": 11,
// JSON-NEXT: "file": "{{.*}}formats.cl",
// JSON-NEXT: "line": 11,
// JSON-NEXT: "message": "early",
// JSON: "option": "-W#warnings",
// JSON-NEXT: "severity": "warning"
// JSON: "message": "too many arguments to function call, expected 1, have 2",
// JSON-NEXT: "notes": [
// JSON: "message": "'one' declared here",

// SARIF: "results": [
// SARIF: "startColumn": 2,
// SARIF-NEXT: "startLine": 11
// SARIF: "ruleId": "-W#warnings"
// SARIF: "relatedLocations": [
// SARIF: "name": "wavec",
// SARIF: "version": "2.1.0"

// LIMIT: have 2
// LIMIT-NOT: missing
// LIMIT: wavec: note: 1 more errors not shown [-ferror-limit=]

// COLOUR: {{\x1b}}[0;1;31merror: 

// NOTHING: {{^}}[]
