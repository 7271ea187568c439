// Arrays of a work-item with variable indices: of all element sizes, uniform and divergent, in structs that are copied,
// as a stack, in code that some lanes do not execute.
// RUN: wavec run %s -O0 --kernel all --global 128 --local 64 --arg buf:u32[16]:zero --dump 0:16 | FileCheck %s
// RUN: wavec run %s -O1 --verify-each --kernel all --global 128 --local 64 --arg buf:u32[16]:zero --dump 0:16 | FileCheck %s
// RUN: wavec run %s -O2 --verify-each --kernel all --global 128 --local 64 --arg buf:u32[16]:zero --dump 0:16 | FileCheck %s
// RUN: wavec run %s -O3 --verify-each --kernel all --global 128 --local 64 --arg buf:u32[16]:zero --dump 0:16 | FileCheck %s

// Promotion is limited per function.
#define NOINLINE __attribute__((noinline))

#define UNIFORM(name, T, N)                                                                                              \
    NOINLINE uint name(uint i, uint n)                                                                                   \
    {                                                                                                                    \
        n = get_num_groups(0) * 13 - 3;                                                                                  \
        T a[N];                                                                                                          \
        for (uint k = 0; k < N; k++)                                                                                     \
            a[k] = (T)(i * (k + 3));                                                                                     \
        for (uint k = 0; k < n; k++)                                                                                     \
            a[k * 7 % N] += a[(k + n) % N] * (T)k;                                                                       \
        uint sum = 0;                                                                                                    \
        for (uint k = 0; k < N; k++)                                                                                     \
            sum = sum * 31 + (uint)a[k];                                                                                 \
        return sum;                                                                                                      \
    }

#define DIVERGENT(name, T, N)                                                                                            \
    NOINLINE uint name(uint i, uint n)                                                                                   \
    {                                                                                                                    \
        T a[N];                                                                                                          \
        for (uint k = 0; k < N; k++)                                                                                     \
            a[k] = (T)(i * (k + 5));                                                                                     \
        for (uint k = 0; k < n; k++)                                                                                     \
            if ((i ^ k) & 5)                                                                                             \
                a[(k * i) % N] += a[(k + i) % N] ^ (T)k;                                                                 \
        uint sum = 0;                                                                                                    \
        for (uint k = 0; k < N; k++)                                                                                     \
            sum = sum * 31 + (uint)a[k];                                                                                 \
        return sum;                                                                                                      \
    }

UNIFORM(uniform_int, int, 16)
UNIFORM(uniform_wide_int, uint, 29)
UNIFORM(uniform_long, ulong, 7)
UNIFORM(uniform_short, ushort, 12)
UNIFORM(uniform_char, uchar, 9)
DIVERGENT(divergent_int, uint, 13)
DIVERGENT(divergent_long, ulong, 5)
DIVERGENT(divergent_short, ushort, 16)
DIVERGENT(divergent_char, uchar, 3)

// Floats, by both kinds of index.
NOINLINE uint both(uint i, uint n)
{
    float a[10];
    for (uint k = 0; k < 10; k++)
        a[k] = k;
    for (uint k = 0; k < n; k++) {
        a[k % 10] += 2;
        a[(k + i) % 10] += a[(k * 3) % 10];
    }
    float sum = 0;
    for (uint k = 0; k < 10; k++)
        sum += a[k] * (k + 1);
    return (uint)sum;
}

typedef struct {
    uint number;
    ushort parts[2];
} item;

typedef struct {
    item items[6];
} list;

// Members of structs, copies of all of it.
NOINLINE uint structs(uint i, uint n)
{
    list a, b;
    for (uint k = 0; k < 6; k++) {
        a.items[k].number = i + k;
        a.items[k].parts[0] = (ushort)(i * k);
        a.items[k].parts[1] = (ushort)k;
    }
    b = a;
    for (uint k = 0; k < n; k++) {
        b.items[k % 6].number += a.items[(k + 2) % 6].parts[k & 1];
        a.items[(k + 1) % 6].parts[1] = (ushort)b.items[(i + k) % 6].number;
        if (k == 5)
            a = b;
    }
    uint sum = 0;
    for (uint k = 0; k < 6; k++)
        sum = sum * 7 + a.items[k].number + b.items[k].number * 3 + a.items[k].parts[1];
    return sum;
}

// The top of a stack; the location past its end is not accessed, although the index gets there.
NOINLINE uint stack(uint i, uint n)
{
    uint a[8], top = 0, sum = 0;
    for (uint k = 0; k < n; k++) {
        uint next = i * 2654435761u >> (k & 15);
        if (next & 3) {
            if (top < 8)
                a[top++] = next;
        } else if (top > 0) {
            sum += a[--top];
        }
    }
    while (top > 0)
        sum = sum * 3 + a[--top];
    return sum;
}

// Uniform indices that are out of bounds where no lane is active.
NOINLINE uint guarded(uint i, uint n)
{
    uint a[16];
    for (uint k = 0; k < 16; k++)
        a[k] = i;
    for (uint k = 0; k < 2 * n; k++)
        if (k + (i & 3) < 16)
            a[k] += a[15 - k] + k;
    uint sum = 0;
    for (uint k = 0; k < 16; k++)
        sum = sum * 5 + a[k];
    return sum;
}

// Accesses wider than elements.
NOINLINE uint reinterpreted(uint i, uint n)
{
    uint a[12];
    for (uint k = 0; k < 12; k++)
        a[k] = i * k;
    for (uint k = 0; k < n; k++) {
        ulong *wide = (ulong *)&a[2 * (k % 6)];
        *wide += k * 0x100000001ul;
        uint4 *four = (uint4 *)&a[4 * (k % 3)];
        *four = four->wxyz + i;
    }
    uint sum = 0;
    for (uint k = 0; k < 12; k++)
        sum = sum * 3 + a[k];
    return sum;
}

// CHECK: 362697536 747149504 3010448128 120956736 1501051904 2774225167 2059276410 235661728 15088555 399642 1801973376 3783296513 3029724480 2393341312 0 0
kernel void all(global uint *out)
{
    uint i = get_global_id(0), n = get_num_groups(0) * 13 - 3;
    atomic_add(&out[0], uniform_int(i, n));
    atomic_add(&out[1], uniform_wide_int(i, n));
    atomic_add(&out[2], uniform_long(i, n));
    atomic_add(&out[3], uniform_short(i, n));
    atomic_add(&out[4], uniform_char(i, n));
    atomic_add(&out[5], divergent_int(i, n));
    atomic_add(&out[6], divergent_long(i, n));
    atomic_add(&out[7], divergent_short(i, n));
    atomic_add(&out[8], divergent_char(i, n));
    atomic_add(&out[9], both(i, n));
    atomic_add(&out[10], structs(i, n));
    atomic_add(&out[11], stack(i, n));
    atomic_add(&out[12], guarded(i, n));
    atomic_add(&out[13], reinterpreted(i, n));
}
