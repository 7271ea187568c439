// RUN: --kernel k --global 64 --local 64 --dynamic-lds 256 --arg buf:i32[256]:zero --arg buf:f32[64]:iota --arg f64x8:5,6,7,8,1,2,3,4
// Dynamic local memory, large structs by value, unions, lists of pointers, halves, wide integers, atomics with scopes, lanes.

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

typedef _Float16 half4 __attribute__((ext_vector_type(4)));
typedef float float4 __attribute__((ext_vector_type(4)));

extern __shared__ int dynamic[];

struct Doubled {
    int value;
    __device__ constexpr Doubled(int value) : value(value * 2) {}
};
__device__ Doubled doubled(21);
__device__ const float pi = 3.14159f;

template <int N> struct Factorial { static constexpr int value = N * Factorial<N - 1>::value; };
template <> struct Factorial<0> { static constexpr int value = 1; };

struct Complex {
    float re, im;
    __device__ Complex operator*(const Complex &other) const
    {
        return {re * other.re - im * other.im, re * other.im + im * other.re};
    }
    __device__ Complex &operator+=(const Complex &other)
    {
        re += other.re;
        im += other.im;
        return *this;
    }
};

template <typename... Ts> __device__ int sum(Ts... values) { return (0 + ... + values); }

enum class Operation : unsigned char { Add, Multiply, Xor };

__device__ int evaluate(Operation operation, int a, int b)
{
    switch (operation) {
    case Operation::Add:
        return a + b;
    case Operation::Multiply:
        return a * b;
    case Operation::Xor:
        return a ^ b;
    }
    return -1;
}

struct Large {
    double numbers[7];
    short counts[3];
    bool flag;
};

__device__ __attribute__((noinline)) Large changed(Large large, int i)
{
    large.numbers[i % 7] += i;
    large.counts[i % 3] = i;
    large.flag = !large.flag;
    return large;
}

struct Node {
    int key;
    Node *left, *right;
};

__device__ int depth(const Node *node)
{
    int depth = 0;
    for (; node; node = (node->key & 1) ? node->left : node->right)
        depth++;
    return depth;
}

union Bits {
    float number;
    unsigned word;
    unsigned char bytes[4];
};

extern "C" __global__ void k(int *out, const float *in, Large large)
{
    unsigned i = __builtin_amdgcn_workitem_id_x();
    dynamic[i] = i * doubled.value;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");

    Complex c{in[i], pi};
    for (int n = 0; n < 4; n++)
        c += c * Complex{0.5f, 0.25f};
    int result = (int)c.re + (int)c.im + Factorial<6>::value + sum(1, 2, (int)i, dynamic[63 - i]);
    result += evaluate((Operation)(i % 3), i, 7);
    Large other = changed(large, i);
    result += (int)other.numbers[i % 7] + other.counts[1] + other.flag;
    result ^= __builtin_amdgcn_ds_bpermute(((i + 1) & 31) * 4, result);

    Node nodes[4];
    for (int n = 0; n < 4; n++) {
        nodes[n].key = i + n;
        nodes[n].left = n + 1 < 4 ? &nodes[n + 1] : nullptr;
        nodes[n].right = n + 2 < 4 ? &nodes[n + 2] : nullptr;
    }
    result += depth(nodes);

    Bits bits;
    bits.number = in[i];
    result += bits.bytes[3] + (bits.word >> 20);
    half4 halves = {(_Float16)in[i], (_Float16)1.5f, (_Float16)2, (_Float16)i};
    halves = halves * halves + halves;
    result += (int)halves.x + (int)halves.w + (int)(__builtin_convertvector(halves, float4).y * 3.0f);
    unsigned long long wide = (unsigned long long)result * 0x123456789abcdefull;
    result ^= (int)(wide >> 37);
    result += (int)(wide % 1000003) + (int)(in[i] / 3.0 * 100);
    __int128 square = (__int128)result * result;
    result ^= (int)(square >> 64);

    __hip_atomic_fetch_add(out + 252, result & 15, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    __hip_atomic_fetch_max(out + 253, result, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
    int has_lanes = __builtin_amdgcn_read_exec() != 0;
    if (i > 50)
        return;
    out[i] = result + has_lanes;
    int shifted[8], total = 0;
    for (int n = 0; n < 8; n++)
        shifted[n] = result >> n;
    for (int n = 0; n < 8; n++)
        total += shifted[(n * i) & 7];
    out[i + 128] = total;
    out[i + 192] = __builtin_amdgcn_readfirstlane(i) + __builtin_bitreverse32(i) + __builtin_amdgcn_mbcnt_lo(~0u, 0);
}
