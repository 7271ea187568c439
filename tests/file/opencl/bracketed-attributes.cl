// Attributes in double brackets, anywhere that __attribute__ may be.
// RUN: wavec %s --cl-std=CL3.0 -O1 -S -o - 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARN < %t.err
// WARN: warning: unknown attribute 'nonsense' ignored
// WARN: warning: unknown attribute 'vendor' ignored
// WARN-NOT: warning:

[[clang::noinline]] int f(int x) { return x * x; }
[[nodiscard, gnu::always_inline]] static int g([[maybe_unused]] int x, int y) { return y; }
struct [[gnu::packed]] S { char a; [[deprecated("b")]] int b; };

// CHECK-LABEL: everything:
// CHECK: s_swappc_b64
// CHECK: s_endpgm
[[clang::reqd_work_group_size(64, 1, 1)]] kernel void everything(global int *p) {
  [[maybe_unused]] int unused;
  int a[2] [[gnu::aligned(16)]] = {1, 2};
  if (p[0]) [[likely]] p[1] = f(p[2]);
  [[clang::opencl_unroll_hint(2)]] for (int i = 0; i < p[3]; i++) p[i] = a[a[0]];
  switch (p[4]) {
  case 1:
    p[5] = g(1, 2);
    [[fallthrough]];
  default:
    p[6] = sizeof(struct S);
  }
  [[nonsense(1, (2))]] [[vendor::thing]];
}
