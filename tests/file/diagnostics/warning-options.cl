// Options that turn warnings on and off, and into errors.
// RUN: wavec %s -o %t.co 2>&1 | FileCheck %s --check-prefixes=DEFAULT --implicit-check-not=warning:
// RUN: wavec %s -Wall -o %t.co 2>&1 | FileCheck %s --check-prefixes=DEFAULT,ALL --implicit-check-not=warning:
// RUN: wavec %s -Wall -Wno-unused -Wno-parentheses -o %t.co 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: wavec %s -Wall -w -o %t.co 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: not wavec %s -Werror -o %t.co 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not wavec %s -Werror=unused-variable -o %t.co 2>&1 | FileCheck %s --check-prefixes=DEFAULT,ONE
// RUN: wavec %s -Wall -Werror -Wno-error=parentheses -Wno-error=unused -o %t.co 2>&1 | FileCheck %s --check-prefixes=DEFAULT,ALL
// RUN: wavec %s -Wno-parentheses -Wno-unused-varable -Wimplicit-fallthrough -o %t.co 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=warning:

// UNKNOWN: warning: unknown warning option '-Wno-unused-varable'; did you mean '-Wno-unused-variable'? [-Wunknown-warning-option]
// NONE-NOT: {{.}}
kernel void assigns(global int *out, int n) {
  // DEFAULT: warning-options.cl:[[@LINE+4]]:9: warning: using the result of an assignment as a condition without parentheses [-Wparentheses]
  // DEFAULT-NEXT: if (n = 3)
  // DEFAULT-NEXT: ^
  // ERROR: warning-options.cl:[[@LINE+1]]:9: error: using the result of an assignment as a condition without parentheses [-Werror,-Wparentheses]
  if (n = 3)
    out[0] = n;
  // ALL: warning-options.cl:[[@LINE+2]]:7: warning: unused variable 'unused' [-Wunused-variable]
  // ONE: warning-options.cl:[[@LINE+1]]:7: error: unused variable 'unused' [-Werror,-Wunused-variable]
  int unused;
}
