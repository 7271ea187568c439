// At -O0 library functions are called and have no lines: `next` passes them, and a line that calls one stops a wave once.
// RUN: printf 'next\nnext\nprint f\nprint g\nnext\nquit\n' | wavec run %s -O0 --global 64 --local 64 --arg 'buf:f32[64]:const=1' --break 18 2>&1 | FileCheck %s
// RUN: printf 'continue\n' | wavec run %s -O0 --global 64 --local 64 --arg 'buf:f32[64]:const=1' --break 18 2>&1 | FileCheck %s --check-prefix=ONCE
// CHECK: step-over-library.cl:18:
// CHECK: (wavec) {{.*}}step-over-library.cl:19:
// CHECK: (wavec) {{.*}}step-over-library.cl:20:
// CHECK: (wavec) f in lane 0 = 0.84147
// CHECK: (wavec) g in lane 0 = 0.649
// CHECK: (wavec) {{.*}}step-over-library.cl:21:
// CHECK: (wavec)
// ONCE: step-over-library.cl:18:
// ONCE: (wavec)
// ONCE-NOT: step-over-library.cl:18

kernel void k(global float *p) {
  int i = get_global_id(0);
  float v = p[i];
  float f = sin(v);
  float g = pow(f, 2.5f);
  p[i] = f + g;
}
