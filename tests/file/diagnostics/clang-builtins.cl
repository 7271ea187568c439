// Wrong uses of builtins and types of clang and GNU C.
// RUN: not wavec %s -cl-std=CL2.0 -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

union number { int i; float f; };

// CHECK: [[@LINE+1]]:14: error: non-integral type 'float' is an invalid underlying type
enum wrong : float { A };
// CHECK: [[@LINE+1]]:22: error: enumerator value of 'C' is not representable in the underlying type
enum narrow : char { C = 200 };

kernel void k(global int *x, int n, float v, global struct incomplete *s)
{
    // CHECK: [[@LINE+1]]:17: error: declaration of variable 'a' with deduced type requires an initializer
    __auto_type a;
    // CHECK: [[@LINE+1]]:17: error: 'b' with type '__auto_type' must be a plain variable
    __auto_type b[2] = {1, 2};
    // CHECK: [[@LINE+1]]:5: error: '_BitInt' is not supported
    _BitInt(17) c = n;
    // CHECK: [[@LINE+1]]:5: error: invalid combination of type specifiers
    long __int128 d = n;
    // CHECK: [[@LINE+1]]:12: error: size of '__builtin_bit_cast' source type 'int' does not match destination type 'long'
    x[0] = __builtin_bit_cast(long, n);
    // CHECK: [[@LINE+1]]:34: error: requested alignment is not a power of 2
    x[0] = __builtin_align_up(n, 12);
    // CHECK: [[@LINE+1]]:12: error: no matching function for call to '__builtin_align_up' with operands 'float', 'int'
    x[0] = __builtin_align_up(v, 16);
    // CHECK: [[@LINE+1]]:12: error: no matching function for call to '__builtin_clzg' with operands 'float'
    x[0] = __builtin_clzg(v);
    // CHECK: [[@LINE+1]]:37: error: argument value is outside the valid range [0, 3]
    x[0] = __builtin_object_size(x, 4);
    // CHECK: [[@LINE+1]]:35: error: argument value is outside the valid range [0, 1023]
    x[0] = __builtin_isfpclass(v, 1024);
    // CHECK: [[@LINE+1]]:12: error: no matching function for call to '__builtin_iszero' with operands 'int'
    x[0] = __builtin_iszero(n);
    // CHECK: [[@LINE+1]]:12: error: no matching function for call to '__atomic_fetch_and' with operands '__global float *', 'int', 'int'
    x[0] = __atomic_fetch_and((global float *)x, n, __ATOMIC_RELAXED);
    // CHECK: [[@LINE+1]]:51: error: synchronization scope argument to atomic operation is invalid
    x[0] = __hip_atomic_load(x, __ATOMIC_RELAXED, 9);
    // CHECK: [[@LINE+1]]:12: error: too few arguments to function call, expected 3, have 2
    x[0] = __atomic_fetch_add(x, n);
    // CHECK: [[@LINE+1]]:38: error: argument to '__atomic_always_lock_free' must be a constant integer
    x[0] = __atomic_always_lock_free(n, 0);
    // CHECK: [[@LINE+1]]:27: error: cast to union type from type 'long' not present in union
    union number number = (union number)(long)n;
    // CHECK: [[@LINE+1]]:12: error: '_Countof' requires an argument of array type; '__global int *' invalid
    x[0] = _Countof(x);
    // CHECK: [[@LINE+1]]:12: error: invalid type 'union number' to __real operator
    x[0] = __real__ number;
    // CHECK: [[@LINE+1]]:29: error: argument to '__builtin_strlen' must be a string literal
    x[0] = __builtin_strlen((constant char *)0);
    // CHECK: [[@LINE+1]]:12: error: the address of a label is not supported
    x[0] = &&end != 0;
end:;
}
