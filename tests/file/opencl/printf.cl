// The formats of printf are in the metadata, numbered; operands are written word by word after the number.
// RUN: wavec %s -w -S -o - | FileCheck %s
// RUN: not wavec %s -w -DBAD -S -o - 2>&1 | FileCheck %s --check-prefix=BAD

kernel void report(global int *o, global float4 *f)
{
    int i = get_global_id(0);
    // CHECK-LABEL: report:
    // CHECK: global_atomic_cmpswap
    o[i] = printf("i=%d f=%5.2f\tv=%v4hlf s=%s c=%c%%\n", i, 1.5f * i, f[0], "abc:d", 'x');
    printf("%lu: %p %v3d %v2hhu %v16lf", (ulong)i << 40, o, (int3)(1, 2, 3), (uchar2)(7, 8), (double16)(i));
#ifdef BAD
    char text[4] = {0};
    // BAD: printf.cl:15:12: error: format string of 'printf' is not a string literal
    printf(text);
    // BAD: printf.cl:17:12: error: invalid conversion '%q'
    printf("%q", 1);
    // BAD: printf.cl:19:18: error: argument of conversion '%s' is not a string literal
    printf("%s", text);
#endif
}

// CHECK: .value_kind:{{ *}}hidden_printf_buffer
// CHECK: amdhsa.printf:
// CHECK-NEXT: - '1:5:4:8:16:8:4:i=%d f=%5.2f\tv=%v4hlf s=%s c=%c%%\n'
// CHECK-NEXT: - '2:5:8:8:16:4:128:%lu\72 %p %v3d %v2hhu %v16lf'
